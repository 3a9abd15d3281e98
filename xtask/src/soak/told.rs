//! A fault as text: what is wrong, how to see it, and a case for the regressions.
//!
//! The case's count is the one that most engines would defend, and only a guess
//! by the order in which they were asked: check it by hand or with another
//! program before it goes into `puzzles/cases/regressions.toml`.

use super::{compare::Fault, shape::Shape};
use polydoku_core::{DigitSet, Puzzle, Symbols};

/// A fault on its smallest puzzle.
pub fn fault(shape: &Shape, puzzle: &Puzzle, fault: &Fault, limit: u64) -> String {
    let mut text = format!("\nsoak: {}\n", fault.what);
    let flags = &shape.flags;
    match puzzle.marks() {
        None => {
            let line = puzzle.line();
            text += &format!("\n  polydoku count --limit {limit}{flags} '{line}'\n");
        }
        Some(_) => text += "\n  (pencil marks: see the case)\n",
    }
    text += &format!("\n{}", case(shape, puzzle, fault));
    text
}

/// A fault that needs the puzzles before it.
pub fn unshrunk(shape: &Shape, fault: &Fault, limit: u64) -> String {
    let line = fault.puzzle.as_ref().map_or(String::new(), Puzzle::line);
    format!(
        "\nsoak: {}\n\nonly with a solver that answered other puzzles before, or under a \
         time limit\nrules:{}, limit {limit}, puzzle {line}\n",
        fault.what, shape.flags
    )
}

/// The entry for `regressions.toml`.
fn case(shape: &Shape, puzzle: &Puzzle, fault: &Fault) -> String {
    let clues = puzzle.clues();
    let symbols = Symbols::standard(puzzle.rules().size());
    let mut text = String::from("[[case]]\nname = \"\"\nsource = \"cargo xtask soak\"\n");
    text += &format!("fault = {:?}\n{}", fault.what, shape.lines);
    text += &format!("puzzle = \"{}\"\n", symbols.line(clues));
    if let Some(marks) = puzzle.marks() {
        let marks = marks.iter().map(|mark| mark_text(*mark, puzzle, &symbols));
        text += &format!("marks = \"{}\"\n", marks.collect::<Vec<_>>().join(" "));
    }
    match fault.count {
        Some(count) => text += &format!("count = {count} # by the first engine asked: check it\n"),
        None => text += "count = 0 # not known: fill it in\n",
    }
    text
}

/// A mark as the cases write it: `.` any digit, `-` none, else its digits.
fn mark_text(mark: DigitSet, puzzle: &Puzzle, symbols: &Symbols) -> String {
    if mark == puzzle.rules().digits() {
        return ".".to_owned();
    }
    if mark.is_empty() {
        return "-".to_owned();
    }
    let mut text = String::new();
    for digit in mark {
        symbols
            .fmt_digit(digit, &mut text)
            .expect("a string takes all");
    }
    text
}
