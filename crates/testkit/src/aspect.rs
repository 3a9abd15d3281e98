//! The aspects of the contract, each with the function that checks it.

use std::collections::BTreeMap;

use polydoku_core::Engine;

use crate::suite;
use crate::tally::{Faults, Ledger, Tally};

/// One thing that the contract promises, checked by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Aspect {
    /// What the engine says of itself is well formed, and it refuses rules in
    /// the same way wherever it is asked.
    Description,
    /// Every case of `puzzles/cases`: verdict, count, solutions.
    Cases,
    /// The number of solutions asked for ends the search, exactly.
    Limits,
    /// The number of nodes allowed is never passed, and giving up is said.
    Nodes,
    /// A time limit is honoured, and giving up is said.
    Time,
    /// A flag set before or during the search ends it.
    Cancel,
    /// The visitor can end the search at any solution.
    Visitor,
    /// A solver knows nothing of what it did before.
    Reuse,
    /// Batches answer as single runs do, and keep what was asked for.
    Batch,
    /// A traced search is the silent search, told.
    Trace,
    /// The family's own figures come when asked for, in the announced number.
    Figures,
    /// Grids of every size from 1 to 64.
    Sizes,
    /// Laws that hold between puzzles, on random ones.
    Properties,
    /// Puzzle collections that lie beside the clone, where they do.
    Shared,
    /// Totals that take minutes; not among [`Aspect::ALL`].
    SlowTotals,
}

impl Aspect {
    /// Every aspect but the slow one.
    pub const ALL: [Aspect; 14] = [
        Aspect::Description,
        Aspect::Cases,
        Aspect::Limits,
        Aspect::Nodes,
        Aspect::Time,
        Aspect::Cancel,
        Aspect::Visitor,
        Aspect::Reuse,
        Aspect::Batch,
        Aspect::Trace,
        Aspect::Figures,
        Aspect::Sizes,
        Aspect::Properties,
        Aspect::Shared,
    ];

    /// The name in messages.
    pub fn name(self) -> &'static str {
        self.row().0
    }

    fn row(self) -> (&'static str, fn(&dyn Engine, &mut Ledger)) {
        match self {
            Aspect::Description => ("description", suite::description::check),
            Aspect::Cases => ("cases", suite::cases::check),
            Aspect::Limits => ("limits", suite::limits::check),
            Aspect::Nodes => ("nodes", suite::nodes::check),
            Aspect::Time => ("time", suite::time::check),
            Aspect::Cancel => ("cancel", suite::cancel::check),
            Aspect::Visitor => ("visitor", suite::visitor::check),
            Aspect::Reuse => ("reuse", suite::reuse::check),
            Aspect::Batch => ("batch", suite::batch::check),
            Aspect::Trace => ("trace", suite::trace::check),
            Aspect::Figures => ("figures", suite::figures::check),
            Aspect::Sizes => ("sizes", suite::sizes::check),
            Aspect::Properties => ("properties", suite::properties::check),
            Aspect::Shared => ("shared", suite::collections::check),
            Aspect::SlowTotals => ("slow totals", suite::cases::check_slow),
        }
    }

    /// Checks this aspect of an engine.
    ///
    /// An engine that this machine cannot run is a skip, with the reason.
    ///
    /// # Errors
    /// What is wrong; also an engine that skips everything.
    pub fn check(self, engine: &dyn Engine) -> Result<Tally, Faults> {
        let (aspect, check) = self.row();
        let mut ledger = Ledger::default();
        match engine.available() {
            Err(reason) => {
                ledger.skip(format!("this machine cannot run it: {reason}"));
                return Ok(ledger.tally);
            }
            Ok(()) => check(engine, &mut ledger),
        }
        let Ledger { tally, mut faults } = ledger;
        let may_be_empty = matches!(self, Aspect::Shared | Aspect::SlowTotals);
        if tally.passed == 0 && faults.is_empty() && !may_be_empty {
            faults.push(format!("nothing was checked; skipped: {:?}", tally.skipped));
        }
        if faults.is_empty() {
            return Ok(tally);
        }
        Err(Faults {
            engine: engine.info().name.to_owned(),
            aspect,
            list: faults,
        })
    }

    /// Checks this aspect as a test does: prints what was skipped, panics at faults.
    ///
    /// # Panics
    /// If the engine breaks it.
    #[allow(clippy::print_stdout)]
    pub fn test(self, engine: &dyn Engine) {
        match self.check(engine) {
            Ok(tally) => {
                let (name, aspect) = (engine.info().name, self.name());
                println!("{name}, {aspect}: {} checked", tally.passed);
                // A refusal ends with the shape refused; a log need not list them all.
                let mut reasons = BTreeMap::<&str, u64>::new();
                for (reason, times) in &tally.skipped {
                    let (short, _) = reason.split_once(", not ").unwrap_or((reason, ""));
                    *reasons.entry(short).or_default() += times;
                }
                for (reason, times) in reasons {
                    println!("skipped: {name}, {aspect}, {times} times: {reason}");
                }
            }
            Err(faults) => panic!("{faults}"),
        }
    }
}
