//! Many puzzles of one shape, side by side: the unit of work.
//!
//! An owned puzzle for each line of a file costs an allocation or two and a
//! pass over general tables, twelve times what the vector engine needs to solve
//! an easy one. A batch is refilled without allocating: clues stand one byte a
//! cell, one puzzle after the other, marks likewise where any puzzle has them.
//!
//! ```text
//! clues  [ puzzle 0: 81 bytes | puzzle 1: 81 bytes | ... ]
//! marks  [ empty, or one DigitSet a cell, in the same order ]
//! ```
//!
//! Entries keep the promise of [`Puzzle`](crate::Puzzle): clues that clash are
//! refused on the way in. For 9x9 that check is branch-free (the `classic`
//! module inside); the error's wording is worked out only when there is one.

mod classic;

use std::sync::Arc;

use crate::puzzle::{PuzzleError, PuzzleRef, checked_marks, checked_shape};
use crate::text::{Symbols, TextError, TextErrorKind};
use crate::{Clashes, Digit, DigitSet, Rules};

/// Puzzles of one [`Rules`], refilled without allocating.
///
/// ```
/// use polydoku_core::{Batch, Rules, Symbols};
/// let symbols = Symbols::standard(4);
/// let mut batch = Batch::new(std::sync::Arc::new(Rules::assumed(4)?));
/// batch.push_line(b"1.......2.......", &symbols)?;
/// assert!(batch.push_line(b"11..............", &symbols).is_err());
/// assert_eq!(batch.len(), 1); // what was refused left no trace
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Batch {
    rules: Arc<Rules>,
    classic: bool,
    cells: usize,
    clues: Vec<Option<Digit>>,
    /// Empty until a puzzle with marks comes; then one set a cell throughout.
    marks: Vec<DigitSet>,
    /// Which digits a house has seen; used by the general clash check.
    seen: Vec<DigitSet>,
}

impl Batch {
    /// An empty batch for these rules.
    pub fn new(rules: Arc<Rules>) -> Batch {
        Batch {
            classic: rules.is_classic(),
            cells: rules.cell_count(),
            seen: vec![DigitSet::EMPTY; rules.houses().len()],
            rules,
            clues: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// Forgets the puzzles and keeps the memory.
    pub fn clear(&mut self) {
        self.clues.clear();
        self.marks.clear();
    }

    /// Forgets the puzzles and takes other rules.
    pub fn reset(&mut self, rules: &Arc<Rules>) {
        self.clear();
        if !Arc::ptr_eq(&self.rules, rules) {
            self.classic = rules.is_classic();
            self.cells = rules.cell_count();
            self.seen.clear();
            self.seen.resize(rules.houses().len(), DigitSet::EMPTY);
            self.rules = rules.clone();
        }
    }

    /// The rules of every puzzle in it.
    #[inline]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// How many puzzles there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.clues.len() / self.cells
    }

    /// Whether there is no puzzle.
    pub fn is_empty(&self) -> bool {
        self.clues.is_empty()
    }

    /// The puzzle at this place.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn get(&self, index: usize) -> PuzzleRef<'_> {
        let range = index * self.cells..(index + 1) * self.cells;
        let marks = self.marks.get(range.clone());
        PuzzleRef::promised(&self.rules, &self.clues[range], marks)
    }

    /// The puzzles in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = PuzzleRef<'_>> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// The clues of all puzzles, one byte a cell, one puzzle after the other.
    #[inline]
    pub fn clues(&self) -> &[Option<Digit>] {
        &self.clues
    }

    /// The pencil marks of all puzzles in the same order, if any has some;
    /// a puzzle without has every digit everywhere.
    #[inline]
    pub fn marks(&self) -> Option<&[DigitSet]> {
        if self.marks.is_empty() {
            None
        } else {
            Some(&self.marks)
        }
    }

