//! Tables of comparisons: aligned for people, Markdown, CSV or JSON Lines.
//!
//! Every entry has two forms, a short one for people (`1.7×`, `312 ns`) and an exact
//! one for programs, so that no form is made by taking another one apart.

use std::io::{self, Write};
use std::path::Path;

use clap::{Args, ValueEnum};
use polydoku_corpus::{csv_field, json_string};
use polydoku_harness::{PuzzleRow, Record, RecordError};

use crate::status::Failure;
use crate::stream::plain;

/// `--output` of tables.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct TableFlag {
    /// text, md, csv or jsonl
    ///
    /// text: aligned columns with rounded figures. md: the same as a Markdown
    /// table. csv, jsonl: exact figures, in nanoseconds.
    #[arg(
        short,
        long,
        value_name = "FORM",
        value_enum,
        default_value_t,
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub(super) output: TableForm,
}

/// In which form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(super) enum TableForm {
    /// Aligned columns.
    #[default]
    Text,
    /// A Markdown table.
    Md,
    /// Comma-separated values under a header.
    Csv,
    /// One JSON object a row.
    Jsonl,
}

impl TableForm {
    /// Whether it is read by people, who get titles and rounded figures.
    pub(super) fn is_for_people(self) -> bool {
        matches!(self, TableForm::Text | TableForm::Md)
    }
}

/// An entry of a table.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Entry {
    /// Not known, or without meaning here.
    Missing,
    /// A word.
    Text(String),
    /// A number, and how people read it.
    Number(f64, String),
    /// Yes or no.
    Flag(bool),
    /// Words that only people get.
    Words(String),
    /// Several figures in one, which only people get.
    Span(String),
    /// What only programs get.
    Exact(f64),
}

impl Entry {
    pub(super) fn text(text: impl Into<String>) -> Entry {
        Entry::Text(text.into())
    }

    pub(super) fn count(number: u64) -> Entry {
        Entry::Number(number as f64, polydoku_harness::report::thousands(number))
    }

    fn for_people(&self) -> Option<&str> {
        match self {
            Entry::Missing => Some(""),
            Entry::Text(text) | Entry::Number(_, text) => Some(text),
            Entry::Words(text) | Entry::Span(text) => Some(text),
            Entry::Flag(true) => Some("yes"),
            Entry::Flag(false) => Some("no"),
            Entry::Exact(_) => None,
        }
    }

    fn exact(&self) -> Option<String> {
        match self {
            Entry::Missing => Some(String::new()),
            Entry::Text(text) => Some(text.clone()),
            Entry::Number(number, _) | Entry::Exact(number) => Some(number.to_string()),
            Entry::Flag(flag) => Some(flag.to_string()),
            Entry::Words(_) | Entry::Span(_) => None,
        }
    }

    fn is_number(&self) -> bool {
        matches!(self, Entry::Number(..) | Entry::Span(_))
    }
}

/// A table; all rows have an entry for each column.
#[derive(Clone, Debug, Default)]
pub(super) struct Written {
    /// What people read above it.
    pub(super) title: String,
    /// For each column the word for people and the name for programs; nothing
    /// where one of them does not get it.
    pub(super) columns: Vec<(&'static str, &'static str)>,
    /// The rows.
    pub(super) rows: Vec<Vec<Entry>>,
    /// What people read below it.
    pub(super) notes: Vec<String>,
}

impl Written {
    /// A table without rows yet.
    pub(super) fn new(title: String, columns: &[(&'static str, &'static str)]) -> Written {
        Written {
            title,
            columns: columns.to_vec(),
            ..Written::default()
        }
    }

