//! Putting rules together, and refusing what is not well formed.
//!
//! The builder collects wishes; `build` checks them all and tabulates the
//! houses, so that a `Rules` that exists is sound and no engine checks again.

use std::fmt;

use super::{Boxes, House, HouseIndex, HouseKind, Lists, Rules};
use crate::Cell;

/// Describes rules step by step; [`build`](RulesBuilder::build) checks them.
///
/// ```
/// use polydoku_core::Rules;
/// let x = Rules::builder(9).diagonals().build()?;
/// assert_eq!(x.houses().len(), 29);
/// assert_eq!(x.to_string(), "9x9, diagonals");
/// let error = Rules::builder(7).build().unwrap_err();
/// assert_eq!(error.to_string(), "7 is prime: no box but a whole row holds 7 cells; \
///     ask for no boxes (a Latin square) or give a region map");
/// # Ok::<(), polydoku_core::RulesError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RulesBuilder {
    size: usize,
    boxes: Wish,
    diagonals: bool,
    windoku: bool,
    extra: Vec<Vec<usize>>,
}

/// What was asked for in the boxes' place.
#[derive(Clone, Debug)]
enum Wish {
    Assumed,
    Nothing,
    Rect(usize, usize),
    Regions(Vec<u32>),
}

/// The height and width that people mean by a size alone; `None` for primes.
pub(super) fn assumed_boxes(size: usize) -> Option<(usize, usize)> {
    if size == 1 {
        return Some((1, 1));
    }
    let height = (2..=size)
        .take_while(|h| h * h <= size)
        .filter(|&h| size.is_multiple_of(h))
        .max()?;
    Some((height, size / height))
}

impl RulesBuilder {
    pub(super) fn new(size: usize) -> RulesBuilder {
        RulesBuilder {
            size,
            boxes: Wish::Assumed,
            diagonals: false,
            windoku: false,
            extra: Vec::new(),
        }
    }

    /// Boxes of `rows` x `cols` cells.
    pub fn boxes(mut self, rows: usize, cols: usize) -> Self {
        self.boxes = Wish::Rect(rows, cols);
        self
    }

    /// No boxes: a Latin square.
    pub fn no_boxes(mut self) -> Self {
        self.boxes = Wish::Nothing;
        self
    }

    /// Irregular regions in the boxes' place: for each cell a label, equal
    /// labels for cells of one region.
    pub fn regions(mut self, labels: impl IntoIterator<Item = u32>) -> Self {
        self.boxes = Wish::Regions(labels.into_iter().collect());
        self
    }

    /// Both main diagonals ("x").
    pub fn diagonals(mut self) -> Self {
        self.diagonals = true;
        self
    }

    /// The inner boxes, one cell away from the rim and from each other. Needs
    /// square boxes of 3x3 or larger.
    pub fn windoku(mut self) -> Self {
        self.windoku = true;
        self
    }

    /// One more set of cells (numbered from 0, row by row) without repeats.
    pub fn extra_house(mut self, cells: impl IntoIterator<Item = usize>) -> Self {
        self.extra.push(cells.into_iter().collect());
        self
    }

    /// Further houses beside the boxes as a map: for each cell a label, or
    /// `None` for a cell that is in none of them. Houses are numbered in the
    /// order of first appearance.
    pub fn extra_regions(mut self, labels: impl IntoIterator<Item = Option<u32>>) -> Self {
        let mut known: Vec<(u32, Vec<usize>)> = Vec::new();
        for (cell, label) in labels.into_iter().enumerate() {
            let Some(label) = label else { continue };
            match known.iter_mut().find(|(l, _)| *l == label) {
                Some((_, cells)) => cells.push(cell),
                None => known.push((label, vec![cell])),
            }
        }
        self.extra.extend(known.into_iter().map(|(_, cells)| cells));
        self
    }

