//! Every level against the plain solver: on the shared corpora, on puzzles
//! with clues removed and changed, and with pencil marks; batch and single.
//!
//! By default a sample; the ignored tests take all of it (some minutes):
//! `cargo test --release -p polydoku-simd --test agreement -- --ignored`.

#![allow(clippy::print_stdout)] // tests say what they skip

mod oracle;

use std::collections::HashSet;
use std::ops::ControlFlow;

use oracle::{FILES, Oracle, Random, allowed, batch, clues, corpus, is_right};
use polydoku_core::{Answers, Batch, Digit, DigitSet, End, Engine, Keep, Query, Rules, Solver};
use polydoku_simd::{Level, Simd};

/// The solvers of all levels this processor has; says which those are.
fn levels() -> Vec<(Level, Box<dyn Solver>)> {
    let mut solvers = Vec::new();
    for level in Level::ALL {
        match Simd::at(level).solver(&Rules::classic()) {
            Ok(solver) => solvers.push((level, solver)),
            Err(why) => println!("level {level} not tested: {why}"),
        }
    }
    let names: Vec<String> = solvers.iter().map(|(level, _)| level.to_string()).collect();
    println!("levels tested: {}", names.join(", "));
    assert!(names.contains(&"portable".to_string()));
    solvers
}

/// Compares all levels with the plain solver, up to `limit` solutions, in
/// batches and one at a time.
fn agree(puzzles: &Batch, limit: u64) {
    let oracle = Oracle::new();
    let expected: Vec<Vec<[u8; 81]>> = puzzles
        .iter()
        .map(|puzzle| {
            let cells: [u8; 81] = std::array::from_fn(|c| puzzle.clues()[c].map_or(0, Digit::get));
            oracle.solutions(allowed(&cells, puzzle.marks()), limit as usize)
        })
        .collect();
    let query = Query::count(limit).with_keep(Keep::Every);
    let mut answers = Answers::new();
    let mut reference = None;
    for (level, mut solver) in levels() {
        solver.run_batch(puzzles, &query, &mut answers);
        assert_eq!(answers.reports.len(), puzzles.len());
        for (index, solutions) in expected.iter().enumerate() {
            let puzzle = puzzles.get(index);
            let report = answers.reports[index];
            let name = format!("{level}, puzzle {index}, {:?}", puzzle.clues());
            assert_eq!(report.found, solutions.len() as u64, "{name}");
            let full = solutions.len() as u64 == limit;
            let end = if full { End::Limit } else { End::Exhausted };
            assert_eq!(report.end, end, "{name}");

            let mut shown = Vec::new();
            let single = solver.run(puzzle, &query, &mut |digits: &[Digit]| {
                shown.push(digits.to_vec());
                ControlFlow::Continue(())
            });
            assert_eq!(single, report, "{name}: batch and single");
            let rows = answers.rows(index, puzzles, &query);
            let rows: Vec<Vec<Digit>> = rows
                .map(|row| row.iter().flatten().copied().collect())
                .collect();
            assert_eq!(rows, shown, "{name}: solutions kept and shown");
            let distinct: HashSet<[u8; 81]> = rows
                .iter()
                .map(|row| std::array::from_fn(|cell| row[cell].get()))
                .collect();
            assert_eq!(distinct.len(), solutions.len(), "{name}: solutions differ");
            if full {
                for grid in &distinct {
                    assert!(is_right(grid), "{name}");
                }
                for row in &rows {
                    assert_eq!(puzzle.check_solution(row), Ok(()), "{name}");
                }
            } else {
                assert_eq!(distinct, solutions.iter().copied().collect(), "{name}");
            }
        }
        let (reports, _) = reference.get_or_insert_with(|| (answers.reports.clone(), level));
        assert_eq!(
            *reports, answers.reports,
            "{level}: statistics of all levels"
        );
    }
}

fn agree_on_corpora(sample: usize) {
    for file in FILES {
        let Some(puzzles) = corpus(file) else {
            println!("skipped {file}: no shared corpora beside the workspace");
            continue;
        };
        let step = (puzzles.len() / sample).max(1);
        let some: Vec<[u8; 81]> = puzzles.into_iter().step_by(step).collect();
        println!("{file}: {} puzzles", some.len());
        for chunk in some.chunks(4096) {
            agree(&batch(chunk), 2);
        }
        for chunk in some.chunks(4096 * step.min(4)).take(1) {
            agree(&batch(chunk), 200);
        }
    }
}

