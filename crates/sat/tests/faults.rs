//! Faults that others reported of their SAT-based counters and solvers, turned into
//! tests (case C49): solutions that repeat because auxiliary variables differ, digits
//! off by one, a second solution that is none; and how late limits may be met.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use polydoku_core::{Cancel, Digit, End, Event, Puzzle, Query, Reason, Rules, Trace};
use polydoku_sat::{AtMostOne, Encoding, engines};

fn empty(size: usize) -> Puzzle {
    let rules = Arc::new(Rules::assumed(size).expect("boxes fit"));
    Puzzle::new(&rules, &vec![None; size * size]).expect("no clues clash")
}

/// Solutions of a formula as its own text gives them: models counted by their
/// candidates alone, found by trying every assignment with unit propagation.
fn models(encoding: Encoding, puzzle: &Puzzle) -> HashSet<Vec<Digit>> {
    let formula = encoding.formula(puzzle.as_ref());
    let mut value = vec![None; formula.cnf.var_count()];
    let mut found = HashSet::new();
    let clauses: Vec<&[polydoku_sat::Lit]> = formula.cnf.clauses().collect();
    search(&clauses, &mut value, &mut |value| {
        let is_true = |lit: polydoku_sat::Lit| value[lit.var().index()] != Some(lit.is_negative());
        let grid = formula.variables.grid(is_true).expect("a model is a grid");
        found.insert(grid);
    });
    found
}

fn search(
    clauses: &[&[polydoku_sat::Lit]],
    value: &mut Vec<Option<bool>>,
    model: &mut dyn FnMut(&[Option<bool>]),
) {
    let before = value.clone();
    loop {
        let mut changed = false;
        for clause in clauses {
            let known = |lit: &polydoku_sat::Lit| {
                value[lit.var().index()].map(|is| is != lit.is_negative())
            };
            if clause.iter().any(|lit| known(lit) == Some(true)) {
                continue;
            }
            let mut open = clause.iter().filter(|lit| known(lit).is_none());
            match (open.next(), open.next()) {
                (None, _) => {
                    *value = before;
                    return;
                }
                (Some(&unit), None) => {
                    value[unit.var().index()] = Some(!unit.is_negative());
                    changed = true;
                }
                _ => {}
            }
        }
        if !changed {
            break;
        }
    }
    match value.iter().position(Option::is_none) {
        None => model(value),
        Some(var) => {
            for choice in [true, false] {
                value[var] = Some(choice);
                search(clauses, value, model);
                value[var] = None;
            }
        }
    }
    *value = before;
}

/// A formula's models, decoded, are the grids and no others, each way of writing "at
/// most one" included. 288 and 12 are the published totals of 4x4 and of 2x2 squares
/// without boxes times the choice of digits (2).
#[test]
fn models_are_exactly_the_grids_whatever_the_encoding() {
    let latin = Arc::new(
        Rules::builder(5)
            .no_boxes()
            .build()
            .expect("a Latin square"),
    );
    // Of 161,280 Latin squares of order 5, 56 * 4! begin with this row: too many to
    // list here; with two rows given there are few.
    let clues = Puzzle::parse(&latin, "1234521453...............").expect("no clash");
    let expected = latin_squares_from(&clues);
    for (name, encoding) in Encoding::NAMED {
        for way in AtMostOne::ALL {
            let encoding = encoding.with_at_most_one(way);
            assert_eq!(models(encoding, &empty(4)).len(), 288, "{name} {way:?}");
            assert_eq!(models(encoding, &clues), expected, "{name} {way:?}");
        }
    }
}

/// By looking at every arrangement of the rows that are left.
fn latin_squares_from(puzzle: &Puzzle) -> HashSet<Vec<Digit>> {
    fn fill(cells: &mut Vec<Option<Digit>>, at: usize, found: &mut HashSet<Vec<Digit>>) {
        if at == 25 {
            found.insert(cells.iter().copied().flatten().collect());
            return;
        }
        if cells[at].is_some() {
            return fill(cells, at + 1, found);
        }
        for digit in (0..5).map(Digit::from_index) {
            let (row, col) = (at / 5, at % 5);
            let taken = (0..5)
                .any(|i| cells[row * 5 + i] == Some(digit) || cells[i * 5 + col] == Some(digit));
            if !taken {
                cells[at] = Some(digit);
                fill(cells, at + 1, found);
                cells[at] = None;
            }
        }
    }
    let mut found = HashSet::new();
    fill(&mut puzzle.clues().to_vec(), 0, &mut found);
    found
}

