//! `polydoku trace`: the events add up whatever is written of them, the JSON form is
//! what docs/trace.md says, and text fits 80 columns.

mod program;

use program::{SOLUTION, UNIQUE, run, run_on};
use serde_json::Value;

/// Wikipedia's example: 4,208 placements for the scanning backtracker.
const EVERYDAY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn json(arguments: &[&str]) -> Vec<Value> {
    let ran = run(&[&["trace", "-o", "jsonl"], arguments].concat());
    assert_eq!(ran.status, 0, "{}", ran.err);
    let lines = ran.out.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("a line is an object"))
        .collect()
}

/// The figures of an engine on a puzzle, by way of `solve`.
fn solved(engine: &str, puzzle: &str) -> Vec<String> {
    let template = "{nodes} {placements} {guesses} {backtracks} {depth}";
    // An engine that counts its nodes only under a limit counts them here, too.
    let limit = ["--max-nodes", "1000000000"];
    let ran = run(&[
        &["solve", "-q", "-e", engine, "--template", template, puzzle],
        &limit[..],
    ]
    .concat());
    ran.out
        .trim_end_matches('\n')
        .split(' ')
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_engine_tells_what_solve_reports() {
    let engines = run(&["engines", "--json"]);
    let engines: Value = serde_json::from_str(&engines.out).expect("an array");
    let mut told = 0;
    for engine in engines.as_array().expect("an array") {
        if engine["available"] != true {
            continue;
        }
        let name = engine["name"].as_str().expect("a name");
        let objects = json(&["-e", name, "--max-nodes", "1000000000", UNIQUE]);
        let (start, end) = (&objects[0], objects.last().expect("an end"));
        assert_eq!(
            (&start["event"], &start["version"]),
            (&"start".into(), &1.into())
        );
        assert_eq!(start["engine"], name);
        assert_eq!(
            (&end["event"], &end["verdict"]),
            (&"end".into(), &"unique".into())
        );
        let stat = |value: &Value| value.as_u64().map_or(String::new(), |n| n.to_string());
        let names = ["nodes", "placements", "guesses", "backtracks", "depth"];
        let reported: Vec<String> = names.iter().map(|n| stat(&end["stats"][n])).collect();
        assert_eq!(reported, solved(name, UNIQUE), "{name}");
        let events = &objects[1..objects.len() - 1];
        assert_eq!(end["told"]["events"], events.len());
        assert_eq!(end["written"], events.len());
        let count = |kind: &str| events.iter().filter(|e| e["event"] == kind).count();
        assert_eq!(end["told"]["placements"], count("place"), "{name}");
        assert_eq!(end["told"]["backtracks"], count("backtrack"), "{name}");
        for (event, number) in events.iter().zip(1..) {
            assert_eq!(event["number"], number);
            assert!(event["depth"].is_u64());
        }
        let solution = events.iter().find(|e| e["event"] == "solution");
        assert_eq!(solution.expect("it is told")["solution"], SOLUTION);
        told += 1;
    }
    assert!(told >= 9, "{told} engines");
}

#[test]
fn a_cut_trace_says_so_and_keeps_the_totals() {
    let whole = json(&["-e", "naive", "--first", EVERYDAY]);
    let end = whole.last().expect("an end");
    assert_eq!(end["told"]["placements"], 4208);
    for flags in [
        &["--max-events", "7"][..],
        &["--from", "100", "-m", "7"],
        &["--depth", "2"],
        &["--only", "backtrack"],
    ] {
        let cut = json(&[&["-e", "naive", "--first", EVERYDAY], flags].concat());
        let end_of_cut = cut.last().expect("an end");
        assert_eq!(end_of_cut["told"], end["told"], "{flags:?}");
        assert_eq!(end_of_cut["stats"], end["stats"]);
        assert_eq!(end_of_cut["written"], cut.len() - 2);
        assert!(cut.len() < whole.len());
        let kept: Vec<&Value> = cut[1..cut.len() - 1].iter().collect();
        assert!(kept.iter().all(|event| whole.contains(event)));
    }
    let text = run(&["trace", "-e", "naive", "--first", "-m", "7", EVERYDAY]);
    assert!(text.out.contains("\ncut: 7 of "), "{}", text.out);
    assert!(text.out.contains("4208 placements"), "{}", text.out);
}

#[test]
fn a_limit_ends_the_search_and_is_said() {
    let ran = run(&["trace", "-e", "naive", "--max-nodes", "100", EVERYDAY]);
    assert_eq!(ran.status, 3);
    assert!(ran.out.contains("\nnode limit: unknown\n"), "{}", ran.out);
    assert!(ran.out.contains("100 placements"), "{}", ran.out);
}

#[test]
fn text_fits_eighty_columns_and_speaks_of_cells() {
    for engine in ["naive", "bitmask/locked", "bitmask", "dlx", "simd/portable"] {
        let ran = run(&[
            "trace",
            "-e",
            engine,
            "--grid",
            "guess,solution",
            "@hard",
            "-q",
        ]);
        assert_eq!(ran.status, 0, "{engine}: {}", ran.err);
        for line in ran.out.lines() {
            assert!(line.chars().count() <= 80, "{engine}: {line}");
        }
        assert!(ran.out.contains("r1c") && ran.out.contains("+-------+"));
        assert!(ran.out.lines().count() > 100);
    }
    let ran = run(&["trace", "-e", "bitmask/locked", "-q", "@medium"]);
    for words in ["naked single", "hidden single in ", ": they see r"] {
        assert!(ran.out.contains(words), "{words}");
    }
    let ran = run(&["trace", "-e", "bitmask/locked", "@hard", "-q"]);
    for words in [
        "locked in ",
        "guess 1 of 2: r",
        "conflict: no ",
        "back to depth 0",
    ] {
        assert!(ran.out.contains(words), "{words}");
    }
}

#[test]
fn the_board_before_a_later_event_is_the_one_that_events_made() {
    let events = json(&["-e", "naive", "--first", EVERYDAY]);
    let mut board: Vec<u8> = EVERYDAY.bytes().collect();
    let mut tried = Vec::new();
    for event in &events[1..500] {
        let cell = |name: &str| {
            let (row, col) = name[1..].split_once('c').expect("a cell");
            9 * (row.parse::<usize>().unwrap() - 1) + col.parse::<usize>().unwrap() - 1
        };
        match event["event"].as_str() {
            Some("place") => {
                let at = cell(event["cell"].as_str().expect("a cell"));
                board[at] = b'0' + event["digit"].as_u64().expect("a digit") as u8;
                tried.push(at);
            }
            Some("backtrack") => board[tried.pop().expect("a choice")] = b'.',
            _ => {}
        }
    }
    let ran = run(&[
        "trace", "-e", "naive", "--first", "--from", "500", "-m", "1", EVERYDAY,
    ]);
    let drawn = ran
        .out
        .lines()
        .filter(|line| line.starts_with("                |"));
    let symbols = drawn
        .flat_map(str::bytes)
        .filter(|b| b.is_ascii_digit() || *b == b'.');
    assert_eq!(symbols.collect::<Vec<_>>(), board);
}

#[test]
fn one_puzzle_is_taken_and_others_are_mentioned() {
    let two = format!("{EVERYDAY}\n{UNIQUE}\n");
    let first = run_on(&["trace", "-e", "naive/sets", "-m", "1"], &two);
    assert!(first.err.contains("--puzzle N"), "{}", first.err);
    assert!(first.out.contains("30 clues"), "{}", first.out);
    let second = run_on(&["trace", "-e", "naive/sets", "-m", "1", "-n", "2"], &two);
    assert!(second.out.contains("32 clues") && second.err.is_empty());
    let third = run_on(&["trace", "-n", "3"], &two);
    assert_eq!(third.status, 2);
    assert!(third.err.contains("there are only 2"), "{}", third.err);
    let clash = run(&["trace", "11.............."]);
    assert_eq!((clash.status, clash.out.as_str()), (1, ""));
    assert!(clash.err.contains("1 twice in row 1"), "{}", clash.err);
    let none = run_on(&["trace"], "# nothing\n");
    assert_eq!(none.status, 4);
}

#[test]
fn words_that_mean_nothing_are_refused() {
    for (flags, hint) in [
        (&["--only", "gess"][..], "guess, place"),
        (&["--grid", "sometimes"], "guess, conflict"),
        (&["-o", "jsonl", "--grid", "guess"], "--grid"),
        (&["-e", "navie"], "naive"),
        (&["-e", "simd", "--boxes", "none", "1..."], "simd"),
    ] {
        let ran = run(&[&["trace"], flags, &[UNIQUE]].concat());
        assert_eq!(ran.status, 2, "{flags:?}: {}", ran.err);
        assert!(ran.err.contains(hint), "{flags:?}: {}", ran.err);
    }
}
