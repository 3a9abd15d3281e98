//! Every engine on every file of `../shared/corpora`: all answers must agree.
//!
//! The files are other people's puzzles, 277,000 of them and 5,000 empty jigsaw
//! maps, from 4x4 to 49x49. Each engine is asked whether a puzzle is unique;
//! every solution shown is checked, all engines that settle a puzzle must say
//! the same, and a file must hold as many puzzles of no, one and several
//! solutions as its index says. Which engine settles which puzzle is another
//! matter: each may spend some nodes, beyond 9x9 some time too, and those who
//! give up are counted and printed.
//!
//! A run takes a sample of each file, evenly spread. With
//! `POLYDOKU_WHOLE_CORPORA=1` it takes all puzzles and more patience, and that
//! is an hour's work.
#![allow(clippy::print_stdout)] // a test says what it looked at

use std::collections::BTreeMap;
use std::env;
use std::fs::File;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use polydoku_core::{Answers, Batch, Digit, Engine, Puzzle, Query, Rules, Verdict};
use polydoku_corpus::{BoxesChoice, ReadOptions, read_from};
use polydoku_engines::all;
use polydoku_testkit::shared_dir;

fn whole() -> bool {
    env::var_os("POLYDOKU_WHOLE_CORPORA").is_some_and(|value| value == "1")
}

/// How much of a file is asked, and what an engine may spend on a puzzle.
struct Effort {
    puzzles: usize,
    nodes: u64,
    time: Option<Duration>,
}

/// Up to 9x9 nodes alone are the limit: a time limit would turn lockstep off.
fn small_effort() -> Effort {
    Effort {
        puzzles: if whole() { usize::MAX } else { 50 },
        nodes: 20_000,
        time: None,
    }
}

fn large_effort() -> Effort {
    let (puzzles, nodes, millis) = match whole() {
        true => (usize::MAX, 1_000_000, 5_000),
        false => (2, 5_000, 250),
    };
    Effort {
        puzzles,
        nodes,
        time: Some(Duration::from_millis(millis)),
    }
}

fn corpora() -> Option<PathBuf> {
    match shared_dir() {
        Ok(folder) => Some(folder.join("corpora")),
        Err(reason) => {
            println!("skipped: {reason}");
            None
        }
    }
}

/// The files of a folder and its folders, by their paths without the ending.
fn files(corpora: &Path, folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    let entries = corpora.join(folder).read_dir();
    for entry in entries.expect("a folder that can be read") {
        let path = entry.expect("an entry that can be read").path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = format!("{folder}/{stem}");
        if path.is_dir() {
            found.extend(files(corpora, &name));
        } else if path.extension().is_some_and(|ending| ending == "txt") {
            found.push(name);
        }
    }
    found.sort();
    assert!(!found.is_empty(), "{folder} holds no puzzles");
    found
}

/// The puzzles of a file; those whose clues clash are none.
fn puzzles(corpora: &Path, file: &str) -> Vec<Puzzle> {
    let mut options = ReadOptions::default();
    match file {
        "sizes/small_6x6_3x2" => options.boxes = BoxesChoice::Rect(3, 2),
        "sizes/small_12x12_4x3" => options.boxes = BoxesChoice::Rect(4, 3),
        "sizes/small_latin6" => options.boxes = BoxesChoice::None,
        "sizes/xsudoku" => options.variants.diagonals = true,
        _ => {}
    }
    let path = corpora.join(file).with_extension("txt");
    let source = File::open(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let entries = read_from(source, &options);
    entries
        .filter_map(|entry| {
            entry
                .unwrap_or_else(|e| panic!("{file}: {e}"))
                .puzzle()
                .ok()
        })
        .collect()
}

/// How many puzzles with no, one and several solutions a file has, by its index
/// or by the counts in the file.
fn known(file: &str, puzzles: u64) -> [u64; 3] {
    match file {
        "9x9/magictour_top2365" => [0, puzzles - 1, 1],
        "9x9/serg_benchmark" => [0, 0, puzzles],
        "invalid/gsf_multiple" => [0, 2, 2],
        "invalid/sudopedia_invalid" => [4, 0, 8],
        "invalid/tdoku_test_puzzles" => [10, 18, 15],
        // Empty grids of maps that have a filling.
        "sizes/jigsaw_layouts_sat" | "sizes/jigsaw_plus_box_layouts_sat" => [0, 0, puzzles],
        "sizes/misc_16x16" => [0, puzzles - 2, 2],
        _ => [0, puzzles, 0],
    }
}

fn usable(rules: &Rules) -> impl Iterator<Item = &'static dyn Engine> {
    let engines = all().iter().map(|engine| &**engine);
    engines.filter(|engine| engine.available().is_ok() && engine.supports(rules).is_ok())
}

