//! One run of the pipeline for a verb: sources in, a sheet of answers out, and
//! everything around it that all such verbs share (messages, progress, summary,
//! the ways in which a run ends).

use std::io::{self, Write};

use polydoku_core::{Cancel, Digit};
use polydoku_corpus::{ReadError, ReadOptions};
use polydoku_pipeline::{Answered, Event, Job, Render, RunError, Tally, Task};

use crate::costs::Costs;
use crate::flags::{PuzzleFlags, StreamFlags, TalkFlags};
use crate::interrupt;
use crate::orientation::Orientation;
use crate::progress::{Output, Progress};
use crate::source::{Ahead, Sources};
use crate::status::{Failure, Status};
use crate::summary::{Places, Summary};
use crate::talk::Talk;

/// A renderer with something before the first and behind the last answer.
pub trait Sheet: Render {
    /// What stands before the first answer.
    fn head(&self, out: &mut Vec<u8>);
    /// Whether the head is written with the first answer, not without one.
    fn head_waits(&self) -> bool {
        false
    }
    /// The numbers as this sheet counts them, where the pipeline cannot know.
    fn recount(&self, tally: Tally) -> Tally {
        tally
    }
    /// What stands behind the last; `wrong` are the given solutions that are.
    fn tail(&self, tally: &Tally, wrong: &Places, out: &mut Vec<u8>);
}

/// A run that is set up but for what is asked of each puzzle.
#[derive(Debug)]
pub struct Stream {
    talk: Talk,
    cancel: Cancel,
    options: ReadOptions,
    sources: Sources,
    flags: StreamFlags,
}

impl Stream {
    /// Resolves the flags and arguments; from here on Ctrl-C ends in an orderly
    /// way.
    ///
    /// # Errors
    /// Arguments that stand for nothing.
    pub fn open(
        puzzles: &PuzzleFlags,
        flags: &StreamFlags,
        talk: TalkFlags,
    ) -> Result<Stream, Failure> {
        let cancel = interrupt::flag();
        let options = puzzles.read_options()?;
        let sources = Sources::resolve(&puzzles.files, &options, &cancel)?;
        Ok(Stream {
            talk: Talk::new(talk),
            cancel,
            options,
            sources,
            flags: flags.clone(),
        })
    }

    /// How the sources are read.
    pub fn options(&self) -> &ReadOptions {
        &self.options
    }

    /// The flag that Ctrl-C sets.
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// Looks at the beginning of the sources.
    pub fn look_ahead(&mut self) -> Ahead {
        self.sources.look_ahead(&self.options)
    }

    /// Answers every puzzle and says what it all came to.
    ///
    /// # Errors
    /// The output is gone or full, the engine cannot take a puzzle, or Ctrl-C.
    pub fn run(
        self,
        task: Task,
        sheet: &impl Sheet,
        status: impl Fn(&Tally) -> Status,
    ) -> Result<Status, Failure> {
        self.run_through(|output| output, task, sheet, status)
    }

