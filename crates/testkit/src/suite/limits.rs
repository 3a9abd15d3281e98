//! The number of solutions asked for ends the search, exactly.

use polydoku_core::{End, Engine, Query};

use super::{Bench, Probe, patient};
use crate::tally::{Ledger, ensure};

pub fn check(engine: &dyn Engine, ledger: &mut Ledger) {
    let mut bench = Bench::new(engine);
    for probe in bench.probes() {
        let count = probe.count;
        let mut limits = vec![1, 2, 3, count.max(2) - 1, count.max(1), count + 1, u64::MAX];
        limits.sort_unstable();
        limits.dedup();
        for limit in limits {
            let result = bench
                .solver(probe.puzzle.rules())
                .and_then(|solver| one(&probe, solver, limit));
            ledger.check(format_args!("{probe}, limit {limit}"), result);
        }
    }
}

fn one(probe: &Probe, solver: &mut dyn polydoku_core::Solver, limit: u64) -> Result<(), String> {
    for query in [Query::count(limit), Query::all().with_limit(limit)] {
        let report = probe.run(solver, &patient(query))?.report;
        let expected = match limit > probe.count {
            true => (probe.count, End::Exhausted),
            false => (limit, End::Limit),
        };
        let got = (report.found, report.end);
        ensure!(got == expected, "answers {got:?}, expected {expected:?}");
    }
    Ok(())
}
