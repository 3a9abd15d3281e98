//! One number an engine: how many times as long as the best it takes, as the
//! geometric mean over corpora.
//!
//! Only corpora on which all ranked engines have a figure enter (the intersection),
//! since an engine that is left out of the hard ones would look better for it. The
//! price is that one engine that takes only 9x9 keeps larger puzzles out for all:
//! what was left out, and because of whom, belongs to the ranking, and who asks
//! about fewer engines gets more corpora. Modes, tasks and numbers of threads are
//! ranked apart. Each engine's ratio on a corpus is to the corpus's best, so no
//! corpus counts more for being slow. A ratio to the best is never below 1; the
//! engine that is best everywhere has exactly 1.

use crate::Measured;
use crate::record::{Mode, Record, Row, Task};

use super::bootstrap::{Estimate, mean_paired_ratio};
use super::pair::{Terms, is_comparable, kind_words, round_pairs};

/// An engine's place.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranked<'r> {
    /// The engine.
    pub engine: &'r str,
    /// How many times as long as the best of each corpus it takes, as the
    /// geometric mean over the corpora, with its interval over rounds.
    pub factor: Estimate,
    /// On how many of the corpora it is the best.
    pub best_on: usize,
    /// How many puzzles of these corpora it gave up.
    pub unknown: u64,
}

/// The engines that answered one kind of question in one way, best first.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranking<'r> {
    /// The mode.
    pub mode: Mode,
    /// The task.
    pub task: Task,
    /// After how many solutions a search ended.
    pub solution_limit: u64,
    /// The number of threads.
    pub threads: Option<u32>,
    /// The corpora that entered.
    pub corpora: Vec<&'r str>,
    /// Those that did not, each with the engines that lack a figure there.
    pub left_out: Vec<(&'r str, Vec<&'r str>)>,
    /// The engines, best first. Empty where no corpus entered.
    pub engines: Vec<Ranked<'r>>,
    /// Engines that have a figure on some corpus.
    pub ranked: Vec<&'r str>,
    /// Engines without a figure on any corpus.
    pub without: Vec<&'r str>,
}

/// A ranking for each mode, task and number of threads in the record. With
/// `names` only these engines take part.
pub fn rankings<'r>(record: &'r Record, names: Option<&[&str]>, terms: &Terms) -> Vec<Ranking<'r>> {
    let mut measured = record.measured();
    measured.retain(|one| names.is_none_or(|names| names.contains(&one.row().engine.as_str())));
    let mut kinds: Vec<&Row> = Vec::new();
    for one in &measured {
        if !kinds.iter().any(|known| kind(known) == kind(one.row())) {
            kinds.push(one.row());
        }
    }
    let mut rankings = Vec::new();
    for first in kinds {
        // A row that says why nothing was measured is of every number of threads.
        let is_of_kind = |row: &Row| {
            let (mode, task, limit, threads) = kind(row);
            let same = (mode, task, limit) == (first.mode, first.task, first.solution_limit);
            same && (threads.is_none() || threads == kind(first).3)
        };
        let of_kind = measured.iter().filter(|one| is_of_kind(one.row()));
        for together in acquainted(of_kind.collect(), terms) {
            rankings.push(ranking(first, &together, terms));
        }
    }
    // Where nobody has a figure nobody is ranked.
    rankings.retain(|ranking| !ranking.ranked.is_empty());
    rankings
}

/// Divides engines that share no corpus: slow ones may have been asked a smaller
/// sample than fast ones, and then nothing can be said of both.
fn acquainted<'m, 'r>(
    measured: Vec<&'m Measured<'r>>,
    terms: &Terms,
) -> Vec<Vec<&'m Measured<'r>>> {
    let has_figure = |one: &Measured<'_>| one.median(|row| terms.figure.of(row)).is_some();
    let mut circles: Vec<Vec<&str>> = Vec::new();
    for one in measured.iter().filter(|one| has_figure(one)) {
        let partners = measured
            .iter()
            .filter(|two| is_comparable(one, two) && has_figure(two));
        let mut circle: Vec<&str> = partners.map(|two| two.row().engine.as_str()).collect();
        let (met, rest): (Vec<_>, Vec<_>) = circles
            .into_iter()
            .partition(|known| known.iter().any(|engine| circle.contains(engine)));
        circle.extend(met.into_iter().flatten());
        circles = rest;
        circles.push(circle);
    }
    let mut divided: Vec<Vec<&'m Measured<'r>>> = circles
        .iter()
        .map(|circle| {
            let its = measured.iter().copied();
            its.filter(|one| circle.contains(&one.row().engine.as_str()))
                .collect()
        })
        .collect();
    // The largest circle first: it has most to say, also of those without a figure.
    divided.sort_by_key(|together| std::cmp::Reverse(together.len()));
    if let Some(first) = divided.first_mut() {
        let known = |one: &&Measured<'_>| {
            let engine = one.row().engine.as_str();
            circles.iter().any(|circle| circle.contains(&engine))
        };
        first.extend(measured.iter().copied().filter(|one| !known(one)));
    }
    divided
}

