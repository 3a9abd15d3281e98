//! What `solve`, `count` and `validate` answer: cases that people reported as
//! faults of other programs, with the right values of the case list.

mod program;

use program::{SOLUTION, UNIQUE, run, run_on, shared};

/// Case C01: 16 clues, exactly two solutions.
const SIXTEEN: &str =
    "5.2...4.....71...3..............46...7.2......1.......6....2.......3..1.4........";
const SIXTEEN_SOLVED: [&str; 2] = [
    "562389471849716253137425896358194627974263185216857349691542738725638914483971562",
    "562398471948716253137425986359184627874263195216957348681542739725639814493871562",
];

fn comment(line: &str) -> &str {
    line.split_once(" # ").map_or("", |(_, comment)| comment)
}

#[test]
fn c01_two_solutions_are_counted_and_listed() {
    let ran = run(&["count", "--limit", "3", SIXTEEN]);
    assert_eq!(ran.out, format!("{SIXTEEN} # 2 solutions\n"));
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));

    let ran = run(&["solve", SIXTEEN]);
    assert!(
        ran.out.ends_with(" # multiple\n") && ran.status == 1,
        "{ran:?}"
    );

    let ran = run(&["solve", "--all", SIXTEEN]);
    let mut lines = ran.lines();
    assert_eq!(comment(lines[0]), "1 of 2");
    assert_eq!(comment(lines[1]), "2 of 2");
    lines.sort_unstable();
    let found: Vec<&str> = lines.iter().map(|line| &line[..81]).collect();
    assert_eq!((found, ran.status), (SIXTEEN_SOLVED.to_vec(), 0));
}

#[test]
fn c02_a_limit_is_never_shown_as_the_whole_count() {
    let puzzle =
        ".1....7.....3..2...7...........71...6......4.3........4..5....3.2..8...........6.";
    let ran = run(&["count", puzzle]);
    assert_eq!(
        (comment(ran.lines()[0]), ran.status),
        ("at least 2 solutions", 0)
    );
    let ran = run(&["count", "--limit", "20000", puzzle]);
    assert_eq!(
        (comment(ran.lines()[0]), ran.status),
        ("10106 solutions", 0)
    );
}

#[test]
fn c03_verdicts_are_mixed_in_a_batch() {
    let wrong = "........2.2..5.8.1......3..7.4.9........8541.....37...18....9....7..9...2...4..58";
    let right = "........2.2..5.8.1......3..7.4.9........8541...5.37...18....9....7..9...2...4..58";
    let input = format!("{wrong}\n{right}\n");
    let ran = run_on(&["count", "--limit", "100"], &input);
    assert_eq!(comment(ran.lines()[0]), "26 solutions");
    assert_eq!(comment(ran.lines()[1]), "1 solution");
    let ran = run_on(&["solve"], &input);
    assert!(ran.lines()[0].ends_with(" # multiple"));
    assert_eq!(
        ran.lines()[1],
        "358914672629753841471268395764192583932685417815437269183576924547829136296341758"
    );
    assert_eq!(ran.status, 1);
}

#[test]
fn c05_all_solutions_are_listed_once_each() {
    let Some(file) = shared("cases/C05.txt") else {
        return;
    };
    let counts = [2, 3, 4, 10, 125];
    let ran = run(&["count", "--limit", "1000", &file]);
    let said: Vec<&str> = ran.lines().iter().map(|line| comment(line)).collect();
    assert_eq!(said, counts.map(|n| format!("{n} solutions")));
    for threads in ["1", "2", "5"] {
        let ran = run(&["solve", "--all", "-j", threads, &file]);
        let mut lines = ran.lines();
        let expect = counts
            .iter()
            .flat_map(|n| (1..=*n).map(move |i| format!("{i} of {n}")));
        let said: Vec<&str> = lines.iter().map(|line| comment(line)).collect();
        assert_eq!(said, expect.collect::<Vec<_>>());
        lines.sort_unstable();
        lines.dedup_by_key(|line| line[..81].to_owned());
        assert_eq!(lines.len(), 144, "each is different");
        let grids = lines
            .iter()
            .map(|line| format!("{}\n", &line[..81]))
            .collect::<String>();
        let valid = run_on(&["validate", "-q"], grids);
        assert!(
            valid
                .lines()
                .iter()
                .all(|line| line.ends_with(" # valid, complete"))
        );
    }
}

#[test]
fn c06_boxes_matter() {
    let puzzle =
        ".23.97645456231978789564312.97.23564231456897564789231645312789978645123312978456";
    let solution =
        "123897645456231978789564312897123564231456897564789231645312789978645123312978456";
    let ran = run(&["solve", puzzle]);
    assert_eq!((ran.out.trim_end(), ran.status), (solution, 0));
    let ran = run(&["count", "--limit", "9", "--boxes", "none", puzzle]);
    assert_eq!(comment(ran.lines()[0]), "2 solutions");
}