    fn aligned(&self) -> String {
        let columns = self.shown();
        let width = |&column: &usize| {
            let entries = self.rows.iter().filter_map(|row| row[column].for_people());
            let all = entries.chain([self.columns[column].0]);
            all.map(|text| text.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = columns.iter().map(width).collect();
        let mut text = String::new();
        let mut line = |entries: Vec<(&str, bool)>| {
            let mut line = String::new();
            for ((entry, right), width) in entries.into_iter().zip(&widths) {
                let gap = if line.is_empty() { "" } else { "  " };
                line += gap;
                line += &match right {
                    true => format!("{entry:>width$}"),
                    false => format!("{entry:<width$}"),
                };
            }
            text += line.trim_end();
            text.push('\n');
        };
        let right = |column: usize| self.is_numeric(column);
        let head = columns.iter().map(|&at| (self.columns[at].0, right(at)));
        line(head.collect());
        for row in &self.rows {
            let entries = columns
                .iter()
                .map(|&at| (row[at].for_people().unwrap_or_default(), right(at)));
            line(entries.collect());
        }
        text
    }

    fn markdown(&self) -> String {
        let columns = self.shown();
        let mut text = String::from("|");
        for &at in &columns {
            text += &format!(" {} |", self.columns[at].0);
        }
        text += "\n|";
        for &at in &columns {
            text += if self.is_numeric(at) { "---:|" } else { "---|" };
        }
        text.push('\n');
        for row in &self.rows {
            text.push('|');
            for &at in &columns {
                let entry = row[at].for_people().unwrap_or_default();
                text += &format!(" {} |", entry.replace('|', "\\|").replace('\n', " "));
            }
            text.push('\n');
        }
        text
    }

    /// The columns that people get.
    fn shown(&self) -> Vec<usize> {
        (0..self.columns.len())
            .filter(|&at| !self.columns[at].0.is_empty())
            .collect()
    }

    fn is_numeric(&self, column: usize) -> bool {
        self.rows.iter().any(|row| row[column].is_number())
    }

    /// The columns that programs get.
    fn named(&self) -> impl Iterator<Item = (usize, &'static str)> {
        let names = self.columns.iter().map(|(_, name)| *name).enumerate();
        names.filter(|(_, name)| !name.is_empty())
    }

    fn csv(&self, with_head: bool, out: &mut Vec<u8>) {
        let mut line = |fields: &mut dyn Iterator<Item = String>| {
            for (number, field) in fields.enumerate() {
                if number > 0 {
                    out.push(b',');
                }
                csv_field(field.as_bytes(), out);
            }
            out.push(b'\n');
        };
        if with_head {
            line(&mut self.named().map(|(_, name)| name.to_owned()));
        }
        for row in &self.rows {
            line(
                &mut self
                    .named()
                    .map(|(at, _)| row[at].exact().unwrap_or_default()),
            );
        }
    }

    fn jsonl(&self, out: &mut Vec<u8>) {
        for row in &self.rows {
            for (number, (at, name)) in self.named().enumerate() {
                out.push(if number == 0 { b'{' } else { b',' });
                json_string(name.as_bytes(), out);
                out.push(b':');
                match &row[at] {
                    Entry::Text(text) => json_string(text.as_bytes(), out),
                    Entry::Missing => out.extend_from_slice(b"null"),
                    entry => {
                        let exact = entry.exact().unwrap_or_else(|| "null".to_owned());
                        out.extend_from_slice(exact.as_bytes());
                    }
                }
            }
            out.extend_from_slice(b"}\n");
        }
    }
}

/// A column's width in which a corpus's name stands; longer ones are cut.
const CORPUS: usize = 20;

/// A corpus's name for a column.
pub(super) fn corpus_in_short(name: &str) -> String {
    match name.char_indices().nth(CORPUS) {
        None => name.to_owned(),
        Some(_) => {
            let kept: String = name.chars().take(CORPUS - 1).collect();
            format!("{kept}…")
        }
    }
}

/// Text in lines of at most 80 columns.
fn wrapped(text: &str) -> String {
    let mut wrapped = String::with_capacity(text.len());
    let mut column = 0;
    for word in text.split_whitespace() {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > 80 {
            wrapped.push('\n');
            column = 0;
        } else if column > 0 {
            wrapped.push(' ');
            column += 1;
        }
        wrapped += word;
        column += width;
    }
    wrapped
}

/// Writes tables to standard output. For programs those with the same columns are
/// one table.
///
/// # Errors
/// Standard output is gone or full.
pub(super) fn write(tables: &[Written], form: TableForm) -> Result<(), Failure> {
    let mut out = Vec::new();
    for (number, table) in tables.iter().enumerate() {
        if form.is_for_people() {
            if number > 0 {
                out.push(b'\n');
            }
            let body = match form {
                TableForm::Md => table.markdown(),
                _ => table.aligned(),
            };
            let notes = match form {
                TableForm::Md => table.notes.join(" "),
                _ => wrapped(&table.notes.join(" ")),
            };
            let parts = [table.title.as_str(), &body, &notes];
            let parts = parts.into_iter().filter(|part| !part.is_empty());
            let gap = if form == TableForm::Md { "\n\n" } else { "\n" };
            let parts: Vec<&str> = parts.map(str::trim_end).collect();
            out.extend_from_slice(parts.join(gap).as_bytes());
            out.push(b'\n');
        } else if form == TableForm::Csv {
            let before = number.checked_sub(1).map(|before| &tables[before].columns);
            table.csv(before != Some(&table.columns), &mut out);
        } else {
            table.jsonl(&mut out);
        }
    }
    print_bytes(&out)
}

/// Writes text to standard output.
///
/// # Errors
/// Standard output is gone or full.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(bytes).and_then(|()| stdout.flush());
    written.map_err(|error| Failure::writing(&error))
}

/// Reads a record; `-` is standard input.
///
/// # Errors
/// It cannot be read, or is no record.
pub(super) fn record(path: &Path) -> Result<Record, Failure> {
    let record = Record::read(bytes(path)?.as_slice()).map_err(|error| unreadable(path, &error))?;
    if record.rows.is_empty() {
        return Err(Failure::Io(format!(
            "{}: no row in the record",
            path.display()
        )));
    }
    Ok(record)
}

/// Reads rows of single puzzles.
///
/// # Errors
/// They cannot be read, or are no such rows.
pub(super) fn puzzle_rows(path: &Path) -> Result<Vec<PuzzleRow>, Failure> {
    PuzzleRow::read(bytes(path)?.as_slice()).map_err(|error| unreadable(path, &error))
}

/// A record, or rows of single puzzles.
#[derive(Debug)]
pub(super) enum Either {
    Record(Record),
    Puzzles(Vec<PuzzleRow>),
}

/// Reads whichever of the two it is.
///
/// # Errors
/// It cannot be read, or is neither.
pub(super) fn record_or_puzzles(path: &Path) -> Result<Either, Failure> {
    let text = bytes(path)?;
    match Record::read(text.as_slice()) {
        Ok(record) => Ok(Either::Record(record)),
        Err(error @ RecordError::Header { .. }) => match PuzzleRow::read(text.as_slice()) {
            Ok(rows) => Ok(Either::Puzzles(rows)),
            Err(RecordError::Header { .. }) => Err(unreadable(path, &error)),
            Err(error) => Err(unreadable(path, &error)),
        },
        Err(error) => Err(unreadable(path, &error)),
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    let read = match path.as_os_str() == "-" {
        true => io::Read::read_to_end(&mut io::stdin(), &mut text).map(|_| text),
        false => std::fs::read(path),
    };
    read.map_err(|error| Failure::Io(format!("{}: {}", path.display(), plain(&error))))
}

fn unreadable(path: &Path, error: &RecordError) -> Failure {
    Failure::Io(format!("{}: {error}", path.display()))
}

/// Checks that engines stand in a record, and gives them in the order asked for.
///
/// # Errors
/// One does not, with the nearest and all that do.
pub(super) fn known_engines<'n>(
    names: &'n [String],
    known: &[&str],
    path: &Path,
) -> Result<Vec<&'n str>, Failure> {
    for name in names {
        if !known.contains(&name.as_str()) {
            let rest = crate::nearest::suggestion(name, known, "");
            let path = path.display();
            return Err(Failure::usage(format_args!(
                "no engine '{name}' in {path}{rest}"
            )));
        }
    }
    Ok(names.iter().map(String::as_str).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Written {
        let mut table = Written::new(
            "two things".to_owned(),
            &[
                ("engine", "engine"),
                ("ratio", "ratio"),
                ("", "low"),
                ("span", ""),
            ],
        );
        table.rows.push(vec![
            Entry::text("a|b"),
            Entry::Number(1.51234, "1.51×".to_owned()),
            Entry::Exact(1.25),
            Entry::Span("1.25 to 1.7".to_owned()),
        ]);
        table.rows.push(vec![
            Entry::text("c, d"),
            Entry::Number(20.0, "20×".to_owned()),
            Entry::Missing,
            Entry::Missing,
        ]);
        table
    }

    #[test]
    fn people_get_aligned_columns() {
        assert_eq!(
            table().aligned(),
            "engine  ratio         span\na|b     1.51×  1.25 to 1.7\nc, d      20×\n"
        );
        assert_eq!(
            table().markdown(),
            "| engine | ratio | span |\n|---|---:|---:|\n| a\\|b | 1.51× | 1.25 to 1.7 |\n| c, d | 20× |  |\n"
        );
    }

    #[test]
    fn notes_are_wrapped_and_names_cut() {
        let text = "word ".repeat(40);
        let wrapped = wrapped(&text);
        assert!(wrapped.lines().all(|line| line.len() <= 80), "{wrapped}");
        assert_eq!(wrapped.split_whitespace().count(), 40);
        assert_eq!(corpus_in_short("seventeen"), "seventeen");
        let short = corpus_in_short("all_17_clue_sudokus_of_2020");
        assert_eq!(short, "all_17_clue_sudokus…");
    }

    #[test]
    fn programs_get_exact_figures() {
        let mut out = Vec::new();
        table().csv(true, &mut out);
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "engine,ratio,low\na|b,1.51234,1.25\n\"c, d\",20,\n"
        );
        let mut out = Vec::new();
        table().jsonl(&mut out);
        let text = String::from_utf8(out).unwrap();
        let second: serde_json::Value = serde_json::from_str(text.lines().nth(1).unwrap()).unwrap();
        assert_eq!(second["ratio"], 20);
        assert!(second["low"].is_null());
    }
}
