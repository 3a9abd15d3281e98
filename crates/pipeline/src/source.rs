//! From inputs to numbered blocks: the part of a run that one worker does at a
//! time.
//!
//! A worker that wants work takes the source's lock, reads and cuts one block,
//! and lets go before it answers it, so no thread is kept for reading, and the
//! text is still warm where it is parsed. Reading returns with the first whole
//! record that is there: a puzzle that comes down a slow pipe is on its way to
//! an engine while the next worker already waits for the next one.
//!
//! Everything that must be known in order is settled here: the block's number,
//! its first line, and when only a shard is wanted the number of its first
//! record, for which its records are counted (by parsing them once more: an
//! engine's work is split, the reading is not). An input that fails becomes a
//! block that says so.

use std::io::Read;
use std::ops::ControlFlow;
use std::sync::Arc;

use polydoku_corpus::{
    BadRecord, Blocks, Piece, ReadError, ReadOptions, Reader, Record, Scratch, Sink,
};

use crate::event::Event;
use crate::ramp::{Effort, Ramp};
use crate::{Input, Meter};

/// A piece of text to be answered, or something that happened in its place. A
/// worker keeps one and has it refilled.
#[derive(Default)]
pub(crate) struct Block {
    /// Counts all blocks of the run, from 0.
    pub(crate) number: u64,
    /// The input's name.
    pub(crate) input: Arc<str>,
    pub(crate) content: Content,
    pub(crate) reader: Option<Reader>,
    buffer: Vec<u8>,
    length: usize,
    pub(crate) first_line: u64,
    first_column: usize,
    /// The number of its first record among all of the run; known only when
    /// records are counted.
    pub(crate) first_record: u64,
}

#[derive(Default)]
pub(crate) enum Content {
    /// Text.
    #[default]
    Text,
    /// The end of its input.
    End,
    /// Something to be told.
    Event(Event),
}

impl Block {
    /// Whole records.
    pub(crate) fn text(&self) -> &[u8] {
        &self.buffer[..self.length]
    }

    /// The text with its place, as readers take it.
    pub(crate) fn piece(&self) -> polydoku_corpus::Block<'_> {
        polydoku_corpus::Block {
            bytes: self.text(),
            first_line: self.first_line,
            first_column: self.first_column,
        }
    }

    /// The names of further columns.
    pub(crate) fn columns(&self) -> &[String] {
        self.reader.as_ref().map_or(&[], Reader::columns)
    }

    /// The last line of the text.
    pub(crate) fn last_line(&self) -> u64 {
        let lines = self.reader.as_ref().map_or(0, |r| r.lines(self.text()));
        let ended = self.text().last().is_some_and(u8::is_ascii_whitespace);
        self.first_line + lines - u64::from(ended && lines > 0)
    }
}

/// The inputs, one after the other.
pub(crate) struct Source {
    waiting: std::vec::IntoIter<Input>,
    current: Option<Current>,
    options: ReadOptions,
    ramp: Ramp,
    meter: Arc<Meter>,
    next_number: u64,
    /// Counts records where their numbers matter.
    count: Option<Count>,
}

struct Current {
    name: Arc<str>,
    blocks: Blocks<Box<dyn Read + Send>>,
}

impl Source {
    pub(crate) fn new(
        inputs: Vec<Input>,
        options: ReadOptions,
        workers: usize,
        meter: Arc<Meter>,
        numbered: bool,
    ) -> Source {
        Source {
            waiting: inputs.into_iter(),
            current: None,
            options,
            ramp: Ramp::new(workers),
            meter,
            next_number: 0,
            count: numbered.then(Count::default),
        }
    }

    /// Takes in how a block went.
    pub(crate) fn learn(&mut self, effort: Effort) {
        self.ramp.learn(effort);
    }

    /// Refills the block, waiting for text if it must; false at the end.
    pub(crate) fn fill(&mut self, block: &mut Block) -> bool {
        if self.current.is_none() {
            let Some(input) = self.waiting.next() else {
                return false;
            };
            block.input = input.name().clone();
            match input.open(&self.meter) {
                Ok(reader) => {
                    self.current = Some(Current {
                        name: block.input.clone(),
                        blocks: Blocks::new(reader, &self.options),
                    });
                }
                Err(error) => {
                    let (input, error) = (block.input.clone(), error.into());
                    self.number(block, Content::Event(Event::Failed { input, error }));
                    return true;
                }
            }
        }
        let current = self.current.as_mut().expect("opened just now");
        block.input.clone_from(&current.name);
        let wanted = self.ramp.next_size();
        // A buffer that is longer would be filled with more than is wanted.
        block.buffer.truncate(wanted);
        let content = match current.blocks.next_into(&mut block.buffer, wanted) {
            Ok(Piece::Block {
                length,
                first_line,
                first_column,
            }) => {
                block.length = length;
                block.first_line = first_line;
                block.first_column = first_column;
                block.reader = current.blocks.reader().cloned();
                if let Some(count) = &mut self.count {
                    block.first_record = count.records;
                    let reader = current.blocks.reader().expect("a block was cut");
                    let mut scratch = std::mem::take(&mut count.scratch);
                    let _ = reader.parse(block.piece(), &mut scratch, count);
                    count.scratch = scratch;
                }
                Content::Text
            }
            Ok(Piece::Bad(bad)) | Err(ReadError::Bad(bad)) => Content::Event(Event::Unreadable {
                input: current.name.clone(),
                bad,
            }),
            Ok(Piece::End) => {
                self.current = None;
                Content::End
            }
            Err(error) => {
                let input = current.name.clone();
                self.current = None;
                Content::Event(Event::Failed { input, error })
            }
        };
        self.number(block, content);
        true
    }

    fn number(&mut self, block: &mut Block, content: Content) {
        block.number = self.next_number;
        block.content = content;
        self.next_number += 1;
    }
}

/// Counts readable records.
#[derive(Default)]
struct Count {
    records: u64,
    scratch: Scratch,
}

impl Sink for Count {
    fn record(&mut self, _: Record<'_>) -> ControlFlow<()> {
        self.records += 1;
        ControlFlow::Continue(())
    }

    fn bad(&mut self, _: BadRecord) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
