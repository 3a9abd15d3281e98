//! Reads a formula in DIMACS CNF, strictly.
//!
//! ```text
//! c comment lines begin with c, anywhere between lines of clauses
//! p cnf VARIABLES CLAUSES
//! 1 -2 0                    literals, a 0 ends the clause;
//! 3 4                       a clause may take several lines,
//! 5 0 -1 0                  and a line several clauses
//! ```
//!
//! Other readers take the header as a hint and literals beyond it as they come;
//! here a file whose counts lie is refused, because a clause that was lost or
//! added is what a check is for. Nothing is allocated on the header's word.

use crate::formula::{Formula, Lit};
use crate::number::{number, shown};
use crate::refusal::{CnfFault, CnfRefusal};

impl Formula {
    /// Reads a DIMACS file.
    ///
    /// # Errors
    /// What is wrong with it, with the line.
    pub fn read(text: &[u8]) -> Result<Formula, CnfRefusal> {
        let mut reader = Reader::default();
        let mut last = 0;
        for (line, text) in (1..).zip(text.split(|&byte| byte == b'\n')) {
            let text = text.strip_suffix(b"\r").unwrap_or(text);
            reader
                .line(line, text)
                .map_err(|what| CnfRefusal { line, what })?;
            last = line;
        }
        reader.end(last)
    }
}

/// The most variables a formula may have, since a check keeps a byte for each:
/// five hundred times those of a 64x64 Sudoku.
const MOST_VARIABLES: u32 = 1 << 27;

/// What was read so far.
#[derive(Default)]
struct Reader {
    header: Option<Header>,
    formula: Formula,
    /// The line on which the clause under way began.
    began: Option<usize>,
}

struct Header {
    line: usize,
    clauses: u64,
}

impl Reader {
    fn line(&mut self, line: usize, text: &[u8]) -> Result<(), CnfFault> {
        let comment = matches!(text, [b'c'] | [b'c', b' ' | b'\t', ..]);
        if comment {
            return match self.began {
                None => Ok(()),
                Some(began) => Err(CnfFault::OpenClause { began }),
            };
        }
        let mut tokens = text
            .split(|byte| byte.is_ascii_whitespace())
            .filter(|token| !token.is_empty());
        if text.first() == Some(&b'p') {
            if let Some(Header { line, .. }) = self.header {
                return Err(CnfFault::SecondHeader { first: line });
            }
            let header = [tokens.next(), tokens.next(), tokens.next(), tokens.next()];
            let [Some(b"p"), Some(b"cnf"), Some(variables), Some(clauses)] = header else {
                return Err(CnfFault::Header);
            };
            let variables = number(variables).and_then(|n| i32::try_from(n).ok());
            let variables = variables.and_then(|n| u32::try_from(n).ok());
            let clauses = number(clauses).and_then(|n| u64::try_from(n).ok());
            let (Some(variables), Some(clauses), None) = (variables, clauses, tokens.next()) else {
                return Err(CnfFault::Header);
            };
            if variables > MOST_VARIABLES {
                let most = MOST_VARIABLES;
                return Err(CnfFault::ManyVariables { variables, most });
            }
            self.header = Some(Header { line, clauses });
            self.formula = Formula::new(variables);
            return Ok(());
        }
        tokens.try_for_each(|token| self.token(line, token))
    }

    fn token(&mut self, line: usize, token: &[u8]) -> Result<(), CnfFault> {
        let Some(header) = &self.header else {
            return Err(CnfFault::NoHeader);
        };
        if self.began.is_none() && self.formula.len() as u64 == header.clauses {
            return Err(CnfFault::MoreClauses {
                promised: header.clauses,
            });
        }
        let began = *self.began.get_or_insert(line);
        let value = number(token).ok_or_else(|| CnfFault::NoLiteral(shown(token)))?;
        if value == 0 {
            self.formula.end_clause(began);
            self.began = None;
            return Ok(());
        }
        let variables = self.formula.variables();
        let lit = i32::try_from(value).ok().and_then(Lit::new);
        match lit.filter(|lit| lit.var() <= variables) {
            Some(lit) => self.formula.push(lit),
            None => {
                return Err(CnfFault::Variable {
                    lit: value,
                    variables,
                });
            }
        }
        Ok(())
    }

