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
//! What the cell's houses hold is copied from the board when the walk comes to
//! it, each other cell once, and scanned for one digit after the other, sixteen
//! places at a time. The copy still holds when the walk comes back, since
//! nothing before the cell has changed and everything behind it is open again.

use std::ops::ControlFlow::{self, Break, Continue};

use polydoku_core::{
    Cell, Digit, DigitSet, End, Event, Observer, Progress, PuzzleRef, Reason, Rules, Value,
};

use crate::procedure::{Procedure, Standing};

/// The memory of the scanning procedure.
#[derive(Debug)]
pub(crate) struct Scan {
    board: Vec<Option<Digit>>,
    /// For each cell on the way what stands around it, `chunks` entries each;
    /// 0 is an open cell, and so are the places beyond the number of peers.
    around: Vec<[u8; 16]>,
    chunks: usize,
}

impl Procedure for Scan {
    fn new(rules: &Rules) -> Scan {
        let cells = rules.cell_count();
        let most = rules
            .cells()
            .map(|cell| rules.peers(cell).len())
            .max()
            .unwrap_or(0);
        let chunks = most.div_ceil(16);
        Scan {
            board: vec![None; cells],
            around: vec![[0; 16]; cells * chunks],
            chunks,
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
        let Scan {
            board,
            around,
            chunks,
        } = self;
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
                let around = &mut around[depth * *chunks..][..*chunks];
                if tried == 0 {
                    look_around(board, rules.peers(cell), around);
                }
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
                if O::ON {
                    let tested = tried..digit.index();
                    let told = tell(puzzle, board, here, tested, fitting, observer);
                    if let Break(end) = told {
                        break Break(end);
                    }
                }
                board[here] = Some(digit);
                depth += 1;
                deepest = deepest.max(depth);
                let written = DigitSet::only(digit);
                if let Break(end) =
                    Standing::place(Cell::new(here), written, Reason::Tried, observer)
                {
                    break Break(end);
                }
                here = open_from(here + 1).unwrap_or(clues.len());
                tried = 0;
            } else {
                if O::ON && here < clues.len() {
                    let tested = tried..size;
                    let told = tell(puzzle, board, here, tested, fitting, observer);
                    if let Break(end) = told {
                        break Break(end);
                    }
                }
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
        (standing.depth, standing.deepest) = (depth, deepest);
        end
    }
}

/// Tells where the walk stands, and where each digit tested in vain stands: in a
/// cell that this one sees, or nowhere, and pencil marks forbid it here.
fn tell<O: Observer>(
    puzzle: PuzzleRef<'_>,
    board: &[Option<Digit>],
    here: usize,
    tested: std::ops::Range<usize>,
    fitting: Option<Digit>,
    observer: &mut O,
) -> ControlFlow<End> {
    let cell = Cell::new(here);
    let peers = puzzle.rules().peers(cell);
    let is_first_look = tested.start == 0;
    let mut unfit = DigitSet::EMPTY;
    let mut standing = Vec::new();
    for digit in tested.map(Digit::from_index) {
        unfit.insert(digit);
        let holder = peers
            .iter()
            .find(|&&peer| board[peer.index()] == Some(digit));
        standing.push(*holder.unwrap_or(&cell));
    }
    let fits = fitting.map_or(DigitSet::EMPTY, DigitSet::only);
    let fields = [
        ("cell", Value::Cell(cell)),
        ("fits", Value::Digits(fits)),
        ("unfit", Value::Digits(unfit)),
        ("standing", Value::Cells(&standing)),
    ];
    observer.event(|| Event::Family {
        kind: "scan",
        fields: if standing.is_empty() {
            &fields[..2]
        } else {
            &fields
        },
    })?;
    if is_first_look && fitting.is_none() {
        return Standing::dead_end(cell, observer);
    }
    Continue(())
}

/// Copies what the cells hold.
#[inline(always)]
fn look_around(board: &[Option<Digit>], cells: &[Cell], around: &mut [[u8; 16]]) {
    let holds = |cell: Cell| board[cell.index()].map_or(0, Digit::get);
    let (fours, rest) = cells.as_chunks::<4>();
    let (places, _) = around.as_flattened_mut().as_chunks_mut::<4>();
    let rim = &mut places[fours.len()..];
    rim.fill([0; 4]);
    rim.as_flattened_mut()
        .iter_mut()
        .zip(rest)
        .for_each(|(place, &cell)| *place = holds(cell));
    fours
        .iter()
        .zip(places)
        .for_each(|(&four, places)| *places = four.map(holds));
}

/// Whether the digit stands there.
#[inline(always)]
fn stands_in(around: &[[u8; 16]], digit: Digit) -> bool {
    let stands = |places: &[u8; 16]| {
        let hits = places.map(|place| u8::from(place == digit.get()));
        u128::from_ne_bytes(hits) != 0
    };
    around.iter().any(stands)
}
