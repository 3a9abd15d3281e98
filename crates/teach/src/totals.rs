//! What the events of a search add up to, counted from nothing but the events.
//!
//! core promises that they add up to the statistics of the report, and that the
//! report is that of the silent search. [`Totals::disagreement`] checks it, so
//! a trace need not be believed.

use polydoku_core::{Event, Report};

use crate::Moment;

/// Sums over all events of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// All events.
    pub events: u64,
    /// Digits written into open cells.
    pub placements: u64,
    /// Choices followed while another was left.
    pub guesses: u64,
    /// Choices followed, the last of each point and tried digits included.
    pub choices: u64,
    /// Choices undone.
    pub backtracks: u64,
    /// The most choices standing at one time.
    pub depth: u64,
    /// Times that a cell lost candidates.
    pub eliminations: u64,
    /// Dead ends.
    pub conflicts: u64,
    /// Solutions.
    pub solutions: u64,
}

impl Totals {
    /// Adds the next event.
    pub fn add(&mut self, moment: &Moment<'_>) {
        self.events += 1;
        self.depth = self.depth.max(u64::from(moment.depth));
        self.choices += u64::from(crate::telling::follows_a_choice(moment.event));
        match *moment.event {
            Event::Guess { nth, of, .. } => self.guesses += u64::from(nth < of),
            Event::Place { .. } => self.placements += 1,
            Event::Eliminate { .. } => self.eliminations += 1,
            Event::Conflict(_) => self.conflicts += 1,
            Event::Backtrack { .. } => self.backtracks += 1,
            Event::Solution { .. } => self.solutions += 1,
            _ => {}
        }
    }

    /// Where these sums and a report differ, in words. What the engine does not
    /// count is not compared. `None` is how it should be.
    pub fn disagreement(&self, report: &Report) -> Option<String> {
        let stats = &report.stats;
        [
            ("placements", self.placements, stats.placements.get()),
            ("guesses", self.guesses, stats.guesses.get()),
            ("backtracks", self.backtracks, stats.backtracks.get()),
            ("depth", self.depth, stats.depth.get()),
            ("solutions", self.solutions, Some(report.found)),
        ]
        .into_iter()
        .find_map(|(name, told, counted)| {
            let counted = counted.filter(|&counted| counted != told)?;
            Some(format!("{told} {name} were told and {counted} counted"))
        })
    }
}
