//! Time against guesses: what an engine's search costs beside its fixed work.
//!
//! A panel for each engine that counts its guesses. Puzzles without a guess stand
//! in the first column; how far the cloud rises from there is what guessing costs.

use super::axis::Axis;
use super::chapter::{Chapter, Panel, slug};
use super::scatter::by_speed;
use super::svg::Drawing;
use super::units::decade;
use super::view::{Field, View};
use super::{factor, thousands, time};
use crate::statistics::median;

const WIDTH: f64 = 384.0;
const HEIGHT: f64 = 290.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 366.0;
const TOP: f64 = 28.0;
const BOTTOM: f64 = 246.0;

/// A settled puzzle of an engine.
struct Dot {
    corpus: usize,
    guesses: u64,
    time: f64,
}

pub(super) fn chapter(view: &View<'_>) -> Option<Chapter> {
    let mut chapter = Chapter::new("guesses", "What a guess costs");
    let mut lesson = None;
    for field in &view.fields {
        let engines = by_speed(field);
        let all: Vec<(&str, Vec<Dot>)> = engines
            .iter()
            .map(|engine| (*engine, dots(field, engine)))
            .filter(|(_, dots)| !dots.is_empty())
            .collect();
        let every = || all.iter().flat_map(|(_, dots)| dots);
        let low = every().map(|dot| dot.time).min_by(f64::total_cmp);
        let high = every().map(|dot| dot.time).max_by(f64::total_cmp);
        let most = every().map(|dot| dot.guesses).max();
        let (Some(low), Some(high), Some(most)) = (low, high, most) else {
            continue;
        };
        for (engine, dots) in &all {
            let (panel, told) = panel(view, field, engine, dots, (low, high), most);
            chapter.panels.push(panel);
            lesson = lesson.or(told);
        }
    }
    if chapter.panels.is_empty() {
        return None;
    }
    chapter.lesson = lesson.unwrap_or_default();
    chapter.reading = "Each dot is a settled puzzle: across, the guesses of the engine on it, \
        with 0 at the left end; upward, its time. The line goes through the medians. All panels \
        of a task have the same axes, so that an engine that guesses less stands further left and \
one that guesses faster stands lower. Colours are corpora.";
    chapter.legend = super::scatter::legend(view);
    chapter.commands = view.commands(|row| row.mode == crate::Mode::Latency);
    Some(chapter)
}

fn dots(field: &Field<'_>, engine: &str) -> Vec<Dot> {
    let mut dots = Vec::new();
    for (corpus, sitting) in field.sittings.iter().enumerate() {
        let Some(place) = sitting.place_of(engine) else {
            continue;
        };
        let trials = sitting
            .puzzles
            .iter()
            .filter_map(|one| one.trials[place].as_ref());
        dots.extend(trials.filter(|trial| trial.settled).filter_map(|trial| {
            Some(Dot {
                corpus,
                guesses: trial.guesses?,
                time: trial.time_ns.filter(|time| *time > 0.0)?,
            })
        }));
    }
    dots
}

fn panel(
    view: &View<'_>,
    field: &Field<'_>,
    engine: &str,
    dots: &[Dot],
    range: (f64, f64),
    most: u64,
) -> (Panel, Option<String>) {
    let title = format!("Time against guesses: {engine}, {}", field.task.word());
    let about = "A dot for each puzzle: across its guesses, upward its time.";
    let mut drawing = Drawing::new(WIDTH, HEIGHT, &title, about);
    // One is added, so that 0 has a place on a logarithmic axis.
    let across = Axis::logarithmic((1.0, most as f64 + 1.0), LEFT + 8.0, RIGHT);
    let upward = Axis::logarithmic((range.0.max(0.1), range.1), BOTTOM, TOP);
    upward.draw_upright(&mut drawing, (LEFT, RIGHT), "time a puzzle", decade);
    across.draw_along(&mut drawing, (TOP, BOTTOM), "guesses + 1", |value| {
        thousands(value as u64)
    });
    for corpus in 0..field.sittings.len() {
        let its = dots.iter().filter(|dot| dot.corpus == corpus);
        let points = its.map(|dot| (across.at(dot.guesses as f64 + 1.0), upward.at(dot.time)));
        let class = super::scatter::class_of(view, field.sittings[corpus].corpus);
        drawing.dots(&class, points);
    }
    // Medians of puzzles with 0, 1, 2-3, 4-7, ... guesses.
    let mut columns: Vec<(f64, f64)> = Vec::new();
    for bits in 0..=u64::BITS - most.leading_zeros() {
        let column = |dot: &&Dot| u64::BITS - dot.guesses.leading_zeros() == bits;
        let its = || dots.iter().filter(column);
        let mut times: Vec<f64> = its().map(|dot| dot.time).collect();
        let mut guesses: Vec<f64> = its().map(|dot| dot.guesses as f64 + 1.0).collect();
        if times.len() < 3 {
            continue; // Two puzzles make no median.
        }
        columns.extend(median(&mut guesses).zip(median(&mut times)));
    }
    let points = columns
        .iter()
        .map(|&(guesses, time)| (across.at(guesses), upward.at(time)));
    drawing.path("median", points);
    let without = dots.iter().filter(|dot| dot.guesses == 0).count();
    let share = 100.0 * without as f64 / dots.len() as f64;
    let mut caption = format!("{share:.0} % of the puzzles without a guess");
    let mut lesson = None;
    if let (Some(first), Some(last)) = (columns.first(), columns.last())
        && columns.len() > 1
        && first.0 == 1.0
    {
        caption += &format!(
            ", {} each in the median; around {} guesses it is {}",
            time(first.1),
            thousands((last.0 - 1.0).round() as u64),
            time(last.1)
        );
        lesson = Some(format!(
            "With {engine} a puzzle of around {} guesses takes {} the time of one without any.",
            thousands((last.0 - 1.0).round() as u64),
            factor(last.1 / first.1)
        ));
    }
    caption.push('.');
    let name = slug(&format!("guesses {} {engine}", field.task.word()));
    (
        Panel {
            name,
            heading: engine.to_owned(),
            drawing,
            caption,
        },
        lesson,
    )
}
