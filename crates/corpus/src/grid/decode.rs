//! Turning a group of rows into cells.
//!
//! The reading was found while the rows came; here each row gives its cells,
//! the grid as a whole decides the alphabet, and a frame whose bars and rules
//! stand at even distances says how the boxes lie.

use std::sync::Arc;

use polydoku_core::{Rules, Symbols};

use super::assemble::{Group, Reading};
use super::row;
use crate::book::Book;
use crate::cells::read_cells;
use crate::line::column_of;
use crate::reader::Scratch;
use crate::record::{Cells, Fields, Record};
use crate::token::{Shape, shape_of};

/// A puzzle understood; clues and marks are in the scratch memory.
pub(super) struct Decoded<'a> {
    symbols: &'a Symbols,
    size: usize,
    marked: bool,
    boxes_assumed: bool,
}

/// Line, column and complaint.
pub(super) type Fault = (u64, usize, String);

impl<'a> Decoded<'a> {
    pub(super) fn record(
        &self,
        book: &'a Book,
        group: &Group<'a>,
        titled: bool,
        scratch: &'a mut Scratch,
    ) -> Record<'a> {
        scratch.spans.clear();
        let title = group.title_text();
        if titled {
            scratch.spans.push((0, title.len() as u32));
        }
        let scratch = &*scratch;
        Record {
            text: group.source(),
            line: group.rows[0].2,
            rules: match &scratch.jigsaw {
                Some(rules) => rules,
                None => book.rules(self.size).expect("asked for while decoding"),
            },
            symbols: self.symbols,
            cells: Cells::Parsed {
                clues: &scratch.clues,
                marks: self.marked.then_some(&scratch.marks[..]),
            },
            given: None,
            fields: Fields::spans(title, &scratch.spans),
            boxes_assumed: self.boxes_assumed,
        }
    }
}

/// One cell's text and where it stands.
struct CellText<'t> {
    row: usize,
    at: usize,
    text: &'t [u8],
}

/// Reads the cells of a group into the scratch memory.
pub(super) fn decode<'a>(
    book: &'a Book,
    group: &Group<'_>,
    scratch: &mut Scratch,
) -> Result<Decoded<'a>, Fault> {
    let size = group.size;
    let cells = match group.rows.len() {
        1 => one_line(group)?,
        _ => cells_of(group),
    };
    debug_assert_eq!(cells.len(), size * size);
    let boxes = framed_boxes(group).filter(|_| book.assumes_boxes());
    let place = |cell: &CellText<'_>| {
        (
            group.rows[cell.row].2,
            column_of(group.row(cell.row), cell.at),
        )
    };
    let first = (group.rows[0].2, 1);
    let ruled: Result<Option<Arc<Rules>>, _> = match boxes {
        Some((rows, cols)) => book.boxed(size, rows, cols).map(Some),
        None => book.rules(size).map(|_| None),
    };
    scratch.jigsaw = ruled.map_err(|error| (first.0, first.1, error.to_string()))?;
    let texts: Vec<&[u8]> = cells.iter().map(|cell| cell.text).collect();
    let read = read_cells(book, size, &texts, scratch).map_err(|fault| {
        let (line, column) = place(&cells[fault.cell]);
        (line, column, fault.message)
    })?;
    Ok(Decoded {
        symbols: read.symbols,
        size,
        marked: read.marked,
        boxes_assumed: boxes.is_none() && book.assumes_boxes(),
    })
}

/// The cells of a puzzle that stands on one line among others in rows.
fn one_line<'t>(group: &Group<'t>) -> Result<Vec<CellText<'t>>, Fault> {
    let line = group.row(0);
    let content = line.trim_ascii();
    let at = content.as_ptr() as usize - line.as_ptr() as usize;
    if !matches!(shape_of(content), Some(Shape::Grid)) {
        let message = "a puzzle on one line among puzzles in rows needs one character a cell";
        return Err((group.rows[0].2, column_of(line, at), message.into()));
    }
    let cell = |i: usize| CellText {
        row: 0,
        at: at + i,
        text: &content[i..=i],
    };
    Ok((0..content.len()).map(cell).collect())
}

