//! Cheap propagation before varisat: naked and hidden singles, locked candidates.
//!
//! Loading a formula costs more than solving it: on 17-clue puzzles four fifths of
//! the time of the plain encoding. What a few microseconds of bit arithmetic settle
//! need not be encoded at all, and often nothing is left.
//!
//! Naked and hidden singles are what unit propagation finds in the extended
//! encoding. Locked candidates are more than that: if all places for a digit in one
//! house lie in another too, the rest of the other loses it.
//!
//! ```text
//! open      one DigitSet a cell: its candidates
//! stack     cells with one candidate whose digit is not yet taken from the peers
//! dirty     houses in which something changed since they were looked at
//! crossings pairs of houses with two or more cells in common:  | A only | both | B only |
//! ```
//!
//! Order of work: the stack, then a dirty house for hidden singles, then dirty
//! crossings; the first change goes back to the stack. A fixpoint does not depend
//! on the order; the events do.

use std::ops::ControlFlow;

use polydoku_core::{
    Cell, Conflict, Digit, DigitSet, End, Event, HouseIndex, Observer, PuzzleRef, Reason, Rules,
};

/// What propagation came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// A cell without a digit, or a digit without a place.
    Contradiction,
    /// Every cell is filled.
    Filled,
    /// Cells are left open.
    Open,
}

/// Two houses that share two or more cells.
struct Crossing {
    houses: [HouseIndex; 2],
    both: Vec<Cell>,
    /// The cells of each house outside the other.
    only: [Vec<Cell>; 2],
    /// Whether the house has as many cells as there are digits, so that each digit
    /// must be in it.
    full: [bool; 2],
}

/// The propagator for puzzles of one shape, with its memory.
pub(crate) struct Propagator {
    crossings: Vec<Crossing>,
    /// For each house the numbers of its crossings.
    crossings_of: Vec<Vec<u32>>,
    /// For each house its index as the rules' lists name it.
    indices: Vec<HouseIndex>,
    open: Vec<DigitSet>,
    filled: Vec<bool>,
    left: usize,
    stack: Vec<(Cell, Reason)>,
    dirty_houses: Flags,
    dirty_crossings: Flags,
}

/// A set of numbers that is emptied from its smallest.
#[derive(Default)]
struct Flags {
    words: Vec<u64>,
}

impl Flags {
    fn fill(&mut self, count: usize) {
        self.words.clear();
        self.words.resize(count.div_ceil(64), u64::MAX);
        if !count.is_multiple_of(64) {
            *self.words.last_mut().expect("count is not 0") = (1 << (count % 64)) - 1;
        }
    }

    #[inline]
    fn insert(&mut self, number: usize) {
        self.words[number / 64] |= 1 << (number % 64);
    }

    #[inline]
    fn pop(&mut self) -> Option<usize> {
        let at = self.words.iter().position(|&word| word != 0)?;
        let bit = self.words[at].trailing_zeros() as usize;
        self.words[at] &= self.words[at] - 1;
        Some(at * 64 + bit)
    }
}

/// A dead end, or the receiver's wish to stop.
enum Halt {
    Contradiction,
    End(End),
}

impl From<End> for Halt {
    fn from(end: End) -> Halt {
        Halt::End(end)
    }
}

type Flow = Result<(), Halt>;

fn told(flow: ControlFlow<End>) -> Flow {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(end) => Err(end.into()),
    }
}

