//! The contract: what every way to solve a Sudoku looks like from outside.
//!
//! An [`Engine`] is a description and a factory, shared between threads. A
//! [`Solver`] is the working memory of one thread, made by an engine for one
//! shape of puzzle, kept, and used for one puzzle after the other. Solvers need
//! not be `Send`: each is made on the thread that uses it.
//!
//! How four kinds of engine sit on it:
//!
//! * A **scanning backtracker** needs the clues and a stack of cells. Its node
//!   is a placement tried. It uses the default `run_batch`, a plain loop.
//! * An **exact-cover solver** keeps its matrix's memory from puzzle to puzzle
//!   and rebuilds the matrix in `run`. Its node is an option chosen. Item and
//!   option names go to a trace as the family's own events.
//! * A **CDCL solver** that is not `Send` lives inside the `Solver`, which is
//!   why that trait does not ask for it. Its node is a conflict; guesses and
//!   placements are not known to it, so those statistics stay unknown. It may
//!   see a limit late, and its documentation says how late: what it did beyond
//!   the limit is neither counted nor used, so its reports keep to the limit.
//! * A **lockstep vector solver** works on many puzzles at once, so it takes
//!   the whole [`Batch`] in `run_batch` and reads its bytes; `EngineInfo::batch`
//!   says how many puzzles it likes to get. A time limit for each puzzle means
//!   nothing there: with one it falls back to single runs, as it does when
//!   figures are asked for.
//!
//! # What every solver promises
//!
//! * Solutions shown are complete, right, different from each other, and keep
//!   the clues and pencil marks. No engine sees clashing clues.
//! * `found` never exceeds the limit; a search that stops early never says
//!   `Exhausted`.
//! * A solver is usable again after any end, including a cancelled one, and
//!   knows nothing of the puzzles before (but see [`Engine::remembers`]).
//! * `run_traced` does what `run` does: the same report, the same solutions in
//!   the same order. Its events add up to the report's statistics.
//! * `run_batch` may search in another order: verdict, count and a unique
//!   solution are as with `run`, the first of several and the statistics need
//!   not be.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::{Answers, Batch, Digit, End, Keep, PuzzleRef, Query, Report, Rules, Stats, Trace};

/// Who looks at solutions: called with the digits of each, one a cell; `Break`
/// ends the search.
pub type Visit<'v> = &'v mut dyn FnMut(&[Digit]) -> ControlFlow<()>;

/// A way to solve a Sudoku: its description, and the factory of its solvers.
pub trait Engine: fmt::Debug + Send + Sync {
    /// Name, idea, limits and figures.
    fn info(&self) -> &EngineInfo;

    /// Whether this machine can run it.
    ///
    /// # Errors
    /// What the machine lacks. The default says that nothing is lacking.
    fn available(&self) -> Result<(), Unsupported> {
        Ok(())
    }

    /// Whether it takes these rules; cheap.
    ///
    /// # Errors
    /// Why not. The default says that it takes all rules.
    fn supports(&self, rules: &Rules) -> Result<(), Unsupported> {
        let _ = rules;
        Ok(())
    }

    /// The instruction set that its solvers really use, for an engine that
    /// chooses one at run time (`avx2`). The default, `None`, is for those that
    /// run whatever the compiler made of them.
    fn instruction_set(&self) -> Option<&'static str> {
        None
    }

    /// Whether its solvers keep what they learnt of the rules from one puzzle for
    /// the next. Verdict, count and a unique solution are then those of a new
    /// solver; which of several solutions comes first and the statistics need not
    /// be. The default says that they remember nothing.
    fn remembers(&self) -> bool {
        false
    }

    /// A solver for puzzles of these rules, to be used by the calling thread.
    ///
    /// # Errors
    /// What [`Engine::available`] or [`Engine::supports`] say.
    fn solver(&self, rules: &Arc<Rules>) -> Result<Box<dyn Solver>, Unsupported>;
}

/// One thread's working memory for puzzles of one shape.
///
/// All methods expect puzzles of the rules it was made for; others may panic.
pub trait Solver {
    /// Searches one puzzle.
    fn run(&mut self, puzzle: PuzzleRef<'_>, query: &Query, visit: Visit<'_>) -> Report;

    /// The same search, telling its steps to `trace`.
    fn run_traced(
        &mut self,
        puzzle: PuzzleRef<'_>,
        query: &Query,
        visit: Visit<'_>,
        trace: &mut dyn Trace,
    ) -> Report;

    /// The family's own figures of the last single run whose query asked for
    /// them, one for each of `EngineInfo::figures`.
    fn figures(&self) -> &[u64] {
        &[]
    }

