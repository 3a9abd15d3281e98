//! `polydoku count`: how many solutions each puzzle has, up to a limit.

use clap::Parser;
use polydoku_core::Query;
use polydoku_pipeline::{Tally, Task};

use super::Run;
use crate::flags::{EngineFlag, LimitFlags, OutputFlags, PuzzleFlags, StreamFlags, TalkFlags};
use crate::render::Question;
use crate::sheet;
use crate::shelf;
use crate::status::{Failure, Status};
use crate::stream::Stream;

/// Count solutions, up to a limit
///
/// Each puzzle comes with its count: # 2 solutions is exact, # at least 2
/// solutions means that the limit was reached. The exit status is 0 when all
/// were counted, 1 when clues clash, 3 when --max-nodes or --timeout ended a
/// count, 4 when something could not be read.
#[derive(Parser, Debug)]
#[command(name = "count", before_long_help = EXAMPLES, after_long_help = shelf::list())]
pub struct Count {
    /// Count no further than N [default: 2]
    ///
    /// With 2 the answer is none, one, or at least two.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 2,
        hide_default_value = true,
        value_parser = super::at_least_one()
    )]
    limit: u64,

    #[command(flatten)]
    engine: EngineFlag,
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
  polydoku count puzzles.txt                  none, one, or at least two
  polydoku count --limit 1000000 puzzles.txt  exact up to a million
  polydoku count --template '{count}' -       numbers alone";

impl Run for Count {
    fn run(self) -> Result<Status, Failure> {
        let query = self.limits.applied_to(Query::count(self.limit));
        let engine = self.engine.choice()?;
        let mut stream = Stream::open(&self.puzzles, &self.stream, self.talk)?;
        let limits = self.limits.words();
        let renderer = sheet::renderer(
            Question::Count,
            limits,
            &self.output,
            &self.puzzles,
            self.talk,
            &mut stream,
        )?;
        stream.run(Task::Solve { engine, query }, &renderer, status)
    }
}

fn status(tally: &Tally) -> Status {
    match (tally.limited, tally.invalid) {
        (1.., _) => Status::Unsettled,
        (_, 1..) => Status::No,
        _ => Status::Yes,
    }
}
