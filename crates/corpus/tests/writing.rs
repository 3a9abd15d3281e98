//! What the formats hold, and what they refuse by name.

use std::ops::ControlFlow;

use polydoku_corpus::{
    BadRecord, Block, ReadOptions, Record, Scratch, Sink, Target, Writer, sniff,
};

/// Converts the puzzles of a text; stops at the first that is refused.
struct Convert(Writer, Vec<u8>, Option<String>);

impl Sink for Convert {
    fn record(&mut self, record: Record<'_>) -> ControlFlow<()> {
        match self.0.write(&record, &mut self.1) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.2 = Some(error.to_string());
                ControlFlow::Break(())
            }
        }
    }

    fn bad(&mut self, bad: BadRecord) -> ControlFlow<()> {
        panic!("{bad}")
    }
}

fn converted(text: &str, target: &str) -> Result<String, String> {
    let reader = sniff(text.as_bytes(), true, &ReadOptions::default())
        .unwrap()
        .unwrap();
    let target: Target = target.parse().unwrap();
    let mut convert = Convert(Writer::new(target, &reader), Vec::new(), None);
    let block = Block {
        bytes: text.as_bytes(),
        first_line: 1,
        first_column: 1,
    };
    let _ = reader.parse(block, &mut Scratch::default(), &mut convert);
    match convert.2 {
        Some(refusal) => Err(refusal),
        None => Ok(String::from_utf8(convert.1).unwrap()),
    }
}

const TABLE: &str =
    "id,puzzle,solution\n\"a,b\",1000000000000004,1234341221434321\n7,0200000000000000,\n";

#[test]
fn a_table_in_every_format() {
    assert_eq!(
        converted(TABLE, "line").unwrap(),
        "1..............4\n.2..............\n"
    );
    assert_eq!(
        converted(TABLE, "csv").unwrap(),
        "puzzle,solution,id\n1..............4,1234341221434321,\"a,b\"\n.2..............,,7\n"
    );
    assert_eq!(
        converted(TABLE, "jsonl").unwrap(),
        "{\"puzzle\":\"1..............4\",\"solution\":\"1234341221434321\",\"id\":\"a,b\"}\n\
         {\"puzzle\":\".2..............\",\"id\":\"7\"}\n"
    );
    assert_eq!(
        converted(TABLE, "md").unwrap(),
        "| puzzle | solution | id |\n|---|---|---|\n\
         | 1..............4 | 1234341221434321 | a,b |\n| .2.............. |  | 7 |\n"
    );
    assert_eq!(
        converted(TABLE, "grid").unwrap(),
        "+-----+-----+\n| 1 . | . . |\n| . . | . . |\n+-----+-----+\n| . . | . . |\n| . . | . 4 |\n+-----+-----+\n\
         \n+-----+-----+\n| . 2 | . . |\n| . . | . . |\n+-----+-----+\n| . . | . . |\n| . . | . . |\n+-----+-----+\n"
    );
}

#[test]
fn what_cannot_be_held_is_refused_by_name() {
    let jigsaw = "1..............4 AAABACBBCCBDCDDD\n";
    assert_eq!(converted(jigsaw, "line").unwrap(), jigsaw);
    assert_eq!(
        converted(jigsaw, "csv").unwrap(),
        "puzzle,regions\n1..............4,AAABACBBCCBDCDDD\n"
    );
    assert_eq!(
        converted(jigsaw, "grid").unwrap_err(),
        "grid cannot hold a region map; line, csv, jsonl and md can"
    );
    let marks = format!("{}1...\n", "123.".repeat(15));
    assert_eq!(converted(&marks, "line").unwrap(), marks);
    assert_eq!(
        converted(&marks, "grid").unwrap_err(),
        "grid cannot hold pencil marks; line, csv, jsonl and md can"
    );
    let late = format!("................\n{jigsaw}");
    assert!(
        converted(&late, "csv")
            .unwrap_err()
            .contains("region map of line 2")
    );
    let tall = "+-----+-----+-----+\n| 1 . | . . | . . |\n| . . | . . | . . |\n| . . | . 2 | . . |\n\
                +-----+-----+-----+\n| . . | . . | . . |\n| . . | . . | . . |\n| . . | . . | . . |\n\
                +-----+-----+-----+\n";
    assert_eq!(converted(tall, "grid").unwrap(), tall);
    assert_eq!(
        converted(tall, "line").unwrap_err(),
        "line cannot hold boxes of 3 rows and 2 columns that only a frame shows; \
         grid can, or say --boxes 3x2"
    );
}

/// 27² = 9³: a line of it would be read as pencil marks of a 9x9 grid. Found
/// by fuzzing.
#[test]
fn a_grid_that_reads_as_marks_is_refused() {
    let rows = "123456789123456789123456789\n".repeat(27);
    assert_eq!(
        converted(&rows, "line").unwrap_err(),
        "line cannot hold this 27x27 grid, which would read as pencil marks; grid can"
    );
    assert!(converted(&rows, "grid").is_ok());
}

/// A title must not make another format of the file's first line. Found by
/// fuzzing.
#[test]
fn titles_that_would_mislead_are_left_out() {
    let block = "1...\n....\n....\n...4\n";
    let first = |title: &str| {
        let text = format!("{title}\n{block}");
        let grid = converted(&text, "grid").unwrap();
        grid.lines().next().unwrap().to_owned()
    };
    assert_eq!(first("Grid 01"), "Grid 01");
    assert_eq!(first("Puzzle, easy"), "+-----+-----+");
}
