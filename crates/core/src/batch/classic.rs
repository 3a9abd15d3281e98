//! 9x9 without branches: text to clues, and the clash check.
//!
//! Each digit has three bits of a `u32` to be counted in, so one addition
//! counts a cell in a house, whatever its digit; a count of two or more shows
//! in the upper two bits of its field:
//!
//! ```text
//! digit    9   8   7   6   5   4   3   2   1
//! bits    000 000 001 000 000 010 000 000 001      7 once, 4 twice, 1 once
//! ```
//!
//! Three cells of a row in a box are added first and serve the row and the box.
//! Eight or nine equal digits in one house overflow their field; but then three
//! of them stand in one box (or, in a box, in one row), where it shows.
//!
//! Text is translated arithmetically, which the compiler turns into vectors;
//! the rarer blanks take the table's way.

use crate::Digit;

/// The counter of each value; an open cell counts nothing.
const ONE: [u32; 16] = {
    let mut ones = [0; 16];
    let mut value = 1;
    while value <= 9 {
        ones[value] = 1 << (3 * (value - 1));
        value += 1;
    }
    ones
};

/// The upper two bits of every field.
const MANY: u32 = 0o666_666_666;

/// The clues of a line of `0`-`9` and `.`, or `None` if it has other symbols.
#[inline]
pub(super) fn plain(line: &[u8; 81]) -> Option<[Option<Digit>; 81]> {
    let mut clues = [None; 81];
    let mut other = false;
    for (clue, &byte) in clues.iter_mut().zip(line) {
        let value = byte.wrapping_sub(b'0');
        let is_digit = value <= 9;
        other |= !is_digit & (byte != b'.');
        *clue = Digit::new(if is_digit { value } else { 0 });
    }
    if other { None } else { Some(clues) }
}

/// Whether no house of the classic 9x9 holds a digit twice. Digits are at
/// most 9.
#[inline]
pub(super) fn is_valid(cells: &[Option<Digit>; 81]) -> bool {
    let mut counts = 0;
    let mut columns = [0u32; 9];
    for band in cells.as_chunks::<27>().0 {
        let mut boxes = [0u32; 3];
        for row in band.as_chunks::<9>().0 {
            let mut across = 0;
            for (stack, three_cells) in row.as_chunks::<3>().0.iter().enumerate() {
                let [a, b, c] =
                    three_cells.map(|cell| ONE[usize::from(cell.map_or(0, Digit::get) & 15)]);
                columns[3 * stack] += a;
                columns[3 * stack + 1] += b;
                columns[3 * stack + 2] += c;
                boxes[stack] += a + b + c;
                across += a + b + c;
            }
            counts |= across;
        }
        counts |= boxes[0] | boxes[1] | boxes[2];
    }
    for column in columns {
        counts |= column;
    }
    counts & MANY == 0
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
    fn overflowing_fields_do_not_hide_a_repeat() {
        let rules = Rules::classic();
        for house in rules.houses() {
            for digit in 1..=9 {
                for skipped in 0..=9 {
                    let mut cells = [None; 81];
                    for (i, cell) in house.cells().iter().enumerate() {
                        if i != skipped {
                            cells[cell.index()] = Digit::new(digit);
                        }
                    }
                    assert!(!is_valid(&cells), "{house} of {digit} without {skipped}");
                }
            }
        }
    }

    #[test]
    fn plain_lines_are_digits_zeros_and_dots() {
        let mut line = [b'.'; 81];
        line[..10].copy_from_slice(b"0123456789");
        let values = plain(&line).map(|clues| clues.map(|c| c.map_or(0, Digit::get)));
        let mut expected = [0; 81];
        expected[..10].copy_from_slice(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(values, Some(expected));
        for other in (0..=255).filter(|b| !b".0123456789".contains(b)) {
            line[80] = other;
            assert_eq!(plain(&line), None, "{other}");
        }
    }
}
