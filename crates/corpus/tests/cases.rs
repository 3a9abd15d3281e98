//! The cases of kinds C and D of `../shared/cases.md`: files as people have
//! them, each with what it must read as. Expectations were copied from the
//! files by hand or come from the cases' text.

mod shared;

use polydoku_core::Symbols;
use polydoku_corpus::{Entry, ReadOptions, read_from};
use shared::shared_file;

type Outcome = Result<(u64, String), String>;

fn entries(bytes: &[u8], options: &ReadOptions) -> Vec<Result<Entry, String>> {
    let entries = read_from(bytes, options);
    entries
        .map(|entry| entry.map_err(|e| e.to_string()))
        .collect()
}

/// The puzzles of a case's file, as lines of the project's own symbols.
fn puzzles(name: &str, options: &ReadOptions) -> Option<Vec<Outcome>> {
    let bytes = shared_file(&format!("cases/{name}"))?;
    let line = |entry: Entry| {
        let symbols = Symbols::standard(entry.rules.size());
        (entry.line, symbols.line(&entry.clues))
    };
    let entries = entries(&bytes, options).into_iter();
    Some(entries.map(|entry| entry.map(line)).collect())
}

fn check(name: &str, expect: &[(u64, &str)]) {
    let Some(found) = puzzles(name, &ReadOptions::default()) else {
        return;
    };
    let expect = expect
        .iter()
        .map(|&(line, text)| Ok((line, text.to_owned())));
    assert_eq!(found, expect.collect::<Vec<Outcome>>(), "{name}");
}

fn clash(name: &str, index: usize) -> Option<String> {
    let bytes = shared_file(&format!("cases/{name}"))?;
    let entry = entries(&bytes, &ReadOptions::default()).swap_remove(index);
    let entry = entry.expect("readable");
    Some(entry.puzzle().expect_err("the clues clash").to_string())
}

const EULER_1: &str =
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
const EULER_2: &str =
    "2...8.3...6..7..84.3.5..2.9...1.54.8.........4.27.6...3.1..7.4.72..4..6...4.1...3";
const SIMPLE: &str =
    ".3.4.....9.28.63.1.......2.8...6.7...6.2.5.9...3.4...8.7.......4.89.25.6.....8.3.";

const FORUM: [&str; 5] = [
    "12.3.45..6.......3....5..2.5.....7....1..6.4.8...3...99..8..1....6.7.....5...9..4",
    "12.6.45..3.......7....5..2.8.....1....6..2.9.4...9...56..8..7....1.6.....4...5..3",
    "54.1.38..9.......1....5..4.7.....2....5..7.9.1...3...76..4..9....7.2.....8...1..6",
    "5........2..4658...369...259836.........4.........367935...614...2154..7........8",
    ".1......23....14......3..5....1...6...5.7.3...2...3.....2.4.....8.6....16......7.",
];

#[test]
fn c20_clashes_in_every_layout() {
    check(
        "C20a.txt",
        &[(
            1,
            "49675.8..218693755.5.48..69......................................................",
        )],
    );
    let open = ".".repeat(79);
    check("C20b.txt", &[(1, &format!("11{open}"))]);
    check(
        "C20c.txt",
        &[(
            2,
            ".........7.6.....6..........7..7...38.......523..9..7..5.7.....3.....7....7..9...",
        )],
    );
    if let Some(clash) = clash("C20a.txt", 0) {
        assert!(clash.contains("5 twice in row 2: r2c8 r2c9"), "{clash}");
    }
    if let Some(clash) = clash("C20c.txt", 0) {
        assert!(clash.contains("6 twice in row 2: r2c3 r2c9"), "{clash}");
        assert!(clash.contains("7 twice in row 4: r4c2 r4c5"), "{clash}");
    }
}

#[test]
fn c21_rows_of_numbers() {
    let Some(found) = puzzles("C21.txt", &ReadOptions::default()) else {
        return;
    };
    let [Ok((1, line))] = &found[..] else {
        panic!("one puzzle: {found:?}")
    };
    assert_eq!(line.len(), 625);
}

#[test]
fn c23_forum_layouts() {
    for (name, expect) in ["C23a.txt", "C23b.txt", "C23c.txt"].iter().zip(FORUM) {
        check(name, &[(1, expect)]);
    }
    check("C23d.txt", &[(2, FORUM[3])]);
    check("C23e.txt", &[(2, FORUM[4])]);
    check(
        "C23all.txt",
        &[
            (1, FORUM[0]),
            (11, FORUM[1]),
            (21, FORUM[2]),
            (34, FORUM[3]),
            (48, FORUM[4]),
        ],
    );
}

