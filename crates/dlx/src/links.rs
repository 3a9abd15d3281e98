//! Dancing links: the matrix as circular lists of nodes.
//!
//! Each item heads a vertical list of the options that still contain it; the
//! nodes of one option stand side by side and point round in a circle. To
//! remove a node its two neighbours are joined; the node keeps its own pointers,
//! and that is all it needs to come back: `x.up.down = x; x.down.up = x`.
//! Removals undone in the opposite order restore every list exactly.
//!
//! ```text
//!             item 0      item 1      item 2          node  [UP, DOWN, ITEM, NEXT]
//!               |           |           |
//! option 0   [ 3 ]------>[ 4 ]----------+---> 3       header nodes have the items'
//!               |           |           |             own numbers: 0, 1, 2
//! option 1      |        [ 5 ]------>[ 6 ]--> 5
//!               |           |           |
//!             (to 0)      (to 1)      (to 2)
//! ```
//!
//! Two things differ from Knuth's program DLX1. Removed nodes are written to a
//! *trail*, and undoing reads it backwards, instead of walking all lists a
//! second time in the opposite order; one loop, and the order cannot be got
//! wrong. And the items still to be covered are not a list but marks in the
//! table of sizes, which `choose` reads. Neither changes which item and which
//! option come next: the search tree is that of DLX1, node for node.
//!
//! Source: D. E. Knuth, "Dancing links" (2000) and The Art of Computer
//! Programming, volume 4B, section 7.2.2.1, algorithm X.

use crate::choose::{first_empty, first_smallest};
use crate::matrix::{Matrix, Pick, Watch};
use crate::width::{Table, Width};

const UP: usize = 0;
const DOWN: usize = 1;
const ITEM: usize = 2;
const NEXT: usize = 3;

/// Items and options as linked lists.
#[derive(Debug, Default)]
pub(crate) struct Links<W: Width> {
    /// `[UP, DOWN, ITEM, NEXT]`; the first `items` of them are headers.
    nodes: W::Records,
    /// How many options each item has; top bit set once it is covered.
    sizes: W::Table,
    /// The option's number, at the first node of each option.
    labels: W::Labels,
    items: usize,
    primary: usize,
    /// Where the next node goes.
    end: W,
    options: usize,
    /// Removed nodes in the order of their removal.
    trail: Vec<W>,
    /// Options that can be added by their place here.
    learnt: Vec<(u32, [W; 4])>,
}

impl<W: Width> Links<W> {
    /// Joins the neighbours of a node, which keeps its own pointers.
    #[inline(always)]
    fn unlink(&mut self, up: W, down: W) {
        self.nodes[up][DOWN] = down;
        self.nodes[down][UP] = up;
    }

    /// All links and sizes.
    #[cfg(test)]
    pub fn contents(&self) -> (Vec<[W; 4]>, Vec<W>) {
        let nodes = &self.nodes.as_slice()[..self.end.at()];
        let sizes = &self.sizes.as_slice()[..self.items];
        (nodes.to_vec(), sizes.to_vec())
    }

    /// Puts a removed node back between its old neighbours.
    #[inline(always)]
    fn relink(&mut self, node: W) {
        let [up, down, item, _] = self.nodes[node];
        self.nodes[up][DOWN] = node;
        self.nodes[down][UP] = node;
        self.sizes[item] = self.sizes[item].up();
    }

    /// How many items of an option, from one of its nodes up to but without
    /// another, have no options themselves: they need none, being covered next.
    #[cold]
    fn starved_from(&self, from: W, to: W) -> usize {
        let mut count = 0;
        let mut other = from;
        while other != to {
            let [_, _, item, next] = self.nodes[other];
            count += usize::from(self.sizes[item] == W::of(0) && item.at() < self.primary);
            other = next;
        }
        count
    }

    /// Tells the options of an item, all but one.
    fn tell_options<V: Watch>(&self, item: W, but: W, watch: &mut V) {
        let mut row = self.nodes[item][DOWN];
        while row != item {
            if row != but {
                watch.removed(self.label(row));
            }
            row = self.nodes[row][DOWN];
        }
    }
}

impl<W: Width> Matrix for Links<W> {
    type W = W;

    fn shape(&mut self, primary: usize, capacity: &[u32]) {
        self.items = capacity.len();
        self.primary = primary;
        let nodes = self.items + capacity.iter().sum::<u32>() as usize;
        self.nodes.reserve(nodes);
        self.labels.reserve(nodes);
        self.sizes.reserve(self.items);
        self.clear();
    }

