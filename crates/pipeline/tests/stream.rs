//! What holds for every stream: the order, the same output for all numbers of
//! threads and all ways of arriving, and that what is wrong at one place costs
//! nothing at another.

mod doubles;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use doubles::{GO_ON, Pieces, Shared, engine, filled, line_of};
use polydoku_core::{Digit, Query};
use polydoku_pipeline::{Ended, Event, Input, Job, Shard, Summary};
use proptest::prelude::*;

const THREADS: [usize; 3] = [1, 2, 8];

/// A file of many kinds of lines with what each should come to, worked out
/// line by line from how it was put together.
struct Mixed {
    text: String,
    answers: String,
    events: Vec<String>,
}

fn mixed(lines: usize) -> Mixed {
    let (mut text, mut answers, mut events) = (String::new(), String::new(), Vec::new());
    for number in 1..=lines {
        let answer = match number % 11 {
            2 => {
                text += "# a comment";
                None
            }
            4 => {
                text += "12.31";
                events.push(format!("mixed:{number}:6: 5 cells, expected 16"));
                None
            }
            5 => {
                text += "1..1............";
                Some("invalid 1 twice in row 1: r1c1 r1c4".to_owned())
            }
            7 => {
                text += &format!("9{}", ".".repeat(80));
                let rest: String = ('1'..='9').cycle().skip(1).take(80).collect();
                Some(format!("9{rest} unique"))
            }
            8 => {
                text += &format!("1..?{}x", ".".repeat(11));
                Some("1234123412341234 unique".to_owned())
            }
            9 => {
                text += "1..z............";
                events.push(format!("mixed:{number}:4: 'z' is no digit and no blank"));
                None
            }
            _ => {
                let digit = 1 + number % 4;
                text += &format!("{}{digit}", ".".repeat(15));
                Some(format!("123412341234123{digit} unique"))
            }
        };
        text.push('\n');
        if let Some(answer) = answer {
            answers += &format!("{number}: {answer}\n");
        }
    }
    Mixed {
        text,
        answers,
        events,
    }
}

/// Compares two texts, naming the first line that differs.
fn assert_same(got: &str, expect: &str) {
    for (got, expect) in got.lines().zip(expect.lines()) {
        assert_eq!(got, expect);
    }
    assert_eq!(got.len(), expect.len());
}

/// Runs a job that fills puzzles in, some of them slowly.
fn run(job: impl FnOnce(Job) -> Job, threads: usize) -> (String, Vec<String>, Summary) {
    let engine = engine(|puzzle, _, visit| {
        let seed = puzzle
            .clues()
            .iter()
            .flatten()
            .map(|d| usize::from(d.get()))
            .sum::<usize>();
        for _ in 0..seed % 3 * 10 {
            std::thread::yield_now();
        }
        filled(puzzle, visit)
    });
    let (mut out, mut events) = (Vec::new(), Vec::new());
    let job = job(Job::solve(engine, Query::unique()).threads(threads));
    let told = |event: Event| events.push(event.to_string());
    let summary = job
        .run(&line_of, &mut out, told)
        .expect("memory takes everything");
    (String::from_utf8(out).unwrap(), events, summary)
}

#[test]
fn output_order_is_input_order_for_any_number_of_threads() {
    let mixed = mixed(5000);
    for threads in THREADS {
        let input = Input::bytes("mixed", mixed.text.clone().into_bytes());
        let (out, events, summary) = run(|job| job.input(input), threads);
        assert_same(&out, &mixed.answers);
        assert_same(&events.join("\n"), &mixed.events.join("\n"));
        assert_eq!(summary.ended, Ended::Whole);
        let tally = summary.tally;
        assert_eq!(tally.puzzles as usize, mixed.answers.lines().count());
        assert_eq!(tally.unreadable as usize, mixed.events.len());
        assert_eq!(tally.unique + tally.invalid, tally.puzzles);
    }
}

#[test]
fn the_way_in_which_text_arrives_does_not_matter() {
    let mixed = mixed(300);
    for size in [1, 7, 82, 1000] {
        let pieces = mixed
            .text
            .as_bytes()
            .chunks(size)
            .map(<[u8]>::to_vec)
            .collect();
        let input = Input::reader("mixed", Pieces::new(pieces, |_| ()));
        let (out, events, _) = run(|job| job.input(input), 2);
        assert_same(&out, &mixed.answers);
        assert_same(&events.join("\n"), &mixed.events.join("\n"));
    }
}