    fn end(self, last: usize) -> Result<Formula, CnfRefusal> {
        let refuse = |line, what| Err(CnfRefusal { line, what });
        if let Some(began) = self.began {
            return refuse(last, CnfFault::OpenClause { began });
        }
        let Some(header) = self.header else {
            return refuse(last, CnfFault::NoHeader);
        };
        let found = self.formula.len() as u64;
        if found < header.clauses {
            let promised = header.clauses;
            return refuse(header.line, CnfFault::FewerClauses { promised, found });
        }
        Ok(self.formula)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clauses(text: &str) -> Vec<Vec<i32>> {
        let formula = Formula::read(text.as_bytes()).unwrap();
        let numbers = |clause: &[Lit]| clause.iter().map(|lit| lit.number()).collect();
        formula.clauses().map(numbers).collect()
    }

    #[test]
    fn clauses_are_ended_by_zeros_not_by_lines() {
        let expected = [vec![1, -2], vec![3, 4, 5], vec![], vec![-1]];
        let text = "c a\nc\np cnf 5 4\n1 -2 0\n3 4\n5 0 0\nc b\n\n -1\t0\r\n";
        assert_eq!(clauses(text), expected);
        assert_eq!(clauses("p cnf 0 0\n"), Vec::<Vec<i32>>::new());
        assert_eq!(clauses("p  cnf 1  1 \n1 0"), [[1]]);
    }

    #[test]
    fn every_lie_and_slip_is_refused_with_its_line() {
        let cases = [
            (
                "",
                "line 1: no line `p cnf VARIABLES CLAUSES` before the clauses",
            ),
            (
                "1 0\n",
                "line 1: no line `p cnf VARIABLES CLAUSES` before the clauses",
            ),
            (
                "p cnf 2\n",
                "line 1: the header is not `p cnf VARIABLES CLAUSES`",
            ),
            (
                "p cnf -2 1\n",
                "line 1: the header is not `p cnf VARIABLES CLAUSES`",
            ),
            (
                "p cnf 2 1 1\n",
                "line 1: the header is not `p cnf VARIABLES CLAUSES`",
            ),
            (
                "p sat 2 1\n",
                "line 1: the header is not `p cnf VARIABLES CLAUSES`",
            ),
            (
                "pcnf 2 1\n",
                "line 1: the header is not `p cnf VARIABLES CLAUSES`",
            ),
            (
                "p cnf 3000000000 1\n",
                "line 1: the header is not `p cnf VARIABLES CLAUSES`",
            ),
            (
                "p cnf 2000000000 1\n",
                "line 1: 2000000000 variables are more than the 134217728 that a check takes",
            ),
            (
                "p cnf 1 1\np cnf 1 1\n",
                "line 2: a second header; the first is on line 1",
            ),
            (
                "c\np cnf 2 3\n1 0\n2 0\n",
                "line 2: the header promises 3 clauses, there are 2",
            ),
            (
                "p cnf 2 1\n1 0\n2 0\n",
                "line 3: a clause beyond the 1 that the header promises",
            ),
            (
                "p cnf 2 1\n1 3 0\n",
                "line 2: literal 3 is beyond the header's 2 variables",
            ),
            (
                "p cnf 2 1\n-99999999999 0\n",
                "line 2: literal -99999999999 is beyond the header's 2 variables",
            ),
            ("p cnf 2 1\n1 x 0\n", "line 2: \"x\" is no literal"),
            ("p cnf 2 1\n1 -0\n", "line 2: \"-0\" is no literal"),
            (
                "p cnf 2 1\n1 2",
                "line 2: the clause that began on line 2 has no 0 at its end",
            ),
            (
                "p cnf 2 1\n1\nc\n2 0",
                "line 3: the clause that began on line 2 has no 0 at its end",
            ),
            (
                "p cnf 2 1\n1 0\n%\n0\n",
                "line 3: a clause beyond the 1 that the header promises",
            ),
            (
                "comment\np cnf 1 1\n1 0",
                "line 1: no line `p cnf VARIABLES CLAUSES` before the clauses",
            ),
        ];
        for (text, expected) in cases {
            let refusal = Formula::read(text.as_bytes()).expect_err(text);
            assert_eq!(refusal.to_string(), expected, "{text:?}");
        }
    }
}
