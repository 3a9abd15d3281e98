//! A record as a page: what was measured, drawn so that one sees who wins where.
//!
//! From a [`Record`], and the rows of single puzzles where there are
//! some, come three things with the same content in different dress: one HTML page
//! that needs no network ([`html`]), the plots as SVG files ([`drawings`]), and a
//! Markdown table for a README ([`markdown`]). They are functions from figures to
//! text; nothing here measures, reads or writes files.
//!
//! ```text
//! record, rows -> view (groups: one mode, one task) -> chapters: prose, tables, panels
//!                                                        |            svg, axis, palette
//!                                       page (html, css) +- files (svg) - markdown
//! ```
//!
//! * Plots say what one learns from them in their caption, carry units, and name
//!   lines at their ends. Small panels side by side rather than one large plot: a
//!   telephone shows them one below the other at the same size.
//! * Every chapter ends with the command that measured what it shows.
//! * Colours are for any colour vision, in light and dark (module `palette`).
//! * What an engine gave up is shown where it is, never dropped: at the rim of a
//!   plot, or counted in a table.
//!
//! Which plots researchers expect was learnt from BenchExec's table generator and
//! from the reports of solver competitions; the cactus plot is theirs.

mod axis;
mod cactus;
mod chapter;
mod guesses;
mod heat;
mod markdown;
mod nodes;
mod numbers;
mod page;
mod palette;
mod ranges;
mod ranking;
mod scaling;
mod scatter;
mod svg;
mod units;
mod view;
mod worst;

use crate::compare::{Sitting, Terms, told_apart};
use crate::record::Record;

pub use units::{factor, rate, thousands, time};

use chapter::Chapter;
use view::View;

/// What a report is made from.
#[derive(Clone, Debug)]
pub struct Source<'r> {
    /// What was measured.
    pub record: &'r Record,
    /// Single puzzles, if their rows were kept.
    pub sittings: &'r [Sitting<'r>],
    /// By which figure engines are compared.
    pub terms: Terms,
    /// The command that makes the report, for those who want to repeat it.
    pub command: &'r str,
}

impl Source<'_> {
    /// The same of another record.
    fn of<'s>(&'s self, record: &'s Record) -> Source<'s> {
        Source { record, ..*self }
    }

    fn chapters(&self) -> Vec<Chapter> {
        let view = View::of(self);
        let chapters = [
            ranking::chapter(&view),
            heat::chapter(&view),
            ranges::chapter(&view),
            cactus::chapter(&view),
            scatter::chapter(&view),
            guesses::chapter(&view),
            nodes::chapter(&view),
            scaling::chapter(&view),
            worst::chapter(&view),
            numbers::chapter(&view),
        ];
        chapters.into_iter().flatten().collect()
    }
}

/// The report as one HTML page that loads nothing.
pub fn html(source: &Source<'_>) -> String {
    let record = told_apart(source.record);
    let source = source.of(&record);
    page::html(&source, &source.chapters())
}

/// Every plot as an SVG file: its name, without folder and with ending, and its
/// text. Names are made of small letters, digits and hyphens.
pub fn drawings(source: &Source<'_>) -> Vec<(String, String)> {
    let record = told_apart(source.record);
    let source = source.of(&record);
    let chapters = source.chapters();
    let panels = chapters.iter().flat_map(|chapter| &chapter.panels);
    panels
        .map(|panel| (format!("{}.svg", panel.name), panel.drawing.alone()))
        .chain(heat::files(&View::of(&source)))
        .collect()
}

/// The main figures as Markdown: a table of engines and corpora for each mode and
/// task, with machine, date and command under it.
pub fn markdown(source: &Source<'_>) -> String {
    let record = told_apart(source.record);
    markdown::text(&View::of(&source.of(&record)))
}
