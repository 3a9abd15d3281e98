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

/// `bitmask/mrv`, `bitmask/singles`, `bitmask/locked`, `bitmask`.
pub fn engines() -> [&'static dyn Engine; 4] {
    [&MRV, &SINGLES, &LOCKED, &BEST]
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

const fn row(
    idea: Idea,
    name: &'static str,
    about: &'static str,
    figures: &'static [Figure],
    largest_count: u64,
) -> Bitmask {
    let info = EngineInfo {
        name,
        idea: about,
        rules: "all",
        node: "a choice followed",
        stats: StatSet::ALL,
        figures,
        batch: 64,
        largest_count,
        view: View::Masks,
    };
    Bitmask { info, idea }
}

static MRV: Bitmask = row(
    Idea::Mrv,
    "bitmask/mrv",
    "a mask of missing digits for each house; the cell with fewest candidates first",
    LOOKUPS,
    1_000_000,
);
static SINGLES: Bitmask = row(
    Idea::Singles,
    "bitmask/singles",
    "a mask of candidates for each cell; naked and hidden singles to a fixpoint",
    READINGS,
    1_000_000,
);
static LOCKED: Bitmask = row(
    Idea::Locked,
    "bitmask/locked",
    "as bitmask/singles, with locked candidates (pointing and claiming)",
    READINGS,
    1_000_000,
);
static BEST: Bitmask = row(
    Idea::Best,
    "bitmask",
    "9x9: all cells of a grid in nine vectors, swept as a whole; other rules: \
     locked candidates with weighted forks",
    PASSES,
    10_000_000,
);

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
