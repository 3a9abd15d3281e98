//! Tables, JSON, XML and wrapped files: columns, quotes, nesting, and that the
//! pieces in which a file comes do not matter.

use std::io::{self, Read, Write};

use polydoku_core::Symbols;
use polydoku_corpus::{Entry, ReadOptions, read_from};

const EASY: &str =
    "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
const DOTS: &str =
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
const SOLVED: &str =
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382";

fn entries(source: impl Read, options: &ReadOptions) -> Vec<Result<Entry, String>> {
    let entries = read_from(source, options);
    entries
        .map(|entry| entry.map_err(|error| error.to_string()))
        .collect()
}

/// Line, further fields, whether the solution came with it.
type Seen = Result<(u64, Vec<(String, String)>, bool), String>;

fn seen(text: &str) -> Vec<Seen> {
    let summary = |entry: Entry| {
        assert_eq!(Symbols::standard(9).line(&entry.clues), DOTS);
        let solved = entry.given.map(|given| Symbols::standard(9).line(&given));
        assert!(solved.as_ref().is_none_or(|solved| solved == SOLVED));
        (entry.line, entry.fields, solved.is_some())
    };
    let found = entries(text.as_bytes(), &ReadOptions::default());
    found.into_iter().map(|entry| entry.map(summary)).collect()
}

fn row(line: u64, fields: &[(&str, &str)], solved: bool) -> Seen {
    let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
    Ok((line, fields.iter().map(own).collect(), solved))
}

#[test]
fn the_tables_of_the_machine_learning_sets() {
    assert_eq!(
        seen(&format!("quizzes,solutions\n{EASY},{SOLVED}\n")),
        [row(2, &[], true)]
    );
    assert_eq!(
        seen(&format!(
            "id,puzzle,solution,clues,difficulty\n1,{DOTS},{SOLVED},32,0.5\n"
        )),
        [row(
            2,
            &[("id", "1"), ("clues", "32"), ("difficulty", "0.5")],
            true
        )]
    );
    assert_eq!(
        seen(&format!(
            "source,question,answer,rating\n\"a, \"\"b\"\"\",{DOTS},{SOLVED},7\nplain,{DOTS},{SOLVED},8\n"
        )),
        [
            row(2, &[("source", "a, \"b\""), ("rating", "7")], true),
            row(3, &[("source", "plain"), ("rating", "8")], true),
        ]
    );
}

#[test]
fn tables_without_known_names() {
    assert_eq!(
        seen(&format!("no;text;level\n7;{DOTS};easy\n")),
        [row(2, &[("no", "7"), ("level", "easy")], false)]
    );
    assert_eq!(
        seen(&format!("7\t{DOTS}\t{SOLVED}\ta\n8\t{DOTS}\t\t\n")),
        [
            row(1, &[("column1", "7"), ("column4", "a")], true),
            row(2, &[("column1", "8"), ("column4", "")], false),
        ]
    );
    assert_eq!(
        seen(&format!("\"{DOTS}\",\"x\"\n")),
        [row(1, &[("column2", "x")], false)]
    );
    assert_eq!(seen(&format!("puzzle\n{DOTS}\n")), [row(2, &[], false)]);
    assert_eq!(
        seen(&format!(
            "| puzzle | level |\n|--------|-------|\n| {DOTS} | easy |\n"
        )),
        [row(3, &[("level", "easy")], false)]
    );
}

#[test]
fn columns_can_be_named() {
    let text = format!("a,b,c\n{SOLVED},{EASY},{SOLVED}\n");
    for words in ["b,c", "2,3", "B,a"] {
        let options = ReadOptions {
            columns: words.parse().unwrap(),
            ..ReadOptions::default()
        };
        let entry = entries(text.as_bytes(), &options).remove(0).unwrap();
        assert_eq!(entry.text, EASY);
        assert!(entry.given.is_some());
    }
    let options = ReadOptions {
        columns: "d".parse().unwrap(),
        ..ReadOptions::default()
    };
    assert_eq!(
        entries(text.as_bytes(), &options).remove(0).unwrap_err(),
        "the file has no column 'd': its columns are a, b, c"
    );
}

