//! `naive/tables`: remember for every house which digits are taken.
//!
//! Instead of scanning, a table says for each house and digit whether it is
//! taken; a digit fits where none of the cell's houses has it taken. The open
//! cells are listed once and worked from the last to the first, digits
//! ascending.
//!
//! ```text
//!             digit   1 2 3 4 5 6 7 8 9
//! row 1             [ 1 . . . 1 . . . . ]
//! column 3          [ . . 1 . . . . . 1 ]     2 fits: free in all of them
//! box 1             [ 1 . 1 . . . . . 1 ]
//! pencil marks      [ . . . . . . . 1 . ]     what the puzzle rules out here
//! ```
//!
//! A row of the table is one word, one bit an entry, digit 1 in bit 0. The
//! rows of a cell are laid over each other, and the first digit that is free,
//! after those tried before, is the next to try. The digit on the board is the
//! memory of what was tried, as in `naive`.

use std::ops::ControlFlow::{self, Break, Continue};

use polydoku_core::{Cell, Digit, DigitSet, End, Observer, Progress, PuzzleRef, Reason, Rules};

use crate::procedure::{Procedure, Standing, beyond_three, first_three, has_more_than_three};

/// The memory of the procedure with tables.
#[derive(Debug)]
pub(crate) struct Tables {
    board: Vec<Option<Digit>>,
    /// For each house the digits taken.
    taken: Vec<DigitSet>,
    /// The open cells, the last first.
    open: Vec<Open>,
}

/// An open cell.
#[derive(Clone, Copy, Debug)]
struct Open {
    cell: Cell,
    /// The first three houses; a cell with two has one of them twice.
    houses: [u16; 3],
    /// What the puzzle allows here.
    allowed: DigitSet,
    /// The digit that stands here.
    stands: DigitSet,
    /// All digits if the open cell before shares a house with this one.
    seen: DigitSet,
}

impl Procedure for Tables {
    fn new(rules: &Rules) -> Tables {
        let taken = vec![DigitSet::EMPTY; rules.houses().len()];
        Tables {
            board: vec![None; rules.cell_count()],
            taken,
            open: Vec::new(),
        }
    }

    fn search<O: Observer>(
        &mut self,
        puzzle: PuzzleRef<'_>,
        progress: &mut Progress<'_>,
        observer: &mut O,
        standing: &mut Standing,
    ) -> ControlFlow<End> {
        self.start(puzzle);
        if has_more_than_three(puzzle.rules()) {
            self.walk::<O, true>(puzzle.rules(), progress, observer, standing)
        } else {
            self.walk::<O, false>(puzzle.rules(), progress, observer, standing)
        }
    }
}

impl Tables {
    /// The walk; `DEEP` says whether a cell may lie in more than three houses.
    fn walk<O: Observer, const DEEP: bool>(
        &mut self,
        rules: &Rules,
        progress: &mut Progress<'_>,
        observer: &mut O,
        standing: &mut Standing,
    ) -> ControlFlow<End> {
        let Tables { board, taken, open } = self;
        let further = |cell| {
            beyond_three::<DEEP>(rules, cell)
                .iter()
                .map(|house| house.index())
        };
        // The first digit that is free for a cell, apart from those excepted.
        let fitting = |taken: &[DigitSet], open: &Open, except: DigitSet| {
            let [a, b, c] = open.houses.map(|house| taken[usize::from(house)]);
            let joined = further(open.cell).fold(a | b | c, |all, house| all | taken[house]);
            (open.allowed - (joined | except)).lowest()
        };

        let mut here = 0; // index into the open cells
        let mut fits = open.first().map_or(DigitSet::EMPTY, |cell| {
            fitting(taken, cell, DigitSet::EMPTY)
        });
        let mut deepest = 0;
        let mut fresh = true; // whether the walk came forward to this cell
        let end = loop {
            if here == open.len() {
                for open in open.iter() {
                    board[open.cell.index()] = open.stands.first();
                }
                if let Break(end) = standing.show(progress, observer, board) {
                    break Break(end);
                }
            }
            if !fits.is_empty() {
                if let Break(end) = progress.node() {
                    break Break(end);
                }
                let digit = fits;
                if O::ON {
                    // The digit to try now, and those that will be tried after it.
                    let (mut left, mut next) = (digit, digit);
                    while !next.is_empty() {
                        let tried = DigitSet::from_bits(next.bits() | (next.bits() - 1));
                        next = fitting(taken, &open[here], tried);
                        left |= next;
                    }
                    let seen = Standing::look(open[here].cell, left, false, observer);
                    if let Break(end) = seen {
                        break Break(end);
                    }
                    fresh = true;
                }
                let next = open.get(here + 1);
                fits = next.map_or(DigitSet::EMPTY, |next| {
                    fitting(taken, next, digit & next.seen)
                });
                let cell = &mut open[here];
                cell.stands = digit;
                for house in cell.houses {
                    taken[usize::from(house)] |= digit;
                }
                further(cell.cell).for_each(|house| taken[house] |= digit);
                here += 1;
                deepest = deepest.max(here);
                if let Break(end) = Standing::place(cell.cell, digit, Reason::Tried, observer) {
                    break Break(end);
                }
            } else {
                if O::ON && here < open.len() {
                    let none = DigitSet::EMPTY;
                    let seen = Standing::look(open[here].cell, none, fresh, observer);
                    if let Break(end) = seen {
                        break Break(end);
                    }
                }
                let Some(before) = here.checked_sub(1) else {
                    break Continue(());
                };
                here = before;
                if O::ON {
                    fresh = false;
                }
                let cell = &open[here];
                let bits = cell.stands.bits();
                fits = fitting(taken, cell, DigitSet::from_bits(bits | (bits - 1)));
                for house in cell.houses {
                    taken[usize::from(house)] -= cell.stands;
                }
                further(cell.cell).for_each(|house| taken[house] -= cell.stands);
                if let Break(end) = Standing::take_back(here, observer) {
                    break Break(end);
                }
            }
        };
        (standing.depth, standing.deepest) = (here, deepest);
        end
    }

    /// Sets board and table to the clues and lists the open cells.
    fn start(&mut self, puzzle: PuzzleRef<'_>) {
        let rules = puzzle.rules();
        let Tables { board, taken, open } = self;
        board.copy_from_slice(puzzle.clues());
        taken.fill(DigitSet::EMPTY);
        open.clear();
        for cell in rules.cells().rev() {
            let houses = rules.houses_of(cell);
            if let Some(clue) = board[cell.index()] {
                houses
                    .iter()
                    .for_each(|house| taken[house.index()].insert(clue));
                continue;
            }
            let (houses, allowed) = (first_three(houses), puzzle.allowed(cell));
            let houses = houses.map(|house| house as u16);
            let before = open
                .last()
                .is_some_and(|open: &Open| rules.peers(cell).contains(&open.cell));
            let seen = if before {
                rules.digits()
            } else {
                DigitSet::EMPTY
            };
            open.push(Open {
                cell,
                houses,
                allowed,
                stands: DigitSet::EMPTY,
                seen,
            });
        }
    }
}
