//! `cargo xtask soak`: every engine against every other, for as long as you like.
//!
//! A round picks a shape ([`shape`]), draws puzzles of it ([`draw`]: dug from a
//! solution, spoilt, narrowed by pencil marks, moved by an isomorph) and asks
//! every engine the same questions, singly and as a batch, with solvers that are
//! kept through the round ([`compare`]). Limits on nodes and time keep slow
//! engines from stopping the show; who gives up has no say in that puzzle. No
//! engine is taken for right: the first puzzle on which two answers differ, or an
//! answer breaks a law of the contract, ends the run. It is made as small as it
//! gets while the fault still shows ([`shrink`]) and printed as a command line
//! and as a case for `puzzles/cases/regressions.toml` ([`told`]).
//!
//! A round is determined by its seed but for the time limit, so a fault found in
//! round n is met again at once with the seed that is printed.

mod answer;
mod compare;
mod draw;
mod shape;
mod shrink;
mod told;

use anyhow::{Result, bail};
use compare::Fault;
pub use compare::Judge;
use polydoku_core::Engine;
use polydoku_corpus::isomorph::SplitMix64;
use shape::Shape;
use std::{
    panic::{self, AssertUnwindSafe},
    time::{Duration, Instant},
};

/// Puzzles of one shape in a round: enough to refill the lanes of a vector engine.
const PUZZLES: usize = 48;

/// What was done, for the last line.
#[derive(Debug, Default)]
struct Sum {
    rounds: u64,
    puzzles: u64,
    answers: u64,
    given_up: u64,
}

/// Soaks for `seconds`, beginning with the round of `seed`.
pub fn run(seconds: u64, seed: u64) -> Result<()> {
    let engines: Vec<&dyn Engine> = polydoku_engines::all()
        .iter()
        .map(|engine| &**engine)
        .filter(|engine| engine.available().is_ok())
        .collect();
    let names: Vec<_> = engines.iter().map(|engine| engine.info().name).collect();
    println!("soak: {seconds} s from seed {seed}: {}", names.join(", "));
    // Panics are caught and told; the hook would print each of them again.
    panic::set_hook(Box::new(|_| {}));
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut sum = Sum::default();
    while Instant::now() < end {
        let seed = seed.wrapping_add(sum.rounds);
        if let Some(found) = round(&engines, seed, &mut sum) {
            print!("{found}");
            println!("\nmeet it again: cargo xtask soak --seconds 1 --seed {seed}");
            bail!("the engines do not agree");
        }
        sum.rounds += 1;
    }
    let Sum {
        rounds,
        puzzles,
        answers,
        given_up,
    } = sum;
    println!(
        "soak: no disagreement in {rounds} rounds: {puzzles} puzzles, {answers} answers \
         compared, {given_up} given up"
    );
    Ok(())
}

/// One round; what was found, as text, if anything.
fn round(engines: &[&dyn Engine], seed: u64, sum: &mut Sum) -> Option<String> {
    let mut random = SplitMix64::new(seed);
    let shape = Shape::drawn(&mut random);
    let able = engines.iter().copied();
    let able: Vec<&dyn Engine> = able
        .filter(|engine| engine.supports(shape.rules()).is_ok())
        .collect();
    let mut judge = Judge::new(&able, shape.rules());
    let puzzles = draw::puzzles(&shape, &able, PUZZLES, &mut random);
    sum.puzzles += puzzles.len() as u64;
    let limit = [1, 2, 2, 10, 100][random.below(5) as usize];
    let fault = caught(|| judge.fault(&puzzles, limit));
    sum.answers += judge.answers;
    sum.given_up += judge.given_up;
    let fault = fault?;

    // A fresh judge has no memory of other puzzles: a fault that needs one stays
    // as it is, and the seed is what reproduces it.
    let shows = |puzzle: &_| {
        let mut judge = Judge::new(&able, shape.rules());
        caught(|| judge.fault(std::slice::from_ref(puzzle), limit))
    };
    let suspects = fault
        .puzzle
        .as_ref()
        .map_or(&puzzles[..], std::slice::from_ref);
    let Some(whole) = suspects.iter().find(|puzzle| shows(puzzle).is_some()) else {
        return Some(told::unshrunk(&shape, &fault, limit));
    };
    let smallest = shrink::smallest(whole.clone(), |puzzle| shows(puzzle).is_some());
    let fault = shows(&smallest).unwrap_or(fault);
    Some(told::fault(&shape, &smallest, &fault, limit))
}

