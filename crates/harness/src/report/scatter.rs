//! One engine against another, puzzle by puzzle, on logarithmic axes.
//!
//! Each dot is a puzzle; on the middle line both take as long, and the guide lines
//! stand at ten and a hundred times. What an engine gave up stands at the rim on
//! its side. The engine across is the one with the smallest geometric mean of ratios to
//! the best; upward come the best of each other family, so that the panels show unlike
//! ideas, or the runner-up where there is one family alone.

use crate::compare::Trial;
use crate::means::geometric_mean;

use super::axis::Axis;
use super::chapter::{Chapter, Panel, slug};
use super::svg::{Anchor, Drawing};
use super::thousands;
use super::units::decade;
use super::view::{Field, View};

const WIDTH: f64 = 384.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 356.0;
const TOP: f64 = 36.0;
const BOTTOM: f64 = 336.0;
const HEIGHT: f64 = 380.0;

/// Width of the rim for what was given up.
const RIM: f64 = 14.0;

/// Panels of a task; more would say little more.
const PANELS: usize = 6;

/// Colours of corpora; further ones begin again.
const COLOURS: usize = 8;

/// One puzzle in a panel.
struct Dot {
    corpus: usize,
    across: (f64, bool),
    upward: (f64, bool),
}

pub(super) fn chapter(view: &View<'_>) -> Option<Chapter> {
    let mut chapter = Chapter::new("duel", "Engine against engine");
    let mut lesson = None;
    for field in &view.fields {
        let order = by_speed(field);
        let Some((best, rest)) = order.split_first() else {
            continue;
        };
        for other in opponents(best, rest) {
            let (panel, told) = panel(view, field, best, other)?;
            chapter.panels.push(panel);
            lesson = lesson.or(told);
        }
    }
    if chapter.panels.is_empty() {
        return None;
    }
    chapter.lesson = lesson.unwrap_or_default();
    chapter.reading = "Each dot is a puzzle: across, the time of one engine; upward, that of the \
        other. Dots above the middle line are puzzles on which the engine across is faster; the \
        further lines stand at ten and a hundred times. Colours are corpora. Dots on the rim were \
        given up by the engine of that axis.";
    chapter.legend = legend(view);
    chapter.commands = view.commands(|row| row.mode == crate::Mode::Latency);
    Some(chapter)
}

/// The colours of corpora.
pub(super) fn legend(view: &View<'_>) -> Vec<(String, String)> {
    let names = corpora(view).into_iter().enumerate();
    names
        .map(|(number, corpus)| (format!("k{}", number % COLOURS), corpus.to_owned()))
        .collect()
}

/// The class of a corpus's dots.
pub(super) fn class_of(view: &View<'_>, corpus: &str) -> String {
    let place = corpora(view).iter().position(|one| *one == corpus);
    format!("k{}", place.unwrap_or(0) % COLOURS)
}

fn corpora<'r>(view: &View<'r>) -> Vec<&'r str> {
    let mut names = Vec::new();
    for sitting in view.fields.iter().flat_map(|field| &field.sittings) {
        if !names.contains(&sitting.corpus) {
            names.push(sitting.corpus);
        }
    }
    names
}

/// The engines by the geometric mean of their times through the best engine's of
/// the same puzzle, each over the puzzles that it was asked.
pub(super) fn by_speed<'r>(field: &Field<'r>) -> Vec<&'r str> {
    let mut ratios: Vec<(&'r str, Vec<f64>)> = Vec::new();
    for sitting in &field.sittings {
        for puzzle in &sitting.puzzles {
            let time = |trial: &Option<Trial<'_>>| {
                let time = trial.as_ref()?.time_ns;
                time.filter(|time| *time > 0.0)
            };
            let times = || puzzle.trials.iter().map(time);
            let Some(best) = times().flatten().min_by(f64::total_cmp) else {
                continue;
            };
            for (engine, time) in sitting.engines.iter().zip(times()) {
                let Some(time) = time else { continue };
                match ratios.iter_mut().find(|(name, _)| name == engine) {
                    Some((_, its)) => its.push(time / best),
                    None => ratios.push((engine, vec![time / best])),
                }
            }
        }
    }
    let mut means: Vec<(f64, &'r str)> = ratios
        .into_iter()
        .filter_map(|(engine, its)| Some((geometric_mean(its)?, engine)))
        .collect();
    means.sort_by(|a, b| a.0.total_cmp(&b.0));
    means.into_iter().map(|(_, engine)| engine).collect()
}

/// The best of each other family in order of speed, or the runner-up.
fn opponents<'r>(best: &str, rest: &[&'r str]) -> Vec<&'r str> {
    let family = |name: &str| name.split('/').next().unwrap_or_default().to_owned();
    let mut seen = vec![family(best)];
    let mut chosen = Vec::new();
    for engine in rest {
        if !seen.contains(&family(engine)) {
            seen.push(family(engine));
            chosen.push(*engine);
        }
    }
    if chosen.is_empty() {
        chosen.extend(rest.first());
    }
    chosen.truncate(PANELS);
    chosen
}

