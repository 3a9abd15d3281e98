//! Puzzles as text: from whatever was read to a line, a framed grid, a table.
//!
//! A format holds what a reader of this crate gets back from it with the same
//! options: clues, pencil marks, a region map that came with the puzzle, the
//! given solution, further columns. What a format cannot hold is refused by
//! name ([`CannotHold`]), with the formats that can; nothing is dropped in
//! silence but the further columns and solutions of plain lines and grids,
//! which are about puzzles and nothing else. Symbols are always this project's
//! own (`1-9A-Za-z`, `.`), so a converted file is never ambiguous.
//!
//! | format | marks | region map | boxes a frame shows | solution, columns |
//! |---|---|---|---|---|
//! | line | as n³ characters | second field | no | no |
//! | grid | no | no | yes | title |
//! | csv, jsonl, md | as n³ characters | column `regions` | no | yes |

mod escape;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use polydoku_core::{Boxes, Digit, DigitSet, Rules, text};

pub use escape::{csv_field, json_string};

use crate::book::Book;
use crate::options::{OptionError, ReadOptions};
use crate::reader::Reader;
use crate::record::{Cells, Record};
use crate::token::{Written, is_region_map, written};

/// A format that puzzles can be written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// One puzzle a line.
    Line,
    /// Framed grids.
    Grid,
    /// A table with a header.
    Csv,
    /// One JSON object a line.
    JsonLines,
    /// A Markdown table.
    Markdown,
}

impl FromStr for Target {
    type Err = OptionError;

    fn from_str(name: &str) -> Result<Target, OptionError> {
        match name {
            "line" => Ok(Target::Line),
            "grid" => Ok(Target::Grid),
            "csv" => Ok(Target::Csv),
            "jsonl" => Ok(Target::JsonLines),
            "md" => Ok(Target::Markdown),
            _ => Err(OptionError::new(format!(
                "'{name}' is no format to write: line, grid, csv, jsonl and md are"
            ))),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Target::Line => "line",
            Target::Grid => "grid",
            Target::Csv => "csv",
            Target::JsonLines => "jsonl",
            Target::Markdown => "md",
        })
    }
}

/// Why a format cannot hold a puzzle, as a sentence without a full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CannotHold(String);

impl fmt::Display for CannotHold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CannotHold {}

/// Writes puzzles in a format.
///
/// [`write`](Writer::write) takes the puzzles of one reader in order: tables
/// get their header with the first puzzle, which also decides whether they have
/// columns for solutions and region maps. Where many threads write the puzzles
/// of many readers, the columns are settled beforehand
/// ([`Writer::with_columns`]) and the pieces are put together by the caller:
/// [`head`](Writer::head), then what [`append`](Writer::append) makes of each.
#[derive(Clone)]
pub struct Writer {
    target: Target,
    book: Arc<Book>,
    /// The names of further columns, in the order of the records' fields.
    names: Vec<String>,
    /// The other columns of the table, once that is settled.
    settled: Option<Settled>,
    /// Whether there is a puzzle already.
    begun: bool,
}

#[derive(Clone, Copy, Debug)]
struct Settled {
    regions: bool,
    solution: bool,
}

/// The columns of a table beside the puzzle's own.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TableColumns {
    /// Whether there is one for region maps.
    pub regions: bool,
    /// Whether there is one for given solutions.
    pub solution: bool,
    /// The names of the others, in the order of the records' fields.
    pub further: Vec<String>,
}

/// What of a record its rules do not follow from the options.
#[derive(PartialEq, Eq)]
enum Own {
    Nothing,
    Map(Vec<u8>),
    Boxes(usize, usize),
}

impl Writer {
    /// A writer for what this reader reads.
    pub fn new(target: Target, reader: &Reader) -> Writer {
        Writer {
            target,
            book: reader.book().clone(),
            names: reader.columns().to_vec(),
            settled: None,
            begun: false,
        }
    }

    /// A writer of a table with these columns, or of another format, for
    /// puzzles that were read with these options.
    pub fn with_columns(target: Target, options: &ReadOptions, columns: TableColumns) -> Writer {
        Writer {
            target,
            book: Arc::new(Book::new(options)),
            names: columns.further,
            settled: Some(Settled {
                regions: columns.regions,
                solution: columns.solution,
            }),
            begun: false,
        }
    }

    /// The names of the further columns, in the order of a record's fields.
    pub fn further_columns(&self) -> &[String] {
        &self.names
    }

