//! One block answered: text to records, records to batches, batches to
//! answers, answers to text.
//!
//! A [`Desk`] is a worker's memory, kept from block to block. Records are not
//! answered one by one: their clues go to a batch, what else is needed of them
//! is held as places in the block's text, and when the rules change or the
//! block ends the engine answers the whole batch and each record is rendered.
//!
//! ```text
//! block    53..7....6..\n ..4.5....\n 11.......\n     records 0, 1, 2; 2 clashes
//! batch    [ clues of 0 | clues of 1 ]
//! held     [ text, Puzzle(0) | text, Puzzle(1) | text, Clash(0) ]
//! ```
//!
//! How the engine is asked is in [`ask`](crate::ask). A panic that does not
//! come from an engine (a renderer's) costs the rest of its block; what was
//! rendered before it stands.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use polydoku_core::{Batch, Cancel, Clashes, Digit, DigitSet, End, Keep, Rules, Symbols};
use polydoku_corpus::{BadRecord, Record, Scratch, Sink};

use crate::answered::{Memory, Span};
use crate::ask::{Asked, message_of};
use crate::event::{Event, RunError};
use crate::job::{Shard, Task};
use crate::list::Listing;
use crate::order::Finished;
use crate::ramp::Effort;
use crate::source::{Block, Content};
use crate::tally::Tally;
use crate::{Answered, Fields, Given, Outcome, Render};

/// What all workers of a run have before them.
pub(crate) struct Plan<'r, R: ?Sized> {
    pub(crate) render: &'r R,
    pub(crate) task: Task,
    pub(crate) shard: Option<Shard>,
    pub(crate) strict: bool,
    pub(crate) cancel: Cancel,
}

/// What a block came to.
pub(crate) struct CameTo {
    pub(crate) input: Arc<str>,
    pub(crate) output: Vec<u8>,
    pub(crate) events: Vec<Event>,
    pub(crate) tally: Tally,
    /// Why nothing after this block is wanted.
    pub(crate) stop: Option<Stop>,
    /// Whether its input is at its end.
    pub(crate) end_of_input: bool,
}

/// Why a run ends with a block.
#[derive(Debug)]
pub(crate) enum Stop {
    Unreadable,
    Cancelled,
    Error(RunError),
}

impl Finished for CameTo {
    fn output(&mut self) -> &mut Vec<u8> {
        &mut self.output
    }

    fn weight(&self) -> usize {
        // An event is a message of a line or two.
        self.output.len() + 200 * self.events.len()
    }
}

/// Takes parts of an unfinished block's output: empties it if it can, and when
/// it must be, waits until it can. `Break` when nobody wants it any more.
pub(crate) type Part<'p> = &'p mut dyn FnMut(&mut Vec<u8>, bool) -> ControlFlow<()>;

/// One worker's memory.
pub(crate) struct Desk {
    scratch: Scratch,
    batch: Batch,
    asked: Asked,
    held: Vec<Held>,
    spans: Vec<Span>,
    beside: Vec<u8>,
    clashing: Vec<Clashing>,
    /// The symbols of the records held, and where they were found.
    symbols: Symbols,
    symbols_at: *const Symbols,
}

/// A record between reading and rendering.
struct Held {
    line: u64,
    entry: Entry,
    text: Span,
    given: Option<Span>,
    /// Where its fields begin and end among the spans.
    fields: (u32, u32),
    boxes_assumed: bool,
    /// Whether it has pencil marks of its own: in a batch where some have, all
    /// seem to.
    marked: bool,
}

#[derive(Clone, Copy)]
enum Entry {
    /// A place in the batch.
    Puzzle(u32),
    /// A place among the clashing ones.
    Clash(u32),
}

/// A record that no batch takes.
struct Clashing {
    clashes: Clashes,
    clues: Vec<Option<Digit>>,
    marks: Option<Vec<DigitSet>>,
}

impl Desk {
    pub(crate) fn new() -> Desk {
        Desk {
            scratch: Scratch::default(),
            batch: Batch::new(Rules::classic()),
            asked: Asked::new(),
            held: Vec::new(),
            spans: Vec::new(),
            beside: Vec::new(),
            clashing: Vec::new(),
            symbols: Symbols::standard(9),
            symbols_at: std::ptr::null(),
        }
    }

