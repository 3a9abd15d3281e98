//! What a level does to the nodes of one search, each in a quad of lanes.
//!
//! ```text
//! start_in_quad  a puzzle enters the first quad
//! enter          a node enters a quad
//! sweep          one sweep of all quads
//! sweep_until    sweeps until one of the busy quads stops
//! split          one side of a split stays in its quad, the other leaves
//! digits         a decided node becomes digits
//! ```
//!
//! Here it is done word by word on the [`Compact`] board, which is what levels
//! get that have nothing better. [`quads512`](crate::quads512) keeps all quads in
//! registers while they are swept, and changes one of them by masks;
//! [`clues256`](crate::clues256) has byte moves for what comes and goes.

use polydoku_core::Digit;

use crate::board::{Compact, Outcomes};
use crate::branch::Split;
use crate::level::{Kernel, Portable};
use crate::node::Node;

/// What a level does to the nodes of one search. `N` is the number of lanes.
pub(crate) trait Quads<const N: usize>: Copy {
    /// Puts a puzzle into the first quad of a board where none is busy.
    #[inline(always)]
    fn start_in_quad(self, board: &mut Compact<N>, clues: &[Option<Digit>; 81]) {
        board.load_clues(0, clues);
    }

    /// Puts a node into a quad.
    #[inline(always)]
    fn enter(self, board: &mut Compact<N>, quad: usize, node: &Node) {
        board.load(quad, node);
    }

    /// Splits the node in a quad: the side tried first stays there.
    #[inline(always)]
    fn split(self, board: &mut Compact<N>, quad: usize, split: &Split, left: &mut Node) {
        board.store(quad, left);
        let mut tried = *left;
        split.confine_node(split.left, left);
        split.confine_node(split.tried, &mut tried);
        board.load(quad, &tried);
    }

    /// The digits of a decided node.
    #[inline(always)]
    fn digits(self, node: &Node) -> [Digit; 81] {
        node.digits()
    }

    /// One sweep.
    fn sweep(self, board: &mut Compact<N>) -> Outcomes;

    /// Sweeps until one of the busy quads stops. Says what the last sweep did, and
    /// how many there were.
    #[inline(always)]
    fn sweep_until(self, board: &mut Compact<N>, busy: u32) -> (Outcomes, u64) {
        let mut sweeps = 0;
        loop {
            let outcomes = self.sweep(board);
            sweeps += 1;
            if outcomes.stopped() & busy != 0 {
                return (outcomes, sweeps);
            }
        }
    }
}

impl Quads<4> for Portable {
    fn sweep(self, board: &mut Compact<4>) -> Outcomes {
        self.sweep_compact(board)
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Quads<8> for crate::level::Avx2 {
    fn sweep(self, board: &mut Compact<8>) -> Outcomes {
        self.sweep_compact(board)
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Quads<16> for crate::level::Avx512 {
    fn sweep(self, board: &mut Compact<16>) -> Outcomes {
        self.sweep_compact(board)
    }
}
