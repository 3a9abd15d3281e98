//! Serving the lanes of a batch with AVX-512: masks, and nodes as vectors.
//!
//! A lane's 27 words lie in 27 rows. Written one by one, and read by the next
//! sweep as vectors of 16 lanes, they would have to leave the store buffer
//! first. So nothing is written to a lane until all lanes are served; what is to
//! enter waits in rows of its own, one node a lane, and `admit` then builds
//! each row from the old one and the nodes that enter:
//!
//! ```text
//! row of the board        a0 a1 a2 a3 .. a15      one load
//! mask of lane 2          0  0  1  0  .. 0
//! word of its node        n  n  n  n  .. n        one load that repeats it
//!                         a0 a1 n  a3 .. a15      under the mask, no other work
//! ```
//!
//! 27 rows stay in registers for that, of which there are 32. Both sides of a
//! split, the one that stays and the one that is resumed, are confined after
//! that in all lanes at once (`choose::strike`).
//!
//! Clues become words, and words digits, by moving bytes to where they are
//! wanted, which AVX-512 VBMI does for 64 of any 128 bytes in one step:
//!
//! ```text
//! clues    81 bytes: cell 0, 1, 2 ...
//! bytes    0  6  3  0 | 0  7  4  1 | ...    a word's three cells beside each
//!                                           other, the fourth byte empty
//! bits     1 << digit of each, each moved to its field; empty ones are filled
//! ```
//!
//! Back the same way: the number of leading zeros says which digit a field
//! holds, three of them are the bytes of a word, and one step puts 64 bytes in
//! the order of the grid.
//!
//! Intrinsics are safe where their features are enabled. `unsafe` are loads and
//! stores, each of as many bytes as a reference vouches for, and the calls in
//! `impl Serve`, which only a value of [`Avx512`] can make.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use polydoku_core::Digit;

use crate::board::{DECIDED, Outcomes, WIDE, Wide};
use crate::choose::{strike, tried};
use crate::clues512::load_bytes;
use crate::decode::Decoder;
use crate::level::Avx512;
use crate::propagate::Row;
use crate::quads512::{load_row, store_row};
use crate::saved::{Saved, WORDS};
use crate::serve::Serve;
use crate::sweep512::splat;
use crate::triple::{FULL, GUARDS, ONES};

impl Serve for Avx512 {
    #[inline(always)]
    fn finish(self, board: &mut Wide) -> Outcomes {
        // SAFETY: `self` exists, so `Avx512::new` found every feature.
        unsafe { finish(board) }
    }

    #[inline(always)]
    fn judged(self, board: &Wide, lanes: u32) -> (u32, u32) {
        // SAFETY: `self` exists, so `Avx512::new` found every feature.
        unsafe { judged(board, lanes) }
    }

    #[inline(always)]
    fn start(self, board: &mut Wide, lane: usize, clues: &[Option<Digit>; 81]) {
        board.entering |= 1 << lane;
        // SAFETY: `self` exists, so `Avx512::new` found every feature.
        unsafe { encode(clues, &mut board.waiting[lane]) }
    }

    #[inline(always)]
    fn save(self, board: &mut Wide, lane: usize, saved: &mut Saved) {
        board.save(lane, saved);
        let open = board.sides[lane];
        saved.set_side(board.bits[lane], open & !tried(open & 63));
        board.splitting |= 1 << lane;
    }

    #[inline(always)]
    fn resume(self, board: &mut Wide, lane: usize, saved: &Saved) {
        board.waiting[lane] = *saved;
        board.entering |= 1 << lane;
    }

    #[inline(always)]
    fn admit(self, board: &mut Wide) {
        // SAFETY: `self` exists, so `Avx512::new` found every feature.
        unsafe { admit(board) }
    }

    #[inline(always)]
    fn keep(self, board: &Wide, lane: usize, decoder: &mut Decoder, puzzle: usize) {
        let place = decoder.place(puzzle);
        board.save(lane, &mut decoder.saved[place]);
    }

    /// Nothing: `write` takes the words as they are.
    #[inline(always)]
    fn decode(self, _: &mut Decoder) {}

    #[inline(always)]
    fn write(self, decoder: &Decoder, held: usize, grid: &mut [Option<Digit>; 81]) {
        // SAFETY: `self` exists, so `Avx512::new` found every feature.
        unsafe { write(&decoder.saved[held].words, grid) }
    }
}

/// Lanes of a vector.
const LANES: usize = 16;

