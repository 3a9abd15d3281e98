//! Houses: the sets of cells in which no digit may stand twice.

use std::fmt;

use crate::Cell;

/// Which kind of house it is, with its number of that kind from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum HouseKind {
    /// A row, from the top.
    Row(u16),
    /// A column, from the left.
    Col(u16),
    /// A rectangular box, row by row.
    Box(u16),
    /// A region of an irregular map, in the order of first appearance.
    Region(u16),
    /// A main diagonal: 0 falls from the top left, 1 from the top right.
    Diagonal(u16),
    /// An inner box of windoku, row by row.
    Window(u16),
    /// Any other list of cells.
    Extra(u16),
}

/// `row 1`, `column 3`, `box 9`, `region A`, `falling diagonal`, ...
impl fmt::Display for HouseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            HouseKind::Row(i) => write!(f, "row {}", i + 1),
            HouseKind::Col(i) => write!(f, "column {}", i + 1),
            HouseKind::Box(i) => write!(f, "box {}", i + 1),
            HouseKind::Region(i) => write!(f, "region {}", i + 1),
            HouseKind::Diagonal(0) => f.write_str("falling diagonal"),
            HouseKind::Diagonal(_) => f.write_str("rising diagonal"),
            HouseKind::Window(i) => write!(f, "window {}", i + 1),
            HouseKind::Extra(i) => write!(f, "extra region {}", i + 1),
        }
    }
}

/// The number of a house in [`Rules::houses`](crate::Rules::houses).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HouseIndex(u16);

impl HouseIndex {
    pub(crate) fn new(index: usize) -> HouseIndex {
        HouseIndex(u16::try_from(index).expect("the builder bounds the number of houses"))
    }

    /// The number, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of a box or region, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BoxIndex(u8);

impl BoxIndex {
    pub(crate) fn new(index: usize) -> BoxIndex {
        BoxIndex(index as u8)
    }

    /// The number, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of cells in which no digit may stand twice.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct House {
    kind: HouseKind,
    cells: Box<[Cell]>,
    full: bool,
}

impl House {
    pub(crate) fn new(kind: HouseKind, cells: Vec<Cell>, size: usize) -> House {
        let full = cells.len() == size;
        let cells = cells.into();
        House { kind, cells, full }
    }

    /// Which house it is.
    pub fn kind(&self) -> HouseKind {
        self.kind
    }

    /// Its cells. Rows, columns, boxes and regions list them ascending.
    #[inline]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Whether it has as many cells as there are digits, and so must hold
    /// every digit. Only such a house has hidden singles.
    #[inline]
    pub fn holds_every_digit(&self) -> bool {
        self.full
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}
