//! Cases: puzzles whose answers are known from somewhere else.
//!
//! A [`Case`] is a puzzle and what is [`Expected`] of it, with the source of
//! that knowledge and the kind of fault it catches. The files in
//! `puzzles/cases/*.toml` are read by [`entry`](self), checked (a case
//! contradicting itself is refused), and kept for the life of the process.
//! Cases of equal rules share one `Arc<Rules>`, so that solvers can be kept.
//!
//! A case says which engines may give it up (`may_give_up = ["naive*"]`): then
//! an answer `unknown` is accepted from them, but never a wrong one.

mod entry;

use std::sync::{Arc, LazyLock};

use polydoku_core::{Digit, Puzzle, Rules};

use crate::shared::workspace;

/// A puzzle whose answer is known.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name, unique among all cases.
    pub name: String,
    /// The file it stands in, without folder and ending.
    pub file: String,
    /// Where puzzle and expectation come from.
    pub source: String,
    /// The kind of fault it catches.
    pub fault: String,
    /// The shape.
    pub rules: Arc<Rules>,
    /// What must come out.
    pub expected: Expected,
    /// Engines that may give up: names, or beginnings ending in `*`.
    pub may_give_up: Vec<String>,
    /// Whether an exact count takes minutes.
    pub slow: bool,
}

/// What must come out of a case.
#[derive(Clone, Debug)]
pub enum Expected {
    /// The clues clash: no puzzle exists. The words that name all clashes.
    Clash {
        /// The clues.
        clues: Vec<Option<Digit>>,
        /// As `Clashes` displays them.
        message: String,
    },
    /// A puzzle.
    Puzzle {
        /// The puzzle.
        puzzle: Puzzle,
        /// How many solutions it has.
        count: Count,
        /// Solutions it is known to have: all of them if there are `count`.
        solutions: Vec<Vec<Digit>>,
        /// What the first cells of every solution must be, where the source
        /// gives only those.
        starts: Vec<Option<Digit>>,
    },
}

/// What is known of the number of solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// It is this.
    Exactly(u64),
    /// It is this or more.
    AtLeast(u64),
}

impl Count {
    /// How many there surely are.
    pub fn least(self) -> u64 {
        match self {
            Count::Exactly(count) | Count::AtLeast(count) => count,
        }
    }

    /// The number, if it is known.
    pub fn exact(self) -> Option<u64> {
        match self {
            Count::Exactly(count) => Some(count),
            Count::AtLeast(_) => None,
        }
    }
}

impl Case {
    /// The puzzle and the number of its solutions, unless the clues clash.
    pub fn puzzle(&self) -> Option<(&Puzzle, Count)> {
        match &self.expected {
            Expected::Clash { .. } => None,
            Expected::Puzzle { puzzle, count, .. } => Some((puzzle, *count)),
        }
    }

    /// Whether the engine of this name may answer `unknown`.
    pub fn may_give_up(&self, engine: &str) -> bool {
        self.may_give_up
            .iter()
            .any(|pattern| match pattern.strip_suffix('*') {
                Some(beginning) => engine.starts_with(beginning),
                None => engine == pattern,
            })
    }
}

/// All cases of `puzzles/cases/*.toml`, by file name, then as they stand there.
///
/// # Panics
/// If a file cannot be read or a case is not well formed; the message says
/// which and why.
pub fn cases() -> &'static [Case] {
    static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
        let folder = workspace().join("puzzles/cases");
        let mut files: Vec<_> = std::fs::read_dir(&folder)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
            .unwrap_or_else(|error: std::io::Error| panic!("{}: {error}", folder.display()));
        files.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
        files.sort();
        let mut cases = Vec::new();
        for path in files {
            let text = std::fs::read_to_string(&path);
            let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let file = path.file_stem().unwrap_or_default().to_string_lossy();
            if let Err(error) = entry::read(&file, &text, &mut cases) {
                panic!("{}: {error}", path.display());
            }
        }
        cases
    });
    &CASES
}

/// The case of this name.
///
/// # Panics
/// If there is none.
pub fn case(name: &str) -> &'static Case {
    let found = cases().iter().find(|case| case.name == name);
    found.unwrap_or_else(|| panic!("puzzles/cases has a case named {name}"))
}
