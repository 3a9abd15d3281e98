//! Puzzle collections beside the clone whose counts their makers published.
//!
//! Sudopedia's valid and invalid test cases, tdoku's unit tests, and gsf's first
//! multiple-solution test. They may not be copied, so without `../shared` this
//! is a skip. Lines read `puzzle # expectation`; each file words it differently.

use polydoku_core::{Digit, End, Engine, Puzzle, PuzzleError, Query, Rules};

use super::{Bench, PATIENCE, part};
use crate::case::Count;
use crate::laws::{Seen, law};
use crate::shared::shared_file;
use crate::tally::{Ledger, ensure};

/// Larger totals are counted a part of the way; the slow test counts them to
/// the end, since they are cases too.
const QUICK: u64 = 10_000;

/// Path, and what a line's comment says of its puzzle; `None` is clashing clues.
type Collection = (&'static str, fn(&str) -> Option<Count>);

const COLLECTIONS: &[Collection] = &[
    (
        "corpora/invalid/sudopedia_invalid.txt",
        |comment| match leading(comment) {
            _ if comment.contains("multiple") => Some(Count::AtLeast(2)),
            Some(0) if comment.contains("duplicate") => None,
            count => Some(Count::Exactly(count.expect("a count"))),
        },
    ),
    ("corpora/invalid/sudopedia_valid.txt", |_| {
        Some(Count::Exactly(1))
    }),
    ("corpora/invalid/tdoku_test_puzzles.txt", |comment| {
        leading(comment).map(Count::Exactly)
    }),
    ("corpora/invalid/gsf_multiple.txt", |comment| {
        leading(comment).map(Count::Exactly)
    }),
];

fn leading(comment: &str) -> Option<u64> {
    comment
        .split(|c: char| !c.is_ascii_digit())
        .next()?
        .parse()
        .ok()
}

pub fn check(engine: &dyn Engine, ledger: &mut Ledger) {
    let rules = Rules::classic();
    let mut bench = Bench::kept(engine);
    if let Err(reason) = bench.solver(&rules) {
        ledger.skip(reason);
        return;
    }
    for &(path, expected) in COLLECTIONS {
        let text = match shared_file(path) {
            Err(reason) => {
                ledger.skip(reason);
                continue;
            }
            Ok(file) => std::fs::read_to_string(&file)
                .unwrap_or_else(|error| panic!("{}: {error}", file.display())),
        };
        for (number, line) in text.lines().enumerate() {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            let place = format!("{path}, line {}", number + 1);
            let (puzzle, comment) = line.split_once('#').unwrap_or((line, ""));
            let comment = comment.trim();
            // tdoku's lines may carry the solution after a colon.
            let solution = comment.split_once(':').map(|(_, solution)| solution.trim());
            match (Puzzle::parse(&rules, puzzle.trim()), expected(comment)) {
                (Err(PuzzleError::Clash(_)), None) => ledger.check(place, Ok(())),
                (Ok(puzzle), Some(count)) => match answer(&mut bench, &puzzle, count, solution) {
                    Ok(Some(reason)) => ledger.skip(reason),
                    Ok(None) => ledger.check(place, Ok(())),
                    Err(fault) => ledger.check(place, Err(fault)),
                },
                (puzzle, _) => ledger.check(place, Err(format!("{comment}, read as {puzzle:?}"))),
            }
        }
    }
}

/// The reason for a skip, if the count is not to be had.
fn answer(
    bench: &mut Bench<'_>,
    puzzle: &Puzzle,
    count: Count,
    solution: Option<&str>,
) -> Result<Option<String>, String> {
    let largest = bench.engine.info().largest_count;
    let limit = match count {
        Count::Exactly(count) if count <= largest.min(QUICK) => count + 1,
        Count::Exactly(_) => part(largest),
        Count::AtLeast(least) => least,
    };
    let nodes = 10 * PATIENCE;
    let query = Query::count(limit).with_max_nodes(nodes);
    let seen = Seen::run(bench.solver(puzzle.rules())?, puzzle.as_ref(), &query);
    law(&seen, &query, Some(count))?;
    if seen.report.end == End::Nodes {
        return Ok(Some(format!("gave up after {nodes} nodes")));
    }
    if let (Some(line), [row]) = (solution, seen.rows.as_slice()) {
        let digits: String = row.iter().map(Digit::to_string).collect();
        ensure!(digits == line, "the solution is {digits}, expected {line}");
    }
    ensure!(
        seen.report.found == count.least().min(limit),
        "found {}, expected {count:?}",
        seen.report.found
    );
    Ok(None)
}
