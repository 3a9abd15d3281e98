//! Tables: CSV, TSV and Markdown, with or without a header.
//!
//! ```text
//! quizzes,solutions                    source,question,answer,rating
//! 0043...,8643...                      "a ""b"", c",..3.2...,4839...,0
//!
//! | id | puzzle | difficulty |         7;53..7....6..195...;easy
//! |----|--------|------------|
//! | 1  | 53..7. | 1.5        |
//! ```
//!
//! Which column holds the puzzle is said by the user, by a header with one of
//! the names that such columns have, or by the first row that has a puzzle in
//! it; the solution's likewise. All other columns are fields of the record.
//! A quoted field may hold delimiters and line ends. A row without a quote,
//! which is nearly every row, is cut by looking for delimiters alone.

mod header;

use std::ops::ControlFlow;

pub(crate) use header::{Found, PUZZLE, REGIONS, SOLUTION, find_table};

use crate::book::Book;
use crate::line::{column_of, content_of};
use crate::reader::{Block, MAX_RECORD, Scratch};
use crate::record::{BadRecord, Fields, Record, Sink};
use crate::token::{Fault, offset_in, understand, written, wrong_length};

/// What was found out about a table before reading it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Table {
    pub(crate) end: u8,
    pub(crate) delimiter: u8,
    /// The number of the first line that is a row; before it is the header.
    pub(crate) first_row: u64,
    /// The columns of puzzle, given solution and region map, from 0.
    pub(crate) puzzle: usize,
    pub(crate) solution: Option<usize>,
    pub(crate) regions: Option<usize>,
    /// The other columns.
    pub(crate) others: Vec<usize>,
    /// The size of the first puzzle, for judging fields of a wrong length.
    pub(crate) usual_size: usize,
}

impl Table {
    /// How many bytes are whole rows.
    pub(crate) fn cut(&self, buffer: &[u8]) -> usize {
        let last = memchr::memrchr(self.end, buffer).map_or(0, |at| at + 1);
        if memchr::memchr(b'"', &buffer[..last]).is_none() {
            return last;
        }
        let mut at = 0;
        while let Some((length, _)) = self.row_end(&buffer[at..]) {
            at += length + 1;
        }
        at
    }

    /// Where a row ends and how many lines it has; `None` if its end is not in
    /// the text.
    fn row_end(&self, text: &[u8]) -> Option<(usize, u64)> {
        let mut length = memchr::memchr(self.end, text)?;
        let mut lines = 1;
        if self.delimiter == b'|' {
            return Some((length, 1));
        }
        while ends_within_quotes(&text[..length], self.delimiter) {
            length += 1 + memchr::memchr(self.end, &text[length + 1..])?;
            lines += 1;
        }
        Some((length, lines))
    }

    /// Reads the rows of a block.
    pub(crate) fn parse<S: Sink + ?Sized>(
        &self,
        book: &Book,
        block: Block<'_>,
        scratch: &mut Scratch,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let mut rest = block.bytes;
        let mut number = block.first_line;
        while !rest.is_empty() {
            let first = memchr::memchr(self.end, rest).unwrap_or(rest.len());
            let quoted = memchr::memchr(b'"', &rest[..first]).is_some();
            // A quote that is never closed spoils its own line only.
            let whole = if quoted { self.row_end(rest) } else { None };
            let (length, lines) = match whole {
                Some((length, lines)) if lines > 1 && self.is_row(&rest[..length], scratch) => {
                    (length, lines)
                }
                _ => (first, 1),
            };
            if number >= self.first_row {
                self.row(book, &rest[..length], number, scratch, sink)?;
            }
            rest = &rest[(length + 1).min(rest.len())..];
            number += lines;
        }
        ControlFlow::Continue(())
    }

    /// Whether a text of several lines has a puzzle where rows have it.
    fn is_row(&self, row: &[u8], scratch: &mut Scratch) -> bool {
        let mut fields = std::mem::take(&mut scratch.row);
        fields.split(row.trim_ascii(), self.delimiter);
        let found = fields.get(row.trim_ascii(), self.puzzle).and_then(written);
        scratch.row = fields;
        found.is_some()
    }

    fn row<S: Sink + ?Sized>(
        &self,
        book: &Book,
        line: &[u8],
        number: u64,
        scratch: &mut Scratch,
        sink: &mut S,
    ) -> ControlFlow<()> {
        if line.len() > MAX_RECORD {
            return sink.bad(crate::line::too_long(number));
        }
        let row = row_content(line, number, self.delimiter);
        if row.is_empty() {
            return ControlFlow::Continue(());
        }
        let mut fields = std::mem::take(&mut scratch.row);
        fields.split(row, self.delimiter);
        let flow = match self.read(book, row, &fields, scratch) {
            Ok(None) => ControlFlow::Continue(()),
            Ok(Some((text, given, understood))) => {
                let puzzle = understood.record(book, text, scratch);
                sink.record(Record {
                    line: number,
                    given,
                    fields: Fields::spans(fields.text(row), &scratch.spans),
                    ..puzzle
                })
            }
            Err(Fault { at, message, .. }) => sink.bad(BadRecord {
                line: number,
                column: column_of(line, offset_in(line, row) + at),
                message,
            }),
        };
        scratch.row = fields;
        flow
    }

