//! Who hears of a measure while it runs.
//!
//! A row is told as soon as it is there, so that whoever keeps rows loses none when
//! the run ends early; steps are told between measured parts and, while answers are
//! verified, after each puzzle. Nothing is told while a clock runs: a watcher may
//! draw or write as long as it likes.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::record::Row;
use crate::rows::PuzzleRow;

/// Receives what is measured as soon as it is. `Break` ends the measure: a
/// record that cannot be written is not worth an hour of work.
pub trait Watch {
    /// A row of the record.
    fn row(&mut self, row: &Row) -> ControlFlow<()>;

    /// Rows of single puzzles, where they were asked for.
    fn puzzle_rows(&mut self, rows: &[PuzzleRow]) -> ControlFlow<()> {
        let _ = rows;
        ControlFlow::Continue(())
    }

    /// How far it is.
    fn step(&mut self, step: &Step<'_>) {
        let _ = step;
    }
}

/// What is being done.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step<'s> {
    /// Verification, or the number of a round.
    pub stage: Stage,
    /// The contestant.
    pub engine: &'s str,
    /// The corpus.
    pub corpus: &'s str,
    /// The share of the stage's work that is done, from 0 to 1.
    pub done: f64,
    /// The time that the rounds still need; known once all is verified.
    pub left: Option<Duration>,
}

/// A part of a measure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// All answers are checked; no clock runs.
    Verifying,
    /// Times are taken: this round of so many.
    Round(u32, u32),
}
