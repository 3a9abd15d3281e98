//! `polydoku bench cmp`: two records, or engines of one record, side by side.

use std::path::PathBuf;

use clap::Parser;
use polydoku_harness::Record;
use polydoku_harness::compare::{Between, Comparison, Drift, Finding, Terms, engines, records};
use polydoku_harness::report::{factor, time};

use super::terms::{TermsFlags, share, words};
use super::written::{self, Entry, TableFlag, Written};
use crate::flags::TalkFlags;
use crate::status::{Failure, Status};
use crate::talk::Talk;

/// Two records, or engines of one, side by side
///
/// With two records: what changed from the first to the second, engine by engine.
/// With one: the engines named by -e, each against the first. Each ratio comes
/// with its 95 % bootstrap interval over the rounds, and a word: faster, slower,
/// or noise where the interval holds 1 or the difference is below --threshold.
/// Between two records, what at least three engines have in common is taken for
/// the machine's doing, shown, and divided out.
#[derive(Parser, Debug)]
#[command(name = "cmp", before_long_help = EXAMPLES)]
pub struct Cmp {
    /// A record that `bench measure` wrote; - is standard input
    #[arg(value_name = "RECORD")]
    record: PathBuf,

    /// A second one, to be compared with the first
    #[arg(value_name = "RECORD2")]
    second: Option<PathBuf>,

    /// Engines to compare, separated by commas
    #[arg(short, long, value_name = "NAMES", value_delimiter = ',')]
    engine: Vec<String>,

    /// Smaller differences are noise [default: 5%]
    #[arg(
        long,
        value_name = "SHARE",
        default_value = "5%",
        hide_default_value = true,
        value_parser = share
    )]
    threshold: f64,

    /// Two records: leave in what all engines have in common
    #[arg(long)]
    absolute: bool,

    #[command(flatten)]
    terms: TermsFlags,
    #[command(flatten)]
    table: TableFlag,
    #[command(flatten)]
    talk: TalkFlags,
}

const EXAMPLES: &str = "\
Examples:
  polydoku bench cmp before.csv after.csv
  polydoku bench cmp run.csv -e dlx,dlx/cells
  polydoku bench cmp run.csv -e simd,bitmask --by p99 -o md";

/// The columns between two records; within one, `other` is the engine's name.
const COLUMNS: &[(&str, &str)] = &[
    ("engine", "engine"),
    ("on", ""),
    ("", "base"),
    ("", "corpus"),
    ("", "mode"),
    ("", "task"),
    ("", "threads"),
    ("before", "before_ns"),
    ("after", "after_ns"),
    ("ratio", "ratio"),
    ("95 %", ""),
    ("", "low"),
    ("", "high"),
    ("", "rounds"),
    ("", "limited"),
    ("", "finding"),
    ("which is", ""),
];

impl Cmp {
    /// Does it.
    pub(super) fn run(self) -> Result<Status, Failure> {
        let talk = Talk::new(self.talk);
        let terms = Terms {
            threshold: self.threshold,
            absolute: self.absolute,
            ..self.terms.terms()
        };
        let first = written::record(&self.record)?;
        match &self.second {
            Some(path) => {
                let second = written::record(path)?;
                self.two_records(&first, &second, &terms, talk)
            }
            None => self.one_record(&first, &terms),
        }
    }

    fn two_records(
        &self,
        old: &Record,
        new: &Record,
        terms: &Terms,
        talk: Talk,
    ) -> Result<Status, Failure> {
        let known: Vec<&str> = old.engines().into_iter().chain(new.engines()).collect();
        let names = written::known_engines(&self.engine, &known, &self.record)?;
        let Between {
            mut comparisons,
            drift,
            circumstances,
            mut alone,
        } = records(old, new, terms);
        let wanted = |name: &str| names.is_empty() || names.contains(&name);
        comparisons.retain(|one| wanted(&one.base.engine));
        alone.retain(|(engine, _)| wanted(engine));
        if comparisons.is_empty() {
            return Err(Failure::Io(
                "the records have no question in common: the same engine, puzzles, task, mode, \
                 threads and limits"
                    .to_owned(),
            ));
        }
        for what in circumstances {
            talk.note(format_args!("another {what}"));
        }
        let mut tables = tables(&comparisons, terms, true);
        let last = tables.last_mut().expect("there is something to compare");
        match drift {
            Some(drift) => last.notes.push(machine(drift)),
            None if self.absolute => {}
            None => last.notes.push(format!(
                "Fewer than {} engines stand in both records, so that a slower hour of the \
                 machine cannot be told from slower engines.",
                Drift::FEWEST
            )),
        }
        if !alone.is_empty() {
            let list: Vec<String> = alone
                .iter()
                .map(|(engine, corpus)| format!("{engine} on {corpus}"))
                .collect();
            talk.note(format_args!("in one record only: {}", list.join(", ")));
        }
        written::write(&tables, self.table.output)?;
        Ok(Status::Yes)
    }

