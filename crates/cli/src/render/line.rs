//! The default form: one line a puzzle, readable as a corpus again.
//!
//! A puzzle answered with yes gives its solution alone; everything else is a
//! `#` comment behind it, which readers of one-line files skip. This is the
//! form of a stream of millions: the plain case appends one row of symbols and
//! a line end and asks for nothing else.

use std::io::Write;

use polydoku_core::{Digit, Verdict};
use polydoku_pipeline::{Answered, Given, Outcome};

use super::row::{push_number, push_puzzle};
use super::words::{Comment, GivenRemark};
use super::{Question, Renderer};

#[inline]
pub fn answer(renderer: &Renderer, puzzle: &Answered<'_>, out: &mut Vec<u8>) {
    if let Some(solution) = puzzle.solution()
        && matches!(renderer.question, Question::Unique | Question::First)
    {
        puzzle.symbols.write_line(solution, out);
        let stands_alone =
            renderer.question == Question::First || puzzle.verdict() == Some(Verdict::Unique);
        if stands_alone && matches!(puzzle.given, None | Some(Given::Agrees)) {
            out.push(b'\n');
            return;
        }
        remarks(renderer, puzzle, !stands_alone, out);
    } else {
        push_puzzle(puzzle, renderer.with_maps, out);
        remarks(renderer, puzzle, true, out);
    }
}

#[cold]
fn remarks(renderer: &Renderer, puzzle: &Answered<'_>, comment: bool, out: &mut Vec<u8>) {
    let given = GivenRemark(puzzle);
    let written = match comment {
        true => writeln!(out, " # {}{given}", Comment::of(renderer, puzzle)),
        false => writeln!(out, "{given}"),
    };
    written.expect("a vector takes all");
}

/// One of all solutions: ` # 1 of 3`, or ` # 1 of at least 3` when there may
/// be more.
pub fn solution(puzzle: &Answered<'_>, number: u64, digits: &[Option<Digit>], out: &mut Vec<u8>) {
    puzzle.symbols.write_line(digits, out);
    out.extend_from_slice(b" # ");
    number_of_all(puzzle, number, out);
    write!(out, "{}", GivenRemark(puzzle)).expect("a vector takes all");
    out.push(b'\n');
}

/// `1 of 3`.
pub fn number_of_all(puzzle: &Answered<'_>, number: u64, out: &mut Vec<u8>) {
    push_number(number, out);
    if let Outcome::Answer(answer) = &puzzle.outcome {
        let exact = answer.report.is_exact();
        out.extend_from_slice(if exact { b" of " } else { b" of at least " });
        push_number(answer.report.found.max(number), out);
    }
}
