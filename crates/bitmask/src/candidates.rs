//! `bitmask/singles`, `bitmask/locked`, and `bitmask` beyond 9x9: a mask of
//! candidates for each cell, and inference to a fixpoint.
//!
//! ```text
//! masks   r1c1 {1,4,7}  r1c2 {5}  r1c3 {4,7}  ...      one u64 a cell
//! queue   cells with one candidate whose peers do not know yet
//! stale   houses in which a candidate vanished since they were last read
//! trail   (cell, mask before), in order; popping it is going back
//! ```
//!
//! Work is done where something changed. A queued cell is filled: its digit
//! leaves its peers (*naked single*). When the queue is empty, a stale house is
//! read: one pass with two words, "seen once" and "seen twice", gives the digits
//! with one place (*hidden single*), nine or sixty-four at a time:
//!
//! ```text
//! twice |= once & mask;   once |= mask;        hidden = once & !twice
//! ```
//!
//! With nothing else to do, *locked candidates* compare houses that cross: the
//! digits which a house A has only where B crosses it leave the rest of B. For
//! A a box that is pointing, for A a line claiming; diagonals, windows and
//! jigsaw regions need no words of their own.
//!
//! Only a house with as many cells as there are digits must hold every digit.
//! Others (an extra region of five cells) forbid repeats and are never read.

use std::ops::ControlFlow::{self, Continue};

use polydoku_core::{Cell, Conflict, Digit, End, HouseIndex, Observer, Progress, PuzzleRef, Rules};

use crate::crossings::Crossings;
use crate::masks::Masks;
use crate::search::{Board, Fork, LARGE, State};
use crate::tally::Tally;

/// What a board infers and how it branches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Methods {
    /// Locked candidates beside singles.
    pub locked: bool,
    /// Branch where dead ends were found before, and on a digit's places in a
    /// house too: see [`fork`](crate::fork).
    pub weighted: bool,
}

/// A board of candidates with the houses it reads.
#[derive(Debug)]
pub struct CandidateBoard {
    methods: Methods,
    /// The houses that must hold every digit.
    full: Vec<HouseIndex>,
    crossings: Crossings,
    masks: Masks,
}

impl CandidateBoard {
    /// An empty board.
    pub fn new(rules: &Rules, methods: Methods) -> CandidateBoard {
        let mut full: Vec<HouseIndex> = rules
            .cells()
            .flat_map(|cell| rules.houses_of(cell).iter().copied())
            .filter(|&house| rules.house(house).holds_every_digit())
            .collect();
        full.sort_unstable();
        full.dedup();
        let crossings = match methods.locked {
            true => Crossings::new(rules, &full),
            false => Crossings::new(rules, &[]),
        };
        CandidateBoard {
            methods,
            full,
            crossings,
            masks: Masks::new(rules),
        }
    }
}

impl Board for CandidateBoard {
    fn load(&mut self, rules: &Rules, puzzle: PuzzleRef<'_>) {
        self.masks.load(rules, puzzle);
        for &house in &self.full {
            self.masks.stale.add(house);
            self.masks.uncompared.add(house);
        }
    }

    fn infer<O: Observer>(
        &mut self,
        rules: &Rules,
        progress: &Progress<'_>,
        tally: &mut Tally,
        observer: &mut O,
    ) -> ControlFlow<End, State> {
        let masks = &mut self.masks;
        if rules.cell_count() > LARGE {
            progress.budget.check()?;
        }
        if let Some(cell) = masks.empty {
            return masks.dead(rules, Conflict::NoDigit(cell), observer);
        }
        loop {
            if let Some(queued) = masks.queue.pop() {
                if masks.fill(rules, queued, tally, observer)? == State::Dead {
                    return Continue(State::Dead);
                }
            } else if masks.open == 0 {
                masks.rest();
                return Continue(State::Solved);
            } else if let Some(house) = masks.stale.take() {
                if masks.read(rules, house, observer)? == State::Dead {
                    return Continue(State::Dead);
                }
            } else if let Some(house) = masks.uncompared.take() {
                for crossing in self.crossings.of(house) {
                    if masks.compare(rules, crossing, observer)? == State::Dead {
                        return Continue(State::Dead);
                    }
                }
            } else {
                masks.tell(rules, observer)?;
                return Continue(State::Open);
            }
        }
    }

    fn fork(&mut self, rules: &Rules) -> Fork {
        if self.methods.weighted {
            crate::fork::weighted(rules, &self.masks, &self.full)
        } else {
            crate::fork::fewest(rules, &self.masks)
        }
    }

    fn mark(&self) -> usize {
        self.masks.mark()
    }

    fn undo(&mut self, rules: &Rules, mark: usize) {
        self.masks.undo(rules, mark);
    }

    fn guess(&mut self, rules: &Rules, cell: Cell, digit: Digit) {
        self.masks.guess(rules, cell, digit);
    }

    fn digits(&self) -> &[Digit] {
        self.masks.digits()
    }

    fn figures(&self) -> [u64; 2] {
        self.masks.figures()
    }
}
