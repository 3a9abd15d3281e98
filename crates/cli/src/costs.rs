//! What the searches of a run cost, engine by engine: for `-v`.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use polydoku_core::Stats;
use polydoku_pipeline::{Answered, Outcome};

use polydoku_harness::report::thousands;

/// Sums of statistics, for each engine that answered.
#[derive(Debug, Default)]
pub struct Costs {
    by_engine: Mutex<BTreeMap<&'static str, Sum>>,
}

/// Puzzles, and what is known of their searches.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    puzzles: u64,
    nodes: Option<u64>,
    placements: Option<u64>,
    guesses: Option<u64>,
    backtracks: Option<u64>,
    depth: Option<u64>,
}

impl Sum {
    fn add(&mut self, stats: &Stats) {
        let more = |sum: Option<u64>, value: Option<u64>| match (sum, value) {
            (Some(sum), Some(value)) => Some(sum.saturating_add(value)),
            (sum, value) => sum.or(value),
        };
        self.puzzles += 1;
        self.nodes = more(self.nodes, stats.nodes.get());
        self.placements = more(self.placements, stats.placements.get());
        self.guesses = more(self.guesses, stats.guesses.get());
        self.backtracks = more(self.backtracks, stats.backtracks.get());
        self.depth = self.depth.max(stats.depth.get());
    }
}

impl Costs {
    /// Adds an answered puzzle.
    pub fn add(&self, puzzle: &Answered<'_>) {
        if let Outcome::Answer(answer) = &puzzle.outcome {
            let mut sums = self
                .by_engine
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            sums.entry(answer.engine.name)
                .or_default()
                .add(&answer.report.stats);
        }
    }
}

/// A line for each engine: `naive: 50 puzzles, 1,000 nodes, ...`.
impl fmt::Display for Costs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sums = self
            .by_engine
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for (number, (engine, sum)) in sums.iter().enumerate() {
            let line_end = if number > 0 { "\n" } else { "" };
            let plural = if sum.puzzles == 1 { "" } else { "s" };
            write!(
                f,
                "{line_end}{engine}: {} puzzle{plural}",
                thousands(sum.puzzles)
            )?;
            let known = [
                (sum.nodes, "nodes"),
                (sum.placements, "placements"),
                (sum.guesses, "guesses"),
                (sum.backtracks, "backtracks"),
            ];
            for (value, name) in known {
                if let Some(value) = value {
                    write!(f, ", {} {name}", thousands(value))?;
                }
            }
            if let Some(depth) = sum.depth {
                write!(f, ", depth up to {depth}")?;
            }
        }
        Ok(())
    }
}
