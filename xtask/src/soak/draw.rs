//! Puzzles to soak: made from a solution, then spoilt, narrowed and moved.
//!
//! The solution comes from an engine drawn by lot, on a grid whose first row is a
//! random permutation, and is moved by a random isomorph. Each puzzle keeps some
//! of its cells, from nearly none to nearly all, so that all counts of solutions
//! come up. One in four gets a clue changed, which often leaves no solution; one
//! in four gets pencil marks. Where no solution was found in time, the puzzles
//! are random clues that do not clash.

use super::{compare, shape::Shape};
use polydoku_core::{Digit, DigitSet, Engine, Puzzle, Query};
use polydoku_corpus::isomorph::{SplitMix64, Symmetries};
use std::ops::ControlFlow;

/// Cells that keep their clue, of a hundred, from the least to the most.
const KEPT: (u64, u64) = (15, 75);

/// Draws `count` puzzles of a shape.
pub fn puzzles(
    shape: &Shape,
    engines: &[&dyn Engine],
    count: usize,
    random: &mut SplitMix64,
) -> Vec<Puzzle> {
    let symmetries = Symmetries::of(shape.rules());
    let solution = solution(shape, engines, random);
    let mut drawn = Vec::with_capacity(count);
    for _ in 0..count {
        let moved = symmetries.drawn(random);
        let puzzle = match &solution {
            Some(solution) => dug(shape, &moved.solution(solution), random),
            None => scattered(shape, random),
        };
        let puzzle = match random.below(4) {
            0 => spoilt(&puzzle, random),
            1 => narrowed(&puzzle, random),
            _ => puzzle,
        };
        drawn.push(puzzle);
    }
    drawn
}

/// A solution of the shape, if an engine drawn by lot finds one in time.
fn solution(shape: &Shape, engines: &[&dyn Engine], random: &mut SplitMix64) -> Option<Vec<Digit>> {
    let rules = shape.rules();
    let mut clues = vec![None; rules.cell_count()];
    for (cell, digit) in random.permutation(rules.size()).into_iter().enumerate() {
        clues[cell] = Some(Digit::from_index(digit));
    }
    let empty = vec![None; rules.cell_count()];
    // A first row may clash with a house of its own only in odd shapes.
    let start = Puzzle::new(rules, &clues)
        .or_else(|_| Puzzle::new(rules, &empty))
        .ok()?;
    let engine = engines.get(random.below(engines.len().max(1) as u64) as usize)?;
    let mut found = None;
    let query = compare::bounded(Query::first());
    let mut solver = engine.solver(rules).ok()?;
    solver.run(start.as_ref(), &query, &mut |digits| {
        found = Some(digits.to_vec());
        ControlFlow::Break(())
    });
    found
}

/// Some cells of a solution as clues.
fn dug(shape: &Shape, solution: &[Digit], random: &mut SplitMix64) -> Puzzle {
    // Large grids with few clues are hopeless for most engines.
    let least = if shape.rules().size() > 9 { 55 } else { KEPT.0 };
    let kept = least + random.below(KEPT.1 - least + 1);
    let clues = solution
        .iter()
        .map(|digit| (random.below(100) < kept).then_some(*digit));
    let clues: Vec<_> = clues.collect();
    // An engine that shows a wrong solution is caught by `compare`; here its
    // clues may clash, and an empty grid does as well.
    let open = vec![None; clues.len()];
    Puzzle::new(shape.rules(), &clues)
        .or_else(|_| Puzzle::new(shape.rules(), &open))
        .expect("an empty grid does not clash")
}

/// Random clues that do not clash.
fn scattered(shape: &Shape, random: &mut SplitMix64) -> Puzzle {
    let rules = shape.rules();
    let mut clues = vec![None; rules.cell_count()];
    for _ in 0..random.below(rules.cell_count() as u64 / 3 + 1) {
        let cell = random.below(rules.cell_count() as u64) as usize;
        let before =
            clues[cell].replace(Digit::from_index(random.below(rules.size() as u64) as usize));
        if Puzzle::new(rules, &clues).is_err() {
            clues[cell] = before;
        }
    }
    Puzzle::new(rules, &clues).expect("clues that clash were taken back")
}

/// The puzzle with one clue changed to another digit, if that does not clash.
fn spoilt(puzzle: &Puzzle, random: &mut SplitMix64) -> Puzzle {
    let mut clues = puzzle.clues().to_vec();
    for _ in 0..20 {
        let cell = random.below(clues.len() as u64) as usize;
        let digit = Digit::from_index(random.below(puzzle.rules().size() as u64) as usize);
        let before = clues[cell].replace(digit);
        if before.is_some()
            && before != Some(digit)
            && let Ok(spoilt) = Puzzle::new(puzzle.rules(), &clues)
        {
            return spoilt;
        }
        clues[cell] = before;
    }
    puzzle.clone()
}

/// The puzzle with pencil marks: of every open cell some digits are struck.
fn narrowed(puzzle: &Puzzle, random: &mut SplitMix64) -> Puzzle {
    let rules = puzzle.rules();
    let struck = 5 + random.below(25);
    let marks = puzzle.clues().iter().map(|clue| match clue {
        Some(digit) => DigitSet::only(*digit),
        None => {
            let digits = rules.digits().iter();
            digits.filter(|_| random.below(100) >= struck).collect()
        }
    });
    let marks: Vec<DigitSet> = marks.collect();
    Puzzle::with_marks(rules, puzzle.clues(), &marks).expect("each clue is in its mark")
}
