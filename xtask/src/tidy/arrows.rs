//! Which crate may know which: the arrows of ARCHITECTURE.md.
//!
//! [`ARROWS`] holds the direct arrows as the picture there shows them; a crate
//! may also name what it reaches through them. A crate without a row is taken
//! for an engine, which knows core and nothing else, so a new engine needs no
//! line here. Only the registry (`engines`) and the benches may know engines.
//! Crates from outside the workspace are restricted for the inner ring (core and
//! the engines), elsewhere only by what a library should never use.
//! Dev-dependencies do not count.

use super::{Finding, tree::Tree};
use std::collections::HashSet;

/// A crate's short name and what it stands on.
const ARROWS: &[(&str, &[&str])] = &[
    ("core", &[]),
    ("engines", &["core"]), // and every engine
    ("lrat", &[]),
    ("certificate", &["core", "lrat"]),
    ("corpus", &["core"]),
    ("testkit", &["core", "corpus"]),
    ("browser", &[]),
    ("pipeline", &["engines", "corpus"]),
    ("generate", &["engines", "corpus"]),
    ("harness", &["pipeline", "corpus"]),
    ("teach", &["harness"]),
    ("cli", &["teach", "generate", "corpus", "certificate"]),
    ("xtask", &["cli", "generate", "harness"]),
    ("benches", &[]), // and every crate
];

/// Outside crates that the inner ring may use; a `*` stands for any ending.
const OUTSIDE: &[(&str, &[&str])] = &[("core", &["thiserror"]), ("sat", &["varisat*"])];

/// Outside crates that only programs may use: errors of a library are types.
const PROGRAMS_ONLY: &[&str] = &["anyhow"];
const PROGRAMS: &[&str] = &["cli", "xtask", "benches"];

/// Whether a crate is an engine: it lies among the crates and has no row.
pub fn is_engine(short: &str) -> bool {
    !ARROWS.iter().any(|(name, _)| *name == short)
}

/// Everything that `short` reaches by following the arrows.
fn reached(short: &str) -> HashSet<&'static str> {
    let below = |name: &str| {
        let row = ARROWS.iter().find(|(from, _)| *from == name);
        row.map_or(&["core"][..], |(_, below)| *below)
    };
    let mut reached = HashSet::new();
    let mut open = below(short).to_vec();
    while let Some(next) = open.pop() {
        if reached.insert(next) {
            open.extend(below(next));
        }
    }
    reached
}

fn may_know(short: &str, other: &str) -> bool {
    match short {
        "benches" => true,
        "engines" if is_engine(other) => true,
        _ => reached(short).contains(other),
    }
}

fn may_use(short: &str, outside: &str) -> bool {
    let allowed = OUTSIDE.iter().find(|(name, _)| *name == short);
    if short == "core" || is_engine(short) {
        let names = allowed.map_or(&[][..], |(_, names)| names);
        return names.iter().any(|name| match name.strip_suffix('*') {
            Some(beginning) => outside.starts_with(beginning),
            None => outside == *name,
        });
    }
    !PROGRAMS_ONLY.contains(&outside) || PROGRAMS.contains(&short)
}

pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for one in &tree.crates {
        let (short, manifest) = (one.short(), one.manifest());
        for dependency in &one.dependencies {
            let name = &dependency.name;
            let other = name.strip_prefix("polydoku-").unwrap_or(name);
            let allowed = match dependency.member {
                true => may_know(short, other),
                false => may_use(short, name),
            };
            if !allowed {
                let file = tree.file(&manifest);
                let line = file.map_or(0, |file| file.line_of(name));
                let what = format!("{short} must not depend on {name}");
                findings.push(Finding::new(&manifest, line, what));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(folder: &str, dependencies: &[&str]) -> Vec<String> {
        let tree = Tree::default().with_crate(folder, dependencies);
        check(&tree).iter().map(Finding::to_string).collect()
    }

    #[test]
    fn the_picture_is_allowed() {
        assert_eq!(found("crates/core", &["thiserror"]), [""; 0]);
        assert_eq!(found("crates/naive", &["polydoku-core"]), [""; 0]);
        assert_eq!(
            found("crates/sat", &["polydoku-core", "varisat-checker"]),
            [""; 0]
        );
        assert_eq!(
            found("crates/engines", &["polydoku-core", "polydoku-naive"]),
            [""; 0]
        );
        assert_eq!(
            found(
                "crates/cli",
                &["polydoku-core", "polydoku-pipeline", "anyhow"]
            ),
            [""; 0]
        );
        assert_eq!(found("benches", &["polydoku-simd", "criterion"]), [""; 0]);
    }

    #[test]
    fn arrows_against_the_picture_are_found() {
        for (folder, dependency) in [
            ("crates/core", "serde"),
            ("crates/core", "polydoku-corpus"),
            ("crates/naive", "polydoku-bitmask"),
            ("crates/naive", "rayon"),
            ("crates/sat", "serde"),
            ("crates/newcomer", "polydoku-corpus"),
            ("crates/pipeline", "polydoku-simd"),
            ("crates/pipeline", "polydoku-harness"),
            ("crates/cli", "polydoku-testkit"),
            ("crates/corpus", "anyhow"),
        ] {
            assert_eq!(
                found(folder, &[dependency]).len(),
                1,
                "{folder} -> {dependency}"
            );
        }
    }

    #[test]
    fn the_manifest_line_is_named() {
        let manifest = "[dependencies]\nserde = \"1\"\n";
        let tree = Tree::of_files(&[("crates/core/Cargo.toml", manifest)]);
        let findings = check(&tree.with_crate("crates/core", &["serde"]));
        let expected = "crates/core/Cargo.toml:2: core must not depend on serde";
        assert_eq!(findings[0].to_string(), expected);
    }
}
