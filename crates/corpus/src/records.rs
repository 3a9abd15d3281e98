//! A file as an iterator of puzzles, for programs that need no pipeline.
//!
//! Everything is owned and everything happens on the caller's thread, at some
//! hundred nanoseconds a puzzle; memory stays constant all the same. Programs
//! in a hurry use [`Blocks`] and [`Reader::parse`](crate::Reader::parse), as
//! this module does.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use polydoku_core::{Digit, DigitSet, Puzzle, PuzzleError, Rules, Symbols};

use crate::options::ReadOptions;
use crate::reader::{Block, Scratch};
use crate::record::{BadRecord, ReadError, Record, Sink};
use crate::source::{Blocks, Piece};

/// The puzzles of a file.
///
/// # Errors
/// The file cannot be opened; later, from the iterator, it cannot be read.
pub fn read(path: impl AsRef<Path>) -> io::Result<Records<File>> {
    Ok(read_from(File::open(path)?, &ReadOptions::default()))
}

/// The puzzles of a stream.
///
/// ```
/// use polydoku_corpus::{ReadOptions, read_from};
/// let text = "# two puzzles\n1...............\n................ # open\n";
/// let entries = read_from(text.as_bytes(), &ReadOptions::default());
/// let lines: Vec<u64> = entries.map(|entry| entry.unwrap().line).collect();
/// assert_eq!(lines, [2, 3]);
/// ```
pub fn read_from<R: Read>(source: R, options: &ReadOptions) -> Records<R> {
    Records {
        blocks: Blocks::new(source, options),
        buffer: Vec::new(),
        scratch: Scratch::default(),
        ready: VecDeque::new(),
        ended: false,
    }
}

/// One puzzle of a file with what came with it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The puzzle's text as it stands in the file.
    pub text: String,
    /// The line it begins on, from 1.
    pub line: u64,
    /// Its rules.
    pub rules: Arc<Rules>,
    /// The symbols it is written in.
    pub symbols: Symbols,
    /// The clues, which may clash.
    pub clues: Vec<Option<Digit>>,
    /// Pencil marks.
    pub marks: Option<Vec<DigitSet>>,
    /// The solution that came with it, if it is a filling of the grid.
    pub given: Option<Vec<Option<Digit>>>,
    /// Further columns by name.
    pub fields: Vec<(String, String)>,
}

impl Entry {
    /// The puzzle.
    ///
    /// # Errors
    /// Clashing clues.
    pub fn puzzle(&self) -> Result<Puzzle, PuzzleError> {
        match &self.marks {
            Some(marks) => Puzzle::with_marks(&self.rules, &self.clues, marks),
            None => Puzzle::new(&self.rules, &self.clues),
        }
    }
}

/// The puzzles of a stream in order; unreadable places come as errors between
/// them. Made by [`read`] and [`read_from`].
#[derive(Debug)]
pub struct Records<R> {
    blocks: Blocks<R>,
    buffer: Vec<u8>,
    scratch: Scratch,
    ready: VecDeque<Result<Entry, BadRecord>>,
    ended: bool,
}

/// Small, because every puzzle of a block is owned before the first is seen.
const BLOCK: usize = 1 << 14;

struct Collect<'c>(&'c [String], &'c mut VecDeque<Result<Entry, BadRecord>>);

impl Sink for Collect<'_> {
    fn record(&mut self, record: Record<'_>) -> ControlFlow<()> {
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        let fields = self.0.iter().cloned().zip(record.fields.iter().map(text));
        self.1.push_back(Ok(Entry {
            text: text(record.text),
            line: record.line,
            rules: record.rules.clone(),
            symbols: record.symbols.clone(),
            clues: record.clues(),
            marks: record.marks().map(<[_]>::to_vec),
            given: record.given_cells(),
            fields: fields.collect(),
        }));
        ControlFlow::Continue(())
    }

    fn bad(&mut self, bad: BadRecord) -> ControlFlow<()> {
        self.1.push_back(Err(bad));
        ControlFlow::Continue(())
    }
}

impl<R: Read> Iterator for Records<R> {
    type Item = Result<Entry, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(entry) = self.ready.pop_front() {
                return Some(entry.map_err(ReadError::Bad));
            }
            if self.ended {
                return None;
            }
            match self.blocks.next_into(&mut self.buffer, BLOCK) {
                Ok(Piece::Block {
                    length,
                    first_line,
                    first_column,
                }) => {
                    let reader = self.blocks.reader().expect("a block was cut");
                    let bytes = &self.buffer[..length];
                    let mut sink = Collect(reader.columns(), &mut self.ready);
                    let block = Block {
                        bytes,
                        first_line,
                        first_column,
                    };
                    let _ = reader.parse(block, &mut self.scratch, &mut sink);
                }
                Ok(Piece::Bad(bad)) => return Some(Err(ReadError::Bad(bad))),
                Ok(Piece::End) => self.ended = true,
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
            }
        }
    }
}
