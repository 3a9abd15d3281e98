//! A record as tables of 80 columns: engines down, corpora across.
//!
//! A table for each mode and number of threads, since figures of different modes
//! are never set side by side. Latency shows the median puzzle, rates show whole
//! corpora; three digits, since no more would be repeated tomorrow. What is not a
//! figure says so: `wrong`, `failed`, `limit` (gave up on puzzles, so no rate), `-`
//! (does not take the rules). Where more than half ran into the limit, the median is
//! only known to be above it: `>10s`.

use std::fmt::Write;

use crate::record::{Measured, Mode, Record, Row, Status};

/// The width of a line.
const WIDTH: usize = 80;
/// A figure such as `12.3ms`.
const FIGURE: usize = 6;
/// More of a corpus's name is cut off.
const NAME: usize = 16;

/// The tables, with notes under them; empty for an empty record.
pub fn summary(record: &Record) -> String {
    let all = record.measured();
    let mut text = String::new();
    let mut kinds: Vec<Kind> = Vec::new();
    for one in &all {
        let kind = Kind::of(one.row());
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    // Rows without times do not say how many threads they would have used.
    let counted = |kind: &Kind| kind.mode != Mode::Throughput || kind.threads.is_some();
    let several = kinds
        .iter()
        .any(|kind| kind.mode == Mode::Throughput && counted(kind));
    kinds.retain(|kind| !several || counted(kind));
    for kind in &kinds {
        let of_kind: Vec<&Measured<'_>> = all.iter().filter(|one| kind.shows(one.row())).collect();
        if !text.is_empty() {
            text.push('\n');
        }
        kind.write(&of_kind, &mut text);
    }
    notes(&all, &mut text);
    text
}

/// What a table is about.
#[derive(Clone, PartialEq, Debug)]
struct Kind {
    mode: Mode,
    threads: Option<u32>,
    limit: u64,
    task: crate::record::Task,
}

impl Kind {
    fn of(row: &Row) -> Kind {
        Kind {
            mode: row.mode,
            threads: row.threads.filter(|_| row.mode == Mode::Throughput),
            limit: row.solution_limit,
            task: row.task,
        }
    }

    fn shows(&self, row: &Row) -> bool {
        let own = Kind::of(row);
        own == *self
            || own.threads.is_none()
                && Kind {
                    threads: self.threads,
                    ..own
                } == *self
    }

    fn title(&self) -> String {
        let question = match self.task.word() {
            "count" => format!("counting up to {}", self.limit),
            word => format!("task {word}"),
        };
        let threads = match self.threads {
            Some(1) => "1 thread".to_owned(),
            Some(n) => format!("{n} threads"),
            None => "threads".to_owned(),
        };
        match self.mode {
            Mode::Latency => format!("Median time of a puzzle, {question}"),
            Mode::Throughput => format!("Puzzles a second in batches on {threads}, {question}"),
            Mode::Process => format!("Puzzles a second of whole processes, {question}"),
        }
    }

    fn write(&self, all: &[&Measured<'_>], text: &mut String) {
        let distinct = |names: &mut dyn Iterator<Item = &str>| {
            let mut seen: Vec<String> = Vec::new();
            names.for_each(|name| {
                if !seen.iter().any(|one| one == name) {
                    seen.push(name.to_owned());
                }
            });
            seen
        };
        let engines = distinct(&mut all.iter().map(|one| one.row().engine.as_str()));
        let corpora = distinct(&mut all.iter().map(|one| one.row().corpus.as_str()));
        let first = engines.iter().map(String::len).max().unwrap_or(0).max(6);
        let width = |corpus: &String| shown(corpus).chars().count().clamp(FIGURE, NAME);
        let _ = writeln!(text, "{}", self.title());
        let mut rest = &corpora[..];
        while !rest.is_empty() {
            let mut used = first;
            let fits = |corpus: &&String| {
                used += 1 + width(corpus);
                used <= WIDTH
            };
            let count = rest.iter().take_while(fits).count().max(1);
            let (now, later) = rest.split_at(count);
            rest = later;
            let _ = write!(text, "{:first$}", "engine");
            for corpus in now {
                let short: String = shown(corpus).chars().take(NAME).collect();
                let _ = write!(text, " {short:>0$}", width(corpus));
            }
            text.push('\n');
            for engine in &engines {
                let _ = write!(text, "{engine:first$}");
                for corpus in now {
                    let own = |one: &&&Measured<'_>| {
                        let row = one.row();
                        row.engine == *engine && row.corpus == *corpus
                    };
                    let figure = all
                        .iter()
                        .find(own)
                        .map_or_else(String::new, |one| figure(one));
                    let _ = write!(text, " {figure:>0$}", width(corpus));
                }
                text.push('\n');
            }
        }
    }
}

/// A corpus's name as it heads a column.
fn shown(corpus: &str) -> &str {
    corpus.strip_prefix('@').unwrap_or(corpus)
}

fn figure(one: &Measured<'_>) -> String {
    let none = || "?".to_owned();
    match one.status() {
        Status::Wrong => "wrong".to_owned(),
        Status::Failed => "failed".to_owned(),
        Status::Limited => "limit".to_owned(),
        Status::Unsupported => "-".to_owned(),
        Status::Measured if one.row().mode == Mode::Latency => {
            let median = one.median(|row| row.median_ns);
            // More than half given up: the median is not known.
            let words = match one.unknown() * 2 > one.row().puzzles {
                true => at_least,
                false => time_in_words,
            };
            median.map_or_else(none, words)
        }
        Status::Measured => {
            let rate = one.median(|row| row.puzzles_per_s);
            rate.map_or_else(none, rate_in_words)
        }
    }
}

/// How many puzzles were given up, which a median does not show.
fn notes(all: &[Measured<'_>], text: &mut String) {
    let mut said: Vec<String> = Vec::new();
    for one in all {
        let row = one.row();
        let (engine, corpus) = (&row.engine, &row.corpus);
        if one.unknown() > 0 && row.mode == Mode::Latency {
            let (unknown, timed_out) = (one.unknown(), one.timed_out());
            let nodes = unknown - timed_out;
            let mut why = Vec::new();
            if let (1.., Some(limit)) = (timed_out, row.timeout_ns) {
                why.push(format!(
                    "{timed_out} timed out ({})",
                    time_in_words(limit as f64)
                ));
            }
            if nodes > 0 {
                why.push(format!("{nodes} ended by the node limit"));
            }
            said.push(format!(
                "{engine} on {corpus}: {} of {}",
                why.join(", "),
                row.puzzles
            ));
        }
    }
    said.dedup();
    if !said.is_empty() && !text.is_empty() {
        text.push('\n');
    }
    for line in said {
        text.push_str(&line);
        text.push('\n');
    }
}

/// A time with three digits: `412ns`, `1.23us`, `45.6ms`, `12.3s`.
pub fn time_in_words(ns: f64) -> String {
    let (value, unit) = scaled(ns);
    format!("{}{unit}", three_digits(value, unit == "ns"))
}

/// A time in the unit that suits it.
fn scaled(ns: f64) -> (f64, &'static str) {
    // Scales change where three digits would round up to the next one.
    match ns {
        ns if ns < 999.5 => (ns, "ns"),
        ns if ns < 999.5e3 => (ns / 1e3, "us"),
        ns if ns < 999.5e6 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    }
}

/// A time that is only a lower bound: no finer than it deserves.
fn at_least(ns: f64) -> String {
    let (value, unit) = scaled(ns);
    match value {
        v if v < 10.0 => format!(">{:.1}{unit}", (v * 10.0).floor() / 10.0),
        v => format!(">{:.0}{unit}", v.floor()),
    }
}

/// A rate with three digits: `85.2`, `12.3k`, `1.20M`.
pub fn rate_in_words(per_second: f64) -> String {
    let (value, unit) = match per_second {
        rate if rate < 999.5 => (rate, ""),
        rate if rate < 999.5e3 => (rate / 1e3, "k"),
        rate => (rate / 1e6, "M"),
    };
    format!("{}{unit}", three_digits(value, false))
}

fn three_digits(value: f64, whole: bool) -> String {
    match value {
        v if whole && v >= 10.0 => format!("{v:.0}"),
        v if v < 9.995 => format!("{v:.2}"),
        v if v < 99.95 => format!("{v:.1}"),
        v => format!("{v:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::SCHEMA;

    #[test]
    fn figures_have_three_digits() {
        let times = [
            0.1,
            9.4,
            412.3,
            999.6,
            1234.0,
            45_600_000.0,
            12.34e9,
            999.6e6,
        ];
        let shown = times.map(time_in_words);
        let expected = [
            "0.10ns", "9.40ns", "412ns", "1.00us", "1.23us", "45.6ms", "12.3s", "1.00s",
        ];
        assert_eq!(shown, expected);
        let bounds = [20.1e6, 1.159e9, 124.6e6, 9.96e9].map(at_least);
        assert_eq!(bounds, [">20ms", ">1.1s", ">124ms", ">9.9s"]);
        let shown = [0.5, 85.21, 12_345.0, 999_600.0, 1_204_000.0].map(rate_in_words);
        assert_eq!(shown, ["0.50", "85.2", "12.3k", "1.00M", "1.20M"]);
    }

    fn row(engine: &str, corpus: &str, median_ns: f64) -> Row {
        Row {
            schema: SCHEMA,
            engine: engine.to_owned(),
            corpus: corpus.to_owned(),
            puzzles: 20,
            round: 1,
            threads: Some(1),
            timeout_ns: Some(20_000_000),
            median_ns: Some(median_ns),
            ..Row::default()
        }
    }

    #[test]
    fn a_table_shows_what_there_is_in_80_columns() {
        let mut late = row("one", "b", 20.1e6);
        (late.unknown, late.timed_out) = (11, 11);
        let mut wrong = row("two", "b", 1.0);
        (wrong.status, wrong.error) = (Status::Wrong, "puzzle 3 (line 4): says so".to_owned());
        let rows = vec![row("one", "a", 1500.0), row("two", "a", 700.0), late, wrong];
        let expected = "\
Median time of a puzzle, task unique
engine      a      b
one    1.50us  >20ms
two     700ns  wrong

one on b: 11 timed out (20.0ms) of 20
";
        assert_eq!(summary(&Record { rows }), expected);
        let corpora: Vec<String> = (0..30).map(|n| format!("corpus-{n}")).collect();
        let rows = corpora
            .iter()
            .map(|corpus| row("naive/tables", corpus, 5.0))
            .collect();
        let wide = summary(&Record { rows });
        assert!(
            wide.lines().all(|line| line.chars().count() <= 80),
            "{wide}"
        );
        assert!(corpora.iter().all(|corpus| wide.contains(corpus.as_str())));
        assert_eq!(summary(&Record::default()), "");
    }
}
