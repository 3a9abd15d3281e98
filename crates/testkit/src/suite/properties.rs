//! Laws that hold between puzzles, on random ones of many shapes.
//!
//! Each puzzle is a known solution (from the cases, or the pattern grid of
//! `sizes`), moved by a random isomorph, with some cells opened or narrowed to
//! pencil marks that keep the solution. Then:
//!
//! * a complete grid is its own only solution;
//! * a puzzle made from a solution has one, and every solution shown keeps clues
//!   and marks;
//! * an isomorph of a puzzle has the isomorphs of its solutions;
//! * taking a clue away never makes solutions fewer, and keeps the old ones;
//! * a batch answers as a single run, a traced run as a silent one;
//! * a puzzle printed and read is the same puzzle.
//!
//! proptest draws and shrinks. The draws are the same each time unless
//! `PROPTEST_RNG_SEED` says otherwise; `PROPTEST_CASES` says how many.

use std::cell::RefCell;
use std::env;
use std::ops::ControlFlow;
use std::sync::Arc;

use polydoku_core::{
    Answers, Batch, Digit, DigitSet, End, Engine, Puzzle, Query, Report, Rules, Solver,
};
use polydoku_corpus::isomorph::{SplitMix64, Symmetries};
use proptest::prelude::Strategy;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};

use super::{Bench, PATIENCE, sizes, trace};
use crate::case::{Count, Expected, cases};
use crate::laws::{Seen, law};
use crate::tally::{Ledger, ensure};

/// Solutions looked for in a random puzzle.
const MANY: u64 = 50;

/// A solution to make puzzles from.
#[derive(Clone, Debug)]
struct Grid {
    rules: Arc<Rules>,
    digits: Vec<Digit>,
}

/// One solution of each shape there is a case with one for, and some patterns.
fn grids(engine: &dyn Engine) -> Vec<Grid> {
    let mut grids: Vec<Grid> = Vec::new();
    let mut add = |rules: &Arc<Rules>, digits: Vec<Digit>| {
        // Larger ones would be the same again, only slower.
        let fits = rules.size() <= 16 && engine.supports(rules).is_ok();
        if fits && !grids.iter().any(|grid| grid.rules == *rules) {
            let rules = rules.clone();
            grids.push(Grid { rules, digits });
        }
    };
    for case in cases() {
        if let Expected::Puzzle { solutions, .. } = &case.expected
            && let Some(digits) = solutions.first()
        {
            add(&case.rules, digits.clone());
        }
    }
    for (size, rows, cols) in [(4, 2, 2), (6, 2, 3), (6, 3, 2), (12, 3, 4), (16, 4, 4)] {
        let rules = Rules::builder(size).boxes(rows, cols).build();
        let rules = Arc::new(rules.expect("boxes that fit"));
        let pattern = sizes::pattern(&rules);
        add(&rules, pattern);
    }
    grids
}

/// A draw: which grid, how it is moved, how many cells in a hundred keep their
/// clue, and whether some open cells are narrowed by marks.
#[derive(Clone, Copy, Debug)]
struct Draw {
    grid: usize,
    seed: u64,
    kept: u64,
    marked: bool,
}

impl Draw {
    /// The puzzle and the solution it was made from.
    fn puzzle(self, grids: &[Grid]) -> (Puzzle, Vec<Digit>) {
        let Grid { rules, digits } = &grids[self.grid];
        let mut random = SplitMix64::new(self.seed);
        let solution = Symmetries::of(rules).drawn(&mut random).solution(digits);
        // Small grids may be emptier: their searches stay small.
        let least = match rules.size() {
            0..=6 => 15,
            7..=9 => 32,
            _ => 60,
        };
        let kept = least + self.kept * (100 - least) / 100;
        let clue = |&digit: &Digit| (random.below(100) < kept).then_some(digit);
        let clues: Vec<_> = solution.iter().map(clue).collect();
        let puzzle = if self.marked {
            let mark = |(clue, &digit): (&Option<Digit>, &Digit)| match clue {
                Some(_) => DigitSet::only(digit),
                None => {
                    let mut mark = DigitSet::from_bits(random.bits() | random.bits());
                    mark.insert(digit);
                    mark & rules.digits()
                }
            };
            let marks: Vec<_> = clues.iter().zip(&solution).map(mark).collect();
            Puzzle::with_marks(rules, &clues, &marks)
        } else {
            Puzzle::new(rules, &clues)
        };
        (puzzle.expect("cells of a solution do not clash"), solution)
    }
}

