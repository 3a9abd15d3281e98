//! Validation: which houses hold a digit twice.
//!
//! Four properties are easily confused, and are kept apart everywhere:
//!
//! * **valid**: no house holds a digit twice. Seen from the filled cells alone;
//!   this module.
//! * **complete**: no cell is open. [`Grid::is_complete`](crate::Grid::is_complete).
//!   Complete and valid together make a [`Solution`](crate::Solution).
//! * **solvable**: some solution keeps the clues. Only an engine can tell; a
//!   valid grid may have a cell for which no digit is left.
//! * **unique** (proper): exactly one solution keeps the clues. Only an engine
//!   that searched to the end can tell.
//!
//! The cells are walked once. Each house keeps the set of digits seen in it and
//! the set of those seen again, one bit a digit; only houses with a repeat are
//! looked at a second time, to name the cells.

use std::fmt;
use std::sync::Arc;

use crate::text::Symbols;
use crate::{Cell, Digit, DigitSet, HouseIndex, Rules};

/// A digit that stands more than once in a house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clash {
    /// The house.
    pub house: HouseIndex,
    /// The digit.
    pub digit: Digit,
    /// All cells of the house that hold it: two or more, ascending.
    pub cells: Vec<Cell>,
}

/// Every clash of a grid, by house and digit ascending; never empty when it
/// comes as an error.
///
/// Displayed as `5 twice in row 1: r1c2 r1c7; 3 twice in box 2: r1c4 r2c5`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clashes {
    rules: Arc<Rules>,
    list: Vec<Clash>,
}

impl Clashes {
    /// The clashes of a partly filled grid, one digit or `None` a cell. Empty
    /// when the grid is valid.
    ///
    /// The exercise "is this partly filled board valid" is one call:
    ///
    /// ```
    /// use polydoku_core::{Clashes, Grid, Rules};
    /// let board = "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 \
    ///              7...2...6 .6....28. ...419..5 ....8..79";
    /// let rules = Rules::classic();
    /// let grid = Grid::parse(&rules, board)?;
    /// assert!(Clashes::of(&rules, grid.cells()).is_empty());
    ///
    /// let spoilt = Grid::parse(&rules, &board.replacen('5', "8", 1))?;
    /// let clashes = Clashes::of(&rules, spoilt.cells());
    /// assert_eq!(clashes.to_string(), "8 twice in column 1: r1c1 r4c1; 8 twice in box 1: r1c1 r3c3");
    /// # Ok::<(), polydoku_core::PuzzleError>(())
    /// ```
    ///
    /// # Panics
    /// If `cells` is not one entry for each cell of the rules.
    pub fn of(rules: &Arc<Rules>, cells: &[Option<Digit>]) -> Clashes {
        assert_eq!(cells.len(), rules.cell_count(), "one entry for each cell");
        let mut seen = vec![DigitSet::EMPTY; rules.houses().len()];
        let mut again = vec![DigitSet::EMPTY; rules.houses().len()];
        for (cell, digit) in rules.cells().zip(cells) {
            let Some(digit) = *digit else { continue };
            let bit = DigitSet::only(digit);
            for house in rules.houses_of(cell) {
                again[house.index()] |= seen[house.index()] & bit;
                seen[house.index()] |= bit;
            }
        }
        let mut list = Vec::new();
        for (index, digits) in again.into_iter().enumerate() {
            let house = HouseIndex::new(index);
            for digit in digits {
                let holds = |cell: &Cell| cells[cell.index()] == Some(digit);
                let cells = rules
                    .house(house)
                    .cells()
                    .iter()
                    .copied()
                    .filter(holds)
                    .collect();
                list.push(Clash {
                    house,
                    digit,
                    cells,
                });
            }
        }
        Clashes {
            rules: rules.clone(),
            list,
        }
    }

    /// Whether there is none: the grid is valid.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The clashes, by house and then digit ascending.
    pub fn list(&self) -> &[Clash] {
        &self.list
    }

    /// The rules they offend.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }
}

impl fmt::Display for Clashes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbols = Symbols::standard(self.rules.size());
        for (number, clash) in self.list.iter().enumerate() {
            if number > 0 {
                f.write_str("; ")?;
            }
            symbols.fmt_digit(clash.digit, f)?;
            match clash.cells.len() {
                2 => f.write_str(" twice in ")?,
                times => write!(f, " {times} times in ")?,
            }
            write!(f, "{}:", self.rules.house(clash.house))?;
            for cell in &clash.cells {
                write!(f, " {}", cell.name(self.rules.size()))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grid;

    fn clashes(line: &str) -> String {
        let rules = Rules::classic();
        let grid = Grid::parse(&rules, line).expect("a readable grid");
        Clashes::of(&rules, grid.cells()).to_string()
    }

    #[test]
    fn every_house_with_every_cell_is_named() {
        // Case C10, second line: a full-looking grid with four clashes.
        assert_eq!(
            clashes(
                "649283157050649238238157649923815064764923815815704920576492321402381506301506490"
            ),
            "2 twice in row 7: r7c6 r7c8; 8 twice in column 5: r1c5 r8c5; \
             3 twice in column 6: r1c6 r5c6; 2 twice in column 8: r6c8 r7c8"
        );
    }

    #[test]
    fn more_than_two_are_counted() {
        let line = format!("1.1.1....{}", ".".repeat(72));
        assert_eq!(
            clashes(&line),
            "1 3 times in row 1: r1c1 r1c3 r1c5; 1 twice in box 1: r1c1 r1c3"
        );
    }

    #[test]
    fn boxes_alone_can_clash() {
        let line = format!("4...........4{}", ".".repeat(68));
        assert_eq!(clashes(&line), "");
        let line = format!("4.........4{}", ".".repeat(70));
        assert_eq!(clashes(&line), "4 twice in box 1: r1c1 r2c2");
    }

    #[test]
    fn large_digits_are_named_by_their_symbol() {
        let rules = Arc::new(Rules::assumed(16).unwrap());
        let grid = Grid::parse(&rules, &format!("GG{}", ".".repeat(254))).unwrap();
        assert_eq!(
            Clashes::of(&rules, grid.cells()).to_string(),
            "G twice in row 1: r1c1 r1c2; G twice in box 1: r1c1 r1c2"
        );
    }
}
