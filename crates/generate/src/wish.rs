//! What kind of puzzle is wished for, and which wishes cannot come true.

use std::fmt;
use std::sync::Arc;

use polydoku_core::{Boxes, Rules};

/// A kind of puzzle.
#[derive(Clone, Debug)]
pub struct Wish {
    rules: Arc<Rules>,
    pub(crate) clues: Option<usize>,
    pub(crate) minimal: bool,
    pub(crate) attempts: u64,
}

impl Wish {
    /// Unique puzzles of these rules, with somewhat more clues than they need.
    pub fn new(rules: Arc<Rules>) -> Wish {
        Wish {
            rules,
            clues: None,
            minimal: false,
            attempts: 1_000,
        }
    }

    /// The same with exactly so many clues.
    pub fn clues(mut self, clues: usize) -> Wish {
        self.clues = Some(clues);
        self
    }

    /// The same, minimal: taking any clue away makes a second solution.
    pub fn minimal(mut self) -> Wish {
        self.minimal = true;
        self
    }

    /// The same, trying a puzzle anew at most so often (1,000 times unless
    /// said) before giving up.
    pub fn attempts(mut self, attempts: u64) -> Wish {
        self.attempts = attempts;
        self
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The number of clues at which digging stops; `None` to go on to the end.
    pub(crate) fn floor(&self) -> Option<usize> {
        match (self.clues, self.minimal) {
            (_, true) => None,
            (Some(clues), false) => Some(clues),
            // Far enough from the bottom that the last steps, where searches
            // are long, are not needed; the more so the larger the grid.
            (None, false) => {
                let percent = match self.rules.size() {
                    ..=9 => 42,
                    10..=16 => 48,
                    17..=25 => 55,
                    _ => 70,
                };
                Some(self.rules.cell_count() * percent / 100)
            }
        }
    }

    /// # Errors
    /// More clues than cells, or fewer than any unique puzzle has.
    pub(crate) fn check(&self) -> Result<(), Impossible> {
        let Some(clues) = self.clues else {
            return Ok(());
        };
        let rules = self.rules.to_string();
        let cells = self.rules.cell_count();
        if clues > cells {
            return Err(Impossible::TooMany {
                clues,
                cells,
                rules,
            });
        }
        let (fewest, proved) = fewest_clues(&self.rules);
        if clues < fewest {
            return Err(Impossible::TooFew {
                clues,
                fewest,
                proved,
                rules,
            });
        }
        Ok(())
    }
}

/// A number below which no unique puzzle exists, and who says so.
fn fewest_clues(rules: &Rules) -> (usize, &'static str) {
    let plain = rules.houses().len() == 3 * rules.size();
    match (rules.size(), rules.boxes()) {
        (9, _) if rules.is_classic() => (17, "McGuire, Tugemann and Civario 2012"),
        (4, Boxes::Rect { rows: 2, .. }) if plain => (4, "by exhaustion"),
        (6, Boxes::Rect { rows: 2 | 3, .. }) if plain => (8, "by exhaustion"),
        // With two digits absent they could be exchanged.
        (size, _) => (size - 1, "all digits but one must be among the clues"),
    }
}

/// A wish that cannot come true.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum Impossible {
    /// More clues than cells.
    TooMany {
        clues: usize,
        cells: usize,
        rules: String,
    },
    /// Fewer clues than any unique puzzle of these rules has.
    TooFew {
        clues: usize,
        fewest: usize,
        proved: &'static str,
        rules: String,
    },
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Impossible::TooMany {
                clues,
                cells,
                rules,
            } => {
                write!(f, "{clues} clues do not fit: {rules} has {cells} cells")
            }
            Impossible::TooFew {
                clues,
                fewest,
                proved,
                rules,
            } => write!(
                f,
                "no {rules} puzzle with {clues} clues has only one solution: \
                 it takes at least {fewest} ({proved})"
            ),
        }
    }
}

impl std::error::Error for Impossible {}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(rules: Arc<Rules>, clues: usize) -> Option<String> {
        Wish::new(rules)
            .clues(clues)
            .check()
            .err()
            .map(|error| error.to_string())
    }

    #[test]
    fn what_cannot_be_is_refused_with_the_reason() {
        let classic = Rules::classic();
        let text = refusal(classic.clone(), 16).expect("16 are too few");
        assert!(text.contains("at least 17"), "{text}");
        assert_eq!(refusal(classic.clone(), 17), None);
        assert_eq!(refusal(classic.clone(), 81), None);
        let text = refusal(classic, 82).expect("82 do not fit");
        assert_eq!(text, "82 clues do not fit: 9x9 has 81 cells");
        let latin = Arc::new(Rules::builder(5).no_boxes().build().unwrap());
        assert!(refusal(latin.clone(), 3).is_some());
        assert_eq!(refusal(latin, 4), None);
    }
}
