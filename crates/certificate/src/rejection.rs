//! Why a certificate is refused, as a type for each reason and in words that name
//! the file.
//!
//! The order of the variants is that of the check: the entry, the puzzle, the
//! solutions, the files, then what is in them.

use std::fmt;

use polydoku_core::SolutionError;
use polydoku_lrat::{CnfRefusal, Refusal};

use crate::entry::Unbuildable;
use crate::statement::Unjustified;

/// Why a certificate is refused: what is wrong, and with which file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum Rejection {
    /// The entry does not have what its verdict needs, or has too much.
    Entry(String),
    /// The entry's puzzle cannot be built.
    Puzzle(Unbuildable),
    /// The clues were to clash, and do not.
    NoClash,
    /// They clash in another way.
    OtherClash { clash: String },
    /// A solution that does not read.
    NoSolution { number: usize, why: String },
    /// A solution that is none.
    Solution { number: usize, why: SolutionError },
    /// Two solutions were promised, and they are the same.
    SameSolution,
    /// A file that is not what the index says.
    File { file: String, what: FileFault },
    /// A formula that does not read.
    Cnf { file: String, why: CnfRefusal },
    /// A formula that says something else than the puzzle.
    Statement { file: String, why: Unjustified },
    /// A clause that the solution should satisfy and does not, or the other way.
    Witness { file: String, line: usize },
    /// The excluded solution satisfies the whole formula.
    NotExcluded { file: String },
    /// A proof that does not refute the formula.
    Proof { file: String, why: Refusal },
    /// Somebody else's checker does not accept a proof.
    Outside {
        checker: &'static str,
        file: String,
        said: String,
    },
}

/// What can be wrong with a file before it is looked into.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum FileFault {
    /// It is not there.
    Missing,
    /// Its name leads out of the folder.
    Name,
    /// It cannot be read.
    Unreadable(String),
    /// It is shorter or longer than the index says.
    Length { found: u64, expected: u64 },
    /// Its hash is another.
    Hash { found: String, expected: String },
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejection::Entry(what) => f.write_str(what),
            Rejection::Puzzle(why) => write!(f, "the puzzle: {why}"),
            Rejection::NoClash => f.write_str("the clues do not clash"),
            Rejection::OtherClash { clash } => write!(f, "the clues clash otherwise: {clash}"),
            Rejection::NoSolution { number, why } => write!(f, "solution {number}: {why}"),
            Rejection::Solution { number, why } => write!(f, "solution {number}: {why}"),
            Rejection::SameSolution => f.write_str("the two solutions are the same"),
            Rejection::File { file, what } => write!(f, "{file}: {what}"),
            Rejection::Cnf { file, why } => write!(f, "{file}: {why}"),
            Rejection::Statement { file, why } => write!(f, "{file}: {why}"),
            Rejection::Witness { file, line } => {
                write!(
                    f,
                    "{file}: line {line}: the solution does not satisfy this clause"
                )
            }
            Rejection::NotExcluded { file } => {
                write!(f, "{file}: no clause excludes the solution")
            }
            Rejection::Proof { file, why } => write!(f, "{file}: {why}"),
            Rejection::Outside {
                checker,
                file,
                said,
            } => write!(f, "{file}: {checker} does not accept it: {said}"),
        }
    }
}

impl std::error::Error for Rejection {}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileFault::Missing => f.write_str("no such file"),
            FileFault::Name => f.write_str("not a name within the folder"),
            FileFault::Unreadable(message) => f.write_str(message),
            FileFault::Length { found, expected } => {
                write!(f, "{found} bytes, and the index says {expected}")
            }
            FileFault::Hash { found, expected } => {
                // The beginning is enough to see that they differ.
                let short = |hash: &str| hash.chars().take(12).collect::<String>();
                let (found, expected) = (short(found), short(expected));
                write!(
                    f,
                    "its SHA-256 begins with {found}, and the index says {expected}"
                )
            }
        }
    }
}
