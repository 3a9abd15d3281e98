//! One row a puzzle: every single time, for plots and for finding outliers.
//!
//! Written beside the record when asked for. A row is one puzzle for one engine
//! in one round of latency mode; round 0 holds answers that verification found
//! wrong, without a time. Puzzles are named by corpus, number and line, and
//! their text is not repeated. The layout's version is the record's ([`SCHEMA`]).

use std::io::{Read, Write};

use serde::{Deserialize, Serialize};

use crate::record::{RecordError, SCHEMA, Table, Task, read_puzzle_rows};

/// One puzzle for one engine in one round. The fields in order are the columns.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleRow {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The corpus, as in the record.
    pub corpus: String,
    /// The puzzle's number among the readable ones of the corpus, from 0.
    pub puzzle: u64,
    /// Its line in the corpus file, from 1.
    pub line: u64,
    /// How many clues it has.
    pub clues: u32,
    /// The question.
    pub task: Task,
    /// The engine.
    pub engine: String,
    /// The round, from 1; 0 for a wrong answer.
    pub round: u32,
    /// `none`, `unique`, `multiple`, `solved`, `unknown`.
    pub verdict: String,
    /// How many solutions were found.
    pub found: u64,
    /// Whether the question was settled, and not given up for a limit.
    pub settled: bool,
    /// Whether it was given up for the limit on time.
    pub timed_out: bool,
    /// The time.
    pub time_ns: Option<f64>,
    /// Nodes, where the engine knows them; what a node is depends on it.
    pub nodes: Option<u64>,
    /// Digits placed, forced or tried.
    pub placements: Option<u64>,
    /// Guesses.
    pub guesses: Option<u64>,
    /// Choices undone.
    pub backtracks: Option<u64>,
    /// The most choices standing at a time.
    pub depth: Option<u64>,
    /// What is wrong with the answer (round 0).
    pub error: String,
}

impl PuzzleRow {
    /// Reads a table of rows.
    ///
    /// # Errors
    /// As [`Record::read`](crate::Record::read).
    pub fn read(from: impl Read) -> Result<Vec<PuzzleRow>, RecordError> {
        read_puzzle_rows(from)
    }

    /// Writes a table of rows, header first.
    ///
    /// # Errors
    /// What `to` says.
    pub fn write(rows: &[PuzzleRow], to: impl Write) -> Result<(), RecordError> {
        Table::of_puzzles(to, true)?.push_all(rows)
    }

    /// A row of the present layout.
    pub fn new() -> PuzzleRow {
        PuzzleRow {
            schema: SCHEMA,
            ..PuzzleRow::default()
        }
    }
}
