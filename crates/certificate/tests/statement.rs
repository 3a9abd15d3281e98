//! Justified clauses against all grids: what the checker takes for a sentence of
//! the rules is true of every solution.
//!
//! The solutions of some 4x4 puzzles are found here by trying all grids, and every
//! clause of one or two literals, and many longer ones, is asked about. None that
//! some solution violates may be justified; that the six kinds are is seen apart.

use std::sync::Arc;

use polydoku_certificate::statement::justify;
use polydoku_core::{Digit, DigitSet, Grid, Puzzle, Rules};
use polydoku_lrat::Formula;

/// Every grid that keeps rules, clues and marks, by trying all.
fn solutions(puzzle: &Puzzle) -> Vec<Vec<Digit>> {
    fn fill(puzzle: &Puzzle, grid: &mut Vec<Digit>, found: &mut Vec<Vec<Digit>>) {
        let (rules, at) = (puzzle.rules(), grid.len());
        if at == rules.cell_count() {
            found.push(grid.clone());
            return;
        }
        for digit in rules.digits() {
            let cell = polydoku_core::Cell::new(at);
            let clash = rules
                .peers(cell)
                .iter()
                .any(|peer| grid.get(peer.index()) == Some(&digit));
            if !clash && puzzle.as_ref().allowed(cell).contains(digit) {
                grid.push(digit);
                fill(puzzle, grid, found);
                grid.pop();
            }
        }
    }
    let mut found = Vec::new();
    fill(puzzle, &mut Vec::new(), &mut found);
    found
}

fn puzzles() -> Vec<Puzzle> {
    let plain = Arc::new(Rules::assumed(4).unwrap());
    let diagonal = Arc::new(Rules::builder(4).diagonals().build().unwrap());
    let latin = Arc::new(
        Rules::builder(3)
            .no_boxes()
            .extra_house([0, 4])
            .build()
            .unwrap(),
    );
    let clues = Grid::parse(&plain, "1.......2.......").unwrap();
    let digit = |value| Digit::new(value).unwrap();
    let mut marks = vec![plain.digits(); 16];
    marks[1] = DigitSet::only(digit(2));
    marks[2].remove(digit(3));
    // Two solutions that differ only in cells whose marks are 1 and 3.
    let four = Grid::parse(&plain, "123434122.4.4.2.").unwrap();
    let pairs: Vec<DigitSet> = four
        .cells()
        .iter()
        .map(|clue| clue.map_or([1, 3].map(digit).into_iter().collect(), DigitSet::only))
        .collect();
    vec![
        Puzzle::with_marks(&plain, four.cells(), &pairs).unwrap(),
        Puzzle::parse(&plain, "12343412........").unwrap(),
        Puzzle::parse(&plain, "1...............").unwrap(),
        Puzzle::with_marks(&plain, clues.cells(), &marks).unwrap(),
        Puzzle::parse(&diagonal, "12..............").unwrap(),
        Puzzle::parse(&latin, ".........").unwrap(),
        Puzzle::parse(&plain, "1234341221434321").unwrap(),
    ]
}

fn formula(puzzle: &Puzzle, clause: &[i32]) -> Formula {
    let candidates = puzzle.rules().cell_count() * puzzle.rules().size();
    let lits: Vec<String> = clause.iter().map(i32::to_string).collect();
    let text = format!("p cnf {candidates} 1\n{} 0\n", lits.join(" "));
    Formula::read(text.as_bytes()).unwrap()
}

/// Whether the clause is justified; then every further solution must satisfy it.
fn justified(puzzle: &Puzzle, all: &[Vec<Digit>], excluded: Option<usize>, clause: &[i32]) -> bool {
    let size = puzzle.rules().size();
    let excluded_digits = excluded.map(|at| all[at].as_slice());
    if justify(&formula(puzzle, clause), puzzle.as_ref(), excluded_digits).is_err() {
        return false;
    }
    for (at, grid) in all.iter().enumerate() {
        let holds = |&lit: &i32| {
            let index = lit.unsigned_abs() as usize - 1;
            (grid[index / size].index() == index % size) == (lit > 0)
        };
        assert!(
            Some(at) == excluded || clause.iter().any(holds),
            "{clause:?} is not true of {grid:?}"
        );
    }
    true
}

