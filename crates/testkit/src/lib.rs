//! What every engine must pass: the conformance suite, and the cases it asks.
//!
//! An engine crate hands its engines over in a ten-line `tests/conformance.rs`:
//!
//! ```ignore
//! //! The testkit's suite on this family's engines.
//! polydoku_testkit::conformance! {
//!     naive => &polydoku_naive::Scan,
//!     tables => &polydoku_naive::Tables,
//! }
//! ```
//!
//! That makes one module an engine and in it one `#[test]` for each [`Aspect`],
//! so that a failure names what is broken. Each aspect is a plain function from
//! an engine to a [`Tally`] or the [`Faults`] found; [`conformance()`] runs them
//! all for those who want a single call.
//!
//! Where expectations come from: the cases in `puzzles/cases/*.toml`, each with
//! its source; arithmetic on those; and laws that hold for every engine (core's
//! contract, [`laws`]). No expected value is an engine's own answer. What cannot
//! be asked of an engine (rules it does not take, totals beyond the largest it
//! promises, searches it may give up) is a skip: it carries a reason, is counted
//! and printed; an engine that skips every case fails.
//!
//! This crate is a development dependency only. It prints, since a test has
//! nowhere else to say what it skipped; lines that begin with `skipped: ` are
//! read by `cargo xtask ci`.
#![forbid(unsafe_code)]

mod aspect;
pub mod case;
pub mod laws;
mod shared;
mod suite;
mod tally;

pub use aspect::Aspect;
pub use case::{Case, Expected, cases};
pub use shared::{shared_dir, shared_file};
pub use tally::{Faults, Tally};

use polydoku_core::Engine;

/// Runs every aspect on an engine.
///
/// # Panics
/// If the engine breaks any of them; the message lists what was found.
pub fn conformance(engine: &dyn Engine) {
    let broken: Vec<String> = Aspect::ALL
        .iter()
        .filter_map(|aspect| aspect.check(engine).err())
        .map(|faults| faults.to_string())
        .collect();
    assert!(broken.is_empty(), "{}", broken.concat());
}

/// Makes a module for each engine with a `#[test]` for each [`Aspect`], and an
/// ignored one for the totals that take minutes without optimisation.
#[macro_export]
macro_rules! conformance {
    ($($module:ident => $engine:expr),+ $(,)?) => {
        $($crate::conformance! { @engine $module $engine;
            description Description, cases Cases, limits Limits, nodes Nodes, time Time,
            cancel Cancel, visitor Visitor, reuse Reuse, batch Batch, trace Trace,
            figures Figures, sizes Sizes, properties Properties, shared Shared,
        })+
    };
    (@engine $module:ident $engine:expr; $($test:ident $aspect:ident,)+) => {
        mod $module {
            #[allow(unused_imports)]
            use super::*;

            $(#[test]
            fn $test() {
                $crate::Aspect::$aspect.test($engine);
            })+

            #[test]
            fn every_aspect_is_tested() {
                assert_eq!([$($crate::Aspect::$aspect),+], $crate::Aspect::ALL);
            }

            #[test]
            #[ignore = "counts up to 150 million solutions: minutes unless optimised"]
            fn slow_totals() {
                $crate::Aspect::SlowTotals.test($engine);
            }
        }
    };
}
