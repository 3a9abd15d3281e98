//! Clues that clash under boxes that were only assumed: perhaps the boxes stand
//! the other way.
//!
//! A 6x6 grid is taken to have boxes of 2 rows and 3 columns; some people mean
//! 3 rows and 2 columns. When clues clash and would not with the sides
//! exchanged, that is worth a word. It is said once, after the run, so that the
//! words do not depend on which worker saw the first.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use polydoku_core::{Boxes, Clashes, Rules};
use polydoku_pipeline::{Answered, Outcome};

/// Counts the puzzles that other boxes would help.
#[derive(Debug, Default)]
pub struct Orientation {
    helped: AtomicU64,
    /// Rules that were met, each with the same under exchanged sides.
    turned: Mutex<Vec<(Arc<Rules>, Arc<Rules>)>>,
}

impl Orientation {
    /// Looks at an answered puzzle.
    #[inline]
    pub fn look_at(&self, puzzle: &Answered<'_>) {
        if puzzle.boxes_assumed && matches!(puzzle.outcome, Outcome::Clash(_)) {
            self.look_closer(puzzle);
        }
    }

    #[cold]
    fn look_closer(&self, puzzle: &Answered<'_>) {
        if let Some(turned) = self.turned(puzzle.rules)
            && Clashes::of(&turned, puzzle.clues).is_empty()
        {
            self.helped.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn turned(&self, rules: &Arc<Rules>) -> Option<Arc<Rules>> {
        let &Boxes::Rect { rows, cols } = rules.boxes() else {
            return None;
        };
        if rows == cols {
            return None;
        }
        let mut known = self.turned.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, turned)) = known.iter().find(|(met, _)| Arc::ptr_eq(met, rules)) {
            return Some(turned.clone());
        }
        let mut builder = Rules::builder(rules.size()).boxes(cols, rows);
        if rules.has_diagonals() {
            builder = builder.diagonals();
        }
        for house in rules.extra_houses() {
            builder = builder.extra_house(house.cells().iter().map(|cell| cell.index()));
        }
        let turned = Arc::new(builder.build().ok()?);
        known.push((rules.clone(), turned.clone()));
        Some(turned)
    }

    /// What is to be said about it, if anything is.
    pub fn advice(&self) -> Option<Advice> {
        let helped = self.helped.load(Ordering::Relaxed);
        let known = self.turned.lock().unwrap_or_else(PoisonError::into_inner);
        let mut boxes: Vec<(usize, usize)> = known
            .iter()
            .filter_map(|(_, turned)| match *turned.boxes() {
                Boxes::Rect { rows, cols } => Some((rows, cols)),
                _ => None,
            })
            .collect();
        boxes.sort_unstable();
        boxes.dedup();
        (helped > 0).then_some(Advice { helped, boxes })
    }
}

/// The advice to try other boxes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    helped: u64,
    boxes: Vec<(usize, usize)>,
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, verb) = match self.helped {
            1 => ("1 puzzle clashes".to_owned(), "does"),
            n => (format!("{n} puzzles clash"), "do"),
        };
        let flags: Vec<String> = self
            .boxes
            .iter()
            .map(|(rows, cols)| format!("--boxes {rows}x{cols}"))
            .collect();
        let flags = flags.join(" or ");
        write!(
            f,
            "{what} only because of the boxes that were assumed, and {verb} not with {flags}"
        )
    }
}
