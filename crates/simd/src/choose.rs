//! The choice of splits, and their strikes, for several lanes at once.
//!
//! [`Split::of`](crate::branch::Split::of) looks at one grid; in a batch of
//! hard puzzles every sixth lane wants a split after each sweep. The same rule
//! for all lanes of a vector costs little more than for one: counts, minima and
//! choices become arithmetic and selections on `u32`s, without a branch, and
//! the compiler makes vectors of the loop over lanes as it does for sweeps.
//!
//! ```text
//! bits[lane]    the digit's bit: in field 0 for a band, in the stack's field for
//!               a stack; 0 where there is nothing to be split or struck
//! sides[lane]   bits 0 to 5 a set of layouts, from bit 8 on the chute
//! ```
//!
//! A side of a split is struck from the board the same way: six bits say which
//! layouts stay, so each of the 27 words of a lane gets its mask from a few
//! selections, and lanes without a bit strike nothing. That replaces nine single
//! words a lane, in a place that depends on the chute, by 27 vectors for all
//! lanes together, and no branch is left to be predicted.

use crate::board::{WIDE, Wide, lanes};
use crate::branch::Split;
use crate::propagate::Row;
use crate::triple::{FULL, rotated, rotated_back};

/// The fields of the three stacks.
const FIELDS: [u32; 3] = [0x1FF, 0x1FF << 10, 0x1FF << 20];

/// The layouts that are tried first of those that are open: the lowest, or
/// where all are open the two that say in which box row 1 is.
#[inline(always)]
pub(crate) const fn tried(open: u32) -> u32 {
    if open == 0b11_1111 {
        0b10_0001
    } else {
        open & open.wrapping_neg()
    }
}

/// How often each digit of each field occurs in six words: ones, twos and fours
/// of the count, by two full adders, a half adder and a full adder.
macro_rules! counted {
    ($words:expr) => {{
        let [a, b, c, d, e, f] = $words;
        let (s, carry_s) = (a ^ b ^ c, (a & b) | (c & (a | b)));
        let (t, carry_t) = (d ^ e ^ f, (d & e) | (f & (d | e)));
        let carry = s & t;
        let fours = (carry_s & carry_t) | (carry & (carry_s | carry_t));
        (s ^ t, carry_s ^ carry_t ^ carry, fours)
    }};
}

/// Chooses the split of the lanes from `from` on, `G` of them; with the open
/// layouts as side.
#[inline(always)]
pub(crate) fn choose<const G: usize>(
    cells: &[[Row<WIDE>; 9]; 3],
    down: &[[Row<WIDE>; 3]; 3],
    from: usize,
    bits: &mut Row<WIDE>,
    sides: &mut Row<WIDE>,
) {
    // Says that lanes do not end within the loop.
    let from = from & (WIDE - G);
    for k in from..from + G {
        // The chute: the fewest open layouts but more than nine. A key holds
        // the count less ten, so that nine wraps around to a large one, and the
        // chute, so that the first of equals wins.
        let mut best = u32::MAX;
        let (mut first, mut second) = (0, 0);
        for band in 0..3 {
            let rows = &cells[band];
            let a = rows[0][k] | rows[1][k] | rows[2][k];
            let b = rows[3][k] | rows[4][k] | rows[5][k];
            let c = rows[6][k] | rows[7][k] | rows[8][k];
            let one = a & rotated_back(b) & rotated(c);
            let two = a & rotated(b) & rotated_back(c);
            let open = one.count_ones() + two.count_ones();
            let key = (open.wrapping_sub(10) << 3) + band as u32;
            let better = key < best;
            best = if better { key } else { best };
            first = if better { one } else { first };
            second = if better { two } else { second };
        }
        let mut stacks = [0; 6];
        for j in 0..3 {
            let (m, n) = ((j + 1) % 3, (j + 2) % 3);
            stacks[j] = down[0][j][k] & down[1][m][k] & down[2][n][k];
            stacks[3 + j] = down[0][j][k] & down[1][n][k] & down[2][m][k];
        }
        let (ones, twos, fours) = counted!(stacks);
        let mut field = 0;
        for stack in 0..3 {
            let within = FIELDS[stack];
            let open = (ones & within).count_ones()
                + 2 * (twos & within).count_ones()
                + 4 * (fours & within).count_ones();
            let key = (open.wrapping_sub(10) << 3) + 3 + stack as u32;
            let better = key < best;
            best = if better { key } else { best };
            first = if better { 0 } else { first };
            second = if better { 0 } else { second };
            field = if better { within } else { field };
        }
        // The digit: the lowest with two layouts, else with three, else more.
        let mut layouts = [0; 6];
        for j in 0..3 {
            layouts[j] = (first >> (10 * j)) & 0x1FF | stacks[j] & field;
            layouts[3 + j] = (second >> (10 * j)) & 0x1FF | stacks[3 + j] & field;
        }
        let (ones, twos, fours) = counted!(layouts);
        let two = !ones & twos & !fours;
        let three = ones & twos & !fours;
        let more = if three == 0 { fours } else { three };
        let among = if two == 0 { more } else { two };
        // Keys of settled chutes, which have wrapped around, are larger than any.
        let bit = if best < 64 << 3 {
            among & among.wrapping_neg()
        } else {
            0
        };
        let mut open = 0;
        for j in 0..6 {
            open |= if layouts[j] & bit == 0 { 0 } else { 1 << j };
        }
        bits[k] = bit;
        sides[k] = open | (best & 7) << 8;
    }
}

