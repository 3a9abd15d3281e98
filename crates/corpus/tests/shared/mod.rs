//! Files that lie beside the project, not in it.

use std::path::PathBuf;

/// The bytes of a file under `../shared`, or `None`, with the reason printed,
/// where that folder is missing. With `POLYDOKU_REQUIRE_SHARED=1` missing it is
/// a failure.
#[allow(clippy::print_stderr)] // a test says why it does nothing
pub fn shared_file(name: &str) -> Option<Vec<u8>> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("POLYDOKU_SHARED").map_or_else(beside, PathBuf::from);
    let path = folder.join(name);
    match std::fs::read(&path) {
        Ok(bytes) => Some(bytes),
        Err(error) => {
            let required = std::env::var_os("POLYDOKU_REQUIRE_SHARED").is_some_and(|v| v == "1");
            assert!(!required, "{}: {error}", path.display());
            eprintln!("skipped: {}: {error}", path.display());
            None
        }
    }
}
