//! `cargo xtask tidy`: is the tree in order?
//!
//! ARCHITECTURE.md states the workspace's invariants as absences: an arrow that
//! no manifest has, a word that no source says. Each one is a module here with
//! one plain function `check(&Tree) -> Vec<Finding>` and tests that show it
//! going red on a made-up tree and staying green on a good one. [`CHECKS`] lists
//! them; a new check is one module and one line there.
//!
//! The tree is read once ([`tree`]): manifests through `cargo metadata`, files
//! through git, Rust sources parsed once ([`code`]). Nothing is built and
//! nothing is changed. The same checks run under `cargo test` (tests/tidy.rs).

mod arrows;
mod ci_script;
mod code;
mod crate_map;
mod engine_crates;
mod engine_names;
mod inheritance;
mod module_docs;
mod module_names;
mod places;
mod puzzle_files;
mod reach;
mod target_flags;
mod tree;
mod unsafe_code;

use anyhow::{Result, bail};
use std::{fmt, path::Path};
use tree::Tree;

/// One thing that is not as ARCHITECTURE.md says, and where.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Finding {
    /// Path from the workspace's root, with forward slashes.
    file: String,
    /// 1-based; 0 where the whole file is meant.
    line: usize,
    what: String,
}

impl Finding {
    fn new(file: impl Into<String>, line: usize, what: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            line,
            what: what.into(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.what),
            line => write!(f, "{}:{line}: {}", self.file, self.what),
        }
    }
}

/// A check's name, for the report, and its function.
type Check = (&'static str, fn(&Tree) -> Vec<Finding>);

/// Every check, in the order of ARCHITECTURE.md's invariants.
const CHECKS: &[Check] = &[
    ("arrows between crates", arrows::check),
    ("engines named in the registry only", engine_names::check),
    ("engines registered, tested and shown", engine_crates::check),
    ("threads, clocks, files and printing", reach::check),
    ("unsafe in crates/simd only", unsafe_code::check),
    ("module docs", module_docs::check),
    ("module names", module_names::check),
    ("no target flags", target_flags::check),
    ("no hosts, no machine's paths", places::check),
    ("puzzle files as in their manifest", puzzle_files::check),
    ("fields, lints and versions inherited", inheritance::check),
    ("crate map in ARCHITECTURE.md", crate_map::check),
    ("CI runs the README's test command", ci_script::check),
];

/// Runs every check on the tree at `root` and prints what was found.
pub fn run(root: &Path) -> Result<()> {
    let tree = Tree::load(root)?;
    let mut total = 0;
    for (name, check) in CHECKS {
        let mut findings = check(&tree);
        findings.sort();
        if !findings.is_empty() {
            println!("{name}:");
        }
        for finding in &findings {
            println!("  {finding}");
        }
        total += findings.len();
    }
    let (checks, files) = (CHECKS.len(), tree.files.len());
    if total > 0 {
        bail!("tidy: {total} findings ({checks} checks, {files} files)");
    }
    println!("tidy: in order ({checks} checks, {files} files)");
    Ok(())
}
