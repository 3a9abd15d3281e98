//! Every engine of the registry against the oracle.
//!
//! * 4x4 exhaustively in two senses. Every grid of 4x4 is an isomorph of one of
//!   two (checked here), and every puzzle with a solution is a part of a grid: so
//!   all 65,536 parts of both are asked. And all puzzles of up to three clues,
//!   which includes clues without a solution. Their counts are known without any
//!   engine: the number of the 288 grids that hold the clues.
//! * Other sizes and rules by seed: cases moved by isomorphs and thinned out, each
//!   engine against the oracle, which the first part and the conformance suite
//!   have checked. Where the oracle gives up, nothing is compared.
//!
//! An engine that builds a formula for each puzzle takes a thousand times as long
//! for a 4x4 as the others: those that promise to count only few solutions get
//! every 37th puzzle, and that is printed.
#![allow(clippy::print_stdout)] // a test says what it left out

use std::collections::HashSet;
use std::sync::Arc;

use polydoku_core::{Answers, Batch, Digit, End, Engine, Keep, Puzzle, Query, Rules};
use polydoku_corpus::isomorph::{SplitMix64, Symmetries};
use polydoku_engines::{all, by_name};
use polydoku_testkit::{Expected, cases};

/// More than there are grids of 4x4.
const ENOUGH: u64 = 300;
/// Engines that promise fewer solutions than this get a part of the 4x4 puzzles.
const SLOW: u64 = 100_000;
const STRIDE: usize = 37;

fn four() -> Arc<Rules> {
    Arc::new(Rules::assumed(4).expect("2x2 boxes"))
}

/// All grids of 4x4, by looking at every arrangement of four rows.
fn grids() -> Vec<[u8; 16]> {
    let all = (0..256u16).map(|code| [code / 64, code / 16 % 4, code / 4 % 4, code % 4]);
    let rows: Vec<[u8; 4]> = all
        .map(|row| row.map(|digit| digit as u8 + 1))
        .filter(|row| (1..4).all(|i| !row[..i].contains(&row[i])))
        .collect();
    let mut grids = Vec::new();
    for number in 0..rows.len().pow(4) {
        let row = |i: usize| rows[number / rows.len().pow(i as u32) % rows.len()];
        let grid: [u8; 16] = std::array::from_fn(|cell| row(cell / 4)[cell % 4]);
        let apart = |i: usize, j: usize| {
            let column = i % 4 == j % 4;
            let square = (i / 8, i % 4 / 2) == (j / 8, j % 4 / 2);
            !(column || square) || grid[i] != grid[j]
        };
        if (0..16).all(|i| (0..i).all(|j| apart(i, j))) {
            grids.push(grid);
        }
    }
    grids
}

/// How many grids hold these clues (0 is open).
fn holding(grids: &[[u8; 16]], clues: &[u8; 16]) -> u64 {
    let holds = |grid: &&[u8; 16]| clues.iter().zip(*grid).all(|(&c, &g)| c == 0 || c == g);
    grids.iter().filter(holds).count() as u64
}

fn usable(rules: &Rules) -> impl Iterator<Item = &'static dyn Engine> {
    let engines = all().iter().map(|engine| &**engine);
    engines.filter(move |engine| {
        let usable = engine.available().and_then(|()| engine.supports(rules));
        usable.is_ok()
    })
}

/// Asks every engine every puzzle in batches and compares the counts.
fn compare(puzzles: &[[u8; 16]], expected: &[u64]) {
    let rules = four();
    let query = Query::count(ENOUGH).with_keep(Keep::Nothing);
    let mut batch = Batch::new(rules.clone());
    let mut answers = Answers::new();
    for engine in usable(&rules) {
        let info = engine.info();
        let slow = info.largest_count < SLOW;
        let stride = if slow { STRIDE } else { 1 };
        if slow {
            println!(
                "{}: every {stride}th of {} puzzles",
                info.name,
                puzzles.len()
            );
        }
        let mut solver = engine.solver(&rules).expect("supported rules");
        let numbers: Vec<usize> = (0..puzzles.len()).step_by(stride).collect();
        for chunk in numbers.chunks(4096) {
            batch.clear();
            for &number in chunk {
                let clues = puzzles[number].map(Digit::new);
                batch.push(&clues).expect("clues that do not clash");
            }
            solver.run_batch(&batch, &query, &mut answers);
            for (&number, report) in chunk.iter().zip(&answers.reports) {
                let got = (report.found, report.end);
                let want = (expected[number], End::Exhausted);
                assert_eq!(got, want, "{}, {:?}", info.name, puzzles[number]);
            }
        }
    }
}

