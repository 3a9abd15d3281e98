//! The kernels of the SAT family: making clauses, loading them, and the whole way.
//!
//! Encoding goes into a counter, so that nothing but making clauses is measured. A
//! search that may not take a step is encoding and loading. The whole way is
//! uniqueness on one easy and one hard puzzle. Answers are checked once.
// `criterion_group!` makes a public function without docs.
#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use polydoku_core::{End, Puzzle, Query, Rules};
use polydoku_sat::{AtMostOne, Encoding, engines};
use std::{hint::black_box, ops::ControlFlow, sync::Arc, time::Duration};

/// The well-known hard puzzle "Golden Nugget", 21 clues.
const NUGGET: &str =
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
/// Norvig's hard one, 17 clues.
const SEVENTEEN: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

fn classic(line: &str) -> Puzzle {
    Puzzle::parse(&Rules::classic(), line).expect("its clues do not clash")
}

fn encode(criterion: &mut Criterion) {
    let puzzle = classic(NUGGET);
    let mut group = criterion.benchmark_group("make the clauses");
    for (name, encoding) in Encoding::NAMED {
        let clauses = encoding.size(puzzle.as_ref()).clauses;
        assert!(clauses > 1_000, "{name}: {clauses}");
        group.bench_function(name, |bencher| {
            bencher.iter(|| encoding.size(black_box(puzzle.as_ref())));
        });
    }
    let rules = Arc::new(Rules::assumed(25).expect("5x5 boxes"));
    let empty = Puzzle::new(&rules, &[None; 625]).expect("no clue, no clash");
    let pairs = Encoding::OPTIMISED.size(empty.as_ref()).clauses;
    for way in AtMostOne::ALL {
        let encoding = Encoding::OPTIMISED.with_at_most_one(way);
        let clauses = encoding.size(empty.as_ref()).clauses;
        assert_eq!(clauses < pairs, way != AtMostOne::Pairwise);
        group.bench_function(format!("empty 25x25/{}", way.name()), |bencher| {
            bencher.iter(|| encoding.size(black_box(empty.as_ref())));
        });
    }
    group.finish();
}

fn load(criterion: &mut Criterion) {
    let puzzle = classic(NUGGET);
    let mut group = criterion.benchmark_group("encode and load");
    for engine in engines() {
        let name = engine.info().name;
        let mut solver = engine.solver(puzzle.rules()).expect("all rules");
        let query = Query::unique().with_max_nodes(0);
        let mut ask = |puzzle| solver.run(puzzle, &query, &mut |_| ControlFlow::Continue(()));
        assert_eq!(ask(puzzle.as_ref()).end, End::Nodes, "{name}");
        group.bench_function(name, |bencher| {
            bencher.iter(|| ask(black_box(puzzle.as_ref())))
        });
    }
    group.finish();
}

fn unique(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("unique");
    for (kind, line) in [("17 clues", SEVENTEEN), ("nugget", NUGGET)] {
        let puzzle = classic(line);
        for engine in engines() {
            let name = engine.info().name;
            let mut solver = engine.solver(puzzle.rules()).expect("all rules");
            for (cost, query) in [
                ("", Query::unique()),
                (
                    " watched",
                    Query::unique()
                        .with_time(Duration::MAX)
                        .with_max_nodes(u64::MAX),
                ),
            ] {
                let mut ask =
                    |puzzle| solver.run(puzzle, &query, &mut |_| ControlFlow::Continue(()));
                let report = ask(puzzle.as_ref());
                assert_eq!((report.found, report.end), (1, End::Exhausted), "{name}");
                group.bench_function(format!("{kind}/{name}{cost}"), |bencher| {
                    bencher.iter(|| ask(black_box(puzzle.as_ref())));
                });
            }
        }
    }
    group.finish();
}

criterion_group!(benches, encode, load, unique);
criterion_main!(benches);
