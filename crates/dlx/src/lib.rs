//! Exact cover by dancing links and by sparse sets, and Sudoku as exact cover.
//!
//! # The problem
//!
//! Given *items* and *options* that are sets of items, choose options so that
//! every item is in exactly one. *Secondary* items may also stay uncovered.
//! Sudoku is such a problem: an option is a digit in a cell, and it covers "the
//! cell is filled" and, for each house of the cell, "the house has this digit".
//! Packing puzzles, queens, designs and timetables are others, so the solvers
//! are public and know nothing of Sudoku: [`ExactCover`] holds a problem,
//! [`DancingLinks`] and [`DancingCells`] solve it.
//!
//! Knuth's example from "Dancing links" has seven items and six options:
//!
//! ```
//! use polydoku_dlx::{DancingCells, DancingLinks, ExactCover, ExactCoverSolver};
//!
//! let mut problem = ExactCover::new();
//! let [a, b, c, d, e, f, g] = [(); 7].map(|()| problem.primary_item());
//! problem.add_option([c, e])?;
//! problem.add_option([a, d, g])?;
//! problem.add_option([b, c, f])?;
//! problem.add_option([a, d, f])?;
//! problem.add_option([b, g])?;
//! problem.add_option([d, e, g])?;
//!
//! let solution = DancingLinks::new().solution(&problem).expect("there is one");
//! let mut chosen: Vec<usize> = solution.iter().map(|option| option.index()).collect();
//! chosen.sort();
//! assert_eq!(chosen, [0, 3, 4]); // c e, a d f, b g
//! assert_eq!(DancingCells::new().count_up_to(&problem, 10), 1);
//! # Ok::<(), polydoku_dlx::CoverError>(())
//! ```
//!
//! Eight queens need a rank and a file each; the diagonals are secondary:
//!
//! ```
//! use polydoku_dlx::{DancingCells, ExactCover, ExactCoverSolver};
//!
//! let mut problem = ExactCover::new();
//! let (ranks, files) = (problem.primary_items(8), problem.primary_items(8));
//! let (rising, falling) = (problem.secondary_items(15), problem.secondary_items(15));
//! for r in 0..8 {
//!     for f in 0..8 {
//!         problem.add_option([ranks[r], files[f], rising[r + f], falling[r + 7 - f]])?;
//!     }
//! }
//! assert_eq!(DancingCells::new().count_up_to(&problem, u64::MAX), 92);
//! # Ok::<(), polydoku_dlx::CoverError>(())
//! ```
//!
//! The twelve pentominoes fill a board of 3x20 squares in 8 ways, 2 up to
//! symmetry. Items are pieces and squares; an option is a piece somewhere:
//!
//! ```
//! use polydoku_dlx::{DancingLinks, ExactCover, ExactCoverSolver};
//! use std::collections::BTreeSet;
//!
//! // F I L N P T U V W X Y Z, each as its squares `row column`.
//! let shapes = [
//!     "01 02 10 11 21", "00 01 02 03 04", "00 10 20 30 31", "01 11 20 21 30",
//!     "00 01 10 11 20", "00 01 02 11 21", "00 02 10 11 12", "00 10 20 21 22",
//!     "00 10 11 21 22", "01 10 11 12 21", "01 10 11 21 31", "00 01 11 21 22",
//! ];
//! let mut problem = ExactCover::new();
//! let (pieces, squares) = (problem.primary_items(12), problem.primary_items(60));
//! for (&piece, shape) in pieces.iter().zip(shapes) {
//!     let mut places = BTreeSet::new(); // a set, since turning may change nothing
//!     for (turn, row, col) in (0..8 * 12 * 28).map(|n| (n % 8, n / 8 % 12 - 4, n / 96 - 4)) {
//!         let digits = |square: &str| (square.as_bytes()[0] as i32 - 48, square.as_bytes()[1] as i32 - 48);
//!         let cells: BTreeSet<(i32, i32)> = shape.split(' ').map(digits).map(|(r, c)| {
//!             let (r, c) = if turn & 1 == 0 { (r, c) } else { (c, r) };
//!             let (r, c) = (if turn & 2 == 0 { r } else { -r }, if turn & 4 == 0 { c } else { -c });
//!             (row + r, col + c)
//!         }).collect();
//!         if cells.iter().all(|(r, c)| (0..3).contains(r) && (0..20).contains(c)) {
//!             places.insert(cells);
//!         }
//!     }
//!     for cells in places {
//!         let squares = cells.iter().map(|(r, c)| squares[(r * 20 + c) as usize]);
//!         problem.add_option(std::iter::once(piece).chain(squares))?;
//!     }
//! }
//! assert_eq!(DancingLinks::new().count_up_to(&problem, u64::MAX), 8);
//! # Ok::<(), polydoku_dlx::CoverError>(())
//! ```
//!
//! # The search
//!
//! Knuth's algorithm X, both solvers' (module `search`): take a primary item
//! that is not covered, with the fewest options; for each of its options, cover
//! all the option's items, search on, and undo. Covering an item removes every
//! option that contains it from the other items' lists, so that what is left is
//! always the problem that remains:
//!
//! ```text
//!            a  b  c  d  e  f  g                 take "a d f" for item a: cover a, d, f
//! c e        .  .  *  .  *  .  .
//! a d g      *  .  .  *  .  .  *    clashes                        b  c  e  g
//! b c f      .  *  *  .  .  *  .    clashes          c e           .  *  *  .
//! a d f      *  .  .  *  .  *  .    taken            b g           *  .  .  *
//! b g        .  *  .  .  .  .  *
//! d e g      .  .  .  *  *  .  *    clashes          b, c, e and g are forced
//! ```
//!
//! *Inference* is nothing but counting. An item with one option forces it: in
//! Sudoku a naked single if the item is a cell, a hidden single if it is a house
//! and digit. An item without options is a dead end, noticed
//! while the option before it is covered. There is no rule about boxes and
//! lines, no pair, no colouring.
//! *Branching* takes the item with the fewest options whatever it is, a cell of
//! two digits or a digit of two places: exact cover sees no difference.
//!
//! # Two ways to remove and put back
//!
//! *Links* (module `links`, rows `dlx`): circular lists through the options of
//! each item. A node that is removed keeps its own pointers, and they are what
//! brings it back. Everything removed is put back one by one, in the opposite
//! order.
//!
//! *Cells* (module `cells`, row `dlx/cells`): the options of each item stand in an
//! array, those still in play in front. Removing is a swap and a count less; the
//! order in the array is never undone, only the counts are, and all of them at
//! once.
//!
//! Both have two-byte indices while the matrix is small enough, and then tables
//! of exactly 65,536 entries, which makes safe code free of bounds checks (module
//! `width`).
//!
//! # Sudoku
//!
//! Clues are eliminated before the matrix is built (module `sudoku`): what they
//! cover is out of play, and only the candidates that are left become options.
//! This 4x4 puzzle has four open cells and six options; the text that
//! [`write_exact_cover`] gives shows the whole matrix:
//!
//! ```
//! use polydoku_core::{Engine, Event, Puzzle, Query, Reason, Rules};
//! use std::{ops::ControlFlow, sync::Arc};
//!
//! let rules = Arc::new(Rules::assumed(4)?);
//! let puzzle = Puzzle::parse(&rules, "12343412 2.4.4.2.")?;
//! let mut text = String::new();
//! polydoku_dlx::write_exact_cover(puzzle.as_ref(), &mut text)?;
//! let matrix: Vec<&str> = text.lines().filter(|line| !line.starts_with('|')).collect();
//! assert_eq!(matrix, [
//!     "r3c2 r3c4 r4c2 r4c4 r3d1 r3d3 r4d1 r4d3 c2d1 c2d3 c4d1 c4d3 b3d1 b3d3 b4d1 b4d3",
//!     "r3c2 r3d1 c2d1 b3d1", // 1 in r3c2 fills the cell, and row 3,
//!     "r3c2 r3d3 c2d3 b3d3", // column 2 and box 3 have their 1
//!     "r3c4 r3d1 c4d1 b4d1",
//!     "r3c4 r3d3 c4d3 b4d3",
//!     "r4c2 r4d1 c2d1 b3d1",
//!     "r4c2 r4d3 c2d3 b3d3",
//!     "r4c4 r4d1 c4d1 b4d1",
//!     "r4c4 r4d3 c4d3 b4d3",
//! ]);
//!
//! // Every item has two options, so the first is taken: r3c2 with 1. All else
//! // follows. Then r3c2 with 3, the last choice, and the second solution.
//! let mut solver = polydoku_dlx::LinksEngine.solver(&rules)?;
//! let mut steps = Vec::new();
//! let mut listen = |event: &Event<'_>| {
//!     match *event {
//!         Event::Place { cell, digit, reason } => {
//!             let why = match reason {
//!                 Reason::Guess => "chosen",
//!                 Reason::NakedSingle => "naked single",
//!                 _ => "hidden single",
//!             };
//!             steps.push(format!("{} = {digit}, {why}", cell.name(4)));
//!         }
//!         Event::Solution { .. } => steps.push("solution".into()),
//!         _ => {}
//!     }
//!     ControlFlow::Continue(())
//! };
//! let mut ignore = |_: &[_]| ControlFlow::Continue(());
//! let report = solver.run_traced(puzzle.as_ref(), &Query::all(), &mut ignore, &mut listen);
//! assert_eq!(steps, [
//!     "r3c2 = 1, chosen",
//!     "r3c4 = 3, naked single",
//!     "r4c2 = 3, naked single",
//!     "r4c4 = 1, naked single",
//!     "solution",
//!     "r3c2 = 3, chosen",
//!     "r3c4 = 1, naked single",
//!     "r4c2 = 1, naked single",
//!     "r4c4 = 3, naked single",
//!     "solution",
//! ]);
//! let stats = report.stats;
//! assert_eq!((stats.nodes.get(), stats.guesses.get()), (Some(8), Some(1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What a trace shows
//!
//! Options are told in Sudoku's words: placed with the reason that the item gives,
//! ruled out because of the cell just filled, no option left as a conflict. The
//! family's own events are these:
//!
//! | kind | told | fields |
//! |---|---|---|
//! | `option` | when an option is taken | `item`, the item chosen; `cell` and `digit`, the option; `covers`, all its items by the names of the export |
//! | `left` | after it, unless an item is left without options | `items`, primary items to be covered; `options`, options in play |
//!
//! How many options each item has left follows from the eliminations, since an
//! option is a candidate.
//!
//! # Cost
//!
//! A node of the search takes one option: about eleven removals on 9x9. Nodes can
//! be checked: over the first 50 of a list of hardest puzzles, all solutions,
//! DLX1 visits 2,338 nodes a puzzle, and so does `dlx` (`tests/corpora.rs`).
//!
//! Puzzles a second, first solution, one thread, the matrix built anew for each
//! puzzle; each column one run of one program in which the solvers take turns,
//! medians, processor time, on a shared AMD EPYC with AVX2 (30 November 2026; the
//! columns move by a tenth, 17 clues by more). xcov 0.3.1 is the fastest generic
//! crate known here; kudoku is the specialised exact-cover solver of the plb2
//! benchmark, in Rust, without links:
//!
//! | | 17 clues | top1465 | hardest | dug 16x16 |
//! |---|---|---|---|---|
//! | crate xcov | 25,512 | 6,418 | 1,897 | 36 |
//! | kudoku | 59,623 | 14,397 | 3,057 | 9x9 only |
//! | [`DancingLinks`] | 47,787 | 16,336 | 5,200 | 185 |
//! | [`DancingCells`] | 48,219 | 19,340 | 6,784 | 250 |
//! | `dlx` | 71,676 | 17,472 | 5,214 | 172 |
//! | `dlx/cells` | 83,634 | 24,430 | 7,688 | 263 |
//!
//! On 17 clues a third of the instructions of `dlx/cells` builds the matrix,
//! about 300 options, each copied from a list and entered into its four sets.
//!
//! # What was tried
//!
//! In ratios to kudoku measured in the same run, on top1465 and hardest:
//!
//! * *A jump where an item is left with one option* (cells): 1.46 and 1.92. The
//!   jump is taken every fourth time and never foreseen; writing the item down
//!   always and counting it only if so gives 1.73 and 2.38.
//! * *The set's base in the node* instead of in a table by item: 1.83 and 2.58,
//!   since the node is in the cache already.
//! * *Siblings by flipping bits* instead of following the circle, where all
//!   options have four items: 2.05 and 3.01. Knuth's spacers between options,
//!   tried instead of the circle: no difference.
//! * *Four-byte indices*: 8 % slower on 9x9, 40 % on 16x16.
//! * *Covering the chosen item anew for each of its options* saves keeping track
//!   of items that lost all theirs, and is up to 10 % faster where there are two;
//!   with 40,000 options of one item it took 89 s instead of less than one.
//! * *Trying the options of a set in whatever order swaps left* (cells): the first
//!   solution of an empty 25x25 grid took 101,053 nodes and 12,078 backtracks, of
//!   36x36 465,309 and 42,809. Sorted first, in the order of adding: 6,112 and
//!   608, 6,347 and 482. Sets that are tried have mostly two options, so that
//!   sorting them costs next to nothing.
//! * *Making each record when its option is added* (cells), from items and bases,
//!   instead of copying it: 76 instructions an option instead of 62, and 8 % more
//!   time on 17 clues. *Records in fixed places*, the same for every puzzle, need
//!   35, but what is used of them lies far apart: as fast on 17 clues, 4 % slower
//!   on hardest, 12 % on 16x16.
//! * *Counting the starved items of the option itself* before each of its items is
//!   covered (cells), to see a dead end at once: 2 % more instructions than to ask
//!   whether there are more of them than the option has items left.
//! * *Unlinking the taken option itself* from its items, so that the loops need
//!   not look out for it (links): 1.31 instead of 1.38.
//! * *Walking the list of uncovered items* to choose, as Knuth does: replaced by
//!   the minimum over a slice from the first. It is 18 % of the time of `dlx` on
//!   hardest and 3 % of that of `dlx/cells`, which chooses so only at a branching.
#![forbid(unsafe_code)]

mod cells;
mod choose;
mod engine;
mod export;
mod figures;
mod layout;
mod links;
mod matrix;
mod problem;
#[cfg(test)]
mod restore_tests;
mod search;
mod solver;
mod sudoku;
mod told;
mod width;

pub use engine::{CellsEngine, LinksEngine, engines};
pub use export::write_exact_cover;
pub use problem::{CoverError, CoverOption, ExactCover, Item};
pub use solver::{DancingCells, DancingLinks, ExactCoverSolver, VisitCover};
