//! Hard 9x9 puzzles, by climbing from ordinary ones.
//!
//! A puzzle dug at random costs a search some five guesses, and one in a million
//! costs hundreds. To meet those sooner, a few clues are exchanged for others of
//! the same solution, the result is made minimal again, and it takes the old
//! one's place unless it needs fewer guesses. The height is measured with `dlx`,
//! whose guesses are fixed by its definition (Knuth's DLX1) and not by tuning,
//! so a climb goes the same way on every machine and with every version.

use polydoku_core::{Digit, Puzzle, Query, Report, Solver, Verdict};
use polydoku_corpus::isomorph::SplitMix64;
use std::ops::ControlFlow;

/// Exchanges tried in a climb.
const STEPS: usize = 400;
/// The fewest clues that are exchanged; it may be one more.
const FEWEST: u64 = 2;
/// An exchange that needs more new clues than this is given up.
const MOST_NEW: usize = 6;

/// What a climb needs: a solver to judge and one to measure, and the solution.
struct Climber {
    judge: Box<dyn Solver>,
    measure: Box<dyn Solver>,
    start: Puzzle,
    solution: Vec<Digit>,
}

/// The puzzle that a climb from `start`, which is unique, arrives at, and how
/// many guesses of `dlx` it takes to prove that it is unique.
pub fn climbed(start: &Puzzle, random: &mut SplitMix64) -> (Puzzle, u64) {
    let mut climber = Climber::new(start);
    let mut top = start.clone();
    let mut height = climber.guesses(&top);
    for _ in 0..STEPS {
        let Some(next) = climber.exchanged(&top, random) else {
            continue;
        };
        let reached = climber.guesses(&next);
        if reached >= height {
            (top, height) = (next, reached);
        }
    }
    (top, height)
}

impl Climber {
    fn new(start: &Puzzle) -> Self {
        let solver = |name| {
            let engine = polydoku_engines::by_name(name).expect("the registry has it");
            engine.solver(start.rules()).expect("it takes all rules")
        };
        let mut judge = solver("bitmask");
        let mut solution = Vec::new();
        judge.run(start.as_ref(), &Query::first(), &mut |digits| {
            solution = digits.to_vec();
            ControlFlow::Continue(())
        });
        assert!(!solution.is_empty(), "a climb starts at a unique puzzle");
        Self {
            judge,
            measure: solver("dlx"),
            start: start.clone(),
            solution,
        }
    }

    /// A minimal puzzle of the same solution that differs in a few clues.
    fn exchanged(&mut self, puzzle: &Puzzle, random: &mut SplitMix64) -> Option<Puzzle> {
        let mut clues = puzzle.clues().to_vec();
        let order = random.permutation(clues.len());
        let (given, open): (Vec<usize>, Vec<usize>) =
            order.into_iter().partition(|&cell| clues[cell].is_some());
        let fewer = FEWEST + random.below(2);
        for &cell in given.iter().take(fewer as usize) {
            clues[cell] = None;
        }
        let enough = open.iter().take(MOST_NEW).any(|&cell| {
            clues[cell] = Some(self.solution[cell]);
            self.is_unique(&clues)
        });
        if !enough {
            return None;
        }
        for cell in random.permutation(clues.len()) {
            let clue = clues[cell].take();
            if clue.is_some() && !self.is_unique(&clues) {
                clues[cell] = clue;
            }
        }
        Some(self.puzzle(&clues))
    }

    fn puzzle(&self, clues: &[Option<Digit>]) -> Puzzle {
        Puzzle::new(self.start.rules(), clues).expect("part of a solution")
    }

    fn is_unique(&mut self, clues: &[Option<Digit>]) -> bool {
        let puzzle = self.puzzle(clues);
        answer(&mut *self.judge, &puzzle).verdict() == Verdict::Unique
    }

    fn guesses(&mut self, puzzle: &Puzzle) -> u64 {
        let guesses = answer(&mut *self.measure, puzzle).stats.guesses;
        guesses.get().expect("this engine counts its guesses")
    }
}

fn answer(solver: &mut dyn Solver, puzzle: &Puzzle) -> Report {
    solver.run(puzzle.as_ref(), &Query::unique(), &mut |_| {
        ControlFlow::Continue(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use polydoku_core::Rules;

    /// The puzzle of Wikipedia's article; singles solve it.
    fn start() -> Puzzle {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        Puzzle::parse(&Rules::classic(), line).expect("no clash")
    }

    #[test]
    fn an_exchange_is_unique_minimal_and_keeps_the_solution() {
        let mut climber = Climber::new(&start());
        let mut random = SplitMix64::new(1);
        let mut seen = 0;
        while seen < 5 {
            let Some(next) = climber.exchanged(&start(), &mut random) else {
                continue;
            };
            seen += 1;
            assert!(climber.is_unique(next.clues()));
            let kept = next.check_solution(&climber.solution);
            kept.expect("the same solution");
            for cell in (0..81).filter(|&cell| next.clues()[cell].is_some()) {
                let mut fewer = next.clues().to_vec();
                fewer[cell] = None;
                assert!(!climber.is_unique(&fewer), "{}", next.line());
            }
        }
    }

    #[test]
    fn a_climb_leads_upwards() {
        let (top, height) = climbed(&start(), &mut SplitMix64::new(2));
        let mut climber = Climber::new(&start());
        assert_eq!(climber.guesses(&start()), 0);
        assert_eq!(climber.guesses(&top), height);
        assert!(height > 5, "{height}");
    }
}
