//! Where the 9x9 kernel guesses: a layout of one digit in one band or stack.
//!
//! Within a band a digit stands once in each row and once in each box, so its
//! three mini-rows form one of six layouts. With rows 0 1 2 of the band down
//! and boxes across, the two kinds are the two directions of a diagonal:
//!
//! ```text
//! kind A through (0, C)    X . .   . X .   . . X     rows r, boxes C + r
//!                          . X .   . . X   X . .
//!                          . . X   X . .   . X .
//! kind B through (0, C)    X . .   . X .   . . X     rows r, boxes C - r
//!                          . . X   X . .   . X .
//!                          . X .   . . X   X . .
//! ```
//!
//! The line (band or stack) with the fewest open layouts over all nine digits
//! is taken, since what is learnt there has most to meet; in it the lowest
//! digit with two open layouts, else with three, else more. One layout is
//! followed, the others are left. Fixing a layout speaks of nine cells at once,
//! which is why it needs fewer guesses than a cell with two candidates. The
//! rule is tdoku's (T. Dillon, 2019).
//!
//! Layouts are not stored in the grid, only what they leave of mini-rows: with
//! all six open, taking one away changes nothing, and the search would not
//! end. That case is split two against four. With at most four open every
//! split changes the grid; five cannot be open without the sixth.

use super::sweep::{Lines, next_but_one_stack, next_stack};
use super::{BOX, Grid, ONES};

/// A branching point: one digit's open layouts in one line, in two parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Split {
    /// 0 to 2: a band; 3 to 5: a stack.
    line: usize,
    /// The digit, as its candidate bit.
    bit: u32,
    /// The two choices, each a set of layouts: kind A in bits 0 to 2, B in 3 to 5.
    choices: [u32; 2],
}

/// Bits set in each field of a word.
#[inline(always)]
fn counts(word: u32) -> u32 {
    const PAIRS: u32 = 0x155 * ONES; // five pairs of bits fill ten
    let pairs = word - (word >> 1 & PAIRS);
    let pair = |shift: u32| pairs >> shift & (3 * ONES);
    pair(0) + pair(2) + pair(4) + pair(6) + pair(8)
}

/// The point to branch at in a grid that no pass changes and that is not solved.
#[inline(never)]
pub fn split(lines: &Lines) -> Split {
    let (rows, cols) = (&lines.rows, &lines.cols);
    let (mut across, mut down) = ([[0; 4]; 2], [[0; 4]; 2]);
    let (mut open_across, mut open_down) = ([0; 4], [0; 4]);
    for lane in 0..4 {
        let [a, b, c] = [rows[0][lane], rows[1][lane], rows[2][lane]];
        across[0][lane] = a & next_stack(b) & next_but_one_stack(c);
        across[1][lane] = a & next_but_one_stack(b) & next_stack(c);
        open_across[lane] = counts(across[0][lane]) + counts(across[1][lane]);
    }
    let next = cols.map(|w| [w[1], w[2], w[3], w[1]]);
    let after = cols.map(|w| [w[2], w[3], w[1], w[2]]);
    for lane in 0..4 {
        down[0][lane] = cols[0][lane] & next[1][lane] & after[2][lane];
        down[1][lane] = cols[0][lane] & after[1][lane] & next[2][lane];
        open_down[lane] = counts(down[0][lane]) + counts(down[1][lane]);
    }
    // Fields of `open_across` add up in a word, those of `open_down` over lanes.
    let open_down = open_down[0] + open_down[1] + open_down[2];
    let open = |line: usize| match line {
        0..3 => {
            let word = open_across[line];
            (word & 0x3FF) + (word >> 10 & 0x3FF) + (word >> 20)
        }
        _ => open_down >> (10 * (line - 3)) & 0x3FF,
    };
    // A settled line has nine open layouts, one a digit, and must not win.
    let line = (0..6)
        .min_by_key(|&line| open(line).wrapping_sub(10))
        .expect("there are six lines");
    let layouts: [u32; 6] = std::array::from_fn(|i| match line {
        0..3 => across[i / 3][line] >> (10 * (i % 3)) & BOX,
        _ => down[i / 3][i % 3] >> (10 * (line - 3)) & BOX,
    });
    let [mut one, mut two, mut three, mut four] = [0; 4];
    for digits in layouts {
        four |= three & digits;
        three |= two & digits;
        two |= one & digits;
        one |= digits;
    }
    let digits = [two & !three, three & !four, four]
        .into_iter()
        .find(|&digits| digits != 0)
        .expect("an undecided grid has a line with two open layouts");
    let bit = digits & digits.wrapping_neg();
    let mut set = 0;
    for (i, digits) in layouts.into_iter().enumerate() {
        set |= u32::from(digits & bit != 0) << i;
    }
    let first = if set == 0b111_111 {
        0b100_001
    } else {
        set & set.wrapping_neg()
    };
    Split {
        line,
        bit,
        choices: [first, set & !first],
    }
}

