//! `polydoku bench measure`: verify, then measure, and write the record.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use polydoku_core::{Cancel, Engine};
use polydoku_harness as harness;
use polydoku_harness::{Contestant, External, Mode, Outcome, Plan, Record, Task};

use super::corpora::{Draw, corpora};
use super::keeper::{Keeper, Place};
use crate::flags::{PuzzleFlags, TalkFlags, duration, threads};
use crate::interrupt;
use crate::shelf;
use crate::status::{Failure, Status};
use crate::talk::Talk;
use crate::verbs::at_least_one;

/// Verify every answer, then take times; writes a record (CSV)
///
/// All engines get the same puzzles and the same question, first without a clock:
/// a wrong answer is a row that names the puzzle, not a number, and the exit
/// status is 1. Then they take turns, round by round. Each source is a corpus of
/// its own. The record goes to standard output or --record FILE, and a table for
/// people to standard error or, with --record, to standard output. The exit
/// status is 0 when all answers were right, 1 when one was wrong, 4 when
/// something could not be read or written, 130 after Ctrl-C (what was measured
/// is kept, and --continue goes on).
#[derive(Parser, Debug)]
#[command(name = "measure", before_long_help = EXAMPLES, after_long_help = shelf::list())]
pub struct Measure {
    /// Engines, or `all` [default: one a family]
    ///
    /// Names separated by commas, as `polydoku engines` lists them; the default are
    /// those called as their family.
    #[arg(short, long, value_name = "NAMES", value_delimiter = ',')]
    engine: Vec<String>,

    /// first, unique or count [default: unique]
    ///
    /// first: one solution. unique: one, and the proof that there is no second.
    /// count: how many, up to --limit.
    #[arg(long, value_enum, value_name = "TASK", default_value_t = TaskWord::Unique, hide_default_value = true, hide_possible_values = true)]
    task: TaskWord,

    /// With --task count: count no further than N [default: 1000000]
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = at_least_one())]
    limit: Option<u64>,

    /// latency, throughput or both [default: both]
    ///
    /// latency: one thread, each puzzle by itself. throughput: the whole corpus
    /// in batches over --threads.
    #[arg(
        long,
        value_enum,
        value_name = "MODE",
        value_delimiter = ',',
        hide_possible_values = true
    )]
    mode: Vec<ModeWord>,

    /// Numbers of threads [default: 1 and all cores]
    ///
    /// For throughput: a row for each, as in 1,2,4.
    #[arg(short = 'j', long, value_name = "N", value_delimiter = ',', value_parser = threads)]
    threads: Vec<usize>,

    /// How often every engine gets every corpus
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,

    /// Begin no round that would end after this time, as 10m
    #[arg(long, value_name = "TIME", value_parser = duration, hide_short_help = true)]
    within: Option<Duration>,

    /// At most N puzzles of each corpus, drawn by the seed
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,

    /// Number that sample and isomorphs follow from
    #[arg(long, value_name = "S", default_value_t = 1, hide_short_help = true)]
    seed: u64,

    /// The puzzles as they stand, not isomorphs of them
    #[arg(long, hide_short_help = true)]
    as_is: bool,

    /// Give up on a puzzle after N search nodes
    #[arg(long, value_name = "N", hide_short_help = true)]
    max_nodes: Option<u64>,

    /// Give up on a puzzle after this time
    ///
    /// As 500ms or 2s, or `none`. Time-outs are counted, and count double in PAR2.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = limit)]
    timeout: Limit,

    /// A program to compare with, as NAME=COMMAND
    ///
    /// The command gets one puzzle a line and answers with one line each. The
    /// whole process is timed; its answers are verified like ours. Can be given
    /// several times.
    #[arg(long, value_name = "CMD", value_parser = external)]
    external: Vec<External>,

    /// Do not bind the measured thread to one processor
    #[arg(long, hide_short_help = true)]
    no_pin: bool,

    /// Where the record goes [default: standard output]
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Add what is missing to a record
    #[arg(long = "continue", value_name = "FILE", conflicts_with = "record")]
    continued: Option<PathBuf>,

    /// One row a puzzle goes there (latency)
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    rows: Option<PathBuf>,

    #[command(flatten)]
    puzzles: PuzzleFlags,
    #[command(flatten)]
    talk: TalkFlags,
}

