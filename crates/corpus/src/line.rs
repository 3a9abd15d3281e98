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
//! 0000183b305c 0503...  1.2                          Sudoku Exchange: hash, puzzle, rating
//! ```
//!
//! `.sdm` files are the same, and so is this program's own `line` output. Each
//! line is read for itself, sizes and rules may change from line to line, and
//! only the first line's number depends on where it stands. A bare line of 81
//! digits and dots, the bulk of all data, takes a short cut: one comparison of
//! the byte behind it and one vectorised look at its characters.

use std::ops::ControlFlow;

use crate::book::Book;
use crate::reader::{Block, MAX_RECORD, Scratch};
use crate::record::{BadRecord, Cells, Fields, Record, Sink};
use crate::token::{
    Fault, Understood, Written, is_filled, is_plain, is_region_map, number_tokens, number_value,
    offset_in, understand, written, wrong_length,
};

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
    /// Whether the first line is a Sudoku Exchange record.
    pub(crate) exchange: bool,
}

/// A character that ends the puzzle on its line.
pub(crate) fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b',' | b';' | b':' | b'#')
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
            exchange: false,
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
        self.usual_size = read.understood.size;
        self.fields = scratch.spans.len();
        self.exchange = exchange_record(content).is_some();
        let tail = &content[read.text.len()..];
        self.comment = !self.exchange && split_comment(tail).1.is_some();
        true
    }

    /// Names for the further fields.
    pub(crate) fn columns(&self) -> Vec<String> {
        if self.exchange {
            return vec!["hash".into(), "rating".into()];
        }
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
            Ok(read) => {
                let fields = Fields::spans(read.content, &scratch.spans);
                let (text, given) = (read.text, read.given);
                let puzzle = read.understood.record(book, text, scratch);
                sink.record(Record {
                    line: number,
                    given,
                    fields,
                    ..puzzle
                })
            }
            Err(Fault { at, message, .. }) => sink.bad(BadRecord {
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
        if let Some(puzzle) = exchange_record(content) {
            return exchange(book, content, puzzle, scratch);
        }
        let numbers = numbers_within(content);
        let length = match numbers {
            Some(text) => text.len(),
            None => content
                .iter()
                .position(|&b| is_separator(b))
                .unwrap_or(content.len()),
        };
        let (text, tail) = content.split_at(length);
        let written = match written(text) {
            Some(written) => written,
            None => return Err(wrong_length(book, text, self.usual_size)),
        };
        let (given, map) = self.fields(book, content, tail, &written, scratch);
        let understood = understand(book, text, written, map, scratch).map_err(|fault| {
            let within_map = map.filter(|_| fault.about_map);
            let at = within_map.map_or(fault.at, |map| offset_in(content, map));
            Fault { at, ..fault }
        })?;
        Ok(Read {
            text,
            content,
            understood,
            given,
        })
    }

    /// Takes the fields behind the puzzle apart: a region map and a given
    /// solution are returned, the others noted in the scratch memory, at the
    /// places that the file's first line has.
    fn fields<'a>(
        &self,
        book: &Book,
        content: &[u8],
        tail: &'a [u8],
        written: &Written,
        scratch: &mut Scratch,
    ) -> (Option<&'a [u8]>, Option<&'a [u8]>) {
        let size = written.size();
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
            if map.is_none() && written.takes_map() && is_region_map(field, size) {
                map = Some(field);
            } else if given.is_none() && is_filled(book, field, size) {
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
}

/// A line that was understood; what it needs beyond is in the scratch memory.
struct Read<'a> {
    text: &'a [u8],
    content: &'a [u8],
    understood: Understood<'a>,
    given: Option<&'a [u8]>,
}

/// The report of a line longer than [`MAX_RECORD`].
pub(crate) fn too_long(line: u64) -> BadRecord {
    BadRecord {
        line,
        column: 1,
        message: "a line longer than 1 MiB".into(),
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

/// The column, from 1 and in characters, of a byte of a block of lines that end
/// in `\n`.
pub(crate) fn column_within(block: Block<'_>, at: usize) -> usize {
    match memchr::memrchr(b'\n', &block.bytes[..at]) {
        Some(before) => column_of(&block.bytes[before + 1..], at - before - 1),
        None => block.first_column + column_of(block.bytes, at) - 1,
    }
}

/// The column, from 1 and in characters, of a byte of a line.
pub(crate) fn column_of(line: &[u8], at: usize) -> usize {
    let line = &line[..at.min(line.len())];
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    line.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() + 1
}

/// The puzzle of a Sudoku Exchange record: 12 hexadecimal digits, a space, 81
/// digits, a space, a rating.
fn exchange_record(content: &[u8]) -> Option<&[u8]> {
    let (hash, rest) = content.split_at_checked(12)?;
    let puzzle = rest.strip_prefix(b" ")?.get(..81)?;
    let hexadecimal = hash.iter().all(u8::is_ascii_hexdigit);
    let bounded = matches!(rest.get(82), None | Some(b' '));
    (hexadecimal && bounded && puzzle.iter().all(u8::is_ascii_digit)).then_some(puzzle)
}

fn exchange<'a>(
    book: &'a Book,
    content: &'a [u8],
    puzzle: &'a [u8],
    scratch: &mut Scratch,
) -> Result<Read<'a>, Fault> {
    let understood = understand(book, puzzle, Written::Grid(9), None, scratch)?;
    let end = content.len();
    let rating = end - content[94..].trim_ascii_start().len();
    scratch.spans.clear();
    scratch.spans.extend([(0, 12), (rating as u32, end as u32)]);
    Ok(Read {
        text: puzzle,
        content,
        understood,
        given: None,
    })
}

/// The part of a line that is as many numbers as a grid has cells, if there is
/// nothing else but a comment.
fn numbers_within(content: &[u8]) -> Option<&[u8]> {
    // A grid's own characters would be one long token.
    if content.iter().take(4).all(|&b| !is_separator(b)) {
        return None;
    }
    let comment = content.iter().position(|&b| b == b'#');
    let text = content[..comment.unwrap_or(content.len())].trim_ascii_end();
    let mut count = 0usize;
    for token in number_tokens(text) {
        number_value(token)?;
        count += 1;
    }
    let size = count.isqrt();
    (size * size == count && (4..=64).contains(&size)).then_some(text)
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