#[test]
fn a_slow_pipes_puzzle_is_answered_before_the_next_one_comes() {
    for threads in THREADS {
        let page = Shared::default();
        let watched = page.clone();
        let pieces = (1..=4).map(|d| format!("{}{d}\n", ".".repeat(15)).into_bytes());
        let input = Pieces::new(pieces.collect(), move |number| {
            // The second piece comes only once the first is answered, and so on.
            let answered = number == 0 || watched.contains_soon(&format!("{number}: "));
            assert!(answered, "puzzle {number} was not answered in time");
        });
        let engine = engine(|puzzle, _, visit| filled(puzzle, visit));
        let job = Job::solve(engine, Query::unique()).threads(threads);
        let job = job.input(Input::reader("pipe", input));
        job.run(&line_of, page.clone(), |event| panic!("{event}"))
            .unwrap();
        assert_eq!(page.text().lines().count(), 4);
    }
}

#[test]
fn a_small_file_keeps_all_threads_busy() {
    // Each of two puzzles is answered only once both are being looked at.
    let both = Arc::new((Mutex::new(0), Condvar::new()));
    let engine = engine(move |puzzle, _, visit| {
        let mut here = both.0.lock().unwrap();
        *here += 1;
        both.1.notify_all();
        let minute = Duration::from_secs(60);
        let wait = both.1.wait_timeout_while(here, minute, |here| *here < 2);
        assert!(
            !wait.unwrap().1.timed_out(),
            "the other thread had nothing to do"
        );
        filled(puzzle, visit)
    });
    let text = format!("{0}1\n{0}2\n", ".".repeat(15));
    let job = Job::solve(engine, Query::unique()).threads(2);
    let mut out = Vec::new();
    let job = job.input(Input::bytes("two", text.into_bytes()));
    let summary = job
        .run(&line_of, &mut out, |event| panic!("{event}"))
        .unwrap();
    assert_eq!(summary.tally.unique, 2);
}

#[test]
fn one_thread_is_the_callers_own() {
    let caller = std::thread::current().id();
    let engine = engine(move |puzzle, _, visit| {
        assert_eq!(std::thread::current().id(), caller);
        filled(puzzle, visit)
    });
    let job = Job::solve(engine, Query::unique()).threads(1);
    let job = job.input(Input::bytes("mixed", mixed(100).text.into_bytes()));
    let summary = job.run(&line_of, Vec::new(), |_| ()).unwrap();
    assert_eq!(
        (summary.tally.panicked, summary.tally.unique > 50),
        (0, true)
    );
}

#[test]
fn a_strict_run_answers_what_stands_before_the_fault_and_nothing_behind_it() {
    let good = format!("{}1\n", ".".repeat(15));
    let text = format!("{}bad\n{}bad\n", good.repeat(700), good.repeat(500));
    let whole: String = (1..=700)
        .map(|n| format!("{n}: 1234123412341231 unique\n"))
        .collect();
    for threads in THREADS {
        let input = Input::bytes("file", text.clone().into_bytes());
        let (out, events, summary) = run(|job| job.input(input).strict(true), threads);
        assert_same(&out, &whole);
        assert_eq!(events.len(), 1);
        assert!(events[0].starts_with("file:701:"), "{events:?}");
        assert_eq!(summary.ended, Ended::Unreadable);
        assert_eq!((summary.tally.puzzles, summary.tally.unreadable), (700, 1));
    }
}

#[test]
fn a_strict_run_stops_at_an_input_that_fails() {
    let line = || Input::bytes("good", format!("{}1\n", ".".repeat(15)).into_bytes());
    for (bad, message) in [
        (
            Input::file("/nonexistent/puzzles"),
            "/nonexistent/puzzles: ",
        ),
        (
            Input::bytes("empty", b"".to_vec()),
            "empty: no puzzle in it",
        ),
    ] {
        let (out, events, summary) = run(|job| job.inputs([line(), bad, line()]).strict(true), 2);
        assert_eq!(out, "1: 1234123412341231 unique\n");
        assert_eq!(events.len(), 1);
        assert!(events[0].starts_with(message), "{events:?}");
        assert_eq!(summary.ended, Ended::Unreadable);
    }
}

#[test]
fn inputs_come_in_their_order_and_a_failing_one_costs_only_itself() {
    let line = |digit| format!("{}{digit}\n", ".".repeat(15)).into_bytes();
    for threads in THREADS {
        let inputs = [
            Input::bytes("a", line(1)),
            Input::file("/nonexistent/puzzles"),
            Input::bytes("b", line(2)),
            Input::file(std::env::temp_dir()).named("directory"),
            Input::bytes("empty", b"".to_vec()),
            Input::bytes("comments", b"# nothing\n\n".to_vec()),
            Input::bytes("c", line(3)),
        ];
        let (out, events, summary) = run(|job| job.inputs(inputs), threads);
        let answers: Vec<&str> = out.lines().collect();
        let expect = [1, 2, 3].map(|digit| format!("1: 123412341234123{digit} unique"));
        assert_eq!(answers, expect);
        assert_eq!(events.len(), 4, "{events:?}");
        assert!(
            events[0].starts_with("/nonexistent/puzzles: "),
            "{events:?}"
        );
        assert!(events[1].starts_with("directory: "), "{events:?}");
        assert_eq!(
            events[2..],
            ["empty: no puzzle in it", "comments: no puzzle in it"]
        );
        assert_eq!((summary.tally.failed, summary.tally.puzzles), (4, 3));
    }
}