/// The tasks by their words.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum TaskWord {
    First,
    Unique,
    Count,
}

/// The modes by their words.
#[derive(Clone, Copy, PartialEq, Debug, ValueEnum)]
enum ModeWord {
    Latency,
    Throughput,
    Both,
}

/// A limit on time that can be none.
#[derive(Clone, Copy, Debug)]
struct Limit(Option<Duration>);

fn limit(text: &str) -> Result<Limit, String> {
    match text {
        "none" => Ok(Limit(None)),
        time => duration(time).map(|time| Limit(Some(time))),
    }
}

fn external(text: &str) -> Result<External, String> {
    match text.split_once('=') {
        Some((name, command)) if !name.is_empty() && !command.trim().is_empty() => Ok(External {
            name: name.to_owned(),
            command: command.to_owned(),
        }),
        _ => Err("a program is given as NAME=COMMAND, such as mine='./solver --fast'".to_owned()),
    }
}

const EXAMPLES: &str = "\
Examples:
  polydoku bench measure @hard -e bitmask,dlx            record on standard output
  polydoku bench measure a.txt b.txt -e all --record run.csv --rows rows.csv
  polydoku bench measure a.txt --sample 200 --timeout 1s --task first
  polydoku bench measure a.txt --continue run.csv        what is missing
  polydoku bench measure a.txt --mode throughput -j 1,2,4
  polydoku bench measure a.txt --external mine='./mine --lines'";

impl Measure {
    pub(super) fn run(self) -> Result<Status, Failure> {
        let cancel = interrupt::flag();
        let talk = Talk::new(self.talk);
        let engines = engines(&self.engine)?;
        let draw = Draw {
            sample: self.sample.map(|count| count as usize),
            seed: self.seed,
            permute: !self.as_is,
        };
        let plan = self.plan();
        let corpora = corpora(&self.puzzles, draw, &cancel, talk)?;
        let place = match (self.record, self.continued) {
            (_, Some(path)) => Place::Continued(path),
            (Some(path), None) => Place::New(path),
            (None, None) => Place::Stdout,
        };
        let engines = engines.into_iter().map(Contestant::Engine);
        let contestants = engines.chain(self.external.into_iter().map(Contestant::External));
        let on_stdout = matches!(place, Place::Stdout);
        let keeper = Keeper::open(place, self.rows.as_deref(), talk)?;
        let measure = harness::Measure {
            plan,
            corpora,
            contestants: contestants.collect(),
            before: keeper.before(),
            puzzle_rows: self.rows.is_some(),
            cancel: cancel.clone(),
        };
        let (record, outcome) = measured(&measure, keeper)?;
        let table = harness::summary(&record);
        if on_stdout {
            talk.note(table.trim_end());
        } else {
            show(&table)?;
        }
        ended(&outcome, &measure.plan, &cancel, talk)
    }

    fn plan(&self) -> Plan {
        let all = std::thread::available_parallelism().map_or(1, usize::from);
        let mut threads = match self.threads.is_empty() {
            true => vec![1, all],
            false => self.threads.clone(),
        };
        threads.sort_unstable();
        threads.dedup();
        let has = |mode| {
            self.mode.is_empty() || self.mode.contains(&mode) || self.mode.contains(&ModeWord::Both)
        };
        let modes = [
            (ModeWord::Latency, Mode::Latency),
            (ModeWord::Throughput, Mode::Throughput),
        ];
        let modes = modes
            .into_iter()
            .filter(|(word, _)| has(*word))
            .map(|(_, mode)| mode);
        Plan {
            task: match self.task {
                TaskWord::First => Task::First,
                TaskWord::Unique => Task::Unique,
                TaskWord::Count => Task::Count,
            },
            count_limit: self.limit.unwrap_or(Plan::default().count_limit),
            max_nodes: self.max_nodes,
            timeout: self.timeout.0,
            modes: modes.collect(),
            threads,
            rounds: self.rounds,
            time: self.within,
            seed: self.seed,
            permuted: !self.as_is,
            pin: !self.no_pin,
            command: command_line(std::env::args()),
        }
    }
}

