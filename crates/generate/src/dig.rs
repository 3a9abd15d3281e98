//! Taking clues away while the rest has one solution.

use std::ops::ControlFlow;

use polydoku_core::{Batch, Cancel, Digit, End, Puzzle, Query, Solver, Verdict};
use polydoku_corpus::isomorph::SplitMix64;
use polydoku_engines::EngineChoice;

use crate::{Why, Wish, fill};

/// Nodes after which a clue is kept because its removal takes too long to
/// judge. Only beyond 9x9, where a single search can take for ever; the puzzle
/// stays unique, and may not be minimal then, so it is not called so.
const MAX_NODES: u64 = 200_000;

/// One thread's memory for making puzzles.
pub(crate) struct Digger<'w> {
    wish: &'w Wish,
    solver: Box<dyn Solver>,
    batch: Batch,
    query: Query,
}

impl<'w> Digger<'w> {
    pub(crate) fn new(
        wish: &'w Wish,
        engine: EngineChoice,
        cancel: &Cancel,
    ) -> Result<Digger<'w>, Why> {
        let rules = wish.rules();
        let engine = engine
            .engine_for(rules)
            .map_err(|error| Why::Engine(error.why))?;
        let solver = engine.solver(rules).map_err(Why::Engine)?;
        let mut query = Query::count(2).with_cancel(cancel);
        if rules.size() > 9 {
            query = query.with_max_nodes(MAX_NODES);
        }
        Ok(Digger {
            wish,
            solver,
            batch: Batch::new(rules.clone()),
            query,
        })
    }

    /// The puzzle that these random numbers lead to.
    pub(crate) fn puzzle(&mut self, random: &mut SplitMix64) -> Result<Puzzle, Why> {
        let attempts = self.wish.attempts;
        let mut fewest = usize::MAX;
        for _ in 0..attempts {
            let grid = fill::full_grid(self.wish.rules(), random, attempts);
            let grid = grid.ok_or(Why::Fill { attempts })?;
            let Some(clues) = self.dug(&grid, random)? else {
                continue;
            };
            let count = clues.iter().flatten().count();
            if self.wish.clues.is_none_or(|wanted| wanted == count) {
                let puzzle = Puzzle::new(self.wish.rules(), &clues);
                return Ok(puzzle.expect("clues of a full grid do not clash"));
            }
            let wanted = self.wish.clues.unwrap_or(count);
            if count.abs_diff(wanted) < fewest.abs_diff(wanted) {
                fewest = count;
            }
        }
        Err(Why::Clues {
            clues: self.wish.clues.unwrap_or(0),
            attempts,
            fewest,
        })
    }

    /// What is left of a grid; `None` if it would have to be minimal and could
    /// not be judged.
    fn dug(
        &mut self,
        grid: &[Digit],
        random: &mut SplitMix64,
    ) -> Result<Option<Vec<Option<Digit>>>, Why> {
        let mut clues: Vec<Option<Digit>> = grid.iter().copied().map(Some).collect();
        let mut count = clues.len();
        for cell in random.permutation(clues.len()) {
            if self.wish.floor() == Some(count) {
                break;
            }
            let clue = clues[cell].take();
            match self.verdict(&clues)? {
                Verdict::Unique => count -= 1,
                Verdict::Multiple => clues[cell] = clue,
                _ if self.wish.minimal => return Ok(None),
                _ => clues[cell] = clue,
            }
        }
        Ok(Some(clues))
    }

    fn verdict(&mut self, clues: &[Option<Digit>]) -> Result<Verdict, Why> {
        self.batch.clear();
        self.batch
            .push(clues)
            .expect("clues of a full grid do not clash");
        let mut ignore = |_: &[Digit]| ControlFlow::Continue(());
        let report = self.solver.run(self.batch.get(0), &self.query, &mut ignore);
        if report.end == End::Cancelled {
            Err(Why::Cancelled)
        } else {
            Ok(report.verdict())
        }
    }
}
