//! Grids, puzzles and solutions: three words for three degrees of promise.
//!
//! A [`Grid`] is any filling of the cells. A [`Puzzle`] is clues that do not
//! clash, with pencil marks where they were given; it cannot be built
//! otherwise, so engines do not check again. A [`Solution`] is complete and
//! right. All three are one byte a cell in row-major order; marks are one
//! `DigitSet` a cell. A [`PuzzleRef`] is what engines receive: the same promise
//! as a `Puzzle`, borrowed from one or from an entry of a [`Batch`](crate::Batch).

use std::fmt;
use std::sync::Arc;

use crate::text::{self, Symbols, TextError};
use crate::{Cell, CellName, Clashes, Digit, DigitSet, HouseIndex, Rules};

/// Any filling of the cells, complete or not, right or not.
///
/// `Display` writes it with frames around its boxes; [`Grid::line`] on one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    rules: Arc<Rules>,
    cells: Box<[Option<Digit>]>,
}

impl Grid {
    /// The grid with these cells, row by row.
    ///
    /// # Errors
    /// A wrong number of cells; a digit beyond the size.
    pub fn new(rules: &Arc<Rules>, cells: &[Option<Digit>]) -> Result<Grid, PuzzleError> {
        checked_shape(rules, cells)?;
        Ok(Grid {
            rules: rules.clone(),
            cells: cells.into(),
        })
    }

    /// Reads one grid: a line of symbols, a block of lines, or a framed block
    /// as `Display` writes it. See [`Symbols::cells`] for what is understood.
    ///
    /// # Errors
    /// An unknown symbol or a wrong number of cells, with the place.
    pub fn parse(rules: &Arc<Rules>, text: &str) -> Result<Grid, PuzzleError> {
        let cells = Symbols::standard(rules.size()).cells(text)?;
        Grid::new(rules, &cells)
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The cells, row by row; `None` is open.
    pub fn cells(&self) -> &[Option<Digit>] {
        &self.cells
    }

    /// Whether no cell is open. Says nothing about being right.
    pub fn is_complete(&self) -> bool {
        self.cells.iter().all(Option::is_some)
    }

    /// How many cells are open.
    pub fn open_cells(&self) -> usize {
        self.cells.iter().filter(|cell| cell.is_none()).count()
    }

    /// The houses that hold a digit twice.
    pub fn clashes(&self) -> Clashes {
        Clashes::of(&self.rules, &self.cells)
    }

    /// The cells on one line, `.` for an open one.
    pub fn line(&self) -> String {
        Symbols::standard(self.rules.size()).line(&self.cells)
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::framed(&self.rules, &self.cells))
    }
}

/// Clues that do not clash, with pencil marks where given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    rules: Arc<Rules>,
    clues: Box<[Option<Digit>]>,
    marks: Option<Box<[DigitSet]>>,
}

impl Puzzle {
    /// The puzzle with these clues.
    ///
    /// # Errors
    /// A wrong number of cells; a digit beyond the size; clues that clash.
    pub fn new(rules: &Arc<Rules>, clues: &[Option<Digit>]) -> Result<Puzzle, PuzzleError> {
        checked_clues(rules, clues)?;
        Ok(Puzzle {
            rules: rules.clone(),
            clues: clues.into(),
            marks: None,
        })
    }

    /// The puzzle with these clues and pencil marks (Sukaku): a cell takes
    /// only a digit of its mark. Marks of cells with a clue must hold the clue.
    /// An empty mark is allowed; the puzzle then has no solution.
    ///
    /// # Errors
    /// As [`Puzzle::new`]; a wrong number of marks; a clue outside its mark.
    pub fn with_marks(
        rules: &Arc<Rules>,
        clues: &[Option<Digit>],
        marks: &[DigitSet],
    ) -> Result<Puzzle, PuzzleError> {
        checked_clues(rules, clues)?;
        checked_marks(rules, clues, marks)?;
        let marks = Some(marks.into());
        Ok(Puzzle {
            rules: rules.clone(),
            clues: clues.into(),
            marks,
        })
    }

