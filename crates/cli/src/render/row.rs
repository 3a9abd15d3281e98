//! The columns of tables and the names of templates: one value each, with its
//! type, so that every form writes it in its own way.

use std::io::Write;

use polydoku_core::{Boxes, Digit, Rules, Stat, Symbols, Verdict};
use polydoku_harness::rate::Rating;
use polydoku_pipeline::{Answered, Given, Outcome};

/// One thing that can be said of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    Clues,
    Solutions,
    Tier,
    /// The mean number of guesses over isomorphs.
    MeanGuesses,
    Spread,
    LeastGuesses,
    MostGuesses,
    Isomorphs,
    /// How the given solution compares.
    Given,
    /// The given solution itself.
    GivenText,
    /// The file's name; templates only.
    File,
    /// The line in the file; templates only.
    Line,
    /// A column of the input, by its name there.
    Field(String),
}

/// The columns that every table of answers has, in order.
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

/// The columns that every table of ratings has, in order.
pub const RATING_COLUMNS: &[(Column, &str)] = &[
    (Column::Puzzle, "puzzle"),
    (Column::Verdict, "verdict"),
    (Column::Clues, "clues"),
    (Column::Solutions, "solutions"),
    (Column::Tier, "tier"),
    (Column::MeanGuesses, "guesses"),
    (Column::Spread, "spread"),
    (Column::LeastGuesses, "guesses_min"),
    (Column::MostGuesses, "guesses_max"),
    (Column::Isomorphs, "isomorphs"),
    (Column::Engine, "engine"),
];

/// The value of a column.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    /// Not known, or not there.
    Missing,
    /// A number.
    Number(u64),
    /// A number with a fraction.
    Decimal(f64),
    /// Yes or no.
    Flag(bool),
    /// A word of ours, or text of the input.
    Text(&'a [u8]),
    /// Cells as symbols.
    Cells(&'a [Option<Digit>], &'a Symbols),
}

impl<'a> Value<'a> {
    fn stat(stat: Stat) -> Value<'a> {
        stat.get().map_or(Value::Missing, Value::Number)
    }

    fn text(text: Option<&'static str>) -> Value<'a> {
        text.map_or(Value::Missing, |text| Value::Text(text.as_bytes()))
    }

    /// Appends it as plain text; what is missing is nothing.
    pub fn write_raw(self, out: &mut Vec<u8>) {
        match self {
            Value::Missing => {}
            Value::Number(number) => push_number(number, out),
            Value::Decimal(number) => push_decimal(number, 3, out),
            Value::Flag(flag) => out.extend_from_slice(if flag { b"true" } else { b"false" }),
            Value::Text(text) => out.extend_from_slice(text),
            Value::Cells(cells, symbols) => symbols.write_line(cells, out),
        }
    }
}

/// An answered puzzle with the solution or the rating that its row shows.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The puzzle.
    pub puzzle: &'a Answered<'a>,
    /// The solution, if there is one to show.
    pub solution: Option<&'a [Option<Digit>]>,
    /// The rating, if it was rated.
    pub rating: Option<&'a Rating>,
}

