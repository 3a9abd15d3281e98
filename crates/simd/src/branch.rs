//! Where to split a grid that no longer changes: tdoku's rule.
//!
//! A band (or a stack) gives each digit six layouts: the digit's three
//! mini-rows lie in different rows and different boxes. A node does not store
//! layouts; a layout is open while all its mini-rows are.
//!
//! ```text
//! layout j   = row 0 in box j, row 1 in box j + 1, row 2 in box j + 2    (j < 3)
//! layout 3+j = row 0 in box j, row 1 in box j + 2, row 2 in box j + 1
//! ```
//!
//! The band with the fewest open layouts of all digits together is taken (but
//! more than nine: with nine it is settled), and in it the lowest digit with
//! two layouts, else with three, else with more. One layout is tried, the
//! others are left for later; both sides are made by striking the digit from
//! the mini-rows that no kept layout uses.
//!
//! The trap: with all six open, striking one of them strikes nothing, because
//! each of its mini-rows belongs to another one too. Layouts 0 and 5 together
//! say that row 1 goes to box 1, the other four that it does not, so that is
//! the split. With five open it would not end either, but five cannot occur:
//! the missing layout has a closed mini-row, and that closes a second one.
//!
//! Source: T. Dillon, tdoku (2019), "fewest configurations".

use crate::node::Node;
use crate::triple::{field, rotated, rotated_back};

/// A way to split a node in two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Split {
    /// 0 to 2 are bands, 3 to 5 stacks.
    pub(crate) chute: usize,
    /// The digit, from 0.
    pub(crate) digit: usize,
    /// The layouts tried first, one bit each.
    pub(crate) tried: u8,
    /// The other open ones.
    pub(crate) left: u8,
}

/// For each set of layouts and each row of a band, digit 1 in the fields of the
/// boxes where no layout of the set puts that row.
pub(crate) const STRUCK_ROWS: [[u32; 3]; 64] = {
    let mut table = [[0; 3]; 64];
    let mut set = 0;
    while set < 64 {
        let places = places(set as u8);
        let mut place = 0;
        while place < 9 {
            if places >> place & 1 == 0 {
                table[set][place / 3] |= 1 << (10 * (place % 3));
            }
            place += 1;
        }
        set += 1;
    }
    table
};

/// The same for stacks: for each column and band, 1 where it is struck.
pub(crate) const STRUCK_COLUMNS: [[[u32; 3]; 3]; 64] = {
    let mut table = [[[0; 3]; 3]; 64];
    let mut set = 0;
    while set < 64 {
        let places = places(set as u8);
        let mut place = 0;
        while place < 9 {
            if places >> place & 1 == 0 {
                table[set][place % 3][place / 3] = 1;
            }
            place += 1;
        }
        set += 1;
    }
    table
};

/// Bit 3 * row + box of every mini-row that a set of layouts uses.
const fn places(set: u8) -> u32 {
    let mut places = 0;
    let mut layout = 0;
    while layout < 6 {
        if set >> layout & 1 != 0 {
            let step = 1 + layout / 3;
            let first = layout % 3;
            places |= 1 << first;
            places |= 1 << (3 + (first + step) % 3);
            places |= 1 << (6 + (first + 2 * step) % 3);
        }
        layout += 1;
    }
    places
}

impl Split {
    /// The best split of a grid that no sweep changes, from what its mini-rows
    /// `[r][band]` and its mini-columns `[c][band]` may hold. `None` if every
    /// chute is settled. They say then for each digit in which mini-row and
    /// mini-column of a box it stands, so a solution would have been written down
    /// by the last sweep, and an undecided grid that no sweep changes holds none.
    ///
    /// But "no sweep changes it" is told by sums modulo 2^32, and a sweep that
    /// takes exactly 2^32 away looks idle: one in millions does. A split too
    /// early is as good as any, since its two sides hold whatever the node held;
    /// but who gets `None` must ask [`is_idle`](crate::board::is_idle) before
    /// giving the node up.
    #[inline(always)]
    pub(crate) fn of(rows: &[[u32; 3]; 3], columns: &[[u32; 3]; 3]) -> Option<Split> {
        // The fields of `bands[band][kind]` are three layouts.
        let mut bands = [[0; 2]; 3];
        let mut best = (u32::MAX, 0);
        for band in 0..3 {
            let (a, b, c) = (rows[0][band], rows[1][band], rows[2][band]);
            bands[band][0] = a & rotated_back(b) & rotated(c);
            bands[band][1] = a & rotated(b) & rotated_back(c);
            let both = u64::from(bands[band][0]) | u64::from(bands[band][1]) << 32;
            best = better(best, (both.count_ones(), band));
        }
        // The fields of `stacks[layout]` are the three stacks.
        let mut stacks = [0; 6];
        for j in 0..3 {
            let (k, l) = ((j + 1) % 3, (j + 2) % 3);
            stacks[j] = columns[j][0] & columns[k][1] & columns[l][2];
            stacks[3 + j] = columns[j][0] & columns[l][1] & columns[k][2];
        }
        for stack in 0..3 {
            let mask = u64::from(0x1FFu32 << (10 * stack)) * (1 | 1 << 32);
            let mut open = 0;
            for j in 0..3 {
                let both = u64::from(stacks[j]) | u64::from(stacks[3 + j]) << 32;
                open += (both & mask).count_ones();
            }
            best = better(best, (open, 3 + stack));
        }

        let (open, chute) = best;
        if open == u32::MAX {
            return None;
        }
        let mut layouts = [0; 6];
        if chute < 3 {
            for j in 0..6 {
                layouts[j] = field(bands[chute][j / 3], j % 3);
            }
        } else {
            let shift = 10 * (chute - 3);
            for j in 0..6 {
                layouts[j] = stacks[j] >> shift & 0x1FF;
            }
        }
        let digit = fewest_but_open(&layouts).trailing_zeros() as usize & 15;
        let mut open = 0;
        for j in 0..6 {
            open |= (layouts[j] >> digit & 1) << j;
        }
        let open = open as u8;
        let tried = if open == 0b11_1111 {
            0b10_0001
        } else {
            open & open.wrapping_neg()
        };
        Some(Split {
            chute,
            digit,
            tried,
            left: open & !tried,
        })
    }

