//! A time limit is honoured, and giving up is said. No time is measured.
//!
//! With no time at all, a search that needs more than [`LOOK`] nodes must end on
//! time, because the clock is looked at at least so often; a shorter one may
//! finish instead, and its answer must then be right. With a long time, or one
//! too long to add to a clock, everything is as without.

use std::time::Duration;

use polydoku_core::{End, Engine, Query, Solver};

use super::{Bench, Probe, patient};
use crate::tally::{Ledger, ensure};

/// The clock is looked at every so many nodes or more often.
const LOOK: u64 = 64;

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
    let needed = whole.report.stats.nodes.get().unwrap_or(0);
    let seen = probe.run(solver, &patient(Query::all()).with_time(Duration::ZERO))?;
    match seen.report.end {
        End::Time => {}
        End::Exhausted if needed <= LOOK => {}
        end => {
            return Err(format!(
                "no time, {needed} nodes needed, the end is `{end}`"
            ));
        }
    }
    for long in [Duration::from_secs(86_400), Duration::MAX] {
        let seen = probe.run(solver, &patient(Query::all()).with_time(long))?;
        ensure!(seen == whole, "with {long:?} it answers {:?}", seen.report);
    }
    Ok(())
}
