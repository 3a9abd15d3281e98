//! What the search asks of a matrix of items and options, however it is kept.
//!
//! Both structures of this crate, links and sparse sets, answer the same few
//! questions, so the search is written once (module `search`) and the two can be
//! compared operation by operation. Items are numbered from 0, primary ones
//! first; an entry of the matrix, one item in one option, is a *node*; an option
//! is named by any of its nodes.
//!
//! [`Watch`] is the other half: what the search tells while it runs. Everything
//! here is generic and ends up inlined; a watcher that does not care about a
//! step pays nothing for it.

use std::ops::ControlFlow;

use polydoku_core::End;

use crate::width::Width;

/// What to do next, as a matrix sees it.
pub(crate) enum Pick<W> {
    /// Every primary item is covered.
    Solved,
    /// This primary item is to be covered next, by one of so many options.
    Item(W, W),
}

/// Items, options, and which of them are still in play.
pub(crate) trait Matrix: Default {
    /// The width of its indices.
    type W: Width;

    /// Sets the number of items: `capacity` says for each how many options may
    /// contain it; the first `primary` of them are primary.
    fn shape(&mut self, primary: usize, capacity: &[u32]);

    /// Removes all options and uncovers all items.
    fn clear(&mut self);

    /// Takes an item out of play before the search: something outside the
    /// matrix has covered it. No option may contain it.
    fn retire(&mut self, item: Self::W);

    /// Adds an option with this number; at least one item must be primary.
    fn append(&mut self, label: u32, items: impl IntoIterator<Item = Self::W>);

    /// Takes note of options of four items, each with its number for `label`,
    /// so that `recall` can add one by its place in this list. Comes between
    /// `shape` and the first option, and holds until the next `shape`.
    fn learn(&mut self, options: Vec<(u32, [Self::W; 4])>);

    /// Adds a learnt option; after those that stand before it in the list.
    fn recall(&mut self, place: usize);

    /// Says that all options are added: what follows is a search.
    fn ready(&mut self) {}

    /// How many options were added since the last `clear`.
    fn options(&self) -> usize;

    /// A primary item with the fewest options. Which of several is the
    /// structure's own rule. Asked only while none is without options.
    fn choose(&mut self) -> Pick<Self::W>;

    /// Covers an item: removes each of its options from the option's other
    /// items. Returns how many primary items that leaves without options. The
    /// item's own options stay listed, for `first` and `next`.
    fn cover<V: Watch>(&mut self, item: Self::W, watch: &mut V) -> usize;

    /// The first option to try for an item just covered.
    fn first(&mut self, item: Self::W) -> Self::W;

    /// The option to try after `node`, of which `left` more come after.
    fn next(&self, item: Self::W, node: Self::W, left: usize) -> Self::W;

    /// Takes an option into the solution; `node` is its node in the item that
    /// was covered for it, which left `starved` primary items without options.
    /// Covers the option's other items too. False if some primary item outside
    /// the option has no option; the state is then fit for `restore` only.
    fn commit<V: Watch>(&mut self, node: Self::W, starved: usize, watch: &mut V) -> bool;

    /// Remembers the state; marks are restored last in, first out.
    fn save(&mut self) -> usize;

    /// Brings back the state of `mark`, since which the options `undone` were
    /// committed to. The first of them was taken for an item that was covered
    /// before the mark and stays so. With `last` the mark is not needed again.
    fn restore(&mut self, mark: usize, undone: &[Self::W], last: bool);

    /// The number of the option a node lies in.
    fn label(&self, node: Self::W) -> u32;

    /// How many options an item has left, or `None` once it is covered.
    fn size(&self, item: usize) -> Option<usize>;

    /// The first primary item without options, if there is one.
    fn starved(&self) -> Option<usize>;
}

/// What a search tells while it runs. Every step may answer that it is enough.
pub(crate) trait Watch {
    /// Whether the number of updates is wanted.
    const UPDATES: bool = false;
    /// Whether the steps are told by name. Without it the search calls only
    /// `enter` and `solution`, and `updates` if those are wanted.
    const TELLS: bool = false;

    /// A node of the search tree: an option is about to be taken, the
    /// `level`-th of the partial solution, from 1.
    fn enter(&mut self, level: usize) -> ControlFlow<End>;
    /// So many nodes were removed from their items.
    fn updates(&mut self, count: u64) {
        let _ = count;
    }
    /// The option is the `nth` of `of` alternatives for an item.
    fn guess(&mut self, item: usize, label: u32, nth: usize, of: usize) -> ControlFlow<End> {
        let _ = (item, label, nth, of);
        ControlFlow::Continue(())
    }
    /// The option is taken to cover this item; `forced` if it was the only one.
    fn take(&mut self, item: usize, label: u32, forced: bool) -> ControlFlow<End> {
        let _ = (item, label, forced);
        ControlFlow::Continue(())
    }
    /// An option is removed because of the one just taken.
    fn removed(&mut self, label: u32) {
        let _ = label;
    }
    /// All options that clash with the one just taken are removed.
    fn taken(&mut self) -> ControlFlow<End> {
        ControlFlow::Continue(())
    }
    /// The option is taken and the branch lives; `size` gives for each item how
    /// many options it has left, or `None` once it is covered.
    fn left(&mut self, size: impl Fn(usize) -> Option<usize>) -> ControlFlow<End> {
        let _ = size;
        ControlFlow::Continue(())
    }
    /// A primary item has no option left.
    fn dead(&mut self, item: usize) -> ControlFlow<End> {
        let _ = item;
        ControlFlow::Continue(())
    }
    /// An alternative was undone; so many stand after it.
    fn backtrack(&mut self, standing: usize) -> ControlFlow<End> {
        let _ = standing;
        ControlFlow::Continue(())
    }
    /// Every primary item is covered by these options.
    fn solution(&mut self, labels: impl ExactSizeIterator<Item = u32>) -> ControlFlow<End>;
}