    /// The split of which this is a side, as [`choose`](crate::choose) notes it;
    /// what is tried and left of it is not said.
    #[inline(always)]
    pub(crate) fn of_side(bit: u32, side: u32) -> Split {
        Split {
            chute: side as usize >> 8,
            digit: bit.trailing_zeros() as usize % 10,
            tried: 0,
            left: 0,
        }
    }

    /// A set of layouts as a side of it.
    #[inline(always)]
    pub(crate) fn side(&self, layouts: u8) -> (u32, u32) {
        let stack = self.chute.saturating_sub(3);
        let bit = 1 << (10 * stack + self.digit);
        (bit, u32::from(layouts) | (self.chute as u32) << 8)
    }

    /// The best split of a node; see [`Split::of`].
    #[inline(always)]
    pub(crate) fn of_node(node: &Node) -> Option<Split> {
        let words = &node.words;
        let mut rows = [[0; 3]; 3];
        let mut columns = [[0; 3]; 3];
        for i in 0..3 {
            for band in 0..3 {
                let row = |c: usize| words[3 * i + c][band];
                let column = |r: usize| words[3 * r + i][band];
                rows[i][band] = row(0) | row(1) | row(2);
                columns[i][band] = column(0) | column(1) | column(2);
            }
        }
        Split::of(&rows, &columns)
    }

    /// Confines the digit of the split to a set of layouts: calls `strike` with
    /// index and band of a word and the bits to clear in it.
    #[inline(always)]
    pub(crate) fn confine(&self, layouts: u8, mut strike: impl FnMut(usize, usize, u32)) {
        let set = usize::from(layouts & 63);
        if self.chute < 3 {
            for r in 0..3 {
                let struck = STRUCK_ROWS[set][r] << self.digit;
                for c in 0..3 {
                    strike(3 * r + c, self.chute, struck);
                }
            }
        } else {
            let shift = 10 * (self.chute - 3) + self.digit;
            for c in 0..3 {
                for band in 0..3 {
                    let struck = STRUCK_COLUMNS[set][c][band] << shift;
                    for r in 0..3 {
                        strike(3 * r + c, band, struck);
                    }
                }
            }
        }
    }

    /// [`Split::confine`] of a node.
    #[inline(always)]
    pub(crate) fn confine_node(&self, layouts: u8, node: &mut Node) {
        self.confine(layouts, |index, band, bits| {
            node.words[index][band] &= !bits;
        });
    }

    /// The cells to which a set of layouts confines the digit, row by row.
    pub(crate) fn cells(&self, layouts: u8) -> impl Iterator<Item = usize> + use<> {
        let places = places(layouts);
        let chute = self.chute;
        (0..81).filter(move |&cell| {
            let (row, col) = (cell / 9, cell % 9);
            let place = if chute < 3 {
                (row / 3 == chute).then_some(3 * (row % 3) + col / 3)
            } else {
                (col / 3 == chute - 3).then_some(3 * (row / 3) + col % 3)
            };
            place.is_some_and(|place| places >> place & 1 != 0)
        })
    }
}

/// The smaller of two scores, where nine means settled and never wins.
#[inline(always)]
fn better(best: (u32, usize), other: (u32, usize)) -> (u32, usize) {
    if other.0 > 9 && other.0 < best.0 {
        other
    } else {
        best
    }
}