fn cells_of<'t>(group: &Group<'t>) -> Vec<CellText<'t>> {
    let size = group.size;
    let mut cells = Vec::with_capacity(size * size);
    for index in 0..group.rows.len() {
        let whole = group.row(index);
        let line = row::without_comment(whole);
        let cell = |text: &'t [u8]| CellText {
            row: index,
            at: text.as_ptr() as usize - whole.as_ptr() as usize,
            text,
        };
        match group.reading {
            Reading::Chars => {
                let units = row::units(line).filter(|&(_, unit)| !row::is_between(unit));
                cells.extend(units.map(|(at, _)| cell(first_char(&line[at..]))));
            }
            Reading::Tokens => cells.extend(row::tokens_of(line).map(cell)),
            Reading::Fields => {
                let delimiter = row::delimiter_of(line).expect("a row of fields has one");
                cells.extend(row::fields_of(line, delimiter).map(cell));
            }
            Reading::SpacedSlots | Reading::Slots => {
                let segments = row::segments_of(line).expect("a row of slots has bars");
                let spaced = group.reading == Reading::SpacedSlots;
                let step = if spaced { 2 } else { 1 };
                for (start, end) in segments {
                    let places = (start + step - 1..end).step_by(step);
                    cells.extend(places.map(|at| cell(&line[at..=at])));
                }
            }
            Reading::Bare => {
                let place = |at: usize| cell(line.get(at..=at).unwrap_or(&whole[..0]));
                cells.extend((0..size).map(place));
            }
        }
    }
    cells
}

/// One character; a middle dot, the only one beyond ASCII that is a cell, as
/// the full stop it stands for.
fn first_char(text: &[u8]) -> &[u8] {
    if text[0] < 0x80 { &text[..1] } else { b"." }
}

/// Height and width of the boxes that a frame draws: every row has bars after
/// the same number of cells, and rules stand after the same number of rows.
fn framed_boxes(group: &Group<'_>) -> Option<(usize, usize)> {
    let size = group.size;
    let height = *group.rules.iter().find(|&&rows| rows > 0 && rows < size)?;
    let regular = |&rows: &usize| rows.is_multiple_of(height);
    if height == 0 || !size.is_multiple_of(height) || !group.rules.iter().all(regular) {
        return None;
    }
    let rules = group.rules.iter().filter(|&&rows| rows > 0 && rows < size);
    let mut distinct: Vec<usize> = rules.copied().collect();
    distinct.dedup();
    if distinct.len() + 1 != size / height {
        return None;
    }
    let width = size / height;
    for index in 0..group.rows.len() {
        let line = row::without_comment(group.row(index));
        let parts = line
            .split(|&b| row::is_bar(b))
            .map(|part| match group.reading {
                Reading::Chars => row::units(part)
                    .filter(|&(_, u)| !row::is_between(u))
                    .count(),
                Reading::SpacedSlots => part.len() / 2,
                Reading::Slots => part.len(),
                _ => row::tokens_of(part).count(),
            });
        let mut parts = parts.filter(|&cells| cells > 0);
        if !parts.all(|cells| cells == width) {
            return None;
        }
    }
    Some((height, width))
}

/// Column and complaint of the first character of a row that no grid of this
/// width has.
pub(super) fn strangest(line: &[u8], width: usize) -> (usize, String) {
    let mut cells = row::units(line).filter(|&(_, unit)| !row::is_between(unit));
    let strange = cells.find(|&(_, unit)| !row::fits(width, std::iter::once(unit)));
    let (at, message) = match strange {
        Some((at, _)) => {
            let fault = crate::token::strange(line, at);
            (fault.at, fault.message)
        }
        None => (0, format!("no row of a {width}x{width} grid")),
    };
    (column_of(line, at), message)
}
