//! Whoever answers wrongly gets a row that says so, and no number; whoever answers
//! rightly is not blamed for it.

mod doubles;

use std::sync::atomic::{AtomicU64, Ordering};

use doubles::{Double, corpus, measure, registry, report, run, solved};
use polydoku_core::{Digit, End};
use polydoku_corpus::ReadOptions;
use polydoku_harness::{Contestant, Corpus, Expect, Mode, Row, Status, Task};

/// 4x4 with one solution (the first of `puzzles/4x4.txt`), with 72 (any of the 288 grids has
/// one digit in its corner, and all digits are alike), and with none: row 1 needs
/// a 3 in columns 3 or 4, and box 2 has one below.
const ONE: &str = ".4..1.4.......21";
const MANY: &str = "1...............";
const NONE: &str = "12....3.........";

fn faulty<'r>(rows: &'r [Row], engine: &str) -> Vec<&'r Row> {
    let own = rows.iter().filter(|row| row.engine == engine);
    own.collect()
}

/// Measures a double beside two engines of the registry on the three puzzles; the
/// error of its rows.
fn verdict_on(double: &Double, task: Task) -> (Status, String) {
    let text = format!("# three\n{ONE}\n{MANY}\n{NONE}\n");
    let mut contestants = registry(&["naive", "dlx"]);
    contestants.push(Contestant::Engine(double));
    let mut measure = measure(vec![corpus("three", &text)], contestants);
    measure.plan.task = task;
    let (collected, outcome) = run(&measure);
    for right in ["naive", "dlx"] {
        for row in faulty(&collected.rows, right) {
            assert_eq!((row.status, row.error.as_str()), (Status::Measured, ""));
            assert!(row.wall_ns.expect("measured") > 0.0);
        }
    }
    let rows = faulty(&collected.rows, "double");
    assert!(!rows.is_empty());
    for row in &rows {
        assert_eq!(row.status, rows[0].status);
        if row.status.is_fault() {
            let numbers = [row.wall_ns, row.median_ns, row.par2_ns, row.puzzles_per_s];
            assert_eq!(numbers, [None; 4], "a wrong answer has no numbers");
            assert_eq!(outcome.faults.len(), 1, "{:?}", outcome.faults);
            assert!(outcome.faults[0].ends_with(&row.error));
        } else {
            assert!(outcome.faults.is_empty(), "{:?}", outcome.faults);
        }
    }
    (rows[0].status, rows[0].error.clone())
}

#[test]
fn an_engine_that_copies_the_oracle_is_measured() {
    for task in [Task::First, Task::Unique, Task::Count] {
        let copy = Double::spoilt("double", |solutions, report| (solutions, report));
        assert_eq!(verdict_on(&copy, task), (Status::Measured, String::new()));
    }
}

#[test]
fn a_wrong_solution_is_found() {
    let swap = Double::spoilt("double", |mut solutions, report| {
        for solution in &mut solutions {
            solution.swap(0, 1);
        }
        (solutions, report)
    });
    for task in [Task::First, Task::Unique, Task::Count] {
        let (status, error) = verdict_on(&swap, task);
        assert_eq!(status, Status::Wrong);
        assert!(
            error.starts_with("puzzle 1 (line 2): shows a wrong solution: "),
            "{error}"
        );
    }
}

#[test]
fn a_solution_denied_is_found_by_what_others_show() {
    let blind = Double::spoilt("double", |_, _| (Vec::new(), report(0, End::Exhausted)));
    assert_eq!(
        verdict_on(&blind, Task::First),
        (
            Status::Wrong,
            "puzzle 1 (line 2): says that there is no solution, and naive found a solution"
                .to_owned()
        )
    );
    // One solution of each puzzle, and the claim that there is no second.
    let hasty = Double::spoilt("double", |mut solutions, _| {
        solutions.truncate(1);
        let found = solutions.len() as u64;
        (solutions, report(found, End::Exhausted))
    });
    assert_eq!(
        verdict_on(&hasty, Task::Unique),
        (
            Status::Wrong,
            "puzzle 2 (line 3): says that there is only one solution, and naive found 2 solutions"
                .to_owned()
        )
    );
    let short = Double::spoilt("double", |mut solutions, _| {
        if solutions.len() > 2 {
            solutions.pop();
        }
        let found = solutions.len() as u64;
        (solutions, report(found, End::Exhausted))
    });
    assert_eq!(
        verdict_on(&short, Task::Count),
        (
            Status::Wrong,
            "puzzle 2 (line 3): says that there are only 71 solutions, and naive found 72 solutions"
                .to_owned()
        )
    );
}

