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
//! [`clues256`](crate::clues256) does what AVX2 can of that.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::on_every_level;

    use polydoku_core::DigitSet;

    const SOLVED: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    /// Fillings with every digit in every cell, right or not; some cells are open.
    fn fillings() -> impl Iterator<Item = [Option<Digit>; 81]> {
        (0..90).map(|number: usize| {
            let mut clues = [None; 81];
            for (cell, byte) in SOLVED.bytes().enumerate() {
                let digit = (usize::from(byte - b'1') + number) % 9;
                let open = number > 8 && (cell * 7 + number * 5) % 10 < number / 9;
                clues[cell] = (!open).then(|| Digit::from_index(digit));
            }
            clues
        })
    }

    #[test]
    fn puzzles_enter_as_their_words() {
        on_every_level!(entered);
    }

    fn entered<const N: usize, K: Kernel<N>>(kernel: K) {
        let mut board = Compact::<N>::new();
        for clues in fillings() {
            kernel.start_in_quad(&mut board, &clues);
            let mut node = Node::OPEN;
            board.store(0, &mut node);
            assert_eq!(node, Node::of_clues(&clues));
        }
    }

    #[test]
    fn decided_nodes_leave_as_their_digits() {
        on_every_level!(left);
    }

    fn left<const N: usize, K: Kernel<N>>(kernel: K) {
        for clues in fillings().take(9) {
            let node = Node::of_clues(&clues);
            assert_eq!(kernel.digits(&node).map(Some), clues);
        }
    }

    #[test]
    fn a_split_changes_its_quad_alone() {
        on_every_level!(split_alone);
    }

    fn split_alone<const N: usize, K: Kernel<N>>(kernel: K) {
        let nodes = [1, 2, 3, 4].map(|seed: u64| {
            let marks = std::array::from_fn(|cell| {
                DigitSet::from_bits((1 + (cell as u64 * 37 + seed * 101) % 511) & 0x1FF)
            });
            let mut node = Node::OPEN;
            node.restrict_to(&marks);
            node
        });
        for chute in 0..6 {
            for digit in 0..9 {
                for layouts in 1..63 {
                    let (quad, by) = (
                        usize::from(layouts) % Compact::<N>::NODES,
                        Split {
                            chute,
                            digit,
                            tried: layouts,
                            left: 63 & !layouts,
                        },
                    );
                    let mut board = Compact::<N>::new();
                    for (at, node) in nodes.iter().enumerate().take(N / 4) {
                        kernel.enter(&mut board, at, node);
                    }
                    let mut left = Node::OPEN;
                    kernel.split(&mut board, quad, &by, &mut left);
                    let (mut tried, mut other) = (nodes[quad], nodes[quad]);
                    by.confine_node(by.tried, &mut tried);
                    by.confine_node(by.left, &mut other);
                    assert_eq!(left, other);
                    for (at, node) in nodes.iter().enumerate().take(N / 4) {
                        let mut held = Node::OPEN;
                        board.store(at, &mut held);
                        assert_eq!(held, if at == quad { tried } else { *node });
                    }
                }
            }
        }
    }
}
