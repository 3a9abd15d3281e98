//! A run put together and carried out.
//!
//! Every worker does the same: it takes a block from the source, answers it,
//! and gives it to the order, which writes what is ready. With one thread that
//! is a plain loop on the caller's thread; with more, each thread of a rayon
//! pool runs it. Reading and writing have no threads of their own, so no more
//! are busy than were asked for.
//!
//! ```text
//! inputs -> Source (one at a time) -> worker: parse, ask, render -> Order (in order) -> output
//!               ^                     worker: parse, ask, render    |
//!               +---- waits while too much is under way ------------+
//! ```

use std::fmt;
use std::io::Write;
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::{Arc, Mutex};

use polydoku_core::{Cancel, Query};
use polydoku_corpus::ReadOptions;
use polydoku_engines::EngineChoice;

use crate::answer::{CameTo, Desk, Plan, Stop};
use crate::event::{Ended, Event, RunError, Summary};
use crate::order::{EndOnPanic, Order, Sink, locked};
use crate::source::{Block, Source};
use crate::tally::{Meter, Tally};
use crate::{Input, Render};

/// Stack of each worker thread: what a main thread usually has, so that how
/// deep a search may go does not depend on the number of threads.
const STACK: usize = 8 << 20;

/// What is to be done with each puzzle.
#[derive(Clone, Debug)]
pub enum Task {
    /// Ask an engine.
    Solve {
        /// Which.
        engine: EngineChoice,
        /// What. Its flag to cancel is set by the run: see [`Job::cancel`].
        query: Query,
    },
    /// Only read it and see whether its clues clash.
    Read,
    /// That, and check the solution that came with it, if one did.
    Validate,
}

/// One run: inputs, what to do with them, and how.
#[derive(Debug)]
pub struct Job {
    inputs: Vec<Input>,
    options: ReadOptions,
    task: Task,
    threads: usize,
    shard: Option<Shard>,
    strict: bool,
    cancel: Cancel,
    meter: Arc<Meter>,
}

impl Job {
    /// A run without inputs yet, on all cores.
    pub fn new(task: Task) -> Job {
        Job {
            inputs: Vec::new(),
            options: ReadOptions::default(),
            task,
            threads: 0,
            shard: None,
            strict: false,
            cancel: Cancel::new(),
            meter: Arc::default(),
        }
    }

    /// A run that asks an engine about each puzzle.
    pub fn solve(engine: EngineChoice, query: Query) -> Job {
        Job::new(Task::Solve { engine, query })
    }

    /// A run that only reads and validates each puzzle.
    pub fn read() -> Job {
        Job::new(Task::Read)
    }

    /// Adds an input.
    pub fn input(mut self, input: Input) -> Job {
        self.inputs.push(input);
        self
    }

    /// Adds inputs, which are read in this order.
    pub fn inputs(mut self, inputs: impl IntoIterator<Item = Input>) -> Job {
        self.inputs.extend(inputs);
        self
    }

    /// How to read them, where their content leaves a choice.
    pub fn options(mut self, options: ReadOptions) -> Job {
        self.options = options;
        self
    }

    /// How many threads work; 0 is one for each core. With 1 all work is done
    /// by the calling thread.
    pub fn threads(mut self, threads: usize) -> Job {
        self.threads = threads;
        self
    }

    /// Takes only the puzzles of a shard; others leave no trace.
    pub fn shard(mut self, shard: Option<Shard>) -> Job {
        self.shard = shard;
        self
    }

    /// Stops at the first place that cannot be read and at the first input that
    /// fails or holds no puzzle. What stands before it is answered, nothing
    /// behind it is.
    pub fn strict(mut self, strict: bool) -> Job {
        self.strict = strict;
        self
    }

    /// A flag that stops the run: searches under way are given up, what is
    /// answered up to there in the order is written. A worker that waits for
    /// text (from a terminal, say) sees it when some comes.
    pub fn cancel(mut self, cancel: &Cancel) -> Job {
        self.cancel = cancel.clone();
        self
    }

    /// The run's numbers, for another thread to watch.
    pub fn meter(&self) -> Arc<Meter> {
        self.meter.clone()
    }

    /// Carries it out: answers are rendered and written to `output` in the
    /// puzzles' order, a block at a time and flushed after each (so it needs
    /// no buffer of its own); whatever else is to be told goes to `events`.
    ///
    /// Both are called by one thread at a time, not always the same one. A
    /// panic in either, or in an input's own `Read`, ends the run and comes
    /// out here; one in an engine or in the renderer becomes an event.
    ///
    /// # Errors
    /// The output cannot be written, or the engine asked for does not take a
    /// puzzle's rules.
    pub fn run<R, W, E>(self, render: &R, output: W, events: E) -> Result<Summary, RunError>
    where
        R: Render + ?Sized,
        W: Write + Send,
        E: FnMut(Event) + Send,
    {
        let Job {
            inputs,
            options,
            mut task,
            threads,
            shard,
            strict,
            cancel,
            meter,
        } = self;
        let workers = match threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        if let Some(total) = inputs.iter().map(Input::len).sum() {
            meter.set_total(total);
        }
        // Set when the run is over for its own reasons, which are not the
        // caller's business.
        let cancel = cancel.child();
        if let Task::Solve { query, .. } = &mut task {
            query.cancel = Some(cancel.clone());
        }
        let exit = Exit {
            output,
            events,
            meter: meter.clone(),
            strict,
            cancel: cancel.clone(),
            tally: Tally::default(),
            before_input: Tally::default(),
            ended: Ok(Ended::Whole),
        };
        let plan = Plan {
            render,
            task,
            shard,
            strict,
            cancel,
        };
        let source = Mutex::new(Source::new(
            inputs,
            options,
            workers,
            meter,
            shard.is_some(),
        ));
        let order = Order::new(exit, workers);
        let work = || work(&plan, &source, &order);
        if workers == 1 {
            work();
        } else {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(workers)
                .thread_name(|number| format!("polydoku-{number}"))
                .stack_size(STACK)
                .build()
                .map_err(|error| RunError::Threads(error.to_string()))?;
            pool.broadcast(|_| work());
        }
        let Exit { tally, ended, .. } = order.into_sink();
        ended.map(|ended| Summary { ended, tally })
    }
}

