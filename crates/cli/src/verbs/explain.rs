//! `polydoku explain`: which engine is best for these puzzles, and why.

use std::io::{self, Write};
use std::time::Duration;

use clap::{Parser, ValueEnum};
use polydoku_core::{Engine, Query};
use polydoku_teach::explain::{Explanation, Sample, lines, text};

use super::Run;
use crate::flags::{PuzzleFlags, TalkFlags, duration};
use crate::interrupt;
use crate::pick::{unreadable, valid};
use crate::shelf;
use crate::source::Sources;
use crate::status::{Failure, Status};
use crate::talk::Talk;

/// Say which engine is best for these puzzles, and why
///
/// Every engine that takes the puzzles proves each of a sample unique or not, in a
/// quick timed run: how much it searches, what a node costs it, at what size of
/// search the lead changes hands, and which puzzles separate the engines most. It
/// is a look; `polydoku bench` verifies and repeats. The exit status is 0, 1 when
/// clues clash, 4 when something could not be read.
#[derive(Parser, Debug)]
#[command(name = "explain", before_long_help = EXAMPLES, after_long_help = shelf::list())]
pub struct Explain {
    /// Engines, with commas between [default: all that can]
    #[arg(short, long, value_name = "NAME,...", value_delimiter = ',')]
    engines: Vec<String>,

    /// text or jsonl
    #[arg(
        short,
        long,
        value_name = "FORM",
        value_enum,
        default_value_t,
        hide_default_value = true,
        hide_possible_values = true
    )]
    output: Form,

    /// Look at no more than N puzzles [default: 40]
    ///
    /// They are taken at even distances from the first to the last.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 40,
        hide_default_value = true,
        value_parser = super::at_least_one()
    )]
    sample: u64,

    /// Take about so long [default: 10s]
    ///
    /// Shared out among engines and puzzles. A search that needs more than five
    /// times its share is given up and counts with the time it took.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s", hide_default_value = true)]
    time: Duration,

    #[command(flatten)]
    puzzles: PuzzleFlags,
    #[command(flatten)]
    talk: TalkFlags,
}

/// How the explanation is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Form {
    /// For people.
    #[default]
    Text,
    /// JSON Lines.
    Jsonl,
}

const EXAMPLES: &str = "\
Examples:
  polydoku explain @hard
  polydoku explain 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
  polydoku explain @16x16 -e bitmask,dlx,dlx/cells --time 30s
  polydoku explain puzzles.txt --sample 200 -o jsonl | jq 'select(.about == \"separator\")'";

impl Run for Explain {
    fn run(self) -> Result<Status, Failure> {
        let cancel = interrupt::flag();
        let talk = Talk::new(self.talk);
        let options = self.puzzles.read_options()?;
        let sources = Sources::resolve(&self.puzzles.files, &options, &cancel)?;
        let mut status = Status::Yes;
        let mut samples = Vec::new();
        for (name, entry) in sources.into_entries(&options) {
            match entry {
                Ok(entry) => match valid(&name, &entry, talk) {
                    Some(puzzle) => samples.push(Sample {
                        puzzle,
                        place: format!("{name}:{}", entry.line),
                    }),
                    None => status = status.max(Status::No),
                },
                Err(error) => {
                    status = Status::Unreadable;
                    unreadable(&name, error, talk)?;
                }
            }
        }
        let samples = spread(samples, self.sample as usize);
        if samples.is_empty() {
            return match status {
                Status::Yes => Err(Failure::Io("there is no puzzle".to_owned())),
                status => Ok(status),
            };
        }
        let engines = self.engines_for(&samples)?;
        let pairs = (engines.len() * samples.len()).max(1) as f64;
        let share = self.time.div_f64(pairs);
        let query = Query::unique().with_cancel(&cancel);
        let explanation = Explanation::of(&engines, samples, &query, share, share * 5);
        let Some(explanation) = explanation else {
            return Err(Failure::Interrupted);
        };
        let out = match self.output {
            Form::Text => text(&explanation).into_bytes(),
            Form::Jsonl => lines(&explanation),
        };
        let written = io::stdout().lock().write_all(&out);
        written.map_err(|error| Failure::writing(&error))?;
        Ok(status)
    }
}

impl Explain {
    /// The engines that were named, or all, that take every puzzle here.
    fn engines_for(&self, samples: &[Sample]) -> Result<Vec<&'static dyn Engine>, Failure> {
        let can = |engine: &dyn Engine| {
            engine.available()?;
            samples
                .iter()
                .try_for_each(|sample| engine.supports(sample.puzzle.rules()))
        };
        if self.engines.is_empty() {
            let all = polydoku_engines::all().iter().map(|engine| &**engine);
            return Ok(all.filter(|engine| can(*engine).is_ok()).collect());
        }
        let mut engines = Vec::new();
        for name in &self.engines {
            let engine = polydoku_engines::by_name(name).map_err(Failure::usage)?;
            can(engine)
                .map_err(|why| Failure::usage(format_args!("{name} cannot be used here: {why}")))?;
            engines.push(engine);
        }
        Ok(engines)
    }
}

/// At most so many of them, at even distances.
fn spread(samples: Vec<Sample>, most: usize) -> Vec<Sample> {
    let count = samples.len();
    if count <= most {
        return samples;
    }
    let chosen = |place: usize| (place * most / count) != ((place + 1) * most / count);
    let numbered = samples.into_iter().enumerate();
    let kept = numbered.filter(|(place, _)| chosen(*place));
    kept.map(|(_, sample)| sample).collect()
}
