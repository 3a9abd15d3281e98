//! The record: what was measured, as one tidy CSV table.
//!
//! A row is one engine on one corpus in one mode with one number of threads in
//! one round. Rounds stand in rows of their own, so a run only ever appends: one
//! that is interrupted has lost nothing, and one that is continued adds what is
//! missing. Readers who want one line for each engine and corpus take
//! [`Record::measured`], which puts the rounds together again.
//!
//! ```text
//! about the run       schema date version rustc profile target cpu cores command seed ...
//! about the question  corpus corpus_sha256 ... task solution_limit max_nodes timeout_ns
//! who and how         engine instruction_set mode threads pinned_cpu round
//! what came of it     status error puzzles solved unknown timed_out
//! times               setup_ns clock_ns ... min_ns median_ns ... par2_ns puzzles_per_s
//! cost of the search  nodes_per_puzzle ... without_guess_share figures
//! ```
//!
//! Units stand in the names. An empty field means "not known" or "has no meaning
//! here", never zero. There is no comment line and no second header: any program
//! that reads CSV reads it. Every row begins with the version of this layout
//! ([`SCHEMA`]), and reading is strict: another header, another version or a
//! field that does not parse is an error with its line. Rows hold figures and
//! names, no puzzles, so that a record over somebody else's corpus may be shown.
//!
//! The idea of a record that all other commands read is rebar's.

mod measured;
mod table;

use std::io::{Read, Write};

use serde::{Deserialize, Serialize};

pub use measured::Measured;
pub use table::{RecordError, Table};

/// The version of the layout of [`Row`] and [`PuzzleRow`](crate::PuzzleRow).
/// Any change to the columns or to what they mean makes a new one.
pub const SCHEMA: u32 = 1;

/// The question that was asked of every puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// Find one solution.
    First,
    /// Find one and prove that there is no second.
    #[default]
    Unique,
    /// Count up to a limit.
    Count,
}

impl Task {
    /// The word in records and on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Task::First => "first",
            Task::Unique => "unique",
            Task::Count => "count",
        }
    }
}

/// What kind of time was taken. Figures of different modes are never compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// One thread, every puzzle by itself.
    #[default]
    Latency,
    /// The whole corpus in batches over a number of threads.
    Throughput,
    /// A foreign program's whole process, from start to exit.
    Process,
}

impl Mode {
    /// The word in records and on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Mode::Latency => "latency",
            Mode::Throughput => "throughput",
            Mode::Process => "process",
        }
    }
}

/// What a row is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// All answers were verified; the times stand.
    #[default]
    Measured,
    /// The engine gave up on puzzles within the limits, so that a time for the
    /// whole corpus would mean nothing: no times (throughput and process only).
    Limited,
    /// An answer was wrong; `error` names the puzzle, and there are no numbers.
    Wrong,
    /// The engine does not take these rules or cannot run on this machine;
    /// `error` says why.
    Unsupported,
    /// It crashed, or its program did.
    Failed,
}

impl Status {
    /// The word in records.
    pub fn word(self) -> &'static str {
        match self {
            Status::Measured => "measured",
            Status::Limited => "limited",
            Status::Wrong => "wrong",
            Status::Unsupported => "unsupported",
            Status::Failed => "failed",
        }
    }

    /// Whether it makes the run fail.
    pub fn is_fault(self) -> bool {
        matches!(self, Status::Wrong | Status::Failed)
    }
}

