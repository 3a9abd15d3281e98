//! A formula: clauses one behind the other, each with the line it came from.
//!
//! ```text
//! lits    1 2 | -1 2 | 1 -2 | -1 -2      all clauses' literals
//! ends      2      4      6       8      where each clause ends
//! lines     2      3      4       5      on which line each began
//! ```
//!
//! Made only by the reader of DIMACS files (`dimacs`), which checks what this
//! type promises: literals are not 0 and lie within the variables.

use std::fmt;
use std::num::NonZeroI32;

/// A variable, or its negation: the number as DIMACS writes it, never 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit(NonZeroI32);

impl Lit {
    /// The literal with this number, unless it is 0 or has no negation.
    pub fn new(number: i32) -> Option<Lit> {
        NonZeroI32::new(number)
            .filter(|number| number.checked_neg().is_some())
            .map(Lit)
    }

    /// Its number as DIMACS writes it.
    #[inline]
    pub fn number(self) -> i32 {
        self.0.get()
    }

    /// Its variable, from 1.
    #[inline]
    pub fn var(self) -> u32 {
        self.0.get().unsigned_abs()
    }

    /// Whether it is the variable itself, not its negation.
    #[inline]
    pub fn is_positive(self) -> bool {
        self.0.get() > 0
    }
}

impl std::ops::Neg for Lit {
    type Output = Lit;

    #[inline]
    fn neg(self) -> Lit {
        Lit(-self.0)
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Clauses over numbered variables, as a DIMACS file states them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Formula {
    variables: u32,
    lits: Vec<Lit>,
    ends: Vec<usize>,
    lines: Vec<usize>,
}

impl Formula {
    /// A formula over so many variables, without clauses yet.
    pub(crate) fn new(variables: u32) -> Formula {
        Formula {
            variables,
            ..Formula::default()
        }
    }

    /// Adds a literal to the clause under way.
    pub(crate) fn push(&mut self, lit: Lit) {
        self.lits.push(lit);
    }

    /// Ends the clause under way, which began on `line`.
    pub(crate) fn end_clause(&mut self, line: usize) {
        self.ends.push(self.lits.len());
        self.lines.push(line);
    }

    /// How many variables the header names.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// How many clauses there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no clause.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clauses in the file's order; proofs number them from 1.
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Lit]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let clause = &self.lits[start..end];
            start = end;
            clause
        })
    }

    /// The clause that stands at `index`, from 0.
    ///
    /// # Panics
    /// If there is no such clause.
    pub fn clause(&self, index: usize) -> &[Lit] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.lits[start..self.ends[index]]
    }

    /// The line on which the clause begins that stands at `index`, from 0.
    ///
    /// # Panics
    /// If there is no such clause.
    pub fn line(&self, index: usize) -> usize {
        self.lines[index]
    }

    /// The clauses, by index from 0, of which `holds` satisfies no literal. None
    /// are left when `holds` is a model.
    pub fn violated_by<'f>(
        &'f self,
        holds: impl Fn(Lit) -> bool + 'f,
    ) -> impl Iterator<Item = usize> + 'f {
        let violated = move |clause: &[Lit]| !clause.iter().any(|&lit| holds(lit));
        let clauses = self.clauses().enumerate();
        clauses.filter_map(move |(index, clause)| violated(clause).then_some(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_a_variable_and_a_negation() {
        let lit = Lit::new(-7).unwrap();
        assert_eq!(
            (lit.var(), lit.is_positive(), (-lit).number()),
            (7, false, 7)
        );
        assert_eq!(Lit::new(0), None);
        assert_eq!(Lit::new(i32::MIN), None);
    }

    #[test]
    fn violated_clauses_are_those_without_a_literal_that_holds() {
        let formula = Formula::read(b"p cnf 3 4\n1 2 0\n-1\n3 0\n-3 0\n0\n").unwrap();
        let lines: Vec<usize> = (0..4).map(|index| formula.line(index)).collect();
        assert_eq!(lines, [2, 3, 5, 6]);
        let by_index = (0..4).map(|index| formula.clause(index));
        assert!(formula.clauses().eq(by_index));
        let only_first = |lit: Lit| lit.is_positive() == (lit.var() == 1);
        let violated: Vec<usize> = formula.violated_by(only_first).collect();
        assert_eq!(violated, [1, 3], "the second, and the empty one");
    }
}
