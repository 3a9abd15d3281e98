//! Why a formula or a proof is refused, and where.

use std::fmt;

use crate::formula::Lit;

/// A DIMACS file that is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CnfRefusal {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: CnfFault,
}

/// What can be wrong with a DIMACS file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum CnfFault {
    /// The line with the counts is missing.
    NoHeader,
    /// It is not what it should be.
    Header,
    /// It names more variables than a check takes.
    ManyVariables { variables: u32, most: u32 },
    /// There are two of them.
    SecondHeader { first: usize },
    /// The clauses are fewer than promised.
    FewerClauses { promised: u64, found: u64 },
    /// They are more.
    MoreClauses { promised: u64 },
    /// Something that is no literal.
    NoLiteral(String),
    /// A literal of a variable that the header does not promise.
    Variable { lit: i64, variables: u32 },
    /// A clause without its 0.
    OpenClause { began: usize },
}

impl fmt::Display for CnfRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.what {
            CnfFault::NoHeader => {
                f.write_str("no line `p cnf VARIABLES CLAUSES` before the clauses")
            }
            CnfFault::Header => f.write_str("the header is not `p cnf VARIABLES CLAUSES`"),
            CnfFault::ManyVariables { variables, most } => write!(
                f,
                "{variables} variables are more than the {most} that a check takes"
            ),
            CnfFault::SecondHeader { first } => {
                write!(f, "a second header; the first is on line {first}")
            }
            CnfFault::FewerClauses { promised, found } => {
                write!(
                    f,
                    "the header promises {promised} clauses, there are {found}"
                )
            }
            CnfFault::MoreClauses { promised } => {
                write!(f, "a clause beyond the {promised} that the header promises")
            }
            CnfFault::NoLiteral(token) => write!(f, "\"{token}\" is no literal"),
            CnfFault::Variable { lit, variables } => {
                write!(
                    f,
                    "literal {lit} is beyond the header's {variables} variables"
                )
            }
            CnfFault::OpenClause { began } => {
                write!(
                    f,
                    "the clause that began on line {began} has no 0 at its end"
                )
            }
        }
    }
}

impl std::error::Error for CnfRefusal {}

/// A proof that is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Where it is wrong.
    pub place: Place,
    /// The number of the step, from 1; of the last one where the proof ends.
    pub step: u64,
    /// What is wrong there.
    pub what: Fault,
}

/// A place in a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A line of the textual form, from 1.
    Line(u64),
    /// A byte of the compressed form, from 0.
    Byte(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}

/// What can be wrong with a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum Fault {
    /// Something that is no number where one should be.
    NoNumber(String),
    /// A number that cannot stand where it stands.
    WrongNumber { number: i64, wanted: &'static str },
    /// The step ends before its last 0: the proof is cut off or damaged.
    CutOff,
    /// Something behind the step's last 0.
    TooMuch(String),
    /// A byte that begins no step.
    NoStep(u8),
    /// A number of the compressed form that is longer than it need be, or than
    /// there is room for.
    Overlong,
    /// The proof is empty, and the formula has no empty clause.
    Empty,
    /// A clause's number that does not lie above all before it.
    NotAscending { id: u64, last: u64 },
    /// A literal of a variable that the formula does not have.
    Variable { lit: Lit, variables: u32 },
    /// The clause holds a literal and its negation.
    Tautology { lit: Lit },
    /// A hint, or a deletion, of a clause that never was.
    NoClause { id: u64 },
    /// A hint, or a deletion, of a clause that was deleted.
    Gone { id: u64 },
    /// A hint with a literal that holds already: it leads nowhere.
    Satisfied { id: u64 },
    /// A hint with two literals that are not false.
    Open { id: u64 },
    /// The hints were used up and nothing was violated.
    NoConflict,
    /// A hint with a minus: a RAT step, which is not supported.
    Rat { id: u64 },
    /// The proof ends and the empty clause was not derived.
    NotRefuted,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Refusal { place, step, .. } = self;
        match &self.what {
            Fault::Empty | Fault::NotRefuted if *step == 0 => write!(f, "{place}: ")?,
            Fault::NotRefuted => write!(f, "{place}, behind step {step}: ")?,
            _ => write!(f, "{place}, step {step}: ")?,
        }
        self.what.fmt(f)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NoNumber(token) => write!(f, "\"{token}\" is no number"),
            Fault::WrongNumber { number, wanted } => write!(f, "{number} is no {wanted}"),
            Fault::CutOff => f.write_str("the step has no 0 at its end"),
            Fault::TooMuch(token) => write!(f, "\"{token}\" behind the end of the step"),
            Fault::NoStep(byte) => {
                let byte = std::ascii::escape_default(*byte);
                write!(f, "\"{byte}\" begins no step")
            }
            Fault::Overlong => f.write_str("an overlong number"),
            Fault::Empty => f.write_str("the proof is empty"),
            Fault::NotAscending { id, last } => {
                write!(f, "clause number {id} does not lie above {last}")
            }
            Fault::Variable { lit, variables } => {
                write!(
                    f,
                    "literal {lit} is beyond the formula's {variables} variables"
                )
            }
            Fault::Tautology { lit } => {
                write!(f, "the clause holds both {lit} and {}", -*lit)
            }
            Fault::NoClause { id } => write!(f, "there is no clause {id}"),
            Fault::Gone { id } => write!(f, "clause {id} was deleted"),
            Fault::Satisfied { id } => write!(f, "hint {id} is satisfied already"),
            Fault::Open { id } => write!(f, "hint {id} leaves more than one literal open"),
            Fault::NoConflict => f.write_str("the hints lead to no conflict"),
            Fault::Rat { id } => write!(
                f,
                "hint -{id} makes it a RAT step, which this checker does not take"
            ),
            Fault::NotRefuted => {
                f.write_str("the proof ends, and the empty clause was not derived")
            }
        }
    }
}

impl std::error::Error for Refusal {}
