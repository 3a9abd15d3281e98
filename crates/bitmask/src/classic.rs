//! The 9x9 kernel's grid: nine vectors that hold all candidates.
//!
//! A vector belongs to one place in a box, row r and column c (index 3r + c);
//! it holds that cell of all nine boxes. One of its words is a band, one
//! ten-bit field of a word is a stack:
//!
//! ```text
//! grid[3r + c]   =  [ band 0 , band 1 , band 2 , band 0 again ]   four u32
//!
//! one word       =  0 0 | g ddddddddd stack 2 | g ddd.. stack 1 | g ddd.. stack 0
//!                  31 30 29              20     19           10    9            0
//!
//! field          =  nine candidate bits, digit 1 lowest, and a guard bit g = 0
//! ```
//!
//! So a whole grid is nine 128-bit registers. Rows run across the fields of a
//! word and columns across its lanes. "The same place one box to the right" is
//! a rotation by ten bits, "one box further down" a shuffle of lanes. The guard
//! bit catches carries: adding 511 to every field at once tells which fields
//! are empty, subtracting 1 with the guards set takes the lowest candidate out
//! of each. The fourth lane repeats the first: four lanes treated alike are one
//! vector instruction, and a shuffle never needs a case of its own.
//!
//! [`sweep`] is the inference, [`branch`] the choice where it is stuck,
//! [`search`] the stack around them, `explain` the same in words for a trace.
//! The layout is our own; bands of rows as the unit of inference come from
//! tdoku (T. Dillon) and the band solvers of the Player's Forum.

pub mod branch;
mod explain;
pub mod search;
pub mod sweep;

use polydoku_core::{Cell, Digit, PuzzleRef};

/// One vector: a word for each band, the first one twice.
pub type Lanes = [u32; 4];

/// All candidates of a grid.
pub type Grid = [Lanes; 9];

/// The nine candidate bits of one field.
const BOX: u32 = 0x1FF;
/// The lowest bit of each field.
const ONES: u32 = 1 | 1 << 10 | 1 << 20;
/// All candidates of each field.
const FULL: u32 = BOX * ONES;
/// The guard bit of each field.
const GUARDS: u32 = ONES << 9;

/// The grid a puzzle begins with: clues alone in their cells, marks as given.
#[inline]
pub fn start(puzzle: PuzzleRef<'_>) -> Grid {
    let clues: &[Option<Digit>; 81] = puzzle.clues().try_into().expect("81 cells of 9x9 rules");
    match puzzle.marks() {
        None => filled_with(|cell| MASKS[clues[cell].map_or(0, Digit::get) as usize & 15]),
        Some(_) => filled_with(|cell| puzzle.allowed(Cell::new(cell)).bits() as u32 & BOX),
    }
}

/// The candidates of a cell whose clue has this value; 0 is an open cell.
const MASKS: [u32; 16] = [BOX, 1, 2, 4, 8, 16, 32, 64, 128, 256, 0, 0, 0, 0, 0, 0];

#[inline(always)]
fn filled_with(mask: impl Fn(usize) -> u32) -> Grid {
    std::array::from_fn(|i| {
        let band = |band: usize| {
            let cell = (3 * band + i / 3) * 9 + i % 3;
            mask(cell) | mask(cell + 3) << 10 | mask(cell + 6) << 20
        };
        [band(0), band(1), band(2), band(0)]
    })
}

/// The candidates of a cell, digit 1 lowest.
#[inline(always)]
pub fn candidates(grid: &Grid, cell: usize) -> u32 {
    let (row, col) = (cell / 9, cell % 9);
    grid[row % 3 * 3 + col % 3][row / 3] >> (col / 3 * 10) & BOX
}

/// The lowest digit of a field; the empty field is no one's.
const LOWEST: [Digit; 512] = {
    let mut digits = [Digit::from_index(0); 512];
    let mut field = 1;
    while field < 512 {
        digits[field] = Digit::from_index(field.trailing_zeros() as usize);
        field += 1;
    }
    digits
};

/// The digits of a solved grid.
#[inline]
pub fn digits(grid: &Grid) -> [Digit; 81] {
    let mut out = [LOWEST[0]; 81];
    for (i, vector) in grid.iter().enumerate() {
        for (band, &word) in vector[..3].iter().enumerate() {
            let cell = (3 * band + i / 3) * 9 + i % 3;
            for stack in 0..3 {
                out[cell + 3 * stack] = LOWEST[(word >> (10 * stack) & BOX) as usize];
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use polydoku_core::{DigitSet, Puzzle, Rules};

    #[test]
    fn a_grid_holds_the_candidates_of_every_cell() {
        let rules = Rules::classic();
        let clues: Vec<_> = (0..81)
            .map(|cell| Digit::new([0, 0, 7][cell % 3]))
            .collect();
        let clues: Vec<_> = clues
            .iter()
            .enumerate()
            .map(|(i, c)| c.filter(|_| i == 41))
            .collect();
        let marks: Vec<_> = (0..81)
            .map(|cell| DigitSet::from_bits(if cell == 41 { 0x1FF } else { cell as u64 * 6 }))
            .collect();
        let puzzle = Puzzle::with_marks(&rules, &clues, &marks).unwrap();
        let grid = start(puzzle.as_ref());
        for cell in rules.cells() {
            let allowed = puzzle.as_ref().allowed(cell).bits();
            assert_eq!(
                u64::from(candidates(&grid, cell.index())),
                allowed,
                "{cell:?}"
            );
        }
        assert!(grid.iter().all(|vector| vector[3] == vector[0]));
        let bare = Puzzle::new(&rules, &clues).unwrap();
        let grid = start(bare.as_ref());
        assert_eq!(candidates(&grid, 41), 1 << 6);
        assert_eq!(candidates(&grid, 40), 0x1FF);
    }
}