#[test]
fn c24_a_trailer_with_a_version_number() {
    check("C24.ss", &[(2, SIMPLE)]);
}

#[test]
fn c25_headers_and_sections() {
    let puzzle =
        "2..1.5..3.54...71..1.2.3.8.6.28.73.4.........1.53.98.6.2.7.1.6..81...24.7..4.2..1";
    check("C25.sdk", &[(8, puzzle)]);
    check("C25b.sdk", &[(2, puzzle)]);
}

#[test]
fn c27_a_table_with_a_wrong_solution() {
    let Some(bytes) = shared_file("cases/C27.csv") else {
        return;
    };
    let found = entries(&bytes, &ReadOptions::default());
    let found: Vec<Entry> = found.into_iter().map(Result::unwrap).collect();
    let lines: Vec<u64> = found.iter().map(|entry| entry.line).collect();
    assert_eq!(lines, [2, 3, 4]);
    assert!(found[0].text.starts_with("0043002090050"));
    assert_eq!(found[2].puzzle().unwrap().line(), EULER_1);
    let given: String = {
        let symbols = Symbols::standard(9);
        symbols.line(found[2].given.as_ref().unwrap())
    };
    assert!(
        given.starts_with("483921657") && given.ends_with("381"),
        "{given}"
    );
}

#[test]
fn c29_numbered_titles() {
    check("C29.txt", &[(2, EULER_1), (12, EULER_2)]);
}

#[test]
fn c30_xml() {
    check(
        "C30.opensudoku",
        &[
            (
                8,
                "3..6...8.987.14...2...3.1...7...65..5..4.9..6..93...2...8.4...5...76.918.5...3..2",
            ),
            (
                9,
                ".329...6..9...4.218....69.33.6..7......698......4..6.74.87....616.8...5..7...341.",
            ),
        ],
    );
}

#[test]
fn c31_json_boards() {
    check(
        "C31a.json",
        &[(
            1,
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        )],
    );
    if let Some(clash) = clash("C31b.json", 0) {
        assert_eq!(clash, "4 twice in box 1: r1c2 r2c3");
    }
    check("C31c.json", &[(1, "..1..4.....2.2..")]);
}

#[test]
fn c33_blanks_in_the_wild() {
    check(
        "C33a.csv",
        &[(
            1,
            "..2.9..7..8......97.6835241...5.....8.162495.2.917......59.87129..3.18...4.76239.",
        )],
    );
    check(
        "C33b.txt",
        &[(
            1,
            "239...41.46..2.9....5.1..3.6..18......8.4.3.5....92..1.5..3.1....4.5..83.96...542",
        )],
    );
    check(
        "C33c.txt",
        &[(
            1,
            ".7....2.9...57..61.....9.3...285.7..7.......4..1.679...5.6.....98..45...2.4....5.",
        )],
    );
    let six: Vec<(u64, &str)> = (1..=6).map(|line| (line, EULER_1)).collect();
    check("C33d.txt", &six);
}

#[test]
fn c34_spaces_as_blanks() {
    check(
        "C34a.txt",
        &[(
            1,
            ".3...6.124..1.9..31.5..38..2....4....4.....7....9....6..78..1.58..3.1..762.7...3.",
        )],
    );
}

#[test]
fn c35_wrong_lengths_and_symbols() {
    let Some(found) = puzzles("C35.txt", &ReadOptions::default()) else {
        return;
    };
    let bad = |message: &str| Err(message.to_owned());
    assert_eq!(
        found,
        [
            bad("1:81: 80 cells, expected 81"),
            bad("2:82: 82 cells, expected 81"),
            bad("3:41: 40 cells, expected 81"),
            bad("6:1: 'A' is no digit and no blank"),
            Ok((7, EULER_1.to_owned())),
        ]
    );
}

#[test]
fn c36_line_ends_and_marks() {
    for name in ["crlf", "cr", "bom", "tabs", "utf16le"] {
        check(&format!("C36_{name}.txt"), &[(1, EULER_1), (2, EULER_2)]);
    }
}

