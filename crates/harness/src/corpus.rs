//! A corpus in memory: the puzzles that all engines of a comparison get.
//!
//! Reading, drawing a sample and replacing puzzles by isomorphs all happen here,
//! before anything is timed, so that no figure holds any parsing. A sample is
//! drawn by seed without repetition and kept in the file's order. Each puzzle's
//! isomorph follows from the seed and the puzzle's number alone, so a puzzle is
//! the same in a sample and in the whole. Why isomorphs: many lists are sorted
//! or in canonical form, and an engine that happens to like that order would
//! look better than it is (tdoku's benchmark permutes for the same reason).

use std::fmt;
use std::sync::Arc;

use polydoku_core::{Digit, Puzzle, Rules};
use polydoku_corpus::isomorph::{SplitMix64, Symmetries};
use polydoku_corpus::{ReadOptions, read_from};
use sha2::{Digest, Sha256};

/// Puzzles with their origin.
#[derive(Clone, Debug)]
pub struct Corpus {
    name: String,
    sha256: String,
    total: u64,
    left_out: LeftOut,
    expect: Option<Expect>,
    puzzles: Vec<Item>,
}

/// A puzzle with its place.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its number among the puzzles of the corpus, from 0.
    pub number: u64,
    /// Its line, from 1.
    pub line: u64,
    /// The puzzle that engines get.
    pub puzzle: Puzzle,
    /// The solution that came with it, if complete.
    pub given: Option<Vec<Digit>>,
}

/// How many solutions every puzzle of a corpus has, as its manifest says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expect {
    /// Exactly one.
    Unique,
    /// At least two.
    Multiple,
    /// None.
    None,
}

/// What of a file is no puzzle to measure.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LeftOut {
    /// Places that cannot be read, and what is wrong with the first.
    pub unreadable: Option<(u64, String)>,
    /// Puzzles whose clues clash, and the line of the first.
    pub clashing: Option<(u64, u64)>,
}

impl Corpus {
    /// The puzzles in these bytes of a file.
    ///
    /// # Errors
    /// There is none, or the bytes cannot be read.
    pub fn read(name: &str, bytes: &[u8], options: &ReadOptions) -> Result<Corpus, NoCorpus> {
        let mut left_out = LeftOut::default();
        let mut puzzles = Vec::new();
        for entry in read_from(bytes, options) {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    let first = || (0, error.to_string());
                    left_out.unreadable.get_or_insert_with(first).0 += 1;
                    continue;
                }
            };
            let Ok(puzzle) = entry.puzzle() else {
                left_out.clashing.get_or_insert((0, entry.line)).0 += 1;
                continue;
            };
            let given = entry.given.and_then(|cells| cells.into_iter().collect());
            puzzles.push(Item {
                number: puzzles.len() as u64,
                line: entry.line,
                puzzle,
                given,
            });
        }
        if puzzles.is_empty() {
            let name = name.to_owned();
            return Err(NoCorpus { name, left_out });
        }
        let hash = Sha256::digest(bytes);
        Ok(Corpus {
            name: name.to_owned(),
            sha256: hash.iter().map(|byte| format!("{byte:02x}")).collect(),
            total: puzzles.len() as u64,
            left_out,
            expect: None,
            puzzles,
        })
    }

    /// The same, with what its manifest says of every puzzle.
    pub fn expecting(mut self, expect: Expect) -> Corpus {
        self.expect = Some(expect);
        self
    }

    /// At most this many of its puzzles, drawn by seed, in their order.
    pub fn sampled(mut self, count: usize, seed: u64) -> Corpus {
        if count < self.puzzles.len() {
            let mut order = SplitMix64::new(seed).permutation(self.puzzles.len());
            order.truncate(count);
            order.sort_unstable();
            self.puzzles = order.iter().map(|&at| self.puzzles[at].clone()).collect();
        }
        self
    }

    /// Every puzzle replaced by the isomorph that seed and number give.
    pub fn permuted(mut self, seed: u64) -> Corpus {
        let mut known: Vec<(Arc<Rules>, Symmetries)> = Vec::new();
        for item in &mut self.puzzles {
            let rules = item.puzzle.rules();
            let at = known.iter().rposition(|(one, _)| Arc::ptr_eq(one, rules));
            let at = at.unwrap_or_else(|| {
                known.push((rules.clone(), Symmetries::of(rules)));
                known.len() - 1
            });
            let own = SplitMix64::new(seed).bits() ^ item.number;
            let isomorph = known[at].1.seeded(SplitMix64::new(own).bits());
            item.puzzle = isomorph.puzzle(item.puzzle.as_ref());
            item.given = item.given.take().map(|given| match given.len() {
                n if n == item.puzzle.clues().len() => isomorph.solution(&given),
                _ => given,
            });
        }
        self
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// SHA-256 of the file.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// How many puzzles the file holds, drawn or not.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// What of the file was left out.
    pub fn left_out(&self) -> &LeftOut {
        &self.left_out
    }

    /// What is expected of every puzzle.
    pub fn expect(&self) -> Option<Expect> {
        self.expect
    }

    /// The puzzles to be measured.
    pub fn puzzles(&self) -> &[Item] {
        &self.puzzles
    }

    /// The different rules of the puzzles, in order of appearance.
    pub fn rules(&self) -> Vec<&Arc<Rules>> {
        let mut seen: Vec<&Arc<Rules>> = Vec::new();
        for item in &self.puzzles {
            let rules = item.puzzle.rules();
            // Readers intern rules: equal ones are the same ones.
            if !seen.iter().rev().any(|one| Arc::ptr_eq(one, rules)) {
                seen.push(rules);
            }
        }
        seen
    }

    /// The rules in words.
    pub fn rules_in_words(&self) -> String {
        let mut words: Vec<String> = self.rules().iter().map(ToString::to_string).collect();
        words.dedup();
        words.sort_unstable();
        words.dedup();
        words.join("; ")
    }
}