/// What is checked, by name.
type Property = (
    &'static str,
    fn(Draw, &[Grid], &mut Bench<'_>) -> Result<Looked, String>,
);

/// Whether the search ended, or took too long to say anything.
#[derive(PartialEq)]
enum Looked {
    Well,
    GaveUp,
}

const PROPERTIES: &[Property] = &[
    ("a complete grid is its own only solution", complete),
    ("a solution is found and kept", kept),
    ("an isomorph has the isomorphic solutions", isomorphic),
    ("fewer clues never mean fewer solutions", fewer),
    ("batch and single agree", batched),
    ("traced and silent agree", traced),
    ("printed and read is the same", printed),
];

pub fn check(engine: &dyn Engine, ledger: &mut Ledger) {
    let grids = grids(engine);
    if grids.is_empty() {
        ledger.skip("takes none of the shapes");
        return;
    }
    let bench = RefCell::new(Bench::new(engine));
    let mut config = Config::default();
    if env::var_os("PROPTEST_CASES").is_none() {
        config.cases = 96;
    }
    if env::var_os("PROPTEST_RNG_SEED").is_none() {
        config.rng_seed = RngSeed::Fixed(1);
    }
    config.failure_persistence = None;
    for &(name, property) in PROPERTIES {
        let (looked, gave_up) = (RefCell::new(0u64), RefCell::new(0u64));
        let draws = (0..grids.len(), 0u64.., 0u64..=100, proptest::bool::ANY);
        let draws = draws.prop_map(|(grid, seed, kept, marked)| Draw {
            grid,
            seed,
            kept,
            marked,
        });
        let result = TestRunner::new(config.clone()).run(&draws, |draw| {
            match property(draw, &grids, &mut bench.borrow_mut()) {
                Ok(Looked::Well) => *looked.borrow_mut() += 1,
                Ok(Looked::GaveUp) => *gave_up.borrow_mut() += 1,
                Err(fault) => {
                    let line = draw.puzzle(&grids).0.line();
                    let rules = &grids[draw.grid].rules;
                    return Err(TestCaseError::fail(format!("{rules}, {line}: {fault}")));
                }
            }
            Ok(())
        });
        let (looked, gave_up) = (looked.into_inner(), gave_up.into_inner());
        for _ in 0..gave_up {
            ledger.skip(format!("gave up a random puzzle after {PATIENCE} nodes"));
        }
        let result = result.map_err(|error| error.to_string());
        let enough = result.and_then(|()| {
            ensure!(
                looked > gave_up,
                "gave up {gave_up} of {} puzzles",
                looked + gave_up
            );
            Ok(())
        });
        ledger.check(name, enough);
    }
}

/// A run of limited patience that keeps every law.
fn run(puzzle: &Puzzle, query: &Query, solver: &mut dyn Solver) -> Result<Option<Seen>, String> {
    let query = query.clone().with_max_nodes(PATIENCE);
    let seen = Seen::run(solver, puzzle.as_ref(), &query);
    law(&seen, &query, Some(Count::AtLeast(1)))?;
    Ok((seen.report.end != End::Nodes).then_some(seen))
}

/// `Looked::GaveUp` from a run without an answer.
macro_rules! answered {
    ($run:expr) => {
        match $run? {
            Some(seen) => seen,
            None => return Ok(Looked::GaveUp),
        }
    };
}

fn complete(draw: Draw, grids: &[Grid], bench: &mut Bench<'_>) -> Result<Looked, String> {
    let (_, solution) = draw.puzzle(grids);
    let clues: Vec<_> = solution.iter().copied().map(Some).collect();
    let rules = &grids[draw.grid].rules;
    let puzzle = Puzzle::new(rules, &clues).map_err(|error| error.to_string())?;
    let seen = answered!(run(&puzzle, &Query::all(), bench.solver(rules)?));
    ensure!(seen.rows == [solution], "answers {:?}", seen.report);
    Ok(Looked::Well)
}

fn kept(draw: Draw, grids: &[Grid], bench: &mut Bench<'_>) -> Result<Looked, String> {
    let (puzzle, solution) = draw.puzzle(grids);
    let solver = bench.solver(puzzle.rules())?;
    let first = answered!(run(&puzzle, &Query::first(), solver));
    ensure!(
        first.report.found == 1,
        "has a solution, answers {:?}",
        first.report
    );
    let seen = answered!(run(&puzzle, &Query::count(MANY), solver));
    if seen.report.is_exact() {
        ensure!(
            seen.rows.contains(&solution),
            "the solution it was made from is not found"
        );
    }
    Ok(Looked::Well)
}

fn isomorphic(draw: Draw, grids: &[Grid], bench: &mut Bench<'_>) -> Result<Looked, String> {
    let (puzzle, _) = draw.puzzle(grids);
    let isomorph = Symmetries::of(puzzle.rules()).seeded(draw.seed ^ draw.kept);
    let moved = isomorph.puzzle(puzzle.as_ref());
    let solver = bench.solver(puzzle.rules())?;
    let one = answered!(run(&puzzle, &Query::count(MANY), solver));
    let other = answered!(run(&moved, &Query::count(MANY), solver));
    let (found, again) = (one.report.found, other.report.found);
    ensure!(found == again, "{found} solutions, its isomorph {again}");
    if one.report.is_exact() {
        let mut rows: Vec<_> = one.rows.iter().map(|row| isomorph.solution(row)).collect();
        rows.sort();
        ensure!(rows == other.sorted(), "the isomorph has other solutions");
    }
    Ok(Looked::Well)
}

fn fewer(draw: Draw, grids: &[Grid], bench: &mut Bench<'_>) -> Result<Looked, String> {
    let (puzzle, _) = draw.puzzle(grids);
    let mut clues = puzzle.clues().to_vec();
    let given: Vec<usize> = (0..clues.len())
        .filter(|&cell| clues[cell].is_some())
        .collect();
    if given.is_empty() {
        return Ok(Looked::Well);
    }
    clues[given[SplitMix64::new(draw.seed).below(given.len() as u64) as usize]] = None;
    let rules = puzzle.rules();
    let open = match puzzle.marks() {
        None => Puzzle::new(rules, &clues),
        // The opened cell may hold any digit.
        Some(marks) => {
            let wide = clues.iter().zip(marks).zip(puzzle.clues());
            let wide = wide.map(|((now, &mark), before)| match now == before {
                true => mark,
                false => rules.digits(),
            });
            Puzzle::with_marks(rules, &clues, &wide.collect::<Vec<_>>())
        }
    };
    let open = open.map_err(|error| error.to_string())?;
    let solver = bench.solver(rules)?;
    let before = answered!(run(&puzzle, &Query::count(MANY), solver));
    let after = answered!(run(&open, &Query::count(MANY), solver));
    let (found, again) = (before.report.found, after.report.found);
    ensure!(
        again >= found,
        "{found} solutions, with a clue less {again}"
    );
    if after.report.is_exact() {
        let lost = before.rows.iter().any(|row| !after.rows.contains(row));
        ensure!(!lost, "a solution is lost with a clue less");
    }
    Ok(Looked::Well)
}

fn batched(draw: Draw, grids: &[Grid], bench: &mut Bench<'_>) -> Result<Looked, String> {
    let mut draws = vec![draw];
    // Neighbours in the lockstep: other puzzles of the same shape.
    draws.extend((1..10).map(|more| Draw {
        seed: draw.seed.wrapping_add(more),
        marked: draw.marked && more % 2 == 0,
        ..draw
    }));
    let rules = &grids[draw.grid].rules;
    let query = Query::unique().with_max_nodes(PATIENCE);
    let mut batch = Batch::new(rules.clone());
    let mut singles: Vec<Seen> = Vec::new();
    let solver = bench.solver(rules)?;
    for draw in draws {
        let (puzzle, _) = draw.puzzle(grids);
        batch.push_puzzle(puzzle.as_ref());
        singles.push(answered!(run(&puzzle, &query, solver)));
    }
    let mut answers = Answers::new();
    solver.run_batch(&batch, &query, &mut answers);
    for (index, single) in singles.iter().enumerate() {
        let Report { found, end, .. } = answers.reports[index];
        if end == End::Nodes {
            return Ok(Looked::GaveUp);
        }
        let expected = (single.report.found, single.report.end);
        ensure!(
            (found, end) == expected,
            "batch {:?}, single {expected:?}",
            (found, end)
        );
        let rows = answers.rows(index, &batch, &query);
        let rows: Vec<Vec<Digit>> = rows
            .map(|row| row.iter().copied().flatten().collect())
            .collect();
        if found == 1 {
            ensure!(
                rows == single.rows,
                "the batch keeps another unique solution"
            );
        }
    }
    Ok(Looked::Well)
}

fn traced(draw: Draw, grids: &[Grid], bench: &mut Bench<'_>) -> Result<Looked, String> {
    let (puzzle, _) = draw.puzzle(grids);
    let query = Query::unique().with_max_nodes(PATIENCE / 10);
    let solver = bench.solver(puzzle.rules())?;
    let mut rows = Vec::new();
    let report = solver.run(puzzle.as_ref(), &query, &mut |digits| {
        rows.push(digits.to_vec());
        ControlFlow::Continue(())
    });
    let (seen, sum) = trace::run(solver, puzzle.as_ref(), &query);
    ensure!(
        seen.report == report,
        "silent {report:?}, traced {:?}",
        seen.report
    );
    ensure!(
        seen.rows == rows,
        "other solutions or another order than silent"
    );
    sum.adds_up(&report)?;
    Ok(Looked::Well)
}

fn printed(draw: Draw, grids: &[Grid], _: &mut Bench<'_>) -> Result<Looked, String> {
    let (puzzle, _) = draw.puzzle(grids);
    let rules = puzzle.rules();
    let grid = polydoku_core::Grid::new(rules, puzzle.clues()).map_err(|e| e.to_string())?;
    for text in [puzzle.line(), grid.to_string()] {
        let read = Puzzle::parse(rules, &text).map_err(|error| error.to_string())?;
        ensure!(
            read.clues() == puzzle.clues(),
            "read back from {text:?} it differs"
        );
    }
    Ok(Looked::Well)
}
