//! The solvers that build a new formula for each puzzle.
//!
//! Two kinds: a published encoding as it is, and `sat`'s own way, which propagates
//! first and gives varisat what is left. varisat's solver itself is made anew each
//! time, since nothing can be taken out of it; what can be kept is kept: tables of
//! variables, candidates, literals.

use std::ops::ControlFlow;
use std::sync::Arc;

use polydoku_core::{
    End, Observer, PuzzleRef, Query, Report, Rules, Silent, Solver, Told, Trace, Visit,
};

use crate::cdcl::Manner;
use crate::encode::Encoding;
use crate::figures::{COUNT, Figures};
use crate::propagate::{Outcome, Propagator};
use crate::residue::Residue;
use crate::search::Run;
use crate::variables::Variables;

/// A solver for a published encoding.
#[derive(Debug)]
pub(crate) struct Published {
    encoding: Encoding,
    variables: Variables,
    figures: [u64; COUNT],
}

impl Published {
    pub fn new(encoding: Encoding) -> Published {
        Published {
            encoding,
            variables: Variables::default(),
            figures: [0; COUNT],
        }
    }

    fn answer<'t>(
        &mut self,
        puzzle: PuzzleRef<'_>,
        query: &Query,
        visit: Visit<'_>,
        trace: Option<&'t mut (dyn Trace + 't)>,
    ) -> Report {
        let mut run = Run::new(puzzle, query, visit);
        let encoding = self.encoding;
        let candidates = puzzle.rules().cell_count() * puzzle.rules().size();
        let end = run.formula(
            &mut self.variables,
            trace,
            |variables, sink| encoding.write(puzzle, variables, sink),
            candidates,
            Manner::Plain,
        );
        self.figures = run.figures.row();
        run.report(end)
    }
}

impl Solver for Published {
    fn run(&mut self, puzzle: PuzzleRef<'_>, query: &Query, visit: Visit<'_>) -> Report {
        self.answer(puzzle, query, visit, None)
    }

    fn run_traced(
        &mut self,
        puzzle: PuzzleRef<'_>,
        query: &Query,
        visit: Visit<'_>,
        trace: &mut dyn Trace,
    ) -> Report {
        self.answer(puzzle, query, visit, Some(trace))
    }

    fn figures(&self) -> &[u64] {
        &self.figures
    }
}

/// The solver of `sat`: propagation, then varisat on what is left.
#[derive(Debug)]
pub(crate) struct Best {
    propagator: Propagator,
    residue: Residue,
    variables: Variables,
    figures: [u64; COUNT],
}

impl Best {
    pub fn new(rules: &Arc<Rules>) -> Best {
        Best {
            propagator: Propagator::new(rules),
            residue: Residue::default(),
            variables: Variables::default(),
            figures: [0; COUNT],
        }
    }

    fn answer<'t>(
        &mut self,
        puzzle: PuzzleRef<'_>,
        query: &Query,
        visit: Visit<'_>,
        trace: Option<&'t mut (dyn Trace + 't)>,
    ) -> Report {
        let mut run = Run::new(puzzle, query, visit);
        let end = self.search(&mut run, trace);
        self.figures = run.figures.row();
        run.report(end)
    }

    fn search<'t>(
        &mut self,
        run: &mut Run<'_, '_>,
        mut trace: Option<&'t mut (dyn Trace + 't)>,
    ) -> ControlFlow<End> {
        run.budget.check()?;
        let outcome = match &mut trace {
            None => self.propagated(run, Silent),
            Some(trace) => self.propagated(run, Told(&mut **trace)),
        };
        match outcome? {
            Outcome::Contradiction => ControlFlow::Continue(()),
            Outcome::Filled => {
                let cells = 0..self.propagator.candidates().len();
                let digits: Vec<_> = cells
                    .filter_map(|cell| self.propagator.digit(cell))
                    .collect();
                let told = match trace {
                    None => ControlFlow::Continue(()),
                    Some(trace) => {
                        Told(trace).event(|| polydoku_core::Event::Solution { digits: &digits })
                    }
                };
                // Found is found, whatever the receiver says to it.
                run.progress.solution(&digits)?;
                told
            }
            Outcome::Open => {
                let Best {
                    propagator,
                    residue,
                    variables,
                    ..
                } = self;
                let candidates = propagator
                    .candidates()
                    .iter()
                    .map(|digits| digits.len())
                    .sum();
                let puzzle = run.puzzle;
                run.formula(
                    variables,
                    trace,
                    |variables, sink| residue.write(puzzle, propagator, variables, sink),
                    candidates,
                    Manner::Tuned,
                )
            }
        }
    }

    fn propagated<O: Observer>(
        &mut self,
        run: &mut Run<'_, '_>,
        mut observer: O,
    ) -> ControlFlow<End, Outcome> {
        let (outcome, time) = run.timed(|| self.propagator.run(run.puzzle, &mut observer));
        let clues = run.puzzle.clues().iter().flatten().count();
        let cells = run.puzzle.clues().len();
        run.figures = Figures {
            propagate: time,
            placed: (cells - self.propagator.left()).saturating_sub(clues) as u64,
            alone: matches!(
                outcome,
                ControlFlow::Continue(Outcome::Filled | Outcome::Contradiction)
            ),
            ..Figures::default()
        };
        outcome
    }
}

impl Solver for Best {
    fn run(&mut self, puzzle: PuzzleRef<'_>, query: &Query, visit: Visit<'_>) -> Report {
        self.answer(puzzle, query, visit, None)
    }

    fn run_traced(
        &mut self,
        puzzle: PuzzleRef<'_>,
        query: &Query,
        visit: Visit<'_>,
        trace: &mut dyn Trace,
    ) -> Report {
        self.answer(puzzle, query, visit, Some(trace))
    }

    fn figures(&self) -> &[u64] {
        &self.figures
    }
}
