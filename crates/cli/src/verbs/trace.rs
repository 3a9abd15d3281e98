//! `polydoku trace`: one search, step by step.
//!
//! Everything about events is polydoku-teach's business; here is what the flags
//! mean, and the output. The search goes on to its end whatever part of it is
//! written, so that the totals behind the last line are those of the whole;
//! only a reader who has gone, Ctrl-C or a limit ends it early.

use std::io::{self, Write};
use std::ops::ControlFlow::{self, Break, Continue};

use clap::{Parser, ValueEnum};
use polydoku_core::{Engine, Puzzle, Query, Report, Verdict};
use polydoku_teach::text::{Grids, Script};
use polydoku_teach::{Kinds, Moment, Step, Telling, Totals, Window, jsonl};

use super::Run;
use crate::flags::{EngineFlag, LimitFlags, PickFlag, PuzzleFlags, TalkFlags, WantedFlags};
use crate::interrupt;
use crate::pick::{Pick, pick};
use crate::shelf;
use crate::status::{Failure, Status};
use crate::talk::Talk;

/// Show one search step by step
///
/// Every line is an event: its number, how many choices stand, and what happened
/// for which reason. Behind the last stand the totals of the whole search, told
/// and reported. Two solutions are looked for unless --first, --all or --limit
/// say otherwise. docs/trace.md describes the JSON form. The exit status is 0, 1
/// when the clues clash, 3 when a limit ended the search.
#[derive(Parser, Debug)]
#[command(name = "trace", before_long_help = EXAMPLES, after_long_help = shelf::list())]
pub struct Trace {
    #[command(flatten)]
    engine: EngineFlag,

    /// text or jsonl (one JSON object an event)
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

    /// Write at most N events [default: 1000; jsonl: all]
    ///
    /// The search is not cut with it: the totals are those of all events.
    #[arg(short, long, value_name = "N")]
    max_events: Option<u64>,

    /// Begin with event N, and the board before it
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true)]
    from: u64,

    /// Only what happens while at most N choices stand
    #[arg(long, value_name = "N", hide_short_help = true)]
    depth: Option<u32>,

    /// Only these events: guess,conflict or -eliminate,family
    ///
    /// Names with commas between: guess, place, eliminate, conflict, backtrack,
    /// solution, family. With a - in front all but these.
    #[arg(long, value_name = "KINDS", allow_hyphen_values = true)]
    only: Option<Kinds>,

    /// Draw the board after these: guess, conflict, N, ...
    ///
    /// With commas between: guess, conflict, backtrack, solution, and a number
    /// for every so many events. For text only.
    #[arg(long, value_name = "WHEN")]
    grid: Option<Grids>,

    #[command(flatten)]
    wanted: WantedFlags,

    #[command(flatten)]
    limits: LimitFlags,
    #[command(flatten)]
    pick: PickFlag,
    #[command(flatten)]
    puzzles: PuzzleFlags,
    #[command(flatten)]
    talk: TalkFlags,
}

/// How a trace is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Form {
    /// Lines for people.
    #[default]
    Text,
    /// JSON Lines.
    Jsonl,
}

const EXAMPLES: &str = "\
Examples:
  polydoku trace @4x4 -e naive                    the whole search, event by event
  polydoku trace @hard -e bitmask --only guess,conflict,backtrack,solution
  polydoku trace @hard -e dlx --depth 1 --grid guess     the first choices, with boards
  polydoku trace @hard --puzzle 7 --from 500 -m 20       20 events from the 500th
  polydoku trace @easy -e bitmask/singles -o jsonl | jq -r .reason | sort | uniq -c";

impl Run for Trace {
    fn run(self) -> Result<Status, Failure> {
        let choice = self.engine.choice()?;
        if self.grid.is_some() && self.output == Form::Jsonl {
            return Err(Failure::usage("--grid draws boards in text, not in jsonl"));
        }
        let cancel = interrupt::flag();
        let talk = Talk::new(self.talk);
        let Pick::Puzzle(picked) = pick(&self.puzzles, self.pick, talk, &cancel)? else {
            return Ok(Pick::INVALID);
        };
        let puzzle = &picked.puzzle;
        if talk.is_verbose() {
            talk.note(&picked.place);
        }
        let engine = choice.engine_for(puzzle.rules()).map_err(Failure::usage)?;
        let query = self
            .limits
            .applied_to(self.wanted.query())
            .with_cancel(&cancel);
        let (report, totals) = match self.output {
            Form::Text => self.as_text(engine, puzzle, &query)?,
            Form::Jsonl => self.as_jsonl(engine, puzzle, &query)?,
        };
        if let Some(difference) = totals.disagreement(&report) {
            talk.error(format_args!(
                "a fault of {}: {difference}",
                engine.info().name
            ));
            return Ok(Status::Unsettled);
        }
        if cancel.is_cancelled() {
            return Err(Failure::Interrupted);
        }
        let settled = report.is_exact() || report.found >= query.limit();
        Ok(match (settled, report.verdict()) {
            (true, _) | (_, Verdict::Multiple) => Status::Yes,
            _ => Status::Unsettled,
        })
    }
}

