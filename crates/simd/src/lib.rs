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
//!   to an end takes the next puzzle. On hard puzzles five lanes of 32 split
//!   after each sweep and five go back, which costs as much as the sweep; so
//!   that is vector work, too: splits are chosen for all lanes of a vector at
//!   once (`choose`), and with AVX-512 nodes enter lanes by masks, puzzles
//!   become words and solutions digits by permuted bytes (`serve`, `serve512`).
//!   Elsewhere solutions wait until enough are there to be turned into digits
//!   together (`decode`).
//! * **One at a time** (`single`) there is one grid to sweep. Its bands become
//!   three lanes of a quad, and the other quads sweep other nodes of the same
//!   search: the other side of a split first, and once there are dead ends, nodes
//!   far ahead of where the depth-first search is. What comes of them is used only
//!   when it gets there (`stack`), so nothing but the time changes. With AVX-512 a
//!   sweep stays in registers (`sweep512`), and two boards of four nodes take turns.
//!
//! All levels (`level`) do exactly the same search: statistics are equal, too.
//!
//! # What a trace shows
//!
//! One family event, `sweep`, told before what the sweep struck out: its `number`,
//! the `candidates` left in all cells, and the 27 `words` of the board, in the order
//! band, row in the band, column in the box. A told search sweeps the node at hand
//! alone, in three lanes of a quad, one a band; what a silent search sweeps beside
//! it changes only the time. All levels tell the same.
//!
//! # Where there are intrinsics
//!
//! Sweeps need none. Loops over lanes whose body is plain `u32` arithmetic are
//! compiled three times, for SSE2, AVX2 and AVX-512 (elsewhere once, for what the
//! target has), and the compiler vectorises them without loss: of 1,280
//! instructions that sweep eight grids with AVX2, 1,000 are the arithmetic as
//! written and 280 loads, stores and loop control. This is possible because words
//! were chosen such that only `+ & | !` and shifts are needed. The choice of
//! splits adds counts of bits and selections, and is compiled the same way.
//!
//! Between sweeps AVX-512 has what a loop cannot say: a register of lanes changed
//! under a mask, bytes in any order. `serve512`, `quads512` and `clues512` use that
//! in short functions, and `clues256` what AVX2 has of it. And `sweep512` keeps the
//! nodes of a single search in registers from one sweep to the next, which no loop
//! through memory can. All else runs plain twins, and tests compare the two.
//!
//! The `unsafe` code of the crate is entries into the compiled levels, one line
//! each, in `level`, `serve512`, `quads512` and `clues256`, which are checked once, when a
//! solver is made; and beside them loads and stores of as many bytes as a
//! reference is of.
//!
//! # What it costs
//!
//! AMD EPYC 9005 (Zen 5, 512-bit data paths), one core, 2026-12-01, limit 2,
//! permuted puzzles (10,000 to 50,000 of each list), solution kept; nanoseconds of
//! processor time a puzzle, medians of five rounds. In brackets the ratio to
//! tdoku, by way of the crate `sudoku` 0.8 in the same run and its known ratio to
//! tdoku on this machine.
//!
//! | corpus | guesses | AVX-512 batch | AVX2 batch | portable batch | AVX-512 singly | AVX2 singly | portable singly |
//! |---|---|---|---|---|---|---|---|
//! | kaggle | 0.00 | 35.0 (26.7) | 56.8 (16.5) | 90.9 (10.3) | 110 (8.5) | 123 (7.6) | 145 (6.5) |
//! | generated | 0.79 | 123 (20.0) | 234 (10.5) | 393 (6.3) | 415 (5.9) | 482 (5.1) | 647 (3.8) |
//! | 17-clue | 0.59 | 141 (20.8) | 266 (11.0) | 460 (6.4) | 484 (6.1) | 572 (5.1) | 752 (3.9) |
//! | top1465 | 10.24 | 669 (11.8) | 1,325 (6.0) | 2,323 (3.4) | 1,937 (4.1) | 2,382 (3.3) | 3,960 (2.0) |
//! | hardest 11+ | 64.61 | 3,959 (11.1) | 7,721 (5.7) | 14,176 (3.1) | 9,326 (4.7) | 12,745 (3.5) | 24,702 (1.8) |
//! | hardest 1106 | 107.61 | 6,578 (10.8) | 13,221 (5.4) | 24,158 (2.9) | 15,314 (4.6) | 21,790 (3.3) | 42,094 (1.7) |
//! | T&E(3) | 57.76 | 2,844 (8.9) | 5,556 (4.6) | 9,614 (2.6) | 6,981 (3.6) | 9,006 (2.8) | 17,058 (1.5) |
//! | serg | 7.46 | 289 (6.3) | 578 (3.2) | 1,019 (1.8) | 1,271 (1.4) | 1,420 (1.3) | 1,642 (1.1) |
//!
//! A sweep of one grid in a batch takes 4.8 ns with AVX-512 (66 instructions), 11.5
//! with AVX2 (160) and 22.4 with SSE2. What is not sweeps is the search: on hardest
//! 11+ 31 ns a guess, both sides included, with AVX-512, and 50 with AVX2. Where
//! those 31 go: 11 into lanes and strikes, 7 the choice, 2 saving a node, the rest
//! bookkeeping and mispredicted ends of loops.
//!
//! One at a time, a sweep of up to four nodes takes 28 ns, with AVX-512 or AVX2,
//! whether there are four or one: it is 40 steps, each of which waits two cycles
//! for the one before. So one puzzle at a time pays for latency, and a batch, which has
//! other lanes to sweep meanwhile, does not. The rest, some 60 ns a guess, is what
//! branches cost that nobody can foresee.
//!
//! # Processors without AVX-512 or AVX2
//!
//! The level is chosen when a solver is made, by what processor and operating
//! system say together; a processor with AVX-512 under a system that does not
//! save those registers gets `simd/avx2`, and so do the first processors with
//! AVX-512 (Skylake-X, Cascade Lake), which lack VBMI and VPOPCNTDQ and cannot
//! move bytes across a whole vector. Nothing but the time depends on it:
//! answers, order and statistics are equal. A level asked for by name that the
//! machine lacks is an error that names the missing feature.
//!
//! # What was tried and lost
//!
//! Instructions a puzzle by callgrind, AVX2, batch, before and after (or
//! nanoseconds, where they say so):
//!
//! * **Noticing empty cells one sweep later**, where naked singles add 511
//!   anyway: 27 instructions less a sweep, but dead ends live longer. Hardest
//!   1106 149,713 to 159,808; top1465 24,274 to 25,970.
//! * **Without "three fill a mini-row"** in rows 17-clue 3,294 to 4,433 and 1106
//!   to 184,497; in columns 3,956 and 189,118; in both 7,766 and 234,909. Only
//!   T&E(3) would gain a little (86,221 to 85,525).
//! * **Splitting bivalue cells**, scored by their peers (8, 4, 3, 2, 1 for two to
//!   six and more candidates): guesses fall from 0.65 to 0.46 on 17-clue, 9.8 to
//!   7.9 on top1465, 57 to 38 on T&E(3), but rise from 89 to 93 on 1106. Only
//!   where ten or more cells are bivalue: 0.49, 7.7, 49, 81, and 67 to 59 on
//!   hardest 11+, which is 5 to 16 % fewer sweeps on most corpora. Scoring costs
//!   27 ns as the prototype measured it, as much as that saves; bilocal places
//!   in the same contest give 88 on 1106 and 7.5 on top1465. The cheap
//!   substitutes lose: the first bivalue cell 154 on 1106, counting only
//!   bivalue peers 132, only cells of the chosen layouts 106.
//! * **16 or 24 puzzles in flight** instead of 32: up to 6 % slower, or equal.
//! * **Letting only siblings wait for a quad**: with four quads 1.75 nodes were
//!   swept at a time on 1106, and AVX-512 gained nothing over AVX2. Nodes split
//!   ahead of the search kept 3.9 quads of one board busy (3.2 of each of today's
//!   two), and order and statistics as they were.
//! * **Three certain digits struck one phase later**, off the longest chain: 17-clue
//!   7 % faster, 2 % more sweeps. But naked singles are not confluent where a grid
//!   is contradictory (two cells of a box left with the same digit keep it), so some
//!   dead ends were found by another guess, and statistics would have depended on
//!   the level.
//! * **Shorter chains in the register sweep**, 88 cycles to 80 by regrouping: 28 ns
//!   as before. 300 instructions compete for four ports, and what is not on the
//!   chain gets in its way.
//! * **Acting on every node at once** instead of when 40 are known: 3 to 4 % slower
//!   on hard puzzles. **Not looking ahead before two dead ends** costs top1465 2 %,
//!   and saves serg 5 %.
//! * **A table for a batch's solutions**, 81 look-ups each, instead of exponents:
//!   kaggle 108 ns instead of 97, but hardest 11+ and serg 5 % faster, though
//!   with more instructions.
//! * **Saving a lane's node by gathers**, which the compiler makes of 27 loads when
//!   it may: hardest 11+ 4,170 ns with AVX-512, 3,920 with plain loads and stores.
//!   Saved nodes that stay where they are until lanes are entered, rather than
//!   copied first: equal.
//! * **Entering and striking in one pass** over the 27 rows with AVX-512, which
//!   saves 54 loads and stores for each 16 lanes: 4,010 to 4,340 ns on hardest
//!   11+, 150 to 160 on 17-clue; band by band, 3,980 to 4,040. With AVX2, striking
//!   in vectors after scalar stores into lanes: 17-clue 264 to 315 ns, waiting
//!   for the store buffer.
//! * **Choosing singly where one lane of sixteen wants a split**, by vectors where
//!   more do: 3,970 to 4,130 ns; with AVX2 (of eight) it is the other way around.
//! * **Noticing a stack without a place for a digit** within the sweep (six
//!   instructions): 0.6 % less on hardest 11+, 0.5 % more on T&E(3).
//! * **Moving the last 6 or 14 busy lanes** of a batch to the single search rather
//!   than the last 10: equal.
//! * **Encoding the clues of 32 puzzles ahead** by vector shifts, instead of three
//!   table look-ups a word when a lane takes a puzzle: kaggle 1,027 to 1,050
//!   instructions, 97 to 106 ns. A word a row still has to be stored for each
//!   lane, and the bytes have to be sorted by stack first.
//! * **Decoding a single solution by vectors** as batches do, with AVX2: kaggle
//!   singly 2,216 to 2,036 instructions, but 203 to 221 ns on a Zen 3, waiting for
//!   the store buffer. With rows that are moved and written as wholes it pays,
//!   together with the clues: on a Zen 5 132 to 119 ns with AVX2 (`clues256`), 115
//!   to 104 with AVX-512 (`clues512`).
//! * **Judging single nodes in registers** of AVX-512, one bit a lane, instead of by
//!   the plain loop and its stores: kaggle singly 103 to 107 ns on a Zen 5.
//! * **Telling what an AVX2 sweep did** to two nodes by a comparison and its bits,
//!   and adding bands up in vectors, instead of by scalars: 17-clue singly 565 to
//!   577 ns.
//! * **Writing a single solution into the search's memory** rather than returning it:
//!   kaggle 118 to 116 ns with AVX2, but 143 to 160 portable and 100 to 104 with
//!   AVX-512.
//! * **More patience**, three or four dead ends before a single search looks ahead:
//!   serg 1 % faster, top1465 3 % slower.
//!
//! And traps of the compiler and the store buffer: closures over arrays (`map`)
//! and helpers that return arrays keep a loop from being vectorised; 81 counts
//! of trailing zeros do get vectorised, and should not be, which is why `decode`
//! asks a float for its exponent; words written one by one and read as a vector
//! at once wait.
//!
//! Sources: the idea of layouts and the choice of splits are T. Dillon's tdoku
//! (2019); the guard bit is an old trick (L. Lamport, "Multiple byte processing
//! with full-word instructions", CACM 1975).
// What only `serve512` uses is checked elsewhere, too.
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
#![allow(clippy::needless_range_loop)] // formulas over indices are what this crate is about

mod batch;
mod board;
mod branch;
mod choose;
#[cfg(target_arch = "x86_64")]
mod clues256;
#[cfg(target_arch = "x86_64")]
mod clues512;
mod decode;
mod engine;
mod level;
mod node;
mod observe;
mod propagate;
mod quads;
#[cfg(target_arch = "x86_64")]
mod quads512;
mod saved;
mod serve;
#[cfg(target_arch = "x86_64")]
mod serve512;
mod single;
mod stack;
#[cfg(target_arch = "x86_64")]
mod sweep512;
mod triple;

pub use engine::Simd;
pub use level::Level;
