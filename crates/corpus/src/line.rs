//! One puzzle a line: the format of nearly every corpus.
//!
//! ```text
//! 49151                                              a count of puzzles (first line only)
//! # a comment
//! 53..7....6..195...   (81 cells)
//! 53..7....6..195...,534678912...,easy               further fields; a finished grid is the
//!                                                    given solution
//! ..4..3...2...... AAAABBBBCCCCDDDD                  jigsaw: the second field is a region map
//! ..4..3...2......AAAABBBBCCCCDDDD                   the same, 2n² characters
//! 1.3456789.2.......                                 Sukaku: n³ characters, n places a cell
//! 0 0 1 0 0 4 0 0 ...                                numbers, n² of them
//! ```
//!
//! `.sdm` files are the same, and so is this program's own `line` output. Each
//! line is read for itself, sizes and rules may change from line to line, and
//! only the first line's number depends on where it stands. A bare line of 81
//! digits and dots, the bulk of all data, takes a short cut: one comparison of
//! the byte behind it and one vectorised look at its characters.

use std::ops::ControlFlow;

use polydoku_core::{Digit, DigitSet, RulesError, Symbols};

use crate::alphabet::alphabet_of;
use crate::book::Book;
use crate::reader::{Block, MAX_RECORD, Scratch};
use crate::record::{BadRecord, Cells, Fields, Record, Sink};

/// What was found out about a one-line file before reading it.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    /// The byte that ends a line: `\n`, or `\r` in files of old Macs.
    pub(crate) end: u8,
    /// The line that holds the number of puzzles, if one does.
    pub(crate) count_line: Option<u64>,
    /// The size of the first puzzle, for judging lines of a wrong length.
    pub(crate) usual_size: usize,
    /// How many fields besides puzzle, map and solution the first line has.
    pub(crate) fields: usize,
    /// Whether the first line has a comment; it is then the last field.
    pub(crate) comment: bool,
}

/// A character that ends the puzzle on its line.
pub(crate) fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b',' | b';' | b':' | b'#')
}

/// Whether all bytes are `0` to `9` or `.`, without a branch in the loop.
#[inline]
fn is_plain(line: &[u8; 81]) -> bool {
    line.iter().fold(true, |plain, &byte| {
        plain & ((byte.wrapping_sub(b'0') < 10) | (byte == b'.'))
    })
}

impl Lines {
    /// Nothing is known yet but how lines end.
    pub(crate) fn new(end: u8) -> Lines {
        Lines {
            end,
            count_line: None,
            usual_size: 9,
            fields: 0,
            comment: false,
        }
    }

    /// Takes the file's first puzzle, if this line is one, as the model for
    /// sizes and fields.
    pub(crate) fn learn(&mut self, book: &Book, content: &[u8]) -> bool {
        let mut scratch = Scratch::default();
        let greedy = Lines {
            fields: usize::MAX,
            ..self.clone()
        };
        let Ok(read) = greedy.read(book, content, &mut scratch) else {
            return false;
        };
        self.usual_size = read.size;
        self.fields = scratch.spans.len();
        self.comment = split_comment(&content[read.text.len()..]).1.is_some();
        true
    }

    /// Names for the further fields.
    pub(crate) fn columns(&self) -> Vec<String> {
        let fields = (1..=self.fields).map(|number| format!("field{number}"));
        let comment = self.comment.then(|| "comment".to_owned());
        fields.chain(comment).collect()
    }

    /// Reads the lines of a block.
    pub(crate) fn parse<S: Sink + ?Sized>(
        &self,
        book: &Book,
        block: Block<'_>,
        scratch: &mut Scratch,
        sink: &mut S,
    ) -> ControlFlow<()> {
        // The short cut is open when 81 digits and dots can only mean one thing.
        let other = book
            .options()
            .alphabet
            .is_some_and(|choice| choice.size == 9);
        let nine = book.rules(9).ok().filter(|_| !other);
        let symbols = book.standard(9);
        let boxes_assumed = book.assumes_boxes();
        let mut rest = block.bytes;
        let mut number = block.first_line;
        while !rest.is_empty() {
            if let (Some(rules), Some(line), Some(&end)) = (nine, rest.first_chunk(), rest.get(81))
                && end == self.end
                && is_plain(line)
            {
                sink.record(Record {
                    text: line,
                    line: number,
                    rules,
                    symbols,
                    cells: Cells::Line(line),
                    given: None,
                    fields: Fields::default(),
                    boxes_assumed,
                })?;
                rest = &rest[82..];
            } else {
                let length = memchr::memchr(self.end, rest).unwrap_or(rest.len());
                self.line(book, &rest[..length], number, scratch, sink)?;
                rest = &rest[(length + 1).min(rest.len())..];
            }
            number += 1;
        }
        ControlFlow::Continue(())
    }

