//! Taking clues away while the rest has one solution, and walking on from there
//! where fewer clues are wished for than that leaves.

mod walk;

use std::ops::ControlFlow;

use polydoku_core::{Batch, Cancel, Digit, End, Puzzle, Query, Report, Solver, Verdict, Visit};
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
            let mut clues: Vec<Option<Digit>> = grid.into_iter().map(Some).collect();
            let floor = self.wish.floor().unwrap_or(0);
            if !self.thin(&mut clues, floor, random)? {
                continue;
            }
            if let Some(wanted) = self.wish.clues
                && !self.walk(&mut clues, wanted, random)?
            {
                continue;
            }
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

    /// Visits every clue in random order and takes it away if the rest is
    /// unique, until `floor` clues are left. False if that could not be judged
    /// of a clue and the puzzle would have to be minimal.
    fn thin(
        &mut self,
        clues: &mut [Option<Digit>],
        floor: usize,
        random: &mut SplitMix64,
    ) -> Result<bool, Why> {
        let mut count = clues.iter().flatten().count();
        for cell in random.permutation(clues.len()) {
            if count <= floor {
                break;
            }
            let Some(clue) = clues[cell].take() else {
                continue;
            };
            match self.verdict(clues)? {
                Verdict::Unique => count -= 1,
                Verdict::Multiple => clues[cell] = Some(clue),
                _ if self.wish.minimal => return Ok(false),
                _ => clues[cell] = Some(clue),
            }
        }
        Ok(true)
    }

    fn verdict(&mut self, clues: &[Option<Digit>]) -> Result<Verdict, Why> {
        let query = self.query.clone();
        let report = self.asked(clues, &query, &mut |_| ControlFlow::Continue(()))?;
        Ok(report.verdict())
    }

    fn asked(
        &mut self,
        clues: &[Option<Digit>],
        query: &Query,
        visit: Visit<'_>,
    ) -> Result<Report, Why> {
        self.batch.clear();
        self.batch
            .push(clues)
            .expect("clues of a full grid do not clash");
        let report = self.solver.run(self.batch.get(0), query, visit);
        match report.end {
            End::Cancelled => Err(Why::Cancelled),
            _ => Ok(report),
        }
    }
}
