//! A flag set before or during the search ends it.
//!
//! Before: as with no time. During: the flag is set by the visitor at the first
//! of many solutions, and by the receiver of a trace at an event of a search
//! that finds nothing; both times the search must end within [`LOOK`] nodes. No
//! threads are needed for that, so nothing depends on their timing.

use std::ops::ControlFlow;

use polydoku_core::{Cancel, End, Engine, Event, Query, Solver};

use super::{Bench, Probe, patient};
use crate::case::case;
use crate::laws::{Seen, law};
use crate::tally::{Ledger, ensure};

/// The flag is looked at every so many nodes or more often.
const LOOK: u64 = 64;

pub fn check(engine: &dyn Engine, ledger: &mut Ledger) {
    let mut bench = Bench::new(engine);
    for probe in bench.probes() {
        let result = bench
            .solver(probe.puzzle.rules())
            .and_then(|solver| before(&probe, solver).and_then(|()| by_event(&probe, solver)));
        ledger.check(probe, result);
    }
    for name in ["empty-4", "empty-9"] {
        let case = case(name);
        let Some((puzzle, count)) = case.puzzle() else {
            continue;
        };
        match bench.solver(&case.rules) {
            Err(reason) => ledger.skip(reason),
            Ok(solver) => {
                let cancel = Cancel::new();
                // Without it, the search would go on to the end of the world.
                let query = patient(Query::all()).with_cancel(&cancel);
                let flag = |_| {
                    cancel.cancel();
                    ControlFlow::Continue(())
                };
                let seen = Seen::until(puzzle.as_ref(), flag, |visit| {
                    solver.run(puzzle.as_ref(), &query, visit)
                });
                ledger.check(
                    name,
                    law(&seen, &query, Some(count)).and_then(|()| soon(&seen)),
                );
            }
        }
    }
}

fn soon(seen: &Seen) -> Result<(), String> {
    let (found, end) = (seen.report.found, seen.report.end);
    ensure!(
        end == End::Cancelled,
        "cancelled at the first solution, the end is `{end}`"
    );
    ensure!(
        found <= 1 + LOOK,
        "cancelled at the first solution, found {found}"
    );
    Ok(())
}

fn before(probe: &Probe, solver: &mut dyn Solver) -> Result<(), String> {
    let whole = probe.run_whole(solver)?;
    let needed = whole.report.stats.nodes.get().unwrap_or(0);
    let cancel = Cancel::new();
    let query = patient(Query::all()).with_cancel(&cancel);
    let seen = probe.run(solver, &query)?;
    ensure!(seen == whole, "a flag that is not set changes the answer");
    cancel.cancel();
    match probe.run(solver, &query)?.report.end {
        End::Cancelled => Ok(()),
        End::Exhausted if needed <= LOOK => Ok(()),
        end => Err(format!(
            "cancelled before, {needed} nodes needed, the end is `{end}`"
        )),
    }
}

/// Sets the flag at the third event and lets the search go on.
fn by_event(probe: &Probe, solver: &mut dyn Solver) -> Result<(), String> {
    let whole = probe.run_whole(solver)?;
    let needed = whole.report.stats.nodes.get().unwrap_or(0);
    let cancel = Cancel::new();
    let query = patient(Query::all()).with_cancel(&cancel);
    let mut events = 0;
    let mut trace = |_: &Event<'_>| {
        events += 1;
        if events == 3 {
            cancel.cancel();
        }
        ControlFlow::Continue(())
    };
    let seen = Seen::until(
        probe.get(),
        |_| ControlFlow::Continue(()),
        |visit| solver.run_traced(probe.get(), &query, visit, &mut trace),
    );
    law(&seen, &query, probe.count())?;
    let spent = seen.report.stats.nodes.get().unwrap_or(0);
    match seen.report.end {
        End::Cancelled => ensure!(
            spent <= needed.min(4 * LOOK),
            "cancelled early, spent {spent} of {needed}"
        ),
        // An engine may tell its events late, up to all at once.
        End::Exhausted => ensure!(
            seen == whole,
            "a flag set while it ended changes the answer"
        ),
        end => return Err(format!("cancelled during the search, the end is `{end}`")),
    }
    Ok(())
}
