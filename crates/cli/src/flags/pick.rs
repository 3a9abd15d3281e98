//! Which of several puzzles a verb is about that takes one.

use clap::Args;

/// `--puzzle`.
#[derive(Args, Clone, Copy, Debug)]
pub struct PickFlag {
    /// Take the Nth puzzle of the input [default: the first]
    ///
    /// Counted from 1 over readable puzzles.
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub puzzle: Option<u64>,
}
