//! Everything that is said to people, on standard error.
//!
//! Answers go to standard output through the verbs; messages, notes and
//! summaries come through here, so that `-q`, colour and a vanished terminal
//! are dealt with once. A message that cannot be written is dropped: there is
//! nobody to tell.

use std::fmt;
use std::io::{self, IsTerminal, Write};

use crate::flags::TalkFlags;

/// The voice of the program.
#[derive(Clone, Copy, Debug)]
pub struct Talk {
    quiet: bool,
    verbose: bool,
    colour: bool,
    terminal: bool,
}

impl Talk {
    /// Speaks as the flags want.
    pub fn new(flags: TalkFlags) -> Talk {
        let terminal = io::stderr().is_terminal();
        Talk {
            quiet: flags.quiet,
            verbose: flags.verbose,
            colour: flags.color.colours(terminal),
            terminal,
        }
    }

    /// Whether standard error is a terminal and may show a progress bar.
    pub fn may_draw(self) -> bool {
        self.terminal && !self.quiet
    }

    /// Whether more than the usual was asked for.
    pub fn is_verbose(self) -> bool {
        self.verbose
    }

    /// An error of the run: `polydoku: message`.
    pub fn error(self, message: impl fmt::Display) {
        let text = message.to_string();
        if !text.is_empty() {
            let name = if self.colour {
                "\x1b[1;31mpolydoku:\x1b[0m"
            } else {
                "polydoku:"
            };
            say(format_args!("{name} {text}"));
        }
    }

    /// What is wrong at a place of the input; `place` is `file:line:column`.
    pub fn bad_place(self, place: impl fmt::Display, message: impl fmt::Display) {
        if self.colour {
            say(format_args!("\x1b[1m{place}:\x1b[0m {message}"));
        } else {
            say(format_args!("{place}: {message}"));
        }
    }

    /// Something worth knowing, unless `-q`.
    pub fn note(self, message: impl fmt::Display) {
        if !self.quiet {
            say(format_args!("{message}"));
        }
    }
}

fn say(line: fmt::Arguments<'_>) {
    let mut text = line.to_string();
    text.push('\n');
    // One write a line, so that lines of several processes do not mix.
    let _ = io::stderr().lock().write_all(text.as_bytes());
}
