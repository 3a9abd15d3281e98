//! The one puzzle that a verb is about, out of whatever was named.
//!
//! The first one is taken unless another is asked for; that there are more is
//! said, once it is known. Nothing behind the puzzle is read but what tells
//! that.

use polydoku_core::{Cancel, Puzzle, Symbols};
use polydoku_corpus::{Entry, ReadError};

use crate::flags::{PickFlag, PuzzleFlags};
use crate::source::Sources;
use crate::status::{Failure, Status};
use crate::stream::plain;
use crate::talk::Talk;

/// The puzzle, or that there is nothing to do with it.
pub enum Pick {
    /// A puzzle.
    Puzzle(Box<Picked>),
    /// Its clues clash; that was said.
    Invalid,
}

/// A puzzle as it was found.
#[derive(Debug)]
pub struct Picked {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The symbols it was written in.
    pub symbols: Symbols,
    /// Where it stood: `easy.txt:3`.
    pub place: String,
}

/// Reads the puzzle that the flags name.
///
/// # Errors
/// Arguments that stand for nothing, or no puzzle of that number.
pub fn pick(
    puzzles: &PuzzleFlags,
    flag: PickFlag,
    talk: Talk,
    cancel: &Cancel,
) -> Result<Pick, Failure> {
    let options = puzzles.read_options()?;
    let sources = Sources::resolve(&puzzles.files, &options, cancel)?;
    let wanted = flag.puzzle.unwrap_or(1);
    let mut seen = 0;
    let mut picked = None;
    for (name, entry) in sources.into_entries(&options) {
        if cancel.is_cancelled() {
            return Err(Failure::Interrupted);
        }
        match entry {
            Ok(_) if picked.is_some() => {
                if flag.puzzle.is_none() {
                    talk.note("the first of several puzzles; --puzzle N takes another");
                }
                break;
            }
            Ok(entry) => {
                seen += 1;
                if seen == wanted {
                    picked = Some((name, entry));
                    if flag.puzzle.is_some() {
                        break;
                    }
                }
            }
            // What cannot be read behind the puzzle does not matter.
            Err(_) if picked.is_some() => break,
            Err(error) => unreadable(&name, error, talk)?,
        }
    }
    match picked {
        Some((name, entry)) => Ok(checked(&name, &entry, talk)),
        None if seen == 0 => Err(Failure::Io("there is no puzzle".to_owned())),
        None => Err(Failure::usage(format_args!(
            "--puzzle {wanted}: there are only {seen}"
        ))),
    }
}

fn checked(name: &str, entry: &Entry, talk: Talk) -> Pick {
    match valid(name, entry, talk) {
        Some(puzzle) => Pick::Puzzle(Box::new(Picked {
            puzzle,
            symbols: entry.symbols.clone(),
            place: format!("{name}:{}", entry.line),
        })),
        None => Pick::Invalid,
    }
}

/// The puzzle of an entry, or what clashes in it said.
pub fn valid(name: &str, entry: &Entry, talk: Talk) -> Option<Puzzle> {
    let puzzle = entry.puzzle();
    puzzle
        .map_err(|clash| talk.note(format_args!("{name}:{}: invalid: {clash}", entry.line)))
        .ok()
}

/// Says what cannot be read in a source, so that the rest of it can be.
///
/// # Errors
/// There is no rest.
pub fn unreadable(name: &str, error: ReadError, talk: Talk) -> Result<(), Failure> {
    match error {
        ReadError::Bad(bad) => {
            let place = format_args!("{name}:{}:{}", bad.line, bad.column);
            talk.bad_place(place, &bad.message);
            Ok(())
        }
        ReadError::Io(error) => Err(Failure::Io(format!("{name}: {}", plain(&error)))),
        error => Err(Failure::Io(format!("{name}: {error}"))),
    }
}

impl Pick {
    /// The status of a run that ends here.
    pub const INVALID: Status = Status::No;
}