/// The digits that occur in exactly two of the six sets, else in exactly three,
/// else in more. A count in binary, all nine digits at once: two full adders
/// give the ones, a half adder and a full adder the twos and fours.
#[inline(always)]
fn fewest_but_open(layouts: &[u32; 6]) -> u32 {
    let [a, b, c, d, e, f] = *layouts;
    let (s, carry_s) = (a ^ b ^ c, (a & b) | (c & (a | b)));
    let (t, carry_t) = (d ^ e ^ f, (d & e) | (f & (d | e)));
    let ones = s ^ t;
    let carry = s & t;
    let twos = carry_s ^ carry_t ^ carry;
    let fours = (carry_s & carry_t) | (carry & (carry_s | carry_t));
    let two = !ones & twos & !fours;
    let three = ones & twos & !fours;
    if two != 0 {
        two
    } else if three != 0 {
        three
    } else {
        fours
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polydoku_core::{Digit, DigitSet};

    const PERMUTATIONS: [[usize; 3]; 6] = [
        [0, 1, 2],
        [1, 2, 0],
        [2, 0, 1],
        [0, 2, 1],
        [1, 0, 2],
        [2, 1, 0],
    ];

    #[test]
    fn layouts_are_the_six_permutations() {
        for (layout, boxes) in PERMUTATIONS.iter().enumerate() {
            let expected = (0..3).fold(0, |set, row| set | 1 << (3 * row + boxes[row]));
            assert_eq!(places(1 << layout), expected, "layout {layout}");
        }
    }

    /// A node in which a digit may stand in a chute in these layouts only.
    fn confined(chute: usize, digit: usize, layouts: u8) -> Node {
        let mut marks = [DigitSet::all(9); 81];
        let bit = DigitSet::only(Digit::from_index(digit));
        for cell in 0..81 {
            let (row, col) = (cell / 9, cell % 9);
            let (inside, line, at) = if chute < 3 {
                (row / 3 == chute, row % 3, col / 3)
            } else {
                (col / 3 == chute - 3, row / 3, col % 3)
            };
            let kept = (0..6).any(|l| layouts >> l & 1 == 1 && PERMUTATIONS[l][line] == at);
            if inside && !kept {
                marks[cell] -= bit;
            }
        }
        let mut node = Node::OPEN;
        node.restrict_to(&marks);
        node
    }

    #[test]
    fn confining_strikes_what_no_kept_layout_uses() {
        for chute in 0..6 {
            for digit in 0..9 {
                for layouts in 1..64 {
                    let split = Split {
                        chute,
                        digit,
                        tried: 0,
                        left: 0,
                    };
                    let mut node = Node::OPEN;
                    split.confine_node(layouts, &mut node);
                    assert_eq!(node, confined(chute, digit, layouts));
                    for cell in split.cells(layouts) {
                        assert!(node.candidates(cell).bits() >> digit & 1 == 1);
                    }
                }
            }
        }
    }

    #[test]
    fn the_fewest_but_more_than_one_are_split() {
        // Sets of layouts that closure leaves as they are.
        let closed: Vec<u8> = (1..64)
            .filter(|&set| (0..6).all(|l| places(1 << l) & !places(set) != 0 || set >> l & 1 == 1))
            .collect();
        assert!(closed.iter().all(|set| set.count_ones() != 5));
        for chute in 0..6 {
            for &layouts in closed.iter().filter(|set| set.count_ones() > 1) {
                for digit in 0..9 {
                    let node = confined(chute, digit, layouts);
                    let split = Split::of_node(&node).expect("an open chute");
                    assert_eq!(
                        split.tried | split.left,
                        if split.chute == chute && split.digit == digit {
                            layouts
                        } else {
                            63
                        }
                    );
                    assert_eq!(split.tried & split.left, 0);
                    // Both sides lose something, or the search would not end.
                    for side in [split.tried, split.left] {
                        let mut smaller = node;
                        split.confine_node(side, &mut smaller);
                        assert_ne!(smaller, node);
                    }
                    if layouts.count_ones() == 2 {
                        assert_eq!((split.chute, split.digit), (chute, digit));
                    }
                }
            }
        }
    }

    #[test]
    fn counts_in_binary_are_counts() {
        // Nine digits with every count from 0 to 6, each in its own place.
        for counts in [
            [2, 3, 4, 5, 6, 0, 1, 3, 2],
            [3, 1, 4, 1, 5, 6, 6, 3, 0],
            [4, 1, 6, 0, 1, 1, 5, 1, 4],
        ] {
            for shift in 0..6 {
                let mut layouts = [0; 6];
                for (digit, &count) in counts.iter().enumerate() {
                    for l in 0..count {
                        layouts[(l + shift + digit) % 6] |= 1 << digit;
                    }
                }
                let wanted = if counts.contains(&2) {
                    2..3
                } else if counts.contains(&3) {
                    3..4
                } else {
                    4..7
                };
                let expected = (0..9).filter(|&d| wanted.contains(&counts[d]));
                let expected = expected.fold(0, |set, digit| set | 1 << digit);
                assert_eq!(fewest_but_open(&layouts), expected, "{counts:?}");
            }
        }
    }

    #[test]
    fn a_settled_grid_has_no_split() {
        let solved =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let mut clues = [None; 81];
        for (clue, byte) in clues.iter_mut().zip(solved.bytes()) {
            *clue = Digit::new(byte - b'0');
        }
        assert_eq!(Split::of_node(&Node::of_clues(&clues)), None);
    }
}
