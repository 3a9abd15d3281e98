//! Searches told so that people understand them.
//!
//! An engine that is traced hands out events one by one, each borrowed and gone
//! when the next comes (core's `trace` module). Here they become what can be
//! read, kept and drawn:
//!
//! ```text
//! engine --Event--> Telling --Moment--> step    an owned event
//!                      |                totals  what the events add up to
//!                      |                board   what they say stands on the board
//!                      |                words   a step as a sentence
//!                      |                text    a whole search as lines for people
//!                      |                jsonl   the same for programs
//!                      +--------------> recording   a search kept within bounds
//!                                       race        several, measured and on a page
//!                                       server      the same page for any puzzle
//! harness ------------------------------> explain     which engine is best, and why
//! ```
//!
//! [`Telling`] numbers the events and knows how many choices stand, so every
//! reader means the same by "event 17" and "depth 2". Nothing here asks which
//! engine it is: an engine's own data come as [`StepKind::Family`], a kind and
//! fields by name, and each family's crate documents its own.
//!
//! A search told to the end, in two lines an event at most:
//!
//! ```
//! use polydoku_core::{Puzzle, Query, Rules};
//! use polydoku_teach::{Bounds, Recording};
//!
//! let rules = std::sync::Arc::new(Rules::assumed(4)?);
//! let puzzle = Puzzle::parse(&rules, "1... ..2. .4.. ...3")?;
//! let engine = polydoku_engines::by_name("bitmask/singles")?;
//! let recording = Recording::of(engine, &puzzle, &Query::unique(), Bounds::default())?;
//! let words: Vec<String> = recording.steps().map(|step| step.words(&rules).to_string()).collect();
//! assert_eq!(words[0], "r4c1 = 2: naked single");
//! assert_eq!(words.last().unwrap(), "solution 1");
//! assert!(!recording.is_cut());
//! assert_eq!(recording.totals.placements, 12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod board;
pub mod explain;
pub mod jsonl;
mod page;
pub mod race;
mod recording;
pub mod server;
mod step;
mod telling;
pub mod text;
mod totals;
mod window;
mod words;

pub use board::{Board, Standing};
pub use recording::{Bounds, Part, Recording};
pub use step::{Chosen, Datum, Step, StepKind};
pub use telling::{Moment, Telling};
pub use totals::Totals;
pub use window::{Kinds, Window};
pub use words::Words;
