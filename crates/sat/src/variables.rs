//! Which variable stands for which candidate, in both directions.
//!
//! A variable is true when its cell holds its digit. Candidates are numbered cell
//! by cell in row-major order, digit by digit; where all of them have one, that is
//! `cell * size + digit`, counted from 0:
//!
//! ```text
//! 9x9, all     r1c1=1 is variable 1, r1c1=9 is 9, r1c2=1 is 10, r9c9=9 is 729
//! 9x9, open    only candidates that are left have one: r1c1=2 is 1, r1c1=7 is 2, ...
//! ```
//!
//! Cells that were settled before encoding have no variables; their digits are
//! kept here, so that a model can be turned into a whole grid (`decode`).
//! Variables behind the last candidate are auxiliary.

use polydoku_core::{Cell, Digit, DigitSet};

use crate::cnf::{Lit, Var};

/// No variable.
const NONE: u32 = u32::MAX;

/// The variables of a puzzle's candidates.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Variables {
    size: usize,
    /// `cell * size + digit` -> variable, or [`NONE`].
    of: Vec<u32>,
    /// variable -> `cell * size + digit`; auxiliary ones are not in it.
    candidates: Vec<u32>,
    /// The cells that were settled before.
    known: Vec<Option<Digit>>,
}

impl Variables {
    /// Numbers the candidates of a grid of `size` anew, keeping the memory. A cell
    /// with a known digit gets no variables, any other one for each digit of its
    /// set; `new_var` makes them and must begin with the first.
    ///
    /// # Panics
    /// If `new_var` does not number from 0 one by one.
    pub(crate) fn renumber(
        &mut self,
        size: usize,
        cells: impl Iterator<Item = (Option<Digit>, DigitSet)>,
        mut new_var: impl FnMut() -> Var,
    ) {
        self.size = size;
        self.of.clear();
        self.of.resize(size * size * size, NONE);
        self.candidates.clear();
        self.known.clear();
        for (cell, (known, digits)) in cells.enumerate() {
            self.known.push(known);
            if known.is_some() {
                continue;
            }
            for digit in digits.iter() {
                let candidate = cell * size + digit.index();
                let var = new_var().index();
                assert_eq!(
                    var,
                    self.candidates.len(),
                    "candidates come first, one by one"
                );
                self.of[candidate] = var as u32;
                self.candidates.push(candidate as u32);
            }
        }
    }

    /// The literal "the cell holds the digit", if the candidate has a variable.
    #[inline]
    pub fn lit(&self, cell: Cell, digit: Digit) -> Option<Lit> {
        match self.of[cell.index() * self.size + digit.index()] {
            NONE => None,
            var => Some(Var::new(var as usize).positive()),
        }
    }

    /// The candidate that a variable stands for; `None` for auxiliary ones.
    #[inline]
    pub fn candidate(&self, var: Var) -> Option<(Cell, Digit)> {
        let candidate = *self.candidates.get(var.index())? as usize;
        let (cell, digit) = (candidate / self.size, candidate % self.size);
        Some((Cell::new(cell), Digit::from_index(digit)))
    }

    /// How many candidates have a variable: those below this number.
    pub fn candidate_count(&self) -> usize {
        self.candidates.len()
    }

    /// The cells whose digits were settled before encoding, row by row.
    pub fn known(&self) -> &[Option<Digit>] {
        &self.known
    }

    /// The size of the grid.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The clause that excludes one grid and no other: some cell holds another
    /// digit. Cells without a variable for their digit are left out.
    ///
    /// It names candidates only, never auxiliary variables, so that a grid does
    /// not come again with other values of those.
    pub fn exclusion(&self, digits: &[Digit]) -> Vec<Lit> {
        let mut clause = Vec::with_capacity(digits.len());
        self.exclude(digits, &mut clause);
        clause
    }

    /// As [`Variables::exclusion`], into memory that is kept.
    pub(crate) fn exclude(&self, digits: &[Digit], clause: &mut Vec<Lit>) {
        clause.clear();
        for (cell, &digit) in digits.iter().enumerate() {
            clause.extend(self.lit(Cell::new(cell), digit).map(|lit| !lit));
        }
    }
}