    /// Checks everything and tabulates it.
    ///
    /// # Errors
    /// The first thing that is not well formed; see [`RulesError`].
    pub fn build(self) -> Result<Rules, RulesError> {
        let n = self.size;
        if n == 0 || n > 64 {
            return Err(RulesError::Size { size: n });
        }
        let boxes = self.checked_boxes()?;
        let mut houses = Vec::new();
        let mut add = |kind, cells| houses.push(House::new(kind, cells, n));
        for i in 0..n {
            add(
                HouseKind::Row(i as u16),
                (0..n).map(|c| Cell::at(i, c, n)).collect(),
            );
        }
        for i in 0..n {
            add(
                HouseKind::Col(i as u16),
                (0..n).map(|r| Cell::at(r, i, n)).collect(),
            );
        }
        match &boxes {
            Boxes::None => {}
            &Boxes::Rect { rows, cols } => {
                for b in 0..n {
                    let (top, left) = (b / (n / cols) * rows, b % (n / cols) * cols);
                    let cell = |i: usize| Cell::at(top + i / cols, left + i % cols, n);
                    add(HouseKind::Box(b as u16), (0..n).map(cell).collect());
                }
            }
            Boxes::Regions(map) => {
                for region in 0..n {
                    let inside = |&i: &usize| map[i] as usize == region;
                    let cells = (0..n * n).filter(inside).map(Cell::new).collect();
                    add(HouseKind::Region(region as u16), cells);
                }
            }
        }
        if self.diagonals {
            add(
                HouseKind::Diagonal(0),
                (0..n).map(|i| Cell::at(i, i, n)).collect(),
            );
            add(
                HouseKind::Diagonal(1),
                (0..n).map(|i| Cell::at(i, n - 1 - i, n)).collect(),
            );
        }
        if self.windoku {
            let side = match boxes {
                Boxes::Rect { rows, cols } if rows == cols && rows >= 3 => rows,
                _ => return Err(RulesError::Windoku),
            };
            for w in 0..(side - 1) * (side - 1) {
                let (top, left) = (
                    w / (side - 1) * (side + 1) + 1,
                    w % (side - 1) * (side + 1) + 1,
                );
                let cell = |i: usize| Cell::at(top + i / side, left + i % side, n);
                add(HouseKind::Window(w as u16), (0..n).map(cell).collect());
            }
        }
        for (number, cells) in self.extra.iter().enumerate() {
            add(
                HouseKind::Extra(number as u16),
                checked_extra(number, cells, n)?,
            );
        }
        if houses.len() > usize::from(u16::MAX) {
            return Err(RulesError::TooManyHouses {
                found: houses.len(),
            });
        }
        let (houses_of, peers) = tables(n * n, &houses);
        let (diagonals, windoku) = (self.diagonals, self.windoku);
        Ok(Rules {
            size: n,
            boxes,
            diagonals,
            windoku,
            houses,
            houses_of,
            peers,
        })
    }

    fn checked_boxes(&self) -> Result<Boxes, RulesError> {
        let size = self.size;
        match &self.boxes {
            Wish::Nothing => Ok(Boxes::None),
            Wish::Assumed => match assumed_boxes(size) {
                Some((rows, cols)) => Ok(Boxes::Rect { rows, cols }),
                None => Err(RulesError::NoBoxes { size }),
            },
            &Wish::Rect(rows, cols) => {
                if rows.checked_mul(cols) != Some(size) {
                    return Err(RulesError::BoxArea { rows, cols, size });
                }
                Ok(Boxes::Rect { rows, cols })
            }
            Wish::Regions(labels) => regions(labels, size),
        }
    }
}

/// Numbers regions by first appearance and checks that they partition the
/// grid into `size` regions of `size` cells.
fn regions(labels: &[u32], size: usize) -> Result<Boxes, RulesError> {
    if labels.len() != size * size {
        return Err(RulesError::MapLength {
            found: labels.len(),
            expected: size * size,
        });
    }
    let mut known: Vec<u32> = Vec::new();
    let mut map = Vec::with_capacity(labels.len());
    for &label in labels {
        let number = known.iter().position(|&l| l == label).unwrap_or_else(|| {
            known.push(label);
            known.len() - 1
        });
        map.push(number);
    }
    if known.len() != size {
        return Err(RulesError::RegionCount {
            found: known.len(),
            expected: size,
        });
    }
    for region in 0..size {
        let cells = map.iter().filter(|&&r| r == region).count();
        if cells != size {
            return Err(RulesError::RegionSize {
                region,
                found: cells,
                expected: size,
            });
        }
    }
    Ok(Boxes::Regions(map.into_iter().map(|r| r as u8).collect()))
}

fn checked_extra(number: usize, cells: &[usize], size: usize) -> Result<Vec<Cell>, RulesError> {
    let (house, cell_count) = (number + 1, size * size);
    if cells.is_empty() {
        return Err(RulesError::EmptyHouse { house });
    }
    if let Some(&cell) = cells.iter().find(|&&cell| cell >= cell_count) {
        return Err(RulesError::NoSuchCell {
            house,
            cell,
            cells: cell_count,
        });
    }
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(RulesError::CellTwice {
            house,
            row: pair[0] / size + 1,
            col: pair[0] % size + 1,
        });
    }
    if cells.len() > size {
        return Err(RulesError::HouseTooLarge {
            house,
            found: cells.len(),
            size,
        });
    }
    Ok(sorted.into_iter().map(Cell::new).collect())
}