/// Lanes 0 to 15 or 16 to 31 of a row.
#[inline(always)]
fn part(row: &Row<WIDE>, half: usize) -> &[u32; LANES] {
    &row.as_chunks().0[half]
}

#[inline(always)]
fn part_mut(row: &mut Row<WIDE>, half: usize) -> &mut [u32; LANES] {
    &mut row.as_chunks_mut().0[half]
}

/// After a sweep: what it did. A comparison of 16 lanes is 16 bits at once.
#[inline]
#[target_feature(enable = "avx512f")]
fn finish(b: &mut Wide) -> Outcomes {
    let mut outcomes = Outcomes::default();
    for half in 0..2 {
        let all = splat(FULL | GUARDS);
        let ok = _mm512_and_si512(load_row(part(&b.ok, half)), all);
        let sum = load_row(part(&b.sum, half));
        let at = |mask: __mmask16| u32::from(mask) << (LANES * half);
        outcomes.dead |= at(_mm512_cmpneq_epi32_mask(ok, all));
        let before = load_row(part(&b.before, half));
        outcomes.still |= at(_mm512_cmpeq_epi32_mask(sum, before));
        outcomes.decided |= at(_mm512_cmpeq_epi32_mask(sum, splat(DECIDED)));
    }
    b.before = b.sum;
    outcomes
}

/// After judging: [`Wide::judged`].
#[inline]
#[target_feature(enable = "avx512f")]
fn judged(b: &Wide, wanted: u32) -> (u32, u32) {
    let (mut open, mut missing) = (0, 0);
    for half in 0..2 {
        let any = |row: __m512i| u32::from(_mm512_test_epi32_mask(row, row)) << (LANES * half);
        open |= any(load_row(part(&b.open, half)));
        missing |= any(load_row(part(&b.missing, half)));
    }
    (wanted & !open, wanted & !open & !missing)
}

/// Puts nodes that wait into their lanes, and confines what was split.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn admit(b: &mut Wide) {
    let (entering, splitting) = (b.entering, b.splitting);
    if entering | splitting == 0 {
        return;
    }
    (b.entering, b.splitting) = (0, 0);
    for half in 0..2 {
        let from = LANES * half;
        let (enters, splits) = ((entering >> from) as u16, (splitting >> from) as u16);
        if enters | splits == 0 {
            continue;
        }
        // Whatever they hold now, the last sweep did not see it.
        let before = part_mut(&mut b.before, half);
        store_row(
            before,
            _mm512_maskz_mov_epi32(!(enters | splits), load_row(before)),
        );
        // The side tried first of each split; see `tried`.
        let open = load_row(part(&b.sides, half));
        let layouts = _mm512_and_si512(open, splat(63));
        let lowest = _mm512_and_si512(layouts, _mm512_sub_epi32(_mm512_setzero_si512(), layouts));
        let all = _mm512_cmpeq_epi32_mask(layouts, splat(63));
        let first = _mm512_mask_mov_epi32(lowest, all, splat(0b10_0001));
        let mut sides = _mm512_or_si512(_mm512_xor_si512(open, layouts), first);
        let mut bits = _mm512_maskz_mov_epi32(splits, load_row(part(&b.bits, half)));

        if enters != 0 {
            let mut rows = [_mm512_setzero_si512(); WORDS];
            for band in 0..3 {
                for index in 0..9 {
                    rows[9 * band + index] = load_row(part(&b.cells[band][index], half));
                }
            }
            let mut left = enters;
            while left != 0 {
                let lane = left & left.wrapping_neg();
                let words = &b.waiting[from + (left.trailing_zeros() as usize & 15)].words;
                left ^= lane;
                for i in 0..WORDS {
                    rows[i] = _mm512_mask_set1_epi32(rows[i], lane, words[i] as i32);
                }
                bits = _mm512_mask_set1_epi32(bits, lane, words[Saved::BIT] as i32);
                sides = _mm512_mask_set1_epi32(sides, lane, words[Saved::SIDE] as i32);
            }
            for band in 0..3 {
                for index in 0..9 {
                    store_row(
                        part_mut(&mut b.cells[band][index], half),
                        rows[9 * band + index],
                    );
                }
            }
        }
        if _mm512_test_epi32_mask(bits, bits) != 0 {
            let (mut digits, mut layouts) = ([0; LANES], [0; LANES]);
            store_row(&mut digits, bits);
            store_row(&mut layouts, sides);
            strike::<LANES>(&mut b.cells, from, &digits, &layouts);
        }
    }
}

