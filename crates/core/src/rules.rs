//! The shape of a puzzle: how many digits, and which cells form houses.
//!
//! A house is a set of cells in which no digit may stand twice; a house with
//! as many cells as there are digits must therefore hold every digit. Rows and
//! columns are always houses; boxes (rectangles, or an irregular region map)
//! usually are; diagonals, windows and any further list of cells may be.
//! Everything an engine needs to know about a shape is tabulated once here:
//!
//! ```text
//! houses     house -> its cells
//! houses_of  cell  -> the houses it lies in    (one flat list with offsets)
//! peers      cell  -> the other cells of those (one flat list with offsets)
//! ```
//!
//! `Rules` says nothing about clues: that is `Puzzle`. How rules are put
//! together and refused is in [`build`](RulesBuilder).

mod build;
mod house;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock};

pub use build::{RulesBuilder, RulesError};
pub use house::{BoxIndex, House, HouseIndex, HouseKind};

use crate::{Cell, DigitSet};

/// What stands in the place of boxes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Boxes {
    /// No boxes: a Latin square.
    None,
    /// Rectangles of `rows` x `cols` cells, with `rows * cols` = size.
    Rect {
        /// Height of a box.
        rows: usize,
        /// Width of a box.
        cols: usize,
    },
    /// An irregular map (jigsaw): for each cell the number of its region,
    /// regions numbered from 0 in the order in which they first appear.
    Regions(Box<[u8]>),
}

/// The shape of a puzzle. Immutable; share it behind an `Arc`.
///
/// Two rules are equal when they have the same digits and the same houses in
/// the same order.
#[derive(Clone)]
pub struct Rules {
    size: usize,
    boxes: Boxes,
    diagonals: bool,
    windoku: bool,
    houses: Vec<House>,
    houses_of: Lists<HouseIndex>,
    peers: Lists<Cell>,
}

/// For each cell a short list, all in one allocation.
#[derive(Clone)]
struct Lists<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    fn of(&self, cell: Cell) -> &[T] {
        let index = cell.index();
        &self.items[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

impl Rules {
    /// Starts a description of rules with `size` digits, rows and columns.
    pub fn builder(size: usize) -> RulesBuilder {
        RulesBuilder::new(size)
    }

    /// The rules of the ordinary 9x9 Sudoku. Always the same shared value.
    pub fn classic() -> Arc<Rules> {
        static CLASSIC: LazyLock<Arc<Rules>> = LazyLock::new(|| {
            let rules = Rules::builder(9).boxes(3, 3).build();
            Arc::new(rules.expect("3x3 boxes fit nine digits"))
        });
        CLASSIC.clone()
    }

    /// The rules people mean when they name only a size: boxes whose height
    /// is the largest divisor of the size that is at most its square root
    /// (4 = 2x2, 6 = 2x3, 8 = 2x4, 9 = 3x3, 10 = 2x5, 12 = 3x4).
    ///
    /// # Errors
    /// A size of 0 or beyond 64, and a prime size, which has no such box.
    pub fn assumed(size: usize) -> Result<Rules, RulesError> {
        Rules::builder(size).build()
    }

    /// How many digits, rows and columns there are.
    #[inline]
    pub fn size(&self) -> usize {
        self.size
    }

    /// How many cells there are: size times size.
    #[inline]
    pub fn cell_count(&self) -> usize {
        self.size * self.size
    }

    /// All cells in row-major order.
    pub fn cells(
        &self,
    ) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone + use<> {
        (0..self.size * self.size).map(Cell::new)
    }

    /// All digits.
    #[inline]
    pub fn digits(&self) -> DigitSet {
        DigitSet::all(self.size)
    }

    /// The boxes, or what stands in their place.
    pub fn boxes(&self) -> &Boxes {
        &self.boxes
    }

    /// Whether both diagonals are houses ("x").
    pub fn has_diagonals(&self) -> bool {
        self.diagonals
    }

    /// Whether the inner boxes are houses (windoku).
    pub fn has_windoku(&self) -> bool {
        self.windoku
    }

    /// Whether these are the rules of the ordinary 9x9 Sudoku.
    pub fn is_classic(&self) -> bool {
        self.size == 9 && self.houses.len() == 27 && self.boxes == Boxes::Rect { rows: 3, cols: 3 }
    }

    /// Every house: rows, columns, boxes or regions, then the others.
    #[inline]
    pub fn houses(&self) -> &[House] {
        &self.houses
    }

    /// One house.
    #[inline]
    pub fn house(&self, house: HouseIndex) -> &House {
        &self.houses[house.index()]
    }

    /// The houses a cell lies in, ascending.
    #[inline]
    pub fn houses_of(&self, cell: Cell) -> &[HouseIndex] {
        self.houses_of.of(cell)
    }

    /// The cells that share a house with `cell`, each once, ascending,
    /// without itself.
    #[inline]
    pub fn peers(&self, cell: Cell) -> &[Cell] {
        self.peers.of(cell)
    }

    /// The box or region of a cell, if there are boxes.
    pub fn box_of(&self, cell: Cell) -> Option<BoxIndex> {
        match &self.boxes {
            Boxes::None => None,
            Boxes::Rect { rows, cols } => {
                let (row, col) = (cell.row(self.size), cell.col(self.size));
                Some(BoxIndex::new(row / rows * (self.size / cols) + col / cols))
            }
            Boxes::Regions(map) => Some(BoxIndex::new(map[cell.index()] as usize)),
        }
    }

    /// The houses beyond rows, columns, boxes, diagonals and windows.
    pub fn extra_houses(&self) -> impl Iterator<Item = &House> {
        let extra = |house: &&House| matches!(house.kind(), HouseKind::Extra(_));
        self.houses.iter().filter(extra)
    }
}

impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        self.size == other.size && self.boxes == other.boxes && self.houses == other.houses
    }
}

impl Eq for Rules {}

impl Hash for Rules {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.size.hash(state);
        self.boxes.hash(state);
        self.houses.len().hash(state);
    }
}

/// A phrase such as `9x9`, `6x6 with 3x2 boxes`, `9x9 jigsaw with diagonals`.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.size)?;
        match self.boxes {
            Boxes::None => f.write_str(" Latin square")?,
            Boxes::Rect { rows, cols } if build::assumed_boxes(self.size) == Some((rows, cols)) => {
            }
            Boxes::Rect { rows, cols } => write!(f, " with {rows}x{cols} boxes")?,
            Boxes::Regions(_) => f.write_str(" jigsaw")?,
        }
        if self.diagonals {
            f.write_str(", diagonals")?;
        }
        if self.windoku {
            f.write_str(", windoku")?;
        }
        match self.extra_houses().count() {
            0 => Ok(()),
            1 => f.write_str(", 1 extra region"),
            n => write!(f, ", {n} extra regions"),
        }
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rules({self})")
    }
}
