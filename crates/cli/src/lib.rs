//! The command line: `polydoku VERB`, a filter for puzzles in any number.
//!
//! What a verb does is one module in `verbs`, and [`VERBS`] is the one table
//! that makes them exist: help, completions, man pages and dispatch follow from
//! it. What verbs share is taken apart by question:
//!
//! ```text
//! flags    which flags there are, in groups, with their words and checks
//! source   where puzzles come from: files, standard input, arguments, @NAME
//! pick     the one puzzle that a verb is about
//! stream   how the pipeline is run for a verb, and what it all comes to
//! render   how an answered puzzle is written, form by form (pure functions)
//! talk     everything said on standard error
//! status   exit statuses, decided once
//! ```
//!
//! Answers go to standard output and talk to standard error. This is a library
//! beside a two-line program only so that the man pages and completions can be
//! made from [`command`] without running it.
#![forbid(unsafe_code)]

mod converted;
mod costs;
mod flags;
mod interrupt;
mod nearest;
mod orientation;
mod pick;
mod progress;
mod render;
mod sheet;
mod shelf;
mod source;
mod status;
mod stream;
mod summary;
mod talk;
mod verbs;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Command;

pub use verbs::{VERBS, Verb};

use flags::TalkFlags;
use status::Failure;
use talk::Talk;

/// The whole command line as clap knows it.
pub fn command() -> Command {
    let verbs = VERBS.iter().map(Verb::command);
    Command::new("polydoku")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Every way to solve a Sudoku, as one filter for any number of puzzles")
        .before_long_help(EXAMPLES)
        .after_help(
            "Try `polydoku solve @easy`. `polydoku VERB -h` tells about a verb, --help more.",
        )
        // The two options that every program has are not listed: it would not leave the
        // verbs their room on a screen.
        .help_template(
            "{before-help}{about-with-newline}\n{usage-heading} {usage}\n\nVerbs:\n\
             {subcommands}{after-help}",
        )
        .subcommands(verbs)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand_value_name("VERB")
        .subcommand_help_heading("Verbs")
        .disable_help_subcommand(true)
        .max_term_width(80)
}

const EXAMPLES: &str = "\
Examples:
  polydoku solve puzzles.txt                  solutions, one line a puzzle
  polydoku solve @easy -o csv > answers.csv   a built-in corpus, as a table
  polydoku count --limit 1000 puzzles.txt     how many solutions, up to 1000
  xz -dc huge.xz | polydoku solve | head      a filter like any other
  polydoku engines                            who solves, and how";

/// Runs the program on its arguments and says how it ended.
pub fn main() -> ExitCode {
    let matches = match command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => {
            // Help that nobody reads any longer is no error.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    let (name, matches) = matches.subcommand().expect("a verb is required");
    let verb = VERBS.iter().find(|verb| verb.name() == name);
    let verb = verb.expect("clap knows only the verbs of the table");
    match verb.run(matches) {
        Ok(status) => ExitCode::from(status.code()),
        Err(failure) => {
            report(&failure, verb);
            ExitCode::from(failure.code())
        }
    }
}

fn report(failure: &Failure, verb: &Verb) {
    if let Failure::NothingToRead = failure {
        let mut command = command();
        command.build();
        let verb = command
            .find_subcommand_mut(verb.name())
            .expect("a verb of the table");
        // On standard error, since no answer was asked for.
        let _ = write!(io::stderr(), "{}", verb.render_help().ansi());
        return;
    }
    let talk = Talk::new(TalkFlags::default());
    talk.error(failure);
    if let Failure::Usage(_) = failure {
        talk.note(format_args!(
            "`polydoku {} -h` shows what is possible",
            verb.name()
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_flags_is_sound() {
        command().debug_assert();
    }

    #[test]
    fn short_help_fits_a_screen_and_long_help_begins_with_examples() {
        let mut whole = command();
        whole.build();
        let names: Vec<String> = whole
            .get_subcommands()
            .map(|verb| verb.get_name().to_owned())
            .collect();
        let mut screens = vec![("polydoku".to_owned(), whole.clone())];
        for name in names {
            let verb = whole
                .find_subcommand_mut(&name)
                .expect("it was listed")
                .clone();
            for below in verb.get_subcommands() {
                screens.push((format!("{name} {}", below.get_name()), below.clone()));
            }
            screens.push((name, verb));
        }
        for (name, mut command) in screens {
            let short = command.render_help().to_string();
            let lines = short.lines().count();
            assert!(
                lines <= 23,
                "{name}: {lines} lines leave no room for the prompt\n{short}"
            );
            for line in short.lines() {
                assert!(line.chars().count() <= 80, "{name}: too wide: {line}");
            }
            let long = command.render_long_help().to_string();
            assert!(long.starts_with("Examples:\n"), "{name}\n{long}");
        }
    }
}
