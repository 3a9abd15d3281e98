//! The registry rows of this family: four ideas, one description each.

use std::sync::Arc;

use polydoku_core::{Engine, EngineInfo, Figure, Rules, Solver, StatSet, Unsupported, View};

use crate::candidates::{CandidateBoard, Methods};
use crate::classic::search::ClassicSolver;
use crate::houses::HouseBoard;
use crate::search::TrailSolver;

/// One row: what it says of itself, and what it is made of.
#[derive(Clone, Debug)]
pub struct Bitmask {
    info: EngineInfo,
    idea: Idea,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Idea {
    /// House masks looked up.
    Mrv,
    /// Candidates, with singles.
    Singles,
    /// Candidates, with singles and locked candidates.
    Locked,
    /// The 9x9 kernel, or locked candidates with weighted forks.
    Best,
}

/// The four rows of this family, in the order in which they are taught.
pub fn engines() -> Vec<Box<dyn Engine>> {
    vec![mrv(), singles(), locked(), best()]
}

const LOOKUPS: &[Figure] = &[
    Figure {
        name: "scans",
        unit: "1",
        about: "Times that the open cells were scanned for the one with fewest candidates.",
    },
    Figure {
        name: "lookups",
        unit: "1",
        about: "Cells whose candidates were looked up in the masks of their houses.",
    },
];

const READINGS: &[Figure] = &[
    Figure {
        name: "readings",
        unit: "1",
        about: "Houses read for hidden singles, and crossings compared for locked candidates.",
    },
    Figure {
        name: "narrowed",
        unit: "1",
        about: "Times that a cell lost candidates.",
    },
];

const PASSES: &[Figure] = &[
    Figure {
        name: "passes",
        unit: "1",
        about: "Passes over the whole grid (9x9), or houses read and crossings compared (other rules).",
    },
    Figure {
        name: "narrowed",
        unit: "1",
        about: "Times that a cell lost candidates.",
    },
];

fn row(idea: Idea, info: EngineInfo) -> Box<dyn Engine> {
    Box::new(Bitmask { info, idea })
}

/// `bitmask/mrv`: house masks, fewest candidates first, nothing else.
pub fn mrv() -> Box<dyn Engine> {
    row(
        Idea::Mrv,
        EngineInfo {
            name: "bitmask/mrv",
            idea: "a mask of missing digits a house; fewest candidates first",
            figures: LOOKUPS,
            largest_count: 30_000_000,
            ..INFO
        },
    )
}

/// `bitmask/singles`: naked and hidden singles to a fixpoint.
pub fn singles() -> Box<dyn Engine> {
    row(
        Idea::Singles,
        EngineInfo {
            name: "bitmask/singles",
            idea: "a mask of candidates a cell; naked and hidden singles to a fixpoint",
            figures: READINGS,
            ..INFO
        },
    )
}

/// `bitmask/locked`: singles and locked candidates.
pub fn locked() -> Box<dyn Engine> {
    row(
        Idea::Locked,
        EngineInfo {
            name: "bitmask/locked",
            idea: "the same with locked candidates (pointing and claiming)",
            figures: READINGS,
            ..INFO
        },
    )
}

/// `bitmask`: the best of the family for the rules at hand.
pub fn best() -> Box<dyn Engine> {
    row(
        Idea::Best,
        EngineInfo {
            name: "bitmask",
            idea: "9x9 swept as a whole; else locked candidates and guesses by dead ends",
            figures: PASSES,
            batch: 64,
            largest_count: 10_000_000,
            ..INFO
        },
    )
}

/// What the four have in common.
const INFO: EngineInfo = EngineInfo {
    name: "",
    idea: "",
    rules: "all",
    node: "a choice followed",
    stats: StatSet::ALL,
    figures: &[],
    batch: 1,
    largest_count: 1_000_000,
    view: View::Masks,
};

impl Engine for Bitmask {
    fn info(&self) -> &EngineInfo {
        &self.info
    }

    fn solver(&self, rules: &Arc<Rules>) -> Result<Box<dyn Solver>, Unsupported> {
        let candidates = |locked, weighted| {
            let methods = Methods { locked, weighted };
            TrailSolver::new(rules, CandidateBoard::new(rules, methods))
        };
        Ok(match self.idea {
            Idea::Mrv => Box::new(TrailSolver::new(rules, HouseBoard::new(rules))),
            Idea::Singles => Box::new(candidates(false, false)),
            Idea::Locked => Box::new(candidates(true, false)),
            Idea::Best if rules.is_classic() => Box::new(ClassicSolver::new(rules)),
            Idea::Best => Box::new(candidates(true, true)),
        })
    }
}
