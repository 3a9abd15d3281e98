//! `polydoku bench diff`: single puzzles on which engines disagree or differ most.

use std::path::PathBuf;

use clap::Parser;
use polydoku_harness::compare::{
    Apart, Disagreement, Figure, Sitting, disagreements, furthest_apart,
};
use polydoku_harness::report::{factor, time};
use polydoku_harness::{Measured, Mode, PuzzleRow, Record, Task};

use super::written::{self, Either, Entry, TableFlag, Written};
use crate::flags::TalkFlags;
use crate::status::{Failure, Status};

/// Puzzles on which engines disagree, or differ most
///
/// Reads the rows of single puzzles that `bench measure --rows FILE` wrote, or a
/// record; a record knows no single puzzles but those of wrong answers, and shows
/// the corpora on which engines differ most. Different answers come first. The
/// exit status is 1 when there are such, else 0.
#[derive(Parser, Debug)]
#[command(name = "diff", before_long_help = EXAMPLES)]
pub struct Diff {
    /// Rows of single puzzles, or a record; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Two engines, as A,B [default: each puzzle's fastest and slowest]
    #[arg(short, long, value_name = "A,B", value_delimiter = ',')]
    engine: Vec<String>,

    /// How many puzzles
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10)]
    count: usize,

    #[command(flatten)]
    table: TableFlag,
    #[command(flatten)]
    talk: TalkFlags,
}

const EXAMPLES: &str = "\
Examples:
  polydoku bench diff rows.csv                  widest gaps between any two
  polydoku bench diff rows.csv -e simd,bitmask  between these two
  polydoku bench diff run.csv                   by corpus, from a record";

/// Columns of puzzles with two times.
const APART: &[(&str, &str)] = &[
    ("corpus", ""),
    ("", "corpus"),
    ("", "puzzle"),
    ("line", "line"),
    ("", "clues"),
    ("", "task"),
    ("engine", "base"),
    ("takes", "base_ns"),
    ("", "base_guesses"),
    ("and", "other"),
    ("takes", "other_ns"),
    ("", "other_guesses"),
    ("ratio", ""),
    ("", "ratio"),
    ("", "is_bound"),
];

/// Columns of answers that differ.
const ANSWERS: &[(&str, &str)] = &[
    ("corpus", "corpus"),
    ("", "puzzle"),
    ("line", "line"),
    ("task", "task"),
    ("engine", "engine"),
    ("verdict", "verdict"),
    ("solutions", "found"),
    ("error", "error"),
];

impl Diff {
    /// Does it.
    pub(super) fn run(self) -> Result<Status, Failure> {
        let (tables, disagree) = match written::record_or_puzzles(&self.file)? {
            Either::Record(record) => self.of_record(&record)?,
            Either::Puzzles(rows) => self.of_puzzles(&rows)?,
        };
        written::write(&tables, self.table.output)?;
        Ok(if disagree { Status::No } else { Status::Yes })
    }

    /// The two engines asked for, if any were.
    fn pair(&self, known: &[&str]) -> Result<Option<(&str, &str)>, Failure> {
        match written::known_engines(&self.engine, known, &self.file)?[..] {
            [] => Ok(None),
            [a, b] if a != b => Ok(Some((a, b))),
            _ => Err(Failure::usage("-e takes two different engines, as A,B")),
        }
    }

    fn of_puzzles(&self, rows: &[PuzzleRow]) -> Result<(Vec<Written>, bool), Failure> {
        if rows.is_empty() {
            let path = self.file.display();
            return Err(Failure::Io(format!("{path}: no row of a puzzle")));
        }
        let sittings = Sitting::of(rows);
        let mut known: Vec<&str> = sittings
            .iter()
            .flat_map(|one| one.engines.clone())
            .collect();
        known.sort_unstable();
        known.dedup();
        let pair = self.pair(&known)?;
        let disagreements = disagreements(&sittings);
        let mut tables = Vec::new();
        if !disagreements.is_empty() {
            tables.push(answers(&disagreements));
        }
        let gaps = furthest_apart(&sittings, pair, self.count);
        tables.push(apart(&gaps, pair));
        Ok((tables, !disagreements.is_empty()))
    }

    fn of_record(&self, record: &Record) -> Result<(Vec<Written>, bool), Failure> {
        let pair = self.pair(&record.engines())?;
        let mut tables = Vec::new();
        let faults: Vec<_> = record
            .rows
            .iter()
            .filter(|row| row.status.is_fault())
            .collect();
        if !faults.is_empty() {
            let mut table = Written::new(
                "Answers that were found wrong".to_owned(),
                &[
                    ("corpus", "corpus"),
                    ("task", "task"),
                    ("engine", "engine"),
                    ("status", "status"),
                    ("what is wrong", "error"),
                ],
            );
            let entries = |row: &&polydoku_harness::Row| {
                let texts = [
                    row.corpus.as_str(),
                    row.task.word(),
                    &row.engine,
                    row.status.word(),
                    &row.error,
                ];
                texts.map(Entry::text).to_vec()
            };
            table.rows = faults.iter().map(entries).collect();
            tables.push(table);
        }
        tables.push(by_corpus(&record.measured(), pair, self.count));
        Ok((tables, !faults.is_empty()))
    }
}

