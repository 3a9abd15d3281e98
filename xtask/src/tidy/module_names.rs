//! Modules are named after the algorithm, crates after their folder.
//!
//! `utils` and its kin name nothing: what lands in them has a noun of its own.
//! And a crate is found by its name, so the folder `crates/x` holds the package
//! `polydoku-x`.

use super::{Finding, tree::Tree};

const NAMELESS: &[&str] = &[
    "util", "utils", "helper", "helpers", "common", "types", "misc", "stuff",
];

pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (file, code) in tree
        .files
        .iter()
        .filter_map(|file| Some((file, file.code.as_ref()?)))
    {
        let name = file.path.trim_end_matches(".rs").trim_end_matches("/mod");
        let name = name.rsplit('/').next().unwrap_or(name);
        if NAMELESS.contains(&name) {
            findings.push(Finding::new(
                &file.path,
                0,
                format!("`{name}` says nothing"),
            ));
        }
        for (line, module) in &code.modules {
            if NAMELESS.contains(&module.as_str()) {
                let what = format!("module `{module}` says nothing");
                findings.push(Finding::new(&file.path, *line, what));
            }
        }
    }
    for one in &tree.crates {
        let folder = one.folder.rsplit('/').next().unwrap_or_default();
        let expected = match folder {
            "xtask" => folder.to_owned(),
            _ => format!("polydoku-{folder}"),
        };
        if one.name != expected {
            let what = format!("the package in this folder must be called {expected}");
            findings.push(Finding::new(one.manifest(), 0, what));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nameless_modules_are_found() {
        let tree = Tree::of_files(&[
            ("crates/core/src/utils.rs", ""),
            ("crates/core/src/lib.rs", "mod utils;\npub mod helpers { }"),
            ("crates/cli/tests/common/mod.rs", ""),
        ]);
        assert_eq!(check(&tree).len(), 4);
    }

    #[test]
    fn nouns_and_fitting_folders_pass() {
        let tree = Tree::of_files(&[("crates/core/src/lib.rs", "mod rules; mod batch;")]);
        let tree = tree.with_crate("crates/core", &[]).with_crate("xtask", &[]);
        assert_eq!(check(&tree), []);
    }

    #[test]
    fn a_package_of_another_name_is_found() {
        let mut tree = Tree::default().with_crate("crates/core", &[]);
        tree.crates[0].name = "polydoku-kernel".to_owned();
        assert_eq!(check(&tree).len(), 1);
    }
}
