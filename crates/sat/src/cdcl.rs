//! varisat behind a budget: clauses in, satisfiable or not out, and a model.
//!
//! varisat is a CDCL solver: it decides variables, propagates units over watched
//! literals, learns a clause from each conflict, restarts now and then. Here it is
//! a [`ClauseSink`], so an encoding is loaded without a list in between.
//!
//! With a watch attached it writes a proof that the [`Watch`] reads, which costs a
//! tenth of its time and up to as much again; so it is attached only for a limit, for
//! figures or for a trace, see [`Cdcl::needs_watch`]. The search is the same either
//! way. A solver that was stopped cannot go on and must be dropped.
//!
//! The published encodings get varisat as it comes; `sat` gets it tuned, see
//! [`Manner`].

use std::cell::RefCell;
use std::fmt;
use std::ops::ControlFlow;
use std::rc::Rc;

use polydoku_core::{End, Query};
use varisat::config::SolverConfigUpdate;
use varisat::{ExtendFormula, ProofFormat, Solver};

use crate::cnf::{Clause, ClauseSink, Lit, Size, Var};
use crate::watch::{Tap, Watch};

/// Clauses between two looks at clock and flag while loading: below a millisecond.
const STRIDE: usize = 1024;

/// Up to so many candidates one call of `solve` takes milliseconds at most, and a
/// limit on time or a flag to cancel is looked at between calls only: the boards
/// of 9x9.
const SHORT: usize = 729;

/// How varisat is set up.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Manner {
    /// As it comes.
    #[default]
    Plain,
    /// For Sudoku. A decision gives a variable the value it had last, and at first
    /// "false"; a candidate ruled out says little, one that is placed says much, so
    /// every literal is negated on the way in and out, and decisions try digits. Of
    /// the learnt clauses those of little use go every 250 conflicts rather than
    /// every 15,000, and restarts are eight times rarer.
    Tuned,
}

impl Manner {
    /// A literal's code here or in varisat, from the other's.
    pub fn code(self, code: usize) -> usize {
        code ^ usize::from(self == Manner::Tuned)
    }
}

/// varisat's solver with what is needed to load, stop and read it.
pub(crate) struct Cdcl<'t> {
    solver: Solver<'t>,
    pub watch: Rc<RefCell<Watch<'t>>>,
    attached: bool,
    stopped: bool,
    manner: Manner,
    /// What was loaded.
    size: Size,
    /// A clause in varisat's literals.
    clause: Vec<varisat::Lit>,
    /// One a variable: its value in the last model.
    truth: Vec<bool>,
}

impl<'t> Cdcl<'t> {
    /// A solver without clauses. `attached` says whether the watch sees the search
    /// itself, not only loading.
    pub fn new(mut watch: Watch<'t>, attached: bool, manner: Manner) -> Cdcl<'t> {
        watch.stream.manner = manner;
        let watch = Rc::new(RefCell::new(watch));
        let mut solver = Solver::new();
        if manner == Manner::Tuned {
            let mut config = SolverConfigUpdate::new();
            config.reduce_locals_interval = Some(250);
            config.luby_restart_interval_scale = Some(1024);
            solver.config(&config).expect("values within their ranges");
        }
        if attached {
            solver.write_proof(Tap(watch.clone()), ProofFormat::Varisat);
        }
        Cdcl {
            solver,
            watch,
            attached,
            stopped: false,
            manner,
            size: Size::default(),
            clause: Vec::new(),
            truth: Vec::new(),
        }
    }

    /// Whether a query needs the watch attached for so many candidates.
    pub fn needs_watch(query: &Query, traced: bool, candidates: usize) -> bool {
        let limited = query.time.is_some() || query.cancel.is_some();
        query.max_nodes.is_some() || query.figures || traced || limited && candidates > SHORT
    }

    /// Whether the watch sees the search itself.
    pub fn is_attached(&self) -> bool {
        self.attached
    }

    /// Whether a limit stopped it: then it must be dropped.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// How much was loaded.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whether all clauses can hold, with what is assumed; or why nobody knows.
    /// Then this solver is of no further use.
    pub fn solve(&mut self) -> ControlFlow<End, bool> {
        // Bound apart: the borrow must end before varisat writes.
        let looked = self.watch.borrow().budget.check();
        looked?;
        match self.solver.solve() {
            Ok(can_hold) => {
                if can_hold {
                    self.read_model();
                }
                ControlFlow::Continue(can_hold)
            }
            Err(error) => {
                self.stopped = true;
                let stopped = self.watch.borrow_mut().stopped();
                match stopped {
                    Some(end) => ControlFlow::Break(end),
                    None => panic!("varisat fails only when its proof's writer does: {error}"),
                }
            }
        }
    }

    fn read_model(&mut self) {
        let model = self
            .solver
            .model()
            .expect("solve has just said that there is one");
        self.truth.clear();
        self.truth.resize(self.size.vars, false);
        for lit in model {
            self.truth[lit.index()] = self.manner.code(lit.code()).is_multiple_of(2);
        }
    }

    /// Whether the last model makes a literal true.
    pub fn is_true(&self, lit: Lit) -> bool {
        self.truth[lit.var().index()] != lit.is_negative()
    }

    /// What the next calls of `solve` assume, and nothing else.
    pub fn assume(&mut self, lits: &[Lit]) {
        self.translate(lits);
        self.solver.assume(&self.clause);
    }

    fn translate(&mut self, lits: &[Lit]) {
        self.clause.clear();
        let code = |lit: &Lit| varisat::Lit::from_code(self.manner.code(lit.code()));
        self.clause.extend(lits.iter().map(code));
    }
}

impl ClauseSink for Cdcl<'_> {
    fn new_var(&mut self) -> Var {
        self.size.new_var()
    }

    fn clause(&mut self, clause: &Clause) -> ControlFlow<End> {
        if self.size.clauses.is_multiple_of(STRIDE) {
            self.watch.borrow().budget.check()?;
        }
        self.size.clause(clause)?;
        self.translate(clause);
        self.solver.add_clause(&self.clause);
        ControlFlow::Continue(())
    }
}

impl fmt::Debug for Cdcl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cdcl")
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}
