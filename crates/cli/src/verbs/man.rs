//! `polydoku man [VERB]`: the man page, made from the same table as the help.

use std::io::{self, Write};

use clap::Parser;

use super::Run;
use crate::nearest::suggestion;
use crate::status::{Failure, Status};

/// Print a man page
#[derive(Parser, Debug)]
#[command(name = "man", before_long_help = EXAMPLES)]
pub struct Man {
    /// The verb whose page is wanted; without one, the program's
    #[arg(value_name = "VERB")]
    verb: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  polydoku man | man -l -
  polydoku man solve > polydoku-solve.1";

impl Run for Man {
    fn run(self) -> Result<Status, Failure> {
        let mut page = Vec::new();
        let rendered = clap_mangen::Man::new(command_of(self.verb.as_deref())?).render(&mut page);
        let written = rendered.and_then(|()| io::stdout().lock().write_all(&page));
        written.map_err(|error| Failure::writing(&error))?;
        Ok(Status::Yes)
    }
}

/// The command that the page is about.
fn command_of(verb: Option<&str>) -> Result<clap::Command, Failure> {
    let mut whole = crate::command();
    whole.build();
    let Some(verb) = verb else { return Ok(whole) };
    if let Some(command) = whole.find_subcommand(verb) {
        return Ok(command.clone());
    }
    let known: Vec<&str> = whole
        .get_subcommands()
        .map(clap::Command::get_name)
        .collect();
    let suggestion = suggestion(verb, &known, "");
    Err(Failure::usage(format_args!("no verb {verb}{suggestion}")))
}
