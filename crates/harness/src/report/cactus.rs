//! The cactus plot: how many puzzles are solved if each may take so long.
//!
//! For each engine its times are sorted; the line goes through (share of the puzzles
//! that it was asked, time of the slowest of them). A line further right solves more, one further down
//! solves them faster. It is what solver competitions show, since it has room for
//! engines that give up: their line ends early.

use crate::compare::Sitting;

use super::axis::{Axis, spread_out};
use super::chapter::{Chapter, Panel, list, slug};
use super::svg::{Anchor, Drawing};
use super::thousands;
use super::units::decade;
use super::view::{Field, View};

const WIDTH: f64 = 384.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 272.0;
const TOP: f64 = 28.0;
const BOTTOM: f64 = 276.0;

/// Points of a line that are drawn; the eye sees no more.
const POINTS: usize = 240;

/// An engine's times on a corpus.
struct Line<'r> {
    engine: &'r str,
    /// Of the puzzles it settled, sorted.
    settled: Vec<f64>,
    gave_up: usize,
}

impl Line<'_> {
    /// So many puzzles as a share of those that the engine was asked.
    fn percent(&self, puzzles: usize) -> f64 {
        100.0 * puzzles as f64 / (self.settled.len() + self.gave_up) as f64
    }
}

pub(super) fn chapter(view: &View<'_>) -> Option<Chapter> {
    let mut chapter = Chapter::new("cactus", "How many puzzles within how much time");
    let mut gave_up: Vec<&str> = Vec::new();
    for field in &view.fields {
        let range = range(field)?;
        for sitting in &field.sittings {
            let lines = lines(sitting);
            for line in lines.iter().filter(|line| line.gave_up > 0) {
                if !gave_up.contains(&line.engine) {
                    gave_up.push(line.engine);
                }
            }
            chapter.panels.push(panel(view, sitting, &lines, range));
        }
    }
    if chapter.panels.is_empty() {
        return None;
    }
    chapter.lesson = match gave_up.len() {
        0 => "Every engine settled every puzzle within the limits, so all lines end at the same \
              number."
            .to_owned(),
        1..4 => format!(
            "Lines that end early gave up: {} did on some corpus.",
            list(&gave_up)
        ),
        more => {
            let rest = view.engines.iter().copied();
            let rest: Vec<&str> = rest.filter(|engine| !gave_up.contains(engine)).collect();
            let rest = match rest.is_empty() {
                true => "none settled everything".to_owned(),
                false => format!("{} settled all that they were asked", list(&rest)),
            };
            format!("Lines that end early gave up: {more} engines did somewhere, {rest}.")
        }
    };
    chapter.reading = "Each line is an engine with its puzzles sorted from fast to slow: across, \
        the share of the puzzles that it was asked; upward, the time that none of them exceeds, on a logarithmic axis. Low \
        and far to the right is good. Where lines cross, one engine is better on easy puzzles and \
        the other on hard ones. All panels of a task have the same upright axis.";
    chapter.commands = view.commands(|row| row.mode == crate::Mode::Latency);
    Some(chapter)
}

fn lines<'r>(sitting: &Sitting<'r>) -> Vec<Line<'r>> {
    let line = |(place, engine): (usize, &&'r str)| {
        let trials = sitting
            .puzzles
            .iter()
            .filter_map(|one| one.trials[place].as_ref());
        let mut line = Line {
            engine,
            settled: Vec::new(),
            gave_up: 0,
        };
        for trial in trials {
            match trial.time_ns {
                Some(time) if trial.settled => line.settled.push(time),
                Some(_) => line.gave_up += 1,
                None => {}
            }
        }
        line.settled.sort_by(f64::total_cmp);
        line
    };
    let lines = sitting.engines.iter().enumerate().map(line);
    lines.filter(|line| !line.settled.is_empty()).collect()
}

fn range(field: &Field<'_>) -> Option<(f64, f64)> {
    let all = field.sittings.iter().flat_map(|sitting| lines(sitting));
    let ends = all.filter_map(|line| Some((*line.settled.first()?, *line.settled.last()?)));
    let (mut low, mut high) = (f64::INFINITY, 0f64);
    for (first, last) in ends {
        low = low.min(first);
        high = high.max(last);
    }
    (high > 0.0).then_some((low.max(0.1), high))
}

fn panel(view: &View<'_>, sitting: &Sitting<'_>, lines: &[Line<'_>], range: (f64, f64)) -> Panel {
    let corpus = sitting.corpus;
    let title = format!("Puzzles of {corpus} within a time: {}", sitting.task.word());
    let about = "A line for each engine: how many puzzles it settles if each may take so long.";
    let mut drawing = Drawing::new(WIDTH, HEIGHT, &title, about);
    let across = Axis::linear(0.0, 100.0, LEFT, RIGHT);
    let upward = Axis::logarithmic(range, BOTTOM, TOP);
    upward.draw_upright(
        &mut drawing,
        (LEFT, RIGHT),
        "time of the slowest of them",
        decade,
    );
    across.draw_along(&mut drawing, (TOP, BOTTOM), "puzzles settled", |value| {
        format!("{value:.0} %")
    });
    drawing.line("axis", (LEFT, BOTTOM), (RIGHT, BOTTOM));
    // Names stand in a column at the right, but those of lines that end far from
    // it stand where the line ends.
    let end_of = |line: &Line<'_>| {
        let last = *line.settled.last().expect("lines are not empty");
        (across.at(line.percent(line.settled.len())), upward.at(last))
    };
    let is_early = |line: &&Line<'_>| end_of(line).0 < RIGHT - 74.0;
    let (early, late): (Vec<&Line<'_>>, Vec<&Line<'_>>) = lines.iter().partition(is_early);
    let mut labels = Vec::new();
    for group in [&early, &late] {
        let mut heights: Vec<f64> = group.iter().map(|line| end_of(line).1).collect();
        spread_out(&mut heights, 12.5, (TOP + 4.0, BOTTOM));
        labels.extend(heights);
    }
    for (line, label) in early.iter().chain(&late).zip(labels) {
        let class = view.palette.classes(line.engine);
        let count = line.settled.len();
        let step = (count as f64 / POINTS as f64).max(1.0);
        let mut places: Vec<usize> = (0..POINTS.min(count))
            .map(|number| (number as f64 * step) as usize)
            .collect();
        places.push(count - 1);
        let points = places.iter().map(|&place| {
            let share = line.percent(place + 1);
            (across.at(share), upward.at(line.settled[place]))
        });
        drawing.path(&format!("line {class}"), points);
        let (end, height) = end_of(line);
        let x = if is_early(line) { end } else { RIGHT };
        drawing.line(
            &format!("lead {class}"),
            (end + 2.0, height),
            (x + 6.0, label),
        );
        let place = (x + 9.0, label + 4.0);
        drawing.text(&format!("{class} halo"), place, Anchor::Start, line.engine);
    }
    let unsettled: Vec<String> = lines
        .iter()
        .filter(|line| line.gave_up > 0)
        .map(|line| format!("{} gave up {}", line.engine, thousands(line.gave_up as u64)))
        .collect();
    let more = match unsettled.is_empty() {
        true => "all settled by all".to_owned(),
        false => unsettled.join(", "),
    };
    let asked = thousands(sitting.puzzles.len() as u64);
    Panel {
        name: slug(&format!("cactus {} {corpus}", sitting.task.word())),
        heading: corpus.to_owned(),
        drawing,
        caption: format!("{asked} puzzles: {more}."),
    }
}
