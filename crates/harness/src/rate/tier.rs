//! How far plain deductions carry: the tier of a puzzle.
//!
//! Three deductions, each on candidates alone:
//!
//! ```text
//! naked single       a cell has one candidate left
//! hidden single      a digit has one place left in a house that holds all digits
//! locked candidates  a digit's places in such a house all lie in a second house:
//!                    it is struck from the rest of the second (pointing, claiming)
//! ```
//!
//! A tier allows its own deduction and those before it. All of them only ever
//! take candidates away, and what one can take away stays possible whatever the
//! others do first: so the fixpoint does not depend on the order, and neither does
//! the tier on names, sides or the order of houses. That makes one pass enough: go
//! as far as naked singles carry, then bring in hidden singles from there, then
//! locked candidates; the last one that was needed is the tier.
//!
//! Any two houses may lock, not only a box and a line: diagonals, windows and
//! regions count. Nothing here guesses or looks for contradictions, so it says
//! nothing sensible about puzzles without exactly one solution. It shares no code
//! with the engines; the tests compare it with theirs.

use std::fmt;
use std::sync::Arc;

use polydoku_core::{Cell, DigitSet, PuzzleRef, Rules};

/// The weakest set of deductions that solves a puzzle, easiest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tier {
    /// Naked singles alone.
    NakedSingles,
    /// Naked and hidden singles.
    HiddenSingles,
    /// Singles and locked candidates.
    LockedCandidates,
    /// None of these: a solver without stronger deductions must guess.
    Guess,
}

impl Tier {
    /// What all outputs call it.
    pub fn words(self) -> &'static str {
        match self {
            Tier::NakedSingles => "naked singles",
            Tier::HiddenSingles => "hidden singles",
            Tier::LockedCandidates => "locked candidates",
            Tier::Guess => "guess",
        }
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}

/// Two houses that share cells: what is locked into the shared ones within the
/// first is struck from the rest of the second.
#[derive(Clone, Debug)]
struct Overlap {
    shared: Box<[Cell]>,
    rest_of_first: Box<[Cell]>,
    rest_of_second: Box<[Cell]>,
}

/// The memory of deductions for puzzles of some rules, used again and again.
#[derive(Clone, Debug)]
pub struct Deduction {
    rules: Arc<Rules>,
    overlaps: Vec<Overlap>,
    candidates: Vec<DigitSet>,
    placed: Vec<bool>,
    /// Cells that may have come down to one candidate.
    singles: Vec<Cell>,
    open: usize,
}

impl Deduction {
    /// For puzzles of these rules.
    pub fn new(rules: &Arc<Rules>) -> Deduction {
        Deduction {
            rules: rules.clone(),
            overlaps: overlaps(rules),
            candidates: Vec::new(),
            placed: Vec::new(),
            singles: Vec::new(),
            open: 0,
        }
    }

    /// The tier of a puzzle that has exactly one solution.
    ///
    /// # Panics
    /// If the puzzle has more cells than the rules given to [`Deduction::new`].
    pub fn tier(&mut self, puzzle: PuzzleRef<'_>) -> Tier {
        self.begin(puzzle);
        let mut tier = Tier::NakedSingles;
        loop {
            self.place_naked_singles();
            if self.open == 0 {
                return tier;
            }
            if self.find_hidden_singles() {
                tier = tier.max(Tier::HiddenSingles);
            } else if self.strike_locked_candidates() {
                tier = Tier::LockedCandidates;
            } else {
                return Tier::Guess;
            }
        }
    }

    /// How many cells are still open where the deductions ended.
    pub fn open_cells(&self) -> usize {
        self.open
    }

    fn begin(&mut self, puzzle: PuzzleRef<'_>) {
        let cells = self.rules.cells();
        self.candidates.clear();
        self.candidates
            .extend(cells.clone().map(|cell| puzzle.allowed(cell)));
        self.open = self.candidates.len();
        self.placed.clear();
        self.placed.resize(self.open, false);
        self.singles.clear();
        self.singles.extend(cells);
    }

    /// Goes as far as naked singles carry. Clues are naked singles, too.
    fn place_naked_singles(&mut self) {
        let rules = self.rules.clone();
        while let Some(cell) = self.singles.pop() {
            let candidates = self.candidates[cell.index()];
            if candidates.single().is_none() || self.placed[cell.index()] {
                continue;
            }
            self.placed[cell.index()] = true;
            self.open -= 1;
            for &peer in rules.peers(cell) {
                self.strike(peer, candidates);
            }
        }
    }

    /// Narrows the cells that are a digit's last place in a house; says whether
    /// there was any.
    fn find_hidden_singles(&mut self) -> bool {
        let rules = self.rules.clone();
        let mut found = false;
        for house in rules.houses() {
            if !house.holds_every_digit() {
                continue;
            }
            let (mut once, mut twice) = (DigitSet::EMPTY, DigitSet::EMPTY);
            for cell in house.cells() {
                let candidates = self.candidates[cell.index()];
                twice |= once & candidates;
                once |= candidates;
            }
            let hidden = once - twice;
            for &cell in house.cells() {
                let others = self.candidates[cell.index()] - hidden;
                let is_place = others != self.candidates[cell.index()];
                found |= is_place && self.strike(cell, others);
            }
        }
        found
    }

    /// Strikes what locked candidates rule out; says whether there was any.
    fn strike_locked_candidates(&mut self) -> bool {
        let overlaps = std::mem::take(&mut self.overlaps);
        let mut found = false;
        for overlap in &overlaps {
            let locked = self.union(&overlap.shared) - self.union(&overlap.rest_of_first);
            for &cell in &overlap.rest_of_second {
                found |= self.strike(cell, locked);
            }
        }
        self.overlaps = overlaps;
        found
    }

    fn union(&self, cells: &[Cell]) -> DigitSet {
        let sets = cells.iter().map(|cell| self.candidates[cell.index()]);
        sets.fold(DigitSet::EMPTY, |union, set| union | set)
    }

    /// Takes candidates from a cell; says whether it had any of them.
    fn strike(&mut self, cell: Cell, digits: DigitSet) -> bool {
        let candidates = &mut self.candidates[cell.index()];
        let left = *candidates - digits;
        let changed = left != *candidates;
        if changed {
            *candidates = left;
            self.singles.push(cell);
        }
        changed
    }
}

/// Every pair of houses of which the first holds all digits and shares at least
/// two cells with the second; with one shared cell it is a hidden single.
fn overlaps(rules: &Rules) -> Vec<Overlap> {
    let houses = rules.houses();
    let full = houses.iter().filter(|house| house.holds_every_digit());
    let mut overlaps = Vec::new();
    for first in full {
        for second in houses {
            let in_first = |cell: &Cell| first.cells().contains(cell);
            let in_second = |cell: &Cell| second.cells().contains(cell);
            let (shared, rest_of_second): (Vec<Cell>, Vec<Cell>) =
                second.cells().iter().copied().partition(in_first);
            let rest_of_first = first.cells().iter().copied();
            let rest_of_first: Vec<Cell> = rest_of_first.filter(|cell| !in_second(cell)).collect();
            if shared.len() > 1 && !rest_of_first.is_empty() && !rest_of_second.is_empty() {
                overlaps.push(Overlap {
                    shared: shared.into(),
                    rest_of_first: rest_of_first.into(),
                    rest_of_second: rest_of_second.into(),
                });
            }
        }
    }
    overlaps
}
