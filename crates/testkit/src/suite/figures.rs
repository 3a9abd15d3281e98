//! The family's own figures come when asked for, in the announced number.

use polydoku_core::{Engine, Query, Solver};

use super::{Bench, Probe, patient};
use crate::tally::{Ledger, ensure};

pub fn check(engine: &dyn Engine, ledger: &mut Ledger) {
    let mut bench = Bench::new(engine);
    for probe in bench.probes() {
        let result = bench
            .solver(probe.puzzle.rules())
            .and_then(|solver| one(engine, &probe, solver));
        ledger.check(probe, result);
    }
}

fn one(engine: &dyn Engine, probe: &Probe, solver: &mut dyn Solver) -> Result<(), String> {
    let whole = probe.run_whole(solver)?;
    let seen = probe.run(solver, &patient(Query::all()).with_figures())?;
    ensure!(
        seen.rows == whole.rows && seen.report == whole.report,
        "asking for figures changes the answer from {:?} to {:?}",
        whole.report,
        seen.report
    );
    let (got, wanted) = (solver.figures().len(), engine.info().figures.len());
    ensure!(got == wanted, "{got} figures, {wanted} announced");
    Ok(())
}
