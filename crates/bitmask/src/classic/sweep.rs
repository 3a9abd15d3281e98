//! One inference pass over a whole 9x9 grid, without a data-dependent branch.
//!
//! A pass does, for all cells, bands and stacks at once:
//!
//! 1. **Naked singles** leave the other cells of their box.
//! 2. **Rows.** The mini-rows of a band are closed: a digit stays possible in a
//!    mini-row only if one of the six *layouts* of its three mini-rows (one in
//!    each row and each box) passes there. That is pointing, claiming, and the
//!    naked singles' effect along their row in one formula.
//! 3. **Full mini-rows.** A digit that has no other mini-row in its box is
//!    certain there; a mini-row with three certain digits takes no other.
//! 4. **Columns.** The same as 2 and 3, turned: mini-columns of a stack.
//! 5. **Hidden singles.** A digit certain in a mini-row and in a mini-column
//!    is certain in the cell where they cross.
//!
//! A step knows two vectors of words only: what is at hand and what it becomes.
//! The code is therefore written as loops over the four lanes, with one lane's
//! whole work as the body: the compiler's loop vectoriser turns each loop into
//! straight vector code of any instruction set that has 128-bit registers. As
//! operators on a four-word type (the obvious way to write it) the same steps
//! come out half scalar, because superword vectorisation looks only twelve
//! operations deep.
//!
//! The algebra on ten-bit fields is explained in the [module above](super).

use super::{FULL, GUARDS, Grid, Lanes, ONES};

/// What a pass came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A cell, row, column or box cannot be completed. The grid is as before.
    Dead,
    /// Every cell has one digit, and each house every digit.
    Solved,
    /// Something was ruled out: another pass may rule out more.
    Changed,
    /// Nothing is left that a pass can see.
    Fixed,
}

/// What a pass found beside the grid, for the choice of a branch.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    /// Digits possible in each mini-row, by row of the band.
    pub rows: [Lanes; 3],
    /// Digits possible in each mini-column, by column of the stack.
    pub cols: [Lanes; 3],
    /// In each field the number of undecided cells of its box, when the last
    /// pass that did not end dead began.
    pub undecided: Lanes,
}

impl Lines {
    /// Before any pass: nothing known.
    pub const NONE: Lines = Lines {
        rows: [[0; 4]; 3],
        cols: [[0; 4]; 3],
        undecided: [9 * ONES; 4],
    };

    /// How many cells were undecided when the last surviving pass began.
    pub fn undecided(&self) -> u32 {
        let sum = self.undecided[0] + self.undecided[1] + self.undecided[2];
        (sum & 0x3FF) + (sum >> 10 & 0x3FF) + (sum >> 20)
    }
}

/// All nine bits of each field that is not zero.
#[inline(always)]
fn filled(word: u32) -> u32 {
    // Adding 511 carries into the guard bit exactly when the field is not 0.
    let carry = word.wrapping_add(FULL) & GUARDS;
    carry.wrapping_sub(carry >> 9)
}

/// Each field without its lowest bit.
#[inline(always)]
fn fewer(word: u32) -> u32 {
    word & (word | GUARDS).wrapping_sub(ONES)
}

/// The next stack's fields: field C takes field C+1. The bits above the third
/// field are rubbish; every use ANDs them away.
#[inline(always)]
pub(super) fn next_stack(word: u32) -> u32 {
    word >> 10 | word << 20
}

/// Field C takes field C+2.
#[inline(always)]
pub(super) fn next_but_one_stack(word: u32) -> u32 {
    word >> 20 | word << 10
}

/// Three mini-lines of a box, each with what lies at the next and the next but
/// one place across: kept where one of the two layouts through it is open.
#[inline(always)]
fn closed(m: [u32; 3], next: [u32; 3], after: [u32; 3]) -> [u32; 3] {
    [
        m[0] & (next[1] & after[2] | next[2] & after[1]),
        m[1] & (next[2] & after[0] | next[0] & after[2]),
        m[2] & (next[0] & after[1] | next[1] & after[0]),
    ]
}

/// The digits that a box has in this mini-line and in no other.
#[inline(always)]
fn certain(m: [u32; 3]) -> [u32; 3] {
    [
        m[0] & !(m[1] | m[2]),
        m[1] & !(m[0] | m[2]),
        m[2] & !(m[0] | m[1]),
    ]
}

/// A mini-line with three certain digits takes no others.
#[inline(always)]
fn with_full_lines(m: u32, certain: u32) -> u32 {
    m & !filled(fewer(fewer(certain))) | certain
}

