//! A record and its rows made by hand, with everything that a report may meet: five
//! engines of three families, corpora of different hardness, samples, rounds, two
//! numbers of threads, limits, refusals, and names that try to break out.
#![allow(dead_code)] // each test file uses its own part

use polydoku_corpus::isomorph::SplitMix64;
use polydoku_harness::{Mode, PuzzleRow, Record, Row, SCHEMA, Status, Task};

/// The corpus whose name must stay text.
pub const NASTY: &str = "<b>\"hard\" & 'old'</b>";

/// Engines, their cost of a puzzle and of a guess in nanoseconds, and how often they
/// guess.
pub const ENGINES: [(&str, f64, f64, f64); 5] = [
    ("scan", 4_000.0, 900.0, 30.0),
    ("scan/tables", 2_000.0, 500.0, 28.0),
    ("cover", 9_000.0, 2_000.0, 4.0),
    ("cover/cells", 6_000.0, 1_500.0, 4.0),
    ("lanes", 400.0, 250.0, 1.0),
];

/// Corpora and how much guessing they take.
pub const CORPORA: [(&str, f64); 3] = [("easy", 0.01), ("seventeen_clues", 1.0), (NASTY, 40.0)];

pub const PUZZLES: u64 = 60;
const TIMEOUT: f64 = 1e6;

fn even(random: &mut SplitMix64) -> f64 {
    random.bits() as f64 / u64::MAX as f64
}

/// The rows of single puzzles, three rounds of each.
pub fn puzzle_rows() -> Vec<PuzzleRow> {
    let mut random = SplitMix64::new(5);
    let mut rows = Vec::new();
    for (corpus, hardness) in CORPORA {
        for puzzle in 0..PUZZLES {
            let hard = hardness * (-even(&mut random).ln());
            for (engine, fixed, each, eager) in ENGINES {
                let guesses = (hard * eager * (0.5 + even(&mut random))).floor();
                let time = fixed + each * guesses;
                let timed_out = time > TIMEOUT;
                for round in 1..=3 {
                    rows.push(PuzzleRow {
                        corpus: corpus.to_owned(),
                        puzzle,
                        line: puzzle + 1,
                        clues: 17 + (puzzle % 9) as u32,
                        task: Task::Unique,
                        engine: engine.to_owned(),
                        round,
                        verdict: if timed_out { "unknown" } else { "unique" }.to_owned(),
                        found: u64::from(!timed_out),
                        settled: !timed_out,
                        timed_out,
                        time_ns: Some(time.min(TIMEOUT) * (1.0 + 0.02 * even(&mut random))),
                        nodes: Some(2 * guesses as u64),
                        guesses: Some(guesses as u64),
                        ..PuzzleRow::new()
                    });
                }
            }
        }
    }
    rows
}

fn base(corpus: &str, engine: &str) -> Row {
    Row {
        schema: SCHEMA,
        date: "2026-11-30T21:40:00Z".to_owned(),
        version: "0.1.0".to_owned(),
        rustc: "rustc 1.95.0".to_owned(),
        profile: "release, opt-level 3".to_owned(),
        target: "x86_64-unknown-linux-gnu".to_owned(),
        cpu: "A processor".to_owned(),
        cores: 2,
        command: format!("polydoku bench measure '{corpus}' --rounds 3"),
        seed: 1,
        permuted: true,
        corpus: corpus.to_owned(),
        corpus_sha256: format!("{:064x}", corpus.len()),
        corpus_puzzles: PUZZLES,
        rules: "9x9".to_owned(),
        task: Task::Unique,
        solution_limit: 2,
        timeout_ns: Some(TIMEOUT as u64),
        engine: engine.to_owned(),
        instruction_set: "avx2".to_owned(),
        puzzles: PUZZLES,
        ..Row::default()
    }
}

/// The record that belongs to the rows.
pub fn record() -> Record {
    let singles = puzzle_rows();
    let mut rows = Vec::new();
    for (corpus, _) in CORPORA {
        for round in 1..=3 {
            for (engine, ..) in ENGINES {
                let its = singles.iter().filter(|row| {
                    (&*row.corpus, &*row.engine, row.round) == (corpus, engine, round)
                });
                let mut times: Vec<f64> = its.clone().filter_map(|row| row.time_ns).collect();
                times.sort_by(f64::total_cmp);
                let unknown = its.clone().filter(|row| row.timed_out).count() as u64;
                let at = |share: f64| Some(times[(share * (times.len() - 1) as f64) as usize]);
                let total: f64 = times.iter().sum();
                let penalty = TIMEOUT * unknown as f64;
                let guesses = its.filter_map(|row| row.guesses).sum::<u64>() as f64;
                let latency = Row {
                    mode: Mode::Latency,
                    threads: Some(1),
                    round,
                    solved: PUZZLES - unknown,
                    unknown,
                    timed_out: unknown,
                    wall_ns: Some(total),
                    min_ns: at(0.0),
                    median_ns: at(0.5),
                    p90_ns: at(0.9),
                    p99_ns: at(0.99),
                    max_ns: at(1.0),
                    mad_ns: Some(1.0),
                    par2_ns: Some((total + penalty) / PUZZLES as f64),
                    guesses_per_puzzle: Some(guesses / PUZZLES as f64),
                    without_guess_share: Some(0.5),
                    ..base(corpus, engine)
                };
                rows.push(latency);
                for threads in [1, 2] {
                    let row = Row {
                        mode: Mode::Throughput,
                        ..base(corpus, engine)
                    };
                    if unknown > 0 {
                        // As measured: once, with no number of threads.
                        if round == 1 && threads == 1 {
                            rows.push(Row {
                                status: Status::Limited,
                                unknown,
                                ..row
                            });
                        }
                        continue;
                    }
                    let wall = total / (0.3 + 0.7 * f64::from(threads));
                    rows.push(Row {
                        threads: Some(threads),
                        round,
                        solved: PUZZLES,
                        wall_ns: Some(wall),
                        puzzles_per_s: Some(PUZZLES as f64 * 1e9 / wall),
                        ..row
                    });
                }
            }
        }
    }
    // A corpus that one engine does not take, and a smaller sample of another.
    for (engine, ..) in &ENGINES[..4] {
        for round in 1..=3 {
            let mean = Some(1e5 + 1e3 * f64::from(round));
            rows.push(Row {
                threads: Some(1),
                round,
                solved: 5,
                puzzles: 5,
                median_ns: mean,
                par2_ns: mean,
                ..base("easy", engine)
            });
        }
    }
    rows.push(Row {
        status: Status::Unsupported,
        error: "lanes takes the classic 9x9 only, not 16x16".to_owned(),
        ..base("sixteen", "lanes")
    });
    rows.push(Row {
        round: 1,
        threads: Some(1),
        median_ns: Some(5e6),
        par2_ns: Some(5e6),
        solved: PUZZLES,
        ..base("sixteen", "cover")
    });
    Record { rows }
}