    /// Adds a puzzle given as text: one symbol a cell, exactly as many bytes
    /// as cells. Numbers (more than 61 digits) are read by [`Symbols::cells`].
    ///
    /// # Errors
    /// An unknown symbol or a wrong number of cells ([`PuzzleError::Text`], the
    /// column in bytes), or clashing clues; the batch is then as before.
    #[inline]
    pub fn push_line(&mut self, line: &[u8], symbols: &Symbols) -> Result<(), PuzzleError> {
        let start = self.clues.len();
        if line.len() != self.cells || symbols.size() != self.rules.size() {
            return Err(self.wrong_length(line, symbols));
        }
        if self.classic
            && symbols.is_plain()
            && let Some(clues) = line.first_chunk().and_then(classic::plain)
        {
            self.clues.extend_from_slice(&clues);
            return self.accept(start);
        }
        let table = symbols.values();
        let mut unknown = false;
        self.clues.extend(line.iter().map(|&byte| {
            let value = table[byte as usize];
            unknown |= value == 255;
            Digit::new(value)
        }));
        if unknown {
            self.clues.truncate(start);
            return Err(unknown_symbol(line, symbols));
        }
        self.accept(start)
    }

    /// Adds a puzzle.
    ///
    /// # Errors
    /// A wrong number of cells, a digit beyond the size, clashing clues; the
    /// batch is then as before.
    #[inline]
    pub fn push(&mut self, clues: &[Option<Digit>]) -> Result<(), PuzzleError> {
        let start = self.clues.len();
        // A maximum without an early way out is a vector instruction or two.
        let largest = clues
            .iter()
            .fold(0, |max, c| c.map_or(0, Digit::get).max(max));
        if clues.len() != self.cells || usize::from(largest) > self.rules.size() {
            checked_shape(&self.rules, clues)?;
        }
        self.clues.extend_from_slice(clues);
        self.accept(start)
    }

    /// Adds a puzzle with pencil marks, as [`Puzzle::with_marks`](crate::Puzzle::with_marks).
    ///
    /// # Errors
    /// As there; the batch is then as before.
    pub fn push_marked(
        &mut self,
        clues: &[Option<Digit>],
        marks: &[DigitSet],
    ) -> Result<(), PuzzleError> {
        checked_shape(&self.rules, clues)?;
        checked_marks(&self.rules, clues, marks)?;
        let start = self.clues.len();
        let unmarked = self.marks.is_empty();
        self.push(clues)?;
        if unmarked {
            // The puzzles before had no marks; `push` did not add any either.
            self.marks.resize(start, self.rules.digits());
        } else {
            self.marks.truncate(start);
        }
        self.marks.extend_from_slice(marks);
        Ok(())
    }

    /// Adds a copy of a puzzle of equal rules.
    ///
    /// # Panics
    /// If its rules differ from the batch's.
    pub fn push_puzzle(&mut self, puzzle: PuzzleRef<'_>) {
        let same = Arc::ptr_eq(puzzle.rules(), &self.rules) || puzzle.rules() == &self.rules;
        assert!(same, "a batch holds puzzles of one shape");
        let added = match puzzle.marks() {
            None => self.push(puzzle.clues()),
            Some(marks) => self.push_marked(puzzle.clues(), marks),
        };
        added.expect("a puzzle's clues do not clash");
    }

    /// Keeps the clues from `start` on if they do not clash.
    #[inline]
    fn accept(&mut self, start: usize) -> Result<(), PuzzleError> {
        let valid = if self.classic {
            let entry = self.clues[start..]
                .first_chunk()
                .expect("81 cells were added");
            classic::is_valid(entry)
        } else {
            self.is_valid(start)
        };
        if !valid {
            return Err(self.refusal(start));
        }
        if !self.marks.is_empty() {
            self.marks.resize(self.clues.len(), self.rules.digits());
        }
        Ok(())
    }

    fn is_valid(&mut self, start: usize) -> bool {
        self.seen.fill(DigitSet::EMPTY);
        let mut twice = DigitSet::EMPTY;
        for (cell, clue) in self.rules.cells().zip(&self.clues[start..]) {
            let Some(digit) = *clue else { continue };
            let bit = DigitSet::only(digit);
            for house in self.rules.houses_of(cell) {
                let seen = &mut self.seen[house.index()];
                twice |= *seen & bit;
                *seen |= bit;
            }
        }
        twice.is_empty()
    }

