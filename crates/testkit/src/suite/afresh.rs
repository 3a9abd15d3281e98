//! An engine that remembers, made to begin anew with each run.
//!
//! The contract's tests compare runs with each other: the same solutions in the
//! same order, the same statistics. A solver that keeps what it learnt
//! (`Engine::remembers`) promises that only of its first run, so here every run is
//! the first of a new solver. What it promises when kept is checked elsewhere:
//! answers by `cases`, `batch` and `shared`, and that remembering changes none of
//! them by `reuse`.

use polydoku_core::{Engine, PuzzleRef, Query, Report, Rules, Solver, Trace, Visit};
use std::sync::Arc;

/// A solver that is another one each time.
pub struct Afresh<'e> {
    engine: &'e dyn Engine,
    rules: Arc<Rules>,
    last: Option<Box<dyn Solver>>,
}

impl<'e> Afresh<'e> {
    /// Solvers of this engine for these rules, which it takes.
    pub fn new(engine: &'e dyn Engine, rules: &Arc<Rules>) -> Afresh<'e> {
        Afresh {
            engine,
            rules: rules.clone(),
            last: None,
        }
    }

    fn next(&mut self) -> &mut dyn Solver {
        let solver = self.engine.solver(&self.rules);
        let solver = solver.expect("an engine takes rules that it took before");
        self.last.insert(solver).as_mut()
    }
}

impl Solver for Afresh<'_> {
    fn run(&mut self, puzzle: PuzzleRef<'_>, query: &Query, visit: Visit<'_>) -> Report {
        self.next().run(puzzle, query, visit)
    }

    fn run_traced(
        &mut self,
        puzzle: PuzzleRef<'_>,
        query: &Query,
        visit: Visit<'_>,
        trace: &mut dyn Trace,
    ) -> Report {
        self.next().run_traced(puzzle, query, visit, trace)
    }

    fn figures(&self) -> &[u64] {
        self.last.as_ref().map_or(&[], |solver| solver.figures())
    }
}
