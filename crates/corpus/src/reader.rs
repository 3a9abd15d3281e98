//! From bytes to records in three steps, so that a parallel pipeline can use
//! them: recognise the format once, cut the stream into blocks of whole
//! records, read the blocks in any order on any thread.
//!
//! A [`Reader`] is the result of the first step: an immutable description of
//! what the file's beginning showed (format, header, names of columns), and
//! the rules and symbols its puzzles share. It is cheap to clone and usable
//! from many threads; what changes while reading is each thread's [`Scratch`].
//! Whatever a record needs to know about the file is either in the reader or
//! within its block: there is no state between blocks but the line number.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use polydoku_core::{Digit, DigitSet, Rules};

use crate::book::Book;
use crate::grid::Grids;
use crate::json::Json;
use crate::line::{Lines, column_of};
use crate::options::ReadOptions;
use crate::record::Sink;
use crate::table::{Row, Table};
use crate::xml::Xml;

/// The longest record: 1 MiB. What is longer is reported and skipped, so that
/// a file without line ends does not fill the memory.
pub const MAX_RECORD: usize = 1 << 20;

/// What a file's beginning showed. Clones share everything.
#[derive(Clone)]
pub struct Reader {
    shared: Arc<Shared>,
}

struct Shared {
    format: Format,
    columns: Vec<String>,
    book: Arc<Book>,
}

/// The formats, each with what was found out about this file.
pub(crate) enum Format {
    Lines(Lines),
    Grids(Grids),
    Table(Table),
    Json(Json),
    Xml(Xml),
}

/// A piece of a file that ends with a whole record, as [`Reader::cut`] cuts.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The text.
    pub bytes: &'a [u8],
    /// The number of its first line in the file, from 1.
    pub first_line: u64,
    /// The column it begins in, from 1: only arrays and tags are cut within
    /// lines.
    pub first_column: usize,
}

/// One thread's working memory, reused from block to block.
#[derive(Default, Debug)]
pub struct Scratch {
    pub(crate) clues: Vec<Option<Digit>>,
    pub(crate) marks: Vec<DigitSet>,
    pub(crate) spans: Vec<(u32, u32)>,
    /// The rules of the record at hand where they are its own.
    pub(crate) jigsaw: Option<Arc<Rules>>,
    /// The fields of the row at hand.
    pub(crate) row: Row,
    /// Texts of the record at hand that had to be copied, and which of them
    /// are its region map and its given solution.
    pub(crate) text: Vec<u8>,
    pub(crate) map: (u32, u32),
    pub(crate) given: (u32, u32),
}

impl Reader {
    pub(crate) fn new(format: Format, columns: Vec<String>, book: Book) -> Reader {
        let shared = Arc::new(Shared {
            format,
            columns,
            book: Arc::new(book),
        });
        Reader { shared }
    }

    /// What the format is called, for people.
    pub fn format(&self) -> &'static str {
        match self.shared.format {
            Format::Lines(_) => "one puzzle a line",
            Format::Grids(_) => "puzzles in rows",
            Format::Table(_) => "a table",
            Format::Json(_) => "JSON",
            Format::Xml(_) => "OpenSudoku XML",
        }
    }

    /// The names of the further columns, in the order of
    /// [`Record::fields`](crate::Record::fields).
    pub fn columns(&self) -> &[String] {
        &self.shared.columns
    }

    /// How many leading bytes of `buffer`, which starts at a record, are whole
    /// records; 0 asks for more text. At the end of the file all text is.
    pub fn cut(&self, buffer: &[u8], at_end: bool) -> usize {
        if at_end {
            return buffer.len();
        }
        match &self.shared.format {
            Format::Lines(lines) => memchr::memrchr(lines.end, buffer).map_or(0, |at| at + 1),
            Format::Grids(grids) => grids.cut(buffer),
            Format::Table(table) => table.cut(buffer),
            Format::Json(json) => json.cut(buffer),
            Format::Xml(xml) => xml.cut(buffer),
        }
    }

    /// Where reading can go on after a record longer than [`MAX_RECORD`], if
    /// that place is within these bytes.
    pub fn resume(&self, bytes: &[u8]) -> Option<usize> {
        memchr::memchr(self.line_end(), bytes).map(|at| at + 1)
    }

    /// How many lines end in these bytes.
    pub fn lines(&self, bytes: &[u8]) -> u64 {
        memchr::memchr_iter(self.line_end(), bytes).count() as u64
    }

    /// The column, from 1, in which the text behind a block begins.
    pub fn column_behind(&self, block: Block<'_>) -> usize {
        let column = |text: &[u8]| column_of(text, text.len());
        match memchr::memrchr(self.line_end(), block.bytes) {
            Some(at) => column(&block.bytes[at + 1..]),
            None => block.first_column + column(block.bytes) - 1,
        }
    }

    fn line_end(&self) -> u8 {
        match &self.shared.format {
            Format::Lines(lines) => lines.end,
            Format::Grids(grids) => grids.end,
            Format::Table(table) => table.end,
            Format::Json(_) | Format::Xml(_) => b'\n',
        }
    }

    /// Reads a block and hands each puzzle and each unreadable place to the
    /// sink, in order, until it breaks off.
    pub fn parse<S: Sink + ?Sized>(
        &self,
        block: Block<'_>,
        scratch: &mut Scratch,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let book = &*self.shared.book;
        match &self.shared.format {
            Format::Lines(lines) => lines.parse(book, block, scratch, sink),
            Format::Grids(grids) => grids.parse(book, block, scratch, sink),
            Format::Table(table) => table.parse(book, block, scratch, sink),
            Format::Json(json) => json.parse(book, block, scratch, sink),
            Format::Xml(xml) => xml.parse(book, block, scratch, sink),
        }
    }

    /// The rules and symbols its puzzles share.
    pub(crate) fn book(&self) -> &Arc<Book> {
        &self.shared.book
    }

    /// The options it was made with.
    pub fn options(&self) -> &ReadOptions {
        self.shared.book.options()
    }
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Reader({})", self.format())
    }
}
