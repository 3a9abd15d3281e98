//! The corpora that are built into the program, for `@NAME`.
//!
//! They are the files of `puzzles/`; the table is made by the build script from
//! their manifest, so that a corpus added there is here, too.

use std::fmt::Write;

/// A corpus on the shelf.
#[derive(Clone, Copy, Debug)]
pub struct Corpus {
    /// Its name, without the `@`.
    pub name: &'static str,
    /// What it holds, in a line.
    pub about: &'static str,
    /// The flags that say its rules where the file cannot, as `--variant x`.
    pub flags: &'static str,
    /// How many solutions its puzzles have: `unique`, `multiple`, `none`.
    pub expect: &'static str,
    /// How many puzzles it has.
    pub count: u64,
    /// The file.
    pub bytes: &'static [u8],
}

/// All of them.
pub static CORPORA: &[Corpus] = include!(concat!(env!("OUT_DIR"), "/shelf.rs"));

/// The corpus of this name.
pub fn find(name: &str) -> Option<&'static Corpus> {
    CORPORA.iter().find(|corpus| corpus.name == name)
}

/// The list for help.
pub fn list() -> String {
    let mut text = String::from("Built-in corpora:");
    for corpus in CORPORA {
        let name = format!("@{}", corpus.name);
        write!(text, "\n  {name:<13} {:>4}  {}", corpus.count, corpus.about)
            .expect("a string takes all");
    }
    text
}