    /// Reads one line of any kind.
    fn line<S: Sink + ?Sized>(
        &self,
        book: &Book,
        line: &[u8],
        number: u64,
        scratch: &mut Scratch,
        sink: &mut S,
    ) -> ControlFlow<()> {
        if line.len() > MAX_RECORD {
            return sink.bad(too_long(number));
        }
        let content = content_of(line, number);
        if content.is_empty() || content[0] == b'#' || self.count_line == Some(number) {
            return ControlFlow::Continue(());
        }
        let before = content.as_ptr() as usize - line.as_ptr() as usize;
        match self.read(book, content, scratch) {
            Ok(read) => sink.record(read.record(book, number, scratch)),
            Err(Fault { at, message }) => sink.bad(BadRecord {
                line: number,
                column: column_of(line, before + at),
                message,
            }),
        }
    }

    /// Understands a line without white space around it.
    fn read<'a>(
        &self,
        book: &'a Book,
        content: &'a [u8],
        scratch: &mut Scratch,
    ) -> Result<Read<'a>, Fault> {
        let length = content.iter().position(|&b| is_separator(b));
        let (token, tail) = content.split_at(length.unwrap_or(content.len()));
        if let Some(count) = number_count(content) {
            return self.numbers(book, content, count, scratch);
        }
        let (cells, attached_map) = match shape_of(token) {
            Some(Shape::Grid) => (token, None),
            Some(Shape::WithMap(size)) => {
                let (cells, map) = token.split_at(size * size);
                (cells, Some(map))
            }
            Some(Shape::Sukaku(size)) => {
                return self.sukaku(book, token, size, tail, content, scratch);
            }
            None => return Err(self.wrong_length(book, token)),
        };
        let size = cells.len().isqrt();
        let symbols = symbols_of(book, size, cells)?;
        let (given, map) = self.fields(content, tail, size, Some(symbols), scratch);
        scratch.jigsaw = match map.or(attached_map) {
            Some(map) => Some(book.jigsaw(size, map).map_err(|error| Fault {
                at: map.as_ptr() as usize - content.as_ptr() as usize,
                message: error.to_string(),
            })?),
            None => {
                book.rules(size).map_err(rules_fault)?;
                None
            }
        };
        Ok(Read {
            text: token,
            content,
            size,
            symbols,
            cells: Some(cells),
            given,
            marked: false,
        })
    }

    /// A line of n² numbers.
    fn numbers<'a>(
        &self,
        book: &'a Book,
        content: &'a [u8],
        count: usize,
        scratch: &mut Scratch,
    ) -> Result<Read<'a>, Fault> {
        let size = count.isqrt();
        let comment = content.iter().position(|&b| b == b'#');
        let text = content[..comment.unwrap_or(content.len())].trim_ascii_end();
        book.rules(size).map_err(rules_fault)?;
        scratch.jigsaw = None;
        scratch.clues.clear();
        for token in number_tokens(text) {
            let value = number_value(token).filter(|&value| usize::from(value) <= size);
            let value = value.ok_or_else(|| Fault {
                at: token.as_ptr() as usize - content.as_ptr() as usize,
                message: format!(
                    "{} is no digit of a {size}x{size} grid",
                    String::from_utf8_lossy(token)
                ),
            })?;
            scratch.clues.push(Digit::new(value));
        }
        self.fields(content, &content[text.len()..], size, None, scratch);
        Ok(Read {
            text,
            content,
            size,
            symbols: book.standard(size),
            cells: None,
            given: None,
            marked: false,
        })
    }

    /// n places a cell, each its own digit or nothing: pencil marks.
    fn sukaku<'a>(
        &self,
        book: &'a Book,
        token: &'a [u8],
        size: usize,
        tail: &'a [u8],
        content: &'a [u8],
        scratch: &mut Scratch,
    ) -> Result<Read<'a>, Fault> {
        let symbols = book.standard(size);
        let (given, map) = self.fields(content, tail, size, Some(symbols), scratch);
        scratch.jigsaw = match map {
            Some(map) => Some(book.jigsaw(size, map).map_err(rules_fault)?),
            None => {
                book.rules(size).map_err(rules_fault)?;
                None
            }
        };
        scratch.marks.clear();
        scratch.clues.clear();
        for places in token.chunks(size) {
            let mark: DigitSet = places.iter().filter_map(|&b| symbols.value(b)?).collect();
            scratch.marks.push(mark);
            scratch.clues.push(mark.single());
        }
        Ok(Read {
            text: token,
            content,
            size,
            symbols,
            cells: None,
            given,
            marked: true,
        })
    }

    /// Takes the fields behind the puzzle apart: a region map and a given
    /// solution are returned, the others noted in the scratch memory, at the
    /// places that the file's first line has.
    fn fields<'a>(
        &self,
        content: &[u8],
        tail: &'a [u8],
        size: usize,
        symbols: Option<&Symbols>,
        scratch: &mut Scratch,
    ) -> (Option<&'a [u8]>, Option<&'a [u8]>) {
        let (mut given, mut map) = (None, None);
        scratch.spans.clear();
        if tail.is_empty() {
            return (None, None);
        }
        let base = content.len() - tail.len();
        let (fields, comment) = split_comment(tail);
        let mut end_of_last = 0;
        for (start, end) in Tail::new(fields) {
            let field = &fields[start..end];
            if map.is_none() && is_region_map(field, size) {
                map = Some(field);
            } else if given.is_none() && is_filled(field, size, symbols) {
                given = Some(field);
            } else if scratch.spans.len() < self.fields {
                scratch
                    .spans
                    .push(((base + start) as u32, (base + end) as u32));
                end_of_last = end;
            } else if let Some(last) = scratch.spans.last_mut().filter(|_| end_of_last > 0) {
                // More fields than the first line has: they join the last.
                last.1 = (base + end) as u32;
            }
        }
        if self.comment {
            while scratch.spans.len() < self.fields {
                scratch.spans.push((0, 0));
            }
            let (start, end) = comment.unwrap_or((0, 0));
            scratch
                .spans
                .push(((base + start) as u32, (base + end) as u32));
        }
        (given, map)
    }

    /// A puzzle of a length that no grid has.
    fn wrong_length(&self, book: &Book, token: &[u8]) -> Fault {
        let size = self.usual_size;
        let symbols = book.standard(size);
        // A strange character says more than a wrong count: it is often why.
        if let Err(fault) = check_symbols(symbols, token) {
            return fault;
        }
        let (found, expected) = (token.len(), size * size);
        Fault {
            at: found.min(expected),
            message: count_of_cells(found, expected),
        }
    }
}

