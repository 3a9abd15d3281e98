//! Which engine, and how long it may try: the flags that shape a query. Names
//! are the registry's; limits hold for each puzzle by itself, and are kept a
//! second time for the words of an answer that they cut short.

use std::time::Duration;

use clap::Args;
use polydoku_core::Query;
use polydoku_engines::EngineChoice;

use crate::render::Limits;
use crate::status::Failure;
use crate::verbs::at_least_one;

/// `--engine`.
#[derive(Args, Clone, Debug)]
pub struct EngineFlag {
    /// Engine to use [default: auto]; see `polydoku engines`
    ///
    /// `auto` takes the fastest engine that knows the puzzle's rules. The names
    /// are those that `polydoku engines` lists.
    #[arg(
        short,
        long,
        value_name = "NAME",
        default_value = "auto",
        hide_default_value = true
    )]
    pub engine: String,
}

impl EngineFlag {
    /// The engine that the name stands for.
    ///
    /// # Errors
    /// An unknown name, with the nearest and all known ones.
    pub fn choice(&self) -> Result<EngineChoice, Failure> {
        EngineChoice::parse(&self.engine).map_err(Failure::usage)
    }
}

/// `--first`, `--all` and `--limit`: how many solutions one search looks for.
#[derive(Args, Clone, Debug)]
pub struct WantedFlags {
    /// Stop at the first solution
    #[arg(long, conflicts_with_all = ["all", "limit"])]
    first: bool,

    /// Search for all solutions
    #[arg(long, conflicts_with = "limit", hide_short_help = true)]
    all: bool,

    /// Search for N solutions [default: 2]
    #[arg(long, value_name = "N", value_parser = at_least_one(), hide_short_help = true)]
    limit: Option<u64>,
}

impl WantedFlags {
    /// The question they ask.
    pub fn query(&self) -> Query {
        match (self.first, self.all, self.limit) {
            (true, ..) => Query::first(),
            (_, true, _) => Query::all(),
            (_, _, Some(limit)) => Query::count(limit),
            _ => Query::unique(),
        }
    }
}

/// `--max-nodes` and `--timeout`.
#[derive(Args, Clone, Debug)]
pub struct LimitFlags {
    /// Give up on a puzzle after N search nodes
    ///
    /// What a node is depends on the engine: `polydoku engines -v` tells. A
    /// puzzle given up on is `unknown` (or `solved`, when one solution was found
    /// but not whether it is the only one), and the exit status is 3.
    #[arg(long, value_name = "N")]
    pub max_nodes: Option<u64>,

    /// Give up on a puzzle after this time, as 500ms or 2s
    ///
    /// A number and a unit: ns, us, ms, s, m or h. Counts for each puzzle by
    /// itself; the answer is then as with --max-nodes.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub timeout: Option<Duration>,
}

impl LimitFlags {
    /// The query with these limits.
    pub fn applied_to(&self, mut query: Query) -> Query {
        query.max_nodes = self.max_nodes;
        query.time = self.timeout;
        query
    }

    /// The limits for the words of answers.
    pub fn words(&self) -> Limits {
        Limits {
            nodes: self.max_nodes,
            time: self.timeout,
        }
    }
}

/// A time such as `500ms`, `1.5s`, `2m`.
///
/// # Errors
/// A message that shows how times are written.
pub fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "a time is a number and a unit, such as 500ms, 2s or 1m".to_owned();
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let number = &text[..text.len() - unit.len()];
    let seconds = match unit.trim() {
        "ns" => 1e-9,
        "us" | "µs" => 1e-6,
        "ms" => 1e-3,
        "s" | "sec" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let number: f64 = number.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        for wrong in ["", "5", "ms", "-1s", "1.2.3s", "5 parsecs", "1e400s"] {
            assert!(duration(wrong).is_err(), "{wrong:?}");
        }
    }
}