impl Propagator {
    /// The propagator for puzzles of these rules.
    pub fn new(rules: &Rules) -> Propagator {
        let houses = rules.houses();
        let mut indices: Vec<Option<HouseIndex>> = vec![None; houses.len()];
        for cell in rules.cells() {
            for &house in rules.houses_of(cell) {
                indices[house.index()] = Some(house);
            }
        }
        let indices: Vec<HouseIndex> = indices
            .into_iter()
            .map(|index| index.expect("a house has cells"))
            .collect();
        let (mut crossings, mut crossings_of) = (Vec::new(), vec![Vec::new(); houses.len()]);
        for &a in &indices {
            for &b in &indices[a.index() + 1..] {
                let of = |house: HouseIndex| rules.house(house).cells().to_vec();
                let within =
                    |house: HouseIndex, cell: &Cell| rules.houses_of(*cell).contains(&house);
                let both: Vec<Cell> = of(a).into_iter().filter(|cell| within(b, cell)).collect();
                if both.len() < 2 {
                    continue;
                }
                for house in [a, b] {
                    crossings_of[house.index()].push(crossings.len() as u32);
                }
                crossings.push(Crossing {
                    houses: [a, b],
                    only: [(a, b), (b, a)].map(|(house, other)| {
                        of(house)
                            .into_iter()
                            .filter(|cell| !within(other, cell))
                            .collect()
                    }),
                    full: [a, b].map(|house| rules.house(house).cells().len() == rules.size()),
                    both,
                });
            }
        }
        Propagator {
            crossings,
            crossings_of,
            indices,
            open: Vec::new(),
            filled: Vec::new(),
            left: 0,
            stack: Vec::new(),
            dirty_houses: Flags::default(),
            dirty_crossings: Flags::default(),
        }
    }

    /// The candidates of each cell.
    pub fn candidates(&self) -> &[DigitSet] {
        &self.open
    }

    /// The digit of a cell that is filled.
    pub fn digit(&self, cell: usize) -> Option<Digit> {
        self.filled[cell].then(|| self.open[cell].first()).flatten()
    }

    /// How many cells are open.
    pub fn left(&self) -> usize {
        self.left
    }

    /// Propagates a puzzle's clues and marks to the fixpoint; breaks where the
    /// observer had enough.
    pub fn run<O: Observer>(
        &mut self,
        puzzle: PuzzleRef<'_>,
        observer: &mut O,
    ) -> ControlFlow<End, Outcome> {
        match self.fixpoint(puzzle, observer) {
            Ok(()) if self.left == 0 => ControlFlow::Continue(Outcome::Filled),
            Ok(()) => ControlFlow::Continue(Outcome::Open),
            Err(Halt::Contradiction) => ControlFlow::Continue(Outcome::Contradiction),
            Err(Halt::End(end)) => ControlFlow::Break(end),
        }
    }