    /// Reads one puzzle; the text is understood as by [`Grid::parse`].
    ///
    /// # Errors
    /// As [`Grid::parse`] and [`Puzzle::new`].
    pub fn parse(rules: &Arc<Rules>, text: &str) -> Result<Puzzle, PuzzleError> {
        Puzzle::new(rules, &Grid::parse(rules, text)?.cells)
    }

    /// The borrowed form that engines take.
    pub fn as_ref(&self) -> PuzzleRef<'_> {
        PuzzleRef {
            rules: &self.rules,
            clues: &self.clues,
            marks: self.marks.as_deref(),
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The clues, row by row; `None` is open.
    pub fn clues(&self) -> &[Option<Digit>] {
        &self.clues
    }

    /// The pencil marks, one set a cell, if any were given.
    pub fn marks(&self) -> Option<&[DigitSet]> {
        self.marks.as_deref()
    }

    /// The clues on one line, `.` for an open cell. Marks are not shown.
    pub fn line(&self) -> String {
        Symbols::standard(self.rules.size()).line(&self.clues)
    }

    /// Whether these digits are a solution: complete, right, and keeping the
    /// clues and marks.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn check_solution(&self, digits: &[Digit]) -> Result<(), SolutionError> {
        self.as_ref().check_solution(digits)
    }
}

/// A puzzle borrowed from its owner; cheap to copy. Keeps the promises of
/// [`Puzzle`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleRef<'a> {
    rules: &'a Arc<Rules>,
    clues: &'a [Option<Digit>],
    marks: Option<&'a [DigitSet]>,
}

impl<'a> PuzzleRef<'a> {
    /// For `Batch`, whose entries were checked on the way in.
    pub(crate) fn promised(
        rules: &'a Arc<Rules>,
        clues: &'a [Option<Digit>],
        marks: Option<&'a [DigitSet]>,
    ) -> PuzzleRef<'a> {
        PuzzleRef {
            rules,
            clues,
            marks,
        }
    }

    /// The rules.
    #[inline]
    pub fn rules(self) -> &'a Arc<Rules> {
        self.rules
    }

    /// The clues, row by row; `None` is open.
    #[inline]
    pub fn clues(self) -> &'a [Option<Digit>] {
        self.clues
    }

    /// The pencil marks, one set a cell, if any were given.
    #[inline]
    pub fn marks(self) -> Option<&'a [DigitSet]> {
        self.marks
    }

    /// The digits a cell may take before any reasoning: its clue, else its
    /// mark, else all.
    #[inline]
    pub fn allowed(self, cell: Cell) -> DigitSet {
        match (self.clues[cell.index()], self.marks) {
            (Some(clue), _) => DigitSet::only(clue),
            (None, Some(marks)) => marks[cell.index()] & self.rules.digits(),
            (None, None) => self.rules.digits(),
        }
    }

    /// The owned form.
    pub fn to_puzzle(self) -> Puzzle {
        Puzzle {
            rules: self.rules.clone(),
            clues: self.clues.into(),
            marks: self.marks.map(Into::into),
        }
    }

    /// As [`Puzzle::check_solution`].
    ///
    /// # Errors
    /// What is wrong with the digits.
    pub fn check_solution(self, digits: &[Digit]) -> Result<(), SolutionError> {
        Solution::check(self.rules, digits)?;
        for (cell, &digit) in self.rules.cells().zip(digits) {
            if !self.allowed(cell).contains(digit) {
                let cell = cell.name(self.rules.size());
                return Err(SolutionError::NotKept { cell, digit });
            }
        }
        Ok(())
    }
}

/// A complete grid that offends no house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    rules: Arc<Rules>,
    digits: Box<[Digit]>,
}

