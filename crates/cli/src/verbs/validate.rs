//! `polydoku validate`: whether the clues clash, and apart from that whether
//! the grid is complete; and whether a solution that came with it is one. No
//! engine is asked.

use clap::Parser;
use polydoku_pipeline::{Tally, Task};

use super::Run;
use crate::flags::{OutputFlags, PuzzleFlags, StreamFlags, TalkFlags};
use crate::render::{Limits, Question};
use crate::sheet;
use crate::shelf;
use crate::status::{Failure, Status};
use crate::stream::Stream;

/// Check whether clues clash, naming every house and cell
///
/// Valid means that no house holds a digit twice. It does not mean that the grid
/// can be solved (solve tells), nor that it is complete (said beside it), nor
/// that there is only one solution. A solution that came with a puzzle is checked
/// against it. The exit status is 0 when nothing clashes, 1 when something does or
/// a given solution is wrong, 4 when something could not be read.
#[derive(Parser, Debug)]
#[command(name = "validate", before_long_help = EXAMPLES, after_long_help = shelf::list())]
pub struct Validate {
    #[command(flatten)]
    output: OutputFlags,
    #[command(flatten)]
    puzzles: PuzzleFlags,
    #[command(flatten)]
    stream: StreamFlags,
    #[command(flatten)]
    talk: TalkFlags,
}

const EXAMPLES: &str = "\
Examples:
  polydoku validate solutions.txt           is every grid right, and complete?
  polydoku validate puzzles.txt | grep '# invalid'
  polydoku validate --boxes none squares.txt  Latin squares";

impl Run for Validate {
    fn run(self) -> Result<Status, Failure> {
        let mut stream = Stream::open(&self.puzzles, &self.stream, self.talk)?;
        let renderer = sheet::renderer(
            Question::Validate,
            Limits::default(),
            &self.output,
            &self.puzzles,
            self.talk,
            &mut stream,
        )?;
        stream.run(Task::Validate, &renderer, status)
    }
}

fn status(tally: &Tally) -> Status {
    if tally.invalid + tally.wrong > 0 {
        Status::No
    } else {
        Status::Yes
    }
}
