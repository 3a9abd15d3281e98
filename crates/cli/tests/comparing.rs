//! `bench cmp`, `rank`, `diff` and `report`: from files that `bench measure` wrote
//! to tables, pages and exit statuses.

mod program;

use std::path::PathBuf;

use polydoku_harness::{PuzzleRow, Record, Row, SCHEMA, Status, Task};
use program::{Scratch, run, run_on};

/// A record of two corpora in which engine b takes twice as long as a on the first
/// and half as long on the second; c is like a, give or take a percent.
fn record(scale: f64) -> String {
    let mut rows = Vec::new();
    for round in 1..=5 {
        let wobble = 1.0 + 0.002 * f64::from(round);
        let times = [
            ("one", "a", 100.0),
            ("one", "b", 200.0),
            ("one", "c", 101.0),
            ("two", "a", 5000.0),
            ("two", "b", 2500.0),
            ("two", "c", 5010.0),
        ];
        for (corpus, engine, mean) in times {
            rows.push(Row {
                schema: SCHEMA,
                corpus: corpus.to_owned(),
                engine: engine.to_owned(),
                round,
                threads: Some(1),
                solution_limit: 2,
                puzzles: 10,
                solved: 10,
                par2_ns: Some(mean * wobble * scale),
                median_ns: Some(mean),
                command: "polydoku bench measure one two".to_owned(),
                date: "2026-11-30T22:00:00Z".to_owned(),
                ..Row::default()
            });
        }
    }
    written(&Record { rows })
}

fn written(record: &Record) -> String {
    let mut text = Vec::new();
    record.write(&mut text).expect("memory takes all");
    String::from_utf8(text).expect("UTF-8")
}

fn rows() -> String {
    let row = |puzzle: u64, engine: &str, time: f64, found: u64| PuzzleRow {
        corpus: "one".to_owned(),
        puzzle,
        line: puzzle + 1,
        engine: engine.to_owned(),
        round: 1,
        verdict: if found == 1 { "unique" } else { "multiple" }.to_owned(),
        found,
        settled: true,
        time_ns: Some(time),
        ..PuzzleRow::new()
    };
    let rows = [
        row(0, "a", 10.0, 1),
        row(0, "b", 500.0, 1),
        row(1, "a", 10.0, 1),
        row(1, "b", 20.0, 1),
    ];
    let mut text = Vec::new();
    PuzzleRow::write(&rows, &mut text).expect("memory takes all");
    String::from_utf8(text).expect("UTF-8")
}

