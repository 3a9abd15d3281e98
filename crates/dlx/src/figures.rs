//! The family's own figures: what they are, and how they come from a run.
//!
//! Knuth's programs print a profile: how many nodes of the search tree lie on
//! each level. Its length differs from puzzle to puzzle, and a table needs
//! columns, so it is given in ten steps: a level is counted by the tenth of the
//! open cells that are filled on it. A search that backtracks near its root shows
//! it in the first columns, one that fails late in the last ones.

use std::time::Duration;

use polydoku_core::Figure;

use crate::solver::Figures;

/// Steps of the profile.
const STEPS: usize = 10;

/// How many figures there are.
pub(crate) const COUNT: usize = 5 + STEPS + 1;

const fn count(name: &'static str, about: &'static str) -> Figure {
    Figure {
        name,
        unit: "1",
        about,
    }
}

const PROFILE: &str = "options taken while this tenth of the open cells was filled";

/// What the figures are called, in the order of [`Run::figures`].
pub(crate) const FIGURES: [Figure; COUNT] = [
    count("options", "options of the matrix after the clues"),
    count("updates", "removals of an option from one of its items"),
    count("level", "most options taken at one time"),
    Figure {
        name: "build",
        unit: "ns",
        about: "time to build the matrix",
    },
    Figure {
        name: "search",
        unit: "ns",
        about: "time to search it",
    },
    count("level_01", PROFILE),
    count("level_02", PROFILE),
    count("level_03", PROFILE),
    count("level_04", PROFILE),
    count("level_05", PROFILE),
    count("level_06", PROFILE),
    count("level_07", PROFILE),
    count("level_08", PROFILE),
    count("level_09", PROFILE),
    count("level_10", PROFILE),
    count("open", "cells without a clue"),
];

/// What is known of one run.
#[derive(Debug, Default)]
pub(crate) struct Run {
    /// Open cells, which is how many options a solution has.
    pub open: u64,
    /// Options of the matrix.
    pub options: u64,
    /// Time to build it.
    pub build: Duration,
    /// Time to search it.
    pub search: Duration,
    /// Updates and profile.
    pub counts: Figures,
}

impl Run {
    /// The figures in the order of [`FIGURES`].
    pub fn figures(&self) -> [u64; COUNT] {
        let nanos = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let mut figures = [0; COUNT];
        figures[0] = self.options;
        figures[1] = self.counts.updates;
        figures[2] = self.counts.profile.len() as u64;
        figures[3] = nanos(self.build);
        figures[4] = nanos(self.search);
        for (level, &nodes) in self.counts.profile.iter().enumerate() {
            // There are as many levels as open cells at most.
            figures[5 + level * STEPS / self.open as usize] += nodes;
        }
        figures[5 + STEPS] = self.open;
        figures
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_is_in_one_step_of_the_profile() {
        for open in [1, 3, 9, 10, 11, 55, 64, 4096] {
            let mut run = Run {
                open,
                ..Run::default()
            };
            for level in 1..=open as usize {
                for _ in 0..level {
                    run.counts.enter(level);
                }
            }
            let figures = run.figures();
            let profile: u64 = figures[5..5 + STEPS].iter().sum();
            assert_eq!(profile, open * (open + 1) / 2, "{open} open cells");
            assert_eq!(figures[2], open);
        }
    }

    #[test]
    fn the_names_differ() {
        for (i, a) in FIGURES.iter().enumerate() {
            assert!(FIGURES[..i].iter().all(|b| b.name != a.name), "{}", a.name);
        }
    }
}
