//! From clauses to answers: solve, show the grid, exclude it, solve again.
//!
//! One search answers every question. A model is decoded and shown; if more
//! solutions are wanted, a clause that excludes this grid and no other is added and
//! the same solver goes on, with all that it learnt. When no model is left, what was
//! found is all there is. The excluding clause names candidates only, so auxiliary
//! variables do not bring a grid back.

use std::ops::ControlFlow;
use std::time::Instant;

use polydoku_core::{Budget, Digit, End, Progress, PuzzleRef, Query, Report, Stat, Stats, Trace};

use crate::cdcl::{Cdcl, Manner};
use crate::cnf::{ClauseSink, Cnf, Lit};
use crate::figures::Figures;
use crate::told::Teller;
use crate::variables::Variables;
use crate::watch::Watch;

/// One puzzle's run, whatever the row.
pub(crate) struct Run<'q, 'v> {
    pub puzzle: PuzzleRef<'q>,
    pub query: &'q Query,
    pub budget: Budget,
    pub progress: Progress<'v>,
    pub figures: Figures,
    /// Conflicts, where they are known.
    pub conflicts: Stat,
}

impl<'q, 'v> Run<'q, 'v> {
    pub fn new(
        puzzle: PuzzleRef<'q>,
        query: &'q Query,
        visit: polydoku_core::Visit<'v>,
    ) -> Run<'q, 'v> {
        Run {
            puzzle,
            query,
            budget: Budget::new(query),
            progress: Progress::new(query, visit),
            figures: Figures::default(),
            // Until varisat is asked there are none.
            conflicts: Stat::known(0),
        }
    }

    /// The report of a run that came to this end.
    pub fn report(&self, end: ControlFlow<End>) -> Report {
        let stats = Stats {
            nodes: self.conflicts,
            ..Stats::default()
        };
        self.progress.report(end, stats)
    }

    /// The time that `work` takes, if figures are wanted; else only its result.
    pub fn timed<T>(&self, work: impl FnOnce() -> T) -> (T, u64) {
        let start = self.query.figures.then(Instant::now);
        let result = work();
        let time = start.map_or(0, |start| start.elapsed().as_nanos() as u64);
        (result, time)
    }

    /// Searches a formula from the start: `write` writes it, with the meaning of its
    /// variables.
    pub fn formula<'t>(
        &mut self,
        variables: &mut Variables,
        trace: Option<&'t mut dyn Trace>,
        mut write: impl FnMut(&mut Variables, &mut Sink<'_, 't>) -> ControlFlow<End>,
        candidates: usize,
        manner: Manner,
    ) -> ControlFlow<End> {
        let attached = Cdcl::needs_watch(self.query, trace.is_some(), candidates);
        let watch = Watch::new(self.budget.clone(), None);
        let mut cdcl = Cdcl::new(watch, attached, manner);
        if self.query.figures {
            let mut cnf = Cnf::new();
            let (end, time) = self.timed(|| write(variables, &mut Sink::List(&mut cnf)));
            self.figures.encode = time;
            end?;
            let (end, time) = self.timed(|| {
                for _ in 0..cnf.var_count() {
                    cdcl.new_var();
                }
                cnf.clauses().try_for_each(|clause| cdcl.clause(clause))
            });
            self.figures.load = time;
            end?;
        } else {
            write(variables, &mut Sink::Solver(&mut cdcl))?;
        }
        self.figures.size = cdcl.size();
        if let Some(trace) = trace {
            let mut teller = Teller::new(trace, self.puzzle, variables);
            teller.formula(cdcl.size())?;
            cdcl.watch.borrow_mut().teller = Some(teller);
        }
        self.solutions(&mut cdcl, variables, |cdcl, clause| cdcl.clause(clause))
    }

    /// Finds solutions until there is reason to stop. `exclude` takes the clause that
    /// forbids the last one.
    pub fn solutions<'t>(
        &mut self,
        cdcl: &mut Cdcl<'t>,
        variables: &Variables,
        mut exclude: impl FnMut(&mut Cdcl<'t>, &[Lit]) -> ControlFlow<End>,
    ) -> ControlFlow<End> {
        let end = self.one_by_one(cdcl, variables, &mut exclude);
        let watch = cdcl.watch.borrow();
        self.figures.shown = watch.shown;
        self.conflicts = match cdcl.is_attached() {
            true => watch.budget.nodes().into(),
            false => Stat::UNKNOWN,
        };
        end
    }

    fn one_by_one<'t>(
        &mut self,
        cdcl: &mut Cdcl<'t>,
        variables: &Variables,
        exclude: &mut dyn FnMut(&mut Cdcl<'t>, &[Lit]) -> ControlFlow<End>,
    ) -> ControlFlow<End> {
        let mut clause = Vec::new();
        loop {
            let (can_hold, time) = self.timed(|| cdcl.solve());
            self.figures.solve += time;
            self.figures.solves += 1;
            if !can_hold? {
                return ControlFlow::Continue(());
            }
            let grid = variables.grid(|lit| cdcl.is_true(lit));
            let digits = grid.expect("the clauses allow grids only");
            self.show(cdcl, &digits)?;
            self.exclusion(variables, &digits, &mut clause);
            exclude(cdcl, &clause)?;
            if let Some(teller) = &mut cdcl.watch.borrow_mut().teller {
                teller.excluded(self.progress.found())?;
            }
        }
    }

    /// Shows a solution to the receiver of the trace, if any, and to the visitor.
    fn show(&mut self, cdcl: &Cdcl<'_>, digits: &[Digit]) -> ControlFlow<End> {
        let told = match &mut cdcl.watch.borrow_mut().teller {
            Some(teller) => teller.solution(digits),
            None => ControlFlow::Continue(()),
        };
        // Found is found, whatever the receiver says to it.
        self.progress.solution(digits)?;
        told
    }

    /// The clause that excludes a grid: some cell without a clue holds another digit.
    fn exclusion(&self, variables: &Variables, digits: &[Digit], clause: &mut Vec<Lit>) {
        clause.clear();
        let cells = self.puzzle.rules().cells();
        let open = cells.filter(|cell| self.puzzle.clues()[cell.index()].is_none());
        clause.extend(
            open.filter_map(|cell| variables.lit(cell, digits[cell.index()]))
                .map(|lit| !lit),
        );
    }
}

/// Where an encoding writes to: varisat, or with figures a list.
pub(crate) enum Sink<'s, 't> {
    List(&'s mut Cnf),
    Solver(&'s mut Cdcl<'t>),
}

impl ClauseSink for Sink<'_, '_> {
    fn new_var(&mut self) -> crate::cnf::Var {
        match self {
            Sink::List(cnf) => cnf.new_var(),
            Sink::Solver(cdcl) => cdcl.new_var(),
        }
    }

    fn clause(&mut self, clause: &[Lit]) -> ControlFlow<End> {
        match self {
            Sink::List(cnf) => cnf.clause(clause),
            Sink::Solver(cdcl) => cdcl.clause(clause),
        }
    }
}
