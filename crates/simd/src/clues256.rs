//! What enters and leaves the quads of one search, with AVX2: clues, nodes, digits.
//!
//! A row of nine clues is in one 128-bit half. One byte move gives the three words
//! of the row their bytes, and a transposition puts bands beside each other, which
//! are lanes of a quad:
//!
//! ```text
//! row 0, band 0    a b c d e f g h i           of the puzzle
//! bytes            a d g _ | b e h _ | c f i _ | _     words c = 0, 1, 2
//! transposed       band 0 | band 1 | band 2 | _        one vector a word
//! bits             1 << digit in each field: digits one too high, an open cell in bit 0
//! words            moved down by one, and all nine digits where bit 0 was set
//! ```
//!
//! Rows 0 and 1 of a band are the two halves of a vector, row 2 is in both halves of
//! another. Whole rows of the board are written, as the sweep reads them: a wide
//! load would wait until narrow stores before it have left the store buffer.
//!
//! Back it goes the same way. The digit of a field is the exponent of the word with
//! other fields struck out, as a float.
//!
//! Nodes enter and are split by whole rows, too, under a mask, as in
//! [`quads512`](crate::quads512), with the same tables of what a split strikes out.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use polydoku_core::Digit;

use crate::board::{Compact, Outcomes};
use crate::branch::Split;
use crate::level::{Avx2, Kernel};
use crate::node::Node;
use crate::propagate::Row;
use crate::quads::Quads;
use crate::quads512::{load_quad, store_quad, struck};
use crate::triple::{FULL, ONES};

impl Quads<8> for Avx2 {
    #[inline(always)]
    fn start_in_quad(self, board: &mut Compact<8>, clues: &[Option<Digit>; 81]) {
        // SAFETY: `self` exists, so `Avx2::new` found every feature.
        unsafe { start(board, clues) }
    }

    #[inline(always)]
    fn enter(self, board: &mut Compact<8>, quad: usize, node: &Node) {
        // SAFETY: `self` exists, so `Avx2::new` found every feature.
        unsafe { enter(board, quad, node) }
    }

    #[inline(always)]
    fn split(self, board: &mut Compact<8>, quad: usize, by: &Split, left: &mut Node) {
        // SAFETY: `self` exists, so `Avx2::new` found every feature.
        unsafe { split(board, quad, by, left) }
    }

    #[inline(always)]
    fn digits(self, node: &Node) -> [Digit; 81] {
        // SAFETY: `self` exists, so `Avx2::new` found every feature.
        unsafe { digits(node) }
    }

