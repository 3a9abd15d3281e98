//! Plain moves of cells, and which of them keep a set of houses.
//!
//! For rules whose symmetries cannot be read off the boxes, candidates are tried:
//!
//! * the seven rotations and reflections of the square;
//! * two rows changing places, two bands of box height changing places, and each
//!   of these together with its mirror image in the lower half;
//! * the same with columns and stacks, and the same with rows and columns at once
//!   (which keeps a falling diagonal; with the mirror image the rising one too).
//!
//! A move is kept if every house lands on a house: rows and columns do by
//! construction, so the regions, diagonals, windows and extra houses decide.
//! Products of kept moves keep the houses too.

use std::collections::HashSet;

use polydoku_core::{Boxes, Cell, Rules};

/// Where each cell goes.
type Move = Box<[Cell]>;
/// Where each row or column goes.
type Lines = Vec<usize>;

/// The candidates that keep the houses of the rules, without doubles.
pub(super) fn kept(rules: &Rules) -> Vec<Move> {
    let houses: HashSet<Vec<Cell>> = rules
        .houses()
        .iter()
        .map(|house| sorted(house.cells().to_vec()))
        .collect();
    let mut known: HashSet<Move> = HashSet::from([rules.cells().collect()]);
    let mut kept = Vec::new();
    for candidate in candidates(rules) {
        let keeps = houses.iter().all(|house| {
            let landed = house.iter().map(|cell| candidate[cell.index()]);
            houses.contains(&sorted(landed.collect()))
        });
        if keeps && known.insert(candidate.clone()) {
            kept.push(candidate);
        }
    }
    kept
}

fn sorted(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort_unstable();
    cells
}

fn candidates(rules: &Rules) -> impl Iterator<Item = Move> {
    let size = rules.size();
    let still: Lines = (0..size).collect();
    let (height, width) = match *rules.boxes() {
        Boxes::Rect { rows, cols } => (rows, cols),
        _ => (1, 1),
    };
    let mirrored: Lines = (0..size).rev().collect();
    let mut squares = Vec::new();
    for rows in [&still, &mirrored] {
        for cols in [&still, &mirrored] {
            squares.push(moved(rows, cols, false));
            squares.push(moved(rows, cols, true));
        }
    }
    let row_swaps = swaps(size, height);
    let col_swaps = swaps(size, width);
    let rows = row_swaps.clone().into_iter();
    let rows = rows.map({
        let still = still.clone();
        move |rows| moved(&rows, &still, false)
    });
    let both = row_swaps.into_iter().map(|both| moved(&both, &both, false));
    let cols = col_swaps
        .into_iter()
        .map(move |cols| moved(&still, &cols, false));
    squares.into_iter().chain(rows).chain(cols).chain(both)
}

/// Two lines, or two groups of lines, changing places; with and without the
/// mirror image of the swap.
fn swaps(size: usize, group: usize) -> Vec<Lines> {
    let mut swaps = Vec::new();
    let mut widths = vec![1];
    if group > 1 && group < size {
        widths.push(group);
    }
    for width in widths {
        for second in 1..size / width {
            for first in 0..second {
                let swap = |lines: &mut Lines, a: usize, b: usize| {
                    for i in 0..width {
                        lines.swap(a * width + i, b * width + i);
                    }
                };
                let mut lines: Lines = (0..size).collect();
                swap(&mut lines, first, second);
                swaps.push(lines.clone());
                let last = size / width - 1;
                // Its own mirror image: doing it twice would undo it.
                if first + second != last {
                    swap(&mut lines, last - first, last - second);
                    swaps.push(lines);
                }
            }
        }
    }
    swaps
}

fn moved(rows: &[usize], cols: &[usize], transpose: bool) -> Move {
    let size = rows.len();
    let cell = |cell: usize| {
        let (row, col) = (rows[cell / size], cols[cell % size]);
        match transpose {
            true => Cell::at(col, row, size),
            false => Cell::at(row, col, size),
        }
    };
    (0..size * size).map(cell).collect()
}
