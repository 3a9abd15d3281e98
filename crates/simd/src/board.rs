//! Where nodes are swept: two ways to lay the same words out in lanes.
//!
//! ```text
//! Wide      rows [band][3r + c], a lane is a puzzle:   bands are separate rows
//! Compact   rows [3r + c],       a quad is a node:     bands are lanes 0, 1, 2
//! ```
//!
//! `Wide` wastes no lane and needs no movement between lanes; it works on
//! [`WIDE`] puzzles of a batch at once. `Compact` sweeps one node in a third of
//! the operations, for one puzzle at a time: its quads are nodes of the same
//! search. Both use the phases of [`propagate`](crate::propagate) and speak of
//! what happened in [`Outcomes`].

use crate::branch::Split;
use crate::node::{Node, words_of};
use crate::propagate::{Row, close_columns_in_quads, close_rows, settle_cells};
use crate::saved::Saved;
use crate::triple::{FULL, GUARDS, ONES};
use polydoku_core::Digit;

/// Lanes of the wide board: how many puzzles of a batch are in flight.
pub(crate) const WIDE: usize = 32;

/// The sum of all words of a grid whose 81 cells hold one digit each and whose
/// boxes are complete: each stack adds up to three times 511.
pub(crate) const DECIDED: u32 = (1533u32).wrapping_mul(ONES);

/// What a sweep did to the nodes of a board: one bit a lane, or a quad.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Outcomes {
    /// A cell, or a digit in a box, has no place left.
    pub(crate) dead: u32,
    /// The sweep changed nothing.
    pub(crate) still: u32,
    /// The sum is that of a decided grid. Sums are kept modulo 2^32, so this is
    /// to be checked before it is believed.
    pub(crate) decided: u32,
}

impl Outcomes {
    /// What need not be swept again, or not without a look at it.
    #[inline(always)]
    pub(crate) fn stopped(&self) -> u32 {
        self.dead | self.still | self.decided
    }

    /// Adds one bit: the outcome of these conditions and sums.
    #[inline(always)]
    fn add(&mut self, bit: u32, ok: u32, sum: u32, before: u32) {
        let all = FULL | GUARDS;
        self.dead |= if ok & all != all { bit } else { 0 };
        self.still |= if sum == before { bit } else { 0 };
        self.decided |= if sum == DECIDED { bit } else { 0 };
    }
}

/// Many puzzles, one a lane.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Wide {
    pub(crate) cells: [[Row<WIDE>; 9]; 3],
    pub(crate) certain: [[Row<WIDE>; 3]; 3],
    pub(crate) down: [[Row<WIDE>; 3]; 3],
    pub(crate) upright: [[Row<WIDE>; 3]; 3],
    pub(crate) ok: Row<WIDE>,
    pub(crate) sum: Row<WIDE>,
    pub(crate) before: Row<WIDE>,
    pub(crate) open: Row<WIDE>,
    pub(crate) missing: Row<WIDE>,
    /// The splits chosen; see [`choose`](crate::choose).
    pub(crate) bits: Row<WIDE>,
    pub(crate) sides: Row<WIDE>,
    /// Nodes that wait to enter lanes, for which lanes there are some, and which
    /// lanes go on with the first side of their split; see `serve512`.
    pub(crate) waiting: [Saved; WIDE],
    pub(crate) entering: u32,
    pub(crate) splitting: u32,
}

impl Wide {
    /// Lanes that hold open grids.
    pub(crate) fn new() -> Wide {
        Wide {
            cells: [[[FULL; WIDE]; 9]; 3],
            certain: [[[0; WIDE]; 3]; 3],
            down: [[[0; WIDE]; 3]; 3],
            upright: [[[0; WIDE]; 3]; 3],
            ok: [0; WIDE],
            sum: [0; WIDE],
            before: [0; WIDE],
            open: [0; WIDE],
            missing: [0; WIDE],
            bits: [0; WIDE],
            sides: [0; WIDE],
            waiting: [Saved::EMPTY; WIDE],
            entering: 0,
            splitting: 0,
        }
    }

    /// What a lane holds. A function of its own, for every level the target's
    /// plain one: with AVX2 and AVX-512 allowed the compiler makes gathers of 27
    /// loads from 27 rows, which are slower on processors of AMD.
    #[inline(never)]
    pub(crate) fn save(&self, lane: usize, saved: &mut Saved) {
        for band in 0..3 {
            for index in 0..9 {
                saved.words[9 * band + index] = self.cells[band][index][lane];
            }
        }
    }

    /// Before a sweep.
    #[inline(always)]
    pub(crate) fn begin(&mut self) {
        self.ok = [!0; WIDE];
        self.sum = [0; WIDE];
    }

    /// After a sweep: what it did.
    #[inline(always)]
    pub(crate) fn finish(&mut self) -> Outcomes {
        let mut outcomes = Outcomes::default();
        for k in 0..WIDE {
            outcomes.add(BITS[k], self.ok[k], self.sum[k], self.before[k]);
        }
        self.before = self.sum;
        outcomes
    }

