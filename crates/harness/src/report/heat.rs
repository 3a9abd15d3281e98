//! The heat map: engines down, corpora across, the darker the nearer to the best.
//!
//! On the page it is a table whose cells are coloured, so that everybody can read
//! it; as a file it is a drawing. Colour stands for the ratio to the best engine of
//! the corpus, the text for the time itself.

use crate::record::{Mode, Row, Status};

use super::chapter::{Cell, Chapter, Html, slug};
use super::svg::{Anchor, Drawing};
use super::view::{Group, View};
use super::{factor, thousands, time};

/// Up to which ratio to the best a step of colour reaches; a last one has the rest.
const STEPS: [f64; 7] = [1.05, 1.5, 3.0, 10.0, 30.0, 100.0, 1000.0];

/// The step's class.
fn step(ratio: f64) -> String {
    let step = STEPS.iter().take_while(|limit| ratio > **limit).count();
    format!("h{step}")
}

/// What the legend calls the steps.
fn steps() -> Vec<(String, String)> {
    let mut legend = vec![("h0".to_owned(), "best (within 5 %)".to_owned())];
    for (number, limit) in STEPS.iter().enumerate().skip(1) {
        let digits = super::units::digits(*limit);
        let short = digits.trim_end_matches('0').trim_end_matches('.');
        let words = if limit.fract() == 0.0 {
            thousands(*limit as u64)
        } else {
            short.to_owned()
        };
        legend.push((format!("h{number}"), format!("up to {words}×")));
    }
    legend.push((format!("h{}", STEPS.len()), "more".to_owned()));
    legend
}

/// An engine's place on a corpus.
enum Place {
    /// Its time, and through the best's.
    Time { ns: f64, ratio: f64, unknown: u64 },
    /// Why it has none.
    Without(&'static str),
}

fn place(view: &View<'_>, group: &Group<'_>, engine: &str, corpus: &str) -> Place {
    let figure = |row: &Row| view.source.terms.figure.of(row);
    let Some(measured) = group.get(engine, corpus) else {
        return Place::Without("not asked");
    };
    let best = best(view, group, corpus);
    match (measured.median(figure), best) {
        (Some(ns), Some((best, _))) => Place::Time {
            ns,
            ratio: ns / best,
            unknown: measured.unknown(),
        },
        _ => Place::Without(match measured.status() {
            Status::Measured => "no figure",
            Status::Limited => "gave up",
            Status::Wrong => "wrong",
            Status::Unsupported => "other rules",
            Status::Failed => "failed",
        }),
    }
}

/// The best time on a corpus, and whose it is.
fn best<'r>(view: &View<'r>, group: &Group<'r>, corpus: &str) -> Option<(f64, &'r str)> {
    let figure = |row: &Row| view.source.terms.figure.of(row);
    let times = group.engines.iter().filter_map(|engine| {
        let time = group.figure(engine, corpus, figure)?;
        Some((time, *engine))
    });
    times.min_by(|a, b| a.0.total_cmp(&b.0))
}

pub(super) fn chapter(view: &View<'_>) -> Option<Chapter> {
    if view.groups.is_empty() {
        return None;
    }
    let mut chapter = Chapter::new("heat", "Engine by corpus");
    chapter.lesson = lesson(view).unwrap_or_default();
    chapter.reading = "Each cell is an engine's mean time for a puzzle of that corpus and, small, \
        how many times the best engine's that is; colour goes by that. Puzzles that were given up \
        count with twice the limit, and their number stands in the cell. Tables of different \
        kinds (each puzzle by itself, the whole corpus in batches, another task) must not be \
        compared with each other.";
    for group in &view.groups {
        chapter.tables.push(table(view, group));
    }
    chapter.legend = steps();
    chapter.commands = view.commands(|_| true);
    Some(chapter)
}

/// The engine whose place depends most on the corpus.
fn lesson(view: &View<'_>) -> Option<String> {
    let group = view
        .groups_of(Mode::Latency)
        .next()
        .or(view.groups.first())?;
    let mut winners: Vec<&str> = group
        .corpora
        .iter()
        .filter_map(|corpus| Some(best(view, group, corpus)?.1))
        .collect();
    winners.sort_unstable();
    winners.dedup();
    let swings = group.engines.iter().filter_map(|engine| {
        let ratios = group.corpora.iter().filter_map(|corpus| {
            match place(view, group, engine, corpus) {
                // With puzzles given up the ratio is no more than a bound.
                Place::Time {
                    ratio, unknown: 0, ..
                } => Some((ratio, *corpus)),
                _ => None,
            }
        });
        let ratios: Vec<_> = ratios.collect();
        let low = ratios.iter().copied().min_by(|a, b| a.0.total_cmp(&b.0))?;
        let high = ratios.iter().copied().max_by(|a, b| a.0.total_cmp(&b.0))?;
        Some((*engine, low, high))
    });
    let (engine, low, high) = swings.max_by(|a, b| (a.2.0 / a.1.0).total_cmp(&(b.2.0 / b.1.0)))?;
    let first = match winners.len() {
        1 => format!("{} is the fastest on every corpus", winners[0]),
        n => format!("{n} engines are the fastest on some corpus"),
    };
    Some(format!(
        "{first}. How far the others fall behind depends on the puzzles: {engine} takes {} the \
         best's time on {}, and {} on {}.",
        factor(low.0),
        low.1,
        factor(high.0),
        high.1
    ))
}

