//! `polydoku certify`: verdicts with evidence that somebody else can check.

mod check;
mod make;

use std::path::PathBuf;

use clap::Parser;
use polydoku_core::Query;

use super::Run;
use crate::flags::{LimitFlags, PuzzleFlags, StreamFlags, TalkFlags};
use crate::shelf;
use crate::status::{Failure, Status};

/// Write certificates of what puzzles' solutions are, or check them
///
/// For a puzzle with one solution: a formula in DIMACS (the rules, the clues, and
/// not that solution) with a proof in DRAT and LRAT that nothing is left. For one
/// without: the proof of that. For several: two of them. index.jsonl ties puzzles,
/// verdicts, files and hashes together. --check believes none of it: it justifies
/// every clause of a formula from the rules, follows every proof with a checker
/// that shares no code with the prover, and asks drat-trim, lrat-check and rate
/// where they are installed. The exit status is 0 when everything is certified, or
/// accepted; 1 when clues clash, or something is refused; 3 when a limit was
/// reached first; 4 when something could not be read or written.
#[derive(Parser, Debug)]
#[command(name = "certify", before_long_help = EXAMPLES, after_long_help = shelf::list())]
pub struct Certify {
    /// Where to write: a new or an empty folder
    #[arg(
        short,
        long,
        value_name = "DIR",
        required_unless_present = "check",
        conflicts_with = "check"
    )]
    directory: Option<PathBuf>,

    /// Check the certificates in a folder
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with_all = [
            "files", "boxes", "regions", "extra_regions", "variant", "alphabet", "column",
            "max_nodes", "timeout", "threads", "strict", "shard",
        ]
    )]
    check: Option<PathBuf>,

    #[command(flatten)]
    limits: LimitFlags,
    #[command(flatten)]
    puzzles: PuzzleFlags,
    #[command(flatten)]
    stream: StreamFlags,
    #[command(flatten)]
    talk: TalkFlags,
}

const EXAMPLES: &str = "\
Examples:
  polydoku certify puzzles.txt -d certificates      one after the other, on all cores
  polydoku certify --check certificates             ours, and others where installed
  polydoku certify -d one ..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..
  drat-trim one/000001.cnf one/000001.drat          the same by somebody else's program";

impl Run for Certify {
    fn run(self) -> Result<Status, Failure> {
        if let Some(folder) = &self.check {
            return check::run(folder, self.talk);
        }
        let folder = self.directory.as_deref();
        let folder = folder.expect("one of the two flags is required");
        let limits = self.limits.words();
        let query = self.limits.applied_to(Query::unique());
        make::run(
            folder,
            &self.puzzles,
            &self.stream,
            self.talk,
            query,
            limits,
        )
    }
}
