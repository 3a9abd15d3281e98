//! A search over a matrix, told in Sudoku's words.
//!
//! An option is a digit placed in a cell, an item is a cell to be filled or a
//! house that needs a digit. So a cell item with one option is a naked single, a
//! house item with one option a hidden single, an item without options a
//! conflict, and an option removed from the others' items a candidate
//! eliminated. Beside that the family tells of its own: `option`, with the item
//! that was chosen and all items that the option covers, by the names that the
//! export uses, and `left`, how many items are to be covered after it and how
//! many options are in play. With nobody listening only the budget, the solutions and, if
//! asked for, the counters are left of this.

use std::fmt::Write;
use std::ops::ControlFlow;

use polydoku_core::{
    Cell, Choice, Conflict, Digit, DigitSet, End, Event, Observer, Progress, Reason, Rules, Value,
};

use crate::export::ItemName;
use crate::layout::{Duty, Layout};
use crate::matrix::Watch;
use crate::solver::Figures;

/// Keeps to the budget, shows solutions, tells events.
pub(crate) struct SudokuWatch<'a, O: Observer, const FIGURES: bool> {
    pub progress: Progress<'a>,
    pub observer: O,
    pub digits: &'a mut [Digit],
    pub counts: &'a mut Figures,
    pub rules: &'a Rules,
    pub layout: &'a Layout,
    /// Where the last digit was placed.
    pub placed: Cell,
    /// What the receiver said while options were being removed.
    pub stop: ControlFlow<End>,
}

impl<O: Observer, const FIGURES: bool> SudokuWatch<'_, O, FIGURES> {
    fn candidate(label: u32) -> (Cell, Digit) {
        let (cell, digit) = Layout::candidate(label);
        (Cell::new(cell), Digit::from_index(digit))
    }

    fn name(&self, item: usize) -> ItemName<'_> {
        ItemName {
            rules: self.rules,
            duty: self.layout.duty(item),
        }
    }
}

impl<O: Observer, const FIGURES: bool> Watch for SudokuWatch<'_, O, FIGURES> {
    const UPDATES: bool = FIGURES;
    const TELLS: bool = O::ON;

    #[inline]
    fn enter(&mut self, level: usize) -> ControlFlow<End> {
        self.progress.node()?;
        if FIGURES {
            self.counts.enter(level);
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn updates(&mut self, count: u64) {
        self.counts.updates += count;
    }

    fn guess(&mut self, item: usize, label: u32, nth: usize, of: usize) -> ControlFlow<End> {
        let (cell, digit) = Self::candidate(label);
        let house = match self.layout.duty(item) {
            Duty::Fill(_) => None,
            Duty::Serve(house, _) => Some(house),
        };
        self.observer.event(|| Event::Guess {
            choice: Choice::Candidate { cell, digit, house },
            nth: nth as u32,
            of: of as u32,
        })
    }

    fn take(&mut self, item: usize, label: u32, forced: bool) -> ControlFlow<End> {
        let (cell, digit) = Self::candidate(label);
        self.placed = cell;
        let reason = match self.layout.duty(item) {
            _ if !forced => Reason::Guess,
            Duty::Fill(_) => Reason::NakedSingle,
            Duty::Serve(house, _) => Reason::HiddenSingle(house),
        };
        self.observer.event(|| Event::Place {
            cell,
            digit,
            reason,
        })?;
        let chosen = self.name(item).to_string();
        let mut items = String::new();
        for item in self.layout.items_of(cell, digit) {
            let space = if items.is_empty() { "" } else { " " };
            write!(items, "{space}{}", self.name(item)).expect("a string takes all text");
        }
        let fields = [
            ("item", Value::Text(&chosen)),
            ("cell", Value::Cell(cell)),
            ("digit", Value::Digit(digit)),
            ("covers", Value::Text(&items)),
        ];
        self.observer.event(|| Event::Family {
            kind: "option",
            fields: &fields,
        })
    }

    fn removed(&mut self, label: u32) {
        let (cell, digit) = Self::candidate(label);
        // The other digits of the filled cell itself go without saying.
        if cell != self.placed && self.stop.is_continue() {
            let placed = self.placed;
            self.stop = self.observer.event(|| Event::Eliminate {
                cell,
                digits: DigitSet::only(digit),
                reason: Reason::Peer(placed),
            });
        }
    }

    fn taken(&mut self) -> ControlFlow<End> {
        self.stop
    }

    fn left(&mut self, size: impl Fn(usize) -> Option<usize>) -> ControlFlow<End> {
        let items = (0..self.layout.primary).filter(|&item| size(item).is_some());
        // Every option fills one cell, and cells come first among the items.
        let options = (0..self.rules.cell_count()).filter_map(&size);
        let fields = [
            ("items", Value::Number(items.count() as u64)),
            ("options", Value::Number(options.sum::<usize>() as u64)),
        ];
        self.observer.event(|| Event::Family {
            kind: "left",
            fields: &fields,
        })
    }

    fn dead(&mut self, item: usize) -> ControlFlow<End> {
        let conflict = match self.layout.duty(item) {
            Duty::Fill(cell) => Conflict::NoDigit(cell),
            Duty::Serve(house, digit) => Conflict::NoPlace(house, digit),
        };
        self.observer.event(|| Event::Conflict(conflict))
    }

    fn backtrack(&mut self, standing: usize) -> ControlFlow<End> {
        self.observer.event(|| Event::Backtrack {
            depth: standing as u32,
        })
    }

    fn solution(&mut self, labels: impl ExactSizeIterator<Item = u32>) -> ControlFlow<End> {
        for label in labels {
            let (cell, digit) = Layout::candidate(label);
            self.digits[cell] = Digit::from_index(digit);
        }
        let digits = &*self.digits;
        // Found is found, whatever the receiver says to it.
        let told = self.observer.event(|| Event::Solution { digits });
        self.progress.solution(digits)?;
        told
    }
}
