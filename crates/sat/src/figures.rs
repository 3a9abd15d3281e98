//! The family's own figures: sizes, times, and what the proof shows.
//!
//! Conflicts, learnt clauses, units and deletions come from varisat's proof, which
//! is written whenever figures are asked for. Decisions, propagations and restarts
//! are not in it, so there are no such figures. Times are taken only with figures,
//! and then encoding goes through a list of clauses, so that it and loading can be
//! told apart; without figures clauses go straight into varisat.

use polydoku_core::Figure;

use crate::cnf::Size;
use crate::watch::Shown;

const fn count(name: &'static str, about: &'static str) -> Figure {
    Figure {
        name,
        unit: "1",
        about,
    }
}

const fn time(name: &'static str, about: &'static str) -> Figure {
    Figure {
        name,
        unit: "ns",
        about,
    }
}

/// How many figures there are.
pub(crate) const COUNT: usize = 14;

/// What they are called, in the order of [`Figures::row`].
pub(crate) const FIGURES: [Figure; COUNT] = [
    count("variables", "variables of the formula given to varisat"),
    count(
        "clauses",
        "clauses of it, without those that exclude solutions",
    ),
    count("literals", "literals of those clauses"),
    time("propagate", "time of the engine's own propagation"),
    time("encode", "time to make the clauses"),
    time("load", "time to give them to varisat"),
    time("solve", "time inside varisat's search"),
    count("solves", "searches varisat was asked for"),
    count("conflicts", "conflicts, each with a clause learnt"),
    count("learnt_literals", "literals of all learnt clauses"),
    count("units", "literals that varisat found true for good"),
    count("deleted", "clauses that varisat gave up"),
    count("placed", "cells filled by the engine's own propagation"),
    count(
        "propagation_alone",
        "1 if that answered and varisat got nothing",
    ),
];

/// What is known of one run.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Figures {
    pub size: Size,
    pub propagate: u64,
    pub encode: u64,
    pub load: u64,
    pub solve: u64,
    pub solves: u64,
    pub shown: Shown,
    pub placed: u64,
    pub alone: bool,
}

impl Figures {
    /// One value for each of [`FIGURES`].
    pub fn row(&self) -> [u64; COUNT] {
        let Shown {
            conflicts,
            learnt_lits,
            units,
            deleted,
        } = self.shown;
        [
            self.size.vars as u64,
            self.size.clauses as u64,
            self.size.lits as u64,
            self.propagate,
            self.encode,
            self.load,
            self.solve,
            self.solves,
            conflicts,
            learnt_lits,
            units,
            deleted,
            self.placed,
            u64::from(self.alone),
        ]
    }
}
