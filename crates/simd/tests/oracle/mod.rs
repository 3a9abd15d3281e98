//! What the tests judge by: a plain solver that shares nothing with the engine,
//! a source of random numbers, and the shared corpora.
//!
//! The solver keeps one set of open digits a cell, fills the cell with the
//! fewest, or the digit with one place left in a house, and tries the digits of
//! that cell in turn.
#![allow(dead_code)] // each test file uses its part

use std::path::PathBuf;

use polydoku_core::{Batch, Digit, DigitSet, Rules, Symbols};

/// The cells of the 27 houses, written down cell by cell.
fn houses() -> Vec<Vec<usize>> {
    let mut houses = vec![Vec::new(); 27];
    for cell in 0..81 {
        houses[cell / 9].push(cell);
        houses[9 + cell % 9].push(cell);
        houses[18 + cell / 27 * 3 + cell % 9 / 3].push(cell);
    }
    houses
}

/// The plain solver.
pub struct Oracle {
    houses: Vec<Vec<usize>>,
    peers: Vec<Vec<usize>>,
}

impl Oracle {
    pub fn new() -> Oracle {
        let houses = houses();
        let peers = (0..81)
            .map(|cell| {
                let mut peers: Vec<usize> = houses
                    .iter()
                    .filter(|house| house.contains(&cell))
                    .flatten()
                    .copied()
                    .filter(|&peer| peer != cell)
                    .collect();
                peers.sort_unstable();
                peers.dedup();
                peers
            })
            .collect();
        Oracle { houses, peers }
    }

    /// The solutions, at most `limit` of them, of a grid of sets of digits.
    pub fn solutions(&self, allowed: [u16; 81], limit: usize) -> Vec<[u8; 81]> {
        let mut found = Vec::new();
        self.search(allowed, [0; 81], limit, &mut found);
        found
    }

    fn place(&self, open: &mut [u16; 81], grid: &mut [u8; 81], cell: usize, bit: u16) -> bool {
        if open[cell] & bit == 0 {
            return false;
        }
        grid[cell] = bit.trailing_zeros() as u8 + 1;
        open[cell] = bit;
        for &peer in &self.peers[cell] {
            open[peer] &= !bit;
            if open[peer] == 0 {
                return false;
            }
        }
        true
    }

    fn search(
        &self,
        mut open: [u16; 81],
        mut grid: [u8; 81],
        limit: usize,
        found: &mut Vec<[u8; 81]>,
    ) {
        loop {
            let cell = (0..81)
                .filter(|&cell| grid[cell] == 0)
                .min_by_key(|&cell| open[cell].count_ones());
            let Some(cell) = cell else {
                found.push(grid);
                return;
            };
            let fewest = open[cell].count_ones();
            if fewest == 0 {
                return;
            }
            let forced = if fewest == 1 {
                Some((cell, open[cell]))
            } else {
                match self.hidden(&open, &grid) {
                    Ok(forced) => forced,
                    Err(()) => return,
                }
            };
            if let Some((cell, bit)) = forced {
                if !self.place(&mut open, &mut grid, cell, bit) {
                    return;
                }
                continue;
            }
            let mut digits = open[cell];
            while digits != 0 && found.len() < limit {
                let bit = digits & digits.wrapping_neg();
                digits &= !bit;
                let (mut open, mut grid) = (open, grid);
                if self.place(&mut open, &mut grid, cell, bit) {
                    self.search(open, grid, limit, found);
                }
            }
            return;
        }
    }

    /// A digit with one place left in a house; an error if one has none.
    fn hidden(&self, open: &[u16; 81], grid: &[u8; 81]) -> Result<Option<(usize, u16)>, ()> {
        for house in &self.houses {
            let (mut once, mut twice) = (0u16, 0u16);
            for &cell in house {
                twice |= once & open[cell];
                once |= open[cell];
            }
            if once != 0x1FF {
                return Err(());
            }
            let single = once & !twice;
            for &cell in house {
                let bit = open[cell] & single;
                if grid[cell] == 0 && bit != 0 {
                    return Ok(Some((cell, bit & bit.wrapping_neg())));
                }
            }
        }
        Ok(None)
    }
}

/// The open digits that clues and pencil marks leave.
pub fn allowed(clues: &[u8; 81], marks: Option<&[DigitSet]>) -> [u16; 81] {
    std::array::from_fn(|cell| {
        let marked = marks.map_or(0x1FF, |marks| marks[cell].bits() as u16);
        match clues[cell] {
            0 => marked,
            value => marked & 1 << (value - 1),
        }
    })
}

