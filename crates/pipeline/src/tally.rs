//! What a run has come to, in numbers: for the summary at its end, and for
//! whoever wants to show how far it is.
//!
//! A [`Tally`] is plain numbers. A [`Meter`] is shared with other threads: the
//! bytes are read from atomics, the tally behind a lock that is taken once a
//! block, so that its numbers always belong together.

use std::ops::AddAssign;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use polydoku_core::{End, Report, Verdict};

use crate::order::locked;
use crate::{Answered, Given, Outcome};

/// How many puzzles came to what.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Tally {
    /// Readable puzzles; of these:
    pub puzzles: u64,
    /// exactly one solution,
    pub unique: u64,
    /// two or more,
    pub multiple: u64,
    /// none,
    pub none: u64,
    /// one found, whether it is the only one not settled,
    pub solved: u64,
    /// none found, and the search was not finished,
    pub unknown: u64,
    /// clues that clash,
    pub invalid: u64,
    /// no clash, and no engine was asked,
    pub read: u64,
    /// the engine panicked.
    pub panicked: u64,
    /// Searches that a limit on nodes or time ended, whatever they had found.
    pub limited: u64,
    /// Solutions found, all together.
    pub solutions: u64,
    /// Of those without an engine, the ones without an open cell.
    pub complete: u64,
    /// Given solutions that are the one found,
    pub agrees: u64,
    /// that are right, and another than the one found,
    pub other: u64,
    /// that are wrong.
    pub wrong: u64,
    /// Places that could not be read.
    pub unreadable: u64,
    /// Puzzles that were read and could not be written: they count under
    /// whatever they came to, too.
    pub refused: u64,
    /// Readable puzzles that other shards take.
    pub skipped: u64,
    /// Inputs that could not be opened, recognised or read to their end, or
    /// held no puzzle.
    pub failed: u64,
}

impl Tally {
    #[inline]
    pub(crate) fn count(&mut self, puzzle: &Answered<'_>) {
        self.puzzles += 1;
        match &puzzle.outcome {
            Outcome::Answer(answer) => self.count_report(answer.report),
            Outcome::Clash(_) => self.invalid += 1,
            Outcome::Read => {
                self.read += 1;
                self.complete += u64::from(puzzle.open_cells() == 0);
            }
            Outcome::Panicked(_) => self.panicked += 1,
        }
        match puzzle.given {
            None => {}
            Some(Given::Agrees) => self.agrees += 1,
            Some(Given::Other { .. }) => self.other += 1,
            Some(Given::Wrong { .. }) => self.wrong += 1,
        }
    }

    #[inline]
    fn count_report(&mut self, report: &Report) {
        self.solutions = self.solutions.saturating_add(report.found);
        match report.verdict() {
            Verdict::Unique => self.unique += 1,
            Verdict::Multiple => self.multiple += 1,
            Verdict::None => self.none += 1,
            Verdict::Solved => self.solved += 1,
            Verdict::Unknown => self.unknown += 1,
        }
        if matches!(report.end, End::Nodes | End::Time) {
            self.limited += 1;
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, more: Tally) {
        self.puzzles += more.puzzles;
        self.unique += more.unique;
        self.multiple += more.multiple;
        self.none += more.none;
        self.solved += more.solved;
        self.unknown += more.unknown;
        self.invalid += more.invalid;
        self.read += more.read;
        self.panicked += more.panicked;
        self.limited += more.limited;
        self.solutions = self.solutions.saturating_add(more.solutions);
        self.complete += more.complete;
        self.agrees += more.agrees;
        self.other += more.other;
        self.wrong += more.wrong;
        self.unreadable += more.unreadable;
        self.refused += more.refused;
        self.skipped += more.skipped;
        self.failed += more.failed;
    }
}

/// A run's numbers while it runs, for any thread to look at.
#[derive(Debug, Default)]
pub struct Meter {
    read: AtomicU64,
    total: AtomicU64,
    tally: Mutex<Tally>,
}

impl Meter {
    /// What was written so far.
    pub fn tally(&self) -> Tally {
        *locked(&self.tally)
    }

    /// The bytes taken from all inputs so far, as they lie in the files:
    /// before unpacking.
    pub fn bytes_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// The bytes of all inputs together, when each is a file or in memory.
    pub fn bytes_total(&self) -> Option<u64> {
        Some(self.total.load(Ordering::Relaxed)).filter(|&total| total > 0)
    }

    pub(crate) fn add_read(&self, bytes: usize) {
        self.read.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    pub(crate) fn set_total(&self, bytes: u64) {
        self.total.store(bytes, Ordering::Relaxed);
    }

    pub(crate) fn set_tally(&self, tally: Tally) {
        *locked(&self.tally) = tally;
    }
}
