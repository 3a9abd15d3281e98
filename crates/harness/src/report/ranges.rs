//! How times spread within a corpus: a line for each engine from its fastest to its
//! slowest puzzle. From the record alone, so every report has it.
//!
//! ```text
//! dlx    ----[=====|==========]------|-----------
//!        min   median        p90    p99       max
//! ```

use crate::record::{Mode, Row};

use super::axis::Axis;
use super::chapter::{Chapter, Panel, slug};
use super::svg::{Anchor, Drawing};
use super::units::decade;
use super::view::{Group, View, task_words};
use super::{factor, time};

const WIDTH: f64 = 384.0;
const LEFT: f64 = 108.0;
const ROW: f64 = 20.0;
const TOP: f64 = 12.0;

/// An engine's quantiles on a corpus.
struct Span<'r> {
    engine: &'r str,
    quantiles: [f64; 5],
}

pub(super) fn chapter(view: &View<'_>) -> Option<Chapter> {
    let mut chapter = Chapter::new("spread", "Easy and hard puzzles of one corpus");
    let mut widest: Option<(f64, &str, &str)> = None;
    for group in view.groups_of(Mode::Latency) {
        let spans: Vec<(&str, Vec<Span<'_>>)> = group
            .corpora
            .iter()
            .map(|corpus| (*corpus, spans(group, corpus)))
            .filter(|(_, spans)| !spans.is_empty())
            .collect();
        let all = || spans.iter().flat_map(|(_, spans)| spans);
        let low = all().map(|span| span.quantiles[0]).min_by(f64::total_cmp);
        let high = all().map(|span| span.quantiles[4]).max_by(f64::total_cmp);
        let Some(range) = low.zip(high) else { continue };
        for (corpus, spans) in &spans {
            for span in spans {
                let tail = span.quantiles[3] / span.quantiles[1];
                if widest.is_none_or(|(before, ..)| tail > before) {
                    widest = Some((tail, span.engine, corpus));
                }
            }
            chapter
                .panels
                .push(panel(view, group, corpus, spans, range));
        }
    }
    let (tail, engine, corpus) = widest?;
    chapter.lesson = format!(
        "A mean hides the tail. The longest is that of {engine} on {corpus}: one puzzle in a \
         hundred takes {} the median's time or more.",
        factor(tail)
    );
    chapter.reading = "Thin lines reach from the fastest puzzle to the slowest, thick ones from \
        the median (the dot) to the time that 90 % do not exceed; the tick stands at 99 %. All \
        panels have the same axis.";
    chapter.commands = view.commands(|row| row.mode == Mode::Latency);
    Some(chapter)
}

fn spans<'r>(group: &Group<'r>, corpus: &str) -> Vec<Span<'r>> {
    let span = |engine: &&'r str| {
        let get = |figure: fn(&Row) -> Option<f64>| {
            let value = group.figure(engine, corpus, figure);
            value.filter(|value| *value > 0.0)
        };
        let quantiles = [
            get(|row| row.min_ns)?,
            get(|row| row.median_ns)?,
            get(|row| row.p90_ns)?,
            get(|row| row.p99_ns)?,
            get(|row| row.max_ns)?,
        ];
        Some(Span { engine, quantiles })
    };
    group.engines.iter().filter_map(span).collect()
}

fn panel(
    view: &View<'_>,
    group: &Group<'_>,
    corpus: &str,
    spans: &[Span<'_>],
    range: (f64, f64),
) -> Panel {
    let bottom = TOP + ROW * spans.len() as f64 + 4.0;
    let task = task_words(group.task, group.solution_limit);
    let title = format!("Times on {corpus}: {task}");
    let about = "A line for each engine from its fastest to its slowest puzzle.";
    let mut drawing = Drawing::new(WIDTH, bottom + 40.0, &title, about);
    let axis = Axis::logarithmic(range, LEFT, WIDTH - 24.0);
    axis.draw_along(&mut drawing, (TOP, bottom), "time a puzzle", decade);
    for (row, span) in spans.iter().enumerate() {
        let y = TOP + ROW * (row as f64 + 0.5);
        let class = view.palette.classes(span.engine);
        let [min, median, p90, p99, max] = span.quantiles.map(|value| axis.at(value));
        drawing.text("label", (LEFT - 8.0, y + 4.0), Anchor::End, span.engine);
        drawing.line(&format!("thin {class} d0"), (min, y), (max, y));
        drawing.line(&format!("thick {class} d0"), (median, y), (p90, y));
        drawing.line(&format!("thin {class} d0"), (p99, y - 5.0), (p99, y + 5.0));
        drawing.path(&format!("dot {class}"), [(median, y), (median + 0.01, y)]);
    }
    let fastest = spans
        .iter()
        .min_by(|a, b| a.quantiles[1].total_cmp(&b.quantiles[1]));
    let caption = fastest.map_or_else(String::new, |span| {
        format!(
            "Fastest median: {}, {}; its slowest puzzle took {}.",
            span.engine,
            time(span.quantiles[1]),
            time(span.quantiles[4])
        )
    });
    let name = slug(&format!("spread {} {corpus}", group.task.word()));
    Panel {
        name,
        heading: corpus.to_owned(),
        drawing,
        caption,
    }
}