/// Runs `judge`; a panic in an engine is a fault like any other.
fn caught(judge: impl FnOnce() -> Option<Fault>) -> Option<Fault> {
    panic::catch_unwind(AssertUnwindSafe(judge)).unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<&str>().map(|said| (*said).to_owned());
        let said = said.or_else(|| panic.downcast_ref::<String>().cloned());
        Some(Fault {
            puzzle: None,
            what: format!("an engine panicked: {}", said.unwrap_or_default()),
            count: None,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use polydoku_core::{
        Digit, End, EngineInfo, PuzzleRef, Query, Report, Rules, Solver, Trace, Unsupported, Visit,
    };
    use std::sync::Arc;

    /// What a broken engine gets wrong.
    #[derive(Clone, Copy, Debug)]
    enum Flaw {
        /// Says "none" of every puzzle with a 1 in its first cell.
        None,
        /// Panics at it.
        Panic,
        /// Says "none" of it in batches only.
        InBatch,
        /// Says "none" of it from the second puzzle on.
        Memory,
    }

    /// A good engine with a flaw.
    #[derive(Debug)]
    struct Broken {
        info: EngineInfo,
        good: &'static dyn Engine,
        flaw: Flaw,
    }

    struct BrokenSolver {
        good: Box<dyn Solver>,
        flaw: Flaw,
        puzzles: usize,
        in_batch: bool,
    }

    impl Engine for Broken {
        fn info(&self) -> &EngineInfo {
            &self.info
        }

        fn solver(&self, rules: &Arc<Rules>) -> Result<Box<dyn Solver>, Unsupported> {
            Ok(Box::new(BrokenSolver {
                good: self.good.solver(rules)?,
                flaw: self.flaw,
                puzzles: 0,
                in_batch: false,
            }))
        }
    }

    impl Solver for BrokenSolver {
        fn run(&mut self, puzzle: PuzzleRef<'_>, query: &Query, visit: Visit<'_>) -> Report {
            let before = self.puzzles;
            self.puzzles += 1;
            let report = self.good.run(puzzle, query, visit);
            let none = Report {
                found: 0,
                end: End::Exhausted,
                ..report
            };
            match self.flaw {
                _ if puzzle.clues()[0] != Digit::new(1) => report,
                Flaw::None => none,
                Flaw::Panic => panic!("index out of bounds"),
                Flaw::InBatch if self.in_batch => none,
                Flaw::Memory if before > 0 => none,
                Flaw::InBatch | Flaw::Memory => report,
            }
        }

        fn run_traced(
            &mut self,
            puzzle: PuzzleRef<'_>,
            query: &Query,
            visit: Visit<'_>,
            trace: &mut dyn Trace,
        ) -> Report {
            self.good.run_traced(puzzle, query, visit, trace)
        }

        fn run_batch(
            &mut self,
            batch: &polydoku_core::Batch,
            query: &Query,
            out: &mut polydoku_core::Answers,
        ) {
            self.in_batch = true;
            polydoku_core::run_singly(self, batch, query, out);
            self.in_batch = false;
        }
    }

    /// Soaks a good engine beside a broken one, round by round, until it is found.
    fn found(flaw: Flaw) -> String {
        let good = polydoku_engines::by_name("naive/sets").expect("the registry has it");
        let info = EngineInfo {
            name: "broken",
            ..good.info().clone()
        };
        let broken = Broken { info, good, flaw };
        let engines: [&dyn Engine; 2] = [good, &broken];
        let mut sum = Sum::default();
        let found = (0..100).find_map(|seed| round(&engines, seed, &mut sum));
        found.expect("a hundred rounds have a puzzle with a 1 in its first cell")
    }

    /// The clues of the case that is printed.
    fn clues(told: &str) -> &str {
        let line = told
            .lines()
            .find_map(|line| line.strip_prefix("puzzle = \""));
        line.expect("a case is printed").trim_end_matches('"')
    }

    #[test]
    fn good_engines_agree() {
        let names = ["naive", "naive/tables", "naive/sets"];
        let engines = names.map(|name| polydoku_engines::by_name(name).expect("in the registry"));
        let mut sum = Sum::default();
        for seed in 0..4 {
            assert_eq!(round(&engines, seed, &mut sum), None);
        }
        assert!(sum.answers > sum.puzzles, "{sum:?}");
    }

    #[test]
    fn a_wrong_count_is_found_and_made_small() {
        let told = found(Flaw::None);
        assert!(told.contains("broken"), "{told}");
        assert_eq!(clues(&told).trim_end_matches('.'), "1", "{told}");
        assert!(told.contains("polydoku count --limit"), "{told}");
    }

    #[test]
    fn a_panic_is_found_and_made_small() {
        let told = found(Flaw::Panic);
        assert!(told.contains("panicked: index out of bounds"), "{told}");
        assert_eq!(clues(&told).trim_end_matches('.'), "1", "{told}");
    }

    #[test]
    fn a_flaw_of_batches_is_found() {
        let told = found(Flaw::InBatch);
        assert!(told.contains("broken in a batch finds 0"), "{told}");
        assert_eq!(clues(&told).trim_end_matches('.'), "1", "{told}");
    }

    #[test]
    fn a_flaw_of_memory_is_told_with_its_seed() {
        let told = found(Flaw::Memory);
        // One puzzle alone is asked singly and then as a batch: the second time shows it.
        assert!(told.contains("broken"), "{told}");
    }
}
