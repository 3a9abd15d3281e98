//! What holds for every puzzle and for every file: what is written reads back
//! the same, no bytes make the reader panic, and it does not matter where a
//! file is cut.

use std::ops::ControlFlow;
use std::sync::Arc;

use polydoku_core::{Digit, DigitSet, Rules, Symbols};
use polydoku_corpus::{
    BadRecord, Block, Cells, Entry, Fields, ReadOptions, Reader, Record, Scratch, Sink, Target,
    Writer, read_from, sniff,
};
use proptest::prelude::*;

const SIZES: [usize; 12] = [4, 6, 8, 9, 10, 12, 15, 16, 25, 36, 49, 64];

/// A puzzle as it is written: clues need not be sensible.
#[derive(Clone, Debug)]
struct Drawn {
    rules: Arc<Rules>,
    clues: Vec<Option<Digit>>,
    marks: Option<Vec<DigitSet>>,
    given: Option<String>,
}

/// A stream of numbers that shrinks with its seed.
fn numbers(mut seed: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = seed;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % below as u64) as usize
    }
}

fn drawn(
    size: usize,
    percent: usize,
    with_map: bool,
    with_marks: bool,
    given: bool,
    seed: u64,
) -> Drawn {
    let mut number = numbers(seed);
    let mut clue =
        |percent: usize| (number(100) < percent).then(|| Digit::from_index(number(size)));
    let mut clues: Vec<Option<Digit>> = (0..size * size).map(|_| clue(percent)).collect();
    let given = given.then(|| {
        let cells: Vec<Option<Digit>> = (0..size * size).map(|_| clue(100)).collect();
        Symbols::standard(size).line(&cells)
    });
    let rules = if with_map {
        let mut labels: Vec<u32> = (0..size * size).map(|cell| (cell / size) as u32).collect();
        for at in (1..labels.len()).rev() {
            labels.swap(at, number(at + 1));
        }
        Rules::builder(size)
            .regions(labels)
            .build()
            .expect("a fair map")
    } else {
        Rules::assumed(size).expect("the sizes have boxes")
    };
    let marks = with_marks.then(|| {
        // A cell with one candidate left is a clue, so others have two.
        let marks = clues.iter_mut().map(|clue| match clue {
            Some(digit) => DigitSet::only(*digit),
            None => {
                let first = Digit::from_index(number(size - 1));
                let second = Digit::from_index(first.index() + 1);
                let more = (0..size).filter(|_| number(3) == 0).map(Digit::from_index);
                [first, second]
                    .into_iter()
                    .chain(more.collect::<Vec<_>>())
                    .collect()
            }
        });
        marks.collect()
    });
    let rules = Arc::new(rules);
    Drawn {
        rules,
        clues,
        marks,
        given,
    }
}

fn any_puzzle() -> impl Strategy<Value = Drawn> {
    let size = prop::sample::select(SIZES.to_vec());
    let percent = prop::sample::select(vec![0, 5, 40, 95, 100]);
    (size, percent, any::<[bool; 3]>(), any::<u64>()).prop_map(
        |(size, percent, [map, marks, given], seed)| drawn(size, percent, map, marks, given, seed),
    )
}

fn options_reader() -> Reader {
    let reader = sniff(b"", true, &ReadOptions::default()).expect("an empty file");
    reader.expect("settled at the end")
}

/// Writes the puzzles that the format holds; returns these and the text.
fn written(target: Target, puzzles: &[Drawn]) -> (Vec<Drawn>, Vec<u8>) {
    let mut writer = Writer::new(target, &options_reader());
    let (mut kept, mut out) = (Vec::new(), Vec::new());
    for puzzle in puzzles {
        let symbols = Symbols::standard(puzzle.rules.size());
        let record = Record {
            text: b"",
            line: 1,
            rules: &puzzle.rules,
            symbols: &symbols,
            cells: Cells::Parsed {
                clues: &puzzle.clues,
                marks: puzzle.marks.as_deref(),
            },
            given: puzzle.given.as_ref().map(String::as_bytes),
            fields: Fields::default(),
            boxes_assumed: true,
        };
        let before = out.len();
        match writer.write(&record, &mut out) {
            Ok(()) => kept.push(puzzle.clone()),
            Err(_) => assert_eq!(out.len(), before, "nothing is written of what is refused"),
        }
    }
    (kept, out)
}

