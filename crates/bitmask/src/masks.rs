//! The candidates of all cells, and the steps of inference on them.
//!
//! Each step is one method that looks at one cell, house or crossing: a queued
//! cell is filled, a stale house is read for hidden singles, a crossing is
//! compared for locked candidates. In which order is the board's business
//! ([`candidates`](crate::candidates), which also draws the picture). Every
//! change goes through [`Masks::narrow`] or [`Masks::put`], which write it into
//! the trail and say which houses are stale.

use std::ops::ControlFlow::{self, Continue};

use polydoku_core::{
    Cell, Conflict, Digit, DigitSet, End, Event, HouseIndex, Observer, PuzzleRef, Reason, Rules,
    Value,
};

use crate::crossings::Crossing;
use crate::pending::Pending;
use crate::search::State;
use crate::tally::Tally;

/// The candidates of all cells, and what is to be done about them.
#[derive(Debug)]
pub struct Masks {
    candidates: Vec<DigitSet>,
    /// Whether a cell's digit has left its peers.
    filled: Vec<bool>,
    /// The digit of each filled cell.
    digits: Vec<Digit>,
    /// Digits that the filled cells of a house hold.
    held: Vec<DigitSet>,
    pub(super) open: usize,
    /// A cell that the puzzle leaves no digit.
    pub(super) empty: Option<Cell>,
    /// Cells with one candidate still to be filled, and why it is that one.
    pub(super) queue: Vec<(Cell, Reason)>,
    /// Houses to be read for hidden singles, and for locked candidates.
    pub(super) stale: Pending,
    pub(super) uncompared: Pending,
    trail: Vec<Change>,
    /// How often a house was in a dead end, and once more.
    weights: Vec<u32>,
    read: u64,
    narrowed: u64,
}

/// One thing to take back.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// The cell had these candidates.
    Narrowed(Cell, DigitSet),
    /// The cell was open.
    Filled(Cell),
}

impl Masks {
    /// No puzzle yet.
    pub fn new(rules: &Rules) -> Masks {
        let (cells, houses) = (rules.cell_count(), rules.houses().len());
        Masks {
            candidates: vec![DigitSet::EMPTY; cells],
            filled: vec![false; cells],
            digits: vec![Digit::from_index(0); cells],
            held: vec![DigitSet::EMPTY; houses],
            open: 0,
            empty: None,
            queue: Vec::with_capacity(cells),
            stale: Pending::new(rules),
            uncompared: Pending::new(rules),
            // On one way down a candidate vanishes once, a cell is filled once.
            trail: Vec::with_capacity(cells * rules.size() + cells),
            weights: vec![1; houses],
            read: 0,
            narrowed: 0,
        }
    }

    /// Takes a puzzle. Its clues are filled, and no longer in their peers.
    pub fn load(&mut self, rules: &Rules, puzzle: PuzzleRef<'_>) {
        self.rest();
        self.trail.clear();
        self.filled.fill(false);
        self.held.fill(DigitSet::EMPTY);
        self.weights.fill(1);
        self.open = rules.cell_count();
        (self.read, self.narrowed) = (0, 0);
        for cell in rules.cells() {
            self.candidates[cell.index()] = puzzle.allowed(cell);
        }
        // Clues stand before the search begins: no placements, no events.
        for cell in rules.cells() {
            if let Some(digit) = puzzle.clues()[cell.index()] {
                self.put(rules, cell, digit);
                for peer in rules.peers(cell) {
                    self.candidates[peer.index()].remove(digit);
                }
            }
        }
        self.trail.clear();
        self.empty = rules.cells().find(|&cell| self.candidates(cell).is_empty());
        for cell in rules.cells() {
            if self.is_open(cell) && self.candidates(cell).single().is_some() {
                self.queue.push((cell, Reason::NakedSingle));
            }
        }
    }

