//! From words back to digits, in vectors: how solutions are written down.
//!
//! A decided cell is one bit of nine, and its digit the bit's number. To turn a
//! power of two into a float is to ask for that number: it is the exponent.
//! Processors have had that conversion in vectors for longer than any count of
//! zeros, and it takes a field as it stands, since three fields fit a float's
//! range:
//!
//! ```text
//! word    0 000000000 0 000010000 0 000000000      digit 5 in stack 1: 2^14
//! float   0 10001101 00000000000000000000000      exponent 127 + 14, one byte
//! ```
//!
//! An exponent is a byte, so nine shifts put the nine of a grid row beside each
//! other, and one subtraction a word takes the 127 and ten a stack off:
//!
//! ```text
//! words[c][row]              stacks 0, 1, 2 of column c of each box
//! parts[0][row]  bytes  cells 0 1 2 | 3
//! parts[1][row]  bytes  cells 4 5 | 6 7
//! parts[2][row]  bytes  cell  8
//! ```
//!
//! Lanes are grid rows, nine a solution, so solutions of different puzzles are
//! gathered until some fill the vectors. They leave the lanes of the board at
//! once, though, which are free for other puzzles then.

use polydoku_core::Digit;

use crate::saved::Saved;

/// How many solutions wait at most.
pub(crate) const HELD: usize = 32;
/// Grid rows that are decoded together.
const CHUNK: usize = 16;

/// One value a grid row.
type Rows = [u32; 9 * HELD];

/// The grid rows of the solutions that wait.
#[derive(Debug)]
pub(crate) struct Decoder {
    words: [Rows; 3],
    parts: [Rows; 3],
    puzzles: [usize; HELD],
    held: usize,
    /// The solutions as they stood in their lanes; instead of all that, where
    /// one is decoded in vectors at once. See `serve512`.
    pub(crate) saved: [Saved; HELD],
}

/// The exponent of a word's field as a byte of a word. More than one digit, or
/// none, give something.
#[inline(always)]
fn exponent(word: u32, stack: u32, byte: u32) -> u32 {
    let single = word & (0x1FF << (10 * stack));
    let float = (single as i32 as f32).to_bits();
    // A power of two leaves sign and fraction empty.
    if byte == 3 {
        float << 1
    } else {
        float >> (23 - 8 * byte)
    }
}

/// What an exponent of a digit in this stack is more than the digit.
const fn excess(stack: u32) -> u32 {
    126 + 10 * stack
}

/// The digits of a decided grid row, one byte each: cells 0 to 3, 4 to 7, 8.
#[inline(always)]
pub(crate) fn digits_of_row(a: u32, b: u32, c: u32) -> (u32, u32, u32) {
    const FIRST: u32 = excess(0) * 0x1_0101 + (excess(1) << 24);
    const SECOND: u32 = excess(1) * 0x101 + (excess(2) << 16) * 0x101;
    let first = exponent(a, 0, 0) | exponent(b, 0, 1) | exponent(c, 0, 2) | exponent(a, 1, 3);
    let second = exponent(b, 1, 0) | exponent(c, 1, 1) | exponent(a, 2, 2) | exponent(b, 2, 3);
    (
        first.wrapping_sub(FIRST),
        second.wrapping_sub(SECOND),
        exponent(c, 2, 0).wrapping_sub(excess(2)),
    )
}

/// Four cells from the bytes of a word. What is no digit cannot be, and becomes
/// one of some kind: that the upper bits are cleared is what lets the compiler
/// see that these four are one store.
#[inline(always)]
fn cells(part: u32) -> [Option<Digit>; 4] {
    let [a, b, c, d] = (part & 0x0F0F_0F0F).to_le_bytes();
    [Digit::new(a), Digit::new(b), Digit::new(c), Digit::new(d)]
}

impl Decoder {
    pub(crate) fn new() -> Decoder {
        Decoder {
            words: [[0; 9 * HELD]; 3],
            parts: [[0; 9 * HELD]; 3],
            puzzles: [0; HELD],
            held: 0,
            saved: [Saved::EMPTY; HELD],
        }
    }

