//! Grids of every size from 1 to 64, with answers that need no engine.
//!
//! For any boxes of `R` rows and `C` columns the pattern grid is a solution:
//! the digit at row `r`, column `c` (from 0) is `(r mod R) * C + r / R + c`,
//! taken modulo the size, plus 1. Each row shifts the one above by a box's
//! width, each band by one more; with `R = 1` it is the cyclic Latin square.
//!
//! Given whole, it is its own only solution. With one row open it is still the
//! only one, since every column then lacks exactly one digit. With two rows of
//! one band open the number of solutions is at least one. On the empty grid a
//! search of limited nodes must end, whatever the size.

use polydoku_core::{Boxes, Digit, Engine, Puzzle, Query, Rules};
use std::sync::Arc;

use super::{Bench, PATIENCE, patient};
use crate::case::Count;
use crate::laws::{Seen, law};
use crate::tally::{Ledger, ensure};

/// Nodes times cells that a search of an empty grid may spend.
const WORK: u64 = 1_000_000;
/// Engines that promise to count fewer solutions than this build something large for
/// each puzzle (a formula of 25x25 has a million clauses, of 64x64 fifty), and get
/// every size up to [`SMALL`] and a few beyond.
const SLOW: u64 = 100_000;
const SMALL: usize = 12;
const FURTHER: [usize; 3] = [16, 25, 36];

/// The pattern grid of rules with rectangular boxes or none.
pub(super) fn pattern(rules: &Rules) -> Vec<Digit> {
    let size = rules.size();
    let (rows, cols) = match *rules.boxes() {
        Boxes::Rect { rows, cols } => (rows, cols),
        _ => (1, 1),
    };
    let digit = |cell: usize| {
        let (r, c) = (cell / size, cell % size);
        Digit::from_index((r % rows * cols + r / rows + c) % size)
    };
    (0..size * size).map(digit).collect()
}

/// For each size the Latin square, and where there are boxes the assumed ones,
/// also lying on their side.
fn shapes() -> impl Iterator<Item = Arc<Rules>> {
    (1..=64).flat_map(|size| {
        let mut shapes = vec![Rules::builder(size).no_boxes()];
        if let Ok(rules) = Rules::assumed(size)
            && let &Boxes::Rect { rows, cols } = rules.boxes()
        {
            shapes.push(Rules::builder(size).boxes(rows, cols));
            if rows != cols {
                shapes.push(Rules::builder(size).boxes(cols, rows));
            }
        }
        let built = |shape: polydoku_core::RulesBuilder| shape.build().expect("boxes that fit");
        shapes.into_iter().map(move |shape| Arc::new(built(shape)))
    })
}

pub fn check(engine: &dyn Engine, ledger: &mut Ledger) {
    let slow = engine.info().largest_count < SLOW;
    for rules in shapes() {
        let size = rules.size();
        if slow && size > SMALL && !FURTHER.contains(&size) {
            ledger.skip("of the larger sizes a few only: it builds a formula for each puzzle");
            continue;
        }
        let mut bench = Bench::new(engine);
        match bench.solver(&rules) {
            Err(reason) => ledger.skip(reason),
            Ok(solver) => ledger.check(&rules, one(&rules, solver)),
        }
    }
}

fn one(rules: &Arc<Rules>, solver: &mut dyn polydoku_core::Solver) -> Result<(), String> {
    let solution = pattern(rules);
    let size = rules.size();
    let whole: Vec<Option<Digit>> = solution.iter().copied().map(Some).collect();
    let mut one_row = whole.clone();
    let middle = size / 2 * size;
    one_row[middle..middle + size].fill(None);
    for clues in [&whole, &one_row] {
        let puzzle = Puzzle::new(rules, clues).map_err(|error| error.to_string())?;
        let query = patient(Query::count(3));
        let seen = Seen::run(solver, puzzle.as_ref(), &query);
        law(&seen, &query, Some(Count::Exactly(1)))?;
        ensure!(
            seen.rows == [solution.clone()],
            "the pattern grid is not found: {:?}",
            seen.report
        );
    }
    let empty = Puzzle::new(rules, &vec![None; size * size]).map_err(|error| error.to_string())?;
    // A node costs more on a larger grid: about the same work for every size.
    let nodes = WORK / (size * size) as u64;
    let query = Query::first().with_max_nodes(nodes.min(PATIENCE));
    let seen = Seen::run(solver, empty.as_ref(), &query);
    law(&seen, &query, Some(Count::AtLeast(1)))
}
