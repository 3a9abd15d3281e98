//! Isomorphs: the same puzzle under other names and seen from another side.
//!
//! Renaming the digits and moving cells so that houses stay houses changes
//! nothing about a puzzle: it has as many solutions as before, and they are moved
//! alike. That makes isomorphs good test material (every engine must answer
//! alike) and good benchmark material (no engine can be lucky with one order).
//!
//! An [`Isomorph`] is a permutation of the cells and one of the digits, with its
//! [`inverse`](Isomorph::inverse), and moves puzzles, marks and solutions.
//! [`Symmetries`] finds what the rules allow, once, and draws from it by seed:
//!
//! * **Rectangular boxes or none, and no further houses**: bands and the rows in
//!   them, stacks and the columns in them, and transposition where boxes are
//!   square or absent, are each drawn uniformly.
//! * **Anything else** (jigsaw, diagonals, windoku, extra regions): a list of
//!   plain moves is tried (module `moves`), and those that map the set of houses
//!   onto itself are kept; what is drawn is a random product of them. Symmetries
//!   that are no such product are not looked for. Rules without symmetry keep
//!   only the renaming of digits.
//!
//! The same seed gives the same isomorph on every machine and in every version:
//! the generator ([`SplitMix64`]) and the order of the draws are part of the
//! format. Draws come in this order: digits; then bands, the rows in each band,
//! stacks, the columns in each stack, whether to transpose; or, for other rules,
//! the indices of 64 moves or of standing still.

mod moves;
mod random;

use std::sync::Arc;

use polydoku_core::{Boxes, Cell, Digit, DigitSet, HouseKind, Puzzle, PuzzleRef, Rules};

pub use random::SplitMix64;

/// How many moves are multiplied for rules with few symmetries. Enough to reach
/// all products of commuting swaps with near equal chance.
const STEPS: usize = 64;

/// A renaming of digits and a moving of cells that keeps the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Isomorph {
    /// Where each cell goes.
    cells: Box<[Cell]>,
    /// What each digit becomes.
    digits: Box<[Digit]>,
}

impl Isomorph {
    /// The isomorph that changes nothing.
    pub fn identity(rules: &Rules) -> Isomorph {
        Isomorph {
            cells: rules.cells().collect(),
            digits: rules.digits().iter().collect(),
        }
    }

    /// Where a cell goes.
    pub fn cell(&self, cell: Cell) -> Cell {
        self.cells[cell.index()]
    }

    /// What a digit becomes.
    pub fn digit(&self, digit: Digit) -> Digit {
        self.digits[digit.index()]
    }

    /// What a set of digits becomes.
    pub fn digit_set(&self, digits: DigitSet) -> DigitSet {
        digits.iter().map(|digit| self.digit(digit)).collect()
    }

    /// The isomorph that takes everything back.
    pub fn inverse(&self) -> Isomorph {
        let (mut cells, mut digits) = (self.cells.clone(), self.digits.clone());
        for (from, to) in self.cells.iter().enumerate() {
            cells[to.index()] = Cell::new(from);
        }
        for (from, to) in self.digits.iter().enumerate() {
            digits[to.index()] = Digit::from_index(from);
        }
        Isomorph { cells, digits }
    }

    /// This one first, then the other.
    pub fn then(&self, other: &Isomorph) -> Isomorph {
        Isomorph {
            cells: self.cells.iter().map(|&cell| other.cell(cell)).collect(),
            digits: self.digits.iter().map(|&d| other.digit(d)).collect(),
        }
    }

    /// A partly filled grid, moved.
    ///
    /// # Panics
    /// If it has another number of cells or digits beyond the size.
    pub fn grid(&self, cells: &[Option<Digit>]) -> Vec<Option<Digit>> {
        self.moved(cells, |digit| digit.map(|digit| self.digit(digit)))
    }

    /// A complete grid, moved.
    ///
    /// # Panics
    /// If it has another number of cells or digits beyond the size.
    pub fn solution(&self, digits: &[Digit]) -> Vec<Digit> {
        self.moved(digits, |digit| self.digit(digit))
    }

    /// Pencil marks, moved.
    ///
    /// # Panics
    /// If there is not one for each cell, or digits beyond the size.
    pub fn marks(&self, marks: &[DigitSet]) -> Vec<DigitSet> {
        self.moved(marks, |mark| self.digit_set(mark))
    }

