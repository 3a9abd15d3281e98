//! Every solution of a puzzle, whether three or a million; and solutions that
//! came with the puzzles.

mod doubles;

use std::io::Write;
use std::ops::ControlFlow;

use doubles::{Failing, Shared, engine, filled, report};
use polydoku_core::{Cell, Digit, End, Keep, Query};
use polydoku_pipeline::{Answered, Given, Input, Job, Outcome, Render, RunError};

const THREADS: [usize; 3] = [1, 2, 8];

/// One line a solution, `number of total`, and one for the end.
struct List;

impl Render for List {
    fn answer(&self, puzzle: &Answered<'_>, out: &mut Vec<u8>) {
        let word = puzzle.verdict().map_or("invalid", |verdict| verdict.word());
        writeln!(out, "{}: {word}", puzzle.line).unwrap();
    }

    fn solution(
        &self,
        puzzle: &Answered<'_>,
        number: u64,
        digits: &[Option<Digit>],
        out: &mut Vec<u8>,
    ) {
        let Outcome::Answer(answer) = puzzle.outcome else {
            panic!("a puzzle with solutions was answered")
        };
        let sign = if answer.report.is_exact() {
            "of"
        } else {
            "of at least"
        };
        let line = puzzle.symbols.line(digits);
        writeln!(
            out,
            "{}: {line} {number} {sign} {}",
            puzzle.line, answer.report.found
        )
        .unwrap();
    }
}

/// The digits of solution `number`: the number in base 4.
fn solution(number: u64) -> Vec<Digit> {
    (0..16)
        .map(|place| Digit::from_index((number >> (2 * place) & 3) as usize))
        .collect()
}

/// An engine that has as many solutions as the puzzle's last digit says.
fn many(counts: [u64; 4]) -> polydoku_engines::EngineChoice {
    engine(move |puzzle, query, visit| {
        let digit = puzzle.clues()[15].expect("every puzzle has one");
        let count = counts[digit.index()];
        for number in 0..count.min(query.limit()) {
            if visit(&solution(number)) == ControlFlow::Break(()) {
                return report(number + 1, End::Visitor);
            }
        }
        let limited = count >= query.limit();
        report(
            count.min(query.limit()),
            if limited { End::Limit } else { End::Exhausted },
        )
    })
}

fn input(digits: &[u8]) -> Input {
    let line = |digit| format!("{}{digit}\n", ".".repeat(15));
    let text: String = digits.iter().map(line).collect();
    Input::bytes("list", text.into_bytes())
}

/// Remembers the size of the largest write.
#[derive(Default)]
struct Page {
    text: Vec<u8>,
    largest: usize,
}

