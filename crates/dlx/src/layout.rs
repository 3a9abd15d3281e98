//! Rules as items: what a grid of some shape has to cover.
//!
//! Placing a digit in a cell is an option. It fills the cell and serves the
//! digit in every house of the cell, so its items are
//!
//! ```text
//! cell items     one a cell                       "r1c1 holds a digit"
//! house items    one a house and digit            "row 1 has a 5"
//!
//! item number    0 .. cells | full houses, size items each | smaller houses
//!                ------------ primary -------------------- | -- secondary --
//! ```
//!
//! A house with as many cells as there are digits must have every digit, so its
//! items are primary; a smaller one may have each digit at most once: secondary.
//! With 3x3 boxes that makes 81 + 3 * 81 = 324 items and at most 729 options of
//! four items each. Rows, columns and boxes come in this order, as they do in
//! Knuth's sudoku examples, so that searches can be compared node for node.

use polydoku_core::{Cell, Digit, HouseIndex, Rules};

/// What an item stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Duty {
    /// The cell holds a digit.
    Fill(Cell),
    /// The house has the digit.
    Serve(HouseIndex, Digit),
}

/// The items of a shape of puzzle, with the tables to find them.
#[derive(Debug)]
pub(crate) struct Layout {
    pub size: usize,
    /// How many items are primary.
    pub primary: usize,
    /// How many options may contain each item.
    pub capacity: Vec<u32>,
    /// For each cell its houses, by number ...
    houses: Vec<u16>,
    /// ... and the first item of each of those.
    bases: Vec<u32>,
    /// Where each cell's stretch of the two lists above starts.
    starts: Vec<u32>,
    /// For each house the number of its first item; the others follow by digit.
    house_bases: Vec<u32>,
    /// The house that owns each stretch of `size` items after the cells.
    owners: Vec<HouseIndex>,
}

impl Layout {
    /// The layout of these rules.
    pub fn new(rules: &Rules) -> Layout {
        let (size, cells) = (rules.size(), rules.cell_count());
        let mut indices = vec![None; rules.houses().len()];
        for cell in rules.cells() {
            for &house in rules.houses_of(cell) {
                indices[house.index()] = Some(house);
            }
        }
        let mut capacity = vec![size as u32; cells];
        let mut house_bases = vec![0; indices.len()];
        let mut owners = Vec::with_capacity(indices.len());
        let mut primary = cells;
        for full in [true, false] {
            for (number, house) in rules.houses().iter().enumerate() {
                if house.holds_every_digit() != full {
                    continue;
                }
                house_bases[number] = capacity.len() as u32;
                owners.extend(indices[number]);
                let places = house.cells().len() as u32;
                capacity.resize(capacity.len() + size, places);
            }
            if full {
                primary = capacity.len();
            }
        }
        let (mut houses, mut bases, mut starts) = (Vec::new(), Vec::new(), vec![0]);
        for cell in rules.cells() {
            for house in rules.houses_of(cell) {
                houses.push(house.index() as u16);
                bases.push(house_bases[house.index()]);
            }
            starts.push(houses.len() as u32);
        }
        Layout {
            size,
            primary,
            capacity,
            houses,
            bases,
            starts,
            house_bases,
            owners,
        }
    }

    /// How many items there are.
    pub fn items(&self) -> usize {
        self.capacity.len()
    }

    /// How many houses there are.
    pub fn house_count(&self) -> usize {
        self.house_bases.len()
    }

    /// Whether every cell lies in three houses, as with plain boxes.
    pub fn has_four_items_an_option(&self) -> bool {
        self.starts.windows(2).all(|pair| pair[1] - pair[0] == 3)
    }

    /// How many nodes the matrix of an empty grid has, headers included.
    pub fn indices(&self) -> usize {
        self.items() + self.capacity.iter().sum::<u32>() as usize + 1
    }

    /// The houses of a cell, by number, and the first item of each.
    #[inline]
    pub fn houses_of(&self, cell: usize) -> (&[u16], &[u32]) {
        let stretch = self.starts[cell] as usize..self.starts[cell + 1] as usize;
        (&self.houses[stretch.clone()], &self.bases[stretch])
    }

    /// The items of an option: its cell's, then those of the cell's houses.
    pub fn items_of(&self, cell: Cell, digit: Digit) -> impl Iterator<Item = usize> {
        let (_, bases) = self.houses_of(cell.index());
        let houses = bases.iter().map(move |&base| base as usize + digit.index());
        std::iter::once(cell.index()).chain(houses)
    }

    /// The houses in the order of their items.
    pub fn owners(&self) -> impl Iterator<Item = HouseIndex> {
        self.owners.iter().copied()
    }

    /// What an item stands for.
    pub fn duty(&self, item: usize) -> Duty {
        let cells = self.size * self.size;
        match item.checked_sub(cells) {
            None => Duty::Fill(Cell::new(item)),
            Some(after) => Duty::Serve(
                self.owners[after / self.size],
                Digit::from_index(after % self.size),
            ),
        }
    }

    /// The number of an option: cell and digit in one.
    #[inline]
    pub fn label(cell: usize, digit: usize) -> u32 {
        (cell << 6 | digit) as u32
    }

    /// The cell and digit of an option's number.
    #[inline]
    pub fn candidate(label: u32) -> (usize, usize) {
        ((label >> 6) as usize, (label & 63) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_classic_grid_has_324_primary_items_of_nine_options() {
        let layout = Layout::new(&Rules::classic());
        assert_eq!((layout.items(), layout.primary), (324, 324));
        assert!(layout.capacity.iter().all(|&options| options == 9));
        // r2c3 = 5: cell 11, row 2, column 3, box 1.
        let items: Vec<_> = layout
            .items_of(Cell::new(11), Digit::from_index(4))
            .collect();
        assert_eq!(items, [11, 81 + 9 + 4, 162 + 2 * 9 + 4, 243 + 4]);
    }

    #[test]
    fn a_house_smaller_than_the_grid_is_secondary() {
        let rules = Rules::builder(4).boxes(2, 2).extra_house([0, 15]).build();
        let layout = Layout::new(&rules.expect("two cells may form a house"));
        assert_eq!((layout.primary, layout.items()), (64, 68));
        assert_eq!(layout.capacity[64..], [2, 2, 2, 2]);
        let items = layout.items_of(Cell::new(0), Digit::from_index(3));
        assert_eq!(items.last(), Some(67));
        let Duty::Serve(house, digit) = layout.duty(67) else {
            panic!("item 67 belongs to a house");
        };
        assert_eq!((house.index(), digit.get()), (12, 4));
    }

    #[test]
    fn labels_hold_the_largest_cell_and_digit() {
        assert_eq!(Layout::candidate(Layout::label(4095, 63)), (4095, 63));
    }
}