fn table(view: &View<'_>, group: &Group<'_>) -> String {
    let mut columns = vec![("Engine", false)];
    columns.extend(group.corpora.iter().map(|corpus| (*corpus, true)));
    let caption = format!("Time a puzzle: {}", group.words());
    let mut table = Html::table(&caption, "heat", &columns);
    for engine in &group.engines {
        let cells = group.corpora.iter().map(|corpus| {
            let (text, small, class) = match place(view, group, engine, corpus) {
                Place::Time { ns, ratio, unknown } => {
                    let gave_up = match unknown {
                        0 => String::new(),
                        n => format!(", {} gave up", thousands(n)),
                    };
                    let small = format!("{}{gave_up}", factor(ratio));
                    (time(ns), small, step(ratio))
                }
                Place::Without(why) => (why.to_owned(), String::new(), "none".to_owned()),
            };
            Cell {
                text,
                small,
                class,
                number: true,
            }
        });
        table.row(engine, &cells.collect::<Vec<_>>());
    }
    table.end()
}

/// The heat maps as files.
pub(super) fn files(view: &View<'_>) -> Vec<(String, String)> {
    let file = |group: &Group<'_>| {
        let name = format!("heat-{}.svg", slug(&group.words()));
        (name, drawing(view, group).alone())
    };
    view.groups.iter().map(file).collect()
}

fn drawing(view: &View<'_>, group: &Group<'_>) -> Drawing {
    const CELL: (f64, f64) = (74.0, 26.0);
    const LEFT: f64 = 116.0;
    let longest = group.corpora.iter().map(|name| name.chars().count()).max();
    let head = 24.0 + 4.6 * longest.unwrap_or(0) as f64;
    let width = LEFT + CELL.0 * group.corpora.len() as f64 + 60.0;
    let height = head + CELL.1 * group.engines.len() as f64 + 44.0;
    let title = format!("Time a puzzle: {}", group.words());
    let about = "Engines down, corpora across; the darker a cell, the nearer to the corpus's best.";
    let mut drawing = Drawing::new(width.max(420.0), height, &title, about);
    for (column, corpus) in group.corpora.iter().enumerate() {
        let x = LEFT + CELL.0 * (column as f64 + 0.45);
        drawing.turned_text("label", (x, head - 6.0), -35.0, Anchor::Start, corpus);
    }
    for (row, engine) in group.engines.iter().enumerate() {
        let y = head + CELL.1 * row as f64;
        drawing.text("label", (LEFT - 8.0, y + 17.0), Anchor::End, engine);
        for (column, corpus) in group.corpora.iter().enumerate() {
            let x = LEFT + CELL.0 * column as f64;
            let (text, class) = match place(view, group, engine, corpus) {
                Place::Time { ns, ratio, unknown } => {
                    let mark = if unknown > 0 { "> " } else { "" };
                    (format!("{mark}{}", time(ns)), step(ratio))
                }
                Place::Without(why) => (why.to_owned(), "none".to_owned()),
            };
            drawing.rect(&class, (x + 1.0, y + 1.0), (CELL.0 - 2.0, CELL.1 - 2.0));
            let middle = (x + CELL.0 / 2.0, y + 17.0);
            drawing.text(&class, middle, Anchor::Middle, &text);
        }
    }
    let y = height - 24.0;
    for (number, (class, words)) in steps().iter().enumerate() {
        let x = 8.0 + 52.0 * number as f64;
        let words = words
            .split(" (")
            .next()
            .unwrap_or(words)
            .replace("up to ", "≤ ");
        drawing.rect(class, (x, y - 12.0), (50.0, 18.0));
        drawing.text(class, (x + 25.0, y + 1.0), Anchor::Middle, &words);
    }
    drawing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_begin_with_the_best_and_end_with_the_rest() {
        let classes = [1.0, 1.05, 1.06, 2.0, 10.0, 10.1, 1e9].map(step);
        assert_eq!(classes, ["h0", "h0", "h1", "h2", "h3", "h4", "h7"]);
        let legend = steps();
        assert_eq!(legend.len(), STEPS.len() + 1);
        assert_eq!(legend[1].1, "up to 1.5×");
        assert_eq!(legend[6].1, "up to 1,000×");
    }
}
