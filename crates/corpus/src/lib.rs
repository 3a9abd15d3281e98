//! Puzzle files of every common format, recognised by their content.
//!
//! A file read in five lines:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let path = std::env::temp_dir().join(format!("polydoku-doc-{}.txt", std::process::id()));
//! # std::fs::write(&path, "1...............\n")?;
//! for entry in polydoku_corpus::read(&path)? {
//!     let entry = entry?; // an unreadable line is an error that names its place
//!     let puzzle = entry.puzzle()?; // clashing clues are another kind of error
//!     println!("line {}: {} {}", entry.line, puzzle.rules(), puzzle.line());
//! }
//! # std::fs::remove_file(&path)?;
//! # Ok(())
//! # }
//! ```
//!
//! That iterator owns what it yields. Under it lie three steps that a parallel
//! pipeline takes apart: [`sniff`] makes a [`Reader`] from a file's beginning,
//! [`Reader::cut`] (or [`Blocks`], which also does the reading) divides the
//! stream into blocks of whole records, and [`Reader::parse`] reads a block on
//! any thread and hands [`Record`]s to a [`Sink`]. Memory is constant, and a
//! bare line of 81 cells costs a few nanoseconds before it reaches a
//! [`Batch`](polydoku_core::Batch).
//!
//! [`isomorph`] gives puzzles other names and other sides, by seed.
//!
//! # Formats
//!
//! | format | read | written | by |
//! |---|---|---|---|
//! | one puzzle a line, `.sdm`, counted files | yes | `line` | its length; 9, 16, 81, ... cells |
//! | jigsaw: a region map as second field or attached | yes | `line` | as many labels as digits, as often |
//! | Sukaku, n³ characters | yes | `line` | each place its own digit or nothing |
//! | Sudoku Exchange | yes | | 12 hexadecimal digits in front |
//! | blocks, titled blocks (Project Euler), `.sdk`, `.ss` | yes | | as many rows as columns |
//! | framed grids, ASCII or box-drawing | yes | `grid` | the same |
//! | rows of numbers, of comma-separated cells, of program text | yes | | the same |
//! | candidate grids | yes | | ascending sets of digits |
//! | CSV, TSV with or without header (Kaggle, sudoku-extreme) | yes | `csv` | a column with a puzzle |
//! | Markdown table | yes | `md` | the same, between bars |
//! | JSON Lines | yes | `jsonl` | an object a line |
//! | JSON boards (LeetCode), objects, nested | yes | | arrays of arrays |
//! | OpenSudoku XML | yes | | `<game data="...">` |
//! | gzip, zstd, UTF-16 of any of these | yes | | first bytes |
//!
//! Parquet and npy are not read. Grids of 10x10 and more come in several
//! alphabets; what their characters cannot settle is an error that names the
//! readings ([`AlphabetChoice`]).
//!
//! This crate does no I/O beyond [`std::io::Read`] (and opening a path for
//! [`read`]), starts no threads and prints nothing.
#![forbid(unsafe_code)]

mod alphabet;
mod book;
mod cells;
mod decoded;
mod grid;
pub mod isomorph;
mod json;
mod line;
mod options;
mod reader;
mod record;
mod records;
mod sniff;
mod source;
mod table;
mod token;
mod write;
mod xml;

pub use decoded::{Decoded, decoded};
pub use options::{
    AlphabetChoice, BoxesChoice, Column, Columns, OptionError, ReadOptions, RegionMap, Variants,
};
pub use reader::{Block, MAX_RECORD, Reader, Scratch};
pub use record::{BadRecord, Cells, Fields, ReadError, Record, Sink};
pub use records::{Entry, Records, read, read_from};
pub use sniff::sniff;
pub use source::{Blocks, Piece};
pub use write::{CannotHold, TableColumns, Target, Writer, csv_field, json_string};
