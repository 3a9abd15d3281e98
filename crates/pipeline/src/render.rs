//! Who turns answers into text.
//!
//! A renderer is shared by all workers and called where the answer was found,
//! so that writing digits runs in parallel, too; what it appends leaves in the
//! puzzles' order. For most purposes a closure will do.

use polydoku_core::Digit;

use crate::Answered;

/// Turns answers into text.
///
/// ```
/// use polydoku_pipeline::{Answered, Render};
/// /// One word a puzzle.
/// struct Verdicts;
///
/// impl Render for Verdicts {
///     fn answer(&self, puzzle: &Answered<'_>, out: &mut Vec<u8>) {
///         let word = puzzle.verdict().map_or("invalid", |verdict| verdict.word());
///         out.extend_from_slice(word.as_bytes());
///         out.push(b'\n');
///     }
/// }
/// ```
pub trait Render: Sync {
    /// Appends a puzzle's answer. Called once for each readable puzzle, and
    /// last for it.
    fn answer(&self, puzzle: &Answered<'_>, out: &mut Vec<u8>);

    /// Appends a puzzle's answer, or says what in it cannot be written; what
    /// was appended then is taken back, and an event tells it. Called in the
    /// place of `answer`, which it calls unless a renderer has a say.
    ///
    /// # Errors
    /// Why this puzzle cannot be written.
    #[inline]
    fn try_answer(&self, puzzle: &Answered<'_>, out: &mut Vec<u8>) -> Result<(), String> {
        self.answer(puzzle, out);
        Ok(())
    }

    /// Appends one of a puzzle's solutions, `number` counting from 1. Called
    /// for every solution when the query keeps every one, before `answer`.
    ///
    /// The puzzle's report is final where the solutions could be held in
    /// memory until the search ended (about a megabyte of them); else they are
    /// handed on as they are found, and the report is provisional.
    fn solution(
        &self,
        puzzle: &Answered<'_>,
        number: u64,
        digits: &[Option<Digit>],
        out: &mut Vec<u8>,
    ) {
        let _ = (puzzle, number, digits, out);
    }
}

impl<F> Render for F
where
    F: Fn(&Answered<'_>, &mut Vec<u8>) + Sync,
{
    #[inline]
    fn answer(&self, puzzle: &Answered<'_>, out: &mut Vec<u8>) {
        self(puzzle, out);
    }
}