/// Text in one line, since notes are wrapped where they happen to be.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn engines_of_a_record_are_compared_with_the_first() {
    let file = Scratch::new("cmp.csv", record(1.0));
    let ran = run(&["bench", "cmp", file.name(), "-e", "a,b,c"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let lines = ran.lines();
    assert!(
        lines[0].starts_with("latency, unique: b against a"),
        "{}",
        ran.out
    );
    assert!(
        lines[2].contains("2.00×") && lines[2].ends_with("slower"),
        "{}",
        lines[2]
    );
    assert!(
        lines[3].contains("0.50×") && lines[3].ends_with("faster"),
        "{}",
        lines[3]
    );
    assert!(
        ran.out.contains("2 compared: 0 faster, 0 slower, 2 noise"),
        "{}",
        ran.out
    );
    assert!(
        lines.iter().all(|line| line.chars().count() <= 80),
        "{}",
        ran.out
    );
    // A percent is something if one says so, since these rounds do not scatter.
    let ran = run(&[
        "bench",
        "cmp",
        file.name(),
        "-e",
        "a,c",
        "--threshold",
        "0.5%",
    ]);
    assert!(ran.out.contains("1 slower, 1 noise"), "{}", ran.out);
}

#[test]
fn a_slower_machine_is_told_from_slower_engines() {
    let (old, new) = (
        Scratch::new("old.csv", record(1.0)),
        Scratch::new("new.csv", record(1.25)),
    );
    let ran = run(&["bench", "cmp", old.name(), new.name()]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.out.contains("6 compared: 0 faster, 0 slower, 6 noise"),
        "{}",
        ran.out
    );
    assert!(
        flat(&ran.out).contains("25.0 % more time in the second run"),
        "{}",
        ran.out
    );
    let ran = run(&["bench", "cmp", old.name(), new.name(), "--absolute"]);
    assert!(
        ran.out.contains("6 compared: 0 faster, 6 slower"),
        "{}",
        ran.out
    );
    let ran = run(&[
        "bench",
        "cmp",
        old.name(),
        new.name(),
        "--absolute",
        "-o",
        "jsonl",
    ]);
    let first: serde_json::Value = serde_json::from_str(ran.lines()[0]).expect("an object");
    assert_eq!(first["finding"], "slower");
    assert!((first["ratio"].as_f64().expect("a number") - 1.25).abs() < 1e-9);
    assert_eq!(
        (&first["rounds"], &first["limited"]),
        (&5.into(), &false.into())
    );
}

#[test]
fn ranks_are_told_with_what_entered() {
    // a: 1 and 2 times the best, b: 2 and 1 times.
    let ran = run_on(
        &["bench", "rank", "-", "-e", "a,b", "-o", "csv"],
        record(1.0),
    );
    assert_eq!(ran.status, 0, "{}", ran.err);
    let factors: Vec<f64> = ran.lines()[1..]
        .iter()
        .map(|line| {
            line.split(',')
                .nth(5)
                .expect("a factor")
                .parse()
                .expect("a number")
        })
        .collect();
    for factor in factors {
        assert!((factor - 2f64.sqrt()).abs() < 1e-9, "{}", ran.out);
    }
    let ran = run_on(&["bench", "rank", "-"], record(1.0));
    assert!(
        ran.out.contains("geometric mean over 2 of 2 corpora"),
        "{}",
        ran.out
    );
    let ran = run_on(&["bench", "rank", "-", "-e", "z"], record(1.0));
    assert_eq!(ran.status, 2);
    assert!(
        ran.err.contains("no engine 'z'") && ran.err.contains("a, b, c"),
        "{}",
        ran.err
    );
    let ran = run_on(&["bench", "rank", "-", "--by", "p99"], record(1.0));
    assert_eq!((ran.status, ran.out.as_str()), (4, ""));
}

#[test]
fn puzzles_far_apart_are_found_and_disagreement_is_status_1() {
    let ran = run_on(&["bench", "diff", "-"], rows());
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.lines()[2].contains("50.0×"), "{}", ran.out);
    let spoilt = rows()
        .replacen("unique,1,true", "multiple,2,true", 2)
        .replacen("multiple,2,true", "unique,1,true", 1);
    let ran = run_on(&["bench", "diff", "-"], spoilt);
    assert_eq!(ran.status, 1, "{}", ran.out);
    assert!(
        ran.out.starts_with("1 puzzle has different answers"),
        "{}",
        ran.out
    );

    let ran = run_on(&["bench", "diff", "-", "-n", "1", "-o", "csv"], record(1.0));
    assert_eq!((ran.status, ran.lines().len()), (0, 2), "{}", ran.out);
    let mut wrong = Record::read(record(1.0).as_bytes()).expect("a record");
    wrong.rows[0].status = Status::Wrong;
    wrong.rows[0].error = "line 7: not a solution".to_owned();
    let ran = run_on(&["bench", "diff", "-"], written(&wrong));
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains("line 7: not a solution"), "{}", ran.out);
}

