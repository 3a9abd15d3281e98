//! The clash check for 9x9 without branches.
//!
//! Each clue becomes one bit of nine. In a house without a repeat the sum of
//! the bits equals their union, because nothing is carried; with a repeat the
//! sum is larger. So both are accumulated, for three rows at a time down the
//! columns, then across, and compared once at the end:
//!
//! ```text
//! band[b][c]  = three cells of column c in band b       (9 x 3 values)
//! column c    = band[0][c] + band[1][c] + band[2][c]
//! box b, s    = band[b][3s] + band[b][3s+1] + band[b][3s+2]
//! ```
//!
//! Nine bits nine times is at most 9 * 256 = 2,304, so `u16` never overflows.

use crate::Digit;

/// Bit of each value; an open cell has none.
const BIT: [u16; 16] = {
    let mut bits = [0; 16];
    let mut value = 1;
    while value <= 9 {
        bits[value] = 1 << (value - 1);
        value += 1;
    }
    bits
};

/// Whether no house of the classic 9x9 holds a digit twice. Digits are at
/// most 9.
#[inline]
pub(super) fn is_valid(cells: &[Option<Digit>; 81]) -> bool {
    let mut wrong = 0;
    let (mut column_sum, mut column_union) = ([0u16; 9], [0u16; 9]);
    for band in 0..3 {
        let (mut sum, mut union) = ([0u16; 9], [0u16; 9]);
        for row in 3 * band..3 * band + 3 {
            let (mut row_sum, mut row_union) = (0, 0);
            for col in 0..9 {
                let value = cells[9 * row + col].map_or(0, Digit::get);
                let bit = BIT[usize::from(value & 15)];
                row_sum += bit;
                row_union |= bit;
                sum[col] += bit;
                union[col] |= bit;
            }
            wrong |= row_sum ^ row_union;
        }
        for stack in 0..3 {
            let three = |of: &[u16; 9]| [of[3 * stack], of[3 * stack + 1], of[3 * stack + 2]];
            let [a, b, c] = three(&sum);
            let [x, y, z] = three(&union);
            wrong |= (a + b + c) ^ (x | y | z);
        }
        for col in 0..9 {
            column_sum[col] += sum[col];
            column_union[col] |= union[col];
        }
    }
    for col in 0..9 {
        wrong |= column_sum[col] ^ column_union[col];
    }
    wrong == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clashes, Rules};

    #[test]
    fn every_pair_of_equal_clues_is_judged_as_by_the_general_check() {
        let rules = Rules::classic();
        let five = Digit::new(5);
        for a in 0..81 {
            for b in a + 1..81 {
                let mut cells = [None; 81];
                cells[a] = five;
                cells[b] = five;
                let clashing = !Clashes::of(&rules, &cells).is_empty();
                assert_eq!(is_valid(&cells), !clashing, "{a} {b}");
            }
        }
    }

    #[test]
    fn carries_do_not_hide_a_repeat() {
        // 1 twice adds up to the bit of 2, which also stands there.
        let mut cells = [None; 81];
        for (cell, value) in [(0, 1), (4, 1), (8, 2), (9, 9), (13, 9), (17, 9)] {
            cells[cell] = Digit::new(value);
        }
        assert!(!is_valid(&cells));
        cells[4] = None;
        cells[13] = None;
        cells[17] = None;
        assert!(is_valid(&cells));
    }
}