#[test]
fn faulty_rows_cost_no_other() {
    let text = format!(
        "id,puzzle\n1,{}\n2\n3,\"{EASY}\n4,{EASY}\n5,\"{EASY}\"\n6,{}Q\n",
        &EASY[1..],
        &EASY[1..]
    );
    let found = seen(&text);
    let bad = |message: &str| Err(message.to_owned());
    assert_eq!(found[0], bad("2:83: 80 cells, expected 81"));
    assert_eq!(found[1], bad("3:2: 1 field, the puzzle is in column 2"));
    assert_eq!(found[2], row(4, &[("id", "3")], false));
    assert_eq!(found[3], row(5, &[("id", "4")], false));
    assert_eq!(found[4], row(6, &[("id", "5")], false));
    assert_eq!(found[5], bad("7:83: 'Q' is no digit and no blank"));
}

#[test]
fn quoted_fields_may_have_lines() {
    let text = format!("note,puzzle\n\"two\nlines\",{EASY}\nplain,{EASY}\n");
    assert_eq!(
        seen(&text),
        [
            row(2, &[("note", "two\nlines")], false),
            row(4, &[("note", "plain")], false),
        ]
    );
}

#[test]
fn exchange_records() {
    let found = seen(&format!(
        "0000183b305c {EASY}  1.2\n00002ac6a3fc {EASY} 10.4\n"
    ));
    assert_eq!(
        found,
        [
            row(1, &[("hash", "0000183b305c"), ("rating", "1.2")], false),
            row(2, &[("hash", "00002ac6a3fc"), ("rating", "10.4")], false),
        ]
    );
}

#[test]
fn json_lines() {
    let text = format!(
        "{{\"puzzle\":\"{EASY}\",\"solution\":\"{SOLVED}\",\"level\":\"a \\\"b\\\" \\u00e9\",\"n\":7}}\n\
         {{\"level\":null,\"puzzle\":\"{EASY}\"}}\n{{\"puzzle\":\"{}\"}}\n{{\"puzzle\":\"{EASY}\"\n\
         {{\"puzzle\":\"{EASY}\"}}\n{{\"summary\":{{\"puzzles\":2}}}}\n",
        &EASY[1..]
    );
    let found = seen(&text);
    assert_eq!(
        found[0],
        row(1, &[("level", "a \"b\" é"), ("n", "7")], true)
    );
    assert_eq!(found[1], row(2, &[("level", ""), ("n", "")], false));
    assert_eq!(found[2], Err("3:92: 80 cells, expected 81".to_owned()));
    assert_eq!(
        found[3],
        Err("4:1: the text ends within what begins here".to_owned())
    );
    assert_eq!(found[4], row(5, &[("level", ""), ("n", "")], false));
    assert_eq!(found.len(), 5);
}

fn board(text: &str) -> String {
    let rows: Vec<String> = text
        .as_bytes()
        .chunks(9)
        .map(|row| {
            let cells: Vec<String> = row
                .iter()
                .map(|&b| format!("\"{}\"", char::from(b)))
                .collect();
            format!("[{}]", cells.join(","))
        })
        .collect();
    format!("[{}]", rows.join(",\n "))
}