/// A receiver that panics in the middle of a search: the panic comes through, and the
/// process lives.
#[test]
fn a_panic_of_the_receiver_comes_through_and_leaves_a_solver_that_works() {
    struct Fragile(u32);
    impl Trace for Fragile {
        fn event(&mut self, event: &Event<'_>) -> ControlFlow<()> {
            if matches!(event, Event::Family { kind: "learnt", .. }) {
                self.0 += 1;
                assert!(self.0 < 3, "the third clause is too much");
            }
            ControlFlow::Continue(())
        }
    }
    let puzzle = Puzzle::parse(
        &Rules::classic(),
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    )
    .expect("no clash");
    for engine in engines() {
        let name = engine.info().name;
        let mut solver = engine.solver(puzzle.rules()).expect("all rules");
        let mut visit = |_: &[Digit]| ControlFlow::Continue(());
        let panic = catch_unwind(AssertUnwindSafe(|| {
            let query = Query::unique();
            solver.run_traced(puzzle.as_ref(), &query, &mut visit, &mut Fragile(0))
        }));
        let payload = panic.expect_err("it learns more than two clauses");
        let message = payload.downcast_ref::<&str>();
        assert_eq!(message, Some(&"the third clause is too much"), "{name}");
        let report = solver.run(puzzle.as_ref(), &Query::unique(), &mut visit);
        assert_eq!((report.found, report.end), (1, End::Exhausted), "{name}");
    }
}

/// What a trace shows besides solutions is true of the solution.
#[test]
fn what_is_told_to_hold_holds_in_the_solution() {
    let puzzle = Puzzle::parse(
        &Rules::classic(),
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    )
    .expect("no clash");
    let solution =
        "751846239892371465643259871238197546974562318165438927319684752527913684486725193";
    let solution: Vec<u8> = solution.bytes().map(|byte| byte - b'0').collect();
    let digits: Vec<Digit> = solution
        .iter()
        .filter_map(|&digit| Digit::new(digit))
        .collect();
    assert_eq!(puzzle.check_solution(&digits), Ok(()));
    for engine in engines() {
        let name = engine.info().name;
        let (mut placed, mut learnt, mut ended) = (0, 0, false);
        let mut trace = |event: &Event<'_>| {
            match *event {
                Event::Place {
                    cell,
                    digit,
                    reason,
                } => {
                    assert_eq!(solution[cell.index()], digit.get(), "{name}: {reason:?}");
                    placed += u32::from(reason == Reason::Family("unit"));
                }
                Event::Eliminate { cell, digits, .. } => {
                    let held = Digit::new(solution[cell.index()]).expect("a digit");
                    assert!(!digits.contains(held), "{name}");
                }
                Event::Family {
                    kind: "learnt",
                    fields,
                } => {
                    let [_, _, ("lits", polydoku_core::Value::Numbers(lits))] = fields else {
                        panic!("{name}: {fields:?}");
                    };
                    learnt += 1;
                    let holds = |&lit: &u64| {
                        let (candidate, negated) = (lit as usize / 2, lit % 2 == 1);
                        let digit = (candidate % 9) as u8 + 1;
                        (solution[candidate / 9] == digit) != negated
                    };
                    assert!(
                        lits.iter().any(holds),
                        "{name}: a clause the solution breaks"
                    );
                }
                Event::Conflict(conflict) => {
                    ended |= conflict == polydoku_core::Conflict::Family("empty clause");
                }
                Event::Guess { .. } | Event::Backtrack { .. } => panic!("{name} sees none"),
                _ => {}
            }
            ControlFlow::Continue(())
        };
        let mut solver = engine.solver(puzzle.rules()).expect("all rules");
        // The first solution only: what is learnt later is of the other grids.
        let query = Query::first();
        let mut ignore = |_: &[Digit]| ControlFlow::Continue(());
        let report = solver.run_traced(puzzle.as_ref(), &query, &mut ignore, &mut trace);
        assert_eq!(report.found, 1, "{name}");
        assert!(learnt > 0, "{name} learns something");
        assert!(placed <= 81, "{name} tells no cell twice");
        assert!(!ended, "{name}: a solution is no dead end");
    }
}

/// A flag that is set while varisat works is seen: a search that would take hours
/// ends. No time is measured; if it were not seen, this test would not end.
#[test]
fn a_flag_set_from_outside_ends_a_search_inside_varisat() {
    let puzzle = empty(25);
    for engine in engines() {
        let name = engine.info().name;
        let mut solver = engine.solver(puzzle.rules()).expect("all rules");
        let cancel = Cancel::new();
        let flag = cancel.clone();
        let setter = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            flag.cancel();
        });
        let query = Query::all().with_cancel(&cancel);
        let mut visit = |_: &[Digit]| ControlFlow::Continue(());
        let report = solver.run(puzzle.as_ref(), &query, &mut visit);
        assert_eq!(report.end, End::Cancelled, "{name}");
        setter.join().expect("it only sleeps");
        let report = solver.run(
            puzzle.as_ref(),
            &Query::first().with_max_nodes(0),
            &mut visit,
        );
        assert!(report.found <= 1, "{name}");
    }
}
