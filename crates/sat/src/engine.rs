//! The five registry rows: three published encodings, one solver kept, and `sat`, the
//! best that was found. Each is a description; the solvers are in `solver` and `reuse`.

use std::sync::Arc;

use polydoku_core::{Engine, EngineInfo, Rules, Solver, StatSet, Unsupported, View};

use crate::encode::Encoding;
use crate::figures::FIGURES;
use crate::reuse::Reuse;
use crate::solver::{Best, Published};

/// `sat/minimal`: each cell has a digit, no house has one twice, clues as unit
/// clauses; a new solver for each puzzle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Minimal;

/// `sat/extended`: everything the rules say, in every way (Lynce and Ouaknine 2006),
/// clues as unit clauses; a new solver for each puzzle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extended;

/// `sat/optimised`: the extended encoding of what the clues leave open (Kwon and
/// Jain 2006); a new solver for each puzzle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Optimised;

/// `sat/reuse`: the rules loaded once, clues as assumptions, clauses learnt from one
/// puzzle kept for the next.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reused;

/// `sat`: singles and locked candidates first, then varisat on what is left.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sat;

/// This family's rows of the registry.
pub fn engines() -> Vec<Box<dyn Engine>> {
    vec![
        Box::new(Minimal),
        Box::new(Extended),
        Box::new(Optimised),
        Box::new(Reused),
        Box::new(Sat),
    ]
}

const SAT: EngineInfo = EngineInfo {
    name: "sat",
    idea: "singles and locked candidates, then a CDCL SAT solver on what is left",
    rules: "all",
    node: "a conflict",
    stats: StatSet {
        nodes: true,
        placements: false,
        guesses: false,
        backtracks: false,
        depth: false,
    },
    figures: &FIGURES,
    batch: 16,
    largest_count: 2_000,
    view: View::Clauses,
};

const MINIMAL: EngineInfo = EngineInfo {
    name: "sat/minimal",
    idea: "a formula: a digit in each cell, none twice in a house; clues as units",
    largest_count: 1_000,
    ..SAT
};

const EXTENDED: EngineInfo = EngineInfo {
    name: "sat/extended",
    idea: "a formula of all the rules in every way (Lynce and Ouaknine); clues as units",
    largest_count: 1_000,
    ..SAT
};

const OPTIMISED: EngineInfo = EngineInfo {
    name: "sat/optimised",
    idea: "the extended formula of what the clues leave open (Kwon and Jain)",
    ..SAT
};

const REUSE: EngineInfo = EngineInfo {
    name: "sat/reuse",
    idea: "the rules loaded once, clues as assumptions, learnt clauses kept",
    largest_count: 1_000,
    ..SAT
};

impl Engine for Minimal {
    fn info(&self) -> &EngineInfo {
        &MINIMAL
    }

    fn solver(&self, _: &Arc<Rules>) -> Result<Box<dyn Solver>, Unsupported> {
        Ok(Box::new(Published::new(Encoding::MINIMAL)))
    }
}

impl Engine for Extended {
    fn info(&self) -> &EngineInfo {
        &EXTENDED
    }

    fn solver(&self, _: &Arc<Rules>) -> Result<Box<dyn Solver>, Unsupported> {
        Ok(Box::new(Published::new(Encoding::EXTENDED)))
    }
}

impl Engine for Optimised {
    fn info(&self) -> &EngineInfo {
        &OPTIMISED
    }

    fn solver(&self, _: &Arc<Rules>) -> Result<Box<dyn Solver>, Unsupported> {
        Ok(Box::new(Published::new(Encoding::OPTIMISED)))
    }
}

impl Engine for Reused {
    fn info(&self) -> &EngineInfo {
        &REUSE
    }

    fn remembers(&self) -> bool {
        true
    }

    fn solver(&self, rules: &Arc<Rules>) -> Result<Box<dyn Solver>, Unsupported> {
        Ok(Box::new(Reuse::new(rules)))
    }
}

impl Engine for Sat {
    fn info(&self) -> &EngineInfo {
        &SAT
    }

    fn solver(&self, rules: &Arc<Rules>) -> Result<Box<dyn Solver>, Unsupported> {
        Ok(Box::new(Best::new(rules)))
    }
}
