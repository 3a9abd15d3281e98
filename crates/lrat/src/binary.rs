//! The compressed form: a letter, then numbers.
//!
//! ```text
//! a ID LITERALS 0 HINTS 0      adds a clause
//! d CLAUSES 0                  deletes clauses
//! ```
//!
//! A number n is written as 2n, or -2n + 1 when negative, in base 128 with the
//! lowest digit first; all bytes but the last have their top bit set. Clause
//! numbers are written like literals. A number has only one spelling here.

use crate::refusal::Fault;
use crate::step::{Step, own_id};

/// A compressed proof being read.
#[derive(Debug)]
pub struct Binary<'p> {
    proof: &'p [u8],
    at: usize,
    begin: usize,
}

impl<'p> Binary<'p> {
    pub fn new(proof: &'p [u8]) -> Binary<'p> {
        Binary {
            proof,
            at: 0,
            begin: 0,
        }
    }

    /// Where the step that was read last begins.
    pub fn begin(&self) -> u64 {
        self.begin as u64
    }

    pub fn read(&mut self, step: &mut Step) -> Result<bool, Fault> {
        self.begin = self.at;
        let Some(&letter) = self.proof.get(self.at) else {
            return Ok(false);
        };
        self.at += 1;
        match letter {
            b'a' => {
                step.id = Some(own_id(self.number()?)?);
                while !step.lit(self.number()?)? {}
            }
            b'd' => {}
            byte => return Err(Fault::NoStep(byte)),
        }
        while !step.listed(self.number()?)? {}
        Ok(true)
    }

    fn number(&mut self) -> Result<i64, Fault> {
        let (mut code, mut shift) = (0u64, 0);
        loop {
            let byte = *self.proof.get(self.at).ok_or(Fault::CutOff)?;
            self.at += 1;
            let digit = u64::from(byte & 0x7F);
            // Nine digits of seven bits leave one bit for a tenth.
            if shift > 63 || (shift == 63 && digit > 1) {
                return Err(Fault::Overlong);
            }
            code |= digit << shift;
            if byte & 0x80 == 0 {
                let overlong = (byte == 0 && shift > 0) || code == 1;
                let value = (code >> 1) as i64;
                return match overlong {
                    true => Err(Fault::Overlong),
                    false if code & 1 == 1 => Ok(-value),
                    false => Ok(value),
                };
            }
            shift += 7;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(bytes: &[u8]) -> Result<Vec<i64>, Fault> {
        let mut binary = Binary::new(bytes);
        let mut numbers = Vec::new();
        while binary.at < bytes.len() {
            numbers.push(binary.number()?);
        }
        Ok(numbers)
    }

    #[test]
    fn numbers_have_one_spelling() {
        // 63 -> 126 -> 7e; -63 -> 127 -> 7f; 129 -> 258 -> 82 02, the example
        // of drat-trim's documentation; -8193 -> 16387 -> 83 80 01.
        let bytes = [0, 2, 3, 0x7E, 0x7F, 0x82, 0x02, 0x83, 0x80, 0x01];
        assert_eq!(numbers(&bytes), Ok(vec![0, 1, -1, 63, -63, 129, -8193]));
        let most = [0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01];
        assert_eq!(numbers(&most), Ok(vec![i64::MAX]));
        let long: [&[u8]; 5] = [
            &[0x80, 0x00],
            &[0x82, 0x80, 0x00],
            &[1],
            &[0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02],
            &[0xFF; 20],
        ];
        for bytes in long {
            assert_eq!(numbers(bytes), Err(Fault::Overlong), "{bytes:x?}");
        }
        assert_eq!(numbers(&[0x82]), Err(Fault::CutOff));
    }

    #[test]
    fn steps_begin_with_a_letter() {
        let mut step = Step::default();
        let mut binary = Binary::new(b"a\x0a\x02\x05\x00\x02\x06\x00d\x02\x00x");
        assert_eq!(binary.read(&mut step), Ok(true));
        let clause: Vec<i32> = step.clause.iter().map(|lit| lit.number()).collect();
        assert_eq!(
            (step.id, clause, &step.ids[..]),
            (Some(5), vec![1, -2], &[1, 3][..])
        );
        step.clear();
        assert_eq!(binary.read(&mut step), Ok(true));
        assert_eq!(
            (step.id, &step.ids[..], binary.begin()),
            (None, &[1][..], 8)
        );
        assert_eq!(binary.read(&mut step), Err(Fault::NoStep(b'x')));
        assert_eq!(binary.begin(), 11);
    }
}
