//! Looking ahead of the search must not show: a silent run, which splits and
//! sweeps nodes that the depth-first search has yet to come to, against a told
//! one, which never does. Reports, solutions and their order are equal at every
//! level, wherever a limit cuts the search off.

#![allow(clippy::print_stdout)] // tests say what they skip

mod oracle;

use std::ops::ControlFlow;

use oracle::{cells, corpus, one};
use polydoku_core::{Batch, Digit, Engine, Event, Query, Report, Rules, Solver, Trace};
use polydoku_simd::{Level, Simd};

const HARD: &str =
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";

const NONE: &str =
    "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..";

/// Listens, and remembers nothing.
struct Deaf;

impl Trace for Deaf {
    fn event(&mut self, _: &Event<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

type Shown = (Report, Vec<Vec<Digit>>);

fn plain(solver: &mut dyn Solver, puzzle: &Batch, query: &Query) -> Shown {
    let mut shown = Vec::new();
    let mut visit = |digits: &[Digit]| {
        shown.push(digits.to_vec());
        ControlFlow::Continue(())
    };
    let report = solver.run_traced(puzzle.get(0), query, &mut visit, &mut Deaf);
    (report, shown)
}

fn ahead(solver: &mut dyn Solver, puzzle: &Batch, query: &Query) -> Shown {
    let mut shown = Vec::new();
    let mut visit = |digits: &[Digit]| {
        shown.push(digits.to_vec());
        ControlFlow::Continue(())
    };
    let report = solver.run(puzzle.get(0), query, &mut visit);
    (report, shown)
}

/// A hard puzzle, some with a few and with many solutions, one with none.
fn puzzles() -> Vec<Batch> {
    let mut lines = vec![HARD.to_string()];
    for open in [3, 9, 18, 30] {
        lines.push(format!("{}{}", ".".repeat(open), &HARD[open..]));
    }
    lines.push(NONE.to_string());
    lines.iter().map(|line| one(line)).collect()
}

#[test]
fn every_limit_cuts_the_same_search() {
    for level in Level::ALL {
        let Ok(mut solver) = Simd::at(level).solver(&Rules::classic()) else {
            println!("level {level} not tested");
            continue;
        };
        for puzzle in puzzles() {
            for limit in [1, 2, 7, 300] {
                let query = Query::count(limit);
                let whole = plain(&mut *solver, &puzzle, &query);
                assert_eq!(ahead(&mut *solver, &puzzle, &query), whole, "{level}");
                let nodes = whole.0.stats.nodes.get().expect("nodes are counted");
                for max in (0..=nodes + 1).filter(|max| *max < 150 || max % 17 == 0) {
                    let query = query.clone().with_max_nodes(max);
                    let expected = plain(&mut *solver, &puzzle, &query);
                    assert_eq!(
                        ahead(&mut *solver, &puzzle, &query),
                        expected,
                        "{level}, limit {limit}, {max} nodes"
                    );
                }
            }
        }
    }
}

#[test]
fn corpora_are_searched_in_plain_order() {
    for file in ["forum_hardest_1106.txt", "serg_benchmark.txt"] {
        let Some(lines) = corpus(file) else {
            println!("skipped {file}: no shared corpora beside the workspace");
            continue;
        };
        for level in Level::ALL {
            let Ok(mut solver) = Simd::at(level).solver(&Rules::classic()) else {
                println!("level {level} not tested");
                continue;
            };
            for line in lines.iter().step_by(lines.len() / 60) {
                let puzzle = oracle::batch(&[*line]);
                for query in [Query::unique(), Query::count(50)] {
                    let expected = plain(&mut *solver, &puzzle, &query);
                    assert_eq!(ahead(&mut *solver, &puzzle, &query), expected, "{level}");
                }
            }
        }
    }
}

#[test]
fn a_visitor_sees_no_more_than_it_asked_for() {
    let puzzle = oracle::batch(&[cells(&format!("{}{}", ".".repeat(18), &HARD[18..])).unwrap()]);
    for level in Level::ALL {
        let Ok(mut solver) = Simd::at(level).solver(&Rules::classic()) else {
            continue;
        };
        let mut seen = 0;
        let report = solver.run(puzzle.get(0), &Query::count(u64::MAX), &mut |_| {
            seen += 1;
            if seen == 3 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!((report.found, seen), (3, 3), "{level}");
    }
}
