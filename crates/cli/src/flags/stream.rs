//! How the stream of puzzles is worked through.

use clap::Args;
use polydoku_pipeline::Shard;

/// `--threads`, `--strict`, `--shard`.
#[derive(Args, Clone, Debug)]
pub struct StreamFlags {
    /// Number of threads [default: all cores]
    ///
    /// The answers and their order are the same for any number; 1 is plain
    /// sequential work.
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,

    /// Stop at the first unreadable line
    ///
    /// Without it an unreadable line is reported on standard error, counted and
    /// skipped, and the other puzzles are still answered.
    #[arg(long)]
    pub strict: bool,

    /// Only every Nth puzzle, beginning with the Ith (I from 0)
    ///
    /// I/N keeps the puzzles whose number (from 0, counted over readable
    /// records) leaves I when divided by N: N machines share a file so.
    #[arg(long, value_name = "I/N", hide_short_help = true)]
    pub shard: Option<Shard>,
}

/// Reads a number of threads.
pub fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n @ 1..=1024) => Ok(n),
        _ => Err("the number of threads is from 1 to 1024".to_owned()),
    }
}
