//! One puzzle with its answer, as a renderer sees it.
//!
//! Everything is borrowed from the worker's memory: the text from the block,
//! clues from the batch, the solution from the engine's answers. A renderer
//! that writes only the solution touches nothing else.

use std::fmt;
use std::sync::Arc;

use polydoku_core::{Cell, Clashes, Digit, DigitSet, EngineInfo, Report, Rules, Symbols, Verdict};

/// A puzzle as it was read, and what came of it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Answered<'a> {
    /// The input's name.
    pub input: &'a Arc<str>,
    /// The line it begins on, from 1.
    pub line: u64,
    /// Its text exactly as read, without the fields beside it.
    pub text: &'a [u8],
    /// Its rules.
    pub rules: &'a Arc<Rules>,
    /// Whether neither file nor options named boxes, so that others may be
    /// meant when clues clash.
    pub boxes_assumed: bool,
    /// The symbols it was written in.
    pub symbols: &'a Symbols,
    /// Its clues, row by row; they may clash if the outcome says so.
    pub clues: &'a [Option<Digit>],
    /// Its pencil marks, if it has some.
    pub marks: Option<&'a [DigitSet]>,
    /// The solution that came with it, as text.
    pub given_text: Option<&'a [u8]>,
    /// What that solution is worth, if there is one and the task is to look.
    pub given: Option<Given>,
    /// What else stood beside it.
    pub fields: Fields<'a>,
    /// What came of it.
    pub outcome: Outcome<'a>,
}

impl Answered<'_> {
    /// How many cells are open.
    pub fn open_cells(&self) -> usize {
        self.clues.iter().filter(|cell| cell.is_none()).count()
    }

    /// The verdict, if an engine answered.
    #[inline]
    pub fn verdict(&self) -> Option<Verdict> {
        match &self.outcome {
            Outcome::Answer(answer) => Some(answer.report.verdict()),
            _ => None,
        }
    }

    /// The solution that was kept, one digit a cell.
    #[inline]
    pub fn solution(&self) -> Option<&[Option<Digit>]> {
        match &self.outcome {
            Outcome::Answer(answer) => answer.solution,
            _ => None,
        }
    }
}

/// What came of a puzzle.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Outcome<'a> {
    /// An engine answered.
    Answer(Answer<'a>),
    /// Its clues clash: it is invalid, and no engine was asked.
    Clash(&'a Clashes),
    /// Its clues do not clash, or were not looked at; no engine was wanted.
    Read,
    /// The engine panicked, with this message. An event tells it, too.
    Panicked(&'a str),
}

/// What an engine said.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Answer<'a> {
    /// The engine.
    pub engine: &'a EngineInfo,
    /// How many solutions it found, why it ended, what it cost. While a long
    /// list of solutions is under way this is provisional: as many as are
    /// known so far, not exact.
    pub report: &'a Report,
    /// The first solution, if there is one and the query keeps it.
    pub solution: Option<&'a [Option<Digit>]>,
    /// The engine's own figures, if the query asks for them.
    pub figures: &'a [u64],
}

/// What a solution that came with the puzzle is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Given {
    /// It is right, and none other was found.
    Agrees,
    /// It is right, and so is another one that was found.
    Other {
        /// The first cell in which they differ.
        cell: Cell,
    },
    /// It is not a solution of this puzzle.
    Wrong {
        /// The first cell in which it differs from the solution found, or
        /// without one from the clues; `None` when it differs from neither
        /// and breaks the rules, or is no grid of this size at all.
        cell: Option<Cell>,
    },
}

/// What stood beside a puzzle, in order; the names, where there are any, are
/// the input's [`columns`](Fields::columns).
#[derive(Clone, Copy)]
pub struct Fields<'a> {
    pub(crate) columns: &'a [String],
    pub(crate) memory: Memory<'a>,
    pub(crate) spans: &'a [Span],
}

impl<'a> Fields<'a> {
    /// The names of the fields.
    pub fn columns(&self) -> &'a [String] {
        self.columns
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The field at this place, from 0.
    pub fn get(&self, index: usize) -> Option<&'a [u8]> {
        self.spans.get(index).map(|&span| self.memory.text(span))
    }

    /// The field of this name.
    pub fn named(&self, name: &str) -> Option<&'a [u8]> {
        self.get(self.columns.iter().position(|column| column == name)?)
    }

    /// All of them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'a [u8]> + use<'a> {
        let memory = self.memory;
        self.spans.iter().map(move |&span| memory.text(span))
    }
}

impl fmt::Debug for Fields<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts = self.iter().map(String::from_utf8_lossy);
        f.debug_list().entries(texts).finish()
    }
}

/// A piece of a block, or of what had to be copied beside it: four bytes each
/// for place and length, so that holding a record costs no reference counting
/// and no copy.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Span {
    start: u32,
    len: u32,
}

/// The bit of a span's start that says it lies beside the block.
const BESIDE: u32 = 1 << 31;

/// What spans point into.
#[derive(Clone, Copy)]
pub(crate) struct Memory<'a> {
    pub(crate) block: &'a [u8],
    pub(crate) beside: &'a [u8],
}

impl<'a> Memory<'a> {
    #[inline]
    pub(crate) fn text(self, span: Span) -> &'a [u8] {
        let (memory, start) = match span.start & BESIDE {
            0 => (self.block, span.start as usize),
            _ => (self.beside, (span.start & !BESIDE) as usize),
        };
        &memory[start..start + span.len as usize]
    }
}

impl Span {
    /// Where `text` stands in the block; if it stands elsewhere (a reader may
    /// have undone quotes) it is copied beside.
    #[inline]
    pub(crate) fn of(text: &[u8], block: &[u8], beside: &mut Vec<u8>) -> Span {
        let offset = (text.as_ptr() as usize).wrapping_sub(block.as_ptr() as usize);
        let inside = offset <= block.len() && text.len() <= block.len() - offset;
        let start = if inside {
            offset as u32
        } else {
            let start = beside.len() as u32 | BESIDE;
            beside.extend_from_slice(text);
            start
        };
        Span {
            start,
            len: text.len() as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_find_their_text_in_the_block_and_beside_it() {
        let block = b"one two".to_vec();
        let mut beside = b"already".to_vec();
        let inside = Span::of(&block[4..], &block, &mut beside);
        let outside = Span::of(b"three", &block, &mut beside);
        let end = Span::of(&block[7..], &block, &mut beside);
        let memory = Memory {
            block: &block,
            beside: &beside,
        };
        assert_eq!(memory.text(inside), b"two");
        assert_eq!(memory.text(outside), b"three");
        assert_eq!(memory.text(end), b"");
        assert_eq!(beside, b"alreadythree");
    }
}
