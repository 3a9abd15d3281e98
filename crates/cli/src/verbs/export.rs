//! `polydoku export`: one puzzle as the input of other people's programs.

use std::sync::Mutex;

use clap::{Parser, ValueEnum};
use polydoku_core::{Puzzle, PuzzleRef};
use polydoku_pipeline::{Answered, Outcome, Render, Tally, Task};

use super::Run;
use crate::flags::{PuzzleFlags, StreamFlags, TalkFlags};
use crate::shelf;
use crate::status::{Failure, Status};
use crate::stream::{Sheet, Stream};
use crate::summary::Places;
use crate::talk::Talk;

/// Write one puzzle as the input of another program
///
/// exact-cover is Knuth's text: comment lines that begin with `|` say which cell,
/// house and digit an item stands for, then the line of items, secondary ones
/// behind a `|`, then one option a line. Its covers are the puzzle's solutions,
/// without the clues. The exit status is 0, 1 when the clues clash (nothing is
/// written then), 2 for more than one puzzle, 4 when something could not be read.
#[derive(Parser, Debug)]
#[command(name = "export", before_long_help = EXAMPLES, after_long_help = shelf::list())]
pub struct Export {
    /// What to write
    #[arg(value_enum, value_name = "FORMAT")]
    format: Format,
    #[command(flatten)]
    puzzles: PuzzleFlags,
    #[command(flatten)]
    stream: StreamFlags,
    #[command(flatten)]
    talk: TalkFlags,
}

/// The formats of other programs.
#[derive(ValueEnum, Clone, Copy, Debug)]
enum Format {
    /// Knuth's exact-cover text, for DLX1 and its kin.
    ExactCover,
}

impl Format {
    fn text(self, puzzle: PuzzleRef<'_>) -> String {
        match self {
            Format::ExactCover => polydoku_engines::exact_cover_text(puzzle),
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  polydoku export exact-cover puzzle.txt > puzzle.dlx
  polydoku export exact-cover puzzles.txt --shard 0/1000   the first of up to 1000
  polydoku export exact-cover 1...............  an argument that is a puzzle";

impl Run for Export {
    fn run(self) -> Result<Status, Failure> {
        let stream = Stream::open(&self.puzzles, &self.stream, self.talk)?;
        let only = Only {
            format: self.format,
            found: Mutex::default(),
        };
        let status = stream.run(Task::Read, &only, |tally| match tally.invalid {
            0 => Status::Yes,
            _ => Status::No,
        })?;
        let found = only
            .found
            .into_inner()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if let (1, Some(clash)) = (found.puzzles, &found.clash) {
            Talk::new(self.talk).note(format_args!("invalid: {clash}"));
        }
        match found.puzzles {
            0 | 1 => Ok(status),
            n => Err(Failure::usage(format!(
                "export writes one puzzle, and there are {n}; --shard I/N chooses among them"
            ))),
        }
    }
}

/// The one puzzle, written when all input was seen.
struct Only {
    format: Format,
    found: Mutex<Found>,
}

#[derive(Default)]
struct Found {
    puzzles: u64,
    text: Option<String>,
    clash: Option<String>,
}

impl Render for Only {
    fn answer(&self, puzzle: &Answered<'_>, _: &mut Vec<u8>) {
        let mut found = self
            .found
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        found.puzzles += 1;
        if found.puzzles > 1 {
            return;
        }
        if let Outcome::Clash(clashes) = &puzzle.outcome {
            found.clash = Some(clashes.to_string());
            return;
        }
        let built = match puzzle.marks {
            None => Puzzle::new(puzzle.rules, puzzle.clues),
            Some(marks) => Puzzle::with_marks(puzzle.rules, puzzle.clues, marks),
        };
        match built {
            Ok(built) => found.text = Some(self.format.text(built.as_ref())),
            Err(error) => found.clash = Some(error.to_string()),
        }
    }
}

impl Sheet for Only {
    fn head(&self, _: &mut Vec<u8>) {}

    fn tail(&self, _: &Tally, _: &Places, out: &mut Vec<u8>) {
        let found = self
            .found
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if let (1, Some(text)) = (found.puzzles, &found.text) {
            out.extend_from_slice(text.as_bytes());
        }
    }
}
