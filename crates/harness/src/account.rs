//! From samples to a row: what a pass over a corpus comes to.

use polydoku_core::{End, Report};

use crate::corpus::Corpus;
use crate::latency::Pass;
use crate::machine::Machine;
use crate::plan::Plan;
use crate::record::{Mode, Row, SCHEMA, Status, Task};
use crate::rows::PuzzleRow;
use crate::statistics::{median, median_deviation, par2, quantile};
use crate::throughput::Wall;
use crate::verify::{Examined, is_settled};

/// What a contestant is called, and how its code was compiled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Who<'n> {
    pub(crate) name: &'n str,
    pub(crate) instruction_set: &'n str,
}

/// A row with everything but results.
pub(crate) fn row(
    plan: &Plan,
    machine: &Machine,
    corpus: &Corpus,
    who: Who<'_>,
    mode: Mode,
) -> Row {
    Row {
        schema: SCHEMA,
        date: crate::machine::now(),
        version: machine.version.to_owned(),
        rustc: machine.rustc.to_owned(),
        profile: machine.profile.clone(),
        target: machine.target.to_owned(),
        cpu: machine.cpu.clone(),
        cores: machine.cores,
        command: plan.command.clone(),
        seed: plan.seed,
        permuted: plan.permuted,
        corpus: corpus.name().to_owned(),
        corpus_sha256: corpus.sha256().to_owned(),
        corpus_puzzles: corpus.total(),
        rules: corpus.rules_in_words(),
        task: plan.task,
        solution_limit: plan.query().limit(),
        max_nodes: plan.max_nodes,
        timeout_ns: plan.timeout.map(|limit| limit.as_nanos() as u64),
        engine: who.name.to_owned(),
        instruction_set: who.instruction_set.to_owned(),
        mode,
        puzzles: corpus.puzzles().len() as u64,
        ..Row::default()
    }
}

/// The row of a contestant of which there is nothing to measure.
pub(crate) fn without_times(mut row: Row, status: Status, error: String) -> Row {
    (row.status, row.error) = (status, error);
    row
}

/// Fills in a round of latency.
pub(crate) fn latency(row: &mut Row, pass: &Pass, examined: &Examined) {
    let samples = &pass.samples;
    let settled: Vec<f64> = samples
        .iter()
        .filter(|sample| is_settled(&sample.report))
        .map(|sample| sample.time.ns)
        .collect();
    let mut times: Vec<f64> = samples.iter().map(|sample| sample.time.ns).collect();
    let repeated = samples.iter().filter(|sample| sample.time.runs > 1).count();
    row.threads = Some(1);
    row.pinned_cpu = pass.pinned;
    row.setup_ns = Some(pass.setup_ns);
    row.clock_ns = Some(pass.clock.cost_ns());
    row.repeated = repeated as u64;
    row.warmup = pass.warmup;
    row.passes = 1;
    search(row, samples.iter().map(|sample| &sample.report));
    let unsolved = row.unknown;
    row.wall_ns = tenths(Some(times.iter().sum()));
    row.min_ns = tenths(quantile(&mut times, 0.0));
    row.median_ns = tenths(median(&mut times));
    row.p90_ns = tenths(quantile(&mut times, 0.9));
    row.p99_ns = tenths(quantile(&mut times, 0.99));
    row.max_ns = tenths(quantile(&mut times, 1.0));
    row.mad_ns = tenths(median_deviation(&mut times));
    row.par2_ns = match (row.timeout_ns, unsolved == row.timed_out) {
        (_, false) | (None, true) if unsolved > 0 => None,
        (limit, _) => tenths(par2(&settled, unsolved, limit.unwrap_or(0) as f64)),
    };
    rate(row);
    row.figures = figures(examined);
}

/// Fills in a round of throughput.
pub(crate) fn throughput(
    row: &mut Row,
    wall: &Wall,
    threads: usize,
    reports: &[Report],
    examined: &Examined,
) {
    row.threads = Some(threads as u32);
    row.setup_ns = Some(wall.setup_ns);
    row.warmup = wall.warmup;
    row.passes = wall.passes;
    row.wall_ns = tenths(Some(wall.wall_ns));
    search(row, reports.iter());
    rate(row);
    row.figures = figures(examined);
}

