//! The 9x9 kernel's search: pass after pass, then a split, then back.
//!
//! The stack holds, for each branching point, the grid as it was and the split
//! made there: 160 bytes, copied with a few vector moves, so nothing is undone
//! cell by cell. A point leaves the stack when its second choice is followed;
//! the number of choices standing is therefore counted beside it.
//!
//! Placements are counted from what the passes see anyway: the fall in the
//! number of undecided cells, between the beginning of the last pass survived
//! above and that of the last one survived here. A traced search tells exactly
//! those placements, and lets the kernel run in front of the words: see
//! `explain`.

use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;

use polydoku_core::{
    Cell, Choice, Digit, End, Event, Observer, Progress, PuzzleRef, Query, Report, Rules, Silent,
    Solver, Told, Trace, Visit,
};

use super::branch::{Split, split};
use super::explain::Teller;
use super::sweep::{Lines, Outcome, sweep};
use super::{Grid, candidates, digits, start};
use crate::tally::Tally;

/// A branching point whose second choice is still to be followed.
#[derive(Clone, Copy, Debug)]
struct Point {
    grid: Grid,
    split: Split,
    /// Cells undecided in `grid`.
    undecided: u32,
    /// Choices standing above it.
    depth: u32,
}

/// The most points that can wait at one time: a digit in a band or stack is
/// split at most twice on the way down a branch (6 layouts to 2 to 1).
const POINTS: usize = 2 * 6 * 9;

/// A solver of 9x9 puzzles.
#[derive(Debug)]
pub struct ClassicSolver {
    rules: Arc<Rules>,
    points: Vec<Point>,
    /// Passes and cells narrowed, of the last run that asked for them.
    figures: [u64; 2],
}

impl ClassicSolver {
    /// A solver with its stack allocated.
    pub fn new(rules: &Arc<Rules>) -> ClassicSolver {
        ClassicSolver {
            rules: rules.clone(),
            points: Vec::with_capacity(POINTS),
            figures: [0; 2],
        }
    }

    #[inline]
    fn report<O: Observer>(
        &mut self,
        puzzle: PuzzleRef<'_>,
        query: &Query,
        visit: Visit<'_>,
        observer: &mut O,
    ) -> Report {
        let mut progress = Progress::new(query, visit);
        let mut tally = Tally::default();
        let end = if query.figures {
            self.figures = [0; 2];
            self.search::<O, true>(puzzle, &mut progress, &mut tally, observer)
        } else {
            self.search::<O, false>(puzzle, &mut progress, &mut tally, observer)
        };
        progress.report(end, tally.stats(progress.nodes()))
    }

    fn search<O: Observer, const FIGURES: bool>(
        &mut self,
        puzzle: PuzzleRef<'_>,
        progress: &mut Progress<'_>,
        tally: &mut Tally,
        observer: &mut O,
    ) -> ControlFlow<End> {
        progress.budget.check()?;
        self.points.clear();
        let mut grid = start(puzzle);
        let mut lines = Lines::NONE;
        let mut teller = O::ON.then(|| Teller::new(&self.rules, puzzle, &grid));
        // Undecided cells where the branch began: clues are no placements.
        // (Summed as bytes, which is a vector instruction or two.)
        let open = puzzle.clues().iter().map(|clue| u8::from(clue.is_none()));
        let mut undecided = u32::from(open.sum::<u8>());
        let mut depth = 0;
        loop {
            lines.undecided = [undecided, 0, 0, 0];
            let outcome = loop {
                let before = grid;
                let outcome = sweep(&mut grid, &mut lines);
                if FIGURES {
                    self.figures[0] += 1;
                    self.figures[1] += u64::from(narrowed(&before, &grid));
                }
                if let Some(teller) = &mut teller {
                    teller.tell(&before, outcome, observer)?;
                }
                if outcome != Outcome::Changed {
                    break outcome;
                }
            };
            let now = lines.undecided();
            tally.placements += u64::from(undecided - now);
            undecided = now;
            match outcome {
                Outcome::Fixed => {
                    let split = split(&lines);
                    progress.node()?;
                    tally.guesses += 1;
                    self.points.push(Point {
                        grid,
                        split,
                        undecided,
                        depth,
                    });
                    self.follow(split, 0, &mut grid, &mut teller, observer)?;
                    depth += 1;
                    tally.depth = tally.depth.max(depth);
                    continue;
                }
                Outcome::Solved => {
                    let digits = digits(&grid);
                    observer.event(|| Event::Solution { digits: &digits })?;
                    progress.solution(&digits)?;
                }
                Outcome::Dead | Outcome::Changed => {}
            }
            let point = self.points.pop();
            let above = point.map_or(0, |point| point.depth);
            tally.backtracks += u64::from(depth - above);
            if O::ON {
                for depth in (above..depth).rev() {
                    observer.event(|| Event::Backtrack { depth })?;
                }
            }
            let Some(point) = point else {
                return Continue(());
            };
            progress.node()?;
            grid = point.grid;
            undecided = point.undecided;
            self.follow(point.split, 1, &mut grid, &mut teller, observer)?;
            depth = above + 1;
        }
    }

    /// Follows one choice of a split of `grid`.
    #[inline]
    fn follow<O: Observer>(
        &self,
        split: Split,
        choice: usize,
        grid: &mut Grid,
        teller: &mut Option<Teller<'_>>,
        observer: &mut O,
    ) -> ControlFlow<End> {
        let Some(teller) = teller else {
            split.apply(choice, grid);
            return Continue(());
        };
        let bit = 1 << split.digit();
        let cells: Vec<Cell> = split
            .cells(choice)
            .filter(|&cell| candidates(grid, cell) & bit != 0)
            .map(Cell::new)
            .collect();
        observer.event(|| Event::Guess {
            choice: Choice::Layout {
                digit: Digit::from_index(split.digit()),
                cells: &cells,
            },
            nth: choice as u32 + 1,
            of: 2,
        })?;
        let before = *grid;
        split.apply(choice, grid);
        teller.guessed(&before, grid, observer)
    }
}

/// How many cells have fewer candidates than before.
fn narrowed(before: &Grid, grid: &Grid) -> u32 {
    let cells = (0..81).filter(|&cell| candidates(before, cell) != candidates(grid, cell));
    cells.count() as u32
}

impl Solver for ClassicSolver {
    #[inline]
    fn run(&mut self, puzzle: PuzzleRef<'_>, query: &Query, visit: Visit<'_>) -> Report {
        self.report(puzzle, query, visit, &mut Silent)
    }

    fn run_traced(
        &mut self,
        puzzle: PuzzleRef<'_>,
        query: &Query,
        visit: Visit<'_>,
        trace: &mut dyn Trace,
    ) -> Report {
        self.report(puzzle, query, visit, &mut Told(trace))
    }

    fn figures(&self) -> &[u64] {
        &self.figures
    }
}