/// For each byte of 27 words (and five more) the cell it is of; 127 for none.
const CELLS: [[u8; 64]; 2] = {
    let mut cells = [[127; 64]; 2];
    let mut word = 0;
    while word < WORDS {
        let (row, c) = (word / 3, word % 3);
        let mut stack = 0;
        while stack < 3 {
            cells[word / 16][4 * (word % 16) + stack] = (9 * row + 3 * stack + c) as u8;
            stack += 1;
        }
        word += 1;
    }
    cells
};

/// The words of a puzzle, with no side to be confined to.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn encode(clues: &[Option<Digit>; 81], saved: &mut Saved) {
    let bytes: *const u8 = clues.as_ptr().cast();
    // SAFETY: the first 64 of 81 bytes; an `Option<Digit>` is one byte.
    let low = unsafe { _mm512_loadu_si512(bytes.cast()) };
    // SAFETY: the last 17 of them; the mask keeps the load off what follows.
    let high = unsafe { _mm512_maskz_loadu_epi8((1 << 17) - 1, bytes.add(64).cast()) };
    let halves = saved.words.as_chunks_mut().0;
    for (half, cells) in halves.iter_mut().zip(&CELLS) {
        let digits = _mm512_permutex2var_epi8(low, load_bytes(cells), high);
        // Digit d to bit d - 1 of its field; 0 to the guard below, or nowhere.
        let first = _mm512_and_si512(digits, splat(0xFF));
        let first = _mm512_srli_epi32::<1>(_mm512_sllv_epi32(splat(1), first));
        let second = _mm512_and_si512(_mm512_srli_epi32::<8>(digits), splat(0xFF));
        let second = _mm512_sllv_epi32(splat(1 << 9), second);
        let third = _mm512_sllv_epi32(splat(1 << 19), _mm512_srli_epi32::<16>(digits));
        let all = _mm512_or_si512(_mm512_or_si512(first, second), third);
        let given = _mm512_and_si512(all, splat(FULL));
        // `full_if_empty`.
        let guards = _mm512_srli_epi32::<9>(_mm512_add_epi32(given, splat(FULL)));
        let open = _mm512_add_epi32(_mm512_and_si512(guards, splat(ONES)), splat(FULL));
        store_row(
            half,
            _mm512_or_si512(given, _mm512_and_si512(open, splat(FULL))),
        );
    }
    saved.set_side(0, 0);
}

/// For each of the bytes 0 to 63 and 17 to 80 of a grid the byte of its words
/// from which it comes.
const PLACES: [[u8; 64]; 2] = {
    let mut places = [[0; 64]; 2];
    let mut at = 0;
    while at < 128 {
        let cell = at % 64 + 17 * (at / 64);
        let (row, stack, c) = (cell / 9, cell % 9 / 3, cell % 3);
        places[at / 64][at % 64] = (4 * (3 * row + c) + stack) as u8;
        at += 1;
    }
    places
};

/// Writes down a solution.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512vbmi")]
fn write(words: &[u32; 2 * LANES], grid: &mut [Option<Digit>; 81]) {
    let mut digits = [_mm512_setzero_si512(); 2];
    for (words, digits) in words.as_chunks().0.iter().zip(&mut digits) {
        let words = load_row(words);
        let first = _mm512_lzcnt_epi32(_mm512_and_si512(words, splat(0x1FF)));
        let second = _mm512_lzcnt_epi32(_mm512_and_si512(words, splat(0x1FF << 10)));
        let third = _mm512_lzcnt_epi32(words);
        let zeros = _mm512_or_si512(first, _mm512_slli_epi32::<8>(second));
        let zeros = _mm512_or_si512(zeros, _mm512_slli_epi32::<16>(third));
        // Digit 1 has 31 zeros above it in stack 0, 21 in stack 1, 11 in stack 2.
        *digits = _mm512_sub_epi32(splat(32 | 22 << 8 | 12 << 16), zeros);
    }
    for (half, places) in PLACES.iter().enumerate() {
        let cells = _mm512_permutex2var_epi8(digits[0], load_bytes(places), digits[1]);
        let part: &mut [Option<Digit>; 64] = grid[17 * half..].first_chunk_mut().expect("64 of 81");
        // SAFETY: the 64 bytes that the reference is of; an `Option<Digit>` is
        // one byte, and any byte is one.
        unsafe { _mm512_storeu_si512(part.as_mut_ptr().cast(), cells) };
    }
}