/// Fills in a round of a foreign program, all of whose answers were right.
pub(crate) fn process(row: &mut Row, wall_ns: f64) {
    row.solved = row.puzzles;
    row.passes = 1;
    row.wall_ns = tenths(Some(wall_ns));
    rate(row);
}

/// Counts and mean statistics.
pub(crate) fn search<'r>(row: &mut Row, reports: impl Iterator<Item = &'r Report> + Clone) {
    let settled = || reports.clone().filter(|report| is_settled(report));
    let count =
        |of: &dyn Fn(&Report) -> bool| reports.clone().filter(|report| of(report)).count() as u64;
    row.solved = count(&|report| is_settled(report));
    row.unknown = row.puzzles - row.solved;
    row.timed_out = count(&|report| report.end == End::Time);
    let mean = |stat: &dyn Fn(&Report) -> Option<u64>| {
        let sum: u64 = settled()
            .map(stat)
            .try_fold(0u64, |sum, value| Some(sum.saturating_add(value?)))?;
        (row.solved > 0).then(|| sum as f64 / row.solved as f64)
    };
    let without = settled().map(|report| Some(u64::from(report.stats.guesses.get()? == 0)));
    let without: Option<u64> = without.sum();
    let (nodes, placements) = (
        mean(&|report| report.stats.nodes.get()),
        mean(&|report| report.stats.placements.get()),
    );
    let (guesses, backtracks) = (
        mean(&|report| report.stats.guesses.get()),
        mean(&|report| report.stats.backtracks.get()),
    );
    row.nodes_per_puzzle = nodes.map(thousandths);
    row.placements_per_puzzle = placements.map(thousandths);
    row.guesses_per_puzzle = guesses.map(thousandths);
    row.backtracks_per_puzzle = backtracks.map(thousandths);
    row.without_guess_share = match row.solved {
        0 => None,
        solved => without.map(|count| (count as f64 / solved as f64 * 1e5).round() / 1e5),
    };
}

fn rate(row: &mut Row) {
    let per_second = row.wall_ns.map(|ns| row.puzzles as f64 / ns * 1e9);
    row.puzzles_per_s = per_second.filter(|_| row.unknown == 0).map(thousandths);
}

/// The family's figures as means over the puzzles settled.
fn figures(examined: &Examined) -> String {
    let settled = examined
        .answers
        .iter()
        .filter(|answer| answer.settled)
        .count();
    let mut text = String::new();
    for (name, unit, sum) in &examined.figures {
        let unit = match *unit {
            "1" => String::new(),
            unit if name.ends_with(&format!("_{unit}")) => String::new(),
            unit => format!("_{unit}"),
        };
        let mean = thousandths(sum / settled.max(1) as f64);
        let between = if text.is_empty() { "" } else { " " };
        text.push_str(&format!("{between}{name}{unit}={mean}"));
    }
    text
}

/// One row for each puzzle of a round.
pub(crate) fn puzzle_rows(
    corpus: &Corpus,
    task: Task,
    engine: &str,
    round: u32,
    pass: &Pass,
) -> Vec<PuzzleRow> {
    let pairs = corpus.puzzles().iter().zip(&pass.samples);
    let row = pairs.map(|(item, sample)| {
        let (report, stats) = (&sample.report, &sample.report.stats);
        PuzzleRow {
            corpus: corpus.name().to_owned(),
            puzzle: item.number,
            line: item.line,
            clues: item.puzzle.clues().iter().flatten().count() as u32,
            task,
            engine: engine.to_owned(),
            round,
            verdict: report.verdict().word().to_owned(),
            found: report.found,
            settled: is_settled(report),
            timed_out: report.end == End::Time,
            time_ns: tenths(Some(sample.time.ns)),
            nodes: stats.nodes.get(),
            placements: stats.placements.get(),
            guesses: stats.guesses.get(),
            backtracks: stats.backtracks.get(),
            depth: stats.depth.get(),
            ..PuzzleRow::new()
        }
    });
    row.collect()
}

/// Tenths of a nanosecond are all that means anything.
fn tenths(ns: Option<f64>) -> Option<f64> {
    ns.map(|ns| (ns * 10.0).round() / 10.0)
}

fn thousandths(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}
