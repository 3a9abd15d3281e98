//! A line of the index: one puzzle, its verdict, and where the evidence lies.

use std::sync::Arc;

use polydoku_core::{Digit, DigitSet, Grid, Puzzle, PuzzleError, PuzzleRef, Rules, Symbols};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::shape::Shape;

/// What a certificate says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// One solution, and a proof that there is no other.
    Unique,
    /// A proof that there is none.
    None,
    /// Two solutions.
    Multiple,
    /// Clues that clash.
    Invalid,
    /// Nothing: a limit was reached first.
    Unknown,
}

impl Evidence {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Evidence::Unique => "unique",
            Evidence::None => "none",
            Evidence::Multiple => "multiple",
            Evidence::Invalid => "invalid",
            Evidence::Unknown => "unknown",
        }
    }
}

/// One puzzle of an index.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Which it is, from 1.
    pub number: u64,
    /// The input it came from.
    pub input: String,
    /// The line there, from 1.
    pub line: u64,
    /// Its rules.
    pub rules: Shape,
    /// Its clues, row by row.
    pub puzzle: String,
    /// Its pencil marks: each cell's digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<Vec<u8>>>,
    /// What is certified.
    pub verdict: Evidence,
    /// The solutions that belong to the verdict: one, two, or none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub solutions: Vec<String>,
    /// Why the verdict is unknown, or how the clues clash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The formula that is refuted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cnf: Option<Sealed>,
    /// Its refutation as binary DRAT.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drat: Option<Sealed>,
    /// Its refutation as LRAT.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lrat: Option<Sealed>,
}

impl Entry {
    /// The entry of a puzzle without evidence; clues may clash.
    pub fn of(
        rules: &Rules,
        clues: &[Option<Digit>],
        marks: Option<&[DigitSet]>,
        verdict: Evidence,
    ) -> Entry {
        let numbers = |mark: &DigitSet| mark.iter().map(Digit::get).collect();
        Entry {
            number: 0,
            input: String::new(),
            line: 0,
            rules: Shape::of(rules),
            puzzle: Symbols::standard(rules.size()).line(clues),
            marks: marks.map(|marks| marks.iter().map(numbers).collect()),
            verdict,
            solutions: Vec::new(),
            reason: None,
            cnf: None,
            drat: None,
            lrat: None,
        }
    }

    /// Adds a solution.
    pub fn add_solution(&mut self, puzzle: PuzzleRef<'_>, digits: &[Digit]) {
        let cells: Vec<Option<Digit>> = digits.iter().copied().map(Some).collect();
        let symbols = Symbols::standard(puzzle.rules().size());
        self.solutions.push(symbols.line(&cells));
    }

    /// The puzzle, built from what stands here.
    ///
    /// # Errors
    /// Rules, clues or marks that do not read, or clash.
    pub fn built(&self) -> Result<Puzzle, Unbuildable> {
        let rules = self.rules.rules().map_err(Unbuildable::Rules)?;
        let clues = Grid::parse(&rules, &self.puzzle)?;
        let Some(marks) = &self.marks else {
            return Ok(Puzzle::new(&rules, clues.cells())?);
        };
        let set = |numbers: &Vec<u8>| {
            let digit =
                |&number: &u8| Digit::new(number).filter(|digit| rules.digits().contains(*digit));
            numbers.iter().map(digit).collect::<Option<DigitSet>>()
        };
        let marks: Option<Vec<DigitSet>> = marks.iter().map(set).collect();
        let marks = marks.ok_or(Unbuildable::Mark)?;
        Ok(Puzzle::with_marks(&rules, clues.cells(), &marks)?)
    }
}

/// Why an entry's puzzle cannot be built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unbuildable {
    /// No rules.
    Rules(String),
    /// A pencil mark that is no digit.
    Mark,
    /// No puzzle of these rules.
    Puzzle(PuzzleError),
}

impl From<PuzzleError> for Unbuildable {
    fn from(error: PuzzleError) -> Unbuildable {
        Unbuildable::Puzzle(error)
    }
}

impl std::fmt::Display for Unbuildable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unbuildable::Rules(why) => write!(f, "rules: {why}"),
            Unbuildable::Mark => f.write_str("a pencil mark that is no digit"),
            Unbuildable::Puzzle(error) => error.fmt(f),
        }
    }
}

/// A solution as digits.
pub(crate) fn digits(rules: &Arc<Rules>, text: &str) -> Result<Vec<Digit>, String> {
    let grid = Grid::parse(rules, text).map_err(|error| error.to_string())?;
    let open = grid.open_cells();
    let digits: Vec<Digit> = grid.cells().iter().copied().flatten().collect();
    match open {
        0 => Ok(digits),
        1 => Err("a cell is open".to_owned()),
        open => Err(format!("{open} cells are open")),
    }
}

/// A file with what it must be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sealed {
    /// Its name within the folder.
    pub file: String,
    /// How long it is.
    pub bytes: u64,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
}

impl Sealed {
    /// The seal of a content whose file has no name yet.
    pub fn of(content: &[u8]) -> Sealed {
        Sealed {
            file: String::new(),
            bytes: content.len() as u64,
            sha256: hash(content),
        }
    }
}

/// SHA-256 in hexadecimal.
pub(crate) fn hash(content: &[u8]) -> String {
    let hash = Sha256::digest(content);
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_standard() {
        // FIPS 180-2, appendix B.1.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash(b"abc"), expected);
    }

    #[test]
    fn a_puzzle_comes_back_with_its_marks() {
        let rules = Arc::new(Rules::assumed(4).unwrap());
        let mut marks = vec![rules.digits(); 16];
        marks[3] = DigitSet::EMPTY;
        let clues = Grid::parse(&rules, "1...............").unwrap();
        let puzzle = Puzzle::with_marks(&rules, clues.cells(), &marks).unwrap();
        let entry = Entry::of(&rules, puzzle.clues(), puzzle.marks(), Evidence::None);
        let text = serde_json::to_string(&entry).unwrap();
        let read: Entry = serde_json::from_str(&text).unwrap();
        assert_eq!(read.built().unwrap(), puzzle);
        let mut wrong = read;
        wrong.marks.as_mut().unwrap()[0] = vec![5];
        assert_eq!(wrong.built(), Err(Unbuildable::Mark));
    }
}