/// One engine on one corpus, in one mode, with one number of threads, in one
/// round. The fields in order are the columns.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// [`SCHEMA`].
    pub schema: u32,
    /// When the row was measured, UTC, as `2026-11-30T21:40:00Z`.
    pub date: String,
    /// Polydoku's version.
    pub version: String,
    /// The compiler: `rustc 1.95.0 (...)`.
    pub rustc: String,
    /// How it was built: `release, opt-level 3`.
    pub profile: String,
    /// The target triple.
    pub target: String,
    /// The processor as the system names it.
    pub cpu: String,
    /// How many threads the processor runs at a time.
    pub cores: u32,
    /// The command that made the row, as it was typed.
    pub command: String,
    /// The seed of sampling and of the isomorphs.
    pub seed: u64,
    /// Whether the puzzles were replaced by isomorphs drawn by the seed.
    pub permuted: bool,

    /// The corpus's name: a file's stem, or `@name`.
    pub corpus: String,
    /// SHA-256 of the corpus file's bytes.
    pub corpus_sha256: String,
    /// How many puzzles the corpus holds; `puzzles` of them were drawn.
    pub corpus_puzzles: u64,
    /// The rules of the puzzles; several kinds are separated by `; `.
    pub rules: String,
    /// The question.
    pub task: Task,
    /// After how many solutions a search ends: 1, 2, or the count's limit.
    pub solution_limit: u64,
    /// The limit on nodes for each puzzle.
    pub max_nodes: Option<u64>,
    /// The limit on time for each puzzle.
    pub timeout_ns: Option<u64>,

    /// The engine's registry name, or the name given to a foreign program.
    pub engine: String,
    /// The instruction set that its code really uses.
    pub instruction_set: String,
    /// The mode.
    pub mode: Mode,
    /// Threads at work; unknown for a foreign program.
    pub threads: Option<u32>,
    /// The processor the thread was bound to, where the system allows it.
    pub pinned_cpu: Option<u32>,
    /// The round, from 1; 0 for rows that say why nothing was measured.
    pub round: u32,

    /// What the row is worth.
    pub status: Status,
    /// What is wrong, where something is.
    pub error: String,
    /// How many puzzles were asked: the same for every engine of a corpus.
    pub puzzles: u64,
    /// How many were settled: the question was answered.
    pub solved: u64,
    /// How many were not, because a limit was reached.
    pub unknown: u64,
    /// How many of those because of the limit on time.
    pub timed_out: u64,

    /// Time to make the solver: tables that serve all puzzles. In no other time.
    pub setup_ns: Option<f64>,
    /// What reading the clock costs; subtracted from every puzzle's time.
    pub clock_ns: Option<f64>,
    /// How many puzzles were too short for one reading and were repeated, their
    /// time divided by the repetitions.
    pub repeated: u64,
    /// Puzzles run before the clock, untimed, to warm up.
    pub warmup: u64,
    /// How many times the corpus was worked through within `wall_ns` times this
    /// number: small corpora are repeated until there is something to measure.
    pub passes: u64,
    /// Time for the whole corpus once: the sum of the puzzles' times (latency),
    /// or from beginning to end (throughput, process).
    pub wall_ns: Option<f64>,
    /// The fastest puzzle. Latency only, as all figures up to `mad_ns`. A puzzle
    /// that was given up counts with the time spent on it, so a quantile as
    /// large as the limit is a lower bound.
    pub min_ns: Option<f64>,
    /// The median puzzle.
    pub median_ns: Option<f64>,
    /// 90 % are as fast as this (nearest rank).
    pub p90_ns: Option<f64>,
    /// 99 % are as fast as this.
    pub p99_ns: Option<f64>,
    /// The slowest puzzle.
    pub max_ns: Option<f64>,
    /// Median absolute deviation from the median.
    pub mad_ns: Option<f64>,
    /// Mean time in which a puzzle that timed out counts with twice the limit.
    /// Empty when puzzles were given up for another limit. This is the only
    /// mean here: one over the solved alone would flatter.
    pub par2_ns: Option<f64>,
    /// `puzzles` through `wall_ns`, where all were settled.
    pub puzzles_per_s: Option<f64>,

    /// Nodes a puzzle; what a node is depends on the engine. This and the next
    /// four are means over the puzzles that were settled.
    pub nodes_per_puzzle: Option<f64>,
    /// Digits placed, forced or tried.
    pub placements_per_puzzle: Option<f64>,
    /// Guesses a puzzle.
    pub guesses_per_puzzle: Option<f64>,
    /// Choices undone.
    pub backtracks_per_puzzle: Option<f64>,
    /// The share of puzzles settled without a guess, from 0 to 1.
    pub without_guess_share: Option<f64>,
    /// The family's own figures, means a puzzle: `sweeps=12.5 updates=803.1`;
    /// names ending in `_ns` are times. See [`Row::figures`].
    pub figures: String,
}

impl Row {
    /// The family's own figures by name.
    pub fn figures(&self) -> impl Iterator<Item = (&str, f64)> {
        let pairs = self.figures.split_whitespace();
        pairs.filter_map(|pair| {
            let (name, value) = pair.split_once('=')?;
            Some((name, value.parse().ok()?))
        })
    }

    /// Whether both rows answer the same question about the same puzzles, so
    /// that their figures may be compared (if their modes agree, too).
    pub fn same_question(&self, other: &Row) -> bool {
        let question = |row: &Row| {
            let puzzles = (row.puzzles, row.seed, row.permuted);
            (puzzles, row.task, row.solution_limit)
        };
        self.corpus == other.corpus
            && self.corpus_sha256 == other.corpus_sha256
            && question(self) == question(other)
    }
}

/// A whole record.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Record {
    /// The rows in the order in which they were measured.
    pub rows: Vec<Row>,
}

impl Record {
    /// Reads a record.
    ///
    /// # Errors
    /// It is no record of this version; a row is malformed. The line is named.
    pub fn read(from: impl Read) -> Result<Record, RecordError> {
        Ok(Record {
            rows: table::read(from)?,
        })
    }

    /// Writes it, header first.
    ///
    /// # Errors
    /// What `to` says.
    pub fn write(&self, to: impl Write) -> Result<(), RecordError> {
        let mut table = Table::new(to, true)?;
        self.rows.iter().try_for_each(|row| table.push(row))
    }

    /// The corpora in order of appearance.
    pub fn corpora(&self) -> Vec<&str> {
        distinct(self.rows.iter().map(|row| row.corpus.as_str()))
    }

    /// The engines in order of appearance.
    pub fn engines(&self) -> Vec<&str> {
        distinct(self.rows.iter().map(|row| row.engine.as_str()))
    }

    /// The record with the rounds put together: one for each engine, question,
    /// mode and number of threads, in order of appearance.
    pub fn measured(&self) -> Vec<Measured<'_>> {
        Measured::of(&self.rows)
    }
}

fn distinct<'r>(all: impl Iterator<Item = &'r str>) -> Vec<&'r str> {
    let mut seen = Vec::new();
    for one in all {
        if !seen.contains(&one) {
            seen.push(one);
        }
    }
    seen
}

pub(crate) fn read_puzzle_rows(from: impl Read) -> Result<Vec<crate::PuzzleRow>, RecordError> {
    table::read(from)
}
