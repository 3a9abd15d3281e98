//! The files in `puzzles/` can be made again, byte for byte.
//!
//! Slow: all of them are generated, and every puzzle is put to every engine.

use std::process::Command;

#[test]
#[ignore = "makes every corpus anew: minutes unless optimised"]
fn puzzle_files_are_reproducible() {
    let corpora = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["corpora", "--check"])
        .output();
    let corpora = corpora.expect("xtask runs");
    let said = String::from_utf8_lossy(&corpora.stdout);
    let error = String::from_utf8_lossy(&corpora.stderr);
    assert!(corpora.status.success(), "{said}{error}");
}
