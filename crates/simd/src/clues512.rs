//! Clues to words and words to digits, with the byte moves of AVX-512 VBMI.
//!
//! Clues are bytes, cell after cell. Three of them, six bytes apart, are a word's;
//! AVX-512 VBMI brings 64 of 128 bytes into any order at once, and three such
//! steps put all words' bytes beside each other, the fourth of each empty:
//!
//! ```text
//! clues    5 3 0 0 7 0 0 0 0 6 ...                    cell 0, 1, 2, ...
//! bytes    5 0 0 _ | 1 0 5 _ | ...                    one word each
//! bits     1 << digit in each field: digits one too high, an open cell in bit 0
//! words    moved down by one, and all nine digits where bit 0 was set
//! ```
//!
//! Back it goes the same way: the number of leading zeros tells the digit of a
//! field, three such numbers are a word's bytes, and two steps put them in order.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use polydoku_core::Digit;

use crate::board::Compact;
use crate::node::{Node, cell_at};
use crate::quads512::{load_quad, store_row};
use crate::sweep512::{or3, splat};
use crate::triple::{FULL, ONES};

#[target_feature(enable = "avx512f")]
#[inline]
pub(crate) fn load_bytes(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: 64 bytes are 512 bits.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

/// For each 16 words of a puzzle, where its bytes are among those of two loads,
/// the second of which begins with cell 17, and which of its bytes there are.
const CLUES: [([u8; 64], u64); 3] = {
    let mut table = [([0; 64], 0); 3];
    let mut at = 0;
    while at < 81 {
        let (index, band, stack) = (at / 9, at / 3 % 3, at % 3);
        let cell = cell_at(index, band, stack);
        let byte = 16 * (index % 4) + 4 * band + stack;
        table[index / 4].0[byte] = if cell < 64 { cell } else { 64 + cell - 17 } as u8;
        table[index / 4].1 |= 1 << byte;
        at += 1;
    }
    table
};

/// For cells 0 to 63, and 64 to 80: where they are among the bytes of 32 words,
/// and which are among those of the other four.
const CELLS: [([u8; 64], u64); 2] = {
    let mut table = [([0; 64], 0); 2];
    let mut at = 0;
    while at < 81 {
        let (index, band, stack) = (at / 9, at / 3 % 3, at % 3);
        let cell = cell_at(index, band, stack);
        let (bytes, last) = &mut table[cell / 64];
        bytes[cell % 64] = (16 * (index % 8) + 4 * band + stack) as u8;
        *last |= if index == 8 { 1 << (cell % 64) } else { 0 };
        at += 1;
    }
    table
};

/// A puzzle for the first quad of a board. The other quads get the puzzle, too, which is not slower.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
#[inline]
pub(crate) fn start(board: &mut Compact<16>, clues: &[Option<Digit>; 81]) {
    let bytes: *const u8 = clues.as_ptr().cast();
    // SAFETY: an `Option<Digit>` is a byte; 64 from the first on and 64 from the
    // 18th on are among the 81.
    let (first, last) = unsafe {
        (
            _mm512_loadu_si512(bytes.cast()),
            _mm512_loadu_si512(bytes.add(17).cast()),
        )
    };
    let byte = splat(0xFF);
    for (part, (index, there)) in CLUES.iter().enumerate() {
        let values = _mm512_maskz_permutex2var_epi8(*there, first, load_bytes(index), last);
        let low = _mm512_and_si512(values, byte);
        let middle = _mm512_and_si512(_mm512_srli_epi32::<8>(values), byte);
        let high = _mm512_srli_epi32::<16>(values);
        let bits = or3(
            _mm512_sllv_epi32(splat(1), low),
            _mm512_sllv_epi32(splat(1 << 10), middle),
            _mm512_sllv_epi32(splat(1 << 20), high),
        );
        let open = _mm512_and_si512(bits, splat(ONES));
        let every = _mm512_sub_epi32(_mm512_slli_epi32::<9>(open), open);
        let given = _mm512_and_si512(_mm512_srli_epi32::<1>(bits), splat(FULL));
        let words = _mm512_or_si512(given, every);
        store_row(
            &mut board.cells[4 * part],
            _mm512_shuffle_i32x4::<0b00_00_00_00>(words, words),
        );
        if part < 2 {
            store_row(
                &mut board.cells[4 * part + 1],
                _mm512_shuffle_i32x4::<0b01_01_01_01>(words, words),
            );
            store_row(
                &mut board.cells[4 * part + 2],
                _mm512_shuffle_i32x4::<0b10_10_10_10>(words, words),
            );
            store_row(
                &mut board.cells[4 * part + 3],
                _mm512_shuffle_i32x4::<0b11_11_11_11>(words, words),
            );
        }
    }
    store_row(&mut board.before, splat(0));
}

/// The digits of 16 words with one digit a field, three bytes each.
#[target_feature(enable = "avx512f,avx512cd")]
#[inline]
fn bytes_of(words: __m512i) -> __m512i {
    let field = |stack: u32| _mm512_and_si512(words, splat(0x1FF << (10 * stack)));
    let low = _mm512_lzcnt_epi32(field(0));
    let middle = _mm512_slli_epi32::<8>(_mm512_lzcnt_epi32(field(1)));
    let high = _mm512_slli_epi32::<16>(_mm512_lzcnt_epi32(field(2)));
    // Bit 0 of the word has 31 zeros above it, and is digit 1.
    const FROM: u32 = 32 | (32 - 10) << 8 | (32 - 20) << 16;
    _mm512_sub_epi32(splat(FROM), or3(low, middle, high))
}

/// Words `at` to `at + 3` of a node, each a quad.
#[target_feature(enable = "avx512f")]
#[inline]
fn four(node: &Node, at: usize) -> __m512i {
    // One by one, as they were stored, each into its place: inserted beside each
    // other the compiler would load two at once, and wait.
    let mut words = _mm512_castsi128_si512(load_quad(&node.words[at]));
    words = _mm512_mask_broadcast_i32x4(words, 0x00F0, load_quad(&node.words[at + 1]));
    words = _mm512_mask_broadcast_i32x4(words, 0x0F00, load_quad(&node.words[at + 2]));
    _mm512_mask_broadcast_i32x4(words, 0xF000, load_quad(&node.words[at + 3]))
}

/// The digits of a decided node.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512cd,avx512vbmi")]
#[inline]
pub(crate) fn digits(node: &Node) -> [Digit; 81] {
    let (a, b) = (bytes_of(four(node, 0)), bytes_of(four(node, 4)));
    let c = bytes_of(_mm512_castsi128_si512(load_quad(&node.words[8])));
    let [first, last] = CELLS.each_ref().map(|(index, of_last)| {
        let index = load_bytes(index);
        let cells = _mm512_permutex2var_epi8(a, index, b);
        let cells = _mm512_mask_permutexvar_epi8(cells, *of_last, index, c);
        _mm512_max_epu8(cells, _mm512_set1_epi8(1))
    });
    let last = _mm512_castsi512_si256(last);
    let mut digits = [Digit::from_index(0); 81];
    let bytes: *mut u8 = digits.as_mut_ptr().cast();
    // SAFETY: 64, 16 and 1 bytes are the 81; a `Digit` is a byte that is not 0,
    // and none is, by the maximum above.
    unsafe {
        _mm512_storeu_si512(bytes.cast(), first);
        _mm_storeu_si128(bytes.add(64).cast(), _mm256_castsi256_si128(last));
        bytes.add(80).write(_mm256_extract_epi8::<16>(last) as u8);
    }
    digits
}
