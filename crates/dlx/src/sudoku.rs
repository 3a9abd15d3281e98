//! A puzzle as a matrix, and the solver that keeps the matrix's memory.
//!
//! Clues are eliminated before the matrix is built. Their items are out of play
//! from the start, and an option exists only where no house of the cell has the
//! digit already: a 9x9 puzzle with 23 clues leaves about 220 of 729 options.
//!
//! ```text
//! used    one DigitSet a house: the clues in it
//! open cell, allowed & !(used of its houses)  ->  options, cell by cell
//! ```
//!
//! Nothing is allocated from one puzzle to the next: the structures are as large
//! as an empty grid needs from the start.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use polydoku_core::{
    Cell, Digit, DigitSet, Observer, Progress, PuzzleRef, Query, Report, Rules, Silent, Solver,
    Stats, Told, Trace, Visit,
};

use crate::figures::{self, Run};
use crate::layout::Layout;
use crate::matrix::Matrix;
use crate::search::Search;
use crate::told::SudokuWatch;
use crate::width::Width;

/// One thread's exact-cover solver for puzzles of one shape.
#[derive(Debug)]
pub(crate) struct SudokuSolver<M: Matrix> {
    rules: Arc<Rules>,
    layout: Layout,
    matrix: M,
    search: Search<M::W>,
    /// Whether all options have four items. The matrix has then learnt those of
    /// an empty grid, in the order of cells and digits.
    learnt: bool,
    /// The digits that stand in each house.
    used: Vec<DigitSet>,
    /// The clues, and in the open cells anything until a solution is written.
    digits: Vec<Digit>,
    run: Run,
    figures: [u64; figures::COUNT],
}

impl<M: Matrix> SudokuSolver<M> {
    /// A solver for puzzles of these rules, whose layout this is.
    pub fn new(rules: &Arc<Rules>, layout: Layout) -> SudokuSolver<M> {
        let mut matrix = M::default();
        matrix.shape(layout.primary, &layout.capacity);
        let learnt = layout.has_four_items_an_option();
        if learnt {
            let mut options = Vec::with_capacity(rules.cell_count() * layout.size);
            for cell in rules.cells() {
                for digit in rules.digits() {
                    let mut items = layout.items_of(cell, digit).map(M::W::of);
                    let items = std::array::from_fn(|_| items.next().unwrap_or_default());
                    options.push((Layout::label(cell.index(), digit.index()), items));
                }
            }
            matrix.learn(options);
        }
        SudokuSolver {
            rules: rules.clone(),
            matrix,
            learnt,
            search: Search::default(),
            used: vec![DigitSet::EMPTY; layout.house_count()],
            digits: vec![Digit::from_index(0); rules.cell_count()],
            layout,
            run: Run::default(),
            figures: [0; figures::COUNT],
        }
    }

    /// Builds the puzzle's matrix.
    fn load(&mut self, puzzle: PuzzleRef<'_>) {
        let layout = &self.layout;
        let (all, marks) = (self.rules.digits(), puzzle.marks());
        self.matrix.clear();
        self.used.fill(DigitSet::EMPTY);
        self.run.open = 0;
        for (cell, &clue) in puzzle.clues().iter().enumerate() {
            let Some(digit) = clue else { continue };
            self.digits[cell] = digit;
            self.matrix.retire(M::W::of(cell));
            let (houses, bases) = layout.houses_of(cell);
            for (&house, &base) in houses.iter().zip(bases) {
                self.used[usize::from(house)] |= DigitSet::only(digit);
                self.matrix.retire(M::W::of(base as usize + digit.index()));
            }
        }
        for (cell, &clue) in puzzle.clues().iter().enumerate() {
            if clue.is_some() {
                continue;
            }
            let (houses, bases) = layout.houses_of(cell);
            let gone = houses.iter().fold(DigitSet::EMPTY, |gone, &house| {
                gone | self.used[usize::from(house)]
            });
            let left = (marks.map_or(all, |marks| marks[cell] & all) - gone).bits();
            self.run.open += 1;
            if self.learnt {
                let first = cell * layout.size;
                each_bit(left, |digit| self.matrix.recall(first + digit));
            } else {
                each_bit(left, |digit| {
                    let item = |&base: &u32| M::W::of(base as usize + digit);
                    let items = std::iter::once(M::W::of(cell)).chain(bases.iter().map(item));
                    self.matrix.append(Layout::label(cell, digit), items);
                });
            }
        }
        self.matrix.ready();
    }

    fn answer<O: Observer>(
        &mut self,
        puzzle: PuzzleRef<'_>,
        query: &Query,
        visit: Visit<'_>,
        observer: O,
    ) -> Report {
        if query.figures {
            let start = Instant::now();
            self.load(puzzle);
            self.run.build = start.elapsed();
            let start = Instant::now();
            let report = self.searched::<O, true>(query, visit, observer);
            self.run.search = start.elapsed();
            self.figures = self.run.figures();
            report
        } else {
            self.load(puzzle);
            self.searched::<O, false>(query, visit, observer)
        }
    }

    fn searched<O: Observer, const FIGURES: bool>(
        &mut self,
        query: &Query,
        visit: Visit<'_>,
        observer: O,
    ) -> Report {
        if FIGURES {
            self.run.counts.clear();
            self.run.options = self.matrix.options() as u64;
        }
        let mut watch = SudokuWatch::<O, FIGURES> {
            progress: Progress::new(query, visit),
            observer,
            digits: &mut self.digits,
            counts: &mut self.run.counts,
            rules: &self.rules,
            layout: &self.layout,
            placed: Cell::new(0),
            stop: ControlFlow::Continue(()),
        };
        let end = self.search.run(&mut self.matrix, &mut watch);
        let tally = self.search.tally();
        let nodes = watch.progress.nodes();
        let stats = Stats {
            nodes: nodes.into(),
            // Each option taken writes one digit.
            placements: nodes.into(),
            guesses: tally.guesses.into(),
            backtracks: tally.backtracks.into(),
            depth: tally.depth.into(),
        };
        watch.progress.report(end, stats)
    }
}

/// Calls `f` with the number of each bit that is set, from the lowest.
#[inline(always)]
fn each_bit(mut bits: u64, mut f: impl FnMut(usize)) {
    while bits != 0 {
        f(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

impl<M: Matrix + std::fmt::Debug> Solver for SudokuSolver<M> {
    fn run(&mut self, puzzle: PuzzleRef<'_>, query: &Query, visit: Visit<'_>) -> Report {
        self.answer(puzzle, query, visit, Silent)
    }

    fn run_traced(
        &mut self,
        puzzle: PuzzleRef<'_>,
        query: &Query,
        visit: Visit<'_>,
        trace: &mut dyn Trace,
    ) -> Report {
        self.answer(puzzle, query, visit, Told(trace))
    }

    fn figures(&self) -> &[u64] {
        &self.figures
    }
}
