//! Asking an engine: a batch at a time, and what to do when it panics.
//!
//! A panic must cost no other puzzle its answer. The solver that panicked is
//! thrown away, since nothing is known of its state, and the batch is run again
//! puzzle by puzzle, so that the one that is to blame is known by its line.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use polydoku_core::{
    Answers, Batch, Digit, End, EngineInfo, Keep, PuzzleRef, Query, Report, Rules, Stats, Visit,
};
use polydoku_engines::EngineChoice;

use crate::solvers::{NoEngine, Solvers};
use crate::{Answer, Outcome};

/// A worker's solvers, and their last answers.
pub(crate) struct Asked {
    solvers: Solvers,
    engine: Option<&'static EngineInfo>,
    answers: Answers,
    /// How many figures of its own the engine gives to a puzzle.
    figures: usize,
    /// Puzzles of the batch whose search panicked, and what it said.
    panicked: Vec<(usize, String)>,
    /// Solutions of a single puzzle, one after the other.
    pub(crate) rows: Vec<Option<Digit>>,
}

impl Asked {
    pub(crate) fn new() -> Asked {
        Asked {
            solvers: Solvers::new(),
            engine: None,
            answers: Answers::new(),
            figures: 0,
            panicked: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// Turns to the solver for these rules.
    pub(crate) fn take_solver(
        &mut self,
        choice: &EngineChoice,
        rules: &Arc<Rules>,
    ) -> Result<(), NoEngine> {
        self.engine = Some(self.solvers.take(choice, rules)?);
        Ok(())
    }

    /// The engine whose solver was taken.
    pub(crate) fn engine(&self) -> &'static EngineInfo {
        self.engine.expect("a solver was taken")
    }

    /// Answers a batch, which is not empty.
    pub(crate) fn batch(&mut self, batch: &Batch, query: &Query) {
        self.panicked.clear();
        let Asked {
            solvers, answers, ..
        } = self;
        let run = || solvers.solver().run_batch(batch, query, answers);
        if catch_unwind(AssertUnwindSafe(run)).is_err() {
            self.solvers.spoilt();
            self.singly(batch, query);
        }
        self.figures = self.answers.figures.len() / self.answers.reports.len();
    }

    /// Answers a batch puzzle by puzzle.
    fn singly(&mut self, batch: &Batch, query: &Query) {
        self.answers.clear();
        let figures = if query.figures {
            self.engine().figures.len()
        } else {
            0
        };
        let mut one = Batch::new(batch.rules().clone());
        let mut its = Answers::new();
        for (index, puzzle) in batch.iter().enumerate() {
            one.clear();
            one.push_puzzle(puzzle);
            let run = || self.solvers.solver().run_batch(&one, query, &mut its);
            if let Err(panic) = catch_unwind(AssertUnwindSafe(run)) {
                self.solvers.spoilt();
                self.panicked.push((index, message_of(&*panic)));
                its.clear();
                its.reports.push(nothing_found());
                its.figures.resize(figures, 0);
                if query.keep == Keep::First {
                    its.solutions.resize(puzzle.clues().len(), None);
                }
            }
            self.answers.reports.append(&mut its.reports);
            self.answers.solutions.append(&mut its.solutions);
            self.answers.figures.append(&mut its.figures);
        }
    }

    /// What came of a puzzle of the batch.
    #[inline]
    pub(crate) fn outcome<'a>(
        &'a self,
        index: usize,
        puzzle: PuzzleRef<'_>,
        query: &Query,
    ) -> Outcome<'a> {
        if let Some(message) = self.panic_of(index) {
            return Outcome::Panicked(message);
        }
        let cells = puzzle.clues().len();
        let report = &self.answers.reports[index];
        let kept = query.keep == Keep::First && report.found > 0;
        let figures = self.figures;
        Outcome::Answer(Answer {
            engine: self.engine(),
            report,
            solution: kept.then(|| &self.answers.solutions[index * cells..(index + 1) * cells]),
            figures: &self.answers.figures[index * figures..(index + 1) * figures],
        })
    }

    /// What a puzzle's search said when it panicked.
    fn panic_of(&self, index: usize) -> Option<&str> {
        let panicked = self.panicked.iter().find(|(at, _)| *at == index);
        panicked.map(|(_, message)| message.as_str())
    }

    /// Searches a single puzzle, showing each solution.
    pub(crate) fn run(&mut self, puzzle: PuzzleRef<'_>, query: &Query, visit: Visit<'_>) {
        self.panicked.clear();
        self.answers.clear();
        let Asked {
            solvers, answers, ..
        } = self;
        let run = || {
            let solver = solvers.solver();
            let report = solver.run(puzzle, query, visit);
            if query.figures {
                answers.figures.extend_from_slice(solver.figures());
            }
            report
        };
        match catch_unwind(AssertUnwindSafe(run)) {
            Ok(report) => self.answers.reports.push(report),
            Err(panic) => {
                self.solvers.spoilt();
                self.panicked.push((0, message_of(&*panic)));
                self.answers.reports.push(nothing_found());
            }
        }
    }

    /// What came of the single puzzle of so many cells, whose first solution
    /// stands first in the rows, if there is any.
    pub(crate) fn single_outcome(&self, cells: usize) -> Outcome<'_> {
        match self.panicked.first() {
            Some((_, message)) => Outcome::Panicked(message),
            None => Outcome::Answer(Answer {
                engine: self.engine(),
                report: &self.answers.reports[0],
                solution: self.rows.get(..cells),
                figures: &self.answers.figures,
            }),
        }
    }
}

/// The place-holder of a search that panicked; nobody is shown it.
fn nothing_found() -> Report {
    Report {
        found: 0,
        end: End::Visitor,
        stats: Stats::default(),
    }
}

/// What a panic said.
pub(crate) fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").to_owned()
}
