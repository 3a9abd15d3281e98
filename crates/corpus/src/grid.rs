//! Puzzles in rows: blocks, framed grids, tables of numbers, candidate grids.
//!
//! ```text
//! Grid 01          +-------+---     | 1567  3   15 | 4 ...     [Puzzle]
//! 003020600        | . 1 . | .      | 9     45  2  | 8 ...     2..1.5..3
//! 900305001        | 3 . . |        ...                        ...
//! ...              ...              (pencil marks)             [State]
//! ```
//!
//! People's layouts have no syntax, so nothing is demanded of a single line.
//! [`row`] says what a line could be (rule, text, a row of so many cells under
//! several readings), [`assemble`] follows lines until as many rows have come
//! as the rows are wide, and [`decode`] turns those rows into cells under the
//! one reading that held for all of them. Layouts may change from puzzle to
//! puzzle. A block of the file is cut where no puzzle is open, so each block
//! can be read for itself.

mod assemble;
mod decode;
mod row;

use std::ops::ControlFlow;

use assemble::{Assembler, Done, Group};

use crate::book::Book;
use crate::reader::{Block, Scratch};
use crate::record::{BadRecord, Sink};

/// What was found out about a file of rows before reading it.
#[derive(Clone, Debug)]
pub(crate) struct Grids {
    /// The byte that ends a line.
    pub(crate) end: u8,
    /// The width of rows that may consist of nothing but `-`, which elsewhere
    /// are rules.
    pub(crate) dash_width: Option<usize>,
    /// Whether the first puzzle has a title; titles are then a column.
    pub(crate) titled: bool,
}

/// What the beginning of a file shows when read as rows.
#[derive(Debug)]
pub(crate) struct Glimpse {
    pub(crate) grids: Grids,
    /// The size of the first puzzle and whether all of it was readable.
    pub(crate) first: Option<(usize, bool)>,
    /// How many rows of an unfinished puzzle follow.
    pub(crate) open_rows: usize,
}

/// Whether a line above a grid would be taken as its title.
pub(crate) fn is_title(line: &[u8]) -> bool {
    // Nothing that makes another format of the file's first line.
    let plain = line.len() <= 60 && line.first().is_some_and(u8::is_ascii_alphanumeric);
    let words =
        |b: &u8| b.is_ascii_graphic() && !b"[]{}<>,;|\"".contains(b) || *b == b' ' || *b >= 0x80;
    plain && line.iter().all(words) && matches!(row::line_of(line, None), row::Line::Text)
}

/// Whether a line only draws a part of a frame.
pub(crate) fn is_frame(line: &[u8]) -> bool {
    matches!(row::line_of(line, None), row::Line::Rule)
}

impl Grids {
    /// Looks at the beginning of a file; `at_end` if there is no more of it.
    pub(crate) fn glimpse(book: &Book, head: &[u8], end: u8, at_end: bool) -> Glimpse {
        let mut grids = Grids {
            end,
            dash_width: None,
            titled: false,
        };
        grids.dash_width = row::width_of_dashed_rows(head, end);
        let mut first = None;
        let mut titled = false;
        let mut scratch = Scratch::default();
        let whole = if at_end {
            head.len()
        } else {
            memchr::memrchr(end, head).map_or(0, |at| at + 1)
        };
        let mut assembler = Assembler::new(&grids, &head[..whole], 1);
        while assembler
            .next_line(&mut |done| match done {
                Done::Puzzle(group) => {
                    let readable = decode::decode(book, group, &mut scratch).is_ok();
                    first = Some((group.size, readable));
                    titled = group.title.is_some();
                    ControlFlow::Break(())
                }
                Done::Bad(_) => ControlFlow::Continue(()),
            })
            .is_continue()
            && !assembler.is_at_end()
        {}
        let open_rows = assembler.open_rows();
        grids.titled = titled;
        Glimpse {
            grids,
            first,
            open_rows,
        }
    }

    /// Names for the further fields.
    pub(crate) fn columns(&self) -> Vec<String> {
        self.titled
            .then(|| "title".to_owned())
            .into_iter()
            .collect()
    }

    /// How many bytes lie before the last place where no puzzle is open.
    pub(crate) fn cut(&self, buffer: &[u8]) -> usize {
        let whole = memchr::memrchr(self.end, buffer).map_or(0, |at| at + 1);
        let mut assembler = Assembler::new(self, &buffer[..whole], 1);
        while !assembler.is_at_end() {
            let _ = assembler.next_line(&mut |_| ControlFlow::Continue(()));
        }
        assembler.safe()
    }

    /// Reads the puzzles of a block.
    pub(crate) fn parse<S: Sink + ?Sized>(
        &self,
        book: &Book,
        block: Block<'_>,
        scratch: &mut Scratch,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let mut assembler = Assembler::new(self, block.bytes, block.first_line);
        let mut take = |done: Done<'_, '_>| match done {
            Done::Puzzle(group) => self.puzzle(book, group, scratch, sink),
            Done::Bad(bad) => sink.bad(bad),
        };
        while !assembler.is_at_end() {
            assembler.next_line(&mut take)?;
        }
        assembler.finish(&mut take)
    }

    fn puzzle<S: Sink + ?Sized>(
        &self,
        book: &Book,
        group: &Group<'_>,
        scratch: &mut Scratch,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let decoded = decode::decode(book, group, scratch);
        match decoded {
            Ok(decoded) => sink.record(decoded.record(book, group, self.titled, scratch)),
            Err((line, column, message)) => sink.bad(BadRecord {
                line,
                column,
                message,
            }),
        }
    }
}
