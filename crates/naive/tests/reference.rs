//! The exact search sizes of `../shared/reference/backtracking_counts.tsv`,
//! counted by an independent program: placements of the three procedures and
//! the validity checks of the first, stopping at the first solution.

#![allow(clippy::print_stdout)] // a skip and its reason must be seen

use std::ops::ControlFlow;

use polydoku_core::{Puzzle, Query, Rules};

struct Row {
    puzzle: String,
    backward: u64,
    forward: u64,
    checks: u64,
    solution: String,
}

/// The rows of the reference file, or `None` with a printed reason.
fn reference() -> Option<Vec<Row>> {
    let path = match polydoku_testkit::shared_file("reference/backtracking_counts.tsv") {
        Ok(path) => path,
        Err(reason) => {
            println!("skipped: {reason}");
            return None;
        }
    };
    let text = std::fs::read_to_string(path).expect("a readable file");
    let lines = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.starts_with("puzzle"));
    let rows = lines.map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |i: usize| fields[i].parse().expect("a number");
        Row {
            puzzle: fields[0].to_owned(),
            backward: number(1),
            forward: number(2),
            checks: number(3),
            solution: fields[4].to_owned(),
        }
    });
    Some(rows.collect())
}

/// Runs every row whose forward search is within `sizes`.
fn compare(sizes: std::ops::Range<u64>) {
    let Some(rows) = reference() else { return };
    let rules = Rules::classic();
    let mut compared = 0;
    for row in rows.iter().filter(|row| sizes.contains(&row.forward)) {
        let puzzle = Puzzle::parse(&rules, &row.puzzle).expect("a valid puzzle");
        for engine in polydoku_naive::engines() {
            let mut solver = engine.solver(&rules).expect("all rules are taken");
            let mut solution = String::new();
            let report = solver.run(puzzle.as_ref(), &Query::first(), &mut |digits| {
                solution = digits.iter().map(ToString::to_string).collect();
                ControlFlow::Continue(())
            });
            let name = engine.info().name;
            let backward = name == "naive/tables";
            let expected = if backward { row.backward } else { row.forward };
            assert_eq!(
                report.stats.placements.get(),
                Some(expected),
                "{name} {}",
                row.puzzle
            );
            if name == "naive" {
                assert_eq!(solver.figures(), [row.checks], "{}", row.puzzle);
            }
            // Of several solutions the other order may meet another one first.
            if !backward {
                assert_eq!(solution, row.solution, "{name} {}", row.puzzle);
            }
        }
        compared += 1;
    }
    println!("{compared} of {} rows equal", rows.len());
    assert!(compared > 0, "the file has rows of this size");
}

#[test]
fn placements_and_checks_equal_the_reference() {
    compare(0..1_000_000);
}

#[test]
#[ignore = "slow: some hundred million placements; run in release"]
fn placements_and_checks_equal_the_reference_for_large_searches() {
    compare(1_000_000..u64::MAX);
}
