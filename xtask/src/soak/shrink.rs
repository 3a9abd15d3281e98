//! The smallest puzzle that still shows a fault.
//!
//! Clues are taken away one at a time, then pencil marks are opened, as long as
//! the fault still shows; passes are repeated until nothing more can go. The
//! result is minimal in the sense that no single clue or mark can be spared.

use polydoku_core::{Digit, DigitSet, Puzzle};

/// Makes `puzzle` smaller while `shows` holds of it. It must hold at the start.
pub fn smallest(puzzle: Puzzle, shows: impl Fn(&Puzzle) -> bool) -> Puzzle {
    let mut smallest = puzzle;
    loop {
        let before = smallest.clone();
        for cell in 0..smallest.clues().len() {
            for smaller in smaller_at(&smallest, cell) {
                if shows(&smaller) {
                    smallest = smaller;
                    break;
                }
            }
        }
        if smallest == before {
            return smallest;
        }
    }
}

/// The puzzle with less said of one cell: the best first.
fn smaller_at(puzzle: &Puzzle, cell: usize) -> Vec<Puzzle> {
    let all = puzzle.rules().digits();
    let mut clues = puzzle.clues().to_vec();
    let mut marks = puzzle.marks().map(<[DigitSet]>::to_vec);
    let said_by_mark = marks.as_ref().is_some_and(|marks| marks[cell] != all);
    let clue = clues[cell].take();
    if clue.is_none() && !said_by_mark {
        return Vec::new();
    }
    if let Some(marks) = &mut marks {
        marks[cell] = all;
    }
    let mut smaller: Vec<_> = built(puzzle, &clues, marks.as_deref())
        .into_iter()
        .collect();
    // With the cell open the fault may be gone; perhaps one more digit may stand there.
    if let (None, Some(marks)) = (clue, &mut marks) {
        let before = puzzle.marks().map_or(all, |marks| marks[cell]);
        for digit in all.iter().filter(|digit| !before.contains(*digit)) {
            marks[cell] = before | DigitSet::only(digit);
            smaller.extend(built(puzzle, &clues, Some(marks)));
        }
    }
    smaller
}

/// The puzzle of these clues and marks; marks that say nothing are dropped.
fn built(like: &Puzzle, clues: &[Option<Digit>], marks: Option<&[DigitSet]>) -> Option<Puzzle> {
    let all = like.rules().digits();
    // A mark beside a clue says what the clue says.
    let says = |(mark, clue): (&DigitSet, &Option<Digit>)| clue.is_none() && *mark != all;
    match marks.filter(|marks| marks.iter().zip(clues).any(says)) {
        None => Puzzle::new(like.rules(), clues).ok(),
        Some(marks) => Puzzle::with_marks(like.rules(), clues, marks).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polydoku_core::Rules;
    use std::sync::Arc;

    #[test]
    fn only_the_clues_that_matter_stay() {
        let rules = Arc::new(Rules::assumed(4).expect("4x4"));
        let puzzle = Puzzle::parse(&rules, "1234341221434321").expect("a solution");
        let shows = |one: &Puzzle| one.clues()[3].is_some() && one.clues()[12].is_some();
        assert_eq!(smallest(puzzle, shows).line(), "...4........4...");
    }

    #[test]
    fn marks_open_as_far_as_they_can() {
        let rules = Arc::new(Rules::assumed(4).expect("4x4"));
        let mut marks = vec![DigitSet::from_bits(0b0011); 16];
        marks[0] = DigitSet::from_bits(0b0001);
        let clues = vec![None; 16];
        let puzzle = Puzzle::with_marks(&rules, &clues, &marks).expect("marks that fit");
        let four = Digit::new(4).expect("four");
        let shows = |one: &Puzzle| one.marks().is_some_and(|marks| !marks[5].contains(four));
        let smallest = smallest(puzzle, shows);
        let marks = smallest.marks().expect("one mark matters");
        assert_eq!(marks[5], DigitSet::from_bits(0b0111));
        assert!((0..16).all(|cell| cell == 5 || marks[cell] == rules.digits()));
    }

    #[test]
    fn marks_that_say_nothing_go() {
        let rules = Arc::new(Rules::assumed(4).expect("4x4"));
        let marks = vec![DigitSet::from_bits(0b0110); 16];
        let puzzle = Puzzle::with_marks(&rules, &[None; 16], &marks).expect("marks that fit");
        assert_eq!(smallest(puzzle, |_| true).marks(), None);
    }
}