    /// After judging: of the lanes whose sum is that of a decided grid, those
    /// that are decided, and those that are solutions.
    #[inline(always)]
    pub(crate) fn judged(&self, lanes: u32) -> (u32, u32) {
        let (mut open, mut missing) = (0, 0);
        for k in 0..WIDE {
            open |= if self.open[k] != 0 { BITS[k] } else { 0 };
            missing |= if self.missing[k] != 0 { BITS[k] } else { 0 };
        }
        (lanes & !open, lanes & !open & !missing)
    }

    /// A lane's word in this grid row, of column c of each box.
    #[inline(always)]
    pub(crate) fn word(&self, lane: usize, c: usize, row: usize) -> u32 {
        self.cells[row / 3][3 * (row % 3) + c][lane]
    }
}

/// One bit for each lane of the wide board. A table, because a shift by the
/// loop's counter costs more than a load.
const BITS: Row<WIDE> = {
    let mut bits = [0; WIDE];
    let mut lane = 0;
    while lane < WIDE {
        bits[lane] = 1 << lane;
        lane += 1;
    }
    bits
};

/// The lanes of a set of bits.
#[inline(always)]
pub(crate) fn lanes(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            lane
        })
    })
}

/// Parts of the wide board, `G` lanes each, in which there are lanes of a set;
/// each by its first lane.
#[inline(always)]
pub(crate) fn parts<const G: usize>(lanes: u32) -> impl Iterator<Item = usize> {
    let part = ((1u64 << G) - 1) as u32;
    (0..WIDE)
        .step_by(G)
        .filter(move |from| lanes >> from & part != 0)
}

/// Few nodes, one a quad of lanes; `N` is four times their number.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Compact<const N: usize> {
    pub(crate) cells: [Row<N>; 9],
    pub(crate) certain: [Row<N>; 3],
    pub(crate) down: [Row<N>; 3],
    pub(crate) upright: [Row<N>; 3],
    pub(crate) ok: Row<N>,
    pub(crate) sum: Row<N>,
    pub(crate) before: Row<N>,
    pub(crate) open: Row<N>,
    pub(crate) missing: Row<N>,
}

impl<const N: usize> Compact<N> {
    /// How many nodes are swept at once.
    pub(crate) const NODES: usize = N / 4;

    /// Quads that hold open grids.
    pub(crate) fn new() -> Self {
        Compact {
            cells: [[FULL; N]; 9],
            certain: [[0; N]; 3],
            down: [[0; N]; 3],
            upright: [[0; N]; 3],
            ok: [0; N],
            sum: [0; N],
            before: [0; N],
            open: [0; N],
            missing: [0; N],
        }
    }

    /// Puts a puzzle into a quad.
    #[inline(always)]
    pub(crate) fn load_clues(&mut self, quad: usize, clues: &[Option<Digit>; 81]) {
        words_of(clues, |index, band, word| {
            self.cells[index][4 * quad + band] = word;
        });
        self.before[4 * quad] = 0;
    }

    /// Puts a node into a quad.
    #[inline(always)]
    pub(crate) fn load(&mut self, quad: usize, node: &Node) {
        for (row, words) in self.cells.iter_mut().zip(&node.words) {
            row[4 * quad..4 * quad + 4].copy_from_slice(words);
        }
        self.before[4 * quad] = 0;
    }

    /// What a quad holds.
    #[inline(always)]
    pub(crate) fn store(&self, quad: usize, node: &mut Node) {
        for (row, words) in self.cells.iter().zip(&mut node.words) {
            words.copy_from_slice(&row[4 * quad..4 * quad + 4]);
        }
    }

    /// The best split of the node in a quad, which no sweep changes.
    #[inline(always)]
    pub(crate) fn split(&self, quad: usize) -> Option<Split> {
        let mut rows = [[0; 3]; 3];
        let mut columns = [[0; 3]; 3];
        for i in 0..3 {
            for band in 0..3 {
                let word = |at: usize| self.cells[at][4 * quad + band];
                rows[i][band] = word(3 * i) | word(3 * i + 1) | word(3 * i + 2);
                columns[i][band] = word(i) | word(3 + i) | word(6 + i);
            }
        }
        Split::of(&rows, &columns)
    }

    /// Before a sweep.
    #[inline(always)]
    pub(crate) fn begin(&mut self) {
        self.ok = [!0; N];
        self.sum = [0; N];
    }

    /// After a sweep: what it did.
    #[inline(always)]
    pub(crate) fn finish(&mut self) -> Outcomes {
        let mut outcomes = Outcomes::default();
        for quad in 0..Self::NODES {
            let at = 4 * quad;
            let (ok, sum) = (&self.ok, &self.sum);
            let all_ok = ok[at] & ok[at + 1] & ok[at + 2];
            let total = sum[at].wrapping_add(sum[at + 1]).wrapping_add(sum[at + 2]);
            outcomes.add(1 << quad, all_ok, total, self.before[at]);
            self.before[at] = total;
        }
        outcomes
    }

