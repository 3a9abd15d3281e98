//! A worker's solvers: one for each of the last few rules it met.
//!
//! Making a solver may cost a matrix or a formula, and a file of jigsaws may
//! change its rules with every line, so a worker keeps a few and forgets the
//! one that was used longest ago. Solvers never leave their thread.

use std::sync::Arc;

use polydoku_core::{Engine, EngineInfo, Rules, Solver};
use polydoku_engines::EngineChoice;
pub(crate) use polydoku_engines::NoEngine;

/// How many are kept.
const KEPT: usize = 8;

/// The solvers of one worker, the one in use last.
pub(crate) struct Solvers(Vec<Kept>);

struct Kept {
    rules: Arc<Rules>,
    engine: &'static dyn Engine,
    /// `None` after a panic, until the next puzzle.
    solver: Option<Box<dyn Solver>>,
}

impl Solvers {
    pub(crate) fn new() -> Solvers {
        Solvers(Vec::new())
    }

    /// Turns to the solver for these rules; says whose it is.
    pub(crate) fn take(
        &mut self,
        choice: &EngineChoice,
        rules: &Arc<Rules>,
    ) -> Result<&'static EngineInfo, NoEngine> {
        // Readers intern rules, so equal ones are nearly always the same ones.
        let same = self
            .0
            .iter()
            .rposition(|kept| Arc::ptr_eq(&kept.rules, rules));
        match same.or_else(|| self.0.iter().rposition(|kept| kept.rules == *rules)) {
            Some(place) => self.0[place..].rotate_left(1),
            None => {
                let engine = choice.engine_for(rules)?;
                let solver = engine.solver(rules).map_err(|why| NoEngine {
                    name: engine.info().name,
                    why,
                    others: Vec::new(),
                })?;
                let solver = Some(solver);
                if self.0.len() == KEPT {
                    self.0.remove(0);
                }
                let rules = rules.clone();
                self.0.push(Kept {
                    rules,
                    engine,
                    solver,
                });
            }
        }
        let kept = self.0.last().expect("it was found or just added");
        Ok(kept.engine.info())
    }

    /// The solver taken.
    pub(crate) fn solver(&mut self) -> &mut dyn Solver {
        let Kept {
            rules,
            engine,
            solver,
        } = self.0.last_mut().expect("a solver was taken");
        let make = || engine.solver(rules).expect("the engine made one before");
        &mut **solver.get_or_insert_with(make)
    }

    /// Throws away the solver taken: it panicked, and nothing is known of its
    /// state.
    pub(crate) fn spoilt(&mut self) {
        self.0.last_mut().expect("a solver was taken").solver = None;
    }
}
