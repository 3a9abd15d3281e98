//! One puzzle at a time: a depth-first search whose open siblings are swept
//! beside the node at hand.
//!
//! ```text
//! stack   [ left ][ left ][ left ][ tried ]     top = the node the search is at
//!   state   Still  Waiting  Lane    Lane        quads sweep two of them at once
//! ```
//!
//! A quad of lanes costs the same whether it is used or not, and to prove
//! uniqueness both sides of every split must be looked at anyway. So free quads
//! take the topmost waiting entries; what comes of an entry is noted in it, and
//! is acted on only when the search gets there. Order, solutions, statistics
//! and limits are therefore those of the plain depth-first search, whatever the
//! number of quads.

use std::ops::ControlFlow;

use polydoku_core::{Digit, End, Event, Observer, Progress, Stat, Stats};

use crate::board::{Compact, Outcomes};
use crate::branch::Split;
use crate::level::Kernel;
use crate::node::Node;
use crate::observe;

/// What became of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// Not swept yet.
    Waiting,
    /// Being swept.
    Swept,
    /// Undecided, and no sweep changes it.
    Still,
    /// Contradictory.
    Dead,
    /// A solution.
    Solved,
}

/// A node on the stack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) node: Node,
    /// How many choices stand in it, its own included.
    pub(crate) depth: u32,
    pub(crate) state: State,
}

/// What a search has done; nodes are counted by the budget.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) guesses: u64,
    pub(crate) backtracks: u64,
    pub(crate) depth: u64,
}

impl Counts {
    /// As statistics; placements are not known.
    pub(crate) fn stats(&self, nodes: u64) -> Stats {
        Stats {
            nodes: nodes.into(),
            placements: Stat::UNKNOWN,
            guesses: self.guesses.into(),
            backtracks: self.backtracks.into(),
            depth: self.depth.into(),
        }
    }
}

/// The memory of a search of one puzzle.
#[derive(Debug)]
pub(crate) struct Search<const N: usize> {
    board: Box<Compact<N>>,
    /// Entries from `height` on are free and wait to be used again.
    stack: Vec<Entry>,
    height: usize,
    /// Stack places not swept yet, the topmost last.
    waiting: Vec<usize>,
    /// Which stack place a quad sweeps.
    quads: Vec<Option<usize>>,
    /// The splits above the node at hand and what they split; kept only for an
    /// observer.
    splits: Vec<(Node, Split)>,
    pub(crate) counts: Counts,
    /// Sweeps of the board, and nodes swept by them together.
    pub(crate) sweeps: u64,
    pub(crate) node_sweeps: u64,
}

/// A digit can be confined at most twice in each of six chutes.
const DEEPEST: usize = 2 * 6 * 9 + 2;

impl<const N: usize> Search<N> {
    pub(crate) fn new() -> Self {
        Search {
            board: Box::new(Compact::new()),
            stack: Vec::with_capacity(DEEPEST),
            height: 0,
            waiting: Vec::with_capacity(DEEPEST),
            quads: vec![None; Compact::<N>::NODES],
            splits: Vec::new(),
            counts: Counts::default(),
            sweeps: 0,
            node_sweeps: 0,
        }
    }

