//! `polydoku convert`: puzzles from any readable form to any writable one.
//! Nothing is solved; clues that clash pass like others.

use std::io::{self, IsTerminal};

use clap::Parser;
use polydoku_corpus::Target;
use polydoku_pipeline::Task;

use super::Run;
use crate::converted::Converted;
use crate::flags::{OutputFlags, OutputForm, PuzzleFlags, StreamFlags, TalkFlags};
use crate::render::{Limits, Question};
use crate::sheet;
use crate::shelf;
use crate::status::{Failure, Status};
use crate::stream::Stream;

/// Convert puzzles from any readable form to another
///
/// Lines and grids hold the puzzles alone; csv, jsonl and md also the solutions
/// and further columns that came with them. What is written can be read again;
/// a puzzle that the form cannot hold (pencil marks as a grid) is left out and
/// reported. Nothing is solved: whether clues clash is for validate to say. The
/// exit status is 0, or 4 when something could not be read or held.
#[derive(Parser, Debug)]
#[command(name = "convert", before_long_help = EXAMPLES, after_long_help = shelf::list())]
pub struct Convert {
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
  polydoku convert grids.txt -o line > lines.txt
  polydoku convert sudoku.csv -o jsonl
  polydoku convert puzzles.txt -o grid | less
  polydoku convert sudoku.csv --template '{puzzle},{solution}'";

impl Run for Convert {
    fn run(self) -> Result<Status, Failure> {
        let mut stream = Stream::open(&self.puzzles, &self.stream, self.talk)?;
        if self.output.template.is_none() {
            let (target, colour) = self.target(&mut stream);
            let sheet = Converted::to(target, colour, &mut stream);
            return stream.run(Task::Read, &sheet, |_| Status::Yes);
        }
        let renderer = sheet::renderer(
            Question::Convert,
            Limits::default(),
            &self.output,
            &self.puzzles,
            self.talk,
            &mut stream,
        )?;
        stream.run(Task::Read, &renderer, |_| Status::Yes)
    }
}

impl Convert {
    /// The format that the flags ask for, and whether to colour it.
    fn target(&self, stream: &mut Stream) -> (Target, bool) {
        let terminal = io::stdout().is_terminal();
        let target = match self.output.output {
            OutputForm::Auto if terminal => {
                let ahead = stream.look_ahead();
                match ahead.is_single && !ahead.has_marks && !ahead.has_map {
                    true => Target::Grid,
                    false => Target::Line,
                }
            }
            OutputForm::Auto | OutputForm::Line => Target::Line,
            OutputForm::Grid => Target::Grid,
            OutputForm::Csv => Target::Csv,
            OutputForm::Jsonl => Target::JsonLines,
            OutputForm::Md => Target::Markdown,
        };
        (target, self.talk.color.colours(terminal))
    }
}
