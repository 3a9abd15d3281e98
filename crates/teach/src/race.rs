//! Engines side by side on one puzzle: each search recorded and each search
//! measured.
//!
//! A traced run says what an engine does, a silent one how long it takes; they are
//! the same search (the testkit asks every engine for that), so a lane has the
//! steps of the one and the time of the other.
//!
//! What is kept of a long search follows [`Bounds`], scaled down until all lanes
//! together fit a page: half a page of family data a step in one engine, seven
//! characters in another, so how many steps fit is found out by writing them.

use std::ops::ControlFlow;
use std::time::Duration;

use polydoku_core::{Cancel, End, Engine, Puzzle, Query, Symbols, Unsupported};

use polydoku_harness::Machine;

use crate::{Bounds, Recording};

pub use polydoku_harness::Cost;

/// The most bytes that the lanes of a page take together.
const PAGE_BYTES: usize = 4_300_000;

/// How long a lane is measured, once it is known to be short.
const PATIENCE: Duration = Duration::from_millis(60);

/// A puzzle and the engines that tried it.
#[derive(Debug)]
pub struct Race {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What it is called.
    pub title: String,
    /// The symbols it is written in.
    pub symbols: Symbols,
    /// The engines, in the order asked for.
    pub lanes: Vec<Lane>,
}

/// One engine in a race.
#[derive(Debug)]
pub enum Lane {
    /// It searched.
    Ran(Box<Ran>),
    /// It does not take this puzzle, or not on this machine.
    Refused {
        /// Its name.
        name: &'static str,
        /// The reason.
        why: String,
    },
}

/// A search of a race.
#[derive(Debug)]
pub struct Ran {
    /// The steps.
    pub recording: Recording,
    /// What was kept of them.
    pub bounds: Bounds,
    /// The time, where it could be measured.
    pub cost: Option<Cost>,
    /// How many solutions were looked for.
    pub limit: u64,
}

impl Race {
    /// Lets the engines search, one after the other. With a query that limits nodes
    /// or time each gets as much. A cancelled race is of no use.
    pub fn run(
        puzzle: &Puzzle,
        title: &str,
        symbols: &Symbols,
        engines: &[&dyn Engine],
        query: &Query,
    ) -> Race {
        let share = PAGE_BYTES / engines.len().max(1);
        let lanes = engines.iter().map(|engine| {
            let name = engine.info().name;
            Ran::of(*engine, puzzle, query, share).unwrap_or_else(|why| Lane::Refused {
                name,
                why: why.to_string(),
            })
        });
        Race {
            puzzle: puzzle.clone(),
            title: title.to_owned(),
            symbols: symbols.clone(),
            lanes: lanes.collect(),
        }
    }

    /// The lanes that ran.
    pub fn ran(&self) -> impl Iterator<Item = &Ran> {
        self.lanes.iter().filter_map(|lane| match lane {
            Lane::Ran(ran) => Some(&**ran),
            Lane::Refused { .. } => None,
        })
    }

    /// How the times came about, in a sentence.
    pub(crate) fn measured(&self) -> String {
        let question = self.ran().map(|ran| ran.limit).max();
        let looked_for = match question {
            None | Some(u64::MAX) => "all solutions".to_owned(),
            Some(1) => "one solution".to_owned(),
            Some(2) => {
                "one solution and a second, so that it is known to be the only one".to_owned()
            }
            Some(limit) => format!("up to {limit} solutions"),
        };
        let machine = Machine::here();
        format!(
            "Every engine looked for {looked_for}. Times are medians of silent runs, one puzzle at a \
             time, with a solver already made, on {}, {} build.",
            machine.cpu, machine.profile
        )
    }
}

impl Ran {
    fn of(
        engine: &dyn Engine,
        puzzle: &Puzzle,
        query: &Query,
        share: usize,
    ) -> Result<Lane, Unsupported> {
        let query = query.clone().with_figures();
        let mut bounds = Bounds::default();
        let mut ran = loop {
            let recording = Recording::of(engine, puzzle, &query, bounds)?;
            let ran = Ran {
                recording,
                bounds,
                cost: None,
                limit: query.limit(),
            };
            let bytes = ran.json().len();
            if bytes <= share || bounds.first < 100 || is_cancelled(&query) {
                break ran;
            }
            bounds = smaller(bounds, share as f64 / bytes as f64);
        };
        ran.cost = ran.measured(engine, puzzle, &query);
        ran.time_phases_silently(engine, puzzle, &query)?;
        Ok(Lane::Ran(Box::new(ran)))
    }

    /// Takes an engine's own times from a silent run: while it was recorded, it was
    /// mostly telling.
    fn time_phases_silently(
        &mut self,
        engine: &dyn Engine,
        puzzle: &Puzzle,
        query: &Query,
    ) -> Result<(), Unsupported> {
        if engine
            .info()
            .figures
            .iter()
            .any(|figure| figure.unit == "ns")
        {
            let mut solver = engine.solver(puzzle.rules())?;
            let report = solver.run(puzzle.as_ref(), query, &mut |_| ControlFlow::Continue(()));
            if report == self.recording.report {
                self.recording.figures = solver.figures().to_vec();
            }
        }
        Ok(())
    }

    /// The time of the silent search, which must be the same search: one that was
    /// stopped by the clock is measured to the node where it was stopped.
    fn measured(&self, engine: &dyn Engine, puzzle: &Puzzle, query: &Query) -> Option<Cost> {
        let report = &self.recording.report;
        let mut query = query.clone();
        query.figures = false;
        if report.end == End::Time {
            query.max_nodes = Some(report.stats.nodes.get()?);
        }
        query.time = None;
        let cost = polydoku_harness::cost(engine, puzzle.as_ref(), &query, PATIENCE).ok()?;
        (!is_cancelled(&query)).then_some(cost)
    }
}

fn is_cancelled(query: &Query) -> bool {
    query.cancel.as_ref().is_some_and(Cancel::is_cancelled)
}

/// Bounds that keep about this share of what the others keep.
fn smaller(bounds: Bounds, share: f64) -> Bounds {
    // A little less than asked for: the next attempt should be the last.
    let part = |steps: u64| ((steps as f64 * share * 0.9) as u64).max(10);
    let rounded = |steps: u64| part(steps) / 10 * 10;
    Bounds {
        first: rounded(bounds.first),
        last: rounded(bounds.last),
        branches: part(bounds.branches),
        every: bounds.every,
    }
}
