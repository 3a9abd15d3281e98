//! The user's own form: text with names in braces.
//!
//! The text is cut into pieces once; writing an answer is a walk over them.

use std::fmt;

use super::{Column, Row};
use crate::nearest::nearest;

/// A template, cut into pieces.
#[derive(Clone, Debug)]
pub struct Template {
    pieces: Vec<Piece>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    Text(Vec<u8>),
    Column(Column),
}

/// Columns with what a template calls them.
pub type Names = &'static [(Column, &'static str)];

/// The names beyond the csv columns.
const MORE: Names = &[
    (Column::Given, "given"),
    (Column::File, "file"),
    (Column::Line, "line"),
];

impl Template {
    /// Cuts a template's text; names are those of a table's columns and a few more.
    ///
    /// # Errors
    /// A name that is not known, or a brace without its partner.
    pub fn parse(text: &str, columns: Names) -> Result<Template, TemplateError> {
        let mut pieces = Vec::new();
        let mut plain = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}', '\\']) {
            plain.extend_from_slice(&rest.as_bytes()[..at]);
            let (special, behind) = rest[at..].split_at(1);
            let doubled = behind.starts_with(special);
            rest = match special {
                "\\" => {
                    let (byte, length) = escape(behind);
                    plain.push(byte);
                    &behind[length..]
                }
                brace if doubled => {
                    plain.extend_from_slice(brace.as_bytes());
                    &behind[1..]
                }
                "{" => {
                    let (name, behind) = behind.split_once('}').ok_or(TemplateError::Open)?;
                    if !plain.is_empty() {
                        pieces.push(Piece::Text(std::mem::take(&mut plain)));
                    }
                    pieces.push(piece(name, columns)?);
                    behind
                }
                _ => return Err(TemplateError::Close),
            };
        }
        plain.extend_from_slice(rest.as_bytes());
        plain.push(b'\n');
        pieces.push(Piece::Text(plain));
        Ok(Template { pieces })
    }

    /// The input's columns that it asks for.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Column(Column::Field(name)) => Some(name.as_str()),
            _ => None,
        })
    }

    /// The same where nothing is solved: the solution is the one that came
    /// with the puzzle.
    pub fn for_given(mut self) -> Template {
        for piece in &mut self.pieces {
            if *piece == Piece::Column(Column::Solution) {
                *piece = Piece::Column(Column::GivenText);
            }
        }
        self
    }

    pub(super) fn row(&self, row: &Row<'_>, out: &mut Vec<u8>) {
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => out.extend_from_slice(text),
                // A template gets the puzzle with its line ends, if it has some.
                Piece::Column(Column::Puzzle) => out.extend_from_slice(row.puzzle.text),
                Piece::Column(column) => row.value(column).write_raw(out),
            }
        }
    }
}

fn escape(behind: &str) -> (u8, usize) {
    match behind.bytes().next() {
        Some(b'n') => (b'\n', 1),
        Some(b't') => (b'\t', 1),
        Some(b'\\') => (b'\\', 1),
        _ => (b'\\', 0),
    }
}

fn piece(name: &str, columns: Names) -> Result<Piece, TemplateError> {
    if let Some(field) = name.strip_prefix("field:") {
        return Ok(Piece::Column(Column::Field(field.to_owned())));
    }
    let mut known = columns.iter().chain(MORE);
    match known.find(|(_, known)| *known == name) {
        Some((column, _)) => Ok(Piece::Column(column.clone())),
        None => Err(TemplateError::Name(name.to_owned(), columns)),
    }
}

/// Why a template cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TemplateError {
    /// A name that is not known, and the columns that are.
    Name(String, Names),
    /// `{` without `}`.
    Open,
    /// `}` without `{`.
    Close,
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, columns) = match self {
            TemplateError::Open => {
                return f.write_str("a { in the template has no }; a brace itself is {{");
            }
            TemplateError::Close => {
                return f.write_str("a } in the template has no {; a brace itself is }}");
            }
            TemplateError::Name(name, columns) => (name, columns),
        };
        let known = || columns.iter().chain(MORE).map(|(_, name)| *name);
        write!(f, "the template knows no {{{name}}}")?;
        match nearest(name, known()) {
            Some(near) => write!(f, "; did you mean {{{near}}}? It knows ")?,
            None => f.write_str("; it knows ")?,
        }
        let all: Vec<&str> = known().collect();
        write!(f, "{} and field:NAME", all.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{COLUMNS, RATING_COLUMNS};

    #[test]
    fn texts_are_cut_at_their_names() {
        let template = Template::parse(r"{{{puzzle}}}\t{field:rating}\n{line}\d", COLUMNS).unwrap();
        assert_eq!(
            template.pieces,
            [
                Piece::Text(b"{".to_vec()),
                Piece::Column(Column::Puzzle),
                Piece::Text(b"}\t".to_vec()),
                Piece::Column(Column::Field("rating".to_owned())),
                Piece::Text(b"\n".to_vec()),
                Piece::Column(Column::Line),
                Piece::Text(b"\\d\n".to_vec()),
            ]
        );
        assert_eq!(template.fields().collect::<Vec<_>>(), ["rating"]);
    }

    #[test]
    fn what_is_wrong_is_said_with_what_is_known() {
        assert_eq!(
            Template::parse("{puzzle", COLUMNS).unwrap_err(),
            TemplateError::Open
        );
        assert_eq!(
            Template::parse("puzzle}", COLUMNS).unwrap_err(),
            TemplateError::Close
        );
        let message = Template::parse("{solutoin}", COLUMNS)
            .unwrap_err()
            .to_string();
        assert!(message.contains("did you mean {solution}?"), "{message}");
        assert!(message.contains("verdict, solution, count"), "{message}");
        let message = Template::parse("{nodes}", RATING_COLUMNS)
            .unwrap_err()
            .to_string();
        assert!(message.contains("clues, solutions, tier"), "{message}");
    }
}
