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
//! what happened in [`Outcome`]s.

use crate::node::Node;
use crate::propagate::Row;
use crate::triple::{FULL, GUARDS, ONES};

/// Lanes of the wide board: how many puzzles of a batch are in flight.
pub(crate) const WIDE: usize = 32;

/// The sum of all words of a grid whose 81 cells hold one digit each and whose
/// boxes are complete: each stack adds up to three times 511.
const DECIDED: u32 = (1533u32).wrapping_mul(ONES);

/// What a sweep did to a node; 0 is "it changed, sweep again".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Outcome(u8);

impl Outcome {
    const CHANGED: Outcome = Outcome(0);

    /// The outcome from the collected conditions and sums.
    #[inline(always)]
    fn of(ok: u32, sum: u32, before: u32) -> Outcome {
        let dead = ok & (FULL | GUARDS) != FULL | GUARDS;
        let still = sum == before;
        let decided = sum == DECIDED;
        Outcome(u8::from(dead) | u8::from(still) << 1 | u8::from(decided) << 2)
    }

    /// Whether there is nothing to do but sweep again.
    #[inline(always)]
    pub(crate) fn is_moving(self) -> bool {
        self == Outcome::CHANGED
    }

    /// A cell, or a digit in a box, has no place left.
    #[inline(always)]
    pub(crate) fn is_dead(self) -> bool {
        self.0 & 1 != 0
    }

    /// The sweep changed nothing.
    #[inline(always)]
    pub(crate) fn is_still(self) -> bool {
        self.0 & 2 != 0
    }

    /// The sum is that of a decided grid. Sums are kept modulo 2^32, so ask
    /// the node before you believe it.
    #[inline(always)]
    pub(crate) fn may_be_decided(self) -> bool {
        self.0 & 4 != 0
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
    before: Row<WIDE>,
    outcomes: [Outcome; WIDE],
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
            outcomes: [Outcome::CHANGED; WIDE],
        }
    }

    /// Puts a node into a lane.
    #[inline(always)]
    pub(crate) fn load(&mut self, lane: usize, node: &Node) {
        for (band, rows) in self.cells.iter_mut().enumerate() {
            for (row, quad) in rows.iter_mut().zip(&node.words) {
                row[lane] = quad[band];
            }
        }
        self.before[lane] = 0;
    }

    /// What a lane holds.
    #[inline(always)]
    pub(crate) fn store(&self, lane: usize, node: &mut Node) {
        for (band, rows) in self.cells.iter().enumerate() {
            for (row, quad) in rows.iter().zip(&mut node.words) {
                quad[band] = row[lane];
            }
        }
    }

    /// Before a sweep.
    #[inline(always)]
    pub(crate) fn begin(&mut self) {
        self.ok = [!0; WIDE];
        self.sum = [0; WIDE];
    }

    /// After a sweep.
    #[inline(always)]
    pub(crate) fn finish(&mut self) {
        for k in 0..WIDE {
            self.outcomes[k] = Outcome::of(self.ok[k], self.sum[k], self.before[k]);
        }
        self.before = self.sum;
    }

    /// The outcomes of the last sweep.
    #[inline(always)]
    pub(crate) fn outcomes(&self) -> &[Outcome; WIDE] {
        &self.outcomes
    }
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
    before: Row<N>,
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
        }
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

    /// Before a sweep.
    #[inline(always)]
    pub(crate) fn begin(&mut self) {
        self.ok = [!0; N];
        self.sum = [0; N];
    }

    /// After a sweep: what it did to the node in a quad. Ask once.
    #[inline(always)]
    pub(crate) fn outcome(&mut self, quad: usize) -> Outcome {
        let lanes = |of: &Row<N>| [0, 1, 2].map(|band| of[4 * quad + band]);
        let [a, b, c] = lanes(&self.sum);
        let sum = a.wrapping_add(b).wrapping_add(c);
        let [x, y, z] = lanes(&self.ok);
        let outcome = Outcome::of(x & y & z, sum, self.before[4 * quad]);
        self.before[4 * quad] = sum;
        outcome
    }
}
