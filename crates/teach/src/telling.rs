//! The receiver of a trace: numbers the events and counts the choices that stand.
//!
//! A choice stands from the event that follows it to the `Backtrack` that undoes
//! it. Two events follow a choice: `Guess`, and a `Place` whose reason is
//! `Tried`, by which plain backtrackers write a digit without more ado.

use std::fmt;
use std::ops::ControlFlow;

use polydoku_core::{Event, Reason, Trace};

/// An event in its place.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'m> {
    /// Its number in the search, from 1.
    pub number: u64,
    /// How many choices stand after it.
    pub depth: u32,
    /// How many solutions were told, this one included.
    pub found: u64,
    /// The event.
    pub event: &'m Event<'m>,
}

/// Hands moments to a reader, who may say that it is enough.
pub struct Telling<F> {
    number: u64,
    depth: u32,
    found: u64,
    reader: F,
}

impl<F: FnMut(Moment<'_>) -> ControlFlow<()>> Telling<F> {
    /// The beginning of a search.
    pub fn new(reader: F) -> Telling<F> {
        Telling {
            number: 0,
            depth: 0,
            found: 0,
            reader,
        }
    }
}

impl<F> fmt::Debug for Telling<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Telling { number, depth, .. } = self;
        write!(f, "Telling {{ number: {number}, depth: {depth}, .. }}")
    }
}

/// Whether the event follows a choice.
pub(crate) fn follows_a_choice(event: &Event<'_>) -> bool {
    matches!(
        event,
        Event::Guess { .. }
            | Event::Place {
                reason: Reason::Tried,
                ..
            }
    )
}

impl<F: FnMut(Moment<'_>) -> ControlFlow<()>> Trace for Telling<F> {
    fn event(&mut self, event: &Event<'_>) -> ControlFlow<()> {
        self.number += 1;
        if follows_a_choice(event) {
            self.depth += 1;
        }
        match *event {
            Event::Backtrack { depth } => self.depth = depth,
            Event::Solution { .. } => self.found += 1,
            _ => {}
        }
        (self.reader)(Moment {
            number: self.number,
            depth: self.depth,
            found: self.found,
            event,
        })
    }
}