    /// Searches many puzzles, putting one report each and the solutions the
    /// query wants kept into `out`, which is cleared first.
    ///
    /// Once the query is cancelled the remaining puzzles are reported as
    /// cancelled. The default runs the puzzles one after the other.
    fn run_batch(&mut self, batch: &Batch, query: &Query, out: &mut Answers) {
        run_singly(self, batch, query, out);
    }
}

/// The plain loop behind [`Solver::run_batch`], for solvers that override it
/// and still need it for some queries.
pub fn run_singly<S: Solver + ?Sized>(
    solver: &mut S,
    batch: &Batch,
    query: &Query,
    out: &mut Answers,
) {
    out.clear();
    for puzzle in batch.iter() {
        if query
            .cancel
            .as_ref()
            .is_some_and(|cancel| cancel.is_cancelled())
        {
            let stats = Stats::default();
            out.reports.push(Report {
                found: 0,
                end: End::Cancelled,
                stats,
            });
            if query.keep == Keep::First {
                out.solutions
                    .resize(out.solutions.len() + puzzle.clues().len(), None);
            }
            if query.figures {
                out.figures
                    .resize(out.figures.len() + solver.figures().len(), 0);
            }
            continue;
        }
        let solutions = &mut out.solutions;
        let mut wanted = query.keep != Keep::Nothing;
        let mut keep = |digits: &[Digit]| {
            if wanted {
                solutions.extend(digits.iter().copied().map(Some));
                wanted = query.keep == Keep::Every;
            }
            ControlFlow::Continue(())
        };
        let report = solver.run(puzzle, query, &mut keep);
        if query.keep == Keep::First && report.found == 0 {
            out.solutions
                .resize(out.solutions.len() + puzzle.clues().len(), None);
        }
        if query.figures {
            out.figures.extend_from_slice(solver.figures());
        }
        out.reports.push(report);
    }
}

/// What an engine says of itself.
#[derive(Clone, Debug)]
pub struct EngineInfo {
    /// Registry name: lower-case, family first, variant after a slash.
    pub name: &'static str,
    /// The idea in one line.
    pub idea: &'static str,
    /// The rules it takes, in a few words: `all`, `9x9`.
    pub rules: &'static str,
    /// What one node is, in a few words: `a placement tried`.
    pub node: &'static str,
    /// Which statistics it gives.
    pub stats: StatSet,
    /// The family's own figures, in the order of [`Solver::figures`].
    pub figures: &'static [Figure],
    /// How many puzzles it likes to get in a batch.
    pub batch: usize,
    /// The largest number of solutions it promises to count in a few seconds.
    pub largest_count: u64,
    /// How a page should draw it.
    pub view: View,
}

impl EngineInfo {
    /// The family: the name up to the slash.
    pub fn family(&self) -> &'static str {
        self.name.split('/').next().unwrap_or(self.name)
    }
}

/// Which of [`Stats`](crate::Stats) an engine gives; the others stay unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct StatSet {
    pub nodes: bool,
    pub placements: bool,
    pub guesses: bool,
    pub backtracks: bool,
    pub depth: bool,
}

impl StatSet {
    /// All of them.
    pub const ALL: StatSet = StatSet {
        nodes: true,
        placements: true,
        guesses: true,
        backtracks: true,
        depth: true,
    };

    /// The names of those given, in a fixed order.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        [
            ("nodes", self.nodes),
            ("placements", self.placements),
            ("guesses", self.guesses),
            ("backtracks", self.backtracks),
            ("depth", self.depth),
        ]
        .into_iter()
        .filter_map(|(name, given)| given.then_some(name))
    }
}

/// One of a family's own figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figure {
    /// Column name: lower-case, with underscores.
    pub name: &'static str,
    /// Unit: `1` for counts, `ns`, `bytes`.
    pub unit: &'static str,
    /// What it counts, in one sentence.
    pub about: &'static str,
}

/// How a family's search is drawn beside its board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum View {
    /// A pointer that walks over the cells.
    Scan,
    /// Candidates and house masks.
    Masks,
    /// Constraints as tiles, covered and open.
    Cover,
    /// Clauses, units and learnt clauses.
    Clauses,
    /// Vector lanes.
    Lanes,
}

/// Why an engine cannot be used: these rules, or this machine.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unsupported {
    /// It does not take these rules; the reason as a sentence.
    Rules(String),
    /// This machine lacks something; the reason as a sentence.
    Machine(String),
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsupported::Rules(why) | Unsupported::Machine(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Unsupported {}