#[test]
fn boards_of_many_kinds() {
    let dots = board(DOTS);
    assert_eq!(seen(&dots), [row(1, &[], false)]);
    assert_eq!(
        seen(&format!("[{dots},\n{dots}]")),
        [row(1, &[], false), row(10, &[], false)]
    );
    assert_eq!(
        seen(&format!("const grid = {dots};\n")),
        [row(1, &[], false)]
    );
    assert_eq!(seen(&board(EASY).replace('"', "")), [row(1, &[], false)]);
    assert_eq!(seen(&dots.replace('"', "'")), [row(1, &[], false)]);
    assert_eq!(
        seen(&board(EASY).replace("\"0\"", "null")),
        [row(1, &[], false)]
    );
    let strings: Vec<String> = DOTS
        .as_bytes()
        .chunks(9)
        .map(|row| format!("{:?}", std::str::from_utf8(row).unwrap()))
        .collect();
    assert_eq!(
        seen(&format!("[{}]", strings.join(","))),
        [row(1, &[], false)]
    );
    assert_eq!(
        seen(&format!("[\"{DOTS}\",\n\"{EASY}\"]")),
        [row(1, &[], false), row(2, &[], false)]
    );
    let nested = format!(
        "{{\"newboard\":{{\"grids\":[{{\"value\":{},\"solution\":{},\"difficulty\":\"Easy\"}}]}}}}",
        board(EASY),
        board(SOLVED)
    );
    assert_eq!(seen(&nested), [row(1, &[("difficulty", "Easy")], true)]);
    let objects = format!("[\n {{\"puzzle\": \"{EASY}\"}},\n {{\"puzzle\": \"{EASY}\"}}\n]\n");
    assert_eq!(seen(&objects), [row(2, &[], false), row(3, &[], false)]);
    let flat: Vec<String> = EASY.chars().map(|c| c.to_string()).collect();
    assert_eq!(seen(&format!("[{}]", flat.join(","))), [row(1, &[], false)]);
}

#[test]
fn faulty_boards_are_named() {
    let found = seen(&board(DOTS).replacen("\"3\"", "\"q\"", 1));
    assert_eq!(
        found,
        [Err("1:12: 'q' is no digit and no blank".to_owned())]
    );
    let (short, dots) = (board(&DOTS[..72]), board(DOTS));
    assert_eq!(
        seen(&format!("[{dots},\n{short}]")),
        [
            row(1, &[], false),
            Err("10:1: 8 rows of 9 cells are no grid".to_owned())
        ]
    );
    assert_eq!(
        seen(&format!("[{dots},\n{}", &dots[..60])),
        [
            row(1, &[], false),
            Err("10:1: the text ends within what begins here".to_owned())
        ]
    );
}

/// Found by fuzzing.
#[test]
fn a_block_does_not_begin_within_a_string() {
    let text = format!("{},\"a\nb\"", board(DOTS));
    let whole = entries(text.as_bytes(), &ReadOptions::default());
    assert_eq!(
        whole.len(),
        3,
        "the board, and a fault for each half of the string"
    );
    for pieces in [1, 7, 50] {
        let found = entries(Pieces(text.as_bytes(), pieces), &ReadOptions::default());
        let faults = |found: &[Result<Entry, String>]| -> Vec<String> {
            found
                .iter()
                .filter_map(|entry| entry.as_ref().err().cloned())
                .collect()
        };
        assert_eq!(faults(&found), faults(&whole), "pieces of {pieces}");
    }
}

#[test]
fn saved_games_in_xml() {
    let cells: String = EASY
        .chars()
        .map(|c| {
            if c == '0' {
                "0|0,|1|".to_owned()
            } else {
                format!("{c}||0|")
            }
        })
        .collect();
    let text = format!(
        "<?xml version=\"1.0\"?>\n<opensudoku version=\"2\">\n<!-- <game data=\"1\"/> -->\n\
         <game created=\"5\" data=\"version: 1\n{cells}\" note=\"a &amp; b\"/>\n<game data=\"{EASY}\"/>\n\
         <game data=\"12\"/></opensudoku>"
    );
    let found = seen(&text);
    assert_eq!(
        found[0],
        row(4, &[("created", "5"), ("note", "a & b")], false)
    );
    assert_eq!(found[1], row(6, &[("created", ""), ("note", "")], false));
    assert_eq!(found[2], Err("7:15: 2 cells, expected 81".to_owned()));
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
    let texts = [
        format!("note,puzzle\n\"two\nlines\",{EASY}\nplain,{EASY}\n\"a\",{EASY}"),
        format!("[{},\n{},{}]", board(DOTS), board(DOTS), board(DOTS)),
        format!("{{\"puzzle\":\"{EASY}\",\"n\":1}}\n{{\"puzzle\":\"{EASY}\",\"n\":2}}\n"),
        format!(
            "[{{\"n\":[1],\"puzzle\":\"{EASY}\"}},\n{{\"n\":{{\"a\":1}},\"puzzle\":\"{EASY}\"}}]"
        ),
        format!(
            "<opensudoku><!-- <game/> -->\n<game data=\"{EASY}\"/>\n<game data='{EASY}'/></opensudoku>"
        ),
    ];
    let told = |entries: Vec<Result<Entry, String>>| -> Vec<_> {
        let parts = |entry: Entry| (entry.line, entry.text, entry.clues, entry.fields);
        entries.into_iter().map(|entry| entry.map(parts)).collect()
    };
    for text in texts {
        let options = ReadOptions::default();
        let whole = told(entries(text.as_bytes(), &options));
        assert!(
            whole.len() >= 2 && whole.iter().all(Result::is_ok),
            "{whole:?}"
        );
        for size in [1, 3, 50, 100, 300] {
            let pieces = told(entries(Pieces(text.as_bytes(), size), &options));
            assert_eq!(pieces, whole, "pieces of {size}");
        }
    }
}

