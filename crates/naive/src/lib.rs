//! Plain backtracking, as the textbooks have it: the oracle of all engines.
//!
//! # The problem
//!
//! Fill the open cells so that no house holds a digit twice. There are at most
//! `size` digits for each open cell, so there is a tree of partly filled boards;
//! its leaves are dead ends and solutions. A backtracker walks this tree without
//! storing it: write a digit that fits, go on to the next open cell, and where
//! nothing fits take the last digit back and try the next.
//!
//! # Three procedures
//!
//! They differ in how they know that a digit fits, and in the order of the
//! cells, and in nothing else:
//!
//! | row | how a digit is tested | order of the open cells | module |
//! |---|---|---|---|
//! | `naive` | the cell's houses are scanned for it | first to last | `scan` |
//! | `naive/tables` | a table says what each house has taken | last to first | `tables` |
//! | `naive/sets` | free digits of the houses intersected | first to last | `sets` |
//!
//! `naive` and `naive/sets` therefore write the same digits in the same order,
//! one slower than the other; `naive/tables` walks another tree, and which of
//! the two is smaller depends on where the clues stand. On one well-known
//! puzzle with 17 clues, whose first row is empty and reads 987654321 in the
//! solution, first to last takes 69,175,316 placements and last to first 518,274;
//! on others it is the other way round. No order is good for all: choosing the
//! cell with the fewest candidates, as `polydoku-bitmask` does, is the cure.
//!
//! # A worked example
//!
//! The first steps of `naive`, and its first step back:
//!
//! ```text
//! 1 . | . .    r1c2: 1 stands in its row, 2 in its column; 3 fits.
//! . . | 3 .    r1c3: 1 and 3 stand in its row; 2 fits.
//! ----+----    r1c4: 1, 3, 2 stand in its row and 4 in its column: dead end.
//! . . | . 4    Back to r1c3: after 2 comes 3, which stands in the row; 4 fits.
//! . 2 | . .    r1c4: now 2 fits, and so on.
//! ```
//!
//! ```
//! # use std::ops::ControlFlow;
//! # use polydoku_core::{Event, Puzzle, Query, Rules};
//! let rules = std::sync::Arc::new(Rules::assumed(4)?);
//! let puzzle = Puzzle::parse(&rules, "1... ..3. ...4 .2..")?;
//! let mut steps = Vec::new();
//! let mut trace = |event: &Event<'_>| {
//!     match event {
//!         Event::Place { cell, digit, .. } => steps.push(format!("{} = {digit}", cell.name(4))),
//!         Event::Backtrack { .. } => steps.push("back".to_owned()),
//!         _ => {}
//!     }
//!     ControlFlow::Continue(())
//! };
//! let mut solver = polydoku_naive::scan().solver(&rules)?;
//! let mut ignore = |_: &[_]| ControlFlow::Continue(());
//! solver.run_traced(puzzle.as_ref(), &Query::first(), &mut ignore, &mut trace);
//! assert_eq!(steps[..5], ["r1c2 = 3", "r1c3 = 2", "back", "r1c3 = 4", "r1c4 = 2"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The classic exercise, a 9x9 board of characters with `.` for an open cell
//! and exactly one solution:
//!
//! ```
//! use std::ops::ControlFlow;
//! use polydoku_core::{Puzzle, Query, Rules};
//!
//! let mut board: Vec<Vec<char>> = [
//!     "53..7....", "6..195...", ".98....6.", "8...6...3", "4..8.3..1",
//!     "7...2...6", ".6....28.", "...419..5", "....8..79",
//! ].iter().map(|row| row.chars().collect()).collect();
//!
//! let rules = Rules::classic();
//! let text: String = board.iter().flatten().collect();
//! let puzzle = Puzzle::parse(&rules, &text)?;
//! let mut solver = polydoku_naive::scan().solver(&rules)?;
//! let report = solver.run(puzzle.as_ref(), &Query::first(), &mut |digits| {
//!     for (cell, digit) in board.iter_mut().flatten().zip(digits) {
//!         *cell = char::from(b'0' + digit.get());
//!     }
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(report.found, 1);
//! assert_eq!(board[0].iter().collect::<String>(), "534678912");
//! assert_eq!(report.stats.placements.get(), Some(4208)); // digits written on the way
//! assert_eq!(solver.figures(), [37652]); // digits tested on the way
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What a trace shows
//!
//! A digit written is a `Place` that is tried (or, in `naive/sets`, chosen among
//! several that fit); a cell that the walk comes to in vain is a `Conflict`. The
//! family's own event is `scan`, told whenever the walk stands at an open cell:
//!
//! | field | what | rows |
//! |---|---|---|
//! | `cell` | where the walk stands | all |
//! | `fits` | the digits to be tried next; none means back. `naive` knows the first alone | all |
//! | `unfit` | the digits just tested in vain, if there were any | `naive` |
//! | `standing` | for each of them the cell that holds it; the cell itself if marks forbid it | `naive` |
//!
//! # Cost
//!
//! A step costs next to nothing, and there may be any number of them: an easy
//! puzzle takes a few hundred placements, the one above 4,208, and the worst
//! with 17 clues hundreds of millions. These engines are for learning, for
//! small grids, and for checking the others: they share no search code with
//! any, only core's bookkeeping. They allocate nothing inside the search and do
//! not recurse, so a 64x64 grid is only slow. A search that hits its limit says
//! `unknown`.
//!
//! Sources: N. Wirth, *Program Development by Stepwise Refinement* (1971) and
//! D. E. Knuth, TAOCP 7.2.2, for backtracking as such; the procedures are those
//! that programming courses and LeetCode's problem 37 ask for.
#![forbid(unsafe_code)]

mod procedure;
mod scan;
mod sets;
mod tables;

use polydoku_core::{Engine, EngineInfo, Figure, StatSet, View};

use procedure::{Backtracker, Procedure};

/// `naive`: scans the board.
pub fn scan() -> Box<dyn Engine> {
    const CHECKS: Figure = Figure {
        name: "checks",
        unit: "1",
        about: "digits tested in open cells, fitting or not",
    };
    engine::<scan::Scan>(EngineInfo {
        name: "naive",
        idea: "try digits cell by cell, scanning the board for clashes",
        figures: &[CHECKS],
        largest_count: 200_000,
        ..INFO
    })
}

/// `naive/tables`: remembers what each house has taken.
pub fn tables() -> Box<dyn Engine> {
    engine::<tables::Tables>(EngineInfo {
        name: "naive/tables",
        idea: "the same from the last cell to the first, with a table of taken digits",
        ..INFO
    })
}

/// `naive/sets`: intersects the free digits of the houses.
pub fn sets() -> Box<dyn Engine> {
    engine::<sets::Sets>(EngineInfo {
        name: "naive/sets",
        idea: "the same with the set of free digits of each house",
        stats: StatSet::ALL,
        ..INFO
    })
}

/// The three rows of this family, in the order in which they are taught.
pub fn engines() -> Vec<Box<dyn Engine>> {
    vec![scan(), tables(), sets()]
}

/// What the three have in common.
const INFO: EngineInfo = EngineInfo {
    name: "",
    idea: "",
    rules: "all",
    node: "a placement tried",
    // A digit that fits may be the only one left or not: only sets know.
    stats: StatSet {
        guesses: false,
        ..StatSet::ALL
    },
    figures: &[],
    batch: 1,
    largest_count: 30_000_000,
    view: View::Scan,
};

fn engine<P: Procedure>(info: EngineInfo) -> Box<dyn Engine> {
    Box::new(Backtracker::<P> {
        info,
        procedure: std::marker::PhantomData,
    })
}
