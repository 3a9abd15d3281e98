//! `rate`: figures that do not change from run to run, and none for puzzles
//! that are broken rather than hard.

mod program;

use std::io::{BufRead, BufReader, Read, Write};

use program::{UNIQUE, interrupt, piped, run, run_on, shared};

/// Case C47: what each of its lines takes, from easy to hard.
const C47: [(&str, &str); 4] = [
    (
        "3.542.81.4879.15.6.29.5637485.793.416132.8957.74.6528.2413.9.655.867.192.965124.8",
        "naked singles",
    ),
    (
        ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
        "hidden singles",
    ),
    (
        "300600080987014000200030100070006500500409006009300020008040005000760918050003002",
        "hidden singles",
    ),
    (
        "........1.....2.3...4.5.6....57......1...8...7..59.4....96..5...3........4.....82",
        "guess",
    ),
];

fn c47() -> String {
    C47.map(|(line, _)| format!("{line}\n")).concat()
}

#[test]
fn c47_difficulty_is_not_the_number_of_clues() {
    let ran = run_on(
        &["rate", "--template", "{clues}|{solutions}|{tier}|{guesses}"],
        c47(),
    );
    assert_eq!((ran.status, ran.lines().len()), (0, 4), "{}", ran.err);
    let rows = ran.lines().into_iter().zip(C47);
    let clues = ["62", "17", "32", "21"];
    for ((row, (line, tier)), clues) in rows.zip(clues) {
        let fields: Vec<&str> = row.split('|').collect();
        assert_eq!(fields[..3], [clues, "1", tier], "{line}");
        let guesses: f64 = fields[3].parse().expect("a number");
        // An engine may deduce more than the tiers do, never less.
        assert!(tier == "guess" || guesses == 0.0, "{row}");
    }
    let hardest = ran.lines()[3].rsplit('|').next().map(str::parse::<f64>);
    assert!(hardest.expect("a field").expect("a number") > 1.0);
}

#[test]
fn c47_every_run_says_the_same() {
    let Some(file) = shared("cases/C47.txt") else {
        return;
    };
    let rate = |threads: &str| run(&["rate", "-j", threads, "-o", "csv", "-q", &file]);
    let first = rate("1");
    assert_eq!((first.status, first.lines().len()), (0, 5), "{}", first.err);
    for threads in ["1", "3"] {
        assert_eq!(rate(threads).out, first.out);
    }
    // A puzzle's figures do not depend on its neighbours.
    let alone = run(&["rate", "-o", "csv", C47[3].0]);
    assert_eq!(alone.lines()[1], first.lines()[4]);
    let other_seed = run(&["rate", "--seed", "2", "-o", "csv", C47[3].0]);
    assert_ne!(other_seed.lines()[1], alone.lines()[1]);
}

#[test]
fn c47_no_solution_or_several_is_no_rating() {
    let two = ".".repeat(81);
    // Row 1 lacks 9 alone, and column 9 holds it already.
    let none = format!("12345678.........9{}", ".".repeat(63));
    let clash = format!("55{}", ".".repeat(79));
    let ran = run_on(
        &[
            "rate",
            "--template",
            "{verdict}|{solutions}|{tier}|{guesses}|{isomorphs}",
        ],
        format!("{two}\n{none}\n{clash}\n"),
    );
    assert_eq!(
        ran.lines(),
        ["multiple|2+|||", "none|0|||", "invalid|0|||"],
        "{}",
        ran.err
    );
    assert_eq!(ran.status, 1);
    let ran = run(&["rate", &two]);
    assert_eq!(ran.out, format!("{two} # 0 clues, no rating: multiple\n"));
}

#[test]
fn ratings_stand_beside_the_columns_that_came_with_the_puzzle() {
    let table = format!(
        "puzzle,label,guesses\n{},very hard,7\n{},\"easy, they say\",9\n",
        C47[2].0, C47[0].0
    );
    let ran = run_on(&["rate", "-o", "csv"], &table);
    assert_eq!(
        ran.lines()[0],
        "puzzle,verdict,clues,solutions,tier,guesses,spread,guesses_min,guesses_max,\
         isomorphs,engine,label,input_guesses"
    );
    assert!(ran.lines()[1].contains(",unique,32,1,hidden singles,0,1,0,0,16,"));
    assert!(ran.lines()[1].ends_with(",very hard,7"));
    assert!(ran.lines()[2].ends_with(",\"easy, they say\",9"));

    let ran = run_on(&["rate", "-o", "jsonl", "-k", "3"], &table);
    let rows: Vec<serde_json::Value> = ran
        .lines()
        .iter()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    assert_eq!(rows[0]["clues"], 32);
    assert_eq!(rows[0]["isomorphs"], 3);
    assert_eq!(rows[0]["spread"], 1);
    assert_eq!(rows[1]["label"], "easy, they say");
    assert_eq!(rows[2]["summary"]["unique"], 2);
}

