//! Rows of one kind as CSV, written one by one and read strictly.

use std::fmt;
use std::io::{self, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Row, SCHEMA};
use crate::PuzzleRow;

/// A kind of row with a version.
pub(crate) trait Versioned: Serialize + DeserializeOwned + Default {
    /// The kind's name in messages.
    const KIND: &'static str;
    fn schema(&self) -> u32;
}

impl Versioned for Row {
    const KIND: &'static str = "record";
    fn schema(&self) -> u32 {
        self.schema
    }
}

impl Versioned for PuzzleRow {
    const KIND: &'static str = "table of puzzle rows";
    fn schema(&self) -> u32 {
        self.schema
    }
}

/// A table being written: each row reaches the writer as a whole, at once.
pub struct Table<W: Write> {
    to: W,
    text: Vec<u8>,
}

impl<W: Write> fmt::Debug for Table<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").finish_non_exhaustive()
    }
}

impl<W: Write> Table<W> {
    /// A table of [`Row`]s, with a header unless one is there already.
    ///
    /// # Errors
    /// What the writer says.
    pub fn new(to: W, header: bool) -> Result<Table<W>, RecordError> {
        Table::of::<Row>(to, header)
    }

    /// A table of [`PuzzleRow`]s.
    ///
    /// # Errors
    /// What the writer says.
    pub fn of_puzzles(to: W, header: bool) -> Result<Table<W>, RecordError> {
        Table::of::<PuzzleRow>(to, header)
    }

    fn of<T: Versioned>(to: W, header: bool) -> Result<Table<W>, RecordError> {
        let mut table = Table {
            to,
            text: Vec::new(),
        };
        if header {
            table.text.extend_from_slice(header_line::<T>().as_bytes());
            table.hand_over()?;
        }
        Ok(table)
    }

    /// Adds a row.
    ///
    /// # Errors
    /// What the writer says.
    pub fn push<T: Serialize>(&mut self, row: &T) -> Result<(), RecordError> {
        self.add(row);
        self.hand_over()
    }

    /// Adds many rows with one write.
    ///
    /// # Errors
    /// What the writer says.
    pub fn push_all<T: Serialize>(&mut self, rows: &[T]) -> Result<(), RecordError> {
        rows.iter().for_each(|row| self.add(row));
        self.hand_over()
    }

    fn add<T: Serialize>(&mut self, row: &T) {
        let text = std::mem::take(&mut self.text);
        let mut builder = csv::WriterBuilder::new();
        let mut writer = builder.has_headers(false).from_writer(text);
        writer.serialize(row).expect("a flat row is CSV");
        self.text = writer.into_inner().expect("memory takes all");
    }

    fn hand_over(&mut self) -> Result<(), RecordError> {
        let written = self.to.write_all(&self.text).and_then(|()| self.to.flush());
        self.text.clear();
        written.map_err(RecordError::Io)
    }
}

/// The header, as a default row has it.
fn header_line<T: Versioned>() -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.serialize(T::default()).expect("a flat row is CSV");
    let text = writer.into_inner().expect("memory takes all");
    let text = String::from_utf8(text).expect("columns are ASCII");
    let end = text.find('\n').expect("a header line") + 1;
    text[..end].to_owned()
}

pub(crate) fn read<T: Versioned>(from: impl Read) -> Result<Vec<T>, RecordError> {
    let malformed = |error: csv::Error| match error.into_kind() {
        csv::ErrorKind::Io(error) => RecordError::Io(error),
        kind => RecordError::Malformed {
            line: line_of(&kind),
            why: in_words(&kind),
        },
    };
    let mut reader = csv::Reader::from_reader(from);
    let found = reader.headers().map_err(malformed)?.clone();
    let expected = header_line::<T>();
    let expected = expected.trim_end().split(',');
    if !found.iter().eq(expected.clone()) {
        let why = match found
            .iter()
            .zip(expected)
            .find(|(found, wanted)| found != wanted)
        {
            Some((found, wanted)) => format!("column {found:?} stands where {wanted:?} belongs"),
            None => "columns are missing or left over at the end".to_owned(),
        };
        return Err(RecordError::Header { kind: T::KIND, why });
    }
    let mut rows = Vec::new();
    let mut text = csv::StringRecord::new();
    while reader.read_record(&mut text).map_err(malformed)? {
        let line = text.position().map_or(0, csv::Position::line);
        // The version first: fields of another one may not even parse.
        if text.get(0) != Some(&SCHEMA.to_string()) {
            let found = text.get(0).unwrap_or_default().to_owned();
            return Err(RecordError::Version { line, found });
        }
        let row: T = text.deserialize(Some(&found)).map_err(malformed)?;
        debug_assert_eq!(row.schema(), SCHEMA);
        rows.push(row);
    }
    Ok(rows)
}

fn line_of(kind: &csv::ErrorKind) -> u64 {
    kind.position().map_or(0, csv::Position::line)
}

fn in_words(kind: &csv::ErrorKind) -> String {
    match kind {
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => {
            format!("{len} fields where there should be {expected_len}")
        }
        csv::ErrorKind::Utf8 { .. } => "not UTF-8".to_owned(),
        csv::ErrorKind::Deserialize { err, .. } => match err.field() {
            Some(field) => format!("field {}: {}", field + 1, err.kind()),
            None => err.kind().to_string(),
        },
        _ => "no CSV".to_owned(),
    }
}

/// Why a record cannot be read or written.
#[derive(Debug)]
#[non_exhaustive]
pub enum RecordError {
    /// The columns are others.
    Header {
        /// What was to be read.
        kind: &'static str,
        /// The first difference.
        why: String,
    },
    /// A row of another version.
    Version {
        /// Its line.
        line: u64,
        /// The version it claims.
        found: String,
    },
    /// A row that does not parse.
    Malformed {
        /// Its line.
        line: u64,
        /// What is wrong.
        why: String,
    },
    /// Reading or writing failed.
    Io(io::Error),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Header { kind, why } => write!(f, "line 1: no {kind} of ours: {why}"),
            RecordError::Version { line, found } => {
                write!(
                    f,
                    "line {line}: layout {found:?}, and {SCHEMA} is known here"
                )
            }
            RecordError::Malformed { line, why } => write!(f, "line {line}: {why}"),
            RecordError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RecordError {}
