//! `naive`: walk the cells, try the digits, look around.
//!
//! The board is all there is. The walk goes over the cells row by row and skips
//! the clues. At an open cell each digit, ascending, is tested by scanning the
//! cell's houses for it; the first that stands nowhere is written, and the walk
//! goes on. Where no digit fits, the walk goes back to the open cell before,
//! takes its digit away and tries the next one. The digit on the board is the
//! memory of what was tried, so there is neither recursion nor a stack:
//!
//! ```text
//! cell   r1c1 r1c2 r1c3 r1c4 ...        clue  tried  tried  open
//! board    5    3    1    .                     ^ back to here: try 2 next
//! ```
//!
//! What the cell's houses hold is read from the board once a visit, each other
//! cell once, and then scanned for one digit after the other, sixteen places
//! at a time: it is the way out of a scan that costs, not the comparing.

use std::ops::ControlFlow::{self, Break, Continue};

use polydoku_core::{Cell, Digit, DigitSet, End, Observer, Progress, PuzzleRef, Rules};

use crate::procedure::{Procedure, Standing};

/// The memory of the scanning procedure.
#[derive(Debug)]
pub(crate) struct Scan {
    board: Vec<Option<Digit>>,
    /// What stands around the cell of the moment.
    around: Vec<[Option<Digit>; 16]>,
}

impl Procedure for Scan {
    fn new(rules: &Rules) -> Scan {
        let most = rules
            .cells()
            .map(|cell| rules.peers(cell).len())
            .max()
            .unwrap_or(0);
        let around = vec![[None; 16]; most.div_ceil(16)];
        Scan {
            board: vec![None; rules.cell_count()],
            around,
        }
    }

    fn search<O: Observer>(
        &mut self,
        puzzle: PuzzleRef<'_>,
        progress: &mut Progress<'_>,
        observer: &mut O,
        standing: &mut Standing,
    ) -> ControlFlow<End> {
        let (rules, clues) = (puzzle.rules(), puzzle.clues());
        let size = rules.size();
        let Scan { board, around } = self;
        board.copy_from_slice(clues);
        let open_from = |start: usize| (start..clues.len()).find(|&i| clues[i].is_none());
        let open_before = |end: usize| (0..end).rev().find(|&i| clues[i].is_none());

        let mut here = open_from(0).unwrap_or(clues.len());
        let mut tried = 0; // how many digits were tried in this cell
        let (mut depth, mut deepest) = (0, 0);
        let end = loop {
            let fitting = if here == clues.len() {
                if let Break(end) = standing.show(progress, observer, board) {
                    break Break(end);
                }
                None
            } else {
                let cell = Cell::new(here);
                let allowed = puzzle.allowed(cell);
                look_around(board, rules.peers(cell), around);
                let fits = |&index: &usize| {
                    let digit = Digit::from_index(index);
                    allowed.contains(digit) && !stands_in(around, digit)
                };
                let fitting = (tried..size).find(fits).map(Digit::from_index);
                standing.checks += (fitting.map_or(size, |d| d.index() + 1) - tried) as u64;
                fitting
            };
            if let Some(digit) = fitting {
                if let Break(end) = progress.node() {
                    break Break(end);
                }
                board[here] = Some(digit);
                depth += 1;
                deepest = deepest.max(depth);
                let written = DigitSet::only(digit);
                if let Break(end) = Standing::place(Cell::new(here), written, observer) {
                    break Break(end);
                }
                here = open_from(here + 1).unwrap_or(clues.len());
                tried = 0;
            } else {
                let Some(before) = open_before(here) else {
                    break Continue(());
                };
                here = before;
                tried = board[here].take().map_or(0, Digit::index) + 1;
                depth -= 1;
                if let Break(end) = Standing::take_back(depth, observer) {
                    break Break(end);
                }
            }
        };
        standing.depth = depth;
        standing.deepest = deepest;
        end
    }
}

/// Reads what the cells hold. Places beyond their number stay open.
#[inline(always)]
fn look_around(board: &[Option<Digit>], cells: &[Cell], around: &mut [[Option<Digit>; 16]]) {
    let places = around.as_flattened_mut();
    for (place, cell) in places.iter_mut().zip(cells) {
        *place = board[cell.index()];
    }
    for place in places.iter_mut().skip(cells.len()) {
        *place = None;
    }
}

/// Whether the digit stands there.
#[inline(always)]
fn stands_in(around: &[[Option<Digit>; 16]], digit: Digit) -> bool {
    let stands = |found: bool, place: &Option<Digit>| found | (*place == Some(digit));
    around
        .iter()
        .any(|places| places.iter().fold(false, stands))
}