#[test]
fn counts_without_solutions_behind_them_are_found() {
    let twice = Double::spoilt("double", |mut solutions, before| {
        match solutions.first().cloned() {
            Some(first) => {
                solutions = vec![first.clone(), first];
                (solutions, report(2, End::Limit))
            }
            None => (solutions, before),
        }
    });
    let (status, error) = verdict_on(&twice, Task::Unique);
    assert_eq!(status, Status::Wrong);
    assert_eq!(error, "puzzle 1 (line 2): shows a solution twice");
    let boast = Double::spoilt("double", |solutions, before| {
        let found = before.found + 1;
        (solutions, report(found, before.end))
    });
    let (status, error) = verdict_on(&boast, Task::Count);
    assert_eq!(status, Status::Wrong);
    assert_eq!(error, "puzzle 1 (line 2): counts 2 solutions and shows 1");
}

#[test]
fn a_crash_is_a_row_and_no_crash_of_the_measure() {
    let crash = Double::new("double", |puzzle, query, _| {
        let (_, report) = solved(puzzle, query);
        assert!(report.found > 0, "nothing to show");
        report
    });
    // The first two puzzles are answered without showing what was found.
    let (status, error) = verdict_on(&crash, Task::Unique);
    assert_eq!(status, Status::Failed);
    assert_eq!(error, "puzzle 3 (line 4): panicked: nothing to show");
}

/// Right when verified, wrong when timed: a solver that remembers.
#[test]
fn an_answer_that_changes_when_timed_is_found() {
    let calls = AtomicU64::new(0);
    let moody = Double::new("double", move |puzzle, query, visit| {
        let (solutions, before) = solved(puzzle, query);
        if calls.fetch_add(1, Ordering::Relaxed) >= 3 {
            return report(0, End::Exhausted);
        }
        for solution in &solutions {
            let _ = visit(solution);
        }
        before
    });
    let text = format!("{ONE}\n{MANY}\n{NONE}\n");
    let mut measure = measure(
        vec![corpus("three", &text)],
        vec![Contestant::Engine(&moody)],
    );
    measure.plan.modes = vec![Mode::Latency];
    let (collected, outcome) = run(&measure);
    assert_eq!(collected.rows.len(), 1);
    assert_eq!(collected.rows[0].status, Status::Wrong);
    assert_eq!(
        collected.rows[0].error,
        "puzzle 1 (line 1): finds 0 solutions when timed, and 1 before"
    );
    assert_eq!(outcome.faults.len(), 1);
}

/// Right alone, wrong in company: lockstep engines are other code in batches.
#[test]
fn a_batch_that_answers_otherwise_is_found() {
    let copy = || Double::spoilt("double", |solutions, report| (solutions, report));
    let denies = copy().in_batches(|out| out.reports[0].found = 0);
    let swaps = copy().in_batches(|out| out.solutions.swap(0, 1));
    let loses = copy().in_batches(|out| out.reports.clear());
    for (double, error) in [
        (
            denies,
            "puzzle 1 (line 1): finds 0 solutions, and 1 alone, in a batch",
        ),
        (swaps, "puzzle 1 (line 1): shows a wrong solution ("),
        (loses, "a batch of 1 gets 0 answers"),
    ] {
        let corpora = vec![corpus("one", ONE)];
        let (collected, outcome) = run(&measure(corpora, vec![Contestant::Engine(&double)]));
        assert_eq!(outcome.faults.len(), 1);
        let status = |row: &Row| (row.status, row.mode);
        let both = [Mode::Latency, Mode::Throughput].map(|mode| (Status::Wrong, mode));
        assert_eq!(collected.rows.iter().map(status).collect::<Vec<_>>(), both);
        assert!(
            collected.rows[0].error.starts_with(error),
            "{}",
            collected.rows[0].error
        );
    }
}

