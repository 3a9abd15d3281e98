//! What a user says about a file that its content does not: shapes, symbols,
//! columns.
//!
//! Everything here has a default that means "as the content says". The
//! `FromStr` forms are the command line's (`--boxes 3x2`, `--variant
//! x,windoku`, `--alphabet 0-F`, `--column quizzes,solutions`), so that every
//! front end understands the same words. Whether a wish fits a grid's size is
//! decided when a grid of that size comes, by `Rules`.

use std::fmt;
use std::str::FromStr;

use polydoku_core::{Alphabet, Rules, RulesBuilder, RulesError};

/// How to read a file where its content leaves a choice.
///
/// ```
/// use polydoku_corpus::ReadOptions;
/// let mut options = ReadOptions::default();
/// options.boxes = "3x2".parse()?;
/// options.variants = "x".parse()?;
/// # Ok::<(), polydoku_corpus::OptionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReadOptions {
    /// What stands in the place of boxes.
    pub boxes: BoxesChoice,
    /// Further houses beside the boxes; cells marked `.` are in none.
    pub extra_regions: Option<RegionMap>,
    /// Diagonals and windows.
    pub variants: Variants,
    /// Which characters are digits, where more than one reading exists.
    pub alphabet: Option<AlphabetChoice>,
    /// Which columns of a table hold the puzzle and its solution.
    pub columns: Columns,
}

impl ReadOptions {
    /// The rules of puzzles of this size that bring none of their own.
    ///
    /// # Errors
    /// Options that do not fit the size.
    pub fn rules(&self, size: usize) -> Result<Rules, RulesError> {
        let builder = match &self.boxes {
            BoxesChoice::Assumed => Rules::builder(size),
            BoxesChoice::None => Rules::builder(size).no_boxes(),
            &BoxesChoice::Rect(rows, cols) => Rules::builder(size).boxes(rows, cols),
            BoxesChoice::Regions(map) => {
                // A cell of no region becomes a region of its own kind,
                // which the rules then refuse by its number of cells.
                let labels = map.labels().iter().map(|label| label.unwrap_or(u32::MAX));
                Rules::builder(size).regions(labels)
            }
        };
        self.finished(builder, size)
    }

    /// The rules that are begun in `builder`, with what stands beside boxes.
    pub(crate) fn finished(
        &self,
        mut builder: RulesBuilder,
        size: usize,
    ) -> Result<Rules, RulesError> {
        if self.variants.diagonals {
            builder = builder.diagonals();
        }
        if self.variants.windoku {
            builder = builder.windoku();
        }
        if let Some(map) = &self.extra_regions {
            let (found, expected) = (map.labels().len(), size * size);
            if found != expected {
                return Err(RulesError::MapLength { found, expected });
            }
            builder = builder.extra_regions(map.labels().iter().copied());
        }
        builder.build()
    }
}

/// A word on the command line that does not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionError(String);

impl OptionError {
    pub(crate) fn new(message: String) -> OptionError {
        OptionError(message)
    }
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OptionError {}

/// What stands in the place of boxes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum BoxesChoice {
    /// The boxes people mean by a size alone ([`Rules::assumed`](polydoku_core::Rules::assumed)),
    /// or the region map that comes with a puzzle.
    #[default]
    Assumed,
    /// No boxes: a Latin square.
    None,
    /// Rectangles of this many rows and columns.
    Rect(usize, usize),
    /// The same irregular regions for every puzzle.
    Regions(RegionMap),
}

impl FromStr for BoxesChoice {
    type Err = OptionError;

    /// `none`, or rows and columns as in `3x2`.
    fn from_str(text: &str) -> Result<Self, OptionError> {
        if text.eq_ignore_ascii_case("none") {
            return Ok(BoxesChoice::None);
        }
        let number = |part: &str| part.trim().parse().ok().filter(|n| (1..=64).contains(n));
        let sides = text.split_once(['x', 'X', '×']);
        match sides.map(|(rows, cols)| (number(rows), number(cols))) {
            Some((Some(rows), Some(cols))) => Ok(BoxesChoice::Rect(rows, cols)),
            _ => Err(OptionError(format!(
                "'{text}' is no box: give rows x columns, such as 2x3, or 'none'"
            ))),
        }
    }
}

