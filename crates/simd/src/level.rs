//! Instruction sets: the same source compiled three times.
//!
//! The phases of a sweep are loops over lanes, without intrinsics; this module
//! instantiates them, and the search loops around them, once for what every
//! processor of the target has (`Portable`), once with AVX2 and once with
//! AVX-512 allowed, and the compiler makes 128-, 256- and 512-bit vectors of
//! them. So all levels do the same work in the same order, and a level that
//! cannot be tested on the machine at hand still runs tested source. Only what
//! is done to the lanes of a batch between sweeps ([`Serve`]), and to the quads of
//! a single search ([`Quads`]), a level may do in a way of its own.
//!
//! The phases are functions of their own, not inlined, because the vectoriser
//! must know that their rows do not overlap: disjoint `&mut` arguments say so.
//!
//! `unsafe` here are the entries into functions that may use instructions the
//! processor need not have. A value of `Avx2` or `Avx512` exists only where
//! [`Level::lacking`] found nothing missing.

use std::fmt;
use std::ops::ControlFlow;

use polydoku_core::{Answers, Batch, End, Progress, Query, Silent};

use crate::batch::Lockstep;
use crate::board::{Compact, Outcomes, WIDE, Wide, parts};
use crate::choose::{choose, choose_singly};
use crate::propagate::{
    Row, close_columns, close_columns_in_quads, close_rows, judge, judge_quads, settle_cells,
};
use crate::quads::Quads;
use crate::serve::Serve;
use crate::single::Search;

/// An instruction set the engine can be run with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// What every processor of the target has; on x86-64 that is SSE2.
    Portable,
    /// AVX2, with BMI1, BMI2, LZCNT and POPCNT.
    Avx2,
    /// AVX-512 F, BW, DQ, VL, CD, VBMI, VBMI2 and VPOPCNTDQ, with all of `Avx2`:
    /// what Ice Lake and Zen 4 brought. The first processors with AVX-512, from
    /// Skylake-X on, lack the last three and are run at `Avx2`.
    Avx512,
}

impl Level {
    /// All levels, narrowest first.
    pub const ALL: [Level; 3] = [Level::Portable, Level::Avx2, Level::Avx512];

    /// The widest level this processor has.
    pub fn best() -> Level {
        let available = |level: &Level| level.lacking().is_none();
        Level::ALL
            .into_iter()
            .rev()
            .find(available)
            .unwrap_or(Level::Portable)
    }

    /// Its name in the registry: `portable`, `avx2`, `avx512`.
    pub fn name(self) -> &'static str {
        match self {
            Level::Portable => "portable",
            Level::Avx2 => "avx2",
            Level::Avx512 => "avx512",
        }
    }

    /// What this processor lacks for the level, if anything.
    pub fn lacking(self) -> Option<&'static str> {
        match self {
            Level::Portable => None,
            Level::Avx2 => avx2::lacking(),
            Level::Avx512 => avx512::lacking(),
        }
    }
}

/// The level's name in the registry.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A level as a type: what is compiled once for each. `N` is the number of
/// lanes of a 32-bit vector, four for each node of a single search.
pub(crate) trait Kernel<const N: usize>: Serve + Quads<N> + fmt::Debug + 'static {
    /// One sweep over a batch's puzzles.
    fn sweep_wide(self, board: &mut Wide) -> Outcomes;
    /// Judges these lanes of a batch: which are decided, and which solutions.
    fn judge_wide(self, board: &mut Wide, lanes: u32) -> (u32, u32);
    /// Chooses splits for these lanes of a batch, and maybe others.
    fn choose_wide(self, board: &mut Wide, lanes: u32);
    /// One sweep over the nodes of one search.
    fn sweep_compact(self, board: &mut Compact<N>) -> Outcomes;
    /// [`judge_quads`] for the nodes of one search.
    fn judge_compact(self, board: &mut Compact<N>);
    /// [`Search::run`] without an observer.
    fn search(self, search: &mut Search<N>, progress: &mut Progress<'_>) -> ControlFlow<End>;
    /// [`Lockstep::run`].
    fn lockstep(
        self,
        lockstep: &mut Lockstep,
        tail: &mut Search<N>,
        batch: &Batch,
        query: &Query,
        out: &mut Answers,
    );
}

