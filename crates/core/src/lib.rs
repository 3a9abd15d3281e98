//! Rules, grids, puzzles, validation, and the contract every engine keeps.
//!
//! This crate answers for what a Sudoku *is*; how one is solved is the engine
//! crates' business, and files are `polydoku-corpus`'s. It depends on the
//! standard library alone: no I/O, no threads, no printing.
//!
//! * What a puzzle looks like: [`Rules`], [`House`], [`Cell`], [`Digit`],
//!   [`DigitSet`].
//! * Three degrees of promise: [`Grid`] (any filling), [`Puzzle`] (clues that
//!   do not clash), [`Solution`] (complete and right); many puzzles at once: [`Batch`].
//! * Four properties kept apart (see [`Clashes`]): valid, complete, solvable,
//!   unique.
//! * The contract: [`Engine`] and [`Solver`], a [`Query`] in, a [`Report`] out,
//!   a [`Verdict`] from it; [`Trace`] for those who want to watch.
//!
//! Engines also find here the bookkeeping they share ([`Progress`],
//! [`Budget`]) and the observer that makes tracing free when it is off
//! ([`Observer`]).
//!
//! ```
//! use polydoku_core::{Puzzle, PuzzleError, Rules};
//! let rules = Rules::classic();
//! let puzzle = Puzzle::parse(
//!     &rules,
//!     "........6..74....9.4..3..2...5.6.....39...5.881.........8..4.9.3........97.8..4..",
//! )?;
//! assert_eq!(puzzle.clues().iter().flatten().count(), 23);
//! let clash = Puzzle::parse(&rules, &format!("7.7{}", ".".repeat(78))).unwrap_err();
//! assert_eq!(clash.to_string(), "7 twice in row 1: r1c1 r1c3; 7 twice in box 1: r1c1 r1c3");
//! # Ok::<(), PuzzleError>(())
//! ```
#![forbid(unsafe_code)]

mod batch;
mod cell;
mod clash;
mod digit;
mod engine;
mod puzzle;
mod query;
mod report;
mod rules;
mod search;
pub mod text;
mod trace;

pub use batch::Batch;
pub use cell::{Cell, CellName};
pub use clash::{Clash, Clashes};
pub use digit::{Digit, DigitSet, Digits};
pub use engine::{
    Engine, EngineInfo, Figure, Solver, StatSet, Unsupported, View, Visit, run_singly,
};
pub use puzzle::{Grid, Puzzle, PuzzleError, PuzzleRef, Solution, SolutionError};
pub use query::{Cancel, Keep, Query};
pub use report::{Answers, End, Report, Stat, Stats, Verdict};
pub use rules::{BoxIndex, Boxes, House, HouseIndex, HouseKind, Rules, RulesBuilder, RulesError};
pub use search::{Budget, Progress};
pub use text::{Alphabet, Symbols, TextError, TextErrorKind};
pub use trace::{Choice, Conflict, Event, Observer, Reason, Silent, Told, Trace, Value};