impl Solution {
    /// The solution with these digits, checked from first principles: each
    /// house's cells are compared pair by pair.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn new(rules: &Arc<Rules>, digits: &[Digit]) -> Result<Solution, SolutionError> {
        Solution::check(rules, digits)?;
        Ok(Solution {
            rules: rules.clone(),
            digits: digits.into(),
        })
    }

    fn check(rules: &Arc<Rules>, digits: &[Digit]) -> Result<(), SolutionError> {
        let (found, expected) = (digits.len(), rules.cell_count());
        if found != expected {
            return Err(SolutionError::Length { found, expected });
        }
        let name = |cell: Cell| cell.name(rules.size());
        for (cell, &digit) in rules.cells().zip(digits) {
            if usize::from(digit.get()) > rules.size() {
                return Err(SolutionError::Digit {
                    cell: name(cell),
                    digit,
                    size: rules.size(),
                });
            }
        }
        for (index, house) in rules.houses().iter().enumerate() {
            for (i, &a) in house.cells().iter().enumerate() {
                for &b in &house.cells()[..i] {
                    if digits[a.index()] == digits[b.index()] {
                        let (house, digit) = (HouseIndex::new(index), digits[a.index()]);
                        return Err(SolutionError::Repeated {
                            house,
                            digit,
                            cells: [name(b), name(a)],
                        });
                    }
                }
            }
        }
        Ok(())
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The digits, row by row.
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// The digits on one line.
    pub fn line(&self) -> String {
        let cells: Vec<_> = self.digits.iter().copied().map(Some).collect();
        Symbols::standard(self.rules.size()).line(&cells)
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: Vec<_> = self.digits.iter().copied().map(Some).collect();
        f.write_str(&text::framed(&self.rules, &cells))
    }
}

pub(crate) fn checked_shape(rules: &Rules, cells: &[Option<Digit>]) -> Result<(), PuzzleError> {
    let (found, expected) = (cells.len(), rules.cell_count());
    if found != expected {
        return Err(PuzzleError::Length { found, expected });
    }
    let size = rules.size();
    for (cell, digit) in rules.cells().zip(cells) {
        match *digit {
            Some(digit) if usize::from(digit.get()) > size => {
                return Err(PuzzleError::Digit {
                    cell: cell.name(size),
                    digit,
                    size,
                });
            }
            _ => {}
        }
    }
    Ok(())
}

fn checked_clues(rules: &Arc<Rules>, clues: &[Option<Digit>]) -> Result<(), PuzzleError> {
    checked_shape(rules, clues)?;
    let clashes = Clashes::of(rules, clues);
    if clashes.is_empty() {
        Ok(())
    } else {
        Err(PuzzleError::Clash(clashes))
    }
}

pub(crate) fn checked_marks(
    rules: &Rules,
    clues: &[Option<Digit>],
    marks: &[DigitSet],
) -> Result<(), PuzzleError> {
    let (found, expected) = (marks.len(), rules.cell_count());
    if found != expected {
        return Err(PuzzleError::MarksLength { found, expected });
    }
    for (cell, (clue, mark)) in rules.cells().zip(clues.iter().zip(marks)) {
        if let Some(digit) = *clue
            && !mark.contains(digit)
        {
            let cell = cell.name(rules.size());
            return Err(PuzzleError::ClueOutsideMarks { cell, digit });
        }
    }
    Ok(())
}

/// Why something is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The text cannot be read.
    Text(TextError),
    /// A wrong number of cells.
    #[allow(missing_docs)]
    Length { found: usize, expected: usize },
    /// A digit beyond the size.
    #[allow(missing_docs)]
    Digit {
        cell: CellName,
        digit: Digit,
        size: usize,
    },
    /// Clues clash: the puzzle is invalid. Not an unreadable one.
    Clash(Clashes),
    /// A wrong number of pencil marks.
    #[allow(missing_docs)]
    MarksLength { found: usize, expected: usize },
    /// A clue that its own pencil mark forbids.
    #[allow(missing_docs)]
    ClueOutsideMarks { cell: CellName, digit: Digit },
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleError::Text(error) => error.fmt(f),
            PuzzleError::Length { found, expected } => {
                write!(f, "{found} cells, expected {expected}")
            }
            PuzzleError::Digit { cell, digit, size } => {
                write!(f, "{digit} at {cell} is beyond the size {size}")
            }
            PuzzleError::Clash(clashes) => clashes.fmt(f),
            PuzzleError::MarksLength { found, expected } => {
                write!(f, "pencil marks for {found} cells, expected {expected}")
            }
            PuzzleError::ClueOutsideMarks { cell, digit } => {
                write!(
                    f,
                    "the clue {digit} at {cell} is not among its pencil marks"
                )
            }
        }
    }
}

impl std::error::Error for PuzzleError {}

impl From<TextError> for PuzzleError {
    fn from(error: TextError) -> PuzzleError {
        PuzzleError::Text(error)
    }
}

