//! What is told of a search is the search: for every engine of the registry, on
//! puzzles of several rules, whole and cut.

use std::ops::ControlFlow::Continue;
use std::sync::Arc;

use polydoku_core::{Digit, DigitSet, End, Engine, Puzzle, Query, Reason, Report, Rules};
use polydoku_teach::{Board, Bounds, Recording, Standing, Step, StepKind};

/// Wikipedia's example; known sizes are those of `reference` in the naive crate.
const EVERYDAY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// Arto Inkala, 2010.
const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn puzzles() -> Vec<Puzzle> {
    let classic = Rules::classic();
    let parse = |rules: &Arc<Rules>, text: &str| Puzzle::parse(rules, text).unwrap();
    let four = Arc::new(Rules::assumed(4).unwrap());
    let six = Arc::new(Rules::assumed(6).unwrap());
    let x = Arc::new(Rules::builder(9).diagonals().build().unwrap());
    let latin = Arc::new(Rules::builder(5).no_boxes().build().unwrap());
    let marks: Vec<_> = (0..25)
        .map(|i| DigitSet::from_bits([0b11101, 0b10111][i % 2]))
        .collect();
    let two = "....9....6..4.7..8.4.812.3.7.......5..4...9..5..371..4.5..6..4.2.17.85.9.........";
    vec![
        parse(&classic, EVERYDAY),
        parse(&classic, HARD),
        parse(&classic, two),
        parse(
            &classic,
            "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..",
        ),
        parse(&four, &".".repeat(16)),
        parse(&six, "1..........2....3......4......5......"[..36].as_ref()),
        parse(&x, &format!("12.......{}", ".".repeat(72))),
        Puzzle::with_marks(&latin, &[None; 25], &marks).unwrap(),
    ]
}

/// Every engine that takes the puzzle here.
fn engines(puzzle: &Puzzle) -> impl Iterator<Item = &'static dyn Engine> {
    let all = polydoku_engines::all().iter().map(|engine| &**engine);
    all.filter(|engine| engine.available().is_ok() && engine.supports(puzzle.rules()).is_ok())
}

fn silent(engine: &dyn Engine, puzzle: &Puzzle, query: &Query) -> Report {
    let mut solver = engine.solver(puzzle.rules()).unwrap();
    solver.run(puzzle.as_ref(), query, &mut |_| Continue(()))
}

/// Small enough that almost every search is cut.
const TIGHT: Bounds = Bounds {
    first: 30,
    last: 20,
    every: 10,
    branches: 4,
};

#[test]
fn totals_are_the_silent_statistics_however_much_is_kept() {
    let mut cut = 0;
    for puzzle in puzzles() {
        for engine in engines(&puzzle) {
            for query in [
                Query::unique().with_max_nodes(3_000),
                Query::count(20).with_max_nodes(700),
                Query::first().with_max_nodes(0),
            ] {
                let silent = silent(engine, &puzzle, &query);
                let name = engine.info().name;
                for bounds in [Bounds::ALL, Bounds::default(), TIGHT] {
                    let told = Recording::of(engine, &puzzle, &query, bounds).unwrap();
                    assert_eq!(told.report, silent, "{name}, {}", puzzle.line());
                    assert_eq!(told.totals.disagreement(&silent), None, "{name}");
                    let kept = told.steps().count() as u64;
                    assert_eq!(told.is_cut(), kept < told.totals.events);
                    cut += u64::from(told.is_cut());
                    if bounds == Bounds::ALL {
                        assert!(!told.is_cut());
                    }
                }
            }
        }
    }
    assert!(cut > 50, "only {cut} searches were long enough to be cut");
}

#[test]
fn the_sizes_that_are_known_are_told() {
    let puzzle = Puzzle::parse(&Rules::classic(), EVERYDAY).unwrap();
    for (name, placements) in [
        ("naive", 4208),
        ("naive/tables", 1005),
        ("naive/sets", 4208),
    ] {
        let engine = polydoku_engines::by_name(name).unwrap();
        let told = Recording::of(engine, &puzzle, &Query::first(), TIGHT).unwrap();
        assert_eq!(told.totals.placements, placements, "{name}");
        assert!(told.is_cut());
    }
}

