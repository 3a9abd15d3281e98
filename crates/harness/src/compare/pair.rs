//! Two engines of a record, or two records, side by side.
//!
//! Within a record engines take turns round by round, so their ratio is that of
//! the rounds, pair by pair. Between records there are no pairs and, worse, the
//! whole machine may be 20 % slower at another hour, which no interval over the
//! rounds of one hour can know. But it hits all engines alike: where at least
//! [`Drift::FEWEST`] engines stand in both records, the median of their changes is
//! taken for the machine's, shown, and divided out; and how far the rest scatter
//! around it says what this pair of runs can tell apart at all. A change that all
//! engines share (a faster reader, another compiler) is invisible to that: ask for
//! absolute ratios then.

use crate::Measured;
use crate::record::{Mode, Record, Row, Task};
use crate::statistics::{median, median_deviation};

use super::bootstrap::{Estimate, paired_ratio, unpaired_ratio};
use super::figure::Figure;

/// On what terms things are compared.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Terms {
    /// What is compared.
    pub figure: Figure,
    /// The difference below which everything is noise: 0.05 is five per cent.
    pub threshold: f64,
    /// Seed of the bootstrap.
    pub seed: u64,
    /// Whether what all engines have in common between two records is left in.
    pub absolute: bool,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            figure: Figure::Mean,
            threshold: 0.05,
            seed: 1,
            absolute: false,
        }
    }
}

/// What a ratio amounts to, said of the second of the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finding {
    /// It takes less time.
    Faster,
    /// It takes more.
    Slower,
    /// No difference was shown.
    Noise,
    /// There were too few rounds to say.
    TooFewRounds,
}

impl Finding {
    /// What tables call it.
    pub fn word(self) -> &'static str {
        match self {
            Finding::Faster => "faster",
            Finding::Slower => "slower",
            Finding::Noise => "noise",
            Finding::TooFewRounds => "too few rounds",
        }
    }

    /// `scatter` is what logarithms of ratios were seen to scatter by.
    fn of(estimate: &Estimate, threshold: f64, scatter: f64) -> Finding {
        let Some(interval) = estimate.interval else {
            return Finding::TooFewRounds;
        };
        // Half as fast and twice as fast are equally far from alike.
        let apart = estimate.ratio.ln().abs();
        let small = apart <= threshold.ln_1p() || apart <= 3.0 * scatter;
        match (interval.holds(1.0) || small, estimate.ratio < 1.0) {
            (true, _) => Finding::Noise,
            (false, true) => Finding::Faster,
            (false, false) => Finding::Slower,
        }
    }
}

/// Two figures for one question side by side.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison<'r> {
    /// The first one's row; corpus, task, mode and threads are both's.
    pub base: &'r Row,
    /// The second one's.
    pub other: &'r Row,
    /// The first one's figure, the median over its rounds, in nanoseconds.
    pub base_ns: f64,
    /// The second one's.
    pub other_ns: f64,
    /// The second through the first. Between records what all engines have in
    /// common is divided out, so it may differ from the figures' ratio.
    pub estimate: Estimate,
    /// What it amounts to.
    pub finding: Finding,
    /// Whether some puzzle was given up, so that the figures say as much about
    /// the limits as about the engines.
    pub limited: bool,
}

/// Every question that two engines of a record both answered.
pub fn engines<'r>(
    record: &'r Record,
    base: &str,
    other: &str,
    terms: &Terms,
) -> Vec<Comparison<'r>> {
    let measured = record.measured();
    let mut comparisons = Vec::new();
    for one in measured.iter().filter(|one| one.row().engine == base) {
        let partner = measured
            .iter()
            .find(|two| two.row().engine == other && is_comparable(one, two));
        let Some(two) = partner else { continue };
        let pairs = round_pairs(one, two, terms.figure);
        let estimate = paired_ratio(&pairs, terms.seed);
        comparisons.extend(compared(one, two, estimate, terms, 0.0));
    }
    comparisons
}

/// The figures of both in each round that both have.
pub(super) fn round_pairs(one: &Measured<'_>, two: &Measured<'_>, by: Figure) -> Vec<(f64, f64)> {
    let pairs = one.rounds.iter().filter_map(|row| {
        let partner = two.rounds.iter().find(|other| other.round == row.round)?;
        Some((by.of(row)?, by.of(partner)?))
    });
    pairs.collect()
}

fn compared<'r>(
    one: &Measured<'r>,
    two: &Measured<'r>,
    estimate: Option<Estimate>,
    terms: &Terms,
    scatter: f64,
) -> Option<Comparison<'r>> {
    let estimate = estimate?;
    let figure = |row: &Row| terms.figure.of(row);
    Some(Comparison {
        base: one.row(),
        other: two.row(),
        base_ns: one.median(figure)?,
        other_ns: two.median(figure)?,
        finding: Finding::of(&estimate, terms.threshold, scatter),
        estimate,
        limited: one.unknown() + two.unknown() > 0,
    })
}

/// Whether two answer the same question in the same way, whoever they are.
pub(super) fn is_comparable(one: &Measured<'_>, two: &Measured<'_>) -> bool {
    let (one, two) = (one.row(), two.row());
    let way = |row: &Row| (row.mode, row.threads, row.max_nodes, row.timeout_ns);
    one.same_question(two) && (one.mode == Mode::Process || way(one) == way(two))
}

