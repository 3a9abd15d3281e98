//! One question to all engines, and whether their answers fit together.
//!
//! Every single answer must make sense by itself ([`Answer::nonsense`]). Answers of searches that
//! finished, or reached the limit on solutions, must name the same number; two
//! that found exactly one solution must have found the same. A batch must answer
//! as the single runs did.

use super::answer::{Answer, is_settled};
use polydoku_core::{Answers, Batch, Digit, Engine, Puzzle, Query, Rules, Solver};
use std::{sync::Arc, time::Duration};

/// What an engine may spend on a puzzle: what is easy for one family is hopeless
/// for another.
const NODES: u64 = 20_000;
const TIME: Duration = Duration::from_millis(500);

/// The query with those limits.
pub fn bounded(query: Query) -> Query {
    query.with_max_nodes(NODES).with_time(TIME)
}

/// What was found to be wrong.
#[derive(Debug)]
pub struct Fault {
    /// The puzzle; none where the engine panicked before it could be known.
    pub puzzle: Option<Puzzle>,
    pub what: String,
    /// The number of solutions that the answers were compared with, if any said.
    pub count: Option<u64>,
}

/// The engines with a solver each, and the sum of what they said.
pub struct Judge<'e> {
    solvers: Vec<(&'e dyn Engine, Box<dyn Solver>)>,
    rules: Arc<Rules>,
    /// Answers that took part in a comparison.
    pub answers: u64,
    pub given_up: u64,
}

/// An answer that settles a puzzle.
struct Settled {
    engine: &'static str,
    found: u64,
    /// The solution, where it is the only one.
    only: Option<Vec<Digit>>,
}

impl<'e> Judge<'e> {
    pub fn new(engines: &[&'e dyn Engine], rules: &Arc<Rules>) -> Self {
        let solvers = engines
            .iter()
            .filter_map(|engine| Some((*engine, engine.solver(rules).ok()?)));
        Self {
            solvers: solvers.collect(),
            rules: rules.clone(),
            answers: 0,
            given_up: 0,
        }
    }

    /// The first fault that the engines show on these puzzles.
    pub fn fault(&mut self, puzzles: &[Puzzle], limit: u64) -> Option<Fault> {
        let query = bounded(Query::count(limit));
        let mut settled = Vec::new();
        for puzzle in puzzles {
            match self.single(puzzle, &query) {
                Ok(agreed) => settled.push(agreed),
                Err(fault) => return Some(fault),
            }
        }
        self.batch(puzzles, &settled, limit).err()
    }

    /// The number of solutions that the engines agree on, up to a limit; none if
    /// they disagree or all give up.
    pub fn agreed(&mut self, puzzle: &Puzzle, limit: u64) -> Option<u64> {
        let settled = self.single(puzzle, &bounded(Query::count(limit))).ok()??;
        Some(settled.found)
    }

    /// Asks all engines for one puzzle; the answer they agree on, if any settles it.
    fn single(&mut self, puzzle: &Puzzle, query: &Query) -> Result<Option<Settled>, Fault> {
        let mut agreed: Option<Settled> = None;
        for (engine, solver) in &mut self.solvers {
            let name = engine.info().name;
            let answer = Answer::of(&mut **solver, puzzle, query);
            let fault = |what: String| Fault {
                puzzle: Some(puzzle.clone()),
                what,
                count: agreed.as_ref().map(|one| one.found),
            };
            if let Some(nonsense) = answer.nonsense(puzzle, query) {
                return Err(fault(format!("{name} {nonsense}")));
            }
            if !answer.is_settled() {
                self.given_up += 1;
                continue;
            }
            self.answers += 1;
            let found = answer.report.found;
            let only = answer.only().map(<[Digit]>::to_vec);
            match &agreed {
                None => {
                    agreed = Some(Settled {
                        engine: name,
                        found,
                        only,
                    })
                }
                Some(one) if one.found != found => {
                    let what = format!("{} finds {}, {name} finds {found}", one.engine, one.found);
                    return Err(fault(what));
                }
                Some(one) if one.only != only => {
                    let what = format!("{} and {name} show different only solutions", one.engine);
                    return Err(fault(what));
                }
                Some(_) => {}
            }
        }
        Ok(agreed)
    }

    /// Asks all engines for the puzzles as a batch and compares with single runs.
    fn batch(
        &mut self,
        puzzles: &[Puzzle],
        settled: &[Option<Settled>],
        limit: u64,
    ) -> Result<(), Fault> {
        let mut query = bounded(Query::unique().with_limit(limit));
        // A time limit turns lockstep off; nodes alone must do here.
        query.time = None;
        let mut batch = Batch::new(self.rules.clone());
        puzzles
            .iter()
            .for_each(|puzzle| batch.push_puzzle(puzzle.as_ref()));
        let mut answers = Answers::new();
        for (engine, solver) in &mut self.solvers {
            let name = engine.info().name;
            solver.run_batch(&batch, &query, &mut answers);
            for (index, (puzzle, agreed)) in puzzles.iter().zip(settled).enumerate() {
                let fault = |what: String| Fault {
                    puzzle: Some(puzzle.clone()),
                    what,
                    count: agreed.as_ref().map(|one| one.found),
                };
                let Some(report) = answers.reports.get(index) else {
                    return Err(fault(format!(
                        "{name} leaves out puzzle {index} of a batch"
                    )));
                };
                let row = answers.rows(index, &batch, &query).next();
                let row: Option<Vec<Digit>> = row.and_then(|row| row.iter().copied().collect());
                if report.found > 0 {
                    let right = row.as_ref().map(|row| puzzle.check_solution(row));
                    match right {
                        None => return Err(fault(format!("{name} keeps no solution in a batch"))),
                        Some(Err(error)) => {
                            return Err(fault(format!("{name} in a batch: {error}")));
                        }
                        Some(Ok(())) => {}
                    }
                }
                let Some(agreed) = agreed.as_ref().filter(|_| is_settled(report)) else {
                    continue;
                };
                self.answers += 1;
                if report.found != agreed.found {
                    return Err(fault(format!(
                        "{} finds {}, {name} in a batch finds {}",
                        agreed.engine, agreed.found, report.found
                    )));
                }
                if agreed.only.is_some() && agreed.only != row {
                    return Err(fault(format!(
                        "{name} in a batch shows another only solution"
                    )));
                }
            }
        }
        Ok(())
    }
}
