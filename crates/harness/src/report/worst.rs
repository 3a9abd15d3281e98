//! For each engine the five puzzles on which it does worst against the best.
//!
//! Not the slowest puzzles, which are slow for everybody, but those where another
//! engine shows that it need not be: a list of what to look at next.

use crate::compare::Sitting;

use super::chapter::{Cell, Chapter, Html};
use super::view::View;
use super::{factor, thousands, time};

/// Puzzles an engine.
const PUZZLES: usize = 5;

/// A puzzle, and the engine that does best on it.
struct Worst<'r> {
    corpus: &'r str,
    line: u64,
    clues: u32,
    time: f64,
    settled: bool,
    guesses: Option<u64>,
    best: &'r str,
    best_time: f64,
}

impl Worst<'_> {
    fn ratio(&self) -> f64 {
        self.time / self.best_time
    }
}

pub(super) fn chapter(view: &View<'_>) -> Option<Chapter> {
    let mut chapter = Chapter::new("worst", "Where each engine does worst");
    let mut least: Option<(f64, &str)> = None;
    for field in &view.fields {
        for engine in &view.engines {
            let mut worst: Vec<Worst<'_>> = field
                .sittings
                .iter()
                .flat_map(|sitting| of_engine(sitting, engine))
                .collect();
            worst.sort_by(|a, b| b.ratio().total_cmp(&a.ratio()));
            worst.truncate(PUZZLES);
            let Some(first) = worst.first() else { continue };
            let ratio = first.ratio();
            if least.is_none_or(|(before, _)| ratio < before) {
                least = Some((ratio, engine));
            }
            let caption = format!("{engine}, {}", field.task.word());
            chapter.tables.push(table(&caption, &worst));
        }
    }
    let (ratio, engine) = least?;
    chapter.lesson = format!(
        "No engine is safe. The one that never falls far behind is {engine}: on its worst puzzle \
         it takes {} the best's time.",
        factor(ratio)
    );
    chapter.reading = "The five puzzles with the largest ratio of the engine's time to that of \
        the best engine on the same puzzle. Puzzles are named by corpus and line. \">\" marks \
        those that were given up: their true ratio is larger.";
    chapter.commands = view.commands(|row| row.mode == crate::Mode::Latency);
    Some(chapter)
}

fn of_engine<'r>(sitting: &Sitting<'r>, engine: &str) -> Vec<Worst<'r>> {
    let Some(place) = sitting.place_of(engine) else {
        return Vec::new();
    };
    let worst = sitting.puzzles.iter().filter_map(|puzzle| {
        let its = puzzle.trials[place].as_ref()?;
        let others = puzzle
            .trials
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place);
        let best = others
            .filter_map(|(other, trial)| {
                let trial = trial.as_ref().filter(|trial| trial.settled)?;
                Some((other, trial.time_ns.filter(|time| *time > 0.0)?))
            })
            .min_by(|a, b| a.1.total_cmp(&b.1))?;
        Some(Worst {
            corpus: sitting.corpus,
            line: puzzle.line,
            clues: puzzle.clues,
            time: its.time_ns.filter(|time| *time > 0.0)?,
            settled: its.settled,
            guesses: its.guesses,
            best: sitting.engines[best.0],
            best_time: best.1,
        })
    });
    worst.collect()
}

fn table(caption: &str, worst: &[Worst<'_>]) -> String {
    let columns = [
        ("Puzzle", false),
        ("Ratio", true),
        ("Time", true),
        ("Best", false),
        ("Its time", true),
        ("Guesses", true),
        ("Clues", true),
    ];
    let mut table = Html::table(caption, "plain small", &columns);
    for one in worst {
        let bound = if one.settled { "" } else { "> " };
        let guesses = one.guesses.map_or_else(|| "–".to_owned(), thousands);
        table.row(
            &format!("{} line {}", one.corpus, thousands(one.line)),
            &[
                Cell::number(format!("{bound}{}", factor(one.ratio()))),
                Cell::number(format!("{bound}{}", time(one.time))),
                Cell::text(one.best),
                Cell::number(time(one.best_time)),
                Cell::number(guesses),
                Cell::number(one.clues.to_string()),
            ],
        );
    }
    table.end()
}
