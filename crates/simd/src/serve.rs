//! Serving the lanes of a batch: all that is done to them between two sweeps.
//!
//! ```text
//! sweep    finish  what became of each lane, as sets of lanes
//!          judged  which of the decided ones are solutions
//! choose           a split for each lane that stands still      (`choose`)
//! lanes    save    one side of it stays in the lane, one is saved
//!          resume  a saved node enters a lane
//!          start   a puzzle enters a lane
//!          keep    a solution is kept until it is written down
//! admit            what of all that was put off until now
//! answers  decode, write  solutions become digits
//! ```
//!
//! Here it is done lane after lane and word after word: a lane's 27 words lie in
//! 27 rows, so each is an access of its own. That is what levels get that have
//! nothing better; [`serve512`](crate::serve512) has masks and moves nodes in
//! whole vectors.

use polydoku_core::Digit;

use crate::board::{Outcomes, Wide};
use crate::branch::Split;
use crate::choose::tried;
use crate::decode::Decoder;
use crate::level::{Avx2, Portable};
use crate::node::words_of;
use crate::saved::Saved;

/// What a level does to the lanes of a batch between two sweeps.
pub(crate) trait Serve: Copy {
    /// After a sweep: what it did.
    #[inline(always)]
    fn finish(self, board: &mut Wide) -> Outcomes {
        board.finish()
    }

    /// After judging: see [`Wide::judged`].
    #[inline(always)]
    fn judged(self, board: &Wide, lanes: u32) -> (u32, u32) {
        board.judged(lanes)
    }

    /// Starts a puzzle in a lane.
    #[inline(always)]
    fn start(self, board: &mut Wide, lane: usize, clues: &[Option<Digit>; 81]) {
        words_of(clues, |index, band, word| {
            board.cells[band][index][lane] = word;
        });
        board.before[lane] = 0;
    }

    /// Splits the node in a lane as was chosen: the side tried first stays, the
    /// other is saved.
    #[inline(always)]
    fn save(self, board: &mut Wide, lane: usize, saved: &mut Saved) {
        board.save(lane, saved);
        let (bit, side) = (board.bits[lane], board.sides[lane]);
        let split = Split::of_side(bit, side);
        let (open, tried) = (side as u8 & 63, tried(side & 63) as u8);
        split.confine(open & !tried, |index, band, bits| {
            saved.words[9 * band + index] &= !bits;
        });
        split.confine(tried, |index, band, bits| {
            board.cells[band][index][lane] &= !bits;
        });
        board.before[lane] = 0;
        saved.set_side(0, 0);
    }

    /// Goes on with a saved node in a lane. It was confined when it was saved.
    #[inline(always)]
    fn resume(self, board: &mut Wide, lane: usize, saved: &Saved) {
        for band in 0..3 {
            for index in 0..9 {
                board.cells[band][index][lane] = saved.words[9 * band + index];
            }
        }
        board.before[lane] = 0;
    }

    /// Does what was put off until the next sweep: here nothing is.
    #[inline(always)]
    fn admit(self, _: &mut Wide) {}

    /// Keeps the solution in a lane, which is a puzzle's, until it is written
    /// down.
    #[inline(always)]
    fn keep(self, board: &Wide, lane: usize, decoder: &mut Decoder, puzzle: usize) {
        decoder.add(puzzle, |c, row| board.word(lane, c, row));
    }

    /// Prepares all solutions kept for being written down.
    #[inline(always)]
    fn decode(self, decoder: &mut Decoder) {
        decoder.decode();
    }

    /// Writes down one of the solutions kept.
    #[inline(always)]
    fn write(self, decoder: &Decoder, held: usize, grid: &mut [Option<Digit>; 81]) {
        decoder.write(held, grid);
    }
}

impl Serve for Portable {}
impl Serve for Avx2 {}
#[cfg(not(target_arch = "x86_64"))]
impl Serve for crate::level::Avx512 {}
