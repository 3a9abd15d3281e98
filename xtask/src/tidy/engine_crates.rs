//! An engine that exists is registered, held to the contract, and shown.
//!
//! Adding an engine is one crate and a few lines elsewhere (CONTRIBUTING.md);
//! this check finds the line that was forgotten: the registry's dependency, the
//! conformance test, the row in the README's table of engines.

use super::{Finding, arrows, tree::Tree};

const REGISTRY: &str = "engines";
const README: &str = "README.md";

pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    let registry = tree.crates.iter().find(|one| one.short() == REGISTRY);
    let registered = registry.map_or(&[][..], |one| &one.dependencies);
    for engine in tree
        .crates
        .iter()
        .filter(|one| arrows::is_engine(one.short()))
    {
        let family = engine.short();
        let mut forgotten = |file: &str, what: String| {
            findings.push(Finding::new(file, 0, what));
        };
        if !registered.iter().any(|one| one.name == engine.name) {
            forgotten(
                &engine.manifest(),
                format!("{family} is not in the registry"),
            );
        }
        let test = format!("{}/tests/conformance.rs", engine.folder);
        let suite = tree.file(&test);
        if !suite.is_some_and(|file| file.text.contains("polydoku_testkit")) {
            forgotten(&test, "no conformance test by the testkit".to_owned());
        }
        let row = format!("| `{family}");
        let readme = tree.file(README);
        if !readme.is_some_and(|file| file.lines().any(|(_, line)| line.starts_with(&row))) {
            forgotten(
                README,
                format!("no row for {family} in the table of engines"),
            );
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUITE: (&str, &str) = (
        "crates/zebra/tests/conformance.rs",
        "use polydoku_testkit::conformance;",
    );
    const ROW: (&str, &str) = (README, "| engine | idea |\n| `zebra` | stripes |\n");

    fn found(files: &[(&str, &str)], registered: &[&str]) -> usize {
        let tree = Tree::of_files(files).with_crate("crates/zebra", &["polydoku-core"]);
        check(&tree.with_crate("crates/engines", registered)).len()
    }

    #[test]
    fn a_complete_engine_passes() {
        assert_eq!(found(&[SUITE, ROW], &["polydoku-zebra"]), 0);
    }

    #[test]
    fn each_forgotten_step_is_found() {
        assert_eq!(found(&[SUITE, ROW], &["polydoku-naive"]), 1);
        assert_eq!(found(&[ROW], &["polydoku-zebra"]), 1);
        assert_eq!(found(&[SUITE], &["polydoku-zebra"]), 1);
        assert_eq!(
            found(&[(SUITE.0, "fn main() {}"), ROW], &["polydoku-zebra"]),
            1
        );
        assert_eq!(found(&[], &[]), 3);
    }
}
