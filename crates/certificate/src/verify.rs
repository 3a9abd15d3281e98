//! Checks one entry with its files; see the crate's page for the steps.

use std::fs;
use std::io;
use std::path::{Component, Path};

use polydoku_core::{Digit, Puzzle, PuzzleError, PuzzleRef};
use polydoku_lrat::{Formula, Lit};

use crate::archive::plain;
use crate::entry::{Entry, Evidence, Sealed, Unbuildable, digits, hash};
use crate::outside::{Outside, Reads};
use crate::rejection::{FileFault, Rejection};
use crate::statement;

/// What our own checker of proofs is called in reports.
pub const OWN_CHECKER: &str = "polydoku-lrat";

/// What a check came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The verdict stands.
    Accepted(Accepted),
    /// There is no evidence to check.
    Unknown {
        /// Why.
        reason: String,
    },
    /// It does not.
    Refused(Rejection),
}

/// How a verdict was found to stand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Accepted {
    /// The checkers that followed a proof; none where there is no proof.
    pub checkers: Vec<&'static str>,
    /// Bytes of formula and proofs.
    pub bytes: u64,
}

/// Checks an entry of the index in `folder`.
pub fn verified(folder: &Path, entry: &Entry, outside: &[Outside]) -> Outcome {
    match entry.verdict {
        Evidence::Unknown => Outcome::Unknown {
            reason: entry.reason.clone().unwrap_or_default(),
        },
        _ => match accepted(folder, entry, outside) {
            Ok(accepted) => Outcome::Accepted(accepted),
            Err(rejection) => Outcome::Refused(rejection),
        },
    }
}

fn accepted(folder: &Path, entry: &Entry, outside: &[Outside]) -> Result<Accepted, Rejection> {
    let (solutions, refuted) = match entry.verdict {
        Evidence::Unique => (1, true),
        Evidence::None => (0, true),
        Evidence::Multiple => (2, false),
        Evidence::Invalid | Evidence::Unknown => (0, false),
    };
    let word = entry.verdict.word();
    if entry.solutions.len() != solutions {
        let found = entry.solutions.len();
        let what = format!("verdict {word} with {found} solutions instead of {solutions}");
        return Err(Rejection::Entry(what));
    }
    let files = [&entry.cnf, &entry.drat, &entry.lrat];
    if files.iter().any(|file| file.is_some() != refuted) {
        let what = match refuted {
            true => format!("verdict {word} without all of cnf, drat and lrat"),
            false => format!("verdict {word} with a proof of something"),
        };
        return Err(Rejection::Entry(what));
    }
    let puzzle = match (entry.built(), entry.verdict) {
        (Err(Unbuildable::Puzzle(PuzzleError::Clash(clashes))), Evidence::Invalid) => {
            let clash = clashes.to_string();
            return match &entry.reason {
                Some(reason) if *reason != clash => Err(Rejection::OtherClash { clash }),
                _ => Ok(Accepted::default()),
            };
        }
        (Ok(_), Evidence::Invalid) => return Err(Rejection::NoClash),
        (built, _) => built.map_err(Rejection::Puzzle)?,
    };
    let solutions = checked_solutions(&puzzle, &entry.solutions)?;
    match (&entry.cnf, &entry.drat, &entry.lrat) {
        (Some(cnf), Some(drat), Some(lrat)) => {
            let files = Files {
                folder,
                cnf,
                drat,
                lrat,
            };
            files.refute(
                puzzle.as_ref(),
                solutions.first().map(Vec::as_slice),
                outside,
            )
        }
        _ => Ok(Accepted::default()),
    }
}

/// The solutions, each held against the puzzle, no two the same.
fn checked_solutions(puzzle: &Puzzle, texts: &[String]) -> Result<Vec<Vec<Digit>>, Rejection> {
    let mut solutions: Vec<Vec<Digit>> = Vec::with_capacity(texts.len());
    for (number, text) in (1..).zip(texts) {
        let solution =
            digits(puzzle.rules(), text).map_err(|why| Rejection::NoSolution { number, why })?;
        puzzle
            .check_solution(&solution)
            .map_err(|why| Rejection::Solution { number, why })?;
        if solutions.contains(&solution) {
            return Err(Rejection::SameSolution);
        }
        solutions.push(solution);
    }
    Ok(solutions)
}

