//! Walking to puzzles with fewer clues than digging leaves.
//!
//! Digging a 9x9 grid ends at 24 clues or so and hardly ever below 21. From there
//! on this walk takes steps sideways: one clue is taken away, and of all clues
//! that would make the rest unique again one drawn by lot is put in. One search
//! finds them all, since a candidate that stands in just one of the solutions
//! tells that one from the others. Now and then the new clue makes an old one
//! superfluous, and that is the way down:
//!
//! ```text
//! 20 clues, one taken away:  37 solutions; r4c7 = 2 in one of them  ->  20 clues
//! without which of the other 19 is the puzzle still unique?         ->  19 clues
//! ```
//!
//! Only lists of solutions that are complete are used, so the walk does not
//! depend on the engine. The source of the idea is the `{-1+1}` search by which
//! the collectors of 17-clue puzzles found most of theirs (forum "New Sudoku
//! Players' Forum", Gordon Royle's list).

use std::ops::ControlFlow;

use polydoku_core::Digit;
use polydoku_corpus::isomorph::SplitMix64;

use super::Digger;
use crate::Why;

/// Steps of one walk.
const STEPS: usize = 1_000;
/// With more solutions than this a clue is put back: to list them takes longer
/// than to try another one.
const SOLUTIONS: u64 = 500;

impl Digger<'_> {
    /// Walks from a puzzle to one with so many clues, or as near as it gets.
    /// False as with [`thin`](Digger::thin).
    pub(super) fn walk(
        &mut self,
        clues: &mut [Option<Digit>],
        wanted: usize,
        random: &mut SplitMix64,
    ) -> Result<bool, Why> {
        let floor = if self.wish.minimal { 0 } else { wanted };
        for _ in 0..STEPS {
            let given: Vec<usize> = (0..clues.len()).filter(|&i| clues[i].is_some()).collect();
            if given.len() <= wanted {
                break;
            }
            let gone = given[random.below(given.len() as u64) as usize];
            let Some(clue) = clues[gone].take() else {
                continue;
            };
            let mut deciding = self.deciding(clues)?;
            deciding.retain(|&candidate| candidate != (gone, clue));
            if deciding.is_empty() {
                clues[gone] = Some(clue);
                continue;
            }
            let (cell, digit) = deciding[random.below(deciding.len() as u64) as usize];
            clues[cell] = Some(digit);
            if !self.thin(clues, floor, random)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The candidates of which each, as a clue, leaves one of several solutions;
    /// none if the solutions are too many.
    fn deciding(&mut self, clues: &[Option<Digit>]) -> Result<Vec<(usize, Digit)>, Why> {
        let size = self.wish.rules().size();
        // For each candidate how many solutions hold it.
        let mut holding = vec![0u32; clues.len() * size];
        let query = self.query.clone().with_limit(SOLUTIONS);
        let report = self.asked(clues, &query, &mut |digits| {
            for (cell, digit) in digits.iter().enumerate() {
                holding[cell * size + digit.index()] += 1;
            }
            ControlFlow::Continue(())
        })?;
        if !report.is_exact() || report.found < 2 {
            return Ok(Vec::new());
        }
        let candidates = holding.into_iter().enumerate();
        let deciding = candidates.filter(|&(_, solutions)| solutions == 1);
        Ok(deciding
            .map(|(at, _)| (at / size, Digit::from_index(at % size)))
            .collect())
    }
}
