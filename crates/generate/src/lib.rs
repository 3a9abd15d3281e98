//! New puzzles from a seed: unique always, minimal or with a number of clues
//! where asked for, for all rules.
//!
//! A puzzle is made in two steps. First a random full grid is filled
//! ([`fill`](mod@fill) says how); then its cells are visited in random order and
//! a clue is taken away wherever the rest still has only one solution, which an
//! engine says. After one visit of every cell the puzzle is minimal: a clue
//! that could not be taken away with more clues around cannot be with fewer.
//! Where fewer clues are wished for than that leaves, a third step exchanges
//! clues one by one until others become superfluous (`dig::walk`).
//!
//! Puzzle number `i` of seed `s` depends on `s` and `i` alone, and on the
//! engine only through verdicts, in which all engines agree. So the same seed
//! gives the same puzzles with any number of threads and on every machine.
//! Puzzles already given are skipped.
//!
//! ```
//! use polydoku_generate::{Generator, Wish};
//! use std::ops::ControlFlow;
//!
//! let wish = Wish::new(std::sync::Arc::new(polydoku_core::Rules::assumed(6)?)).minimal();
//! let mut lines = Vec::new();
//! Generator::new(wish, 1)?.run(5, 2, &mut |puzzle| {
//!     lines.push(puzzle.line());
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(lines.len(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Wishes that cannot come true are refused when the [`Generator`] is made;
//! those that may be hard are tried a limited number of times
//! ([`Wish::attempts`]). The clue-removing method and its bias towards puzzles
//! with more clues than random minimal ones have are well known; see D. Berthier,
//! "Unbiased Statistics of a CSP" (2009).
#![forbid(unsafe_code)]

mod dig;
pub mod fill;
mod wish;

use std::collections::HashSet;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

use polydoku_core::{Cancel, Puzzle, Unsupported};
use polydoku_corpus::isomorph::SplitMix64;
use polydoku_engines::{EngineChoice, NoEngine};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

pub use wish::{Impossible, Wish};

use dig::Digger;

/// Puzzles each thread makes between two hand-overs.
const STRIDE: u64 = 16;

/// Makes puzzles of one kind from one seed.
#[derive(Debug)]
pub struct Generator {
    wish: Wish,
    seed: u64,
    engine: EngineChoice,
    cancel: Cancel,
}

impl Generator {
    /// A generator that uses the engine `auto`.
    ///
    /// # Errors
    /// The wish cannot come true.
    pub fn new(wish: Wish, seed: u64) -> Result<Generator, Impossible> {
        wish.check()?;
        let (engine, cancel) = (EngineChoice::Auto, Cancel::new());
        Ok(Generator {
            wish,
            seed,
            engine,
            cancel,
        })
    }

    /// The same with another engine to say what is unique.
    ///
    /// # Errors
    /// The engine does not take these rules.
    pub fn with_engine(mut self, engine: EngineChoice) -> Result<Generator, NoEngine> {
        engine.engine_for(self.wish.rules())?;
        self.engine = engine;
        Ok(self)
    }

    /// The same, stopping when the flag is set.
    pub fn with_cancel(mut self, cancel: &Cancel) -> Generator {
        self.cancel = cancel.clone();
        self
    }

    /// Makes `count` different puzzles on so many threads (0: one a core) and
    /// shows each in order; `Break` ends it.
    ///
    /// Returns how many were shown.
    ///
    /// # Errors
    /// A puzzle could not be made within the limits; those before it were
    /// shown.
    pub fn run(
        &self,
        count: u64,
        threads: usize,
        each: &mut dyn FnMut(&Puzzle) -> ControlFlow<()>,
    ) -> Result<u64, GaveUp> {
        let pool = match threads {
            1 => None,
            n => Some(
                rayon::ThreadPoolBuilder::new()
                    .num_threads(n)
                    .build()
                    .map_err(|error| GaveUp {
                        made: 0,
                        wanted: count,
                        why: Why::Threads(error.to_string()),
                    })?,
            ),
        };
        let mut shown: HashSet<u64> = HashSet::new();
        let mut repeats = 0;
        let mut next = 0;
        let made = |shown: &HashSet<u64>| shown.len() as u64;
        while made(&shown) < count {
            let workers = pool
                .as_ref()
                .map_or(1, rayon::ThreadPool::current_num_threads) as u64;
            let numbers = next..next + (workers * STRIDE).min(count - made(&shown));
            next = numbers.end;
            let puzzles: Vec<Result<Puzzle, Why>> = match &pool {
                None => self.some(numbers),
                Some(pool) => pool.install(|| {
                    let lots = numbers.clone().step_by(STRIDE as usize);
                    let lots: Vec<u64> = lots.collect();
                    let lot = |start: u64| self.some(start..(start + STRIDE).min(numbers.end));
                    lots.into_par_iter()
                        .map(lot)
                        .collect::<Vec<_>>()
                        .into_iter()
                        .flatten()
                        .collect()
                }),
            };
            for puzzle in puzzles {
                let wanted = count;
                let puzzle = puzzle.map_err(|why| GaveUp {
                    made: made(&shown),
                    wanted,
                    why,
                })?;
                if !shown.insert(hash(&puzzle)) {
                    repeats += 1;
                    if repeats > self.wish.attempts {
                        return Err(GaveUp {
                            made: made(&shown),
                            wanted,
                            why: Why::Repeats,
                        });
                    }
                    continue;
                }
                repeats = 0;
                if each(&puzzle).is_break() {
                    return Ok(made(&shown));
                }
            }
        }
        Ok(count)
    }

    /// The puzzles of these numbers, made one after the other.
    fn some(&self, numbers: std::ops::Range<u64>) -> Vec<Result<Puzzle, Why>> {
        let mut digger = match Digger::new(&self.wish, self.engine, &self.cancel) {
            Ok(digger) => digger,
            Err(why) => return vec![Err(why)],
        };
        let mut puzzles = Vec::new();
        for number in numbers {
            // The streams of two numbers start far apart.
            let mut random =
                SplitMix64::new(SplitMix64::new(self.seed ^ number.rotate_left(32)).bits());
            let puzzle = digger.puzzle(&mut random);
            let failed = puzzle.is_err();
            puzzles.push(puzzle);
            if failed {
                break;
            }
        }
        puzzles
    }
}

fn hash(puzzle: &Puzzle) -> u64 {
    let mut hasher = DefaultHasher::new();
    puzzle.clues().hash(&mut hasher);
    hasher.finish()
}

/// A puzzle could not be made within the limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GaveUp {
    /// How many puzzles were shown before.
    pub made: u64,
    /// How many were asked for.
    pub wanted: u64,
    why: Why,
}

impl GaveUp {
    /// Whether it was stopped from outside.
    pub fn is_cancelled(&self) -> bool {
        self.why == Why::Cancelled
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Why {
    Clues {
        clues: usize,
        attempts: u64,
        fewest: usize,
    },
    Fill {
        attempts: u64,
    },
    Repeats,
    Cancelled,
    Engine(Unsupported),
    Threads(String),
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "gave up after {} of {} puzzles: ",
            self.made, self.wanted
        )?;
        match &self.why {
            Why::Clues {
                clues,
                attempts,
                fewest,
            } => write!(
                f,
                "no puzzle with {clues} clues in {attempts} attempts; the nearest had {fewest}"
            ),
            Why::Fill { attempts } => write!(f, "no full grid was found in {attempts} attempts"),
            Why::Repeats => f.write_str("hardly any different one is left"),
            Why::Cancelled => f.write_str("cancelled"),
            Why::Engine(why) => why.fmt(f),
            Why::Threads(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for GaveUp {}
