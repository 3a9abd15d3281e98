//! Every Rust file opens with `//!`: what it answers for and how.
//!
//! The file must begin with a module comment that says something; whether it says
//! enough is for its readers to judge.

use super::{Finding, tree::Tree};

/// A comment shorter than this says nothing that the file's name does not.
const SHORTEST: usize = 40;

pub fn check(tree: &Tree) -> Vec<Finding> {
    let sources = tree.files.iter().filter(|file| file.code.is_some());
    let bare = sources.filter_map(|file| {
        let comment = file.text.lines().map_while(|line| line.strip_prefix("//!"));
        let length: usize = comment.map(|line| line.trim().len()).sum();
        let what = match length {
            0 => "does not open with a `//!` comment",
            1..SHORTEST => "opens with a `//!` that says nothing",
            _ => return None,
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
            (
                "benches/benches/d.rs",
                "//! Rules.\n\n//! Late: what follows an empty line is another comment.\n",
            ),
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
