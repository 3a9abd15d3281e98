//! `naive/sets`: keep for every house the set of digits still free.
//!
//! The digits that fit a cell are the intersection of its houses' free sets:
//! one AND a house instead of a look for each digit. What is left to try is
//! kept for each open cell on the way, so that going back needs no search for
//! the next digit. The open cells are worked from the first to the last.
//!
//! ```text
//! row 1      { 2 3 4   6 7 8 9 }
//! column 3   { 1 2   4 5 6 7 8   }     left to try: { 2 4 6 7 8 }
//! box 1      {   2   4 5 6 7 8   }
//! ```
//!
//! A set is one bit a digit, digit 1 in bit 0, so the smallest digit left is
//! the lowest bit that is set.

use std::ops::ControlFlow::{self, Break, Continue};

use polydoku_core::{
    Cell, Choice, Digit, DigitSet, End, Event, Observer, Progress, PuzzleRef, Reason, Rules,
};

use crate::procedure::{Procedure, Standing, beyond_three, first_three, has_more_than_three};

/// The memory of the procedure with sets.
#[derive(Debug)]
pub(crate) struct Sets {
    board: Vec<Option<Digit>>,
    /// The digits free in each house.
    free: Vec<DigitSet>,
    /// The open cells, the first first.
    open: Vec<Open>,
}

/// An open cell.
#[derive(Clone, Copy, Debug)]
struct Open {
    cell: Cell,
    /// The first three houses; a cell with two has one of them twice.
    houses: [u16; 3],
    allowed: DigitSet,
    /// The digits left to try.
    left: DigitSet,
    /// The digit that stands here.
    stands: DigitSet,
    /// All digits if the open cell before shares a house with this one.
    seen: DigitSet,
}

impl Procedure for Sets {
    fn new(rules: &Rules) -> Sets {
        let free = vec![DigitSet::EMPTY; rules.houses().len()];
        Sets {
            board: vec![None; rules.cell_count()],
            free,
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

impl Sets {
    /// The walk; `DEEP` says whether a cell may lie in more than three houses.
    fn walk<O: Observer, const DEEP: bool>(
        &mut self,
        rules: &Rules,
        progress: &mut Progress<'_>,
        observer: &mut O,
        standing: &mut Standing,
    ) -> ControlFlow<End> {
        let Sets { board, free, open } = self;
        let further = |cell| beyond_three::<DEEP>(rules, cell).iter().map(|h| h.index());
        let fitting = |free: &[DigitSet], open: &Open| {
            let [a, b, c] = open.houses.map(|house| free[usize::from(house)]);
            further(open.cell).fold(open.allowed & a & b & c, |set, house| set & free[house])
        };

        let mut here = 0; // index into the open cells
        let mut left = open
            .first()
            .map_or(DigitSet::EMPTY, |open| fitting(free, open));
        let (mut deepest, mut guesses) = (0, 0);
        let mut fresh = true; // whether the walk came forward to this cell
        let end = loop {
            if here == open.len() {
                for open in open.iter() {
                    board[open.cell.index()] = open.stands.first();
                }
                if let Break(end) = standing.show(progress, observer, board) {
                    break Break(end);
                }
                left = DigitSet::EMPTY;
            }
            if !left.is_empty() {
                if let Break(end) = progress.node() {
                    break Break(end);
                }
                let digit = left.lowest();
                left -= digit;
                guesses += u64::from(!left.is_empty());
                let mut reason = Reason::Tried;
                if O::ON {
                    let seen = Standing::look(open[here].cell, left | digit, false, observer);
                    if let Break(end) = seen {
                        break Break(end);
                    }
                    fresh = true;
                    // Nothing behind this cell stands, so all that fit still do.
                    let of = fitting(free, &open[here]).len() as u32;
                    let nth = of - left.len() as u32;
                    if of > 1 {
                        reason = Reason::Guess;
                        if let Break(end) = guess(open[here].cell, digit, nth, of, observer) {
                            break Break(end);
                        }
                    }
                }
                let next = open.get(here + 1).map_or(DigitSet::EMPTY, |open| {
                    fitting(free, open) - (digit & open.seen)
                });
                let cell = &mut open[here];
                cell.stands = digit;
                cell.left = left;
                left = next;
                for house in cell.houses {
                    free[usize::from(house)] -= digit;
                }
                further(cell.cell).for_each(|house| free[house] -= digit);
                here += 1;
                deepest = deepest.max(here);
                if let Break(end) = Standing::place(cell.cell, digit, reason, observer) {
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
                left = cell.left;
                for house in cell.houses {
                    free[usize::from(house)] |= cell.stands;
                }
                further(cell.cell).for_each(|house| free[house] |= cell.stands);
                if let Break(end) = Standing::take_back(here, observer) {
                    break Break(end);
                }
            }
        };
        (standing.depth, standing.deepest, standing.guesses) = (here, deepest, guesses);
        end
    }

    /// Sets board and sets to the clues and lists the open cells.
    fn start(&mut self, puzzle: PuzzleRef<'_>) {
        let rules = puzzle.rules();
        let Sets { board, free, open } = self;
        board.copy_from_slice(puzzle.clues());
        free.fill(rules.digits());
        open.clear();
        for cell in rules.cells() {
            let houses = rules.houses_of(cell);
            if let Some(clue) = board[cell.index()] {
                houses
                    .iter()
                    .for_each(|house| free[house.index()].remove(clue));
                continue;
            }
            let before = open
                .last()
                .is_some_and(|open: &Open| rules.peers(cell).contains(&open.cell));
            let seen = if before {
                rules.digits()
            } else {
                DigitSet::EMPTY
            };
            open.push(Open {
                seen,
                cell,
                houses: first_three(houses).map(|house| house as u16),
                allowed: puzzle.allowed(cell),
                left: DigitSet::EMPTY,
                stands: DigitSet::EMPTY,
            });
        }
    }
}

/// Tells which of several fitting digits is tried.
fn guess<O: Observer>(
    cell: Cell,
    digit: DigitSet,
    nth: u32,
    of: u32,
    observer: &mut O,
) -> ControlFlow<End> {
    observer.event(|| {
        let digit = digit.first().expect("one digit is tried");
        let choice = Choice::Candidate {
            cell,
            digit,
            house: None,
        };
        Event::Guess { choice, nth, of }
    })
}