    /// The puzzle's text, the given solution's, and what was understood; or
    /// nothing for a comment.
    #[allow(clippy::type_complexity)]
    fn read<'a>(
        &self,
        book: &'a Book,
        row: &'a [u8],
        fields: &'a Row,
        scratch: &mut Scratch,
    ) -> Result<Option<(&'a [u8], Option<&'a [u8]>, crate::token::Understood<'a>)>, Fault> {
        let Some(text) = fields.get(row, self.puzzle) else {
            if row[0] == b'#' {
                return Ok(None);
            }
            let found = fields.spans.len();
            let (noun, column) = (if found == 1 { "field" } else { "fields" }, self.puzzle + 1);
            let message = format!("{found} {noun}, the puzzle is in column {column}");
            return Err(Fault::new(row.len(), message));
        };
        let at = offset_in(row, text);
        let within = |fault: Fault| Fault {
            at: at + fault.at,
            ..fault
        };
        let shape = written(text);
        if shape.is_none() && row[0] == b'#' {
            return Ok(None);
        }
        let shape = shape.ok_or_else(|| within(wrong_length(book, text, self.usual_size)))?;
        let map = self.regions.and_then(|column| fields.get(row, column));
        let map = map.filter(|map| !map.is_empty());
        let understood = understand(book, text, shape, map, scratch).map_err(within)?;
        scratch.spans.clear();
        let span = |&column: &usize| fields.spans.get(column).copied().unwrap_or((0, 0));
        scratch.spans.extend(self.others.iter().map(span));
        let given = self.solution.and_then(|column| fields.get(row, column));
        let given = given.filter(|text| !text.is_empty());
        Ok(Some((text, given, understood)))
    }
}

/// A row without line end and white space; in Markdown also without its outer
/// bars, and nothing if it is the rule below the header.
fn row_content(line: &[u8], number: u64, delimiter: u8) -> &[u8] {
    let row = content_of(line, number);
    if delimiter != b'|' {
        // A tab at the end is an empty field, not white space.
        return if delimiter == b'\t' {
            without_line_end(line, number)
        } else {
            row
        };
    }
    if row.iter().all(|b| matches!(b, b'|' | b'-' | b':' | b' ')) {
        return b"";
    }
    let row = row.strip_prefix(b"|").unwrap_or(row);
    row.strip_suffix(b"|").unwrap_or(row)
}

fn without_line_end(line: &[u8], number: u64) -> &[u8] {
    if content_of(line, number).is_empty() {
        return b"";
    }
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    match line.strip_prefix(b"\xEF\xBB\xBF") {
        Some(rest) if number == 1 => rest,
        _ => line,
    }
}

/// Whether a quoted field is still open where a text ends.
fn ends_within_quotes(text: &[u8], delimiter: u8) -> bool {
    let (mut quoted, mut start) = (false, true);
    for &byte in text {
        match byte {
            b'"' if start && !quoted => quoted = true,
            // A doubled quote closes and opens again.
            b'"' if quoted => quoted = false,
            _ => {}
        }
        let opens = byte == delimiter || byte == b'"';
        start = !quoted && opens || start && byte == b' ';
    }
    quoted
}

/// The fields of a row, as ranges of the row itself, or of a copy where quotes
/// had to be undone.
#[derive(Default, Debug)]
pub(crate) struct Row {
    pub(crate) spans: Vec<(u32, u32)>,
    copy: Vec<u8>,
    copied: bool,
}

impl Row {
    /// Takes a row apart.
    pub(crate) fn split(&mut self, row: &[u8], delimiter: u8) {
        self.spans.clear();
        self.copied = delimiter != b'|' && memchr::memchr(b'"', row).is_some();
        if self.copied {
            return self.split_quoted(row, delimiter);
        }
        let mut start = 0;
        for at in memchr::memchr_iter(delimiter, row).chain(std::iter::once(row.len())) {
            let field = &row[start..at];
            let end = start + field.trim_ascii_end().len();
            let begin = end - row[start..end].trim_ascii_start().len();
            self.spans.push((begin as u32, end as u32));
            start = at + 1;
        }
    }

    fn split_quoted(&mut self, row: &[u8], delimiter: u8) {
        self.copy.clear();
        let mut rest = row;
        loop {
            let start = self.copy.len();
            let field = rest.trim_ascii_start();
            if field.first() == Some(&b'"') {
                rest = self.unquote(&field[1..]);
            }
            let length = memchr::memchr(delimiter, rest).unwrap_or(rest.len());
            self.copy.extend_from_slice(rest[..length].trim_ascii());
            self.spans.push((start as u32, self.copy.len() as u32));
            if length == rest.len() {
                return;
            }
            rest = &rest[length + 1..];
        }
    }

    /// Copies a quoted field up to its closing quote; returns what follows.
    fn unquote<'t>(&mut self, mut text: &'t [u8]) -> &'t [u8] {
        loop {
            let length = memchr::memchr(b'"', text).unwrap_or(text.len());
            self.copy.extend_from_slice(&text[..length]);
            text = &text[(length + 1).min(text.len())..];
            if text.first() != Some(&b'"') {
                return text;
            }
            self.copy.push(b'"');
            text = &text[1..];
        }
    }

    fn text<'a>(&'a self, row: &'a [u8]) -> &'a [u8] {
        if self.copied { &self.copy } else { row }
    }

    /// A field without white space around it.
    pub(crate) fn get<'a>(&'a self, row: &'a [u8], column: usize) -> Option<&'a [u8]> {
        let &(start, end) = self.spans.get(column)?;
        Some(self.text(row)[start as usize..end as usize].trim_ascii())
    }
}
