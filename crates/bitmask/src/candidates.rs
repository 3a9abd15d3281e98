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

use polydoku_core::{
    Cell, Conflict, Digit, DigitSet, End, Event, HouseIndex, Observer, Progress, PuzzleRef, Reason,
    Rules,
};

use crate::crossings::{Crossing, Crossings};
use crate::pending::Pending;
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
    open: usize,
    /// A cell that the puzzle leaves no digit.
    empty: Option<Cell>,
    /// Cells with one candidate still to be filled, and why it is that one.
    queue: Vec<(Cell, Reason)>,
    /// Houses to be read for hidden singles, and for locked candidates.
    stale: Pending,
    uncompared: Pending,
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

impl CandidateBoard {
    /// An empty board.
    pub fn new(rules: &Rules, methods: Methods) -> CandidateBoard {
        let (cells, houses) = (rules.cell_count(), rules.houses().len());
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
            masks: Masks {
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
            },
        }
    }
}

impl Masks {
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
    fn dead<O: Observer>(
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

    /// Leaves nothing to be done.
    fn rest(&mut self) {
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
    fn fill<O: Observer>(
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
    fn read<O: Observer>(
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
    fn compare<O: Observer>(
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

impl Board for CandidateBoard {
    fn load(&mut self, rules: &Rules, puzzle: PuzzleRef<'_>) {
        let masks = &mut self.masks;
        masks.rest();
        masks.trail.clear();
        masks.filled.fill(false);
        masks.held.fill(DigitSet::EMPTY);
        masks.weights.fill(1);
        masks.open = rules.cell_count();
        (masks.read, masks.narrowed) = (0, 0);
        for cell in rules.cells() {
            masks.candidates[cell.index()] = puzzle.allowed(cell);
        }
        // Clues stand before the search begins: no placements, no events.
        for cell in rules.cells() {
            if let Some(digit) = puzzle.clues()[cell.index()] {
                masks.put(rules, cell, digit);
                for peer in rules.peers(cell) {
                    masks.candidates[peer.index()].remove(digit);
                }
            }
        }
        masks.trail.clear();
        masks.empty = rules
            .cells()
            .find(|&cell| masks.candidates(cell).is_empty());
        for cell in rules.cells() {
            if masks.is_open(cell) && masks.candidates(cell).single().is_some() {
                masks.queue.push((cell, Reason::NakedSingle));
            }
        }
        for &house in &self.full {
            masks.stale.add(house);
            masks.uncompared.add(house);
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
        self.masks.trail.len()
    }

    fn undo(&mut self, rules: &Rules, mark: usize) {
        let masks = &mut self.masks;
        for change in masks.trail.drain(mark..).rev() {
            match change {
                Change::Narrowed(cell, mask) => masks.candidates[cell.index()] = mask,
                Change::Filled(cell) => {
                    masks.filled[cell.index()] = false;
                    masks.open += 1;
                    let digit = masks.digits[cell.index()];
                    for house in rules.houses_of(cell) {
                        masks.held[house.index()].remove(digit);
                    }
                }
            }
        }
    }

    fn guess(&mut self, rules: &Rules, cell: Cell, digit: Digit) {
        self.masks.narrow(rules, cell, DigitSet::only(digit));
        self.masks.queue.push((cell, Reason::Guess));
    }

    fn digits(&self) -> &[Digit] {
        &self.masks.digits
    }

    fn figures(&self) -> [u64; 2] {
        [self.masks.read, self.masks.narrowed]
    }
}
