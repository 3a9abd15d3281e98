//! Throughput: the whole corpus in batches, over a number of threads.
//!
//! The corpus is cut into batches before the clock runs. Each thread of a rayon
//! pool makes its own solvers, warms them up without being timed, and waits for the
//! others; then all take batches from one counter until none is left. What counts is the time from
//! the common beginning to the last one's end. A corpus that takes less than a
//! tenth of a second is worked through several times in one go, without a stop
//! between the passes, and the time is divided by the passes.
//!
//! An engine that likes batches of thousands gets them, but never so few that
//! threads would wait for each other: at least four a thread.
//!
//! This is a rate, not a time for a puzzle: with more than one thread the wall's
//! time through the puzzles is nobody's latency.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Barrier;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use polydoku_core::{Answers, Batch, Engine, Query, Report};
use rayon::ThreadPoolBuilder;

use crate::corpus::Corpus;
use crate::solvers::{Broken, Solvers, panic_message};
use crate::verify::{Answer, fingerprint, is_settled, place};

/// The least time that is measured in one go.
const LEAST_NS: f64 = 100e6;
/// Batches a thread, at the least, where there are puzzles enough.
const BATCHES_A_THREAD: usize = 4;
/// How long a thread warms up.
const WARM_NS: f64 = 10e6;
/// A batch that takes longer is not run to warm up.
const SLOW_NS: f64 = 50e6;

/// A corpus cut into batches: puzzles of one batch have the same rules.
#[derive(Debug)]
pub(crate) struct Batches {
    batches: Vec<Batch>,
    /// For each batch the places of its puzzles in the corpus.
    items: Vec<Vec<usize>>,
}

impl Batches {
    /// Batches as an engine that likes `batch` puzzles gets them on so many
    /// threads.
    pub(crate) fn of(corpus: &Corpus, batch: usize, threads: usize) -> Batches {
        let puzzles = corpus.puzzles();
        let size = puzzles.len().div_ceil(BATCHES_A_THREAD * threads);
        let size = size.clamp(1, batch.max(1));
        let (mut batches, mut items) = (Vec::new(), Vec::new());
        for rules in corpus.rules() {
            let of_rules =
                |item: &usize| std::sync::Arc::ptr_eq(puzzles[*item].puzzle.rules(), rules);
            let own: Vec<usize> = (0..puzzles.len()).filter(of_rules).collect();
            for part in own.chunks(size) {
                let mut batch = Batch::new(rules.clone());
                for &item in part {
                    batch.push_puzzle(puzzles[item].puzzle.as_ref());
                }
                batches.push(batch);
                items.push(part.to_vec());
            }
        }
        Batches { batches, items }
    }

    /// Runs every batch once and compares with the answers of single runs; gives
    /// the reports in the corpus's order.
    pub(crate) fn verified(
        &self,
        engine: &dyn Engine,
        corpus: &Corpus,
        query: &Query,
        answers: &[Answer],
    ) -> Result<Vec<Report>, Broken> {
        let mut solvers = Solvers::of(engine, &corpus.rules())?;
        let mut out = Answers::new();
        let mut reports: Vec<Option<Report>> = vec![None; answers.len()];
        for (batch, items) in self.batches.iter().zip(&self.items) {
            let solver = solvers.at(batch.rules());
            let run = catch_unwind(AssertUnwindSafe(|| {
                solver.run_batch(batch, query, &mut out)
            }));
            run.map_err(|panic| Broken::Failed(format!("in a batch: {}", panic_message(&*panic))))?;
            if query
                .cancel
                .as_ref()
                .is_some_and(|cancel| cancel.is_cancelled())
            {
                return Err(Broken::Cancelled);
            }
            if out.reports.len() != items.len() {
                let (got, asked) = (out.reports.len(), items.len());
                return Err(Broken::Wrong(format!(
                    "a batch of {asked} gets {got} answers"
                )));
            }
            for (at, &item) in items.iter().enumerate() {
                let (report, answer) = (out.reports[at], &answers[item]);
                let wrong = |what: String| {
                    let place = place(&corpus.puzzles()[item]);
                    Err(Broken::Wrong(format!("{place}: {what} in a batch")))
                };
                if !is_settled(&report) || report.found != answer.found {
                    let (now, alone) = (report.found, answer.found);
                    return wrong(format!("finds {now} solutions, and {alone} alone,"));
                }
                if let Some(row) = out.rows(at, batch, query).next() {
                    let digits: Option<Vec<_>> = row.iter().copied().collect();
                    let digits = digits.unwrap_or_default();
                    if let Err(why) = batch.get(at).check_solution(&digits) {
                        return wrong(format!("shows a wrong solution ({why})"));
                    }
                    if answer.exhausted
                        && answer.found == 1
                        && answer.first != Some(fingerprint(&digits))
                    {
                        return wrong("shows another solution than alone".to_owned());
                    }
                }
                reports[item] = Some(report);
            }
        }
        let all = reports.into_iter().collect::<Option<Vec<_>>>();
        Ok(all.expect("each puzzle is in one batch"))
    }

