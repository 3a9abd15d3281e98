//! One-line files: what is a puzzle, what is kept beside it, what is refused
//! and where.

use polydoku_corpus::{Entry, ReadError, ReadOptions, read_from};

const EASY: &str =
    "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
const DOTS: &str =
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
const SOLVED: &str =
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382";

fn read(text: impl AsRef<[u8]>) -> Vec<Result<Entry, String>> {
    read_with(text, &ReadOptions::default())
}

fn read_with(text: impl AsRef<[u8]>, options: &ReadOptions) -> Vec<Result<Entry, String>> {
    let message = |error: ReadError| error.to_string();
    read_from(text.as_ref(), options)
        .map(|entry| entry.map_err(message))
        .collect()
}

/// Each puzzle as a line of the project's own symbols, with its line number;
/// or the complaint.
fn lines(text: impl AsRef<[u8]>) -> Vec<Result<(u64, String), String>> {
    let line = |entry: Entry| {
        let symbols = polydoku_core::Symbols::standard(entry.rules.size());
        (entry.line, symbols.line(&entry.clues))
    };
    read(text)
        .into_iter()
        .map(|entry| entry.map(line))
        .collect()
}

fn good(number: u64) -> Result<(u64, String), String> {
    Ok((number, DOTS.to_owned()))
}

fn bad(message: &str) -> Result<(u64, String), String> {
    Err(message.to_owned())
}

#[test]
fn blanks_of_all_kinds() {
    let blanks = ["0", ".", "*", "_", "-", "?", "X", "x", "e"];
    let text: String = blanks
        .iter()
        .map(|blank| EASY.replace('0', blank) + "\n")
        .collect();
    let expect: Vec<_> = (1..=9).map(good).collect();
    assert_eq!(lines(text), expect);
}

#[test]
fn line_ends_marks_and_white_space() {
    let two = [good(1), good(2)];
    assert_eq!(lines(format!("{EASY}\r\n{EASY}\r\n")), two);
    assert_eq!(lines(format!("{EASY}\r{EASY}\r")), two);
    assert_eq!(lines(format!("{EASY}\n{EASY}")), two);
    assert_eq!(lines(format!("\u{feff}{EASY}\n\t{EASY} \t\n")), two);
    assert_eq!(lines(format!("\n  \n# c\n{EASY}\n")), [good(4)]);
}

#[test]
fn a_first_line_that_is_a_number_is_the_count() {
    assert_eq!(lines(format!("2\n{EASY}\n{EASY}\n")), [good(2), good(3)]);
    assert_eq!(lines(format!("# c\n49151\n{EASY}\n")), [good(3)]);
    assert_eq!(
        lines(format!("{EASY}\n2\n")),
        [good(1), bad("2:2: 1 cell, expected 81")]
    );
}

#[test]
fn wrong_lines_are_named_and_cost_no_other_puzzle() {
    let text = format!(
        "{}\n{EASY}0\n{}\n\n   \nA{}\n{EASY}\n",
        &EASY[1..],
        &EASY[..40],
        &EASY[1..]
    );
    assert_eq!(
        lines(text),
        [
            bad("1:81: 80 cells, expected 81"),
            bad("2:82: 82 cells, expected 81"),
            bad("3:41: 40 cells, expected 81"),
            bad("6:1: 'A' is no digit and no blank"),
            good(7),
        ]
    );
    assert_eq!(
        lines(format!("  é{}\n", &EASY[1..])),
        [bad("1:3: 'é' is no digit and no blank")]
    );
    assert_eq!(
        lines([b"\xFF".as_slice(), &EASY.as_bytes()[1..]].concat()),
        [bad("1:1: '\u{fffd}' is no digit and no blank")]
    );
}

#[test]
fn further_fields_are_kept() {
    let fields = |text: String| {
        let entry = read(text).remove(0).unwrap();
        assert_eq!(entry.text, EASY);
        entry.fields
    };
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let two = [pair("field1", "easy one"), pair("field2", "1.5")];
    assert_eq!(fields(format!("{EASY},easy one, 1.5\n")), two);
    assert_eq!(fields(format!("{EASY}; easy one;1.5\n")), two);
    assert_eq!(fields(format!("{EASY}:easy one:1.5\n")), two);
    assert_eq!(fields(format!("{EASY}\teasy one\t1.5\n")), two);
    assert_eq!(
        fields(format!("{EASY} easy one 1.5\n")),
        [
            pair("field1", "easy"),
            pair("field2", "one"),
            pair("field3", "1.5")
        ]
    );
    assert_eq!(
        fields(format!("{EASY} # No 1: easy, 2 stars\n")),
        [pair("comment", "No 1: easy, 2 stars")]
    );
    assert_eq!(fields(format!("{EASY}#\n")), [pair("comment", "")]);
    let entry = read(format!("{EASY},a # b\n{EASY},c,d\n{EASY}\n{EASY} # e\n"));
    let values: Vec<Vec<String>> = entry
        .into_iter()
        .map(|entry| {
            entry
                .unwrap()
                .fields
                .into_iter()
                .map(|field| field.1)
                .collect()
        })
        .collect();
    assert_eq!(
        values,
        [vec!["a", "b"], vec!["c,d", ""], vec![], vec!["", "e"]]
    );
}

