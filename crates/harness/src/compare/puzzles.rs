//! Single puzzles with every engine's times: the rows put together.
//!
//! A table of [`PuzzleRow`]s has a row for each puzzle, engine and round. Here they
//! become, for each corpus and task, a matrix of puzzles and engines whose entries
//! are [`Trial`]s: the median time over the rounds, and what the search came to.
//!
//! ```text
//!              naive      dlx        simd
//! puzzle 0   [ 81 us      40 us      0.3 us ]
//! puzzle 1   [ timed out  72 us      0.9 us ]
//! puzzle 2   [ -          39 us      0.3 us ]     not asked
//! ```

use std::collections::BTreeMap;

use crate::PuzzleRow;
use crate::record::Task;
use crate::statistics::median;

/// One engine on one puzzle over all rounds.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial<'r> {
    /// The median time over the rounds, in nanoseconds; of a puzzle that was given
    /// up, how long it was tried. `None` for an answer that was found wrong.
    pub time_ns: Option<f64>,
    /// Whether the question was answered in every round.
    pub settled: bool,
    /// Whether the limit on time ended it in some round.
    pub timed_out: bool,
    /// `none`, `unique`, `multiple`, `solved`, `unknown`.
    pub verdict: &'r str,
    /// How many solutions were found.
    pub found: u64,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Guesses.
    pub guesses: Option<u64>,
    /// What is wrong with the answer, or nothing.
    pub error: &'r str,
}

/// One puzzle with the trials of a [`Sitting`]'s engines, in their order.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleTrials<'r> {
    /// Its number in the corpus, from 0.
    pub number: u64,
    /// Its line in the corpus file, from 1.
    pub line: u64,
    /// How many clues it has.
    pub clues: u32,
    /// What each engine did with it; `None` where it was not asked.
    pub trials: Vec<Option<Trial<'r>>>,
}

/// One corpus with one task: its puzzles, and the engines that were asked.
#[derive(Clone, PartialEq, Debug)]
pub struct Sitting<'r> {
    /// The corpus.
    pub corpus: &'r str,
    /// The task.
    pub task: Task,
    /// The engines in order of appearance.
    pub engines: Vec<&'r str>,
    /// The puzzles by number.
    pub puzzles: Vec<PuzzleTrials<'r>>,
}

impl<'r> Sitting<'r> {
    /// Puts rows together: one sitting for each corpus and task, in order of
    /// appearance.
    pub fn of(rows: &'r [PuzzleRow]) -> Vec<Sitting<'r>> {
        let mut sittings: Vec<(Sitting<'r>, BTreeMap<u64, Vec<&'r PuzzleRow>>)> = Vec::new();
        for row in rows {
            let known = sittings
                .iter()
                .rposition(|(one, _)| one.corpus == row.corpus && one.task == row.task);
            let place = known.unwrap_or_else(|| {
                let sitting = Sitting {
                    corpus: &row.corpus,
                    task: row.task,
                    engines: Vec::new(),
                    puzzles: Vec::new(),
                };
                sittings.push((sitting, BTreeMap::new()));
                sittings.len() - 1
            });
            let (sitting, by_puzzle) = &mut sittings[place];
            if !sitting.engines.contains(&row.engine.as_str()) {
                sitting.engines.push(&row.engine);
            }
            by_puzzle.entry(row.puzzle).or_default().push(row);
        }
        let finished = sittings.into_iter().map(|(mut sitting, by_puzzle)| {
            let engines = &sitting.engines;
            let puzzles = by_puzzle.into_iter().map(|(number, rows)| PuzzleTrials {
                number,
                line: rows[0].line,
                clues: rows[0].clues,
                trials: engines.iter().map(|engine| trial(engine, &rows)).collect(),
            });
            sitting.puzzles = puzzles.collect();
            sitting
        });
        finished.collect()
    }

    /// The place of an engine among the sitting's.
    pub fn place_of(&self, engine: &str) -> Option<usize> {
        self.engines.iter().position(|name| *name == engine)
    }
}

/// An engine's rows of one puzzle.
fn trial<'r>(engine: &str, rows: &[&'r PuzzleRow]) -> Option<Trial<'r>> {
    let its: Vec<&&'r PuzzleRow> = rows.iter().filter(|row| row.engine == engine).collect();
    // An answer that is wrong in one round is wrong.
    let wrong = its.iter().find(|row| !row.error.is_empty());
    let shown = wrong.or(its.first())?;
    let mut times: Vec<f64> = its.iter().filter_map(|row| row.time_ns).collect();
    Some(Trial {
        time_ns: median(&mut times).filter(|_| wrong.is_none()),
        settled: its.iter().all(|row| row.settled),
        timed_out: its.iter().any(|row| row.timed_out),
        verdict: &shown.verdict,
        found: shown.found,
        nodes: shown.nodes,
        guesses: shown.guesses,
        error: &shown.error,
    })
}
