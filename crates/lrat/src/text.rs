//! The textual form: a step a line.
//!
//! ```text
//! ID LITERALS 0 HINTS 0      adds a clause
//! ID d CLAUSES 0             deletes clauses; ID is the last clause's number
//! c anything                 a comment
//! ```
//!
//! The ID before a `d` carries no meaning (writers disagree about it), and is
//! only read as a number.

use crate::number::{number, shown};
use crate::refusal::Fault;
use crate::step::{Step, own_id};

/// A textual proof being read.
#[derive(Debug)]
pub struct Text<'p> {
    rest: &'p [u8],
    line: u64,
}

impl<'p> Text<'p> {
    pub fn new(proof: &'p [u8]) -> Text<'p> {
        Text {
            rest: proof,
            line: 0,
        }
    }

    pub fn line(&self) -> u64 {
        self.line
    }

    pub fn read(&mut self, step: &mut Step) -> Result<bool, Fault> {
        loop {
            self.line += 1;
            if self.rest.is_empty() {
                return Ok(false);
            }
            let end = self.rest.iter().position(|&byte| byte == b'\n');
            let line = &self.rest[..end.unwrap_or(self.rest.len())];
            self.rest = end.map_or(&[], |end| &self.rest[end + 1..]);
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if !matches!(line, [] | [b'c'] | [b'c', b' ', ..]) {
                return parse(line, step).map(|()| true);
            }
        }
    }
}

fn parse(line: &[u8], step: &mut Step) -> Result<(), Fault> {
    let tokens = line.split(|&byte| byte == b' ');
    let mut tokens = tokens.filter(|token| !token.is_empty()).peekable();
    let value = |token: Option<&[u8]>| {
        let token = token.ok_or(Fault::CutOff)?;
        number(token).ok_or_else(|| Fault::NoNumber(shown(token)))
    };
    let id = own_id(value(tokens.next())?)?;
    if tokens.next_if(|token| *token == b"d").is_none() {
        step.id = Some(id);
        while !step.lit(value(tokens.next())?)? {}
    }
    while !step.listed(value(tokens.next())?)? {}
    match tokens.next() {
        None => Ok(()),
        Some(token) => Err(Fault::TooMuch(shown(token))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clause's number, its literals, and what is listed behind.
    type Read = (Option<u64>, Vec<i32>, Vec<u64>);

    fn steps(text: &str) -> Result<Vec<Read>, (u64, String)> {
        let mut reader = Text::new(text.as_bytes());
        let (mut step, mut steps) = (Step::default(), Vec::new());
        loop {
            step.clear();
            match reader.read(&mut step) {
                Ok(false) => return Ok(steps),
                Ok(true) => {
                    let clause = step.clause.iter().map(|lit| lit.number()).collect();
                    steps.push((step.id, clause, step.ids.clone()));
                }
                Err(fault) => return Err((reader.line(), fault.to_string())),
            }
        }
    }

    #[test]
    fn lines_are_steps() {
        let text = "c a comment\n5 1 -2 0 1 3 0\n\n5 d 1 3 0\r\n6 0 5 0\n7 d 0\n";
        let expected = vec![
            (Some(5), vec![1, -2], vec![1, 3]),
            (None, vec![], vec![1, 3]),
            (Some(6), vec![], vec![5]),
            (None, vec![], vec![]),
        ];
        assert_eq!(steps(text), Ok(expected));
    }

    #[test]
    fn other_lines_are_refused() {
        let cases = [
            ("5\n", "the step has no 0 at its end"),
            ("5 1 0\n", "the step has no 0 at its end"),
            ("5 1 0 2\n", "the step has no 0 at its end"),
            ("5 d 2\n", "the step has no 0 at its end"),
            ("0 1 0 2 0\n", "0 is no clause number"),
            ("-5 1 0 2 0\n", "-5 is no clause number"),
            ("5 d -2 0\n", "-2 is no clause number"),
            ("5 x 0 2 0\n", "\"x\" is no number"),
            ("5 1 0 2 d 0\n", "\"d\" is no number"),
            ("5 1 0 2 0 3\n", "\"3\" behind the end of the step"),
            ("5 3000000000 0 2 0\n", "3000000000 is no literal"),
            (
                "5 1 0 2 -3 4 0\n",
                "hint -3 makes it a RAT step, which this checker does not take",
            ),
        ];
        for (text, fault) in cases {
            let text = format!("5 d 1 0\n{text}");
            assert_eq!(steps(&text), Err((2, fault.to_owned())), "{text}");
        }
    }
}
