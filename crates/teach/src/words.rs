//! A step as a sentence: cells by their names, houses by theirs, every reason in
//! the words of the field.
//!
//! The sentences are for people and may change; programs read
//! [`jsonl`](crate::jsonl).

use std::fmt::{self, Display};

use polydoku_core::{Cell, Conflict, DigitSet, HouseIndex, Reason, Rules};

use crate::{Chosen, Datum, Step, StepKind};

/// Something in words, to be displayed; made by [`Step::words`].
#[derive(Clone, Copy, Debug)]
pub struct Words<'w, T> {
    what: &'w T,
    rules: &'w Rules,
}

impl<'w, T> Words<'w, T> {
    pub(crate) fn of(what: &'w T, rules: &'w Rules) -> Words<'w, T> {
        Words { what, rules }
    }

    pub(crate) fn what(&self) -> &'w T {
        self.what
    }

    pub(crate) fn rules(&self) -> &'w Rules {
        self.rules
    }

    fn cell(&self, cell: Cell) -> impl Display + use<T> {
        cell.name(self.rules.size())
    }

    fn house(&self, house: HouseIndex) -> impl Display + use<T> {
        self.rules.house(house).kind()
    }
}

impl Step {
    /// What happened, as a sentence without its end: `r1c4 = 4: naked single`.
    pub fn words<'w>(&'w self, rules: &'w Rules) -> Words<'w, Step> {
        Words::of(self, rules)
    }
}

impl Display for Words<'_, Step> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.rules;
        match &self.what.kind {
            StepKind::Guess { choice, nth, of } => {
                let name = if nth < of { "guess" } else { "last choice" };
                write!(f, "{name} {nth} of {of}: {}", Words::of(choice, rules))
            }
            StepKind::Place {
                cell,
                digit,
                reason,
            } => {
                let reason = Words::of(reason, rules);
                write!(f, "{} = {digit}: {reason}", self.cell(*cell))
            }
            StepKind::Eliminate {
                cell,
                digits,
                reason,
            } => {
                let (digits, reason) = (listed(*digits), Words::of(reason, rules));
                write!(f, "{} is not {digits}: {reason}", self.cell(*cell))
            }
            StepKind::Conflict(conflict) => {
                write!(f, "conflict: {}", Words::of(conflict, rules))
            }
            StepKind::Backtrack => write!(f, "back to depth {}", self.what.depth),
            StepKind::Solution { found, .. } => write!(f, "solution {found}"),
            StepKind::Family { kind, fields } => {
                f.write_str(kind)?;
                let short = fields.iter().filter(|(_, datum)| !datum.is_long());
                for (number, (name, datum)) in short.enumerate() {
                    let mark = if number == 0 { ":" } else { "," };
                    write!(f, "{mark} {name} {}", Words::of(datum, rules))?;
                }
                Ok(())
            }
        }
    }
}

/// `3`, `3, 4`.
pub(crate) fn listed(digits: DigitSet) -> String {
    let digits: Vec<String> = digits.iter().map(|digit| digit.to_string()).collect();
    digits.join(", ")
}

impl Display for Words<'_, Chosen> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.what {
            Chosen::Candidate { cell, digit, house } => {
                write!(f, "{} = {digit}", self.cell(*cell))?;
                match house {
                    Some(house) => write!(f, ", a place for {digit} in {}", self.house(*house)),
                    None => Ok(()),
                }
            }
            Chosen::Layout { digit, cells } => {
                write!(f, "{digit} only in")?;
                cells
                    .iter()
                    .try_for_each(|&cell| write!(f, " {}", self.cell(cell)))
            }
        }
    }
}

impl Display for Words<'_, Reason> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self.what {
            Reason::Tried => f.write_str("tried"),
            Reason::Guess => f.write_str("chosen"),
            Reason::NakedSingle => f.write_str("naked single"),
            Reason::HiddenSingle(house) => write!(f, "hidden single in {}", self.house(house)),
            Reason::Peer(peer) => write!(f, "it sees {}", self.cell(peer)),
            Reason::LockedCandidates { from, to } => {
                let (from, to) = (self.house(from), self.house(to));
                write!(f, "locked in {from}, within {to}")
            }
            Reason::Family(word) => f.write_str(word),
            other => unreachable!("a reason that this crate does not know: {other:?}"),
        }
    }
}

impl Display for Words<'_, Conflict> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self.what {
            Conflict::NoDigit(cell) => write!(f, "no digit is left for {}", self.cell(cell)),
            Conflict::NoPlace(house, digit) => {
                write!(f, "no place is left for {digit} in {}", self.house(house))
            }
            Conflict::Family(word) => f.write_str(word),
            other => unreachable!("a conflict that this crate does not know: {other:?}"),
        }
    }
}

impl Display for Words<'_, Datum> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.what {
            Datum::Number(number) => number.fmt(f),
            Datum::Text(text) => f.write_str(text),
            Datum::Cell(cell) => self.cell(*cell).fmt(f),
            Datum::Cells(cells) => joined(cells.iter().map(|&cell| self.cell(cell)), f),
            Datum::Digit(digit) => digit.fmt(f),
            Datum::Digits(digits) => set(*digits, f),
            Datum::Sets(sets) => sets.iter().try_for_each(|&digits| set(digits, f)),
            Datum::Numbers(numbers) => joined(numbers.iter(), f),
        }
    }
}

impl Datum {
    /// Whether it is for machines and pages, not for a sentence: lists of sets and
    /// of numbers.
    fn is_long(&self) -> bool {
        matches!(self, Datum::Sets(_) | Datum::Numbers(_))
    }
}

/// `{2 3 4}`, or `none`.
fn set(digits: DigitSet, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if digits.is_empty() {
        return f.write_str("none");
    }
    f.write_str("{")?;
    joined(digits.iter(), f)?;
    f.write_str("}")
}

/// Things with a space between.
fn joined(things: impl Iterator<Item = impl Display>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (place, thing) in things.enumerate() {
        let space = if place == 0 { "" } else { " " };
        write!(f, "{space}{thing}")?;
    }
    Ok(())
}

/// `1 guess`, `2 guesses`.
pub(crate) fn plural(count: u64, noun: &str) -> String {
    let ending = match (count, noun.ends_with('s')) {
        (1, _) => "",
        (_, true) => "es",
        (_, false) => "s",
    };
    format!("{count} {noun}{ending}")
}
