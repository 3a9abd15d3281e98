//! One puzzle at a time: a depth-first search whose siblings are swept beside the
//! node at hand, and that looks ahead of itself.
//!
//! A quad of lanes costs the same whether it is used or not, and to prove
//! uniqueness both sides of every split must be looked at anyway. So the side left
//! for later is swept beside the side tried first. Where the search meets dead
//! ends, and so will come to everything, it goes further: a node that no sweep
//! changes is split wherever it is, and what comes of an entry is noted in it and
//! acted on only when the search gets there. How that shows in nothing but the
//! time is told in [`stack`](crate::stack).
//!
//! ```text
//! half 0    sweep          see to it        sweep          see to it
//! half 1       see to it         sweep         see to it         sweep
//! ```
//!
//! With enough nodes two boards take turns: a sweep is one long chain of steps
//! that wait for each other, and seeing to what stopped is full of branches, which
//! the processor guesses and often guesses wrong. They are different nodes', so
//! it does one while it waits for the other.

use std::ops::ControlFlow;

use polydoku_core::{Digit, End, Event, Observer, Progress};

use crate::board::{Compact, Outcomes, is_idle};
use crate::branch::Split;
use crate::level::Kernel;
use crate::node::Node;
use crate::observe;
use crate::stack::{Counts, NONE, Place, Stack, State};

/// A board, the entry that each of its quads sweeps, and which quads do.
#[derive(Debug)]
struct Half<const N: usize> {
    board: Box<Compact<N>>,
    quads: [Place; 4],
    busy: u32,
}

/// The memory of a search of one puzzle.
#[derive(Debug)]
pub(crate) struct Search<const N: usize> {
    halves: [Half<N>; 2],
    stack: Stack,
    /// How many entries were found dead.
    dead: u64,
    /// How many were found to be solutions, and not come to yet.
    solved: u32,
    /// The splits above the node at hand and what they split; kept only for an
    /// observer.
    splits: Vec<(Node, Split)>,
    pub(crate) counts: Counts,
    /// Sweeps of the board, and nodes swept by them together.
    pub(crate) sweeps: u64,
    pub(crate) node_sweeps: u64,
}

/// With this many entries nothing is split ahead of the search, which bounds the
/// memory.
const AHEAD: usize = 128;

/// With this many entries the search comes to those that are known.
const BACKLOG: usize = 40;

/// After so many dead ends the search looks ahead of itself. Before, a puzzle may
/// have many solutions, and what lies ahead of the last one wanted is in vain: a
/// quad more costs nothing, but a board more does.
const PATIENCE: u64 = 2;

impl<const N: usize> Search<N> {
    const ALL_QUADS: u32 = (1 << Compact::<N>::NODES) - 1;

    pub(crate) fn new() -> Self {
        Search {
            halves: std::array::from_fn(|_| Half {
                board: Box::new(Compact::new()),
                quads: [NONE; 4],
                busy: 0,
            }),
            stack: Stack::new(),
            dead: 0,
            solved: 0,
            splits: Vec::new(),
            counts: Counts::default(),
            sweeps: 0,
            node_sweeps: 0,
        }
    }