fn tables(cells: usize, houses: &[House]) -> (Lists<HouseIndex>, Lists<Cell>) {
    let mut by_cell: Vec<Vec<HouseIndex>> = vec![Vec::new(); cells];
    for (index, house) in houses.iter().enumerate() {
        for cell in house.cells() {
            by_cell[cell.index()].push(HouseIndex::new(index));
        }
    }
    let mut houses_of = Lists {
        starts: vec![0],
        items: Vec::new(),
    };
    let mut peers = Lists {
        starts: vec![0],
        items: Vec::new(),
    };
    for (cell, own) in by_cell.iter().enumerate() {
        houses_of.items.extend_from_slice(own);
        houses_of.starts.push(houses_of.items.len() as u32);
        let seen = own.iter().flat_map(|house| houses[house.index()].cells());
        let mut others: Vec<Cell> = seen.copied().filter(|c| c.index() != cell).collect();
        others.sort_unstable();
        others.dedup();
        peers.items.extend(others);
        peers.starts.push(peers.items.len() as u32);
    }
    (houses_of, peers)
}

/// Why rules are not well formed. Numbers of houses, rows and columns in
/// messages count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[allow(missing_docs)] // the fields are the figures of the messages below
pub enum RulesError {
    /// Only 1 to 64 digits are known.
    Size { size: usize },
    /// Boxes were not named and a prime size has none.
    NoBoxes { size: usize },
    /// A box must have as many cells as there are digits.
    BoxArea {
        rows: usize,
        cols: usize,
        size: usize,
    },
    /// A region map has one label a cell.
    MapLength { found: usize, expected: usize },
    /// A region map has as many regions as there are digits.
    RegionCount { found: usize, expected: usize },
    /// A region has as many cells as there are digits.
    RegionSize {
        region: usize,
        found: usize,
        expected: usize,
    },
    /// Windoku needs square boxes of at least 3x3.
    Windoku,
    /// A further house has no cell.
    EmptyHouse { house: usize },
    /// A further house names a cell outside the grid.
    NoSuchCell {
        house: usize,
        cell: usize,
        cells: usize,
    },
    /// A further house names a cell twice.
    CellTwice {
        house: usize,
        row: usize,
        col: usize,
    },
    /// A further house has more cells than there are digits.
    HouseTooLarge {
        house: usize,
        found: usize,
        size: usize,
    },
    /// More houses than the tables can number.
    TooManyHouses { found: usize },
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            RulesError::Size { size } => write!(f, "{size} digits: only 1 to 64 are possible"),
            RulesError::NoBoxes { size } => write!(
                f,
                "{size} is prime: no box but a whole row holds {size} cells; \
                 ask for no boxes (a Latin square) or give a region map"
            ),
            RulesError::BoxArea { rows, cols, size } => {
                write!(f, "a {rows}x{cols} box does not have {size} cells")
            }
            RulesError::MapLength { found, expected } => {
                write!(
                    f,
                    "the region map has {found} labels, expected {expected}, one a cell"
                )
            }
            RulesError::RegionCount { found, expected } => {
                write!(f, "the region map has {found} regions, expected {expected}")
            }
            RulesError::RegionSize {
                region,
                found,
                expected,
            } => {
                write!(
                    f,
                    "region {} has {found} cells, expected {expected}",
                    region + 1
                )
            }
            RulesError::Windoku => f.write_str("windoku needs square boxes of 3x3 or larger"),
            RulesError::EmptyHouse { house } => write!(f, "extra region {house} has no cell"),
            RulesError::NoSuchCell { house, cell, cells } => {
                write!(
                    f,
                    "extra region {house} names cell {cell} of a grid of {cells}"
                )
            }
            RulesError::CellTwice { house, row, col } => {
                write!(f, "extra region {house} names r{row}c{col} twice")
            }
            RulesError::HouseTooLarge { house, found, size } => {
                write!(
                    f,
                    "extra region {house} has {found} cells, more than the {size} digits"
                )
            }
            RulesError::TooManyHouses { found } => {
                write!(f, "{found} houses are more than 65,535")
            }
        }
    }
}

