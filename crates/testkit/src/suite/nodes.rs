//! The number of nodes allowed is never passed, and giving up is said.
//!
//! A whole search tells how many nodes it needs, `n`. With fewer it must spend
//! exactly those it was given and say that it gave up; with `n` or more it must
//! answer as before. Numbers around 64 are tried, because budgets are looked at
//! in strides.

use polydoku_core::{End, Engine, Query, Solver};

use super::{Bench, Probe};
use crate::tally::{Ledger, ensure};

pub fn check(engine: &dyn Engine, ledger: &mut Ledger) {
    let mut bench = Bench::new(engine);
    for probe in bench.probes() {
        let result = bench
            .solver(probe.puzzle.rules())
            .and_then(|solver| one(&probe, solver));
        ledger.check(probe, result);
    }
}

fn one(probe: &Probe, solver: &mut dyn Solver) -> Result<(), String> {
    let whole = probe.run_whole(solver)?;
    let Some(needed) = whole.report.stats.nodes.get() else {
        return Err("the report gives no nodes".into());
    };
    let mut limits = vec![0, 1, 2, 63, 64, 65, 127, 128, 1000];
    limits.extend([
        needed / 2,
        needed.saturating_sub(1),
        needed,
        needed + 1,
        u64::MAX,
    ]);
    for most in limits {
        let seen = probe.run(solver, &Query::all().with_max_nodes(most))?;
        let report = seen.report;
        if most < needed {
            ensure!(
                report.end == End::Nodes,
                "needs {needed} nodes, got {most}, the end is `{}`",
                report.end
            );
            let known = whole.rows.starts_with(&seen.rows);
            ensure!(
                known,
                "with {most} nodes it goes another way than without a limit"
            );
        } else {
            ensure!(
                seen == whole,
                "needs {needed} nodes, got {most}, answers {report:?}"
            );
        }
    }
    Ok(())
}
