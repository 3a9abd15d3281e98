//! Which engine, on which corpus, by how much, and how sure are we.
//!
//! This crate answers for honest comparison: it verifies every answer before a
//! clock runs, measures, and keeps a record that other commands read.
//!
//! ```
//! use std::ops::ControlFlow;
//! use polydoku_harness::{Contestant, Corpus, Measure, Plan, Row, Watch};
//!
//! struct Rows(Vec<Row>);
//! impl Watch for Rows {
//!     fn row(&mut self, row: &Row) -> ControlFlow<()> {
//!         self.0.push(row.clone());
//!         ControlFlow::Continue(())
//!     }
//! }
//!
//! let plan = Plan { rounds: 1, ..Plan::default() };
//! let text = b"1...............\n.4.3..2.........\n";
//! let corpus = Corpus::read("two", text, &Default::default())?.permuted(plan.seed);
//! let engines = ["naive", "dlx"].map(|name| polydoku_engines::by_name(name).unwrap());
//! let measure = Measure {
//!     plan,
//!     corpora: vec![corpus],
//!     contestants: engines.map(Contestant::Engine).to_vec(),
//!     before: Vec::new(),
//!     puzzle_rows: false,
//!     cancel: Default::default(),
//! };
//! let mut rows = Rows(Vec::new());
//! let outcome = measure.run(&mut rows)?;
//! assert!(outcome.faults.is_empty());
//! assert_eq!(rows.0.len(), 4); // two engines, each alone and in batches
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * [`Measure`]: who is compared on what, and the run. `verify` inside says what
//!   a wrong answer is, `latency`, `throughput` and `external` how times are taken.
//! * [`Record`] and its [`Row`]s: the tidy table of everything measured;
//!   [`PuzzleRow`]: single times. Their columns are documented field by field.
//! * [`summary`]: a record as tables of 80 columns.
//! * [`statistics`]: quantiles, deviation, penalised averages; [`means`]: geometric
//!   means and spreads.
//! * [`compare`]: engines side by side: ratios with intervals, ranks, differences.
//! * [`rate`]: how hard a puzzle is; [`report`]: a record as page, plots and tables.
//! * [`cost()`]: a quick look at one search of one puzzle, for pages and advice.
//!
//! What is never done: search for one solution is not compared with a proof that
//! there is no other; a time over several threads is not called a puzzle's; a mean
//! over the solved alone is not shown; noise is not given more digits than it has.
//!
//! The crate prints nothing and opens no files (but the processor's name): rows go
//! to a [`Watch`]. Verify then measure, and a record that all commands read, are
//! rebar's ideas; permuted puzzles and guesses beside times are tdoku's.
#![forbid(unsafe_code)]

mod account;
mod clock;
pub mod compare;
mod corpus;
mod cost;
mod external;
mod latency;
mod machine;
pub mod means;
mod measure;
mod pin;
mod plan;
pub mod rate;
pub mod record;
pub mod report;
mod rows;
mod solvers;
pub mod statistics;
mod summary;
mod throughput;
mod verify;
mod watch;

pub use clock::{Clock, Time};
pub use corpus::{Corpus, Expect, Item, LeftOut, NoCorpus};
pub use cost::{Cost, cost};
pub use external::External;
pub use machine::Machine;
pub use measure::{Contestant, Measure, Outcome, Unlike};
pub use plan::Plan;
pub use record::{Measured, Mode, Record, RecordError, Row, SCHEMA, Status, Table, Task};
pub use rows::PuzzleRow;
pub use summary::{rate_in_words, summary, time_in_words};
pub use watch::{Stage, Step, Watch};
