//! Formulas as DIMACS text, the format that every SAT solver reads.
//!
//! ```text
//! c 9x9, extended encoding                        comments: what it is,
//! c var 1 row 1 column 1 digit 1                  and what each variable means,
//! c known row 2 column 4 digit 5                  and cells that have no variable
//! p cnf 729 12018                                 how many variables and clauses
//! 1 2 3 4 5 6 7 8 9 0                             clauses, each ended by 0
//! ```
//!
//! Rows, columns, digits and variables count from 1. A solver's answer can be
//! decoded with the comments alone: the `known` cells, and for every variable that
//! is true its row, column and digit. Variables without a candidate are
//! `auxiliary`. The counts in the header are those of the lines that follow.

use std::io::{self, Write};

use polydoku_core::Cell;

use crate::cnf::{Cnf, Var};
use crate::encode::Formula;

impl Formula {
    /// Writes the formula with comments that give the meaning of its variables;
    /// `title` is the first comment, one line.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write_dimacs(&self, title: &str, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "c {title}")?;
        let variables = &self.variables;
        for (cell, known) in variables.known().iter().enumerate() {
            if let Some(digit) = known {
                let name = Cell::new(cell).name(variables.size());
                writeln!(
                    out,
                    "c known row {} column {} digit {digit}",
                    name.row, name.col
                )?;
            }
        }
        for var in (0..self.cnf.var_count()).map(Var::new) {
            let number = var.number();
            match variables.candidate(var) {
                None => writeln!(out, "c var {number} auxiliary")?,
                Some((cell, digit)) => {
                    let name = cell.name(variables.size());
                    let (row, col) = (name.row, name.col);
                    writeln!(out, "c var {number} row {row} column {col} digit {digit}")?;
                }
            }
        }
        self.cnf.write_dimacs(out)
    }
}

impl Cnf {
    /// Writes header and clauses, without comments.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write_dimacs(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "p cnf {} {}", self.var_count(), self.clause_count())?;
        // Large formulas have tens of millions of numbers, and formatting them one
        // by one through `dyn Write` would take most of the time.
        let mut text = Vec::with_capacity(1 << 16);
        for clause in self.clauses() {
            for lit in clause {
                write_number(lit.dimacs(), &mut text);
                text.push(b' ');
            }
            text.extend_from_slice(b"0\n");
            if text.len() > (1 << 16) - 1024 {
                out.write_all(&text)?;
                text.clear();
            }
        }
        out.write_all(&text)
    }
}

fn write_number(number: i32, text: &mut Vec<u8>) {
    if number < 0 {
        text.push(b'-');
    }
    let mut digits = [0u8; 10];
    let (mut rest, mut start) = (number.unsigned_abs(), digits.len());
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    text.extend_from_slice(&digits[start..]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Lit;

    #[test]
    fn numbers_are_written_as_the_standard_library_does() {
        for number in [0, 1, -1, 9, 10, -10, 99, 100, 729, i32::MAX, i32::MIN] {
            let mut text = Vec::new();
            write_number(number, &mut text);
            assert_eq!(text, number.to_string().as_bytes());
        }
    }

    #[test]
    fn empty_clauses_and_unnamed_variables_are_counted() {
        let mut cnf = Cnf::new();
        cnf.add_clause(&[Lit::from_dimacs(-3).expect("not zero")]);
        cnf.add_clause(&[]);
        let mut text = Vec::new();
        cnf.write_dimacs(&mut text).expect("a vector takes all");
        assert_eq!(text, b"p cnf 3 2\n-3 0\n0\n");
    }
}