/// The engines of these names; without any, those that stand for their family.
fn engines(names: &[String]) -> Result<Vec<&'static dyn Engine>, Failure> {
    let available = || {
        let all = polydoku_engines::all().iter().map(Box::as_ref);
        all.filter(|engine| engine.available().is_ok())
    };
    if names.is_empty() {
        return Ok(one_a_family());
    }
    let mut chosen: Vec<&'static dyn Engine> = Vec::new();
    for name in names {
        let more = match name.as_str() {
            "all" => available().collect(),
            name => vec![polydoku_engines::by_name(name).map_err(Failure::usage)?],
        };
        for engine in more {
            if !chosen
                .iter()
                .any(|one| one.info().name == engine.info().name)
            {
                chosen.push(engine);
            }
        }
    }
    Ok(chosen)
}

/// The engines that are called as their family.
pub(super) fn one_a_family() -> Vec<&'static dyn Engine> {
    let all = polydoku_engines::all().iter().map(Box::as_ref);
    all.filter(|engine| engine.info().name == engine.info().family())
        .collect()
}

/// Runs a measure and keeps what it brings.
pub(super) fn measured(
    measure: &harness::Measure<'_>,
    mut keeper: Keeper,
) -> Result<(Record, Outcome), Failure> {
    let outcome = measure.run(&mut keeper);
    let record = keeper.close()?;
    Ok((record, outcome.map_err(Failure::usage)?))
}

/// Writes a table on standard output.
pub(super) fn show(table: &str) -> Result<(), Failure> {
    let written = io::stdout().lock().write_all(table.as_bytes());
    written.map_err(|error| Failure::writing(&error))
}

/// What is said at the end, and the status.
pub(super) fn ended(
    outcome: &Outcome,
    plan: &Plan,
    cancel: &Cancel,
    talk: Talk,
) -> Result<Status, Failure> {
    for note in &outcome.notes {
        talk.note(format_args!("not measured: {note}"));
    }
    for fault in &outcome.faults {
        talk.error(fault);
    }
    if cancel.is_cancelled() {
        return Err(Failure::Interrupted);
    }
    if outcome.rounds < plan.rounds && outcome.rounds > 0 {
        let (made, planned) = (outcome.rounds, plan.rounds);
        talk.note(format_args!("{made} of {planned} rounds, for want of time"));
    }
    Ok(match outcome.faults.is_empty() {
        true => Status::Yes,
        false => Status::No,
    })
}

/// The command as it can be typed again.
pub(super) fn command_line(mut arguments: impl Iterator<Item = String>) -> String {
    // The program's own path belongs to a machine.
    arguments.next();
    let quoted = arguments.map(|argument| {
        let plain = |c: char| c.is_alphanumeric() || "-_=+.,:/@%".contains(c);
        match !argument.is_empty() && argument.chars().all(plain) {
            true => argument,
            false => format!("'{}'", argument.replace('\'', r"'\''")),
        }
    });
    std::iter::once("polydoku".to_owned())
        .chain(quoted)
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_can_be_typed_again() {
        let typed = [
            "/somewhere/polydoku",
            "bench",
            "a b.txt",
            "x='y'",
            "",
            "-j1,2",
        ];
        assert_eq!(
            command_line(typed.map(str::to_owned).into_iter()),
            r"polydoku bench 'a b.txt' 'x='\''y'\''' '' -j1,2"
        );
    }

    #[test]
    fn programs_have_names() {
        let mine = external("mine=./solve -x=1").expect("well formed");
        assert_eq!(
            (mine.name.as_str(), mine.command.as_str()),
            ("mine", "./solve -x=1")
        );
        for wrong in ["", "mine", "=x", "mine=", "mine= "] {
            assert!(external(wrong).is_err(), "{wrong:?}");
        }
    }
}
