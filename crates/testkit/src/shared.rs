//! Files that may be used but not redistributed: the folder `../shared`.
//!
//! It lies beside the clone, or where `POLYDOKU_SHARED` points. A test that needs
//! it and does not find it skips with a printed reason; with
//! `POLYDOKU_REQUIRE_SHARED=1` (set by CI where the folder is) it fails instead.

use std::env;
use std::path::{Path, PathBuf};

/// The root of the clone: the nearest folder above the running package that
/// holds `puzzles/cases`.
///
/// # Panics
/// If there is none.
pub(crate) fn workspace() -> PathBuf {
    let start = env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), Into::into);
    let root = start
        .ancestors()
        .find(|folder| folder.join("puzzles/cases").is_dir());
    root.expect("a folder `puzzles/cases` above the package")
        .to_owned()
}

/// The folder, or why it cannot be used.
///
/// # Errors
/// The reason, to be printed as a skip.
///
/// # Panics
/// If it is missing and `POLYDOKU_REQUIRE_SHARED` is set.
pub fn shared_dir() -> Result<PathBuf, String> {
    let folder =
        env::var_os("POLYDOKU_SHARED").map_or_else(|| workspace().join("../shared"), PathBuf::from);
    found(folder, "")
}

/// One file of the folder, or why it cannot be used.
///
/// # Errors
/// The reason, to be printed as a skip.
///
/// # Panics
/// If it is missing and `POLYDOKU_REQUIRE_SHARED` is set.
pub fn shared_file(path: &str) -> Result<PathBuf, String> {
    found(shared_dir()?.join(path), path)
}

fn found(place: PathBuf, name: &str) -> Result<PathBuf, String> {
    if Path::exists(&place) {
        return Ok(place);
    }
    let required = env::var_os("POLYDOKU_REQUIRE_SHARED").is_some_and(|value| value != "0");
    let reason = format!("../shared/{name} is not here (POLYDOKU_SHARED says where it is)");
    assert!(!required, "{reason}, and POLYDOKU_REQUIRE_SHARED is set");
    Err(reason)
}