/// A line that was understood; what it needs beyond is in the scratch memory.
struct Read<'a> {
    text: &'a [u8],
    content: &'a [u8],
    size: usize,
    symbols: &'a Symbols,
    /// One byte a cell; otherwise clues are in the scratch memory.
    cells: Option<&'a [u8]>,
    given: Option<&'a [u8]>,
    /// Whether marks are in the scratch memory.
    marked: bool,
}

impl<'a> Read<'a> {
    fn record(&self, book: &'a Book, line: u64, scratch: &'a Scratch) -> Record<'a> {
        let rules = match &scratch.jigsaw {
            Some(rules) => rules,
            None => book.rules(self.size).expect("asked for while reading"),
        };
        let cells = match self.cells {
            Some(cells) if self.size <= 61 => Cells::Line(cells),
            _ => Cells::Parsed {
                clues: &scratch.clues,
                marks: self.marked.then_some(&scratch.marks[..]),
            },
        };
        Record {
            text: self.text,
            line,
            rules,
            symbols: self.symbols,
            cells,
            given: self.given,
            fields: Fields::spans(self.content, &scratch.spans),
            boxes_assumed: scratch.jigsaw.is_none() && book.assumes_boxes(),
        }
    }
}

/// The complaint about a wrong number of cells.
pub(crate) fn count_of_cells(found: usize, expected: usize) -> String {
    let cells = if found == 1 { "cell" } else { "cells" };
    format!("{found} {cells}, expected {expected}")
}