    /// How many solutions wait.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.held
    }

    /// Whether no other solution can wait.
    #[inline(always)]
    pub(crate) fn is_full(&self) -> bool {
        self.held == HELD
    }

    /// Forgets the solutions.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.held = 0;
    }

    /// A place for one solution more of a puzzle. The decoder must not be full.
    #[inline(always)]
    pub(crate) fn place(&mut self, puzzle: usize) -> usize {
        let held = self.held % HELD;
        self.puzzles[held] = puzzle;
        self.held = held + 1;
        held
    }

    /// Adds a solution of a puzzle, given by column of the box and grid row. The
    /// decoder must not be full.
    #[inline(always)]
    pub(crate) fn add(&mut self, puzzle: usize, word: impl Fn(usize, usize) -> u32) {
        let held = self.place(puzzle);
        for (c, words) in self.words.iter_mut().enumerate() {
            for (row, slot) in words[9 * held..9 * held + 9].iter_mut().enumerate() {
                *slot = word(c, row);
            }
        }
    }

    /// Decodes all that waits.
    #[inline(always)]
    pub(crate) fn decode(&mut self) {
        let chunks = (9 * self.held).div_ceil(CHUNK);
        let [a, b, c] = self
            .words
            .each_ref()
            .map(|rows| rows.as_chunks::<CHUNK>().0);
        let [d, e, f] = self
            .parts
            .each_mut()
            .map(|rows| rows.as_chunks_mut::<CHUNK>().0);
        for at in 0..chunks {
            for k in 0..CHUNK {
                (d[at][k], e[at][k], f[at][k]) = digits_of_row(a[at][k], b[at][k], c[at][k]);
            }
        }
    }

    /// Writes a decoded solution; says whose it is.
    #[inline(always)]
    pub(crate) fn write(&self, held: usize, grid: &mut [Option<Digit>; 81]) {
        let rows = 9 * held..9 * held + 9;
        let [first, second, last] = self.parts.each_ref().map(|part| &part[rows.clone()]);
        for (row, cells_of_row) in grid.as_chunks_mut::<9>().0.iter_mut().enumerate() {
            cells_of_row[..4].copy_from_slice(&cells(first[row]));
            cells_of_row[4..8].copy_from_slice(&cells(second[row]));
            cells_of_row[8] = cells(last[row])[0];
        }
    }

    /// Whose solution waits at this place.
    #[inline(always)]
    pub(crate) fn puzzle(&self, held: usize) -> usize {
        self.puzzles[held]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{WIDE, Wide};
    use crate::level::{Kernel, on_every_level};
    use crate::triple;

    const EVERY: [u32; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

    /// Every digit in every cell of a row, beside every other.
    fn every_row(mut check: impl FnMut(usize, [u32; 9])) {
        let mut number = 0;
        for step in 0..9 {
            for start in 0..9 {
                for turn in 1..9 {
                    let row =
                        std::array::from_fn(|i| EVERY[(start + i * step + turn * (i / 3)) % 9]);
                    check(number, row);
                    number += 1;
                }
            }
        }
    }

    fn word_of(row: &[u32; 9], c: usize) -> u32 {
        triple::word([row[c], row[3 + c], row[6 + c]].map(|digit| 1 << (digit - 1)))
    }

    #[test]
    fn digits_stand_in_the_order_of_the_row() {
        every_row(|_, row| {
            let (first, second, last) =
                digits_of_row(word_of(&row, 0), word_of(&row, 1), word_of(&row, 2));
            let digits: Vec<u32> = first
                .to_le_bytes()
                .into_iter()
                .chain(second.to_le_bytes())
                .chain([last as u8])
                .map(u32::from)
                .collect();
            assert_eq!(digits, row);
            assert!(last < 10);
        });
    }

    #[test]
    fn solutions_come_out_as_they_were_added() {
        on_every_level!(come_out);
    }

    fn come_out<const N: usize, K: Kernel<N>>(kernel: K) {
        let mut rows = Vec::new();
        every_row(|_, row| rows.push(row));
        let grids: Vec<&[[u32; 9]]> = rows.chunks_exact(9).collect();
        let mut board = Wide::new();
        let mut decoder = Decoder::new();
        // Full, all but empty, and in between; the memory is used again.
        for count in [HELD, 1, 7, HELD - 1] {
            decoder.clear();
            for (number, grid) in grids.iter().enumerate().take(count) {
                assert!(!decoder.is_full());
                let lane = number % WIDE;
                for row in 0..9 {
                    for c in 0..3 {
                        board.cells[row / 3][3 * (row % 3) + c][lane] = word_of(&grid[row], c);
                    }
                }
                kernel.keep(&board, lane, &mut decoder, 1000 + number);
            }
            assert_eq!((decoder.len(), decoder.is_full()), (count, count == HELD));
            kernel.decode(&mut decoder);
            for (number, grid) in grids.iter().enumerate().take(count) {
                let mut written = [None; 81];
                kernel.write(&decoder, number, &mut written);
                let digits = written.map(|digit| digit.map_or(0, |d| u32::from(d.get())));
                assert_eq!(digits.as_slice(), grid.as_flattened());
                assert_eq!(decoder.puzzle(number), 1000 + number);
            }
        }
    }
}