/// The same for these lanes, one after the other.
#[inline(always)]
pub(crate) fn choose_singly(b: &mut Wide, wanted: u32) {
    for lane in lanes(wanted) {
        let mut rows = [[0; 3]; 3];
        let mut columns = [[0; 3]; 3];
        for band in 0..3 {
            let cells = &b.cells[band];
            for i in 0..3 {
                let [x, y, z] = [&cells[3 * i], &cells[3 * i + 1], &cells[3 * i + 2]];
                rows[i][band] = x[lane] | y[lane] | z[lane];
                columns[i][band] = b.down[band][i][lane];
            }
        }
        (b.bits[lane], b.sides[lane]) = match Split::of(&rows, &columns) {
            Some(split) => split.side(split.tried | split.left),
            None => (0, 0),
        };
    }
}

/// Confines digits to sides in the lanes from `from` on, `G` of them. The two
/// rows may be made of what [`choose`] gave.
#[inline(always)]
pub(crate) fn strike<const G: usize>(
    cells: &mut [[Row<WIDE>; 9]; 3],
    from: usize,
    bits: &Row<G>,
    sides: &Row<G>,
) {
    let from = from & (WIDE - G);
    for k in 0..G {
        let (bit, side) = (bits[k], sides[k]);
        let chute = side >> 8;
        let mut kept = [0u32; 6];
        for j in 0..6 {
            kept[j] = if side >> j & 1 == 0 { 0 } else { FULL };
        }
        // Mini-rows: field j of `one` and `two` are layouts j and 3 + j, which
        // put row r into the box r further up, or further down.
        let one = kept[0] & FIELDS[0] | kept[1] & FIELDS[1] | kept[2] & FIELDS[2];
        let two = kept[3] & FIELDS[0] | kept[4] & FIELDS[1] | kept[5] & FIELDS[2];
        let digit = bit | bit << 10 | bit << 20;
        let mut in_row = [0; 3];
        in_row[0] = digit & !(one | two);
        in_row[1] = digit & !(rotated(one) | rotated_back(two));
        in_row[2] = digit & !(rotated_back(one) | rotated(two));
        // Mini-columns: the bit stands in its stack already.
        let upright = if chute < 3 { 0 } else { bit };
        for band in 0..3 {
            let mut in_column = [0; 3];
            for c in 0..3 {
                in_column[c] = upright & !(kept[(c + 3 - band) % 3] | kept[3 + (c + band) % 3]);
            }
            let here = if chute == band as u32 { FULL } else { 0 };
            for r in 0..3 {
                let in_row = in_row[r] & here;
                for c in 0..3 {
                    cells[band][3 * r + c][from + k] &= !(in_row | in_column[c]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Kernel, on_every_level};
    use crate::node::Node;
    use crate::saved::{Saved, tests::some_node};

    /// A board that holds these nodes as if a sweep had just not changed them.
    pub(crate) fn board(nodes: &[Node; WIDE]) -> Wide {
        let mut board = Wide::new();
        for (lane, node) in nodes.iter().enumerate() {
            for band in 0..3 {
                for index in 0..9 {
                    board.cells[band][index][lane] = node.words[index][band];
                    board.down[band][index % 3][lane] = 0;
                }
                for index in 0..9 {
                    board.down[band][index % 3][lane] |= node.words[index][band];
                }
            }
        }
        board
    }

    /// All lanes at once, and some: the split that `Split::of_node` chooses.
    fn chosen<const N: usize, K: Kernel<N>>(kernel: K) {
        for seed in 0..200 {
            let nodes: [Node; WIDE] = std::array::from_fn(|lane| some_node(32 * seed + lane));
            for wanted in [!0, 1 << (seed % WIDE), 0x0011_8000, 0xFFFF_0000] {
                let mut board = board(&nodes);
                kernel.choose_wide(&mut board, wanted);
                for lane in lanes(wanted) {
                    let expected = match Split::of_node(&nodes[lane]) {
                        Some(split) => split.side(split.tried | split.left),
                        None => (0, board.sides[lane]),
                    };
                    assert_eq!((board.bits[lane], board.sides[lane]), expected);
                }
            }
        }
    }

    #[test]
    fn the_same_split_is_chosen_in_lanes() {
        on_every_level!(chosen);
    }

    /// Splits in some lanes while others take another node up: what lanes hold
    /// then, and what was saved.
    fn split<const N: usize, K: Kernel<N>>(kernel: K) {
        for seed in 0..200 {
            let nodes: [Node; WIDE] = std::array::from_fn(|lane| some_node(32 * seed + lane));
            let mut board = board(&nodes);
            kernel.choose_wide(&mut board, !0);
            let splitting = 0x1234_5678u32.rotate_left(seed as u32);
            let mut saved = [Saved::EMPTY; WIDE];
            let mut expected = nodes;
            let mut others = nodes;
            for lane in lanes(splitting) {
                let Some(split) = Split::of_node(&nodes[lane]) else {
                    continue;
                };
                kernel.save(&mut board, lane, &mut saved[lane]);
                split.confine_node(split.tried, &mut expected[lane]);
                split.confine_node(split.left, &mut others[lane]);
                assert_eq!(saved[lane].node(), others[lane]);
            }
            // In the other lanes go on with what was saved.
            for lane in lanes(!splitting) {
                let from = (lane + seed) % WIDE;
                if Split::of_node(&nodes[from]).is_some() && splitting >> from & 1 != 0 {
                    kernel.resume(&mut board, lane, &saved[from]);
                    expected[lane] = others[from];
                }
            }
            kernel.admit(&mut board);
            for lane in 0..WIDE {
                let mut held = Saved::EMPTY;
                board.save(lane, &mut held);
                assert_eq!(held.node(), expected[lane], "lane {lane}");
            }
        }
    }

    #[test]
    fn both_sides_are_confined_in_lanes() {
        on_every_level!(split);
    }
}
