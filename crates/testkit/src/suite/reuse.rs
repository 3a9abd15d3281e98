//! A solver knows nothing of what it did before.
//!
//! For each probe a new solver answers first: its report with all statistics and
//! its solutions in order are what every later run must repeat. Then one kept
//! solver is put through every kind of end, on this probe and on the others of
//! the same rules, and asked again after each.

use std::ops::ControlFlow;
use std::time::Duration;

use polydoku_core::{Answers, Batch, Cancel, Engine, Event, Query, Solver};

use super::{Bench, Probe, patient};
use crate::laws::Seen;
use crate::tally::{Ledger, ensure};

/// How a run that comes between was ended, and the run.
type Between = (&'static str, fn(&Probe, &mut dyn Solver));

const BETWEEN: &[Between] = &[
    ("a whole search", |probe, solver| {
        run(probe, solver, Query::all())
    }),
    ("the limit", |probe, solver| {
        run(probe, solver, Query::first())
    }),
    ("the second solution", |probe, solver| {
        run(probe, solver, Query::unique())
    }),
    ("no node", |probe, solver| {
        run(probe, solver, Query::all().with_max_nodes(0))
    }),
    ("three nodes", |probe, solver| {
        run(probe, solver, Query::all().with_max_nodes(3))
    }),
    ("ninety nodes", |probe, solver| {
        run(probe, solver, Query::all().with_max_nodes(90))
    }),
    ("no time", |probe, solver| {
        run(probe, solver, Query::all().with_time(Duration::ZERO))
    }),
    ("figures", |probe, solver| {
        run(probe, solver, Query::all().with_figures())
    }),
    ("a cancelled search", |probe, solver| {
        let cancel = Cancel::new();
        cancel.cancel();
        run(probe, solver, Query::all().with_cancel(&cancel));
    }),
    ("the visitor", |probe, solver| {
        solver.run(probe.get(), &patient(Query::all()), &mut |_| {
            ControlFlow::Break(())
        });
    }),
    ("the receiver of the trace", |probe, solver| {
        let mut events = 0;
        let mut trace = |_: &Event<'_>| {
            events += 1;
            match events {
                5 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        };
        let mut visit = |_: &[_]| ControlFlow::Continue(());
        solver.run_traced(probe.get(), &patient(Query::all()), &mut visit, &mut trace);
    }),
    ("a batch", |probe, solver| {
        let mut batch = Batch::new(probe.puzzle.rules().clone());
        for _ in 0..3 {
            batch.push_puzzle(probe.get());
        }
        solver.run_batch(&batch, &patient(Query::unique()), &mut Answers::new());
    }),
];

fn run(probe: &Probe, solver: &mut dyn Solver, query: Query) {
    // A limit of its own stays.
    let nodes = query.max_nodes.unwrap_or(super::HANGS);
    solver.run(probe.get(), &query.with_max_nodes(nodes), &mut |_| {
        ControlFlow::Continue(())
    });
}

pub fn check(engine: &dyn Engine, ledger: &mut Ledger) {
    let mut bench = Bench::kept(engine);
    let probes = bench.probes();
    for (number, probe) in probes.iter().enumerate() {
        let rules = probe.puzzle.rules();
        // The probe itself and a few others that the same solver takes.
        let alike = |other: &&Probe| other.puzzle.rules() == rules;
        let others: Vec<&Probe> = probes[number..]
            .iter()
            .chain(&probes[..number])
            .filter(alike)
            .take(4)
            .collect();
        let first = bench
            .fresh(rules)
            .and_then(|mut solver| probe.run_whole(solver.as_mut()));
        let result = first.and_then(|first| {
            let solver = bench.solver(rules)?;
            again(probe, &others, solver, &first, engine.remembers())
        });
        ledger.check(probe, result);
    }
}

fn again(
    probe: &Probe,
    others: &[&Probe],
    solver: &mut dyn Solver,
    first: &Seen,
    remembers: bool,
) -> Result<(), String> {
    for &(name, between) in BETWEEN {
        for other in others {
            between(other, solver);
            let seen = probe
                .run_whole(solver)
                .map_err(|fault| format!("after {name} on {other}: {fault}"))?;
            let same = match remembers {
                // Other ways to the same answer.
                true => {
                    let answer = |seen: &Seen| (seen.report.found, seen.report.end);
                    answer(&seen) == answer(first) && seen.sorted() == first.sorted()
                }
                false => seen.rows == first.rows && seen.report == first.report,
            };
            ensure!(
                same,
                "after {name} on {other} it answers {:?}, a new solver {:?}",
                seen.report,
                first.report
            );
        }
    }
    Ok(())
}
