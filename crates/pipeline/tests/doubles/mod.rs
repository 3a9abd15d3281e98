//! Stand-ins for what a run meets: engines that do as they are told, inputs
//! that hand out text piece by piece, outputs that fail.
#![allow(dead_code)] // each test file uses its own part

use std::fmt;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use polydoku_core::{
    Digit, End, Engine, EngineInfo, PuzzleRef, Query, Report, Rules, Solver, StatSet, Stats, Trace,
    Unsupported, View, Visit,
};
use polydoku_engines::EngineChoice;
use polydoku_pipeline::{Answered, Outcome};

type Run = dyn Fn(PuzzleRef<'_>, &Query, Visit<'_>) -> Report + Send + Sync;

/// An engine whose solvers call a closure.
pub struct Double {
    info: EngineInfo,
    run: Arc<Run>,
}

impl fmt::Debug for Double {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Double")
    }
}

impl Engine for Double {
    fn info(&self) -> &EngineInfo {
        &self.info
    }

    fn supports(&self, rules: &Rules) -> Result<(), Unsupported> {
        if rules.size() > 9 {
            return Err(Unsupported::Rules("sizes up to 9 only".into()));
        }
        Ok(())
    }

    fn solver(&self, rules: &Arc<Rules>) -> Result<Box<dyn Solver>, Unsupported> {
        self.supports(rules)?;
        Ok(Box::new(Doing {
            run: self.run.clone(),
            rules: rules.clone(),
            at_work: false,
        }))
    }
}

/// A solver that insists on what the contract promises it: puzzles of its own
/// rules, and not to be used again after a panic.
struct Doing {
    run: Arc<Run>,
    rules: Arc<Rules>,
    at_work: bool,
}

impl Solver for Doing {
    fn run(&mut self, puzzle: PuzzleRef<'_>, query: &Query, visit: Visit<'_>) -> Report {
        assert_eq!(puzzle.rules(), &self.rules, "a puzzle of other rules");
        assert!(!self.at_work, "used again after a panic");
        self.at_work = true;
        let report = (self.run)(puzzle, query, visit);
        self.at_work = false;
        report
    }

    fn run_traced(
        &mut self,
        puzzle: PuzzleRef<'_>,
        query: &Query,
        visit: Visit<'_>,
        _: &mut dyn Trace,
    ) -> Report {
        self.run(puzzle, query, visit)
    }
}

/// The choice of an engine that does this.
pub fn engine(
    run: impl Fn(PuzzleRef<'_>, &Query, Visit<'_>) -> Report + Send + Sync + 'static,
) -> EngineChoice {
    let info = EngineInfo {
        name: "double",
        idea: "does as it is told",
        rules: "up to 9x9",
        node: "nothing",
        stats: StatSet::ALL,
        figures: &[],
        batch: 1,
        largest_count: u64::MAX,
        view: View::Scan,
    };
    let run = Arc::new(run);
    EngineChoice::Named(Box::leak(Box::new(Double { info, run })))
}

/// Shows one "solution": open cells get digits counted up from 1, which is
/// wrong as Sudoku and right as a mark of the puzzle.
pub fn filled(puzzle: PuzzleRef<'_>, visit: Visit<'_>) -> Report {
    let _ = visit(&filling(puzzle));
    report(1, End::Exhausted)
}

/// What [`filled`] shows.
pub fn filling(puzzle: PuzzleRef<'_>) -> Vec<Digit> {
    let size = puzzle.rules().size();
    let cells = puzzle.clues().iter().enumerate();
    let digit = |(at, clue): (usize, &Option<Digit>)| clue.unwrap_or(Digit::from_index(at % size));
    cells.map(digit).collect()
}

pub fn report(found: u64, end: End) -> Report {
    Report {
        found,
        end,
        stats: Stats::default(),
    }
}

/// One line a puzzle: `line: solution verdict`, or what else came of it.
pub fn line_of(puzzle: &Answered<'_>, out: &mut Vec<u8>) {
    let mut text = format!("{}: ", puzzle.line).into_bytes();
    match &puzzle.outcome {
        Outcome::Answer(answer) => {
            if let Some(solution) = answer.solution {
                puzzle.symbols.write_line(solution, &mut text);
                text.push(b' ');
            }
            text.extend_from_slice(answer.report.verdict().word().as_bytes());
        }
        Outcome::Clash(clashes) => text.extend_from_slice(format!("invalid {clashes}").as_bytes()),
        Outcome::Panicked(message) => text.extend_from_slice(format!("panic {message}").as_bytes()),
        Outcome::Read => text.extend_from_slice(b"read"),
        _ => text.extend_from_slice(b"other"),
    }
    text.push(b'\n');
    out.extend_from_slice(&text);
}

/// Hands out its pieces one a read, calling a closure before each.
pub struct Pieces<F> {
    pieces: std::vec::IntoIter<Vec<u8>>,
    rest: Vec<u8>,
    number: usize,
    before: F,
}

impl<F> Pieces<F> {
    pub fn new(pieces: Vec<Vec<u8>>, before: F) -> Pieces<F> {
        Pieces {
            pieces: pieces.into_iter(),
            rest: Vec::new(),
            number: 0,
            before,
        }
    }
}

impl<F: FnMut(usize)> Read for Pieces<F> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            (self.before)(self.number);
            self.number += 1;
            match self.pieces.next() {
                Some(piece) => self.rest = piece,
                None => return Ok(0),
            }
        }
        let length = self.rest.len().min(into.len());
        into[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

/// What was written, for several threads to look at and wait for.
#[derive(Clone, Default)]
pub struct Shared(Arc<(Mutex<Vec<u8>>, Condvar)>);

impl Shared {
    pub fn text(&self) -> String {
        String::from_utf8(self.0.0.lock().unwrap().clone()).unwrap()
    }

    /// Waits until a text stands in it; gives up after a minute, so that a
    /// fault shows as a failure and not as a test that never ends.
    pub fn contains_soon(&self, text: &str) -> bool {
        let has = |page: &mut Vec<u8>| String::from_utf8_lossy(page).contains(text);
        let page = self.0.0.lock().unwrap();
        let minute = Duration::from_secs(60);
        let wait = self.0.1.wait_timeout_while(page, minute, |page| !has(page));
        !wait.unwrap().1.timed_out()
    }
}

impl Write for Shared {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.0.0.lock().unwrap().extend_from_slice(text);
        self.0.1.notify_all();
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Takes some bytes, and then fails.
pub struct Failing {
    pub after: usize,
    pub with: io::ErrorKind,
}

impl Write for Failing {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        if self.after == 0 {
            return Err(self.with.into());
        }
        let taken = text.len().min(self.after);
        self.after -= taken;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A search that goes on until the query is cancelled.
pub fn endless(query: &Query) -> Report {
    let cancel = query
        .cancel
        .as_ref()
        .expect("a run can always be cancelled");
    while !cancel.is_cancelled() {
        std::thread::yield_now();
    }
    report(0, End::Cancelled)
}

pub const GO_ON: ControlFlow<()> = ControlFlow::Continue(());
