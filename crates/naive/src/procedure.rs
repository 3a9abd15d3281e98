//! What the three procedures share: their bookkeeping and the contract.
//!
//! A procedure is a search; [`Backtracker`] is the engine made of it. A
//! [`Standing`] counts what stands on the board and how the search went; it
//! decides nothing.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::Arc;

use polydoku_core::{
    Cell, Conflict, Digit, DigitSet, End, Engine, EngineInfo, Event, HouseIndex, Observer,
    Progress, PuzzleRef, Query, Reason, Report, Rules, Silent, Solver, Stat, Stats, Told, Trace,
    Unsupported, Value, Visit,
};

/// One way to walk over the cells and try digits.
pub(crate) trait Procedure: Debug + 'static {
    /// Memory for puzzles of these rules.
    fn new(rules: &Rules) -> Self;

    /// Searches until everything is seen or someone says stop.
    fn search<O: Observer>(
        &mut self,
        puzzle: PuzzleRef<'_>,
        progress: &mut Progress<'_>,
        observer: &mut O,
        standing: &mut Standing,
    ) -> ControlFlow<End>;
}

/// The first three houses of a cell, which all but few rules have; where there
/// are only two the first stands twice. Writing the same entry twice does no
/// harm, and a fixed number of houses spares a loop at every step.
pub(crate) fn first_three(houses: &[HouseIndex]) -> [usize; 3] {
    let at = |i: usize| houses.get(i).unwrap_or(&houses[0]).index();
    [at(0), at(1), at(2)]
}

/// Whether some cell lies in more than three houses.
pub(crate) fn has_more_than_three(rules: &Rules) -> bool {
    rules.cells().any(|cell| rules.houses_of(cell).len() > 3)
}

/// The houses of a cell that [`first_three`] leaves out. `DEEP` says whether
/// any cell of these rules has some, so that most rules need not look.
#[inline(always)]
pub(crate) fn beyond_three<const DEEP: bool>(rules: &Rules, cell: Cell) -> &[HouseIndex] {
    if DEEP {
        rules.houses_of(cell).get(3..).unwrap_or(&[])
    } else {
        &[]
    }
}

/// What stands on the board by trial, and how the search went.
#[derive(Debug, Default)]
pub(crate) struct Standing {
    /// Digits that still stood when the search ended.
    pub(crate) depth: usize,
    /// The most that stood at one time.
    pub(crate) deepest: usize,
    /// Digits tested in open cells (`naive` alone).
    pub(crate) checks: u64,
    /// Digits tried while another was left to try (`naive/sets` alone).
    pub(crate) guesses: u64,
    /// The digits of a solution, to be shown.
    solution: Vec<Digit>,
}

impl Standing {
    /// A digit was written.
    #[inline(always)]
    pub(crate) fn place<O: Observer>(
        cell: Cell,
        digit: DigitSet,
        reason: Reason,
        observer: &mut O,
    ) -> ControlFlow<End> {
        observer.event(|| {
            let digit = digit.first().expect("one digit is written");
            Event::Place {
                cell,
                digit,
                reason,
            }
        })
    }

    /// A digit was taken back; `depth` stand now.
    #[inline(always)]
    pub(crate) fn take_back<O: Observer>(depth: usize, observer: &mut O) -> ControlFlow<End> {
        observer.event(|| Event::Backtrack {
            depth: depth as u32,
        })
    }

    /// The walk stands at a cell; these digits are still to be tried there.
    pub(crate) fn look<O: Observer>(
        cell: Cell,
        fits: DigitSet,
        fresh: bool,
        observer: &mut O,
    ) -> ControlFlow<End> {
        let fields = [("cell", Value::Cell(cell)), ("fits", Value::Digits(fits))];
        observer.event(|| Event::Family {
            kind: "scan",
            fields: &fields,
        })?;
        if fresh && fits.is_empty() {
            return Standing::dead_end(cell, observer);
        }
        ControlFlow::Continue(())
    }

    /// The walk came to a cell in which no digit fits.
    pub(crate) fn dead_end<O: Observer>(cell: Cell, observer: &mut O) -> ControlFlow<End> {
        observer.event(|| Event::Conflict(Conflict::NoDigit(cell)))
    }

    /// No cell is open: a solution.
    pub(crate) fn show<O: Observer>(
        &mut self,
        progress: &mut Progress<'_>,
        observer: &mut O,
        board: &[Option<Digit>],
    ) -> ControlFlow<End> {
        self.solution.clear();
        self.solution.extend(board.iter().flatten());
        let digits = &self.solution[..];
        let told = observer.event(|| Event::Solution { digits });
        progress.solution(digits)?;
        told
    }
}

/// The engine made of a procedure.
#[derive(Debug)]
pub(crate) struct Backtracker<P> {
    pub(crate) info: EngineInfo,
    pub(crate) procedure: std::marker::PhantomData<fn() -> P>,
}

impl<P: Procedure> Engine for Backtracker<P> {
    fn info(&self) -> &EngineInfo {
        &self.info
    }

    fn solver(&self, rules: &Arc<Rules>) -> Result<Box<dyn Solver>, Unsupported> {
        let knows_guesses = self.info.stats.guesses;
        let procedure = P::new(rules);
        Ok(Box::new(Worker {
            procedure,
            knows_guesses,
            figures: self.info.figures.len(),
            checks: [0],
            standing: Standing::default(),
        }))
    }
}

struct Worker<P> {
    procedure: P,
    knows_guesses: bool,
    /// How many figures the row announces: `checks` or none.
    figures: usize,
    checks: [u64; 1],
    standing: Standing,
}

impl<P: Procedure> Worker<P> {
    fn search<O: Observer>(
        &mut self,
        puzzle: PuzzleRef<'_>,
        query: &Query,
        visit: Visit<'_>,
        mut observer: O,
    ) -> Report {
        let standing = &mut self.standing;
        let solution = std::mem::take(&mut standing.solution);
        *standing = Standing {
            solution,
            ..Standing::default()
        };
        let mut progress = Progress::new(query, visit);
        let end = self
            .procedure
            .search(puzzle, &mut progress, &mut observer, standing);
        self.checks = [standing.checks];
        let placements = progress.nodes();
        let stats = Stats {
            nodes: placements.into(),
            placements: placements.into(),
            guesses: if self.knows_guesses {
                standing.guesses.into()
            } else {
                Stat::UNKNOWN
            },
            backtracks: (placements - standing.depth as u64).into(),
            depth: (standing.deepest as u64).into(),
        };
        progress.report(end, stats)
    }
}

impl<P: Procedure> Solver for Worker<P> {
    fn run(&mut self, puzzle: PuzzleRef<'_>, query: &Query, visit: Visit<'_>) -> Report {
        self.search(puzzle, query, visit, Silent)
    }

    fn run_traced(
        &mut self,
        puzzle: PuzzleRef<'_>,
        query: &Query,
        visit: Visit<'_>,
        trace: &mut dyn Trace,
    ) -> Report {
        self.search(puzzle, query, visit, Told(trace))
    }

    fn figures(&self) -> &[u64] {
        &self.checks[..self.figures]
    }
}