/// What a worker does until nothing is left.
fn work<R, W, E>(plan: &Plan<'_, R>, source: &Mutex<Source>, order: &Order<Exit<W, E>>)
where
    R: Render + ?Sized,
    W: Write + Send,
    E: FnMut(Event) + Send,
{
    let _guard = EndOnPanic(order);
    let mut desk = Desk::new();
    let mut block = Block::default();
    let mut effort = None;
    while let Some(output) = order.reserve() {
        let mut source = locked(source);
        if let Some(effort) = effort.take() {
            source.learn(effort);
        }
        if !source.fill(&mut block) {
            return;
        }
        drop(source);
        let number = block.number;
        let mut part = |output: &mut Vec<u8>, must: bool| order.part(number, output, must);
        let (came_to, spent) = desk.answer(plan, &mut block, output, &mut part);
        effort = Some(spent);
        order.finish(number, came_to);
    }
}

/// Where everything leaves, in order.
struct Exit<W, E> {
    output: W,
    events: E,
    meter: Arc<Meter>,
    strict: bool,
    /// Set at an early end, so that searches nobody waits for stop.
    cancel: Cancel,
    tally: Tally,
    /// The tally when the current input began.
    before_input: Tally,
    ended: Result<Ended, RunError>,
}

impl<W: Write, E: FnMut(Event)> Exit<W, E> {
    fn write(&mut self, output: &[u8]) -> ControlFlow<()> {
        if output.is_empty() {
            return ControlFlow::Continue(());
        }
        let written = self
            .output
            .write_all(output)
            .and_then(|()| self.output.flush());
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => self.end(Err(RunError::writing(error))),
        }
    }

    fn end(&mut self, ended: Result<Ended, RunError>) -> ControlFlow<()> {
        self.ended = ended;
        self.cancel.cancel();
        ControlFlow::Break(())
    }
}

impl<W: Write, E: FnMut(Event)> Sink for Exit<W, E> {
    type Finished = CameTo;

    fn take(&mut self, came_to: &mut CameTo) -> ControlFlow<()> {
        self.write(&came_to.output)?;
        self.tally += came_to.tally;
        if came_to.end_of_input {
            let (now, before) = (&self.tally, &self.before_input);
            let seen = |tally: &Tally| tally.skipped + tally.puzzles + tally.unreadable;
            if seen(now) == seen(before) {
                self.tally.failed += 1;
                let input = came_to.input.clone();
                came_to.events.push(Event::NoPuzzle { input });
                came_to.stop = self.strict.then_some(Stop::Unreadable);
            }
            self.before_input = self.tally;
        }
        for event in came_to.events.drain(..) {
            (self.events)(event);
        }
        self.meter.set_tally(self.tally);
        match came_to.stop.take() {
            None => ControlFlow::Continue(()),
            Some(Stop::Unreadable) => self.end(Ok(Ended::Unreadable)),
            Some(Stop::Cancelled) => self.end(Ok(Ended::Cancelled)),
            Some(Stop::Error(error)) => self.end(Err(error)),
        }
    }

    fn take_part(&mut self, output: &[u8]) -> ControlFlow<()> {
        self.write(output)
    }
}

/// Every N-th puzzle, beginning with the I-th, both counted from 0.
///
/// ```
/// use polydoku_pipeline::Shard;
/// let shard: Shard = "1/4".parse()?;
/// assert!(shard.takes(1) && shard.takes(5) && !shard.takes(4));
/// assert!("4/4".parse::<Shard>().is_err());
/// # Ok::<(), polydoku_pipeline::ShardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    index: u64,
    count: NonZeroU64,
}

impl Shard {
    /// The shard `index` of `count`; `None` if there is none such.
    pub fn new(index: u64, count: u64) -> Option<Shard> {
        let count = NonZeroU64::new(count).filter(|count| index < count.get())?;
        Some(Shard { index, count })
    }

    /// Whether the puzzle of this number is in it.
    pub fn takes(self, number: u64) -> bool {
        number % self.count == self.index
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    /// `I/N`.
    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let numbers = text.split_once('/').map(|(i, n)| (i.parse(), n.parse()));
        match numbers {
            Some((Ok(index), Ok(count))) => Shard::new(index, count),
            _ => None,
        }
        .ok_or_else(|| ShardError(text.to_owned()))
    }
}

/// A text that names no shard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShardError(String);

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.0;
        write!(
            f,
            "'{text}' is no shard: give I/N with I from 0 to N - 1, such as 0/4"
        )
    }
}

impl std::error::Error for ShardError {}
