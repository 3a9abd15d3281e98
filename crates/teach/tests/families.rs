//! What the families tell of themselves agrees with what everyone is told: each
//! of their events is checked against a board that knows only the others.

use std::ops::ControlFlow::Continue;
use std::sync::Arc;

use polydoku_core::{Cell, Conflict, Digit, DigitSet, Engine, Puzzle, Query, Rules};
use polydoku_teach::{Board, Bounds, Datum, Recording, Step, StepKind};

const EVERYDAY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn puzzles() -> Vec<Puzzle> {
    let classic = Rules::classic();
    let latin = Arc::new(Rules::builder(5).no_boxes().build().unwrap());
    let windoku = Arc::new(Rules::builder(9).windoku().build().unwrap());
    let marks: Vec<_> = (0..25)
        .map(|i| DigitSet::from_bits([0b11101, 0b10111][i % 2]))
        .collect();
    vec![
        Puzzle::parse(&classic, EVERYDAY).unwrap(),
        Puzzle::parse(&classic, HARD).unwrap(),
        Puzzle::with_marks(&latin, &[None; 25], &marks).unwrap(),
        Puzzle::parse(&windoku, &format!("12.......{}", ".".repeat(72))).unwrap(),
    ]
}

/// Hands every step of a family's engines to `check`, with the board before it.
/// Says how many there were of the kind.
fn each(family: &str, kind: &str, mut check: impl FnMut(&Puzzle, &Board, &Step)) -> usize {
    let mut count = 0;
    for puzzle in puzzles() {
        let all = polydoku_engines::all().iter().map(|engine| &**engine);
        let takes = |engine: &&dyn Engine| {
            engine.info().family() == family
                && engine.available().is_ok()
                && engine.supports(puzzle.rules()).is_ok()
        };
        for engine in all.filter(takes) {
            let query = Query::unique().with_max_nodes(2_000);
            let told = Recording::of(engine, &puzzle, &query, Bounds::ALL).unwrap();
            let mut board = Board::new(puzzle.as_ref());
            for step in told.steps() {
                check(&puzzle, &board, step);
                board.apply(step);
                let this = matches!(&step.kind, StepKind::Family { kind: k, .. } if *k == kind);
                count += usize::from(this);
            }
        }
    }
    count
}

fn field<'f>(step: &'f Step, wanted: &str) -> Option<&'f Datum> {
    let StepKind::Family { fields, .. } = &step.kind else {
        return None;
    };
    let found = fields.iter().find(|(name, _)| *name == wanted);
    found.map(|(_, datum)| datum)
}

/// What fits an open cell by looking at the board: allowed, and in no peer.
fn fitting(puzzle: &Puzzle, board: &Board, cell: Cell) -> DigitSet {
    let peers = puzzle.rules().peers(cell).iter();
    let taken = peers.filter_map(|peer| board.cells()[peer.index()]);
    taken.fold(puzzle.as_ref().allowed(cell), |left, digit| {
        left - DigitSet::only(digit)
    })
}

#[test]
fn a_scan_says_what_fits_and_what_stands_in_the_way() {
    let mut back = true;
    let mut in_the_way = 0;
    let scans = each("naive", "scan", |puzzle, board, step| {
        let went_back = back;
        back = matches!(step.kind, StepKind::Backtrack);
        if let StepKind::Conflict(Conflict::NoDigit(cell)) = step.kind {
            assert!(fitting(puzzle, board, cell).is_empty());
        }
        let Some(&Datum::Cell(cell)) = field(step, "cell") else {
            return;
        };
        let right = fitting(puzzle, board, cell);
        let Some(&Datum::Digits(fits)) = field(step, "fits") else {
            panic!("a scan says what fits");
        };
        assert_eq!(fits - right, DigitSet::EMPTY);
        if let (Some(&Datum::Digits(unfit)), Some(Datum::Cells(standing))) =
            (field(step, "unfit"), field(step, "standing"))
        {
            assert_eq!(unfit & right, DigitSet::EMPTY);
            for (digit, &holder) in unfit.iter().zip(standing) {
                let held = board.cells()[holder.index()] == Some(digit);
                let forbidden = holder == cell && !puzzle.as_ref().allowed(cell).contains(digit);
                assert!(held || forbidden);
                in_the_way += 1;
            }
            assert_eq!(unfit.len(), standing.len());
            assert!(fits.len() <= 1);
        } else if !went_back && fits.len() != 1 {
            assert_eq!(fits, right, "all that fits is seen at the first look");
        }
    });
    assert!(
        scans > 10_000 && in_the_way > 10_000,
        "{scans} {in_the_way}"
    );
}

