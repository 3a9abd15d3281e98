//! `cargo xtask`: what a developer of Polydoku runs beside cargo itself.
//!
//! Each sub-command is a module of its own; this file only names them, reads
//! the command line and turns an error into an exit status. A command appears
//! here when it works, not before. Nothing here is part of the product: the
//! crates under `crates/` never know that xtask exists.
#![forbid(unsafe_code)]
// A developer's program talks on the terminal; the lint is meant for libraries.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod ci;
mod corpora;
mod paper;
mod readme;
mod soak;
mod tidy;
mod workspace;

use clap::{Parser, Subcommand};
use readme::Way;
use std::process::ExitCode;

/// Developer commands of the Polydoku workspace.
#[derive(Parser)]
#[command(bin_name = "cargo xtask", version, max_term_width = 80)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check the workspace's invariants (ARCHITECTURE.md) from its manifests and sources
    Tidy,
    /// Run everything that CI runs: format, lints, docs, tidy, tests, slow tests
    Ci,
    /// Write the man pages of the program and its verbs into target/man
    Man,
    /// Write the completions of all shells into target/completions
    Completions,
    /// Put into README.md and docs/ what their commands print and their records give
    Readme {
        /// Run and write nothing; fail if a table is not what its record gives
        #[arg(long)]
        check: bool,
        /// Only the tables that come from records; run no command
        #[arg(long, conflicts_with = "check")]
        tables: bool,
    },
    /// Make the puzzle files and the manifest in puzzles/
    Corpora {
        /// Write nothing; fail if a file is not as it would be made
        #[arg(long)]
        check: bool,
    },
    /// Ask all engines the same random puzzles until two of them disagree
    Soak {
        /// How long to go on
        #[arg(long, default_value_t = 60)]
        seconds: u64,
        /// The first round's seed; each round takes the next one
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = workspace::root().and_then(|root| match arguments.command {
        Command::Tidy => tidy::run(&root),
        Command::Ci => ci::run(&root),
        Command::Man => paper::man(&root),
        Command::Completions => paper::completions(&root),
        Command::Readme { check: true, .. } => readme::run(&root, Way::Check),
        Command::Readme { tables: true, .. } => readme::run(&root, Way::Tables),
        Command::Readme { .. } => readme::run(&root, Way::All),
        Command::Corpora { check } => corpora::run(&root, check),
        Command::Soak { seconds, seed } => soak::run(seconds, seed),
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