    fn clear(&mut self) {
        let headers = &mut self.nodes.as_mut_slice()[..self.items];
        for (item, header) in headers.iter_mut().enumerate() {
            // Without siblings: `NEXT` points home.
            *header = [W::of(item); 4];
        }
        self.sizes.as_mut_slice()[..self.items].fill(W::of(0));
        self.end = W::of(self.items);
        self.options = 0;
        self.trail.clear();
    }

    #[inline]
    fn retire(&mut self, item: W) {
        self.sizes[item] = W::COVERED;
    }

    #[inline]
    fn append(&mut self, label: u32, items: impl IntoIterator<Item = W>) {
        let first = self.end;
        self.labels[first] = label;
        let mut node = first;
        for item in items {
            let bottom = self.nodes[item][UP];
            self.nodes[node] = [bottom, item, item, node.up()];
            self.nodes[bottom][DOWN] = node;
            self.nodes[item][UP] = node;
            self.sizes[item] = self.sizes[item].up();
            node = node.up();
        }
        self.nodes[node.down()][NEXT] = first;
        self.end = node;
        self.options += 1;
    }

    fn learn(&mut self, options: Vec<(u32, [W; 4])>) {
        self.learnt = options;
    }

    #[inline(always)]
    fn recall(&mut self, place: usize) {
        let (label, items) = self.learnt[place];
        self.append(label, items);
    }

    fn options(&self) -> usize {
        self.options
    }

    #[inline]
    fn choose(&mut self) -> Pick<W> {
        first_smallest(&self.sizes.as_slice()[..self.primary])
    }

    #[inline]
    fn first(&mut self, item: W) -> W {
        self.nodes[item][DOWN]
    }

    #[inline]
    fn next(&self, _: W, node: W, _: usize) -> W {
        self.nodes[node][DOWN]
    }

    #[inline(always)]
    fn cover<V: Watch>(&mut self, item: W, watch: &mut V) -> usize {
        let before = self.trail.len();
        let mut starved = 0;
        self.sizes[item] = self.sizes[item].covered();
        let mut row = self.nodes[item][DOWN];
        while row != item {
            let mut node = self.nodes[row][NEXT];
            while node != row {
                let [up, down, other, next] = self.nodes[node];
                self.unlink(up, down);
                let size = self.sizes[other].down();
                self.sizes[other] = size;
                self.trail.push(node);
                starved += usize::from(size == W::of(0) && other.at() < self.primary);
                node = next;
            }
            row = self.nodes[row][DOWN];
        }
        if V::UPDATES {
            watch.updates((self.trail.len() - before) as u64);
        }
        starved
    }

    #[inline]
    fn commit<V: Watch>(&mut self, node: W, starved: usize, watch: &mut V) -> bool {
        if V::TELLS {
            self.tell_options(self.nodes[node][ITEM], node, watch);
        }
        let mut starved = starved;
        let mut other = self.nodes[node][NEXT];
        loop {
            // Not being starved is the common case, and then this is one test.
            if starved > 0 && starved > self.starved_from(other, node) {
                return false;
            }
            if other == node {
                return true;
            }
            let [_, _, item, next] = self.nodes[other];
            if V::TELLS {
                self.tell_options(item, node, watch);
            }
            starved -= usize::from(self.sizes[item] == W::of(0) && item.at() < self.primary);
            starved += self.cover(item, watch);
            other = next;
        }
    }

    #[inline]
    fn save(&mut self) -> usize {
        self.trail.len()
    }

    #[inline]
    fn restore(&mut self, mark: usize, undone: &[W], _: bool) {
        while self.trail.len() > mark {
            if let Some(node) = self.trail.pop() {
                self.relink(node);
            }
        }
        let mut fork = true;
        for &option in undone {
            let mut node = self.nodes[option][NEXT];
            while node != option {
                let [_, _, item, next] = self.nodes[node];
                self.sizes[item] = self.sizes[item].uncovered();
                node = next;
            }
            if !fork {
                let item = self.nodes[option][ITEM];
                self.sizes[item] = self.sizes[item].uncovered();
            }
            fork = false;
        }
    }

    fn label(&self, node: W) -> u32 {
        let mut node = node;
        loop {
            // The circle steps back once: from the last node to the first.
            let next = self.nodes[node][NEXT];
            if next <= node {
                return self.labels[next];
            }
            node = next;
        }
    }

    fn size(&self, item: usize) -> Option<usize> {
        let size = self.sizes[W::of(item)];
        (size < W::COVERED).then(|| size.at())
    }

    fn starved(&self) -> Option<usize> {
        first_empty(&self.sizes.as_slice()[..self.primary])
    }
}
