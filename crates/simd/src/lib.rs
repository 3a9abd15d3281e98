//! Sudoku in vector registers.
//!
//! Classic 9x9 puzzles, with or without pencil marks, as fast as this machine
//! can: whole grids are swept by vector instructions, many at a time, and what
//! is left is split and searched depth first. This page is the essay; the
//! modules are the parts, best read in the order in which they are named here.
//!
//! # The problem with being clever
//!
//! A scalar solver spends its time on finding out where something happened: a
//! queue of cells, a mask of dirty houses, a branch for each. The processor
//! guesses those branches, guesses wrong, and waits. tdoku, the fastest solver
//! before, keeps its state in vectors but passes messages between boxes and
//! bands in one long chain, each step waiting for the one before.
//!
//! Here nothing is looked for. A **sweep** does all inference on all 81 cells,
//! without a single branch that depends on the puzzle. Most of it changes
//! nothing; that is cheaper than finding out what would. And as a sweep does the
//! same to every grid, different grids sit beside each other in one vector.
//!
//! # The representation
//!
//! Three cells in one 32-bit word (`triple`): nine bits a cell, and a tenth,
//! always clear, that catches carries. The three cells lie in the same grid row
//! in the same column of three boxes side by side, so a word spans a row:
//!
//! ```text
//!            word of row 0, c = 0           stack 0   stack 1   stack 2
//!                                           +-------+ +-------+ +-------+
//!   bit 29 ........ 19 ........ 9 ....... 0 | A . . | | B . . | | C . . |
//!    0 ccccccccc 0 bbbbbbbbb 0 aaaaaaaaa    | . . . | | . . . | | . . . |
//!                                           | . . . | | . . . | | . . . |
//!                                           +-------+ +-------+ +-------+
//! ```
//!
//! 27 such words, named by band R, row in the band r and column in the box c,
//! are a grid. The lanes of a vector hold the same word of different grids. So
//! going from one row of a band to another, from one column of a box to
//! another, from band to band, is taking another vector, which costs nothing.
//! Only going from box to box across a band moves bits: a rotation by ten.
//! 84 % of all bits carry a candidate. (Sixteen bits a cell and a shuffle for
//! the rotation is the layout this replaced: 42 %, and about 1.4 times the
//! instructions for each puzzle.)
//!
//! ```text
//!              vector of eight lanes (AVX2)
//! R r c     puzzle 0   puzzle 1   ...   puzzle 7
//! 0 0 0    [ cba ][ cba ][ cba ][ cba ][ cba ][ cba ][ cba ][ cba ]
//! 0 0 1    [ cba ][ cba ] ...
//!  ...      27 rows of 32 lanes are the board of a batch (`board::Wide`)
//! ```
//!
//! # The inference
//!
//! One idea (`propagate`): a digit's places in a band are three mini-rows, one
//! in each row and each box, which can be done in six ways, its **layouts**. A
//! mini-row in which no open layout puts the digit loses it. In words, with
//! rows r, s, t and boxes 0, 1, 2:
//!
//! ```text
//! stays in (r, 0)  if  it may be in (r, 0), and
//!                      in (s, 1) and (t, 2), or in (s, 2) and (t, 1)
//! ```
//!
//! Those are four `&` and one `|` for nine digits, three boxes, and as many
//! grids as there are lanes. It contains hidden singles, pointing and claiming
//! at the level of mini-rows. The same with columns; naked singles in the box
//! before; and the crossing of a certain mini-row with a certain mini-column
//! after, which is a hidden single. Three digits certain of one mini-row leave
//! no room there for others.
//!
//! The questions "is this field empty" and "has it more than one digit" need no
//! comparison: adding 511 to a field makes its tenth bit say "not empty", and
//! leaves the field less one below it.
//!
//! ## A worked example on 4x4
//!
//! Two boxes side by side have four digits a cell, two cells a word, and one
//! guard bit each: five bits a field. A band has two rows, and a digit only two
//! layouts: upper left with lower right, or lower left with upper right.
//!
//! ```
//! const ONES: u16 = 0b00001_00001;
//! const FULL: u16 = 0b01111_01111;
//! // The word of column c of both boxes: left cell below, right cell above.
//! let word = |left: u16, right: u16| left | right << 5;
//!
//! //     1 . | . .       The clue 1 stands in the upper left cell, 3 in the
//! //     . . | 3 .       lower row of the right box.
//! let upper = [word(0b0001, 0b1111), word(0b1111, 0b1111)];
//! let lower = [word(0b1111, 0b0100), word(0b1111, 0b1111)];
//!
//! // Naked singles: x & (x - 1) is empty. Adding FULL is subtracting one from
//! // each field, with the guard as a lender; adding it again asks "empty?".
//! let without_lowest = |w: u16| w & (w + FULL);
//! let full_if_empty = |w: u16| (((w + FULL) >> 4) & ONES) + FULL;
//! let single = |w: u16| w & full_if_empty(without_lowest(w));
//! let of = |row: [u16; 2]| single(row[0]) | single(row[1]);
//! assert_eq!((of(upper), of(lower)), (word(0b0001, 0), word(0, 0b0100)));
//! // They leave the other cells of their box.
//! let others = !(of(upper) | of(lower));
//! let may = |row: [u16; 2]| ((row[0] | row[1]) & others) | of(row);
//! let (m, n) = (may(upper), may(lower));
//! assert_eq!((m, n), (word(0b1111, 0b1011), word(0b1110, 0b1111)));
//!
//! // Closure: a digit stays in the upper left mini-row if it may be in the
//! // lower right one, and so on: one rotation, one `&`.
//! let rotated = |w: u16| (w >> 5) | (w << 5) & FULL;
//! let (upper_row, lower_row) = (m & rotated(n), n & rotated(m));
//! // 1 has left the right box's upper row, 3 the left box's lower row: the
//! // clues were seen across boxes although only mini-rows were compared.
//! assert_eq!(upper_row, word(0b1111, 0b1010));
//! assert_eq!(lower_row, word(0b1010, 0b1111));
//! ```
//!
//! # The search
//!
//! When a sweep changes nothing the grid is split where the fewest layouts are
//! open (`branch`): tdoku's rule. Both sides are searched, so uniqueness and
//! the solution come from one search.
//!
//! * **In batches** (`batch`) each of 32 lanes searches a puzzle of its own.
//!   Sweeps of eight lanes do not wait for each other, so the processor always
//!   finds work in flight: that is why it pays to interleave. A lane that comes
//!   to an end takes the next puzzle.
//! * **One at a time** (`single`) there is one grid to sweep. Its bands become
//!   three lanes of a quad; what would be a free lane sweeps the other side of
//!   a split beside the first. What it finds is used only when the depth-first
//!   search gets there, so nothing but the time changes.
//!
//! All levels (`level`) do exactly the same search: statistics are equal, too.
//!
//! # No intrinsics
//!
//! The source has no vector types. Loops over lanes whose body is plain `u32`
//! arithmetic are compiled three times, for SSE2, AVX2 and AVX-512 (elsewhere
//! once, for what the target has), and the compiler vectorises them without
//! loss: of about 1,330 instructions that sweep eight grids with AVX2, 1,000
//! are the arithmetic as written. This is possible because words were chosen
//! such that only `+ & | !` and shifts are needed. All `unsafe` in the crate
//! are the calls into the compiled levels.
#![allow(clippy::needless_range_loop)] // formulas over indices are what this crate is about

mod batch;
mod board;
mod branch;
mod engine;
mod level;
mod node;
mod observe;
mod propagate;
mod single;
mod triple;

pub use engine::Simd;
pub use level::Level;