fn panel(
    view: &View<'_>,
    field: &Field<'_>,
    best: &str,
    other: &str,
) -> Option<(Panel, Option<String>)> {
    let dots = dots(field, best, other);
    let low = dots.iter().map(|dot| dot.across.0.min(dot.upward.0));
    let high = dots.iter().map(|dot| dot.across.0.max(dot.upward.0));
    let range = low
        .min_by(f64::total_cmp)
        .zip(high.max_by(f64::total_cmp))?;
    let range = (range.0.max(0.1), range.1);
    let title = format!("{other} against {best}: {}", field.task.word());
    let about =
        format!("A dot for each puzzle: across the time of {best}, upward that of {other}.");
    let mut drawing = Drawing::new(WIDTH, HEIGHT, &title, &about);
    let across = Axis::logarithmic(range, LEFT, RIGHT);
    let upward = Axis::logarithmic(range, BOTTOM, TOP);
    upward.draw_upright(&mut drawing, (LEFT, RIGHT), "", decade);
    drawing.text("name", (4.0, TOP - RIM - 6.0), Anchor::Start, other);
    across.draw_along(&mut drawing, (TOP, BOTTOM), best, decade);
    let (from, to) = across.range();
    for (times, words) in [
        (1.0, "same"),
        (10.0, "10×"),
        (100.0, "100×"),
        (0.1, ""),
        (0.01, ""),
    ] {
        let (start, end) = (from.max(from / times), to.min(to / times));
        if start >= end {
            continue;
        }
        let place = |x: f64| (across.at(x), upward.at(x * times));
        let class = if times == 1.0 { "axis" } else { "guide" };
        drawing.line(class, place(start), place(end));
        let (x, y) = place(end);
        drawing.text("tick", (x - 4.0, y + 12.0), Anchor::End, words);
    }
    for corpus in 0..field.sittings.len() {
        let its = dots.iter().filter(|dot| dot.corpus == corpus);
        let points = its.map(|dot| {
            // What was given up stands beyond the field, on a rim.
            let x = match dot.across.1 {
                true => across.at(dot.across.0),
                false => RIGHT + RIM,
            };
            let y = match dot.upward.1 {
                true => upward.at(dot.upward.0),
                false => TOP - RIM,
            };
            (x, y)
        });
        let class = class_of(view, field.sittings[corpus].corpus);
        drawing.dots(&class, points);
    }
    let gave_up = |settled: fn(&Dot) -> bool| dots.iter().filter(|dot| !settled(dot)).count();
    let (by_best, by_other) = (gave_up(|dot| dot.across.1), gave_up(|dot| dot.upward.1));
    if by_other > 0 {
        drawing.line("rim", (LEFT, TOP - RIM), (RIGHT, TOP - RIM));
        let text = format!("given up by {other}: {}", thousands(by_other as u64));
        drawing.text("tick", (RIGHT, TOP - RIM - 6.0), Anchor::End, &text);
    }
    if by_best > 0 {
        drawing.line("rim", (RIGHT + RIM, TOP), (RIGHT + RIM, BOTTOM));
        let text = format!("given up by {best}: {}", thousands(by_best as u64));
        drawing.turned_text(
            "tick",
            (RIGHT + RIM + 10.0, BOTTOM),
            -90.0,
            Anchor::Start,
            &text,
        );
    }
    let all = dots.len();
    let faster = dots.iter().filter(|dot| dot.faster_upward()).count();
    let caption = format!(
        "{other} is the faster one on {} of {} puzzles.",
        thousands(faster as u64),
        thousands(all as u64)
    );
    let lesson = (faster > 0).then(|| {
        format!(
            "No engine wins everywhere: {other} beats {best} on {} of {} puzzles, although {best} \
             is faster on the whole.",
            thousands(faster as u64),
            thousands(all as u64)
        )
    });
    let name = slug(&format!("duel {} {other} {best}", field.task.word()));
    Some((
        Panel {
            name,
            heading: format!("{other} against {best}"),
            drawing,
            caption,
        },
        lesson,
    ))
}

impl Dot {
    fn faster_upward(&self) -> bool {
        match (self.upward.1, self.across.1) {
            (true, true) => self.upward.0 < self.across.0,
            (settled, _) => settled && !self.across.1,
        }
    }
}

fn dots(field: &Field<'_>, best: &str, other: &str) -> Vec<Dot> {
    let mut dots = Vec::new();
    for (corpus, sitting) in field.sittings.iter().enumerate() {
        let places = sitting.place_of(best).zip(sitting.place_of(other));
        let Some((across, upward)) = places else {
            continue;
        };
        for puzzle in &sitting.puzzles {
            let of = |place: usize| {
                let trial: &Trial<'_> = puzzle.trials[place].as_ref()?;
                Some((trial.time_ns.filter(|time| *time > 0.0)?, trial.settled))
            };
            if let (Some(across), Some(upward)) = (of(across), of(upward)) {
                dots.push(Dot {
                    corpus,
                    across,
                    upward,
                });
            }
        }
    }
    dots
}
