//! A search kept in memory, within bounds that hold for any search.
//!
//! Searches of hundreds of millions of steps are not kept whole. What is kept of
//! a long one is its beginning, its end, and between them every so-manieth
//! *branch*: the steps from one choice to the next.
//!
//! ```text
//! events    1 ........ first | . . . . . . . . . . . . . . . | last ........ N
//! parts     [ all of them    ]   [branch 300]   [branch 400]   [ all of them ]
//!                             gap            gap            gap
//! ```
//!
//! Each part has the [`Board`] before its first step, so that what was left out
//! need not be known to draw it. The search is run twice: once to count events
//! and branches, once to keep what the counts say. That needs no ring, no
//! thinning out and no guess about lengths, and engines are deterministic.
//!
//! Memory: at most `first + last` steps, and `branches` branches, none of which
//! has more steps than the puzzle has candidates and a family tells events
//! beside them. A 9x9 step takes up to half a kilobyte with its family's data
//! ([`Step::bytes`]), a board up to 15: with the default bounds a recording
//! stays below 32 MiB, and mostly below one.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use polydoku_core::{Engine, EngineInfo, Puzzle, Query, Report, Rules, Solver, Unsupported};

use crate::{Board, Moment, Step, Telling, Totals};

/// What is kept of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// So many steps from the beginning.
    pub first: u64,
    /// So many steps before the end.
    pub last: u64,
    /// Between them the branches whose number is a multiple of this. At least 1.
    pub every: u64,
    /// No more than so many of these: where there are more, the multiple of
    /// `every` is taken that leaves few enough. With 0 none is kept.
    pub branches: u64,
}

/// The first 10,000 steps, the last 2,000, every hundredth branch and at most
/// 100 of them.
impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            first: 10_000,
            last: 2_000,
            every: 100,
            branches: 100,
        }
    }
}

impl Bounds {
    /// Everything, for searches that are known to be short.
    pub const ALL: Bounds = Bounds {
        first: u64::MAX,
        last: 0,
        every: 1,
        branches: 0,
    };
}

/// Steps one after the other, without a gap.
#[derive(Clone, Debug)]
pub struct Part {
    /// What was known before the first of them.
    pub before: Board,
    /// What the steps before the first of them add up to.
    pub totals: Totals,
    /// At least one.
    pub steps: Vec<Step>,
}

/// One engine's search of one puzzle.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The engine.
    pub engine: EngineInfo,
    /// What was kept, in order; between two parts something was left out.
    pub parts: Vec<Part>,
    /// Every how-manieth branch was kept where not all were.
    pub every: u64,
    /// Sums over all events, left out or not.
    pub totals: Totals,
    /// What the engine reported: that of the silent run.
    pub report: Report,
    /// The family's own figures, in the order of `engine.figures`; empty unless
    /// the query asked for them.
    pub figures: Vec<u64>,
}

impl Recording {
    /// Runs the search and keeps what the bounds say.
    ///
    /// A limit on time holds for the counting run; the second then goes exactly
    /// as far. A query that is cancelled meanwhile leaves a shorter recording,
    /// whose report says so.
    ///
    /// # Errors
    /// The engine takes no such puzzles, or not on this machine.
    pub fn of(
        engine: &dyn Engine,
        puzzle: &Puzzle,
        query: &Query,
        bounds: Bounds,
    ) -> Result<Recording, Unsupported> {
        let mut solver = engine.solver(puzzle.rules())?;
        let mut counted = Totals::default();
        let mut first_report = None;
        let mut again = query.clone();
        if bounds.first < u64::MAX {
            first_report = Some(run(&mut *solver, puzzle, query, |moment| {
                counted.add(moment);
                Continue(())
            }));
            again.time = None;
            // An engine may remember puzzles: each run gets a solver of its own.
            solver = engine.solver(puzzle.rules())?;
        }
        let cut = Cut::new(&counted, bounds);
        let mut kept = Kept::new(puzzle);
        let mut totals = Totals::default();
        let mut report = run(&mut *solver, puzzle, &again, |moment| {
            if moment.number > cut.events {
                return Break(());
            }
            let before = totals;
            totals.add(moment);
            kept.take(moment, before, cut.keeps(moment.number, totals.choices));
            Continue(())
        });
        if totals == counted {
            report = first_report.unwrap_or(report);
        }
        Ok(Recording {
            puzzle: puzzle.clone(),
            engine: engine.info().clone(),
            parts: kept.parts,
            every: cut.every,
            totals,
            report,
            figures: solver.figures().to_vec(),
        })
    }

    /// Whether steps were left out.
    pub fn is_cut(&self) -> bool {
        self.steps().count() as u64 != self.totals.events
    }

    /// The steps that were kept.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.parts.iter().flat_map(|part| &part.steps)
    }

    /// The rules of the puzzle.
    pub fn rules(&self) -> &Arc<Rules> {
        self.puzzle.rules()
    }
}

/// One traced run.
fn run(
    solver: &mut dyn Solver,
    puzzle: &Puzzle,
    query: &Query,
    mut reader: impl FnMut(&Moment<'_>) -> ControlFlow<()>,
) -> Report {
    let mut telling = Telling::new(|moment: Moment<'_>| reader(&moment));
    solver.run_traced(puzzle.as_ref(), query, &mut |_| Continue(()), &mut telling)
}

/// Which events of a search are kept.
#[derive(Debug)]
struct Cut {
    /// How many there are.
    events: u64,
    first: u64,
    /// The number before the first of the last ones.
    last_after: u64,
    every: u64,
    branches: u64,
}

impl Cut {
    fn new(counted: &Totals, bounds: Bounds) -> Cut {
        let events = match bounds.first {
            u64::MAX => u64::MAX,
            _ => counted.events,
        };
        let every = bounds.every.max(1);
        let fitting = counted.choices.div_ceil(bounds.branches.max(1));
        Cut {
            events,
            first: bounds.first,
            last_after: events.saturating_sub(bounds.last),
            every: every * fitting.div_ceil(every).max(1),
            branches: bounds.branches,
        }
    }

    /// Whether the event of this number is kept, in the branch of that number.
    fn keeps(&self, number: u64, branch: u64) -> bool {
        let in_kept_branch = self.branches > 0 && branch.is_multiple_of(self.every);
        number <= self.first || number > self.last_after || in_kept_branch
    }
}

/// The parts kept so far.
struct Kept {
    parts: Vec<Part>,
    board: Board,
    /// Whether the step before was kept.
    going: bool,
}

impl Kept {
    fn new(puzzle: &Puzzle) -> Kept {
        Kept {
            parts: Vec::new(),
            board: Board::new(puzzle.as_ref()),
            going: false,
        }
    }

    fn take(&mut self, moment: &Moment<'_>, totals: Totals, keep: bool) {
        if keep && !self.going {
            self.parts.push(Part {
                before: self.board.clone(),
                totals,
                steps: Vec::new(),
            });
        }
        self.going = keep;
        if keep && let Some(part) = self.parts.last_mut() {
            part.steps.push(Step::of(moment));
        }
        self.board.take(moment);
    }
}
