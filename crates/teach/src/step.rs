//! An event that is kept: everything owned, nothing borrowed from the engine.
//!
//! The shape is core's `Event`, kind by kind. A step of the common kinds takes
//! 56 bytes ([`Step::bytes`]); a solution, a layout's cells and a family's
//! fields lie beside it on the heap and count with it.

use polydoku_core::{Cell, Choice, Conflict, Digit, DigitSet, Event, HouseIndex, Reason, Value};

use crate::Moment;

/// One event of a search, in its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its number in the search, from 1.
    pub number: u64,
    /// How many choices stand after it.
    pub depth: u32,
    /// What happened.
    pub kind: StepKind,
}

/// What happened; see core's `Event` for the meaning of each.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StepKind {
    /// A choice is followed, the `nth` of `of`; with `nth == of` it is the last
    /// one left, and no guess.
    Guess {
        /// What was chosen.
        choice: Chosen,
        /// Which of the choices it is, from 1.
        nth: u32,
        /// How many choices there were.
        of: u32,
    },
    /// A digit is written into an open cell.
    Place {
        /// Where.
        cell: Cell,
        /// What.
        digit: Digit,
        /// Why.
        reason: Reason,
    },
    /// Digits are no longer possible in a cell.
    Eliminate {
        /// Where.
        cell: Cell,
        /// What.
        digits: DigitSet,
        /// Why.
        reason: Reason,
    },
    /// The search cannot go on from here.
    Conflict(Conflict),
    /// A choice is undone; the step's depth says how many are left.
    Backtrack,
    /// A solution.
    Solution {
        /// How many were found with it.
        found: u64,
        /// One digit a cell.
        digits: Box<[Digit]>,
    },
    /// The family's own data.
    Family {
        /// What kind of step it is, in the family's words.
        kind: &'static str,
        /// Its data, by name.
        fields: Box<[(&'static str, Datum)]>,
    },
}

/// What a branching point chose.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Chosen {
    /// A digit for a cell, or one of the digit's places in the house named.
    Candidate {
        /// Where.
        cell: Cell,
        /// What.
        digit: Digit,
        /// The house whose places are the choices, if it is one.
        house: Option<HouseIndex>,
    },
    /// A digit's places in several houses at once.
    Layout {
        /// What.
        digit: Digit,
        /// Where it may still stand.
        cells: Box<[Cell]>,
    },
}

/// A datum of a family's own event.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Datum {
    /// A number.
    Number(u64),
    /// Words.
    Text(Box<str>),
    /// A cell.
    Cell(Cell),
    /// Cells.
    Cells(Box<[Cell]>),
    /// A digit.
    Digit(Digit),
    /// A set of digits.
    Digits(DigitSet),
    /// Sets of digits, such as one a house.
    Sets(Box<[DigitSet]>),
    /// Numbers, such as the words of a vector.
    Numbers(Box<[u64]>),
}

impl Step {
    /// Keeps a moment.
    pub fn of(moment: &Moment<'_>) -> Step {
        Step {
            number: moment.number,
            depth: moment.depth,
            kind: StepKind::of(moment),
        }
    }

    /// The memory it takes, what lies on the heap included.
    pub fn bytes(&self) -> usize {
        let heap = match &self.kind {
            StepKind::Guess {
                choice: Chosen::Layout { cells, .. },
                ..
            } => size_of_val(&**cells),
            StepKind::Solution { digits, .. } => size_of_val(&**digits),
            StepKind::Family { fields, .. } => {
                let within = fields.iter().map(|(_, datum)| match datum {
                    Datum::Text(text) => text.len(),
                    Datum::Cells(cells) => size_of_val(&**cells),
                    Datum::Sets(sets) => size_of_val(&**sets),
                    Datum::Numbers(numbers) => size_of_val(&**numbers),
                    _ => 0,
                });
                size_of_val(&**fields) + within.sum::<usize>()
            }
            _ => 0,
        };
        size_of::<Step>() + heap
    }

    /// Whether the step follows a choice: a guess, or a digit tried.
    pub fn follows_a_choice(&self) -> bool {
        matches!(
            self.kind,
            StepKind::Guess { .. }
                | StepKind::Place {
                    reason: Reason::Tried,
                    ..
                }
        )
    }
}

impl StepKind {
    /// What happened at a moment.
    pub(crate) fn of(moment: &Moment<'_>) -> StepKind {
        match *moment.event {
            Event::Guess { choice, nth, of } => {
                let choice = Chosen::of(choice);
                StepKind::Guess { choice, nth, of }
            }
            Event::Place {
                cell,
                digit,
                reason,
            } => StepKind::Place {
                cell,
                digit,
                reason,
            },
            Event::Eliminate {
                cell,
                digits,
                reason,
            } => StepKind::Eliminate {
                cell,
                digits,
                reason,
            },
            Event::Conflict(conflict) => StepKind::Conflict(conflict),
            Event::Backtrack { .. } => StepKind::Backtrack,
            Event::Solution { digits } => StepKind::Solution {
                found: moment.found,
                digits: digits.into(),
            },
            Event::Family { kind, fields } => StepKind::Family {
                kind,
                fields: fields
                    .iter()
                    .map(|&(name, value)| (name, Datum::of(value)))
                    .collect(),
            },
            ref other => unreachable!("an event that this crate does not know: {other:?}"),
        }
    }
}

impl Chosen {
    /// Keeps a choice.
    pub(crate) fn of(choice: Choice<'_>) -> Chosen {
        match choice {
            Choice::Candidate { cell, digit, house } => Chosen::Candidate { cell, digit, house },
            Choice::Layout { digit, cells } => Chosen::Layout {
                digit,
                cells: cells.into(),
            },
            other => unreachable!("a choice that this crate does not know: {other:?}"),
        }
    }
}

impl Datum {
    fn of(value: Value<'_>) -> Datum {
        match value {
            Value::Number(number) => Datum::Number(number),
            Value::Text(text) => Datum::Text(text.into()),
            Value::Cell(cell) => Datum::Cell(cell),
            Value::Digit(digit) => Datum::Digit(digit),
            Value::Cells(cells) => Datum::Cells(cells.into()),
            Value::Digits(digits) => Datum::Digits(digits),
            Value::Sets(sets) => Datum::Sets(sets.into()),
            Value::Numbers(numbers) => Datum::Numbers(numbers.into()),
            other => unreachable!("a value that this crate does not know: {other:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_takes_what_the_docs_say() {
        let event = Event::Backtrack { depth: 0 };
        let moment = |event| {
            Step::of(&Moment {
                number: 1,
                depth: 0,
                found: 0,
                event,
            })
        };
        assert_eq!(moment(&event).bytes(), 56);
        let fields = [
            ("number", Value::Number(1)),
            ("words", Value::Numbers(&[0; 27])),
        ];
        let event = Event::Family {
            kind: "sweep",
            fields: &fields,
        };
        assert_eq!(moment(&event).bytes(), 56 + 2 * 40 + 27 * 8);
    }
}