// From `$several` lanes of a vector on that want a split it is chosen for all of
// the vector's lanes at once.
macro_rules! level {
    ($module:ident, $kernel:ident, $lanes:literal, $several:literal, [$($feature:tt),*], $(#[$attribute:meta])*) => {
        mod $module {
            use super::*;

            pub(super) const LANES: usize = $lanes;

            /// The first feature that is missing.
            #[allow(clippy::needless_return, unused_assignments, unused_mut)]
            pub(super) fn lacking() -> Option<&'static str> {
                #[cfg(target_arch = "x86_64")]
                {
                    $(if !std::arch::is_x86_feature_detected!($feature) {
                        return Some($feature);
                    })*
                    return None;
                }
                #[cfg(not(target_arch = "x86_64"))]
                {
                    let mut first = None;
                    $(first = first.or(Some($feature));)*
                    return first;
                }
            }

            $(#[$attribute])*
            #[inline(never)]
            fn rows<const N: usize>(
                cells: &mut [Row<N>; 9],
                certain: &mut [Row<N>; 3],
                down: &mut [Row<N>; 3],
                ok: &mut Row<N>,
            ) {
                close_rows(cells, certain, down, ok);
            }

            $(#[$attribute])*
            #[inline(never)]
            fn columns<const N: usize>(
                down: &mut [[Row<N>; 3]; 3],
                upright: &mut [[Row<N>; 3]; 3],
            ) {
                close_columns(down, upright);
            }

            $(#[$attribute])*
            #[inline(never)]
            fn settle<const N: usize>(
                cells: &mut [Row<N>; 9],
                certain: &[Row<N>; 3],
                down: &[Row<N>; 3],
                upright: &[Row<N>; 3],
                ok: &mut Row<N>,
                sum: &mut Row<N>,
            ) {
                settle_cells(cells, certain, down, upright, ok, sum);
            }

            $(#[$attribute])*
            pub(super) fn sweep_wide(b: &mut Wide, kernel: $kernel) -> Outcomes {
                b.begin();
                for band in 0..3 {
                    rows(&mut b.cells[band], &mut b.certain[band], &mut b.down[band], &mut b.ok);
                }
                columns(&mut b.down, &mut b.upright);
                for band in 0..3 {
                    settle(
                        &mut b.cells[band],
                        &b.certain[band],
                        &b.down[band],
                        &b.upright[band],
                        &mut b.ok,
                        &mut b.sum,
                    );
                }
                kernel.finish(b)
            }

            $(#[$attribute])*
            #[inline(never)]
            fn judge_part(
                cells: &[[Row<WIDE>; 9]; 3],
                from: usize,
                open: &mut Row<WIDE>,
                missing: &mut Row<WIDE>,
            ) {
                judge::<$lanes>(cells, from, open, missing);
            }

            $(#[$attribute])*
            #[inline(never)]
            fn choose_part(
                cells: &[[Row<WIDE>; 9]; 3],
                down: &[[Row<WIDE>; 3]; 3],
                from: usize,
                bits: &mut Row<WIDE>,
                sides: &mut Row<WIDE>,
            ) {
                choose::<$lanes>(cells, down, from, bits, sides);
            }

            $(#[$attribute])*
            pub(super) fn judge_wide(b: &mut Wide, lanes: u32, kernel: $kernel) -> (u32, u32) {
                for from in parts::<$lanes>(lanes) {
                    judge_part(&b.cells, from, &mut b.open, &mut b.missing);
                }
                kernel.judged(b, lanes)
            }

            $(#[$attribute])*
            pub(super) fn choose_wide(b: &mut Wide, lanes: u32) {
                for from in parts::<$lanes>(lanes) {
                    let part = lanes >> from & ((1u64 << $lanes) - 1) as u32;
                    if part.count_ones() < $several {
                        choose_singly(b, part << from);
                    } else {
                        choose_part(&b.cells, &b.down, from, &mut b.bits, &mut b.sides);
                    }
                }
            }

            $(#[$attribute])*
            pub(super) fn sweep_compact(b: &mut Compact<$lanes>) -> Outcomes {
                b.begin();
                close_rows(&mut b.cells, &mut b.certain, &mut b.down, &mut b.ok);
                close_columns_in_quads(&mut b.down, &mut b.upright);
                settle_cells(
                    &mut b.cells, &b.certain, &b.down, &b.upright, &mut b.ok, &mut b.sum,
                );
                b.finish()
            }

            $(#[$attribute])*
            #[inline(never)]
            pub(super) fn judge_compact(b: &mut Compact<$lanes>) {
                judge_quads(&b.cells, &mut b.upright, &mut b.open, &mut b.missing);
            }

            $(#[$attribute])*
            pub(super) fn search(
                search: &mut Search<$lanes>,
                kernel: $kernel,
                progress: &mut Progress<'_>,
            ) -> ControlFlow<End> {
                search.run(kernel, progress, &mut Silent)
            }

            $(#[$attribute])*
            pub(super) fn lockstep(
                lockstep: &mut Lockstep,
                kernel: $kernel,
                tail: &mut Search<$lanes>,
                batch: &Batch,
                query: &Query,
                out: &mut Answers,
            ) {
                lockstep.run(kernel, tail, batch, query, out);
            }
        }

        /// The level as a type; see [`Level`].
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $kernel(());

        impl $kernel {
            /// The level, if this processor has it.
            pub(crate) fn new() -> Option<$kernel> {
                $module::lacking().is_none().then_some($kernel(()))
            }
        }

        #[allow(unsafe_code, unused_unsafe)]
        impl Kernel<{ $module::LANES }> for $kernel {
            fn sweep_wide(self, board: &mut Wide) -> Outcomes {
                // SAFETY: `self` exists, so `new` found every feature.
                unsafe { $module::sweep_wide(board, self) }
            }

            fn judge_wide(self, board: &mut Wide, lanes: u32) -> (u32, u32) {
                // SAFETY: `self` exists, so `new` found every feature.
                unsafe { $module::judge_wide(board, lanes, self) }
            }

            fn choose_wide(self, board: &mut Wide, lanes: u32) {
                // SAFETY: `self` exists, so `new` found every feature.
                unsafe { $module::choose_wide(board, lanes) }
            }

            fn sweep_compact(self, board: &mut Compact<$lanes>) -> Outcomes {
                // SAFETY: `self` exists, so `new` found every feature.
                unsafe { $module::sweep_compact(board) }
            }

            fn judge_compact(self, board: &mut Compact<$lanes>) {
                // SAFETY: `self` exists, so `new` found every feature.
                unsafe { $module::judge_compact(board) }
            }

            fn search(
                self,
                search: &mut Search<$lanes>,
                progress: &mut Progress<'_>,
            ) -> ControlFlow<End> {
                // SAFETY: `self` exists, so `new` found every feature.
                unsafe { $module::search(search, self, progress) }
            }

            fn lockstep(
                self,
                lockstep: &mut Lockstep,
                tail: &mut Search<$lanes>,
                batch: &Batch,
                query: &Query,
                out: &mut Answers,
            ) {
                // SAFETY: `self` exists, so `new` found every feature.
                unsafe { $module::lockstep(lockstep, self, tail, batch, query, out) }
            }
        }
    };
}

level!(portable, Portable, 4, 2, [],);
level!(
    avx2,
    Avx2,
    8,
    2,
    ["avx2", "bmi1", "bmi2", "lzcnt", "popcnt"],
    #[cfg_attr(
        target_arch = "x86_64",
        target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")
    )]
);
level!(
    avx512,
    Avx512,
    16,
    1,
    [
        "avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd", "avx512vbmi", "avx512vbmi2", "avx512vpopcntdq", "avx2", "bmi1", "bmi2", "lzcnt", "popcnt"
    ],
    #[cfg_attr(
        target_arch = "x86_64",
        target_feature(
            enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512cd,avx512vbmi,avx512vbmi2,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt"
        )
    )]
);

/// Calls a function that is generic in the level with each this processor has.
#[cfg(test)]
macro_rules! on_every_level {
    ($check:ident) => {
        $check($crate::level::Portable::new().expect("always there"));
        if let Some(kernel) = $crate::level::Avx2::new() {
            $check(kernel);
        }
        if let Some(kernel) = $crate::level::Avx512::new() {
            $check(kernel);
        }
    };
}
#[cfg(test)]
pub(crate) use on_every_level;
