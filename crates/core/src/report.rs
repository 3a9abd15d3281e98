//! What an engine says of a puzzle: how many solutions, why it stopped, what
//! the search cost; and the verdict, worked out here once for all engines.
//!
//! A report holds no solution, so that it costs nothing to return: solutions go
//! to the visitor of a single run, or into [`Answers`] of a batch.

use std::fmt;

use crate::{Batch, Digit, Keep, Query};

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum End {
    /// Everything was searched: the number found is the number there is.
    Exhausted,
    /// As many solutions were found as asked for.
    Limit,
    /// The visitor, or the receiver of a trace, said enough.
    Visitor,
    /// The limit on nodes was reached.
    Nodes,
    /// The limit on time was reached.
    Time,
    /// The flag was set.
    Cancelled,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::Exhausted => "searched to the end",
            End::Limit => "solution limit",
            End::Visitor => "stopped by the receiver",
            End::Nodes => "node limit",
            End::Time => "time limit",
            End::Cancelled => "cancelled",
        })
    }
}

/// What is known of the number of solutions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// There is no solution. Never said of a search that did not finish.
    None,
    /// There is exactly one.
    Unique,
    /// There are at least two.
    Multiple,
    /// There is one; whether it is the only one is not known.
    Solved,
    /// None was found, and the search did not finish.
    Unknown,
}

impl Verdict {
    /// The word used in all outputs: `none`, `unique`, `multiple`, `solved`,
    /// `unknown`.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::None => "none",
            Verdict::Unique => "unique",
            Verdict::Multiple => "multiple",
            Verdict::Solved => "solved",
            Verdict::Unknown => "unknown",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A count that an engine may be unable to give. Eight bytes; unknown is kept
/// as the largest value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Stat(u64);

impl Stat {
    /// Not known.
    pub const UNKNOWN: Stat = Stat(u64::MAX);

    /// A known value.
    #[inline]
    pub const fn known(value: u64) -> Stat {
        Stat(value)
    }

    /// The value, if it is known.
    #[inline]
    pub const fn get(self) -> Option<u64> {
        if self.0 == u64::MAX {
            None
        } else {
            Some(self.0)
        }
    }
}

impl Default for Stat {
    fn default() -> Stat {
        Stat::UNKNOWN
    }
}

impl From<u64> for Stat {
    #[inline]
    fn from(value: u64) -> Stat {
        Stat(value)
    }
}

impl fmt::Debug for Stat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

/// What a search cost, with one meaning for all engines; unknown where an
/// engine cannot tell.
///
/// A **choice** is one of the alternatives at a branching point: a digit for a
/// cell, a place for a digit, or a layout of a digit in a band.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Stats {
    /// The budget's unit, spent one by one from `Query::max_nodes`. Naive: a
    /// placement tried; tree searches: a choice followed, guessed or left as
    /// the last one; SAT: a conflict. `EngineInfo::node` says it in words.
    pub nodes: Stat,
    /// Digits written into open cells, forced or tried. Clues are not counted.
    pub placements: Stat,
    /// Choices committed to while at least one other choice at the same point
    /// remained. The last remaining choice is forced, not guessed.
    pub guesses: Stat,
    /// Choices undone, whether they led to a dead end or to a solution. What
    /// still stands when the search ends is not undone.
    pub backtracks: Stat,
    /// The largest number of choices standing at one time.
    pub depth: Stat,
}

/// The answer to a query about one puzzle, without the solutions themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// How many different solutions were found; never more than the limit.
    pub found: u64,
    /// Why the search ended. `Limit` if and only if `found` reached the limit
    /// and the visitor did not stop it at that very solution.
    pub end: End,
    /// What it cost.
    pub stats: Stats,
}

impl Report {
    /// What is known of the number of solutions.
    #[inline]
    pub fn verdict(&self) -> Verdict {
        match (self.found, self.end) {
            (0, End::Exhausted) => Verdict::None,
            (0, _) => Verdict::Unknown,
            (1, End::Exhausted) => Verdict::Unique,
            (1, _) => Verdict::Solved,
            _ => Verdict::Multiple,
        }
    }

    /// Whether `found` is the number of all solutions, not only a lower bound.
    #[inline]
    pub fn is_exact(&self) -> bool {
        self.end == End::Exhausted
    }
}

/// The answers to a batch, in its order; kept and reused.
///
/// What `solutions` holds follows the query's `keep`: nothing; the first
/// solution of each puzzle, one row of cells a puzzle, all `None` where there
/// is none; or every solution found, one row each, puzzle after puzzle, as many
/// rows for a puzzle as its report's `found`.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// One report a puzzle.
    pub reports: Vec<Report>,
    /// Rows of cells, as described above.
    pub solutions: Vec<Option<Digit>>,
    /// The family's own figures where the query asked for them: one row a
    /// puzzle, with the columns of `EngineInfo::figures`.
    pub figures: Vec<u64>,
}

impl Answers {
    /// No answers yet.
    pub fn new() -> Answers {
        Answers::default()
    }

    /// Forgets the answers and keeps the memory.
    pub fn clear(&mut self) {
        self.reports.clear();
        self.solutions.clear();
        self.figures.clear();
    }

    /// The stored rows of one puzzle, each of one byte a cell. With
    /// [`Keep::First`] there is at most one.
    ///
    /// Walks the reports before it when every solution is kept.
    ///
    /// # Panics
    /// If there is no report of this number, or `batch` and `query` are not
    /// those of the run.
    pub fn rows(
        &self,
        index: usize,
        batch: &Batch,
        query: &Query,
    ) -> std::slice::Chunks<'_, Option<Digit>> {
        let cells = batch.rules().cell_count();
        let found = self.reports[index].found as usize;
        let (start, rows) = match query.keep {
            Keep::Nothing => (0, 0),
            Keep::First => (index, found.min(1)),
            Keep::Every => {
                let before = &self.reports[..index];
                (
                    before.iter().map(|report| report.found as usize).sum(),
                    found,
                )
            }
        };
        self.solutions[start * cells..(start + rows) * cells].chunks(cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_follows_from_found_and_end() {
        let ends = [
            End::Exhausted,
            End::Limit,
            End::Visitor,
            End::Nodes,
            End::Time,
            End::Cancelled,
        ];
        for end in ends {
            let verdict = |found| {
                Report {
                    found,
                    end,
                    stats: Stats::default(),
                }
                .verdict()
            };
            let finished = end == End::Exhausted;
            assert_eq!(
                verdict(0),
                if finished {
                    Verdict::None
                } else {
                    Verdict::Unknown
                }
            );
            assert_eq!(
                verdict(1),
                if finished {
                    Verdict::Unique
                } else {
                    Verdict::Solved
                }
            );
            assert_eq!(verdict(2), Verdict::Multiple);
            assert_eq!(verdict(u64::MAX), Verdict::Multiple);
        }
    }

    #[test]
    fn a_report_stays_small() {
        assert!(size_of::<Report>() <= 56);
        assert_eq!(Stat::default().get(), None);
        assert_eq!(Stat::from(3).get(), Some(3));
    }
}
