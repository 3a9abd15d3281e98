//! What one search of one puzzle costs: a quick look, for pages and advice.
//!
//! A comparison that is to be quoted goes through a corpus, verified and pinned
//! (`polydoku bench`). Here somebody looks at one puzzle and wants to know within
//! a blink what each engine needs: the search is repeated with a solver already
//! made until patience ends, and the median is taken. A search that outlasts
//! patience is run once.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Duration;

use polydoku_core::{Digit, End, Engine, PuzzleRef, Query, Report, Unsupported};

use crate::clock::Clock;
use crate::statistics::quantile;

/// Samples that are enough.
const SAMPLES: usize = 501;
/// Samples below which a median says little: on a machine that is busy with other
/// things one run may be interrupted for longer than patience lasts.
const FEW: usize = 11;
/// How many times patience is stretched for so few.
const STRETCH: f64 = 10.0;

/// What a search costs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// The median time of a run.
    pub median_ns: f64,
    /// A quarter of the samples took less.
    pub low_ns: f64,
    /// A quarter took more.
    pub high_ns: f64,
    /// How often the search was run.
    pub runs: u64,
    /// What each of the runs said.
    pub report: Report,
}

/// Runs one search over and over for about as long as patience lasts, once at
/// least; ten times as long where that gives only a few samples.
///
/// With a limit on time, or a flag that is set meanwhile, a run may be cut short;
/// the report is the last run's and says so.
///
/// # Errors
/// The engine does not take these rules, or not on this machine.
pub fn cost(
    engine: &dyn Engine,
    puzzle: PuzzleRef<'_>,
    query: &Query,
    patience: Duration,
) -> Result<Cost, Unsupported> {
    let mut solver = engine.solver(puzzle.rules())?;
    let mut see = |digits: &[Digit]| {
        black_box(digits);
        ControlFlow::Continue(())
    };
    let clock = Clock::calibrated();
    let mut timed = || clock.time(|| solver.run(black_box(puzzle), query, &mut see));
    let (mut report, first) = timed();
    let patience = patience.as_nanos() as f64;
    let mut spent = first.ns;
    let mut runs = u64::from(first.runs);
    let mut samples = Vec::new();
    while samples.len() < SAMPLES && report.end != End::Cancelled {
        let stretch = if samples.len() < FEW { STRETCH } else { 1.0 };
        if first.ns >= patience || spent >= patience * stretch {
            break;
        }
        let (again, time) = timed();
        report = again;
        runs += u64::from(time.runs);
        spent += time.ns * f64::from(time.runs);
        samples.push(time.ns);
    }
    // The first run is cold; it counts only where there was no time for another.
    if samples.is_empty() {
        samples.push(first.ns);
    }
    let mut at = |share| quantile(&mut samples, share).expect("there is a sample");
    Ok(Cost {
        median_ns: at(0.5),
        low_ns: at(0.25),
        high_ns: at(0.75),
        runs,
        report,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use polydoku_core::{Puzzle, Rules};
    use std::sync::Arc;

    #[test]
    fn a_short_search_is_run_often_and_without_patience_once() {
        let rules = Arc::new(Rules::assumed(4).unwrap());
        let puzzle = Puzzle::parse(&rules, "1...............").unwrap();
        let engine = polydoku_engines::by_name("naive/sets").unwrap();
        let costs = |patience| cost(engine, puzzle.as_ref(), &Query::all(), patience).unwrap();
        let often = costs(Duration::from_millis(20));
        assert!(often.runs > 10, "{often:?}");
        assert!(often.low_ns <= often.median_ns && often.median_ns <= often.high_ns);
        // 288 grids, a quarter of them with a 1 in the corner.
        assert_eq!(often.report.found, 72);
        let once = costs(Duration::ZERO);
        assert_eq!((once.report.found, once.low_ns), (72, once.high_ns));
    }

    #[test]
    fn a_flag_that_is_set_ends_it() {
        let rules = Arc::new(Rules::assumed(9).unwrap());
        let puzzle = Puzzle::parse(&rules, &".".repeat(81)).unwrap();
        let cancel = polydoku_core::Cancel::new();
        cancel.cancel();
        let query = Query::all().with_cancel(&cancel);
        let engine = polydoku_engines::by_name("naive/sets").unwrap();
        let hour = Duration::from_secs(3600);
        let cost = cost(engine, puzzle.as_ref(), &query, hour).unwrap();
        assert_eq!(cost.report.end, End::Cancelled);
    }
}
