//! Nodes of a batch at rest, and the side of a split each is on.
//!
//! ```text
//! words[9R + 3r + c]   as in the board's rows, 27 words
//! words[27]            the digit that is still to be confined, as a bit, or 0
//! words[28]            the side to which; both as in `choose`
//! words[29]            how many choices stand in the node
//! ```
//!
//! A level may save the node of a split as it was, with a note of the other
//! side, and confine it only when that side's turn comes, together with other
//! lanes. Two cache lines a node, so moving one is moving two vectors.

use crate::branch::Split;
use crate::node::Node;

/// Words of a grid.
pub(crate) const WORDS: usize = 27;

/// A node, and the side of a split to which it is still to be confined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(crate) struct Saved {
    pub(crate) words: [u32; 32],
}

impl Saved {
    /// Where the digit stands.
    pub(crate) const BIT: usize = WORDS;
    /// Where the side stands.
    pub(crate) const SIDE: usize = WORDS + 1;
    const DEPTH: usize = WORDS + 2;

    /// Nothing.
    pub(crate) const EMPTY: Saved = Saved { words: [0; 32] };

    /// A node that is not to be confined.
    pub(crate) fn of_node(node: &Node) -> Saved {
        let mut saved = Saved::EMPTY;
        for (index, words) in node.words.iter().enumerate() {
            for band in 0..3 {
                saved.words[9 * band + index] = words[band];
            }
        }
        saved
    }

    /// Notes the side to which it is still to be confined; without a bit, none.
    #[inline(always)]
    pub(crate) fn set_side(&mut self, bit: u32, side: u32) {
        self.words[Saved::BIT] = bit;
        self.words[Saved::SIDE] = side;
    }

    /// Notes how many choices stand in it.
    #[inline(always)]
    pub(crate) fn set_depth(&mut self, depth: u32) {
        self.words[Saved::DEPTH] = depth;
    }

    /// How many choices stand in it.
    #[inline(always)]
    pub(crate) fn depth(&self) -> u32 {
        self.words[Saved::DEPTH]
    }

    /// The node, confined.
    pub(crate) fn node(&self) -> Node {
        let mut node = Node::OPEN;
        for (index, words) in node.words.iter_mut().enumerate() {
            for band in 0..3 {
                words[band] = self.words[9 * band + index];
            }
        }
        let (bit, side) = (self.words[Saved::BIT], self.words[Saved::SIDE]);
        if bit != 0 {
            Split::of_side(bit, side).confine_node(side as u8, &mut node);
        }
        node
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::board::{WIDE, Wide};
    use crate::level::{Kernel, on_every_level};
    use polydoku_core::{Digit, DigitSet};

    /// Nodes of all kinds: a grid of which more or less is known, some of it
    /// wrong, and the solved grid.
    pub(crate) fn some_node(seed: usize) -> Node {
        let mut state = (seed as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state >> 20
        };
        let known = random() % 10;
        let marks = std::array::from_fn(|cell| {
            let (row, col) = (cell / 9, cell % 9);
            let right = 1 << ((3 * (row % 3) + row / 3 + col + seed) % 9);
            let (one, two) = (random(), random());
            let extra = match random() % 10 {
                kind if kind < known => 0,
                kind if kind % 2 == 0 => one & two,
                _ => one | two,
            };
            DigitSet::from_bits((right | extra) & 0x1FF)
        });
        let mut node = Node::OPEN;
        node.restrict_to(&marks);
        node
    }

    #[test]
    fn a_node_is_saved_as_it_is() {
        for seed in 0..100 {
            let node = some_node(seed);
            assert_eq!(Saved::of_node(&node).node(), node);
        }
    }

    /// Puzzles with any clue in any cell, started in all lanes.
    fn started<const N: usize, K: Kernel<N>>(kernel: K) {
        for seed in 0..10 {
            let mut board = Wide::new();
            let clues = |lane: usize| -> [Option<Digit>; 81] {
                std::array::from_fn(|cell| Digit::new(((cell * (lane + 1) + seed) % 10) as u8))
            };
            for lane in 0..WIDE {
                kernel.start(&mut board, lane, &clues(lane));
                if lane % 5 == 0 {
                    kernel.admit(&mut board);
                }
            }
            kernel.admit(&mut board);
            for lane in 0..WIDE {
                let mut held = Saved::EMPTY;
                board.save(lane, &mut held);
                assert_eq!(held.node(), Node::of_clues(&clues(lane)));
            }
        }
    }

    #[test]
    fn puzzles_start_as_they_are_given() {
        on_every_level!(started);
    }
}
