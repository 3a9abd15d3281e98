//! The forms of output, each as `cli.md` fixes it.

mod program;

use program::{SOLUTION, Scratch, UNIQUE, run, run_on};
use serde_json::Value;

const HEADER: &str =
    "puzzle,verdict,solution,count,exact,engine,nodes,placements,guesses,backtracks,depth";
const EMPTY_4: &str = "................";
const CLASH_4: &str = "11..............";
const UNIQUE_4: &str = "12..34....1....2";

#[test]
fn the_csv_header_is_fixed_and_every_line_has_as_many_fields() {
    let input = format!("{UNIQUE}\n{CLASH_4}\n{EMPTY_4}\n");
    let ran = run_on(&["solve", "-o", "csv"], input);
    let lines = ran.lines();
    assert_eq!(lines[0], HEADER);
    assert!(
        lines[1].starts_with(&format!("{UNIQUE},unique,{SOLUTION},1,true,")),
        "{}",
        lines[1]
    );
    assert_eq!(lines[2], format!("{CLASH_4},invalid,,0,true,,,,,,"));
    assert!(lines[3].contains(",multiple,") && lines[3].contains(",2,false,"));
    for line in &lines {
        assert_eq!(line.split(',').count(), 11, "{line}");
    }
}

#[test]
fn jsonl_is_json_with_null_and_a_last_object_summary() {
    let input = format!("{UNIQUE}\n{CLASH_4}\n1...............# a comment \"so\"\n");
    let ran = run_on(&["solve", "-o", "jsonl"], input);
    let objects: Vec<Value> = ran
        .lines()
        .iter()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    assert_eq!(objects.len(), 4);
    assert_eq!(objects[0]["solution"], SOLUTION);
    assert_eq!(
        (&objects[0]["count"], &objects[0]["exact"]),
        (&Value::from(1), &Value::from(true))
    );
    assert!(objects[1]["solution"].is_null() && objects[1]["nodes"].is_null());
    assert_eq!(objects[1]["verdict"], "invalid");
    assert_eq!(objects[2]["verdict"], "multiple");
    for name in HEADER.split(',') {
        assert!(
            objects
                .iter()
                .take(3)
                .all(|object| object.get(name).is_some()),
            "{name}"
        );
    }
    let summary = &objects[3]["summary"];
    assert_eq!(
        (&summary["puzzles"], &summary["invalid"]),
        (&Value::from(3), &Value::from(1))
    );
}

#[test]
fn a_markdown_table_speaks_to_people() {
    let ran = run_on(&["count", "-o", "md"], format!("{EMPTY_4}\n{UNIQUE_4}\n"));
    let lines = ran.lines();
    assert!(lines[0].starts_with("| puzzle | verdict |") && lines[1].starts_with("|---|---|"));
    assert!(
        lines[2].starts_with(&format!("| `{EMPTY_4}` | multiple |")),
        "{}",
        lines[2]
    );
    assert!(lines[2].contains("| at least 2 |"));
    let bars = |line: &str| line.matches('|').count();
    assert!(lines.iter().all(|line| bars(line) == bars(lines[0])));
}

#[test]
fn a_grid_is_framed_and_has_its_verdict_below() {
    let ran = run(&["solve", "-o", "grid", UNIQUE]);
    let expected = "\
+-------+-------+-------+
| 4 8 3 | 9 2 1 | 6 5 7 |
| 9 6 7 | 3 4 5 | 8 2 1 |
| 2 5 1 | 8 7 6 | 4 9 3 |
+-------+-------+-------+
| 5 4 8 | 1 3 2 | 9 7 6 |
| 7 2 9 | 5 6 4 | 1 3 8 |
| 1 3 6 | 7 9 8 | 2 4 5 |
+-------+-------+-------+
| 3 7 2 | 6 8 9 | 5 1 4 |
| 8 1 4 | 2 5 3 | 7 6 9 |
| 6 9 5 | 4 1 7 | 3 8 2 |
+-------+-------+-------+
# unique

";
    assert_eq!((ran.out.as_str(), ran.status), (expected, 0));
    let ran = run(&["solve", "-o", "grid", "--color", "always", UNIQUE]);
    assert!(ran.out.contains("\x1b[1m3\x1b[0m"), "clues are bold");
    assert!(
        ran.out.contains("\x1b[32m4\x1b[0m"),
        "found digits are green"
    );
    let ran = run(&["validate", "-o", "grid", UNIQUE_4]);
    assert!(ran.out.contains("# valid, 10 cells open; "), "{}", ran.out);
}

#[test]
fn templates_know_the_csv_names_and_more() {
    let template = "{file}:{line} {verdict} {count}/{exact} {{{solution}}}\\t.";
    let ran = run_on(
        &["solve", "--template", template],
        format!("# first\n{UNIQUE}\n"),
    );
    assert_eq!(ran.out, format!("-:2 unique 1/true {{{SOLUTION}}}\t.\n"));
    let ran = run(&["solve", "--template", "{solutoin}", UNIQUE]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("did you mean {solution}?"), "{}", ran.err);
    let ran = run(&["solve", "--template", "{puzzle", UNIQUE]);
    assert_eq!(ran.status, 2);
}

#[test]
fn lines_are_a_corpus_again() {
    let input = format!("{UNIQUE}\n{CLASH_4}\n{EMPTY_4}\n");
    let solved = run_on(&["solve"], input);
    let again = run_on(&["validate"], &solved.out);
    let comments: Vec<&str> = again
        .lines()
        .iter()
        .map(|line| line.split_once(" # ").map_or("", |(_, comment)| comment))
        .collect();
    assert_eq!(comments[0], "valid, complete");
    assert!(comments[1].starts_with("invalid: 1 twice in row 1"));
    assert_eq!(comments[2], "valid, complete");
}

