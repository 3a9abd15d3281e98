//! One varisat solver for all puzzles of the same rules: clues as assumptions.
//!
//! The rules are loaded once, in the extended encoding. A puzzle is then nothing but
//! assumptions: its clues, and the digits that its pencil marks forbid, negated.
//! varisat keeps what it learns, since that follows from the rules alone, whatever
//! was assumed.
//!
//! A clause that excludes a solution must not outlive its puzzle. It carries the
//! negation of a variable of the puzzle's own, the switch, which is assumed true with
//! the clues; at the end the switch is set false for good, and the clauses hold
//! without more ado. Switches and satisfied clauses pile up, so after
//! [`SWITCHES`] of them the solver is built anew.
//!
//! What was learnt leads the search elsewhere: a kept solver finds the same number of
//! solutions as a new one, but perhaps in another order and with other conflicts
//! (`Engine::remembers`). A traced run starts with a new solver, so that a watcher
//! sees where things come from.

use std::ops::ControlFlow;

use polydoku_core::{End, Puzzle, PuzzleRef, Query, Report, Rules, Solver, Trace, Visit};
use std::sync::Arc;

use crate::cdcl::{Cdcl, Manner};
use crate::cnf::{ClauseSink, Lit};
use crate::encode::Encoding;
use crate::figures::COUNT;
use crate::search::Run;
use crate::told::Teller;
use crate::variables::Variables;
use crate::watch::Watch;

/// Puzzles with excluded solutions after which the solver is built anew.
const SWITCHES: usize = 1000;

/// The rules in a solver.
struct Kept<'t> {
    cdcl: Cdcl<'t>,
    switches: usize,
}

/// The solver of `sat/reuse`.
#[derive(Debug)]
pub(crate) struct Reuse {
    /// The puzzle without clues: the rules as a formula.
    empty: Puzzle,
    variables: Variables,
    /// Without the watch attached, and with it: attaching is for life.
    kept: [Option<Kept<'static>>; 2],
    assumed: Vec<Lit>,
    figures: [u64; COUNT],
}

impl Reuse {
    pub fn new(rules: &Arc<Rules>) -> Reuse {
        let empty = Puzzle::new(rules, &vec![None; rules.cell_count()]);
        Reuse {
            empty: empty.expect("no clues do not clash"),
            variables: Variables::default(),
            kept: [None, None],
            assumed: Vec::new(),
            figures: [0; COUNT],
        }
    }

    /// The solver that was kept, or a new one.
    fn rules<'t>(
        &mut self,
        run: &mut Run<'_, '_>,
        kept: Option<Kept<'t>>,
        attached: bool,
    ) -> ControlFlow<End, Kept<'t>> {
        if let Some(kept) = kept.filter(|kept| kept.switches < SWITCHES) {
            kept.cdcl.watch.borrow_mut().begin(run.budget.clone());
            return ControlFlow::Continue(kept);
        }
        let watch = Watch::new(run.budget.clone(), None);
        let mut cdcl = Cdcl::new(watch, attached, Manner::Plain);
        let (variables, empty) = (&mut self.variables, self.empty.as_ref());
        let (end, time) = run.timed(|| Encoding::EXTENDED.write(empty, variables, &mut cdcl));
        run.figures.load = time;
        end?;
        ControlFlow::Continue(Kept { cdcl, switches: 0 })
    }

    fn assume(&mut self, puzzle: PuzzleRef<'_>) {
        let lit = |cell, digit| {
            self.variables
                .lit(cell, digit)
                .expect("all candidates have one")
        };
        let rules = puzzle.rules();
        self.assumed.clear();
        for (cell, clue) in rules.cells().zip(puzzle.clues()) {
            match *clue {
                Some(digit) => self.assumed.push(lit(cell, digit)),
                None => {
                    let forbidden = rules.digits() - puzzle.allowed(cell);
                    self.assumed
                        .extend(forbidden.iter().map(|digit| !lit(cell, digit)));
                }
            }
        }
    }

    /// Searches with a solver of the rules; gives it back unless it is of no more use.
    fn search<'t>(
        &mut self,
        run: &mut Run<'_, '_>,
        kept: Option<Kept<'t>>,
        attached: bool,
        trace: Option<&'t mut (dyn Trace + 't)>,
    ) -> (ControlFlow<End>, Option<Kept<'t>>) {
        let mut kept = match self.rules(run, kept, attached) {
            ControlFlow::Continue(kept) => kept,
            ControlFlow::Break(end) => return (ControlFlow::Break(end), None),
        };
        run.figures.size = kept.cdcl.size();
        self.assume(run.puzzle);
        kept.cdcl.assume(&self.assumed);
        if let Some(trace) = trace {
            let mut teller = Teller::new(trace, run.puzzle, &self.variables);
            if let ControlFlow::Break(end) = teller.formula(kept.cdcl.size()) {
                return (ControlFlow::Break(end), None);
            }
            kept.cdcl.watch.borrow_mut().teller = Some(teller);
        }
        let mut switch: Option<Lit> = None;
        let Reuse {
            variables, assumed, ..
        } = self;
        let end = run.solutions(&mut kept.cdcl, variables, |cdcl, clause| {
            let on = match switch {
                Some(on) => on,
                None => {
                    let on = cdcl.new_var().positive();
                    switch = Some(on);
                    assumed.push(on);
                    on
                }
            };
            let mut clause = clause.to_vec();
            clause.push(!on);
            cdcl.clause(&clause)?;
            cdcl.assume(assumed);
            ControlFlow::Continue(())
        });
        let usable = !kept.cdcl.is_stopped();
        if usable && let Some(on) = switch {
            kept.switches += 1;
            if kept.cdcl.clause(&[!on]).is_break() {
                return (end, None);
            }
        }
        (end, usable.then_some(kept))
    }
}

impl Solver for Reuse {
    fn run(&mut self, puzzle: PuzzleRef<'_>, query: &Query, visit: Visit<'_>) -> Report {
        let mut run = Run::new(puzzle, query, visit);
        let candidates = puzzle.rules().cell_count() * puzzle.rules().size();
        let attached = Cdcl::needs_watch(query, false, candidates);
        let kept = self.kept[usize::from(attached)].take();
        let (end, kept) = self.search(&mut run, kept, attached, None);
        self.kept[usize::from(attached)] = kept;
        self.figures = run.figures.row();
        run.report(end)
    }

    fn run_traced(
        &mut self,
        puzzle: PuzzleRef<'_>,
        query: &Query,
        visit: Visit<'_>,
        trace: &mut dyn Trace,
    ) -> Report {
        let mut run = Run::new(puzzle, query, visit);
        let (end, _) = self.search(&mut run, None, true, Some(trace));
        self.figures = run.figures.row();
        run.report(end)
    }

    fn figures(&self) -> &[u64] {
        &self.figures
    }
}

impl std::fmt::Debug for Kept<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kept")
            .field("switches", &self.switches)
            .finish_non_exhaustive()
    }
}
