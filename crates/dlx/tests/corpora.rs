//! Counts and search sizes that others published, on files of `../shared`.
//!
//! Node counts are the test of faithfulness: on the same matrix, with the same
//! order of items and options and the same choice among equals, any correct
//! dancing-links program visits the same nodes. The figures of
//! `../shared/peers.md` come from Knuth's DLX1 and from the crate `dlx`. Knuth
//! counts the root of the tree too, so his number is ours and one.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use polydoku_core::{End, Engine, Puzzle, Query, Report, Rules};
use polydoku_dlx::{CellsEngine, LinksEngine};

/// The lines of a file under `../shared` without comments, or `None`, with the
/// reason printed.
fn lines(name: &str) -> Option<Vec<String>> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("POLYDOKU_SHARED").map_or_else(beside, PathBuf::from);
    let path = folder.join(name);
    let Ok(text) = std::fs::read_to_string(&path) else {
        let required = std::env::var_os("POLYDOKU_REQUIRE_SHARED").is_some_and(|v| v == "1");
        assert!(!required, "{} is required", path.display());
        #[allow(clippy::print_stdout)] // a test says why it is skipped
        {
            println!("skipped: {} is not there", path.display());
        }
        return None;
    };
    let data = text.lines().filter(|line| !line.starts_with('#'));
    Some(data.map(str::to_owned).collect())
}

fn puzzle(rules: &Arc<Rules>, line: &str) -> Option<Puzzle> {
    Puzzle::parse(rules, line.split_whitespace().next()?).ok()
}

/// Runs one puzzle, checking each solution, and that none comes twice.
fn run(engine: &dyn Engine, puzzle: &Puzzle, query: &Query) -> Report {
    let mut solver = engine.solver(puzzle.rules()).expect("all rules are taken");
    let mut seen = std::collections::HashSet::new();
    let report = solver.run(puzzle.as_ref(), query, &mut |digits| {
        puzzle.check_solution(digits).expect("a right solution");
        assert!(seen.insert(digits.to_vec()), "a solution comes once");
        ControlFlow::Continue(())
    });
    assert_eq!(report.found, seen.len() as u64);
    report
}

const ENGINES: [&dyn Engine; 2] = [&LinksEngine, &CellsEngine];

#[test]
fn counts_given_in_files_are_found() {
    let rules = Rules::classic();
    let mut counted = 0;
    for name in ["tdoku_test_puzzles", "sudopedia_invalid", "sudopedia_valid"] {
        let Some(lines) = lines(&format!("corpora/invalid/{name}.txt")) else {
            return;
        };
        for line in lines {
            let comment = line.split('#').nth(1).unwrap_or("1").trim();
            let vague = comment.contains("multiple");
            let number = comment.split([':', ' ']).next().filter(|_| !vague);
            let number = number.and_then(|number| number.parse::<u64>().ok());
            let (Some(puzzle), Some(expected)) = (puzzle(&rules, &line), number) else {
                // Clashing clues, or "multiple solutions" without a number.
                continue;
            };
            for engine in ENGINES {
                // One more than expected is enough to see that it is wrong.
                let report = run(engine, &puzzle, &Query::count(expected + 1));
                assert_eq!(
                    (report.found, report.end),
                    (expected, End::Exhausted),
                    "{line}"
                );
            }
            counted += 1;
        }
    }
    // 43 of tdoku's, 9 of the invalid ones that do not clash and have a number.
    assert!(counted >= 52, "{counted} puzzles are too few");
}

#[test]
fn c13_the_order_of_uncovering() {
    // Reported against another dancing-links crate, which crashed on it.
    let rules = Rules::classic();
    let line = "300080900000340000008005600500104070002009010003000040005001200000000000070008090";
    let solution =
        "351786924697342185428915637569134872742859316813267549935471268284693751176528493";
    let puzzle = Puzzle::parse(&rules, line).expect("no clash");
    for engine in ENGINES {
        let mut solver = engine.solver(&rules).expect("all rules are taken");
        // Twice: what was uncovered wrongly would show in the second run.
        for _ in 0..2 {
            let mut found = Vec::new();
            let report = solver.run(puzzle.as_ref(), &Query::all(), &mut |digits| {
                found.push(digits.iter().map(ToString::to_string).collect::<String>());
                ControlFlow::Continue(())
            });
            assert!(report.is_exact());
            assert_eq!(found, [solution]);
        }
    }
}

/// Knuth's nodes, root included, over the first puzzles of a file.
fn nodes(engine: &dyn Engine, name: &str, size: usize, take: usize, query: &Query) -> Option<u64> {
    let rules = Arc::new(Rules::assumed(size).expect("square boxes"));
    let mut nodes = 0;
    for line in lines(name)?.iter().take(take) {
        let puzzle = puzzle(&rules, line).expect("no clash");
        let report = run(engine, &puzzle, query);
        nodes += 1 + report.stats.nodes.get().expect("nodes are known");
    }
    Some(nodes)
}

#[test]
fn dlx1_visits_the_same_nodes() {
    let (all, first) = (Query::all(), Query::first());
    for (name, size, take, query, per_puzzle) in [
        (
            "9x9/samples/forum_hardest_1905_11plus_200.txt",
            9,
            50,
            &all,
            2338,
        ),
        ("9x9/samples/royle17_200.txt", 9, 50, &all, 109),
        ("sizes/dug_16x16.txt", 16, 20, &first, 33_125),
    ] {
        let file = format!("corpora/{name}");
        let Some(nodes) = nodes(&LinksEngine, &file, size, take, query) else {
            return;
        };
        assert_eq!(nodes / take as u64, per_puzzle, "{name}");
    }
}
