//! A traced search is the silent search, told.
//!
//! Report and solutions are the same, and the events add up to the statistics as
//! core's `trace` module says: every `Place` a placement, every `Guess` with
//! choices left a guess, every `Backtrack` a choice undone, every `Solution`
//! shown. That holds for a search cut off by its limit, too. Statistics that an engine does not give are not compared. The receiver
//! may say enough at any event: the search ends there, without another event.

use std::ops::ControlFlow;

use polydoku_core::{Digit, End, Engine, Event, PuzzleRef, Query, Reason, Report, Solver};

use super::{Bench, Probe, patient};
use crate::laws::{Seen, law};
use crate::tally::{Ledger, ensure};

pub fn check(engine: &dyn Engine, ledger: &mut Ledger) {
    let mut bench = Bench::new(engine);
    for probe in bench.probes() {
        for limit in [1, 2, u64::MAX] {
            let result = bench
                .solver(probe.puzzle.rules())
                .and_then(|solver| told(&probe, solver, limit));
            ledger.check(format_args!("{probe}, limit {limit}"), result);
        }
        for nodes in [0, 1, 2, 5] {
            let result = bench
                .solver(probe.puzzle.rules())
                .and_then(|solver| given_up(&probe, solver, nodes));
            ledger.check(format_args!("{probe}, {nodes} nodes"), result);
        }
        let result = bench
            .solver(probe.puzzle.rules())
            .and_then(|solver| enough(&probe, solver));
        ledger.check(format_args!("{probe}, receiver stops"), result);
    }
}

/// What was told.
#[derive(Default)]
pub(super) struct Sum {
    events: u64,
    placements: u64,
    guesses: u64,
    backtracks: u64,
    /// Choices standing now, and the largest number of them.
    standing: u64,
    depth: u64,
    rows: Vec<Vec<Digit>>,
    fault: Option<String>,
}

impl Sum {
    fn stand(&mut self) {
        self.standing += 1;
        self.depth = self.depth.max(self.standing);
    }

    fn take(&mut self, event: &Event<'_>, puzzle: PuzzleRef<'_>) {
        self.events += 1;
        let wrong = match *event {
            Event::Guess { nth, of, .. } => {
                self.guesses += u64::from(nth < of);
                self.stand();
                (nth < 1 || nth > of).then(|| format!("choice {nth} of {of}"))
            }
            Event::Place {
                cell,
                digit,
                reason,
            } => {
                self.placements += 1;
                // A digit tried without more ado is a choice by itself.
                if reason == Reason::Tried {
                    self.stand();
                }
                let open = puzzle.clues()[cell.index()].is_none();
                let fits = puzzle.allowed(cell).contains(digit);
                let name = cell.name(puzzle.rules().size());
                (!open || !fits)
                    .then(|| format!("places {digit} at {name}, which the puzzle forbids"))
            }
            Event::Backtrack { depth } => {
                self.backtracks += 1;
                let left = self.standing.checked_sub(1);
                self.standing = u64::from(depth);
                (left != Some(self.standing)).then(|| {
                    format!("undoes a choice, {depth} are said to stand, expected {left:?}")
                })
            }
            Event::Solution { digits } => {
                self.rows.push(digits.to_vec());
                None
            }
            _ => None,
        };
        if let Some(wrong) = wrong {
            self.fault
                .get_or_insert(format!("event {}: {wrong}", self.events));
        }
    }

    /// The events add up to the report.
    pub(super) fn adds_up(&self, report: &Report) -> Result<(), String> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let stats = report.stats;
        for (name, told, counted) in [
            ("placements", self.placements, stats.placements),
            ("guesses", self.guesses, stats.guesses),
            ("backtracks", self.backtracks, stats.backtracks),
            ("depth", self.depth, stats.depth),
        ] {
            if let Some(counted) = counted.get() {
                ensure!(
                    told == counted,
                    "{told} {name} were told, {counted} reported"
                );
            }
        }
        let told = self.rows.len() as u64;
        ensure!(
            told == report.found,
            "{told} solutions were told, {} reported",
            report.found
        );
        Ok(())
    }
}

/// One traced run, with what it told and what it showed.
pub(super) fn run(solver: &mut dyn Solver, puzzle: PuzzleRef<'_>, query: &Query) -> (Seen, Sum) {
    let mut sum = Sum::default();
    let mut trace = |event: &Event<'_>| {
        sum.take(event, puzzle);
        ControlFlow::Continue(())
    };
    let seen = Seen::until(
        puzzle,
        |_| ControlFlow::Continue(()),
        |visit| solver.run_traced(puzzle, query, visit, &mut trace),
    );
    (seen, sum)
}

fn told(probe: &Probe, solver: &mut dyn Solver, limit: u64) -> Result<(), String> {
    let query = patient(Query::all().with_limit(limit));
    let silent = probe.run(solver, &query)?;
    let (seen, sum) = run(solver, probe.get(), &query);
    law(&seen, &query, probe.count())?;
    ensure!(
        seen.report == silent.report,
        "silent {:?}, traced {:?}",
        silent.report,
        seen.report
    );
    ensure!(
        seen.rows == silent.rows,
        "other solutions or another order than silent"
    );
    ensure!(
        sum.rows == seen.rows,
        "other solutions were told than shown"
    );
    sum.adds_up(&seen.report)
}

/// A search that its limit on nodes ends is told up to there, and no further.
fn given_up(probe: &Probe, solver: &mut dyn Solver, nodes: u64) -> Result<(), String> {
    let query = Query::all().with_max_nodes(nodes);
    let silent = probe.run(solver, &query)?;
    let (seen, sum) = run(solver, probe.get(), &query);
    ensure!(
        seen.report == silent.report,
        "silent {:?}, traced {:?}",
        silent.report,
        seen.report
    );
    sum.adds_up(&seen.report)
}

fn enough(probe: &Probe, solver: &mut dyn Solver) -> Result<(), String> {
    let query = patient(Query::all());
    let whole = run(solver, probe.get(), &query);
    let events = whole.1.events;
    for stop_at in [1, 2, 7, events / 2, events.saturating_sub(1)] {
        if stop_at < 1 || stop_at >= events {
            continue;
        }
        let mut told = 0;
        let mut trace = |_: &Event<'_>| {
            told += 1;
            match told >= stop_at {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let seen = Seen::until(
            probe.get(),
            |_| ControlFlow::Continue(()),
            |visit| solver.run_traced(probe.get(), &query, visit, &mut trace),
        );
        ensure!(
            told == stop_at,
            "stopped at event {stop_at} of {events}, told {told}"
        );
        let report = seen.report;
        ensure!(
            report.end == End::Visitor,
            "stopped at event {stop_at} of {events}, the end is `{}`",
            report.end
        );
        ensure!(
            seen.visits == report.found,
            "reports {} solutions, showed {}",
            report.found,
            seen.visits
        );
        ensure!(
            whole.0.rows.starts_with(&seen.rows),
            "stopped early, it shows other solutions"
        );
    }
    Ok(())
}
