//! Every Rust file opens with `//!`: what it answers for and how.
//!
//! The first line must be a module comment that says something; how much a file
//! explains beyond it is for its readers to judge.

use super::{Finding, tree::Tree};

/// A first sentence shorter than this says nothing that the file's name does not.
const SHORTEST: usize = 20;

pub fn check(tree: &Tree) -> Vec<Finding> {
    let sources = tree.files.iter().filter(|file| file.code.is_some());
    let bare = sources.filter_map(|file| {
        let first = file.text.lines().next().unwrap_or_default();
        let what = match first.strip_prefix("//!").map(str::trim) {
            None => "does not open with a `//!` comment",
            Some(sentence) if sentence.len() < SHORTEST => "opens with a `//!` that says nothing",
            Some(_) => return None,
        };
        Some(Finding::new(&file.path, 1, what))
    });
    bare.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_without_docs_are_found() {
        let tree = Tree::of_files(&[
            ("crates/core/src/a.rs", "use std::fmt;\n"),
            (
                "crates/core/src/b.rs",
                "\n//! Late: an empty line stands before it.\n",
            ),
            ("crates/core/tests/c.rs", "/// On an item.\nfn f() {}\n"),
            ("benches/benches/d.rs", "//! Rules.\n"),
            ("xtask/src/e.rs", ""),
        ]);
        assert_eq!(check(&tree).len(), 5);
    }

    #[test]
    fn files_with_docs_pass() {
        let text = "//! Rules: digits, houses and what they demand.\nfn f() {}\n";
        assert_eq!(
            check(&Tree::of_files(&[("crates/core/src/a.rs", text)])),
            []
        );
        assert_eq!(check(&Tree::of_files(&[("README.md", "# Polydoku\n")])), []);
    }
}
