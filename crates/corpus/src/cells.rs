//! A grid given as one text a cell: rows of a block, arrays of JSON.
//!
//! A cell's text is a symbol, a number, a set of candidates, or one of the
//! many ways to say that it is open. What all cells have in common decides
//! which: one character each is symbols, anything that is no number within the
//! size but an ascending set makes pencil marks of them all, else they are
//! numbers.

use polydoku_core::{Digit, DigitSet, Symbols};

use crate::alphabet::alphabet_of;
use crate::book::Book;
use crate::reader::Scratch;
use crate::token::number_value;

/// What cells were understood as; clues and marks are in the scratch memory.
pub(crate) struct Cells<'a> {
    pub(crate) symbols: &'a Symbols,
    pub(crate) marked: bool,
}

/// What is wrong, and with which cell.
pub(crate) struct CellFault {
    pub(crate) cell: usize,
    pub(crate) message: String,
}

/// A number from 0 to `size`; 0 also for the blanks that tables have.
pub(crate) fn number_within(text: &[u8], size: usize) -> Option<u8> {
    number_value(text).filter(|&value| usize::from(value) <= size)
}

/// Whether a text is two or more symbols of a grid of `size`, ascending.
pub(crate) fn is_set(text: &[u8], size: usize) -> bool {
    let place = |b: u8| match b.to_ascii_uppercase() {
        b @ b'1'..=b'9' => usize::from(b - b'0'),
        b @ b'A'..=b'Z' => usize::from(b - b'A') + 10,
        _ => usize::MAX,
    };
    text.len() >= 2
        && text.windows(2).all(|pair| place(pair[0]) < place(pair[1]))
        && text.iter().all(|&b| place(b) <= size)
}

/// Reads the cells of a grid into the scratch memory.
pub(crate) fn read_cells<'a>(
    book: &'a Book,
    size: usize,
    cells: &[&[u8]],
    scratch: &mut Scratch,
) -> Result<Cells<'a>, CellFault> {
    debug_assert_eq!(cells.len(), size * size);
    scratch.clues.clear();
    scratch.marks.clear();
    if cells.iter().all(|text| text.len() <= 1) {
        let symbols = one_character_each(book, size, cells, scratch)?;
        return Ok(Cells {
            symbols,
            marked: false,
        });
    }
    let symbols = book.standard(size);
    let number = |text: &[u8]| match text {
        b"" | b" " | b"null" | b"None" => Some(0),
        text => number_within(text, size),
    };
    let refuse = |cell: usize| {
        let text = String::from_utf8_lossy(cells[cell]);
        let message = format!("{text} is no digit of a {size}x{size} grid");
        CellFault { cell, message }
    };
    let set = |text: &[u8]| text.len() == 1 || is_set(text, size);
    let marked =
        cells.iter().any(|text| number(text).is_none()) && cells.iter().all(|text| set(text));
    for (cell, text) in cells.iter().enumerate() {
        if !marked {
            let value = number(text).ok_or_else(|| refuse(cell))?;
            scratch.clues.push(Digit::new(value));
            continue;
        }
        let mut mark = DigitSet::EMPTY;
        for &byte in *text {
            match symbols.value(byte) {
                Some(Some(digit)) => mark.insert(digit),
                Some(None) => {}
                None => return Err(refuse(cell)),
            }
        }
        // A lone blank among candidates is a cell of which nothing is known.
        let mark = if mark.is_empty() {
            DigitSet::all(size)
        } else {
            mark
        };
        scratch.marks.push(mark);
        scratch.clues.push(mark.single());
    }
    Ok(Cells { symbols, marked })
}

fn one_character_each<'a>(
    book: &'a Book,
    size: usize,
    cells: &[&[u8]],
    scratch: &mut Scratch,
) -> Result<&'a Symbols, CellFault> {
    let symbol = |text: &&[u8]| match text.first() {
        Some(b' ') | None => b'.',
        Some(&byte) => byte,
    };
    let bytes: Vec<u8> = cells.iter().map(symbol).collect();
    let alphabet = alphabet_of(size, &bytes, book.options().alphabet);
    let symbols = match alphabet {
        Ok(alphabet) => book.symbols(size, alphabet),
        Err(_) => book.standard(size),
    };
    for (cell, &byte) in bytes.iter().enumerate() {
        let value = symbols.value(byte);
        // Numbers of one digit, in sizes that have no symbols.
        let value = value.or_else(|| number_within(&[byte], size).map(Digit::new));
        scratch.clues.push(value.ok_or_else(|| CellFault {
            cell,
            message: format!("{:?} is no digit and no blank", char::from(byte)),
        })?);
    }
    alphabet.map_err(|message| CellFault { cell: 0, message })?;
    Ok(symbols)
}
