//! `bench measure` as a user meets it: record, table, statuses, interruptions.

mod program;

use std::fs;
use std::path::PathBuf;

use program::{SOLUTION, Scratch, UNIQUE, command, interrupt, run, run_on};

/// A path of its own for a test that nothing lies at.
struct Path(PathBuf);

impl Path {
    fn new(name: &str) -> Path {
        let name = format!("polydoku-bench-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_file(&path);
        Path(path)
    }

    fn name(&self) -> &str {
        self.0.to_str().expect("a path in UTF-8")
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.0).expect("a file")
    }
}

impl Drop for Path {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// The values of a column; the tests' records have no quoted fields before it.
fn column<'t>(record: &'t str, name: &str) -> Vec<&'t str> {
    let mut lines = record.lines();
    let header = lines.next().expect("a header");
    let at = header.split(',').position(|column| column == name);
    let at = at.unwrap_or_else(|| panic!("no column {name} in {header}"));
    lines.map(|line| fields(line)[at]).collect()
}

/// A line's fields; quoted ones may hold commas.
fn fields(line: &str) -> Vec<&str> {
    let mut quoted = false;
    line.split(|c: char| {
        quoted ^= c == '"';
        c == ',' && !quoted
    })
    .collect()
}

#[test]
fn the_record_goes_to_standard_output_and_the_table_to_people() {
    let ran = run(&[
        "bench",
        "measure",
        "@4x4",
        "@none",
        "-e",
        "dlx,bitmask",
        "--sample",
        "5",
        "--rounds",
        "2",
        "-j1,2",
    ]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    // Two corpora, two engines, two rounds; latency, one thread, two threads.
    assert_eq!(ran.lines().len(), 1 + 2 * 2 * 2 * 3);
    assert!(
        column(&ran.out, "status")
            .iter()
            .all(|status| *status == "measured")
    );
    assert!(
        column(&ran.out, "puzzles")
            .iter()
            .all(|puzzles| *puzzles == "5")
    );
    assert!(
        ran.err.contains("Median time of a puzzle, task unique"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("in batches on 2 threads"), "{}", ran.err);
    let quiet = run(&[
        "bench", "measure", "@4x4", "--sample", "1", "--rounds", "1", "-q",
    ]);
    assert_eq!((quiet.status, quiet.err.as_str()), (0, ""));
}

#[test]
fn a_file_given_for_the_record_is_continued_and_never_overwritten() {
    let (record, rows) = (Path::new("record.csv"), Path::new("rows.csv"));
    let arguments = [
        "bench", "measure", "@4x4", "-e", "dlx", "--sample", "3", "--mode", "latency",
    ];
    let with = |more: &[&str]| run(&[&arguments[..], more].concat());
    let first = with(&[
        "--rounds",
        "1",
        "--record",
        record.name(),
        "--rows",
        rows.name(),
    ]);
    assert_eq!(first.status, 0, "{}", first.err);
    assert!(
        first.out.starts_with("Median time of a puzzle"),
        "{}",
        first.out
    );
    assert_eq!(
        (record.text().lines().count(), rows.text().lines().count()),
        (2, 4)
    );
    let again = with(&["--rounds", "1", "--record", record.name()]);
    assert_eq!(again.status, 2);
    assert!(
        again
            .err
            .contains("is there already: --continue adds what is missing"),
        "{}",
        again.err
    );
    let before = record.text();
    let more = with(&[
        "--rounds",
        "3",
        "--continue",
        record.name(),
        "--rows",
        rows.name(),
    ]);
    assert_eq!(more.status, 0, "{}", more.err);
    assert!(record.text().starts_with(&before));
    assert_eq!(column(&record.text(), "round"), ["1", "2", "3"]);
    assert_eq!(rows.text().lines().count(), 10);
    let other = with(&["--seed", "2", "--continue", record.name()]);
    assert_eq!(other.status, 2);
    assert!(
        other
            .err
            .contains("another measure: the seed was 1, and is 2"),
        "{}",
        other.err
    );
}

#[test]
fn a_place_that_cannot_be_written_is_told_before_anything_is_measured() {
    let ran = run(&[
        "bench",
        "measure",
        "@4x4",
        "--record",
        "no/such/folder/run.csv",
    ]);
    assert_eq!((ran.status, ran.out.as_str()), (4, ""));
    assert_eq!(ran.err, "polydoku: no/such/folder/run.csv: no such file\n");
    let puzzles = Scratch::new("no-record.csv", "a,b\n1,2\n");
    let ran = run(&["bench", "measure", "@4x4", "--continue", puzzles.name()]);
    assert_eq!(ran.status, 4);
    assert!(ran.err.contains("line 1: no record of ours"), "{}", ran.err);
}

/// A limit on file sizes is a disk that fills up: the header still fits.
#[cfg(target_os = "linux")]
#[test]
fn when_the_disk_is_full_the_rows_go_to_standard_output() {
    let record = Path::new("full.csv");
    let program = env!("CARGO_BIN_EXE_polydoku");
    let arguments = "bench measure @4x4 -e dlx --sample 2 --mode latency --rounds 50";
    let script = format!(
        "trap '' XFSZ; ulimit -f 4; exec {program} {arguments} --record {}",
        record.name()
    );
    let output = std::process::Command::new("sh")
        .arg("-c")
        .arg(script)
        .output()
        .expect("a shell");
    let (out, err) = (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    );
    assert_eq!(output.status.code(), Some(4), "{err}");
    assert!(
        err.contains("full.csv: ") && err.contains("measured so far are on standard output"),
        "{err}"
    );
    let rounds = column(&out, "round");
    assert!(rounds.len() >= 2 && rounds.len() < 50, "{}", rounds.len());
    assert_eq!(rounds[..2], ["1", "2"]);
}

#[cfg(unix)]
#[test]
fn a_wrong_program_fails_the_run() {
    let wrong = SOLUTION.replacen("48", "84", 1);
    for (answer, status, word) in [(SOLUTION, 0, "measured"), (&wrong, 1, "wrong")] {
        let external = format!("theirs=while read -r line; do echo {answer}; done");
        // As it is, since the program knows one answer alone.
        let arguments = "bench measure - -e dlx --mode latency --rounds 1 --as-is --external";
        let arguments: Vec<&str> = arguments.split(' ').chain([external.as_str()]).collect();
        let ran = run_on(&arguments, UNIQUE);
        assert_eq!(ran.status, status, "{}", ran.err);
        assert_eq!(
            column(&ran.out, "engine")
                .iter()
                .filter(|engine| **engine == "theirs")
                .count(),
            1
        );
        assert!(column(&ran.out, "status").contains(&word), "{}", ran.out);
        let told = ran
            .err
            .contains("theirs on stdin: puzzle 1 (line 1): shows a wrong solution");
        assert_eq!(told, status == 1, "{}", ran.err);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_measure_keeps_what_it_has() {
    use std::process::Stdio;
    let record = Path::new("interrupted.csv");
    let arguments = [
        "bench",
        "measure",
        "@4x4",
        "-e",
        "dlx,bitmask",
        "--sample",
        "2",
        "--mode",
        "latency",
    ];
    let endless = ["--rounds", "1000000", "--record", record.name()];
    let mut child = command(&[&arguments[..], &endless].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    while fs::read_to_string(&record.0).map_or(0, |text| text.lines().count()) < 4 {
        assert!(
            child.try_wait().expect("a child").is_none(),
            "ended by itself"
        );
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    interrupt(&child);
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(130));
    let rows = column(&record.text(), "round").len();
    assert!(rows >= 3 && record.text().ends_with('\n'));
    let enough = (rows / 2 + 2).to_string();
    let rest = ["--rounds", &enough, "--continue", record.name()];
    let ran = run(&[&arguments[..], &rest].concat());
    assert_eq!(ran.status, 0, "{}", ran.err);
    let text = record.text();
    for engine in ["dlx", "bitmask"] {
        let own = column(&text, "engine")
            .into_iter()
            .zip(column(&text, "round"));
        let mut rounds: Vec<usize> = own
            .filter(|(one, _)| *one == engine)
            .map(|(_, round)| round.parse().unwrap())
            .collect();
        rounds.sort_unstable();
        assert!(rounds.len() > rows / 2);
        assert!(
            rounds.iter().copied().eq(1..=rounds.len()),
            "no gap, nothing twice: {rounds:?}"
        );
    }
}

#[test]
fn wrong_usage_is_told() {
    for (arguments, told) in [
        (&["-e", "dlxx", "@4x4"][..], "dlx"),
        (&["@4x"], "@4x4"),
        (&["@4x4", "@4x4"], "@4x4 is named twice"),
        (&["@4x4", "--external", "nameless"], "NAME=COMMAND"),
        (&["@4x4", "--timeout", "5"], "500ms"),
        (&["@4x4", "--rounds", "0"], "rounds"),
    ] {
        let ran = run(&[&["bench", "measure"], arguments].concat());
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.err.contains(told), "{arguments:?}: {}", ran.err);
    }
    let ran = run(&["bench", "measure", "nosuch.txt"]);
    assert_eq!(
        (ran.status, ran.err.as_str()),
        (4, "polydoku: nosuch.txt: no such file\n")
    );
    let ran = run(&["bench", "mesure"]);
    assert_eq!(ran.status, 2);
}

/// `bench` alone; the whole of it takes a while.
#[test]
#[ignore = "takes up to a minute"]
fn a_quick_bench_ends_in_a_table_that_fits() {
    let ran = run(&["bench"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.lines().iter().all(|line| line.chars().count() <= 80),
        "{}",
        ran.out
    );
    for name in [
        "engine", "naive", "bitmask", "dlx", "sat", "simd", "easy", "jigsaw",
    ] {
        assert!(ran.out.contains(name), "{name}: {}", ran.out);
    }
}
