//! One thread's memory for rating: a solver, the isomorphs and the deductions
//! for each of the last few rules it met.
//!
//! Solvers never leave their thread, and a renderer is shared by all of them, so
//! the memory is the thread's own. It is taken out while a puzzle is rated and put
//! back at the end: an engine that panics takes it along, and the next puzzle
//! starts anew.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;

use polydoku_core::{End, PuzzleRef, Rules, Solver};
use polydoku_corpus::isomorph::{Isomorph, Symmetries};

use super::{Deduction, Difficulty, Guesses, Terms};

/// Isomorphs that are kept; those beyond are drawn anew for each puzzle.
const DRAWN: u32 = 1024;

/// Rules that are remembered: a file of jigsaws changes them with every line.
const KEPT: usize = 8;

thread_local! {
    static DESK: RefCell<Option<Desk>> = const { RefCell::new(None) };
}

struct Desk {
    terms: Arc<Terms>,
    /// The one used last stands last.
    kept: Vec<Kept>,
}

struct Kept {
    rules: Arc<Rules>,
    deduction: Deduction,
    symmetries: Symmetries,
    /// The first of them.
    isomorphs: Vec<Isomorph>,
    solver: Box<dyn Solver>,
}

/// Rates a puzzle with one solution; `None` once the query is cancelled.
pub(super) fn difficulty(terms: &Arc<Terms>, puzzle: PuzzleRef<'_>) -> Option<Difficulty> {
    let taken = DESK.take().filter(|desk| Arc::ptr_eq(&desk.terms, terms));
    let mut desk = taken.unwrap_or_else(|| Desk {
        terms: terms.clone(),
        kept: Vec::new(),
    });
    let difficulty = desk.difficulty(puzzle);
    DESK.set(Some(desk));
    difficulty
}

impl Desk {
    fn difficulty(&mut self, puzzle: PuzzleRef<'_>) -> Option<Difficulty> {
        let Desk { terms, kept } = self;
        let rules = puzzle.rules();
        match kept.iter().rposition(|kept| kept.rules == *rules) {
            Some(place) => kept[place..].rotate_left(1),
            None => {
                if kept.len() == KEPT {
                    kept.remove(0);
                }
                kept.push(Kept::new(terms, rules));
            }
        }
        let kept = kept.last_mut().expect("it was found or just added");
        let tier = kept.deduction.tier(puzzle);
        let mut numbers = Vec::new();
        let mut known = true;
        for number in 0..terms.isomorphs {
            let isomorph = match kept.isomorphs.get(number as usize) {
                Some(isomorph) => isomorph.puzzle(puzzle),
                None => terms.isomorph(&kept.symmetries, number).puzzle(puzzle),
            };
            let mut look_on = |_: &[_]| ControlFlow::Continue(());
            let report = kept
                .solver
                .run(isomorph.as_ref(), &terms.query, &mut look_on);
            match (report.end, report.stats.guesses.get()) {
                (End::Cancelled, _) => return None,
                (End::Exhausted, Some(guesses)) => numbers.push(guesses),
                // The other isomorphs cannot make the mean known again.
                _ => {
                    known = false;
                    break;
                }
            }
        }
        let guesses = Guesses::of(&numbers).filter(|_| known);
        Some(Difficulty { tier, guesses })
    }
}

impl Terms {
    fn isomorph(&self, symmetries: &Symmetries, number: u32) -> Isomorph {
        symmetries.seeded(self.seed.wrapping_add(number.into()))
    }
}

impl Kept {
    fn new(terms: &Terms, rules: &Arc<Rules>) -> Kept {
        let symmetries = Symmetries::of(rules);
        let first = 0..terms.isomorphs.min(DRAWN);
        let engine = terms.engine.engine_for(rules);
        let engine = engine.expect("the pipeline has asked this engine about this puzzle");
        let solver = engine.solver(rules);
        Kept {
            rules: rules.clone(),
            deduction: Deduction::new(rules),
            isomorphs: first
                .map(|number| terms.isomorph(&symmetries, number))
                .collect(),
            symmetries,
            solver: solver.expect("the pipeline has had such a solver"),
        }
    }
}
