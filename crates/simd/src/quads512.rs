//! The quads of one search with AVX-512: nodes enter and leave by masks.
//!
//! A quad is a quarter of each of nine rows. To write it alone would be cheap, but
//! the sweep reads whole rows, and a wide load waits until a narrow store before
//! it has left the store buffer. So a row is always read and written as a whole,
//! and a mask says which four lanes of it change:
//!
//! ```text
//! row of the board     A A A .   B B B .   C C C .   D D D .
//! mask of quad 2       0 0 0 0   0 0 0 0   1 1 1 1   0 0 0 0
//! word of a node       n n n .   repeated by the load
//!                      A A A .   B B B .   n n n .   D D D .
//! ```
//!
//! Intrinsics are safe where their features are enabled. `unsafe` are loads and
//! stores, each of as many bytes as a reference vouches for, and the calls in
//! `impl Quads`, which only a value of [`Avx512`] can make.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use polydoku_core::Digit;

use crate::board::{Compact, Outcomes};
use crate::branch::{STRUCK_COLUMNS, STRUCK_ROWS, Split};
use crate::clues512::{digits, start};
use crate::level::Avx512;
use crate::node::Node;
use crate::propagate::Row;
use crate::quads::Quads;
use crate::sweep512::{self, and_neither, splat};

impl Quads<16> for Avx512 {
    #[inline(always)]
    fn start_in_quad(self, board: &mut Compact<16>, clues: &[Option<Digit>; 81]) {
        // SAFETY: `self` exists, so `Avx512::new` found every feature.
        unsafe { start(board, clues) }
    }

    #[inline(always)]
    fn enter(self, board: &mut Compact<16>, quad: usize, node: &Node) {
        // SAFETY: `self` exists, so `Avx512::new` found every feature.
        unsafe { enter(board, quad, node) }
    }

    #[inline(always)]
    fn split(self, board: &mut Compact<16>, quad: usize, by: &Split, left: &mut Node) {
        // SAFETY: `self` exists, so `Avx512::new` found every feature.
        unsafe { split(board, quad, by, left) }
    }

    #[inline(always)]
    fn digits(self, node: &Node) -> [Digit; 81] {
        // SAFETY: `self` exists, so `Avx512::new` found every feature.
        unsafe { digits(node) }
    }

    #[inline(always)]
    fn sweep(self, board: &mut Compact<16>) -> Outcomes {
        // SAFETY: `self` exists, so `Avx512::new` found every feature.
        unsafe { sweep512::sweep::<true>(board, 0).0 }
    }

    #[inline(always)]
    fn sweep_until(self, board: &mut Compact<16>, busy: u32) -> (Outcomes, u64) {
        // SAFETY: `self` exists, so `Avx512::new` found every feature.
        unsafe { sweep512::sweep::<false>(board, busy) }
    }
}

#[target_feature(enable = "avx512f")]
#[inline]
pub(crate) fn load_row(row: &Row<16>) -> __m512i {
    // SAFETY: 16 words are 512 bits.
    unsafe { _mm512_loadu_si512(row.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f")]
#[inline]
pub(crate) fn store_row(row: &mut Row<16>, value: __m512i) {
    // SAFETY: 16 words are 512 bits.
    unsafe { _mm512_storeu_si512(row.as_mut_ptr().cast(), value) }
}

#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn load_quad(words: &[u32; 4]) -> __m128i {
    // SAFETY: four words are 128 bits.
    unsafe { _mm_loadu_si128(words.as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn store_quad(words: &mut [u32; 4], value: __m128i) {
    // SAFETY: four words are 128 bits.
    unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), value) }
}

/// The lanes of a quad.
const fn mask_of(quad: usize) -> __mmask16 {
    0b1111 << (4 * (quad & 3))
}

/// See [`Quads::enter`].
#[target_feature(enable = "avx512f")]
#[inline]
fn enter(board: &mut Compact<16>, quad: usize, node: &Node) {
    let mask = mask_of(quad);
    for (row, words) in board.cells.iter_mut().zip(&node.words) {
        let entered = _mm512_mask_broadcast_i32x4(load_row(row), mask, load_quad(words));
        store_row(row, entered);
    }
    forget(board, mask);
}

/// Lets a new node's first sweep find nothing unchanged.
#[target_feature(enable = "avx512f")]
#[inline]
fn forget(board: &mut Compact<16>, mask: __mmask16) {
    let others = _mm512_maskz_mov_epi32(!mask, load_row(&board.before));
    store_row(&mut board.before, others);
}

/// [`STRUCK_ROWS`] and [`STRUCK_COLUMNS`] as quads, one lane a band: what a set of
/// layouts strikes from row r of each band, and from column c.
const ROWS: [[[[u32; 4]; 3]; 64]; 3] = {
    let mut table = [[[[0; 4]; 3]; 64]; 3];
    let mut at = 0;
    while at < 3 * 64 * 3 {
        let (band, set, r) = (at / 192, at / 3 % 64, at % 3);
        table[band][set][r][band] = STRUCK_ROWS[set][r];
        at += 1;
    }
    table
};
const COLUMNS: [[[u32; 4]; 3]; 64] = {
    let mut table = [[[0; 4]; 3]; 64];
    let mut at = 0;
    while at < 64 * 3 * 3 {
        let (set, c, band) = (at / 9, at / 3 % 3, at % 3);
        table[set][c][band] = STRUCK_COLUMNS[set][c][band];
        at += 1;
    }
    table
};

/// What a set of layouts strikes from row r, and from column c, of each box. One
/// of the two is nothing; asking which would be a branch nobody can foresee.
#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn struck(by: &Split, layouts: u8) -> [[__m128i; 3]; 2] {
    // All layouts together strike nothing.
    let (set, every) = (usize::from(layouts & 63), 63);
    let band = by.chute % 3;
    let tables = if by.chute < 3 {
        [(&ROWS[band][set], 0), (&COLUMNS[every], 0)]
    } else {
        [(&ROWS[0][every], 0), (&COLUMNS[set], 10 * band)]
    };
    let mut struck = [[_mm_setzero_si128(); 3]; 2];
    for (quads, (table, field)) in struck.iter_mut().zip(tables) {
        let shift = _mm_cvtsi32_si128((field + by.digit) as i32);
        for (quad, words) in quads.iter_mut().zip(table) {
            *quad = _mm_sll_epi32(load_quad(words), shift);
        }
    }
    struck
}

/// See [`Quads::split`].
#[target_feature(enable = "avx512f,avx512vl,avx512dq")]
#[inline]
fn split(board: &mut Compact<16>, quad: usize, by: &Split, left: &mut Node) {
    let mask = mask_of(quad);
    let at = 4 * (quad & 3);
    let [rows, columns] = struck(by, by.left);
    let (mut rows_here, mut columns_here) = ([splat(0); 3], [splat(0); 3]);
    let tried = struck(by, by.tried);
    for i in 0..3 {
        rows_here[i] = _mm512_maskz_broadcast_i32x4(mask, tried[0][i]);
        columns_here[i] = _mm512_maskz_broadcast_i32x4(mask, tried[1][i]);
    }
    for i in 0..9 {
        let (r, c) = (i / 3, i % 3);
        let row = &mut board.cells[i];
        let words = load_quad(row[at..].first_chunk().expect("four lanes of a quad"));
        let kept = _mm_ternarylogic_epi32::<0b0001_0000>(words, rows[r], columns[c]);
        store_quad(&mut left.words[i], kept);
        let kept = and_neither(load_row(row), rows_here[r], columns_here[c]);
        store_row(row, kept);
    }
    forget(board, mask);
}