/// A map of regions: one label a cell, equal labels for cells of one region.
///
/// Written as one letter (or any other sign) a cell, white space ignored, so
/// that it may stand on one line or in rows; `.` is a cell of no region, which
/// only extra regions may have. Labels may also be numbers separated by spaces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegionMap {
    labels: Vec<Option<u32>>,
}

impl RegionMap {
    /// The label of each cell, row by row.
    pub fn labels(&self) -> &[Option<u32>] {
        &self.labels
    }
}

impl FromStr for RegionMap {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<Self, OptionError> {
        let tokens: Vec<&str> = text
            .split([' ', '\t', '\r', '\n', ','])
            .filter(|token| !token.is_empty())
            .collect();
        let number = |token: &&str| token.len() <= 3 && token.bytes().all(|b| b.is_ascii_digit());
        let numbers = tokens.len() > 1
            && tokens.iter().any(|token| token.len() > 1)
            && tokens.iter().all(number);
        let label = |c: char| (c != '.').then_some(u32::from(c));
        let labels: Vec<Option<u32>> = if numbers {
            tokens.iter().map(|token| token.parse().ok()).collect()
        } else {
            tokens
                .iter()
                .flat_map(|token| token.chars())
                .map(label)
                .collect()
        };
        let side = labels.len().isqrt();
        if side * side != labels.len() || !(1..=64).contains(&side) {
            return Err(OptionError(format!(
                "a region map has one label a cell; {} labels make no square grid",
                labels.len()
            )));
        }
        Ok(RegionMap { labels })
    }
}

/// Further houses that a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Variants {
    /// Both diagonals.
    pub diagonals: bool,
    /// The inner boxes.
    pub windoku: bool,
}

impl FromStr for Variants {
    type Err = OptionError;

    /// A list such as `x,windoku`.
    fn from_str(text: &str) -> Result<Self, OptionError> {
        let mut variants = Variants::default();
        for name in text.split(',') {
            match name.trim() {
                "x" | "X" => variants.diagonals = true,
                "windoku" => variants.windoku = true,
                other => {
                    return Err(OptionError(format!(
                        "'{other}' is no variant: x (both diagonals) and windoku (inner boxes) are known"
                    )));
                }
            }
        }
        Ok(variants)
    }
}

/// An alphabet for grids of one size, such as `0-F` for 16x16.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphabetChoice {
    /// The symbols.
    pub alphabet: Alphabet,
    /// The size whose symbols were named; other sizes are read as always.
    pub size: usize,
}

impl FromStr for AlphabetChoice {
    type Err = OptionError;

    /// First and last symbol: `1-G`, `0-F`, `A-P`; also `1-9A-G`, `0-9A-F`.
    fn from_str(text: &str) -> Result<Self, OptionError> {
        let bytes = text.as_bytes();
        let position = |from: &[u8], last: u8| {
            let mut all = from.to_vec();
            all.extend(b'A'..=b'Z');
            all.extend(b'a'..=b'z');
            all.iter().position(|&b| b == last).map(|at| at + 1)
        };
        let found = match bytes {
            [b'1', b'-', last] | [b'1', b'-', b'9', b'A', b'-', last] => {
                position(b"123456789", *last).map(|size| (Alphabet::FromOne, size))
            }
            [b'0', b'-', last] | [b'0', b'-', b'9', b'A', b'-', last] => {
                position(b"0123456789", *last).map(|size| (Alphabet::FromZero, size))
            }
            [b'A', b'-', last] if !last.is_ascii_digit() => {
                position(b"", *last).map(|size| (Alphabet::Letters, size))
            }
            _ => None,
        };
        match found {
            Some((alphabet, size)) if size >= 2 => Ok(AlphabetChoice { alphabet, size }),
            _ => Err(OptionError(format!(
                "'{text}' is no alphabet: name the first and last digit, such as 1-9, 1-G, 0-F or A-P"
            ))),
        }
    }
}

