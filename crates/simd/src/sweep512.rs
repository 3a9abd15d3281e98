//! A sweep of four nodes without leaving the registers of AVX-512.
//!
//! ```text
//! x[3r + c]   16 lanes: bands 0 1 2 and padding of node A, of B, of C, of D
//!             one of nine registers; 32 there are, so that nothing is put aside
//! ```
//!
//! The inference is that of [`propagate`](crate::propagate), formula by formula,
//! and a test holds the two together. What is gained is time between formulas: a
//! phase there ends with stores, and the next begins by loading them back. Here a
//! sweep takes 28 ns on a Zen 5, where 88 of its 118 cycles are one chain of 40
//! operations, each waiting two cycles for the one before: naked singles, closure
//! of rows, closure of columns, the crossings, and again. That chain, not the
//! amount of work, is the price of one puzzle at a time, and why three more nodes
//! beside it cost nothing.
//!
//! AVX-512 has three instructions that fit this arithmetic. VPTERNLOG is any
//! function of three bits, so that `a & (b | c)` is one step; the constant is the
//! function's value for `a b c` from 111 down to 000. VPSHLD shifts two words
//! joined, which makes a rotation of three ten-bit fields two steps. And a
//! comparison leaves one bit a lane: sixteen lanes answer at once whether they
//! are dead, unchanged, or decided.

use std::arch::x86_64::*;

use crate::board::{Compact, DECIDED, Outcomes};
use crate::quads512::{load_row, store_row};
use crate::triple::{FULL, GUARDS, ONES};

/// The same word in all lanes.
#[target_feature(enable = "avx512f")]
#[inline]
pub(crate) fn splat(word: u32) -> __m512i {
    _mm512_set1_epi32(word as i32)
}

#[target_feature(enable = "avx512f")]
#[inline]
fn and(a: __m512i, b: __m512i) -> __m512i {
    _mm512_and_si512(a, b)
}

#[target_feature(enable = "avx512f")]
#[inline]
fn add(a: __m512i, b: __m512i) -> __m512i {
    _mm512_add_epi32(a, b)
}

#[target_feature(enable = "avx512f")]
#[inline]
pub(crate) fn or3(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi32::<0b1111_1110>(a, b, c)
}

#[target_feature(enable = "avx512f")]
#[inline]
fn and3(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi32::<0b1000_0000>(a, b, c)
}

/// `a & (b | c)`
#[target_feature(enable = "avx512f")]
#[inline]
fn and_either(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi32::<0b1110_0000>(a, b, c)
}

/// `a & !(b | c)`
#[target_feature(enable = "avx512f")]
#[inline]
pub(crate) fn and_neither(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi32::<0b0001_0000>(a, b, c)
}

/// `a & !b | c`
#[target_feature(enable = "avx512f")]
#[inline]
fn without_or(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi32::<0b1011_1010>(a, b, c)
}

/// `full_if_empty` of a word, given the word plus 511 in each field.
#[target_feature(enable = "avx512f")]
#[inline]
fn full_if_empty(plus: __m512i) -> __m512i {
    add(and(_mm512_srli_epi32::<9>(plus), splat(ONES)), splat(FULL))
}

/// All digits where a field has two or fewer.
#[target_feature(enable = "avx512f")]
#[inline]
fn full_if_two(certain: __m512i) -> __m512i {
    let full = splat(FULL);
    let fewer = and(certain, add(certain, full));
    let fewer = and(fewer, add(fewer, full));
    full_if_empty(add(fewer, full))
}

/// Fields moved up by one, and down by one.
#[target_feature(enable = "avx512f,avx512vbmi2")]
#[inline]
fn turned(word: __m512i) -> (__m512i, __m512i) {
    // Moved up by two, the three fields fill the word to its upper end, and what
    // is shifted out of it is what comes in below.
    let by_two = _mm512_slli_epi32::<2>(word);
    (
        _mm512_shldi_epi32::<10>(word, by_two),
        _mm512_shldi_epi32::<20>(word, by_two),
    )
}

