//! What happens when an engine, a renderer, an output or the user stops a run.

mod doubles;

use std::io::ErrorKind;

use doubles::{Failing, Shared, endless, engine, filled, line_of, report};
use polydoku_core::{Cancel, Digit, End, PuzzleRef, Query};
use polydoku_engines::EngineChoice;
use polydoku_pipeline::{Answered, Ended, Input, Job, RunError};

const THREADS: [usize; 3] = [1, 2, 8];

/// Lines of one 4x4 puzzle each, whose last digit tells what to do.
fn lines(digits: impl IntoIterator<Item = u8>) -> Input {
    let line = |digit| format!("{}{digit}\n", ".".repeat(15));
    let text: String = digits.into_iter().map(line).collect();
    Input::bytes("lines", text.into_bytes())
}

fn told(puzzle: PuzzleRef<'_>) -> u8 {
    puzzle.clues()[15].map_or(0, Digit::get)
}

fn answered(lines: impl IntoIterator<Item = (usize, u8)>) -> String {
    let line = |(number, digit)| format!("{number}: 123412341234123{digit} unique\n");
    lines.into_iter().map(line).collect()
}

#[test]
fn a_panicking_search_costs_its_own_puzzle_only() {
    // Not on a test's captured output: these panics are meant.
    std::panic::set_hook(Box::new(|_| ()));
    for threads in THREADS {
        let engine = engine(|puzzle, _, visit| {
            assert!(told(puzzle) != 4, "cannot bear a four");
            filled(puzzle, visit)
        });
        let digits: Vec<u8> = (0..400u32)
            .map(|n| if n % 150 == 149 { 4 } else { 1 })
            .collect();
        let (mut out, mut events) = (Vec::new(), Vec::new());
        let job = Job::solve(engine, Query::unique())
            .threads(threads)
            .input(lines(digits));
        let summary = job
            .run(&line_of, &mut out, |event| events.push(event.to_string()))
            .unwrap();
        let out = String::from_utf8(out).unwrap();
        let panics = |line: &&str| line.ends_with("panic cannot bear a four");
        assert_eq!(out.lines().count(), 400);
        assert_eq!(out.lines().filter(panics).count(), 2);
        assert!(out.contains("150: panic") && out.contains("300: panic"));
        let why = "no answer, the engine panicked: cannot bear a four";
        assert_eq!(
            events,
            [format!("lines:150: {why}"), format!("lines:300: {why}")]
        );
        assert_eq!((summary.tally.unique, summary.tally.panicked), (398, 2));
    }
}

#[test]
fn a_panicking_renderer_costs_its_block_only() {
    std::panic::set_hook(Box::new(|_| ()));
    for threads in THREADS {
        let render = |puzzle: &Answered<'_>, out: &mut Vec<u8>| {
            out.extend_from_slice(b"half a line");
            assert!(puzzle.line != 700, "no line 700 please");
            out.truncate(out.len() - 11);
            line_of(puzzle, out);
        };
        let engine = engine(|puzzle, _, visit| filled(puzzle, visit));
        let (mut out, mut events) = (Vec::new(), Vec::new());
        let job = Job::solve(engine, Query::unique())
            .threads(threads)
            .input(lines([1; 1500]));
        let summary = job
            .run(&render, &mut out, |event| events.push(event.to_string()))
            .unwrap();
        let out = String::from_utf8(out).unwrap();
        assert_eq!(events.len(), 1, "{events:?}");
        assert!(events[0].ends_with("no line 700 please"), "{events:?}");
        // The lines that the event names are those without an answer.
        let range = events[0].split(':').nth(1).unwrap();
        let (first, last) = range.split_once('-').unwrap();
        let (first, last): (usize, usize) = (first.parse().unwrap(), last.parse().unwrap());
        assert!(first <= 700 && 700 <= last && last - first < 700, "{range}");
        let expect = answered((1..700).chain(last + 1..=1500).map(|number| (number, 1)));
        assert_eq!(out, expect);
        assert_eq!(summary.tally.panicked, 1);
    }
}

#[test]
fn a_cancelled_run_writes_what_was_answered_before() {
    for threads in THREADS {
        let cancel = Cancel::new();
        let user = cancel.clone();
        let engine = engine(move |puzzle, query, visit| {
            if told(puzzle) == 2 {
                user.cancel();
                return endless(query);
            }
            filled(puzzle, visit)
        });
        let digits = (0..1000).map(|n| if n == 600 { 2 } else { 1 });
        let mut out = Vec::new();
        let job = Job::solve(engine, Query::unique())
            .threads(threads)
            .input(lines(digits));
        let summary = job
            .cancel(&cancel)
            .run(&line_of, &mut out, |e| panic!("{e}"))
            .unwrap();
        let out = String::from_utf8(out).unwrap();
        assert_eq!(summary.ended, Ended::Cancelled);
        let lines = out.lines().count();
        assert_eq!(out, answered((1..=lines).map(|number| (number, 1))));
        assert_eq!(summary.tally.puzzles as usize, lines);
        assert!(lines <= 600);
        // With one thread nothing else can have been under way.
        assert!(threads > 1 || lines == 600, "{lines}");
    }
}