/// What two records have to say to each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Between<'r> {
    /// Every engine and question that stand in both, in the first one's order.
    pub comparisons: Vec<Comparison<'r>>,
    /// What all engines have in common, where enough of them stand in both.
    pub drift: Option<Drift>,
    /// What else differs between the runs: processor, compiler, build.
    pub circumstances: Vec<String>,
    /// What has no partner in the other record: engine and corpus.
    pub alone: Vec<(String, String)>,
}

/// What moved all engines alike between two runs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Drift {
    /// The median engine's ratio, second run through first.
    pub factor: f64,
    /// By what factor the others typically lie off it.
    pub scatter: f64,
    /// How many engines it rests on.
    pub engines: usize,
}

impl Drift {
    /// The fewest engines that tell the machine from themselves.
    pub const FEWEST: usize = 3;
}

/// The same engines on the same questions in two records.
pub fn records<'r>(old: &'r Record, new: &'r Record, terms: &Terms) -> Between<'r> {
    let (before, after) = (old.measured(), new.measured());
    let mut pairs = Vec::new();
    let mut alone = Vec::new();
    let partner = |one: &Measured<'r>, others: &[Measured<'r>]| {
        let same =
            |two: &&Measured<'r>| one.row().engine == two.row().engine && is_comparable(one, two);
        others.iter().find(same).cloned()
    };
    for one in before {
        match partner(&one, &after) {
            Some(two) => pairs.push((one, two)),
            None => alone.push((one.row().engine.clone(), one.row().corpus.clone())),
        }
    }
    for two in after {
        if !pairs.iter().any(|(_, known)| known.row() == two.row()) {
            alone.push((two.row().engine.clone(), two.row().corpus.clone()));
        }
    }
    let estimates: Vec<Option<Estimate>> = pairs
        .iter()
        .map(|(one, two)| {
            let values = |side: &Measured<'_>| side.values(|row| terms.figure.of(row));
            unpaired_ratio(&values(one), &values(two), terms.seed)
        })
        .collect();
    let ratios = pairs
        .iter()
        .zip(&estimates)
        .filter_map(|((one, _), estimate)| {
            let ratio = estimate.as_ref()?.ratio;
            Some((one.row().engine.as_str(), ratio))
        });
    let drift = drift(&ratios.collect::<Vec<_>>()).filter(|_| !terms.absolute);
    let (factor, scatter) = drift.map_or((1.0, 0.0), |drift| (drift.factor, drift.scatter.ln()));
    let comparisons = pairs
        .iter()
        .zip(estimates)
        .filter_map(|((one, two), estimate)| {
            let estimate = estimate.map(|estimate| Estimate {
                ratio: estimate.ratio / factor,
                interval: estimate.interval.map(|interval| interval.divided(factor)),
                ..estimate
            });
            compared(one, two, estimate, terms, scatter)
        });
    let comparisons = comparisons.collect();
    Between {
        comparisons,
        drift,
        circumstances: circumstances(old, new),
        alone,
    }
}

/// The machine's part in the engines' ratios.
fn drift(ratios: &[(&str, f64)]) -> Option<Drift> {
    let mut names: Vec<&str> = ratios.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    names.dedup();
    if names.len() < Drift::FEWEST {
        return None;
    }
    // An engine counts once, however many corpora it was measured on.
    let of_engine = |name: &&str| {
        let its = ratios.iter().filter(|(engine, _)| engine == name);
        median(&mut its.map(|(_, ratio)| ratio.ln()).collect::<Vec<_>>())
    };
    let mut engines: Vec<f64> = names.iter().filter_map(of_engine).collect();
    let middle = median(&mut engines)?;
    let mut rest: Vec<f64> = ratios
        .iter()
        .map(|(_, ratio)| ratio.ln() - middle)
        .collect();
    // 1.4826 makes the median deviation a standard deviation where noise is normal.
    let scatter = 1.4826 * median_deviation(&mut rest)?;
    Some(Drift {
        factor: middle.exp(),
        scatter: scatter.exp(),
        engines: engines.len(),
    })
}

/// What differs between two runs beside their times.
fn circumstances(old: &Record, new: &Record) -> Vec<String> {
    let (Some(old), Some(new)) = (old.rows.first(), new.rows.first()) else {
        return Vec::new();
    };
    let facts = |row: &Row| {
        [
            ("processor", row.cpu.clone()),
            ("compiler", row.rustc.clone()),
            ("build", row.profile.clone()),
            ("target", row.target.clone()),
            ("version", row.version.clone()),
        ]
    };
    let pairs = facts(old).into_iter().zip(facts(new));
    let different = pairs.filter(|(one, two)| one != two);
    different
        .map(|((what, one), (_, two))| format!("{what}: {one}, then {two}"))
        .collect()
}

impl Comparison<'_> {
    /// Mode and task in short: `latency, unique`, with the number of threads where
    /// it matters. What has the same words may stand in one table.
    pub fn kind(&self) -> String {
        kind_words(
            self.base.mode,
            self.base.task,
            self.base.solution_limit,
            self.base.threads,
        )
    }
}

/// Mode, task and threads in short.
pub(super) fn kind_words(mode: Mode, task: Task, limit: u64, threads: Option<u32>) -> String {
    let task = match task {
        Task::Count => format!("count to {limit}"),
        task => task.word().to_owned(),
    };
    let threads = match (mode, threads) {
        (Mode::Throughput, Some(1)) => ", 1 thread".to_owned(),
        (Mode::Throughput, Some(threads)) => format!(", {threads} threads"),
        _ => String::new(),
    };
    format!("{}, {task}{threads}", mode.word())
}
