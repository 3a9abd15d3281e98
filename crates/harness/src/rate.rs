//! Rating: how hard is a puzzle, said so that two people get the same answer.
//!
//! The number of clues says little, and one search says how lucky one engine was
//! with one order of cells and digits. So a puzzle gets three figures that mean
//! something:
//!
//! * its **solutions**: 0, 1, or 2 and more. Only a puzzle with exactly one is
//!   rated further; what has none or several is broken, not hard.
//! * its **tier**: the weakest of four sets of deductions that solves it without a
//!   guess. The sets are nested and order does not matter in them, so the tier
//!   is a property of the puzzle and the same for all its isomorphs (module `tier`).
//! * the **guesses** of a named engine over K isomorphs that follow from a seed:
//!   the mean is a property of puzzle and engine, the spread says how far luck
//!   reaches. Guesses are counted until uniqueness is proved, not until the
//!   first solution, which may come by chance.
//!
//! Guesses differ by factors and are often 0, where a geometric mean is 0 whatever
//! the other values are. Therefore one is added before and taken away after:
//! `exp(mean(ln(1 + g))) - 1`, the shifted geometric mean that benchmarks of
//! optimisers use (Achterberg, "Constraint Integer Programming", 2007, section A.3).
//! The spread is the geometric standard deviation of `1 + g`, a factor: 1 means
//! that every isomorph took as many guesses.
//!
//! A [`Rater`] is shared by all workers of a pipeline and asked from the renderer:
//! the pipeline has then read the puzzle and settled how many solutions it has.
//! Solvers and isomorphs are each thread's own (module `desk`). The same puzzle,
//! seed and engine give the same rating, wherever the puzzle stands in a file and
//! however many threads work.

mod desk;
mod tier;

use std::sync::Arc;

use polydoku_core::{Puzzle, Query, Verdict};
use polydoku_engines::EngineChoice;
use polydoku_pipeline::{Answered, Outcome};

pub use tier::{Deduction, Tier};

use crate::means::{geometric_spread, shifted_geometric_mean};

/// Rates puzzles; made once, shared by all threads.
#[derive(Clone, Debug)]
pub struct Rater(Arc<Terms>);

/// On what terms guesses are counted.
#[derive(Debug)]
pub(crate) struct Terms {
    pub(crate) engine: EngineChoice,
    pub(crate) isomorphs: u32,
    pub(crate) seed: u64,
    /// Looks for a second solution.
    pub(crate) query: Query,
}

impl Rater {
    /// A rater that counts an engine's guesses over so many isomorphs, those of
    /// `seed`, `seed + 1` and so on. Limits and the flag to cancel are the
    /// query's; each isomorph gets the limits anew. How many solutions are looked
    /// for is not: two, so that uniqueness is proved.
    pub fn new(engine: EngineChoice, isomorphs: u32, seed: u64, query: &Query) -> Rater {
        let query = query.clone().with_limit(2);
        Rater(Arc::new(Terms {
            engine,
            isomorphs,
            seed,
            query,
        }))
    }

    /// The rating of a puzzle that a pipeline has answered with a query for two
    /// solutions; `None` once the query is cancelled.
    pub fn rating(&self, answered: &Answered<'_>) -> Option<Rating> {
        let clues = answered.clues.iter().filter(|cell| cell.is_some()).count();
        let verdict = match answered.outcome {
            Outcome::Clash(_) => Some(Verdict::None),
            _ => answered.verdict(),
        };
        let mut rating = Rating {
            clues,
            verdict,
            difficulty: None,
        };
        if verdict == Some(Verdict::Unique) {
            let puzzle = match answered.marks {
                None => Puzzle::new(answered.rules, answered.clues),
                Some(marks) => Puzzle::with_marks(answered.rules, answered.clues, marks),
            };
            let puzzle = puzzle.expect("an engine took these clues");
            rating.difficulty = Some(desk::difficulty(&self.0, puzzle.as_ref())?);
        }
        let cancelled = self.0.query.cancel.as_ref();
        (!cancelled.is_some_and(|cancel| cancel.is_cancelled())).then_some(rating)
    }
}

/// What is to be said of a puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Rating {
    /// How many cells are given.
    pub clues: usize,
    /// What is known of its solutions; `None` where the engine panicked.
    pub verdict: Option<Verdict>,
    /// How hard it is, if it has exactly one.
    pub difficulty: Option<Difficulty>,
}

impl Rating {
    /// `0`, `1` or `2+`; `None` where a limit left it open.
    pub fn solutions(&self) -> Option<&'static str> {
        match self.verdict? {
            Verdict::None => Some("0"),
            Verdict::Unique => Some("1"),
            Verdict::Multiple => Some("2+"),
            Verdict::Solved | Verdict::Unknown => None,
        }
    }
}

/// How hard a puzzle with one solution is.
#[derive(Clone, PartialEq, Debug)]
pub struct Difficulty {
    /// The deductions it takes.
    pub tier: Tier,
    /// The engine's guesses; `None` where a limit cut one of the searches short,
    /// or the engine does not count guesses.
    pub guesses: Option<Guesses>,
}

/// How many guesses the isomorphs of a puzzle took.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Guesses {
    /// The shifted geometric mean: `exp(mean(ln(1 + g))) - 1`.
    pub mean: f64,
    /// The geometric standard deviation of `1 + g`, at least 1.
    pub spread: f64,
    /// The smallest number.
    pub least: u64,
    /// The largest number.
    pub most: u64,
    /// How many isomorphs were searched.
    pub isomorphs: u32,
}

impl Guesses {
    /// What single numbers come to; `None` where there are none.
    pub fn of(numbers: &[u64]) -> Option<Guesses> {
        let (&least, &most) = (numbers.iter().min()?, numbers.iter().max()?);
        let values = || numbers.iter().map(|&number| number as f64);
        Some(Guesses {
            mean: shifted_geometric_mean(values(), 1.0)?,
            spread: geometric_spread(values().map(|value| value + 1.0))?,
            least,
            most,
            isomorphs: numbers.len() as u32,
        })
    }
}

#[cfg(test)]
mod tests;
