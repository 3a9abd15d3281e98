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
//! | [optimised](Encoding::OPTIMISED), 17 clues | all four | left out | 307 | 2,910 | 6,537 |
//! | of `sat`, where propagation stalls | all four, pairs once | left out | 110 | 622 | 1,400 |
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
//! no one should take that answer for CDCL's merit: of 17-clue puzzles it is nearly four
//! in five, of the hardest none. The other rows show their encodings as published.
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
//! `watch`). That costs `sat` a tenth on 25x25 and a third on 9x9, and up to as much
//! again where most of a large formula falls away at once (`sat/extended` on 17
//! clues), so it is done only where a limit, figures or a trace ask for it; on boards
//! up to 9x9 a time limit or a cancel flag alone does not, since a single solve takes
//! milliseconds. A limit is seen when 8 KiB of proof have come together: at the most
//! 19 ms late on 25x25, 36x36 and 49x49 with limits of 20, 100 and 500 ms. Work beyond
//! it is neither counted nor used. Decisions, propagations and restarts are visible to
//! no one, so guesses, placements, backtracks and depth are unknown. What a trace shows
//! is said in module `told`.
//!
//! # Cost
//!
//! Puzzles a second on one thread, everything included, each column one run in which
//! the rows take turns, medians, on a shared AMD EPYC with AVX2 (30 November 2026; a
//! tenth up or down). minisat is Debian's 2.2.1 without preprocessing on the optimised
//! formula, its process time less that of a formula of one clause, unique as two
//! formulas:
//!
//! | | 17 clues, first | unique | hardest, first | unique | dug 16x16, first | dug 25x25, first |
//! |---|---|---|---|---|---|---|
//! | minisat | 1,840 | 940 | 1,920 | 625 | 213 | |
//! | `sat/minimal` | 376 | 257 | 314 | 205 | | |
//! | `sat/extended` | 1,114 | 1,100 | 705 | 574 | 91 | |
//! | `sat/reuse` | 7,380 | 3,840 | 241 | 83 | | |
//! | `sat/optimised` | 2,857 | 2,618 | 1,629 | 1,050 | 272 | 4.9 |
//! | `sat` | 24,074 | 22,551 | 1,893 | 1,221 | 409 | 5.4 |
//!
//! Of a first solution of `sat/optimised` on 17 clues four fifths are encoding and
//! loading: that is why propagating first pays eightfold there. On the hardest puzzles
//! propagation finds nothing, and the gain is what varisat is given and how it is set
//! up. Over 48 isomorphs of the dug 25x25 puzzles `sat` is 1.7 times as fast as
//! `sat/optimised`; on the six themselves, where luck has a larger part, 1.1 times.
//!
//! `sat/reuse` pays no loading, and is worse than all others on hard puzzles: what it
//! learns from one is of no use for the next, and slows every propagation.
//!
//! # What was tried
//!
//! Ratios to `sat/optimised` in one run; for 25x25 over isomorphs of the dug puzzles.
//!
//! * *Locked candidates before encoding*: 17 clues 7.6, without them 3.6; a cost of
//!   20 us on the hardest, where they find nothing.
//! * *Each pair excluded once*: 1.12 on 17 clues, 1.01 on the hardest.
//! * *Literals negated*, so that decisions try digits: hardest 1.21 instead of 1.04,
//!   dug 16x16 1.62 instead of 1.31, 25x25 1.40 instead of 1.08; blue's and tarek's
//!   16x16 puzzles lose by it (1.05 instead of 1.19).
//! * *Fewer restarts and frequent reduction*: 25x25 1.68 instead of 1.40, hardest 1.27
//!   instead of 1.21. Reduction alone 1.50, rare restarts alone 1.42; restarts more
//!   often than varisat's own: 1.19. A decay of 0.9, 0.92, 0.97 or 0.98 instead of 0.95
//!   lost everywhere but by chance.
//! * *Leaving out families*: without "each digit in a house" 0.26 on the hardest, without
//!   "no two in a cell" 0.79. Both follow from the rest, and both are worth their loading.
//! * *Auxiliary variables for a digit in the cells that a box and a line share*, which
//!   lets unit propagation see locked candidates: 0.81 to 1.07 on 9x9 and 16x16, 1.1 to
//!   1.5 on 25x25; each conflict costs more than it saves.
//! * *Order of variables*: cells with few candidates first 1.02, with many first 1.15,
//!   digit by digit or box by box worse than row by row (1.21).
//! * *Trying every candidate by propagation first* (failed literals): nothing on the
//!   hardest; on 25x25 a tenth fewer candidates' clauses and a fifth less solving, for
//!   37 ms of trying: 1.41 to 1.45, no gain.
//! * *At most one*: with clues pairs win up to 49x49, where solving takes 119 ms
//!   (bimander 173, sequential 218, product 228, commander 259); on 9x9 the others add
//!   a third to a half. Empty grids are bimander's: 36x36 in 233 ms, by pairs 381,
//!   product 345, commander 786; 49x49 in 914 ms, by pairs 1,092, product 3,572,
//!   commander 3,010. So `sat` writes pairs unless a digit has 24 places in a house.
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
