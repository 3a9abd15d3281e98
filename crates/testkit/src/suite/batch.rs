//! Batches answer as single runs do, and keep what was asked for.
//!
//! Batches of many sizes are made of the probes of one shape, so that puzzles
//! with none, one and many solutions stand beside each other in one lockstep.
//! Order of search and statistics may differ from single runs; the number found,
//! the verdict and a unique solution may not. `Answers` is reused between runs,
//! as a worker does, so leftovers would show.

use std::time::Duration;

use polydoku_core::{Answers, Batch, Cancel, Digit, End, Engine, Keep, Query, Solver};

use super::{Bench, Probe, patient};
use crate::laws::law_of_report;
use crate::tally::{Ledger, ensure};

/// Numbers of puzzles in a batch: fewer and more than lanes of any width.
const SIZES: [usize; 5] = [0, 1, 2, 7, 33];

pub fn check(engine: &dyn Engine, ledger: &mut Ledger) {
    let mut bench = Bench::kept(engine);
    let probes = bench.probes();
    let mut shapes: Vec<_> = probes.iter().map(|probe| probe.puzzle.rules()).collect();
    shapes.dedup();
    let mut answers = Answers::new();
    for (number, rules) in shapes.iter().enumerate() {
        if shapes[..number].contains(rules) {
            continue;
        }
        let probes: Vec<&Probe> = probes
            .iter()
            .filter(|p| p.puzzle.rules() == *rules)
            .collect();
        let solver = match bench.solver(rules) {
            Ok(solver) => solver,
            Err(reason) => {
                ledger.skip(reason);
                continue;
            }
        };
        let singles: Result<Vec<_>, _> = probes
            .iter()
            .map(|probe| Ok(probe.run_whole(solver)?.sorted()))
            .collect();
        let singles = match singles {
            Ok(singles) => singles,
            Err(fault) => {
                ledger.check(rules, Err(fault));
                continue;
            }
        };
        for size in SIZES {
            let entries: Vec<&Probe> = probes.iter().copied().cycle().take(size).collect();
            let mut batch = Batch::new((*rules).clone());
            for probe in &entries {
                batch.push_puzzle(probe.get());
            }
            for query in queries() {
                let wanted = format!("limit {}, keep {:?}", query.limit(), query.keep);
                solver.run_batch(&batch, &query, &mut answers);
                let result = right(&entries, &singles, &batch, &query, &answers);
                ledger.check(format_args!("{rules}, {size} puzzles, {wanted}"), result);
            }
            let result = stopped(&batch, solver, &mut answers);
            ledger.check(format_args!("{rules}, {size} puzzles, stopped"), result);
            let result = figures(engine, &batch, solver, &mut answers);
            ledger.check(format_args!("{rules}, {size} puzzles, figures"), result);
        }
    }
}

fn queries() -> Vec<Query> {
    let mut queries = Vec::new();
    for limit in [1, 2, u64::MAX] {
        for keep in [Keep::Nothing, Keep::First, Keep::Every] {
            queries.push(patient(Query::all().with_limit(limit).with_keep(keep)));
        }
    }
    // Another way through the same answers: a time limit far away.
    queries.push(patient(Query::unique()).with_time(Duration::from_secs(86_400)));
    // Too few nodes for some: never a wrong answer.
    for nodes in [0, 1, 20] {
        queries.push(Query::unique().with_max_nodes(nodes));
        queries.push(Query::all().with_max_nodes(nodes));
    }
    queries
}

