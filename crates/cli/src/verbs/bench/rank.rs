//! `polydoku bench rank`: one number an engine.

use std::path::PathBuf;

use clap::Parser;
use polydoku_harness::compare::{Ranking, rankings, told_apart};
use polydoku_harness::report::factor;

use super::terms::{TermsFlags, words};
use super::written::{self, Entry, TableFlag, Written};
use crate::flags::TalkFlags;
use crate::status::{Failure, Status};
use crate::talk::Talk;

/// One number an engine: how many times the best's time it takes
///
/// The geometric mean of an engine's ratios to the best engine of each corpus,
/// over the corpora on which all engines have a figure; what was left out, and
/// for whose lack, is said. -e ranks fewer engines, over more corpora perhaps.
/// Modes, tasks and numbers of threads are ranked apart.
#[derive(Parser, Debug)]
#[command(name = "rank", before_long_help = EXAMPLES)]
pub struct Rank {
    /// A record that `bench measure` wrote; - is standard input
    #[arg(value_name = "RECORD")]
    record: PathBuf,

    /// Engines to rank, separated by commas [default: all]
    #[arg(short, long, value_name = "NAMES", value_delimiter = ',')]
    engine: Vec<String>,

    #[command(flatten)]
    terms: TermsFlags,
    #[command(flatten)]
    table: TableFlag,
    #[command(flatten)]
    talk: TalkFlags,
}

const EXAMPLES: &str = "\
Examples:
  polydoku bench rank run.csv
  polydoku bench rank run.csv --by p99
  polydoku bench rank run.csv -e bitmask,dlx,sat -o md";

const COLUMNS: &[(&str, &str)] = &[
    ("", "mode"),
    ("", "task"),
    ("", "threads"),
    ("", "place"),
    ("engine", "engine"),
    ("times the best", "factor"),
    ("95 % interval", ""),
    ("", "low"),
    ("", "high"),
    ("", "rounds"),
    ("best on", ""),
    ("", "best_on"),
    ("", "corpora"),
    ("gave up", "unknown"),
];

impl Rank {
    /// Does it.
    pub(super) fn run(self) -> Result<Status, Failure> {
        let record = told_apart(&written::record(&self.record)?);
        let terms = self.terms.terms();
        let names = written::known_engines(&self.engine, &record.engines(), &self.record)?;
        let names = (!names.is_empty()).then_some(names.as_slice());
        let rankings = rankings(&record, names, &terms);
        let talk = Talk::new(self.talk);
        let mut tables = Vec::new();
        for ranking in &rankings {
            if ranking.engines.is_empty() {
                let why = left_out(ranking);
                talk.note(format_args!(
                    "{}: no corpus has the figure of every engine, so nothing is ranked; {why}",
                    ranking.words()
                ));
                continue;
            }
            tables.push(table(ranking, &words(terms.figure)));
        }
        if tables.is_empty() {
            return Err(Failure::Io(format!(
                "{}: nothing to rank by this figure",
                self.record.display()
            )));
        }
        written::write(&tables, self.table.output)?;
        Ok(Status::Yes)
    }
}

fn table(ranking: &Ranking<'_>, figure: &str) -> Written {
    let corpora = ranking.corpora.len();
    let all = corpora + ranking.left_out.len();
    let title = format!(
        "{}: {figure}, geometric mean over {corpora} of {all} corpora",
        ranking.words()
    );
    let mut table = Written::new(title, COLUMNS);
    for (place, one) in ranking.engines.iter().enumerate() {
        let interval = one.factor.interval;
        let end = |end: Option<f64>| end.map_or(Entry::Missing, Entry::Exact);
        table.rows.push(vec![
            Entry::text(ranking.mode.word()),
            Entry::text(ranking.task.word()),
            ranking
                .threads
                .map_or(Entry::Missing, |threads| Entry::Exact(threads.into())),
            Entry::Exact(place as f64 + 1.0),
            Entry::text(one.engine),
            Entry::Number(one.factor.ratio, factor(one.factor.ratio)),
            interval.map_or(Entry::Missing, |interval| {
                Entry::Span(format!("{:.2} to {:.2}", interval.low, interval.high))
            }),
            end(interval.map(|interval| interval.low)),
            end(interval.map(|interval| interval.high)),
            Entry::Exact(one.factor.rounds as f64),
            Entry::Span(format!("{} of {corpora}", one.best_on)),
            Entry::Exact(one.best_on as f64),
            Entry::Exact(corpora as f64),
            Entry::count(one.unknown),
        ]);
    }
    table
        .notes
        .push(format!("Over {}.", ranking.corpora.join(", ")));
    let why = left_out(ranking);
    if !why.is_empty() {
        table.notes.push(format!("Left out: {why}."));
    }
    if !ranking.without.is_empty() {
        let names = ranking.without.join(", ");
        table
            .notes
            .push(format!("Without this figure anywhere: {names}."));
    }
    table
}

/// `16x16 (simd has none), ...`.
fn left_out(ranking: &Ranking<'_>) -> String {
    let each = ranking.left_out.iter().map(|(corpus, lacking)| {
        let have = if lacking.len() == 1 { "has" } else { "have" };
        format!("{corpus} ({} {have} none)", lacking.join(", "))
    });
    each.collect::<Vec<_>>().join(", ")
}
