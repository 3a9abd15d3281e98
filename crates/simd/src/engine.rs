//! The engine as the contract wants it: four registry rows, one solver.
//!
//! A row names a level; `simd` takes the best the processor has. A solver owns
//! the two boards and the stacks, allocated once, and sends a query to the
//! lockstep run or the single search.

use std::sync::Arc;

use polydoku_core::{
    Answers, Batch, Cancel, Engine, EngineInfo, Figure, Progress, PuzzleRef, Query, Report, Rules,
    Solver, StatSet, Told, Trace, Unsupported, View, Visit, run_singly,
};

use crate::batch::Lockstep;
use crate::level::{Avx2, Avx512, Kernel, Level, Portable};
use crate::node::Node;
use crate::single::Search;

/// The vector engine at a fixed level, or at the best the processor has.
#[derive(Clone, Debug)]
pub struct Simd {
    info: EngineInfo,
    level: Option<Level>,
}

const FIGURES: &[Figure] = &[
    Figure {
        name: "sweeps",
        unit: "1",
        about: "Sweeps of the board.",
    },
    Figure {
        name: "node_sweeps",
        unit: "1",
        about: "Nodes swept by them together; a sweep works on several at once.",
    },
];

impl Simd {
    fn named(name: &'static str, idea: &'static str, level: Option<Level>) -> Simd {
        let info = EngineInfo {
            name,
            idea,
            rules: "9x9",
            node: "a side of a split followed",
            stats: StatSet {
                placements: false,
                ..StatSet::ALL
            },
            figures: FIGURES,
            batch: 4096,
            largest_count: 10_000_000,
            view: View::Lanes,
        };
        Simd { info, level }
    }

    /// The row `simd`: the best level the processor has.
    pub fn best() -> Simd {
        let idea = "the whole grid in vector registers, with the widest the processor has";
        Simd::named("simd", idea, None)
    }

    /// The row `simd/avx512`, `simd/avx2` or `simd/portable`. Whether the
    /// processor has it, [`Engine::available`] says.
    pub fn at(level: Level) -> Simd {
        let (name, idea) = match level {
            Level::Avx512 => ("simd/avx512", "the same, compiled for 512-bit vectors"),
            Level::Avx2 => ("simd/avx2", "the same, compiled for 256-bit vectors"),
            Level::Portable => ("simd/portable", "the same for any processor of the target"),
        };
        Simd::named(name, idea, Some(level))
    }

    /// All rows of the registry, the best level first.
    pub fn engines() -> [Simd; 4] {
        [
            Simd::best(),
            Simd::at(Level::Avx512),
            Simd::at(Level::Avx2),
            Simd::at(Level::Portable),
        ]
    }

    /// The level that its solvers use.
    pub fn level(&self) -> Level {
        self.level.unwrap_or_else(Level::best)
    }
}

impl Engine for Simd {
    fn info(&self) -> &EngineInfo {
        &self.info
    }

    fn available(&self) -> Result<(), Unsupported> {
        match self.level().lacking() {
            None => Ok(()),
            Some(feature) => Err(Unsupported::Machine(format!(
                "{} needs {feature}, which this processor does not have",
                self.info.name
            ))),
        }
    }

    fn supports(&self, rules: &Rules) -> Result<(), Unsupported> {
        if rules.is_classic() {
            Ok(())
        } else {
            Err(Unsupported::Rules(format!(
                "{} takes the classic 9x9 only, not {rules}",
                self.info.name
            )))
        }
    }

    fn instruction_set(&self) -> Option<&'static str> {
        Some(self.level().name())
    }

    fn solver(&self, rules: &Arc<Rules>) -> Result<Box<dyn Solver>, Unsupported> {
        self.available()?;
        self.supports(rules)?;
        let found = "the level was just found available";
        Ok(match self.level() {
            Level::Portable => Box::new(Lanes::new(Portable::new().expect(found))),
            Level::Avx2 => Box::new(Lanes::new(Avx2::new().expect(found))),
            Level::Avx512 => Box::new(Lanes::new(Avx512::new().expect(found))),
        })
    }
}

/// One thread's memory: both boards and their stacks.
struct Lanes<const N: usize, K> {
    kernel: K,
    search: Search<N>,
    lockstep: Lockstep,
    figures: [u64; 2],
}

impl<const N: usize, K: Kernel<N>> Lanes<N, K> {
    fn new(kernel: K) -> Self {
        Lanes {
            kernel,
            search: Search::new(),
            lockstep: Lockstep::new(),
            figures: [0; 2],
        }
    }

    /// Puts a puzzle at the bottom of the search's stack.
    #[inline(always)]
    fn prepare(&mut self, puzzle: PuzzleRef<'_>, told: bool) {
        let clues = puzzle.clues().first_chunk().expect("81 cells of a 9x9");
        self.search.clear();
        if puzzle.marks().is_none() && !told {
            return self.search.start(self.kernel, clues);
        }
        let mut node = Node::of_clues(clues);
        if let Some(marks) = puzzle.marks() {
            node.restrict_to(marks.first_chunk().expect("81 marks of a 9x9"));
        }
        self.search.push(&node, 0);
    }

    /// What the finished search says.
    #[inline(always)]
    fn report(
        &mut self,
        progress: &Progress<'_>,
        end: std::ops::ControlFlow<polydoku_core::End>,
        query: &Query,
    ) -> Report {
        if query.figures {
            self.figures = [self.search.sweeps, self.search.node_sweeps];
        }
        progress.report(end, self.search.counts.stats(progress.nodes()))
    }
}

impl<const N: usize, K: Kernel<N>> Solver for Lanes<N, K> {
    fn run(&mut self, puzzle: PuzzleRef<'_>, query: &Query, visit: Visit<'_>) -> Report {
        self.prepare(puzzle, false);
        let mut progress = Progress::new(query, visit);
        let end = self.kernel.search(&mut self.search, &mut progress);
        self.report(&progress, end, query)
    }

    fn run_traced(
        &mut self,
        puzzle: PuzzleRef<'_>,
        query: &Query,
        visit: Visit<'_>,
        trace: &mut dyn Trace,
    ) -> Report {
        self.prepare(puzzle, true);
        let mut progress = Progress::new(query, visit);
        let kernel = self.kernel;
        let end = self.search.run(kernel, &mut progress, &mut Told(trace));
        self.report(&progress, end, query)
    }

    fn figures(&self) -> &[u64] {
        &self.figures
    }

    fn run_batch(&mut self, batch: &Batch, query: &Query, out: &mut Answers) {
        // A batch cancelled before it starts is answered without a look at it, the
        // puzzles that need no node included.
        let cancelled = query.cancel.as_ref().is_some_and(Cancel::is_cancelled);
        if query.time.is_some() || query.figures || cancelled {
            return run_singly(self, batch, query, out);
        }
        let kernel = self.kernel;
        kernel.lockstep(&mut self.lockstep, &mut self.search, batch, query, out);
    }
}