fn check(target: Target, puzzles: &[Drawn], with_given: bool) -> Result<(), TestCaseError> {
    let (kept, text) = written(target, puzzles);
    let shown = String::from_utf8_lossy(&text).into_owned();
    let found: Result<Vec<Entry>, _> = read_from(&text[..], &ReadOptions::default()).collect();
    let found = found.map_err(|error| TestCaseError::fail(format!("{error}\n{shown}")))?;
    prop_assert_eq!(found.len(), kept.len(), "{}", shown);
    let tables = matches!(target, Target::Csv | Target::Markdown);
    let column = kept.first().is_some_and(|first| first.given.is_some());
    for (entry, puzzle) in found.iter().zip(&kept) {
        prop_assert_eq!(&entry.clues, &puzzle.clues, "{}", shown);
        prop_assert_eq!(&entry.marks, &puzzle.marks, "{}", shown);
        prop_assert_eq!(&entry.rules, &puzzle.rules, "{}", shown);
        if with_given && (!tables || column) {
            let given = entry
                .given
                .as_ref()
                .map(|cells| Symbols::standard(entry.rules.size()).line(cells));
            prop_assert_eq!(&given, &puzzle.given, "{}", shown);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn lines_read_back(puzzles in prop::collection::vec(any_puzzle(), 1..4)) {
        check(Target::Line, &puzzles, false)?;
    }

    #[test]
    fn grids_read_back(puzzles in prop::collection::vec(any_puzzle(), 1..4)) {
        check(Target::Grid, &puzzles, false)?;
    }

    #[test]
    fn tables_read_back(puzzles in prop::collection::vec(any_puzzle(), 1..4)) {
        check(Target::Csv, &puzzles, true)?;
        check(Target::Markdown, &puzzles, true)?;
    }

    #[test]
    fn json_reads_back(puzzles in prop::collection::vec(any_puzzle(), 1..4)) {
        check(Target::JsonLines, &puzzles, true)?;
    }
}

/// So many files; `PROPTEST_CASES` asks for others. What fails becomes a case
/// among the others, not a seed in a file.
fn config(cases: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|n| n.parse().ok());
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(asked.unwrap_or(cases))
    }
}

/// Pieces that puzzle files are made of, and some that they are not.
fn any_file() -> impl Strategy<Value = Vec<u8>> {
    let fragments: Vec<&[u8]> = vec![
        b"\n", b"\r\n", b"\r", b" ", b"\t", b",", b";", b":", b"#", b"|", b"!", b"-", b"+---+", b"*-----------*",
        b"[", b"]", b"{", b"}", b"\"", b"'", b"\\", b"=", b"puzzle", b"solution", b"{\"puzzle\":\"",
        b"<game data=\"", b"\"/>", b"<!--", b"-->", b"[Puzzle]\n", b"[State]\n", b"Grid 01\n", b"9", b"81",
        b"..3.2.6..\n9..3.5..1\n..18.64..\n..81.29..\n7.......8\n..67.82..\n..26.95..\n8..2.3..9\n..5.1.3..\n",
        b"..3.2.6..", b"003020600900305001001806400008102900700000008006708200002609500800203009005010300",
        b"AAABACBBCCBDCDDD", b"1..............4", b"0 11 0 3 ", b"1 2 3 4 ", b"?,?,3,?", b"quizzes,solutions\n",
        b"\xFF\xFE", b"\xEF\xBB\xBF", b"\0", b"\xC3\xA9", b"\xE2\x94\x82", b"\x1F\x8B", b"\x28\xB5\x2F\xFD",
        b"123456789", b"1.3456789", b"................", b"000183b305c1 ",
    ];
    let fragment = prop_oneof![
        8 => prop::sample::select(fragments).prop_map(<[u8]>::to_vec),
        1 => prop::collection::vec(any::<u8>(), 0..20),
    ];
    prop::collection::vec(fragment, 0..60).prop_map(|pieces| pieces.concat())
}

/// Line, text and clues, or the complaint.
type Told = Result<(u64, Vec<u8>, Vec<Option<Digit>>), BadRecord>;

#[derive(Default, PartialEq, Debug)]
struct Heard(Vec<Told>);

impl Sink for Heard {
    fn record(&mut self, record: Record<'_>) -> ControlFlow<()> {
        // Everything that borrows is looked at.
        let _ = (record.puzzle(), record.given_cells(), format!("{record:?}"));
        self.0
            .push(Ok((record.line, record.text.to_vec(), record.clues())));
        ControlFlow::Continue(())
    }

    fn bad(&mut self, bad: BadRecord) -> ControlFlow<()> {
        assert!(bad.column > 0 && bad.line > 0);
        self.0.push(Err(bad));
        ControlFlow::Continue(())
    }
}

/// Reads a text cut into blocks as they come when `piece` bytes arrive at a
/// time.
fn heard(reader: &Reader, text: &[u8], piece: usize) -> Heard {
    let (mut heard, mut scratch) = (Heard::default(), Scratch::default());
    let (mut start, mut end) = (0, 0);
    let (mut first_line, mut first_column) = (1, 1);
    while start < text.len() {
        end = (end + piece).min(text.len());
        let length = reader.cut(&text[start..end], end == text.len());
        let bytes = &text[start..start + length];
        let block = Block {
            bytes,
            first_line,
            first_column,
        };
        let _ = reader.parse(block, &mut scratch, &mut heard);
        first_column = reader.column_behind(block);
        first_line += reader.lines(bytes);
        start += length;
    }
    heard
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn no_file_makes_the_reader_panic(text in any_file()) {
        let mut last = 0;
        for entry in read_from(&text[..], &ReadOptions::default()).flatten() {
            prop_assert!(entry.line >= last);
            prop_assert_eq!(entry.clues.len(), entry.rules.cell_count());
            last = entry.line;
        }
    }

    #[test]
    fn it_does_not_matter_where_a_file_is_cut(text in any_file(), piece in 1..200usize) {
        if let Some(reader) = sniff(&text, true, &ReadOptions::default()).expect("no columns asked for") {
            let whole = heard(&reader, &text, usize::MAX >> 1);
            prop_assert_eq!(heard(&reader, &text, piece), whole, "{:?}", reader);
        }
    }
}
