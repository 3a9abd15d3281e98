//! What an aspect found: how much it checked, what it skipped and why, or faults.
//!
//! A check adds to a [`Ledger`]; at its end the ledger is a [`Tally`] or, if
//! anything was wrong, [`Faults`]. Checks go on after a fault, so that one run
//! shows the extent of the damage; the message shows the first of them.

use std::collections::BTreeMap;
use std::fmt;

/// What was checked and what was not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How many checks passed.
    pub passed: u64,
    /// Reasons for skips, with how often each was given.
    pub skipped: BTreeMap<String, u64>,
}

impl Tally {
    /// How many checks were skipped.
    pub fn skips(&self) -> u64 {
        self.skipped.values().sum()
    }
}

/// What is wrong with an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults {
    /// The engine's name.
    pub engine: String,
    /// The aspect's name.
    pub aspect: &'static str,
    /// Each fault in a sentence, with the case it showed on.
    pub list: Vec<String>,
}

/// How many faults a message spells out.
const SHOWN: usize = 8;

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (engine, aspect, count) = (&self.engine, self.aspect, self.list.len());
        writeln!(f, "{engine} breaks `{aspect}`, {count} times:")?;
        for fault in self.list.iter().take(SHOWN) {
            writeln!(f, "  {fault}")?;
        }
        if count > SHOWN {
            writeln!(f, "  and {} more", count - SHOWN)?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// Takes down results while an aspect is checked.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    pub tally: Tally,
    pub faults: Vec<String>,
}

impl Ledger {
    /// Takes down one check, named by where it was made.
    pub fn check(&mut self, place: impl fmt::Display, result: Result<(), String>) {
        match result {
            Ok(()) => self.tally.passed += 1,
            Err(what) => self.faults.push(format!("{place}: {what}")),
        }
    }

    /// Takes down what was not checked, and why.
    pub fn skip(&mut self, reason: impl Into<String>) {
        *self.tally.skipped.entry(reason.into()).or_default() += 1;
    }
}

/// `Err` with the formatted sentence unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}
pub(crate) use ensure;
