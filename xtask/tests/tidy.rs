//! The real tree is in order: `cargo xtask tidy` as part of `cargo test`.
//!
//! What each check finds on made-up trees is tested beside the check.

use std::process::Command;

#[test]
fn the_tree_is_in_order() {
    let tidy = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("tidy")
        .output();
    let tidy = tidy.expect("xtask runs");
    let said = String::from_utf8_lossy(&tidy.stdout);
    let error = String::from_utf8_lossy(&tidy.stderr);
    assert!(tidy.status.success(), "{said}{error}");
    assert!(said.contains("in order"), "{said}");
}