    /// After judging: whether a quad is decided, and whether it is a solution.
    #[inline(always)]
    pub(crate) fn judged(&self, quad: usize) -> (bool, bool) {
        let any = |of: &Row<N>| of[4 * quad] | of[4 * quad + 1] | of[4 * quad + 2];
        (any(&self.open) == 0, any(&self.missing) == 0)
    }
}

/// Whether a sweep changes nothing of a node, by comparing all of it; what boards
/// say of it they only conclude from sums.
#[cold]
#[inline(never)]
pub(crate) fn is_idle(node: &Node) -> bool {
    let mut b = Compact::<4>::new();
    b.load(0, node);
    b.begin();
    close_rows(&mut b.cells, &mut b.certain, &mut b.down, &mut b.ok);
    close_columns_in_quads(&mut b.down, &mut b.upright);
    let (cells, ok, sum) = (&mut b.cells, &mut b.ok, &mut b.sum);
    settle_cells(cells, &b.certain, &b.down, &b.upright, ok, sum);
    let mut after = Node::OPEN;
    b.store(0, &mut after);
    let same = |(a, b): (&[u32; 4], &[u32; 4])| a[..3] == b[..3];
    node.words.iter().zip(&after.words).all(same)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Kernel, Portable};
    use crate::serve::Serve;
    use polydoku_core::DigitSet;

    const SOLVED: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn clues(line: &str) -> [Option<Digit>; 81] {
        let mut clues = [None; 81];
        for (clue, byte) in clues.iter_mut().zip(line.bytes()) {
            *clue = Digit::new(byte - b'0');
        }
        clues
    }

    /// What both boards judge of a grid, in every lane: whether it is decided,
    /// and whether it is a solution too.
    fn verdict(node: &Node) -> (bool, bool) {
        let kernel = Portable::new().expect("always there");
        let mut compact = Compact::<4>::new();
        compact.load(0, node);
        kernel.judge_compact(&mut compact);
        let (decided, right) = compact.judged(0);
        let mut wide = Wide::new();
        for lane in 0..WIDE {
            kernel.resume(&mut wide, lane, &Saved::of_node(node));
            let judged = kernel.judge_wide(&mut wide, 1 << lane);
            let bit = |of: bool| u32::from(of) << lane;
            assert_eq!(judged, (bit(decided), bit(decided && right)));
        }
        (decided, decided && right)
    }

    #[test]
    fn a_solution_is_told_from_a_wrong_filling() {
        let given = clues(SOLVED);
        assert_eq!(verdict(&Node::of_clues(&given)), (true, true));
        // Cells exchanged in a row break columns, in a column rows; rows of two
        // bands exchanged break boxes alone, cells across all three.
        let rows: Vec<(usize, usize)> = (0..9).map(|col| (col, 27 + col)).collect();
        let columns: Vec<(usize, usize)> = (0..9).map(|row| (9 * row, 9 * row + 3)).collect();
        for swaps in [&[(0, 4)][..], &[(0, 36)], &[(80, 79)], &rows, &columns] {
            let mut wrong = given;
            for &(a, b) in swaps {
                wrong.swap(a, b);
            }
            assert_eq!(verdict(&Node::of_clues(&wrong)), (true, false), "{swaps:?}");
        }
    }

    #[test]
    fn idle_is_what_no_sweep_changes() {
        let solved = Node::of_clues(&clues(SOLVED));
        assert!(is_idle(&Node::OPEN) && is_idle(&solved));
        let mut given = clues(SOLVED);
        given[40] = None;
        assert!(!is_idle(&Node::of_clues(&given)));
    }

    #[test]
    fn a_cell_with_two_digits_is_not_decided() {
        let given = clues(SOLVED);
        for cell in 0..81 {
            let mut marks = given.map(|digit| DigitSet::only(digit.expect("a digit")));
            let other = Digit::from_index(given[(cell + 1) % 81].expect("a digit").index());
            marks[cell].insert(other);
            let mut node = Node::OPEN;
            node.restrict_to(&marks);
            let decided = marks[cell].len() == 1;
            assert_eq!(verdict(&node).0, decided, "cell {cell}");
        }
    }

    #[test]
    fn quads_keep_their_nodes() {
        let mut compact = Compact::<16>::new();
        let node = |seed: usize| {
            let marks = std::array::from_fn(|cell| {
                DigitSet::from_bits((1 + (cell as u64 * 37 + seed as u64 * 101) % 511) & 0x1FF)
            });
            let mut node = Node::OPEN;
            node.restrict_to(&marks);
            node
        };
        for lane in 0..WIDE {
            compact.load(lane % 4, &node(lane));
        }
        for lane in 0..WIDE {
            let mut held = Node::OPEN;
            compact.store(lane % 4, &mut held);
            assert_eq!(held, node(WIDE - 4 + lane % 4));
        }
        let given = clues(SOLVED);
        compact.load_clues(2, &given);
        let mut held = Node::OPEN;
        compact.store(2, &mut held);
        assert_eq!(held, Node::of_clues(&given));
    }
}
