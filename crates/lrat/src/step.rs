//! The steps of a proof, whichever form they are written in.
//!
//! A reader fills one [`Step`] after the other, whose lists are reused. What is
//! checked while reading is the form alone; whether a step is right is for
//! `check` to say.

use crate::binary::Binary;
use crate::formula::Lit;
use crate::refusal::{Fault, Place};
use crate::text::Text;

/// How a proof is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofFormat {
    /// Lines of decimal numbers.
    Text,
    /// Bytes: drat-trim's compressed LRAT.
    Compressed,
}

/// One step: a clause with its hints, or deletions.
#[derive(Default, Debug)]
pub(crate) struct Step {
    /// The clause's number, `None` for deletions.
    pub id: Option<u64>,
    /// The clause that is added.
    pub clause: Vec<Lit>,
    /// The clauses it is seen from, or those that are deleted.
    pub ids: Vec<u64>,
}

impl Step {
    pub fn clear(&mut self) {
        self.id = None;
        self.clause.clear();
        self.ids.clear();
    }

    /// Takes a literal, or, at a 0, ends the clause: then the answer is `true`.
    pub fn lit(&mut self, number: i64) -> Result<bool, Fault> {
        if number == 0 {
            return Ok(true);
        }
        let lit = i32::try_from(number).ok().and_then(Lit::new);
        let wanted = "literal";
        self.clause
            .push(lit.ok_or(Fault::WrongNumber { number, wanted })?);
        Ok(false)
    }

    /// Takes a hint or a deleted clause, or, at a 0, ends the list: then the
    /// answer is `true`.
    pub fn listed(&mut self, number: i64) -> Result<bool, Fault> {
        match u64::try_from(number) {
            Ok(0) => return Ok(true),
            Ok(id) => self.ids.push(id),
            Err(_) if self.id.is_some() => {
                let id = number.unsigned_abs();
                return Err(Fault::Rat { id });
            }
            Err(_) => {
                let wanted = "clause number";
                return Err(Fault::WrongNumber { number, wanted });
            }
        }
        Ok(false)
    }
}

/// A clause's own number.
pub(crate) fn own_id(number: i64) -> Result<u64, Fault> {
    let wanted = "clause number";
    let id = u64::try_from(number).ok().filter(|&id| id > 0);
    id.ok_or(Fault::WrongNumber { number, wanted })
}

/// A proof being read.
#[derive(Debug)]
pub(crate) enum Steps<'p> {
    Text(Text<'p>),
    Binary(Binary<'p>),
}

impl<'p> Steps<'p> {
    /// Reads a proof in the form that its first byte shows: steps of the
    /// compressed form begin with `a` or `d`, which no line does.
    pub fn new(proof: &'p [u8]) -> Steps<'p> {
        match proof.first() {
            Some(b'a' | b'd') => Steps::Binary(Binary::new(proof)),
            _ => Steps::Text(Text::new(proof)),
        }
    }

    pub fn format(&self) -> ProofFormat {
        match self {
            Steps::Text(_) => ProofFormat::Text,
            Steps::Binary(_) => ProofFormat::Compressed,
        }
    }

    /// Reads the next step; `false` when there is none.
    pub fn read(&mut self, step: &mut Step) -> Result<bool, Fault> {
        step.clear();
        match self {
            Steps::Text(text) => text.read(step),
            Steps::Binary(binary) => binary.read(step),
        }
    }

    /// Where the step that was read last begins, or the end.
    pub fn place(&self) -> Place {
        match self {
            Steps::Text(text) => Place::Line(text.line()),
            Steps::Binary(binary) => Place::Byte(binary.begin()),
        }
    }
}