/// One grid of each class of isomorphs.
fn representatives(grids: &[[u8; 16]]) -> Vec<[u8; 16]> {
    let symmetries = Symmetries::of(&four());
    let mut known: HashSet<Vec<Digit>> = HashSet::new();
    let mut kinds = Vec::new();
    for grid in grids {
        let digit = |&digit: &u8| Digit::new(digit).expect("1 to 4");
        let digits: Vec<Digit> = grid.iter().map(digit).collect();
        if !known.contains(&digits) {
            let moved = (0..20_000).map(|seed| symmetries.seeded(seed).solution(&digits));
            known.extend(moved);
            kinds.push(*grid);
        }
    }
    assert_eq!(known.len(), grids.len());
    kinds
}

#[test]
fn every_part_of_a_4x4_grid() {
    let grids = grids();
    assert_eq!(grids.len(), 288);
    let kinds = representatives(&grids);
    assert_eq!(kinds.len(), 2);
    for grid in kinds {
        let part =
            |cells: u32| std::array::from_fn(|i| if cells >> i & 1 == 1 { grid[i] } else { 0 });
        let puzzles: Vec<[u8; 16]> = (0..1 << 16).map(part).collect();
        let expected: Vec<u64> = puzzles.iter().map(|p| holding(&grids, p)).collect();
        compare(&puzzles, &expected);
    }
}

#[test]
fn every_4x4_puzzle_of_up_to_three_clues() {
    let (rules, grids) = (four(), grids());
    let mut puzzles = vec![[0u8; 16]];
    let mut start = 0;
    for _ in 0..3 {
        let end = puzzles.len();
        for number in start..end {
            let puzzle = puzzles[number];
            let after = puzzle
                .iter()
                .rposition(|&d| d > 0)
                .map_or(0, |last| last + 1);
            for (cell, digit) in (after..16).flat_map(|cell| (1..=4).map(move |d| (cell, d))) {
                let mut more = puzzle;
                more[cell] = digit;
                if Puzzle::new(&rules, &more.map(Digit::new)).is_ok() {
                    puzzles.push(more);
                }
            }
        }
        start = end;
    }
    let expected: Vec<u64> = puzzles.iter().map(|p| holding(&grids, p)).collect();
    assert!(expected.contains(&0), "some of them have no solution");
    compare(&puzzles, &expected);
}

/// Cases, moved and thinned out, of every kind of rules.
#[test]
fn other_sizes_by_seed() {
    let oracle = by_name("naive/sets").expect("the oracle");
    let query = Query::count(40).with_max_nodes(100_000);
    let mut random = SplitMix64::new(20);
    let (mut compared, mut given_up) = (0, 0);
    for case in cases() {
        let Expected::Puzzle { puzzle, .. } = &case.expected else {
            continue;
        };
        if case.slow || case.rules.size() > 16 || case.may_give_up("naive/sets") {
            continue;
        }
        let symmetries = Symmetries::of(&case.rules);
        let mut batch = Batch::new(case.rules.clone());
        for thinned in 0..6 {
            let moved = symmetries.drawn(&mut random).puzzle(puzzle.as_ref());
            let mut clues = moved.clues().to_vec();
            for _ in 0..thinned {
                let cell = random.below(clues.len() as u64) as usize;
                clues[cell] = None;
            }
            let pushed = match moved.marks() {
                None => batch.push(&clues),
                Some(marks) => batch.push_marked(&clues, marks),
            };
            pushed.expect("part of a puzzle");
        }
        let mut expected = Answers::new();
        let mut solver = oracle.solver(&case.rules).expect("it takes all rules");
        solver.run_batch(&batch, &query, &mut expected);
        for engine in usable(&case.rules) {
            let mut answers = Answers::new();
            let mut solver = engine.solver(&case.rules).expect("supported rules");
            solver.run_batch(&batch, &query, &mut answers);
            for (index, (want, got)) in expected.reports.iter().zip(&answers.reports).enumerate() {
                if want.end == End::Nodes || got.end == End::Nodes {
                    given_up += 1;
                    continue;
                }
                compared += 1;
                let line = batch.get(index).to_puzzle().line();
                let (want, got) = ((want.found, want.end), (got.found, got.end));
                assert_eq!(got, want, "{}, {}, {line}", engine.info().name, case.rules);
            }
        }
    }
    println!("{compared} answers compared, {given_up} given up");
    assert!(
        compared > 4 * given_up,
        "{compared} compared, {given_up} given up"
    );
}
