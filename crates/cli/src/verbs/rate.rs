//! `polydoku rate`: how hard each puzzle is, by figures that do not change from
//! run to run.
//!
//! The pipeline settles how many solutions a puzzle has; the harness's rater is
//! asked where the answer is rendered, so that rating runs on all threads too.

use std::sync::atomic::{AtomicBool, Ordering};

use clap::Parser;
use polydoku_core::{Keep, Query};
use polydoku_engines::{EngineChoice, all};
use polydoku_harness::rate::Rater;
use polydoku_pipeline::{Answered, Render, Tally, Task};

use super::Run;
use crate::flags::{EngineFlag, LimitFlags, OutputFlags, PuzzleFlags, StreamFlags, TalkFlags};
use crate::render::{Question, Renderer};
use crate::sheet;
use crate::shelf;
use crate::status::{Failure, Status};
use crate::stream::{Sheet, Stream};
use crate::summary::Places;

/// Rate puzzles: clues, solutions, tier, guesses
///
/// The tier is the weakest of naked singles, hidden singles, locked candidates
/// and guess that solves the puzzle; it is the same for all isomorphs. Guesses
/// are those that the engine needs to prove the solution unique, as the
/// geometric mean over isomorphs of 1 + guesses, minus 1 (so that zeros do not
/// hide the rest); spread is their geometric standard deviation, a factor. The
/// same seed and engine give the same figures every time. A puzzle with no
/// solution or several gets no rating: the exit status is then 1. It is 3 when
/// --max-nodes or --timeout left something open, 4 when something could not be
/// read.
#[derive(Parser, Debug)]
#[command(name = "rate", before_long_help = EXAMPLES, after_long_help = shelf::list())]
pub struct Rate {
    #[command(flatten)]
    engine: EngineFlag,

    /// Isomorphs to count guesses over [default: 16]
    #[arg(
        short = 'k',
        long,
        value_name = "K",
        default_value_t = 16,
        hide_default_value = true,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    isomorphs: u32,

    /// Number that the isomorphs follow from [default: 1]
    #[arg(long, value_name = "S", default_value_t = 1, hide_default_value = true)]
    seed: u64,

    #[command(flatten)]
    output: OutputFlags,
    #[command(flatten)]
    limits: LimitFlags,
    #[command(flatten)]
    puzzles: PuzzleFlags,
    #[command(flatten)]
    stream: StreamFlags,
    #[command(flatten)]
    talk: TalkFlags,
}

const EXAMPLES: &str = "\
Examples:
  polydoku rate @hard                            a comment behind each puzzle
  polydoku rate puzzles.csv -o csv > rated.csv   beside the file's own columns
  polydoku rate -e dlx -k 100 puzzles.txt        guesses of another engine
  polydoku rate --template '{tier}' @medium | sort | uniq -c";

impl Run for Rate {
    fn run(self) -> Result<Status, Failure> {
        let engine = self.engine.choice()?;
        refuse_silent(engine)?;
        let query = self
            .limits
            .applied_to(Query::unique().with_keep(Keep::First));
        let mut stream = Stream::open(&self.puzzles, &self.stream, self.talk)?;
        let renderer = sheet::renderer(
            Question::Rate,
            self.limits.words(),
            &self.output,
            &self.puzzles,
            self.talk,
            &mut stream,
        )?;
        let terms = query.clone().with_cancel(stream.cancel());
        let rated = Rated {
            renderer,
            rater: Rater::new(engine, self.isomorphs, self.seed, &terms),
            unsettled: AtomicBool::new(false),
        };
        stream.run(Task::Solve { engine, query }, &rated, |tally| {
            let unsettled = rated.unsettled.load(Ordering::Relaxed);
            let no = tally.none + tally.multiple + tally.invalid + tally.wrong;
            match (unsettled || tally.unknown + tally.solved > 0, no) {
                (true, _) => Status::Unsettled,
                (_, 1..) => Status::No,
                _ => Status::Yes,
            }
        })
    }
}

/// Refuses an engine that does not count its guesses.
fn refuse_silent(engine: EngineChoice) -> Result<(), Failure> {
    let EngineChoice::Named(engine) = engine else {
        return Ok(());
    };
    let info = engine.info();
    if info.stats.guesses {
        return Ok(());
    }
    let engines = all().iter().map(|engine| engine.info());
    let counting = engines.filter(|info| info.stats.guesses);
    let names: Vec<&str> = counting.map(|info| info.name).collect();
    Err(Failure::usage(format_args!(
        "engine \"{}\" does not count its guesses; these do: auto {}",
        info.name,
        names.join(" ")
    )))
}

/// Writes each puzzle with its rating.
struct Rated {
    renderer: Renderer,
    rater: Rater,
    /// Whether a limit left the guesses of some puzzle open.
    unsettled: AtomicBool,
}

impl Render for Rated {
    fn answer(&self, puzzle: &Answered<'_>, out: &mut Vec<u8>) {
        // After Ctrl-C a puzzle that was being rated is left out, like all
        // behind it.
        let Some(rating) = self.rater.rating(puzzle) else {
            return;
        };
        if let Some(difficulty) = &rating.difficulty
            && difficulty.guesses.is_none()
        {
            self.unsettled.store(true, Ordering::Relaxed);
        }
        self.renderer.rated(puzzle, &rating, out);
    }
}

impl Sheet for Rated {
    fn head(&self, out: &mut Vec<u8>) {
        self.renderer.head(out);
    }

    fn tail(&self, tally: &Tally, wrong: &Places, out: &mut Vec<u8>) {
        Sheet::tail(&self.renderer, tally, wrong, out);
    }
}
