//! What the 9x9 kernel did in a pass, said in Sudoku's words.
//!
//! The kernel rules out candidates by the hundred and keeps no reasons. A
//! trace is told afterwards: the candidates that a pass took away are sorted
//! into steps that a person would make, each from what the steps before it
//! left: a peer holds the digit; the digit is confined to where two houses
//! cross; a house has no other place for it. What none of these explains is the
//! doing of layouts and full mini-rows, and is told as that.
//!
//! The words run one pass behind: placements are told once the grid in which
//! they stand has survived a pass, because only those are counted. Time is no
//! object here, and nothing of this runs in a silent search.

use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;

use polydoku_core::{
    Cell, Conflict, Digit, DigitSet, End, Event, HouseIndex, Observer, PuzzleRef, Reason, Rules,
    Value,
};

use super::sweep::Outcome;
use super::{Grid, candidates};

/// What has been told so far.
#[derive(Debug)]
pub struct Teller<'r> {
    rules: &'r Arc<Rules>,
    /// The candidates that the receiver knows of.
    now: [u32; 81],
    /// The cells it knows to be filled.
    placed: [bool; 81],
    /// Passes so far.
    passes: u64,
}

impl<'r> Teller<'r> {
    /// A receiver who sees the puzzle.
    pub fn new(rules: &'r Arc<Rules>, puzzle: PuzzleRef<'_>, grid: &Grid) -> Teller<'r> {
        Teller {
            rules,
            now: cells_of(grid),
            placed: std::array::from_fn(|cell| puzzle.clues()[cell].is_some()),
            passes: 0,
        }
    }

    /// Tells what was done up to `grid`, now that a pass over it came to `outcome`.
    pub fn tell<O: Observer>(
        &mut self,
        grid: &Grid,
        outcome: Outcome,
        observer: &mut O,
    ) -> ControlFlow<End> {
        let goal = cells_of(grid);
        let survived = outcome != Outcome::Dead;
        loop {
            let mut progress = false;
            for (cell, &goal) in goal.iter().enumerate() {
                for digit in DigitSet::from_bits(u64::from(self.now[cell] & !goal)) {
                    if let Some(reason) = self.elimination(cell, digit) {
                        self.eliminate(cell, DigitSet::only(digit), reason, observer)?;
                        progress = true;
                    }
                }
                if self.now[cell] != goal
                    && let Some(digit) = DigitSet::from_bits(goal.into()).single()
                    && let Some(house) = self.only_place(cell, digit)
                {
                    let reason = Reason::HiddenSingle(house);
                    if survived {
                        self.now[cell] = goal;
                        self.place(cell, digit, reason, observer)?;
                    } else {
                        let rest = self.now[cell] & !goal;
                        let digits = DigitSet::from_bits(rest.into());
                        self.eliminate(cell, digits, reason, observer)?;
                    }
                    progress = true;
                }
                if survived && self.now[cell] == goal {
                    self.place_if_single(cell, observer)?;
                }
            }
            if !progress {
                break;
            }
        }
        for (cell, &goal) in goal.iter().enumerate() {
            let rest = DigitSet::from_bits(u64::from(self.now[cell] & !goal));
            if !rest.is_empty() {
                self.eliminate(cell, rest, Reason::Family("layouts"), observer)?;
            }
            if survived {
                self.place_if_single(cell, observer)?;
            }
        }
        self.pass(observer)?;
        if !survived {
            observer.event(|| Event::Conflict(self.conflict()))?;
        }
        Continue(())
    }

    /// Tells a pass by what it began with, which is what was just told.
    fn pass<O: Observer>(&mut self, observer: &mut O) -> ControlFlow<End> {
        self.passes += 1;
        let mut lacking = vec![self.rules.digits(); self.rules.houses().len()];
        let (mut open, mut candidates) = (0, 0);
        for (cell, &mask) in self.rules.cells().zip(&self.now) {
            match DigitSet::from_bits(mask.into()).single() {
                None => {
                    open += 1;
                    candidates += mask.count_ones();
                }
                Some(digit) => {
                    for house in self.rules.houses_of(cell) {
                        lacking[house.index()].remove(digit);
                    }
                }
            }
        }
        let fields = [
            ("number", Value::Number(self.passes)),
            ("open", Value::Number(open)),
            ("candidates", Value::Number(candidates.into())),
            ("houses", Value::Sets(&lacking)),
        ];
        observer.event(|| Event::Family {
            kind: "pass",
            fields: &fields,
        })
    }

    /// Tells what the choice just followed rules out of `before`.
    pub fn guessed<O: Observer>(
        &mut self,
        before: &Grid,
        grid: &Grid,
        observer: &mut O,
    ) -> ControlFlow<End> {
        self.now = cells_of(before);
        self.placed = self.now.map(u32::is_power_of_two);
        let goal = cells_of(grid);
        for (cell, &goal) in goal.iter().enumerate() {
            let gone = DigitSet::from_bits(u64::from(self.now[cell] & !goal));
            if !gone.is_empty() {
                self.eliminate(cell, gone, Reason::Guess, observer)?;
            }
        }
        Continue(())
    }

    fn eliminate<O: Observer>(
        &mut self,
        cell: usize,
        digits: DigitSet,
        reason: Reason,
        observer: &mut O,
    ) -> ControlFlow<End> {
        self.now[cell] &= !(digits.bits() as u32);
        let cell = Cell::new(cell);
        observer.event(|| Event::Eliminate {
            cell,
            digits,
            reason,
        })
    }

    fn place<O: Observer>(
        &mut self,
        cell: usize,
        digit: Digit,
        reason: Reason,
        observer: &mut O,
    ) -> ControlFlow<End> {
        self.placed[cell] = true;
        let cell = Cell::new(cell);
        observer.event(|| Event::Place {
            cell,
            digit,
            reason,
        })
    }

    fn place_if_single<O: Observer>(&mut self, cell: usize, observer: &mut O) -> ControlFlow<End> {
        match DigitSet::from_bits(self.now[cell].into()).single() {
            Some(digit) if !self.placed[cell] => {
                self.place(cell, digit, Reason::NakedSingle, observer)
            }
            _ => Continue(()),
        }
    }

    /// The textbook reason to rule a digit out of a cell, if there is one.
    fn elimination(&self, cell: usize, digit: Digit) -> Option<Reason> {
        let bit = 1 << digit.index();
        let cell = Cell::new(cell);
        let peers = self.rules.peers(cell);
        if let Some(&peer) = peers.iter().find(|peer| self.now[peer.index()] == bit) {
            return Some(Reason::Peer(peer));
        }
        for &to in self.rules.houses_of(cell) {
            let inside = self.rules.house(to).cells();
            for &corner in inside {
                for &from in self.rules.houses_of(corner) {
                    let places = || self.places(from, bit);
                    if from != to
                        && places().next().is_some()
                        && places().all(|place| place != cell && inside.contains(&place))
                    {
                        return Some(Reason::LockedCandidates { from, to });
                    }
                }
            }
        }
        None
    }

    /// The house in which the cell is the only place for the digit.
    fn only_place(&self, cell: usize, digit: Digit) -> Option<HouseIndex> {
        let cell = Cell::new(cell);
        let mut houses = self.rules.houses_of(cell).iter().copied();
        houses.find(|&house| self.places(house, 1 << digit.index()).eq([cell]))
    }

    fn places(&self, house: HouseIndex, bit: u32) -> impl Iterator<Item = Cell> {
        let cells = self.rules.house(house).cells().iter().copied();
        cells.filter(move |cell| self.now[cell.index()] & bit != 0)
    }

    fn conflict(&self) -> Conflict {
        if let Some(cell) = self.now.iter().position(|&cell| cell == 0) {
            return Conflict::NoDigit(Cell::new(cell));
        }
        for cell in self.rules.cells() {
            for &house in self.rules.houses_of(cell) {
                for digit in self.rules.digits() {
                    if self.places(house, 1 << digit.index()).next().is_none() {
                        return Conflict::NoPlace(house, digit);
                    }
                }
            }
        }
        Conflict::Family("a digit has no layout left in a band or stack")
    }
}

fn cells_of(grid: &Grid) -> [u32; 81] {
    std::array::from_fn(|cell| candidates(grid, cell))
}
