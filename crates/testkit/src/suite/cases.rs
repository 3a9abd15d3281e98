//! Every case of `puzzles/cases`: verdict, number of solutions, the solutions.
//!
//! Each puzzle is asked three things on a kept solver: the first solution,
//! whether there is a second, and how many there are. Totals that take minutes,
//! or are beyond the largest that the engine promises, are counted here a part
//! of the way ([`part`]): the count must arrive there. The slow check counts them to the
//! end; what is beyond the promise is a skip of that.

use polydoku_core::{Digit, End, Engine, PuzzleRef, Query, Solver, Verdict};

use super::{Bench, TRY, part, patient};
use crate::case::{Case, Count, Expected, cases};
use crate::laws::{Seen, law};
use crate::tally::{Ledger, ensure};

pub fn check(engine: &dyn Engine, ledger: &mut Ledger) {
    let mut bench = Bench::kept(engine);
    for case in cases() {
        let Expected::Puzzle { puzzle, .. } = &case.expected else {
            continue;
        };
        let solver = match bench.solver(&case.rules) {
            Ok(solver) => solver,
            Err(reason) => {
                ledger.skip(reason);
                continue;
            }
        };
        let question = Question {
            case,
            puzzle: puzzle.as_ref(),
            gives_up: case.may_give_up(engine.info().name),
            largest: engine.info().largest_count,
        };
        question.ask(solver, ledger);
    }
}

/// The exact totals of the slow cases, for engines that promise to reach them.
pub fn check_slow(engine: &dyn Engine, ledger: &mut Ledger) {
    let largest = engine.info().largest_count;
    for case in cases().iter().filter(|case| case.slow) {
        let Some((puzzle, Count::Exactly(count))) = case.puzzle() else {
            continue;
        };
        if count > largest {
            ledger.skip(format!(
                "more solutions than the {largest} it promises to count"
            ));
            continue;
        }
        match engine.solver(&case.rules) {
            Err(reason) => ledger.skip(reason.to_string()),
            Ok(mut solver) => {
                let query = Query::count(count.saturating_add(1));
                let seen = Seen::run(solver.as_mut(), puzzle.as_ref(), &query);
                ledger.check(&case.name, law(&seen, &query, Some(Count::Exactly(count))));
            }
        }
    }
}

/// A case asked of an engine.
struct Question<'c> {
    case: &'c Case,
    puzzle: PuzzleRef<'c>,
    gives_up: bool,
    largest: u64,
}

impl Question<'_> {
    fn ask(&self, solver: &mut dyn Solver, ledger: &mut Ledger) {
        let Some((_, count)) = self.case.puzzle() else {
            return;
        };
        let name = &self.case.name;
        for query in [Query::first(), Query::unique()] {
            match self.run(solver, query, count) {
                Ok(None) => ledger.skip("gave up, which the case allows"),
                Ok(Some(_)) => ledger.check(name, Ok(())),
                Err(fault) => ledger.check(name, Err(fault)),
            }
        }
        let wanted = match count {
            Count::AtLeast(least) => least.min(self.largest),
            Count::Exactly(count) if self.case.slow || count > self.largest => {
                part(self.largest).min(count)
            }
            // One more than there are: only a search to the end can say so.
            Count::Exactly(count) => count + 1,
        };
        match self.run(solver, Query::count(wanted), count) {
            Ok(None) => ledger.skip("gave up, which the case allows"),
            Ok(Some(seen)) => ledger.check(name, self.known_solutions(&seen, count)),
            Err(fault) => ledger.check(name, Err(fault)),
        }
    }

    /// A run that keeps every law; `None` if it gave up and may.
    fn run(
        &self,
        solver: &mut dyn Solver,
        query: Query,
        count: Count,
    ) -> Result<Option<Seen>, String> {
        let query = match self.gives_up {
            true => query.with_max_nodes(TRY),
            false => patient(query),
        };
        let seen = Seen::run(solver, self.puzzle, &query);
        law(&seen, &query, Some(count))?;
        self.solutions(&seen, count)?;
        if seen.report.end == End::Nodes {
            let found = seen.report.found;
            ensure!(
                self.gives_up,
                "gave up with {found} found after {:?} nodes",
                query.max_nodes
            );
            return Ok(None);
        }
        let verdict = seen.report.verdict();
        let expected = match (count.least(), query.limit()) {
            (0, _) => Verdict::None,
            (1, 1) => Verdict::Solved,
            (1, _) if count == Count::Exactly(1) => Verdict::Unique,
            (_, 1) => Verdict::Solved,
            _ => Verdict::Multiple,
        };
        ensure!(
            verdict == expected,
            "the verdict is {verdict}, expected {expected}"
        );
        Ok(Some(seen))
    }

    /// The solutions shown are among the known ones, where those are all.
    fn solutions(&self, seen: &Seen, count: Count) -> Result<(), String> {
        let Expected::Puzzle {
            solutions, starts, ..
        } = &self.case.expected
        else {
            return Ok(());
        };
        let all_known = Count::Exactly(solutions.len() as u64) == count;
        for row in &seen.rows {
            let beginning = starts.iter().zip(row);
            let kept = beginning.map(|(want, got)| want.is_none_or(|want| want == *got));
            ensure!(
                kept.fold(true, |all, one| all & one),
                "a solution begins otherwise"
            );
            ensure!(
                !all_known || solutions.contains(row),
                "shows a solution not known"
            );
        }
        Ok(())
    }

    /// Every known solution was among those of a search to the end.
    fn known_solutions(&self, seen: &Seen, count: Count) -> Result<(), String> {
        let Expected::Puzzle { solutions, .. } = &self.case.expected else {
            return Ok(());
        };
        if seen.report.end == End::Exhausted && count.exact() == Some(seen.rows.len() as u64) {
            let missing = |known: &&Vec<Digit>| !seen.rows.contains(known);
            ensure!(
                !solutions.iter().any(|s| missing(&s)),
                "a known solution was not found"
            );
        }
        Ok(())
    }
}
