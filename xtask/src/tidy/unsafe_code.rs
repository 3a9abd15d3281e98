//! `unsafe` lives in crates/simd, and nowhere else.
//!
//! Every other crate's root forbids it (`#![forbid(unsafe_code)]`, which no
//! inner attribute can take back), and the word itself appears in no other
//! source, tests and benches included: those are roots of their own that the
//! library's attribute does not reach.

use super::{Finding, tree::Tree};
use proc_macro2::{TokenStream, TokenTree};

const HOME: &str = "crates/simd/";
const FORBID: &str = "#![forbid(unsafe_code)]";

/// Lines on which the keyword stands, macros' insides included.
fn lines_of_keyword(tokens: TokenStream, lines: &mut Vec<usize>) {
    for token in tokens {
        match token {
            TokenTree::Ident(word) if word == "unsafe" => lines.push(word.span().start().line),
            TokenTree::Group(group) => lines_of_keyword(group.stream(), lines),
            _ => {}
        }
    }
}

pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    let sources = tree.files.iter().filter(|file| file.code.is_some());
    for file in sources.filter(|file| !file.path.starts_with(HOME)) {
        let mut lines = Vec::new();
        lines_of_keyword(file.text.parse().unwrap_or_default(), &mut lines);
        let found = lines.iter();
        findings.extend(
            found.map(|line| Finding::new(&file.path, *line, "`unsafe` outside crates/simd")),
        );
    }
    for root in tree.crates.iter().flat_map(|one| &one.roots) {
        let file = tree.file(root);
        let forbids = file.is_some_and(|file| file.lines().any(|(_, line)| line == FORBID));
        if !root.starts_with(HOME) && !forbids {
            findings.push(Finding::new(
                root,
                0,
                format!("crate root without `{FORBID}`"),
            ));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(folder: &str, text: &str) -> usize {
        let root = format!("{folder}/src/lib.rs");
        check(&Tree::of_files(&[(&root, text)]).with_crate(folder, &[])).len()
    }

    #[test]
    fn a_root_must_forbid() {
        assert_eq!(found("crates/core", "//! Docs.\n"), 1);
        assert_eq!(found("crates/core", "// #![forbid(unsafe_code)]\n"), 1);
        assert_eq!(
            found("crates/core", "//! Docs.\n#![forbid(unsafe_code)]\n"),
            0
        );
        assert_eq!(found("crates/simd", "//! Docs.\n"), 0);
    }

    #[test]
    fn the_keyword_is_found_wherever_it_stands() {
        let text = "#![forbid(unsafe_code)]\nfn f() { g!(unsafe { h() }) }";
        assert_eq!(found("crates/core", text), 1);
        let comment = "#![forbid(unsafe_code)]\n// unsafe is a word\nconst S: &str = \"unsafe\";";
        assert_eq!(found("crates/core", comment), 0);
        let tree = Tree::of_files(&[("crates/core/tests/a.rs", "unsafe fn f() {}")]);
        assert_eq!(check(&tree)[0].line, 1);
        let tree = Tree::of_files(&[("crates/simd/src/a.rs", "unsafe fn f() {}")]);
        assert_eq!(check(&tree), []);
    }
}
