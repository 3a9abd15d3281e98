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
    choices: Vec<(usize, Choice)>,
}

/// A choice that stands: the `nth` of `of`. A digit tried says neither.
#[derive(Clone, Debug)]
struct Choice {
    chosen: Chosen,
    of_several: Option<(u32, u32)>,
}

impl Choice {
    /// As it is listed; a digit tried is listed with its placement.
    fn standing(&self) -> Option<Standing> {
        let (nth, of) = self.of_several?;
        let choice = self.chosen.clone();
        Some(Standing::Choice { choice, nth, of })
    }

    /// Whether it chose this digit for this cell.
    fn is(&self, at: Cell, what: Digit) -> bool {
        matches!(self.chosen, Chosen::Candidate { cell, digit, .. } if (cell, digit) == (at, what))
    }
}

/// Something that stands on a board: what [`Board::standing`] lists.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Standing {
    /// A digit was tried.
    Tried {
        /// Where.
        cell: Cell,
        /// What.
        digit: Digit,
    },
    /// A choice was followed, the `nth` of `of`.
    Choice {
        /// What was chosen.
        choice: Chosen,
        /// Which of the choices it is, from 1.
        nth: u32,
        /// How many there were.
        of: u32,
    },
    /// A digit was placed.
    Placed {
        /// Where.
        cell: Cell,
        /// What.
        digit: Digit,
        /// Whether it is what the choice before it chose.
        chosen: bool,
    },
    /// Digits were ruled out of a cell, beside those that a placement rules out.
    RuledOut {
        /// Where.
        cell: Cell,
        /// What.
        digits: DigitSet,
    },
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
        self.choices.iter().map(|(_, choice)| &choice.chosen)
    }

    /// Everything that stands, in the order in which it came about: applied one
    /// after the other to the puzzle's board it makes this one, choice for choice.
    pub fn standing(&self) -> Vec<Standing> {
        let taken = self.taken();
        let mut all = Vec::with_capacity(self.changes.len() + self.choices.len());
        let mut choices = self.choices.iter().peekable();
        for (at, change) in self.changes.iter().enumerate() {
            let mut newest = None;
            while let Some((_, choice)) = choices.next_if(|(mark, _)| *mark == at) {
                all.extend(choice.standing());
                newest = Some(choice);
            }
            match *change {
                Change::Placed(cell) => {
                    let digit = self.cells[cell.index()].expect("it was placed");
                    all.push(match newest {
                        Some(choice) if choice.of_several.is_none() => {
                            Standing::Tried { cell, digit }
                        }
                        _ => Standing::Placed {
                            cell,
                            digit,
                            chosen: newest.is_some_and(|choice| choice.is(cell, digit)),
                        },
                    });
                }
                // What a placement leaves of its own cell goes without saying.
                Change::Narrowed(cell, _)
                    if at > 0
                        && matches!(self.changes[at - 1], Change::Placed(placed) if placed == cell) =>
                    {}
                Change::Narrowed(cell, _) => {
                    let digits = taken[at];
                    all.push(Standing::RuledOut { cell, digits });
                }
            }
        }
        all.extend(choices.filter_map(|(_, choice)| choice.standing()));
        all
    }

    /// For each change the candidates that it took; none for a placement.
    fn taken(&self) -> Vec<DigitSet> {
        // Backwards, because a change holds what was there before it.
        let mut left = self.candidates.clone();
        let mut taken: Vec<DigitSet> = self
            .changes
            .iter()
            .rev()
            .map(|change| match *change {
                Change::Placed(_) => DigitSet::EMPTY,
                Change::Narrowed(cell, before) => {
                    before - std::mem::replace(&mut left[cell.index()], before)
                }
            })
            .collect();
        taken.reverse();
        taken
    }

    /// Takes the next step.
    pub fn apply(&mut self, step: &Step) {
        match &step.kind {
            StepKind::Guess { choice, nth, of } => self.stand(choice.clone(), Some((*nth, *of))),
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
            Event::Guess { choice, nth, of } => self.stand(Chosen::of(choice), Some((nth, of))),
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
            self.stand(Chosen::Candidate { cell, digit, house }, None);
        }
        self.changes.push(Change::Placed(cell));
        self.cells[cell.index()] = Some(digit);
        self.narrow(cell, DigitSet::only(digit));
    }

    fn rule_out(&mut self, cell: Cell, digits: DigitSet) {
        let left = self.candidates[cell.index()] - digits;
        self.narrow(cell, left);
    }

    fn stand(&mut self, chosen: Chosen, of_several: Option<(u32, u32)>) {
        let choice = Choice { chosen, of_several };
        self.choices.push((self.changes.len(), choice));
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
