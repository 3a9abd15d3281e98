//! The search: choose an item, try its options one after the other.
//!
//! Algorithm X without recursion. An item with one option left is covered and
//! the search goes on; only an item with two or more makes a [`Fork`], the place
//! to come back to. So a dead end returns to the last real choice in one step,
//! over any number of forced options, and the depth of the search costs no stack.
//!
//! ```text
//! chosen   o1 o2 o3 | o4 o5 | o6 ...          options taken, forced ones included
//! forks    [item, node, left, mark, level]    one a bar, oldest first
//! ```
//!
//! The last alternative of a fork is not a guess; its fork stays only to be
//! counted when it is undone. Which item, which option: the matrix decides.

use std::ops::ControlFlow;

use polydoku_core::End;

use crate::matrix::{Matrix, Pick, Watch};
use crate::width::Width;

/// A choice among two or more options, to come back to.
#[derive(Clone, Copy, Debug)]
struct Fork<W> {
    /// The item whose options are the alternatives.
    item: W,
    /// The option now being tried.
    node: W,
    /// How many alternatives come after it.
    left: usize,
    /// How many there were.
    of: usize,
    /// The state in which the item is covered and none of its options taken.
    mark: usize,
    /// How many primary items have no option in that state.
    starved: usize,
    /// How many options were chosen before it.
    level: usize,
}

/// What a search did; the meanings are core's.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    /// Alternatives taken while others remained.
    pub guesses: u64,
    /// Alternatives undone.
    pub backtracks: u64,
    /// The largest number of forks standing at one time.
    pub depth: u64,
}

/// The stacks of a search, kept from one to the next.
#[derive(Debug, Default)]
pub(crate) struct Search<W> {
    forks: Vec<Fork<W>>,
    chosen: Vec<W>,
    tally: Tally,
}

impl<W: Width> Search<W> {
    /// What the last search did.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Finds the exact covers of a matrix, one after the other, until everything
    /// was searched or the watcher has enough.
    pub fn run<M: Matrix<W = W>, V: Watch>(
        &mut self,
        matrix: &mut M,
        watch: &mut V,
    ) -> ControlFlow<End> {
        self.forks.clear();
        self.chosen.clear();
        self.tally = Tally::default();
        // `commit` tells of items that lose their last option; here are those
        // that never had one.
        if let Some(item) = matrix.starved() {
            if V::TELLS {
                watch.dead(item)?;
            }
            return ControlFlow::Continue(());
        }
        loop {
            match matrix.choose() {
                Pick::Solved => {
                    let chosen = self.chosen.iter().map(|&node| matrix.label(node));
                    watch.solution(chosen)?;
                }
                Pick::Item(item, size) => {
                    watch.enter(self.chosen.len() + 1)?;
                    let starved = matrix.cover(item, watch);
                    let node = matrix.first(item);
                    let of = size.at();
                    if of > 1 {
                        self.fork(item, node, of, matrix.save(), starved);
                        if V::TELLS {
                            watch.guess(item.at(), matrix.label(node), 1, of)?;
                        }
                    }
                    if self.take(item, node, starved, of == 1, matrix, watch)? {
                        continue;
                    }
                }
            }
            if !self.turn(matrix, watch)? {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Sets up a fork whose first alternative is about to be taken.
    fn fork(&mut self, item: W, node: W, of: usize, mark: usize, starved: usize) {
        self.forks.push(Fork {
            item,
            node,
            left: of - 1,
            of,
            mark,
            starved,
            level: self.chosen.len(),
        });
        self.tally.guesses += 1;
        self.tally.depth = self.tally.depth.max(self.forks.len() as u64);
    }

    /// Takes an option. Says whether the branch lives.
    #[inline(always)]
    fn take<M: Matrix<W = W>, V: Watch>(
        &mut self,
        item: W,
        node: W,
        starved: usize,
        forced: bool,
        matrix: &mut M,
        watch: &mut V,
    ) -> ControlFlow<End, bool> {
        self.chosen.push(node);
        if !V::TELLS {
            return ControlFlow::Continue(matrix.commit(node, starved, watch));
        }
        watch.take(item.at(), matrix.label(node), forced)?;
        let alive = matrix.commit(node, starved, watch);
        watch.taken()?;
        if alive {
            watch.left(|item| matrix.size(item))?;
        } else if let Some(item) = matrix.starved() {
            watch.dead(item)?;
        }
        ControlFlow::Continue(alive)
    }

    /// Goes back to the last fork with an alternative left that does not die at
    /// once, and takes it. False if there is none: everything was searched.
    #[inline]
    fn turn<M: Matrix<W = W>, V: Watch>(
        &mut self,
        matrix: &mut M,
        watch: &mut V,
    ) -> ControlFlow<End, bool> {
        while let Some(mut fork) = self.forks.pop() {
            self.tally.backtracks += 1;
            if V::TELLS {
                watch.backtrack(self.forks.len())?;
            }
            if fork.left == 0 {
                continue;
            }
            fork.left -= 1;
            let last = fork.left == 0;
            matrix.restore(fork.mark, &self.chosen[fork.level..], last);
            self.chosen.truncate(fork.level);
            fork.node = matrix.next(fork.item, fork.node, fork.left);
            watch.enter(fork.level + 1)?;
            self.forks.push(fork);
            self.tally.guesses += u64::from(!last);
            if V::TELLS {
                let label = matrix.label(fork.node);
                watch.guess(fork.item.at(), label, fork.of - fork.left, fork.of)?;
            }
            if self.take(fork.item, fork.node, fork.starved, false, matrix, watch)? {
                return ControlFlow::Continue(true);
            }
        }
        ControlFlow::Continue(false)
    }
}