/// Sweeps, once or until one of the busy quads stops. Says what the last sweep
/// did, and how many there were.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,bmi1,bmi2")]
#[inline]
pub(crate) fn sweep<const ONCE: bool>(board: &mut Compact<16>, busy: u32) -> (Outcomes, u64) {
    let full = splat(FULL);
    let mut x = [full; 9];
    // Each cell plus 511: a sweep ends with it, to see what is empty, and the
    // next begins with it.
    let mut plus = [full; 9];
    for i in 0..9 {
        x[i] = load_row(&board.cells[i]);
        plus[i] = add(x[i], full);
    }
    let mut before = load_row(&board.before);
    let busy = _pdep_u32(busy, 0x1111);
    let mut sweeps = 0;
    loop {
        sweeps += 1;

        // Naked singles, and what they leave of the mini-rows.
        let (mut alone, mut singles, mut may) = ([full; 9], [full; 3], [full; 3]);
        for i in 0..9 {
            alone[i] = full_if_empty(add(and(x[i], plus[i]), full));
        }
        for r in 0..3 {
            let of = 3 * r;
            singles[r] = or3(
                and(x[of], alone[of]),
                and(x[of + 1], alone[of + 1]),
                and(x[of + 2], alone[of + 2]),
            );
        }
        let taken = or3(singles[0], singles[1], singles[2]);
        for r in 0..3 {
            let row = or3(x[3 * r], x[3 * r + 1], x[3 * r + 2]);
            may[r] = without_or(row, taken, singles[r]);
        }

        // Closure of mini-rows.
        let (mut up, mut down, mut closed) = ([full; 3], [full; 3], [full; 3]);
        for r in 0..3 {
            (up[r], down[r]) = turned(may[r]);
        }
        for r in 0..3 {
            let (s, t) = ((r + 1) % 3, (r + 2) % 3);
            let (one, two) = (and3(may[r], up[s], down[t]), and3(may[r], down[s], up[t]));
            closed[r] = _mm512_or_si512(one, two);
        }
        let placed = or3(closed[0], closed[1], closed[2]);
        let mut certain = [full; 3];
        for r in 0..3 {
            certain[r] = and_neither(closed[r], closed[(r + 1) % 3], closed[(r + 2) % 3]);
            let allowed = _mm512_andnot_si512(taken, closed[r]);
            let allowed = and_either(allowed, full_if_two(certain[r]), certain[r]);
            for c in 0..3 {
                x[3 * r + c] = and_either(x[3 * r + c], allowed, alone[3 * r + c]);
            }
        }

        // Closure of mini-columns; the other bands are other lanes of the quad.
        let (mut may, mut one, mut two) = ([full; 3], [full; 3], [full; 3]);
        for c in 0..3 {
            may[c] = or3(x[c], x[3 + c], x[6 + c]);
            one[c] = _mm512_shuffle_epi32::<0b11_00_10_01>(may[c]);
            two[c] = _mm512_shuffle_epi32::<0b11_01_00_10>(may[c]);
        }
        let mut closed = [full; 3];
        for c in 0..3 {
            let (d, e) = ((c + 1) % 3, (c + 2) % 3);
            let (this, that) = (and3(may[c], one[d], two[e]), and3(may[c], one[e], two[d]));
            closed[c] = _mm512_or_si512(this, that);
        }
        let (mut upright, mut allowed) = ([full; 3], [full; 3]);
        for c in 0..3 {
            upright[c] = and_neither(closed[c], closed[(c + 1) % 3], closed[(c + 2) % 3]);
            allowed[c] = and_either(closed[c], full_if_two(upright[c]), upright[c]);
        }

        // Crossings. They do not wait for what mini-columns allow.
        for i in 0..9 {
            let here = and(certain[i / 3], upright[i % 3]);
            let settled = and_either(x[i], full_if_empty(add(here, full)), here);
            x[i] = and(settled, allowed[i % 3]);
            plus[i] = add(x[i], full);
        }

        let sum = [add(x[0], x[1]), add(x[2], x[3]), add(x[4], x[5])];
        let sum = add(add(sum[0], sum[1]), add(sum[2], add(x[6], x[7])));
        let sum = add(sum, x[8]);
        // Of the bands together, in each of their lanes.
        let others = add(
            _mm512_shuffle_epi32::<0b11_00_10_01>(sum),
            _mm512_shuffle_epi32::<0b11_01_00_10>(sum),
        );
        let sum = add(sum, others);

        // What became of the nodes: one bit a lane, then one a quad.
        let some = and3(plus[0], plus[1], plus[2]);
        let some = and3(some, and(plus[3], plus[4]), and(plus[5], plus[6]));
        let some = and3(some, plus[7], plus[8]);
        let every = splat(FULL | GUARDS);
        // Digits from `placed`, guards from `some`.
        let ok = _mm512_ternarylogic_epi32::<0b1100_1010>(full, placed, some);
        let dead = _cvtmask16_u32(_mm512_cmpneq_epi32_mask(and(ok, every), every));
        let still = _cvtmask16_u32(_mm512_cmpeq_epi32_mask(sum, before));
        let decided = _cvtmask16_u32(_mm512_cmpeq_epi32_mask(sum, splat(DECIDED)));
        before = sum;
        let dead = dead | dead >> 1 | dead >> 2;
        // In one 64-bit word, or the compiler would do it in vectors again.
        let both = u64::from(still) << 32 | u64::from(decided);
        let both = both & both >> 1 & both >> 2;
        let (still, decided) = ((both >> 32) as u32, both as u32);
        if ONCE || (dead | still | decided) & busy != 0 {
            for i in 0..9 {
                store_row(&mut board.cells[i], x[i]);
            }
            store_row(&mut board.before, before);
            let outcomes = Outcomes {
                dead: _pext_u32(dead, 0x1111),
                still: _pext_u32(still, 0x1111),
                decided: _pext_u32(decided, 0x1111),
            };
            return (outcomes, sweeps);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Avx512, Kernel, Portable};
    use crate::node::Node;
    use crate::quads::Quads;
    use polydoku_core::DigitSet;

    /// Nodes from nearly open to nearly contradictory.
    fn node(seed: &mut u64) -> Node {
        let mut next = || {
            *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1);
            *seed >> 33
        };
        let (given, wrong) = (10 + next() % 30, next() % 4);
        let marks = std::array::from_fn(|cell| {
            let own = (3 * (cell / 9) + cell / 27 + cell % 9) % 9;
            let kind = next() % 100;
            let left = if kind < given {
                1 << own
            } else if kind < given + wrong {
                1 << (next() % 9)
            } else if kind < 60 {
                next() | 1 << own
            } else {
                0x1FF
            };
            DigitSet::from_bits(left & 0x1FF)
        });
        let mut node = Node::OPEN;
        node.restrict_to(&marks);
        node
    }

    #[test]
    fn a_sweep_in_registers_is_the_plain_sweep() {
        let Some(kernel) = Avx512::new() else {
            return; // A level the processor lacks; the contract tests say so.
        };
        let plain = Portable::new().expect("always there");
        let (mut seed, mut sweeps, mut stills, mut deads) = (1, 0, 0, 0);
        for _ in 0..500 {
            let nodes: [Node; 4] = std::array::from_fn(|_| node(&mut seed));
            let mut board = Compact::<16>::new();
            let mut alone = [(); 4].map(|()| Compact::<4>::new());
            for quad in 0..4 {
                kernel.enter(&mut board, quad, &nodes[quad]);
                alone[quad].load(0, &nodes[quad]);
            }
            let mut live = 0b1111;
            while live != 0 {
                let outcomes = Quads::sweep(kernel, &mut board);
                sweeps += 1;
                for quad in 0..4 {
                    let expected = plain.sweep_compact(&mut alone[quad]);
                    if live >> quad & 1 == 0 {
                        continue;
                    }
                    let (mut a, mut b) = (Node::OPEN, Node::OPEN);
                    board.store(quad, &mut a);
                    alone[quad].store(0, &mut b);
                    assert_eq!(a, b);
                    let bit = |of: u32| of >> quad & 1;
                    assert_eq!(bit(outcomes.dead), expected.dead);
                    assert_eq!(bit(outcomes.still), expected.still);
                    assert_eq!(bit(outcomes.decided), expected.decided);
                    stills += expected.still;
                    deads += expected.dead;
                    live &= !((expected.dead | expected.still) << quad);
                }
            }
        }
        assert!(
            sweeps > 1000 && stills > 300 && deads > 300,
            "{sweeps} {stills} {deads}"
        );
    }

    #[test]
    fn sweeps_end_when_a_busy_quad_stops() {
        let Some(kernel) = Avx512::new() else {
            return;
        };
        let mut seed = 7;
        for _ in 0..200 {
            let nodes: [Node; 4] = std::array::from_fn(|_| node(&mut seed));
            for busy in 1..16 {
                let mut board = Compact::<16>::new();
                let mut twin = Compact::<16>::new();
                for quad in 0..4 {
                    kernel.enter(&mut board, quad, &nodes[quad]);
                    kernel.enter(&mut twin, quad, &nodes[quad]);
                }
                let (outcomes, sweeps) = kernel.sweep_until(&mut board, busy);
                assert!(outcomes.stopped() & busy != 0);
                for at in 1..=sweeps {
                    let once = Quads::sweep(kernel, &mut twin);
                    assert_eq!(once.stopped() & busy != 0, at == sweeps);
                    assert!(at < sweeps || once == outcomes);
                }
                assert_eq!((board.cells, board.before), (twin.cells, twin.before));
            }
        }
    }
}