/// Columns count from the line's beginning wherever a long line was cut. Found
/// by fuzzing.
#[test]
fn columns_are_right_in_lines_that_were_cut() {
    let dots = board(DOTS).replace('\n', "");
    let text = format!("[{dots},{dots},{}]", dots.replacen("\"3\"", "\"q\"", 1));
    let message = |pieces| {
        let found = entries(Pieces(text.as_bytes(), pieces), &ReadOptions::default());
        found[2].clone().unwrap_err()
    };
    let column = text.find('q').unwrap() + 1;
    let expect = format!("1:{column}: 'q' is no digit and no blank");
    for pieces in [usize::MAX, 1, 100] {
        assert_eq!(message(pieces), expect);
    }
    let text = format!("<o><game data=\"{EASY}\"/><game data=\"{EASY}\"/> <game data=\"q\"/></o>");
    let column = text.find('q').unwrap() + 1;
    for pieces in [1000, 1, 50] {
        let found = entries(Pieces(text.as_bytes(), pieces), &ReadOptions::default());
        let message = found[2].clone().unwrap_err();
        assert_eq!(message, format!("1:{column}: 'q' is no digit and no blank"));
    }
}

#[test]
fn wrapped_files() {
    let text = format!("{EASY}\n{EASY}\n");
    let expect = [row(1, &[], false), row(2, &[], false)];
    let read = |bytes: &[u8]| -> Vec<u64> {
        let found = entries(bytes, &ReadOptions::default());
        found.into_iter().map(|entry| entry.unwrap().line).collect()
    };
    assert_eq!(seen(&text), expect);
    let gzip = |text: &str| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    };
    assert_eq!(read(&gzip(&text)), [1, 2]);
    let (first, second) = text.split_at(100);
    assert_eq!(read(&[gzip(first), gzip(second)].concat()), [1, 2]);
    let zstd = |text: &str| {
        let level = ruzstd::encoding::CompressionLevel::Fastest;
        ruzstd::encoding::compress_to_vec(text.as_bytes(), level)
    };
    assert_eq!(read(&zstd(&text)), [1, 2]);
    let skippable = [0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3];
    let frames = [&skippable[..], &zstd(first), &skippable, &zstd(second)].concat();
    assert_eq!(read(&frames), [1, 2]);
    for order in [u16::to_le_bytes, u16::to_be_bytes] {
        for mark in ["", "\u{feff}"] {
            let units = format!("{mark}{text}")
                .encode_utf16()
                .flat_map(order)
                .collect::<Vec<u8>>();
            assert_eq!(read(&units), [1, 2]);
        }
    }
    let mut broken = gzip(&text.repeat(3000));
    broken.truncate(broken.len() / 2);
    let found = entries(&broken[..], &ReadOptions::default());
    assert!(found.last().unwrap().is_err());
    assert!(found.len() > 100);
}
