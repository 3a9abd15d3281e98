//! A step as a short array of numbers, the way `page/replay.js` reads it.
//!
//! ```text
//! [0, nth, of, 0, cell, digit, house]     a choice; house is -1 where there is none
//! [0, nth, of, 1, digit, [cells]]         a choice of a layout
//! [1, cell, digit, reason ..]             a digit placed
//! [2, cell, digit or [digits], reason ..] candidates ruled out
//! [3, 0, cell] [3, 1, house, digit] [3, 2, text]   a conflict
//! [4, depth] [5, found, [digits]] [6, kind, data ..]   back, a solution, a family's own
//!
//! reason:  0 tried, 1 chosen, 2 naked single, 3 hidden single, house,
//!          4 peer, cell, 5 locked candidates, from, to, 6 a rule of its own, text,
//!          7 before what is shown
//! ```
//!
//! Cells, houses, texts and kinds count from 0, digits from 1. Texts and kinds of
//! family events stand once in the lane ([`Vocabulary`]). Sets of digits are
//! numbers with a bit a digit, or such a number as text where JavaScript's
//! numbers would lose bits.

use std::fmt::Write;

use polydoku_core::{Cell, Conflict, DigitSet, Reason};
use polydoku_corpus::json_string;

use crate::{Chosen, Datum, Standing, Step, StepKind};

/// Words that steps refer to by number.
#[derive(Debug, Default)]
pub(crate) struct Vocabulary {
    texts: Vec<&'static str>,
    kinds: Vec<Kind>,
}

/// A kind of family event: its name, and its fields with the type of each.
type Kind = (&'static str, Vec<(&'static str, &'static str)>);

impl Vocabulary {
    fn text(&mut self, text: &'static str) -> usize {
        place_of(&mut self.texts, text)
    }

    fn kind(&mut self, kind: Kind) -> usize {
        place_of(&mut self.kinds, kind)
    }

    /// The members `texts` and `kinds` of a lane.
    pub(crate) fn write(&self, out: &mut String) {
        let texts: Vec<String> = self.texts.iter().map(|text| quoted(text)).collect();
        let _ = write!(out, "\"texts\":[{}],\"kinds\":[", texts.join(","));
        for (number, (kind, fields)) in self.kinds.iter().enumerate() {
            let list = |of: fn(&(&'static str, &'static str)) -> &'static str| {
                let words: Vec<String> = fields.iter().map(|field| quoted(of(field))).collect();
                words.join(",")
            };
            let comma = if number > 0 { "," } else { "" };
            let (names, types) = (list(|field| field.0), list(|field| field.1));
            let kind = quoted(kind);
            let _ = write!(
                out,
                "{comma}{{\"kind\":{kind},\"fields\":[{names}],\"types\":[{types}]}}"
            );
        }
        out.push(']');
    }
}

fn place_of<T: PartialEq>(list: &mut Vec<T>, wanted: T) -> usize {
    list.iter()
        .position(|one| *one == wanted)
        .unwrap_or_else(|| {
            list.push(wanted);
            list.len() - 1
        })
}

/// Text as JSON.
pub(crate) fn quoted(text: &str) -> String {
    let mut bytes = Vec::new();
    json_string(text.as_bytes(), &mut bytes);
    String::from_utf8(bytes).expect("a JSON string of text is text")
}

/// A set of digits as a number, or as text where that would not be exact.
pub(crate) fn set(digits: DigitSet) -> String {
    match digits.bits() {
        bits @ ..0x20_0000_0000_0000 => bits.to_string(),
        bits => format!("\"{bits}\""),
    }
}

/// Numbers with commas between.
pub(crate) fn list(numbers: impl Iterator<Item = String>) -> String {
    numbers.collect::<Vec<_>>().join(",")
}

fn cells(cells: &[Cell]) -> String {
    list(cells.iter().map(|cell| cell.index().to_string()))
}