#[test]
fn what_is_justified_is_true() {
    for puzzle in puzzles() {
        let all = solutions(&puzzle);
        assert!(!all.is_empty());
        let most = (puzzle.rules().cell_count() * puzzle.rules().size()) as i32;
        let lits: Vec<i32> = (1..=most).flat_map(|var| [var, -var]).collect();
        let mut taken = 0;
        for excluded in [None, Some(0), Some(all.len() - 1)] {
            assert!(!justified(&puzzle, &all, excluded, &[]));
            for &a in &lits {
                taken += usize::from(justified(&puzzle, &all, excluded, &[a]));
                for &b in &lits {
                    taken += usize::from(justified(&puzzle, &all, excluded, &[a, b]));
                }
            }
        }
        assert!(taken > 0);
    }
}

#[test]
fn longer_clauses_are_justified_only_when_true() {
    for puzzle in puzzles() {
        let all = solutions(&puzzle);
        let (size, cells) = (
            puzzle.rules().size() as i32,
            puzzle.rules().cell_count() as i32,
        );
        let (mut asked, mut taken) = (0, 0);
        // The digits of some solution, negated, with one cell left out, or a digit
        // changed; and all places of a digit in any four cells.
        for (at, grid) in all.iter().take(40).enumerate() {
            let not_this: Vec<i32> = (0..cells)
                .zip(grid)
                .map(|(cell, digit)| -(cell * size + i32::from(digit.get())))
                .collect();
            assert!(justified(&puzzle, &all, Some(at), &not_this));
            assert!(!justified(&puzzle, &all, None, &not_this));
            for out in 0..not_this.len() {
                let mut shorter = not_this.clone();
                shorter.remove(out);
                let mut turned = not_this.clone();
                turned[out] = -turned[out];
                for clause in [shorter, turned] {
                    asked += 1;
                    taken += usize::from(justified(&puzzle, &all, Some(at), &clause));
                }
            }
        }
        // Another solution in the excluded one's place, and the excluded one only
        // where some other agrees with it: that one violates both.
        let not = |cell: usize, digit: Digit| -(cell as i32 * size + i32::from(digit.get()));
        for a in 0..all.len().min(20) {
            for b in (0..all.len().min(20)).filter(|&b| b != a) {
                let cells = || all[a].iter().zip(&all[b]).enumerate();
                let other = cells().map(|(cell, (_, &d))| not(cell, d)).collect();
                let agreed = cells().filter(|(_, (a, b))| a == b);
                let agreed = agreed.map(|(cell, (&d, _))| not(cell, d)).collect();
                for clause in [other, agreed] {
                    let clause: Vec<i32> = clause;
                    assert!(!justified(&puzzle, &all, Some(a), &clause));
                }
            }
        }
        let clues = puzzle.clues().iter().flatten().count();
        assert!(
            taken == 0 || clues > 0 || puzzle.marks().is_some(),
            "{taken} of {asked}"
        );
        let mut houses = 0;
        for digit in 1..=size {
            for mask in 0u32..1 << cells {
                if mask.count_ones() as i32 == size {
                    let places = (0..cells).filter(|cell| mask >> cell & 1 == 1);
                    let clause: Vec<i32> = places.map(|cell| cell * size + digit).collect();
                    houses += i32::from(justified(&puzzle, &all, None, &clause));
                }
            }
        }
        assert!(houses >= size * size * 2, "rows and columns: {houses}");
    }
}

#[test]
fn the_six_kinds_are_justified() {
    let puzzle = &puzzles()[3];
    let all = solutions(puzzle);
    // r1c1 is 1, r1c2 may only be 2, r1c3 not 3, r3c1 is 2.
    let kinds: [&[i32]; 9] = [
        &[1],             // the clue
        &[6],             // the only mark
        &[9, 10, 12],     // r1c3 without 3
        &[9, 10, 11, 12], // or with it
        &[3, 7, 11, 15],  // 3 in row 1
        &[7, 15],         // where its cells allow it: r1c2 does not, nor r1c1
        &[-17, -18],      // r2c1 not both 1 and 2
        &[-17, -21],      // 1 not twice in row 2
        &[-11],           // r1c3 is not 3
    ];
    for clause in kinds {
        assert!(justified(puzzle, &all, None, clause), "{clause:?}");
    }
    let others: [&[i32]; 6] = [&[2], &[9, 10], &[-17, -22], &[-17, -45], &[-9], &[17, -18]];
    for clause in others {
        assert!(!justified(puzzle, &all, None, clause), "{clause:?}");
    }
    let wrong = formula(&puzzles()[5], &[1]);
    let error = justify(&wrong, puzzle.as_ref(), None)
        .unwrap_err()
        .to_string();
    assert_eq!(error, "27 variables, and the puzzle has 64 candidates");
}