    fn sweep(self, board: &mut Compact<8>) -> Outcomes {
        self.sweep_compact(board)
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn splat(word: u32) -> __m256i {
    _mm256_set1_epi32(word as i32)
}

#[target_feature(enable = "avx2")]
#[inline]
fn store_row(row: &mut Row<8>, value: __m256i) {
    // SAFETY: eight words are 256 bits.
    unsafe { _mm256_storeu_si256(row.as_mut_ptr().cast(), value) }
}

#[target_feature(enable = "avx2")]
#[inline]
fn load_row(row: &Row<8>) -> __m256i {
    // SAFETY: eight words are 256 bits.
    unsafe { _mm256_loadu_si256(row.as_ptr().cast()) }
}

/// The 16 clues from a cell on.
#[target_feature(enable = "avx2")]
#[inline]
fn clues_at(clues: &[Option<Digit>; 81], cell: usize) -> __m128i {
    let clues: &[Option<Digit>; 16] = clues[cell..].first_chunk().expect("16 cells");
    // SAFETY: an `Option<Digit>` is a byte, and 16 bytes are 128 bits.
    unsafe { _mm_loadu_si128(clues.as_ptr().cast()) }
}

/// No byte: a byte move leaves 0.
const NO: i8 = -1;

/// Where the bytes of words 0, 1, 2 of a row are, from its first cell on.
const WORDS: [i8; 16] = [0, 3, 6, NO, 1, 4, 7, NO, 2, 5, 8, NO, NO, NO, NO, NO];
/// Words 0 and 1 of a row, each with an empty one after it, and word 2.
const APART: [i8; 16] = [0, 3, 6, NO, NO, NO, NO, NO, 1, 4, 7, NO, NO, NO, NO, NO];
const THIRD: [i8; 16] = [2, 5, 8, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO];
/// Words 0, 1, 2 of a row as its nine digits.
const CELLS: [i8; 16] = [0, 4, 8, 1, 5, 9, 2, 6, 10, NO, NO, NO, NO, NO, NO, NO];

/// `from` cells further on.
const fn moved(bytes: [i8; 16], from: i8) -> [i8; 16] {
    let mut moved = bytes;
    let mut at = 0;
    while at < 16 {
        if moved[at] != NO {
            moved[at] += from;
        }
        at += 1;
    }
    moved
}

#[target_feature(enable = "avx2")]
#[inline]
fn bytes(bytes: [i8; 16]) -> __m128i {
    // SAFETY: 16 bytes are 128 bits.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
#[inline]
fn halves(low: __m128i, high: __m128i) -> __m256i {
    _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high)
}

/// The words of a row of each band, bands beside each other, given the clues of the
/// row, and where those of the third band begin in each half.
#[target_feature(enable = "avx2")]
#[inline]
fn words(rows: [__m256i; 3], from: i8) -> [__m256i; 3] {
    let [first, second, third] = rows;
    let both = |of: [i8; 16]| halves(bytes(of), bytes(of));
    let first = _mm256_shuffle_epi8(first, both(WORDS));
    let second = _mm256_shuffle_epi8(second, both(WORDS));
    let apart = _mm256_shuffle_epi8(third, both(moved(APART, from)));
    let third = _mm256_shuffle_epi8(third, both(moved(THIRD, from)));
    let low = _mm256_unpacklo_epi32(first, second);
    let high = _mm256_unpackhi_epi32(first, second);
    [
        of_values(_mm256_unpacklo_epi64(low, apart)),
        of_values(_mm256_unpackhi_epi64(low, apart)),
        of_values(_mm256_unpacklo_epi64(high, third)),
    ]
}

/// Words, given a clue or 0 in each of the three lower bytes.
#[target_feature(enable = "avx2")]
#[inline]
fn of_values(values: __m256i) -> __m256i {
    let byte = splat(0xFF);
    let low = _mm256_and_si256(values, byte);
    let middle = _mm256_and_si256(_mm256_srli_epi32::<8>(values), byte);
    let high = _mm256_srli_epi32::<16>(values);
    let bits = _mm256_or_si256(
        _mm256_sllv_epi32(splat(1), low),
        _mm256_or_si256(
            _mm256_sllv_epi32(splat(1 << 10), middle),
            _mm256_sllv_epi32(splat(1 << 20), high),
        ),
    );
    let open = _mm256_and_si256(bits, splat(ONES));
    let every = _mm256_sub_epi32(_mm256_slli_epi32::<9>(open), open);
    let given = _mm256_and_si256(_mm256_srli_epi32::<1>(bits), splat(FULL));
    _mm256_or_si256(given, every)
}

/// A puzzle for the first quad of a board. The other gets it, too.
#[target_feature(enable = "avx2")]
#[inline]
fn start(board: &mut Compact<8>, clues: &[Option<Digit>; 81]) {
    let pair = |cell| halves(clues_at(clues, cell), clues_at(clues, cell + 9));
    let twice = |cell| _mm256_broadcastsi128_si256(clues_at(clues, cell));
    let two = words([pair(0), pair(27), pair(54)], 0);
    // The last row has no 16 cells: what is loaded begins seven before it.
    let last = words([twice(18), twice(45), twice(65)], 7);
    for c in 0..3 {
        let row = _mm256_permute4x64_epi64::<0b01_00_01_00>(two[c]);
        store_row(&mut board.cells[c], row);
        let row = _mm256_permute4x64_epi64::<0b11_10_11_10>(two[c]);
        store_row(&mut board.cells[3 + c], row);
        store_row(&mut board.cells[6 + c], last[c]);
    }
    store_row(&mut board.before, splat(0));
}

/// The lanes of each quad.
const LANES: [Row<8>; 2] = [[!0, !0, !0, !0, 0, 0, 0, 0], [0, 0, 0, 0, !0, !0, !0, !0]];

/// A node for a quad; see [`Quads::enter`].
#[target_feature(enable = "avx2")]
#[inline]
fn enter(board: &mut Compact<8>, quad: usize, node: &Node) {
    let lanes = load_row(&LANES[quad & 1]);
    for (row, words) in board.cells.iter_mut().zip(&node.words) {
        let words = _mm256_broadcastsi128_si256(load_quad(words));
        let entered = _mm256_blendv_epi8(load_row(row), words, lanes);
        store_row(row, entered);
    }
    board.before[4 * (quad & 1)] = 0;
}

/// See [`Quads::split`].
#[target_feature(enable = "avx2")]
#[inline]
fn split(board: &mut Compact<8>, quad: usize, by: &Split, left: &mut Node) {
    let lanes = load_row(&LANES[quad & 1]);
    let at = 4 * (quad & 1);
    let [rows, columns] = struck(by, by.left);
    let [tried_rows, tried_columns] = struck(by, by.tried);
    for i in 0..9 {
        let (r, c) = (i / 3, i % 3);
        let row = &mut board.cells[i];
        let words = load_quad(row[at..].first_chunk().expect("four lanes of a quad"));
        let kept = _mm_andnot_si128(_mm_or_si128(rows[r], columns[c]), words);
        store_quad(&mut left.words[i], kept);
        let struck = _mm_or_si128(tried_rows[r], tried_columns[c]);
        let struck = _mm256_and_si256(lanes, _mm256_broadcastsi128_si256(struck));
        store_row(row, _mm256_andnot_si256(struck, load_row(row)));
    }
    board.before[at] = 0;
}

/// The digits of eight words with one digit a field, three bytes each.
#[target_feature(enable = "avx2")]
#[inline]
fn bytes_of(words: __m256i) -> __m256i {
    let exponent = |field: u32| {
        let digit = _mm256_and_si256(words, splat(0x1FF << field));
        _mm256_castps_si256(_mm256_cvtepi32_ps(digit))
    };
    let low = _mm256_srli_epi32::<23>(exponent(0));
    let middle = _mm256_srli_epi32::<15>(exponent(10));
    let high = _mm256_srli_epi32::<7>(exponent(20));
    // 1.0 has exponent 127, and is digit 1.
    const FROM: u32 = 126 | 136 << 8 | 146 << 16;
    let exponents = _mm256_or_si256(low, _mm256_or_si256(middle, high));
    _mm256_sub_epi32(exponents, splat(FROM))
}

/// The digits of a row of each band, given its words, bands beside each other.
#[target_feature(enable = "avx2")]
#[inline]
fn rows(words: [__m256i; 3]) -> [__m256i; 3] {
    let [a, b, c] = [bytes_of(words[0]), bytes_of(words[1]), bytes_of(words[2])];
    let low = _mm256_unpacklo_epi32(a, b);
    let high = _mm256_unpackhi_epi32(a, b);
    let cells = halves(bytes(CELLS), bytes(CELLS));
    let of_second = _mm256_castps_si256(_mm256_shuffle_ps::<0b01_01_11_10>(
        _mm256_castsi256_ps(low),
        _mm256_castsi256_ps(c),
    ));
    let third = _mm256_unpacklo_epi64(high, _mm256_unpackhi_epi32(c, c));
    let one = _mm256_set1_epi8(1);
    [
        _mm256_max_epu8(
            _mm256_shuffle_epi8(_mm256_unpacklo_epi64(low, c), cells),
            one,
        ),
        _mm256_max_epu8(_mm256_shuffle_epi8(of_second, cells), one),
        _mm256_max_epu8(_mm256_shuffle_epi8(third, cells), one),
    ]
}

/// The digits of a decided node.
#[target_feature(enable = "avx2")]
#[inline]
fn digits(node: &Node) -> [Digit; 81] {
    let quad = |at: usize| load_quad(&node.words[at]);
    let two = rows([
        halves(quad(0), quad(3)),
        halves(quad(1), quad(4)),
        halves(quad(2), quad(5)),
    ]);
    let last = rows([
        _mm256_castsi128_si256(quad(6)),
        _mm256_castsi128_si256(quad(7)),
        _mm256_castsi128_si256(quad(8)),
    ]);
    let mut digits = [Digit::from_index(0); 81];
    for band in 0..3 {
        let parts = [
            _mm256_castsi256_si128(two[band]),
            _mm256_extracti128_si256::<1>(two[band]),
            _mm256_castsi256_si128(last[band]),
        ];
        for (r, row) in parts.into_iter().enumerate() {
            let at = 27 * band + 9 * r;
            // What follows the nine is written over by the next row.
            let digits = digits[at..].as_mut_ptr().cast::<u8>();
            if at < 72 {
                // SAFETY: 16 bytes from a row before the last are among the 81; a
                // `Digit` is a byte that is not 0, and none is, by the maximum in
                // `rows`.
                unsafe { _mm_storeu_si128(digits.cast(), row) }
            } else {
                // SAFETY: 8 and 1 bytes are the last row, and none is 0, as above.
                unsafe {
                    _mm_storel_epi64(digits.cast(), row);
                    digits.add(8).write(_mm_extract_epi8::<8>(row) as u8);
                }
            }
        }
    }
    digits
}
