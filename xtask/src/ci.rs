//! `cargo xtask ci`: every check that must pass before a change lands.
//!
//! [`STEPS`] is the whole list; `.ci/run` sets up a fresh machine and calls this
//! command, so a developer runs the same. The first failing step ends the run
//! with its name; each says how long it took, since a slow CI is one nobody
//! waits for. Steps that run tests are read while they pass through
//! ([`tally`]), and the last line is their sum, with the tests that skipped.
//!
//! Tests that need the reading material beside the clone (`../shared`) skip with
//! a printed reason where it is missing. Where it is there, CI sets
//! `POLYDOKU_REQUIRE_SHARED`, and then such a test fails instead of skipping.

mod tally;

use anyhow::{Context, Result, bail};
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, ExitStatus, Stdio},
    time::Instant,
};
use tally::Tally;

/// What to do with a step's command line.
#[derive(PartialEq)]
enum Kind {
    /// Run it.
    Plain,
    /// Run it, show the output of passing tests too, and count them.
    Tests,
    /// Run it with rustdoc's warnings as errors.
    Docs,
    /// Run it if the standard library for [`OTHER_TARGET`] is installed.
    OtherTarget,
}

/// The architecture that the portable code must compile for.
const OTHER_TARGET: &str = "aarch64-unknown-linux-gnu";

/// Names, command lines and kinds, in order: what fails fastest stands first.
const STEPS: &[(&str, &str, Kind)] = &[
    (
        "lock file is up to date",
        "cargo metadata --locked --quiet --format-version 1",
        Kind::Plain,
    ),
    ("format", "cargo fmt --all --check", Kind::Plain),
    ("invariants", "cargo xtask tidy", Kind::Plain),
    (
        "tables show their records",
        "cargo xtask readme --check",
        Kind::Plain,
    ),
    (
        "lints",
        "cargo clippy --workspace --all-targets -- -D warnings",
        Kind::Plain,
    ),
    ("docs", "cargo doc --workspace --no-deps", Kind::Docs),
    (
        "another architecture compiles",
        "cargo check --workspace --target aarch64-unknown-linux-gnu",
        Kind::OtherTarget,
    ),
    ("tests", "cargo test --workspace", Kind::Tests),
    (
        "slow tests, optimised",
        "cargo test --workspace --profile slow-tests --tests -- --ignored",
        Kind::Tests,
    ),
];

/// Runs every step in `root` and prints the sum of the tests.
pub fn run(root: &Path) -> Result<()> {
    let shared = std::env::var_os("POLYDOKU_SHARED").map_or(root.join("../shared"), Into::into);
    let has_shared = shared.is_dir();
    match has_shared {
        true => println!("ci: ../shared found: tests that use it must run"),
        false => println!("ci: no ../shared: tests that use it will skip"),
    }
    let mut tally = Tally::default();
    for (name, line, kind) in STEPS {
        if *kind == Kind::OtherTarget && !has_target(OTHER_TARGET) {
            println!("ci: {name}: skipped: no standard library for {OTHER_TARGET} installed");
            continue;
        }
        let mut command = command(line, kind);
        command.current_dir(root);
        if has_shared {
            command.env("POLYDOKU_REQUIRE_SHARED", "1");
        }
        println!("ci: {name}: {line}");
        let start = Instant::now();
        let status = match kind {
            Kind::Tests => counted(&mut command, &mut tally)?,
            _ => command
                .status()
                .with_context(|| format!("cannot run {line}"))?,
        };
        if !status.success() {
            print!("{}", tally.skips());
            bail!("{name} failed: {line}");
        }
        println!("ci: {name}: {} s", start.elapsed().as_secs());
    }
    print!("{}", tally.skips());
    println!("{tally}");
    Ok(())
}

/// The command of a step's line, with what its kind adds.
fn command(line: &str, kind: &Kind) -> Command {
    let mut words = line.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or("cargo"));
    command.args(words);
    match kind {
        Kind::Docs => {
            command.env("RUSTDOCFLAGS", "-D warnings");
        }
        Kind::Tests => {
            if !line.contains(" -- ") {
                command.arg("--");
            }
            command.arg("--show-output");
        }
        Kind::Plain | Kind::OtherTarget => {}
    }
    // What `cargo metadata` prints is for programs; only whether it fails matters.
    if line.starts_with("cargo metadata") {
        command.stdout(Stdio::null());
    }
    command
}

/// Runs a test command, passes its output through and adds it to the tally.
fn counted(command: &mut Command, tally: &mut Tally) -> Result<ExitStatus> {
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot run cargo")?;
    let output = child.stdout.take().context("the child's output is piped")?;
    for line in BufReader::new(output).split(b'\n') {
        // Tests may print any bytes; the lines that count are plain text.
        let line = String::from_utf8_lossy(&line?).into_owned();
        println!("{line}");
        tally.read(&line);
    }
    Ok(child.wait()?)
}

/// Whether rustc has a standard library for `target`.
fn has_target(target: &str) -> bool {
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output();
    sysroot.is_ok_and(|output| {
        let sysroot = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Path::new(&sysroot)
            .join("lib/rustlib")
            .join(target)
            .join("lib")
            .is_dir()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(command: &Command) -> Vec<String> {
        let arguments = command.get_args();
        arguments
            .map(|word| word.to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn test_output_is_shown_whatever_the_line_ends_with() {
        let plain = command("cargo test --workspace", &Kind::Tests);
        assert_eq!(
            words(&plain),
            ["test", "--workspace", "--", "--show-output"]
        );
        let more = command("cargo test -- --ignored", &Kind::Tests);
        assert_eq!(words(&more), ["test", "--", "--ignored", "--show-output"]);
    }

    #[test]
    fn a_target_that_nobody_has_is_not_installed() {
        assert!(!has_target("pdp11-dec-none"));
    }
}
