//! `polydoku generate`: new puzzles from a seed, unique always.
//!
//! Puzzles are written as they are made. What cannot be is refused at once;
//! what is only hard is tried for a while and then given up, which is said and
//! has the status of everything that was not settled.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use clap::{Parser, ValueEnum};
use polydoku_core::{Puzzle, Rules};
use polydoku_corpus::{BoxesChoice, ReadOptions};
use polydoku_generate::{Generator, Wish};

use super::Run;
use crate::flags::{EngineFlag, RulesFlags, TalkFlags, threads};
use crate::interrupt;
use crate::status::{Failure, Status};
use crate::talk::Talk;

/// Make new puzzles, each with exactly one solution
///
/// The same seed gives the same puzzles, whatever the number of threads and the
/// machine; without one a seed is drawn and told. A number of clues that no
/// puzzle can have is refused; one that is only hard to reach is tried
/// --attempts times, and the exit status is 3 when that was not enough.
#[derive(Parser, Debug)]
#[command(name = "generate", before_long_help = EXAMPLES)]
pub struct Generate {
    /// How many puzzles
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    count: u64,

    /// Number that the puzzles follow from [default: drawn, and told]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = seed)]
    seed: Option<u64>,

    /// Exactly N clues
    #[arg(long, value_name = "N")]
    clues: Option<usize>,

    /// Minimal: without any of its clues a puzzle has two solutions
    #[arg(long)]
    minimal: bool,

    /// Digits, rows and columns [default: as boxes or map say, else 9]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=64))]
    size: Option<u64>,

    #[command(flatten)]
    rules: RulesFlags,

    /// auto, line or grid
    ///
    /// auto: a grid on a terminal when it is a single puzzle, else lines. For
    /// other forms pipe lines to `polydoku convert`.
    #[arg(
        short,
        long,
        value_name = "FORM",
        value_enum,
        default_value_t,
        hide_default_value = true,
        hide_possible_values = true
    )]
    output: PuzzleForm,

    /// Try a puzzle N times before giving up [default: 1000]
    #[arg(long, value_name = "N", hide_short_help = true)]
    attempts: Option<u64>,

    #[command(flatten)]
    engine: EngineFlag,

    /// Number of threads [default: all cores]
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,

    #[command(flatten)]
    talk: TalkFlags,
}

/// The forms that puzzles come in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum PuzzleForm {
    /// A grid for a single puzzle on a terminal, else lines.
    #[default]
    Auto,
    /// One line a puzzle.
    Line,
    /// Framed grids.
    Grid,
}

const EXAMPLES: &str = "\
Examples:
  polydoku generate                                one puzzle
  polydoku generate -n 1000 --seed 42 > mine.txt   the same thousand every time
  polydoku generate --minimal --clues 24 -n 10
  polydoku generate --size 16 --variant x
  polydoku generate --boxes 2x3 -n 5 -o grid";

impl Run for Generate {
    fn run(self) -> Result<Status, Failure> {
        let cancel = interrupt::flag();
        let talk = Talk::new(self.talk);
        let options = self.rules.read_options()?;
        let rules = options.rules(self.size(&options)?);
        let rules = Arc::new(rules.map_err(Failure::usage)?);
        let seed = self.seed.unwrap_or_else(drawn_seed);
        let generator = Generator::new(self.wish(&rules), seed)
            .map_err(Failure::usage)?
            .with_engine(self.engine.choice()?)
            .map_err(Failure::usage)?
            .with_cancel(&cancel);
        if self.seed.is_none() {
            talk.note(format_args!("seed {seed}"));
        }
        let framed = match self.output {
            PuzzleForm::Auto => self.count == 1 && io::stdout().is_terminal(),
            form => form == PuzzleForm::Grid,
        };
        let mut written = Ok(());
        let made = generator.run(self.count, self.threads.unwrap_or(0), &mut |puzzle| {
            written = write(puzzle, framed);
            if written.is_ok() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        written.map_err(|error| Failure::writing(&error))?;
        match made {
            Ok(_) => Ok(Status::Yes),
            Err(_) if cancel.is_cancelled() => Err(Failure::Interrupted),
            Err(gave_up) => {
                talk.error(gave_up);
                Ok(Status::Unsettled)
            }
        }
    }
}

impl Generate {
    fn wish(&self, rules: &Arc<Rules>) -> Wish {
        let mut wish = Wish::new(rules.clone());
        if let Some(clues) = self.clues {
            wish = wish.clues(clues);
        }
        if self.minimal {
            wish = wish.minimal();
        }
        if let Some(attempts) = self.attempts {
            wish = wish.attempts(attempts);
        }
        wish
    }

    /// The size that the flags ask for, in so many words or through the boxes
    /// or a map.
    fn size(&self, options: &ReadOptions) -> Result<usize, Failure> {
        let implied = match &options.boxes {
            BoxesChoice::Rect(rows, cols) => Some(rows * cols),
            BoxesChoice::Regions(map) => Some(map.labels().len().isqrt()),
            BoxesChoice::Assumed | BoxesChoice::None => {
                let extra = options.extra_regions.as_ref();
                extra.map(|map| map.labels().len().isqrt())
            }
        };
        match (self.size.map(|size| size as usize), implied) {
            (Some(size), Some(implied)) if size != implied => Err(Failure::usage(format_args!(
                "--size {size} does not fit: the boxes or the map are for size {implied}"
            ))),
            (size, implied) => Ok(size.or(implied).unwrap_or(9)),
        }
    }
}

fn write(puzzle: &Puzzle, framed: bool) -> io::Result<()> {
    let mut text = Vec::new();
    if framed {
        let picture = polydoku_core::text::framed(puzzle.rules(), puzzle.clues());
        text.extend_from_slice(picture.as_bytes());
    } else {
        text.extend_from_slice(puzzle.line().as_bytes());
        crate::render::push_map(puzzle.rules(), &mut text);
    }
    text.push(b'\n');
    io::stdout().lock().write_all(&text)
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("a seed is a number from 0 to {}", u64::MAX))
}

/// A number that nobody chose.
fn drawn_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}
