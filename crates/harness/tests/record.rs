//! Records survive being written and read, and nothing else passes for one.

use polydoku_harness::{Mode, PuzzleRow, Record, Row, SCHEMA, Status, Table, Task};

/// A row whose fields all differ from their defaults.
fn full(engine: &str, round: u32) -> Row {
    Row {
        schema: SCHEMA,
        date: "2026-11-30T21:40:00Z".to_owned(),
        version: "0.1.0".to_owned(),
        rustc: "rustc 1.95.0 (abc 2026-01-01)".to_owned(),
        profile: "release, opt-level 3".to_owned(),
        target: "x86_64-unknown-linux-gnu".to_owned(),
        cpu: "A \"quoted\" name, with a comma".to_owned(),
        cores: 2,
        command: "polydoku bench measure a.txt\n-e x".to_owned(),
        seed: u64::MAX,
        permuted: true,
        corpus: "@hard".to_owned(),
        corpus_sha256: "ab".repeat(32),
        corpus_puzzles: 50,
        rules: "9x9".to_owned(),
        task: Task::Count,
        solution_limit: 1000,
        max_nodes: Some(7),
        timeout_ns: Some(10_000_000_000),
        engine: engine.to_owned(),
        instruction_set: "avx2".to_owned(),
        mode: Mode::Throughput,
        threads: Some(2),
        pinned_cpu: Some(1),
        round,
        status: Status::Measured,
        error: "none".to_owned(),
        puzzles: 49,
        solved: 48,
        unknown: 1,
        timed_out: 1,
        setup_ns: Some(1234.5),
        clock_ns: Some(21.0),
        repeated: 3,
        warmup: 20,
        passes: 9,
        wall_ns: Some(1e12),
        min_ns: Some(0.1),
        median_ns: Some(f64::from(round) * 100.0),
        p90_ns: Some(3.0),
        p99_ns: Some(4.0),
        max_ns: Some(5.0),
        mad_ns: Some(6.25),
        par2_ns: Some(7.0),
        puzzles_per_s: Some(1.0e6),
        nodes_per_puzzle: Some(8.5),
        placements_per_puzzle: Some(9.5),
        guesses_per_puzzle: Some(10.5),
        backtracks_per_puzzle: Some(11.5),
        without_guess_share: Some(0.25),
        figures: "sweeps=12.5 solve_ns=803.1".to_owned(),
    }
}

fn written(record: &Record) -> String {
    let mut text = Vec::new();
    record.write(&mut text).expect("memory takes all");
    String::from_utf8(text).expect("UTF-8")
}

fn refusal(text: &str) -> String {
    let error = Record::read(text.as_bytes()).expect_err("no record");
    error.to_string()
}

#[test]
fn a_record_comes_back_as_it_was() {
    let empty = Row {
        schema: SCHEMA,
        ..Row::default()
    };
    let record = Record {
        rows: vec![full("one", 1), empty, full("two", 1)],
    };
    let text = written(&record);
    let header = text.lines().next().expect("a header");
    assert!(header.starts_with("schema,date,version,rustc,"), "{header}");
    assert!(header.ends_with(",without_guess_share,figures"), "{header}");
    assert_eq!(Record::read(text.as_bytes()).expect("readable"), record);
    let figures: Vec<_> = record.rows[0].figures().collect();
    assert_eq!(figures, [("sweeps", 12.5), ("solve_ns", 803.1)]);
}

#[test]
fn rows_appended_later_make_the_same_record() {
    let record = Record {
        rows: vec![full("one", 1), full("one", 2)],
    };
    let mut text = Vec::new();
    let mut table = Table::new(&mut text, true).expect("memory takes all");
    table.push(&record.rows[0]).expect("memory takes all");
    let mut table = Table::new(&mut text, false).expect("memory takes all");
    table.push(&record.rows[1]).expect("memory takes all");
    assert_eq!(String::from_utf8(text).expect("UTF-8"), written(&record));
}

#[test]
fn what_is_no_record_is_refused_with_its_place() {
    let text = written(&Record {
        rows: vec![full("one", 1)],
    });
    assert_eq!(
        refusal(&text.replacen("schema,date", "schema,day", 1)),
        "line 1: no record of ours: column \"day\" stands where \"date\" belongs"
    );
    assert!(refusal("").starts_with("line 1: no record of ours"));
    assert!(refusal(&text.replacen(",figures", "", 1)).starts_with("line 1: "));
    let other = text.replacen("\n1,", "\n2,", 1);
    assert_eq!(refusal(&other), "line 2: layout \"2\", and 1 is known here");
    let typo = refusal(&text.replacen(",count,", ",counting,", 1));
    assert!(typo.starts_with("line 2: "), "{typo}");
    let cut = &text[..text.len() - 40];
    assert!(refusal(cut).starts_with("line 2: "), "{}", refusal(cut));
}

#[test]
fn rounds_are_put_together() {
    let mut other = full("two", 1);
    other.status = Status::Wrong;
    let mut unlike = full("one", 1);
    unlike.threads = Some(1);
    let record = Record {
        rows: vec![
            full("one", 2),
            other,
            full("one", 1),
            unlike,
            full("one", 3),
        ],
    };
    let measured = record.measured();
    assert_eq!(measured.len(), 3);
    let rounds: Vec<u32> = measured[0].rounds.iter().map(|row| row.round).collect();
    assert_eq!(rounds, [1, 2, 3]);
    assert_eq!(measured[0].median(|row| row.median_ns), Some(200.0));
    assert_eq!(measured[0].status(), Status::Measured);
    assert_eq!(measured[1].status(), Status::Wrong);
    assert_eq!(record.engines(), ["one", "two"]);
    assert_eq!(record.corpora(), ["@hard"]);
}

#[test]
fn puzzle_rows_come_back_and_are_not_taken_for_a_record() {
    let row = PuzzleRow {
        corpus: "easy".to_owned(),
        puzzle: 3,
        line: 5,
        clues: 32,
        engine: "one".to_owned(),
        round: 2,
        verdict: "unique".to_owned(),
        found: 1,
        settled: true,
        time_ns: Some(411.5),
        nodes: Some(1),
        guesses: None,
        ..PuzzleRow::new()
    };
    let mut text = Vec::new();
    PuzzleRow::write(std::slice::from_ref(&row), &mut text).expect("memory takes all");
    assert_eq!(PuzzleRow::read(&text[..]).expect("readable"), [row]);
    let text = String::from_utf8(text).expect("UTF-8");
    assert!(refusal(&text).starts_with("line 1: no record of ours: column \"corpus\""));
}
