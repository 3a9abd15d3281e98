//! `polydoku completions SHELL`: the script that completes verbs and flags.

use std::io::{self, Write};

use clap::Parser;
use clap_complete::Shell;

use super::Run;
use crate::status::{Failure, Status};

/// Print the completions of a shell
#[derive(Parser, Debug)]
#[command(name = "completions", before_long_help = EXAMPLES)]
pub struct Completions {
    /// bash, elvish, fish, powershell or zsh
    #[arg(value_name = "SHELL", hide_possible_values = true)]
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  polydoku completions bash > ~/.local/share/bash-completion/completions/polydoku
  polydoku completions zsh > \"${fpath[1]}/_polydoku\"
  polydoku completions fish > ~/.config/fish/completions/polydoku.fish";

impl Run for Completions {
    fn run(self) -> Result<Status, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut crate::command(), "polydoku", &mut script);
        let written = io::stdout().lock().write_all(&script);
        written.map_err(|error| Failure::writing(&error))?;
        Ok(Status::Yes)
    }
}
