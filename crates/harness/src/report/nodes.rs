//! Histograms of nodes: how large an engine's searches are, as ridges one below
//! the other.
//!
//! A node is not the same thing to every engine, so ridges are compared in shape
//! and not in place: a long tail is a search that explodes now and then.

use crate::compare::Sitting;

use super::axis::Axis;
use super::chapter::{Chapter, Panel, slug};
use super::svg::{Anchor, Drawing};
use super::thousands;
use super::view::View;

const WIDTH: f64 = 384.0;
const LEFT: f64 = 108.0;
const RIGHT: f64 = 360.0;
const ROW: f64 = 30.0;
const TOP: f64 = 14.0;

/// Columns for each factor of ten.
const BINS: f64 = 4.0;

/// An engine's nodes on the puzzles that it settled.
struct Ridge<'r> {
    engine: &'r str,
    nodes: Vec<u64>,
}

pub(super) fn chapter(view: &View<'_>) -> Option<Chapter> {
    let mut chapter = Chapter::new("nodes", "How large the searches are");
    let mut widest: Option<(f64, &str, &str, u64, u64)> = None;
    for field in &view.fields {
        for sitting in &field.sittings {
            let ridges = ridges(sitting);
            for ridge in &ridges {
                let mut sorted = ridge.nodes.clone();
                sorted.sort_unstable();
                let (middle, most) = (sorted[sorted.len() / 2], sorted[sorted.len() - 1]);
                let spread = most as f64 / middle.max(1) as f64;
                if widest.is_none_or(|(before, ..)| spread > before) {
                    widest = Some((spread, ridge.engine, sitting.corpus, middle, most));
                }
            }
            chapter.panels.extend(panel(view, sitting, &ridges));
        }
    }
    let (_, engine, corpus, middle, most) = widest?;
    chapter.lesson = format!(
        "Search trees differ more than times do. {engine} on {corpus} needs {} nodes for the \
         median puzzle and {} for the worst.",
        thousands(middle),
        thousands(most)
    );
    chapter.reading = "Each ridge is the histogram of an engine's nodes over the puzzles it \
        settled: across, nodes on a logarithmic axis (0 counts as 1); the height is the share of \
        the puzzles, with the highest column of each ridge as high as the others'. What a node is \
        depends on the engine (`polydoku engines -v` says it), so compare shapes and not places.";
    chapter.commands = view.commands(|row| row.mode == crate::Mode::Latency);
    Some(chapter)
}

fn ridges<'r>(sitting: &Sitting<'r>) -> Vec<Ridge<'r>> {
    let ridge = |(place, engine): (usize, &&'r str)| {
        let trials = sitting
            .puzzles
            .iter()
            .filter_map(|one| one.trials[place].as_ref());
        let settled = trials.filter(|trial| trial.settled);
        let nodes: Vec<u64> = settled.filter_map(|trial| trial.nodes).collect();
        (!nodes.is_empty()).then_some(Ridge { engine, nodes })
    };
    let engines = sitting.engines.iter().enumerate();
    engines.filter_map(ridge).collect()
}

fn panel(view: &View<'_>, sitting: &Sitting<'_>, ridges: &[Ridge<'_>]) -> Option<Panel> {
    let most = ridges.iter().flat_map(|ridge| &ridge.nodes).max()?;
    let corpus = sitting.corpus;
    let bottom = TOP + ROW * ridges.len() as f64 + 2.0;
    let title = format!("Nodes on {corpus}: {}", sitting.task.word());
    let about = "A histogram for each engine, one below the other.";
    let mut drawing = Drawing::new(WIDTH, bottom + 40.0, &title, about);
    let axis = Axis::logarithmic((1.0, *most as f64), LEFT, RIGHT);
    axis.draw_along(&mut drawing, (TOP, bottom), "nodes a puzzle", |value| {
        short(value as u64)
    });
    let bin = |nodes: u64| (nodes.max(1) as f64).log10() * BINS;
    for (row, ridge) in ridges.iter().enumerate() {
        let floor = TOP + ROW * (row as f64 + 1.0);
        let mut counts = vec![0u32; bin(*most).floor() as usize + 1];
        for nodes in &ridge.nodes {
            counts[bin(*nodes).floor() as usize] += 1;
        }
        let highest = counts.iter().max().copied().unwrap_or(1).max(1);
        let class = view.palette.classes(ridge.engine);
        drawing.text(
            "label",
            (LEFT - 8.0, floor - 6.0),
            Anchor::End,
            ridge.engine,
        );
        for (number, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let left = axis.at(10f64.powf(number as f64 / BINS));
            let right = axis.at(10f64.powf((number as f64 + 1.0) / BINS));
            let height = (ROW - 6.0) * f64::from(*count) / f64::from(highest);
            // A single puzzle in thousands stays visible.
            let height = height.max(1.5);
            let size = ((right - left - 0.6).max(2.0), height);
            drawing.rect(&format!("bar {class}"), (left, floor - height), size);
        }
        drawing.line("grid", (LEFT, floor), (RIGHT, floor));
    }
    let name = slug(&format!("nodes {} {corpus}", sitting.task.word()));
    let settled = ridges
        .iter()
        .map(|ridge| ridge.nodes.len())
        .max()
        .unwrap_or(0);
    Some(Panel {
        name,
        heading: corpus.to_owned(),
        drawing,
        caption: format!("{} puzzles.", thousands(settled as u64)),
    })
}

/// `10 k`, `1 M`: labels must be short here.
fn short(number: u64) -> String {
    match number {
        0..10_000 => thousands(number),
        10_000..1_000_000 => format!("{} k", number / 1000),
        _ => format!("{} M", number / 1_000_000),
    }
}