/// The report of a line longer than [`MAX_RECORD`].
pub(crate) fn too_long(line: u64) -> BadRecord {
    BadRecord {
        line,
        column: 1,
        message: "a line longer than 1 MiB".into(),
    }
}

/// What is wrong with a line, and at which byte of it.
pub(crate) struct Fault {
    pub(crate) at: usize,
    pub(crate) message: String,
}

pub(crate) fn rules_fault(error: RulesError) -> Fault {
    Fault {
        at: 0,
        message: error.to_string(),
    }
}

/// The line without byte-order mark, line end and white space around it.
pub(crate) fn content_of(line: &[u8], number: u64) -> &[u8] {
    let line = match line.strip_prefix(b"\xEF\xBB\xBF") {
        Some(rest) if number == 1 => rest,
        _ => line,
    };
    line.trim_ascii()
}

/// The column, from 1 and in characters, of a byte of a line.
pub(crate) fn column_of(line: &[u8], at: usize) -> usize {
    let line = &line[..at.min(line.len())];
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    line.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() + 1
}

/// What a puzzle's length and characters say.
pub(crate) enum Shape {
    Grid,
    WithMap(usize),
    Sukaku(usize),
}

/// The shape of a puzzle written without a gap, if it has one.
pub(crate) fn shape_of(token: &[u8]) -> Option<Shape> {
    let length = token.len();
    if let Some(size) = sukaku_size(token) {
        return Some(Shape::Sukaku(size));
    }
    let side = length.isqrt();
    if side * side == length && (2..=61).contains(&side) {
        return Some(Shape::Grid);
    }
    let side = (length / 2).isqrt();
    if side * side * 2 == length && (2..=61).contains(&side) {
        let map = &token[length / 2..];
        if is_region_map(map, side) {
            return Some(Shape::WithMap(side));
        }
    }
    None
}

/// The size, if these are n³ places in which place k of each cell holds the
/// digit k or nothing, no cell being without any.
fn sukaku_size(token: &[u8]) -> Option<usize> {
    let size = (2..=35).find(|n| n * n * n >= token.len())?;
    if size * size * size != token.len() || token.len() < 27 {
        return None;
    }
    let digits: Vec<u8> = (b'1'..=b'9').chain(b'A'..=b'Z').take(size).collect();
    let own = |(&found, &digit): (&u8, &u8)| found.to_ascii_uppercase() == digit;
    token
        .chunks(size)
        .all(|cell| {
            let known = |pair: (&u8, &u8)| own(pair) || matches!(pair.0, b'.' | b'0');
            cell.iter().zip(&digits).all(known) && cell.iter().zip(&digits).any(own)
        })
        .then_some(size)
}

/// Whether a field is a region map of a grid of `size`: as many labels as
/// digits, as often as digits, and not a finished grid.
pub(crate) fn is_region_map(field: &[u8], size: usize) -> bool {
    if field.len() != size * size {
        return false;
    }
    let mut counts = [0usize; 256];
    for &byte in field {
        counts[byte as usize] += 1;
    }
    let labels = || counts.iter().enumerate().filter(|&(_, &count)| count > 0);
    let rows_are_finished = field.chunks(size).all(|row| {
        let mut seen = [false; 256];
        row.iter()
            .all(|&b| !std::mem::replace(&mut seen[b as usize], true))
    });
    if rows_are_finished {
        return false;
    }
    // All letters: surely meant as a map, and if its regions are of wrong
    // sizes the rules will say so.
    let letters = size <= 9 && labels().all(|(label, _)| (label as u8).is_ascii_alphabetic());
    let even = labels().count() == size && labels().all(|(_, &count)| count == size);
    letters || even && labels().all(|(label, _)| (label as u8).is_ascii_alphanumeric())
}

/// Whether a field is a grid of `size` without an open cell.
pub(crate) fn is_filled(field: &[u8], size: usize, symbols: Option<&Symbols>) -> bool {
    let Some(symbols) = symbols else { return false };
    field.len() == size * size
        && field
            .iter()
            .all(|&byte| matches!(symbols.value(byte), Some(Some(_))))
}

