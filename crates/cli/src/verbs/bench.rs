//! `polydoku bench`: engines compared, from measuring to the page.
//!
//! The work is the harness's; here are its words on the command line. Each thing
//! that can be done is a module below and a line in [`What`]; without one, a quick
//! round over the built-in corpora is made.

mod bar;
mod cmp;
mod corpora;
mod diff;
mod keeper;
mod measure;
mod quick;
mod rank;
mod report;
mod terms;
mod written;

use clap::{Parser, Subcommand};

use super::Run;
use crate::flags::TalkFlags;
use crate::status::{Failure, Status};

/// Measure engines, and compare what was measured
///
/// Without a word behind it: a quick comparison of one engine of each family on
/// the built-in corpora, about a minute, as a table.
#[derive(Parser, Debug)]
#[command(
    name = "bench",
    before_long_help = EXAMPLES,
    args_conflicts_with_subcommands = true,
    subcommand_value_name = "WHAT",
    subcommand_help_heading = "What",
    disable_help_subcommand = true
)]
pub struct Bench {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    talk: TalkFlags,
}

#[derive(Subcommand, Debug)]
enum What {
    Measure(Box<measure::Measure>),
    Cmp(cmp::Cmp),
    Rank(rank::Rank),
    Diff(diff::Diff),
    Report(report::Report),
}

const EXAMPLES: &str = "\
Examples:
  polydoku bench                                      a minute, and a table
  polydoku bench measure @hard -e bitmask,dlx --record run.csv
  polydoku bench measure mine.txt -e all --task first > run.csv
  polydoku bench rank run.csv                         who is fastest, all in all
  polydoku bench cmp before.csv after.csv             what changed, and what is noise
  polydoku bench report run.csv --html run.html       a page with plots";

impl Run for Bench {
    fn run(self) -> Result<Status, Failure> {
        match self.what {
            None => quick::run(self.talk),
            Some(What::Measure(measure)) => measure.run(),
            Some(What::Cmp(cmp)) => cmp.run(),
            Some(What::Rank(rank)) => rank.run(),
            Some(What::Diff(diff)) => diff.run(),
            Some(What::Report(report)) => report.run(&measure::command_line(std::env::args())),
        }
    }
}
