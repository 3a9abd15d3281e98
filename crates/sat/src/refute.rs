//! A formula refuted, with the proof in both forms that other programs read.
//!
//! varisat writes DRAT itself. LRAT needs to know, for each clause learnt, which
//! clauses it was seen from: varisat's own checker follows the search and knows, and
//! the crate varisat-lrat writes it down. Both come out of one search:
//!
//! ```text
//! Cnf -> varisat --- proof steps ---+-> DRAT, binary
//!                                   +-> checker -> varisat-lrat -> Paper: LRAT, text
//! ```
//!
//! The [`Paper`] is also where the search is watched: each line that adds a clause
//! spends a node of the budget, so a node is a clause derived. When nothing is left
//! to spend it refuses more, varisat gives up, and nothing is left of the proof. It
//! is asked once in 8 KiB of text, which is some dozens of clauses.
//!
//! varisat numbers the clauses in the order of loading and stops at the first that
//! contradicts the ones before on its face; numbers of later clauses would then be
//! given twice. In a puzzle's formula only the very last clause can do that: unit
//! clauses come behind all others, each for another variable, and the exclusion is
//! the last. (In the 1x1 grid the cell's clause is a unit clause too, and the one
//! that an empty mark adds is the last.) The tests hold that.

use std::cell::RefCell;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::rc::Rc;

use polydoku_core::{Budget, End};
use varisat::{ExtendFormula, ProofFormat, Solver};
use varisat_lrat::WriteLrat;

use crate::cnf::{Cnf, Lit};

/// Clauses between two looks at clock and flag while loading.
const STRIDE: usize = 1024;

/// The empty clause as a step of binary DRAT. varisat writes nothing at all where
/// unit propagation refutes the formula while it is loaded; a proof that says so is
/// plainer than an empty file, which could also be a lost one.
const EMPTY_CLAUSE: &[u8] = b"a\0";

/// What became of a formula.
pub(crate) enum Refuted {
    /// It has no model, and this is the proof.
    Yes { drat: Vec<u8>, lrat: Vec<u8> },
    /// It has this model: a value for each variable.
    No(Vec<bool>),
    /// Nobody knows.
    Stopped(End),
}

/// Looks for a refutation or a model, within a budget.
pub(crate) fn refuted(cnf: &Cnf, budget: Budget) -> (Refuted, Budget) {
    let paper = Rc::new(RefCell::new(Page {
        text: Vec::new(),
        budget,
        at: At::Id,
        deletion: false,
        stop: None,
    }));
    let drat = Rc::new(RefCell::new(Vec::new()));
    let mut lrat = WriteLrat::new(Paper(paper.clone()), false);
    let mut solver = Solver::new();
    solver.write_proof(Shared(drat.clone()), ProofFormat::BinaryDrat);
    solver.add_proof_processor(&mut lrat);
    let found = found(cnf, &mut solver, &paper);
    drop(solver);
    // What cannot be written was stopped already.
    let flushed = lrat.flush();
    drop(lrat);

    let Page {
        text, budget, stop, ..
    } = Rc::into_inner(paper)
        .expect("its writer is gone")
        .into_inner();
    let refuted = match (found, stop) {
        (_, Some(end)) | (ControlFlow::Break(end), None) => Refuted::Stopped(end),
        (ControlFlow::Continue(Some(model)), None) => Refuted::No(model),
        (ControlFlow::Continue(None), None) => {
            flushed.expect("only a stopped search refuses text");
            let drat = Rc::into_inner(drat).expect("its writer is gone");
            let mut drat = drat.into_inner();
            if drat.is_empty() {
                drat.extend_from_slice(EMPTY_CLAUSE);
            }
            Refuted::Yes { drat, lrat: text }
        }
    };
    (refuted, budget)
}

/// A model, or `None` when there is none.
fn found(
    cnf: &Cnf,
    solver: &mut Solver<'_>,
    paper: &RefCell<Page>,
) -> ControlFlow<End, Option<Vec<bool>>> {
    let mut lits = Vec::new();
    for (number, clause) in cnf.clauses().enumerate() {
        if number % STRIDE == 0 {
            paper.borrow().budget.check()?;
        }
        lits.clear();
        lits.extend(
            clause
                .iter()
                .map(|lit: &Lit| varisat::Lit::from_code(lit.code())),
        );
        solver.add_clause(&lits);
    }
    let looked = paper.borrow().budget.check();
    looked?;
    let solved = solver
        .solve()
        .and_then(|model| solver.close_proof().map(|()| model));
    match solved {
        Ok(false) => ControlFlow::Continue(None),
        Ok(true) => {
            let mut values = vec![false; cnf.var_count()];
            let model = solver
                .model()
                .expect("solve has just said that there is one");
            for lit in model.iter().filter(|lit| lit.is_positive()) {
                values[lit.index()] = true;
            }
            ControlFlow::Continue(Some(values))
        }
        Err(error) => match paper.borrow().stop {
            Some(end) => ControlFlow::Break(end),
            None => panic!("varisat fails only when its proof's writers do: {error}"),
        },
    }
}

/// The LRAT text so far, and the budget that pays for it.
struct Page {
    text: Vec<u8>,
    budget: Budget,
    at: At,
    /// Whether the line under way deletes.
    deletion: bool,
    /// Why nothing more is taken.
    stop: Option<End>,
}

/// Where in a line the text stands: `ID ...` adds a clause, `ID d ...` deletes.
#[derive(Clone, Copy)]
enum At {
    Id,
    Kind,
    Rest,
}

impl Page {
    fn take(&mut self, text: &[u8]) -> ControlFlow<End> {
        if let Some(end) = self.stop {
            return ControlFlow::Break(end);
        }
        for &byte in text {
            match (self.at, byte) {
                (_, b'\n') => {
                    if !self.deletion {
                        self.budget.spend()?;
                    }
                    (self.at, self.deletion) = (At::Id, false);
                }
                (At::Id, b' ') => self.at = At::Kind,
                (At::Kind, byte) => {
                    self.deletion = byte == b'd';
                    self.at = At::Rest;
                }
                _ => {}
            }
        }
        self.text.extend_from_slice(text);
        self.budget.check()
    }
}

/// The writer that varisat-lrat writes to.
struct Paper(Rc<RefCell<Page>>);

impl Write for Paper {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let mut page = self.0.borrow_mut();
        match page.take(text) {
            ControlFlow::Continue(()) => Ok(text.len()),
            ControlFlow::Break(end) => {
                page.stop = Some(end);
                // Not `Interrupted`, which means "try again".
                Err(io::ErrorKind::Other.into())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Memory that a solver writes to and that outlives it.
struct Shared(Rc<RefCell<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