#[test]
fn what_is_left_of_an_exact_cover_is_what_is_left_of_the_board() {
    let lefts = each("dlx", "left", |puzzle, board, step| {
        let (Some(&Datum::Number(items)), Some(&Datum::Number(options))) =
            (field(step, "items"), field(step, "options"))
        else {
            return;
        };
        let rules = puzzle.rules();
        let open = rules
            .cells()
            .filter(|cell| board.cells()[cell.index()].is_none());
        let candidates = open.clone().map(|cell| fitting(puzzle, board, cell).len());
        assert_eq!(options, candidates.sum::<usize>() as u64);
        let full = rules
            .houses()
            .iter()
            .filter(|house| house.holds_every_digit());
        let lacking = full.map(|house| {
            let held = house
                .cells()
                .iter()
                .filter_map(|cell| board.cells()[cell.index()]);
            rules.size() - held.count()
        });
        assert_eq!(items, (open.count() + lacking.sum::<usize>()) as u64);
    });
    assert!(lefts > 500, "{lefts}");
}

#[test]
fn the_words_of_a_sweep_are_the_candidates_after_it() {
    let mut after: Option<Vec<DigitSet>> = None;
    let sweeps = each("simd", "sweep", |_, board, step| {
        let told = matches!(
            step.kind,
            StepKind::Place { .. } | StepKind::Eliminate { .. }
        );
        if !told && let Some(right) = after.take() {
            assert_eq!(board.candidates(), right);
        }
        let Some(Datum::Numbers(words)) = field(step, "words") else {
            return;
        };
        let candidates = |cell: usize| {
            let (row, col) = (cell / 9, cell % 9);
            let word = words[9 * (row / 3) + 3 * (row % 3) + col % 3];
            DigitSet::from_bits(word >> (10 * (col / 3)) & 0x1FF)
        };
        let all: Vec<DigitSet> = (0..81).map(candidates).collect();
        let sum: usize = all.iter().map(|set| set.len()).sum();
        assert_eq!(field(step, "candidates"), Some(&Datum::Number(sum as u64)));
        after = Some(all);
    });
    assert!(sweeps > 500, "{sweeps}");
}

#[test]
fn every_levels_trace_is_the_same() {
    let puzzle = Puzzle::parse(&Rules::classic(), HARD).unwrap();
    let all = polydoku_engines::all().iter();
    let simd = all.filter(|e| e.info().family() == "simd" && e.available().is_ok());
    let traces: Vec<Vec<Step>> = simd
        .map(|engine| {
            let told = Recording::of(&**engine, &puzzle, &Query::unique(), Bounds::ALL).unwrap();
            told.steps().cloned().collect()
        })
        .collect();
    assert!(traces.len() >= 2 && traces.windows(2).all(|two| two[0] == two[1]));
}

#[test]
fn a_solution_told_is_the_solution_shown() {
    for puzzle in puzzles() {
        for engine in polydoku_engines::all() {
            if engine.available().is_err() || engine.supports(puzzle.rules()).is_err() {
                continue;
            }
            let query = Query::first().with_max_nodes(20_000);
            let told = Recording::of(&**engine, &puzzle, &query, Bounds::ALL).unwrap();
            let mut shown: Vec<Vec<Digit>> = Vec::new();
            let mut solver = engine.solver(puzzle.rules()).unwrap();
            solver.run(puzzle.as_ref(), &query, &mut |digits| {
                shown.push(digits.to_vec());
                Continue(())
            });
            let solutions = told.steps().filter_map(|step| match &step.kind {
                StepKind::Solution { digits, .. } => Some(digits.to_vec()),
                _ => None,
            });
            assert_eq!(
                solutions.collect::<Vec<_>>(),
                shown,
                "{}",
                engine.info().name
            );
        }
    }
}