impl<'a> Row<'a> {
    /// The puzzle with the solution that was kept. A complete grid in which
    /// nothing clashes is its own solution.
    pub fn of(puzzle: &'a Answered<'a>) -> Row<'a> {
        let solution = match puzzle.outcome {
            Outcome::Read if puzzle.open_cells() == 0 => Some(puzzle.clues),
            _ => puzzle.solution(),
        };
        Row {
            puzzle,
            solution,
            rating: None,
        }
    }

    /// The puzzle with one of its solutions.
    pub fn with_solution(puzzle: &'a Answered<'a>, digits: &'a [Option<Digit>]) -> Row<'a> {
        Row {
            puzzle,
            solution: Some(digits),
            rating: None,
        }
    }

    /// The puzzle with its rating.
    pub fn with_rating(puzzle: &'a Answered<'a>, rating: &'a Rating) -> Row<'a> {
        Row {
            puzzle,
            solution: None,
            rating: Some(rating),
        }
    }

    /// How many solutions there are as far as is known, and whether that is
    /// all of them.
    pub fn count(&self) -> Option<(u64, bool)> {
        match &self.puzzle.outcome {
            Outcome::Answer(answer) => Some((answer.report.found, answer.report.is_exact())),
            Outcome::Clash(_) => Some((0, true)),
            Outcome::Read => self.solution.map(|_| (1, true)),
            _ => None,
        }
    }

    /// The verdict's word.
    pub fn verdict(&self) -> &'static str {
        match &self.puzzle.outcome {
            Outcome::Answer(answer) => answer.report.verdict().word(),
            Outcome::Clash(_) => "invalid",
            Outcome::Read => "valid",
            _ => Verdict::Unknown.word(),
        }
    }

    /// The value of a column.
    pub fn value(&self, column: &Column) -> Value<'a> {
        let puzzle = self.puzzle;
        let answer = match &puzzle.outcome {
            Outcome::Answer(answer) => Some(answer),
            _ => None,
        };
        let difficulty = self.rating.and_then(|rating| rating.difficulty.as_ref());
        let guesses = difficulty.and_then(|difficulty| difficulty.guesses);
        let stats = answer.map(|answer| answer.report.stats).unwrap_or_default();
        match column {
            // A block of lines or an array becomes one line.
            Column::Puzzle if is_one_line(puzzle) => Value::Text(puzzle.text),
            Column::Puzzle => Value::Cells(puzzle.clues, puzzle.symbols),
            Column::Verdict => Value::Text(self.verdict().as_bytes()),
            Column::Solution => self
                .solution
                .map_or(Value::Missing, |cells| Value::Cells(cells, puzzle.symbols)),
            Column::Count => self
                .count()
                .map_or(Value::Missing, |(n, _)| Value::Number(n)),
            Column::Exact => self
                .count()
                .map_or(Value::Missing, |(_, exact)| Value::Flag(exact)),
            Column::Engine => answer.map_or(Value::Missing, |answer| {
                Value::Text(answer.engine.name.as_bytes())
            }),
            Column::Nodes => Value::stat(stats.nodes),
            Column::Placements => Value::stat(stats.placements),
            Column::Guesses => Value::stat(stats.guesses),
            Column::Backtracks => Value::stat(stats.backtracks),
            Column::Depth => Value::stat(stats.depth),
            Column::Clues => self
                .rating
                .map_or(Value::Missing, |rating| Value::Number(rating.clues as u64)),
            Column::Solutions => Value::text(self.rating.and_then(Rating::solutions)),
            Column::Tier => Value::text(difficulty.map(|difficulty| difficulty.tier.words())),
            Column::MeanGuesses => guesses.map_or(Value::Missing, |g| Value::Decimal(g.mean)),
            Column::Spread => guesses.map_or(Value::Missing, |g| Value::Decimal(g.spread)),
            Column::LeastGuesses => guesses.map_or(Value::Missing, |g| Value::Number(g.least)),
            Column::MostGuesses => guesses.map_or(Value::Missing, |g| Value::Number(g.most)),
            Column::Isomorphs => guesses.map_or(Value::Missing, |guesses| {
                Value::Number(guesses.isomorphs.into())
            }),
            Column::Given => match puzzle.given {
                None => Value::Missing,
                Some(Given::Agrees) => Value::Text(b"agrees"),
                Some(Given::Other { .. }) => Value::Text(b"other"),
                Some(Given::Wrong { .. }) => Value::Text(b"wrong"),
            },
            Column::GivenText => puzzle.given_text.map_or(Value::Missing, Value::Text),
            Column::File => Value::Text(puzzle.input.as_bytes()),
            Column::Line => Value::Number(puzzle.line),
            Column::Field(name) => puzzle
                .fields
                .named(name)
                .map_or(Value::Missing, Value::Text),
        }
    }
}

/// Whether a puzzle's text is a line that can be read again: one character a
/// cell, n places a cell, or numbers between spaces; not several lines, an
/// array of JSON, or a saved game.
fn is_one_line(puzzle: &Answered<'_>) -> bool {
    let (text, cells) = (puzzle.text, puzzle.clues.len());
    if text.len() == cells {
        // A cell takes a byte at least, so nothing but cells is there.
        return true;
    }
    let tight = text.len() == cells * puzzle.rules.size();
    let numbers = |b: &u8| b.is_ascii_digit() || b" .-_*?".contains(b);
    let syntax = |b: &u8| b.is_ascii_whitespace() || b",|[]{}\"'".contains(b);
    tight && !text.iter().any(syntax) || text.contains(&b' ') && text.iter().all(numbers)
}

/// Appends the puzzle as one line: as read where that is one line, else its
/// cells; with its region map behind it, so that the line can be read again.
pub fn push_puzzle(puzzle: &Answered<'_>, with_map: bool, out: &mut Vec<u8>) {
    if is_one_line(puzzle) {
        out.extend_from_slice(puzzle.text);
    } else {
        puzzle.symbols.write_line(puzzle.clues, out);
    }
    if with_map {
        push_map(puzzle.rules, out);
    }
}

/// Appends the region map, if there is one, as a second field.
pub fn push_map(rules: &Rules, out: &mut Vec<u8>) {
    if let Boxes::Regions(map) = rules.boxes() {
        out.push(b' ');
        out.extend(map.iter().map(|&region| match region {
            0..26 => b'A' + region,
            26..52 => b'a' + (region - 26),
            _ => b'0' + (region - 52),
        }));
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

/// Appends a number with at most so many places behind the point, without
/// zeros at the end.
pub fn push_decimal(number: f64, places: usize, out: &mut Vec<u8>) {
    let text = format!("{number:.places$}");
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => &text,
    };
    out.extend_from_slice(text.as_bytes());
}
