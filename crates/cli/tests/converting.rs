//! Converting: what a form holds comes back as it was, and what it cannot hold
//! is refused by name while the others are converted.

mod program;

use program::{Ran, Scratch, run, run_on};

const PLAIN: &str = "12..34....1....2";
/// Each row is a region.
const JIGSAW: &str = "1............... AAAABBBBCCCCDDDD";

/// A 4x4 puzzle as pencil marks: a 1, a cell without 4, and all else open.
fn marks() -> String {
    format!("1...123.{}", "1234".repeat(14))
}

/// What `count` and `validate` say of the puzzles, without the puzzles.
fn said(text: &str) -> Vec<String> {
    let verbs: [&[&str]; 2] = [
        &["count", "--limit", "1000", "--template", "{count} {exact}"],
        &["validate", "--template", "{verdict}"],
    ];
    let ran: Vec<Ran> = verbs.iter().map(|verb| run_on(verb, text)).collect();
    for ran in &ran {
        assert_eq!(ran.status, 0, "{}", ran.err);
    }
    ran.into_iter().map(|ran| ran.out).collect()
}

/// To a form, and back to lines.
fn there_and_back(text: &str, form: &str) -> String {
    let there = run_on(&["convert", "-o", form], text);
    assert_eq!((there.status, there.err.as_str()), (0, ""), "{form}");
    assert_eq!(said(&there.out), said(text), "{form}");
    let back = run_on(&["convert"], &there.out);
    assert_eq!((back.status, back.err.as_str()), (0, ""), "{form}");
    back.out
}

#[test]
fn marks_and_maps_come_back_from_every_form_that_holds_them() {
    // 288 grids, a quarter of them with this 1; of those a third have 4 in r1c2.
    assert_eq!(said(&marks())[0], "48 true\n");
    assert_eq!(said(JIGSAW)[0], "144 true\n");
    for form in ["line", "csv", "jsonl", "md"] {
        assert_eq!(there_and_back(&marks(), form), format!("{}\n", marks()));
        assert_eq!(there_and_back(JIGSAW, form), format!("{JIGSAW}\n"));
    }
    let (puzzle, map) = JIGSAW.split_once(' ').expect("two fields");
    let csv = run(&["convert", "-o", "csv", JIGSAW]).out;
    assert_eq!(csv, format!("puzzle,regions\n{puzzle},{map}\n"));
}

#[test]
fn a_map_from_the_flags_is_not_written() {
    let map = ["--regions", "AAAABBBBCCCCDDDD"];
    for (form, expected) in [
        ("line", format!("{PLAIN}\n")),
        ("csv", format!("puzzle\n{PLAIN}\n")),
    ] {
        let ran = run(&["convert", "-o", form, map[0], map[1], PLAIN]);
        assert_eq!((ran.out, ran.status), (expected, 0));
    }
    let ran = run(&["convert", "-o", "grid", map[0], map[1], PLAIN]);
    assert_eq!((ran.err.as_str(), ran.status), ("", 0));
}

#[test]
fn a_grid_refuses_marks_and_maps_before_anything_is_written() {
    for colour in ["never", "always"] {
        let convert = ["convert", "-o", "grid", "--color", colour];
        let ran = run_on(&convert, marks());
        assert_eq!((ran.out.as_str(), ran.status), ("", 4));
        assert!(ran.err.contains("-:1:"), "{}", ran.err);
        let why = "grid cannot hold pencil marks; line, csv, jsonl and md can";
        assert!(ran.err.contains(why), "{}", ran.err);
        let ran = run_on(&convert, JIGSAW);
        assert_eq!((ran.out.as_str(), ran.status), ("", 4));
        assert!(ran.err.contains("grid cannot hold a region map"));
    }
}

#[test]
fn the_others_of_a_file_are_converted() {
    let text = format!("{PLAIN}\n# a comment\n{}\n{PLAIN}\n{JIGSAW}\n", marks());
    let file = Scratch::new("mixed.txt", &text);
    let grid = run(&["convert", "-o", "grid", PLAIN]).out;
    for threads in ["1", "2"] {
        let ran = run(&["convert", "-o", "grid", "-j", threads, file.name()]);
        assert_eq!((ran.out, ran.status), (grid.repeat(2), 4));
        let err: Vec<&str> = ran.err.lines().collect();
        let name = file.name();
        let marks = format!("{name}:3: grid cannot hold pencil marks");
        assert!(err[0].starts_with(&marks), "{}", ran.err);
        let map = format!("{name}:5: grid cannot hold a region map");
        assert!(err[1].starts_with(&map), "{}", ran.err);
        assert!(err[2].ends_with("; 2 not convertible"), "{}", ran.err);
    }
    // Marks of one puzzle do not become marks of its neighbours.
    let lines = run(&["convert", file.name()]);
    assert_eq!(lines.status, 0);
    let expected = format!("{PLAIN}\n{}\n{PLAIN}\n{JIGSAW}\n", marks());
    assert_eq!(lines.out, expected);
    // The first puzzle settles a table's columns.
    let csv = run(&["convert", "-o", "csv", file.name()]);
    let expected = format!("puzzle\n{PLAIN}\n{}\n{PLAIN}\n", marks());
    assert_eq!((csv.out, csv.status), (expected, 4));
    assert!(csv.err.contains(":5: csv cannot hold the region map"));
}

#[test]
fn columns_of_several_tables_stand_in_one() {
    let a = Scratch::new("a.csv", format!("puzzle,id\n{PLAIN},7\n"));
    let solved = "1234341221434321";
    let b = Scratch::new(
        "b.csv",
        format!("name,puzzle,solution\nx,{PLAIN},{solved}\n"),
    );
    let ran = run(&["convert", "-o", "csv", a.name(), b.name()]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(
        ran.out,
        format!("puzzle,solution,id,name\n{PLAIN},,7,\n{PLAIN},{solved},,x\n")
    );
}
