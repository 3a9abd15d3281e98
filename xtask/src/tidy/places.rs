//! The tree names no machine: no absolute paths of a developer's, no registry hosts.
//!
//! What stands in the repository must be true in every clone. Paths that exist
//! on one machine and addresses of package registries (a mirror's, above all, as
//! it gets into a lock file) are found in every text file. The lock file may
//! name the registry index that cargo writes for everyone.

use super::{Finding, tree::Tree};

/// This file spells them in two halves, or it would find itself.
const PLACES: &[&str] = &[
    concat!("/wo", "rk/"),
    concat!("/tm", "p/"),
    concat!("/ro", "ot/"),
    concat!("/ho", "me/"),
    concat!("C:", "\\Users"),
    concat!("index.", "crates.io"),
    concat!("static.", "crates.io"),
    concat!("registry.", "npmjs"),
    concat!("pythonhosted", ".org"),
    concat!("deb.", "debian.org"),
    concat!("[regis", "tries"),
    concat!("replace", "-with"),
];

/// What cargo writes for the public registry.
const INDEX: &str = "registry+https://github.com/rust-lang/crates.io-index";

pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in &tree.files {
        let is_lock = file.path.ends_with("Cargo.lock");
        for (line, text) in file.lines() {
            let places = PLACES.iter().filter(|place| text.contains(*place));
            findings.extend(places.map(|place| {
                Finding::new(
                    &file.path,
                    line,
                    format!("names a machine or a host: {place}"),
                )
            }));
            if is_lock && text.starts_with("source = ") && !text.contains(INDEX) {
                findings.push(Finding::new(
                    &file.path,
                    line,
                    "not from the public registry",
                ));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> usize {
        check(&Tree::of_files(&[(path, text)])).len()
    }

    #[test]
    fn places_are_found() {
        let text = concat!("see /wo", "rk/notes and /ho", "me/me\n");
        assert_eq!(found("README.md", text), 2);
        let mirror = "source = \"registry+https://mirror.example/index\"\n";
        assert_eq!(found("Cargo.lock", mirror), 1);
        let other = concat!("[source.x]\nreplace", "-with = \"mirror\"\n");
        assert_eq!(found(".cargo/config.toml", other), 1);
    }

    #[test]
    fn what_holds_in_every_clone_passes() {
        assert_eq!(found("Cargo.lock", &format!("source = \"{INDEX}\"\n")), 0);
        assert_eq!(
            found(
                "README.md",
                "tests look for ../shared; std::env::temp_dir()\n"
            ),
            0
        );
    }
}
