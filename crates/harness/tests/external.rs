//! Foreign programs: verified like our engines, timed as whole processes.
#![cfg(unix)]

mod doubles;

use std::time::Duration;

use doubles::{corpus, measure, registry, run};
use polydoku_harness::{Contestant, External, Mode, Row, Status, Task};

/// Project Euler 96, grid 1, and its solution.
const PUZZLE: &str =
    "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
const SOLUTION: &str =
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382";

fn ran(command: &str, text: &str, set: impl FnOnce(&mut polydoku_harness::Plan)) -> Row {
    let mut contestants = registry(&["bitmask"]);
    contestants.push(Contestant::External(External {
        name: "theirs".to_owned(),
        command: command.to_owned(),
    }));
    let mut measure = measure(vec![corpus("euler", text)], contestants);
    set(&mut measure.plan);
    let (collected, _) = run(&measure);
    let mut own = collected.rows.iter().filter(|row| row.engine == "theirs");
    let row = own.next().expect("a row").clone();
    assert_eq!(own.next(), None, "one round, one row");
    assert_eq!(row.mode, Mode::Process);
    row
}

fn each_line(answer: &str) -> String {
    format!("while read -r line; do echo {answer}; done")
}

#[test]
fn a_right_program_is_timed_as_a_process() {
    for answer in [
        SOLUTION,
        &format!("\"$line:1:{SOLUTION}\""),
        &format!("'{SOLUTION}, easy'"),
    ] {
        let row = ran(&each_line(answer), PUZZLE, |_| {});
        assert_eq!((row.status, row.error.as_str()), (Status::Measured, ""));
        assert!(row.wall_ns.expect("a time") > 0.0);
        assert_eq!((row.threads, row.median_ns, row.solved), (None, None, 1));
    }
    // The puzzle arrives as our own line.
    let line = PUZZLE.replace('0', ".");
    let row = ran(
        &format!("read -r line; test \"$line\" = {line} && echo {SOLUTION}"),
        PUZZLE,
        |_| {},
    );
    assert_eq!(row.status, Status::Measured, "{}", row.error);
}

#[test]
fn wrong_programs_get_no_number() {
    let wrong = SOLUTION.replacen("48", "84", 1);
    let two = format!("{PUZZLE}\n{PUZZLE}\n");
    for (command, text, error) in [
        (
            each_line(&wrong),
            PUZZLE,
            "puzzle 1 (line 1): shows a wrong solution: ",
        ),
        (
            each_line("none"),
            PUZZLE,
            "puzzle 1 (line 1): shows no solution, and bitmask found a solution",
        ),
        (
            format!("echo {SOLUTION}"),
            &two,
            "1 lines of answers for 2 puzzles",
        ),
    ] {
        let row = ran(&command, text, |_| {});
        assert_eq!(row.status, Status::Wrong, "{command}");
        assert!(row.error.starts_with(error), "{}", row.error);
        assert_eq!(row.wall_ns, None);
    }
}

#[test]
fn a_program_that_fails_is_told_with_its_own_words() {
    let row = ran("echo out of luck >&2; exit 3", PUZZLE, |_| {});
    assert_eq!(row.status, Status::Failed);
    assert!(
        row.error.ends_with("exit status: 3: out of luck"),
        "{}",
        row.error
    );
}

/// A minute is longer than any test may take: without an end from outside this
/// one would be noticed.
#[test]
fn a_program_that_hangs_is_ended() {
    let row = ran("sleep 60", PUZZLE, |plan| {
        plan.timeout = Some(Duration::from_millis(200))
    });
    assert_eq!(row.status, Status::Failed);
    assert!(row.error.contains("time limit"), "{}", row.error);
}

#[test]
fn what_a_line_cannot_say_is_not_asked() {
    let row = ran(&each_line(SOLUTION), PUZZLE, |plan| plan.task = Task::Count);
    assert_eq!(row.status, Status::Unsupported);
    // A puzzle with several solutions may be left without one when a unique one
    // is asked for, and not when any will do.
    let open = format!("1{}", ".".repeat(80));
    let row = ran(&each_line("multiple"), &open, |_| {});
    assert_eq!(row.status, Status::Measured, "{}", row.error);
    let row = ran(&each_line("multiple"), &open, |plan| {
        plan.task = Task::First
    });
    assert_eq!(row.status, Status::Wrong);
}
