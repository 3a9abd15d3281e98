//! Which events of a search are written: a window over its numbers, a depth, and
//! kinds.
//!
//! The search itself goes on to its own end whatever is written, so the totals
//! behind a cut trace are those of the whole search.

use std::str::FromStr;

use polydoku_core::Event;

use crate::Moment;

/// What is written of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The number of the first event, from 1.
    pub from: u64,
    /// How many events at most.
    pub most: u64,
    /// Only what happens while at most so many choices stand.
    pub depth: u32,
    /// Only events of these kinds.
    pub kinds: Kinds,
}

/// Everything.
impl Default for Window {
    fn default() -> Window {
        Window {
            from: 1,
            most: u64::MAX,
            depth: u32::MAX,
            kinds: Kinds::ALL,
        }
    }
}

impl Window {
    /// Whether an event lies in it but for how many there are.
    pub fn holds(&self, moment: &Moment<'_>) -> bool {
        moment.number >= self.from && !self.is_deeper(moment) && self.kinds.hold(moment.event)
    }

    /// Whether more choices stand than wanted. A step back belongs to the depth
    /// that it leaves.
    pub(crate) fn is_deeper(&self, moment: &Moment<'_>) -> bool {
        let leaves = matches!(moment.event, Event::Backtrack { .. });
        moment.depth + u32::from(leaves) > self.depth
    }
}

/// A set of kinds of events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kinds(u8);

impl Kinds {
    /// Every kind.
    pub const ALL: Kinds = Kinds((1 << NAMES.len()) - 1);

    fn hold(self, event: &Event<'_>) -> bool {
        let bit = match event {
            Event::Guess { .. } => 0,
            Event::Place { .. } => 1,
            Event::Eliminate { .. } => 2,
            Event::Conflict(_) => 3,
            Event::Backtrack { .. } => 4,
            Event::Solution { .. } => 5,
            _ => 6,
        };
        self.0 >> bit & 1 != 0
    }
}

/// The kinds by the names that the JSON schema gives them.
const NAMES: [&str; 7] = [
    "guess",
    "place",
    "eliminate",
    "conflict",
    "backtrack",
    "solution",
    "family",
];

/// Names with commas between; a `-` before the first takes them away from all.
///
/// ```
/// use polydoku_teach::Kinds;
/// assert!("guess,conflict,backtrack".parse::<Kinds>().is_ok());
/// assert!("-eliminate,family".parse::<Kinds>().is_ok());
/// assert_eq!(
///     "gess".parse::<Kinds>().unwrap_err(),
///     "no events are called \"gess\": guess, place, eliminate, conflict, backtrack, solution, family"
/// );
/// ```
impl FromStr for Kinds {
    type Err = String;

    fn from_str(text: &str) -> Result<Kinds, String> {
        let (names, without) = match text.strip_prefix('-') {
            Some(names) => (names, true),
            None => (text, false),
        };
        let mut bits = 0;
        for name in names.split(',') {
            let place = NAMES.iter().position(|known| *known == name.trim());
            let known = NAMES.join(", ");
            let place = place.ok_or(format!("no events are called \"{name}\": {known}"))?;
            bits |= 1 << place;
        }
        Ok(Kinds(if without { Kinds::ALL.0 & !bits } else { bits }))
    }
}
