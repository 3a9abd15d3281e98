//! `polydoku race`: engines side by side on one puzzle, as a page.
//!
//! What a race is, and how it is drawn, is polydoku-teach's business; here are
//! the flags, the file, and the costs in a few lines for those who want no page.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use polydoku_core::{Engine, Rules, Stat};
use polydoku_engines::EngineChoice;
use polydoku_teach::race::{Race, Ran};

use super::Run;
use crate::flags::{LimitFlags, PickFlag, PuzzleFlags, TalkFlags, WantedFlags};
use crate::interrupt;
use crate::pick::{Pick, Picked, pick};
use crate::shelf;
use crate::status::{Failure, Status};
use crate::stream::plain;
use crate::talk::Talk;
use polydoku_harness::report::{thousands, time};

/// Watch engines solve the same puzzle side by side
///
/// Each engine's search is recorded step by step and measured without the
/// recording. --html writes both as a page that needs no network: boards on one
/// clock, each engine's own data, search trees, costs. Without it the costs alone
/// are printed. Searches longer than 12,000 steps are cut: both ends and every
/// hundredth branch are kept, and the page says so. The exit status is 0, 1 when
/// the clues clash, 3 when a limit ended a search.
#[derive(Parser, Debug)]
#[command(name = "race", before_long_help = EXAMPLES, after_long_help = shelf::list())]
pub struct Races {
    /// Engines, with commas between [default: one a family]
    #[arg(short, long, value_name = "NAMES", value_delimiter = ',')]
    engine: Vec<String>,

    /// Write the page to FILE (- is standard output)
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    #[command(flatten)]
    wanted: WantedFlags,

    /// What the page calls the puzzle [default: its place in the file]
    #[arg(long, value_name = "TEXT", hide_short_help = true)]
    title: Option<String>,

    #[command(flatten)]
    limits: LimitFlags,
    #[command(flatten)]
    pick: PickFlag,
    #[command(flatten)]
    puzzles: PuzzleFlags,
    #[command(flatten)]
    talk: TalkFlags,
}

const EXAMPLES: &str = "\
Examples:
  polydoku race @easy --html race.html            one engine of each family
  polydoku race @hard -n 7 -e naive,bitmask,dlx,simd --html race.html
  polydoku race @jigsaw -e bitmask,dlx/cells      the costs alone, as text
  polydoku race @none --timeout 1m --html -       the page to standard output";

/// How long an engine may search when nothing was said about limits: a page is
/// for people who wait for it.
const TIME: Duration = Duration::from_secs(10);

impl Run for Races {
    fn run(self) -> Result<Status, Failure> {
        let choices = self.engine.iter().map(|name| EngineChoice::parse(name));
        let choices: Vec<EngineChoice> =
            choices.collect::<Result<_, _>>().map_err(Failure::usage)?;
        let cancel = interrupt::flag();
        let talk = Talk::new(self.talk);
        let Pick::Puzzle(picked) = pick(&self.puzzles, self.pick, talk, &cancel)? else {
            return Ok(Pick::INVALID);
        };
        let rules = picked.puzzle.rules();
        let engines = match choices.is_empty() {
            true => one_a_family(rules),
            false => choices
                .iter()
                .map(|choice| choice.engine_for(rules).map_err(Failure::usage))
                .collect::<Result<_, _>>()?,
        };
        let mut query = self
            .limits
            .applied_to(self.wanted.query())
            .with_cancel(&cancel);
        if query.time.is_none() && query.max_nodes.is_none() {
            query.time = Some(TIME);
        }
        let title = self.title.clone().unwrap_or_else(|| title(&picked));
        let race = Race::run(&picked.puzzle, &title, &picked.symbols, &engines, &query);
        if cancel.is_cancelled() {
            return Err(Failure::Interrupted);
        }
        self.write(&race, talk)?;
        let settled = race.ran().all(|ran| {
            let report = &ran.recording.report;
            report.is_exact() || report.found >= query.limit()
        });
        Ok(if settled {
            Status::Yes
        } else {
            Status::Unsettled
        })
    }
}

