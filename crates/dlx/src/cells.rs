//! Dancing cells: the matrix as sparse sets.
//!
//! Each item owns a stretch of one long array with the nodes of its options. The
//! first `size` of them are still in play. To remove a node, the last one in play
//! takes its place and it goes to the end; `size` shrinks by one:
//!
//! ```text
//! item j    base            base + size                  node  [ITEM, PLACE, NEXT, BASE]
//!            | a | b | c | d |   .   .                   PLACE: where in the array it is
//! remove b   | a | d | c | b     .   .
//!            base        base + size
//! ```
//!
//! What was removed stays behind the border. So a node comes back by moving the
//! border alone, whatever was shuffled before it, and a whole branch of the
//! search is undone by writing the old sizes back: for a 9x9 Sudoku one copy of
//! 648 bytes, however many thousand nodes were removed. Links must put back each
//! one. A branch can be given up halfway for the same reason.
//!
//! Items left with one option are noted when it happens, so a forced option is
//! found without looking at any other item: the latest noted item comes first,
//! then the first one with the fewest options (`choose`). The options of the item
//! that is chosen are put in order first, so that they are tried in the order in
//! which they were added.
//!
//! An option's other nodes are found by following `NEXT`. Where all options have
//! four items, as in plain Sudoku, their nodes are numbered in fours, and the
//! others of node x are `x ^ 1`, `x ^ 2` and `x ^ 3`: no load, no end to look for,
//! and `NEXT` means nothing. `Cells<_, 4>` is compiled for that, `Cells<_, 0>` for
//! any options.
//!
//! A secondary item counts from two instead of from none: it never looks as if
//! it were starved or forced, and the inner loop need not ask what kind it is.
//!
//! Source: D. E. Knuth's program SSXCC and his notes on "dancing cells"
//! (The Art of Computer Programming, section 7.2.2.3, in preparation), after
//! C. Solnon's sparse-set solver. The idea is his, the code is not.

use crate::choose::{first_empty, first_smallest};
use crate::matrix::{Matrix, Pick, Watch};
use crate::width::{Table, Width};

const ITEM: usize = 0;
const PLACE: usize = 1;
const NEXT: usize = 2;

/// What a secondary item's size starts from.
const SECONDARY: usize = 2;

/// Items and options as sparse sets. All options have `K` items, a power of
/// two; or `K` is 0, and they may have any number.
#[derive(Debug, Default)]
pub(crate) struct Cells<W: Width, const K: usize> {
    /// `[ITEM, PLACE, NEXT, BASE]`: the item, the place in `sets`, the option's
    /// next node (if `K` is 0), the item's base.
    nodes: W::Records,
    /// The stretches of all items, one after the other.
    sets: W::Table,
    /// How many options each item has; top bit set once it is covered. Until
    /// `ready`: where the next option of each item goes.
    sizes: W::Table,
    /// Where each item's stretch starts, less what its size starts from.
    bases: W::Table,
    /// Where each item's stretch starts.
    starts: W::Table,
    /// The option's number, at the first node of each option.
    labels: W::Labels,
    /// Items seen to have one option left since the last branching or dead end.
    forced: W::Table,
    forced_len: W,
    items: usize,
    primary: usize,
    /// Where the next node goes.
    end: W,
    options: usize,
    /// Sizes of all items at each branching that may still be returned to.
    saved: Vec<W>,
    /// Options that can be added by their place here: number and records.
    learnt: Vec<(u32, [[W; 4]; 4])>,
}

/// The other nodes of an option, one after the other.
struct Siblings<W, const K: usize> {
    row: W,
    node: W,
    step: usize,
}

impl<W: Width, const K: usize> Siblings<W, K> {
    #[inline(always)]
    fn of(row: W) -> Self {
        Siblings {
            row,
            node: row,
            step: 1,
        }
    }

    #[inline(always)]
    fn next(&mut self, nodes: &W::Records) -> Option<W> {
        if K > 0 {
            let step = self.step;
            self.step += 1;
            (step < K).then(|| self.row.flip(step))
        } else {
            self.node = nodes[self.node][NEXT];
            (self.node != self.row).then_some(self.node)
        }
    }
}

impl<W: Width, const K: usize> Cells<W, K> {
    /// Swaps a node at `place` with the last one in play, at `border`.
    #[inline(always)]
    fn hide(&mut self, node: W, place: W, border: W) {
        let last = self.sets[border];
        self.sets[place] = last;
        self.nodes[last][PLACE] = place;
        self.sets[border] = node;
        self.nodes[node][PLACE] = border;
    }