    /// Whether the format can hold a puzzle, as far as the puzzle alone and
    /// the columns that are settled say.
    ///
    /// # Errors
    /// What it cannot hold.
    pub fn check(&self, record: &Record<'_>) -> Result<(), CannotHold> {
        let (target, size) = (self.target, record.rules.size());
        let refuse = |what: String, instead: &str| {
            Err(CannotHold(format!("{target} cannot hold {what}{instead}")))
        };
        if size < 4 {
            return refuse(format!("a {size}x{size} grid"), ": the smallest is 4x4");
        }
        if let Some(marks) = record.marks() {
            if target == Target::Grid {
                return refuse("pencil marks".into(), "; line, csv, jsonl and md can");
            }
            if size > 35 {
                return refuse(
                    format!("pencil marks of a {size}x{size} grid"),
                    ": up to 35x35",
                );
            }
            if marks.iter().any(|mark| mark.is_empty()) {
                return refuse("a cell without any candidate".into(), "");
            }
        }
        // 8² = 4³ and 27² = 9³: such a grid may look like another's marks.
        if record.marks().is_none() && matches!(size, 8 | 27) && target != Target::Grid {
            let line = self.book.standard(size).line(&record.clues());
            if written(line.as_bytes()) != Some(Written::Grid(size)) {
                let what = format!("this {size}x{size} grid, which would read as pencil marks");
                return refuse(what, "; grid can");
            }
        }
        match self.own(record) {
            Own::Nothing => Ok(()),
            Own::Boxes(rows, cols) if target != Target::Grid => refuse(
                format!("boxes of {rows} rows and {cols} columns that only a frame shows"),
                &format!("; grid can, or say --boxes {rows}x{cols}"),
            ),
            Own::Boxes(..) => Ok(()),
            Own::Map(_) if target == Target::Grid => {
                refuse("a region map".into(), "; line, csv, jsonl and md can")
            }
            Own::Map(_) if self.settled.is_some_and(|has| !has.regions) && self.is_table() => {
                let what = format!("the region map of line {}", record.line);
                let why = ": its first puzzle had none, so it has no column for them; jsonl can";
                refuse(what, why)
            }
            Own::Map(map) => {
                // A map that reads as something else in a line's second field.
                let legible = size <= 61 && is_region_map(&map, size);
                if target == Target::Line && !legible {
                    return refuse("this region map".into(), "; csv, jsonl and md can");
                }
                Ok(())
            }
        }
    }

    /// Appends a puzzle, and before the first one what the format begins with.
    ///
    /// # Errors
    /// What the format cannot hold; nothing is appended then.
    pub fn write(&mut self, record: &Record<'_>, out: &mut Vec<u8>) -> Result<(), CannotHold> {
        self.check(record)?;
        if self.settled.is_none() {
            self.settled = Some(Settled {
                regions: matches!(self.own(record), Own::Map(_)),
                solution: record.given.is_some(),
            });
        }
        if !self.begun {
            self.head(out);
        } else if self.target == Target::Grid {
            out.push(b'\n');
        }
        self.begun = true;
        self.append(record, out)
    }

    /// Whether puzzles are rows under a header.
    fn is_table(&self) -> bool {
        matches!(self.target, Target::Csv | Target::Markdown)
    }

    /// Appends a puzzle alone. Between grids the caller puts an empty line.
    ///
    /// # Errors
    /// What the format cannot hold; nothing is appended then.
    pub fn append(&self, record: &Record<'_>, out: &mut Vec<u8>) -> Result<(), CannotHold> {
        self.check(record)?;
        let map = match self.own(record) {
            Own::Map(map) => Some(map),
            _ => None,
        };
        match self.target {
            Target::Line => {
                self.puzzle(record, out);
                if let Some(map) = map {
                    out.push(b' ');
                    out.extend_from_slice(&map);
                }
            }
            Target::Grid => {
                self.grid(record, out);
                return Ok(());
            }
            Target::Csv => self.row(record, map.as_deref(), b"", b",", b"", csv_field, out),
            Target::Markdown => {
                self.row(
                    record,
                    map.as_deref(),
                    b"| ",
                    b" | ",
                    b" |",
                    escape::markdown_cell,
                    out,
                );
            }
            Target::JsonLines => self.object(record, map.as_deref(), out),
        }
        out.push(b'\n');
        Ok(())
    }

