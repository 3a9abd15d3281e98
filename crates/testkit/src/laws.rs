//! What holds for every answer of every engine, whatever was asked.
//!
//! A [`Seen`] is one run with everything it showed: the report and the rows of
//! its solutions. [`law`] checks it against the query and against what is known
//! of the puzzle:
//!
//! * the visitor saw as many solutions as the report says, all different, all
//!   complete, right, and keeping clues and marks;
//! * never more than the limit, and the end is `Limit` exactly if the limit was
//!   reached;
//! * an end on nodes, time, cancel or visitor comes only where there was such a
//!   limit, and the nodes reported never pass theirs;
//! * a search that says it saw everything found as many solutions as there are,
//!   and no search finds more.
//!
//! Every other check of the suite goes through here first.

use std::collections::HashSet;
use std::ops::ControlFlow;

use polydoku_core::{Digit, End, PuzzleRef, Query, Report, Solver};

use crate::case::Count;
use crate::tally::ensure;

/// Solutions of one run beyond this number are counted, and only one in
/// [`STRIDE`] is looked at.
const KEPT: usize = 20_000;
const STRIDE: u64 = 997;

/// One run and everything it showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// What the engine reported.
    pub report: Report,
    /// How often the visitor was called.
    pub visits: u64,
    /// The first solutions shown, in order.
    pub rows: Vec<Vec<Digit>>,
    /// What is wrong with the first solution that is none, if any.
    wrong: Option<String>,
    /// Whether the visitor asked to stop.
    stopped: bool,
}

impl Seen {
    /// Runs a solver and looks at everything.
    pub fn run(solver: &mut dyn Solver, puzzle: PuzzleRef<'_>, query: &Query) -> Seen {
        Seen::until(
            puzzle,
            |_| ControlFlow::Continue(()),
            |visit| solver.run(puzzle, query, visit),
        )
    }

    /// Lets `search` run with a visitor that looks at everything, and asks `stop`
    /// with the number of solutions seen whether it should stop.
    pub fn until(
        puzzle: PuzzleRef<'_>,
        mut stop: impl FnMut(u64) -> ControlFlow<()>,
        search: impl FnOnce(&mut dyn FnMut(&[Digit]) -> ControlFlow<()>) -> Report,
    ) -> Seen {
        let (mut visits, mut rows, mut wrong) = (0u64, Vec::new(), None);
        let mut stopped = false;
        let report = search(&mut |digits| {
            if stopped && wrong.is_none() {
                wrong = Some("the visitor was called after it had said stop".to_owned());
            }
            visits += 1;
            let keep = rows.len() < KEPT;
            if (keep || visits.is_multiple_of(STRIDE))
                && let Err(error) = puzzle.check_solution(digits)
            {
                wrong.get_or_insert(format!("shows no solution: {error}"));
            }
            if keep {
                rows.push(digits.to_vec());
            }
            let flow = stop(visits);
            stopped |= flow.is_break();
            flow
        });
        Seen {
            report,
            visits,
            rows,
            wrong,
            stopped,
        }
    }

    /// The solutions in ascending order, for comparing runs whose order differs.
    pub fn sorted(&self) -> Vec<Vec<Digit>> {
        let mut rows = self.rows.clone();
        rows.sort();
        rows
    }
}

/// Checks a run against its query and what is known of the puzzle.
///
/// # Errors
/// The first law broken, in a sentence.
pub fn law(seen: &Seen, query: &Query, count: Option<Count>) -> Result<(), String> {
    let Report { found, end, .. } = seen.report;
    if let Some(wrong) = &seen.wrong {
        return Err(wrong.clone());
    }
    ensure!(
        seen.visits == found,
        "reports {found} solutions, showed {}",
        seen.visits
    );
    let distinct: HashSet<&Vec<Digit>> = seen.rows.iter().collect();
    ensure!(distinct.len() == seen.rows.len(), "shows a solution twice");
    law_of_report(&seen.report, query, count)?;
    if seen.stopped {
        ensure!(
            end == End::Visitor,
            "the visitor said stop, the end is `{end}`"
        );
    } else {
        ensure!(
            end != End::Visitor,
            "the end is `{end}`, but the visitor did not say stop"
        );
        ensure!(
            (end == End::Limit) == (found == query.limit()),
            "found {found} of at most {}, the end is `{end}`",
            query.limit()
        );
    }
    Ok(())
}

/// The part of [`law`] that needs no solutions; for batches.
///
/// # Errors
/// The first law broken, in a sentence.
pub fn law_of_report(report: &Report, query: &Query, count: Option<Count>) -> Result<(), String> {
    let &Report { found, end, stats } = report;
    let limit = query.limit();
    ensure!(found <= limit, "found {found}, more than the limit {limit}");
    ensure!(
        end != End::Limit || found == limit,
        "says the limit {limit} was reached with {found} found"
    );
    let allowed = match end {
        End::Nodes => query.max_nodes.is_some(),
        End::Time => query.time.is_some(),
        End::Cancelled => query.cancel.as_ref().is_some_and(|c| c.is_cancelled()),
        _ => true,
    };
    ensure!(allowed, "the end is `{end}`, which nobody asked for");
    if let (Some(nodes), Some(most)) = (stats.nodes.get(), query.max_nodes) {
        ensure!(nodes <= most, "spent {nodes} nodes of at most {most}");
        ensure!(
            end != End::Nodes || nodes == most,
            "gave up after {nodes} nodes of {most}"
        );
    }
    let Some(count) = count else { return Ok(()) };
    if let Some(exact) = count.exact() {
        ensure!(found <= exact, "found {found} solutions of {exact}");
    }
    if end == End::Exhausted {
        let right = match count {
            Count::Exactly(exact) => found == exact,
            Count::AtLeast(least) => found >= least,
        };
        ensure!(
            right,
            "says there are {found} solutions, there are {count:?}"
        );
    }
    Ok(())
}
