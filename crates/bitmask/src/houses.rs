//! `bitmask/mrv`: what each house has left, and fewest candidates first.
//!
//! The whole state is one word a house, the digits not yet in it, and one mark
//! a cell. A cell's candidates are not kept; they are looked up when asked for,
//! by ANDing the words of the houses it lies in:
//!
//! ```text
//! row 1   { 1 . . 4 . . 7 . 9 }
//! col 5   { . 2 . 4 . . 7 . . }
//! box 2   { . . 3 4 . 6 7 8 . }   AND = { 4 7 } = the candidates of r1c5
//! ```
//!
//! Placing a digit clears one bit in each of three words (more where diagonals
//! or windows cross), so placing and taking back cost next to nothing; finding
//! the cell to go on with costs a scan over all open cells. This is the form
//! that programming contests know. It fills a cell that has one candidate left
//! and branches at the first one of those with fewest; it sees no hidden
//! single, which is why puzzles with few clues defeat it.

use std::ops::ControlFlow::{self, Continue};

use polydoku_core::{
    Cell, Conflict, Digit, DigitSet, End, Event, Observer, Progress, PuzzleRef, Reason, Rules,
    Value,
};

use crate::search::{Board, Fork, LARGE, State};
use crate::tally::Tally;

/// Clues and digits placed, by house.
#[derive(Debug)]
pub struct HouseBoard {
    /// Digits that a house does not hold yet.
    free: Vec<DigitSet>,
    /// Digits that the puzzle's marks allow a cell.
    allowed: Vec<DigitSet>,
    /// The digit of each cell; meaningless where the cell is open.
    digits: Vec<Digit>,
    /// The open cells in no order.
    open: Vec<Cell>,
    /// Cells filled since the puzzle was taken, and where in `open` each stood.
    trail: Vec<(Cell, u16)>,
    /// Where the last scan found the fewest candidates.
    fewest: (usize, DigitSet),
    guessed: bool,
    scans: u64,
    looked_at: u64,
}

impl HouseBoard {
    /// An empty board.
    pub fn new(rules: &Rules) -> HouseBoard {
        let cells = rules.cell_count();
        HouseBoard {
            free: vec![DigitSet::EMPTY; rules.houses().len()],
            allowed: vec![DigitSet::EMPTY; cells],
            digits: vec![Digit::from_index(0); cells],
            open: Vec::with_capacity(cells),
            trail: Vec::with_capacity(cells),
            fewest: (0, DigitSet::EMPTY),
            guessed: false,
            scans: 0,
            looked_at: 0,
        }
    }

    #[inline]
    fn candidates(&self, rules: &Rules, cell: Cell) -> DigitSet {
        let houses = rules.houses_of(cell).iter();
        houses.fold(self.allowed[cell.index()], |left, house| {
            left & self.free[house.index()]
        })
    }

    fn fill(&mut self, rules: &Rules, at: usize, digit: Digit) {
        let cell = self.open.swap_remove(at);
        self.trail.push((cell, at as u16));
        self.digits[cell.index()] = digit;
        for house in rules.houses_of(cell) {
            self.free[house.index()].remove(digit);
        }
    }
}

impl Board for HouseBoard {
    fn load(&mut self, rules: &Rules, puzzle: PuzzleRef<'_>) {
        self.free.fill(rules.digits());
        self.open.clear();
        self.trail.clear();
        self.guessed = false;
        (self.scans, self.looked_at) = (0, 0);
        for cell in rules.cells() {
            self.allowed[cell.index()] = puzzle.allowed(cell);
            match puzzle.clues()[cell.index()] {
                None => self.open.push(cell),
                Some(digit) => {
                    self.digits[cell.index()] = digit;
                    for house in rules.houses_of(cell) {
                        self.free[house.index()].remove(digit);
                    }
                }
            }
        }
    }

    fn infer<O: Observer>(
        &mut self,
        rules: &Rules,
        progress: &Progress<'_>,
        tally: &mut Tally,
        observer: &mut O,
    ) -> ControlFlow<End, State> {
        if self.guessed {
            self.guessed = false;
            let &(cell, _) = self.trail.last().expect("a guess was written down");
            let digit = self.digits[cell.index()];
            tally.placements += 1;
            observer.event(|| Event::Place {
                cell,
                digit,
                reason: Reason::Guess,
            })?;
        }
        loop {
            if rules.cell_count() > LARGE {
                progress.budget.check()?;
            }
            let mut fewest = (0, rules.digits(), u32::MAX);
            self.scans += 1;
            for (at, &cell) in self.open.iter().enumerate() {
                self.looked_at += 1;
                let digits = self.candidates(rules, cell);
                // Cells are taken in reading order where they tie, so that the
                // search does not depend on the order of `open`.
                let key = digits.len() as u32 * (1 << 16) + cell.index() as u32;
                if key < fewest.2 {
                    fewest = (at, digits, key);
                    if digits.is_empty() {
                        break;
                    }
                }
            }
            let (at, digits, _) = fewest;
            let Some(&cell) = self.open.get(at) else {
                return Continue(State::Solved);
            };
            let fields = [
                ("cell", Value::Cell(cell)),
                ("fits", Value::Digits(digits)),
                ("open", Value::Number(self.open.len() as u64)),
                ("houses", Value::Sets(&self.free)),
            ];
            observer.event(|| Event::Family {
                kind: "scan",
                fields: &fields,
            })?;
            if digits.is_empty() {
                observer.event(|| Event::Conflict(Conflict::NoDigit(cell)))?;
                return Continue(State::Dead);
            }
            let Some(digit) = digits.single() else {
                self.fewest = (at, digits);
                return Continue(State::Open);
            };
            self.fill(rules, at, digit);
            tally.placements += 1;
            observer.event(|| Event::Place {
                cell,
                digit,
                reason: Reason::NakedSingle,
            })?;
        }
    }

    fn fork(&mut self, _: &Rules) -> Fork {
        let (at, digits) = self.fewest;
        Fork::Digits {
            cell: self.open[at],
            digits,
        }
    }

    fn mark(&self) -> usize {
        self.trail.len()
    }

    fn undo(&mut self, rules: &Rules, mark: usize) {
        while self.trail.len() > mark {
            let (cell, at) = self.trail.pop().expect("the trail is longer than the mark");
            // The reverse of `swap_remove`.
            self.open.push(cell);
            let last = self.open.len() - 1;
            self.open.swap(at.into(), last);
            let digit = self.digits[cell.index()];
            for house in rules.houses_of(cell) {
                self.free[house.index()].insert(digit);
            }
        }
    }

    fn guess(&mut self, rules: &Rules, cell: Cell, digit: Digit) {
        let at = self.open.iter().position(|&open| open == cell);
        self.fill(rules, at.expect("a guess goes into an open cell"), digit);
        self.guessed = true;
    }

    fn digits(&self) -> &[Digit] {
        &self.digits
    }

    fn figures(&self) -> [u64; 2] {
        [self.scans, self.looked_at]
    }
}
