//! What a reader hands over: one puzzle of a file, or one place that cannot
//! be read.
//!
//! A [`Record`] borrows from the block of text it came from and from the
//! reader's scratch memory, so that a million records cost no allocation. On
//! the fast path its cells are still the line's bytes ([`Cells::Line`]):
//! `Batch::push_line` translates them better than any code here could. Whether
//! the clues clash is not asked here: that is an answer, not a fault of the
//! file.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use polydoku_core::{Batch, Clashes, Digit, DigitSet, Puzzle, PuzzleError, Rules, Symbols};

/// Receives what is read, in the file's order. `Break` stops the reading.
pub trait Sink {
    /// A puzzle.
    fn record(&mut self, record: Record<'_>) -> ControlFlow<()>;
    /// A place that cannot be read; the reader goes on behind it.
    fn bad(&mut self, bad: BadRecord) -> ControlFlow<()>;
}

/// One puzzle of a file.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// The puzzle's own text exactly as it stands in the file, without the
    /// fields beside it: several lines for a block.
    pub text: &'a [u8],
    /// The line it begins on, from 1.
    pub line: u64,
    /// Its rules, interned: puzzles of equal rules share one `Arc`.
    pub rules: &'a Arc<Rules>,
    /// The symbols it was written in, for writing its solution likewise.
    pub symbols: &'a Symbols,
    /// The clues.
    pub cells: Cells<'a>,
    /// The solution that came with it, as text in the same symbols (or
    /// anything else that the column held).
    pub given: Option<&'a [u8]>,
    /// What else stood in the record.
    pub fields: Fields<'a>,
    /// Whether neither the file nor the options named boxes, so that others
    /// may be meant when the clues clash.
    pub boxes_assumed: bool,
}

/// The clues of a record.
#[derive(Clone, Copy, Debug)]
pub enum Cells<'a> {
    /// One byte a cell, each known to be a symbol or blank of
    /// [`Record::symbols`]: for [`Batch::push_line`], which can then refuse
    /// them only for clashing.
    Line(&'a [u8]),
    /// Already translated; marks where the file has pencil marks. Digits are
    /// within the size, clues within their marks.
    Parsed {
        /// One a cell, `None` is open.
        clues: &'a [Option<Digit>],
        /// One set a cell.
        marks: Option<&'a [DigitSet]>,
    },
}

impl Record<'_> {
    /// Adds the puzzle to a batch of the same rules.
    ///
    /// # Errors
    /// Clashing clues.
    ///
    /// # Panics
    /// If the batch has other rules.
    #[inline]
    pub fn push_to(&self, batch: &mut Batch) -> Result<(), Clashes> {
        debug_assert_eq!(
            batch.rules(),
            self.rules,
            "a batch holds puzzles of one shape"
        );
        let pushed = match self.cells {
            Cells::Line(line) => batch.push_line(line, self.symbols),
            Cells::Parsed { clues, marks: None } => batch.push(clues),
            Cells::Parsed {
                clues,
                marks: Some(marks),
            } => batch.push_marked(clues, marks),
        };
        pushed.map_err(clashes)
    }

    /// The puzzle as a value of its own.
    ///
    /// # Errors
    /// Clashing clues.
    pub fn puzzle(&self) -> Result<Puzzle, PuzzleError> {
        let clues = self.clues();
        match self.marks() {
            Some(marks) => Puzzle::with_marks(self.rules, &clues, marks),
            None => Puzzle::new(self.rules, &clues),
        }
    }

    /// The clues, one a cell.
    pub fn clues(&self) -> Vec<Option<Digit>> {
        let mut clues = Vec::new();
        self.clues_into(&mut clues);
        clues
    }

    /// Writes the clues over what is in `clues`.
    pub fn clues_into(&self, clues: &mut Vec<Option<Digit>>) {
        clues.clear();
        match self.cells {
            Cells::Line(line) => {
                clues.extend(line.iter().map(|&byte| self.symbols.value(byte).flatten()));
            }
            Cells::Parsed { clues: parsed, .. } => clues.extend_from_slice(parsed),
        }
    }

    /// The pencil marks, if the file has some.
    pub fn marks(&self) -> Option<&[DigitSet]> {
        match self.cells {
            Cells::Line(_) => None,
            Cells::Parsed { marks, .. } => marks,
        }
    }

    /// The solution that came with the puzzle, translated; `None` also where
    /// the text given as solution is no filling of these rules' grid. Open
    /// cells stay open: whether it is complete and right is the caller's
    /// question.
    pub fn given_cells(&self) -> Option<Vec<Option<Digit>>> {
        let text = std::str::from_utf8(self.given?).ok()?;
        let numbers = Symbols::numbers(self.rules.size());
        let by_symbols = self.symbols.cells(text);
        by_symbols.or_else(|_| numbers.cells(text)).ok()
    }
}

fn clashes(error: PuzzleError) -> Clashes {
    match error {
        PuzzleError::Clash(clashes) => clashes,
        other => unreachable!("a record's cells are checked by its reader: {other}"),
    }
}

/// What stands in a record beside puzzle and given solution, in order. Names,
/// where there are any, are the reader's
/// ([`Reader::columns`](crate::Reader::columns)), at the same places.
#[derive(Clone, Copy, Default)]
pub struct Fields<'a>(FieldsOf<'a>);

#[derive(Clone, Copy, Default)]
enum FieldsOf<'a> {
    #[default]
    None,
    /// Ranges of one text.
    Spans(&'a [u8], &'a [(u32, u32)]),
    /// Texts from elsewhere.
    Texts(&'a [&'a [u8]]),
}

impl<'a> Fields<'a> {
    pub(crate) fn spans(text: &'a [u8], spans: &'a [(u32, u32)]) -> Fields<'a> {
        Fields(FieldsOf::Spans(text, spans))
    }

    /// These texts, for a record that is put together elsewhere.
    pub fn of(texts: &'a [&'a [u8]]) -> Fields<'a> {
        Fields(FieldsOf::Texts(texts))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self.0 {
            FieldsOf::None => 0,
            FieldsOf::Spans(_, spans) => spans.len(),
            FieldsOf::Texts(texts) => texts.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The field at this place, from 0.
    pub fn get(&self, index: usize) -> Option<&'a [u8]> {
        match self.0 {
            FieldsOf::None => None,
            FieldsOf::Spans(text, spans) => {
                let &(start, end) = spans.get(index)?;
                Some(&text[start as usize..end as usize])
            }
            FieldsOf::Texts(texts) => texts.get(index).copied(),
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let fields = *self;
        (0..fields.len()).filter_map(move |index| fields.get(index))
    }
}

impl fmt::Debug for Fields<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts = self.iter().map(String::from_utf8_lossy);
        f.debug_list().entries(texts).finish()
    }
}

/// A place of a file that cannot be read as a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadRecord {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What is wrong there, in lower case.
    pub message: String,
}

impl fmt::Display for BadRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for BadRecord {}

/// Why reading ends or skips something.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The file cannot be read.
    Io(std::io::Error),
    /// A record cannot be read.
    Bad(BadRecord),
    /// The file as a whole cannot be read: what is wrong and what would do.
    Format(String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Io(error) => error.fmt(f),
            ReadError::Bad(bad) => bad.fmt(f),
            ReadError::Format(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ReadError::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<std::io::Error> for ReadError {
    fn from(error: std::io::Error) -> ReadError {
        ReadError::Io(error)
    }
}