#[test]
fn a_puzzle_is_shown_as_it_was_read() {
    let odd = "12__34----1****2";
    let ran = run(&["count", "--template", "{puzzle}", odd]);
    assert_eq!(ran.out, format!("{odd}\n"));
    let ran = run(&["convert", odd]);
    assert_eq!(ran.out, "12..34....1....2\n", "one kind of blank");
}

#[test]
fn a_jigsaw_line_keeps_its_map() {
    // Each row is a region, so any Latin square will do.
    let jigsaw = "1............... AAAABBBBCCCCDDDD";
    let ran = run_on(&["count", "--limit", "1000"], jigsaw);
    // 576 Latin squares of order 4, a quarter of them with this 1.
    assert_eq!(
        ran.out,
        "1............... AAAABBBBCCCCDDDD # 144 solutions\n"
    );
    let again = run_on(&["count", "--limit", "1000"], &ran.out);
    assert_eq!(again.out, ran.out);
    let flag = run(&[
        "count",
        "--limit",
        "1000",
        "--regions",
        "AAAABBBBCCCCDDDD",
        &jigsaw[..16],
    ]);
    assert_eq!(flag.out, "1............... # 144 solutions\n");
}

#[test]
fn shapes_and_variants_change_the_count() {
    // 288 grids of 4x4; of these 48 hold all digits on both diagonals.
    let ran = run(&["count", "--limit", "1000", "--variant", "x", EMPTY_4]);
    assert_eq!(ran.out, format!("{EMPTY_4} # 48 solutions\n"));
    let ran = run(&["count", "--limit", "1000", "--boxes", "none", EMPTY_4]);
    assert_eq!(ran.out, format!("{EMPTY_4} # 576 solutions\n"));
    let map = Scratch::new("map", "AABB\nAABB\nCCDD\nCCDD\n");
    let ran = run(&["count", "--limit", "1000", "--regions", map.name(), EMPTY_4]);
    assert_eq!(ran.out, format!("{EMPTY_4} # 288 solutions\n"));
    let ran = run(&["count", "--boxes", "2x3", EMPTY_4]);
    assert_eq!(ran.status, 4);
    assert!(
        ran.err.contains("a 2x3 box does not have 4 cells"),
        "{}",
        ran.err
    );
}

#[test]
fn given_solutions_are_compared_and_further_columns_kept() {
    // The right solution, a filling that is none, and no solution column value.
    let right = "1243342123144132";
    let wrong = "1243342123144123";
    let table = format!(
        "puzzle,solution,count,rating\n{UNIQUE_4},{right},9,easy\n{UNIQUE_4},{wrong},8,\"a,b\"\n"
    );
    let ran = run_on(&["solve", "-o", "csv"], &table);
    let lines = ran.lines();
    assert_eq!(lines[0], format!("{HEADER},given,input_count,rating"));
    assert!(lines[1].ends_with(",agrees,9,easy"), "{}", lines[1]);
    assert!(lines[2].ends_with(",wrong,8,\"a,b\""), "{}", lines[2]);
    assert_eq!(ran.status, 1, "a given solution is wrong");
    let ran = run_on(&["solve"], &table);
    assert_eq!(ran.lines()[0], right);
    let differs = format!("{right} # given solution differs at r4c3");
    assert_eq!(ran.lines()[1], differs);
    let ran = run_on(
        &["solve", "--template", "{line}:{field:rating}:{given}"],
        &table,
    );
    assert_eq!(ran.lines(), ["2:easy:agrees", "3:a,b:wrong"]);
    let ran = run_on(&["solve", "--template", "{field:ratng}"], &table);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("did you mean rating?"), "{}", ran.err);
    // What is only converted keeps everything.
    assert_eq!(run_on(&["convert", "-o", "csv"], &table).out, table);
}

#[test]
fn c27_a_wrong_stored_answer_is_found() {
    let Some(file) = program::shared("cases/C27.csv") else {
        return;
    };
    let ran = run(&["solve", "--template", "{line} {given}", &file]);
    assert_eq!(ran.lines(), ["2 agrees", "3 agrees", "4 wrong"]);
    let ran = run(&["solve", &file]);
    assert_eq!(
        ran.lines()[2],
        format!("{SOLUTION} # given solution differs at r9c9")
    );
    assert_eq!(ran.status, 1);
    // The summary says where, in every form that has one.
    let place = format!("{file}:4");
    let told = format!("given solutions: 2 agree, 1 wrong ({place})");
    assert!(ran.err.contains(&told), "{}", ran.err);
    let ran = run(&["solve", "-o", "jsonl", &file]);
    let last = format!("\"wrong_at\":[\"{place}\"]}}}}");
    assert!(ran.out.trim_end().ends_with(&last), "{}", ran.out);
    // Checking a given solution needs no engine.
    let ran = run(&["validate", "--template", "{line} {given}", &file]);
    assert_eq!(ran.lines(), ["2 agrees", "3 agrees", "4 wrong"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains(&told), "{}", ran.err);
}

#[test]
fn validate_names_the_clue_that_a_given_solution_does_not_keep() {
    // Moves the last clue: the given grid is right for another puzzle.
    let right = "1243342123144132";
    let table = format!("puzzle,solution\n...............4,{right}\n...............2,{right}\n");
    let ran = run_on(&["validate"], &table);
    assert_eq!(
        ran.lines(),
        [
            "...............4 # valid, 15 cells open # given solution differs at r4c4",
            "...............2 # valid, 15 cells open",
        ]
    );
    assert_eq!(ran.status, 1);
}