    /// How many changes were written down.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back what was written down after the mark.
    pub fn undo(&mut self, rules: &Rules, mark: usize) {
        for change in self.trail.drain(mark..).rev() {
            match change {
                Change::Narrowed(cell, mask) => self.candidates[cell.index()] = mask,
                Change::Filled(cell) => {
                    self.filled[cell.index()] = false;
                    self.open += 1;
                    let digit = self.digits[cell.index()];
                    for house in rules.houses_of(cell) {
                        self.held[house.index()].remove(digit);
                    }
                }
            }
        }
    }

    /// Narrows an open cell to one digit and queues it.
    pub fn guess(&mut self, rules: &Rules, cell: Cell, digit: Digit) {
        self.narrow(rules, cell, DigitSet::only(digit));
        self.queue.push((cell, Reason::Guess));
    }

    /// The digits of the filled cells.
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// Houses read and crossings compared; cells narrowed.
    pub fn figures(&self) -> [u64; 2] {
        [self.read, self.narrowed]
    }

    /// The candidates of a cell.
    #[inline]
    pub fn candidates(&self, cell: Cell) -> DigitSet {
        self.candidates[cell.index()]
    }

    /// Whether a cell still waits for its digit.
    #[inline]
    pub fn is_open(&self, cell: Cell) -> bool {
        !self.filled[cell.index()]
    }

    /// The digits that a house holds for certain.
    #[inline]
    pub fn held(&self, house: HouseIndex) -> DigitSet {
        self.held[house.index()]
    }

    /// How often a house was in a dead end, and once more.
    #[inline]
    pub fn weight(&self, house: HouseIndex) -> u32 {
        self.weights[house.index()]
    }

    /// Narrows a cell to `left`, which is less than it has.
    #[inline]
    fn narrow(&mut self, rules: &Rules, cell: Cell, left: DigitSet) {
        let mask = &mut self.candidates[cell.index()];
        self.trail.push(Change::Narrowed(cell, *mask));
        *mask = left;
        self.narrowed += 1;
        for &house in rules.houses_of(cell) {
            self.stale.add(house);
            self.uncompared.add(house);
        }
    }

    /// Takes digits out of a cell.
    #[inline]
    fn rule_out<O: Observer>(
        &mut self,
        rules: &Rules,
        cell: Cell,
        gone: DigitSet,
        reason: Reason,
        observer: &mut O,
    ) -> ControlFlow<End, State> {
        let mask = self.candidates(cell);
        observer.event(|| Event::Eliminate {
            cell,
            digits: gone & mask,
            reason,
        })?;
        let left = mask - gone;
        self.narrow(rules, cell, left);
        if left.is_empty() {
            return self.dead(rules, Conflict::NoDigit(cell), observer);
        }
        if left.single().is_some() {
            self.queue.push((cell, Reason::NakedSingle));
        }
        Continue(State::Open)
    }

    /// Forgets what was to be done, and remembers where it went wrong.
    #[cold]
    pub(super) fn dead<O: Observer>(
        &mut self,
        rules: &Rules,
        conflict: Conflict,
        observer: &mut O,
    ) -> ControlFlow<End, State> {
        match conflict {
            Conflict::NoPlace(house, _) => self.weights[house.index()] += 1,
            Conflict::NoDigit(cell) => {
                for house in rules.houses_of(cell) {
                    self.weights[house.index()] += 1;
                }
            }
            _ => {}
        }
        self.rest();
        observer.event(|| Event::Conflict(conflict))?;
        Continue(State::Dead)
    }

    /// Tells how things stand where inference has come to rest.
    pub(super) fn tell<O: Observer>(&self, rules: &Rules, observer: &mut O) -> ControlFlow<End> {
        if !O::ON {
            return Continue(());
        }
        let open = rules.cells().filter(|&cell| self.is_open(cell));
        let candidates: usize = open.map(|cell| self.candidates(cell).len()).sum();
        let lacking: Vec<DigitSet> = self
            .held
            .iter()
            .map(|&held| rules.digits() - held)
            .collect();
        let fields = [
            ("open", Value::Number(self.open as u64)),
            ("candidates", Value::Number(candidates as u64)),
            ("houses", Value::Sets(&lacking)),
        ];
        observer.event(|| Event::Family {
            kind: "masks",
            fields: &fields,
        })
    }

