//! Single puzzles on which engines do not say the same, or differ most in time.
//!
//! A disagreement is an error of some engine and comes first: engines answered the
//! same question to the end and found different numbers of solutions, or
//! verification marked an answer as wrong. Then come the puzzles on which times lie
//! furthest apart. A search that was given up has taken at least its time, so the
//! ratio it enters is a bound ([`Apart::is_bound`]).

use super::puzzles::{PuzzleTrials, Sitting, Trial};

/// A puzzle on which engines gave different answers.
#[derive(Clone, PartialEq, Debug)]
pub struct Disagreement<'s> {
    /// The corpus and the engines.
    pub sitting: &'s Sitting<'s>,
    /// The puzzle.
    pub puzzle: &'s PuzzleTrials<'s>,
}

impl<'s> Disagreement<'s> {
    /// Each engine with its answer: its verdict and number of solutions, or what
    /// is wrong with it.
    pub fn answers(&self) -> impl Iterator<Item = (&'s str, &'s Trial<'s>)> {
        let engines = self.sitting.engines.iter().copied();
        let trials = engines.zip(&self.puzzle.trials);
        trials.filter_map(|(engine, trial)| Some((engine, trial.as_ref()?)))
    }
}

/// The puzzles on which answers differ.
pub fn disagreements<'s>(sittings: &'s [Sitting<'s>]) -> Vec<Disagreement<'s>> {
    let mut found = Vec::new();
    for sitting in sittings {
        for puzzle in &sitting.puzzles {
            let trials = || puzzle.trials.iter().flatten();
            let mut numbers = trials()
                .filter(|trial| trial.settled)
                .map(|trial| trial.found);
            let first = numbers.next();
            let differ = numbers.any(|number| Some(number) != first);
            if differ || trials().any(|trial| !trial.error.is_empty()) {
                found.push(Disagreement { sitting, puzzle });
            }
        }
    }
    found
}

/// A puzzle with the times of two engines.
#[derive(Clone, PartialEq, Debug)]
pub struct Apart<'s> {
    /// The corpus.
    pub sitting: &'s Sitting<'s>,
    /// The puzzle.
    pub puzzle: &'s PuzzleTrials<'s>,
    /// The engine that is faster, or the one that was asked for first.
    pub base: &'s str,
    /// The other one.
    pub other: &'s str,
    /// Their times in nanoseconds.
    pub times_ns: (f64, f64),
    /// The other one's time through the base's.
    pub ratio: f64,
    /// Whether one of them was given up, so that the true ratio is further from 1.
    pub is_bound: bool,
}

/// The `count` puzzles on which times lie furthest apart, widest first: those of
/// the two engines named, or of the fastest and the slowest of each puzzle.
pub fn furthest_apart<'s>(
    sittings: &'s [Sitting<'s>],
    pair: Option<(&str, &str)>,
    count: usize,
) -> Vec<Apart<'s>> {
    let mut all = Vec::new();
    for sitting in sittings {
        let places = pair.map(|(a, b)| Some((sitting.place_of(a)?, sitting.place_of(b)?)));
        if places == Some(None) {
            continue; // One of them was not asked here.
        }
        for puzzle in &sitting.puzzles {
            let places = places.flatten().or_else(|| extremes(puzzle));
            all.extend(places.and_then(|places| apart(sitting, puzzle, places)));
        }
    }
    let width = |one: &Apart<'_>| one.ratio.ln().abs();
    all.sort_by(|a, b| width(b).total_cmp(&width(a)));
    all.truncate(count);
    all
}

/// The places of the fastest engine that settled the puzzle and of the slowest.
fn extremes(puzzle: &PuzzleTrials<'_>) -> Option<(usize, usize)> {
    let timed = || {
        let trials = puzzle.trials.iter().enumerate();
        trials.filter_map(|(place, trial)| {
            let trial = trial.as_ref()?;
            Some((place, trial.time_ns?, trial.settled))
        })
    };
    let settled = timed().filter(|(.., settled)| *settled);
    let fastest = settled.min_by(|a, b| a.1.total_cmp(&b.1))?;
    let slowest = timed().max_by(|a, b| a.1.total_cmp(&b.1))?;
    (fastest.0 != slowest.0).then_some((fastest.0, slowest.0))
}

fn apart<'s>(
    sitting: &'s Sitting<'s>,
    puzzle: &'s PuzzleTrials<'s>,
    (base, other): (usize, usize),
) -> Option<Apart<'s>> {
    let of = |place: usize| puzzle.trials[place].as_ref();
    let (base_trial, other_trial) = (of(base)?, of(other)?);
    let times_ns = (base_trial.time_ns?, other_trial.time_ns?);
    // Two bounds say nothing of each other.
    if !base_trial.settled && !other_trial.settled {
        return None;
    }
    Some(Apart {
        sitting,
        puzzle,
        base: sitting.engines[base],
        other: sitting.engines[other],
        times_ns,
        ratio: times_ns.1 / times_ns.0,
        is_bound: !base_trial.settled || !other_trial.settled,
    })
}