    /// The next node of an option, and after the last one the first.
    #[inline(always)]
    fn after(&self, node: W) -> W {
        match K {
            0 => self.nodes[node][NEXT],
            _ => W::of(node.at() & !(K - 1) | (node.at() + 1) & (K - 1)),
        }
    }

    /// For each item its size and the options in play, whatever their order.
    #[cfg(test)]
    pub fn contents(&self) -> Vec<(W, std::collections::BTreeSet<W>)> {
        let items = (0..self.items).map(W::of);
        items
            .map(|item| {
                let (mut at, border) = self.stretch(item);
                let mut set = std::collections::BTreeSet::new();
                while at != border {
                    assert_eq!(self.nodes[self.sets[at]][PLACE], at);
                    set.insert(self.sets[at]);
                    at = at.up();
                }
                (self.sizes[item], set)
            })
            .collect()
    }

    /// Where the options in play of a covered item stand in `sets`.
    #[inline(always)]
    fn stretch(&self, item: W) -> (W, W) {
        let base = self.bases[item];
        let primary = item.at() < self.primary;
        let start = base.plus(W::of(if primary { 0 } else { SECONDARY }));
        (start, base.plus(self.sizes[item].uncovered()))
    }

    /// How many items of an option, from one of its nodes up to but without
    /// another, have no options themselves: they need none, being covered next.
    #[cold]
    fn starved_from(&self, from: W, to: W) -> usize {
        let mut count = 0;
        let mut other = from;
        while other != to {
            count += usize::from(self.sizes[self.nodes[other][ITEM]] == W::of(0));
            other = self.after(other);
        }
        count
    }

    /// Tells the options of an item, all but one.
    fn tell_options<V: Watch>(&self, item: W, but: W, watch: &mut V) {
        let (mut at, border) = self.stretch(item);
        while at != border {
            let row = self.sets[at];
            if row != but {
                watch.removed(self.label(row));
            }
            at = at.up();
        }
    }
}

impl<W: Width, const K: usize> Matrix for Cells<W, K> {
    type W = W;

    fn shape(&mut self, primary: usize, capacity: &[u32]) {
        self.items = capacity.len();
        self.primary = primary;
        let nodes = capacity.iter().sum::<u32>() as usize;
        self.nodes.reserve(nodes + 1);
        self.labels.reserve(nodes + 1);
        self.sets.reserve(nodes);
        self.sizes.reserve(self.items);
        self.bases.reserve(self.items);
        self.starts.reserve(self.items);
        self.forced.reserve(self.items + 1);
        let mut start = W::of(0);
        for (item, &options) in capacity.iter().enumerate() {
            let from = if item < primary { 0 } else { SECONDARY };
            self.starts[W::of(item)] = start;
            // May wrap below 0; adding the size brings it back.
            self.bases[W::of(item)] = (0..from).fold(start, |base, _| base.down());
            start = start.plus(W::of(options as usize));
        }
        self.clear();
    }

    fn clear(&mut self) {
        let starts = &self.starts.as_slice()[..self.items];
        self.sizes.as_mut_slice()[..self.items].copy_from_slice(starts);
        self.end = W::of(0);
        self.options = 0;
        self.forced_len = W::of(0);
        self.saved.clear();
    }

    #[inline]
    fn retire(&mut self, item: W) {
        // `ready` takes the base off again.
        self.sizes[item] = self.bases[item].plus(W::COVERED);
    }

    #[inline]
    fn append(&mut self, label: u32, items: impl IntoIterator<Item = W>) {
        let first = self.end;
        self.labels[first] = label;
        let mut node = first;
        for item in items {
            let place = self.sizes[item];
            self.sizes[item] = place.up();
            self.sets[place] = node;
            self.nodes[node] = [item, place, node.up(), self.bases[item]];
            node = node.up();
        }
        self.nodes[node.down()][NEXT] = first;
        debug_assert!(K == 0 || node == first.plus(W::of(K)));
        self.end = node;
        self.options += 1;
    }

    fn learn(&mut self, options: Vec<(u32, [W; 4])>) {
        debug_assert!(K == 4);
        let (none, bases) = (W::default(), &self.bases);
        let record = |item: W| [item, none, none, bases[item]];
        let known = |(label, items): (u32, [W; 4])| (label, items.map(record));
        self.learnt = options.into_iter().map(known).collect();
    }

    #[inline(always)]
    fn recall(&mut self, place: usize) {
        let (label, records) = &self.learnt[place];
        let first = self.end;
        self.labels[first] = *label;
        for (step, record) in records.iter().enumerate() {
            let (node, item) = (first.flip(step), record[ITEM]);
            let place = self.sizes[item];
            self.sizes[item] = place.up();
            self.sets[place] = node;
            self.nodes[node] = *record;
            self.nodes[node][PLACE] = place;
        }
        self.end = first.plus(W::of(4));
        self.options += 1;
    }

