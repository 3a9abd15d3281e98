//! A Markdown table for people: the csv columns, with count and exact in one
//! ("at least 2"). Puzzles stand in code spans, since `*` and `_` mean
//! something else outside; numbers are aligned to the right.

use super::{Column, Row, Value};

/// The columns shown: `exact` is told by `count`.
fn shown(columns: &[(Column, String)]) -> impl Iterator<Item = &(Column, String)> {
    columns
        .iter()
        .filter(|(column, _)| *column != Column::Exact)
}

fn is_number(column: &Column) -> bool {
    use Column::{Backtracks, Clues, Count, Depth, Guesses, Nodes, Placements};
    use Column::{Isomorphs, LeastGuesses, MeanGuesses, MostGuesses, Spread};
    matches!(
        column,
        Count
            | Nodes
            | Placements
            | Guesses
            | Backtracks
            | Depth
            | Clues
            | MeanGuesses
            | Spread
            | LeastGuesses
            | MostGuesses
            | Isomorphs
    )
}

pub fn head(columns: &[(Column, String)], out: &mut Vec<u8>) {
    out.push(b'|');
    for (_, name) in shown(columns) {
        out.push(b' ');
        escaped(name.as_bytes(), out);
        out.extend_from_slice(b" |");
    }
    out.extend_from_slice(b"\n|");
    for (column, _) in shown(columns) {
        out.extend_from_slice(if is_number(column) { b"---:|" } else { b"---|" });
    }
    out.push(b'\n');
}

pub fn row(columns: &[(Column, String)], row: &Row<'_>, out: &mut Vec<u8>) {
    out.push(b'|');
    for (column, _) in shown(columns) {
        out.push(b' ');
        if *column == Column::Count && row.count().is_some_and(|(_, exact)| !exact) {
            out.extend_from_slice(b"at least ");
        }
        let value = row.value(column);
        let is_code = matches!(value, Value::Cells(..)) || *column == Column::Puzzle;
        let mut text = Vec::new();
        value.write_raw(&mut text);
        if is_code {
            out.push(b'`');
        }
        escaped(&text, out);
        if is_code {
            out.push(b'`');
        }
        out.extend_from_slice(b" |");
    }
    out.push(b'\n');
}

/// Appends text that stays in its cell.
fn escaped(text: &[u8], out: &mut Vec<u8>) {
    for &byte in text {
        match byte {
            b'|' => out.extend_from_slice(b"\\|"),
            b'\n' | b'\r' => out.push(b' '),
            _ => out.push(byte),
        }
    }
}
