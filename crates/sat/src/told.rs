//! A search told in Sudoku's words, as far as varisat lets one see it.
//!
//! Its proof shows what was learnt, not how. So a trace of this family tells
//!
//! * `Family("formula")`: variables, clauses and literals that were loaded;
//! * `Conflict(Family("clause learnt"))` and behind it `Family("learnt")` with the
//!   clause in words and, literal by literal, as numbers;
//! * `Place` and `Eliminate` for candidates that turn out true or false whatever is
//!   decided, reason `Family("unit")`;
//! * `Solution`, and behind it `Family("excluded")` when the search goes on with that
//!   grid forbidden; `Conflict(Family("empty clause"))` when nothing is left.
//!
//! It does not tell decisions, what propagates from them, or restarts: varisat shows
//! them to no one, and so there are no `Guess` and `Backtrack` events, and the
//! statistics of those are unknown. Events of a call come while it runs, in pieces
//! of 8 KiB of proof. What `sat` fills in by itself, before varisat, is told as any
//! engine's singles (`propagate`).
//!
//! In the field `lits` a literal is `2 * (cell * size + digit - 1)`, cells from 0,
//! and one more for a negation; auxiliary variables are in the words only.

use std::fmt::Write;
use std::ops::ControlFlow;

use polydoku_core::{Cell, Conflict, Digit, DigitSet, End, Event, PuzzleRef, Reason, Trace, Value};

use crate::cnf::{Lit, Size};
use crate::stream::Step;
use crate::variables::Variables;

/// The reason for what follows from the formula at the top level.
const UNIT: Reason = Reason::Family("unit");

/// Tells the steps of one search to a receiver.
pub(crate) struct Teller<'t> {
    trace: &'t mut dyn Trace,
    variables: Variables,
    /// What each cell may still hold by what was told; known cells hold their digit.
    open: Vec<DigitSet>,
    /// Whether a digit stands in the cell by what was told.
    placed: Vec<bool>,
    learnt: u64,
    words: String,
    numbers: Vec<u64>,
}

impl<'t> Teller<'t> {
    /// Tells the search over a formula with these variables.
    pub fn new(
        trace: &'t mut dyn Trace,
        puzzle: PuzzleRef<'_>,
        variables: &Variables,
    ) -> Teller<'t> {
        let cells = || puzzle.rules().cells().zip(variables.known());
        let possible = |cell: Cell, digit: &Digit| variables.lit(cell, *digit).is_some();
        let left = |(cell, known): (Cell, &Option<Digit>)| match *known {
            Some(digit) => DigitSet::only(digit),
            None => puzzle
                .allowed(cell)
                .iter()
                .filter(|digit| possible(cell, digit))
                .collect(),
        };
        let placed = |(cell, known): (Cell, &Option<Digit>)| {
            known.is_some() || puzzle.clues()[cell.index()].is_some()
        };
        Teller {
            trace,
            open: cells().map(left).collect(),
            placed: cells().map(placed).collect(),
            variables: variables.clone(),
            learnt: 0,
            words: String::new(),
            numbers: Vec::new(),
        }
    }

    fn tell(&mut self, event: &Event<'_>) -> ControlFlow<End> {
        match self.trace.event(event) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(End::Visitor),
        }
    }

    /// The formula was loaded.
    pub fn formula(&mut self, size: Size) -> ControlFlow<End> {
        let number = |count: usize| Value::Number(count as u64);
        self.tell(&Event::Family {
            kind: "formula",
            fields: &[
                ("variables", number(size.vars)),
                ("clauses", number(size.clauses)),
                ("literals", number(size.lits)),
            ],
        })
    }

    /// A step of the proof.
    pub fn step(&mut self, step: Step<'_>) -> ControlFlow<End> {
        match step {
            Step::Learnt(lits) => {
                self.clause_learnt(lits)?;
                match *lits {
                    [unit] => self.unit(unit),
                    _ => ControlFlow::Continue(()),
                }
            }
            Step::Units(lits) => lits.iter().try_for_each(|&lit| self.unit(lit)),
            Step::Deleted | Step::Other => ControlFlow::Continue(()),
        }
    }

    fn clause_learnt(&mut self, lits: &[Lit]) -> ControlFlow<End> {
        if lits.is_empty() {
            return self.tell(&Event::Conflict(Conflict::Family("empty clause")));
        }
        self.learnt += 1;
        self.words.clear();
        self.numbers.clear();
        let size = self.variables.size();
        for &lit in lits {
            let or = if self.words.is_empty() { "" } else { " or " };
            let is = if lit.is_negative() { "!=" } else { "=" };
            let written = match self.variables.candidate(lit.var()) {
                Some((cell, digit)) => {
                    let candidate = cell.index() * size + digit.index();
                    self.numbers
                        .push(2 * candidate as u64 + u64::from(lit.is_negative()));
                    write!(self.words, "{or}{}{is}{digit}", cell.name(size))
                }
                None => write!(self.words, "{or}aux{}{is}1", lit.var().number()),
            };
            written.expect("a string takes all text");
        }
        let Teller {
            trace,
            words,
            numbers,
            learnt,
            ..
        } = self;
        let events = [
            Event::Conflict(Conflict::Family("clause learnt")),
            Event::Family {
                kind: "learnt",
                fields: &[
                    ("number", Value::Number(*learnt)),
                    ("clause", Value::Text(words)),
                    ("lits", Value::Numbers(numbers)),
                ],
            },
        ];
        for event in &events {
            if trace.event(event).is_break() {
                return ControlFlow::Break(End::Visitor);
            }
        }
        ControlFlow::Continue(())
    }

    /// A literal that holds whatever is decided. What is known already is not told
    /// again; nor is what contradicts it, since a conflict follows at once.
    fn unit(&mut self, lit: Lit) -> ControlFlow<End> {
        let Some((cell, digit)) = self.variables.candidate(lit.var()) else {
            return ControlFlow::Continue(());
        };
        let (index, only) = (cell.index(), DigitSet::only(digit));
        if self.placed[index] || !self.open[index].contains(digit) {
            return ControlFlow::Continue(());
        }
        if !lit.is_negative() {
            self.placed[index] = true;
            self.open[index] = only;
            return self.tell(&Event::Place {
                cell,
                digit,
                reason: UNIT,
            });
        }
        if self.open[index] == only {
            return ControlFlow::Continue(());
        }
        self.open[index].remove(digit);
        self.tell(&Event::Eliminate {
            cell,
            digits: only,
            reason: UNIT,
        })
    }

    /// A solution was found.
    pub fn solution(&mut self, digits: &[Digit]) -> ControlFlow<End> {
        self.tell(&Event::Solution { digits })
    }

    /// The search goes on with the last solution forbidden.
    pub fn excluded(&mut self, found: u64) -> ControlFlow<End> {
        let fields = [("solutions", Value::Number(found))];
        self.tell(&Event::Family {
            kind: "excluded",
            fields: &fields,
        })
    }
}