    /// Forgets the search before.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.height = 0;
        self.waiting.clear();
        self.quads.fill(None);
        self.counts = Counts::default();
        self.sweeps = 0;
        self.node_sweeps = 0;
    }

    /// Starts with a puzzle, which goes straight to the board. Not for a search
    /// that is told: the stack does not get to know the puzzle.
    #[inline(always)]
    pub(crate) fn start(&mut self, clues: &[Option<Digit>; 81]) {
        self.board.load_clues(0, clues);
        self.quads[0] = Some(0);
        let entry = self.raise();
        entry.depth = 0;
        entry.state = State::Swept;
    }

    /// Adds a node to be searched before those already there.
    #[inline(always)]
    pub(crate) fn push(&mut self, node: &Node, depth: u32) {
        self.waiting.push(self.height);
        *self.raise() = Entry {
            node: *node,
            depth,
            state: State::Waiting,
        };
    }

    /// One entry more, with whatever it held before.
    #[inline(always)]
    fn raise(&mut self) -> &mut Entry {
        if self.height == self.stack.len() {
            self.stack.push(Entry {
                node: Node::OPEN,
                depth: 0,
                state: State::Waiting,
            });
        }
        self.height += 1;
        &mut self.stack[self.height - 1]
    }

    /// Searches what is on the stack.
    #[inline(always)]
    pub(crate) fn run<K: Kernel<N>, O: Observer>(
        &mut self,
        kernel: K,
        progress: &mut Progress<'_>,
        observer: &mut O,
    ) -> ControlFlow<End> {
        loop {
            while self.height > 0 {
                let top = &self.stack[self.height - 1];
                match top.state {
                    State::Waiting | State::Swept => break,
                    State::Still => self.split(progress, observer)?,
                    State::Dead => {
                        observer.event(|| Event::Conflict(observe::conflict(&top.node)))?;
                        self.back(progress, observer)?;
                    }
                    State::Solved => {
                        let digits = top.node.digits();
                        observer.event(|| Event::Solution { digits: &digits })?;
                        progress.solution(&digits)?;
                        self.back(progress, observer)?;
                    }
                }
            }
            if self.height == 0 {
                return ControlFlow::Continue(());
            }
            if O::ON {
                self.told_sweep(kernel, observer)?;
            } else {
                self.fill();
                let outcomes = kernel.sweep_compact(&mut self.board);
                self.collect(kernel, outcomes);
            }
        }
    }

    /// Gives free quads work.
    #[inline(always)]
    fn fill(&mut self) {
        for (quad, at) in self.quads.iter_mut().enumerate() {
            if at.is_none() {
                *at = self.waiting.pop();
                if let Some(at) = *at {
                    self.board.load(quad, &self.stack[at].node);
                    self.stack[at].state = State::Swept;
                }
            }
        }
    }

    /// Notes what the sweep did.
    #[inline(always)]
    fn collect<K: Kernel<N>>(&mut self, kernel: K, outcomes: Outcomes) {
        self.sweeps += 1;
        let stopped = outcomes.dead | outcomes.still | outcomes.decided;
        for (quad, at) in self.quads.iter_mut().enumerate() {
            let Some(place) = *at else { continue };
            self.node_sweeps += 1;
            let bit = 1 << quad;
            if stopped & bit == 0 {
                continue;
            }
            let entry = &mut self.stack[place];
            entry.state = if outcomes.dead & bit != 0 {
                State::Dead
            } else {
                self.board.store(quad, &mut entry.node);
                let (decided, right) = if outcomes.decided & bit != 0 {
                    kernel.judge_compact(&mut self.board);
                    self.board.judged(quad)
                } else {
                    (false, false)
                };
                match (decided, right, outcomes.still & bit != 0) {
                    (true, true, _) => State::Solved,
                    (true, false, _) => State::Dead,
                    (false, _, true) => State::Still,
                    (false, _, false) => continue,
                }
            };
            *at = None;
        }
    }

    /// One sweep of the top alone, and what it struck out.
    fn told_sweep<K: Kernel<N>, O: Observer>(
        &mut self,
        kernel: K,
        observer: &mut O,
    ) -> ControlFlow<End> {
        let top = self.height - 1;
        let entry = &mut self.stack[top];
        if entry.state == State::Waiting {
            entry.state = State::Swept;
            self.quads[0] = Some(top);
            self.board.load(0, &entry.node);
        }
        let before = entry.node;
        let outcomes = kernel.sweep_compact(&mut self.board);
        self.collect(kernel, outcomes);
        let after = &mut self.stack[top].node;
        self.board.store(0, after);
        observe::sweep(self.sweeps, &before, after, observer)
    }

    /// Replaces the top by the two sides of its split.
    #[inline(always)]
    fn split<O: Observer>(
        &mut self,
        progress: &mut Progress<'_>,
        observer: &mut O,
    ) -> ControlFlow<End> {
        let place = self.height - 1;
        let entry = &mut self.stack[place];
        let Some(split) = Split::of_node(&entry.node) else {
            // Cannot be; see `Split::of`.
            entry.state = State::Dead;
            return ControlFlow::Continue(());
        };
        progress.node()?;
        self.counts.guesses += 1;
        let depth = entry.depth + 1;
        self.counts.depth = self.counts.depth.max(u64::from(depth));
        let node = entry.node;
        split.confine_node(split.left, &mut entry.node);
        entry.depth = depth;
        entry.state = State::Waiting;
        let tried = self.raise();
        tried.node = node;
        split.confine_node(split.tried, &mut tried.node);
        tried.depth = depth;
        tried.state = State::Waiting;
        self.waiting.extend([place, place + 1]);
        if O::ON {
            self.waiting.clear();
            self.splits.truncate(depth as usize - 1);
            self.splits.push((node, split));
            observe::choice(&node, &split, 1, observer)?;
        }
        ControlFlow::Continue(())
    }

    /// Leaves the top, and every choice that has no side left.
    #[inline(always)]
    fn back<O: Observer>(
        &mut self,
        progress: &mut Progress<'_>,
        observer: &mut O,
    ) -> ControlFlow<End> {
        self.height -= 1;
        let from = self.stack[self.height].depth;
        let to = match self.height {
            0 => 0,
            height => self.stack[height - 1].depth - 1,
        };
        self.counts.backtracks += u64::from(from - to);
        if O::ON {
            for depth in (to..from).rev() {
                observer.event(|| Event::Backtrack { depth })?;
            }
        }
        if self.height == 0 {
            return ControlFlow::Continue(());
        }
        progress.node()?;
        if O::ON {
            let (node, split) = &self.splits[to as usize];
            observe::choice(node, split, 2, observer)?;
        }
        ControlFlow::Continue(())
    }
}