    /// One timed round on so many threads.
    pub(crate) fn pass(
        &self,
        engine: &dyn Engine,
        corpus: &Corpus,
        query: &Query,
        threads: usize,
        answers: &[Answer],
    ) -> Result<Wall, Broken> {
        let (next, ready) = (AtomicUsize::new(0), Barrier::new(threads));
        // What a pass takes one thread, as the quickest of them found.
        let cost_ns = AtomicU64::new(u64::MAX);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Broken::Failed(error.to_string()))?;
        let parts = pool.broadcast(|context| {
            let made = catch_unwind(AssertUnwindSafe(|| {
                let mut solvers = Solvers::of(engine, &corpus.rules())?;
                let mut out = Answers::new();
                let warm = self.warm(context.index(), &mut solvers, query, answers, &mut out);
                cost_ns.fetch_min(warm.pass_ns as u64, Ordering::Relaxed);
                Ok((solvers, out, warm.puzzles))
            }));
            ready.wait(); // whatever happened: the others wait for this thread, too
            let (mut solvers, mut out, warmup) = caught(made)?;
            let passes = passes(cost_ns.load(Ordering::Relaxed), threads);
            let tickets = self.batches.len() * passes;
            let start = Instant::now();
            let worked = catch_unwind(AssertUnwindSafe(|| {
                loop {
                    let ticket = next.fetch_add(1, Ordering::Relaxed);
                    if ticket >= tickets {
                        break Ok(());
                    }
                    let batch = &self.batches[ticket % self.batches.len()];
                    solvers.at(batch.rules()).run_batch(batch, query, &mut out);
                    std::hint::black_box(&out);
                }
            }));
            let end = Instant::now();
            caught(worked)?;
            Ok((start, end, warmup, solvers.setup_ns))
        });
        if query
            .cancel
            .as_ref()
            .is_some_and(|cancel| cancel.is_cancelled())
        {
            return Err(Broken::Cancelled);
        }
        let parts = parts.into_iter().collect::<Result<Vec<_>, Broken>>()?;
        let start = parts.iter().map(|part| part.0).min().expect("a thread");
        let end = parts.iter().map(|part| part.1).max().expect("a thread");
        let whole = (end - start).as_nanos() as f64;
        let passes = passes(cost_ns.load(Ordering::Relaxed), threads);
        Ok(Wall {
            wall_ns: (whole / passes as f64).max(0.1),
            passes: passes as u64,
            warmup: parts.iter().map(|part| part.2).sum(),
            setup_ns: parts.iter().map(|part| part.3).fold(0.0, f64::max),
        })
    }

    /// Runs batches untimed for a while, each thread from another one on, but
    /// none that takes long.
    fn warm(
        &self,
        thread: usize,
        solvers: &mut Solvers,
        query: &Query,
        answers: &[Answer],
        out: &mut Answers,
    ) -> Warm {
        let expected = |items: &[usize]| items.iter().map(|&item| answers[item].spent_ns).sum();
        let (mut puzzles, start) = (0, Instant::now());
        for at in (thread..).map(|at| at % self.batches.len()) {
            let cost: f64 = expected(&self.items[at]);
            if cost > SLOW_NS || start.elapsed().as_nanos() as f64 > WARM_NS {
                break;
            }
            let batch = &self.batches[at];
            solvers.at(batch.rules()).run_batch(batch, query, out);
            puzzles += batch.len() as u64;
        }
        let spent = start.elapsed().as_nanos() as f64;
        let pass_ns = match puzzles {
            0 => answers.iter().map(|answer| answer.spent_ns).sum(),
            puzzles => spent / puzzles as f64 * answers.len() as f64,
        };
        Warm { puzzles, pass_ns }
    }
}

/// How a warm-up went.
struct Warm {
    puzzles: u64,
    /// What the whole corpus would take this thread.
    pass_ns: f64,
}

/// How many passes take long enough, when one takes a thread so long.
fn passes(cost_ns: u64, threads: usize) -> usize {
    let passes = LEAST_NS * threads as f64 / (cost_ns.max(1)) as f64;
    passes.ceil().max(1.0) as usize
}

fn caught<T>(run: std::thread::Result<Result<T, Broken>>) -> Result<T, Broken> {
    run.unwrap_or_else(|panic| Err(Broken::Failed(panic_message(&*panic))))
}

/// A timed round.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Wall {
    /// The whole corpus once.
    pub(crate) wall_ns: f64,
    pub(crate) passes: u64,
    pub(crate) warmup: u64,
    pub(crate) setup_ns: f64,
}