/// The files of a refutation.
struct Files<'a> {
    folder: &'a Path,
    cnf: &'a Sealed,
    drat: &'a Sealed,
    lrat: &'a Sealed,
}

impl Files<'_> {
    fn refute(
        &self,
        puzzle: PuzzleRef<'_>,
        solution: Option<&[Digit]>,
        outside: &[Outside],
    ) -> Result<Accepted, Rejection> {
        let cnf = self.content(self.cnf)?;
        // Only its hash: it is for outside checkers to follow.
        drop(self.content(self.drat)?);
        let lrat = self.content(self.lrat)?;

        let file = || self.cnf.file.clone();
        let formula = Formula::read(&cnf).map_err(|why| Rejection::Cnf { file: file(), why })?;
        drop(cnf);
        statement::justify(&formula, puzzle, solution)
            .map_err(|why| Rejection::Statement { file: file(), why })?;
        if let Some(solution) = solution {
            self.witness(&formula, puzzle, solution)?;
        }
        polydoku_lrat::check(&formula, &lrat).map_err(|why| Rejection::Proof {
            file: self.lrat.file.clone(),
            why,
        })?;

        let mut checkers = vec![OWN_CHECKER];
        for checker in outside {
            let proof = match checker.reads() {
                Reads::Drat => self.drat,
                Reads::Lrat => self.lrat,
            };
            let (formula, path) = (
                self.folder.join(&self.cnf.file),
                self.folder.join(&proof.file),
            );
            checker
                .accepts(&formula, &path)
                .map_err(|said| Rejection::Outside {
                    checker: checker.name(),
                    file: proof.file.clone(),
                    said,
                })?;
            checkers.push(checker.name());
        }
        Ok(Accepted {
            checkers,
            bytes: self.cnf.bytes + self.drat.bytes + self.lrat.bytes,
        })
    }

    /// The solution satisfies every clause but those that exclude it, and there is
    /// one of those.
    fn witness(
        &self,
        formula: &Formula,
        puzzle: PuzzleRef<'_>,
        solution: &[Digit],
    ) -> Result<(), Rejection> {
        let size = puzzle.rules().size();
        let holds = |lit: Lit| {
            let (cell, digit) = (
                (lit.var() as usize - 1) / size,
                (lit.var() as usize - 1) % size,
            );
            (solution[cell].index() == digit) == lit.is_positive()
        };
        let mut excluded = false;
        for index in formula.violated_by(holds) {
            if formula.clause(index).iter().any(|lit| lit.is_positive()) {
                let (file, line) = (self.cnf.file.clone(), formula.line(index));
                return Err(Rejection::Witness { file, line });
            }
            excluded = true;
        }
        match excluded {
            true => Ok(()),
            false => Err(Rejection::NotExcluded {
                file: self.cnf.file.clone(),
            }),
        }
    }

    /// A file's content, if it is what the index says.
    fn content(&self, sealed: &Sealed) -> Result<Vec<u8>, Rejection> {
        let fault = |what| Rejection::File {
            file: sealed.file.clone(),
            what,
        };
        let mut parts = Path::new(&sealed.file).components();
        if !matches!(
            (parts.next(), parts.next()),
            (Some(Component::Normal(_)), None)
        ) {
            return Err(fault(FileFault::Name));
        }
        let content = fs::read(self.folder.join(&sealed.file)).map_err(|error| {
            fault(match error.kind() {
                io::ErrorKind::NotFound => FileFault::Missing,
                _ => FileFault::Unreadable(plain(&error)),
            })
        })?;
        let (found, expected) = (content.len() as u64, sealed.bytes);
        if found != expected {
            return Err(fault(FileFault::Length { found, expected }));
        }
        let found = hash(&content);
        if found != sealed.sha256 {
            let expected = sealed.sha256.clone();
            return Err(fault(FileFault::Hash { found, expected }));
        }
        Ok(content)
    }
}
