//! Going on where an earlier run stopped: which rows there are, and whether they
//! are of the same measure.

use std::collections::HashSet;
use std::fmt;

use super::Measure;
use crate::account::{self, Who};
use crate::machine::Machine;
use crate::record::{Mode, Row};

/// Rows to be continued that belong to another measure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unlike {
    /// What differs.
    pub what: String,
}

impl fmt::Display for Unlike {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the record is of another measure: {}", self.what)
    }
}

impl std::error::Error for Unlike {}

/// What tells a row from all others of a measure.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key(
    pub(super) String,
    pub(super) String,
    pub(super) Mode,
    pub(super) Option<u32>,
    pub(super) u32,
);

impl Key {
    pub(super) fn of(row: &Row) -> Key {
        Key(
            row.corpus.clone(),
            row.engine.clone(),
            row.mode,
            row.threads,
            row.round,
        )
    }
}

impl Measure<'_> {
    /// The rows there are already, if they fit.
    pub(super) fn done(&self) -> Result<HashSet<Key>, Unlike> {
        let plan = &self.plan;
        for row in &self.before {
            let Some(corpus) = self.corpora.iter().find(|one| one.name() == row.corpus) else {
                continue;
            };
            let who = Who {
                name: &row.engine,
                instruction_set: "",
            };
            let now = account::row(plan, &Machine::here(), corpus, who, row.mode);
            let differs = |what: &str, old: String, new: String| {
                (old != new).then(|| Unlike {
                    what: format!("{what} was {old}, and is {new}"),
                })
            };
            let limits = |row: &Row| format!("{:?} nodes, {:?} ns", row.max_nodes, row.timeout_ns);
            let found = differs(
                "the hash of the corpus",
                row.corpus_sha256.clone(),
                now.corpus_sha256.clone(),
            )
            .or_else(|| {
                differs(
                    "the number of puzzles",
                    row.puzzles.to_string(),
                    now.puzzles.to_string(),
                )
            })
            .or_else(|| differs("the seed", row.seed.to_string(), now.seed.to_string()))
            .or_else(|| {
                differs(
                    "permuting",
                    row.permuted.to_string(),
                    now.permuted.to_string(),
                )
            })
            .or_else(|| {
                differs(
                    "the task",
                    row.task.word().to_owned(),
                    now.task.word().to_owned(),
                )
            })
            .or_else(|| {
                differs(
                    "the limit of solutions",
                    row.solution_limit.to_string(),
                    now.solution_limit.to_string(),
                )
            })
            .or_else(|| differs("the limit", limits(row), limits(&now)))
            .or_else(|| differs("the version", row.version.clone(), now.version.clone()))
            .or_else(|| differs("the profile", row.profile.clone(), now.profile.clone()))
            .or_else(|| differs("the processor", row.cpu.clone(), now.cpu.clone()));
            if let Some(unlike) = found {
                return Err(unlike);
            }
        }
        Ok(self.before.iter().map(Key::of).collect())
    }
}
