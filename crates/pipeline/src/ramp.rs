//! How much text the next block takes.
//!
//! A block should be small enough that a slow engine answers early and all
//! threads get some of a small file, and large enough that handing it over
//! costs nothing. No clock is needed to tell: sizes begin at one puzzle and
//! double once every worker has had its turn, up to what the engine likes to
//! get; and where puzzles cost many nodes, blocks shrink to a fixed number of
//! nodes. A node is a few nanoseconds to a few microseconds, so a block takes
//! between a tenth of a millisecond and a fraction of a second: either is good.

/// Nodes that make a block long enough.
const NODES: u64 = 1 << 15;

/// What a puzzle costs beside its nodes, in nodes.
const BASE: u64 = 8;

/// What is asked for while nothing is known of the text: less than a line of
/// most puzzles, so that the first block is one record.
const SMALLEST: u64 = 16;

/// The fewest puzzles that a block grows to; an engine that takes many at a
/// time is a fast one and gets [`BATCHES`] times as many as it likes.
const PUZZLES: u64 = 64;
const BATCHES: u64 = 8;

/// The bytes that a block does not exceed unless one puzzle alone does. A block
/// takes about five times as much memory while it is answered, which should
/// stay in a core's second-level cache: with 3,000 puzzles a block the stream's
/// own cost was 1.5 times that of 1,000 (Zen 3, 512 KiB). With 64, two workers
/// met so often at the source that it was 1.7 times.
const BYTES: u64 = 3 << 15;

/// What answering a block showed.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Effort {
    /// The block's bytes.
    pub(crate) bytes: u64,
    /// Its puzzles.
    pub(crate) puzzles: u64,
    /// The nodes spent on them, as far as they are known.
    pub(crate) nodes: u64,
    /// How many puzzles the engine likes to get at a time.
    pub(crate) batch: u64,
}

/// The size of blocks, learning.
#[derive(Debug)]
pub(crate) struct Ramp {
    workers: u64,
    /// Blocks handed out so far.
    blocks: u64,
    /// The bytes of a puzzle, on average.
    puzzle_bytes: u64,
    /// The nodes of a puzzle: rises at once, falls slowly.
    puzzle_nodes: u64,
    /// The most puzzles for a block.
    most: u64,
}

impl Ramp {
    /// The start for so many workers.
    pub(crate) fn new(workers: usize) -> Ramp {
        Ramp {
            workers: workers as u64,
            blocks: 0,
            puzzle_bytes: SMALLEST,
            puzzle_nodes: 0,
            most: PUZZLES,
        }
    }

    /// The bytes the next block should have, more or less.
    pub(crate) fn next_size(&mut self) -> usize {
        let doublings = (self.blocks / self.workers).min(32);
        self.blocks += 1;
        let bearable = NODES / self.puzzle_nodes.saturating_add(BASE).min(NODES);
        let puzzles = (1 << doublings).min(self.most).min(bearable);
        (puzzles * self.puzzle_bytes).min(BYTES) as usize
    }

    /// Takes in how a block went.
    pub(crate) fn learn(&mut self, effort: Effort) {
        if effort.puzzles == 0 {
            return;
        }
        let nodes = effort.nodes / effort.puzzles;
        self.puzzle_nodes = nodes.max(self.puzzle_nodes - self.puzzle_nodes.div_ceil(8));
        self.puzzle_bytes = effort.bytes.div_ceil(effort.puzzles);
        self.most = PUZZLES.max(effort.batch.saturating_mul(BATCHES));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn easy(puzzles: u64, batch: u64) -> Effort {
        Effort {
            bytes: 82 * puzzles,
            puzzles,
            nodes: 50 * puzzles,
            batch,
        }
    }

    fn sizes(ramp: &mut Ramp, count: usize) -> Vec<usize> {
        let bytes = ramp.puzzle_bytes as usize;
        (0..count).map(|_| ramp.next_size() / bytes).collect()
    }

    #[test]
    fn every_worker_begins_with_one_puzzle() {
        assert_eq!(sizes(&mut Ramp::new(1), 8), [1, 2, 4, 8, 16, 32, 64, 64]);
        assert_eq!(sizes(&mut Ramp::new(3), 7), [1, 1, 1, 2, 2, 2, 4]);
    }

    #[test]
    fn blocks_grow_to_what_the_engine_likes() {
        let mut ramp = Ramp::new(1);
        ramp.learn(easy(1, 50));
        assert_eq!(sizes(&mut ramp, 12).last(), Some(&400));
    }

    #[test]
    fn hard_puzzles_make_small_blocks_until_easy_ones_come() {
        let mut ramp = Ramp::new(1);
        sizes(&mut ramp, 20);
        ramp.learn(Effort {
            nodes: 1_000_000_000,
            ..easy(64, 1)
        });
        assert_eq!(sizes(&mut ramp, 2), [1, 1]);
        for _ in 0..200 {
            ramp.learn(easy(1, 1));
        }
        assert_eq!(sizes(&mut ramp, 1), [64]);
    }

    #[test]
    fn no_block_is_huge_or_empty() {
        let mut ramp = Ramp::new(1);
        ramp.learn(easy(1, u64::MAX / 4));
        for _ in 0..100 {
            let size = ramp.next_size();
            assert!(size > 0 && size as u64 <= BYTES);
        }
        ramp.learn(Effort::default());
        ramp.learn(Effort {
            nodes: u64::MAX,
            ..easy(1, 1)
        });
        assert!(ramp.next_size() > 0);
    }
}
