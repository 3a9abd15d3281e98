//! Known counts, and agreement with a brute force that shares nothing.
//!
//! Every row of the family is held against: the numbers of complete grids that
//! are known from the literature, every 4x4 puzzle of up to four clues with
//! their counts found by trying digits cell by cell, rules with houses too
//! small to hold every digit, and pencil marks.

use polydoku_bitmask::engines;
use polydoku_core::{Digit, DigitSet, End, Engine, Puzzle, Query, Rules};
use std::ops::ControlFlow::Continue;
use std::sync::Arc;

/// All solutions of a puzzle by trying digits in reading order.
fn brute_force(puzzle: &Puzzle) -> Vec<Vec<Digit>> {
    let rules = puzzle.rules();
    let mut found = Vec::new();
    let mut digits: Vec<Option<Digit>> = vec![None; rules.cell_count()];
    fn fill(
        puzzle: &Puzzle,
        digits: &mut Vec<Option<Digit>>,
        at: usize,
        found: &mut Vec<Vec<Digit>>,
    ) {
        let rules = puzzle.rules();
        let Some(cell) = rules.cells().nth(at) else {
            found.push(digits.iter().flatten().copied().collect());
            return;
        };
        for digit in puzzle.as_ref().allowed(cell) {
            let clash = rules.houses().iter().any(|house| {
                let cells = house.cells();
                cells.contains(&cell) && cells.iter().any(|c| digits[c.index()] == Some(digit))
            });
            if !clash {
                digits[at] = Some(digit);
                fill(puzzle, digits, at + 1, found);
                digits[at] = None;
            }
        }
    }
    fill(puzzle, &mut digits, 0, &mut found);
    found
}

fn solutions(engine: &dyn Engine, puzzle: &Puzzle) -> Vec<Vec<Digit>> {
    let mut solver = engine.solver(puzzle.rules()).unwrap();
    let mut shown = Vec::new();
    let report = solver.run(puzzle.as_ref(), &Query::all(), &mut |digits| {
        puzzle.check_solution(digits).unwrap();
        shown.push(digits.to_vec());
        Continue(())
    });
    assert_eq!(
        (report.found, report.end),
        (shown.len() as u64, End::Exhausted)
    );
    shown.sort();
    shown
}

fn count(engine: &dyn Engine, rules: &Arc<Rules>) -> u64 {
    let empty = Puzzle::new(rules, &vec![None; rules.cell_count()]).unwrap();
    let mut solver = engine.solver(rules).unwrap();
    let report = solver.run(empty.as_ref(), &Query::count(u64::MAX), &mut |_| {
        Continue(())
    });
    assert_eq!(report.end, End::Exhausted);
    report.found
}

#[test]
fn the_numbers_of_complete_grids_are_those_of_the_literature() {
    let latin = |size| Arc::new(Rules::builder(size).no_boxes().build().unwrap());
    let boxed = |size| Arc::new(Rules::assumed(size).unwrap());
    for engine in engines() {
        assert_eq!(count(&*engine, &latin(1)), 1);
        assert_eq!(count(&*engine, &latin(4)), 576);
        assert_eq!(count(&*engine, &latin(5)), 161_280);
        assert_eq!(count(&*engine, &boxed(4)), 288);
    }
}

#[test]
fn one_in_720_grids_of_six_by_six_begins_with_123456() {
    // The digits of the 28,200,960 grids can be renamed in 6! = 720 ways, and
    // just one of them makes the first row 123456.
    let rules = Arc::new(Rules::assumed(6).unwrap());
    let first_row = Puzzle::parse(&rules, &format!("123456{}", ".".repeat(30))).unwrap();
    for engine in engines() {
        let mut solver = engine.solver(&rules).unwrap();
        let query = Query::count(u64::MAX);
        let report = solver.run(first_row.as_ref(), &query, &mut |_| Continue(()));
        assert_eq!(report.found * 720, 28_200_960, "{}", engine.info().name);
        assert_eq!(report.end, End::Exhausted);
    }
}

#[test]
fn small_puzzles_have_the_solutions_that_brute_force_finds() {
    let builder = || Rules::builder(4);
    let shapes = [
        builder().build(),
        builder().no_boxes().build(),
        builder().diagonals().build(),
        builder().no_boxes().diagonals().build(),
        builder()
            .regions([0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3])
            .build(),
        // Houses of three cells forbid repeats and need not hold every digit.
        builder().no_boxes().extra_house([0, 5, 10]).build(),
        builder()
            .extra_house([1, 6, 8])
            .extra_house([3, 6, 9, 12])
            .build(),
    ];
    let mut seed = 0x9E37_79B9_7F4A_7C15u64;
    let mut next = move |below: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 20) % below
    };
    let mut kinds = [0; 3];
    for shape in shapes {
        let rules = Arc::new(shape.unwrap());
        for round in 0..150 {
            let mut clues = vec![None; 16];
            let mut marks = vec![DigitSet::all(4); 16];
            for _ in 0..next(6) {
                let cell = next(16) as usize;
                let before = clues[cell];
                clues[cell] = Digit::new(1 + next(4) as u8);
                if Puzzle::new(&rules, &clues).is_err() {
                    clues[cell] = before;
                }
            }
            if round % 2 == 1 {
                for _ in 0..next(9) {
                    let cell = next(16) as usize;
                    if clues[cell].is_none() {
                        marks[cell] = DigitSet::from_bits(next(16));
                    }
                }
            }
            let puzzle = Puzzle::with_marks(&rules, &clues, &marks).unwrap();
            let mut expected = brute_force(&puzzle);
            expected.sort();
            kinds[expected.len().min(2)] += 1;
            for engine in engines() {
                let found = solutions(&*engine, &puzzle);
                assert_eq!(
                    found,
                    expected,
                    "{} on {rules} {}",
                    engine.info().name,
                    puzzle.line()
                );
            }
        }
    }
    assert!(
        kinds.iter().all(|&kind| kind > 50),
        "no kind is rare: {kinds:?}"
    );
}

#[test]
fn marks_of_9x9_puzzles_are_kept() {
    // The four grids that an unavoidable rectangle leaves, told apart by marks.
    let rules = Rules::classic();
    let grid = "483921657967345821251876493548132976729564138136798245372689514814253769695417382";
    let cell = |i: usize| Digit::new(grid.as_bytes()[i] - b'0').unwrap();
    for engine in engines() {
        let open = vec![None; 81];
        let mut marks: Vec<_> = (0..81).map(|i| DigitSet::only(cell(i))).collect();
        let puzzle = Puzzle::with_marks(&rules, &open, &marks).unwrap();
        assert_eq!(solutions(&*engine, &puzzle).len(), 1);
        marks[80] = DigitSet::EMPTY;
        let puzzle = Puzzle::with_marks(&rules, &open, &marks).unwrap();
        assert_eq!(
            solutions(&*engine, &puzzle).len(),
            0,
            "{}",
            engine.info().name
        );
        marks[80] = DigitSet::only(cell(79));
        let puzzle = Puzzle::with_marks(&rules, &open, &marks).unwrap();
        assert_eq!(solutions(&*engine, &puzzle).len(), 0);
    }
}
