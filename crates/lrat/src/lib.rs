//! A small, strict checker of unsatisfiability proofs in the LRAT format.
//!
//! # The problem
//!
//! A program that says "this puzzle has no second solution" is believed or it
//! is not: nobody can look over the millions of steps of its search. A *proof*
//! turns the question around. Whoever searched writes down why nothing was found,
//! in steps so small that a program of a few hundred lines can follow them, and
//! then only that program has to be believed. This crate is that program. It
//! knows nothing of Sudoku, of engines, or of the prover, uses the standard
//! library alone, and holds no `unsafe`.
//!
//! # The representation
//!
//! The question is a formula in conjunctive normal form, in the format of the
//! DIMACS challenges. Variables are numbers, a minus is "not", a clause is a
//! list of literals of which at least one must hold:
//!
//! ```text
//! p cnf 2 4        two variables, four clauses          number of the clause
//! 1 2 0            x1 or x2                             1
//! -1 2 0           not x1 or x2                         2
//! 1 -2 0           x1 or not x2                         3
//! -1 -2 0          not x1 or not x2                     4
//! ```
//!
//! A proof in LRAT (linear, with hints) adds clauses that follow from those there
//! are, until the empty clause follows, which nothing satisfies:
//!
//! ```text
//! 5 1 0 1 3 0      clause 5 is "x1", seen from clauses 1 and 3
//! 5 d 1 3 0        clauses 1 and 3 are not needed any longer
//! 6 0 5 2 4 0      clause 6 is empty, seen from clauses 5, 2 and 4
//! ```
//!
//! The compressed form says the same in bytes: `a` or `d`, then numbers in base
//! 128 with the lowest digit first, each twice its value, plus one for a minus.
//! Which form it is shows in the first byte.
//!
//! # Inference
//!
//! A step is right when it passes *reverse unit propagation* (RUP). Suppose every
//! literal of the new clause is false, and go through the hints in order: each
//! must have all its literals false but one, which therefore holds. The last must
//! have none left, so the supposition was impossible. For clause 5 above: x1 is
//! false; then clause 1 gives x2; then clause 3 is violated. No search, no
//! choice, and no more work than reading the hints.
//!
//! ```
//! use polydoku_lrat::{Formula, check};
//!
//! let formula = Formula::read(b"p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n")?;
//! let proof = b"5 1 0 1 3 0\n5 d 1 3 0\n6 0 5 2 4 0\n";
//! let refutation = check(&formula, proof)?;
//! assert_eq!((refutation.added, refutation.deleted, refutation.hints), (2, 2, 5));
//!
//! // A hint that does not lead on is refused, with its place.
//! let refusal = check(&formula, b"5 1 0 1 2 0\n6 0 5 2 4 0\n").unwrap_err();
//! assert_eq!(refusal.to_string(), "line 1, step 1: hint 2 is satisfied already");
//! // So is a proof that stops early.
//! let refusal = check(&formula, b"5 1 0 1 3 0\n").unwrap_err();
//! assert_eq!(
//!     refusal.to_string(),
//!     "line 2, behind step 1: the proof ends, and the empty clause was not derived"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is refused
//!
//! Whatever is not plainly right, even where it would do no harm: a header whose
//! counts lie, a literal beyond the header's variables, a number written with a
//! plus or a leading zero, clause numbers that do not ascend, hints and deletions
//! that name a clause that never was or is gone, a hint that is satisfied or leaves
//! two literals open, a clause with a literal and its negation among the added,
//! bytes behind the end that are no step. A proof is read to its last byte and
//! every step is checked, those behind the empty clause as well.
//!
//! # What it does not do
//!
//! * *RAT steps*, whose clauses do not follow from the others but can be added
//!   without changing whether there is a model. They are refused by name. So each
//!   clause that is accepted here follows from the formula, which is easier to
//!   trust and to test (`tests/truth.rs` compares with truth tables), and varisat,
//!   the prover used in this project, writes none.
//! * *DRAT*, the form without hints: there the checker must find them itself, with
//!   watched literals and most of what makes up a solver.
//! * It does not say what a formula means. That the variables are the digits of a
//!   puzzle and the clauses its rules is for others to check.
//!
//! # Cost
//!
//! Linear in what is read: each hint looks at the literals of one clause, found
//! by a binary search among ascending numbers. Clauses lie one behind the other
//! in one array; a deletion marks its clause and frees nothing, so memory is
//! within a small factor of the two files.
//!
//! # Sources
//!
//! RUP: Goldberg and Novikov, "Verification of proofs of unsatisfiability for CNF
//! formulas" (DATE 2003). LRAT: Cruz-Filipe, Heule, Hunt, Kaufmann and
//! Schneider-Kamp, "Efficient certified RAT verification" (CADE 2017). The
//! compressed form is the one of drat-trim's tools and of varisat-lrat.
#![forbid(unsafe_code)]

mod binary;
mod check;
mod dimacs;
mod formula;
mod number;
mod refusal;
mod step;
mod text;

pub use check::{Refutation, check};
pub use formula::{Formula, Lit};
pub use refusal::{CnfFault, CnfRefusal, Fault, Place, Refusal};
pub use step::ProofFormat;