#[test]
fn c08_valid_is_not_solvable() {
    let Some(file) = shared("cases/C08.txt") else {
        return;
    };
    let valid = run(&["validate", &file]);
    assert_eq!(valid.status, 0);
    assert!(
        valid
            .lines()
            .iter()
            .all(|line| comment(line).starts_with("valid, "))
    );
    let count = run(&["count", &file]);
    assert!(
        count
            .lines()
            .iter()
            .all(|line| comment(line) == "0 solutions")
    );
    assert_eq!(count.status, 0);
    let solve = run(&["solve", &file]);
    assert!(solve.lines().iter().all(|line| comment(line) == "none"));
    assert_eq!((solve.status, solve.lines().len()), (1, 5));
}

#[test]
fn c09_clashes_are_named_and_the_batch_goes_on() {
    let Some(file) = shared("cases/C09.txt") else {
        return;
    };
    let ran = run(&["solve", &file]);
    let lines = ran.lines();
    assert_eq!(
        comment(lines[0]),
        "invalid: 9 twice in row 1: r1c2 r1c3; 9 twice in column 2: r1c2 r5c2; \
         9 twice in box 1: r1c2 r1c3"
    );
    assert_eq!(
        lines[1],
        "769235418851496372432178956174569283395842761628713549283657194516924837947381625"
    );
    assert_eq!(
        comment(lines[2]),
        "invalid: 1 twice in column 5: r4c5 r6c5; 1 twice in box 5: r4c5 r6c5"
    );
    assert_eq!(ran.status, 1);
}

#[test]
fn c10_a_complete_grid_is_its_own_solution_and_a_wrong_one_is_not() {
    let Some(file) = shared("cases/C10.txt") else {
        return;
    };
    let text = std::fs::read_to_string(&file).expect("a readable case");
    let whole = text.lines().next().expect("two lines").trim_end();
    let ran = run(&["solve", &file]);
    assert_eq!((ran.lines()[0], ran.status), (whole, 1));
    let clashes = "invalid: 2 twice in row 7: r7c6 r7c8; 8 twice in column 5: r1c5 r8c5; \
                   3 twice in column 6: r1c6 r5c6; 2 twice in column 8: r6c8 r7c8";
    assert_eq!(comment(ran.lines()[1]), clashes);
    let ran = run(&["validate", &file]);
    assert_eq!(comment(ran.lines()[0]), "valid, complete");
    assert_eq!((comment(ran.lines()[1]), ran.status), (clashes, 1));
    let nodes = run(&["solve", "--template", "{nodes} {count}", whole]);
    assert_eq!(nodes.out, "0 1\n", "nothing is left to search");
}

#[test]
fn c11_nothing_is_left_over_from_one_puzzle_to_the_next() {
    // The order of the case's file; the one without solution is that of C08,
    // which plain backtracking can finish.
    let good = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
    let none = ".876543212........3........4........5........6........7........8........9........";
    let clash = format!("11{}", ".".repeat(79));
    let many = "...3165..8..5..1...1.89724.9.1.85.2....9.1....4.263..1.5.....1.1..4.9..2..61.8...";
    let input = [good, good, none, good, &clash, good, many, good].map(|line| format!("{line}\n"));
    for threads in ["1", "3"] {
        let wish = [
            "count",
            "--limit",
            "200",
            "-j",
            threads,
            "--template",
            "{verdict} {count}",
        ];
        let ran = run_on(&wish, input.concat());
        let right = [
            "unique 1",
            "unique 1",
            "none 0",
            "unique 1",
            "invalid 0",
            "unique 1",
            "multiple 125",
            "unique 1",
        ];
        assert_eq!(ran.lines(), right);
        let ran = run_on(&["solve", "-j", threads], input.concat());
        assert_eq!(
            ran.lines().iter().filter(|line| **line == SOLUTION).count(),
            5
        );
    }
}

#[test]
fn c12_the_last_cell_counts_without_a_final_line_end() {
    let puzzle =
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4....";
    let ran = run_on(&["validate"], puzzle);
    assert_eq!(comment(ran.lines()[0]), "valid, 65 cells open");
    let with_nine = format!("{}9", &puzzle[..80]);
    let ran = run_on(&["validate"], &with_nine);
    assert_eq!(comment(ran.lines()[0]), "valid, 64 cells open");
    assert!(ran.out.starts_with(&with_nine));
}

#[test]
fn c13_is_solved() {
    let puzzle =
        "300080900000340000008005600500104070002009010003000040005001200000000000070008090";
    let ran = run(&["solve", puzzle]);
    assert_eq!(
        (ran.out.trim_end(), ran.status),
        (
            "351786924697342185428915637569134872742859316813267549935471268284693751176528493",
            0
        )
    );
}