impl std::error::Error for RulesError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(builder: RulesBuilder) -> String {
        builder
            .build()
            .expect_err("these rules are not well formed")
            .to_string()
    }

    #[test]
    fn classic_houses_and_peers() {
        let rules = Rules::classic();
        assert_eq!(rules.houses().len(), 27);
        assert!(rules.houses().iter().all(House::holds_every_digit));
        for cell in rules.cells() {
            assert_eq!(rules.houses_of(cell).len(), 3);
            assert_eq!(rules.peers(cell).len(), 20);
        }
        let names: Vec<String> = rules
            .house(rules.houses_of(Cell::new(40))[2])
            .cells()
            .iter()
            .map(|c| c.name(9).to_string())
            .collect();
        assert_eq!(
            names.join(" "),
            "r4c4 r4c5 r4c6 r5c4 r5c5 r5c6 r6c4 r6c5 r6c6"
        );
    }

    #[test]
    fn assumed_boxes_are_as_people_print_them() {
        let expect = [
            (4, 2, 2),
            (6, 2, 3),
            (8, 2, 4),
            (9, 3, 3),
            (10, 2, 5),
            (12, 3, 4),
            (16, 4, 4),
            (64, 8, 8),
        ];
        for (size, rows, cols) in expect {
            assert_eq!(assumed_boxes(size), Some((rows, cols)));
        }
        assert_eq!(assumed_boxes(11), None);
    }

    #[test]
    fn tall_boxes_differ_from_wide_ones() {
        let tall = Rules::builder(6).boxes(3, 2).build().unwrap();
        let wide = Rules::builder(6).build().unwrap();
        assert_ne!(tall, wide);
        assert_eq!(tall.box_of(Cell::at(2, 1, 6)).unwrap().index(), 0);
        assert_eq!(wide.box_of(Cell::at(2, 1, 6)).unwrap().index(), 2);
        assert_eq!(tall.to_string(), "6x6 with 3x2 boxes");
    }

    #[test]
    fn windows_stand_one_cell_apart() {
        let rules = Rules::builder(9).windoku().build().unwrap();
        let corners: Vec<String> = rules.houses()[27..]
            .iter()
            .map(|h| h.cells()[0].name(9).to_string())
            .collect();
        assert_eq!(corners, ["r2c2", "r2c6", "r6c2", "r6c6"]);
        assert_eq!(
            Rules::builder(16).windoku().build().unwrap().houses().len(),
            48 + 9
        );
    }

    #[test]
    fn equal_partitions_are_equal_rules_whatever_the_labels() {
        let a = Rules::builder(2).regions([7, 7, 3, 3]).build().unwrap();
        let b = Rules::builder(2).regions([0, 0, 1, 1]).build().unwrap();
        assert_eq!(a, b);
        assert_ne!(a, Rules::builder(2).regions([0, 1, 0, 1]).build().unwrap());
    }

    #[test]
    fn small_houses_need_not_hold_every_digit() {
        let rules = Rules::builder(4).extra_house([0, 5]).build().unwrap();
        assert!(!rules.houses().last().unwrap().holds_every_digit());
        assert!(rules.peers(Cell::new(0)).contains(&Cell::new(5)));
    }

    #[test]
    fn what_is_not_well_formed_is_refused_with_the_reason() {
        assert_eq!(
            refusal(Rules::builder(0)),
            "0 digits: only 1 to 64 are possible"
        );
        assert_eq!(
            refusal(Rules::builder(65)),
            "65 digits: only 1 to 64 are possible"
        );
        assert_eq!(
            refusal(Rules::builder(9).boxes(2, 3)),
            "a 2x3 box does not have 9 cells"
        );
        assert_eq!(
            refusal(Rules::builder(2).regions([1, 1, 1, 2])),
            "region 1 has 3 cells, expected 2"
        );
        assert_eq!(
            refusal(Rules::builder(2).regions([1, 1, 1])),
            "the region map has 3 labels, expected 4, one a cell"
        );
        assert_eq!(
            refusal(Rules::builder(2).regions([1, 2, 3, 3])),
            "the region map has 3 regions, expected 2"
        );
        assert_eq!(
            refusal(Rules::builder(6).windoku()),
            "windoku needs square boxes of 3x3 or larger"
        );
        assert_eq!(
            refusal(Rules::builder(4).extra_house([])),
            "extra region 1 has no cell"
        );
        assert_eq!(
            refusal(Rules::builder(4).extra_house([16])),
            "extra region 1 names cell 16 of a grid of 16"
        );
        assert_eq!(
            refusal(Rules::builder(4).extra_house([6, 6])),
            "extra region 1 names r2c3 twice"
        );
        assert_eq!(
            refusal(Rules::builder(4).extra_house(0..5)),
            "extra region 1 has 5 cells, more than the 4 digits"
        );
    }
}
