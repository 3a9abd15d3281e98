//! Every file of `../shared/corpora` reads without a fault, with the number of
//! puzzles that its index says.

mod shared;

use polydoku_corpus::{BoxesChoice, ReadOptions, read_from};
use shared::shared_file;

/// Files and numbers of puzzles, from the index's table.
fn index(text: &str) -> Vec<(String, usize)> {
    let mut files = Vec::new();
    for row in text.lines().filter(|line| line.starts_with("| ")) {
        let columns: Vec<&str> = row.split('|').map(str::trim).collect();
        let (names, counts) = (columns[1].split(", "), columns[2].split(", "));
        let mut folder = String::new();
        for (name, count) in names.zip(counts) {
            let Ok(count) = count.parse() else { continue };
            if let Some((path, _)) = name.rsplit_once('/') {
                folder = path.to_owned();
            }
            let stem = name.rsplit('/').next().unwrap_or(name);
            // The index shortens `forum_hardest_1905_11plus_200` to `_200`.
            let before = columns[1].split(", ").next().unwrap_or_default();
            let stem = match stem.strip_prefix('_') {
                Some(end) => {
                    let first = before.rsplit('/').next().unwrap_or_default();
                    let base = first.rsplit_once('_').map_or(first, |(base, _)| base);
                    format!("{base}_{end}")
                }
                None => stem.to_owned(),
            };
            files.push((format!("{folder}/{stem}"), count));
        }
    }
    files
}

/// The flags that the index's descriptions ask for.
fn options(file: &str) -> ReadOptions {
    let mut options = ReadOptions::default();
    match file {
        "sizes/small_6x6_3x2" => options.boxes = BoxesChoice::Rect(3, 2),
        "sizes/small_12x12_4x3" => options.boxes = BoxesChoice::Rect(4, 3),
        "sizes/small_latin6" => options.boxes = BoxesChoice::None,
        "sizes/xsudoku" => options.variants.diagonals = true,
        _ => {}
    }
    options
}

#[test]
fn the_index_is_right() {
    let Some(bytes) = shared_file("corpora/INDEX.md") else {
        return;
    };
    let files = index(std::str::from_utf8(&bytes).expect("text"));
    assert!(files.len() >= 40, "{} files in the index", files.len());
    for (file, count) in files {
        let name = format!("corpora/{file}.txt");
        let bytes = shared_file(&name).expect("listed in the index");
        let (mut found, mut clashes) = (0, 0);
        for entry in read_from(&bytes[..], &options(&file)) {
            let entry = entry.unwrap_or_else(|error| panic!("{file}: {error}"));
            found += 1;
            clashes += usize::from(entry.puzzle().is_err());
        }
        assert_eq!(found, count, "{file}");
        // Three of sudopedia's have a digit twice; nothing else clashes.
        let expected = if file == "invalid/sudopedia_invalid" {
            3
        } else {
            0
        };
        assert_eq!(clashes, expected, "{file}");
    }
}
