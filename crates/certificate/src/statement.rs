//! Whether a formula says nothing but what is true of a puzzle.
//!
//! Variable `cell * size + digit`, cells from 0 and digits from 1, means "the cell
//! holds the digit": in a 9x9, r1c1=1 is variable 1 and r9c9=9 is 729. Let a cell's
//! *allowed* digits be its clue, else its pencil mark, else all. A clause is
//! justified when it is one of these:
//!
//! ```text
//! some digit    r1c1=2 or r1c1=7             all of one cell, all its allowed
//!                                            digits among them
//! some place    r1c1=2 or r1c2=2 or ...      all of one digit, all cells of a full
//!                                            house among them that allow it
//! one digit     not r1c1=2 or not r1c1=7     one cell, two digits
//! one place     not r1c1=2 or not r1c2=2     two cells of a house, one digit
//! not allowed   not r1c1=2                   a digit that is not allowed
//! not this      not r1c1=5 or not r1c2=1 ... the excluded grid's digits, all cells
//!                                            among them that allow more than one
//! ```
//!
//! Each is true of every grid that keeps the rules, the clues and the marks, the
//! last of every such grid but the excluded one: a second grid differs from it in
//! some cell that allows more than one digit. So when all clauses are justified,
//! every further solution is a model, and a refutation means that there is none.
//! A clue as a unit clause is "some digit" of a cell that allows one.
//!
//! ```
//! use polydoku_certificate::statement::justify;
//! use polydoku_core::{Puzzle, Rules};
//! use polydoku_lrat::Formula;
//!
//! let rules = std::sync::Arc::new(Rules::assumed(4)?);
//! let puzzle = Puzzle::parse(&rules, "1...............")?;
//! // The clue; no 1 beside it; r2c1 holds something.
//! let formula = Formula::read(b"p cnf 64 3\n1 0\n-1 -5 0\n17 18 19 20 0\n")?;
//! justify(&formula, puzzle.as_ref(), None)?;
//! // That r1c2 is 2 is not said by the puzzle.
//! let formula = Formula::read(b"p cnf 64 1\n6 0\n")?;
//! let error = justify(&formula, puzzle.as_ref(), None).unwrap_err();
//! assert_eq!(error.to_string(), "line 2: the puzzle does not say r1c2=2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use polydoku_core::{Cell, Digit, DigitSet, PuzzleRef};
use polydoku_lrat::{Formula, Lit};

/// Checks that every clause of `formula` is true of every solution of the puzzle
/// other than `excluded`, which must be a solution itself.
///
/// # Errors
/// The first clause that is not justified, or variables of another grid.
pub fn justify(
    formula: &Formula,
    puzzle: PuzzleRef<'_>,
    excluded: Option<&[Digit]>,
) -> Result<(), Unjustified> {
    let candidates = puzzle.rules().cell_count() * puzzle.rules().size();
    let found = formula.variables();
    if found as usize != candidates {
        return Err(Unjustified::Variables { found, candidates });
    }
    let statement = Statement { puzzle, excluded };
    for (index, clause) in formula.clauses().enumerate() {
        if !statement.says(clause) {
            let line = formula.line(index);
            let clause = statement.words(clause);
            return Err(Unjustified::Clause { line, clause });
        }
    }
    Ok(())
}

/// What the clauses may say.
struct Statement<'a> {
    puzzle: PuzzleRef<'a>,
    excluded: Option<&'a [Digit]>,
}