/// Makes one pass over `grid`.
// Not inlined: as one function with nothing around it the loops keep the
// shape that vectorises.
#[inline(never)]
pub fn sweep(grid: &mut Grid, lines: &mut Lines) -> Outcome {
    let old = *grid;
    let mut cells = [[0u32; 4]; 9];
    let mut sure = [[0u32; 4]; 3];
    let mut rows = [[0u32; 4]; 3];
    let mut cols = [[0u32; 4]; 3];
    let mut undecided = [0u32; 4];
    let mut dead = 0;
    for lane in 0..4 {
        let (mut single, mut solved, mut held, mut open) = ([0; 9], 0, GUARDS, 0u32);
        for i in 0..9 {
            let word = old[i][lane];
            // The guard bit survives the borrow unless the field is empty.
            let lent = (word | GUARDS).wrapping_sub(ONES);
            held &= lent;
            let carry = (word & lent).wrapping_add(FULL) & GUARDS;
            open = open.wrapping_add(carry >> 9);
            single[i] = word & !carry.wrapping_sub(carry >> 9);
            solved |= single[i];
        }
        undecided[lane] = open;
        let mut cell = [0; 9];
        for i in 0..9 {
            cell[i] = old[i][lane] & !solved | single[i];
        }
        let mini = [
            cell[0] | cell[1] | cell[2],
            cell[3] | cell[4] | cell[5],
            cell[6] | cell[7] | cell[8],
        ];
        let mut mini = closed(mini, mini.map(next_stack), mini.map(next_but_one_stack));
        dead |= (held & GUARDS ^ GUARDS) | ((mini[0] | mini[1] | mini[2]) ^ FULL);
        let here = certain(mini);
        for r in 0..3 {
            mini[r] = with_full_lines(mini[r], here[r]);
            sure[r][lane] = here[r];
            rows[r][lane] = mini[r];
        }
        for i in 0..9 {
            cell[i] &= mini[i / 3];
            cells[i][lane] = cell[i];
        }
        for c in 0..3 {
            cols[c][lane] = cell[c] | cell[c + 3] | cell[c + 6];
        }
    }
    if dead != 0 {
        return Outcome::Dead;
    }
    // The fourth lane repeats the first, so "next band" is a shuffle of lanes.
    let next = cols.map(|w| [w[1], w[2], w[3], w[1]]);
    let after = cols.map(|w| [w[2], w[3], w[1], w[2]]);
    if undecided == [0; 4] {
        // Boxes and rows hold every digit: the closure above would have failed.
        let mut every = FULL;
        for lane in 0..4 {
            for c in 0..3 {
                every &= cols[c][lane] | next[c][lane] | after[c][lane];
            }
        }
        if every != FULL {
            return Outcome::Dead;
        }
        lines.undecided = undecided;
        return Outcome::Solved;
    }
    let mut changed = 0;
    for lane in 0..4 {
        let mut mini = closed(
            [cols[0][lane], cols[1][lane], cols[2][lane]],
            [next[0][lane], next[1][lane], next[2][lane]],
            [after[0][lane], after[1][lane], after[2][lane]],
        );
        dead |= (mini[0] | mini[1] | mini[2]) ^ FULL;
        let here = certain(mini);
        for c in 0..3 {
            mini[c] = with_full_lines(mini[c], here[c]);
            cols[c][lane] = mini[c];
        }
        for i in 0..9 {
            let kept = cells[i][lane] & mini[i % 3];
            let hidden = kept & sure[i / 3][lane] & here[i % 3];
            let word = kept & !filled(hidden) | hidden;
            changed |= word ^ old[i][lane];
            cells[i][lane] = word;
        }
    }
    if dead != 0 {
        return Outcome::Dead;
    }
    *grid = cells;
    *lines = Lines {
        rows,
        cols,
        undecided,
    };
    if changed == 0 {
        Outcome::Fixed
    } else {
        Outcome::Changed
    }
}

#[cfg(test)]
mod tests {
    use super::super::BOX;
    use super::*;

    #[test]
    fn field_algebra_keeps_to_its_fields() {
        for a in [0u32, 1, 0x100, 0x1FF, 0b101] {
            for b in [0u32, 2, 0x1FF] {
                for c in [0u32, 0x100, 0x0FF] {
                    let word = a | b << 10 | c << 20;
                    let all = |x: u32| if x == 0 { 0 } else { BOX };
                    let drop = |x: u32| x & x.wrapping_sub(1);
                    assert_eq!(filled(word), all(a) | all(b) << 10 | all(c) << 20);
                    assert_eq!(fewer(word), drop(a) | drop(b) << 10 | drop(c) << 20);
                    assert_eq!(next_stack(word) & FULL, b | c << 10 | a << 20);
                    assert_eq!(next_but_one_stack(word) & FULL, c | a << 10 | b << 20);
                }
            }
        }
    }
}