/// A set of three neighbours moved round by one.
const fn round(set: u32) -> u32 {
    (set << 1 | set >> 2) & 7
}

impl Split {
    /// The digit's index.
    pub fn digit(&self) -> usize {
        self.bit.trailing_zeros() as usize
    }

    /// For each mini-line across the band or stack, the boxes that the choice
    /// leaves it.
    fn places(&self, choice: usize) -> [u32; 3] {
        let (a, b) = (self.choices[choice] & 7, self.choices[choice] >> 3);
        [
            a | b,
            round(a) | round(round(b)),
            round(round(a)) | round(b),
        ]
    }

    /// Rules out the digit where the choice does not put it.
    #[inline]
    pub fn apply(&self, choice: usize, grid: &mut Grid) {
        // Lane by lane for band and stack alike: which of the two it is cannot
        // be foretold, and a wrong guess by the processor costs more than both.
        let band = self.line < 3;
        let stack_bit = self.bit << (10 * (self.line % 3));
        for (place, boxes) in self.places(choice).into_iter().enumerate() {
            let not = !boxes & 7;
            let across = (not & 1 | (not & 2) << 9 | (not & 4) << 18) * self.bit;
            let mut keep = [0; 4];
            for (lane, keep) in keep.iter_mut().enumerate() {
                let here = if lane % 3 == self.line { across } else { 0 };
                let down = (not >> (lane % 3) & 1) * stack_bit;
                *keep = !(if band { here } else { down });
            }
            let [first, step] = if band { [3 * place, 1] } else { [place, 3] };
            for i in [first, first + step, first + 2 * step] {
                for lane in 0..4 {
                    grid[i][lane] &= keep[lane];
                }
            }
        }
    }

    /// The cells of the band or stack, by number, in which the choice lets the
    /// digit stand; those ruled out before included.
    pub fn cells(&self, choice: usize) -> impl Iterator<Item = usize> {
        let (places, line) = (self.places(choice), self.line);
        (0..81).filter(move |cell| {
            let (row, col) = (cell / 9, cell % 9);
            if line < 3 {
                row / 3 == line && places[row % 3] >> (col / 3) & 1 != 0
            } else {
                col / 3 == line - 3 && places[col % 3] >> (row / 3) & 1 != 0
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{candidates, filled_with};
    use super::*;

    #[test]
    fn counts_are_those_of_each_field() {
        for word in [0u32, 0x1FF, 0x155 << 10, 0x0AB << 20 | 0x100 << 10 | 1] {
            let field = |i: u32| (word >> (10 * i) & 0x3FF).count_ones();
            assert_eq!(counts(word), field(0) | field(1) << 10 | field(2) << 20);
        }
    }

    #[test]
    fn both_choices_of_every_split_change_an_open_grid_and_keep_every_layout() {
        let open = filled_with(|_| BOX);
        for line in 0..6 {
            for choices in [[0b100_001, 0b011_110], [1, 0b110_000], [0b010, 0b001_000]] {
                let split = Split {
                    line,
                    bit: 1 << 4,
                    choices,
                };
                for choice in 0..2 {
                    let mut grid = open;
                    split.apply(choice, &mut grid);
                    assert_ne!(grid, open);
                    let kept: Vec<_> = split.cells(choice).collect();
                    for cell in 0..81 {
                        let (row, col) = (cell / 9, cell % 9);
                        let inside = if line < 3 {
                            row / 3 == line
                        } else {
                            col / 3 == line - 3
                        };
                        let may = !inside || kept.contains(&cell);
                        let expected = if may { BOX } else { BOX & !(1 << 4) };
                        assert_eq!(
                            candidates(&grid, cell),
                            expected,
                            "line {line}, cell {cell}"
                        );
                    }
                    // Each layout fills every row and every box of the line.
                    for place in split.places(choice) {
                        assert_ne!(place, 0);
                    }
                }
            }
        }
    }
}
