//! An exact-cover problem: items, and options that are sets of items.
//!
//! A solution is a set of options that contains every primary item exactly once
//! and every secondary item at most once. Items and options may be added in any
//! order and are named by what adding them returned.
//!
//! Some cases that solvers differ in, decided here:
//!
//! * Two options with the same items are two options: where one solves, the
//!   other does too, and both are counted.
//! * An option without a primary item (an empty one, for instance) is kept and
//!   keeps its number, but is in no solution: solutions are made by covering
//!   primary items one by one. Otherwise any number of empty options could be
//!   added to every solution. Knuth's programs do the same.
//! * An option cannot contain an item twice: no solution could use it, so it is
//!   refused as a mistake.
//! * Without primary items there is one solution, the empty one.
//!
//! Knuth's colours are not offered. They would cost a test in the innermost loop
//! of both structures, and no Sudoku needs them.

use std::fmt;

/// Something to be covered: the name that [`ExactCover::primary_item`] gave it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Item(u32);

impl Item {
    /// Its number in the order of adding, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of items that can be chosen: the name that [`ExactCover::add_option`]
/// gave it. (`Option` means something else in Rust.)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CoverOption(u32);

impl CoverOption {
    pub(crate) fn new(label: u32) -> CoverOption {
        CoverOption(label)
    }

    /// Its number in the order of adding, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Why an option was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CoverError {
    /// The option contains this item twice.
    RepeatedItem(Item),
    /// The item belongs to another problem: there is none of this number here.
    UnknownItem(Item),
}

impl fmt::Display for CoverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CoverError::RepeatedItem(item) => write!(f, "item {} twice in one option", item.0),
            CoverError::UnknownItem(item) => write!(f, "no item {} in this problem", item.0),
        }
    }
}

impl std::error::Error for CoverError {}

/// Items and options, as plain data. Solvers read it: see
/// [`ExactCoverSolver`](crate::ExactCoverSolver).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExactCover {
    /// For each item whether it is primary, and its number among its kind.
    kinds: Vec<(bool, u32)>,
    /// For each item how many usable options contain it.
    counts: Vec<u32>,
    primary: u32,
    /// The items of all options, one option after the other.
    items: Vec<Item>,
    /// Where each option ends in `items`, and whether it is usable: whether it
    /// has a primary item.
    ends: Vec<(u32, bool)>,
}

impl ExactCover {
    /// A problem without items and options.
    pub fn new() -> ExactCover {
        ExactCover::default()
    }

    /// Adds an item that must be covered exactly once.
    pub fn primary_item(&mut self) -> Item {
        self.kinds.push((true, self.primary));
        self.primary += 1;
        self.last_item()
    }

    /// Adds an item that may be covered at most once.
    pub fn secondary_item(&mut self) -> Item {
        let secondary = self.kinds.len() as u32 - self.primary;
        self.kinds.push((false, secondary));
        self.last_item()
    }

    fn last_item(&mut self) -> Item {
        self.counts.push(0);
        let last = self.kinds.len() - 1;
        Item(u32::try_from(last).expect("items are numbered in four bytes"))
    }

    /// Adds several primary items.
    pub fn primary_items(&mut self, count: usize) -> Vec<Item> {
        (0..count).map(|_| self.primary_item()).collect()
    }

    /// Adds several secondary items.
    pub fn secondary_items(&mut self, count: usize) -> Vec<Item> {
        (0..count).map(|_| self.secondary_item()).collect()
    }

    /// Adds an option; the order of its items means nothing for the solutions.
    ///
    /// # Errors
    /// An item that is repeated or unknown; the problem is then as before.
    pub fn add_option(
        &mut self,
        items: impl IntoIterator<Item = Item>,
    ) -> Result<CoverOption, CoverError> {
        let start = self.items.len();
        let mut usable = false;
        for item in items {
            let known = self.kinds.get(item.index());
            let refused = match known {
                None => Some(CoverError::UnknownItem(item)),
                Some(_) if self.items[start..].contains(&item) => {
                    Some(CoverError::RepeatedItem(item))
                }
                Some(&(primary, _)) => {
                    usable |= primary;
                    None
                }
            };
            if let Some(why) = refused {
                self.items.truncate(start);
                return Err(why);
            }
            self.items.push(item);
        }
        if usable {
            for item in &self.items[start..] {
                self.counts[item.index()] += 1;
            }
        }
        let end = u32::try_from(self.items.len()).expect("entries are numbered in four bytes");
        self.ends.push((end, usable));
        Ok(CoverOption(self.ends.len() as u32 - 1))
    }

    /// Forgets items and options and keeps the memory.
    pub fn clear(&mut self) {
        self.kinds.clear();
        self.counts.clear();
        self.primary = 0;
        self.items.clear();
        self.ends.clear();
    }

    /// How many items there are.
    pub fn item_count(&self) -> usize {
        self.kinds.len()
    }

    /// How many of them are primary.
    pub fn primary_count(&self) -> usize {
        self.primary as usize
    }

    /// How many options there are.
    pub fn option_count(&self) -> usize {
        self.ends.len()
    }

    /// Whether an item must be covered.
    ///
    /// # Panics
    /// If it belongs to another problem and there is none of its number here.
    pub fn is_primary(&self, item: Item) -> bool {
        self.kinds[item.index()].0
    }

    /// The items of an option, in the order in which they were given.
    ///
    /// # Panics
    /// If it belongs to another problem and there is none of its number here.
    pub fn items(&self, option: CoverOption) -> &[Item] {
        let end = self.ends[option.index()].0 as usize;
        let start = match option.index() {
            0 => 0,
            index => self.ends[index - 1].0 as usize,
        };
        &self.items[start..end]
    }

    /// All options in the order of adding.
    pub fn options(&self) -> impl ExactSizeIterator<Item = CoverOption> + use<> {
        (0..self.ends.len() as u32).map(CoverOption)
    }

    /// The options that a solver looks at: those with a primary item.
    pub(crate) fn usable(&self) -> impl Iterator<Item = (u32, &[Item])> {
        let mut start = 0;
        let options = self.ends.iter().enumerate();
        options.filter_map(move |(label, &(end, usable))| {
            let items = &self.items[start..end as usize];
            start = end as usize;
            usable.then_some((label as u32, items))
        })
    }

    /// Writes for each column of a matrix how many usable options it has.
    pub(crate) fn write_capacity(&self, capacity: &mut Vec<u32>) {
        capacity.clear();
        for kind in [true, false] {
            let counts = self.kinds.iter().zip(&self.counts);
            capacity.extend(counts.filter(|(a, _)| a.0 == kind).map(|(_, &count)| count));
        }
    }

    /// How many entries all options have together.
    pub(crate) fn entries(&self) -> usize {
        self.items.len()
    }

    /// The item's place in a matrix, which lists primary items first.
    #[inline]
    pub(crate) fn column(&self, item: Item) -> usize {
        let (primary, number) = self.kinds[item.index()];
        (if primary {
            number
        } else {
            self.primary + number
        }) as usize
    }
}