    fn ready(&mut self) {
        let sizes = &mut self.sizes.as_mut_slice()[..self.items];
        for (size, &base) in sizes.iter_mut().zip(self.bases.as_slice()) {
            *size = size.minus(base);
        }
    }

    fn options(&self) -> usize {
        self.options
    }

    #[inline]
    fn choose(&mut self) -> Pick<W> {
        while self.forced_len != W::of(0) {
            self.forced_len = self.forced_len.down();
            let item = self.forced[self.forced_len];
            // It may have been covered since.
            if self.sizes[item] == W::of(1) {
                return Pick::Item(item, W::of(1));
            }
        }
        first_smallest(&self.sizes.as_slice()[..self.primary])
    }

    #[inline(always)]
    fn cover<V: Watch>(&mut self, item: W, watch: &mut V) -> usize {
        let (mut at, border) = self.stretch(item);
        self.sizes[item] = self.sizes[item].covered();
        let mut forced_len = self.forced_len;
        let mut starved = 0;
        while at != border {
            let row = self.sets[at];
            let mut siblings = Siblings::<W, K>::of(row);
            while let Some(node) = siblings.next(&self.nodes) {
                let [other, place, _, base] = self.nodes[node];
                let size = self.sizes[other].down();
                self.sizes[other] = size;
                self.hide(node, place, base.plus(size));
                // Written always and counted if so: a jump here would be
                // guessed wrong every fourth time.
                self.forced[forced_len] = other;
                forced_len = forced_len.plus(W::of(usize::from(size == W::of(1))));
                starved += usize::from(size == W::of(0));
                if V::UPDATES {
                    watch.updates(1);
                }
            }
            at = at.up();
        }
        self.forced_len = forced_len;
        starved
    }

    #[inline]
    fn first(&mut self, item: W) -> W {
        let (start, border) = self.stretch(item);
        // Swaps have shuffled the set. In order again, it is tried in the order
        // of adding, and most sets here have one or two options.
        let mut sorted = start.up();
        while sorted < border {
            let node = self.sets[sorted];
            let mut place = sorted;
            while place != start && self.sets[place.down()] > node {
                let larger = self.sets[place.down()];
                self.sets[place] = larger;
                self.nodes[larger][PLACE] = place;
                place = place.down();
            }
            self.sets[place] = node;
            self.nodes[node][PLACE] = place;
            sorted = sorted.up();
        }
        self.sets[start]
    }

    #[inline]
    fn next(&self, _: W, node: W, _: usize) -> W {
        // The set of a covered item is left alone, so its order still holds.
        self.sets[self.nodes[node][PLACE].up()]
    }

    #[inline]
    fn commit<V: Watch>(&mut self, node: W, starved: usize, watch: &mut V) -> bool {
        if V::TELLS {
            self.tell_options(self.nodes[node][ITEM], node, watch);
        }
        let mut starved = starved;
        let mut uncovered = K;
        let mut other = self.after(node);
        loop {
            // How many of the starved items may be the option's own. To count
            // them costs more than to see a dead end some steps later, unless
            // options are long; in the end there is none either way.
            let own = if K > 0 {
                uncovered -= 1;
                uncovered
            } else if starved > 0 {
                self.starved_from(other, node)
            } else {
                0
            };
            if starved > own {
                self.forced_len = W::of(0);
                return false;
            }
            if other == node {
                return true;
            }
            let [item, ..] = self.nodes[other];
            if V::TELLS {
                self.tell_options(item, node, watch);
            }
            starved -= usize::from(self.sizes[item] == W::of(0));
            starved += self.cover(item, watch);
            other = self.after(other);
        }
    }

    #[inline]
    fn save(&mut self) -> usize {
        let mark = self.saved.len();
        let sizes = &self.sizes.as_slice()[..self.items];
        self.saved.extend_from_slice(sizes);
        mark
    }

    #[inline]
    fn restore(&mut self, mark: usize, _: &[W], last: bool) {
        let sizes = &mut self.sizes.as_mut_slice()[..self.items];
        let end = mark + sizes.len();
        sizes.copy_from_slice(&self.saved[mark..end]);
        self.saved.truncate(if last { mark } else { end });
        self.forced_len = W::of(0);
    }

    #[inline]
    fn label(&self, node: W) -> u32 {
        if K > 0 {
            // Options begin at multiples of `K`.
            return self.labels[W::of(node.at() & !(K - 1))];
        }
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