/// What came out for a file.
#[derive(Default)]
struct Tally {
    /// Puzzles by what the engines agree on: none, unique, multiple.
    verdicts: [u64; 3],
    /// Puzzles that no engine settled.
    open: u64,
    /// Answers that settled a puzzle.
    answers: u64,
    /// How often an engine gave up.
    unknown: BTreeMap<&'static str, u64>,
}

/// The first answer that settled a puzzle.
#[derive(Clone)]
struct Settled {
    by: &'static str,
    verdict: Verdict,
    /// The solution, if it is the only one.
    only: Option<Vec<Digit>>,
}

/// Puzzles put into one batch.
const BATCH: usize = 512;

/// Puts puzzles of one shape to all engines that take it.
fn ask(file: &str, puzzles: &[Puzzle], effort: &Effort, tally: &mut Tally) {
    let rules = puzzles[0].rules();
    let mut query = Query::unique().with_max_nodes(effort.nodes);
    query.time = effort.time;
    let mut solvers: Vec<_> = usable(rules)
        .map(|engine| (engine.info().name, engine.solver(rules).expect("usable")))
        .collect();
    let (mut batch, mut answers) = (Batch::new(rules.clone()), Answers::new());
    for puzzles in puzzles.chunks(BATCH) {
        batch.clear();
        puzzles
            .iter()
            .for_each(|one| batch.push_puzzle(one.as_ref()));
        let mut agreed: Vec<Option<Settled>> = vec![None; puzzles.len()];
        for (name, solver) in &mut solvers {
            solver.run_batch(&batch, &query, &mut answers);
            assert_eq!(answers.reports.len(), puzzles.len(), "{name}");
            for (index, (puzzle, agreed)) in puzzles.iter().zip(&mut agreed).enumerate() {
                let place = || format!("{file}, {}: {name}", puzzle.line());
                let row = answers.rows(index, &batch, &query).next();
                let row: Option<Vec<Digit>> = row.and_then(|row| row.iter().copied().collect());
                if let Some(row) = &row {
                    let checked = puzzle.check_solution(row);
                    checked.unwrap_or_else(|error| panic!("{}: {error}", place()));
                }
                let verdict = answers.reports[index].verdict();
                if matches!(verdict, Verdict::Unknown | Verdict::Solved) {
                    *tally.unknown.entry(name).or_default() += 1;
                    continue;
                }
                tally.answers += 1;
                let only = row.filter(|_| verdict == Verdict::Unique);
                let first = agreed.get_or_insert_with(|| Settled {
                    by: name,
                    verdict,
                    only: only.clone(),
                });
                assert_eq!(verdict, first.verdict, "{}, not {}", place(), first.by);
                assert_eq!(only, first.only, "{}, not {}", place(), first.by);
            }
        }
        for agreed in agreed {
            match agreed.map(|first| first.verdict) {
                None => tally.open += 1,
                Some(Verdict::None) => tally.verdicts[0] += 1,
                Some(Verdict::Unique) => tally.verdicts[1] += 1,
                Some(_) => tally.verdicts[2] += 1,
            }
        }
    }
}

