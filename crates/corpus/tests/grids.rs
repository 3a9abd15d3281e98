//! Puzzles in rows: what spoils one puzzle spoils no other, frames show boxes,
//! and it does not matter in which pieces a file comes.

use std::io::{self, Read};

use polydoku_core::Symbols;
use polydoku_corpus::{Entry, ReadOptions, read_from};

const ROWS: [&str; 9] = [
    "..3.2.6..",
    "9..3.5..1",
    "..18.64..",
    "..81.29..",
    "7.......8",
    "..67.82..",
    "..26.95..",
    "8..2.3..9",
    "..5.1.3..",
];

type Outcome = Result<(u64, String), String>;

fn outcomes(source: impl Read) -> Vec<Outcome> {
    let line = |entry: Entry| {
        let symbols = Symbols::standard(entry.rules.size());
        (entry.line, symbols.line(&entry.clues))
    };
    read_from(source, &ReadOptions::default())
        .map(|entry| entry.map(line).map_err(|error| error.to_string()))
        .collect()
}

fn read(text: &str) -> Vec<Outcome> {
    outcomes(text.as_bytes())
}

fn good(line: u64) -> Outcome {
    Ok((line, ROWS.concat()))
}

fn bad(message: &str) -> Outcome {
    Err(message.to_owned())
}

fn block() -> String {
    ROWS.join("\n") + "\n"
}

/// With rules after every third row, as forums write it.
fn framed(rule: &str, row: impl Fn(&str) -> String) -> String {
    let mut text = String::new();
    for (index, line) in ROWS.iter().enumerate() {
        if index.is_multiple_of(3) {
            text += &format!("{rule}\n");
        }
        text += &format!("{}\n", row(line));
    }
    text + rule + "\n"
}

fn spaced(row: &str) -> String {
    let mut text = String::from("|");
    for (index, cell) in row.chars().enumerate() {
        text += &format!(" {cell}");
        if index % 3 == 2 {
            text += " |";
        }
    }
    text
}

#[test]
fn blocks_follow_each_other_with_or_without_gaps_and_titles() {
    let block = block();
    assert_eq!(read(&format!("{block}{block}")), [good(1), good(10)]);
    assert_eq!(read(&format!("{block}\n{block}")), [good(1), good(11)]);
    assert_eq!(
        read(&format!("A\n{block}\n\nPuzzle 2 (easy)\n{block}")),
        [good(2), good(14)]
    );
    assert_eq!(read(&format!("1\n{block}2\n{block}")), [good(2), good(12)]);
    assert_eq!(
        read(&format!("# c\n{block}# c\n{block}")),
        [good(2), good(12)]
    );
    assert_eq!(read(block.trim_end()), [good(1)]);
    assert_eq!(read(&block.replace('\n', "\r\n")), [good(1)]);
    assert_eq!(read(&block.replace('\n', "\r")), [good(1)]);
}

#[test]
fn frames_of_many_kinds() {
    for rule in [
        "+-------+-------+-------+",
        "*-----------------------*",
        "-------------------------",
    ] {
        assert_eq!(read(&framed(rule, spaced)), [good(2)], "{rule}");
        assert_eq!(
            read(&framed(rule, |row| spaced(row).replace('|', "!"))),
            [good(2)]
        );
    }
    let rule = "╠═══════╬═══════╬═══════╣";
    assert_eq!(
        read(&framed(rule, |row| spaced(row).replace('|', "║"))),
        [good(2)]
    );
    let rule = "├───────┼───────┼───────┤";
    assert_eq!(
        read(&framed(rule, |row| spaced(row).replace('|', "│"))),
        [good(2)]
    );
    let rule = ":=======:=======:=======:";
    assert_eq!(read(&framed(rule, spaced)), [good(2)]);
    let open = |row: &str| spaced(row).replace('.', " ");
    assert_eq!(read(&framed("+-------+-------+-------+", open)), [good(2)]);
    let tight =
        |row: &str| format!("|{}|{}|{}|", &row[..3], &row[3..6], &row[6..]).replace('.', " ");
    assert_eq!(read(&framed("+---+---+---+", tight)), [good(2)]);
}

#[test]
fn dashes_are_blanks_where_a_row_shows_it() {
    let text = block().replace('.', "-");
    assert_eq!(read(&text), [good(1)]);
    let mut open_row: Vec<String> = ROWS.iter().map(|row| row.replace('.', "-")).collect();
    open_row[4] = "-".repeat(9);
    let found = read(&(open_row.join("\n") + "\n"));
    assert_eq!(
        found[0].as_ref().unwrap().1,
        ROWS.concat().replace("7.......8", ".........")
    );
}

#[test]
fn tables_and_program_texts() {
    let cells = |row: &str, between: &str| {
        let cells: Vec<String> = row.chars().map(|c| c.to_string()).collect();
        cells.join(between)
    };
    let table =
        |between: &str| -> String { ROWS.iter().map(|row| cells(row, between) + "\n").collect() };
    for between in [" ", ",", ", ", ";", "\t", "  "] {
        assert_eq!(read(&table(between)), [good(1)], "{between:?}");
    }
    assert_eq!(read(&table(",").replace('.', "")), [good(1)]);
    assert_eq!(read(&table("\t").replace('.', "")), [good(1)]);
    assert_eq!(read(&table(" ").replace('.', "-1")), [good(1)]);
    let listing: String = ROWS
        .iter()
        .map(|row| format!("    {{{}}},\n", cells(&row.replace('.', "0"), ", ")))
        .collect();
    assert_eq!(read(&listing), [good(1)]);
}