    /// Appends what stands before the first puzzle: the header of a table
    /// whose columns are settled.
    pub fn head(&self, out: &mut Vec<u8>) {
        let Some(has) = self.settled else { return };
        let (before, between, after): (&[u8], &[u8], &[u8]) = match self.target {
            Target::Csv => (b"", b",", b""),
            Target::Markdown => (b"| ", b" | ", b" |"),
            _ => return,
        };
        let mut names = vec!["puzzle".to_owned()];
        names.extend(has.regions.then(|| "regions".to_owned()));
        names.extend(has.solution.then(|| "solution".to_owned()));
        names.extend(self.names.iter().map(|name| own_name(name)));
        let fields = names.iter().map(String::as_bytes);
        let write = if self.target == Target::Csv {
            csv_field
        } else {
            escape::markdown_cell
        };
        join(fields, before, between, after, write, out);
        out.push(b'\n');
        if self.target == Target::Markdown {
            out.extend_from_slice(format!("|{}\n", "---|".repeat(names.len())).as_bytes());
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn row(
        &self,
        record: &Record<'_>,
        map: Option<&[u8]>,
        before: &[u8],
        between: &[u8],
        after: &[u8],
        write: fn(&[u8], &mut Vec<u8>),
        out: &mut Vec<u8>,
    ) {
        let mut puzzle = Vec::new();
        self.puzzle(record, &mut puzzle);
        let has = |column: fn(&Settled) -> bool| self.settled.as_ref().is_some_and(column);
        let given = has(|has| has.solution).then(|| self.given_text(record));
        let others = (0..self.names.len()).map(|at| record.fields.get(at).unwrap_or(b""));
        let fields = std::iter::once(&puzzle[..])
            .chain(has(|has| has.regions).then(|| map.unwrap_or(b"")))
            .chain(given.as_deref())
            .chain(others);
        join(fields, before, between, after, write, out);
    }

    fn object(&self, record: &Record<'_>, map: Option<&[u8]>, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"puzzle\":");
        let mut puzzle = Vec::new();
        self.puzzle(record, &mut puzzle);
        json_string(&puzzle, out);
        let mut entry = |name: &str, value: &[u8]| {
            out.push(b',');
            json_string(name.as_bytes(), out);
            out.push(b':');
            json_string(value, out);
        };
        if let Some(map) = map {
            entry("regions", map);
        }
        if record.given.is_some() {
            entry("solution", &self.given_text(record));
        }
        for (at, name) in self.names.iter().enumerate() {
            if let Some(value) = record.fields.get(at) {
                entry(&own_name(name), value);
            }
        }
        out.push(b'}');
    }

    /// The puzzle on one line: clues, or n places a cell where there are marks.
    fn puzzle(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        let symbols = self.book.standard(record.rules.size());
        let clues = clues_of(record);
        let Some(marks) = record.marks() else {
            return symbols.write_line(&clues, out);
        };
        for (clue, &mark) in clues.iter().zip(marks) {
            let mark = clue.map_or(mark, DigitSet::only) & record.rules.digits();
            let place = |digit: Digit| Some(digit).filter(|&digit| mark.contains(digit));
            let places: Vec<Option<Digit>> = record.rules.digits().iter().map(place).collect();
            symbols.write_line(&places, out);
        }
    }

    fn grid(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        let title = self.names.iter().position(|name| name == "title");
        let title = title.and_then(|at| record.fields.get(at)).unwrap_or(b"");
        if crate::grid::is_title(title) {
            out.extend_from_slice(title);
            out.push(b'\n');
        }
        out.extend_from_slice(text::framed(record.rules, &clues_of(record)).as_bytes());
    }

    /// The given solution in the project's symbols, or as it stands where it
    /// is no filling of the grid.
    fn given_text(&self, record: &Record<'_>) -> Vec<u8> {
        match record.given_cells() {
            Some(cells) => self
                .book
                .standard(record.rules.size())
                .line(&cells)
                .into_bytes(),
            None => record.given.unwrap_or(b"").to_vec(),
        }
    }

    /// What of a record's rules a reader with the same options would not know.
    fn own(&self, record: &Record<'_>) -> Own {
        let rules: &Rules = record.rules;
        if self.book.assumes(rules) {
            return Own::Nothing;
        }
        match *rules.boxes() {
            Boxes::Rect { rows, cols } => Own::Boxes(rows, cols),
            Boxes::None => Own::Nothing,
            Boxes::Regions(ref map) => {
                let labels = (b'A'..=b'Z')
                    .chain(b'a'..=b'z')
                    .chain(b'0'..=b'9')
                    .chain(*b"@$");
                let labels: Vec<u8> = labels.collect();
                Own::Map(
                    map.iter()
                        .map(|&region| labels[usize::from(region)])
                        .collect(),
                )
            }
        }
    }
}

impl fmt::Debug for Writer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Writer({})", self.target)
    }
}

/// The clues, copied only where they are still text.
fn clues_of<'a>(record: &Record<'a>) -> Cow<'a, [Option<Digit>]> {
    match record.cells {
        Cells::Parsed { clues, .. } => Cow::Borrowed(clues),
        Cells::Line(_) => Cow::Owned(record.clues()),
    }
}

/// A further column's name, which must not be one of the format's own.
fn own_name(name: &str) -> String {
    let taken = ["puzzle", "regions", "solution"];
    let prefix = if taken.contains(&name) { "input_" } else { "" };
    format!("{prefix}{name}")
}

fn join<'f>(
    fields: impl Iterator<Item = &'f [u8]>,
    before: &[u8],
    between: &[u8],
    after: &[u8],
    write: fn(&[u8], &mut Vec<u8>),
    out: &mut Vec<u8>,
) {
    out.extend_from_slice(before);
    for (index, field) in fields.enumerate() {
        if index > 0 {
            out.extend_from_slice(between);
        }
        write(field, out);
    }
    out.extend_from_slice(after);
}
