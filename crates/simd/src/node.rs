//! One node of a search: the candidates of all 81 cells, at rest.
//!
//! ```text
//! words[3r + c][R] = the three cells of grid row 3R + r in columns c, 3 + c, 6 + c
//!                    R band, r row in the band, c column in the box
//! ```
//!
//! Lane 3 of each quad is padding that holds every digit, so that a quad is one
//! 128-bit vector and three bands are worked on at once. 144 bytes; stacks are
//! made of these. How a node is moved into the lanes of a board is the board's
//! business.

use crate::triple::{FULL, GUARDS, field, without_lowest, word};
use polydoku_core::{Digit, DigitSet};

/// The candidates of all cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(16))]
pub(crate) struct Node {
    pub(crate) words: [[u32; 4]; 9],
}

/// The candidates of a clue, or of an open cell: indexed by `Option<Digit>`'s
/// value, with more entries than needed so that `& 15` replaces a bounds check.
const CANDIDATES: [u32; 16] = {
    let mut table = [0x1FF; 16];
    let mut value = 1;
    while value <= 9 {
        table[value] = 1 << (value - 1);
        value += 1;
    }
    table
};

/// Field `stack` of a word that holds a clue.
const PLACED: [[u32; 16]; 3] = {
    let mut table = [CANDIDATES; 3];
    let mut value = 0;
    while value < 16 {
        table[1][value] <<= 10;
        table[2][value] <<= 20;
        value += 1;
    }
    table
};

/// The cell in field `stack` of `words[index][band]`.
#[inline(always)]
pub(crate) const fn cell_at(index: usize, band: usize, stack: usize) -> usize {
    9 * (3 * band + index / 3) + 3 * stack + index % 3
}

impl Node {
    /// Every digit everywhere.
    pub(crate) const OPEN: Node = Node {
        words: [[FULL; 4]; 9],
    };

    /// The start of a search. Clues beyond 9 cannot occur.
    #[inline(always)]
    pub(crate) fn of_clues(clues: &[Option<Digit>; 81]) -> Node {
        let mut node = Node::OPEN;
        for index in 0..9 {
            for band in 0..3 {
                let mut word = 0;
                for stack in 0..3 {
                    let value = clues[cell_at(index, band, stack)].map_or(0, Digit::get);
                    word |= PLACED[stack][usize::from(value & 15)];
                }
                node.words[index][band] = word;
            }
        }
        node
    }

    /// Strikes out what pencil marks do not allow.
    pub(crate) fn restrict_to(&mut self, marks: &[DigitSet; 81]) {
        for index in 0..9 {
            for band in 0..3 {
                let allowed = |stack| marks[cell_at(index, band, stack)].bits() as u32 & 0x1FF;
                self.words[index][band] &= word([allowed(0), allowed(1), allowed(2)]);
            }
        }
    }

    /// The candidates of one cell.
    pub(crate) fn candidates(&self, cell: usize) -> DigitSet {
        let (row, col) = (cell / 9, cell % 9);
        let word = self.words[3 * (row % 3) + col % 3][row / 3];
        DigitSet::from_bits(u64::from(field(word, col / 3)))
    }

    /// Whether every cell has exactly one candidate.
    #[inline(always)]
    pub(crate) fn is_decided(&self) -> bool {
        let mut more = 0;
        let mut guards = GUARDS;
        for quad in &self.words {
            for &word in quad.iter().take(3) {
                more |= without_lowest(word);
                guards &= word + FULL;
            }
        }
        more == 0 && guards & GUARDS == GUARDS
    }

    /// Whether a decided node is a solution: no house lacks a digit.
    #[inline(always)]
    pub(crate) fn is_right(&self) -> bool {
        let mut missing = 0;
        let mut columns = [0; 3];
        let mut boxes = [0; 3];
        for r in 0..3 {
            for band in 0..3 {
                let [a, b, c] = [0, 1, 2].map(|c| self.words[3 * r + c][band]);
                columns[0] |= a;
                columns[1] |= b;
                columns[2] |= c;
                let three = a | b | c;
                boxes[band] |= three;
                missing |= !(three | three >> 10 | three >> 20) & 0x1FF;
            }
        }
        for house in 0..3 {
            missing |= !columns[house] & FULL;
            missing |= !boxes[house] & FULL;
        }
        missing == 0
    }

    /// The digits of a decided node, row by row.
    #[inline(always)]
    pub(crate) fn digits(&self) -> [Digit; 81] {
        let mut digits = [Digit::from_index(0); 81];
        for index in 0..9 {
            for band in 0..3 {
                let word = self.words[index][band];
                for stack in 0..3 {
                    // `& 15` states what "decided" means, so no check is left.
                    let position = (word >> (10 * stack)).trailing_zeros() as usize & 15;
                    digits[cell_at(index, band, stack)] = Digit::from_index(position);
                }
            }
        }
        digits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLVED: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn clues(line: &str) -> [Option<Digit>; 81] {
        let mut clues = [None; 81];
        for (clue, byte) in clues.iter_mut().zip(line.bytes()) {
            *clue = Digit::new(byte.wrapping_sub(b'0')).filter(|d| d.get() <= 9);
        }
        clues
    }

    #[test]
    fn clues_stand_where_they_were_given() {
        let given = clues(PUZZLE);
        let node = Node::of_clues(&given);
        for cell in 0..81 {
            let expected = given[cell].map_or(DigitSet::all(9), DigitSet::only);
            assert_eq!(node.candidates(cell), expected, "cell {cell}");
        }
        assert!(!node.is_decided());
    }

    #[test]
    fn a_solution_is_told_from_a_wrong_filling() {
        let given = clues(SOLVED);
        let node = Node::of_clues(&given);
        assert!(node.is_decided() && node.is_right());
        assert_eq!(node.digits().map(Some), given);
        // Swapping two cells of a row breaks columns only, of a column rows
        // only; swapping the columns of two boxes' rows breaks boxes only.
        for swaps in [&[(0, 4)][..], &[(0, 36)], &[(0, 27), (8, 35)]] {
            let mut wrong = given;
            for &(a, b) in swaps {
                wrong.swap(a, b);
            }
            let node = Node::of_clues(&wrong);
            assert!(node.is_decided() && !node.is_right(), "{swaps:?}");
        }
        // Three rows of different bands exchanged: rows and columns stay
        // right, boxes do not.
        let mut wrong = given;
        for col in 0..9 {
            wrong.swap(col, 27 + col);
        }
        assert!(!Node::of_clues(&wrong).is_right());
    }

    #[test]
    fn pencil_marks_strike_candidates() {
        let mut marks = [DigitSet::all(9); 81];
        marks[40] = DigitSet::from_bits(0b1010);
        marks[80] = DigitSet::EMPTY;
        let mut node = Node::OPEN;
        node.restrict_to(&marks);
        for cell in 0..81 {
            assert_eq!(node.candidates(cell), marks[cell]);
        }
        assert!(!node.is_decided());
    }
}