/// The symbols of a grid, every character of it checked.
pub(crate) fn symbols_of<'a>(
    book: &'a Book,
    size: usize,
    cells: &[u8],
) -> Result<&'a Symbols, Fault> {
    let alphabet = alphabet_of(size, cells, book.options().alphabet);
    let symbols = match &alphabet {
        Ok(alphabet) => book.symbols(size, *alphabet),
        Err(_) => book.standard(size),
    };
    check_symbols(symbols, cells)?;
    alphabet.map_err(|message| Fault { at: 0, message })?;
    Ok(symbols)
}

fn check_symbols(symbols: &Symbols, cells: &[u8]) -> Result<(), Fault> {
    match cells.iter().position(|&byte| symbols.value(byte).is_none()) {
        None => Ok(()),
        Some(at) => Err(strange(cells, at)),
    }
}

/// The complaint about the character at a byte.
pub(crate) fn strange(text: &[u8], at: usize) -> Fault {
    let shown = String::from_utf8_lossy(&text[at..text.len().min(at + 4)]);
    let symbol = shown.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
    Fault {
        at,
        message: format!("{symbol:?} is no digit and no blank"),
    }
}

/// The numbers of a line, between spaces, tabs and commas.
pub(crate) fn number_tokens(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&b| matches!(b, b' ' | b'\t' | b','))
        .filter(|token| !token.is_empty())
}

/// A number up to 64, or 0 for a blank.
pub(crate) fn number_value(token: &[u8]) -> Option<u8> {
    match token {
        b"." | b"-" | b"_" | b"*" | b"?" | b"-1" => Some(0),
        _ if token.len() <= 2 && token.iter().all(u8::is_ascii_digit) => {
            let value = token.iter().fold(0, |n, b| n * 10 + (b - b'0'));
            (value <= Digit::MAX).then_some(value)
        }
        _ => None,
    }
}

/// How many numbers a line holds, if it holds nothing else and as many as a
/// grid has cells.
fn number_count(content: &[u8]) -> Option<usize> {
    // A grid's own characters would be one long token.
    if content.iter().take(4).all(|&b| !is_separator(b)) {
        return None;
    }
    let comment = content.iter().position(|&b| b == b'#');
    let text = &content[..comment.unwrap_or(content.len())];
    let mut count = 0usize;
    for token in number_tokens(text) {
        number_value(token)?;
        count += 1;
    }
    let size = count.isqrt();
    (size * size == count && (4..=64).contains(&size)).then_some(count)
}

/// Splits what follows a puzzle into fields and comment; the comment's range
/// is without `#` and spaces.
fn split_comment(tail: &[u8]) -> (&[u8], Option<(usize, usize)>) {
    let begins = |&at: &usize| at == 0 || is_separator(tail[at - 1]);
    let Some(at) = memchr::memchr_iter(b'#', tail).find(begins) else {
        return (tail, None);
    };
    let text = &tail[at + 1..];
    let start = at + 1 + (text.len() - text.trim_ascii_start().len());
    (
        &tail[..at],
        Some((start, start.max(tail.trim_ascii_end().len()))),
    )
}

/// The ranges of the fields behind a puzzle. The first separator decides what
/// the others are: a tab, `,`, `;` or `:` leaves spaces inside fields alone.
struct Tail<'a> {
    text: &'a [u8],
    at: usize,
    separator: Option<u8>,
}

impl<'a> Tail<'a> {
    fn new(text: &'a [u8]) -> Tail<'a> {
        let first = text.iter().position(|&b| b != b' ');
        let separator = first.map(|at| text[at]).filter(|b| b",;:\t".contains(b));
        let at = match (first, separator) {
            (Some(at), Some(_)) => at + 1,
            (Some(at), None) => at,
            (None, _) => text.len(),
        };
        Tail {
            text,
            at,
            separator,
        }
    }
}

impl Iterator for Tail<'_> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        let length = match self.separator {
            Some(separator) => rest.iter().position(|&b| b == separator),
            None => rest.iter().position(|b| b.is_ascii_whitespace()),
        };
        let length = length.unwrap_or(rest.len());
        let field = &rest[..length];
        let start = self.at + (field.len() - field.trim_ascii_start().len());
        let end = start.max(self.at + field.trim_ascii_end().len());
        self.at += length + 1;
        if self.separator.is_none() {
            let gap = self.text[self.at.min(self.text.len())..].iter();
            self.at += gap.take_while(|b| b.is_ascii_whitespace()).count();
        }
        Some((start, end))
    }
}