#[test]
fn lines_with_ratings_are_a_corpus_again() {
    let rated = run_on(&["rate", "-q"], c47()).out;
    assert!(
        rated
            .lines()
            .next()
            .is_some_and(|line| { line.ends_with(" # 62 clues, naked singles, 0 guesses") }),
        "{rated}"
    );
    assert_eq!(run_on(&["rate", "-q"], &rated).out, rated);
    assert_eq!(
        run_on(&["solve", "-q"], &rated).out,
        run_on(&["solve", "-q"], c47()).out
    );
}

#[test]
fn guesses_are_the_engine_s_that_was_named() {
    let hard = C47[3].0;
    let guesses = |engine: &str| -> f64 {
        let ran = run(&[
            "rate",
            "-e",
            engine,
            "-k",
            "4",
            "--template",
            "{guesses},{engine}",
            hard,
        ]);
        let (guesses, name) = ran.out.trim_end().split_once(',').expect("two fields");
        assert_eq!(name, engine);
        guesses.parse().expect("a number")
    };
    // Whoever deduces more guesses less.
    let (locked, singles) = (guesses("bitmask/locked"), guesses("bitmask/singles"));
    assert!(0.0 < locked && locked < singles, "{locked} {singles}");
}

#[test]
fn other_shapes_are_rated_too() {
    for corpus in ["@4x4", "@6x6", "@jigsaw", "@x", "@16x16"] {
        let ran = run(&["rate", "-k", "2", "--template", "{tier}|{guesses}", corpus]);
        assert_eq!(ran.status, 0, "{corpus}: {}", ran.err);
        for row in ran.lines() {
            assert!(
                !row.starts_with('|') && !row.ends_with('|'),
                "{corpus}: {row}"
            );
        }
    }
}

#[test]
fn a_limit_leaves_guesses_open_and_is_told() {
    let ran = run(&["rate", "-e", "dlx", "--max-nodes", "20", C47[3].0]);
    assert_eq!(ran.status, 3);
    assert!(
        ran.out.contains("no rating: unknown: node limit 20"),
        "{}",
        ran.out
    );
    // Enough for the puzzle as it is, too little for some of its isomorphs.
    let nodes = run(&[
        "solve",
        "-e",
        "bitmask/singles",
        "--template",
        "{nodes}",
        C47[3].0,
    ]);
    let nodes = nodes.out.trim_end();
    let all = [
        "rate",
        "-e",
        "bitmask/singles",
        "-k",
        "64",
        "--max-nodes",
        nodes,
        C47[3].0,
    ];
    let ran = run(&all);
    assert_eq!(ran.status, 3);
    assert!(
        ran.out
            .ends_with("guess, guesses not settled within the limits\n"),
        "{}",
        ran.out
    );
}

#[test]
fn wrong_usage_is_refused() {
    let ran = run(&["rate", "-k", "0", UNIQUE]);
    assert_eq!(ran.status, 2, "{}", ran.err);
    let ran = run(&["rate", "--template", "{tire}", UNIQUE]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("did you mean {tier}?"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_whole_lines() {
    // The first line has no rating and comes at once; the second would take days.
    let mut child = piped(&["rate", "-j", "1", "-k", "4000000000"]);
    let mut stdin = child.stdin.take().expect("a pipe");
    let lines = format!("{}\n{}\n", ".".repeat(81), C47[3].0);
    stdin.write_all(lines.as_bytes()).expect("it listens");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut first = String::new();
    out.read_line(&mut first).expect("a first line");
    assert!(first.ends_with("no rating: multiple\n"), "{first}");
    interrupt(&child);
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("UTF-8");
    let status = child.wait().expect("the program ends");
    assert_eq!((status.code(), rest.as_str()), (Some(130), ""));
}
