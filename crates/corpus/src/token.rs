//! One puzzle written as one run of characters, or of numbers.
//!
//! ```text
//! 53..7....6..195...      n² characters: a grid
//! ..4..3..AAAABBBB...     2n² characters: a grid and its region map
//! 1.3456789.2.......      n³ characters: n places a cell, each its own digit or nothing
//! 0 0 11 3 ...            n² numbers
//! ```
//!
//! Lines, fields of tables and strings of JSON and XML all hold puzzles so.
//! What a run of characters is, is decided by their number and, where a number
//! fits two shapes, by the characters.

use polydoku_core::{Digit, DigitSet, RulesError, Symbols};

use crate::alphabet::alphabet_of;
use crate::book::Book;
use crate::reader::Scratch;
use crate::record::{Cells, Fields, Record};

/// What is wrong with a text, and at which byte of it.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) at: usize,
    pub(crate) message: String,
    /// Whether it is about the region map that came beside the puzzle.
    pub(crate) about_map: bool,
}

impl Fault {
    pub(crate) fn new(at: usize, message: String) -> Fault {
        Fault {
            at,
            message,
            about_map: false,
        }
    }
}

fn rules_fault(error: RulesError) -> Fault {
    Fault::new(0, error.to_string())
}

/// How a puzzle is written, with its size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Written {
    Grid(usize),
    WithMap(usize),
    Sukaku(usize),
    Numbers(usize),
}

impl Written {
    pub(crate) fn size(self) -> usize {
        match self {
            Written::Grid(size)
            | Written::WithMap(size)
            | Written::Sukaku(size)
            | Written::Numbers(size) => size,
        }
    }

    /// Whether a region map may stand beside it.
    pub(crate) fn takes_map(self) -> bool {
        !matches!(self, Written::WithMap(_))
    }
}

/// How a text without white space around it is written, if it is a puzzle.
pub(crate) fn written(text: &[u8]) -> Option<Written> {
    match shape_of(text) {
        Some(Shape::Grid) => Some(Written::Grid(text.len().isqrt())),
        Some(Shape::WithMap(size)) => Some(Written::WithMap(size)),
        Some(Shape::Sukaku(size)) => Some(Written::Sukaku(size)),
        None => {
            let mut count = 0usize;
            for token in number_tokens(text) {
                number_value(token)?;
                count += 1;
            }
            let size = count.isqrt();
            let square = size * size == count && (4..=64).contains(&size);
            square.then_some(Written::Numbers(size))
        }
    }
}

/// A puzzle that was understood; what does not stand here is in the scratch
/// memory.
pub(crate) struct Understood<'a> {
    pub(crate) size: usize,
    pub(crate) symbols: &'a Symbols,
    /// One byte a cell; otherwise clues are in the scratch memory.
    pub(crate) cells: Option<&'a [u8]>,
    /// Whether marks are in the scratch memory.
    pub(crate) marked: bool,
}

impl<'a> Understood<'a> {
    /// The record, as yet without line, fields and given solution.
    pub(crate) fn record(
        &self,
        book: &'a Book,
        text: &'a [u8],
        scratch: &'a Scratch,
    ) -> Record<'a> {
        let rules = match &scratch.jigsaw {
            Some(rules) => rules,
            None => book.rules(self.size).expect("asked for while reading"),
        };
        let cells = match self.cells {
            Some(cells) => Cells::Line(cells),
            None => Cells::Parsed {
                clues: &scratch.clues,
                marks: self.marked.then_some(&scratch.marks[..]),
            },
        };
        Record {
            text,
            line: 0,
            rules,
            symbols: self.symbols,
            cells,
            given: None,
            fields: Fields::default(),
            boxes_assumed: scratch.jigsaw.is_none() && book.assumes_boxes(),
        }
    }
}