#[test]
fn a_closed_pipe_ends_the_run_and_the_searches_under_way() {
    for threads in THREADS {
        let engine = engine(|puzzle, query, visit| match told(puzzle) {
            1 => filled(puzzle, visit),
            _ => endless(query),
        });
        let digits = std::iter::once(1).chain([if threads == 1 { 1 } else { 2 }; 300]);
        let job = Job::solve(engine, Query::unique())
            .threads(threads)
            .input(lines(digits));
        let cancel = Cancel::new();
        let output = Failing {
            after: 3,
            with: ErrorKind::BrokenPipe,
        };
        let ran = job
            .cancel(&cancel)
            .run(&line_of, output, |event| panic!("{event}"));
        assert!(matches!(ran, Err(RunError::ClosedPipe)), "{ran:?}");
        assert!(!cancel.is_cancelled(), "that is the caller's own flag");
    }
}

#[test]
fn outputs_fail_in_different_ways() {
    let run = |with| {
        let engine = engine(|puzzle, _, visit| filled(puzzle, visit));
        let job = Job::solve(engine, Query::unique())
            .threads(2)
            .input(lines([1; 500]));
        job.run(&line_of, Failing { after: 1000, with }, |event| {
            panic!("{event}")
        })
    };
    assert!(matches!(
        run(ErrorKind::BrokenPipe),
        Err(RunError::ClosedPipe)
    ));
    assert!(matches!(
        run(ErrorKind::StorageFull),
        Err(RunError::Full(_))
    ));
    assert!(matches!(
        run(ErrorKind::PermissionDenied),
        Err(RunError::Output(_))
    ));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_of_its_own() {
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let engine = engine(|puzzle, _, visit| filled(puzzle, visit));
    let job = Job::solve(engine, Query::unique())
        .threads(2)
        .input(lines([1; 500]));
    let ran = job.run(&line_of, full, |event| panic!("{event}"));
    let Err(RunError::Full(error)) = ran else {
        panic!("{ran:?}")
    };
    assert_eq!(error.kind(), ErrorKind::StorageFull);
}

#[test]
fn rules_that_the_engine_does_not_take_end_the_run_at_their_place() {
    for threads in THREADS {
        let engine = engine(|puzzle, _, visit| filled(puzzle, visit));
        let small = format!("{}1\n", ".".repeat(15));
        let text = format!(
            "{}{}\n{}",
            small.repeat(100),
            ".".repeat(256),
            small.repeat(100)
        );
        let mut out = Vec::new();
        let job = Job::solve(engine, Query::unique()).threads(threads);
        let job = job.input(Input::bytes("sizes", text.into_bytes()));
        let ran = job.run(&line_of, &mut out, |event| panic!("{event}"));
        assert!(
            matches!(&ran, Err(RunError::Unsupported { line: 101, .. })),
            "{ran:?}"
        );
        let message = ran.unwrap_err().to_string();
        assert!(message.starts_with("sizes:101: "), "{message}");
        assert!(message.contains("up to 9 only"), "{message}");
        let expect = answered((1..=100).map(|number| (number, 1)));
        assert_eq!(String::from_utf8(out).unwrap(), expect);
    }
}

#[test]
fn a_panic_of_the_callers_own_code_comes_out() {
    std::panic::set_hook(Box::new(|_| ()));
    for threads in THREADS {
        let engine = engine(|puzzle, _, visit| filled(puzzle, visit));
        let job = Job::solve(engine, Query::unique()).threads(threads);
        let job = job.input(Input::bytes("bad", b"not a puzzle\n".repeat(500)));
        let run = || job.run(&line_of, Vec::new(), |_| panic!("enough"));
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"enough"));
    }
}

#[test]
fn limits_are_told_apart_from_answers() {
    let engine = engine(|puzzle, query, visit| match told(puzzle) {
        1 => filled(puzzle, visit),
        2 => report(0, End::Nodes),
        3 => report(0, End::Exhausted),
        _ => {
            let _ = visit(&doubles::filling(puzzle));
            let _ = visit(&doubles::filling(puzzle));
            report(2.min(query.limit()), End::Limit)
        }
    });
    let page = Shared::default();
    let job = Job::solve(engine, Query::unique())
        .threads(2)
        .input(lines([1, 2, 3, 4, 1]));
    let tally = job
        .run(&line_of, page.clone(), |e| panic!("{e}"))
        .unwrap()
        .tally;
    let words = |line: &str| line.rsplit(' ').next().unwrap().to_owned();
    let verdicts: Vec<String> = page.text().lines().map(words).collect();
    assert_eq!(
        verdicts,
        ["unique", "unknown", "none", "multiple", "unique"]
    );
    assert_eq!(
        (tally.unique, tally.unknown, tally.none, tally.multiple),
        (2, 1, 1, 1)
    );
    assert_eq!((tally.limited, tally.solutions), (1, 4));
}

#[test]
fn choices_can_be_shared_between_runs() {
    let choice: EngineChoice = engine(|puzzle, _, visit| filled(puzzle, visit));
    for _ in 0..2 {
        let job = Job::solve(choice, Query::first()).input(lines([1]));
        assert_eq!(
            job.run(&line_of, Vec::new(), |_| ()).unwrap().tally.unique,
            1
        );
    }
}
