//! What the README tells a newcomer to run is what CI runs.
//!
//! The README's test command is the line of a shell block that begins with
//! `cargo test`. CI's list of steps must hold the same words, or the README's
//! promise is not the one that is checked.

use super::{Finding, tree::Tree};

const README: &str = "README.md";
const STEPS: &str = "xtask/src/ci.rs";
const SCRIPT: &str = ".ci/run";

pub fn check(tree: &Tree) -> Vec<Finding> {
    let (Some(readme), Some(steps), Some(script)) =
        (tree.file(README), tree.file(STEPS), tree.file(SCRIPT))
    else {
        return vec![Finding::new(
            README,
            0,
            format!("needs {README}, {SCRIPT} and {STEPS}"),
        )];
    };
    let mut findings = Vec::new();
    if !script.text.contains("cargo xtask ci") {
        findings.push(Finding::new(SCRIPT, 0, "does not call `cargo xtask ci`"));
    }
    let mut commands = readme
        .lines()
        .map(|(line, text)| (line, text.trim_start_matches("$ ").trim()))
        .filter(|(_, text)| text.starts_with("cargo test"))
        .peekable();
    if commands.peek().is_none() {
        findings.push(Finding::new(README, 0, "shows no `cargo test` command"));
    }
    for (line, command) in commands {
        if !steps.text.contains(&format!("\"{command}\"")) {
            let what = format!("CI does not run `{command}` ({STEPS})");
            findings.push(Finding::new(README, line, what));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(readme: &str, steps: &str, script: &str) -> usize {
        check(&Tree::of_files(&[
            (README, readme),
            (STEPS, steps),
            (SCRIPT, script),
        ]))
        .len()
    }

    #[test]
    fn the_same_command_passes() {
        let steps = "const TESTS: &str = \"cargo test --workspace\";";
        assert_eq!(
            found(
                "```\n$ cargo test --workspace\n```\n",
                steps,
                "cargo xtask ci\n"
            ),
            0
        );
    }

    #[test]
    fn drift_is_found() {
        let steps = "const TESTS: &str = \"cargo test -p core\";";
        assert_eq!(
            found(
                "```\ncargo test --workspace\n```\n",
                steps,
                "cargo xtask ci\n"
            ),
            1
        );
        assert_eq!(found("no command\n", steps, "cargo xtask ci\n"), 1);
        assert_eq!(found("cargo test -p core\n", steps, "true\n"), 1);
        assert_eq!(check(&Tree::default()).len(), 1);
    }
}
