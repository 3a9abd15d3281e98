//! From a model back to a grid.
//!
//! A model says of each variable whether it is true. A grid is decoded when every
//! cell that was not settled before has exactly one true candidate; anything else
//! means that clauses are missing, and is said rather than papered over.

use std::fmt;

use polydoku_core::{Cell, CellName, Digit};

use crate::cnf::{Lit, Var};
use crate::variables::Variables;

/// A model that is no grid: a cell without a digit, or with several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoGrid {
    /// The cell.
    pub cell: CellName,
    /// How many digits the model gives it.
    pub digits: usize,
}

impl fmt::Display for NoGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the model gives {} digits to {}", self.digits, self.cell)
    }
}

impl std::error::Error for NoGrid {}

impl Variables {
    /// The grid of a model, one digit a cell. `is_true` says of a variable's
    /// positive literal whether the model makes it true.
    ///
    /// # Errors
    /// The first cell that has no digit or several.
    pub fn grid(&self, is_true: impl Fn(Lit) -> bool) -> Result<Vec<Digit>, NoGrid> {
        let mut cells = self.known().to_vec();
        let mut digits: Vec<usize> = cells.iter().map(|known| known.iter().count()).collect();
        for index in 0..self.candidate_count() {
            let var = Var::new(index);
            if is_true(var.positive()) {
                let (cell, digit) = self.candidate(var).expect("below their number");
                cells[cell.index()] = Some(digit);
                digits[cell.index()] += 1;
            }
        }
        if let Some(cell) = digits.iter().position(|&count| count != 1) {
            let (name, digits) = (Cell::new(cell).name(self.size()), digits[cell]);
            return Err(NoGrid { cell: name, digits });
        }
        Ok(cells.into_iter().flatten().collect())
    }
}