/// Reads a puzzle, with the region map that stands beside it.
pub(crate) fn understand<'a>(
    book: &'a Book,
    text: &'a [u8],
    written: Written,
    map: Option<&[u8]>,
    scratch: &mut Scratch,
) -> Result<Understood<'a>, Fault> {
    let size = written.size();
    let (cells, attached) = match written {
        Written::WithMap(size) => {
            let (cells, map) = text.split_at(size * size);
            (cells, Some(map))
        }
        _ => (text, None),
    };
    let mut understood = Understood {
        size,
        symbols: book.standard(size),
        cells: None,
        marked: false,
    };
    match written {
        Written::Grid(_) | Written::WithMap(_) => {
            understood.symbols = symbols_of(book, size, cells)?;
            understood.cells = Some(cells);
        }
        Written::Sukaku(_) => {
            sukaku(cells, size, understood.symbols, scratch);
            understood.marked = true;
        }
        Written::Numbers(_) => numbers(cells, size, scratch)?,
    }
    scratch.jigsaw = match map.or(attached) {
        Some(map) => Some(book.jigsaw(size, map).map_err(|error| Fault {
            about_map: attached.is_none(),
            ..Fault::new(offset_in(text, map), error.to_string())
        })?),
        None => {
            book.rules(size).map_err(rules_fault)?;
            None
        }
    };
    Ok(understood)
}

/// Where a part of a text begins; 0 for what is no part of it.
pub(crate) fn offset_in(text: &[u8], part: &[u8]) -> usize {
    let at = (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
    if at <= text.len() { at } else { 0 }
}

fn sukaku(text: &[u8], size: usize, symbols: &Symbols, scratch: &mut Scratch) {
    scratch.marks.clear();
    scratch.clues.clear();
    for places in text.chunks(size) {
        let mark: DigitSet = places.iter().filter_map(|&b| symbols.value(b)?).collect();
        scratch.marks.push(mark);
        scratch.clues.push(mark.single());
    }
}

fn numbers(text: &[u8], size: usize, scratch: &mut Scratch) -> Result<(), Fault> {
    scratch.clues.clear();
    for token in number_tokens(text) {
        let value = number_value(token).filter(|&value| usize::from(value) <= size);
        let value = value.ok_or_else(|| {
            let token_text = String::from_utf8_lossy(token);
            let message = format!("{token_text} is no digit of a {size}x{size} grid");
            Fault::new(offset_in(text, token), message)
        })?;
        scratch.clues.push(Digit::new(value));
    }
    Ok(())
}

/// What is wrong with a text of a length that no grid has.
pub(crate) fn wrong_length(book: &Book, text: &[u8], usual_size: usize) -> Fault {
    // A strange character says more than a wrong count: it is often why.
    if let Err(fault) = check_symbols(book.standard(usual_size), text) {
        return fault;
    }
    let (found, expected) = (text.len(), usual_size * usual_size);
    Fault::new(found.min(expected), count_of_cells(found, expected))
}

/// The complaint about a wrong number of cells.
pub(crate) fn count_of_cells(found: usize, expected: usize) -> String {
    let cells = if found == 1 { "cell" } else { "cells" };
    format!("{found} {cells}, expected {expected}")
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
pub(crate) fn is_filled(book: &Book, field: &[u8], size: usize) -> bool {
    if field.len() != size * size {
        return false;
    }
    let alphabet = alphabet_of(size, field, book.options().alphabet);
    let Ok(symbols) = alphabet.map(|alphabet| book.symbols(size, alphabet)) else {
        return false;
    };
    let filled = |&byte: &u8| matches!(symbols.value(byte), Some(Some(_)));
    field.iter().all(filled)
}

/// Whether all bytes are `0` to `9` or `.`, without a branch in the loop.
#[inline]
pub(crate) fn is_plain(line: &[u8; 81]) -> bool {
    line.iter().fold(true, |plain, &byte| {
        plain & ((byte.wrapping_sub(b'0') < 10) | (byte == b'.'))
    })
}

/// The symbols of a grid, every character of it checked.
pub(crate) fn symbols_of<'a>(
    book: &'a Book,
    size: usize,
    cells: &[u8],
) -> Result<&'a Symbols, Fault> {
    // Nine digits and dots: nothing to decide and nothing to complain about.
    let other = book
        .options()
        .alphabet
        .is_some_and(|choice| choice.size == 9);
    if let Ok(line) = <&[u8; 81]>::try_from(cells)
        && !other
        && is_plain(line)
    {
        return Ok(book.standard(9));
    }
    let alphabet = alphabet_of(size, cells, book.options().alphabet);
    let symbols = match &alphabet {
        Ok(alphabet) => book.symbols(size, *alphabet),
        Err(_) => book.standard(size),
    };
    check_symbols(symbols, cells)?;
    alphabet.map_err(|message| Fault::new(0, message))?;
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
    Fault::new(at, format!("{symbol:?} is no digit and no blank"))
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