    fn fixpoint<O: Observer>(&mut self, puzzle: PuzzleRef<'_>, observer: &mut O) -> Flow {
        let rules: &Rules = puzzle.rules();
        self.open.clear();
        self.filled.clear();
        self.stack.clear();
        self.left = rules.cell_count();
        self.filled.resize(self.left, false);
        for cell in rules.cells() {
            let digits = puzzle.allowed(cell);
            self.open.push(digits);
            if digits.len() <= 1 {
                self.stack.push((cell, Reason::NakedSingle));
            }
        }
        self.dirty_houses.fill(self.indices.len());
        self.dirty_crossings.fill(self.crossings.len());
        loop {
            while let Some((cell, reason)) = self.stack.pop() {
                self.place(puzzle, cell, reason, observer)?;
            }
            if self.left == 0 {
                return Ok(());
            }
            if let Some(house) = self.dirty_houses.pop() {
                self.hidden_singles(rules, house, observer)?;
            } else if let Some(crossing) = self.dirty_crossings.pop() {
                self.locked(rules, crossing, observer)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Fills a cell with its only candidate and takes it from the peers.
    fn place<O: Observer>(
        &mut self,
        puzzle: PuzzleRef<'_>,
        cell: Cell,
        reason: Reason,
        observer: &mut O,
    ) -> Flow {
        let rules: &Rules = puzzle.rules();
        if self.filled[cell.index()] {
            return Ok(());
        }
        let Some(digit) = self.open[cell.index()].single() else {
            told(observer.event(|| Event::Conflict(Conflict::NoDigit(cell))))?;
            return Err(Halt::Contradiction);
        };
        self.filled[cell.index()] = true;
        self.left -= 1;
        if puzzle.clues()[cell.index()].is_none() {
            told(observer.event(|| Event::Place {
                cell,
                digit,
                reason,
            }))?;
        }
        for &peer in rules.peers(cell) {
            self.remove(
                rules,
                peer,
                DigitSet::only(digit),
                Reason::Peer(cell),
                observer,
            )?;
        }
        Ok(())
    }

    /// Takes digits from a cell's candidates.
    #[inline]
    fn remove<O: Observer>(
        &mut self,
        rules: &Rules,
        cell: Cell,
        digits: DigitSet,
        reason: Reason,
        observer: &mut O,
    ) -> Flow {
        let gone = self.open[cell.index()] & digits;
        if gone.is_empty() {
            return Ok(());
        }
        self.open[cell.index()] -= gone;
        told(observer.event(|| Event::Eliminate {
            cell,
            digits: gone,
            reason,
        }))?;
        let left = self.open[cell.index()];
        if left.is_empty() {
            told(observer.event(|| Event::Conflict(Conflict::NoDigit(cell))))?;
            return Err(Halt::Contradiction);
        }
        if left.single().is_some() {
            self.stack.push((cell, Reason::NakedSingle));
        }
        for house in rules.houses_of(cell) {
            self.dirty_houses.insert(house.index());
        }
        Ok(())
    }

    /// Digits with one place left in a house that must hold every digit. A house
    /// that was looked at has its crossings looked at as well.
    fn hidden_singles<O: Observer>(
        &mut self,
        rules: &Rules,
        house: usize,
        observer: &mut O,
    ) -> Flow {
        for &crossing in &self.crossings_of[house] {
            self.dirty_crossings.insert(crossing as usize);
        }
        let cells = rules.houses()[house].cells();
        if cells.len() < rules.size() {
            return Ok(());
        }
        let (mut once, mut twice, mut standing) =
            (DigitSet::EMPTY, DigitSet::EMPTY, DigitSet::EMPTY);
        for cell in cells {
            let digits = self.open[cell.index()];
            twice |= once & digits;
            once |= digits;
            if self.filled[cell.index()] {
                standing |= digits;
            }
        }
        if let Some(digit) = (rules.digits() - once).first() {
            let place = Conflict::NoPlace(self.indices[house], digit);
            told(observer.event(|| Event::Conflict(place)))?;
            return Err(Halt::Contradiction);
        }
        let hidden = once - twice - standing;
        if hidden.is_empty() {
            return Ok(());
        }
        for &cell in cells {
            let here = self.open[cell.index()] & hidden;
            if here.is_empty() || self.filled[cell.index()] {
                continue;
            }
            if here.len() > 1 {
                told(observer.event(|| Event::Conflict(Conflict::Family("two hidden singles"))))?;
                return Err(Halt::Contradiction);
            }
            self.open[cell.index()] = here;
            for other in rules.houses_of(cell) {
                self.dirty_houses.insert(other.index());
            }
            self.stack
                .push((cell, Reason::HiddenSingle(self.indices[house])));
        }
        Ok(())
    }

    /// Digits that within one of two crossing houses are confined to the other.
    fn locked<O: Observer>(&mut self, rules: &Rules, crossing: usize, observer: &mut O) -> Flow {
        let union = |open: &[DigitSet], cells: &[Cell]| {
            let digits = cells.iter().map(|cell| open[cell.index()]);
            digits.fold(DigitSet::EMPTY, |all, digits| all | digits)
        };
        // Taken out while it is used, so that candidates can be removed.
        let Crossing {
            houses,
            both,
            only,
            full,
        } = &self.crossings[crossing];
        let shared = union(&self.open, both);
        let outside = [union(&self.open, &only[0]), union(&self.open, &only[1])];
        let mut removals: [(DigitSet, usize); 2] = [(DigitSet::EMPTY, 0); 2];
        for from in 0..2 {
            if full[from] {
                removals[from] = ((shared - outside[from]) & outside[1 - from], 1 - from);
            }
        }
        if removals.iter().all(|(digits, _)| digits.is_empty()) {
            return Ok(());
        }
        let houses = *houses;
        for (digits, to) in removals {
            let reason = Reason::LockedCandidates {
                from: houses[1 - to],
                to: houses[to],
            };
            for index in 0..self.crossings[crossing].only[to].len() {
                let cell = self.crossings[crossing].only[to][index];
                self.remove(rules, cell, digits, reason, observer)?;
            }
        }
        Ok(())
    }
}

impl std::fmt::Debug for Propagator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Propagator")
            .field("left", &self.left)
            .finish_non_exhaustive()
    }
}
