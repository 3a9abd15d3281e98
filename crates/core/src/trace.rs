//! A search told step by step, in Sudoku's words.
//!
//! Inside an engine crate the search is generic over an [`Observer`]. With
//! [`Silent`] every call vanishes, the building of the event included, so that
//! tracing costs nothing when it is off; with [`Told`] events go to the
//! receiver, a [`Trace`]. The generic stops at the crate's border: outside
//! there is `run` and `run_traced`.
//!
//! Events add up to the statistics: `placements` is the number of
//! [`Event::Place`], `guesses` that of [`Event::Guess`] with `nth < of`,
//! `backtracks` that of [`Event::Backtrack`], `found` that of
//! [`Event::Solution`].

use std::ops::ControlFlow;

use crate::{Cell, Digit, DigitSet, End, HouseIndex};

/// The receiver of events. `Break` ends the search with [`End::Visitor`].
pub trait Trace {
    /// Takes the next event.
    fn event(&mut self, event: &Event<'_>) -> ControlFlow<()>;
}

impl<F: FnMut(&Event<'_>) -> ControlFlow<()>> Trace for F {
    fn event(&mut self, event: &Event<'_>) -> ControlFlow<()> {
        self(event)
    }
}

/// One step of a search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A choice is followed: the `nth` of `of` at this point, from 1. With
    /// `nth == of` it is the last one left, and no guess. Where it writes a
    /// digit, a `Place` comes next.
    Guess {
        /// What was chosen.
        choice: Choice<'a>,
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
    /// A choice is undone.
    Backtrack {
        /// How many choices stand after it.
        depth: u32,
    },
    /// A solution was found: the digits of all cells.
    Solution {
        /// One a cell.
        digits: &'a [Digit],
    },
    /// The family's own data, such as an item covered or a clause learnt.
    Family {
        /// What kind of step it is, in the family's words.
        kind: &'static str,
        /// Its data, by name.
        fields: &'a [(&'static str, Value<'a>)],
    },
}

/// A datum of a family's own event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Value<'a> {
    /// A number.
    Number(u64),
    /// Words.
    Text(&'a str),
    /// A cell.
    Cell(Cell),
    /// Cells.
    Cells(&'a [Cell]),
    /// A digit.
    Digit(Digit),
    /// A set of digits.
    Digits(DigitSet),
    /// Sets of digits, such as one a house.
    Sets(&'a [DigitSet]),
    /// Numbers, such as the words of a vector.
    Numbers(&'a [u64]),
}

/// What a branching point chose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Choice<'a> {
    /// A digit for a cell: one of the cell's digits, or one of the digit's
    /// places in the house that is named.
    Candidate {
        /// Where.
        cell: Cell,
        /// What.
        digit: Digit,
        /// The house whose places for the digit are the choices, if it is one.
        house: Option<HouseIndex>,
    },
    /// The places of a digit in several houses at once: in these cells of them
    /// and no others.
    Layout {
        /// What.
        digit: Digit,
        /// Where it may still stand.
        cells: &'a [Cell],
    },
}

/// Why a digit is placed or ruled out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// It is tried: the search will see.
    Tried,
    /// It is the choice just followed.
    Guess,
    /// No other digit is left for the cell.
    NakedSingle,
    /// No other cell of the house is left for the digit.
    HiddenSingle(HouseIndex),
    /// A digit was placed in this cell, which sees the other.
    Peer(Cell),
    /// Box-line interaction: within `from` the digit is confined to `to`.
    LockedCandidates {
        /// The house it is confined in.
        from: HouseIndex,
        /// The house it is ruled out of.
        to: HouseIndex,
    },
    /// It follows from the engine's own rule, named here.
    Family(&'static str),
}

/// Why the search cannot go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Conflict {
    /// No digit is left for the cell.
    NoDigit(Cell),
    /// No cell of the house is left for the digit.
    NoPlace(HouseIndex, Digit),
    /// The engine's own contradiction, named here.
    Family(&'static str),
}

/// What a search inside an engine crate is generic over.
pub trait Observer {
    /// Whether anyone listens; for work that only prepares events.
    const ON: bool;

    /// Tells an event, which is built only if someone listens.
    ///
    /// `Break` says that the receiver had enough.
    fn event<'e>(&mut self, event: impl FnOnce() -> Event<'e>) -> ControlFlow<End>;
}

/// Nobody listens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    const ON: bool = false;

    #[inline(always)]
    fn event<'e>(&mut self, _: impl FnOnce() -> Event<'e>) -> ControlFlow<End> {
        ControlFlow::Continue(())
    }
}

/// A receiver listens.
pub struct Told<'t>(pub &'t mut dyn Trace);

impl std::fmt::Debug for Told<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Told(..)")
    }
}

impl Observer for Told<'_> {
    const ON: bool = true;

    fn event<'e>(&mut self, event: impl FnOnce() -> Event<'e>) -> ControlFlow<End> {
        match self.0.event(&event()) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(End::Visitor),
        }
    }
}
