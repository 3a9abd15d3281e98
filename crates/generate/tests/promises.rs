//! What generated puzzles promise (cases C44 and C45): unique, minimal where
//! asked, as many as asked, no repeats, and the same bytes for the same seed
//! whatever the threads. Uniqueness is judged by the oracle, not by the engine
//! that made the puzzles.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use polydoku_core::{Digit, Puzzle, Query, Rules, Verdict};
use polydoku_engines::by_name;
use polydoku_generate::{Generator, Wish};

fn made(wish: &Wish, seed: u64, count: u64, threads: usize) -> Vec<Puzzle> {
    let mut puzzles = Vec::new();
    let generator = Generator::new(wish.clone(), seed).expect("a wish that can come true");
    let shown = generator.run(count, threads, &mut |puzzle| {
        puzzles.push(puzzle.clone());
        ControlFlow::Continue(())
    });
    assert_eq!(shown.expect("within the limits"), count);
    puzzles
}

fn verdict(puzzle: &Puzzle) -> Verdict {
    let oracle = by_name("naive/sets").expect("the oracle");
    let mut solver = oracle.solver(puzzle.rules()).expect("all rules are taken");
    solver
        .run(puzzle.as_ref(), &Query::unique(), &mut |_| {
            ControlFlow::Continue(())
        })
        .verdict()
}

fn without(puzzle: &Puzzle, cell: usize) -> Puzzle {
    let mut clues: Vec<Option<Digit>> = puzzle.clues().to_vec();
    clues[cell] = None;
    Puzzle::new(puzzle.rules(), &clues).expect("fewer clues do not clash")
}

#[test]
fn puzzles_are_unique_and_different_for_all_kinds_of_rules() {
    let rules = [
        Rules::assumed(4),
        Rules::builder(6).boxes(3, 2).build(),
        Rules::builder(5).no_boxes().build(),
        Rules::builder(6).diagonals().build(),
        Rules::assumed(8),
        Rules::assumed(9),
    ];
    for rules in rules {
        let wish = Wish::new(Arc::new(rules.expect("sound rules")));
        let puzzles = made(&wish, 7, 20, 2);
        let different: HashSet<String> = puzzles.iter().map(Puzzle::line).collect();
        assert_eq!(different.len(), 20, "{}", wish.rules());
        for puzzle in &puzzles {
            assert_eq!(verdict(puzzle), Verdict::Unique, "{}", puzzle.line());
        }
    }
}

#[test]
fn few_clues_are_walked_to() {
    // Digging alone ends at 24 clues or so; the oracle would take minutes.
    let other = by_name("bitmask/locked").expect("an engine that `auto` does not choose");
    let mut solver = other.solver(&Rules::classic()).expect("9x9");
    let mut verdict = |puzzle: &Puzzle| {
        let mut ignore = |_: &[Digit]| ControlFlow::Continue(());
        let report = solver.run(puzzle.as_ref(), &Query::unique(), &mut ignore);
        report.verdict()
    };
    let wish = Wish::new(Rules::classic()).clues(20);
    for (wish, minimal) in [(wish.clone(), false), (wish.minimal(), true)] {
        for puzzle in made(&wish, 4, 3, 2) {
            assert_eq!(puzzle.clues().iter().flatten().count(), 20);
            assert_eq!(verdict(&puzzle), Verdict::Unique, "{}", puzzle.line());
            let clues = (0..81).filter(|&cell| puzzle.clues()[cell].is_some());
            for cell in clues.filter(|_| minimal) {
                assert_eq!(verdict(&without(&puzzle, cell)), Verdict::Multiple);
            }
        }
    }
}

#[test]
fn minimal_puzzles_need_every_clue() {
    for size in [4, 6] {
        let wish = Wish::new(Arc::new(Rules::assumed(size).unwrap())).minimal();
        for puzzle in made(&wish, 3, 20, 1) {
            assert_eq!(verdict(&puzzle), Verdict::Unique);
            for cell in (0..puzzle.clues().len()).filter(|&cell| puzzle.clues()[cell].is_some()) {
                assert_eq!(
                    verdict(&without(&puzzle, cell)),
                    Verdict::Multiple,
                    "{}",
                    puzzle.line()
                );
            }
        }
    }
}

#[test]
fn the_clues_asked_for_are_there() {
    for (size, clues) in [(4, 5), (4, 16), (6, 14), (9, 36)] {
        let wish = Wish::new(Arc::new(Rules::assumed(size).unwrap())).clues(clues);
        for puzzle in made(&wish, 1, if clues == 16 { 1 } else { 5 }, 1) {
            assert_eq!(puzzle.clues().iter().flatten().count(), clues);
            assert_eq!(verdict(&puzzle), Verdict::Unique);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_puzzles_whatever_the_threads_and_the_engine() {
    let wish = Wish::new(Arc::new(Rules::assumed(6).unwrap())).minimal();
    for seed in [0, 1, 13, 1 << 63, u64::MAX] {
        let puzzles = made(&wish, seed, 70, 1);
        assert_eq!(puzzles, made(&wish, seed, 70, 8), "seed {seed}");
        assert_eq!(puzzles[..5], made(&wish, seed, 5, 2), "seed {seed}");
        assert_ne!(
            puzzles,
            made(&wish, seed.wrapping_add(1), 70, 1),
            "seed {seed}"
        );
        for engine in ["naive", "naive/tables"] {
            let choice = polydoku_engines::EngineChoice::parse(engine).expect("a known engine");
            let generator = Generator::new(wish.clone(), seed)
                .unwrap()
                .with_engine(choice)
                .unwrap();
            let mut number = 0;
            let shown = generator.run(10, 1, &mut |puzzle| {
                assert_eq!(*puzzle, puzzles[number], "{engine}, seed {seed}");
                number += 1;
                ControlFlow::Continue(())
            });
            assert_eq!(shown, Ok(10));
        }
    }
}

#[test]
fn nothing_may_be_asked_for_and_too_much_is_told() {
    let wish = Wish::new(Arc::new(Rules::assumed(4).unwrap()));
    assert!(made(&wish, 1, 0, 1).is_empty());
    // There are only 288 full grids.
    let all = wish.clone().attempts(5_000).clues(16);
    let generator = Generator::new(all, 1).unwrap();
    let gave_up = generator
        .run(289, 1, &mut |_| ControlFlow::Continue(()))
        .unwrap_err();
    assert_eq!((gave_up.made, gave_up.wanted), (288, 289));
    // A minimal puzzle never has all clues.
    let never = wish.attempts(10).minimal().clues(15);
    let generator = Generator::new(never, 1).unwrap();
    let gave_up = generator
        .run(1, 1, &mut |_| ControlFlow::Continue(()))
        .unwrap_err();
    assert!(
        gave_up
            .to_string()
            .contains("no puzzle with 15 clues in 10 attempts"),
        "{gave_up}"
    );
}

#[test]
fn a_set_flag_stops_it() {
    let cancel = polydoku_core::Cancel::new();
    cancel.cancel();
    let wish = Wish::new(Rules::classic());
    let generator = Generator::new(wish, 1).unwrap().with_cancel(&cancel);
    let gave_up = generator
        .run(1, 1, &mut |_| ControlFlow::Continue(()))
        .unwrap_err();
    assert!(gave_up.is_cancelled());
}
