//! Any number of puzzles, in order, on all cores, in constant memory.
//!
//! This crate answers for the way from blocks of text to answers and back: it
//! reads inputs, has `polydoku-corpus` take them apart, asks an engine, has a
//! [`Render`] turn answers into text, and writes that in the order of the
//! puzzles, whatever the number of threads. It prints nothing and looks at no
//! clock; what the text should look like is its caller's choice.
//!
//! A file solved in ten lines:
//!
//! ```
//! use polydoku_core::Query;
//! use polydoku_engines::EngineChoice;
//! use polydoku_pipeline::{Answered, Input, Job};
//!
//! # let path = std::env::temp_dir().join(format!("polydoku-doc-{}", std::process::id()));
//! # std::fs::write(&path, "1...............\n.4.3..2.........\n11..............\n")?;
//! # let mut out = Vec::new();
//! let render = |puzzle: &Answered<'_>, out: &mut Vec<u8>| {
//!     match (puzzle.verdict(), puzzle.solution()) {
//!         (Some(verdict), Some(solution)) => {
//!             puzzle.symbols.write_line(solution, out);
//!             out.extend_from_slice(format!(" {verdict}\n").as_bytes());
//!         }
//!         _ => out.extend_from_slice(b"none\n"),
//!     }
//! };
//! let summary = Job::solve(EngineChoice::Auto, Query::unique())
//!     .input(Input::file(&path))
//!     .run(&render, &mut out, |event| eprintln!("{event}"))?;
//! assert_eq!((summary.tally.puzzles, summary.tally.invalid), (3, 1));
//! # std::fs::remove_file(&path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What holds
//!
//! * The output is the same for every number of threads, and for every way in
//!   which the text arrives.
//! * A puzzle that arrives on a slow pipe is answered as soon as its line has
//!   ended, not when a buffer is full.
//! * Memory does not grow with the input, with the number of a puzzle's
//!   solutions, or while one hard puzzle keeps the others waiting.
//! * What goes wrong at one place (unreadable text, an input that fails, an
//!   engine that panics) is an [`Event`] and costs no other puzzle its answer.
//! * The numbers can be watched from another thread: [`Job::meter`].
//!
//! # How
//!
//! See `job` for the picture, `source` for reading, `answer` for the work on a
//! block, `order` for writing, `ramp` for the size of blocks. Blocks are units
//! of work, of order and of memory: 1 puzzle at the beginning, some hundred
//! later, fewer where puzzles are hard.
#![forbid(unsafe_code)]

mod answer;
mod answered;
mod ask;
mod event;
mod given;
mod input;
mod job;
mod list;
mod order;
mod ramp;
mod render;
mod solvers;
mod source;
mod tally;

pub use answered::{Answer, Answered, Fields, Given, Outcome};
pub use event::{Ended, Event, RunError, Summary};
pub use input::Input;
pub use job::{Job, Shard, ShardError, Task};
pub use render::Render;
pub use tally::{Meter, Tally};
