//! One request answered: text in, race out, or what is wrong and where.

use axum::http::StatusCode;
use polydoku_core::{Cancel, Engine, PuzzleError, Query};
use polydoku_corpus::{Entry, ReadOptions, read_from};

use super::Limits;
use crate::race::{Lane, Race};

/// Why there is no race.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub status: StatusCode,
    pub why: String,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, why: impl ToString) -> Refusal {
        let why = why.to_string();
        Refusal { status, why }
    }
}

/// Something is wrong with what was sent.
fn wrong(why: impl ToString) -> Refusal {
    Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, why)
}

/// The race that a request asks for, as JSON.
pub(crate) fn to(
    query: &str,
    text: &[u8],
    on_offer: &[&'static dyn Engine],
    limits: &Limits,
    cancel: &Cancel,
) -> Result<String, Refusal> {
    let mut engines = Vec::new();
    let mut options = ReadOptions::default();
    for (name, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
        let asked = value.split(',').filter(|word| !word.is_empty());
        match name {
            "engines" => {
                for word in asked {
                    engines.push(named(word, on_offer)?);
                }
            }
            "variant" if !value.is_empty() => options.variants = value.parse().map_err(wrong)?,
            "boxes" if !value.is_empty() => options.boxes = value.parse().map_err(wrong)?,
            _ => {}
        }
    }
    if engines.is_empty() {
        return Err(wrong("no engine is chosen"));
    }
    if engines.len() > limits.engines {
        let why = format!("{} engines at most race at once", limits.engines);
        return Err(wrong(why));
    }
    let entry = first(text, &options)?;
    let size = entry.rules.size();
    if size > limits.size {
        let why = format!(
            "the grid is {size}x{size}, and {0}x{0} is the most here",
            limits.size
        );
        return Err(wrong(why));
    }
    let puzzle = entry.puzzle().map_err(|error| clash(&entry, &error))?;
    let question = Query::unique()
        .with_time(limits.time)
        .with_max_nodes(limits.nodes)
        .with_cancel(cancel);
    let title = format!("A {} of your own", entry.rules);
    let race = Race::run(&puzzle, &title, &entry.symbols, &engines, &question);
    if cancel.is_cancelled() {
        return Err(Refusal::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "nobody waits",
        ));
    }
    if race.ran().next().is_none() {
        let reasons: Vec<&str> = race
            .lanes
            .iter()
            .filter_map(|lane| match lane {
                Lane::Refused { why, .. } => Some(why.as_str()),
                Lane::Ran(_) => None,
            })
            .collect();
        return Err(wrong(reasons.join("\n")));
    }
    Ok(race.json())
}

fn named(name: &str, on_offer: &[&'static dyn Engine]) -> Result<&'static dyn Engine, Refusal> {
    let found = on_offer.iter().find(|engine| engine.info().name == name);
    found
        .copied()
        .ok_or_else(|| wrong(format!("no engine on offer is called {name:?}")))
}

/// The first puzzle of the text.
fn first(text: &[u8], options: &ReadOptions) -> Result<Entry, Refusal> {
    match read_from(text, options).next() {
        None => Err(wrong("there is no puzzle in the box")),
        Some(Err(error)) => Err(wrong(placed(&error.to_string()))),
        Some(Ok(entry)) => Ok(entry),
    }
}

/// `3:7: ...` as people say it.
fn placed(message: &str) -> String {
    let mut parts = message.splitn(3, ':');
    let numbers = (parts.next(), parts.next(), parts.next());
    match numbers {
        (Some(line), Some(column), Some(what))
            if line.parse::<u64>().is_ok() && column.parse::<u64>().is_ok() =>
        {
            format!("line {line}, column {column}:{what}")
        }
        _ => message.to_owned(),
    }
}

fn clash(entry: &Entry, error: &PuzzleError) -> Refusal {
    wrong(format!("line {}: {error}", entry.line))
}