/// Which columns of a table (CSV, TSV, JSON Lines) matter. Unnamed ones are
/// found by their header or by what they hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Columns {
    /// The puzzle.
    pub puzzle: Option<Column>,
    /// The solution given with it.
    pub solution: Option<Column>,
}

impl FromStr for Columns {
    type Err = OptionError;

    /// The puzzle's column, and after a comma the solution's: `quizzes`,
    /// `2,3`, `quizzes,solutions`.
    fn from_str(text: &str) -> Result<Self, OptionError> {
        let mut parts = text.splitn(2, ',').map(str::trim);
        let puzzle = parts.next().unwrap_or_default().parse()?;
        let solution = parts.next().map(str::parse).transpose()?;
        Ok(Columns {
            puzzle: Some(puzzle),
            solution,
        })
    }
}

/// A column by name, or by number from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Column {
    /// By its name in the header or as a JSON key.
    Name(String),
    /// By its place, from 1.
    Number(usize),
}

impl FromStr for Column {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<Self, OptionError> {
        match text.parse() {
            Ok(0) => Err(OptionError("columns count from 1".into())),
            Ok(number) => Ok(Column::Number(number)),
            Err(_) if text.is_empty() => {
                Err(OptionError("a column needs a name or a number".into()))
            }
            Err(_) => Ok(Column::Name(text.into())),
        }
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Column::Name(name) => write!(f, "'{name}'"),
            Column::Number(number) => write!(f, "{number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal<T: FromStr<Err = OptionError> + fmt::Debug>(text: &str) -> String {
        text.parse::<T>().expect_err("not understood").to_string()
    }

    #[test]
    fn the_command_lines_words_are_understood() {
        assert_eq!("3x2".parse(), Ok(BoxesChoice::Rect(3, 2)));
        assert_eq!("none".parse(), Ok(BoxesChoice::None));
        let both = Variants {
            diagonals: true,
            windoku: true,
        };
        assert_eq!("windoku,x".parse(), Ok(both));
        let hex = AlphabetChoice {
            alphabet: Alphabet::FromZero,
            size: 16,
        };
        assert_eq!("0-F".parse(), Ok(hex));
        assert_eq!("0-9A-F".parse(), Ok(hex));
        assert_eq!("A-Y".parse::<AlphabetChoice>().map(|a| a.size), Ok(25));
        assert_eq!("1-9".parse::<AlphabetChoice>().map(|a| a.size), Ok(9));
        let columns: Columns = "2,answer".parse().unwrap();
        assert_eq!(columns.puzzle, Some(Column::Number(2)));
        assert_eq!(columns.solution, Some(Column::Name("answer".into())));
    }

    #[test]
    fn other_words_are_refused_with_what_would_do() {
        assert_eq!(
            refusal::<BoxesChoice>("3by2"),
            "'3by2' is no box: give rows x columns, such as 2x3, or 'none'"
        );
        assert!(refusal::<Variants>("y").starts_with("'y' is no variant"));
        assert!(refusal::<AlphabetChoice>("hex").starts_with("'hex' is no alphabet"));
        assert_eq!(refusal::<Columns>("0"), "columns count from 1");
    }

    #[test]
    fn region_maps_come_as_signs_or_numbers_in_lines_or_rows() {
        let line: RegionMap = "AABB".parse().unwrap();
        let rows: RegionMap = "AA\nBB\n".parse().unwrap();
        assert_eq!(line, rows);
        let spaced: RegionMap = "1 1\n10 10".parse().unwrap();
        assert_eq!(spaced.labels()[3], Some(10));
        let holes: RegionMap = "A..A".parse().unwrap();
        assert_eq!(holes.labels()[1], None);
        assert_eq!(
            refusal::<RegionMap>("AAB"),
            "a region map has one label a cell; 3 labels make no square grid"
        );
    }
}