/// Why digits are no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum SolutionError {
    /// A wrong number of digits.
    Length { found: usize, expected: usize },
    /// A digit beyond the size.
    Digit {
        cell: CellName,
        digit: Digit,
        size: usize,
    },
    /// A digit stands twice in a house.
    Repeated {
        house: HouseIndex,
        digit: Digit,
        cells: [CellName; 2],
    },
    /// A clue or pencil mark of the puzzle is not kept.
    NotKept { cell: CellName, digit: Digit },
}

impl fmt::Display for SolutionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolutionError::Length { found, expected } => {
                write!(f, "{found} digits, expected {expected}")
            }
            SolutionError::Digit { cell, digit, size } => {
                write!(f, "{digit} at {cell} is beyond the size {size}")
            }
            SolutionError::Repeated {
                digit,
                cells: [a, b],
                ..
            } => {
                write!(f, "{digit} stands at both {a} and {b}")
            }
            SolutionError::NotKept { cell, digit } => {
                write!(f, "{digit} at {cell} is not what the puzzle allows there")
            }
        }
    }
}

impl std::error::Error for SolutionError {}

#[cfg(test)]
mod tests {
    use super::*;

    const SOLVED: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn digits(line: &str) -> Vec<Digit> {
        line.bytes()
            .map(|b| Digit::new(b - b'0').expect("a digit"))
            .collect()
    }

    #[test]
    fn a_puzzle_with_clashing_clues_cannot_be_built() {
        let error = Puzzle::parse(&Rules::classic(), &format!("11{}", ".".repeat(79))).unwrap_err();
        assert_eq!(
            error.to_string(),
            "1 twice in row 1: r1c1 r1c2; 1 twice in box 1: r1c1 r1c2"
        );
    }

    #[test]
    fn wrong_shapes_are_refused() {
        let rules = Rules::classic();
        let error = Puzzle::new(&rules, &[None; 80]).unwrap_err();
        assert_eq!(error.to_string(), "80 cells, expected 81");
        let mut clues = [None; 81];
        clues[10] = Digit::new(10);
        let error = Puzzle::new(&rules, &clues).unwrap_err();
        assert_eq!(error.to_string(), "10 at r2c2 is beyond the size 9");
    }

    #[test]
    fn marks_must_allow_the_clues() {
        let rules = Rules::classic();
        let mut clues = [None; 81];
        clues[0] = Digit::new(5);
        let mut marks = [DigitSet::all(9); 81];
        marks[1] = DigitSet::EMPTY;
        let puzzle = Puzzle::with_marks(&rules, &clues, &marks).unwrap();
        assert_eq!(
            puzzle.as_ref().allowed(Cell::new(0)).single(),
            Digit::new(5)
        );
        assert!(puzzle.as_ref().allowed(Cell::new(1)).is_empty());
        marks[0].remove(clues[0].unwrap());
        let error = Puzzle::with_marks(&rules, &clues, &marks).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the clue 5 at r1c1 is not among its pencil marks"
        );
        let error = Puzzle::with_marks(&rules, &clues, &marks[1..]).unwrap_err();
        assert_eq!(error.to_string(), "pencil marks for 80 cells, expected 81");
    }

    #[test]
    fn a_solution_is_complete_right_and_keeps_the_clues() {
        let rules = Rules::classic();
        let solved = digits(SOLVED);
        assert_eq!(Solution::new(&rules, &solved).unwrap().line(), SOLVED);

        let mut wrong = solved.clone();
        wrong[80] = wrong[79];
        let error = Solution::new(&rules, &wrong).unwrap_err();
        assert_eq!(error.to_string(), "7 stands at both r9c8 and r9c9");

        let puzzle = Puzzle::parse(&rules, &format!("5{}", ".".repeat(80))).unwrap();
        assert_eq!(puzzle.check_solution(&solved), Ok(()));
        let puzzle = Puzzle::parse(&rules, &format!("6{}", ".".repeat(80))).unwrap();
        let error = puzzle.check_solution(&solved).unwrap_err();
        assert_eq!(
            error.to_string(),
            "5 at r1c1 is not what the puzzle allows there"
        );
    }
}
