//! Which engine, on which corpus, by how much, and how sure are we.
//!
//! This crate answers for honest comparison: it verifies every answer before a
//! clock runs, measures, and keeps a record that others read.
//!
//! * [`Record`] and its [`Row`]s: the tidy table of everything measured;
//!   [`PuzzleRow`]: single times. Their columns are documented field by field.
//! * [`statistics`]: quantiles, deviation, penalised averages; [`means`]: geometric
//!   means and spreads.
//! * [`compare`]: engines side by side: ratios with intervals, ranks, differences.
//! * [`rate`]: how hard a puzzle is.
//!
//! It prints nothing and opens no files: what it measures goes to the caller.
#![forbid(unsafe_code)]

pub mod compare;
pub mod means;
pub mod rate;
pub mod record;
mod rows;
pub mod statistics;

pub use record::{Measured, Mode, Record, RecordError, Row, SCHEMA, Status, Table, Task};
pub use rows::PuzzleRow;