/// Puts the files of a folder to all engines.
fn agree(folder: &str) {
    let Some(corpora) = corpora() else { return };
    for file in files(&corpora, folder) {
        let all = puzzles(&corpora, &file);
        let known = known(&file, all.len() as u64);
        let (small, large): (Vec<_>, Vec<_>) = all
            .into_iter()
            .partition(|puzzle| puzzle.rules().size() <= 9);
        let (mut asked, mut tally) = (0, Tally::default());
        for (puzzles, effort) in [(small, small_effort()), (large, large_effort())] {
            let step = puzzles.len().div_ceil(effort.puzzles).max(1);
            let puzzles: Vec<Puzzle> = puzzles.into_iter().step_by(step).collect();
            asked += puzzles.len() as u64;
            for same in puzzles.chunk_by(|a, b| a.rules() == b.rules()) {
                ask(&file, same, &effort, &mut tally);
            }
        }
        let Tally {
            verdicts,
            open,
            answers,
            unknown,
        } = tally;
        println!("{file}: {asked} puzzles, {answers} answers agree, {open} open, {unknown:?}");
        assert_eq!(verdicts.iter().sum::<u64>() + open, asked, "{file}");
        let left_out = known.iter().sum::<u64>() - asked;
        for (found, known) in verdicts.into_iter().zip(known) {
            let possible = found..=found + open + left_out;
            assert!(possible.contains(&known), "{file}: {verdicts:?}, {known}");
        }
    }
}

#[test]
#[ignore = "all engines on a thousand puzzles: minutes unless optimised"]
fn engines_agree_on_9x9_files() {
    agree("9x9");
}

#[test]
#[ignore = "engines that give up take their time to do so"]
fn engines_agree_on_files_of_other_sizes() {
    agree("sizes");
}

#[test]
#[ignore = "engines that give up take their time to do so"]
fn engines_agree_on_files_of_improper_puzzles() {
    agree("invalid");
}

/// serg's benchmark has 1,982,741 solutions on 10,000 lines, and a file says how
/// many on each; gsf's first two lines have 957,263 and 50,044,975, which only
/// the whole run counts (the conformance suite counts the first one too).
#[test]
#[ignore = "counts 20,000 solutions with each engine: minutes unless optimised"]
fn engines_count_what_the_files_say() {
    let Some(corpora) = corpora() else { return };
    let serg = puzzles(&corpora, "9x9/serg_benchmark");
    let counts = std::fs::read_to_string(corpora.join("9x9/serg_benchmark.nsol"));
    let counts = counts.expect("the counts lie beside the puzzles");
    let counts: Vec<u64> = counts
        .lines()
        .map(|n| n.parse().expect("a count"))
        .collect();
    assert_eq!(serg.len(), counts.len());
    assert_eq!(counts.iter().sum::<u64>(), 1_982_741);
    let step = if whole() { 1 } else { 100 };
    let mut asked: Vec<_> = serg.into_iter().zip(counts).step_by(step).collect();
    if whole() {
        let gsf = puzzles(&corpora, "invalid/gsf_multiple");
        asked.extend(gsf.into_iter().zip([957_263, 50_044_975, 1, 1]));
    }
    let rules = Rules::classic();
    for engine in usable(&rules) {
        let info = engine.info();
        let mut solver = engine.solver(&rules).expect("usable");
        let (mut sum, mut unknown, mut beyond) = (0, 0, 0);
        for (puzzle, count) in &asked {
            if *count > info.largest_count {
                beyond += 1;
                continue;
            }
            // Nodes are for those that search without inference.
            let query = Query::count(u64::MAX).with_max_nodes(1_000_000 + 20 * count);
            let mut ignore = |_: &[Digit]| ControlFlow::Continue(());
            let report = solver.run(puzzle.as_ref(), &query, &mut ignore);
            if !report.is_exact() {
                unknown += 1;
                continue;
            }
            assert_eq!(report.found, *count, "{}: {}", info.name, puzzle.line());
            sum += report.found;
        }
        let puzzles = asked.len();
        println!(
            "{}: {puzzles} puzzles, {sum} solutions, {unknown} unknown, {beyond} not promised",
            info.name
        );
        assert!(unknown + beyond < puzzles, "{} counts nothing", info.name);
    }
}
