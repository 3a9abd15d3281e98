//! The kernels of exact cover: building a matrix, choosing, covering and undoing.
//!
//! Through the public interface, by queries and problems in which one kernel is
//! nearly all there is. A search that may visit no node only builds its matrix.
//! Items with one option of their own leave nothing to remove, so that choosing
//! is what is left (links look at all sizes each time, cells have them noted). All
//! solutions of an empty 4x4 grid are a tree of covering and undoing with little
//! to choose from. Figures are for the whole call; answers are checked once.
// `criterion_group!` makes a public function without docs.
#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use polydoku_core::{Engine, Puzzle, Query, Rules};
use polydoku_dlx::{
    CellsEngine, DancingCells, DancingLinks, ExactCover, ExactCoverSolver, LinksEngine,
};
use std::{hint::black_box, ops::ControlFlow, sync::Arc};

/// The well-known hard puzzle "Golden Nugget", 21 clues.
const NUGGET: &str =
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";

const ENGINES: [(&str, &dyn Engine); 2] = [("links", &LinksEngine), ("cells", &CellsEngine)];

fn build(criterion: &mut Criterion) {
    let rules = Rules::classic();
    let hard = Puzzle::parse(&rules, NUGGET).expect("its clues do not clash");
    let empty = Puzzle::parse(&rules, &".".repeat(81)).expect("no clue, no clash");
    let query = Query::first().with_max_nodes(0);
    let mut group = criterion.benchmark_group("build the matrix");
    for (family, engine) in ENGINES {
        let mut solver = engine.solver(&rules).expect("all rules are taken");
        for (name, puzzle, options) in [("21 clues", &hard, 242), ("empty", &empty, 729)] {
            let figures = query.clone().with_figures();
            solver.run(
                puzzle.as_ref(),
                &figures,
                &mut |_| ControlFlow::Continue(()),
            );
            let column = engine
                .info()
                .figures
                .iter()
                .position(|figure| figure.name == "options");
            assert_eq!(solver.figures()[column.expect("a figure")], options);
            group.bench_function(format!("{family}/{name}"), |bencher| {
                bencher.iter(|| {
                    let puzzle = black_box(puzzle.as_ref());
                    solver.run(puzzle, &query, &mut |_| ControlFlow::Continue(()))
                });
            });
        }
    }
    group.finish();
}

fn choose(criterion: &mut Criterion) {
    let mut problem = ExactCover::new();
    for item in problem.primary_items(1000) {
        problem.add_option([item]).expect("one item");
    }
    let mut group = criterion.benchmark_group("choose among 1000 items, 1000 times");
    let solvers: [(&str, Box<dyn ExactCoverSolver>); 2] = [
        ("links", Box::new(DancingLinks::new())),
        ("cells", Box::new(DancingCells::new())),
    ];
    for (family, mut solver) in solvers {
        assert_eq!(solver.count_up_to(&problem, 2), 1);
        group.bench_function(family, |bencher| {
            bencher.iter(|| solver.count_up_to(black_box(&problem), 2));
        });
    }
    group.finish();
}

fn cover(criterion: &mut Criterion) {
    let rules = Arc::new(Rules::assumed(4).expect("2x2 boxes"));
    let empty = Puzzle::parse(&rules, &".".repeat(16)).expect("no clue, no clash");
    let query = Query::count(u64::MAX);
    let mut group = criterion.benchmark_group("cover and undo, 288 grids of 4x4");
    for (family, engine) in ENGINES {
        let mut solver = engine.solver(&rules).expect("all rules are taken");
        let mut count = || {
            let puzzle = black_box(empty.as_ref());
            solver.run(puzzle, &query, &mut |_| ControlFlow::Continue(()))
        };
        assert_eq!(count().found, 288);
        group.bench_function(family, |bencher| bencher.iter(&mut count));
    }
    group.finish();
}

criterion_group!(kernels, build, choose, cover);
criterion_main!(kernels);
