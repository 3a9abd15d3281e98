//! `polydoku export`: one puzzle as the input of other people's programs.

use std::sync::Mutex;

use clap::builder::PossibleValuesParser;
use clap::{Parser, ValueEnum};
use polydoku_core::{Puzzle, PuzzleRef};
use polydoku_engines::CnfEncoding;
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
/// without the clues. cnf is a formula in DIMACS text, for any SAT solver: comment
/// lines that begin with `c` say which row, column and digit a variable stands for.
/// Its models are the puzzle's solutions. The exit status is 0, 1 when the clues clash (nothing is
/// written then), 2 for more than one puzzle, 4 when something could not be read.
#[derive(Parser, Debug)]
#[command(name = "export", before_long_help = EXAMPLES, after_long_help = shelf::list())]
pub struct Export {
    /// What to write
    #[arg(value_enum, value_name = "FORMAT")]
    format: Format,
    /// How cnf writes the rules [default: extended]
    ///
    /// minimal: a digit in each cell, no digit twice in a house; clues as clauses of
    /// one literal. extended: also one digit at most in a cell, and each digit in each
    /// house. optimised: the same without what the clues settle; cells with a clue
    /// have no variables and are named in comments as `known`.
    #[arg(
        long,
        value_name = "NAME",
        value_parser = PossibleValuesParser::new(CnfEncoding::all().map(CnfEncoding::name)),
    )]
    encoding: Option<String>,
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
    /// A formula in DIMACS text, for SAT solvers.
    Cnf,
}

/// What to write, and how.
#[derive(Clone, Copy)]
enum Wanted {
    ExactCover,
    Cnf(CnfEncoding),
}

impl Wanted {
    fn text(self, puzzle: PuzzleRef<'_>) -> Vec<u8> {
        match self {
            Wanted::ExactCover => polydoku_engines::exact_cover_text(puzzle).into_bytes(),
            Wanted::Cnf(encoding) => {
                let mut text = Vec::new();
                let written = polydoku_engines::write_cnf(puzzle, encoding, &mut text);
                written.expect("memory takes all");
                text
            }
        }
    }
}

impl Export {
    fn wanted(&self) -> Result<Wanted, Failure> {
        match (self.format, &self.encoding) {
            (Format::ExactCover, None) => Ok(Wanted::ExactCover),
            (Format::ExactCover, Some(_)) => Err(Failure::usage(
                "--encoding is for cnf; exact-cover has one form",
            )),
            (Format::Cnf, name) => {
                let name = name.as_deref().unwrap_or("extended");
                let encoding = CnfEncoding::by_name(name).map_err(Failure::usage)?;
                Ok(Wanted::Cnf(encoding))
            }
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  polydoku export exact-cover puzzle.txt > puzzle.dlx
  polydoku export exact-cover puzzles.txt --shard 0/1000   the first of up to 1000
  polydoku export exact-cover 1...............  an argument that is a puzzle
  polydoku export cnf puzzle.txt > puzzle.cnf && minisat puzzle.cnf answer
  polydoku export cnf --encoding optimised @hard --shard 0/100";

impl Run for Export {
    fn run(self) -> Result<Status, Failure> {
        let wanted = self.wanted()?;
        let stream = Stream::open(&self.puzzles, &self.stream, self.talk)?;
        let only = Only {
            wanted,
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
    wanted: Wanted,
    found: Mutex<Found>,
}

#[derive(Default)]
struct Found {
    puzzles: u64,
    text: Option<Vec<u8>>,
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
            Ok(built) => found.text = Some(self.wanted.text(built.as_ref())),
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
            out.extend_from_slice(text);
        }
    }
}
