//! Latency: one thread, every puzzle by itself, every time kept.
//!
//! The thread is bound to a processor where the system allows it. Some puzzles
//! are run first without a clock, so that neither cold tables nor an unfaulted
//! stack is measured. Then the corpus is worked through once, in its order. A
//! puzzle that ran into the time limit while it was verified is not tried again:
//! it counts as timed out, with the time spent then. All others run anew, and an
//! answer that is not the verified one makes the engine wrong: a solver that
//! remembers the puzzle before is a fault like any other.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use polydoku_core::{Digit, End, Engine, Query, Report};

use crate::clock::{Clock, Time};
use crate::corpus::Corpus;
use crate::pin::pin;
use crate::solvers::{Broken, Solvers, panic_message};
use crate::verify::{Answer, is_settled, place};

/// What is run to warm up, in time of the verified runs.
///
/// One pass at the most, however short the sample: with ten more over 50 easy
/// puzzles the processor knows their branches by heart, and `bitmask/singles` took
/// 1.9 us instead of the 2.9 us that it takes for thousands of different ones.
const WARM_NS: f64 = 20e6;
/// A puzzle that takes longer warms nothing that matters to it.
const WARM_PUZZLE_NS: f64 = 5e6;

/// A puzzle's time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Sample {
    pub(crate) time: Time,
    pub(crate) report: Report,
}

/// One round over a corpus.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Pass {
    pub(crate) samples: Vec<Sample>,
    pub(crate) clock: Clock,
    pub(crate) pinned: Option<u32>,
    pub(crate) setup_ns: f64,
    pub(crate) warmup: u64,
}

/// One round, on a thread of its own.
pub(crate) fn pass(
    engine: &dyn Engine,
    corpus: &Corpus,
    query: &Query,
    answers: &[Answer],
    bound: bool,
) -> Result<Pass, Broken> {
    let measured = std::thread::scope(|scope| {
        let thread = scope.spawn(|| on_this_thread(engine, corpus, query, answers, bound));
        thread.join()
    });
    measured.unwrap_or_else(|panic| Err(Broken::Failed(panic_message(&*panic))))
}

fn on_this_thread(
    engine: &dyn Engine,
    corpus: &Corpus,
    query: &Query,
    answers: &[Answer],
    bound: bool,
) -> Result<Pass, Broken> {
    let pinned = if bound { pin() } else { None };
    let clock = Clock::calibrated();
    let mut solvers = Solvers::of(engine, &corpus.rules())?;
    let mut see = |digits: &[Digit]| {
        black_box(digits);
        ControlFlow::Continue(())
    };
    let (mut warmup, mut warm_ns) = (0, 0.0);
    for (item, answer) in corpus.puzzles().iter().zip(answers) {
        if warm_ns >= WARM_NS {
            break;
        }
        if answer.spent_ns < WARM_PUZZLE_NS {
            let solver = solvers.at(item.puzzle.rules());
            black_box(solver.run(item.puzzle.as_ref(), query, &mut see));
            warmup += 1;
            warm_ns += answer.spent_ns;
        }
    }
    let mut samples = Vec::with_capacity(answers.len());
    for (item, answer) in corpus.puzzles().iter().zip(answers) {
        if answer.timed_out {
            let time = Time {
                ns: answer.spent_ns,
                runs: 1,
            };
            let (found, end, stats) = (answer.found, End::Time, answer.stats);
            samples.push(Sample {
                time,
                report: Report { found, end, stats },
            });
            continue;
        }
        let solver = solvers.at(item.puzzle.rules());
        let puzzle = item.puzzle.as_ref();
        let timed = catch_unwind(AssertUnwindSafe(|| {
            clock.time(|| solver.run(black_box(puzzle), query, &mut see))
        }));
        let (report, time) = timed.map_err(|panic| {
            Broken::Failed(format!("{}: {}", place(item), panic_message(&*panic)))
        })?;
        if report.end == End::Cancelled {
            return Err(Broken::Cancelled);
        }
        if is_settled(&report) && answer.settled && report.found != answer.found {
            let (now, before) = (report.found, answer.found);
            return Err(Broken::Wrong(format!(
                "{}: finds {now} solutions when timed, and {before} before",
                place(item)
            )));
        }
        samples.push(Sample { time, report });
    }
    Ok(Pass {
        samples,
        clock,
        pinned,
        setup_ns: solvers.setup_ns,
        warmup,
    })
}
