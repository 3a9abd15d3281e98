//! Which houses cross which, for locked candidates.
//!
//! House A must hold every digit, B is any other that shares cells with it:
//!
//! ```text
//!                 B
//!          +------------+
//!   A: a a | x x x | b b b b b b      outside = the a, beyond = the b
//! ```
//!
//! A digit with no candidate outside stands at a crossing x, hence nowhere
//! beyond. Crossings of one cell are left out (that is a hidden single), as are
//! those with nothing beyond. The lists stand one after the other in one vector.

use std::ops::Range;

use polydoku_core::{Cell, HouseIndex, Rules};

/// One house where another crosses it.
#[derive(Clone, Copy, Debug)]
pub struct Crossing<'a> {
    /// A, which must hold every digit.
    pub from: HouseIndex,
    /// B.
    pub to: HouseIndex,
    /// The cells of A that are not in B.
    pub outside: &'a [Cell],
    /// The cells of B that are not in A.
    pub beyond: &'a [Cell],
}

/// All crossings of a shape.
#[derive(Debug)]
pub struct Crossings {
    cells: Vec<Cell>,
    /// A, B, and where in `cells` the two lists end that begin at the first.
    entries: Vec<Entry>,
    /// For each house as A its entries.
    of: Vec<Range<usize>>,
}

#[derive(Debug)]
struct Entry {
    from: HouseIndex,
    to: HouseIndex,
    outside: Range<usize>,
    beyond: Range<usize>,
}

impl Crossings {
    /// The crossings of these houses, which must hold every digit.
    pub fn new(rules: &Rules, full: &[HouseIndex]) -> Crossings {
        let mut crossings = Crossings {
            cells: Vec::new(),
            entries: Vec::new(),
            of: vec![0..0; rules.houses().len()],
        };
        for &from in full {
            let start = crossings.entries.len();
            let mine = rules.house(from).cells();
            let mut others: Vec<HouseIndex> = mine
                .iter()
                .flat_map(|&cell| rules.houses_of(cell).iter().copied())
                .filter(|&other| other != from)
                .collect();
            others.sort_unstable();
            others.dedup();
            for to in others {
                let theirs = rules.house(to).cells();
                let shared = mine.iter().filter(|cell| theirs.contains(cell)).count();
                if shared < 2 || shared == theirs.len() {
                    continue;
                }
                let outside = crossings.list(mine, theirs);
                let beyond = crossings.list(theirs, mine);
                crossings.entries.push(Entry {
                    from,
                    to,
                    outside,
                    beyond,
                });
            }
            crossings.of[from.index()] = start..crossings.entries.len();
        }
        crossings
    }

    /// Adds the cells of one list that are not in another.
    fn list(&mut self, of: &[Cell], without: &[Cell]) -> Range<usize> {
        let start = self.cells.len();
        let cells = of.iter().filter(|cell| !without.contains(cell));
        self.cells.extend(cells);
        start..self.cells.len()
    }

    /// The crossings of a house.
    #[inline]
    pub fn of(&self, from: HouseIndex) -> impl Iterator<Item = Crossing<'_>> {
        let entries = &self.entries[self.of[from.index()].clone()];
        entries.iter().map(|entry| Crossing {
            from: entry.from,
            to: entry.to,
            outside: &self.cells[entry.outside.clone()],
            beyond: &self.cells[entry.beyond.clone()],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_classic_box_is_crossed_by_three_rows_and_three_columns() {
        let rules = Rules::classic();
        let houses = rules.houses_of(Cell::new(40));
        let crossings = Crossings::new(&rules, houses);
        let count = |house: HouseIndex| crossings.of(house).count();
        assert_eq!(
            houses.iter().map(|&house| count(house)).collect::<Vec<_>>(),
            [3, 3, 6]
        );
        for crossing in crossings.of(houses[2]) {
            assert_eq!((crossing.outside.len(), crossing.beyond.len()), (6, 6));
        }
    }
}
