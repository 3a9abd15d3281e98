//! The check itself: follows each step by its hints.
//!
//! ```text
//! ids      1  2  3  4 | 5  6      ascending: a clause is found by binary search
//! clauses  (where its literals lie, whether it is gone)
//! lits     1 2 -1 2 ...           all clauses one behind the other
//! values   for each variable: false, true, or not assigned
//! ```
//!
//! Assignments last for one step; `trail` says what to take back.

use crate::formula::{Formula, Lit};
use crate::refusal::{Fault, Refusal};
use crate::step::{ProofFormat, Step, Steps};

/// What an accepted proof came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refutation {
    /// How it is written.
    pub format: ProofFormat,
    /// Clauses added, each of which was checked.
    pub added: u64,
    /// Clauses deleted.
    pub deleted: u64,
    /// Hints followed.
    pub hints: u64,
}

/// Checks that a proof, in either form of LRAT, refutes a formula: that every
/// clause it adds follows by its hints, and that the empty one is among them.
///
/// A formula that has the empty clause itself is refuted by an empty proof.
///
/// # Errors
/// The first thing that is wrong, with its place.
pub fn check(formula: &Formula, proof: &[u8]) -> Result<Refutation, Refusal> {
    let mut steps = Steps::new(proof);
    let mut checker = Checker::new(formula);
    let mut refutation = Refutation {
        format: steps.format(),
        added: 0,
        deleted: 0,
        hints: 0,
    };
    let mut step = Step::default();
    let mut number = 0;
    loop {
        let refuse = |steps: &Steps<'_>, step, what| Refusal {
            place: steps.place(),
            step,
            what,
        };
        let more = steps.read(&mut step);
        if !more.map_err(|what| refuse(&steps, number + 1, what))? {
            let what = match number {
                _ if checker.refuted => return Ok(refutation),
                0 => Fault::Empty,
                _ => Fault::NotRefuted,
            };
            return Err(refuse(&steps, number, what));
        }
        number += 1;
        let right = match step.id {
            Some(id) => {
                refutation.added += 1;
                refutation.hints += step.ids.len() as u64;
                checker.add(id, &step.clause, &step.ids)
            }
            None => {
                refutation.deleted += step.ids.len() as u64;
                step.ids.iter().try_for_each(|&id| checker.delete(id))
            }
        };
        right.map_err(|what| refuse(&steps, number, what))?;
    }
}

struct Checker {
    variables: u32,
    ids: Vec<u64>,
    clauses: Vec<Span>,
    lits: Vec<Lit>,
    /// By variable; grows with the literals seen, not with the header.
    values: Vec<Value>,
    trail: Vec<u32>,
    /// Whether the empty clause is among the clauses.
    refuted: bool,
}

/// Where a clause's literals lie.
#[derive(Clone, Copy)]
struct Span {
    start: usize,
    end: usize,
    gone: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Unassigned,
    False,
    True,
}

impl Checker {
    fn new(formula: &Formula) -> Checker {
        let mut checker = Checker {
            variables: formula.variables(),
            ids: Vec::with_capacity(formula.len()),
            clauses: Vec::with_capacity(formula.len()),
            lits: Vec::new(),
            values: Vec::new(),
            trail: Vec::new(),
            refuted: false,
        };
        for (id, clause) in (1..).zip(formula.clauses()) {
            checker.keep(id, clause);
        }
        checker
    }

    /// Adds a clause if it follows by its hints.
    fn add(&mut self, id: u64, clause: &[Lit], hints: &[u64]) -> Result<(), Fault> {
        let last = self.ids.last().copied().unwrap_or(0);
        if id <= last {
            return Err(Fault::NotAscending { id, last });
        }
        let follows = self.follows(clause, hints);
        for var in self.trail.drain(..) {
            self.values[var as usize] = Value::Unassigned;
        }
        follows?;
        self.keep(id, clause);
        Ok(())
    }

    /// Whether supposing that every literal of the clause is false leads to a
    /// violated clause, by the hints in order.
    fn follows(&mut self, clause: &[Lit], hints: &[u64]) -> Result<(), Fault> {
        for &lit in clause {
            if lit.var() > self.variables {
                let variables = self.variables;
                return Err(Fault::Variable { lit, variables });
            }
            match self.value(lit) {
                Value::Unassigned => self.assign(-lit),
                Value::False => {}
                Value::True => return Err(Fault::Tautology { lit }),
            }
        }
        let mut hints = hints.iter();
        for &id in hints.by_ref() {
            let Span { start, end, .. } = self.clauses[self.find(id)?];
            let mut open = None;
            for at in start..end {
                let lit = self.lits[at];
                match self.value(lit) {
                    Value::False => {}
                    Value::True => return Err(Fault::Satisfied { id }),
                    Value::Unassigned if open.is_none_or(|other| other == lit) => open = Some(lit),
                    Value::Unassigned => return Err(Fault::Open { id }),
                }
            }
            match open {
                Some(lit) => self.assign(lit),
                // Violated. What hints are left must at least exist.
                None => return hints.try_for_each(|&id| self.find(id).map(drop)),
            }
        }
        Err(Fault::NoConflict)
    }

    fn delete(&mut self, id: u64) -> Result<(), Fault> {
        let place = self.find(id)?;
        self.clauses[place].gone = true;
        Ok(())
    }

    /// The place of a clause that is there.
    fn find(&self, id: u64) -> Result<usize, Fault> {
        match self.ids.binary_search(&id) {
            Ok(place) if self.clauses[place].gone => Err(Fault::Gone { id }),
            Ok(place) => Ok(place),
            Err(_) => Err(Fault::NoClause { id }),
        }
    }

    fn keep(&mut self, id: u64, clause: &[Lit]) {
        let start = self.lits.len();
        self.lits.extend_from_slice(clause);
        let most = clause.iter().map(|lit| lit.var() as usize + 1).max();
        if most.is_some_and(|most| most > self.values.len()) {
            self.values.resize(most.unwrap_or(0), Value::Unassigned);
        }
        self.ids.push(id);
        self.clauses.push(Span {
            start,
            end: self.lits.len(),
            gone: false,
        });
        self.refuted |= clause.is_empty();
    }

    #[inline]
    fn value(&self, lit: Lit) -> Value {
        match self.values.get(lit.var() as usize) {
            Some(Value::True) if lit.is_positive() => Value::True,
            Some(Value::False) if !lit.is_positive() => Value::True,
            Some(Value::Unassigned) | None => Value::Unassigned,
            Some(_) => Value::False,
        }
    }

    /// Makes a literal hold.
    #[inline]
    fn assign(&mut self, lit: Lit) {
        let var = lit.var();
        if self.values.len() <= var as usize {
            self.values.resize(var as usize + 1, Value::Unassigned);
        }
        self.values[var as usize] = match lit.is_positive() {
            true => Value::True,
            false => Value::False,
        };
        self.trail.push(var);
    }
}
