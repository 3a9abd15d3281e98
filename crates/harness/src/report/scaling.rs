//! Scaling over threads: how much faster more threads are than one.

use crate::record::{Mode, Row, Task};

use super::axis::{Axis, spread_out};
use super::chapter::{Chapter, Panel, slug};
use super::svg::{Anchor, Drawing};
use super::view::View;
use super::{factor, rate};

const WIDTH: f64 = 384.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 276.0;
const TOP: f64 = 28.0;
const BOTTOM: f64 = 256.0;

/// An engine's speed by the number of threads.
struct Line<'r> {
    engine: &'r str,
    /// Threads, and how many times as fast as with one.
    points: Vec<(f64, f64)>,
    /// Puzzles a second with most threads.
    fastest: f64,
}

pub(super) fn chapter(view: &View<'_>) -> Option<Chapter> {
    let mut chapter = Chapter::new("threads", "What more threads give");
    let mut kinds: Vec<(Task, u64, &str)> = Vec::new();
    for group in view.groups_of(Mode::Throughput) {
        for corpus in &group.corpora {
            let kind = (group.task, group.solution_limit, *corpus);
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }
    let mut gains = Vec::new();
    for kind in kinds {
        let lines = lines(view, kind);
        gains.extend(lines.iter().filter_map(|line| {
            let (threads, gain) = line.points.last()?;
            Some((*threads, *gain))
        }));
        chapter.panels.extend(panel(view, kind, &lines));
    }
    let most = gains
        .iter()
        .map(|(threads, _)| *threads)
        .max_by(f64::total_cmp)?;
    let mut at_most: Vec<f64> = gains
        .iter()
        .filter(|(threads, _)| *threads == most)
        .map(|(_, gain)| *gain)
        .collect();
    let middle = crate::statistics::median(&mut at_most)?;
    chapter.lesson = format!(
        "With {most:.0} threads the median engine and corpus come to {} of one thread's speed.",
        factor(middle)
    );
    chapter.reading = "Across, the number of threads; upward, how many times as fast the whole \
        corpus is than with one thread. The dotted line is what perfect sharing would give; a \
        processor that runs two threads on one core cannot reach it.";
    chapter.commands = view.commands(|row| row.mode == Mode::Throughput);
    Some(chapter)
}

fn lines<'r>(view: &View<'r>, (task, limit, corpus): (Task, u64, &str)) -> Vec<Line<'r>> {
    let groups = || {
        let groups = view.groups_of(Mode::Throughput);
        groups.filter(move |group| (group.task, group.solution_limit) == (task, limit))
    };
    let wall = |row: &Row| row.wall_ns.filter(|wall| *wall > 0.0);
    let line = |engine: &&'r str| {
        let mut times: Vec<(f64, f64, f64)> = groups()
            .filter_map(|group| {
                let measured = group.get(engine, corpus)?;
                let rate = measured.median(|row| row.puzzles_per_s)?;
                Some((f64::from(group.threads?), measured.median(wall)?, rate))
            })
            .collect();
        times.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (first, last) = (*times.first()?, *times.last()?);
        (first.0 == 1.0 && times.len() > 1).then(|| Line {
            engine,
            points: times.iter().map(|one| (one.0, first.1 / one.1)).collect(),
            fastest: last.2,
        })
    };
    view.engines.iter().filter_map(line).collect()
}

fn panel(
    view: &View<'_>,
    (task, _, corpus): (Task, u64, &str),
    lines: &[Line<'_>],
) -> Option<Panel> {
    let points = || lines.iter().flat_map(|line| &line.points);
    let most = points().map(|point| point.0).max_by(f64::total_cmp)?;
    let highest = points().map(|point| point.1).max_by(f64::total_cmp)?;
    let title = format!("Threads on {corpus}: {}", task.word());
    let about = "A line for each engine: how many times as fast as with one thread.";
    let mut drawing = Drawing::new(WIDTH, HEIGHT, &title, about);
    let across = Axis::linear(1.0, most, LEFT + 14.0, RIGHT);
    let upward = Axis::linear(0.0, highest.max(most) * 1.05, BOTTOM, TOP);
    upward.draw_upright(
        &mut drawing,
        (LEFT, RIGHT),
        "times one thread's speed",
        |value| format!("{value}×"),
    );
    let whole = |value: f64| match value.fract() == 0.0 && value > 0.0 {
        true => format!("{value}"),
        false => String::new(),
    };
    across.draw_along(&mut drawing, (TOP, BOTTOM), "threads", whole);
    let corner = |value: f64| (across.at(value), upward.at(value));
    drawing.line("guide", corner(1.0), corner(most));
    let mut labels: Vec<f64> = lines
        .iter()
        .map(|line| upward.at(line.points[line.points.len() - 1].1))
        .collect();
    let heights = labels.clone();
    spread_out(&mut labels, 12.5, (TOP, BOTTOM));
    for ((line, label), height) in lines.iter().zip(labels).zip(heights) {
        let class = view.palette.classes(line.engine);
        let points = line
            .points
            .iter()
            .map(|&(x, y)| (across.at(x), upward.at(y)));
        drawing.path(&format!("line {class}"), points);
        drawing.line(
            &format!("lead {class}"),
            (RIGHT + 2.0, height),
            (RIGHT + 6.0, label),
        );
        drawing.text(
            &class,
            (RIGHT + 9.0, label + 4.0),
            Anchor::Start,
            line.engine,
        );
    }
    let fastest = lines
        .iter()
        .max_by(|a, b| a.fastest.total_cmp(&b.fastest))?;
    let name = slug(&format!("threads {} {corpus}", task.word()));
    Some(Panel {
        name,
        heading: corpus.to_owned(),
        drawing,
        caption: format!(
            "Fastest with {most:.0} threads: {}, {} puzzles a second.",
            fastest.engine,
            rate(fastest.fastest)
        ),
    })
}