fn answers(disagreements: &[Disagreement<'_>]) -> Written {
    let title = match disagreements.len() {
        1 => "1 puzzle has different answers".to_owned(),
        n => format!("{n} puzzles have different answers"),
    };
    let mut table = Written::new(title, ANSWERS);
    for one in disagreements {
        for (engine, trial) in one.answers() {
            table.rows.push(vec![
                Entry::text(one.sitting.corpus),
                Entry::Exact(one.puzzle.number as f64),
                Entry::count(one.puzzle.line),
                Entry::text(one.sitting.task.word()),
                Entry::text(engine),
                Entry::text(trial.verdict),
                Entry::count(trial.found),
                Entry::text(trial.error),
            ]);
        }
    }
    table
}

fn apart(gaps: &[Apart<'_>], pair: Option<(&str, &str)>) -> Written {
    let title = match pair {
        Some((a, b)) => format!("Puzzles on which {b} and {a} lie furthest apart"),
        None => "Puzzles on which the fastest and the slowest lie furthest apart".to_owned(),
    };
    let mut table = Written::new(title, APART);
    for one in gaps {
        let trial = |engine: &str| {
            let place = one.sitting.place_of(engine)?;
            one.puzzle.trials[place].as_ref()
        };
        let guesses = |engine: &str| {
            let guesses = trial(engine).and_then(|trial| trial.guesses);
            guesses.map_or(Entry::Missing, Entry::count)
        };
        let bound = match (one.is_bound, one.ratio >= 1.0) {
            (false, _) => "",
            (true, true) => "> ",
            (true, false) => "< ",
        };
        let (base_ns, other_ns) = one.times_ns;
        table.rows.push(vec![
            Entry::Words(written::corpus_in_short(one.sitting.corpus)),
            Entry::text(one.sitting.corpus),
            Entry::Exact(one.puzzle.number as f64),
            Entry::count(one.puzzle.line),
            Entry::count(one.puzzle.clues.into()),
            Entry::text(one.sitting.task.word()),
            Entry::text(one.base),
            Entry::Number(base_ns, time(base_ns)),
            guesses(one.base),
            Entry::text(one.other),
            Entry::Number(other_ns, time(other_ns)),
            guesses(one.other),
            Entry::Span(format!("{bound}{}", factor(one.ratio))),
            Entry::Exact(one.ratio),
            Entry::Flag(one.is_bound),
        ]);
    }
    if gaps.iter().any(|one| one.is_bound) {
        let note = "\">\": the slower one was given up, and would have taken longer still.";
        table.notes.push(note.to_owned());
    }
    table
}

/// What must be equal to stand in one line.
fn key<'r>(one: &Measured<'r>) -> (&'r str, Mode, Task, Option<u32>) {
    let row = one.row();
    (row.corpus.as_str(), row.mode, row.task, row.threads)
}

/// The questions on which two engines' means lie furthest apart.
fn by_corpus(measured: &[Measured<'_>], pair: Option<(&str, &str)>, count: usize) -> Written {
    let mean = |one: &Measured<'_>| one.median(|row| Figure::Mean.of(row));
    let mut gaps = Vec::new();
    for (number, one) in measured.iter().enumerate() {
        if measured[..number]
            .iter()
            .any(|before| key(before) == key(one))
        {
            continue;
        }
        let mut times: Vec<(&str, f64)> = measured
            .iter()
            .filter(|other| key(other) == key(one))
            .filter_map(|other| Some((other.row().engine.as_str(), mean(other)?)))
            .collect();
        times.sort_by(|a, b| a.1.total_cmp(&b.1));
        let named = |name: &str| times.iter().find(|(engine, _)| *engine == name).copied();
        let ends = match pair {
            Some((a, b)) => named(a).zip(named(b)),
            None => times.first().copied().zip(times.last().copied()),
        };
        gaps.extend(
            ends.filter(|(a, b)| a.0 != b.0)
                .map(|ends| (one.row(), ends)),
        );
    }
    let width = |gap: &(_, ((_, f64), (_, f64)))| (gap.1.1.1 / gap.1.0.1).ln().abs();
    gaps.sort_by(|a, b| width(b).total_cmp(&width(a)));
    gaps.truncate(count);
    let mut table = Written::new(
        "Corpora on which mean times lie furthest apart".to_owned(),
        &[
            ("corpus", "corpus"),
            ("mode", "mode"),
            ("task", "task"),
            ("threads", "threads"),
            ("engine", "base"),
            ("takes", "base_ns"),
            ("and", "other"),
            ("takes", "other_ns"),
            ("ratio", "ratio"),
        ],
    );
    for (row, ((base, base_ns), (other, other_ns))) in gaps {
        let ratio = other_ns / base_ns;
        table.rows.push(vec![
            Entry::text(&row.corpus),
            Entry::text(row.mode.word()),
            Entry::text(row.task.word()),
            row.threads
                .map_or(Entry::Missing, |threads| Entry::count(threads.into())),
            Entry::text(base),
            Entry::Number(base_ns, time(base_ns)),
            Entry::text(other),
            Entry::Number(other_ns, time(other_ns)),
            Entry::Number(ratio, factor(ratio)),
        ]);
    }
    table
}
