//! In which form answers are written. Only what was typed is kept here: which
//! form `auto` stands for depends on the terminal and the input, and is worked
//! out in `sheet`; whether a template makes sense, in `render`.

use clap::{Args, ValueEnum};

/// `--output` and `--template`.
#[derive(Args, Clone, Debug)]
pub struct OutputFlags {
    /// auto, line, grid, csv, jsonl or md
    ///
    /// auto: a grid on a terminal when the input is a single puzzle, else lines.
    /// line: one line a puzzle, itself a readable corpus.
    /// grid: framed grids. csv, jsonl: all names that --template knows, `null`
    /// or nothing where unknown. md: a Markdown table.
    #[arg(
        short,
        long,
        value_name = "FORM",
        value_enum,
        default_value_t,
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub output: OutputForm,

    /// A form of your own: '{puzzle},{solution}'
    ///
    /// Names in braces: puzzle (as read), verdict, solution, count, exact,
    /// engine, nodes, placements, guesses, backtracks, depth, given, file, line,
    /// and field:NAME for a column of the input. {{ and }} are braces; \n, \t and
    /// \\ are understood.
    #[arg(long, value_name = "TEXT", conflicts_with = "output")]
    pub template: Option<String>,
}

/// The forms that have a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum OutputForm {
    /// A grid for a single puzzle on a terminal, else lines.
    #[default]
    Auto,
    /// One line a puzzle.
    Line,
    /// Framed grids.
    Grid,
    /// A header, then a line a puzzle.
    Csv,
    /// One JSON object a puzzle.
    Jsonl,
    /// A Markdown table.
    Md,
}