    /// The same through something that takes what the sheet writes and itself
    /// writes to standard output.
    ///
    /// # Errors
    /// As [`Stream::run`].
    pub fn run_through<W: Write + Send>(
        self,
        through: impl FnOnce(Output) -> W,
        task: Task,
        sheet: &impl Sheet,
        status: impl Fn(&Tally) -> Status,
    ) -> Result<Status, Failure> {
        let Stream {
            talk,
            cancel,
            options,
            mut sources,
            flags,
        } = self;
        if talk.is_verbose() {
            for (name, format) in sources.look_ahead(&options).formats {
                talk.note(format_args!("{name}: {format}"));
            }
        }
        let job = Job::new(task)
            .inputs(sources.into_inputs())
            .options(options)
            .threads(flags.threads.unwrap_or(0))
            .shard(flags.shard)
            .strict(flags.strict)
            .cancel(&cancel);
        let progress = Progress::new(talk, job.meter());
        let watched = Watched {
            sheet,
            orientation: Orientation::default(),
            costs: talk.is_verbose().then(Costs::default),
        };

        let mut text = Vec::new();
        sheet.head(&mut text);
        let mut output = Headed {
            head: Vec::new(),
            output: through(Output(progress.clone())),
        };
        if sheet.head_waits() {
            output.head = std::mem::take(&mut text);
        } else {
            write(&text)?;
        }
        let mut wrong = Places::default();
        let events = |event: Event| match event {
            // The answers say it; the summary says where.
            Event::WrongGiven { input, line } => wrong.add(input, line),
            event => progress.aside(|| tell(talk, &event)),
        };
        let ended = job.run(&watched, output, events);
        let time = progress.elapsed();
        progress.end();
        let tally = sheet.recount(ended.map_err(failure)?.tally);
        text.clear();
        sheet.tail(&tally, &wrong, &mut text);
        write(&text)?;

        if let Some(costs) = &watched.costs {
            talk.note(costs);
        }
        if let Some(advice) = watched.orientation.advice() {
            talk.note(advice);
        }
        if tally.puzzles + tally.unreadable > 1 || cancel.is_cancelled() {
            talk.note(Summary {
                tally: &tally,
                wrong: &wrong,
                time,
            });
        }
        if cancel.is_cancelled() {
            return Err(Failure::Interrupted);
        }
        let unreadable = tally.unreadable + tally.failed + tally.refused > 0;
        let unsettled = tally.panicked > 0;
        Ok(status(&tally)
            .max(if unsettled {
                Status::Unsettled
            } else {
                Status::Yes
            })
            .max(if unreadable {
                Status::Unreadable
            } else {
                Status::Yes
            }))
    }
}

fn write(text: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(text).and_then(|()| stdout.flush());
    written.map_err(|error| Failure::writing(&error))
}

/// An output with something before its first byte.
struct Headed<W> {
    head: Vec<u8>,
    output: W,
}

impl<W: Write> Write for Headed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.head.is_empty() && !bytes.is_empty() {
            self.output.write_all(&self.head)?;
            self.head.clear();
        }
        self.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Says what went wrong at one place.
fn tell(talk: Talk, event: &Event) {
    match event {
        Event::Unreadable { input, bad } => {
            let place = format_args!("{input}:{}:{}", bad.line, bad.column);
            talk.bad_place(place, &bad.message);
        }
        Event::Refused {
            input,
            line,
            message,
        } => talk.bad_place(format_args!("{input}:{line}"), message),
        Event::Failed { input, error } => match error {
            ReadError::Io(error) => talk.error(format_args!("{input}: {}", plain(error))),
            error => talk.error(format_args!("{input}: {error}")),
        },
        event => talk.error(event),
    }
}

/// An I/O error without the system's number for it.
pub fn plain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::IsADirectory => "a directory, not a file".to_owned(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or(&text).to_owned()
        }
    }
}

fn failure(error: RunError) -> Failure {
    match error {
        RunError::ClosedPipe => Failure::ClosedPipe,
        error @ RunError::Unsupported { .. } => Failure::usage(error),
        RunError::Full(error) | RunError::Output(error) => Failure::writing(&error),
        error => Failure::Io(error.to_string()),
    }
}

/// A sheet whose puzzles are looked at on their way.
struct Watched<'s, S> {
    sheet: &'s S,
    orientation: Orientation,
    costs: Option<Costs>,
}

impl<S: Sheet> Watched<'_, S> {
    #[inline]
    fn look_at(&self, puzzle: &Answered<'_>) {
        self.orientation.look_at(puzzle);
        if let Some(costs) = &self.costs {
            costs.add(puzzle);
        }
    }
}

impl<S: Sheet> Render for Watched<'_, S> {
    #[inline]
    fn answer(&self, puzzle: &Answered<'_>, out: &mut Vec<u8>) {
        self.look_at(puzzle);
        self.sheet.answer(puzzle, out);
    }

    #[inline]
    fn try_answer(&self, puzzle: &Answered<'_>, out: &mut Vec<u8>) -> Result<(), String> {
        self.look_at(puzzle);
        self.sheet.try_answer(puzzle, out)
    }

    fn solution(
        &self,
        puzzle: &Answered<'_>,
        number: u64,
        digits: &[Option<Digit>],
        out: &mut Vec<u8>,
    ) {
        self.sheet.solution(puzzle, number, digits, out);
    }
}
