//! The largest grids: 49x49 and 64x64.
//!
//! The conformance suite asks this family for a few of the larger sizes only, since
//! its published encodings have tens of millions of clauses there. The rows that
//! leave out what is settled take them at ease. The pattern grid is a solution by
//! arithmetic: each row shifts the one above by a box's width, each band by one more.

use std::ops::ControlFlow;
use std::sync::Arc;

use polydoku_core::{Digit, End, Engine, Puzzle, Query, Rules};
use polydoku_sat::{Optimised, Sat};

fn pattern(side: usize) -> Vec<Digit> {
    let size = side * side;
    let digit = |cell: usize| {
        let (row, col) = (cell / size, cell % size);
        Digit::from_index((row % side * side + row / side + col) % size)
    };
    (0..size * size).map(digit).collect()
}

fn solutions(engine: &dyn Engine, puzzle: &Puzzle, query: &Query) -> (Vec<Vec<Digit>>, End) {
    let mut solver = engine.solver(puzzle.rules()).expect("all rules");
    let mut rows = Vec::new();
    let mut visit = |digits: &[Digit]| {
        rows.push(digits.to_vec());
        ControlFlow::Continue(())
    };
    let end = solver.run(puzzle.as_ref(), query, &mut visit).end;
    (rows, end)
}

#[test]
fn one_open_row_has_one_filling_and_two_rows_of_a_band_have_several() {
    for side in [7, 8] {
        let size = side * side;
        let rules = Arc::new(Rules::assumed(size).expect("square boxes"));
        let solution = pattern(side);
        let mut clues: Vec<Option<Digit>> = solution.iter().copied().map(Some).collect();
        clues[..size].fill(None);
        let one = Puzzle::new(&rules, &clues).expect("part of a solution");
        clues[size..2 * size].fill(None);
        let two = Puzzle::new(&rules, &clues).expect("part of a solution");
        for engine in [&Optimised as &dyn Engine, &Sat] {
            let name = engine.info().name;
            let found = solutions(engine, &one, &Query::all());
            assert_eq!(found, (vec![solution.clone()], End::Exhausted), "{name}");
            // Each column lacks two digits, and swapping all of them swaps the rows.
            let (rows, end) = solutions(engine, &two, &Query::count(3));
            assert!(
                rows.iter().all(|row| two.check_solution(row).is_ok()),
                "{name}"
            );
            assert_eq!(
                (rows.len() >= 2, end == End::Limit),
                (true, rows.len() == 3),
                "{name}"
            );
        }
    }
}

#[test]
#[ignore = "three million clauses: some seconds when optimised"]
fn the_empty_grid_of_64_is_filled() {
    let rules = Arc::new(Rules::assumed(64).expect("square boxes"));
    let empty = Puzzle::new(&rules, &vec![None; 64 * 64]).expect("no clues clash");
    let (rows, end) = solutions(&Sat, &empty, &Query::first());
    assert_eq!((rows.len(), end), (1, End::Limit));
    assert_eq!(empty.check_solution(&rows[0]), Ok(()));
}
