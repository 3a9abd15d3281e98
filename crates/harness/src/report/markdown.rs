//! The main table as Markdown, to be put into a README: engines down, corpora
//! across, and under it what anybody needs to judge or repeat it.

use crate::record::{Mode, Row, Status};

use super::units::threads;
use super::view::{Group, View};
use super::{rate, time};

/// Commands that are shown; the record has all of them.
const COMMANDS: usize = 3;

pub(super) fn text(view: &View<'_>) -> String {
    let mut text = String::new();
    for group in &view.groups {
        if !text.is_empty() {
            text.push('\n');
        }
        text += &table(view, group);
    }
    text.push('\n');
    text += &about(view);
    text
}

fn table(view: &View<'_>, group: &Group<'_>) -> String {
    let (what, per_second) = match group.mode {
        Mode::Latency => ("Time a puzzle", false),
        Mode::Throughput => ("Puzzles a second", true),
        Mode::Process => ("Puzzles a second", true),
    };
    let mut text = format!("{what}: {}.\n\n| engine |", group.words());
    for corpus in &group.corpora {
        text += &format!(" {} |", escaped(corpus));
    }
    text += "\n|---|";
    text += &"---:|".repeat(group.corpora.len());
    text.push('\n');
    let figure = |row: &Row| view.source.terms.figure.of(row);
    for engine in &group.engines {
        text += &format!("| `{}` |", escaped(engine));
        for corpus in &group.corpora {
            let best = group
                .engines
                .iter()
                .filter_map(|one| group.figure(one, corpus, figure))
                .min_by(f64::total_cmp);
            let entry = match (
                group.figure(engine, corpus, figure),
                group.get(engine, corpus),
            ) {
                (Some(ns), Some(measured)) => {
                    let words = if per_second { rate(1e9 / ns) } else { time(ns) };
                    let words = match (per_second, measured.unknown()) {
                        (_, 0) => words,
                        (false, gave_up) => format!("> {words} ({gave_up} gave up)"),
                        (true, gave_up) => format!("< {words} ({gave_up} gave up)"),
                    };
                    match best.is_some_and(|best| ns <= best * 1.05) {
                        true => format!("**{words}**"),
                        false => words,
                    }
                }
                (None, Some(measured)) => match measured.status() {
                    Status::Limited => "gave up".to_owned(),
                    Status::Wrong => "wrong".to_owned(),
                    Status::Unsupported => "–".to_owned(),
                    Status::Failed => "failed".to_owned(),
                    Status::Measured => "no figure".to_owned(),
                },
                (_, None) => "–".to_owned(),
            };
            text += &format!(" {entry} |");
        }
        text.push('\n');
    }
    text
}

/// Machine, date and command.
fn about(view: &View<'_>) -> String {
    let rows = &view.source.record.rows;
    let Some(first) = rows.first() else {
        return String::new();
    };
    let dates = rows.iter().map(day).filter(|day| !day.is_empty());
    let (from, to) = dates.fold((day(first), day(first)), |(from, to), day| {
        (from.min(day), to.max(day))
    });
    let when = match from == to {
        true => from.to_owned(),
        false => format!("{from} to {to}"),
    };
    let rounds = rows.iter().map(|row| row.round).max().unwrap_or(0);
    let rounds = match rounds {
        0 | 1 => "one round".to_owned(),
        rounds => format!("medians over {rounds} rounds"),
    };
    let mut text = format!(
        "{} ({}), {}, {}, {when}; {rounds}; bold: the best within 5 %. Measured \
         by\n\n```text\n",
        first.cpu,
        threads(first.cores),
        first.rustc,
        first.profile
    );
    let commands = view.commands(|_| true);
    let shown = commands.len().min(COMMANDS);
    for command in &commands[..shown] {
        // A command of several lines would end the block's line.
        text += &format!("$ {}\n", command.replace('\n', " "));
    }
    text += "```\n";
    match commands.len() - shown {
        0 => {}
        more => text += &format!("\nand {more} further commands, which stand in the record.\n"),
    }
    text
}

fn day(row: &Row) -> &str {
    row.date.split('T').next().unwrap_or_default()
}

fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
}