#[test]
fn a_spoilt_puzzle_costs_no_other() {
    let block = block();
    let short = block.replacen("9..3.5..1", "9..3.5..", 1);
    let strange = block.replacen("9..3.5..1", "9..3.5..Q", 1);
    let unfinished: String = ROWS[..8].iter().map(|row| format!("{row}\n")).collect();
    let with = |text: &str| read(&format!("{block}\n{text}\n{block}"));
    assert_eq!(
        with(&short),
        [good(1), bad("12:9: 8 cells, expected 9"), good(21)]
    );
    assert_eq!(
        with(&strange),
        [good(1), bad("12:9: 'Q' is no digit and no blank"), good(21)]
    );
    assert_eq!(
        with(&unfinished),
        [good(1), bad("11:1: 8 rows, expected 9"), good(20)]
    );
    let titled = format!("Grid 1\n{unfinished}Grid 2\n{block}");
    assert_eq!(read(&titled), [bad("2:1: 8 rows, expected 9"), good(11)]);
    assert_eq!(read(&unfinished), [bad("1:1: 8 rows, expected 9")]);
    let short_first = block.replacen("..3.2.6..", "..3.2.6.", 1);
    assert_eq!(
        read(&format!("{short_first}{block}")),
        [bad("1:9: 8 cells, expected 9"), good(10)]
    );
}

#[test]
fn bands_between_blank_lines() {
    let bands: Vec<String> = ROWS.chunks(3).map(|band| band.join("\n")).collect();
    let banded = bands.join("\n\n") + "\n";
    assert_eq!(read(&banded), [good(1)]);
    assert_eq!(read(&format!("{banded}\n\n{banded}")), [good(1), good(14)]);
    assert_eq!(read(&format!("{banded}\n{banded}")), [good(1), good(13)]);
    // A band, then a whole block: the band was a puzzle broken off.
    let found = read(&format!("{}\n\n{}", bands[0], block()));
    assert_eq!(found, [bad("1:1: 3 rows, expected 9"), good(5)]);
}

#[test]
fn a_frame_shows_its_boxes() {
    let tall = "+-----+-----+-----+\n| 1 . | . . | . . |\n| . . | . . | . . |\n| . . | . 2 | . . |\n\
                +-----+-----+-----+\n| . . | . . | . . |\n| . . | . . | . . |\n| . . | . . | . . |\n\
                +-----+-----+-----+\n";
    let entry = read_from(tall.as_bytes(), &ReadOptions::default())
        .next()
        .unwrap()
        .unwrap();
    assert_eq!(entry.rules.to_string(), "6x6 with 3x2 boxes");
}

#[test]
fn titles_are_a_column() {
    let text = format!("Grid 01\n{}Grid 02\n{}", block(), block());
    let entries = read_from(text.as_bytes(), &ReadOptions::default());
    let titles: Vec<_> = entries.map(|entry| entry.unwrap().fields).collect();
    let title = |text: &str| vec![("title".to_owned(), text.to_owned())];
    assert_eq!(titles, [title("Grid 01"), title("Grid 02")]);
}

/// A block may begin at a title, but not within its line. Found by fuzzing.
#[test]
fn an_indented_title_is_not_cut_off() {
    let text = format!("1 2\n\n   Grid 02 \n{}", block());
    for size in [1, 5, 30] {
        assert_eq!(
            outcomes(Pieces(text.as_bytes(), size)),
            read(&text),
            "pieces of {size}"
        );
    }
    let spaced = " 3   6 12\n4  1 9  3\n   9   words  6\n  78  1 5\n8  3 1  7\n62 7   3\n";
    for size in [1, 4, 9] {
        assert_eq!(
            outcomes(Pieces(spaced.as_bytes(), size)),
            read(spaced),
            "pieces of {size}"
        );
    }
}

#[test]
fn letters_and_larger_sizes() {
    let row = |n: usize| {
        let symbols = b"123456789ABCDEFG";
        let at = |i: usize| {
            if i.is_multiple_of(5) {
                symbols[(i + n) % 16]
            } else {
                b'.'
            }
        };
        String::from_utf8((0..16).map(at).collect()).unwrap()
    };
    let rows: Vec<String> = (0..16).map(row).collect();
    let found = read(&(rows.join("\n") + "\n"));
    assert_eq!(found, [Ok((1, rows.concat()))]);
    let grouped: Vec<String> = rows
        .iter()
        .map(|row| {
            format!(
                "{} {} {} {}",
                &row[..4],
                &row[4..8],
                &row[8..12],
                &row[12..]
            )
        })
        .collect();
    assert_eq!(read(&(grouped.join("\n") + "\n")), [Ok((1, rows.concat()))]);
    // Lines of 16 cells that are 4x4 puzzles stay lines.
    let found = read(&"1..............4\n".repeat(16));
    assert_eq!(found.len(), 16);
}

/// Hands out a text in pieces of a few bytes.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.0.len().min(self.1).min(into.len());
        into[..length].copy_from_slice(&self.0[..length]);
        self.0 = &self.0[length..];
        Ok(length)
    }
}

#[test]
fn pieces_do_not_matter() {
    let block = block();
    let text = format!(
        "Some grids\n\n{block}\n Simple Sudoku\n  Version 4.2n\n\nGrid 02\n{block}{}[State]\n{block}[Puzzle]\n{block}",
        framed("+-------+-------+-------+", spaced)
    );
    let whole = read(&text);
    assert_eq!(whole, [good(3), good(17), good(27), good(50)]);
    for size in [1, 2, 7, 20, 64, 200] {
        assert_eq!(
            outcomes(Pieces(text.as_bytes(), size)),
            whole,
            "pieces of {size}"
        );
    }
}