/// What was to be a corpus holds no puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoCorpus {
    /// Its name.
    pub name: String,
    /// What it holds instead.
    pub left_out: LeftOut,
}

impl fmt::Display for NoCorpus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: no puzzle to measure", self.name)?;
        if let Some((_, why)) = &self.left_out.unreadable {
            write!(f, " ({why})")?;
        } else if self.left_out.clashing.is_some() {
            f.write_str(" (all clues clash)")?;
        }
        Ok(())
    }
}

impl std::error::Error for NoCorpus {}

impl fmt::Display for LeftOut {
    /// What was left out, as a note; empty when nothing was.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((count, first)) = &self.unreadable {
            write!(f, "{count} unreadable, the first: {first}")?;
        }
        if let Some((count, line)) = self.clashing {
            let between = if self.unreadable.is_some() { "; " } else { "" };
            write!(
                f,
                "{between}{count} with clashing clues, the first on line {line}"
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = "# four\n1...............\n11..............\n..1.............\nxyz\n";

    fn lines(corpus: &Corpus) -> Vec<u64> {
        corpus.puzzles().iter().map(|item| item.line).collect()
    }

    #[test]
    fn what_is_no_puzzle_is_left_out_and_told() {
        let corpus = Corpus::read("c", LINES.as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!((corpus.total(), lines(&corpus)), (2, vec![2, 4]));
        let told = corpus.left_out().to_string();
        assert!(told.starts_with("1 unreadable, the first: "), "{told}");
        assert!(
            told.ends_with("; 1 with clashing clues, the first on line 3"),
            "{told}"
        );
        let none = Corpus::read("c", b"# nothing\n", &ReadOptions::default()).unwrap_err();
        assert_eq!(none.to_string(), "c: no puzzle to measure");
    }

    /// The hash is what `sha256sum` says of the same bytes.
    #[test]
    fn the_hash_is_of_the_files_bytes() {
        let corpus = Corpus::read("c", b"1...............\n", &ReadOptions::default()).unwrap();
        assert_eq!(
            corpus.sha256(),
            "7040802e8dba4a02304b70afca068b641c53a37b4a15d163bd9c3bc3140e862f"
        );
    }

    #[test]
    fn samples_and_isomorphs_follow_from_the_seed() {
        let text: String = (0..40)
            .map(|n| format!("{}1{}\n", ".".repeat(n % 16), ".".repeat(15 - n % 16)))
            .collect();
        let whole = Corpus::read("c", text.as_bytes(), &ReadOptions::default()).unwrap();
        let sample = whole.clone().sampled(10, 7);
        assert_eq!(lines(&sample), lines(&whole.clone().sampled(10, 7)));
        assert_ne!(lines(&sample), lines(&whole.clone().sampled(10, 8)));
        assert!(lines(&sample).is_sorted() && sample.puzzles().len() == 10);
        assert_eq!(sample.total(), 40);
        assert_eq!(whole.clone().sampled(99, 7).puzzles().len(), 40);
        let moved = whole.clone().permuted(3);
        for item in sample.clone().permuted(3).puzzles() {
            assert_eq!(item.puzzle, moved.puzzles()[item.number as usize].puzzle);
        }
        let differ = |one: &Corpus, other: &Corpus| {
            let pairs = one.puzzles().iter().zip(other.puzzles());
            pairs
                .filter(|(one, other)| one.puzzle != other.puzzle)
                .count()
        };
        assert!(differ(&whole, &moved) > 20);
        assert!(differ(&moved, &whole.permuted(4)) > 20);
    }
}
