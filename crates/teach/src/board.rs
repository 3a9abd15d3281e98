//! What one who believes the events knows: the digits that stand, the candidates
//! that are left, and the choices that were made.
//!
//! A board goes forward by [`Board::apply`]. It writes down what it changes, and a
//! `Backtrack` takes the newest changes away again, down to the choice that is
//! undone: so a board follows any search, however long, in memory that is
//! bounded by the puzzle (one change for each candidate and cell at most).
//!
//! ```text
//! changes   [ r1c4 = 4 | r1c2 -4 | ... ][ r5c5 = 3 | ... ]
//! choices   [                     ^ from here on: guess 1 ]
//! ```
//!
//! Candidates are those that were told: an engine that keeps none leaves every
//! open cell with all that its clues and marks allow.

use std::sync::Arc;

use polydoku_core::{Cell, Digit, DigitSet, Event, PuzzleRef, Reason, Rules};

use crate::{Chosen, Moment, Step, StepKind};

/// Digits, candidates and choices at one moment of a search.
#[derive(Clone, Debug)]
pub struct Board {
    rules: Arc<Rules>,
    cells: Vec<Option<Digit>>,
    candidates: Vec<DigitSet>,
    changes: Vec<Change>,
    /// Where in `changes` each standing choice began, and what it was.
    choices: Vec<(usize, Chosen)>,
}

/// What stood before.
#[derive(Clone, Copy, Debug)]
enum Change {
    Placed(Cell),
    Narrowed(Cell, DigitSet),
}

impl Board {
    /// The puzzle: clues alone in their cells, and marks as given.
    pub fn new(puzzle: PuzzleRef<'_>) -> Board {
        let rules = puzzle.rules();
        Board {
            rules: rules.clone(),
            cells: puzzle.clues().to_vec(),
            candidates: rules.cells().map(|cell| puzzle.allowed(cell)).collect(),
            changes: Vec::new(),
            choices: Vec::new(),
        }
    }

    /// The rules of the puzzle.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The digits that stand, one a cell.
    pub fn cells(&self) -> &[Option<Digit>] {
        &self.cells
    }

    /// The candidates that are left, one set a cell, as far as they were told.
    pub fn candidates(&self) -> &[DigitSet] {
        &self.candidates
    }

    /// How many choices stand.
    pub fn depth(&self) -> usize {
        self.choices.len()
    }

    /// The choices that stand, the oldest first.
    pub fn choices(&self) -> impl ExactSizeIterator<Item = &Chosen> {
        self.choices.iter().map(|(_, chosen)| chosen)
    }

    /// Takes the next step.
    pub fn apply(&mut self, step: &Step) {
        match &step.kind {
            StepKind::Guess { choice, .. } => self.stand(choice.clone()),
            &StepKind::Place {
                cell,
                digit,
                reason,
            } => self.place(cell, digit, reason),
            &StepKind::Eliminate { cell, digits, .. } => self.rule_out(cell, digits),
            StepKind::Backtrack => self.go_back_to(step.depth as usize),
            StepKind::Conflict(_) | StepKind::Solution { .. } | StepKind::Family { .. } => {}
        }
    }

    /// Takes the next event, without keeping it as a step.
    pub fn take(&mut self, moment: &Moment<'_>) {
        match *moment.event {
            Event::Guess { choice, .. } => self.stand(Chosen::of(choice)),
            Event::Place {
                cell,
                digit,
                reason,
            } => self.place(cell, digit, reason),
            Event::Eliminate { cell, digits, .. } => self.rule_out(cell, digits),
            Event::Backtrack { depth } => self.go_back_to(depth as usize),
            _ => {}
        }
    }

    fn place(&mut self, cell: Cell, digit: Digit, reason: Reason) {
        if reason == Reason::Tried {
            let house = None;
            self.stand(Chosen::Candidate { cell, digit, house });
        }
        self.changes.push(Change::Placed(cell));
        self.cells[cell.index()] = Some(digit);
        self.narrow(cell, DigitSet::only(digit));
    }

    fn rule_out(&mut self, cell: Cell, digits: DigitSet) {
        let left = self.candidates[cell.index()] - digits;
        self.narrow(cell, left);
    }

    fn stand(&mut self, chosen: Chosen) {
        self.choices.push((self.changes.len(), chosen));
    }

    fn narrow(&mut self, cell: Cell, left: DigitSet) {
        let set = &mut self.candidates[cell.index()];
        if *set != left {
            self.changes.push(Change::Narrowed(cell, *set));
            *set = left;
        }
    }

    fn go_back_to(&mut self, depth: usize) {
        let Some(&(mark, _)) = self.choices.get(depth) else {
            return;
        };
        self.choices.truncate(depth);
        for change in self.changes.drain(mark..).rev() {
            match change {
                Change::Placed(cell) => self.cells[cell.index()] = None,
                Change::Narrowed(cell, set) => self.candidates[cell.index()] = set,
            }
        }
    }
}
