//! `generate`: cases C44 and C45 (seeds, counts, uniqueness, minimality).

mod program;

use program::{run, run_on};

#[test]
fn c44_a_seed_gives_the_same_puzzles_with_any_number_of_threads() {
    for seed in [
        "0",
        "1",
        "13",
        "9223372036854775808",
        "18446744073709551615",
    ] {
        for size in ["4", "6", "9"] {
            let with = |threads: &str| {
                let ran = run(&[
                    "generate", "--seed", seed, "--size", size, "-n", "5", "-j", threads,
                ]);
                assert_eq!(
                    (ran.status, ran.err.as_str()),
                    (0, ""),
                    "seed {seed}, size {size}"
                );
                ran.out
            };
            let one = with("1");
            assert_eq!(one.lines().count(), 5);
            assert_eq!(one, with("8"));
        }
    }
    for wrong in ["-1", "abc", "18446744073709551616"] {
        let ran = run(&["generate", "--seed", wrong]);
        assert!(
            ran.status == 2 && ran.err.contains("a seed is a number"),
            "{ran:?}"
        );
    }
}

#[test]
fn c44_without_a_seed_one_is_drawn_and_told() {
    let (first, second) = (run(&["generate"]), run(&["generate"]));
    assert_ne!(first.out, second.out);
    let seed = first.err.trim().strip_prefix("seed ").expect("it is told");
    assert_eq!(run(&["generate", "--seed", seed]).out, first.out);
}

#[test]
fn c45_as_many_as_asked_for_unique_and_different() {
    let twenty = run(&["generate", "-n", "20", "--seed", "5"]);
    assert_eq!(twenty.out.lines().count(), 20);
    assert_eq!(run(&["generate", "-n", "0", "--seed", "5"]).out, "");
    let many = run(&["generate", "-n", "300", "--seed", "6"]);
    let counts = run_on(&["count", "-q", "--template", "{count} {exact}"], &many.out);
    assert!(counts.lines().iter().all(|line| *line == "1 true"));
    let mut lines = many.lines();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 300);
}

#[test]
fn c45_minimal_puzzles_need_every_clue_and_clues_are_counted() {
    let ran = run(&["generate", "--minimal", "-n", "10", "--seed", "7"]);
    for puzzle in ran.lines() {
        let without: String = (0..81)
            .filter(|&cell| puzzle.as_bytes()[cell] != b'.')
            .map(|cell| format!("{}.{}\n", &puzzle[..cell], &puzzle[cell + 1..]))
            .collect();
        let verdicts = run_on(&["solve", "-q", "--template", "{verdict}"], without);
        assert!(
            verdicts
                .lines()
                .iter()
                .all(|verdict| *verdict == "multiple"),
            "{puzzle}"
        );
    }
    let ran = run(&["generate", "--clues", "30", "-n", "10", "--seed", "8"]);
    let clues = |line: &str| line.bytes().filter(u8::is_ascii_digit).count();
    assert!(
        ran.lines().iter().all(|line| clues(line) == 30),
        "{}",
        ran.out
    );
    let ran = run(&["generate", "--clues", "16"]);
    assert!(ran.status == 2 && ran.err.contains("17"), "{ran:?}");
    let hard = run(&[
        "generate",
        "--clues",
        "17",
        "--attempts",
        "3",
        "--seed",
        "1",
    ]);
    assert_eq!(
        (hard.status, hard.out.as_str()),
        (3, ""),
        "three attempts find none"
    );
    assert!(hard.err.contains("gave up after 0 of 1"), "{}", hard.err);
}

#[test]
fn shapes_follow_from_boxes_maps_and_size() {
    let cells = |arguments: &[&str]| {
        let mut all = vec!["generate", "--seed", "1"];
        all.extend(arguments);
        let ran = run(&all);
        assert_eq!(ran.status, 0, "{ran:?}");
        ran.out.split_whitespace().next().expect("a puzzle").len()
    };
    assert_eq!(cells(&["--boxes", "2x3"]), 36);
    assert_eq!(cells(&["--boxes", "none", "--size", "5"]), 25);
    assert_eq!(cells(&["--regions", "AAABBBCCC"]), 9);
    assert_eq!(
        run(&["generate", "--boxes", "2x3", "--size", "9"]).status,
        2
    );
    assert_eq!(
        run(&["generate", "--size", "7"]).status,
        2,
        "a prime needs --boxes none"
    );
    let jigsaw = run(&["generate", "--regions", "AAAABBBBCCCCDDDD", "--seed", "1"]);
    let solved = run_on(&["solve"], &jigsaw.out);
    assert_eq!(
        solved.status, 0,
        "the map comes with the puzzle: {}",
        jigsaw.out
    );
}