/// The record with other names for corpora that were asked as different puzzles:
/// `royle17 (25)` and `royle17 (1000)` where two samples were drawn. A name then
/// stands for one set of puzzles.
pub fn told_apart(record: &Record) -> Record {
    let puzzles = |row: &Row| {
        (
            row.corpus_sha256.clone(),
            row.puzzles,
            row.seed,
            row.permuted,
        )
    };
    let mut samples: Vec<(&str, Vec<_>)> = Vec::new();
    for row in &record.rows {
        match samples.iter_mut().find(|(corpus, _)| *corpus == row.corpus) {
            Some((_, known)) if known.contains(&puzzles(row)) => {}
            Some((_, known)) => known.push(puzzles(row)),
            None => samples.push((&row.corpus, vec![puzzles(row)])),
        }
    }
    let name = |row: &Row| {
        let known = &samples.iter().find(|(corpus, _)| *corpus == row.corpus)?.1;
        let place = known.iter().position(|one| *one == puzzles(row))?;
        let alike = known.iter().filter(|one| one.1 == row.puzzles).count();
        match (known.len(), alike) {
            (1, _) => None,
            (_, 1) => Some(format!("{} ({})", row.corpus, row.puzzles)),
            _ => Some(format!("{} ({}, {})", row.corpus, row.puzzles, place + 1)),
        }
    };
    let rows = record.rows.iter().map(|row| Row {
        corpus: name(row).unwrap_or_else(|| row.corpus.clone()),
        ..row.clone()
    });
    Record {
        rows: rows.collect(),
    }
}

/// What must be equal to be ranked together.
fn kind(row: &Row) -> (Mode, Task, u64, Option<u32>) {
    // Latency has one thread; a foreign program's are its own affair.
    let threads = row.threads.filter(|_| row.mode == Mode::Throughput);
    (row.mode, row.task, row.solution_limit, threads)
}

fn ranking<'r>(first: &Row, measured: &[&Measured<'r>], terms: &Terms) -> Ranking<'r> {
    let figure = |one: &Measured<'_>| one.median(|row| terms.figure.of(row));
    let (mut names, mut corpora) = (Vec::new(), Vec::new());
    for one in measured {
        let row = one.row();
        if !names.contains(&row.engine.as_str()) {
            names.push(row.engine.as_str());
        }
        if !corpora.contains(&row.corpus.as_str()) {
            corpora.push(row.corpus.as_str());
        }
    }
    let (names, without): (Vec<&str>, Vec<&str>) = names.into_iter().partition(|name| {
        let mut its = measured.iter().filter(|one| one.row().engine == *name);
        its.any(|one| figure(one).is_some())
    });
    let mut left_out = Vec::new();
    // For each corpus that enters, one Measured an engine, in the engines' order.
    let mut fields: Vec<Vec<&Measured<'r>>> = Vec::new();
    let mut entered = Vec::new();
    for corpus in corpora {
        let on_corpus = |name: &&str| {
            let its = measured.iter().copied();
            its.filter(|one| one.row().corpus == corpus && one.row().engine == *name)
                .find(|one| figure(one).is_some())
        };
        let field: Vec<_> = names.iter().map(on_corpus).collect();
        // The same name may stand for other puzzles where records were joined.
        let first = field.iter().flatten().next().copied();
        let has = |one: &Option<&Measured<'r>>| {
            one.is_some_and(|one| first.is_some_and(|first| is_comparable(first, one)))
        };
        let lacking = names.iter().zip(&field).filter(|(_, one)| !has(one));
        let lacking: Vec<&str> = lacking.map(|(name, _)| *name).collect();
        if lacking.is_empty() {
            entered.push(corpus);
            fields.push(field.into_iter().flatten().collect());
        } else {
            left_out.push((corpus, lacking));
        }
    }
    let best: Vec<usize> = fields
        .iter()
        .map(|field| {
            let times = field.iter().map(|one| figure(one).unwrap_or(f64::INFINITY));
            let smallest = times.enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b));
            smallest.map_or(0, |(place, _)| place)
        })
        .collect();
    let ranked = |(place, engine): (usize, &&'r str)| {
        let corpora: Vec<Vec<(f64, f64)>> = fields
            .iter()
            .zip(&best)
            .map(|(field, &best)| round_pairs(field[best], field[place], terms.figure))
            .collect();
        let factor = mean_paired_ratio(&corpora, terms.seed)?;
        Some(Ranked {
            engine,
            factor,
            best_on: best.iter().filter(|&&best| best == place).count(),
            unknown: fields.iter().map(|field| field[place].unknown()).sum(),
        })
    };
    let mut engines: Vec<Ranked<'r>> = names.iter().enumerate().filter_map(ranked).collect();
    engines.sort_by(|a, b| a.factor.ratio.total_cmp(&b.factor.ratio));
    let (mode, task, solution_limit, threads) = kind(first);
    Ranking {
        mode,
        task,
        solution_limit,
        threads,
        corpora: entered,
        left_out,
        engines,
        ranked: names,
        without,
    }
}

impl Ranking<'_> {
    /// What is ranked, in words: `latency, unique`.
    pub fn words(&self) -> String {
        kind_words(self.mode, self.task, self.solution_limit, self.threads)
    }
}
