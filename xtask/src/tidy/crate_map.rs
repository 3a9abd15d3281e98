//! ARCHITECTURE.md shows every crate there is, and none that is not.
//!
//! The code map is the first thing a newcomer reads, so a crate that is missing
//! there, or stands there although it is gone, is a finding.

use super::{Finding, tree::Tree};
use std::collections::BTreeSet;

const MAP: &str = "ARCHITECTURE.md";

/// Folders written as `` `crates/name` `` anywhere in the map, with their lines.
fn folders_shown(text: &str) -> Vec<(usize, String)> {
    let mut shown = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        for piece in text.split("`crates/").skip(1) {
            let name: String = piece
                .chars()
                .take_while(|symbol| symbol.is_ascii_alphanumeric() || *symbol == '-')
                .collect();
            shown.push((line, format!("crates/{name}")));
        }
    }
    shown
}

pub fn check(tree: &Tree) -> Vec<Finding> {
    let Some(map) = tree.file(MAP) else {
        return vec![Finding::new(MAP, 0, "there is no code map")];
    };
    let members = tree.crates.iter().map(|one| one.folder.as_str());
    let members: BTreeSet<&str> = members.filter(|one| one.starts_with("crates/")).collect();
    let shown = folders_shown(&map.text);
    let gone = shown
        .iter()
        .filter(|(_, folder)| !members.contains(folder.as_str()));
    let mut findings: Vec<_> = gone
        .map(|(line, folder)| Finding::new(MAP, *line, format!("{folder} does not exist")))
        .collect();
    for member in members {
        if !shown.iter().any(|(_, folder)| folder == member) {
            findings.push(Finding::new(MAP, 0, format!("{member} is not on the map")));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(map: &str) -> usize {
        let tree = Tree::of_files(&[(MAP, map)]);
        check(&tree.with_crate("crates/core", &[]).with_crate("xtask", &[])).len()
    }

    #[test]
    fn a_crate_off_the_map_and_a_ghost_are_found() {
        assert_eq!(found("| `crates/core` | rules |"), 0);
        assert_eq!(found("| `crates/core/src/rules.rs` | rules |"), 0);
        assert_eq!(found("nothing"), 1);
        assert_eq!(
            found("| `crates/core` | rules |\n| `crates/ghost` | gone |"),
            1
        );
        assert_eq!(check(&Tree::default()).len(), 1);
    }
}
