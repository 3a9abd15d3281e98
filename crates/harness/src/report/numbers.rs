//! All figures of the record, one table for each mode and task: what the plots are
//! made of, for those who read numbers or hear them.

use crate::record::{Mode, Row, Status};

use super::chapter::{Cell, Chapter, Html};
use super::units::digits;
use super::view::{Group, View};
use super::{rate, thousands, time};

pub(super) fn chapter(view: &View<'_>) -> Option<Chapter> {
    if view.groups.is_empty() {
        return None;
    }
    let mut chapter = Chapter::new("numbers", "All numbers");
    chapter.lesson = "What the plots are made of. The record itself has more columns: build, \
        seeds, hashes, the clock's cost and each round by itself."
        .to_owned();
    chapter.reading = "Times are medians over the rounds. PAR2 is the mean time of a puzzle in \
        which one that timed out counts with twice the limit; no mean over the solved puzzles \
        alone is shown. MAD is the median absolute deviation from the median. A dash stands for \
        what is not known.";
    for group in &view.groups {
        let table = match group.mode {
            Mode::Latency => latency(group),
            Mode::Throughput | Mode::Process => whole(group),
        };
        chapter.tables.push(table);
    }
    chapter.commands = view.commands(|_| true);
    Some(chapter)
}

fn latency(group: &Group<'_>) -> String {
    let columns = [
        ("Corpus, engine", false),
        ("Puzzles", true),
        ("Settled", true),
        ("Gave up", true),
        ("Timed out", true),
        ("Min", true),
        ("Median", true),
        ("90 %", true),
        ("99 %", true),
        ("Max", true),
        ("MAD", true),
        ("PAR2", true),
        ("Guesses", true),
        ("No guess", true),
        ("Nodes", true),
        ("Placements", true),
        ("Set-up", true),
    ];
    let caption = format!("Latency: {}", group.words());
    let mut table = Html::table(&caption, "plain small", &columns);
    each(group, |head, corpus, engine| {
        let row = group.get(engine, corpus)?.row();
        if !matches!(row.status, Status::Measured) {
            table.row(head, &[without(row)]);
            return Some(());
        }
        let figure = |figure: fn(&Row) -> Option<f64>| group.figure(engine, corpus, figure);
        let measured = group.get(engine, corpus)?;
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        table.row(
            head,
            &[
                Cell::number(thousands(row.puzzles)),
                Cell::number(thousands(row.puzzles - measured.unknown())),
                Cell::number(thousands(measured.unknown())),
                Cell::number(thousands(measured.timed_out())),
                Cell::known(figure(|row| row.min_ns), time),
                Cell::known(figure(|row| row.median_ns), time),
                Cell::known(figure(|row| row.p90_ns), time),
                Cell::known(figure(|row| row.p99_ns), time),
                Cell::known(figure(|row| row.max_ns), time),
                Cell::known(figure(|row| row.mad_ns), time),
                Cell::known(figure(|row| row.par2_ns), time),
                Cell::known(figure(|row| row.guesses_per_puzzle), digits),
                Cell::known(figure(|row| row.without_guess_share), percent),
                Cell::known(figure(|row| row.nodes_per_puzzle), digits),
                Cell::known(figure(|row| row.placements_per_puzzle), digits),
                Cell::known(figure(|row| row.setup_ns), time),
            ],
        );
        Some(())
    });
    table.end()
}

fn whole(group: &Group<'_>) -> String {
    let columns = [
        ("Corpus, engine", false),
        ("Puzzles", true),
        ("Puzzles a second", true),
        ("Whole corpus", true),
        ("Slowest round", true),
    ];
    let mode = match group.mode {
        Mode::Process => "Whole processes",
        _ => "Throughput",
    };
    let caption = format!("{mode}: {}", group.words());
    let mut table = Html::table(&caption, "plain small", &columns);
    each(group, |head, corpus, engine| {
        let measured = group.get(engine, corpus)?;
        let row = measured.row();
        if !matches!(row.status, Status::Measured) {
            table.row(head, &[without(row)]);
            return Some(());
        }
        let walls = measured.values(|row| row.wall_ns);
        let slowest = walls.into_iter().max_by(f64::total_cmp);
        table.row(
            head,
            &[
                Cell::number(thousands(row.puzzles)),
                Cell::known(measured.median(|row| row.puzzles_per_s), rate),
                Cell::known(measured.median(|row| row.wall_ns), time),
                Cell::known(slowest, time),
            ],
        );
        Some(())
    });
    table.end()
}

/// Calls for each corpus and engine that were measured, with the row's head.
fn each(group: &Group<'_>, mut call: impl FnMut(&str, &str, &str) -> Option<()>) {
    for corpus in &group.corpora {
        for engine in &group.engines {
            if group.get(engine, corpus).is_some() {
                call(&format!("{corpus}, {engine}"), corpus, engine);
            }
        }
    }
}

/// Why there are no numbers.
fn without(row: &Row) -> Cell {
    let why = match row.status {
        Status::Limited => "gave up on some puzzles, so there is no time for all",
        Status::Wrong => "wrong answer",
        Status::Unsupported => "does not take these rules",
        Status::Failed => "failed",
        Status::Measured => "",
    };
    let text = match row.error.as_str() {
        "" => why.to_owned(),
        error => format!("{why}: {error}"),
    };
    Cell {
        text,
        class: "wide".to_owned(),
        ..Cell::default()
    }
}