    fn one_record(&self, record: &Record, terms: &Terms) -> Result<Status, Failure> {
        let known = record.engines();
        let named = written::known_engines(&self.engine, &known, &self.record)?;
        let names = match (named.len(), known.len()) {
            (0, 2) => known,
            (0 | 1, _) => {
                return Err(Failure::usage(format_args!(
                    "which engines? -e A,B compares B with A; {} has {}",
                    self.record.display(),
                    known.join(", ")
                )));
            }
            _ => named,
        };
        let base = names[0];
        let mut tables = Vec::new();
        for other in &names[1..] {
            let comparisons = engines(record, base, other, terms);
            if comparisons.is_empty() {
                return Err(Failure::Io(format!(
                    "{}: {base} and {other} have no question in common",
                    self.record.display()
                )));
            }
            tables.extend(self::tables(&comparisons, terms, false));
        }
        written::write(&tables, self.table.output)?;
        Ok(Status::Yes)
    }
}

/// What the machine did between two runs.
fn machine(drift: Drift) -> String {
    let percent = 100.0 * (drift.factor - 1.0).abs();
    let what = match drift.factor < 1.0 {
        true => "less",
        false => "more",
    };
    format!(
        "The median of {} engines took {percent:.1} % {what} time in the second run. That is taken \
         for the machine's doing and divided out of the ratios (--absolute leaves it in).",
        drift.engines
    )
}

/// One table for each mode, task and number of threads.
fn tables(comparisons: &[Comparison<'_>], terms: &Terms, between_records: bool) -> Vec<Written> {
    let mut kinds: Vec<(String, Vec<&Comparison<'_>>)> = Vec::new();
    for one in comparisons {
        let kind = one.kind();
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, of_kind)) => of_kind.push(one),
            None => kinds.push((kind, vec![one])),
        }
    }
    kinds
        .iter()
        .map(|(kind, of_kind)| table(kind, of_kind, terms, between_records))
        .collect()
}

fn table(
    kind: &str,
    comparisons: &[&Comparison<'_>],
    terms: &Terms,
    between_records: bool,
) -> Written {
    let figure = words(terms.figure);
    let first = comparisons[0];
    let title = match between_records {
        true => format!("{kind}: what changed in the {figure}"),
        false => format!(
            "{kind}: {} against {}, {figure}",
            first.other.engine, first.base.engine
        ),
    };
    let mut columns = COLUMNS.to_vec();
    if !between_records {
        columns[0].0 = "";
        columns[7].0 = "first";
        columns[8].0 = "second";
    }
    let mut table = Written::new(title, &columns);
    for one in comparisons {
        let interval = one.estimate.interval;
        let end = |end: Option<f64>| end.map_or(Entry::Missing, Entry::Exact);
        let row = one.base;
        let mark = if one.limited { " *" } else { "" };
        table.rows.push(vec![
            Entry::text(&one.other.engine),
            Entry::Words(written::corpus_in_short(&row.corpus)),
            Entry::text(&row.engine),
            Entry::text(&row.corpus),
            Entry::text(row.mode.word()),
            Entry::text(row.task.word()),
            row.threads
                .map_or(Entry::Missing, |threads| Entry::Exact(threads.into())),
            Entry::Number(one.base_ns, time(one.base_ns)),
            Entry::Number(one.other_ns, time(one.other_ns)),
            Entry::Number(one.estimate.ratio, factor(one.estimate.ratio)),
            interval.map_or(Entry::Missing, |interval| {
                Entry::Span(format!("{:.2}-{:.2}", interval.low, interval.high))
            }),
            end(interval.map(|interval| interval.low)),
            end(interval.map(|interval| interval.high)),
            Entry::Exact(one.estimate.rounds as f64),
            Entry::Flag(one.limited),
            Entry::text(one.finding.word()),
            Entry::Words(format!("{}{mark}", one.finding.word())),
        ]);
    }
    let number = |finding: Finding| {
        let its = comparisons.iter().filter(|one| one.finding == finding);
        its.count()
    };
    table.notes.push(format!(
        "{} compared: {} faster, {} slower, {} noise{}.",
        comparisons.len(),
        number(Finding::Faster),
        number(Finding::Slower),
        number(Finding::Noise),
        match number(Finding::TooFewRounds) {
            0 => String::new(),
            few => format!(", {few} with too few rounds"),
        }
    ));
    if comparisons.iter().any(|one| one.limited) {
        table.notes.push(
            "*: some puzzle was given up and counts with twice the limit, so the limit is part \
             of the figure."
                .to_owned(),
        );
    }
    table
}
