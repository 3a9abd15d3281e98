//! What the solution that came with a puzzle is worth.
//!
//! Corpora carry solutions that are stale, of another puzzle, or one of
//! several. Nearly always the given one is the one just found, so that is
//! compared first; only otherwise is it read and checked against the puzzle
//! itself, from first principles.

use polydoku_core::{Cell, Digit, Puzzle, Symbols};

use crate::{Answered, Given};

impl Answered<'_> {
    /// Compares the given solution, if there is one, with what was found.
    #[inline]
    pub(crate) fn weigh_given(&mut self) {
        if let Some(text) = self.given_text {
            self.given = Some(self.given(text));
        }
    }

    fn given(&self, text: &[u8]) -> Given {
        let found = self.solution();
        let is = |(&byte, &digit)| self.symbols.value(byte) == Some(digit);
        if let Some(found) = found
            && found.len() == text.len()
            && text.iter().zip(found).all(is)
        {
            return Given::Agrees;
        }
        let Some(given) = self.cells_of(text) else {
            return Given::Wrong { cell: None };
        };
        let differs = |found: &[Option<Digit>]| found.iter().zip(&given).position(|(a, b)| a != b);
        let cell = found.and_then(differs).map(Cell::new);
        // Without an answer to compare with, a clue that is not kept is named.
        let not_kept = || {
            let kept = |(clue, digit): (&Option<Digit>, _)| clue.is_none() || clue == digit;
            let cell = self.clues.iter().zip(&given).position(|pair| !kept(pair));
            cell.map(Cell::new)
        };
        match (self.solves(&given), cell) {
            (false, None) => Given::Wrong { cell: not_kept() },
            (true, None) => Given::Agrees,
            (true, Some(cell)) => Given::Other { cell },
            (false, cell) => Given::Wrong { cell },
        }
    }

    /// The cells of a text in the puzzle's symbols, or as numbers.
    fn cells_of(&self, text: &[u8]) -> Option<Vec<Option<Digit>>> {
        let text = std::str::from_utf8(text).ok()?;
        let numbers = || Symbols::numbers(self.rules.size()).cells(text);
        self.symbols.cells(text).or_else(|_| numbers()).ok()
    }

    /// Whether these cells are a solution of the puzzle.
    fn solves(&self, cells: &[Option<Digit>]) -> bool {
        let Some(digits) = cells.iter().copied().collect::<Option<Vec<Digit>>>() else {
            return false;
        };
        let puzzle = match self.marks {
            None => Puzzle::new(self.rules, self.clues),
            Some(marks) => Puzzle::with_marks(self.rules, self.clues, marks),
        };
        puzzle.is_ok_and(|puzzle| puzzle.check_solution(&digits).is_ok())
    }
}
