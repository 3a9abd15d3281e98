//! How a run ended: the exit status, and the errors that end it early.
//!
//! Every verb gives a [`Status`] for what it answered, or a [`Failure`] when it
//! could not go on. Exit statuses are decided here and nowhere else:
//!
//! ```text
//! 0  every puzzle answered with yes        2    wrong usage
//! 1  answered, at least one no             130  stopped by Ctrl-C
//! 3  something not settled (a limit)
//! 4  unreadable input or I/O
//! ```
//!
//! Several puzzles, one status: 4 wins over 3, 3 over 1.

use std::fmt;
use std::io;

use crate::interrupt;
use crate::stream::plain;

/// What the answers of a run amount to; later ones win over earlier ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Status {
    /// Every puzzle was answered with yes.
    #[default]
    Yes,
    /// Everything was answered, at least one with no.
    No,
    /// A limit was reached before an answer was settled.
    Unsettled,
    /// Something could not be read, or there was no puzzle.
    Unreadable,
}

impl Status {
    /// The process's exit status.
    pub fn code(self) -> u8 {
        match self {
            Status::Yes => 0,
            Status::No => 1,
            Status::Unsettled => 3,
            Status::Unreadable => 4,
        }
    }
}

/// Why a run could not go on.
#[derive(Debug)]
pub enum Failure {
    /// Wrong usage, with the message.
    Usage(String),
    /// No FILE was named and standard input is a terminal: the verb's help is
    /// wanted, not a silent wait.
    NothingToRead,
    /// Unreadable input or output that cannot be written, with the message.
    Io(String),
    /// The reader of our output is gone. Not an error: it has seen enough.
    ClosedPipe,
    /// Ctrl-C.
    Interrupted,
}

impl Failure {
    /// The process's exit status.
    pub fn code(&self) -> u8 {
        match self {
            Failure::Usage(_) | Failure::NothingToRead => 2,
            Failure::Io(_) => Status::Unreadable.code(),
            Failure::ClosedPipe => 0,
            Failure::Interrupted => interrupt::STATUS,
        }
    }

    /// Wrong usage.
    pub fn usage(message: impl fmt::Display) -> Failure {
        Failure::Usage(message.to_string())
    }

    /// Output that could not be written.
    pub fn writing(error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Io(format!("the output cannot be written: {}", plain(error))),
        }
    }
}

/// The message, empty where there is nothing to say.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(message) | Failure::Io(message) => f.write_str(message),
            Failure::NothingToRead | Failure::ClosedPipe | Failure::Interrupted => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_status_wins() {
        let worst = |all: &[Status]| all.iter().copied().max().unwrap_or_default().code();
        assert_eq!(worst(&[]), 0);
        assert_eq!(worst(&[Status::Yes, Status::No]), 1);
        assert_eq!(worst(&[Status::Unsettled, Status::No]), 3);
        assert_eq!(
            worst(&[Status::Unreadable, Status::Unsettled, Status::Yes]),
            4
        );
    }

    #[test]
    fn a_closed_pipe_is_success_and_a_full_disk_is_not() {
        let closed = Failure::writing(&io::Error::from(io::ErrorKind::BrokenPipe));
        assert_eq!((closed.code(), closed.to_string().as_str()), (0, ""));
        let full = Failure::writing(&io::Error::from(io::ErrorKind::StorageFull));
        assert_eq!(full.code(), 4);
        assert!(
            full.to_string()
                .starts_with("the output cannot be written: ")
        );
    }
}
