//! What a puzzle's solutions are, with evidence that other programs can check.
//!
//! The extended encoding with clues as unit clauses, the plainest to read, is asked
//! for a model or a refutation. No model: the refutation is the evidence that
//! nothing fits. A model is a solution S; then the formula with one clause more,
//! "not S", is asked in the same way. No model: S and that refutation are the
//! evidence that S is the only one. A model: S and it are two solutions.
//!
//! ```text
//! rules and clues ---- refuted ----> none
//!        | model S
//! rules, clues, not S - refuted ---> unique
//!        | model T
//!     multiple: S and T
//! ```
//!
//! The evidence is made here and checked elsewhere: `polydoku-lrat` and
//! `polydoku-certificate` share no code with this crate.

use polydoku_core::{Budget, Digit, End, PuzzleRef, Query};

use crate::cnf::Lit;
use crate::encode::{Encoding, Formula};
use crate::refute::{Refuted, refuted};

/// A verdict with its evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certificate {
    /// Nothing fits.
    None(Refutation),
    /// This solution and no other.
    Unique(Vec<Digit>, Refutation),
    /// Two solutions of at least two.
    Multiple([Vec<Digit>; 2]),
    /// A limit was reached first.
    Unknown {
        /// Which.
        end: End,
        /// A solution found before; whether it is the only one is not known.
        solution: Option<Vec<Digit>>,
    },
}

/// A formula and the proof that it has no model, as files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    /// The formula: DIMACS, with comments that say what the variables mean.
    pub cnf: Vec<u8>,
    /// The proof in binary DRAT.
    pub drat: Vec<u8>,
    /// The proof in LRAT, as text.
    pub lrat: Vec<u8>,
}

/// A certificate for a puzzle, within the query's limits on nodes and time and
/// until it is cancelled; what else a query says is of no meaning here.
///
/// A node is a clause that the solver derives. Limits are noticed once in 8 KiB of
/// proof, and between loading and solving; both searches together have them once.
///
/// ```
/// use polydoku_core::{Puzzle, Query, Rules};
/// use polydoku_sat::{Certificate, certificate};
///
/// let rules = std::sync::Arc::new(Rules::assumed(4)?);
/// let puzzle = Puzzle::parse(&rules, "12343412........")?;
/// let two = certificate(puzzle.as_ref(), &Query::all());
/// assert!(matches!(two, Certificate::Multiple([a, b]) if a != b));
///
/// let puzzle = Puzzle::parse(&rules, "1234341221......")?;
/// let Certificate::Unique(solution, proof) = certificate(puzzle.as_ref(), &Query::all()) else {
///     panic!("r3c1 and r3c2 settle the rest");
/// };
/// assert_eq!(solution.len(), 16);
/// // The formula's own words, and a proof that ends with the empty clause.
/// assert!(proof.cnf.starts_with(b"c 4x4 Sudoku, extended encoding; "));
/// let last = proof.lrat.split(|&byte| byte == b'\n').rev().find(|line| !line.is_empty());
/// assert!(last.is_some_and(|line| String::from_utf8_lossy(line).contains(" 0 ")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If the encoding lacks clauses, so that a model is no solution.
pub fn certificate(puzzle: PuzzleRef<'_>, query: &Query) -> Certificate {
    let formula = Encoding::EXTENDED.formula(puzzle);
    let variables = formula.variables.clone();
    let grid = |model: &[bool]| {
        let is_true = |lit: Lit| model[lit.var().index()] != lit.is_negative();
        let digits = variables.grid(is_true);
        let digits = digits.expect("the clauses give each cell one digit");
        let right = puzzle.check_solution(&digits);
        right.expect("the clauses hold the rules, the clues and the marks");
        digits
    };
    let (first, budget) = refuted(&formula.cnf, Budget::new(query));
    let first = match first {
        Refuted::Yes { drat, lrat } => {
            let cnf = text(&formula, "rules and clues alone");
            return Certificate::None(Refutation { cnf, drat, lrat });
        }
        Refuted::Stopped(end) => {
            let solution = None;
            return Certificate::Unknown { end, solution };
        }
        Refuted::No(model) => grid(&model),
    };
    let others = formula.excluding(&first);
    match refuted(&others.cnf, budget).0 {
        Refuted::Yes { drat, lrat } => {
            let cnf = text(&others, "the last clause excludes a solution");
            Certificate::Unique(first, Refutation { cnf, drat, lrat })
        }
        Refuted::Stopped(end) => Certificate::Unknown {
            end,
            solution: Some(first),
        },
        Refuted::No(model) => Certificate::Multiple([first, grid(&model)]),
    }
}

/// The formula as a file.
fn text(formula: &Formula, what: &str) -> Vec<u8> {
    let mut text = Vec::new();
    let size = formula.variables.size();
    let title = format!("{size}x{size} Sudoku, extended encoding; {what}");
    let written = formula.write_dimacs(&title, &mut text);
    written.expect("memory takes all");
    text
}