    /// Answers a block into `output`, and says what effort it took.
    pub(crate) fn answer<R: Render + ?Sized>(
        &mut self,
        plan: &Plan<'_, R>,
        block: &mut Block,
        output: Vec<u8>,
        part: Part<'_>,
    ) -> (CameTo, Effort) {
        let mut came_to = CameTo {
            input: block.input.clone(),
            output,
            events: Vec::new(),
            tally: Tally::default(),
            stop: None,
            end_of_input: false,
        };
        let mut effort = Effort::default();
        if plan.cancel.is_cancelled() {
            came_to.stop = Some(Stop::Cancelled);
            return (came_to, effort);
        }
        match std::mem::take(&mut block.content) {
            Content::Text => {}
            Content::End => {
                came_to.end_of_input = true;
                return (came_to, effort);
            }
            Content::Event(event) => {
                match event {
                    Event::Unreadable { .. } => came_to.tally.unreadable += 1,
                    _ => came_to.tally.failed += 1,
                }
                came_to.events.push(event);
                came_to.stop = plan.strict.then_some(Stop::Unreadable);
                return (came_to, effort);
            }
        }
        self.clear();
        self.symbols_at = std::ptr::null();
        let mut sitting = Sitting {
            plan,
            block,
            number: block.first_record,
            sound: 0,
            came_to: &mut came_to,
            effort: &mut effort,
            part,
            desk: self,
        };
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| sitting.read_and_settle())) {
            let sound = sitting.sound;
            came_to.output.truncate(sound);
            came_to.tally.panicked += 1;
            came_to.events.push(Event::Panicked {
                input: block.input.clone(),
                lines: block.first_line..=block.last_line(),
                message: message_of(&*panic),
            });
            *self = Desk::new();
        }
        effort.bytes = block.text().len() as u64;
        (came_to, effort)
    }

    fn clear(&mut self) {
        self.batch.clear();
        self.held.clear();
        self.spans.clear();
        self.beside.clear();
        self.clashing.clear();
    }
}

/// A desk at work on one block.
struct Sitting<'s, R: ?Sized> {
    plan: &'s Plan<'s, R>,
    block: &'s Block,
    desk: &'s mut Desk,
    came_to: &'s mut CameTo,
    effort: &'s mut Effort,
    part: Part<'s>,
    /// The number of the next record in the whole run.
    number: u64,
    /// How much of the output is whole answers.
    sound: usize,
}

impl<R: Render + ?Sized> Sitting<'_, R> {
    /// Reads the whole block and answers it. Breaking off leaves the reason in
    /// `came_to.stop`, or none where the run has ended already.
    fn read_and_settle(&mut self) {
        let mut scratch = std::mem::take(&mut self.desk.scratch);
        let reader = self.block.reader.as_ref().expect("text has a reader");
        let read = reader.parse(self.block.piece(), &mut scratch, self);
        self.desk.scratch = scratch;
        // Whatever stopped the reading, what was read before it is answered,
        // unless it was the answering that stopped.
        if read.is_continue() || matches!(self.came_to.stop, Some(Stop::Unreadable)) {
            let _ = self.settle();
        }
    }

    /// Answers and renders what is held.
    fn settle(&mut self) -> ControlFlow<()> {
        let desk = &mut *self.desk;
        if desk.held.is_empty() {
            return ControlFlow::Continue(());
        }
        if let Task::Solve { engine, query } = &self.plan.task
            && !desk.batch.is_empty()
        {
            if let Err(error) = desk.asked.take_solver(engine, desk.batch.rules()) {
                let input = self.block.input.clone();
                let line = desk.held[0].line;
                let error = RunError::Unsupported { input, line, error };
                self.came_to.stop = Some(Stop::Error(error));
                return ControlFlow::Break(());
            }
            self.effort.batch = desk.asked.engine().batch as u64;
            if query.keep != Keep::Every {
                desk.asked.batch(&desk.batch, query);
            }
        }
        let held = std::mem::take(&mut self.desk.held);
        let flow = held.iter().try_for_each(|held| {
            self.render(held)?;
            self.sound = self.came_to.output.len();
            ControlFlow::Continue(())
        });
        self.desk.held = held;
        self.desk.clear();
        flow
    }

    /// Renders one of the records held.
    #[inline]
    fn render(&mut self, held: &Held) -> ControlFlow<()> {
        let Sitting { plan, block, .. } = *self;
        let Desk {
            batch,
            asked,
            spans,
            beside,
            clashing,
            symbols,
            ..
        } = &mut *self.desk;
        let memory = Memory {
            block: block.text(),
            beside,
        };
        let mut puzzle = Answered {
            input: &block.input,
            line: held.line,
            text: memory.text(held.text),
            rules: batch.rules(),
            boxes_assumed: held.boxes_assumed,
            symbols,
            clues: &[],
            marks: None,
            given_text: held.given.map(|span| memory.text(span)),
            given: None,
            fields: Fields {
                columns: block.columns(),
                memory,
                spans: &spans[held.fields.0 as usize..held.fields.1 as usize],
            },
            outcome: Outcome::Read,
        };
        match (held.entry, &plan.task) {
            (Entry::Clash(place), _) => {
                let clashing = &clashing[place as usize];
                puzzle.clues = &clashing.clues;
                puzzle.marks = clashing.marks.as_deref();
                puzzle.outcome = Outcome::Clash(&clashing.clashes);
            }
            (Entry::Puzzle(index), Task::Read | Task::Validate) => {
                let entry = batch.get(index as usize);
                puzzle.clues = entry.clues();
                puzzle.marks = entry.marks().filter(|_| held.marked);
            }
            (Entry::Puzzle(index), Task::Solve { query, .. }) => {
                let entry = batch.get(index as usize);
                puzzle.clues = entry.clues();
                puzzle.marks = entry.marks().filter(|_| held.marked);
                if query.keep == Keep::Every {
                    let (output, sound) = (&mut self.came_to.output, &mut self.sound);
                    Listing::new(puzzle, plan.render, output, sound, self.part)
                        .list(asked, entry, query)?;
                    puzzle.outcome = asked.single_outcome(entry.clues().len());
                } else {
                    puzzle.outcome = asked.outcome(index as usize, entry, query);
                }
            }
        }
        if let Outcome::Answer(answer) = &puzzle.outcome {
            if answer.report.end == End::Cancelled {
                self.came_to.stop = Some(Stop::Cancelled);
                return ControlFlow::Break(());
            }
            let nodes = answer.report.stats.nodes.get().unwrap_or(0);
            self.effort.nodes = self.effort.nodes.saturating_add(nodes);
            puzzle.weigh_given();
        } else if let (Outcome::Read, Task::Validate) = (puzzle.outcome, &plan.task) {
            puzzle.weigh_given();
        }
        if let Some(Given::Wrong { .. }) = puzzle.given {
            self.came_to.events.push(Event::WrongGiven {
                input: block.input.clone(),
                line: held.line,
            });
        }
        let before = self.came_to.output.len();
        let written = plan.render.try_answer(&puzzle, &mut self.came_to.output);
        if let Err(message) = written {
            self.came_to.output.truncate(before);
            self.came_to.tally.refused += 1;
            self.came_to.events.push(Event::Refused {
                input: block.input.clone(),
                line: held.line,
                message,
            });
        }
        self.came_to.tally.count(&puzzle);
        self.effort.puzzles += 1;
        if let Outcome::Panicked(message) = puzzle.outcome {
            let more = puzzle.text.iter().filter(|&&byte| byte == b'\n').count() as u64;
            self.came_to.events.push(Event::Panicked {
                input: block.input.clone(),
                lines: held.line..=held.line + more,
                message: message.to_owned(),
            });
        }
        ControlFlow::Continue(())
    }
}

