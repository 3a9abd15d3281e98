//! The checks behind each [`Aspect`](crate::Aspect), one module each.
//!
//! What they share is here: a [`Bench`] holds an engine with one kept solver a
//! shape, as a worker of the pipeline does, and chooses [`Probe`]s, small cases
//! with known counts that the engine answers to the end. The contract is checked
//! on the probes, so it is checked on every kind of rules there are cases for.

mod afresh;
pub mod batch;
pub mod cancel;
pub mod cases;
pub mod collections;
pub mod description;
pub mod figures;
pub mod limits;
pub mod nodes;
pub mod properties;
pub mod reuse;
pub mod sizes;
pub mod time;
pub mod trace;
pub mod visitor;

use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use polydoku_core::{End, Engine, Puzzle, PuzzleRef, Query, Rules, Solver};

use self::afresh::Afresh;
use crate::case::{Case, Count, cases};
use crate::laws::{Seen, law};

/// Nodes after which a search that must not give up is taken to hang.
const HANGS: u64 = 5_000_000;
/// Nodes within which a probe is searched to the end: contract tests search each
/// probe a hundred times.
const SHORT: u64 = 1_500;
/// Nodes granted to searches of random puzzles and of foreign collections.
const PATIENCE: u64 = 100_000;
/// Nodes granted to a case that the engine may give up.
const TRY: u64 = 30_000;
/// Engines that promise to count fewer solutions than this give each puzzle a
/// thousand times the work of the others (a formula of all the rules), and get
/// probes up to 9x9 only and of one shape [`A_FEW`].
const HEAVY: u64 = 2_000;
const A_FEW: usize = 2;
const MODERATE: usize = 9;
/// Probes have no more solutions than this.
const FEW: u64 = 130;

/// How far a quick check counts a total that it leaves to the slow one: a tenth
/// of what the engine promises, up to ten thousand.
fn part(largest: u64) -> u64 {
    (largest / 10).clamp(2, 10_000)
}

/// A query that stops a hanging search.
fn patient(query: Query) -> Query {
    query.with_max_nodes(HANGS)
}

/// An engine with its solvers.
struct Bench<'e> {
    engine: &'e dyn Engine,
    /// Whether the solvers begin anew with each run.
    afresh: bool,
    solvers: HashMap<Arc<Rules>, Box<dyn Solver + 'e>>,
}

impl<'e> Bench<'e> {
    /// For checks that compare one run with another, step by step. Solvers that
    /// remember would differ, so theirs are made anew for each run.
    fn new(engine: &'e dyn Engine) -> Bench<'e> {
        let afresh = engine.remembers();
        Bench {
            afresh,
            ..Bench::kept(engine)
        }
    }

    /// For checks that compare answers only: solvers are kept, as a worker does.
    fn kept(engine: &'e dyn Engine) -> Bench<'e> {
        Bench {
            engine,
            afresh: false,
            solvers: HashMap::new(),
        }
    }

    /// The kept solver for these rules, or why there is none.
    fn solver(&mut self, rules: &Arc<Rules>) -> Result<&mut dyn Solver, String> {
        if !self.solvers.contains_key(rules) {
            let mut solver: Box<dyn Solver + 'e> = self.fresh(rules)?;
            if self.afresh {
                solver = Box::new(Afresh::new(self.engine, rules));
            }
            self.solvers.insert(rules.clone(), solver);
        }
        let solver = self.solvers.get_mut(rules).expect("it was just put in");
        Ok(solver.as_mut())
    }

    /// A new solver.
    fn fresh(&self, rules: &Arc<Rules>) -> Result<Box<dyn Solver>, String> {
        self.engine.solver(rules).map_err(|why| why.to_string())
    }

    /// The probes for this engine.
    fn probes(&mut self) -> Vec<Probe> {
        let mut probes: Vec<Probe> = cases().iter().filter_map(|case| self.probe(case)).collect();
        if self.engine.info().largest_count < HEAVY {
            probes.retain(|probe| probe.puzzle.rules().size() <= MODERATE);
            // With and without solutions: by the number there are, spread evenly.
            probes.sort_by_key(|probe| probe.count);
            let mut alike: HashMap<&Arc<Rules>, Vec<Probe>> = HashMap::new();
            for probe in &probes {
                alike.entry(probe.puzzle.rules()).or_default().push(*probe);
            }
            probes.retain(|probe| {
                let alike = &alike[probe.puzzle.rules()];
                let at = alike.iter().position(|one| one.name == probe.name);
                let stride = alike.len().div_ceil(A_FEW);
                at.is_some_and(|at| at % stride == 0)
            });
        }
        probes
    }

    fn probe(&mut self, case: &'static Case) -> Option<Probe> {
        let (puzzle, count) = case.puzzle()?;
        let count = count.exact().filter(|&count| count <= FEW)?;
        if case.may_give_up(self.engine.info().name) {
            return None;
        }
        let solver = self.solver(&case.rules).ok()?;
        let query = Query::count(u64::MAX).with_max_nodes(SHORT);
        let report = solver.run(puzzle.as_ref(), &query, &mut |_| ControlFlow::Continue(()));
        let name = &case.name;
        (report.end != End::Nodes).then_some(Probe {
            name,
            puzzle,
            count,
        })
    }
}

/// A small case that the engine answers to the end.
#[derive(Clone, Copy)]
struct Probe {
    name: &'static str,
    puzzle: &'static Puzzle,
    count: u64,
}

impl Probe {
    fn get(&self) -> PuzzleRef<'static> {
        self.puzzle.as_ref()
    }

    fn count(&self) -> Option<Count> {
        Some(Count::Exactly(self.count))
    }

    /// One run on it that keeps every law.
    fn run(&self, solver: &mut dyn Solver, query: &Query) -> Result<Seen, String> {
        let seen = Seen::run(solver, self.get(), query);
        law(&seen, query, self.count())?;
        Ok(seen)
    }

    /// A run to the end.
    fn run_whole(&self, solver: &mut dyn Solver) -> Result<Seen, String> {
        let seen = self.run(solver, &patient(Query::all()))?;
        if !seen.report.is_exact() {
            return Err(format!("the end is `{}`", seen.report.end));
        }
        Ok(seen)
    }
}

impl fmt::Display for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
