//! How fast the stream itself can be: reading, checking, printing, and an
//! engine that does nothing but return a fixed answer.
//!
//! ```text
//! cargo run --release -p polydoku-pipeline --example ceiling -- FILE [THREADS [RUNS]]
//! ```
//!
//! The file is read as often as asked for, the answers go to nothing, and each
//! run's rate is printed. With 0 threads it is that of a plain loop instead
//! that reads the file's lines, checks them with `Batch::push_line`, and prints
//! nothing: what the stream cannot beat by more than the number of threads.
//! On a machine with other work, compare processor times (`time`, `perf stat`).
#![allow(clippy::print_stdout)]

use std::io::{self, Read};
use std::sync::Arc;
use std::time::Instant;

use polydoku_core::{
    Answers, Batch, Digit, End, Engine, EngineInfo, Keep, PuzzleRef, Query, Report, Rules, Solver,
    StatSet, Stats, Symbols, Trace, Unsupported, View, Visit,
};
use polydoku_engines::EngineChoice;
use polydoku_pipeline::{Answered, Input, Job};

/// The answer to everything.
const ANSWER: &[u8; 81] =
    b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

const REPORT: Report = Report {
    found: 1,
    end: End::Exhausted,
    stats: Stats {
        nodes: polydoku_core::Stat::known(1),
        placements: polydoku_core::Stat::UNKNOWN,
        guesses: polydoku_core::Stat::UNKNOWN,
        backtracks: polydoku_core::Stat::UNKNOWN,
        depth: polydoku_core::Stat::UNKNOWN,
    },
};

#[derive(Debug)]
struct Fixed(EngineInfo);

impl Engine for Fixed {
    fn info(&self) -> &EngineInfo {
        &self.0
    }

    fn solver(&self, _: &Arc<Rules>) -> Result<Box<dyn Solver>, Unsupported> {
        let digits = ANSWER.map(|byte| Digit::new(byte - b'0'));
        Ok(Box::new(Told(digits)))
    }
}

struct Told([Option<Digit>; 81]);

impl Solver for Told {
    fn run(&mut self, _: PuzzleRef<'_>, _: &Query, visit: Visit<'_>) -> Report {
        let _ = visit(&self.0.map(|digit| digit.expect("the answer is complete")));
        REPORT
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

    fn run_batch(&mut self, batch: &Batch, query: &Query, out: &mut Answers) {
        out.clear();
        out.reports.resize(batch.len(), REPORT);
        if query.keep == Keep::First {
            for _ in 0..batch.len() {
                out.solutions.extend_from_slice(&self.0);
            }
        }
    }
}

fn stream(path: &str, threads: usize) -> u64 {
    let info = EngineInfo {
        name: "fixed",
        idea: "always the same answer",
        rules: "9x9",
        node: "a puzzle",
        stats: StatSet::ALL,
        figures: &[],
        batch: 256,
        largest_count: 1,
        view: View::Scan,
    };
    let engine = EngineChoice::Named(Box::leak(Box::new(Fixed(info))));
    let render = |puzzle: &Answered<'_>, out: &mut Vec<u8>| {
        if let Some(solution) = puzzle.solution() {
            puzzle.symbols.write_line(solution, out);
            out.push(b'\n');
        }
    };
    let job = Job::solve(engine, Query::unique())
        .input(Input::file(path))
        .threads(threads);
    let summary = job
        .run(&render, io::sink(), |event| println!("{event}"))
        .expect("nothing takes everything");
    summary.tally.puzzles
}

/// The single-threaded loop to compare with.
fn plain_loop(path: &str) -> u64 {
    let mut file = std::fs::File::open(path).expect("the file can be opened");
    let symbols = Symbols::standard(9);
    let mut batch = Batch::new(Rules::classic());
    let mut buffer = vec![0; 82 * 512];
    let mut puzzles = 0;
    let mut filled = 0;
    loop {
        let read = file.read(&mut buffer[filled..]).expect("a readable file");
        if read == 0 {
            return puzzles;
        }
        filled += read;
        batch.clear();
        for line in buffer[..filled].chunks_exact(82) {
            let _ = batch.push_line(&line[..81], &symbols);
        }
        puzzles += (filled / 82) as u64;
        buffer.copy_within(filled / 82 * 82..filled, 0);
        filled %= 82;
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("a file of 81 characters a line");
    let threads = arguments.next().map_or(2, |n| n.parse().expect("a number"));
    let runs = arguments.next().map_or(5, |n| n.parse().expect("a number"));
    for _ in 0..runs {
        let start = Instant::now();
        let puzzles = match threads {
            0 => plain_loop(&path),
            threads => stream(&path, threads),
        };
        let rate = puzzles as f64 / start.elapsed().as_secs_f64() / 1e6;
        println!("{rate:.2} million puzzles a second");
    }
}