#[test]
fn a_finished_grid_beside_the_puzzle_is_its_solution() {
    for text in [
        format!("{EASY},{SOLVED}\n"),
        format!("{EASY} {SOLVED} easy\n"),
        format!("{EASY};easy;{SOLVED}\n"),
    ] {
        let entry = read(text).remove(0).unwrap();
        let symbols = polydoku_core::Symbols::standard(9);
        assert_eq!(symbols.line(&entry.given.unwrap()), SOLVED);
    }
}

#[test]
fn jigsaws_bring_their_map() {
    let (clues, map) = ("..4..3...2......", "AAABACBBCCBDCDDD");
    for text in [
        format!("{clues} {map} # comment\n"),
        format!("{clues},{map}\n"),
        format!("{clues}{map}\n"),
    ] {
        let entry = read(&text).remove(0).unwrap();
        assert_eq!(entry.rules.to_string(), "4x4 jigsaw", "{text}");
        assert_eq!(entry.clues.len(), 16);
    }
    let both = read(format!(
        "{clues} {map}\n{clues} {map} 1234341221434321\n{clues}\n"
    ));
    let both: Vec<Entry> = both.into_iter().map(Result::unwrap).collect();
    assert!(std::sync::Arc::ptr_eq(&both[0].rules, &both[1].rules));
    assert!(both[1].given.is_some());
    assert_eq!(both[2].rules.to_string(), "4x4");
    assert_eq!(
        lines(format!("{clues} AAABACBBCCBDCDDA\n")),
        [bad("1:18: region 1 has 5 cells, expected 4")]
    );
}

#[test]
fn sizes_may_change_from_line_to_line() {
    let text: String = [16, 36, 64, 81, 100, 144, 256, 625, 1296, 2401]
        .iter()
        .map(|&cells| ".".repeat(cells) + "\n")
        .collect();
    let sizes: Vec<usize> = read(text)
        .into_iter()
        .map(|entry| entry.unwrap().rules.size())
        .collect();
    assert_eq!(sizes, [4, 6, 8, 9, 10, 12, 16, 25, 36, 49]);
}

#[test]
fn sizes_without_boxes_need_a_word() {
    let message = read(".".repeat(49)).remove(0).unwrap_err();
    assert!(message.starts_with("1:1: 7 is prime"), "{message}");
    let options = ReadOptions {
        boxes: "none".parse().unwrap(),
        ..ReadOptions::default()
    };
    let entry = read_with(".".repeat(49), &options).remove(0).unwrap();
    assert_eq!(entry.rules.to_string(), "7x7 Latin square");
}

#[test]
fn sukaku_lines_are_marks_and_other_lines_of_that_length_are_large_grids() {
    let cell = |digit: u8| match digit {
        b'0' => "123456789".to_owned(),
        _ => (b'1'..=b'9')
            .map(|d| if d == digit { char::from(d) } else { '.' })
            .collect(),
    };
    let text: String = EASY.bytes().map(cell).collect();
    let entry = read(&text).remove(0).unwrap();
    assert_eq!(polydoku_core::Symbols::standard(9).line(&entry.clues), DOTS);
    assert_eq!(entry.marks.unwrap().len(), 81);
    let open = read(".".repeat(729)).remove(0).unwrap();
    assert_eq!((open.rules.size(), open.marks), (27, None));
    let moved = text.replacen("123456789", "12.3456789", 1);
    assert_eq!(read(&moved[..729]).remove(0).unwrap().rules.size(), 27);
}

#[test]
fn numbers_on_one_line() {
    let numbers: Vec<String> = (0..64 * 64).map(|n| (n % 65).to_string()).collect();
    let entry = read(numbers.join(" ") + " # big\n").remove(0).unwrap();
    assert_eq!(entry.rules.size(), 64);
    assert_eq!(entry.clues[64].map(|d| d.get()), Some(64));
    assert_eq!(entry.fields, [("comment".to_owned(), "big".to_owned())]);
    let four = read("1 0 0 0 0 2 0 0 0 0 3 0 0 0 0 4\n").remove(0).unwrap();
    assert_eq!(four.puzzle().unwrap().line(), "1....2....3....4");
    let message = read("1 0 0 0 0 2 0 0 0 0 3 0 0 0 0 5\n")
        .remove(0)
        .unwrap_err();
    assert_eq!(message, "1:31: 5 is no digit of a 4x4 grid");
}

#[test]
fn clashing_clues_are_no_fault_of_the_file() {
    let entry = read(format!("55{}", &EASY[2..])).remove(0).unwrap();
    assert!(
        entry
            .puzzle()
            .unwrap_err()
            .to_string()
            .starts_with("5 twice in row 1: r1c1 r1c2")
    );
}