#[test]
fn a_cut_recording_is_the_whole_one_with_gaps() {
    let mut middles = 0;
    for puzzle in puzzles() {
        for engine in engines(&puzzle) {
            let query = Query::unique().with_max_nodes(2_000);
            let whole = Recording::of(engine, &puzzle, &query, Bounds::ALL).unwrap();
            let cut = Recording::of(engine, &puzzle, &query, TIGHT).unwrap();
            let all = &whole.parts[0].steps;
            let mut board = Board::new(puzzle.as_ref());
            let mut next = 0;
            for part in &cut.parts {
                let start = part.steps[0].number as usize - 1;
                for step in &all[next..start] {
                    board.apply(step);
                }
                assert_eq!(part.before.cells(), board.cells());
                assert_eq!(part.before.candidates(), board.candidates());
                assert!(part.before.choices().eq(board.choices()));
                let placed = |step: &&Step| matches!(step.kind, StepKind::Place { .. });
                let placed = all[..start].iter().filter(placed).count() as u64;
                let totals = part.totals;
                assert_eq!((totals.events, totals.placements), (start as u64, placed));
                what_stands_makes_the_board_again(&puzzle, &part.before);
                assert_eq!(part.steps, all[start..start + part.steps.len()]);
                for step in &part.steps {
                    board.apply(step);
                }
                next = start + part.steps.len();
            }
            assert_eq!(next, all.len(), "the end is kept");
            let first = &cut.parts[0].steps;
            assert!(first.len() >= all.len().min(TIGHT.first as usize));
            middles += cut.parts.len().saturating_sub(2);
            assert!(cut.parts.len() <= 2 + TIGHT.branches as usize);
        }
    }
    assert!(
        middles > 20,
        "{middles} branches were kept between the ends"
    );
}

/// A board made of what stands on another is the same, also after each way back.
fn what_stands_makes_the_board_again(puzzle: &Puzzle, board: &Board) {
    let mut again = Board::new(puzzle.as_ref());
    for standing in board.standing() {
        let kind = match standing {
            Standing::Tried { cell, digit } => StepKind::Place {
                cell,
                digit,
                reason: Reason::Tried,
            },
            Standing::Choice { choice, nth, of } => StepKind::Guess { choice, nth, of },
            Standing::Placed { cell, digit, .. } => StepKind::Place {
                cell,
                digit,
                reason: Reason::Guess,
            },
            Standing::RuledOut { cell, digits } => StepKind::Eliminate {
                cell,
                digits,
                reason: Reason::Guess,
            },
            other => panic!("{other:?}"),
        };
        let (number, depth) = (0, 0);
        again.apply(&Step {
            number,
            depth,
            kind,
        });
    }
    let mut board = board.clone();
    for depth in (0..=board.depth() as u32).rev() {
        let (number, kind) = (0, StepKind::Backtrack);
        let back = Step {
            number,
            depth,
            kind,
        };
        board.apply(&back);
        again.apply(&back);
        assert_eq!(again.cells(), board.cells());
        assert_eq!(again.candidates(), board.candidates());
        assert!(again.choices().eq(board.choices()));
    }
}

#[test]
fn a_board_follows_the_search_to_its_solutions() {
    for puzzle in puzzles() {
        for engine in engines(&puzzle) {
            let name = engine.info().name;
            let query = Query::count(5).with_max_nodes(3_000);
            let told = Recording::of(engine, &puzzle, &query, Bounds::ALL).unwrap();
            let mut board = Board::new(puzzle.as_ref());
            for step in told.steps() {
                board.apply(step);
                assert_eq!(board.depth(), step.depth as usize, "{name}");
                if let StepKind::Solution { digits, .. } = &step.kind {
                    let row: Vec<Option<Digit>> = digits.iter().copied().map(Some).collect();
                    // Who does not count placements may leave some untold.
                    let untold =
                        |cell: &Option<Digit>| cell.is_none() && !engine.info().stats.placements;
                    let pairs = board.cells().iter().zip(&row);
                    assert!(pairs.clone().all(|(c, d)| c == d || untold(c)), "{name}");
                    let left = board.candidates().iter().zip(&row);
                    assert!(
                        left.clone()
                            .all(|(set, d)| d.is_some_and(|d| set.contains(d)))
                    );
                }
            }
            if told.report.end == End::Exhausted {
                assert_eq!(board.depth(), 0, "{name}: every choice is undone");
            }
        }
    }
}
