//! The columns of tables and the names of templates: one value each, with its
//! type, so that every form writes it in its own way.

use std::io::Write;

use polydoku_core::{Digit, Stat, Symbols};

use super::Item;

/// One thing that can be said of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // each is the name in `COLUMNS`
pub enum Column {
    Puzzle,
    Verdict,
    Solution,
    Count,
    Exact,
    Engine,
    Nodes,
    Placements,
    Guesses,
    Backtracks,
    Depth,
    /// How the given solution compares.
    Given,
    /// The file's name; templates only.
    File,
    /// The line in the file; templates only.
    Line,
    /// A column of the input, by number.
    Field(usize),
}

/// The columns that every table has, in order.
pub const COLUMNS: &[(Column, &str)] = &[
    (Column::Puzzle, "puzzle"),
    (Column::Verdict, "verdict"),
    (Column::Solution, "solution"),
    (Column::Count, "count"),
    (Column::Exact, "exact"),
    (Column::Engine, "engine"),
    (Column::Nodes, "nodes"),
    (Column::Placements, "placements"),
    (Column::Guesses, "guesses"),
    (Column::Backtracks, "backtracks"),
    (Column::Depth, "depth"),
];

/// The value of a column.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    /// Not known, or not there.
    Missing,
    /// A number.
    Number(u64),
    /// Yes or no.
    Flag(bool),
    /// A word of ours or text of the input.
    Text(&'a [u8]),
    /// The puzzle: as read, or on one line.
    Puzzle(&'a Item<'a>),
    /// A filling.
    Cells(&'a [Option<Digit>], &'a Symbols),
}

impl Value<'_> {
    /// Appends it as plain text; what is missing is nothing.
    pub fn write_raw(self, out: &mut Vec<u8>) {
        match self {
            Value::Missing => {}
            Value::Number(number) => push_number(number, out),
            Value::Flag(flag) => out.extend_from_slice(if flag { b"true" } else { b"false" }),
            Value::Text(text) => out.extend_from_slice(text),
            Value::Puzzle(item) => item.write_puzzle(out),
            Value::Cells(cells, symbols) => symbols.write_line(cells, out),
        }
    }
}

impl<'a> Item<'a> {
    /// The value of a column.
    pub fn value(&'a self, column: Column) -> Value<'a> {
        let stat = |stat: Option<Stat>| match stat.and_then(Stat::get) {
            Some(value) => Value::Number(value),
            None => Value::Missing,
        };
        let stats = self.report().map(|report| report.stats);
        match column {
            Column::Puzzle => Value::Puzzle(self),
            Column::Verdict => Value::Text(self.verdict().as_bytes()),
            Column::Solution => match self.solution() {
                Some(cells) => Value::Cells(cells, self.symbols),
                None => Value::Missing,
            },
            Column::Count => self.count().map_or(Value::Missing, |(count, _)| Value::Number(count)),
            Column::Exact => self.count().map_or(Value::Missing, |(_, exact)| Value::Flag(exact)),
            Column::Engine => self.engine.map_or(Value::Missing, |name| Value::Text(name.as_bytes())),
            Column::Nodes => stat(stats.map(|s| s.nodes)),
            Column::Placements => stat(stats.map(|s| s.placements)),
            Column::Guesses => stat(stats.map(|s| s.guesses)),
            Column::Backtracks => stat(stats.map(|s| s.backtracks)),
            Column::Depth => stat(stats.map(|s| s.depth)),
            Column::Given => {
                self.given.map_or(Value::Missing, |given| Value::Text(given.word().as_bytes()))
            }
            Column::File => Value::Text(self.file.as_bytes()),
            Column::Line => Value::Number(self.line),
            Column::Field(index) => {
                self.fields.get(index).map_or(Value::Missing, |text| Value::Text(text))
            }
        }
    }
}

/// Appends a number in decimal.
pub fn push_number(number: u64, out: &mut Vec<u8>) {
    if number < 10 {
        out.push(b'0' + number as u8);
    } else {
        write!(out, "{number}").expect("a vector takes all");
    }
}