    /// Forgets the search before.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.stack.clear();
        self.dead = 0;
        self.solved = 0;
        self.halves[0].busy = 0;
        self.halves[1].busy = 0;
        self.counts = Counts::default();
        self.sweeps = 0;
        self.node_sweeps = 0;
    }

    /// Starts with a puzzle, which goes straight to the board. Not for a search
    /// that is told: the stack does not get to know the puzzle.
    #[inline(always)]
    pub(crate) fn start<K: Kernel<N>>(&mut self, kernel: K, clues: &[Option<Digit>; 81]) {
        kernel.start_in_quad(&mut self.halves[0].board, clues);
        let place = self.stack.push(0, State::Swept);
        self.halves[0].quads[0] = place;
        self.halves[0].busy = 1;
    }

    /// Adds a node to be searched before those already there.
    #[inline(always)]
    pub(crate) fn push(&mut self, node: &Node, depth: u32) {
        let place = self.stack.push(depth, State::Waiting);
        self.stack.nodes[usize::from(place)] = *node;
        self.stack.waiting.push(place);
    }

    /// Searches what is on the stack.
    #[inline(always)]
    pub(crate) fn run<K: Kernel<N>, O: Observer>(
        &mut self,
        kernel: K,
        progress: &mut Progress<'_>,
        observer: &mut O,
    ) -> ControlFlow<End> {
        // One half is swept while what the sweep before did to the other is seen
        // to; as long as one half is enough, it is swept until something happens.
        let (mut at, mut other) = (0, 1);
        let mut swept = None;
        loop {
            if O::ON || self.is_due() {
                self.front(kernel, progress, observer)?;
                if self.stack.top == NONE {
                    return ControlFlow::Continue(());
                }
            }
            if O::ON {
                self.told_sweep(kernel, observer)?;
                continue;
            }
            self.fill(kernel, at);
            let alone = self.stack.waiting.is_empty() || !self.is_ahead();
            let half = &mut self.halves[at];
            if swept.is_none() && alone {
                let (outcomes, sweeps) = kernel.sweep_until(&mut half.board, half.busy);
                self.collect(kernel, at, outcomes, sweeps, false);
                continue;
            }
            let next = if half.busy == 0 {
                None
            } else {
                Some(kernel.sweep(&mut half.board))
            };
            (at, other) = (other, at);
            if let Some(outcomes) = std::mem::replace(&mut swept, next) {
                self.collect(kernel, at, outcomes, 1, false);
            }
        }
    }

    /// Whether to look ahead of the search; see [`PATIENCE`].
    #[inline(always)]
    fn is_ahead(&self) -> bool {
        N > 4 && self.dead >= PATIENCE
    }

    /// Whether the search has to come to what is known. It need not at once while
    /// much is split ahead of it.
    #[inline(always)]
    fn is_due(&self) -> bool {
        !self.is_ahead()
            || self.stack.height >= BACKLOG
            || self.solved > 0
            || (self.halves[0].busy | self.halves[1].busy == 0 && self.stack.waiting.is_empty())
    }

    /// Acts on what came of the entries from the top on, until one is not known.
    #[inline(always)]
    fn front<K: Kernel<N>, O: Observer>(
        &mut self,
        kernel: K,
        progress: &mut Progress<'_>,
        observer: &mut O,
    ) -> ControlFlow<End> {
        while self.stack.top != NONE {
            self.come_to_top(progress)?;
            match self.stack.entry(self.stack.top).state {
                State::Waiting | State::Swept => break,
                State::Still => self.split_top(progress, observer)?,
                State::Dead => {
                    let node = &self.stack.nodes[usize::from(self.stack.top)];
                    observer.event(|| Event::Conflict(observe::conflict(node)))?;
                    self.back(progress, observer)?;
                }
                State::Solved => {
                    self.solved -= 1;
                    let digits = kernel.digits(&self.stack.nodes[usize::from(self.stack.top)]);
                    observer.event(|| Event::Solution { digits: &digits })?;
                    progress.solution(&digits)?;
                    self.back(progress, observer)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Spends and counts what is owed for the splits that led to the top.
    #[inline(always)]
    fn come_to_top(&mut self, progress: &mut Progress<'_>) -> ControlFlow<End> {
        let entry = &mut self.stack.entries[usize::from(self.stack.top)];
        while entry.owed > 0 {
            progress.node()?;
            entry.owed -= 1;
            self.counts.guess(entry.depth - entry.owed);
        }
        ControlFlow::Continue(())
    }

    /// Gives quads that have nothing to do what waits.
    #[inline(always)]
    fn fill<K: Kernel<N>>(&mut self, kernel: K, half: usize) {
        let half = &mut self.halves[half];
        while half.busy != Self::ALL_QUADS {
            let Some(place) = self.stack.waiting.pop() else {
                return;
            };
            let quad = half.busy.trailing_ones() as usize & 3;
            half.busy |= 1 << quad;
            half.quads[quad] = place;
            self.stack.entries[usize::from(place)].state = State::Swept;
            kernel.enter(&mut half.board, quad, &self.stack.nodes[usize::from(place)]);
        }
    }

    /// Notes what the last of some sweeps did, and splits what may be split.
    #[inline(always)]
    fn collect<K: Kernel<N>>(
        &mut self,
        kernel: K,
        at: usize,
        outcomes: Outcomes,
        sweeps: u64,
        told: bool,
    ) {
        let half = &mut self.halves[at];
        let busy = half.busy;
        self.sweeps += sweeps;
        self.node_sweeps += sweeps * u64::from(busy.count_ones());
        let mut stopped = outcomes.stopped() & busy;
        if outcomes.decided & busy != 0 {
            kernel.judge_compact(&mut half.board);
        }
        let dead = (outcomes.dead & busy).count_ones();
        self.dead += u64::from(dead);
        while stopped != 0 {
            let quad = stopped.trailing_zeros() as usize & 3;
            let bit = 1 << quad;
            stopped &= stopped - 1;
            let half = &self.halves[at];
            let place = half.quads[quad];
            let state = if outcomes.dead & bit != 0 {
                State::Dead
            } else {
                let (decided, right) = if outcomes.decided & bit != 0 {
                    half.board.judged(quad)
                } else {
                    (false, false)
                };
                match (decided, right, outcomes.still & bit != 0) {
                    (true, false, _) => State::Dead,
                    (false, _, false) => continue,
                    (false, _, true) if !told && self.may_split(place) => {
                        self.split_quad(kernel, at, quad);
                        continue;
                    }
                    (decided, _, _) => {
                        half.board
                            .store(quad, &mut self.stack.nodes[usize::from(place)]);
                        self.solved += u32::from(decided);
                        if decided { State::Solved } else { State::Still }
                    }
                }
            };
            self.stack.entry(place).state = state;
            self.halves[at].busy &= !bit;
        }
    }

    /// Whether an entry may be split now: where the search is, always; ahead of
    /// it, if that promises to be of use.
    #[inline(always)]
    fn may_split(&self, place: Place) -> bool {
        place == self.stack.top || (self.is_ahead() && self.stack.height < AHEAD)
    }

    /// Splits the node in a quad. The side tried first stays there.
    #[inline(always)]
    fn split_quad<K: Kernel<N>>(&mut self, kernel: K, at: usize, quad: usize) {
        let half = &mut self.halves[at];
        let place = half.quads[quad];
        let Some(split) = half.board.split(quad) else {
            let mut node = Node::OPEN;
            half.board.store(quad, &mut node);
            if is_idle(&node) {
                half.busy &= !(1 << quad);
                self.stack.entry(place).state = State::Dead;
            }
            return;
        };
        let left = self.stack.part(place);
        let node = &mut self.stack.nodes[usize::from(left)];
        kernel.split(&mut self.halves[at].board, quad, &split, node);
    }

    /// One sweep of the top alone, and what it struck out.
    fn told_sweep<K: Kernel<N>, O: Observer>(
        &mut self,
        kernel: K,
        observer: &mut O,
    ) -> ControlFlow<End> {
        let top = usize::from(self.stack.top);
        if self.stack.entries[top].state == State::Waiting {
            self.stack.entries[top].state = State::Swept;
            let half = &mut self.halves[0];
            half.quads[0] = self.stack.top;
            half.busy = 1;
            half.board.load(0, &self.stack.nodes[top]);
        }
        let before = self.stack.nodes[top];
        let outcomes = kernel.sweep_compact(&mut self.halves[0].board);
        self.collect(kernel, 0, outcomes, 1, true);
        let after = &mut self.stack.nodes[top];
        self.halves[0].board.store(0, after);
        observe::sweep(self.sweeps, &before, after, observer)
    }

    /// Splits the top, which no quad has.
    #[inline(always)]
    fn split_top<O: Observer>(
        &mut self,
        progress: &mut Progress<'_>,
        observer: &mut O,
    ) -> ControlFlow<End> {
        let place = self.stack.top;
        let node = self.stack.nodes[usize::from(place)];
        let Some(split) = Split::of_node(&node) else {
            if is_idle(&node) {
                self.stack.entry(place).state = State::Dead;
            } else {
                self.stack.entry(place).state = State::Waiting;
                self.stack.waiting.push(place);
            }
            return ControlFlow::Continue(());
        };
        let left = self.stack.part(place);
        split.confine_node(split.left, {
            self.stack.nodes[usize::from(left)] = node;
            &mut self.stack.nodes[usize::from(left)]
        });
        split.confine_node(split.tried, &mut self.stack.nodes[usize::from(place)]);
        self.stack.entry(place).state = State::Waiting;
        self.stack.waiting.push(place);
        self.come_to_top(progress)?;
        if O::ON {
            self.stack.waiting.clear();
            let depth = self.stack.entry(place).depth;
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
        let from = self.stack.pop();
        let next = self.stack.top;
        let to = if next == NONE {
            0
        } else {
            let entry = self.stack.entry(next);
            entry.depth - entry.owed - 1
        };
        self.counts.backtracks += u64::from(from - to);
        if O::ON {
            for depth in (to..from).rev() {
                observer.event(|| Event::Backtrack { depth })?;
            }
        }
        if next == NONE {
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
