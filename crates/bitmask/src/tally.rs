//! What a search counts on its way, in core's words.

use polydoku_core::{Stat, Stats};

/// The statistics of one search but for its nodes, which the budget counts.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    /// Digits written into open cells.
    pub placements: u64,
    /// Choices followed while another remained.
    pub guesses: u64,
    /// Choices undone.
    pub backtracks: u64,
    /// The most choices standing at one time.
    pub depth: u32,
}

impl Tally {
    /// The statistics, all known.
    #[inline]
    pub fn stats(self, nodes: u64) -> Stats {
        Stats {
            nodes: Stat::known(nodes),
            placements: Stat::known(self.placements),
            guesses: Stat::known(self.guesses),
            backtracks: Stat::known(self.backtracks),
            depth: Stat::known(self.depth.into()),
        }
    }
}