#[test]
fn c38_pencil_marks() {
    if let Some(bytes) = shared_file("cases/C38a.txt") {
        let entry = entries(&bytes, &ReadOptions::default()).remove(0).unwrap();
        assert_eq!(entry.puzzle().unwrap().line(), EULER_1);
        let open = entry
            .marks
            .unwrap()
            .iter()
            .filter(|mark| mark.len() == 9)
            .count();
        assert_eq!(open, EULER_1.matches('.').count());
    }
    if let Some(bytes) = shared_file("cases/C38b.txt") {
        let found = entries(&bytes, &ReadOptions::default());
        assert_eq!(found.len(), 1);
        let entry = found[0].as_ref().unwrap();
        let marks = entry.marks.as_ref().unwrap();
        let values = |cell: usize| marks[cell].iter().map(|d| d.get()).collect::<Vec<_>>();
        assert_eq!(values(0), [1, 5, 6, 7]);
        assert_eq!(values(4), [1, 2, 5, 7, 9]);
        assert_eq!(values(80), [2, 4, 7, 9]);
        // Its single numbers include the puzzle of C24.
        let simple = polydoku_core::Grid::parse(&entry.rules, SIMPLE).unwrap();
        for (clue, found) in simple.cells().iter().zip(&entry.clues) {
            assert!(clue.is_none() || clue == found);
        }
    }
}

#[test]
fn c40_boxes_and_orientation() {
    let Some(bytes) = shared_file("cases/C40.txt") else {
        return;
    };
    let found = entries(&bytes, &ReadOptions::default());
    let verdict = |index: usize| {
        found[index]
            .as_ref()
            .unwrap()
            .puzzle()
            .map_err(|e| e.to_string())
    };
    assert!(verdict(0).is_ok());
    assert!(
        verdict(1)
            .unwrap_err()
            .contains("5 twice in box 1: r1c3 r2c1")
    );
    assert!(
        verdict(2)
            .unwrap_err()
            .contains("1 twice in box 1: r1c1 r2c2")
    );
    let tall = ReadOptions {
        boxes: "3x2".parse().unwrap(),
        ..ReadOptions::default()
    };
    let found = entries(&bytes, &tall);
    assert!(found[1].as_ref().unwrap().puzzle().is_ok());
}

#[test]
fn c41_twelve_by_twelve() {
    if let Some(found) = puzzles("C41a.txt", &ReadOptions::default()) {
        let [Ok((1, line))] = &found[..] else {
            panic!("one puzzle: {found:?}")
        };
        assert!(
            line.starts_with("..63.4...52..8.2A..9...4A..1C6......"),
            "{line}"
        );
    }
    if let Some(clash) = clash("C41b.txt", 0) {
        assert!(
            clash.contains("7 twice in column 10: r1c10 r5c10"),
            "{clash}"
        );
        assert!(
            clash.contains("1 twice in column 10: r2c10 r12c10"),
            "{clash}"
        );
        assert!(
            clash.contains("12 twice in box 11") || clash.contains("C twice in box 11"),
            "{clash}"
        );
    }
}

#[test]
fn c42_hexadecimal_alphabets() {
    let Some(bytes) = shared_file("cases/C42.txt") else {
        return;
    };
    let found = entries(&bytes, &ReadOptions::default());
    let message = found[0].as_ref().unwrap_err();
    for word in ["--alphabet 0-F", "1-G", "A-P"] {
        assert!(message.contains(word), "{message}");
    }
    let second = found[1].as_ref().unwrap();
    let clues = |entry: &Entry| entry.clues.iter().flatten().count();
    assert_eq!(clues(second), 106);
    assert_eq!(clues(found[2].as_ref().unwrap()), 102);
    let hex = ReadOptions {
        alphabet: "0-F".parse().ok(),
        ..ReadOptions::default()
    };
    let found = entries(&bytes, &hex);
    let first = found[0].as_ref().unwrap();
    assert_eq!(clues(first), 106);
    assert_eq!(first.clues, second.clues);
    assert_eq!(first.symbols.line(&first.clues), first.text);
    assert_eq!(second.symbols.line(&second.clues), second.text);
    assert!(
        found[1]
            .as_ref()
            .unwrap_err()
            .contains("'G' is no digit and no blank")
    );
}

#[test]
fn c43_other_sizes() {
    let Some(bytes) = shared_file("cases/C43.txt") else {
        return;
    };
    let found = entries(&bytes, &ReadOptions::default());
    let sizes: Vec<String> = found
        .iter()
        .map(|e| e.as_ref().unwrap().rules.to_string())
        .collect();
    assert_eq!(sizes, ["8x8", "10x10", "25x25"]);
    let large = found[2].as_ref().unwrap();
    assert_eq!(large.clues.iter().flatten().count(), 365);
    assert_eq!(large.symbols.line(&large.clues), large.text);
    let tall = ReadOptions {
        boxes: "4x2".parse().unwrap(),
        ..ReadOptions::default()
    };
    assert!(
        entries(&bytes, &tall)[0]
            .as_ref()
            .unwrap()
            .puzzle()
            .is_err()
    );
    for cells in [49, 121] {
        let found = entries(".".repeat(cells).as_bytes(), &ReadOptions::default());
        assert!(found[0].as_ref().unwrap_err().contains("is prime"));
    }
}
