//! Formulas in conjunctive normal form: variables, literals, clauses.
//!
//! A formula is a list of clauses, and every clause must hold: at least one of its
//! literals is true. A literal is a variable or its negation. These are our own
//! types, not varisat's, so that who writes, exports or checks a formula knows
//! nothing of the solver.
//!
//! ```text
//! Var  index 0, 1, 2, ...          DIMACS number 1, 2, 3, ...
//! Lit  code 2 * index + negated    DIMACS number 1, -1, 2, -2, ...
//! Cnf  lits  [ 1  2  3 | -1 -2 | -1 -3 ]     all literals, one clause behind the other
//!      ends  [         3       5       7 ]   where each clause ends
//! ```
//!
//! Encodings write into a [`ClauseSink`]: a [`Cnf`] that keeps the clauses, a
//! [`Size`] that only counts them, or a solver that is loaded without a list
//! in between.

use std::fmt;
use std::ops::{ControlFlow, Not};

use polydoku_core::End;

/// A variable, numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(u32);

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

/// A clause: at least one of its literals is true. The empty clause never holds.
pub type Clause = [Lit];

impl Var {
    /// The largest number of variables: DIMACS numbers are signed 32-bit.
    pub const MAX_COUNT: usize = i32::MAX as usize;

    /// The variable with this index.
    ///
    /// # Panics
    /// If `index` is not below [`Var::MAX_COUNT`].
    #[inline]
    pub const fn new(index: usize) -> Var {
        assert!(index < Var::MAX_COUNT, "variables are numbered by an i32");
        Var(index as u32)
    }

    /// The index, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number in DIMACS files, from 1.
    #[inline]
    pub const fn number(self) -> u32 {
        self.0 + 1
    }

    /// The literal that is true when the variable is.
    #[inline]
    pub const fn positive(self) -> Lit {
        Lit(self.0 << 1)
    }

    /// The literal that is true when the variable is false.
    #[inline]
    pub const fn negative(self) -> Lit {
        Lit(self.0 << 1 | 1)
    }
}

impl Lit {
    /// The literal with this DIMACS number; `None` for 0, which ends a clause, and
    /// for the smallest `i32`, which has no negation.
    #[inline]
    pub const fn from_dimacs(number: i32) -> Option<Lit> {
        match number.checked_abs() {
            None | Some(0) => None,
            Some(abs) => Some(Lit((abs as u32 - 1) << 1 | (number < 0) as u32)),
        }
    }

    /// The number in DIMACS files: the variable's, negative for a negation.
    #[inline]
    pub const fn dimacs(self) -> i32 {
        let number = self.var().number() as i32;
        if self.is_negative() { -number } else { number }
    }

    /// The literal with this code.
    #[inline]
    pub const fn from_code(code: usize) -> Lit {
        assert!(
            code / 2 < Var::MAX_COUNT,
            "variables are numbered by an i32"
        );
        Lit(code as u32)
    }

    /// Its variable.
    #[inline]
    pub const fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Whether it is a negation.
    #[inline]
    pub const fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// Twice the variable's index, and one more for a negation: a table index.
    #[inline]
    pub const fn code(self) -> usize {
        self.0 as usize
    }
}

impl Not for Lit {
    type Output = Lit;

    #[inline]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.dimacs())
    }
}

/// Whoever takes the clauses of a formula one by one.
pub trait ClauseSink {
    /// A variable that no clause names yet.
    fn new_var(&mut self) -> Var;

    /// Takes a clause, or says that no more are wanted: large formulas take
    /// seconds, and a search's budget also covers those.
    fn clause(&mut self, clause: &Clause) -> ControlFlow<End>;
}

/// A formula as a list of clauses.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Cnf {
    vars: usize,
    lits: Vec<Lit>,
    ends: Vec<usize>,
}

impl Cnf {
    /// The formula without variables and clauses; it is true.
    pub fn new() -> Cnf {
        Cnf::default()
    }

    /// Adds a clause. Variables that it names beyond the known ones become known.
    pub fn add_clause(&mut self, clause: &Clause) {
        let named = clause.iter().map(|lit| lit.var().index() + 1).max();
        self.vars = self.vars.max(named.unwrap_or(0));
        self.lits.extend_from_slice(clause);
        self.ends.push(self.lits.len());
    }

    /// How many variables there are, whether a clause names them or not.
    pub fn var_count(&self) -> usize {
        self.vars
    }

    /// How many clauses there are.
    pub fn clause_count(&self) -> usize {
        self.ends.len()
    }

    /// How many literals all clauses have together.
    pub fn lit_count(&self) -> usize {
        self.lits.len()
    }

    /// The clauses in the order of adding.
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &Clause> + Clone {
        (0..self.ends.len()).map(|number| {
            let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
            &self.lits[start..self.ends[number]]
        })
    }

    /// Whether every clause holds when `is_true` says which literals do.
    pub fn is_satisfied_by(&self, is_true: impl Fn(Lit) -> bool) -> bool {
        let mut clauses = self.clauses();
        clauses.all(|clause| clause.iter().any(|&lit| is_true(lit)))
    }
}

impl ClauseSink for Cnf {
    fn new_var(&mut self) -> Var {
        self.vars += 1;
        Var::new(self.vars - 1)
    }

    fn clause(&mut self, clause: &Clause) -> ControlFlow<End> {
        self.add_clause(clause);
        ControlFlow::Continue(())
    }
}

impl fmt::Debug for Cnf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clauses()).finish()
    }
}

/// How large a formula is, counted without keeping it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Size {
    /// Variables.
    pub vars: usize,
    /// Clauses.
    pub clauses: usize,
    /// Literals of all clauses together.
    pub lits: usize,
}

impl ClauseSink for Size {
    fn new_var(&mut self) -> Var {
        self.vars += 1;
        Var::new(self.vars - 1)
    }

    fn clause(&mut self, clause: &Clause) -> ControlFlow<End> {
        self.clauses += 1;
        self.lits += clause.len();
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimacs_numbers_count_from_one() {
        let var = Var::new(0);
        assert_eq!((var.number(), var.positive().dimacs()), (1, 1));
        assert_eq!(var.negative().dimacs(), -1);
        assert_eq!(!var.positive(), var.negative());
        for number in [1, -1, 2, -729, i32::MAX, -i32::MAX] {
            let lit = Lit::from_dimacs(number).expect("not zero");
            assert_eq!((lit.dimacs(), lit.is_negative()), (number, number < 0));
        }
        assert_eq!(Lit::from_dimacs(0), None);
        assert_eq!(Lit::from_dimacs(i32::MIN), None);
    }

    #[test]
    fn clauses_come_back_as_they_went_in() {
        let lit = |number| Lit::from_dimacs(number).expect("not zero");
        let mut cnf = Cnf::new();
        let clauses: [&[Lit]; 4] = [
            &[lit(1), lit(-3)],
            &[],
            &[lit(2)],
            &[lit(1), lit(2), lit(7)],
        ];
        clauses.iter().for_each(|clause| cnf.add_clause(clause));
        assert!(cnf.clauses().eq(clauses));
        assert_eq!(
            (cnf.var_count(), cnf.clause_count(), cnf.lit_count()),
            (7, 4, 6)
        );
        assert!(
            !cnf.is_satisfied_by(|_| true),
            "the empty clause never holds"
        );
    }
}
