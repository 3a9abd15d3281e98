//! What a run has to tell beside its answers: places that could not be read,
//! inputs that failed, engines that panicked, given solutions that are wrong; and
//! why a run ended early.
//!
//! Events come in the order of the input, those of a block after its answers.
//! They spoil nothing but the place they name: the run goes on.

use std::fmt;
use std::io;
use std::ops::RangeInclusive;
use std::sync::Arc;

use polydoku_corpus::{BadRecord, ReadError};
use polydoku_engines::NoEngine;

use crate::Tally;

/// Something that went wrong at one place.
///
/// `Display` gives the message that people act on: `file:line:column: ...`.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event {
    /// A place that cannot be read as a puzzle; it was skipped.
    Unreadable {
        /// The input's name.
        input: Arc<str>,
        /// Where, and what is wrong.
        bad: BadRecord,
    },
    /// An engine, or something else at work on these lines, panicked. Only
    /// these lines' puzzles have no answer.
    Panicked {
        /// The input's name.
        input: Arc<str>,
        /// The lines, from 1: those of one puzzle if it could be told which.
        lines: RangeInclusive<u64>,
        /// What the panic said.
        message: String,
    },
    /// The renderer cannot write a puzzle; nothing of it was written.
    Refused {
        /// The input's name.
        input: Arc<str>,
        /// The puzzle's line.
        line: u64,
        /// What cannot be written.
        message: String,
    },
    /// The solution that came with a puzzle is none of it. The puzzle itself is
    /// answered.
    WrongGiven {
        /// The input's name.
        input: Arc<str>,
        /// The puzzle's line.
        line: u64,
    },
    /// An input could not be opened, recognised, or read on.
    Failed {
        /// The input's name.
        input: Arc<str>,
        /// Why.
        error: ReadError,
    },
    /// An input held no puzzle, and nothing else to complain of.
    NoPuzzle {
        /// The input's name.
        input: Arc<str>,
    },
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Unreadable { input, bad } => write!(f, "{input}:{bad}"),
            Event::Panicked {
                input,
                lines,
                message,
            } => {
                write!(f, "{input}:{}", lines.start())?;
                if lines.end() > lines.start() {
                    write!(f, "-{}", lines.end())?;
                }
                write!(f, ": no answer, the engine panicked: {message}")
            }
            Event::Refused {
                input,
                line,
                message,
            } => write!(f, "{input}:{line}: {message}"),
            Event::WrongGiven { input, line } => {
                write!(f, "{input}:{line}: the given solution is wrong")
            }
            Event::Failed { input, error } => write!(f, "{input}: {error}"),
            Event::NoPuzzle { input } => write!(f, "{input}: no puzzle in it"),
        }
    }
}

/// How a run ended that was not prevented from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Ended {
    /// All inputs were read to their end.
    Whole,
    /// A strict run met something unreadable; what stood before it is
    /// answered.
    Unreadable,
    /// The flag was set; what was answered until then is written.
    Cancelled,
}

/// What a run came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Summary {
    /// How it ended.
    pub ended: Ended,
    /// The numbers.
    pub tally: Tally,
}

/// Why a run could not go on. What was written before is whole lines in order,
/// as far as the output took them.
#[derive(Debug)]
#[non_exhaustive]
pub enum RunError {
    /// The reader of the output went away. Seldom a fault: `head` does it.
    ClosedPipe,
    /// No space is left for the output.
    Full(io::Error),
    /// The output failed otherwise.
    Output(io::Error),
    /// The engine asked for does not take a puzzle's rules.
    Unsupported {
        /// The input's name.
        input: Arc<str>,
        /// The puzzle's line.
        line: u64,
        /// Why, and which engines do.
        error: NoEngine,
    },
    /// The threads could not be started.
    Threads(String),
}

impl RunError {
    pub(crate) fn writing(error: io::Error) -> RunError {
        match error.kind() {
            io::ErrorKind::BrokenPipe => RunError::ClosedPipe,
            io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge => RunError::Full(error),
            _ => RunError::Output(error),
        }
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::ClosedPipe => f.write_str("the output was closed"),
            RunError::Full(error) => write!(f, "no space left for the output: {error}"),
            RunError::Output(error) => write!(f, "the output cannot be written: {error}"),
            RunError::Unsupported { input, line, error } => write!(f, "{input}:{line}: {error}"),
            RunError::Threads(why) => write!(f, "threads cannot be started: {why}"),
        }
    }
}

impl std::error::Error for RunError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            RunError::Full(error) | RunError::Output(error) => Some(error),
            RunError::Unsupported { error, .. } => Some(error),
            RunError::ClosedPipe | RunError::Threads(_) => None,
        }
    }
}
