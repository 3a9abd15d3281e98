//! Only the registry lists engines: no other product code asks for one by name.
//!
//! A string literal that is an engine family's name (`"dlx"`) or a variant of
//! one (`"sat/minimal"`) is how a special case for an engine begins; what is
//! missing then is a capability in `EngineInfo`. Families are the folders of the
//! engine crates. The registry and the family's own crate may say the name; so
//! may tests, benches, examples and docs, which are not looked at here. Longer
//! texts that mention a name (help, messages) pass: they ask for nothing.

use super::{Finding, arrows, tree::Tree};

/// The family that the literal names, if it names one.
fn family<'a>(literal: &str, families: &[&'a str]) -> Option<&'a str> {
    let mut families = families.iter().copied();
    families.find(|family| match literal.strip_prefix(family) {
        Some("") => true,
        Some(variant) => {
            variant.starts_with('/') && !variant.contains(char::is_whitespace) && variant.len() > 1
        }
        None => false,
    })
}

pub fn check(tree: &Tree) -> Vec<Finding> {
    let engines = tree.crates.iter().map(|one| one.short());
    let families: Vec<&str> = engines.filter(|short| arrows::is_engine(short)).collect();
    let mut findings = Vec::new();
    for (owner, file, code) in tree.product_sources() {
        for (line, literal) in &code.literals {
            if let Some(family) = family(literal, &families)
                && owner != "engines"
                && owner != family
            {
                let what = format!(
                    "engine named outside the registry: {literal:?}; ask for a capability instead"
                );
                findings.push(Finding::new(&file.path, *line, what));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> usize {
        let tree = Tree::of_files(&[(path, text)]);
        let tree = tree
            .with_crate("crates/sat", &[])
            .with_crate("crates/cli", &[]);
        check(&tree).len()
    }

    #[test]
    fn names_in_product_code_are_found() {
        assert_eq!(found("crates/cli/src/a.rs", "fn f() { g(\"sat\") }"), 1);
        assert_eq!(
            found("crates/cli/src/a.rs", "fn f() { g(\"sat/minimal\") }"),
            1
        );
        assert_eq!(
            found("crates/pipeline/src/a.rs", "const E: &str = \"sat\";"),
            1
        );
        assert_eq!(
            found("crates/cli/src/a.rs", "fn f() { g!(x == \"sat\") }"),
            1
        );
    }

    #[test]
    fn registry_owner_tests_and_texts_may_name_them() {
        assert_eq!(
            found("crates/engines/src/lib.rs", "const E: &str = \"sat\";"),
            0
        );
        assert_eq!(
            found("crates/sat/src/lib.rs", "const E: &str = \"sat\";"),
            0
        );
        assert_eq!(found("crates/cli/tests/a.rs", "fn f() { g(\"sat\") }"), 0);
        assert_eq!(
            found("crates/cli/src/a.rs", "/// sat\n#[doc = \"sat\"] fn f() {}"),
            0
        );
        assert_eq!(
            found(
                "crates/cli/src/a.rs",
                "fn f() { g(\"use -e sat here\", \"saturn\") }"
            ),
            0
        );
        let test = "#[cfg(test)] mod tests { fn f() { g(\"sat\") } }";
        assert_eq!(found("crates/cli/src/a.rs", test), 0);
    }
}
