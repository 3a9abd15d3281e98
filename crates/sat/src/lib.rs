//! Sudoku as a formula: encodings, varisat, DIMACS.
//!
//! # The problem
//!
//! A formula in conjunctive normal form is a list of clauses; each clause is a list
//! of literals (a variable, or its negation) of which at least one must be true.
//! Whether all clauses can hold at once is the SAT problem, and programs for it have
//! been polished for thirty years. So a Sudoku can be solved by someone who knows
//! nothing of Sudoku: write its rules as clauses, let a solver find values, read the
//! grid off them. Data flows through one file each:
//!
//! ```text
//! puzzle --encode--> clauses --cdcl--> varisat --decode--> grid
//!           |                    |                          |
//!           at_most_one          watch: limits, figures,    search: exclude it,
//!           variables, dimacs    and what a trace can tell  solve again
//! ```
//!
//! # Representation
//!
//! A variable says "this cell holds this digit" (module `variables`). Four families
//! of clauses say what a Sudoku is (module `encode`): a cell holds *a* digit, and no
//! *two*; a house holds no digit *twice*, and *each* digit once.
//!
//! | encoding | families | clues | variables | clauses | literals |
//! |---|---|---|---|---|---|
//! | [minimal](Encoding::MINIMAL) | a digit, not twice | unit clauses | 729 | 8,829 | 18,225 |
//! | [extended](Encoding::EXTENDED) | all four | unit clauses | 729 | 11,988 | 26,244 |
//! | [optimised](Encoding::OPTIMISED), 17 clues | all four | left out | about 308 | 2,940 | 6,900 |
//! | of `sat`, where propagation stalls | all four, pairs once | left out | about 110 | 620 | 1,600 |
//!
//! (9x9; the first two without the clues' own clauses; the last two are means over
//! puzzles of 17 clues.) The first two are Lynce and Ouaknine's, 2006; the third is
//! Kwon and Jain's, 2006.
//!
//! The four open cells of this 4x4 grid hold 1 or 3 each. Eight candidates are left,
//! so there are eight variables, and the clues are gone from the formula:
//!
//! ```
//! use polydoku_core::{Engine, Puzzle, Query, Rules};
//! use polydoku_sat::{Encoding, Sat};
//! use std::{ops::ControlFlow, sync::Arc};
//!
//! let rules = Arc::new(Rules::assumed(4)?);
//! let puzzle = Puzzle::parse(&rules, "12343412 2.4.4.2.")?;
//! let formula = Encoding::OPTIMISED.formula(puzzle.as_ref());
//! let mut text = Vec::new();
//! formula.write_dimacs("four open cells", &mut text)?;
//! let text = String::from_utf8(text)?;
//! let lines: Vec<&str> = text.lines().filter(|line| !line.contains("known")).collect();
//! assert_eq!(lines[..10], [
//!     "c four open cells",
//!     "c var 1 row 3 column 2 digit 1",
//!     "c var 2 row 3 column 2 digit 3",
//!     "c var 3 row 3 column 4 digit 1",
//!     "c var 4 row 3 column 4 digit 3",
//!     "c var 5 row 4 column 2 digit 1",
//!     "c var 6 row 4 column 2 digit 3",
//!     "c var 7 row 4 column 4 digit 1",
//!     "c var 8 row 4 column 4 digit 3",
//!     "p cnf 8 32",
//! ]);
//! assert_eq!(lines[10..12], ["1 2 0", "-1 -2 0"]); // r3c2 holds 1 or 3, and not both
//! assert!(lines.contains(&"1 3 0"), "row 3 needs its 1");
//! assert!(lines.contains(&"-1 -3 0"), "and no second one");
//!
//! // A model makes one candidate of each cell true; there are two.
//! let mut solver = Sat.solver(&rules)?;
//! let mut rows = Vec::new();
//! let mut visit = |digits: &[polydoku_core::Digit]| {
//!     rows.push([digits[9], digits[11], digits[13], digits[15]].map(|digit| digit.get()));
//!     ControlFlow::Continue(())
//! };
//! let report = solver.run(puzzle.as_ref(), &Query::all(), &mut visit);
//! rows.sort();
//! assert_eq!(rows, [[1, 3, 3, 1], [3, 1, 1, 3]]);
//! assert!(report.is_exact());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! "At most one of these" can be said in five ways ([`AtMostOne`]): by all pairs, or
//! with auxiliary variables that need fewer clauses. Up to 25x25 pairs win; see below.
//!
//! # Inference and branching
//!
//! Both are varisat's (module `cdcl`). It decides a variable, and propagates: a
//! clause with one literal left that is not false makes that literal true. In the
//! extended encoding that finds naked singles (the cell's clause) and hidden singles
//! (the house's clause). At a conflict it works out which decisions were to blame,
//! learns a clause that forbids their combination, and goes back as far as that
//! clause allows. Decisions prefer variables that took part in recent conflicts.
//! Nothing of this knows cells or houses.
//!
//! A puzzle with several solutions is searched again with a clause that excludes the
//! last grid (module `search`); no model left means that all were found, so unique,
//! count and all are one search as everywhere else.
//!
//! `sat` does not leave it at that. It first fills in singles and uses locked
//! candidates by bit arithmetic (module `propagate`), and gives varisat what is left
//! (module `residue`). If nothing is left, the figure `propagation_alone` says so, and
//! no one should take that answer for CDCL's merit: of 17-clue puzzles it is four in
//! five, of the hardest none. The other rows show their encodings as published.
//!
//! `sat/reuse` keeps one solver for all puzzles of the same rules (module `reuse`).
//!
//! # Certificates
//!
//! The same formulas prove what a puzzle's solutions are: exclude the one that was
//! found, and have the proof written that nothing is left ([`certificate()`]). It is
//! checked by programs that know nothing of this crate.
//!
//! # Limits, figures, traces
//!
//! varisat cannot be stopped and counts nothing, but it can write a proof, and whoever
//! reads that can count its conflicts exactly and make it fail (modules `stream`,
//! `watch`). That costs a tenth to a half of the time, so it is done only where a
//! limit, figures or a trace ask for it; on boards up to 9x9 a time limit or a cancel
//! flag alone does not, since a single solve takes milliseconds. A limit is seen when
//! 8 KiB of proof have come together, up to some 30 ms late; work beyond it is
//! neither counted nor used. Decisions, propagations and restarts are visible to no
//! one, so guesses, placements, backtracks and depth are unknown. What a trace shows
//! is said in module `told`.
#![forbid(unsafe_code)]

mod at_most_one;
mod cdcl;
mod certificate;
mod cnf;
mod decode;
mod dimacs;
mod encode;
mod engine;
mod figures;
mod propagate;
mod refute;
mod residue;
mod reuse;
mod search;
mod solver;
mod stream;
mod told;
mod variables;
mod watch;

pub use at_most_one::AtMostOne;
pub use certificate::{Certificate, Refutation, certificate};
pub use cnf::{Clause, ClauseSink, Cnf, Lit, Size, Var};
pub use decode::NoGrid;
pub use encode::{Clues, Encoding, Families, Formula};
pub use engine::{Extended, Minimal, Optimised, Reused, Sat, engines};
pub use variables::Variables;
