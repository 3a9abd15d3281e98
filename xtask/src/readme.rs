//! `cargo xtask readme`: the README's examples show what the commands really print.
//!
//! In README.md a block that begins with a command is run and its output put in
//! the place of the one that stands there:
//!
//! ````text
//! ```console head=3 tail=2
//! $ cargo run --release --bin polydoku -- solve puzzles/easy.txt
//! (its output)
//! ```
//! ````
//!
//! `head` and `tail` say how many lines of a long output are shown; a line `...`
//! stands for the rest. What cargo says about building is left out. Figures that
//! change with the machine are as the machine gave them; the README says which.
//!
//! Tables of results come from committed records ([`results`]), and `--check` looks
//! whether they are what their records give, running nothing.

mod results;

use anyhow::{Context, Result, bail};
use std::{path::Path, process::Command};

/// Words with which cargo's own progress lines begin, after white space.
const CARGO: &[&str] = &[
    "Compiling",
    "Finished",
    "Running",
    "Downloading",
    "Downloaded",
    "Blocking",
    "Updating",
    "Locking",
    "Doc-tests",
    "Fresh",
    "Checking",
];

/// Documents that show results.
const WITH_RESULTS: &[&str] = &["README.md", "docs/results.md"];

/// How much is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Write what records give and what commands print.
    All,
    /// Write what records give.
    Tables,
    /// Say whether the documents show what their records give.
    Check,
}

/// Puts into the documents in `root` what their records give, and into the README
/// what its commands print.
pub fn run(root: &Path, way: Way) -> Result<()> {
    for name in WITH_RESULTS {
        let path = root.join(name);
        let text = std::fs::read_to_string(&path).context(*name)?;
        let mut new = results::spliced(&text, root)?;
        if way == Way::Check {
            if new != text {
                bail!(
                    "{name} does not show what its record gives: run `cargo xtask readme --tables`"
                );
            }
            println!("readme: {name}: as its record gives it");
            continue;
        }
        if *name == "README.md" && way == Way::All {
            new = spliced(&new, |command| {
                println!("readme: $ {command}");
                output_of(command, root)
            })?;
        }
        std::fs::write(&path, &new).context(*name)?;
        let what = if new == text { "unchanged" } else { "written" };
        println!("readme: {name}: {what}");
    }
    Ok(())
}

/// What the command prints, on both streams in the order of their lines.
fn output_of(command: &str, root: &Path) -> Result<String> {
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &format!("({command}) 2>&1")])
        .current_dir(root);
    let output = shell
        .output()
        .with_context(|| format!("cannot run {command}"))?;
    if !output.status.success() {
        bail!("{command}: {}", output.status);
    }
    String::from_utf8(output.stdout).with_context(|| format!("{command} prints no UTF-8"))
}

/// The text with every console block's output as `output` gives it.
fn spliced(text: &str, mut output: impl FnMut(&str) -> Result<String>) -> Result<String> {
    let mut result = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        result += line;
        result += "\n";
        let Some(shown) = line.strip_prefix("```console") else {
            continue;
        };
        let first = lines
            .next()
            .context("a console block at the end of the text")?;
        result += first;
        result += "\n";
        let command = first.strip_prefix("$ ");
        let command = command.with_context(|| format!("no command: {first}"))?;
        let (head, tail) = (number(shown, "head="), number(shown, "tail="));
        result += &excerpt(&output(command)?, head, tail);
        if !lines.any(|line| line == "```") {
            bail!("the block of `{command}` does not end");
        }
        result += "```\n";
    }
    Ok(result)
}

/// The number behind `name` in a block's first line.
fn number(shown: &str, name: &str) -> Option<usize> {
    let mut words = shown.split_whitespace();
    words.find_map(|word| word.strip_prefix(name)?.parse().ok())
}

/// The lines that are shown, cargo's progress and empty lines at the ends left out.
fn excerpt(output: &str, head: Option<usize>, tail: Option<usize>) -> String {
    let is_progress = |line: &&str| {
        let word = line.split_whitespace().next();
        line.starts_with(' ') && word.is_some_and(|word| CARGO.contains(&word))
    };
    let kept: Vec<&str> = output
        .trim_matches('\n')
        .lines()
        .filter(|line| !is_progress(line))
        .collect();
    let (from, to) = match (head, tail) {
        (None, None) => (kept.len(), kept.len()),
        (head, tail) => {
            let from = head.unwrap_or(0).min(kept.len());
            (from, kept.len().saturating_sub(tail.unwrap_or(0)).max(from))
        }
    };
    let mut text = String::new();
    let dots = ["..."];
    let middle = if from < to { &dots[..] } else { &[] };
    for line in kept[..from].iter().chain(middle).chain(&kept[to..]) {
        text += line.trim_end();
        text += "\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_replaced_and_the_rest_stays() {
        let text = "# A\n\n```console\n$ one\nold\n```\nb\n```rust\nlet a;\n```\n";
        let new = spliced(text, |command| Ok(format!("new {command}\n"))).unwrap();
        assert_eq!(new, text.replace("old", "new one"));
    }

    #[test]
    fn long_outputs_are_cut() {
        let output = "   Compiling core\n1\n2\n3\n4\n5\n";
        assert_eq!(excerpt(output, Some(1), Some(2)), "1\n...\n4\n5\n");
        assert_eq!(excerpt(output, None, Some(1)), "...\n5\n");
        assert_eq!(excerpt(output, Some(9), Some(9)), "1\n2\n3\n4\n5\n");
        assert_eq!(excerpt(output, None, None), "1\n2\n3\n4\n5\n");
        assert_eq!(number(" head=3 tail=2", "tail="), Some(2));
    }

    #[test]
    fn broken_blocks_are_refused() {
        let ok = |_: &str| Ok(String::new());
        assert!(spliced("```console\n$ one\n", ok).is_err());
        assert!(spliced("```console\none\n```\n", ok).is_err());
        assert!(spliced("```console\n", ok).is_err());
        assert!(spliced("```console\n$ false\n```\n", |_| bail!("status 1")).is_err());
    }
}