    /// Leaves nothing to be done.
    pub(super) fn rest(&mut self) {
        self.queue.clear();
        self.stale.clear();
        self.uncompared.clear();
    }

    /// Writes a cell's only candidate down.
    fn put(&mut self, rules: &Rules, cell: Cell, digit: Digit) {
        self.filled[cell.index()] = true;
        self.digits[cell.index()] = digit;
        self.open -= 1;
        for house in rules.houses_of(cell) {
            self.held[house.index()].insert(digit);
        }
        self.trail.push(Change::Filled(cell));
    }

    /// Fills a queued cell and tells its peers.
    pub(super) fn fill<O: Observer>(
        &mut self,
        rules: &Rules,
        (cell, reason): (Cell, Reason),
        tally: &mut Tally,
        observer: &mut O,
    ) -> ControlFlow<End, State> {
        let mask = self.candidates(cell);
        let digit = mask.single().expect("a queued cell has one candidate");
        self.put(rules, cell, digit);
        tally.placements += 1;
        observer.event(|| Event::Place {
            cell,
            digit,
            reason,
        })?;
        for &peer in rules.peers(cell) {
            if self.candidates(peer).contains(digit)
                && self.rule_out(rules, peer, mask, Reason::Peer(cell), observer)? == State::Dead
            {
                return Continue(State::Dead);
            }
        }
        Continue(State::Open)
    }

    /// Hidden singles of one house, which must hold every digit.
    pub(super) fn read<O: Observer>(
        &mut self,
        rules: &Rules,
        house: HouseIndex,
        observer: &mut O,
    ) -> ControlFlow<End, State> {
        self.read += 1;
        let cells = rules.house(house).cells();
        let (mut once, mut twice) = (DigitSet::EMPTY, DigitSet::EMPTY);
        for &cell in cells {
            let mask = self.candidates(cell);
            twice |= once & mask;
            once |= mask;
        }
        if let Some(digit) = (rules.digits() - once).first() {
            return self.dead(rules, Conflict::NoPlace(house, digit), observer);
        }
        let hidden = once - twice - self.held(house);
        if hidden.is_empty() {
            return Continue(State::Open);
        }
        for &cell in cells {
            let mask = self.candidates(cell);
            let here = mask & hidden;
            let Some(digit) = here.first() else { continue };
            if let Some(other) = (here - DigitSet::only(digit)).first() {
                // One cell for two digits: put one there, and the other has no place.
                return self.dead(rules, Conflict::NoPlace(house, other), observer);
            }
            if here != mask {
                self.narrow(rules, cell, here);
                self.queue.push((cell, Reason::HiddenSingle(house)));
            }
        }
        Continue(State::Open)
    }

    /// Locked candidates of one house where another crosses it.
    pub(super) fn compare<O: Observer>(
        &mut self,
        rules: &Rules,
        crossing: Crossing<'_>,
        observer: &mut O,
    ) -> ControlFlow<End, State> {
        self.read += 1;
        let Crossing {
            from,
            to,
            outside,
            beyond,
        } = crossing;
        let masks = outside.iter().map(|&cell| self.candidates(cell));
        let elsewhere = masks.fold(self.held(from), |union, mask| union | mask);
        let confined = rules.digits() - elsewhere;
        if confined.is_empty() {
            return Continue(State::Open);
        }
        for &cell in beyond {
            if !(self.candidates(cell) & confined).is_empty() {
                let reason = Reason::LockedCandidates { from, to };
                if self.rule_out(rules, cell, confined, reason, observer)? == State::Dead {
                    return Continue(State::Dead);
                }
            }
        }
        Continue(State::Open)
    }
}