    /// A puzzle, moved with its marks.
    ///
    /// # Panics
    /// If it has other rules than those the isomorph was drawn for.
    pub fn puzzle(&self, puzzle: PuzzleRef<'_>) -> Puzzle {
        let clues = self.grid(puzzle.clues());
        let moved = match puzzle.marks() {
            None => Puzzle::new(puzzle.rules(), &clues),
            Some(marks) => Puzzle::with_marks(puzzle.rules(), &clues, &self.marks(marks)),
        };
        moved.expect("an isomorph of these rules keeps clues from clashing")
    }

    fn moved<T: Copy>(&self, from: &[T], rename: impl Fn(T) -> T) -> Vec<T> {
        assert_eq!(from.len(), self.cells.len(), "one entry for each cell");
        let mut to = from.to_vec();
        for (&value, cell) in from.iter().zip(&self.cells) {
            to[cell.index()] = rename(value);
        }
        to
    }
}

/// What the cells of some rules can be moved by.
#[derive(Clone, Debug)]
pub struct Symmetries {
    size: usize,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Only rows, columns and boxes of this height and width (whole rows of one
    /// cell's height where there are none): every move of bands and stacks.
    Boxes { rows: usize, cols: usize },
    /// The plain moves that map houses onto houses.
    Moves(Vec<Box<[Cell]>>),
}

impl Symmetries {
    /// Finds the symmetries of the rules.
    pub fn of(rules: &Arc<Rules>) -> Symmetries {
        let size = rules.size();
        let plain = |kind| {
            use HouseKind::{Box, Col, Row};
            matches!(kind, Row(_) | Col(_) | Box(_))
        };
        let only_plain = rules.houses().iter().all(|house| plain(house.kind()));
        let kind = match *rules.boxes() {
            Boxes::Rect { rows, cols } if only_plain => Kind::Boxes { rows, cols },
            // One band of all rows: any order of rows.
            Boxes::None if only_plain => Kind::Boxes {
                rows: size,
                cols: size,
            },
            _ => Kind::Moves(moves::kept(rules)),
        };
        Symmetries { size, kind }
    }

    /// The isomorph of this seed.
    pub fn seeded(&self, seed: u64) -> Isomorph {
        self.drawn(&mut SplitMix64::new(seed))
    }

    /// The next isomorph of a generator.
    pub fn drawn(&self, random: &mut SplitMix64) -> Isomorph {
        let size = self.size;
        let digits = random.permutation(size);
        let digits = digits.into_iter().map(Digit::from_index).collect();
        let cells = match &self.kind {
            &Kind::Boxes { rows, cols } => {
                let row_to = lines(size, rows, random);
                let col_to = lines(size, cols, random);
                let transpose = rows == cols && random.below(2) == 1;
                let cell = |cell: usize| {
                    let (row, col) = (row_to[cell / size], col_to[cell % size]);
                    match transpose {
                        true => Cell::at(col, row, size),
                        false => Cell::at(row, col, size),
                    }
                };
                (0..size * size).map(cell).collect()
            }
            Kind::Moves(kept) => {
                let mut cells: Box<[Cell]> = (0..size * size).map(Cell::new).collect();
                if !kept.is_empty() {
                    for _ in 0..STEPS {
                        // Half of the steps stand still: swaps change parity,
                        // and a fixed number of them would reach half of all.
                        let step = random.below(2 * kept.len() as u64) as usize;
                        if let Some(step) = kept.get(step) {
                            cells.iter_mut().for_each(|cell| *cell = step[cell.index()]);
                        }
                    }
                }
                cells
            }
        };
        Isomorph { cells, digits }
    }
}

/// Where each of `size` lines goes if groups of `group` change places and the
/// lines within each group too.
fn lines(size: usize, group: usize, random: &mut SplitMix64) -> Vec<usize> {
    let groups = random.permutation(size / group);
    let mut to = vec![0; size];
    for (from, place) in groups.into_iter().enumerate() {
        for (line, inner) in random.permutation(group).into_iter().enumerate() {
            to[from * group + line] = place * group + inner;
        }
    }
    to
}

#[cfg(test)]
mod tests;
