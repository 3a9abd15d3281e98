//! Problems whose number of solutions is known from elsewhere.
//!
//! Pentominoes: 6x10 has 2,339 essentially different packings (C. B. and
//! Jenifer Haselgrove 1960), four times as many with rotations and reflections
//! of the board; 3x20 has 2, so 8. Queens: the sequence A000170. Langford pairs:
//! A014552 gives them up to reversal, so twice as many. Sudoku grids of 4x4: 288;
//! Latin squares: A002860.

use std::sync::Arc;

use polydoku_core::{Engine, Puzzle, Query, Rules};
use polydoku_dlx::{
    CellsEngine, DancingCells, DancingLinks, ExactCover, ExactCoverSolver, LinksEngine,
};

fn assert_count(problem: &ExactCover, expected: u64) {
    assert_eq!(DancingLinks::new().count_up_to(problem, u64::MAX), expected);
    assert_eq!(DancingCells::new().count_up_to(problem, u64::MAX), expected);
}

/// The twelve pentominoes as five cells (row, column) each.
const PENTOMINOES: [[(i32, i32); 5]; 12] = [
    [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)], // F
    [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)], // I
    [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)], // L
    [(0, 1), (1, 1), (2, 0), (2, 1), (3, 0)], // N
    [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)], // P
    [(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)], // T
    [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)], // U
    [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)], // V
    [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)], // W
    [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)], // X
    [(0, 1), (1, 0), (1, 1), (2, 1), (3, 1)], // Y
    [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)], // Z
];

/// All ways to put each piece once on a board: items are pieces and squares.
fn pentominoes(rows: i32, cols: i32) -> ExactCover {
    let mut problem = ExactCover::new();
    let pieces = problem.primary_items(12);
    let squares = problem.primary_items((rows * cols) as usize);
    for (piece, shape) in pieces.iter().zip(PENTOMINOES) {
        let mut turned: Vec<Vec<(i32, i32)>> = Vec::new();
        for symmetry in 0..8 {
            let mut cells: Vec<_> = shape
                .iter()
                .map(|&(r, c)| {
                    let (r, c) = if symmetry & 1 == 0 { (r, c) } else { (c, r) };
                    let r = if symmetry & 2 == 0 { r } else { -r };
                    (r, if symmetry & 4 == 0 { c } else { -c })
                })
                .collect();
            let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
            let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
            for cell in &mut cells {
                *cell = (cell.0 - top, cell.1 - left);
            }
            cells.sort();
            if !turned.contains(&cells) {
                turned.push(cells);
            }
        }
        for cells in turned {
            for top in 0..rows {
                for left in 0..cols {
                    let fits = |&(r, c): &(i32, i32)| top + r < rows && left + c < cols;
                    if cells.iter().all(fits) {
                        let square =
                            |&(r, c): &(i32, i32)| squares[((top + r) * cols + left + c) as usize];
                        let items = std::iter::once(*piece).chain(cells.iter().map(square));
                        problem.add_option(items).expect("squares differ");
                    }
                }
            }
        }
    }
    problem
}

#[test]
fn pentominoes_fill_3x20_in_8_ways() {
    assert_count(&pentominoes(3, 20), 8);
}

#[test]
fn pentominoes_fill_6x10_in_9356_ways() {
    // Seconds without optimisation, so one solver only.
    let mut solver = DancingCells::new();
    assert_eq!(solver.count_up_to(&pentominoes(6, 10), u64::MAX), 4 * 2339);
}

/// `n` queens: a rank and a file each must be used, a diagonal may be.
fn queens(n: usize) -> ExactCover {
    let mut problem = ExactCover::new();
    let (ranks, files) = (problem.primary_items(n), problem.primary_items(n));
    let (up, down) = (
        problem.secondary_items(2 * n - 1),
        problem.secondary_items(2 * n - 1),
    );
    for r in 0..n {
        for f in 0..n {
            problem
                .add_option([ranks[r], files[f], up[r + f], down[r + n - 1 - f]])
                .expect("four different lines");
        }
    }
    problem
}

#[test]
fn queens_are_placed_in_the_known_numbers_of_ways() {
    for (n, ways) in [
        (1, 1),
        (2, 0),
        (3, 0),
        (4, 2),
        (5, 10),
        (6, 4),
        (7, 40),
        (8, 92),
        (9, 352),
    ] {
        assert_count(&queens(n), ways);
    }
}

#[test]
fn langford_pairs_have_the_known_numbers() {
    for (n, ways) in [(3, 2), (4, 2), (5, 0), (6, 0), (7, 52), (8, 300)] {
        let mut problem = ExactCover::new();
        let (numbers, slots) = (problem.primary_items(n), problem.primary_items(2 * n));
        for (value, &number) in numbers.iter().enumerate() {
            for (&first, &second) in slots.iter().zip(slots.iter().skip(value + 2)) {
                problem
                    .add_option([number, first, second])
                    .expect("slots differ");
            }
        }
        assert_count(&problem, ways);
    }
}

fn grids(rules: Rules, expected: u64) {
    let rules = Arc::new(rules);
    let empty = Puzzle::new(&rules, &vec![None; rules.cell_count()]).expect("no clue, no clash");
    for engine in [&LinksEngine as &dyn Engine, &CellsEngine] {
        let mut solver = engine.solver(&rules).expect("all rules are taken");
        let query = Query::count(u64::MAX);
        let report = solver.run(empty.as_ref(), &query, &mut |_| {
            std::ops::ControlFlow::Continue(())
        });
        assert!(report.is_exact());
        assert_eq!(report.found, expected, "{} on {rules}", engine.info().name);
    }
}

#[test]
fn there_are_288_sudoku_grids_of_4x4() {
    grids(Rules::assumed(4).expect("2x2 boxes"), 288);
}

#[test]
fn latin_squares_have_the_known_numbers() {
    for (size, expected) in [(1, 1), (2, 2), (3, 12), (4, 576), (5, 161_280)] {
        let rules = Rules::builder(size).no_boxes().build();
        grids(rules.expect("any size can do without boxes"), expected);
    }
}
