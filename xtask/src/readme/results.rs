//! The results that documents show, spliced from committed records.
//!
//! Between two comments stands what the harness makes of a record, so that a table
//! in a document cannot differ from what was measured:
//!
//! ```text
//! <!-- results docs/results/record.csv mode=latency engines=naive,dlx -->
//! (a table, with machine, date and command under it)
//! <!-- end of results -->
//! ```
//!
//! Words behind the path take a part of the record, since a README has room for one
//! table: `mode`, `task`, `threads`, `engines`, `corpora`, each a list of what stays.
//! Nothing is measured here, so the same record gives the same text everywhere and
//! CI can check it.

use anyhow::{Context, Result, bail};
use polydoku_harness::compare::Terms;
use polydoku_harness::report::{Source, markdown};
use polydoku_harness::{Record, Row};
use std::path::Path;

const START: &str = "<!-- results ";
const END: &str = "<!-- end of results -->";

/// The text with every block of results made anew from its record below `root`.
pub fn spliced(text: &str, root: &Path) -> Result<String> {
    let mut result = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        result += line;
        result += "\n";
        let Some(words) = line.strip_prefix(START) else {
            continue;
        };
        let words = words
            .strip_suffix("-->")
            .with_context(|| format!("not closed: {line}"))?;
        result += "\n";
        result += &table(words, root).with_context(|| line.to_owned())?;
        result += "\n";
        if !lines.any(|line| line == END) {
            bail!("no `{END}` behind {line}");
        }
        result += END;
        result += "\n";
    }
    Ok(result)
}

fn table(words: &str, root: &Path) -> Result<String> {
    let mut words = words.split_whitespace();
    let path = words.next().context("no record is named")?;
    let text = std::fs::read(root.join(path)).with_context(|| path.to_owned())?;
    let mut record = Record::read(text.as_slice()).with_context(|| path.to_owned())?;
    for word in words {
        let (key, list) = word
            .split_once('=')
            .with_context(|| format!("not key=value: {word}"))?;
        let value = column(key)?;
        let kept: Vec<&str> = list.split(',').collect();
        record.rows.retain(|row| match value(row) {
            // What has no number of threads says it of every number.
            None => true,
            Some(value) => kept.contains(&value.as_str()),
        });
    }
    if record.rows.is_empty() {
        bail!("nothing of the record is left");
    }
    Ok(markdown(&Source {
        record: &record,
        sittings: &[],
        terms: Terms::default(),
        command: "",
    }))
}

/// What a filter looks at.
fn column(key: &str) -> Result<fn(&Row) -> Option<String>> {
    Ok(match key {
        "mode" => |row| Some(row.mode.word().to_owned()),
        "task" => |row| Some(row.task.word().to_owned()),
        "threads" => |row| row.threads.map(|threads| threads.to_string()),
        "engines" => |row| Some(row.engine.clone()),
        "corpora" => |row| Some(row.corpus.clone()),
        _ => bail!("no filter is called {key}: there are mode, task, threads, engines, corpora"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use polydoku_harness::{Mode, SCHEMA};

    fn root() -> std::path::PathBuf {
        let root = std::env::temp_dir().join(format!("polydoku-results-{}", std::process::id()));
        std::fs::create_dir_all(&root).expect("a folder can be made");
        let row = |engine: &str, mode: Mode, mean: f64| Row {
            schema: SCHEMA,
            corpus: "easy".to_owned(),
            engine: engine.to_owned(),
            mode,
            threads: Some(1),
            puzzles: 10,
            solved: 10,
            par2_ns: Some(mean),
            wall_ns: Some(10.0 * mean),
            ..Row::default()
        };
        let record = Record {
            rows: vec![
                row("dlx", Mode::Latency, 8_000.0),
                row("simd", Mode::Latency, 500.0),
                row("simd", Mode::Throughput, 250.0),
            ],
        };
        let file = std::fs::File::create(root.join("record.csv")).expect("a file can be made");
        record.write(file).expect("it can be written");
        root
    }

    #[test]
    fn blocks_are_made_from_their_record_and_the_rest_stays() {
        let root = root();
        let block = |words: &str, old: &str| format!("# A\n\n{START}{words} -->\n{old}{END}\nb\n");
        let latency = block("record.csv mode=latency", "old\n");
        let new = spliced(&latency, &root).expect("a record is there");
        assert!(
            new.starts_with("# A\n\n<!-- results record.csv mode=latency -->\n\nTime a puzzle")
        );
        assert!(new.contains("| `dlx` | 8.00 µs |") && new.ends_with(&format!("{END}\nb\n")));
        assert!(new.lines().all(|line| line != "old"), "{new}");
        assert!(!new.contains("a second"), "throughput is left out: {new}");
        assert_eq!(
            spliced(&new, &root).expect("again"),
            new,
            "making it again changes nothing"
        );

        let one = spliced(&block("record.csv engines=simd threads=1", ""), &root).expect("rows");
        assert!(!one.contains("`dlx`") && one.contains("4,000,000"), "{one}");
        for wrong in [
            "missing.csv",
            "record.csv engines=nobody",
            "record.csv colour=red",
            "record.csv mode",
        ] {
            assert!(spliced(&block(wrong, ""), &root).is_err(), "{wrong}");
        }
        assert!(spliced(&format!("{START}record.csv -->\nno end\n"), &root).is_err());
        let _ = std::fs::remove_dir_all(&root);
    }
}