impl Statement<'_> {
    fn candidate(&self, lit: Lit) -> (Cell, Digit) {
        let (index, size) = (lit.var() as usize - 1, self.puzzle.rules().size());
        (Cell::new(index / size), Digit::from_index(index % size))
    }

    /// Whether a clause is justified.
    fn says(&self, clause: &[Lit]) -> bool {
        if let [only] = *clause
            && !only.is_positive()
        {
            let (cell, digit) = self.candidate(only);
            if !self.puzzle.allowed(cell).contains(digit) {
                return true;
            }
        }
        if let [a, b] = *clause
            && !a.is_positive()
            && !b.is_positive()
            && self.exclude_each_other(self.candidate(a), self.candidate(b))
        {
            return true;
        }
        if clause.iter().all(|lit| lit.is_positive()) {
            self.some_digit(clause) || self.some_place(clause)
        } else {
            self.not_this(clause)
        }
    }

    /// One cell with two digits, or one digit in two cells of a house.
    fn exclude_each_other(&self, (a, d): (Cell, Digit), (b, e): (Cell, Digit)) -> bool {
        match (a == b, d == e) {
            (true, same_digit) => !same_digit,
            (false, true) => self.puzzle.rules().peers(a).binary_search(&b).is_ok(),
            (false, false) => false,
        }
    }

    fn some_digit(&self, clause: &[Lit]) -> bool {
        let Some((cell, _)) = clause.first().map(|&lit| self.candidate(lit)) else {
            return false; // the empty clause
        };
        let candidates = clause.iter().map(|&lit| self.candidate(lit));
        let here = candidates.filter(|(other, _)| *other == cell);
        let named: DigitSet = here.map(|(_, digit)| digit).collect();
        (self.puzzle.allowed(cell) - named).is_empty()
    }

    fn some_place(&self, clause: &[Lit]) -> bool {
        let Some((first, digit)) = clause.first().map(|&lit| self.candidate(lit)) else {
            return false;
        };
        let mut cells: Vec<Cell> = Vec::with_capacity(clause.len());
        for &lit in clause {
            let (cell, other) = self.candidate(lit);
            if other == digit {
                cells.push(cell);
            }
        }
        cells.sort_unstable();
        let rules = self.puzzle.rules();
        rules.houses_of(first).iter().any(|&house| {
            let house = rules.house(house);
            let named = |cell: &Cell| {
                cells.binary_search(cell).is_ok() || !self.puzzle.allowed(*cell).contains(digit)
            };
            house.holds_every_digit() && house.cells().iter().all(named)
        })
    }

    /// The excluded grid's digits, negated, in all cells that allow several.
    fn not_this(&self, clause: &[Lit]) -> bool {
        let Some(excluded) = self.excluded else {
            return false;
        };
        let rules = self.puzzle.rules();
        let mut named = vec![false; rules.cell_count()];
        for &lit in clause {
            let (cell, digit) = self.candidate(lit);
            if lit.is_positive() || excluded[cell.index()] != digit {
                return false;
            }
            named[cell.index()] = true;
        }
        let mut cells = rules.cells().zip(named);
        cells.all(|(cell, named)| named || self.puzzle.allowed(cell).len() <= 1)
    }

    /// The clause for people, not too long.
    fn words(&self, clause: &[Lit]) -> String {
        const MOST: usize = 6;
        if clause.is_empty() {
            return "the empty clause".to_owned();
        }
        let size = self.puzzle.rules().size();
        let word = |&lit: &Lit| {
            let (cell, digit) = self.candidate(lit);
            let not = if lit.is_positive() { "" } else { "not " };
            format!("{not}{}={digit}", cell.name(size))
        };
        let words: Vec<String> = clause.iter().take(MOST).map(word).collect();
        let more = if clause.len() > MOST { " or ..." } else { "" };
        words.join(" or ") + more
    }
}

/// Why a formula does not state a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum Unjustified {
    /// It has not one variable a candidate.
    Variables { found: u32, candidates: usize },
    /// A clause that is none of the six.
    Clause { line: usize, clause: String },
}

impl fmt::Display for Unjustified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unjustified::Variables { found, candidates } => {
                write!(
                    f,
                    "{found} variables, and the puzzle has {candidates} candidates"
                )
            }
            Unjustified::Clause { line, clause } => {
                write!(f, "line {line}: the puzzle does not say {clause}")
            }
        }
    }
}

impl std::error::Error for Unjustified {}