#[test]
fn wrong_answers_are_rows_of_their_own_for_a_diff() {
    let blind = Double::spoilt("double", |_, _| (Vec::new(), report(0, End::Exhausted)));
    let text = format!("{ONE}\n{NONE}\n{MANY}\n");
    let mut contestants = registry(&["naive"]);
    contestants.push(Contestant::Engine(&blind));
    let (collected, _) = run(&measure(vec![corpus("three", &text)], contestants));
    let wrong: Vec<_> = collected
        .puzzles
        .iter()
        .filter(|row| row.round == 0)
        .collect();
    let places: Vec<_> = wrong
        .iter()
        .map(|row| (row.puzzle, row.line, row.verdict.as_str()))
        .collect();
    assert_eq!(places, [(0, 1, "none"), (2, 3, "none")]);
    assert!(
        wrong
            .iter()
            .all(|row| row.time_ns.is_none() && !row.error.is_empty())
    );
    assert!(
        collected
            .puzzles
            .iter()
            .all(|row| row.engine == "naive" || row.round == 0)
    );
}

/// An engine by itself has nobody to be compared with but the file.
#[test]
fn given_solutions_and_expectations_are_witnesses() {
    let blind = Double::spoilt("double", |_, _| (Vec::new(), report(0, End::Exhausted)));
    let one = corpus("one", ONE);
    let (solutions, _) = solved(
        one.puzzles()[0].puzzle.as_ref(),
        &polydoku_core::Query::first(),
    );
    let solution: String = solutions[0]
        .iter()
        .map(|digit: &Digit| digit.get().to_string())
        .collect();
    let with = |given: &str| {
        let text = format!("puzzle,solution\n{ONE},{given}\n");
        Corpus::read("csv", text.as_bytes(), &ReadOptions::default())
            .expect("a table")
            .permuted(5)
    };
    let (collected, outcome) = run(&measure(
        vec![with(&solution)],
        vec![Contestant::Engine(&blind)],
    ));
    assert_eq!(collected.rows[0].status, Status::Wrong);
    let told = "double on csv: puzzle 1 (line 2): says that there is no solution, and the file gives a solution";
    assert_eq!(outcome.faults, [told]);

    let mut spoilt: Vec<char> = solution.chars().collect();
    spoilt.swap(0, 1);
    let spoilt: String = spoilt.into_iter().collect();
    let (collected, outcome) = run(&measure(vec![with(&spoilt)], registry(&["naive"])));
    assert!(
        collected
            .rows
            .iter()
            .all(|row| row.status == Status::Measured)
    );
    assert_eq!(outcome.faults.len(), 1);
    assert!(outcome.faults[0].starts_with("csv, puzzle 1 (line 2): the given solution is wrong: "));

    let expecting = |text, expect| vec![corpus("c", text).expecting(expect)];
    let (collected, _) = run(&measure(
        expecting(ONE, Expect::Unique),
        vec![Contestant::Engine(&blind)],
    ));
    assert_eq!(collected.rows[0].status, Status::Wrong);
    for (text, expect) in [(MANY, Expect::Unique), (ONE, Expect::None)] {
        let (collected, outcome) = run(&measure(expecting(text, expect), registry(&["dlx"])));
        assert_eq!(
            collected.rows[0].status,
            Status::Measured,
            "the engine is right"
        );
        assert_eq!(outcome.faults.len(), 1, "{expect:?}");
    }
    let (_, outcome) = run(&measure(
        expecting(MANY, Expect::Multiple),
        registry(&["dlx"]),
    ));
    assert!(outcome.faults.is_empty());
}

#[test]
fn who_cannot_take_the_rules_says_so_and_the_others_are_compared() {
    let copy = Double::spoilt("double", |solutions, report| (solutions, report));
    let mut clues = ".".repeat(256);
    clues.replace_range(0..1, "1");
    let mut contestants = registry(&["bitmask"]);
    contestants.push(Contestant::Engine(&copy));
    let measure = measure(
        vec![corpus("large", &clues), corpus("small", ONE)],
        contestants,
    );
    let (collected, outcome) = run(&measure);
    assert!(outcome.faults.is_empty());
    assert_eq!(outcome.notes, ["double on large: sizes up to 9 only"]);
    let of = |engine: &str, corpus: &str| {
        let own = |row: &&Row| row.engine == engine && row.corpus == corpus;
        collected
            .rows
            .iter()
            .filter(own)
            .map(|row| row.status)
            .collect::<Vec<_>>()
    };
    assert_eq!(of("double", "large"), [Status::Unsupported; 2]);
    assert_eq!(of("double", "small"), [Status::Measured; 2]);
    assert_eq!(of("bitmask", "large"), [Status::Measured; 2]);
}
