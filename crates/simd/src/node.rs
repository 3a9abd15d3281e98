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

use crate::triple::{FULL, field, word};
use polydoku_core::{Digit, DigitSet};

/// The candidates of all cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(16))]
pub(crate) struct Node {
    pub(crate) words: [[u32; 4]; 9],
}

/// What a clue, or 0 for an open cell, leaves in each field of a word. Indexed
/// by any byte, so that no bounds check is left.
const LEFT_BY: [[u32; 256]; 3] = {
    let mut table = [[0x1FF; 256], [0x1FF << 10; 256], [0x1FF << 20; 256]];
    let mut value = 1;
    while value <= 9 {
        let mut stack = 0;
        while stack < 3 {
            table[stack][value] = 1 << (value - 1 + 10 * stack);
            stack += 1;
        }
        value += 1;
    }
    table
};

/// The cell in field `stack` of `words[index][band]`.
#[inline(always)]
pub(crate) const fn cell_at(index: usize, band: usize, stack: usize) -> usize {
    9 * (3 * band + index / 3) + 3 * stack + index % 3
}

/// Gives `place` each word of a puzzle, with its index and band.
#[inline(always)]
pub(crate) fn words_of(clues: &[Option<Digit>; 81], mut place: impl FnMut(usize, usize, u32)) {
    for band in 0..3 {
        for index in 0..9 {
            let mut word = 0;
            for stack in 0..3 {
                let value = clues[cell_at(index, band, stack)].map_or(0, Digit::get);
                word |= LEFT_BY[stack][usize::from(value)];
            }
            place(index, band, word);
        }
    }
}

/// The lowest digit of each set of digits; of no digit, any.
const LOWEST: [Digit; 512] = {
    let mut digits = [Digit::from_index(0); 512];
    let mut set = 1usize;
    while set < 512 {
        digits[set] = Digit::from_index(set.trailing_zeros() as usize);
        set += 1;
    }
    digits
};

impl Node {
    /// Every digit everywhere.
    pub(crate) const OPEN: Node = Node {
        words: [[FULL; 4]; 9],
    };

    /// The start of a search.
    #[inline(always)]
    pub(crate) fn of_clues(clues: &[Option<Digit>; 81]) -> Node {
        let mut node = Node::OPEN;
        words_of(clues, |index, band, word| node.words[index][band] = word);
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

    /// The digits of a decided node, row by row.
    ///
    /// By table, unlike a batch's solutions: a single one would have to wait for
    /// its bytes to be stored before vectors can take them up. Counting trailing
    /// zeros would be one instruction, but the compiler makes vector code of 81
    /// of them, for which there is no instruction.
    #[inline(always)]
    pub(crate) fn digits(&self) -> [Digit; 81] {
        let mut digits = [Digit::from_index(0); 81];
        for band in 0..3 {
            for index in 0..9 {
                let word = self.words[index][band];
                for stack in 0..3 {
                    let single = field(word, stack) as usize;
                    digits[cell_at(index, band, stack)] = LOWEST[single];
                }
            }
        }
        digits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
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
    }

    #[test]
    fn digits_stand_where_they_were_given() {
        let given = clues(SOLVED);
        assert_eq!(Node::of_clues(&given).digits().map(Some), given);
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
    }
}
