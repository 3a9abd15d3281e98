//! Ratings for people: a puzzle as it was read, and behind it or below it what
//! makes it hard or why it has no rating.

use std::fmt;
use std::io::Write;

use polydoku_core::Verdict;
use polydoku_harness::rate::Rating;
use polydoku_pipeline::Answered;

use super::row::{push_decimal, push_puzzle};
use super::words::{Comment, GivenRemark};
use super::{Renderer, grid};

pub fn line(renderer: &Renderer, puzzle: &Answered<'_>, rating: &Rating, out: &mut Vec<u8>) {
    push_puzzle(puzzle, renderer.with_maps, out);
    let words = Words {
        renderer,
        puzzle,
        rating,
    };
    writeln!(out, " # {words}{}", GivenRemark(puzzle)).expect("a vector takes all");
}

pub fn grid(
    renderer: &Renderer,
    puzzle: &Answered<'_>,
    rating: &Rating,
    colour: bool,
    out: &mut Vec<u8>,
) {
    grid::grid(puzzle, puzzle.clues, colour, out);
    let words = Words {
        renderer,
        puzzle,
        rating,
    };
    write!(out, "# {words}{}\n\n", GivenRemark(puzzle)).expect("a vector takes all");
}

struct Words<'a> {
    renderer: &'a Renderer,
    puzzle: &'a Answered<'a>,
    rating: &'a Rating,
}

/// `17 clues, hidden singles, 0 guesses`, `21 clues, guess, 45.2 guesses (21 to
/// 90, spread 1.4)`, `30 clues, multiple: no rating`.
impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rating = self.rating;
        let comment = Comment::of(self.renderer, self.puzzle);
        let plural = if rating.clues == 1 { "" } else { "s" };
        write!(f, "{} clue{plural}, ", rating.clues)?;
        let Some(difficulty) = &rating.difficulty else {
            return write!(f, "no rating: {comment}");
        };
        write!(f, "{}, ", difficulty.tier)?;
        let Some(guesses) = difficulty.guesses else {
            debug_assert_eq!(rating.verdict, Some(Verdict::Unique));
            return f.write_str("guesses not settled within the limits");
        };
        let mut mean = Vec::new();
        push_decimal(guesses.mean, 2, &mut mean);
        let mean = String::from_utf8(mean).expect("digits");
        let plural = if mean == "1" { "" } else { "es" };
        write!(f, "{mean} guess{plural}")?;
        if guesses.least < guesses.most {
            let (least, most) = (guesses.least, guesses.most);
            write!(f, " ({least} to {most}, spread {:.2})", guesses.spread)?;
        }
        Ok(())
    }
}