    #[cold]
    fn refusal(&mut self, start: usize) -> PuzzleError {
        let clashes = Clashes::of(&self.rules, &self.clues[start..]);
        self.clues.truncate(start);
        PuzzleError::Clash(clashes)
    }

    #[cold]
    fn wrong_length(&self, line: &[u8], symbols: &Symbols) -> PuzzleError {
        assert_eq!(
            symbols.size(),
            self.rules.size(),
            "symbols of the same size"
        );
        let kind = TextErrorKind::Length {
            found: line.len(),
            expected: self.cells,
        };
        TextError {
            line: 1,
            column: line.len().min(self.cells) + 1,
            kind,
        }
        .into()
    }
}

#[cold]
fn unknown_symbol(line: &[u8], symbols: &Symbols) -> PuzzleError {
    let at = line.iter().position(|&byte| symbols.value(byte).is_none());
    let at = at.expect("called for an unknown byte");
    let text = String::from_utf8_lossy(&line[at..]);
    let symbol = text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
    TextError {
        line: 1,
        column: at + 1,
        kind: TextErrorKind::Symbol(symbol),
    }
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_may_come_late_and_be_missing() {
        let rules = Arc::new(Rules::assumed(4).unwrap());
        let mut batch = Batch::new(rules);
        let symbols = Symbols::standard(4);
        let open = [None; 16];
        let marks = [DigitSet::from_bits(0b0101); 16];
        batch.push_line(b"1...............", &symbols).unwrap();
        assert_eq!(batch.get(0).marks(), None);
        batch.push_marked(&open, &marks).unwrap();
        batch.push(&open).unwrap();
        assert_eq!(batch.len(), 3);
        assert_eq!(batch.get(0).marks(), Some(&[DigitSet::all(4); 16][..]));
        assert_eq!(batch.get(1).marks(), Some(&marks[..]));
        assert_eq!(batch.get(2).marks(), Some(&[DigitSet::all(4); 16][..]));
        assert!(batch.push_line(b"11..............", &symbols).is_err());
        assert_eq!(batch.marks().map(<[_]>::len), Some(48));
        batch.clear();
        batch.push(&open).unwrap();
        assert_eq!(batch.get(0).marks(), None);
    }

    #[test]
    fn refusals_name_the_place_and_leave_the_batch_as_it_was() {
        let mut batch = Batch::new(Rules::classic());
        let symbols = Symbols::standard(9);
        let mut line = [b'.'; 81];
        let refusal = |batch: &mut Batch, line: &[u8]| {
            batch
                .push_line(line, &symbols)
                .expect_err("a bad line")
                .to_string()
        };
        assert_eq!(
            refusal(&mut batch, &line[..80]),
            "line 1, column 81: 80 cells, expected 81"
        );
        line[40] = b'A';
        assert_eq!(
            refusal(&mut batch, &line),
            "line 1, column 41: 'A' is no digit and no blank"
        );
        line[40] = 0xFF;
        assert_eq!(
            refusal(&mut batch, &line),
            "line 1, column 41: '\u{fffd}' is no digit and no blank"
        );
        line[40] = b'5';
        line[44] = b'5';
        assert_eq!(refusal(&mut batch, &line), "5 twice in row 5: r5c5 r5c9");
        assert!(batch.is_empty());
        line[44] = b'0';
        batch.push_line(&line, &symbols).unwrap();
        assert_eq!(batch.get(0).clues()[40].map(Digit::get), Some(5));
    }

    #[test]
    fn other_rules_can_be_taken() {
        let mut batch = Batch::new(Rules::classic());
        batch.push(&[None; 81]).unwrap();
        let latin = Arc::new(Rules::builder(9).no_boxes().build().unwrap());
        batch.reset(&latin);
        let mut clues = [None; 81];
        clues[0] = Digit::new(1);
        clues[10] = Digit::new(1); // would clash in a box
        batch.push(&clues).unwrap();
        clues[8] = Digit::new(1);
        assert!(batch.push(&clues).is_err());
        assert_eq!(batch.len(), 1);
    }
}
