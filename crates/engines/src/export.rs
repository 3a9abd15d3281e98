//! What only one family can do, offered to everyone: puzzles in the input
//! formats of other programs.
//!
//! Exact-cover text is the dancing-links family's, formulas are the SAT family's.

use std::fmt;
use std::io::{self, Write};

use polydoku_core::PuzzleRef;
use polydoku_sat::Encoding;

/// A puzzle as Knuth's exact-cover text: comment lines (`|`) with the map from
/// items to cells, houses and digits, a line of items (secondary ones behind a
/// `|`), and one option a line. Its covers are the puzzle's solutions, without
/// the clues. Read by Knuth's DLX and SSXCC programs.
///
/// ```
/// use polydoku_core::{Puzzle, Rules};
/// let rules = std::sync::Arc::new(Rules::assumed(4)?);
/// let puzzle = Puzzle::parse(&rules, "12343412214343..")?;
/// let text = polydoku_engines::exact_cover_text(puzzle.as_ref());
/// let data: Vec<&str> = text.lines().filter(|line| !line.starts_with('|')).collect();
/// assert_eq!(data.len(), 1 + 2, "the items, and one option for each open cell");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exact_cover_text(puzzle: PuzzleRef<'_>) -> String {
    let mut text = String::new();
    polydoku_dlx::write_exact_cover(puzzle, &mut text).expect("a string takes all");
    text
}

/// A way to write a puzzle as a formula, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CnfEncoding {
    name: &'static str,
    encoding: Encoding,
}

impl CnfEncoding {
    /// All of them; the second, `extended`, is the plainest to read.
    pub fn all() -> impl ExactSizeIterator<Item = CnfEncoding> {
        let named = Encoding::NAMED.into_iter();
        named.map(|(name, encoding)| CnfEncoding { name, encoding })
    }

    /// The one of this name.
    ///
    /// # Errors
    /// There is none; the error lists all.
    pub fn by_name(name: &str) -> Result<CnfEncoding, UnknownEncoding> {
        let found = CnfEncoding::all().find(|one| one.name == name);
        found.ok_or_else(|| UnknownEncoding(name.to_owned()))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.name
    }
}

/// No encoding has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownEncoding(String);

impl fmt::Display for UnknownEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no encoding is called {:?}; there are", self.0)?;
        CnfEncoding::all().try_for_each(|one| write!(f, " {}", one.name))
    }
}

impl std::error::Error for UnknownEncoding {}

/// A puzzle as a formula in DIMACS text, read by every SAT solver. Comments (`c`)
/// say which row, column and digit a variable stands for; with the encoding
/// `optimised`, cells with a clue have none and are named as `known`. The models of
/// the formula are the puzzle's solutions.
///
/// # Errors
/// What the writer says.
///
/// ```
/// use polydoku_core::{Puzzle, Rules};
/// use polydoku_engines::{CnfEncoding, write_cnf};
///
/// let rules = std::sync::Arc::new(Rules::assumed(4)?);
/// let puzzle = Puzzle::parse(&rules, "12343412214343..")?;
/// let mut text = Vec::new();
/// write_cnf(puzzle.as_ref(), CnfEncoding::by_name("optimised")?, &mut text)?;
/// let text = String::from_utf8(text)?;
/// assert!(text.contains("\nc known row 1 column 1 digit 1\n"));
/// assert!(text.contains("\nc var 1 row 4 column 3 digit 2\nc var 2 row 4 column 4 digit 1\n"));
/// assert!(text.contains("\np cnf 2 8\n"), "each is needed by its cell and three houses");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_cnf(
    puzzle: PuzzleRef<'_>,
    encoding: CnfEncoding,
    out: &mut dyn Write,
) -> io::Result<()> {
    let title = format!("{}, {} encoding", puzzle.rules(), encoding.name);
    encoding.encoding.formula(puzzle).write_dimacs(&title, out)
}
