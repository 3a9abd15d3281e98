//! Where the workspace lies.
//!
//! Cargo runs `cargo xtask` in the folder that the developer stands in, and a
//! test in its package's folder, so every command that reads the tree asks for
//! its root here. The root is found from the manifest of the package being run,
//! which cargo names at run time; a binary that was moved after its build still
//! works on the tree it is called for.

use anyhow::{Context, Result};
use std::path::PathBuf;

/// The workspace's root folder: the one that holds the lock file above xtask's manifest.
pub fn root() -> Result<PathBuf> {
    let start = match std::env::var_os("CARGO_MANIFEST_DIR") {
        Some(folder) => PathBuf::from(folder),
        None => std::env::current_dir().context("no current folder")?,
    };
    start
        .ancestors()
        .find(|folder| folder.join("Cargo.lock").is_file())
        .map(PathBuf::from)
        .with_context(|| format!("no Cargo.lock in or above {}", start.display()))
}
