//! Answers as bytes: what every output form says of one puzzle.
//!
//! A [`Renderer`] is made once from the question, the form and the input's
//! columns; it is immutable, so that all workers share it, and appends to a
//! byte buffer that the pipeline recycles. Nothing here does I/O, and a puzzle
//! answered as asked costs no allocation.
//!
//! ```text
//! Row (an answered puzzle, a solution) -- value(column) --> Value --+-- csv       quoted
//!      |                                                            +-- jsonl     typed
//!      |                                                            +-- md        for people
//!      |                                                            +-- template  raw
//!      +--> line, grid: the forms with a grammar of their own, and `words`,
//!           the comment that they share
//! ```
//!
//! With `--all` there is a row for each solution, else one for each puzzle.

mod csv;
mod grid;
mod jsonl;
mod line;
mod md;
mod rated;
mod row;
mod template;
mod words;

use std::time::Duration;

use polydoku_core::Digit;
use polydoku_harness::rate::Rating;
use polydoku_pipeline::{Answered, Outcome, Render};

pub use row::{COLUMNS, Column, RATING_COLUMNS, Row, Value, push_map};
pub use template::{Names, Template};
pub use words::Stopped;

/// What was asked of each puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Its solution, and whether it is the only one.
    Unique,
    /// A solution.
    First,
    /// Every solution.
    All,
    /// How many solutions.
    Count,
    /// Whether the clues clash.
    Validate,
    /// How hard it is.
    Rate,
    /// Nothing: it is only shown in another form, that of a template or of a
    /// coloured grid. What must be read again is written by `converted`.
    Convert,
}

impl Question {
    /// The columns that a table of its answers has.
    pub fn columns(self) -> Names {
        match self {
            Question::Rate => RATING_COLUMNS,
            _ => COLUMNS,
        }
    }
}

/// The limits that were set for each puzzle, for the words of `unknown`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Nodes.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
}

/// A form, with what it needs to know beforehand.
#[derive(Clone, Debug)]
pub enum Form {
    /// One line a puzzle.
    Line,
    /// Framed grids, clues and found digits told apart by colour or not.
    Grid {
        /// Whether to colour.
        colour: bool,
    },
    /// Comma-separated values under a header.
    Csv,
    /// JSON Lines.
    Jsonl,
    /// A Markdown table.
    Md,
    /// The user's own.
    Template(Template),
}

/// Writes answers in one form.
#[derive(Clone, Debug)]
pub struct Renderer {
    /// What was asked.
    pub question: Question,
    /// The limits that were set.
    pub limits: Limits,
    /// The form.
    pub form: Form,
    /// Whether a puzzle's region map stands behind it in its line, because it
    /// did so in the input and the line would not be readable without.
    pub with_maps: bool,
    /// The columns of tables, with their names.
    columns: Vec<(Column, String)>,
    /// The columns' names as JSON keys.
    keys: Vec<Vec<u8>>,
}

impl Renderer {
    /// A renderer for input without columns of its own.
    pub fn new(question: Question, limits: Limits, form: Form) -> Renderer {
        let columns = question
            .columns()
            .iter()
            .map(|(column, name)| (column.clone(), (*name).to_owned()));
        let columns: Vec<_> = columns.collect();
        let with_maps = true;
        Renderer {
            question,
            limits,
            form,
            with_maps,
            keys: jsonl::keys(&columns),
            columns,
        }
    }

    /// Adds what the input brings: `given` if it has a solution column, and
    /// its own further columns, renamed where a name is taken.
    pub fn with_input_columns(mut self, has_given: bool, names: &[String]) -> Renderer {
        if has_given {
            self.columns.push((Column::Given, "given".to_owned()));
        }
        for name in names {
            let mut shown = name.clone();
            while self.columns.iter().any(|(_, taken)| *taken == shown) {
                shown.insert_str(0, "input_");
            }
            self.columns.push((Column::Field(name.clone()), shown));
        }
        self.keys = jsonl::keys(&self.columns);
        self
    }

    /// What stands before the first answer.
    pub fn head(&self, out: &mut Vec<u8>) {
        match self.form {
            Form::Csv => csv::head(&self.columns, out),
            Form::Md => md::head(&self.columns, out),
            _ => {}
        }
    }

    /// What stands behind the last answer; `totals` are names and numbers,
    /// `wrong` the first places of given solutions that are wrong.
    pub fn tail(
        &self,
        totals: &[(&str, u64)],
        wrong: &mut dyn Iterator<Item = String>,
        out: &mut Vec<u8>,
    ) {
        if let Form::Jsonl = self.form {
            jsonl::summary(totals, wrong, out);
        }
    }

    /// Appends a puzzle with its rating.
    pub fn rated(&self, puzzle: &Answered<'_>, rating: &Rating, out: &mut Vec<u8>) {
        match &self.form {
            Form::Line => rated::line(self, puzzle, rating, out),
            Form::Grid { colour } => rated::grid(self, puzzle, rating, *colour, out),
            _ => self.row(&Row::with_rating(puzzle, rating), out),
        }
    }

    /// One row of a table.
    fn row(&self, row: &Row<'_>, out: &mut Vec<u8>) {
        match &self.form {
            Form::Csv => csv::row(&self.columns, row, out),
            Form::Jsonl => jsonl::row(&self.columns, &self.keys, row, out),
            Form::Md => md::row(&self.columns, row, out),
            Form::Template(template) => template.row(row, out),
            Form::Line | Form::Grid { .. } => unreachable!("these are no tables"),
        }
    }
}

impl Render for Renderer {
    #[inline]
    fn answer(&self, puzzle: &Answered<'_>, out: &mut Vec<u8>) {
        if self.question == Question::All
            && let Outcome::Answer(answer) = puzzle.outcome
            && answer.report.found > 0
        {
            return; // every solution had its row
        }
        match &self.form {
            Form::Line => line::answer(self, puzzle, out),
            Form::Grid { colour } => grid::answer(self, puzzle, *colour, out),
            _ => self.row(&Row::of(puzzle), out),
        }
    }

    fn solution(
        &self,
        puzzle: &Answered<'_>,
        number: u64,
        digits: &[Option<Digit>],
        out: &mut Vec<u8>,
    ) {
        match &self.form {
            Form::Line => line::solution(puzzle, number, digits, out),
            Form::Grid { colour } => grid::solution(puzzle, number, digits, *colour, out),
            _ => self.row(&Row::with_solution(puzzle, digits), out),
        }
    }
}