impl Trace {
    fn window(&self, most: u64) -> Window {
        Window {
            from: self.from,
            most: self.max_events.unwrap_or(most),
            depth: self.depth.unwrap_or(u32::MAX),
            kinds: self.only.unwrap_or(Kinds::ALL),
        }
    }

    fn as_text(
        &self,
        engine: &dyn Engine,
        puzzle: &Puzzle,
        query: &Query,
    ) -> Result<(Report, Totals), Failure> {
        let mut script = Script::new(puzzle, self.window(1000), self.grid.unwrap_or_default());
        let mut text = String::new();
        script.start(engine.info(), puzzle, query, &mut text);
        let mut sheet = Sheet::default();
        sheet.write(&mut text)?;
        let ran = search(engine, puzzle, query, |moment| {
            script.take(moment, &mut text);
            sheet.take(&mut text)
        })?;
        sheet.finish()?;
        script.end(&ran.0, &ran.1, &mut text);
        sheet.write(&mut text)?;
        Ok(ran)
    }

    fn as_jsonl(
        &self,
        engine: &dyn Engine,
        puzzle: &Puzzle,
        query: &Query,
    ) -> Result<(Report, Totals), Failure> {
        let rules = puzzle.rules();
        let window = self.window(u64::MAX);
        let mut lines = Vec::new();
        let mut sheet = Sheet::default();
        let mut written = 0;
        jsonl::start(engine.info(), puzzle, query, &mut lines);
        sheet.write(&mut lines)?;
        let ran = search(engine, puzzle, query, |moment| {
            if written < window.most && window.holds(moment) {
                written += 1;
                jsonl::step(&Step::of(moment), rules, &mut lines);
            }
            sheet.take(&mut lines)
        })?;
        sheet.finish()?;
        jsonl::end(&ran.0, &ran.1, written, rules, &mut lines);
        sheet.write(&mut lines)?;
        Ok(ran)
    }
}

/// The traced search, with the sums of its events.
fn search(
    engine: &dyn Engine,
    puzzle: &Puzzle,
    query: &Query,
    mut reader: impl FnMut(&Moment<'_>) -> ControlFlow<()>,
) -> Result<(Report, Totals), Failure> {
    let mut solver = engine.solver(puzzle.rules()).map_err(Failure::usage)?;
    let mut totals = Totals::default();
    let mut telling = Telling::new(|moment: Moment<'_>| {
        totals.add(&moment);
        reader(&moment)
    });
    let mut ignore = |_: &[_]| Continue(());
    let report = solver.run_traced(puzzle.as_ref(), query, &mut ignore, &mut telling);
    Ok((report, totals))
}

/// Text on its way to standard output, in large pieces.
#[derive(Default)]
struct Sheet {
    error: Option<io::Error>,
}

/// Text that can be emptied: of a script, or of JSON lines.
trait Pending {
    fn bytes(&self) -> &[u8];
    fn clear(&mut self);
}

impl Pending for String {
    fn bytes(&self) -> &[u8] {
        self.as_bytes()
    }

    fn clear(&mut self) {
        String::clear(self);
    }
}

impl Pending for Vec<u8> {
    fn bytes(&self) -> &[u8] {
        self
    }

    fn clear(&mut self) {
        Vec::clear(self);
    }
}

impl Sheet {
    /// Takes what has gathered once it is much. `Break` when nobody reads.
    fn take(&mut self, text: &mut impl Pending) -> ControlFlow<()> {
        if text.bytes().len() < 1 << 14 {
            return Continue(());
        }
        match io::stdout().lock().write_all(text.bytes()) {
            Ok(()) => {
                text.clear();
                Continue(())
            }
            Err(error) => {
                self.error = Some(error);
                Break(())
            }
        }
    }

    /// What went wrong on the way.
    fn finish(&mut self) -> Result<(), Failure> {
        match self.error.take() {
            Some(error) => Err(Failure::writing(&error)),
            None => Ok(()),
        }
    }

    /// Writes what is there.
    fn write(&mut self, text: &mut impl Pending) -> Result<(), Failure> {
        let mut stdout = io::stdout().lock();
        let written = stdout.write_all(text.bytes()).and_then(|()| stdout.flush());
        text.clear();
        written.map_err(|error| Failure::writing(&error))
    }
}
