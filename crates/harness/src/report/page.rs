//! The page: chapters as one HTML text that loads nothing.
//!
//! No script at all: everything is there at once, so the page works from a disk, in
//! a mail and on paper. Anchors lead to the chapters, tables scroll by themselves
//! where the window is narrow, and the style (`page.css`) follows light, dark and
//! print.

use std::fmt::Write;

use super::Source;
use super::chapter::Chapter;
use super::svg::{STYLE, escaped};
use super::thousands;
use super::units::threads;

/// The page's own style; that of the plots comes before it.
const PAGE: &str = include_str!("page.css");

pub(super) fn html(source: &Source<'_>, chapters: &[Chapter]) -> String {
    let mut text = String::new();
    let lesson = chapters.first().map_or("", |chapter| &chapter.lesson);
    write!(
        text,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>Polydoku: engines compared</title>\n\
         <style>\n{STYLE}{PAGE}</style>\n</head>\n<body>\n<header>\n\
         <p class=\"brand\">Polydoku</p>\n<h1>Which Sudoku engine, on which puzzles, by how \
         much</h1>\n<p class=\"lead\">{}</p>\n",
        escaped(lesson)
    )
    .expect("text takes all");
    text += &facts(source);
    text += "</header>\n";
    text += &faults(source);
    text += "<nav aria-label=\"Chapters\"><ol>\n";
    for chapter in chapters {
        let title = escaped(&chapter.title);
        writeln!(text, "<li><a href=\"#{}\">{title}</a></li>", chapter.id).expect("text");
    }
    text += "</ol></nav>\n<main>\n";
    for (number, chapter) in chapters.iter().enumerate() {
        text += &section(chapter, number > 0);
    }
    write!(
        text,
        "</main>\n<footer><p>This page was made from the record by <code>{}</code>. Every answer \
         was verified before a clock ran.</p></footer>\n</body>\n</html>\n",
        escaped(source.command)
    )
    .expect("text takes all");
    text
}

/// What the run was made on and of.
fn facts(source: &Source<'_>) -> String {
    let rows = &source.record.rows;
    let distinct = |fact: &dyn Fn(&crate::Row) -> String| {
        let mut all: Vec<String> = Vec::new();
        for row in rows {
            let fact = fact(row);
            if !fact.is_empty() && !all.contains(&fact) {
                all.push(fact);
            }
        }
        all.join("; ")
    };
    let dates = || rows.iter().map(|row| row.date.as_str());
    let day = |date: Option<&str>| {
        let day = date.unwrap_or_default().split('T').next();
        day.unwrap_or_default().to_owned()
    };
    let (first, last) = (day(dates().min()), day(dates().max()));
    let when = if first == last {
        first
    } else {
        format!("{first} to {last}")
    };
    let puzzles: u64 = {
        let mut seen: Vec<(&str, u64)> = Vec::new();
        for row in rows {
            if !seen.iter().any(|(corpus, _)| *corpus == row.corpus) {
                seen.push((&row.corpus, row.puzzles));
            }
        }
        seen.iter().map(|(_, puzzles)| puzzles).sum()
    };
    let corpora = source.record.corpora().len();
    let engines = source.record.engines().len();
    let what = format!(
        "{engines} engines on {} puzzles of {corpora} corpora",
        thousands(puzzles)
    );
    let limits = distinct(&|row| {
        let time = row.timeout_ns.map(|ns| super::time(ns as f64));
        let nodes = row.max_nodes.map(|n| format!("{} nodes", thousands(n)));
        let all: Vec<String> = time.into_iter().chain(nodes).collect();
        match all.is_empty() {
            true => "none".to_owned(),
            false => format!("{} a puzzle", all.join(" and ")),
        }
    });
    let sets = distinct(&|row| row.instruction_set.clone());
    let facts = [
        ("Measured", what),
        ("Date", when),
        (
            "Processor",
            distinct(&|row| format!("{}, {}", row.cpu, threads(row.cores))),
        ),
        ("Instruction sets", sets),
        ("Compiler", distinct(&|row| row.rustc.clone())),
        (
            "Build",
            distinct(&|row| format!("{}, {}", row.profile, row.target)),
        ),
        ("Version", distinct(&|row| row.version.clone())),
        ("Limits", limits),
    ];
    let mut text = String::from("<dl class=\"facts\">\n");
    for (name, value) in facts.iter().filter(|(_, value)| !value.is_empty()) {
        let value = escaped(value);
        writeln!(text, "<div><dt>{name}</dt><dd>{value}</dd></div>").expect("text");
    }
    text += "</dl>\n";
    text
}

/// Wrong answers, before everything else.
fn faults(source: &Source<'_>) -> String {
    let faults = source
        .record
        .rows
        .iter()
        .filter(|row| row.status.is_fault());
    let mut text = String::new();
    for row in faults {
        let what = format!("{} on {}: {}", row.engine, row.corpus, row.error);
        writeln!(text, "<li>{}</li>", escaped(&what)).expect("text");
    }
    match text.is_empty() {
        true => text,
        false => format!(
            "<aside class=\"fault\" role=\"alert\"><h2>Wrong answers</h2>\n<ul>\n{text}</ul>\n\
             <p>These engines have no times where their answers were wrong.</p></aside>\n"
        ),
    }
}

fn section(chapter: &Chapter, with_lesson: bool) -> String {
    let id = chapter.id;
    let mut text = format!(
        "<section id=\"{id}\" aria-labelledby=\"{id}-head\">\n<h2 id=\"{id}-head\">{}</h2>\n",
        escaped(&chapter.title)
    );
    // The first chapter's lesson stands at the top of the page.
    if with_lesson && !chapter.lesson.is_empty() {
        writeln!(text, "<p class=\"lesson\">{}</p>", escaped(&chapter.lesson)).expect("text");
    }
    if !chapter.reading.is_empty() {
        writeln!(
            text,
            "<p class=\"reading\">{}</p>",
            escaped(chapter.reading)
        )
        .expect("text");
    }
    if !chapter.legend.is_empty() {
        text += "<ul class=\"legend\">";
        for (class, name) in &chapter.legend {
            let name = escaped(name);
            write!(text, "<li><span class=\"key {class}\"></span>{name}</li>").expect("text");
        }
        text += "</ul>\n";
    }
    if !chapter.tables.is_empty() {
        text += "<div class=\"tables\">\n";
        chapter.tables.iter().for_each(|table| text += table);
        text += "</div>\n";
    }
    if !chapter.panels.is_empty() {
        text += "<div class=\"panels\">\n";
        for panel in &chapter.panels {
            write!(
                text,
                "<figure>\n<p class=\"plot-title\">{}</p>\n{}<figcaption>{}</figcaption>\n\
                 </figure>\n",
                escaped(&panel.heading),
                panel.drawing.inline(&panel.name),
                escaped(&panel.caption)
            )
            .expect("text takes all");
        }
        text += "</div>\n";
    }
    let many = chapter.commands.len() > 3;
    text += "<div class=\"made\">";
    if many {
        let count = chapter.commands.len();
        write!(
            text,
            "<details><summary>Measured by {count} commands</summary>"
        )
        .expect("text");
    } else {
        text += "<span>Measured by</span>";
    }
    for command in &chapter.commands {
        write!(text, " <code>{}</code>", escaped(command)).expect("text");
    }
    text += if many { "</details>" } else { "" };
    text += "</div>\n</section>\n";
    text
}
