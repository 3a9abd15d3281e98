//! Tiers against the engines' own deductions, and guesses against sums by hand.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use polydoku_core::{Puzzle, Query, Rules};
use polydoku_corpus::isomorph::Symmetries;
use polydoku_engines::by_name;
use polydoku_generate::{Generator, Wish};

use super::{Deduction, Guesses, Tier};

/// Case C47: naked singles, hidden singles twice, and a grid in which singles
/// place nothing. Its facts were found with other programs.
const C47: [(&str, Tier); 4] = [
    (
        "3.542.81.4879.15.6.29.5637485.793.416132.8957.74.6528.2413.9.655.867.192.965124.8",
        Tier::NakedSingles,
    ),
    (
        ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
        Tier::HiddenSingles,
    ),
    (
        "300600080987014000200030100070006500500409006009300020008040005000760918050003002",
        Tier::HiddenSingles,
    ),
    (
        "........1.....2.3...4.5.6....57......1...8...7..59.4....96..5...3........4.....82",
        Tier::Guess,
    ),
];

#[test]
fn c47_tiers_are_as_others_found_them() {
    let rules = Rules::classic();
    let mut deduction = Deduction::new(&rules);
    for (line, tier) in C47 {
        let puzzle = Puzzle::parse(&rules, line).unwrap();
        assert_eq!(deduction.tier(puzzle.as_ref()), tier, "{line}");
    }
    // "singles place no cell at all in 4": 81 cells, 21 clues.
    assert_eq!(deduction.open_cells(), 60);
}

/// The rules that the test below draws puzzles for.
fn shapes() -> Vec<Arc<Rules>> {
    let jigsaw = "AABBBCAABBCCAADBCCEDDDFCEEDDFFEEEFFF";
    let region = jigsaw.bytes().map(|letter| u32::from(letter - b'A'));
    let built = [
        Rules::builder(4).build(),
        Rules::builder(6).regions(region).build(),
        Rules::builder(9).build(),
        Rules::builder(9).diagonals().build(),
        Rules::builder(9).windoku().build(),
        Rules::builder(12).build(),
    ];
    built
        .map(|rules| Arc::new(rules.expect("sound rules")))
        .into()
}

/// Puzzles of all degrees: minimal ones, and the same with a third of the open
/// cells filled in again.
fn puzzles(rules: &Arc<Rules>) -> Vec<Puzzle> {
    let wish = Wish::new(rules.clone()).minimal();
    let generator = Generator::new(wish, 47).expect("a wish that can come true");
    let mut puzzles = Vec::new();
    let mut fuller = by_name("bitmask").unwrap().solver(rules).unwrap();
    let made = generator.run(8, 1, &mut |puzzle| {
        let mut solution = Vec::new();
        fuller.run(puzzle.as_ref(), &Query::first(), &mut |digits| {
            solution = digits.to_vec();
            ControlFlow::Continue(())
        });
        let mut clues = puzzle.clues().to_vec();
        for (cell, digit) in solution.into_iter().enumerate().step_by(3) {
            clues[cell] = Some(digit);
        }
        puzzles.push(puzzle.clone());
        puzzles.push(Puzzle::new(rules, &clues).expect("a part of a solution"));
        ControlFlow::Continue(())
    });
    made.expect("puzzles of a usual kind");
    puzzles
}

#[test]
fn tiers_agree_with_the_engines_that_know_no_more() {
    let mut seen = HashSet::new();
    for rules in shapes() {
        let mut deduction = Deduction::new(&rules);
        let rows = [
            ("bitmask/mrv", Tier::NakedSingles),
            ("bitmask/singles", Tier::HiddenSingles),
            ("bitmask/locked", Tier::LockedCandidates),
        ];
        for puzzle in puzzles(&rules) {
            let tier = deduction.tier(puzzle.as_ref());
            seen.insert(tier);
            for (name, knows) in rows {
                let mut solver = by_name(name).unwrap().solver(&rules).unwrap();
                let mut look_on = |_: &[_]| ControlFlow::Continue(());
                let report = solver.run(puzzle.as_ref(), &Query::unique(), &mut look_on);
                assert_eq!(
                    report.stats.guesses.get() == Some(0),
                    tier <= knows,
                    "{rules}: {} is {tier} to us, {name} says {report:?}",
                    puzzle.line()
                );
            }
        }
    }
    assert_eq!(seen.len(), 4, "every tier occurs: {seen:?}");
}

#[test]
fn tiers_do_not_depend_on_names_and_sides() {
    for rules in shapes() {
        let symmetries = Symmetries::of(&rules);
        let mut deduction = Deduction::new(&rules);
        for puzzle in puzzles(&rules) {
            let tier = deduction.tier(puzzle.as_ref());
            for seed in 0..5 {
                let moved = symmetries.seeded(seed).puzzle(puzzle.as_ref());
                assert_eq!(deduction.tier(moved.as_ref()), tier, "{rules} {seed}");
            }
        }
    }
}

#[test]
fn guesses_bear_zeros() {
    // (0+1)(0+1)(7+1) = 8, whose third root is 2.
    let guesses = Guesses::of(&[0, 7, 0]).unwrap();
    assert!((guesses.mean - 1.0).abs() < 1e-12, "{guesses:?}");
    assert_eq!((guesses.least, guesses.most, guesses.isomorphs), (0, 7, 3));
    // Logarithms 0, 0 and ln 8: their deviation is ln 8 / sqrt 3.
    let expected = (8f64.ln() / 3f64.sqrt()).exp();
    assert!((guesses.spread - expected).abs() < 1e-12, "{guesses:?}");
    let none = Guesses::of(&[0; 16]).unwrap();
    assert_eq!((none.mean, none.spread), (0.0, 1.0));
    assert_eq!(Guesses::of(&[]), None);
}
