//! The search for rules of every shape: infer, choose, try, undo, without
//! recursion.
//!
//! What is inferred is a [`Board`]'s business; there are two kinds
//! ([`houses`](crate::houses) and [`candidates`](crate::candidates)). A board
//! writes down what it changes, so going back is taking the newest changes
//! away again, and a point of the stack is a few words:
//!
//! ```text
//! points   [ r1c5: tried 3, left {7}, trail 41 ][ 9 in box 2: tried r1c6, left {r3c4}, trail 58 ]
//! trail    [ ... 41 changes ... | ... 17 more ... | ... ]
//! ```
//!
//! All memory is allocated when the solver is made: no more points can stand
//! than there are cells.

use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;

use polydoku_core::{
    Cell, Choice, Digit, DigitSet, End, Event, HouseIndex, Observer, Progress, PuzzleRef, Query,
    Report, Rules, Silent, Solver, Told, Trace, Visit,
};

use crate::tally::Tally;

/// What inference came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// No solution lies below.
    Dead,
    /// Every cell has its digit.
    Solved,
    /// Undecided.
    Open,
}

/// Where a board wants to branch, with what is still to be tried.
#[derive(Clone, Copy, Debug)]
pub enum Fork {
    /// The digits of one cell.
    Digits {
        /// The cell.
        cell: Cell,
        /// Its digits.
        digits: DigitSet,
    },
    /// The places of a digit in a house.
    Places {
        /// The house.
        house: HouseIndex,
        /// The digit.
        digit: Digit,
        /// Bit i stands for the i-th cell of the house.
        places: u64,
    },
}

/// Clues, candidates and inference of one kind.
pub trait Board {
    /// Takes a puzzle.
    fn load(&mut self, rules: &Rules, puzzle: PuzzleRef<'_>);
    /// Draws the conclusions it is made for.
    fn infer<O: Observer>(
        &mut self,
        rules: &Rules,
        progress: &Progress<'_>,
        tally: &mut Tally,
        observer: &mut O,
    ) -> ControlFlow<End, State>;
    /// Where to branch, when the state is open.
    fn fork(&mut self, rules: &Rules) -> Fork;
    /// How much has been written down.
    fn mark(&self) -> usize;
    /// Takes away what was written down after the mark.
    fn undo(&mut self, rules: &Rules, mark: usize);
    /// Puts a digit into an open cell, as a guess.
    fn guess(&mut self, rules: &Rules, cell: Cell, digit: Digit);
    /// The digits, when the state is solved.
    fn digits(&self) -> &[Digit];
    /// The family's figures since the puzzle was taken.
    fn figures(&self) -> [u64; 2];
}

/// A branching point.
#[derive(Clone, Copy, Debug)]
struct Point {
    /// What is still to be tried.
    rest: Fork,
    mark: usize,
    nth: u32,
    of: u32,
}

/// A solver around one kind of board.
#[derive(Debug)]
pub struct TrailSolver<B> {
    rules: Arc<Rules>,
    board: B,
    points: Vec<Point>,
    figures: [u64; 2],
}

impl<B: Board> TrailSolver<B> {
    /// A solver with this board.
    pub fn new(rules: &Arc<Rules>, board: B) -> TrailSolver<B> {
        TrailSolver {
            rules: rules.clone(),
            board,
            points: Vec::with_capacity(rules.cell_count()),
            figures: [0; 2],
        }
    }

    fn report<O: Observer>(
        &mut self,
        puzzle: PuzzleRef<'_>,
        query: &Query,
        visit: Visit<'_>,
        observer: &mut O,
    ) -> Report {
        let mut progress = Progress::new(query, visit);
        let mut tally = Tally::default();
        self.points.clear();
        self.board.load(&self.rules, puzzle);
        let end = self.search(&mut progress, &mut tally, observer);
        if query.figures {
            self.figures = self.board.figures();
        }
        progress.report(end, tally.stats(progress.nodes()))
    }

    fn search<O: Observer>(
        &mut self,
        progress: &mut Progress<'_>,
        tally: &mut Tally,
        observer: &mut O,
    ) -> ControlFlow<End> {
        progress.budget.check()?;
        loop {
            match self.board.infer(&self.rules, progress, tally, observer)? {
                State::Open => {
                    let rest = self.board.fork(&self.rules);
                    self.points.push(Point {
                        rest,
                        mark: self.board.mark(),
                        nth: 0,
                        of: rest.len(),
                    });
                }
                State::Solved => {
                    let digits = self.board.digits();
                    observer.event(|| Event::Solution { digits })?;
                    progress.solution(digits)?;
                    if self.back(tally, observer)?.is_none() {
                        return Continue(());
                    }
                }
                State::Dead => {
                    if self.back(tally, observer)?.is_none() {
                        return Continue(());
                    }
                }
            }
            self.follow(progress, tally, observer)?;
        }
    }

    /// Undoes choices until one has a successor; `None` when there is none.
    fn back<O: Observer>(
        &mut self,
        tally: &mut Tally,
        observer: &mut O,
    ) -> ControlFlow<End, Option<()>> {
        while let Some(point) = self.points.last() {
            let (mark, exhausted) = (point.mark, point.nth == point.of);
            self.board.undo(&self.rules, mark);
            tally.backtracks += 1;
            let depth = self.points.len() as u32 - 1;
            observer.event(|| Event::Backtrack { depth })?;
            if !exhausted {
                return Continue(Some(()));
            }
            self.points.pop();
        }
        Continue(None)
    }

    /// Follows the next choice of the newest point.
    fn follow<O: Observer>(
        &mut self,
        progress: &mut Progress<'_>,
        tally: &mut Tally,
        observer: &mut O,
    ) -> ControlFlow<End> {
        progress.node()?;
        let point = self.points.last_mut().expect("a choice belongs to a point");
        let (cell, digit, house) = point.rest.next(&self.rules);
        point.nth += 1;
        let (nth, of) = (point.nth, point.of);
        tally.guesses += u64::from(nth < of);
        tally.depth = tally.depth.max(self.points.len() as u32);
        observer.event(|| Event::Guess {
            choice: Choice::Candidate { cell, digit, house },
            nth,
            of,
        })?;
        self.board.guess(&self.rules, cell, digit);
        Continue(())
    }
}

impl Fork {
    fn len(&self) -> u32 {
        match self {
            Fork::Digits { digits, .. } => digits.len() as u32,
            Fork::Places { places, .. } => places.count_ones(),
        }
    }

    /// Takes the next choice out.
    fn next(&mut self, rules: &Rules) -> (Cell, Digit, Option<HouseIndex>) {
        match self {
            Fork::Digits { cell, digits } => {
                let digit = digits.first().expect("a point has a choice left");
                digits.remove(digit);
                (*cell, digit, None)
            }
            Fork::Places {
                house,
                digit,
                places,
            } => {
                let place = places.trailing_zeros() as usize;
                *places &= *places - 1;
                (rules.house(*house).cells()[place], *digit, Some(*house))
            }
        }
    }
}

impl<B: Board> Solver for TrailSolver<B> {
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

/// Cells beyond which a board looks at the clock between nodes too: inference
/// on a 25x25 grid can outlast many nodes of a small one.
pub const LARGE: usize = 256;