impl Races {
    /// Writes the page where it is wanted, and the costs where it is not on
    /// standard output.
    fn write(&self, race: &Race, talk: Talk) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        let written = match &self.html {
            Some(path) if path.as_os_str() == "-" => out.write_all(race.html().as_bytes()),
            Some(path) => {
                let page = race.html();
                fs::write(path, &page).map_err(|error| {
                    Failure::Io(format!("{}: {}", path.display(), plain(&error)))
                })?;
                let kilobytes = page.len().div_ceil(1000) as u64;
                let name = path.display();
                talk.note(format_args!("{name}: {} kB", thousands(kilobytes)));
                out.write_all(costs(race).as_bytes())
            }
            None => out.write_all(costs(race).as_bytes()),
        };
        written
            .and_then(|()| out.flush())
            .map_err(|error| Failure::writing(&error))
    }
}

/// What the page calls a puzzle: where it stands, if it stands somewhere.
fn title(picked: &Picked) -> String {
    match picked.place.starts_with("argument ") || picked.place.starts_with("-:") {
        true => format!("A {} puzzle", picked.puzzle.rules()),
        false => picked.place.clone(),
    }
}

/// The first engine of each kind that can work on these rules here.
pub fn one_a_family(rules: &Rules) -> Vec<&'static dyn Engine> {
    let mut chosen: Vec<&dyn Engine> = Vec::new();
    for engine in polydoku_engines::all() {
        let usable = engine.available().is_ok() && engine.supports(rules).is_ok();
        if usable
            && chosen
                .iter()
                .all(|one| one.info().view != engine.info().view)
        {
            chosen.push(engine.as_ref());
        }
    }
    chosen
}

/// A line an engine: what it cost and what it found.
fn costs(race: &Race) -> String {
    let mut rows = vec![
        [
            "engine", "time", "nodes", "guesses", "depth", "steps", "verdict",
        ]
        .map(str::to_owned),
    ];
    rows.extend(race.ran().map(row));
    let widths = std::array::from_fn::<usize, 7, _>(|column| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    });
    let mut text = String::new();
    for row in &rows {
        let mut line = format!("{:<1$}", row[0], widths[0]);
        for (cell, width) in row[1..6].iter().zip(&widths[1..6]) {
            let _ = write!(line, "  {cell:>width$}");
        }
        let _ = writeln!(text, "{line}  {}", row[6]);
    }
    text
}

fn row(ran: &Ran) -> [String; 7] {
    let recording = &ran.recording;
    let stats = &recording.report.stats;
    let known = |stat: Stat| stat.get().map_or("-".to_owned(), thousands);
    [
        recording.engine.name.to_owned(),
        ran.cost
            .map_or("-".to_owned(), |cost| duration(cost.median_ns)),
        known(stats.nodes),
        known(stats.guesses),
        known(stats.depth),
        thousands(recording.totals.events),
        recording.report.verdict().to_string(),
    ]
}

/// A time as reports write it, in letters that every terminal has.
fn duration(ns: f64) -> String {
    time(ns).replace('µ', "u")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        for (ns, words) in [
            (7.0, "7.00 ns"),
            (1234.0, "1.23 us"),
            (45.6e6, "45.6 ms"),
            (2e9, "2.00 s"),
        ] {
            assert_eq!(duration(ns), words);
        }
    }

    #[test]
    fn each_family_races_once() {
        for rules in [
            Rules::classic(),
            std::sync::Arc::new(Rules::assumed(4).unwrap()),
        ] {
            let engines = one_a_family(&rules);
            let mut views: Vec<String> = engines
                .iter()
                .map(|engine| format!("{:?}", engine.info().view))
                .collect();
            let all = views.len();
            views.sort();
            views.dedup();
            assert!(all >= 3 && views.len() == all, "{views:?}");
        }
    }
}
