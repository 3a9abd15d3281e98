//! The shared corpora: every 9x9 file answers as its index says.
//!
//! Counts are the index's, taken with other solvers. The files lie beside the
//! workspace; without them the tests say so and pass.

#![expect(clippy::print_stderr, reason = "a skipped test says why")]

use polydoku_bitmask::{best, engines};
use polydoku_core::{Answers, Batch, Puzzle, PuzzleError, Query, Rules, Symbols, Verdict};
use std::ops::ControlFlow::Continue;
use std::path::PathBuf;

fn shared() -> Option<PathBuf> {
    let path = std::env::var_os("POLYDOKU_SHARED").map(PathBuf::from);
    let path = path
        .unwrap_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")));
    let corpora = path.join("corpora");
    if corpora.is_dir() {
        return Some(corpora);
    }
    let required = std::env::var_os("POLYDOKU_REQUIRE_SHARED").is_some_and(|v| v == "1");
    assert!(!required, "{} is required", corpora.display());
    eprintln!("skipped: no shared corpora at {}", corpora.display());
    None
}

/// The text of each line with a puzzle: its cells, and the comment after `#`.
fn lines(file: PathBuf) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let lines = text
        .lines()
        .filter(|line| line.len() >= 81 && !line.starts_with('#'));
    lines
        .map(|line| {
            let (cells, comment) = line.split_at(81);
            (
                cells.to_owned(),
                comment.trim_start_matches([' ', '#']).to_owned(),
            )
        })
        .collect()
}

fn batch_of(lines: &[(String, String)]) -> Batch {
    let symbols = Symbols::standard(9);
    let mut batch = Batch::new(Rules::classic());
    for (cells, _) in lines {
        batch.push_line(cells.as_bytes(), &symbols).unwrap();
    }
    batch
}

#[test]
fn every_9x9_corpus_is_unique_but_for_what_the_index_names() {
    let Some(corpora) = shared() else { return };
    let mut solver = best().solver(&Rules::classic()).unwrap();
    let mut answers = Answers::new();
    let files = [
        ("all_17_clue_sudokus", 49_151, 0),
        ("euler096", 50, 0),
        ("forum_hardest_1106", 375, 0),
        ("forum_hardest_1905_11plus", 48_766, 0),
        ("gecode_9x9", 18, 0),
        ("hodoku_enh_extremes", 3, 0),
        ("kaggle_bryanpark_10000", 10_000, 0),
        ("kaggle_radcliffe3m_7034", 7_034, 0),
        ("magictour_top1465", 1_465, 0),
        ("magictour_top2365", 2_365, 1),
        ("mith_te3_minimals4844", 4_844, 0),
        ("msk_009", 1_011, 0),
        ("norvig_easy50", 50, 0),
        ("norvig_hardest11", 11, 0),
        ("norvig_sudoku10k", 10_000, 0),
        ("norvig_top95", 95, 0),
        ("plb2_hard20", 20, 0),
        ("royle17_49158", 49_158, 0),
        ("serg_benchmark", 10_000, 10_000),
        ("tdoku_generated_unbiased", 20_000, 0),
    ];
    for (name, puzzles, multiple) in files {
        let lines = lines(corpora.join("9x9").join(name).with_extension("txt"));
        assert_eq!(lines.len(), puzzles, "{name}");
        // Without optimisation the large files are sampled.
        let step = if cfg!(debug_assertions) && puzzles > 5_000 {
            8
        } else {
            1
        };
        let lines: Vec<_> = lines.into_iter().step_by(step).collect();
        let multiple = if multiple > 1 { lines.len() } else { multiple };
        let batch = batch_of(&lines);
        let query = Query::unique();
        solver.run_batch(&batch, &query, &mut answers);
        let verdicts = answers.reports.iter().map(|report| report.verdict());
        let others = verdicts.filter(|&verdict| verdict != Verdict::Unique);
        let others: Vec<_> = others.collect();
        assert_eq!(others, vec![Verdict::Multiple; multiple], "{name}");
        for (index, puzzle) in batch.iter().enumerate().step_by(97) {
            for row in answers.rows(index, &batch, &query) {
                let digits: Vec<_> = row.iter().flatten().copied().collect();
                puzzle.check_solution(&digits).unwrap();
            }
        }
    }
}

#[test]
fn counts_of_puzzles_with_many_solutions_are_exact() {
    let Some(corpora) = shared() else { return };
    let mut solver = best().solver(&Rules::classic()).unwrap();
    let mut count = |cells: &str| {
        let puzzle = Puzzle::parse(&Rules::classic(), cells).unwrap();
        let query = Query::count(u64::MAX);
        solver
            .run(puzzle.as_ref(), &query, &mut |_| Continue(()))
            .found
    };
    let gsf = lines(corpora.join("invalid/gsf_multiple.txt"));
    assert_eq!(count(&gsf[0].0), 957_263);
    let expected = std::fs::read_to_string(corpora.join("9x9/serg_benchmark.nsol")).unwrap();
    let expected: Vec<u64> = expected.lines().map(|n| n.parse().unwrap()).collect();
    let found: Vec<u64> = lines(corpora.join("9x9/serg_benchmark.txt"))
        .iter()
        .map(|(cells, _)| count(cells))
        .collect();
    assert_eq!(found, expected);
    assert_eq!(found.iter().sum::<u64>(), 1_982_741);
}

#[test]
fn every_row_counts_the_invalid_puzzles_as_their_files_say() {
    let Some(corpora) = shared() else { return };
    let mut counted = [0; 2];
    for file in ["tdoku_test_puzzles", "sudopedia_invalid", "sudopedia_valid"] {
        for (cells, comment) in lines(corpora.join("invalid").join(file).with_extension("txt")) {
            // A number, or "multiple", or nothing where the file says all unique.
            let number = comment.split([':', ' ']).next().unwrap_or_default();
            let multiple = comment.contains("multiple");
            let expected: u64 = match number.parse() {
                _ if multiple => 2,
                Ok(expected) => expected,
                Err(_) if file == "sudopedia_valid" => 1,
                Err(_) => panic!("{file}: no count in {comment:?}"),
            };
            let limit = if multiple { 2 } else { u64::MAX };
            let puzzle = match Puzzle::parse(&Rules::classic(), &cells) {
                Ok(puzzle) => puzzle,
                Err(PuzzleError::Clash(_)) => {
                    assert_eq!(expected, 0, "{cells}");
                    counted[0] += 1;
                    continue;
                }
                Err(error) => panic!("{error}"),
            };
            for engine in engines() {
                // House masks alone take minutes where there are few clues.
                let few = puzzle.clues().iter().flatten().count() < 20;
                if engine.info().name == "bitmask/mrv" && few {
                    continue;
                }
                let mut solver = engine.solver(puzzle.rules()).unwrap();
                let query = Query::count(limit);
                let report = solver.run(puzzle.as_ref(), &query, &mut |_| Continue(()));
                assert_eq!(report.found, expected, "{}: {cells}", engine.info().name);
            }
            counted[1] += 1;
        }
    }
    assert_eq!(counted[0] + counted[1], 62, "{counted:?}");
}
