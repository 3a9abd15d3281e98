//! The kernels of the bitmask family: one pass over a 9x9 grid, the choice of
//! a split, what a puzzle costs around them, and one whole search of each row.
//!
//! A pass costs the same whatever the grid holds; it is measured on one where
//! it changes something, from a copy each time. The searches prove uniqueness
//! of one puzzle that no row solves without guessing.
// `criterion_group!` makes a public function without docs.
#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use polydoku_bitmask::classic::sweep::{Lines, Outcome, sweep};
use polydoku_bitmask::classic::{branch, digits, start};
use polydoku_bitmask::engines;
use polydoku_core::{Puzzle, Query, Rules};
use std::{hint::black_box, ops::ControlFlow::Continue};

/// Wikipedia's example of a puzzle, 30 clues: passes alone solve it.
const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// A. Inkala's puzzle of 2010, 21 clues: passes alone do not.
const HARD: &str =
    "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..";

fn passes(criterion: &mut Criterion) {
    let rules = Rules::classic();
    let easy = Puzzle::parse(&rules, EASY).expect("its clues do not clash");
    let hard = Puzzle::parse(&rules, HARD).expect("its clues do not clash");
    let mut group = criterion.benchmark_group("9x9 kernel");

    let first = start(easy.as_ref());
    let (mut grid, mut lines) = (first, Lines::NONE);
    let mut count = 1;
    while sweep(&mut grid, &mut lines) == Outcome::Changed {
        count += 1;
    }
    // Set-up: some passes solve it, and the last one says so.
    assert!((2..20).contains(&count));
    assert_eq!(sweep(&mut grid, &mut lines), Outcome::Solved);
    assert!(easy.check_solution(&digits(&grid)).is_ok());
    group.bench_function("pass", |bencher| {
        bencher.iter(|| {
            let mut grid = black_box(first);
            let outcome = sweep(&mut grid, &mut lines);
            black_box((grid, outcome))
        });
    });
    group.bench_function("start", |bencher| {
        bencher.iter(|| black_box(start(black_box(easy.as_ref()))));
    });
    group.bench_function("digits", |bencher| {
        bencher.iter(|| black_box(digits(black_box(&grid))));
    });

    let (mut grid, mut lines) = (start(hard.as_ref()), Lines::NONE);
    while sweep(&mut grid, &mut lines) == Outcome::Changed {}
    assert_eq!(sweep(&mut grid, &mut lines), Outcome::Fixed);
    let split = branch::split(&lines);
    // Set-up: either choice is a step.
    for choice in 0..2 {
        let mut below = grid;
        split.apply(choice, &mut below);
        assert_ne!(below, grid);
    }
    group.bench_function("split", |bencher| {
        bencher.iter(|| black_box(branch::split(black_box(&lines))));
    });
    group.bench_function("apply both choices", |bencher| {
        bencher.iter(|| {
            let mut below = [black_box(grid); 2];
            split.apply(0, &mut below[0]);
            split.apply(1, &mut below[1]);
            black_box(below)
        });
    });
    group.finish();
}

fn searches(criterion: &mut Criterion) {
    let rules = Rules::classic();
    let puzzle = Puzzle::parse(&rules, HARD).expect("its clues do not clash");
    let query = Query::unique();
    let mut group = criterion.benchmark_group("hard 9x9, unique");
    for engine in engines() {
        let mut solver = engine.solver(&rules).expect("all rows take all rules");
        let report = solver.run(puzzle.as_ref(), &query, &mut |digits| {
            assert!(puzzle.check_solution(digits).is_ok());
            Continue(())
        });
        assert_eq!(report.found, 1, "{}", engine.info().name);
        assert!(report.stats.guesses.get() > Some(0));
        group.bench_function(engine.info().name, |bencher| {
            bencher.iter(|| solver.run(black_box(puzzle.as_ref()), &query, &mut |_| Continue(())));
        });
    }
    group.finish();
}

criterion_group!(kernels, passes, searches);
criterion_main!(kernels);