/// Writes a step.
pub(crate) fn step(step: &Step, words: &mut Vocabulary, out: &mut String) {
    let _ = match &step.kind {
        StepKind::Guess { choice, nth, of } => write!(out, "[0,{nth},{of},{}]", chosen(choice)),
        StepKind::Place {
            cell,
            digit,
            reason,
        } => {
            let (cell, reason) = (cell.index(), self::reason(*reason, words));
            write!(out, "[1,{cell},{digit},{reason}]")
        }
        StepKind::Eliminate {
            cell,
            digits,
            reason,
        } => {
            let (cell, digits) = (cell.index(), ruled_out(*digits));
            let reason = self::reason(*reason, words);
            write!(out, "[2,{cell},{digits},{reason}]")
        }
        StepKind::Conflict(conflict) => match *conflict {
            Conflict::NoDigit(cell) => write!(out, "[3,0,{}]", cell.index()),
            Conflict::NoPlace(house, digit) => write!(out, "[3,1,{},{digit}]", house.index()),
            Conflict::Family(text) => write!(out, "[3,2,{}]", words.text(text)),
            other => unreachable!("a conflict that this crate does not know: {other:?}"),
        },
        StepKind::Backtrack => write!(out, "[4,{}]", step.depth),
        StepKind::Solution { found, digits } => {
            let digits = list(digits.iter().map(|digit| digit.to_string()));
            write!(out, "[5,{found},[{digits}]]")
        }
        StepKind::Family { kind, fields } => {
            let names = fields.iter().map(|(name, datum)| (*name, kind_of(datum)));
            let kind = words.kind((kind, names.collect()));
            let _ = write!(out, "[6,{kind}");
            for (_, datum) in fields {
                let _ = write!(out, ",{}", self::datum(datum));
            }
            write!(out, "]")
        }
    };
}

/// Writes what stood before a part of a recording, as steps.
pub(crate) fn standing(standing: &Standing, out: &mut String) {
    let _ = match standing {
        Standing::Tried { cell, digit } => write!(out, "[1,{},{digit},0]", cell.index()),
        Standing::Choice { choice, nth, of } => write!(out, "[0,{nth},{of},{}]", chosen(choice)),
        Standing::Placed {
            cell,
            digit,
            chosen,
        } => {
            let reason = if *chosen { 1 } else { 7 };
            write!(out, "[1,{},{digit},{reason}]", cell.index())
        }
        Standing::RuledOut { cell, digits } => {
            write!(out, "[2,{},{},7]", cell.index(), ruled_out(*digits))
        }
    };
}

fn ruled_out(digits: DigitSet) -> String {
    match digits.single() {
        Some(digit) => digit.to_string(),
        None => format!("[{}]", list(digits.iter().map(|digit| digit.to_string()))),
    }
}

fn chosen(choice: &Chosen) -> String {
    match choice {
        Chosen::Candidate { cell, digit, house } => {
            let house = house.map_or(-1, |house| house.index() as i64);
            format!("0,{},{digit},{house}", cell.index())
        }
        Chosen::Layout { digit, cells } => format!("1,{digit},[{}]", self::cells(cells)),
    }
}

fn reason(reason: Reason, words: &mut Vocabulary) -> String {
    match reason {
        Reason::Tried => "0".to_owned(),
        Reason::Guess => "1".to_owned(),
        Reason::NakedSingle => "2".to_owned(),
        Reason::HiddenSingle(house) => format!("3,{}", house.index()),
        Reason::Peer(cell) => format!("4,{}", cell.index()),
        Reason::LockedCandidates { from, to } => format!("5,{},{}", from.index(), to.index()),
        Reason::Family(text) => format!("6,{}", words.text(text)),
        other => unreachable!("a reason that this crate does not know: {other:?}"),
    }
}

fn kind_of(datum: &Datum) -> &'static str {
    match datum {
        Datum::Number(_) => "number",
        Datum::Text(_) => "text",
        Datum::Cell(_) => "cell",
        Datum::Cells(_) => "cells",
        Datum::Digit(_) => "digit",
        Datum::Digits(_) => "digits",
        Datum::Sets(_) => "sets",
        Datum::Numbers(_) => "numbers",
    }
}

fn datum(datum: &Datum) -> String {
    match datum {
        Datum::Number(number) => number.to_string(),
        Datum::Text(text) => quoted(text),
        Datum::Cell(cell) => cell.index().to_string(),
        Datum::Cells(cells) => format!("[{}]", self::cells(cells)),
        Datum::Digit(digit) => digit.to_string(),
        Datum::Digits(digits) => set(*digits),
        Datum::Sets(sets) => format!("[{}]", list(sets.iter().map(|&digits| set(digits)))),
        Datum::Numbers(numbers) => format!("[{}]", list(numbers.iter().map(u64::to_string))),
    }
}