#[test]
fn a_sample_of_every_corpus_agrees() {
    agree_on_corpora(60);
}

#[test]
#[ignore = "takes some minutes in release mode"]
fn every_corpus_agrees() {
    agree_on_corpora(usize::MAX);
}

/// Puzzles with clues taken away and clues changed, so that none, one and many
/// solutions and clashes occur; clashing ones never become puzzles.
fn mutated(count: usize, seed: u64) -> Vec<[u8; 81]> {
    let mut random = Random(seed);
    let mut bases: Vec<[u8; 81]> = Vec::new();
    for line in WELL_KNOWN {
        bases.push(oracle::cells(line).expect("81 cells"));
    }
    for file in FILES {
        bases.extend(corpus(file).unwrap_or_default().into_iter().take(20_000));
    }
    (0..count)
        .map(|_| {
            let base = bases[random.below(bases.len())];
            let mut puzzle = random.isomorph(&base);
            let given: Vec<usize> = (0..81).filter(|&cell| puzzle[cell] != 0).collect();
            match random.below(4) {
                _ if given.is_empty() => {}
                0 => {}
                1 => puzzle[given[random.below(given.len())]] = 0,
                2 => puzzle[given[random.below(given.len())]] = random.below(9) as u8 + 1,
                _ => puzzle[random.below(81)] = random.below(9) as u8 + 1,
            }
            puzzle
        })
        .collect()
}

/// Euler 96 number 1, Easter Monster, and an early 17-clue puzzle.
const WELL_KNOWN: &[&str] = &[
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "...8.1..........435............7.8........1...2..3....6......75..34........2..6..",
];

#[test]
fn changed_puzzles_agree() {
    agree(&batch(&mutated(1500, 20_261_130)), 20);
}

#[test]
#[ignore = "takes some minutes in release mode"]
fn many_changed_puzzles_agree() {
    let mut kinds = [0; 3];
    // 100,000 for CI; a million with POLYDOKU_SEEDS=250.
    let seeds = std::env::var("POLYDOKU_SEEDS").ok();
    let seeds = seeds.map_or(25, |n| n.parse().expect("POLYDOKU_SEEDS is a number"));
    for seed in 1..=seeds {
        let puzzles = batch(&mutated(4096, seed));
        agree(&puzzles, 20);
        let mut answers = Answers::new();
        let mut solver = Simd::best().solver(&Rules::classic()).expect("some level");
        solver.run_batch(&puzzles, &Query::unique(), &mut answers);
        for report in &answers.reports {
            kinds[report.found as usize] += 1;
        }
    }
    println!(
        "none {}, unique {}, multiple {}",
        kinds[0], kinds[1], kinds[2]
    );
}

#[test]
fn pencil_marks_agree() {
    let mut random = Random(7);
    let mut puzzles = Batch::new(Rules::classic());
    let grid = oracle::cells(
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
    )
    .expect("81 cells");
    for index in 0..600 {
        // A solution's digit and a few others in each cell; sometimes the
        // digit is missing somewhere, so that there may be no solution.
        let solution = random.isomorph(&grid);
        let density = 2 + index % 5;
        let mut marks: [DigitSet; 81] = std::array::from_fn(|cell| {
            let mut bits = 1 << (solution[cell] - 1);
            for _ in 0..density {
                bits |= 1 << random.below(9);
            }
            DigitSet::from_bits(bits)
        });
        if index % 7 == 0 {
            let cell = random.below(81);
            marks[cell] -= DigitSet::from_bits(1 << (solution[cell] - 1));
        }
        let mut given = [0; 81];
        for _ in 0..index % 4 {
            let cell = random.below(81);
            if marks[cell].bits() >> (solution[cell] - 1) & 1 == 1 {
                given[cell] = solution[cell];
            }
        }
        if index % 11 == 0 {
            puzzles.push(&clues(&given)).expect("no clash");
        } else {
            puzzles
                .push_marked(&clues(&given), &marks)
                .expect("no clash");
        }
    }
    agree(&puzzles, 30);
}
