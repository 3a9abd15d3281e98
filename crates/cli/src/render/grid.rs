//! Framed grids: the picture that people know, with the verdict below.
//!
//! The frame comes from core; here the symbols in it are walked in order, so
//! that they can be the input's own (0-F, A-P), and so that clues are told from
//! found digits where colour is wanted: clues bold, found digits green, both
//! legible on dark and on light ground. The verdict is a `#` comment: what is
//! printed can be read again.

use std::io::Write;

use polydoku_core::Digit;
use polydoku_core::text::framed;
use polydoku_pipeline::{Answered, Given, Outcome};

use super::line::number_of_all;
use super::words::Comment;
use super::{Question, Renderer};

const CLUE: &[u8] = b"\x1b[1m";
const FOUND: &[u8] = b"\x1b[32m";
const PLAIN: &[u8] = b"\x1b[0m";

pub fn answer(renderer: &Renderer, puzzle: &Answered<'_>, colour: bool, out: &mut Vec<u8>) {
    let shown = match renderer.question {
        Question::Count | Question::Validate => None,
        _ => puzzle.solution(),
    };
    grid(puzzle, shown.unwrap_or(puzzle.clues), colour, out);
    if renderer.question == Question::Convert {
        out.push(b'\n');
        return;
    }
    write!(out, "# {}", Comment::of(renderer, puzzle)).expect("a vector takes all");
    let more: &str = match (&puzzle.outcome, puzzle.given) {
        (Outcome::Read, None) if puzzle.open_cells() > 0 => {
            "; not whether it can be solved: ask solve"
        }
        (_, Some(Given::Agrees)) => "; the given solution agrees",
        (_, Some(Given::Other { .. })) => "; the given solution is another one",
        (_, Some(Given::Wrong { .. })) => "; the given solution is wrong",
        _ => "",
    };
    out.extend_from_slice(more.as_bytes());
    out.extend_from_slice(b"\n\n");
}

/// One of all solutions.
pub fn solution(
    puzzle: &Answered<'_>,
    number: u64,
    digits: &[Option<Digit>],
    colour: bool,
    out: &mut Vec<u8>,
) {
    grid(puzzle, digits, colour, out);
    out.extend_from_slice(b"# ");
    number_of_all(puzzle, number, out);
    out.extend_from_slice(b"\n\n");
}

/// The framed cells in the puzzle's own symbols.
pub(super) fn grid(
    puzzle: &Answered<'_>,
    cells: &[Option<Digit>],
    colour: bool,
    out: &mut Vec<u8>,
) {
    let picture = framed(puzzle.rules, cells);
    let is_cell = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'.';
    let own_symbols = !puzzle.symbols.uses_numbers();
    let mut rest = picture.as_bytes();
    for (cell, clue) in cells.iter().zip(puzzle.clues) {
        let start = rest.iter().position(is_cell).unwrap_or(rest.len());
        let width = rest[start..]
            .iter()
            .take_while(|byte| is_cell(byte))
            .count();
        out.extend_from_slice(&rest[..start]);
        let paint = match (colour, cell, clue) {
            (false, ..) | (_, None, _) => None,
            (_, _, Some(_)) => Some(CLUE),
            (_, _, None) => Some(FOUND),
        };
        out.extend_from_slice(paint.unwrap_or_default());
        if own_symbols {
            puzzle.symbols.write_line(&[*cell], out);
        } else {
            out.extend_from_slice(&rest[start..start + width]);
        }
        out.extend_from_slice(paint.map_or(b"", |_| PLAIN));
        rest = &rest[start + width..];
    }
    out.extend_from_slice(rest);
}
