//! Sudoku on candidate bitmasks: four engines, from one idea to all of them.
//!
//! # The problem
//!
//! Put a digit into every open cell so that no house (row, column, box, and
//! whatever else the [rules](polydoku_core::Rules) name) holds one twice. A
//! machine does it by trying; what makes it fast is to try little. Two
//! questions decide how little: what follows from what is known (inference),
//! and where to guess when nothing does (branching). A set of digits is a
//! machine word here, so both are bit arithmetic: nine or sixty-four digits at
//! a time, and in the 9x9 kernel twelve cells at a time as well.
//!
//! # Four rows
//!
//! | row | keeps | infers | branches |
//! |---|---|---|---|
//! | `bitmask/mrv` | the digits each house lacks | naked singles | first cell with fewest candidates |
//! | `bitmask/singles` | the candidates of each cell | naked and hidden singles | of those, the one that sees most open cells |
//! | `bitmask/locked` | the same | and locked candidates | as `bitmask/singles` |
//! | `bitmask`, 9x9 | all candidates in nine vectors | and full mini-rows | layouts of a band or stack |
//! | `bitmask`, other rules | as `bitmask/locked` | as `bitmask/locked` | cells and places, weighted by dead ends |
//!
//! Read the source in this order: `houses` (mrv), `candidates` with
//! `masks`, `crossings`, `pending` and `fork` (singles, locked), `search` (the stack
//! they share), then [`classic`], the 9x9 kernel.
//!
//! # Representation
//!
//! `bitmask/mrv` has one word a house and looks a cell's candidates up by
//! ANDing the words of its houses. `bitmask/singles` and `bitmask/locked` turn
//! that round: one word a cell, kept up to date, so that a change is seen where
//! it happens. The 9x9 kernel packs that form: nine bits a cell, three cells a
//! word (the same place in the three boxes of a band), the three bands beside
//! each other in one 128-bit vector, and nine vectors for the nine places in a
//! box:
//!
//! ```text
//!            stack 0      stack 1      stack 2
//!          +-----------+-----------+-----------+
//!          | a . .     | b . .     | c . .     |   vector 0 (row 0, column 0 of each box):
//!  band 0  | . . .     | . . .     | . . .     |
//!          | . . .     | . . .     | . . .     |     word 0   c ccccccccc b bbbbbbbbb a aaaaaaaaa
//!          +-----------+-----------+-----------+     word 1   f fffffffff e eeeeeeeee d ddddddddd
//!          | d . .     | e . .     | f . .     |     word 2   i iiiiiiiii h hhhhhhhhh g ggggggggg
//!  band 1  | . . .     | . . .     | . . .     |     word 3   word 0 again
//!          | . . .     | . . .     | . . .     |
//!          +-----------+-----------+-----------+   ten bits a cell: nine candidates and a
//!          | g . .     | h . .     | i . .     |   guard bit that catches carries
//!  band 2  | . . .     | . . .     | . . .     |
//!          | . . .     | . . .     | . . .     |
//!          +-----------+-----------+-----------+
//! ```
//!
//! The mini-row under all three cells of a row in a box is then two ORs for all
//! nine boxes; going to the next box along the band is a rotation of words by
//! ten bits, along the stack a shuffle of words.
//!
//! # Inference
//!
//! * **Naked single**: a cell with one candidate holds it; its peers do not.
//!   On words, `mask & (mask - 1) == 0`.
//! * **Hidden single**: a digit with one place in a house that must hold every
//!   digit stands there. One pass with "seen once" and "seen twice" finds all
//!   of a house: `twice |= once & mask; once |= mask`.
//! * **Locked candidates**: where house A has a digit only inside house B, the
//!   rest of B is without it.
//! * **Layouts** (9x9): a digit takes one mini-row in each row and each box of
//!   a band, so it has six layouts. A mini-row in none of the open ones is
//!   without the digit. Both kinds of locked candidates are special cases.
//! * **Full mini-rows** (9x9): three digits with no other mini-row in their box
//!   leave no room for a fourth.
//!
//! The general boards work where something changed, from a queue of cells and a
//! list of stale houses. The kernel has neither: a pass does everything to the
//! whole grid, changed or not, in about 650 instructions and no branch that
//! depends on the puzzle. A mispredicted branch costs as much as sixty of them.
//!
//! # Branching
//!
//! A guess is worth what either outcome teaches. `bitmask/mrv` takes the first
//! cell with fewest candidates, `/singles` and `/locked` the one of those that
//! sees the most open cells: to find that Norvig's 17-clue grid of 1,439 seconds
//! has no solution then takes them 1.2 and 0.7 million nodes, with the first
//! such cell 5.2 and 4.6. The kernel takes a
//! digit with two layouts in the band or stack that has the fewest open ones:
//! either way nine cells learn something. The general `bitmask` divides the
//! number of choices by how often the houses concerned were in a dead end, and
//! counts a digit with two places in a house among the forks.
//!
//! # Cost
//!
//! Going back costs the general boards one step for each change (a trail); the
//! kernel copies a grid of 144 bytes and forgets it. No search recurses and
//! none allocates: a stack is allocated with the solver. Tracing is a type
//! parameter that vanishes when nobody listens; the kernel's reasons are worked
//! out after the fact (`classic::explain`), so it does not pay for keeping them.
//!
//! # What a trace shows
//!
//! Every elimination and placement has its reason: in the kernel the textbook's
//! where there is one, else `layouts`. The family's own events say how things stand:
//!
//! | kind | rows | told | fields |
//! |---|---|---|---|
//! | `scan` | `bitmask/mrv` | when the cell with fewest candidates is found | `cell`; `fits`, its candidates; `open`, the number of open cells; `houses` |
//! | `masks` | `bitmask/singles`, `/locked`, and `bitmask` beyond 9x9 | when inference has come to rest undecided | `open`; `candidates`, the sum over open cells; `houses` |
//! | `pass` | `bitmask` on 9x9 | for each pass, when all it began with was told | `number`; `open`, undecided cells; `candidates` in them; `houses` |
//!
//! `houses` has for each house, in the order of the rules, the digits that no
//! filled cell of it holds.
//!
//! # A 4x4 example
//!
//! ```text
//! 1 . | . .      r1: 1 is set, so {2,3,4} for r1c2, r1c3, r1c4
//! . . | 2 .      r2c3 = 2 takes 2 from row 2, column 3 and the upper right box
//! ----+----      4 at r3c2 takes 4 from row 3, column 2 and the lower left box
//! . 4 | . .      3 at r4c4 takes 3 from row 4, column 4 and the lower right box
//! . . | . 3
//! ```
//!
//! What is left for r1c4 is {4}: row 1 has the 1, box 2 the 2, column 4 the 3.
//! That is a naked single, and in the example it starts all others:
//!
//! ```
//! use polydoku_bitmask::engines;
//! use polydoku_core::{Event, Puzzle, Query, Rules, Verdict};
//! use std::{ops::ControlFlow::Continue, sync::Arc};
//!
//! let rules = Arc::new(Rules::assumed(4)?);
//! let puzzle = Puzzle::parse(&rules, "1... ..2. .4.. ...3")?;
//! for engine in engines() {
//!     let mut solver = engine.solver(&rules)?;
//!     let (mut steps, mut guesses) = (Vec::new(), 0);
//!     let report = solver.run_traced(
//!         puzzle.as_ref(),
//!         &Query::unique(),
//!         &mut |digits| {
//!             let digits: String = digits.iter().map(|d| d.to_string()).collect();
//!             assert_eq!(digits, "1234432134122143");
//!             Continue(())
//!         },
//!         &mut |event: &Event<'_>| {
//!             match event {
//!                 Event::Place { cell, digit, .. } => steps.push(format!("{}={digit}", cell.name(4))),
//!                 Event::Guess { .. } => guesses += 1,
//!                 _ => {}
//!             }
//!             Continue(())
//!         },
//!     );
//!     assert_eq!(report.verdict(), Verdict::Unique);
//!     assert_eq!((steps.len(), guesses), (12, 0), "{}", engine.info().name);
//!     assert!(steps.contains(&"r1c4=4".to_owned()));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What was tried and lost
//!
//! Guesses and passes a puzzle are exact and the same on every machine; they are
//! means over samples of about 1,000 puzzles, uniqueness proved. "11+" are the
//! hardest of the forum's list of 2019, "1106" those of 2011.
//!
//! **Where the kernel branches.** A layout of the emptiest band won, though not
//! everywhere. "Best pair" is the cell with two candidates whose digits meet
//! most in its peers (weights 8, 4, 3, 2, 1 for peers with 2, 3, 4, 5, 6 or more
//! candidates); it saves guesses, but needs the candidates of 20 peers for each
//! of a dozen cells, which cost more than they saved. The mixture takes a best
//! pair above a score and a layout otherwise.
//!
//! | guesses / passes | 17 clues | top1465 | 11+ | 1106 | T&E(3) |
//! |---|---|---|---|---|---|
//! | layout (kept) | 0.65 / 16.6 | 9.2 / 73 | 62 / 404 | 114 / 716 | 58 / 301 |
//! | first pair | 0.80 / 17.6 | 11.3 / 87 | 108 / 699 | 180 / 1140 | 53 / 306 |
//! | best pair | 0.46 / 15.6 | 7.2 / 62 | 69 / 471 | 111 / 746 | 38 / 221 |
//! | mixture, score 60 | 0.48 / 15.6 | 7.8 / 65 | 59 / 394 | 107 / 686 | 49 / 264 |
//! | layout, no full mini-rows | 1.30 / 22.4 | 18.5 / 137 | 89 / 591 | 177 / 1141 | 62 / 337 |
//!
//! **How the kernel keeps a grid.** Three bands of 27 bits for each digit, the
//! digits beside each other in vectors, was the first form: nine digits fill
//! two and a quarter vectors, naked singles cut across all of them, and a pass
//! took 1,800 instructions. The form above takes 650, and copies less.
//!
//! **How the kernel is written.** With operators on a type of four words a pass
//! came out at 770 instructions, half of it scalar: superword vectorisation
//! gives up twelve operations deep. The same steps as loops over the four lanes
//! vectorise whole. So do they not when a lane's work is handed to closures over
//! arrays: that once made a pass of 1,650 instructions out of the same text.
//! The fourth lane was first a constant; the compiler then simplified that lane
//! alone, and the four were no longer alike.
//!
//! **Where the general board branches.** Neither weights nor places help much;
//! together they do. Of 206 tough 16x16 puzzles, those undecided after 20,000
//! nodes each, all with locked candidates:
//!
//! | | digits of a cell only | and two places of a digit in a house |
//! |---|---|---|
//! | fewest choices | 166 | 159 |
//! | fewest choices by weight | 94 | 4 |
//!
//! A digit's three places, the largest weight instead of the sum, and choices
//! less one or squared in the score changed these by a few per cent either way.
//! Grids of 25x25 with few clues stay out of reach: that takes learning from
//! dead ends, not only remembering where they were.
//!
//! # How fast it is
//!
//! Puzzles a second as multiples of the `sudoku` crate 0.8, default build of
//! both, uniqueness proved, 10,000 permuted puzzles a corpus, a filled batch to
//! answers, one thread, alternated; the medians of two runs half an hour apart on
//! an AVX2 machine without AVX-512 that was busy with other work, which is why
//! they differ so much:
//!
//! | kaggle | generated | 17 clues | top1465 | 11+ | 1106 | T&E(3) | several solutions |
//! |---|---|---|---|---|---|---|---|
//! | 6 to 12 | 3.3 to 6.3 | 2.5 to 3.0 | 2.1 to 2.9 | 3.0 to 3.3 | 3.2 to 3.3 | 1.1 to 1.3 | 1.1 to 1.3 |
#![forbid(unsafe_code)]

mod candidates;
pub mod classic;
mod crossings;
mod engines;
mod fork;
mod houses;
mod masks;
mod pending;
mod search;
mod tally;

pub use engines::{Bitmask, best, engines, locked, mrv, singles};
