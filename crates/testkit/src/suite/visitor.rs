//! The visitor can end the search at any solution.

use std::ops::ControlFlow;

use polydoku_core::{End, Engine, Query, Solver};

use super::{Bench, Probe, patient};
use crate::laws::{Seen, law};
use crate::tally::{Ledger, ensure};

pub fn check(engine: &dyn Engine, ledger: &mut Ledger) {
    let mut bench = Bench::new(engine);
    for probe in bench.probes() {
        if probe.count == 0 {
            continue;
        }
        let result = bench
            .solver(probe.puzzle.rules())
            .and_then(|solver| one(&probe, solver));
        ledger.check(probe, result);
    }
}

fn one(probe: &Probe, solver: &mut dyn Solver) -> Result<(), String> {
    let whole = probe.run_whole(solver)?;
    for stop_at in [1, 2, probe.count / 2, probe.count] {
        if stop_at == 0 || stop_at > probe.count {
            continue;
        }
        // With and without a limit at that very solution: the visitor wins.
        for limit in [u64::MAX, stop_at] {
            let query = patient(Query::all().with_limit(limit));
            let stop = |visits| match visits >= stop_at {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
            let seen = Seen::until(probe.get(), stop, |visit| {
                solver.run(probe.get(), &query, visit)
            });
            law(&seen, &query, probe.count())?;
            let (found, end) = (seen.report.found, seen.report.end);
            ensure!(
                (found, end) == (stop_at, End::Visitor),
                "stopped at solution {stop_at}, answers {found}, `{end}`"
            );
            ensure!(
                whole.rows.starts_with(&seen.rows),
                "another order of solutions"
            );
        }
    }
    Ok(())
}
