//! Lints, package fields and versions of dependencies are said once, at the root.
//!
//! A member's manifest takes its fields and lints from `[workspace.*]` and names
//! its dependencies by `name.workspace = true`; features may be added beside it.

use super::{Finding, tree::Tree};
use toml::{Table, Value};

const FIELDS: &[&str] = &["version", "edition", "rust-version", "license"];
const DEPENDENCIES: &[&str] = &["dependencies", "dev-dependencies", "build-dependencies"];

fn is_inherited(value: Option<&Value>) -> bool {
    let inherited = value.and_then(|value| value.get("workspace"));
    inherited.and_then(Value::as_bool) == Some(true)
}

/// What one manifest says for itself: pairs of the word to look for and the complaint.
fn own_words(manifest: &Table) -> Vec<(String, String)> {
    let mut words = Vec::new();
    for field in FIELDS {
        if !is_inherited(
            manifest
                .get("package")
                .and_then(|package| package.get(field)),
        ) {
            words.push((
                (*field).to_owned(),
                format!("package field `{field}` not inherited"),
            ));
        }
    }
    if !is_inherited(manifest.get("lints")) {
        words.push(("[lints".to_owned(), "lints not inherited".to_owned()));
    }
    let targets = manifest.get("target").and_then(Value::as_table);
    let targets = targets
        .into_iter()
        .flat_map(Table::values)
        .filter_map(Value::as_table);
    for table in std::iter::once(manifest).chain(targets) {
        let named = DEPENDENCIES
            .iter()
            .filter_map(|kind| table.get(*kind)?.as_table());
        for (name, value) in named.flatten() {
            if !is_inherited(Some(value)) {
                words.push((name.clone(), format!("dependency `{name}` not inherited")));
            }
        }
    }
    words
}

pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for path in tree.crates.iter().map(|one| one.manifest()) {
        let Some(file) = tree.file(&path) else {
            findings.push(Finding::new(path, 0, "manifest is not part of the tree"));
            continue;
        };
        match file.text.parse::<Table>() {
            Ok(manifest) => findings.extend(
                own_words(&manifest)
                    .into_iter()
                    .map(|(word, what)| Finding::new(&path, file.line_of(&word), what)),
            ),
            Err(error) => findings.push(Finding::new(&path, 0, error.message())),
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "[package]\nname = \"polydoku-core\"\nversion.workspace = true\n\
        edition.workspace = true\nrust-version.workspace = true\nlicense.workspace = true\n\
        [dependencies]\nthiserror.workspace = true\n\
        [lints]\nworkspace = true\n";

    fn found(manifest: &str) -> Vec<String> {
        let tree = Tree::of_files(&[("crates/core/Cargo.toml", manifest)]);
        let findings = check(&tree.with_crate("crates/core", &[]));
        findings.iter().map(Finding::to_string).collect()
    }

    #[test]
    fn an_inheriting_manifest_passes() {
        assert_eq!(found(GOOD), [""; 0]);
        let features = GOOD.replace(
            "r.workspace = true",
            "r = { workspace = true, features = [] }",
        );
        assert_eq!(found(&features), [""; 0]);
    }

    #[test]
    fn own_versions_fields_and_lints_are_found() {
        let own = GOOD.replace("thiserror.workspace = true", "thiserror = \"2\"");
        let expected = "crates/core/Cargo.toml:8: dependency `thiserror` not inherited";
        assert_eq!(found(&own), [expected]);
        let target = format!("{GOOD}[target.'cfg(unix)'.dev-dependencies]\nlibc = \"1\"\n");
        assert_eq!(found(&target).len(), 1);
        assert_eq!(
            found(&GOOD.replace("edition.workspace = true", "edition = \"2021\"")).len(),
            1
        );
        assert_eq!(
            found(&GOOD.replace("[lints]\nworkspace = true\n", "")).len(),
            1
        );
        assert_eq!(found("[package\n").len(), 1);
    }
}