/// A folder of its own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("polydoku-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
        Folder(folder)
    }

    fn file(&self, name: &str) -> String {
        let path = self.0.join(name);
        path.to_str().expect("a path in UTF-8").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_report_is_a_page_plots_and_a_table() {
    let folder = Folder::new("report");
    let (record, rows) = (
        Scratch::new("report.csv", record(1.0)),
        Scratch::new("report-rows.csv", rows()),
    );
    let (html, svg, md) = (
        folder.file("run.html"),
        folder.file("plots"),
        folder.file("run.md"),
    );
    let ran = run(&[
        "bench",
        "report",
        record.name(),
        "--rows",
        rows.name(),
        "--html",
        &html,
        "--svg",
        &svg,
        "--md",
        &md,
    ]);
    assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{}", ran.err);
    let page = std::fs::read_to_string(&html).expect("the page is there");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert!(page.contains("polydoku bench report ") && page.contains("id=\"duel\""));
    let plots = std::fs::read_dir(&svg)
        .expect("the folder is there")
        .count();
    assert!(
        plots >= 3,
        "a heat map, a cactus plot and a duel at least: {plots}"
    );
    let table = std::fs::read_to_string(&md).expect("the table is there");
    assert!(table.contains("| `a` |") && table.contains("$ polydoku bench measure one two"));
    // Nothing half-written is left.
    let names = std::fs::read_dir(&folder.0).expect("a folder");
    assert_eq!(names.count(), 3);

    let alone = run(&["bench", "report", record.name()]);
    assert_eq!(alone.out, table);
}

#[test]
fn what_cannot_be_read_or_written_is_named() {
    let ran = run(&["bench", "rank", "no-such-record.csv"]);
    assert_eq!(ran.status, 4);
    assert!(
        ran.err.contains("no-such-record.csv: no such file"),
        "{}",
        ran.err
    );
    let ran = run_on(&["bench", "rank", "-"], "a,b\n1,2\n");
    assert_eq!(ran.status, 4);
    assert!(
        ran.err.contains("-: line 1: no record of ours"),
        "{}",
        ran.err
    );
    let ran = run_on(
        &["bench", "report", "-", "--html", "/no/such/folder/run.html"],
        record(1.0),
    );
    assert_eq!(ran.status, 4);
    assert!(
        ran.err.contains("/no/such/folder/run.html: no such file"),
        "{}",
        ran.err
    );
    let file = Scratch::new("which.csv", record(1.0));
    let ran = run(&["bench", "cmp", file.name()]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("which engines? -e A,B"), "{}", ran.err);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let ran = run_on(&["bench", "report", "-", "--md", "/dev/full"], record(1.0));
    assert_eq!(ran.status, 4);
    assert!(ran.err.contains("/dev/full: "), "{}", ran.err);
}

/// What `measure` wrote is what these commands read, and two runs of one thing are
/// compared without a difference being made up out of nothing: here of a few easy
/// puzzles in a busy test, so that no time is promised, only that it is answered.
#[test]
fn c50_a_measured_record_goes_through_all_of_them() {
    let folder = Folder::new("measured");
    let (first, second) = (folder.file("first.csv"), folder.file("second.csv"));
    let (rows, more_rows) = (folder.file("rows.csv"), folder.file("more-rows.csv"));
    for (record, rows) in [(&first, &rows), (&second, &more_rows)] {
        let ran = run(&[
            "bench",
            "measure",
            "@4x4",
            "-e",
            "naive,naive/sets,dlx",
            "--sample",
            "4",
            "--rounds",
            "3",
            "--record",
            record,
            "--rows",
            rows,
            "-q",
        ]);
        assert_eq!(ran.status, 0, "{}", ran.err);
        let ran = run(&["bench", "rank", record]);
        assert!(
            ran.status == 0 && ran.out.contains("naive/sets"),
            "{}{}",
            ran.out,
            ran.err
        );
    }
    let ran = run(&["bench", "cmp", &first, &second]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        flat(&ran.out).contains("The median of 3 engines took"),
        "{}",
        ran.out
    );
    assert_eq!(run(&["bench", "diff", &rows]).status, 0);
    let html = folder.file("run.html");
    let ran = run(&["bench", "report", &first, "--rows", &rows, "--html", &html]);
    assert_eq!(ran.status, 0, "{}", ran.err);
}

/// Cases C50 and C51: a grid made against search from the first cell, with two easy
/// ones. The limit really ends that search, is told as one of three and counts twice,
/// no engine is timed at nothing, and all were asked the same.
#[test]
fn c51_a_search_that_never_ends_is_one_of_three_and_no_mean_hides_it() {
    let puzzles = "\
..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9
300080900000340000008005600500104070002009010003000040005001200000000000070008090
003020600900305001001806400008102900700000008006708200002609500800203009005010300
";
    let file = Scratch::new("c50.txt", puzzles);
    let ran = run(&[
        "bench",
        "measure",
        file.name(),
        "-e",
        "naive,bitmask,dlx",
        "--as-is",
        "--mode",
        "latency",
        "--timeout",
        "1s",
        "--rounds",
        "1",
    ]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(flat(&ran.err).contains("1 timed out"), "{}", ran.err);
    let record = Record::read(ran.out.as_bytes()).expect("a record");
    assert_eq!(record.rows.len(), 3);
    for row in &record.rows {
        assert_eq!(
            (row.puzzles, row.task, row.solution_limit),
            (3, Task::Unique, 2)
        );
        let fastest = row.min_ns.expect("a time");
        assert!(fastest > 0.0, "{} took {fastest} ns", row.engine);
        assert!(!row.cpu.is_empty() && !row.profile.is_empty() && row.warmup > 0);
        let limited = u64::from(row.engine == "naive");
        assert_eq!(
            (row.timed_out, row.unknown, row.solved),
            (limited, limited, 3 - limited)
        );
    }
    // Two times the limit for one of three puzzles, and nothing below that.
    let naive = record
        .rows
        .iter()
        .find(|row| row.engine == "naive")
        .expect("its row");
    assert!(naive.par2_ns.expect("a mean") >= 2e9 / 3.0);
}