/// Reports and rows are right for each entry.
fn right(
    entries: &[&Probe],
    singles: &[Vec<Vec<Digit>>],
    batch: &Batch,
    query: &Query,
    answers: &Answers,
) -> Result<(), String> {
    ensure!(
        answers.reports.len() == entries.len(),
        "{} reports for {} puzzles",
        answers.reports.len(),
        entries.len()
    );
    let cells = batch.rules().cell_count();
    let found: u64 = answers.reports.iter().map(|report| report.found).sum();
    let rows = match query.keep {
        Keep::Nothing => 0,
        Keep::First => entries.len() as u64,
        Keep::Every => found,
    };
    ensure!(
        answers.solutions.len() as u64 == rows * cells as u64,
        "{} cells of solutions, expected {rows} rows of {cells}",
        answers.solutions.len()
    );
    for (index, probe) in entries.iter().enumerate() {
        let at = |fault: String| format!("puzzle {index}, {probe}: {fault}");
        let report = &answers.reports[index];
        law_of_report(report, query, probe.count()).map_err(at)?;
        let gave_up = report.end == End::Nodes && query.max_nodes < Some(super::HANGS);
        let expected = match query.limit() > probe.count {
            true => (probe.count, End::Exhausted),
            false => (query.limit(), End::Limit),
        };
        if !gave_up && (report.found, report.end) != expected {
            return Err(at(format!("answers {report:?}, expected {expected:?}")));
        }
        rows_are_right(probe, index, batch, query, answers).map_err(at)?;
        if query.keep == Keep::Every && report.is_exact() {
            let mut rows: Vec<Vec<Digit>> = Vec::new();
            for row in answers.rows(index, batch, query) {
                rows.push(row.iter().copied().flatten().collect());
            }
            rows.sort();
            if rows != singles[index % singles.len()] {
                return Err(at("other solutions than in a single run".into()));
            }
        }
    }
    Ok(())
}

fn rows_are_right(
    probe: &Probe,
    index: usize,
    batch: &Batch,
    query: &Query,
    answers: &Answers,
) -> Result<(), String> {
    let found = answers.reports[index].found;
    if query.keep == Keep::First && found == 0 {
        let cells = batch.rules().cell_count();
        let row = &answers.solutions[index * cells..(index + 1) * cells];
        ensure!(
            row.iter().all(Option::is_none),
            "cells of a solution where none was found"
        );
    }
    let mut seen = Vec::new();
    for row in answers.rows(index, batch, query) {
        let digits: Option<Vec<Digit>> = row.iter().copied().collect();
        let Some(digits) = digits else {
            return Err("a solution with open cells".into());
        };
        let checked = probe.puzzle.check_solution(&digits);
        checked.map_err(|error| format!("keeps no solution: {error}"))?;
        ensure!(!seen.contains(&digits), "keeps a solution twice");
        seen.push(digits);
    }
    Ok(())
}

/// A batch that is cancelled, or has no time: a report for each puzzle all the same.
fn stopped(batch: &Batch, solver: &mut dyn Solver, answers: &mut Answers) -> Result<(), String> {
    let cancel = Cancel::new();
    cancel.cancel();
    for keep in [Keep::Nothing, Keep::First, Keep::Every] {
        let query = patient(Query::unique().with_keep(keep)).with_cancel(&cancel);
        solver.run_batch(batch, &query, answers);
        ensure!(
            answers.reports.len() == batch.len(),
            "cancelled: a report is missing"
        );
        for report in &answers.reports {
            law_of_report(report, &query, None)?;
            ensure!(
                report.end == End::Cancelled,
                "cancelled before, the end is `{}`",
                report.end
            );
        }
        let rows = if keep == Keep::First { batch.len() } else { 0 };
        let cells = rows * batch.rules().cell_count();
        ensure!(
            answers.solutions.len() == cells,
            "cancelled: rows of solutions are missing"
        );
    }
    let query = patient(Query::unique()).with_time(Duration::ZERO);
    solver.run_batch(batch, &query, answers);
    ensure!(
        answers.reports.len() == batch.len(),
        "no time: a report is missing"
    );
    for report in &answers.reports {
        law_of_report(report, &query, None)?;
    }
    Ok(())
}

fn figures(
    engine: &dyn Engine,
    batch: &Batch,
    solver: &mut dyn Solver,
    answers: &mut Answers,
) -> Result<(), String> {
    let columns = engine.info().figures.len();
    solver.run_batch(batch, &patient(Query::unique()).with_figures(), answers);
    let (got, wanted) = (answers.figures.len(), batch.len() * columns);
    ensure!(
        got == wanted,
        "{got} figures, expected {columns} for each of {}",
        batch.len()
    );
    solver.run_batch(batch, &patient(Query::unique()), answers);
    ensure!(answers.figures.is_empty(), "figures that nobody asked for");
    Ok(())
}