#[test]
fn c15_a_limit_is_unknown_and_never_none() {
    let puzzle =
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
    let ran = run(&["solve", "-e", "naive", "--max-nodes", "1000", puzzle]);
    assert_eq!(ran.out, format!("{puzzle} # unknown: node limit 1000\n"));
    assert_eq!(ran.status, 3);
    let ran = run(&["solve", "-e", "naive", "--timeout", "20ms", puzzle]);
    assert_eq!(ran.out, format!("{puzzle} # unknown: time limit 20ms\n"));
    assert_eq!(ran.status, 3);
    let ran = run(&["count", "-e", "naive", "--max-nodes", "1000", puzzle]);
    assert_eq!(
        (comment(ran.lines()[0]), ran.status),
        ("unknown: node limit 1000", 3)
    );
}

#[test]
fn c16_has_no_solution_and_no_clash() {
    let puzzle =
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    let ran = run(&["validate", puzzle]);
    assert_eq!(
        (comment(ran.lines()[0]), ran.status),
        ("valid, 64 cells open", 0)
    );
    let ran = run(&["solve", "-e", "naive", "--max-nodes", "5000", puzzle]);
    assert_eq!(
        (comment(ran.lines()[0]), ran.status),
        ("unknown: node limit 5000", 3)
    );
}

#[test]
fn c18_nearly_empty_grids_have_a_complete_solution() {
    let empty = ".".repeat(81);
    let two = "........................................................8.................6......";
    let one = "........................................1........................................";
    for puzzle in [empty.as_str(), two, one] {
        let ran = run(&["solve", puzzle]);
        let (grid, comment) = ran.out.trim_end().split_once(" # ").expect("a comment");
        assert_eq!((comment, ran.status), ("multiple", 1));
        let valid = run(&["validate", grid]);
        assert!(valid.out.ends_with(" # valid, complete\n"), "{valid:?}");
        let kept = puzzle
            .bytes()
            .zip(grid.bytes())
            .all(|(clue, digit)| clue == b'.' || clue == digit);
        assert!(kept, "{grid}");
    }
}

#[test]
fn c19_counting_has_a_limit_and_says_so() {
    let ran = run(&["count", "--limit", "1000", &".".repeat(16)]);
    assert_eq!(comment(ran.lines()[0]), "288 solutions");
    let ran = run(&["count", "--limit", "1000", &".".repeat(81)]);
    assert_eq!(
        (comment(ran.lines()[0]), ran.status),
        ("at least 1000 solutions", 0)
    );
    let ran = run(&["count", "--limit", "18446744073709551616", UNIQUE]);
    assert_eq!(ran.status, 2, "more than 64 bits are refused, not wrapped");
}

#[test]
fn c20_contradicting_clues_are_told_at_once() {
    let Some(file) = shared("cases/C20a.txt") else {
        return;
    };
    let ran = run(&["solve", &file]);
    assert!(
        comment(ran.lines()[0]).contains("5 twice in row 2: r2c8 r2c9"),
        "{ran:?}"
    );
    assert_eq!(ran.status, 1);
}

#[test]
fn c40_the_other_way_of_the_boxes_is_suggested() {
    let wide = "156234432651521463364125613542245316";
    let tall = "145362532614621435264153356241413526";
    let ran = run_on(&["validate"], format!("{wide}\n{tall}\n"));
    assert_eq!(comment(ran.lines()[0]), "valid, complete");
    assert!(comment(ran.lines()[1]).starts_with("invalid: 5 twice in box 1: r1c3 r2c1;"));
    assert!(ran.err.contains("--boxes 3x2"), "{}", ran.err);
    let ran = run(&["validate", "--boxes", "3x2", tall]);
    assert_eq!(
        (comment(ran.lines()[0]), ran.status),
        ("valid, complete", 0)
    );
    assert!(!ran.err.contains("--boxes"));
}

#[test]
fn the_first_solution_stands_alone_when_only_it_is_asked_for() {
    let ran = run(&["solve", "--first", SIXTEEN]);
    assert!(SIXTEEN_SOLVED.contains(&ran.out.trim_end()));
    assert_eq!(ran.status, 0);
    let ran = run(&["solve", "--all", "--limit", "1", SIXTEEN]);
    assert_eq!(
        (comment(ran.lines()[0]), ran.status),
        ("1 of at least 1", 0)
    );
}

#[test]
fn one_puzzle_is_exported_as_an_exact_cover() {
    // Three open cells of a 4x4: two in row 4, and what Knuth's format asks for.
    let ran = run(&["export", "exact-cover", "12343412214343.."]);
    assert_eq!(ran.status, 0);
    let lines = ran.lines();
    let data: Vec<&str> = lines
        .into_iter()
        .filter(|line| !line.starts_with('|'))
        .collect();
    assert_eq!(data.len(), 3, "items and two options: {data:?}");
    let items = data[0].split(' ').count();
    let covered: usize = data[1..]
        .iter()
        .map(|option| option.split(' ').count())
        .sum();
    assert_eq!(covered, items, "the only cover takes both options");

    let ran = run(&["export", "exact-cover", "11.............."]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(
        ran.err.contains("1 twice in row 1: r1c1 r1c2"),
        "{}",
        ran.err
    );

    let ran = run_on(
        &["export", "exact-cover"],
        "12343412214343..\n1...............\n",
    );
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("one puzzle"), "{}", ran.err);
}