#[test]
fn shards_share_the_readable_records_of_all_inputs() {
    let mixed = mixed(1000);
    let whole: Vec<String> = [&mixed.answers, &mixed.answers]
        .iter()
        .flat_map(|answers| answers.lines().map(str::to_owned))
        .collect();
    for (threads, count) in [(1, 2), (2, 3), (8, 5)] {
        for index in 0..count {
            let input = || Input::bytes("mixed", mixed.text.clone().into_bytes());
            let shard = Shard::new(index, count);
            let (out, events, summary) =
                run(|job| job.inputs([input(), input()]).shard(shard), threads);
            let expect: Vec<&String> = whole
                .iter()
                .skip(index as usize)
                .step_by(count as usize)
                .collect();
            assert_eq!(out.lines().collect::<Vec<_>>(), expect, "{index}/{count}");
            assert_eq!(events.len(), 2 * mixed.events.len());
            assert_eq!(summary.tally.puzzles as usize, expect.len());
        }
    }
}

#[test]
fn a_shard_without_a_puzzle_is_no_empty_file() {
    let input = Input::bytes("one", format!("{}1\n", ".".repeat(15)).into_bytes());
    let (out, events, summary) = run(|job| job.input(input).shard(Shard::new(1, 2)), 1);
    assert_eq!((out.as_str(), events.len()), ("", 0));
    assert_eq!((summary.tally.puzzles, summary.tally.skipped), (0, 1));
}

#[test]
fn a_record_without_end_is_reported_and_skipped_in_constant_memory() {
    use std::io::Read;
    struct Long(usize);
    impl Read for Long {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            let length = into.len().min(self.0);
            into[..length].fill(b'1');
            self.0 -= length;
            Ok(length)
        }
    }
    let good = format!("{}1\n", ".".repeat(15));
    for threads in THREADS {
        let text = std::io::Cursor::new(good.clone().into_bytes());
        let end = std::io::Cursor::new(format!("\n{good}").into_bytes());
        let input = Input::reader("long", text.chain(Long(100 << 20)).chain(end));
        let (out, events, summary) = run(|job| job.input(input), threads);
        assert_eq!(
            out,
            "1: 1234123412341231 unique\n3: 1234123412341231 unique\n"
        );
        assert_eq!(events, ["long:2:1: a line longer than 1 MiB"]);
        assert_eq!(summary.tally.unreadable, 1);
    }
}

#[test]
fn no_final_newline_is_needed() {
    let text = ".".repeat(15) + "1";
    let (out, _, _) = run(|job| job.input(Input::bytes("x", text.into_bytes())), 2);
    assert_eq!(out, "1: 1234123412341231 unique\n");
}

#[test]
fn the_meter_shows_what_the_summary_says_at_the_end() {
    let mixed = mixed(500);
    let length = mixed.text.len() as u64;
    let engine = engine(|puzzle, _, visit| filled(puzzle, visit));
    let job = Job::solve(engine, Query::unique()).threads(2);
    let job = job.input(Input::bytes("mixed", mixed.text.into_bytes()));
    let meter = job.meter();
    let summary = job.run(&line_of, Vec::new(), |_| ()).unwrap();
    assert_eq!(meter.tally(), summary.tally);
    assert_eq!(meter.bytes_read(), length);
    assert_eq!(meter.bytes_total(), Some(length));
}

#[test]
fn numbers_of_a_stream_can_be_watched_while_it_runs() {
    let engine = engine(|puzzle, _, visit| filled(puzzle, visit));
    let job = Job::solve(engine, Query::unique()).threads(1);
    let meter = job.meter();
    let seen = Arc::new(AtomicUsize::new(0));
    let counted = seen.clone();
    let watched = meter.clone();
    let pieces = (0..3).map(|_| format!("{}1\n", ".".repeat(15)).into_bytes());
    let input = Pieces::new(pieces.collect(), move |number| {
        assert_eq!(watched.tally().unique, number as u64);
        counted.fetch_add(1, Ordering::Relaxed);
    });
    let job = job.input(Input::reader("pipe", input));
    job.run(&line_of, Vec::new(), |event| panic!("{event}"))
        .unwrap();
    assert_eq!(seen.load(Ordering::Relaxed), 4);
    assert_eq!(meter.bytes_total(), None);
}

