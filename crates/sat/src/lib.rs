//! Sudoku as a formula: encodings, varisat, DIMACS.
#![forbid(unsafe_code)]

mod at_most_one;
mod cnf;
mod decode;
mod dimacs;
mod encode;
mod variables;

pub use at_most_one::AtMostOne;
pub use cnf::{Clause, ClauseSink, Cnf, Lit, Size, Var};
pub use decode::NoGrid;
pub use encode::{Clues, Encoding, Families, Formula};
pub use variables::Variables;
