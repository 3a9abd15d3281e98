//! The nodes of a search in depth-first order, some of them split ahead of it.
//!
//! ```text
//! top      tried    Swept    owed 2   the search is here, and will come to two
//!   |      left     Dead              splits at once: both were made ahead of it
//!   |      left     Waiting
//!   |      tried    Swept    owed 1
//!   v      left     Still
//! bottom   left     Waiting
//! ```
//!
//! The search is at the top. An entry below may be split before the search gets to
//! it: it becomes the side tried first, and the side left for later is put below
//! it. So entries stand in the order in which the plain search comes to them, and
//! the stack is a list, each entry naming the one below, because things are put
//! into its middle.
//!
//! A split ahead of the search is paid for later. The side tried first is the one
//! that the search will come to first, and remembers in `owed` how many splits led
//! to it unpaid. At the top, a node is spent and a guess counted for each, as if
//! the split were made only now. Order, solutions, statistics and limits are
//! therefore those of the plain depth-first search.

use polydoku_core::{Stat, Stats};

use crate::node::Node;

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

/// The number of an entry.
pub(crate) type Place = u16;

/// The number of no entry.
pub(crate) const NONE: Place = Place::MAX;

/// A node on the stack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// How many choices stand in it, its own included.
    pub(crate) depth: u32,
    /// How many of them, the last ones, the search has yet to come to.
    pub(crate) owed: u32,
    /// The entry below in the stack; of a free entry, the next free one.
    below: Place,
    pub(crate) state: State,
}

/// What a search has done; nodes are counted by the budget.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) guesses: u64,
    pub(crate) depth: u64,
    pub(crate) backtracks: u64,
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

    /// One guess more.
    #[inline(always)]
    pub(crate) fn guess(&mut self, depth: u32) {
        self.guesses += 1;
        self.depth = self.depth.max(u64::from(depth));
    }
}

/// The entries of a search.
#[derive(Debug)]
pub(crate) struct Stack {
    /// Entries in no order; those from `used` on were never taken.
    pub(crate) entries: Vec<Entry>,
    /// The node of each entry, unless a quad has it or it is dead.
    pub(crate) nodes: Vec<Node>,
    used: usize,
    /// The first of the entries that are free again.
    free: Place,
    /// The node the search is at.
    pub(crate) top: Place,
    /// How many entries there are.
    pub(crate) height: usize,
    /// The entries that wait, the one to be swept next last.
    pub(crate) waiting: Vec<Place>,
}

impl Stack {
    /// Room enough for every search: a digit can be confined at most twice in each
    /// of six chutes, and what is split ahead of the search is bounded.
    const ROOM: usize = 256;

    pub(crate) fn new() -> Stack {
        Stack {
            entries: Vec::with_capacity(Self::ROOM),
            nodes: Vec::with_capacity(Self::ROOM),
            used: 0,
            free: NONE,
            top: NONE,
            height: 0,
            waiting: Vec::with_capacity(Self::ROOM),
        }
    }

    /// Forgets all entries.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.used = 0;
        self.free = NONE;
        self.top = NONE;
        self.height = 0;
        self.waiting.clear();
    }

    #[inline(always)]
    pub(crate) fn entry(&mut self, place: Place) -> &mut Entry {
        &mut self.entries[usize::from(place)]
    }

    /// One entry more, with whatever it held before.
    #[inline(always)]
    fn take(&mut self) -> Place {
        self.height += 1;
        if self.free != NONE {
            let place = self.free;
            self.free = self.entry(place).below;
            return place;
        }
        if self.used == self.entries.len() {
            self.nodes.push(Node::OPEN);
            self.entries.push(Entry {
                depth: 0,
                owed: 0,
                below: NONE,
                state: State::Waiting,
            });
        }
        self.used += 1;
        (self.used - 1) as Place
    }

    /// Adds an entry on top.
    #[inline(always)]
    pub(crate) fn push(&mut self, depth: u32, state: State) -> Place {
        let place = self.take();
        *self.entry(place) = Entry {
            depth,
            owed: 0,
            below: self.top,
            state,
        };
        self.top = place;
        place
    }

    /// Leaves the top; says how many choices stood in it.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> u32 {
        let (left, free) = (self.top, self.free);
        let entry = self.entry(left);
        let (depth, below) = (entry.depth, entry.below);
        entry.below = free;
        self.free = left;
        self.top = below;
        self.height -= 1;
        depth
    }

    /// Makes an entry that of the side tried first, and puts one below it for the
    /// side left for later, which then waits.
    #[inline(always)]
    pub(crate) fn part(&mut self, place: Place) -> Place {
        let left = self.take();
        let tried = self.entry(place);
        tried.depth += 1;
        tried.owed += 1;
        let (depth, below) = (tried.depth, tried.below);
        tried.below = left;
        *self.entry(left) = Entry {
            depth,
            owed: 0,
            below,
            state: State::Waiting,
        };
        self.waiting.push(left);
        left
    }
}
