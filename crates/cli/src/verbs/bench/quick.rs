//! `polydoku bench` alone: a minute over the built-in corpora, and a table.
//!
//! One engine of each family, twenty puzzles of each corpus, a short limit: enough
//! to see who is fast on what, not enough to settle a close race. The answers are
//! verified as in any measure.

use std::ffi::OsString;
use std::time::Duration;

use polydoku_harness as harness;
use polydoku_harness::{Contestant, Mode, Plan};

use super::corpora::{Draw, corpora};
use super::keeper::{Keeper, Place};
use super::measure::{command_line, ended, measured, one_a_family, show};
use crate::flags::{PuzzleFlags, RulesFlags, TalkFlags};
use crate::interrupt;
use crate::shelf;
use crate::status::{Failure, Status};
use crate::talk::Talk;

/// Puzzles of each corpus.
const SAMPLE: usize = 20;
/// What a puzzle may take. Were every puzzle of a corpus to time out, that would be
/// 0.4 s for each family, once: none is tried again in the rounds.
const TIMEOUT: Duration = Duration::from_millis(20);
/// After this no round begins.
const WITHIN: Duration = Duration::from_secs(50);

pub(super) fn run(flags: TalkFlags) -> Result<Status, Failure> {
    let cancel = interrupt::flag();
    let talk = Talk::new(flags);
    let files = shelf::CORPORA.iter();
    let puzzles = PuzzleFlags {
        files: files
            .map(|corpus| OsString::from(format!("@{}", corpus.name)))
            .collect(),
        rules: RulesFlags::default(),
        column: None,
    };
    let plan = Plan {
        timeout: Some(TIMEOUT),
        modes: vec![Mode::Latency],
        rounds: 10,
        time: Some(WITHIN),
        command: command_line(std::env::args()),
        ..Plan::default()
    };
    let draw = Draw {
        sample: Some(SAMPLE),
        seed: plan.seed,
        permute: plan.permuted,
    };
    let measure = harness::Measure {
        plan,
        corpora: corpora(&puzzles, draw, &cancel, talk)?,
        contestants: one_a_family().into_iter().map(Contestant::Engine).collect(),
        before: Vec::new(),
        puzzle_rows: false,
        cancel: cancel.clone(),
    };
    let keeper = Keeper::open(Place::Nowhere, None, talk)?;
    let (record, outcome) = measured(&measure, keeper)?;
    show(&harness::summary(&record))?;
    if let Some(row) = record.rows.first() {
        talk.note(format_args!(
            "{} puzzles of each corpus, {} rounds; {}; {}; {}",
            SAMPLE, outcome.rounds, row.cpu, row.profile, row.rustc
        ));
    }
    talk.note("`polydoku bench measure -h` shows how to measure more");
    ended(&outcome, &measure.plan, &cancel, talk)
}
