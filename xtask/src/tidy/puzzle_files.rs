//! The files in `puzzles/` are those that the manifest describes.
//!
//! Each entry of `puzzles/manifest.toml` names a file with its hash and the number
//! of puzzles in it; a file that was edited by hand, or is missing on either side,
//! is a finding. `cargo xtask corpora` makes files and manifest.

use super::{Finding, tree::Tree};
use crate::corpora::sha256;
use toml::{Table, Value};

const FOLDER: &str = "puzzles/";
const MANIFEST: &str = "puzzles/manifest.toml";

/// What is wrong with one entry, and the word to look for in the manifest.
fn fault(tree: &Tree, entry: &Value) -> Option<String> {
    let text = |key: &str| entry.get(key).and_then(Value::as_str);
    let (Some(name), Some(hash)) = (text("file"), text("sha256")) else {
        return Some("an entry without `file` or `sha256`".to_owned());
    };
    let Some(file) = tree.file(&format!("{FOLDER}{name}")) else {
        return Some(format!("{name} does not exist"));
    };
    let puzzles = file
        .lines()
        .filter(|(_, line)| !line.starts_with('#'))
        .count();
    let count = entry.get("count").and_then(Value::as_integer);
    if sha256(&file.text) != hash {
        return Some(format!(
            "{name} has another hash: run `cargo xtask corpora`"
        ));
    }
    let says = count.map_or("nothing".to_owned(), |count| count.to_string());
    (count != i64::try_from(puzzles).ok())
        .then(|| format!("{name} holds {puzzles} puzzles, its entry says {says}"))
}

pub fn check(tree: &Tree) -> Vec<Finding> {
    let text = tree.file(MANIFEST).map_or("", |file| &file.text);
    let manifest: Table = match text.parse() {
        Ok(manifest) => manifest,
        Err(error) => return vec![Finding::new(MANIFEST, 0, error.message())],
    };
    let entries = manifest.get("corpus").and_then(Value::as_array);
    let entries = entries.map_or(&[][..], Vec::as_slice);
    let faults = entries.iter().filter_map(|entry| fault(tree, entry));
    let mut findings: Vec<_> = faults.map(|what| Finding::new(MANIFEST, 0, what)).collect();
    let named = |name: &str| {
        let mut files = entries
            .iter()
            .filter_map(|entry| entry.get("file")?.as_str());
        files.any(|file| file == name)
    };
    let corpora = tree
        .files
        .iter()
        .filter_map(|file| file.path.strip_prefix(FOLDER));
    for name in corpora.filter(|name| name.ends_with(".txt") && !named(name)) {
        findings.push(Finding::new(
            format!("{FOLDER}{name}"),
            0,
            "not in the manifest",
        ));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# three letters\nabc\n";

    fn found(manifest: &str, files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<_> = files
            .iter()
            .copied()
            .chain([(MANIFEST, manifest)])
            .collect();
        check(&Tree::of_files(&files))
            .iter()
            .map(Finding::to_string)
            .collect()
    }

    fn manifest(count: u32) -> String {
        format!(
            "[[corpus]]\nfile = \"a.txt\"\ncount = {count}\nsha256 = \"{}\"\n",
            sha256(TEXT)
        )
    }

    #[test]
    fn what_the_manifest_describes_passes() {
        assert_eq!(found(&manifest(1), &[("puzzles/a.txt", TEXT)]), [""; 0]);
        assert_eq!(check(&Tree::default()), []);
    }

    #[test]
    fn every_difference_is_found() {
        let edited = found(&manifest(1), &[("puzzles/a.txt", "abd\n")]);
        assert!(edited[0].contains("another hash"), "{edited:?}");
        let count = found(&manifest(2), &[("puzzles/a.txt", TEXT)]);
        assert!(
            count[0].contains("holds 1 puzzles, its entry says 2"),
            "{count:?}"
        );
        assert!(found(&manifest(1), &[])[0].contains("does not exist"));
        let stray = found(
            &manifest(1),
            &[("puzzles/a.txt", TEXT), ("puzzles/b.txt", TEXT)],
        );
        assert_eq!(stray, ["puzzles/b.txt: not in the manifest"]);
        assert!(found("[[corpus]]\n", &[])[0].contains("without `file`"));
        assert_eq!(found("[[corpus\n", &[]).len(), 1);
    }
}
