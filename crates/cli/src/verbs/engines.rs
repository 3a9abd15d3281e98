//! `polydoku engines`: who can solve, how, and what this machine allows.
//!
//! Everything told here is what engines say of themselves (`EngineInfo`); the
//! program knows none of them by name.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;

use clap::Parser;
use polydoku_core::{Engine, EngineInfo, Rules};
use polydoku_corpus::json_string;

use super::Run;
use crate::flags::TalkFlags;
use crate::status::{Failure, Status};
use polydoku_harness::report::thousands;

/// List the engines: idea, rules, limits, statistics
///
/// Each comes with its idea, the rules it takes, how many solutions it promises
/// to count within seconds, and which statistics it gives; every engine can be
/// traced. What this machine's CPU cannot run is said.
#[derive(Parser, Debug)]
#[command(name = "engines", before_long_help = EXAMPLES)]
pub struct Engines {
    /// One JSON array of objects, for programs
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    talk: TalkFlags,
}

const EXAMPLES: &str = "\
Examples:
  polydoku engines
  polydoku engines -v                      with each engine's own figures
  polydoku engines --json | jq -r '.[].name'";

impl Run for Engines {
    fn run(self) -> Result<Status, Failure> {
        let mut out = Vec::new();
        if self.json {
            as_json(polydoku_engines::all(), &mut out);
        } else {
            let colour = self.talk.color.colours(io::stdout().is_terminal());
            as_text(polydoku_engines::all(), self.talk.verbose, colour, &mut out);
        }
        let written = io::stdout().lock().write_all(&out);
        written.map_err(|error| Failure::writing(&error))?;
        Ok(Status::Yes)
    }
}

fn as_text(engines: &[Box<dyn Engine>], verbose: bool, colour: bool, out: &mut Vec<u8>) {
    let (bold, plain) = if colour {
        ("\x1b[1m", "\x1b[0m")
    } else {
        ("", "")
    };
    let mut text = String::new();
    for engine in engines {
        let info = engine.info();
        let stats: Vec<&str> = info.stats.names().collect();
        let (name, rules, stats) = (info.name, info.rules, stats.join(" "));
        text.push_str(&format!(
            "{bold}{name:<18}{plain}rules: {rules:<6} stats: {stats}\n"
        ));
        text.push_str(&format!("  {}\n", info.idea));
        if let Err(why) = engine.available() {
            text.push_str(&format!("  not on this machine: {why}\n"));
        }
        if verbose {
            more(info, &mut text);
        }
    }
    text.push_str(&format!("{bold}{:<18}{plain}{}\n", "auto", chosen()));
    out.extend_from_slice(text.as_bytes());
}

/// What only the curious want to know.
fn more(info: &EngineInfo, text: &mut String) {
    let counts = thousands(info.largest_count);
    text.push_str(&format!(
        "  a node is {}; counts {counts} solutions within seconds\n",
        info.node
    ));
    let at_a_time = match info.batch {
        1 => "one puzzle".to_owned(),
        n => format!("{n} puzzles"),
    };
    text.push_str(&format!("  takes {at_a_time} at a time; can be traced\n"));
    for figure in info.figures {
        let unit = if figure.unit == "1" {
            String::new()
        } else {
            format!(" ({})", figure.unit)
        };
        text.push_str(&format!(
            "  figure {}{unit}: {}\n",
            figure.name, figure.about
        ));
    }
}

/// What `auto` takes, for the shapes people have.
fn chosen() -> String {
    let shapes = [
        (Rules::classic(), "9x9"),
        (shape(Rules::builder(16)), "16x16"),
        (
            shape(Rules::builder(9).diagonals()),
            "9x9 with further houses",
        ),
    ];
    let mut chosen: Vec<(&str, Vec<&str>)> = Vec::new();
    for (rules, name) in shapes {
        let engine = polydoku_engines::auto(&rules).info().name;
        match chosen.last_mut() {
            Some((last, names)) if *last == engine => names.push(name),
            _ => chosen.push((engine, vec![name])),
        }
    }
    match chosen.as_slice() {
        [(engine, _)] => format!("takes {engine} here"),
        several => {
            let parts = several
                .iter()
                .map(|(engine, names)| format!("{engine} for {}", names.join(", ")));
            format!("takes {} here", parts.collect::<Vec<_>>().join("; "))
        }
    }
}

fn shape(builder: polydoku_core::RulesBuilder) -> Arc<Rules> {
    Arc::new(builder.build().expect("a well-formed shape"))
}

fn as_json(engines: &[Box<dyn Engine>], out: &mut Vec<u8>) {
    out.push(b'[');
    for (number, engine) in engines.iter().enumerate() {
        out.extend_from_slice(if number > 0 { b",\n " } else { b"\n " });
        object(engine.as_ref(), out);
    }
    out.extend_from_slice(b"\n]\n");
}

fn object(engine: &dyn Engine, out: &mut Vec<u8>) {
    let info: &EngineInfo = engine.info();
    let unavailable = engine.available().err().map(|why| why.to_string());
    let mut text = |name: &str, value: Option<&str>, first: bool| {
        out.extend_from_slice(if first { b"{" } else { b"," });
        json_string(name.as_bytes(), out);
        out.push(b':');
        match value {
            Some(value) => json_string(value.as_bytes(), out),
            None => out.extend_from_slice(b"null"),
        }
    };
    text("name", Some(info.name), true);
    text("family", Some(info.family()), false);
    text("idea", Some(info.idea), false);
    text("unavailable", unavailable.as_deref(), false);
    text("rules", Some(info.rules), false);
    text("node", Some(info.node), false);
    text(
        "view",
        Some(&format!("{:?}", info.view).to_lowercase()),
        false,
    );
    let numbers = format!(
        ",\"available\":{},\"trace\":true,\"batch\":{},\"largest_count\":{},\"stats\":[",
        unavailable.is_none(),
        info.batch,
        info.largest_count
    );
    out.extend_from_slice(numbers.as_bytes());
    for (number, name) in info.stats.names().enumerate() {
        out.extend_from_slice(if number > 0 { b"," } else { b"" });
        json_string(name.as_bytes(), out);
    }
    out.extend_from_slice(b"],\"figures\":[");
    for (number, figure) in info.figures.iter().enumerate() {
        out.extend_from_slice(if number > 0 { b"," } else { b"" });
        for (key, value) in [
            ("{\"name\":", figure.name),
            (",\"unit\":", figure.unit),
            (",\"about\":", figure.about),
        ] {
            out.extend_from_slice(key.as_bytes());
            json_string(value.as_bytes(), out);
        }
        out.push(b'}');
    }
    out.extend_from_slice(b"]}");
}