/// Whether a grid is complete and no house holds a digit twice.
pub fn is_right(grid: &[u8; 81]) -> bool {
    houses().iter().all(|house| {
        let digits = house
            .iter()
            .fold(0u16, |held, &cell| held | 1 << grid[cell]);
        digits == 0x3FE
    })
}

/// xorshift64*.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn shuffled<const N: usize>(&mut self) -> [usize; N] {
        let mut items = std::array::from_fn(|i| i);
        for i in (1..N).rev() {
            items.swap(i, self.below(i + 1));
        }
        items
    }

    /// The puzzle with digits, rows, columns, bands and stacks renamed and
    /// perhaps mirrored.
    pub fn isomorph(&mut self, puzzle: &[u8; 81]) -> [u8; 81] {
        let digits = self.shuffled::<9>();
        let rows = self.lines();
        let cols = self.lines();
        let mirrored = self.below(2) == 1;
        std::array::from_fn(|cell| {
            let (row, col) = (rows[cell / 9], cols[cell % 9]);
            let from = if mirrored {
                9 * col + row
            } else {
                9 * row + col
            };
            match puzzle[from] {
                0 => 0,
                value => digits[value as usize - 1] as u8 + 1,
            }
        })
    }

    fn lines(&mut self) -> [usize; 9] {
        let bands = self.shuffled::<3>();
        let inner = [0; 3].map(|_| self.shuffled::<3>());
        std::array::from_fn(|line| 3 * bands[line / 3] + inner[line / 3][line % 3])
    }
}

/// A line's first 81 cells; dots and zeros are open.
pub fn cells(line: &str) -> Option<[u8; 81]> {
    let cells = line.as_bytes().first_chunk::<81>()?;
    Some(cells.map(|byte| {
        if byte.is_ascii_digit() {
            byte - b'0'
        } else {
            0
        }
    }))
}

/// The clues as the contract has them.
pub fn clues(cells: &[u8; 81]) -> [Option<Digit>; 81] {
    cells.map(Digit::new)
}

/// A batch of these puzzles; those with clashing clues are left out.
pub fn batch(puzzles: &[[u8; 81]]) -> Batch {
    let mut batch = Batch::new(Rules::classic());
    for puzzle in puzzles {
        // A clash is an error before there is a puzzle.
        let _ = batch.push(&clues(puzzle));
    }
    batch
}

/// One puzzle from its line.
pub fn one(line: &str) -> Batch {
    let mut batch = Batch::new(Rules::classic());
    let symbols = Symbols::standard(9);
    batch
        .push_line(line.as_bytes(), &symbols)
        .expect("a valid puzzle");
    batch
}

/// The shared corpora, if they lie beside the workspace or where
/// `POLYDOKU_SHARED` says.
pub fn shared(file: &str) -> Option<String> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let root = std::env::var_os("POLYDOKU_SHARED").map_or_else(beside, PathBuf::from);
    std::fs::read_to_string(root.join(file)).ok()
}

/// The puzzles of a shared file, and every 9x9 file there is.
pub fn corpus(file: &str) -> Option<Vec<[u8; 81]>> {
    let text = shared(file)?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    Some(lines.filter_map(cells).collect())
}

/// Every 9x9 file of the shared corpora.
pub const FILES: &[&str] = &[
    "corpora/9x9/all_17_clue_sudokus.txt",
    "corpora/9x9/euler096.txt",
    "corpora/9x9/forum_hardest_1106.txt",
    "corpora/9x9/forum_hardest_1905_11plus.txt",
    "corpora/9x9/gecode_9x9.txt",
    "corpora/9x9/hodoku_enh_extremes.txt",
    "corpora/9x9/kaggle_bryanpark_10000.txt",
    "corpora/9x9/kaggle_radcliffe3m_7034.txt",
    "corpora/9x9/magictour_top1465.txt",
    "corpora/9x9/magictour_top2365.txt",
    "corpora/9x9/mith_te3_minimals4844.txt",
    "corpora/9x9/msk_009.txt",
    "corpora/9x9/norvig_easy50.txt",
    "corpora/9x9/norvig_hardest11.txt",
    "corpora/9x9/norvig_sudoku10k.txt",
    "corpora/9x9/norvig_top95.txt",
    "corpora/9x9/plb2_hard20.txt",
    "corpora/9x9/royle17_49158.txt",
    "corpora/9x9/serg_benchmark.txt",
    "corpora/9x9/tdoku_generated_unbiased.txt",
    "corpora/invalid/sudopedia_invalid.txt",
    "corpora/invalid/sudopedia_valid.txt",
    "corpora/invalid/tdoku_test_puzzles.txt",
];