impl Write for &mut Page {
    fn write(&mut self, text: &[u8]) -> std::io::Result<usize> {
        self.largest = self.largest.max(text.len());
        self.text.extend_from_slice(text);
        Ok(text.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn few_solutions_come_with_their_number() {
    for threads in THREADS {
        let page = Shared::default();
        let job = Job::solve(many([3, 0, 1, 2]), Query::all()).threads(threads);
        let job = job.input(input(&[1, 2, 3]));
        let summary = job
            .run(&List, page.clone(), |event| panic!("{event}"))
            .unwrap();
        assert_eq!(
            page.text(),
            "1: 1111111111111111 1 of 3\n\
             1: 2111111111111111 2 of 3\n\
             1: 3111111111111111 3 of 3\n\
             1: multiple\n\
             2: none\n\
             3: 1111111111111111 1 of 1\n\
             3: unique\n"
        );
        assert_eq!(summary.tally.solutions, 4);
    }
}

#[test]
fn a_limit_leaves_the_number_open() {
    let page = Shared::default();
    let job = Job::solve(many([3, 0, 1, 2]), Query::all().with_limit(2)).input(input(&[1]));
    job.run(&List, page.clone(), |event| panic!("{event}"))
        .unwrap();
    assert_eq!(
        page.text(),
        "1: 1111111111111111 1 of at least 2\n1: 2111111111111111 2 of at least 2\n1: multiple\n"
    );
}

#[test]
fn long_lists_are_handed_on_in_order_and_in_parts() {
    const LONG: u64 = 90_000;
    for threads in THREADS {
        let mut page = Page::default();
        let job = Job::solve(many([LONG, 1, LONG, 2]), Query::all()).threads(threads);
        let job = job.input(input(&[2, 1, 4, 3, 2]));
        let summary = job
            .run(&List, &mut page, |event| panic!("{event}"))
            .unwrap();
        let text = String::from_utf8(page.text).unwrap();
        let mut lines = text.lines();
        let mut list = |line: u64, count: u64, verdict: &str| {
            for number in 1..=count {
                let digits: String = solution(number - 1).iter().map(Digit::to_string).collect();
                let got = lines.next().expect("one line a solution");
                let expect = format!("{line}: {digits} {number} of ");
                assert!(got.starts_with(&expect), "{got} is not {expect}");
            }
            assert_eq!(lines.next(), Some(format!("{line}: {verdict}").as_str()));
        };
        list(1, 1, "unique");
        list(2, LONG, "multiple");
        list(3, 2, "multiple");
        list(4, LONG, "multiple");
        list(5, 1, "unique");
        assert_eq!(lines.next(), None);
        assert_eq!(summary.tally.solutions, 2 * LONG + 4);
        assert!(page.largest < 3 << 20, "{} bytes were held", page.largest);
    }
}

#[test]
fn a_list_without_end_ends_with_its_reader() {
    for threads in THREADS {
        let job = Job::solve(many([u64::MAX; 4]), Query::all()).threads(threads);
        let output = Failing {
            after: 5 << 20,
            with: std::io::ErrorKind::BrokenPipe,
        };
        let ran = job
            .input(input(&[1, 2, 3]))
            .run(&List, output, |event| panic!("{event}"));
        assert!(matches!(ran, Err(RunError::ClosedPipe)), "{ran:?}");
    }
}

#[test]
fn given_solutions_are_compared() {
    const RIGHT: &str = "1234341221434321";
    const OTHER: &str = "1243431221343421";
    let engine = engine(|puzzle, query, visit| {
        if puzzle.clues()[0].is_none() {
            return report(0, End::Nodes);
        }
        let digits = RIGHT.bytes().map(|byte| Digit::new(byte - b'0').unwrap());
        let _ = visit(&digits.collect::<Vec<_>>());
        report(
            1,
            if query.keep == Keep::Nothing {
                End::Limit
            } else {
                End::Nodes
            },
        )
    });
    let text = format!(
        "12.............. {RIGHT}\n12.............. {OTHER}\n12.............. 1234341221434312\n\
         12..............\n................ {RIGHT}\n.1.............. {RIGHT}\n"
    );
    let seen = std::sync::Mutex::new(Vec::new());
    let render = |puzzle: &Answered<'_>, _: &mut Vec<u8>| seen.lock().unwrap().push(puzzle.given);
    let job = Job::solve(engine, Query::unique()).threads(1);
    let job = job.input(Input::bytes("given", text.into_bytes()));
    let mut told = Vec::new();
    let summary = job
        .run(&render, Vec::new(), |event| told.push(event.to_string()))
        .unwrap();
    let cell = |index| Some(Cell::new(index));
    assert_eq!(
        seen.into_inner().unwrap(),
        [
            Some(Given::Agrees),
            Some(Given::Other { cell: Cell::new(2) }),
            Some(Given::Wrong { cell: cell(14) }),
            None,
            Some(Given::Agrees),
            // Nothing was found to compare with, but the clue is not kept.
            Some(Given::Wrong { cell: cell(1) }),
        ]
    );
    assert_eq!(
        told,
        [3, 6].map(|line| format!("given:{line}: the given solution is wrong"))
    );
    let tally = summary.tally;
    assert_eq!((tally.agrees, tally.other, tally.wrong), (2, 1, 2));
}

#[test]
fn lists_and_clashes_stand_in_one_order() {
    let engine = engine(|puzzle, _, visit| filled(puzzle, visit));
    let text = format!("{0}1\n11{1}\n{0}2\n", ".".repeat(15), ".".repeat(14));
    let page = Shared::default();
    let job = Job::solve(engine, Query::all()).threads(1);
    let job = job.input(Input::bytes("mixed", text.into_bytes()));
    job.run(&List, page.clone(), |event| panic!("{event}"))
        .unwrap();
    assert_eq!(
        page.text(),
        "1: 1234123412341231 1 of 1\n1: unique\n2: invalid\n3: 1234123412341232 1 of 1\n3: unique\n"
    );
}