#[test]
fn without_an_engine_puzzles_are_read_and_validated() {
    let mut out = Vec::new();
    let job = Job::read().input(Input::bytes("mixed", mixed(110).text.into_bytes()));
    let summary = job.threads(2).run(&line_of, &mut out, |_| ()).unwrap();
    let out = String::from_utf8(out).unwrap();
    assert_eq!(
        out.matches("invalid 1 twice in row 1: r1c1 r1c4").count(),
        10
    );
    assert_eq!(out.matches(": read\n").count(), 70);
    assert_eq!((summary.tally.read, summary.tally.invalid), (70, 10));
}

/// A solver of a 9x9 grid asked about 16 cells would be a grave mistake.
#[test]
fn batches_are_cut_where_rules_change() {
    let engine = engine(|puzzle, _, visit| {
        assert_eq!(puzzle.clues().len(), puzzle.rules().cell_count());
        filled(puzzle, visit)
    });
    let maps = ["AABBAABBCCDDCCDD", "ABCDABCDABCDABCD", "AAABACBBCCDBCDDD"];
    let line = |at: usize| format!("{}1 {}\n", ".".repeat(15), maps[at % 3]);
    let text: String = (0..300).map(line).collect();
    let job = Job::solve(engine, Query::unique()).threads(2);
    let shapes = Mutex::new(std::collections::HashSet::new());
    let render = |puzzle: &polydoku_pipeline::Answered<'_>, _: &mut Vec<u8>| {
        shapes
            .lock()
            .unwrap()
            .insert((puzzle.line % 3, puzzle.rules.clone()));
    };
    let job = job.input(Input::bytes("maps", text.into_bytes()));
    let summary = job
        .run(&render, Vec::new(), |event| panic!("{event}"))
        .unwrap();
    assert_eq!(summary.tally.unique, 300);
    assert_eq!(
        shapes.into_inner().unwrap().len(),
        3,
        "each map stays with its lines"
    );
}

fn answers_to(text: &[u8], threads: usize) -> (String, Summary) {
    let first = |puzzle: &polydoku_pipeline::Answered<'_>, out: &mut Vec<u8>| {
        out.extend_from_slice(puzzle.text);
        out.push(b'\n');
    };
    let engine = engine(|puzzle, _, visit| {
        let digits = vec![Digit::from_index(0); puzzle.clues().len()];
        assert_eq!(visit(&digits), GO_ON);
        doubles::report(1, polydoku_core::End::Exhausted)
    });
    let mut out = Vec::new();
    let job = Job::solve(engine, Query::unique()).threads(threads);
    let job = job.input(Input::bytes("bytes", text.to_vec()));
    let ran = job.run(&first, &mut out, |_| ());
    let summary = match ran {
        Ok(summary) => summary,
        // The double takes no more than 9x9.
        Err(error) => panic!("{error}"),
    };
    (String::from_utf8_lossy(&out).into_owned(), summary)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn an_unreadable_line_costs_no_other_puzzle_its_answer(
        rubbish in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 1..30),
        threads in 1usize..4,
    ) {
        let mut text = Vec::new();
        let mut good = Vec::new();
        for (number, line) in rubbish.iter().enumerate() {
            let puzzle = format!("{}{}", ".".repeat(15), 1 + number % 4);
            text.extend_from_slice(puzzle.as_bytes());
            text.push(b'\n');
            good.push(puzzle);
            text.extend(line.iter().filter(|&&byte| byte != b'\n'));
            text.push(b'\n');
        }
        let (out, summary) = answers_to(&text, threads);
        let mut answers = out.lines();
        for puzzle in &good {
            prop_assert!(answers.any(|answer| answer == puzzle), "{puzzle} has no answer");
        }
        prop_assert_eq!(summary.tally.panicked, 0);
    }

    #[test]
    fn nothing_panics_on_any_bytes(
        text in prop::collection::vec(any::<u8>(), 0..600),
        threads in 1usize..3,
    ) {
        prop_assert_eq!(answers_to(&text, threads).1.tally.panicked, 0);
    }

    #[test]
    fn nothing_panics_on_text_that_nearly_is_a_puzzle_file(
        text in "([1-9.0]{4}|[1-4.]{16}|[1-9.]{80,82}|[,; #\r\n]|\n|\n|[a-z+|-]){0,60}",
        threads in 1usize..3,
    ) {
        prop_assert_eq!(answers_to(text.as_bytes(), threads).1.tally.panicked, 0);
    }
}
