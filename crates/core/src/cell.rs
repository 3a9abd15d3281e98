//! Places of a grid: a cell's index, and its name for people.
//!
//! Inside, cells are numbered from 0 in row-major order; people read `r1c1`,
//! which needs the grid's size, so a name is made by [`Cell::name`].

use std::fmt;

/// One place of a grid, numbered from 0, row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u16);

impl Cell {
    /// The cell with this number.
    ///
    /// # Panics
    /// If `index` is not below 4,096, the number of cells of a 64x64 grid.
    #[inline]
    pub const fn new(index: usize) -> Cell {
        assert!(index < 64 * 64, "a cell's index is below 4,096");
        Cell(index as u16)
    }

    /// The cell at a row and a column, both from 0, in a grid of `size`.
    #[inline]
    pub const fn at(row: usize, col: usize, size: usize) -> Cell {
        Cell::new(row * size + col)
    }

    /// The number, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row from 0.
    #[inline]
    pub const fn row(self, size: usize) -> usize {
        self.0 as usize / size
    }

    /// The column from 0.
    #[inline]
    pub const fn col(self, size: usize) -> usize {
        self.0 as usize % size
    }

    /// The name people use, such as `r1c1`, in a grid of `size`.
    pub const fn name(self, size: usize) -> CellName {
        CellName {
            row: self.row(size) as u16 + 1,
            col: self.col(size) as u16 + 1,
        }
    }
}

/// A cell as people name it: `r1c1` is the top left one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CellName {
    /// The row, from 1.
    pub row: u16,
    /// The column, from 1.
    pub col: u16,
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row, self.col)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_count_from_one() {
        assert_eq!(Cell::new(0).name(9).to_string(), "r1c1");
        assert_eq!(Cell::new(80).name(9).to_string(), "r9c9");
        assert_eq!(Cell::at(1, 2, 16).name(16).to_string(), "r2c3");
        assert_eq!((Cell::new(17).row(16), Cell::new(17).col(16)), (1, 1));
    }
}