impl<R: Render + ?Sized> Sink for Sitting<'_, R> {
    #[inline]
    fn record(&mut self, record: Record<'_>) -> ControlFlow<()> {
        if let Some(shard) = self.plan.shard {
            let number = self.number;
            self.number += 1;
            if !shard.takes(number) {
                self.came_to.tally.skipped += 1;
                return ControlFlow::Continue(());
            }
        }
        if !std::ptr::eq(record.symbols, self.desk.symbols_at)
            || !Arc::ptr_eq(record.rules, self.desk.batch.rules())
        {
            self.settle()?;
            self.desk.batch.reset(record.rules);
            self.desk.symbols.clone_from(record.symbols);
            self.desk.symbols_at = record.symbols;
        }
        let desk = &mut *self.desk;
        let entry = match record.push_to(&mut desk.batch) {
            Ok(()) => Entry::Puzzle(desk.batch.len() as u32 - 1),
            Err(clashes) => {
                desk.clashing.push(Clashing {
                    clashes,
                    clues: record.clues(),
                    marks: record.marks().map(<[_]>::to_vec),
                });
                Entry::Clash(desk.clashing.len() as u32 - 1)
            }
        };
        let block = self.block.text();
        let mut span = |text: &[u8]| Span::of(text, block, &mut desk.beside);
        let first_field = desk.spans.len() as u32;
        desk.spans.extend(record.fields.iter().map(&mut span));
        desk.held.push(Held {
            line: record.line,
            entry,
            text: span(record.text),
            given: record.given.map(span),
            fields: (first_field, desk.spans.len() as u32),
            boxes_assumed: record.boxes_assumed,
            marked: record.marks().is_some(),
        });
        ControlFlow::Continue(())
    }

    #[cold]
    fn bad(&mut self, bad: BadRecord) -> ControlFlow<()> {
        self.came_to.tally.unreadable += 1;
        let input = self.block.input.clone();
        self.came_to.events.push(Event::Unreadable { input, bad });
        if self.plan.strict {
            self.came_to.stop = Some(Stop::Unreadable);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
