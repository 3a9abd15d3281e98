//! `polydoku solve`: each puzzle's solution, and whether it is the only one.

use clap::Parser;
use polydoku_core::{Keep, Query};
use polydoku_pipeline::{Tally, Task};

use super::Run;
use crate::flags::{EngineFlag, LimitFlags, OutputFlags, PuzzleFlags, StreamFlags, TalkFlags};
use crate::render::Question;
use crate::sheet;
use crate::shelf;
use crate::status::{Failure, Status};
use crate::stream::Stream;

/// Solve puzzles, and say whether each solution is the only one
///
/// Two solutions are looked for, so that a puzzle is known to be proper; what
/// is not is marked with a comment: # multiple, # none, # invalid: ... The exit
/// status is 0 when every puzzle has exactly one solution, 1 when some have not,
/// 3 when a limit was reached first, 4 when something could not be read.
#[derive(Parser, Debug)]
#[command(name = "solve", before_long_help = EXAMPLES, after_long_help = shelf::list())]
pub struct Solve {
    #[command(flatten)]
    engine: EngineFlag,
    #[command(flatten)]
    output: OutputFlags,

    /// Stop at the first solution
    ///
    /// Whether it is the only one is then not known, and not asked: the exit
    /// status is 0 when every puzzle has a solution.
    #[arg(long, conflicts_with = "all")]
    first: bool,

    /// List every solution, each on its own line
    ///
    /// Behind each stands its number and how many there are: # 1 of 3. Too many
    /// solutions to hold in memory are listed as they are found: # 1 of at least
    /// 12000.
    #[arg(long)]
    all: bool,

    /// With --all: at most N solutions a puzzle
    #[arg(long, value_name = "N", requires = "all", value_parser = super::at_least_one())]
    limit: Option<u64>,

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
  polydoku solve puzzles.txt > solutions.txt
  polydoku solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  polydoku solve --all --limit 10 puzzles.txt       up to ten solutions of each
  polydoku solve -o csv puzzles.csv                 a table, with what it cost
  polydoku solve --template '{line} {verdict}' -    a form of your own
  polydoku solve --boxes 3x2 --variant x sixes.txt  6x6 with tall boxes, diagonals
  polydoku solve -e dlx --timeout 1s hard.txt       with dancing links, 1 s each";

impl Run for Solve {
    fn run(self) -> Result<Status, Failure> {
        let question = match (self.first, self.all) {
            (true, _) => Question::First,
            (_, true) => Question::All,
            _ => Question::Unique,
        };
        let query = match question {
            Question::First => Query::first(),
            Question::All => Query::all().with_limit(self.limit.unwrap_or(u64::MAX)),
            _ => Query::unique(),
        };
        let query = self.limits.applied_to(query.with_keep(match question {
            Question::All => Keep::Every,
            _ => Keep::First,
        }));
        let engine = self.engine.choice()?;
        let mut stream = Stream::open(&self.puzzles, &self.stream, self.talk)?;
        let limits = self.limits.words();
        let renderer = sheet::renderer(
            question,
            limits,
            &self.output,
            &self.puzzles,
            self.talk,
            &mut stream,
        )?;
        stream.run(Task::Solve { engine, query }, &renderer, |tally| {
            status(question, tally)
        })
    }
}

fn status(question: Question, tally: &Tally) -> Status {
    let unsettled = match question {
        Question::First => tally.unknown,
        Question::All => tally.limited,
        _ => tally.unknown + tally.solved,
    };
    let no = tally.none + tally.invalid + tally.wrong;
    let no = if question == Question::Unique {
        no + tally.multiple
    } else {
        no
    };
    match (unsettled, no) {
        (1.., _) => Status::Unsettled,
        (_, 1..) => Status::No,
        _ => Status::Yes,
    }
}
