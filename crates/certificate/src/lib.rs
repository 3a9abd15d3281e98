//! Certificates: what a Sudoku's solutions are, with the evidence, checked without
//! trusting who made it.
//!
//! # The problem
//!
//! Every Sudoku program says "this is the only solution", and none gives a reason.
//! A certificate is a reason that somebody else's program can follow:
//!
//! | verdict | evidence |
//! |---|---|
//! | unique | the solution, and a proof that nothing is left when it is excluded |
//! | none | a proof that nothing fits |
//! | multiple | two solutions |
//! | invalid | the clues themselves: they clash |
//! | unknown | none: a limit was reached first |
//!
//! A proof is about a formula, so there are three files beside it all: the formula
//! (DIMACS), and a proof of it in two forms (DRAT, which most checkers read, and
//! LRAT, which is checked faster and by smaller programs). An index ties puzzle,
//! verdict, files and their hashes together.
//!
//! # The folder
//!
//! ```text
//! index.jsonl     one JSON object a line:
//!                 {"polydoku_certificates":1,"made_by":"polydoku 0.1.0"}
//!                 {"number":1,"input":"hard.txt","line":7,"rules":{"size":9,"boxes":"3x3"},
//!                  "puzzle":"..9748...7...","verdict":"unique","solutions":["5197486..."],
//!                  "cnf":{"file":"000001.cnf","bytes":147083,"sha256":"9f86d081..."},
//!                  "drat":{...},"lrat":{...}}
//!                 {"entries":1}
//! 000001.cnf      rules, clues, and a last clause: not that solution
//! 000001.drat     the proof, binary DRAT
//! 000001.lrat     the proof, LRAT as text
//! ```
//!
//! The first line is the format's version, the last how many entries there are; an
//! index without it was cut off. `rules` are `size` and `boxes` (`3x3`, or `none`),
//! or `regions` in their place, a number a cell; `diagonals`, `windoku`, and
//! `extra`, further houses as lists of cells from 0, where there are some. `puzzle`
//! and `solutions` are cells row by row as the program writes them; `marks`, where
//! there are pencil marks, lists each cell's digits. `unknown` and `invalid` have a
//! `reason` in words.
//!
//! # What a check believes
//!
//! Nothing in the folder, and nothing of the prover. For each entry it
//!
//! 1. builds rules and puzzle from the index, and holds the solutions against them
//!    house by house (`polydoku-core`);
//! 2. holds each file against its length and hash: a damaged, shortened or
//!    exchanged file ends here, and is named;
//! 3. reads the formula ([`polydoku_lrat::Formula`]) and justifies it clause by
//!    clause ([`statement`]);
//! 4. lets the solution satisfy all clauses but those that exclude it;
//! 5. follows the proof ([`polydoku_lrat::check`]);
//! 6. asks other people's checkers, where there are some ([`Outside`]).
//!
//! The hashes are a convenience: who changes a file can change its hash. Steps
//! 3 to 5 stand without them.
//!
//! # Justified, not compared
//!
//! One could write the expected formula anew and compare. That would trust a second
//! encoder, and accept one encoding in one order. Instead each clause is asked why
//! it should be true of *every* grid that solves the puzzle (other than the excluded
//! one), and must be one of six sentences about the rules. If all are, a refutation
//! says: there is no such grid. A formula that lacks clauses is no danger, for what
//! cannot be satisfied with fewer clauses cannot with more; one that has a clause
//! too many is, and is what is looked for. The argument fits a page ([`statement`])
//! and needs no trust in the encoder.
//!
//! # What it does not do
//!
//! It neither solves nor proves: it stands on core and the LRAT checker alone, and
//! `cargo tree -p polydoku-certificate` shows it. DRAT files are not checked here
//! but by outside checkers, and a report names those that ran. It does not print.
#![forbid(unsafe_code)]

mod archive;
mod bundle;
mod entry;
mod index;
mod outside;
mod rejection;
mod shape;
pub mod statement;
mod verify;

pub use archive::{Archive, ArchiveError};
pub use bundle::{Bundle, Bundles};
pub use entry::{Entry, Evidence, Sealed, Unbuildable};
pub use index::{Index, IndexError, IndexFault};
pub use outside::Outside;
pub use rejection::{FileFault, Rejection};
pub use shape::Shape;
pub use verify::{Accepted, OWN_CHECKER, Outcome, verified};
