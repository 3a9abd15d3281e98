//! The rules and symbol tables that a reader's puzzles share.
//!
//! Equal rules must be one `Arc`, or a worker would build a solver for each
//! line. Rules that follow from a size alone sit in slots that are filled once
//! and then read without a lock; jigsaw rules, one for each region map of the
//! file, sit in a locked map whose size is bounded, so that a file with a
//! million maps still takes constant memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use polydoku_core::{Alphabet, Boxes, Digit, Rules, RulesBuilder, RulesError, Symbols};

use crate::options::{BoxesChoice, ReadOptions};

/// So many region maps are remembered at a time.
const MAPS: usize = 4096;

/// Sizes run from 0 (never used) to 64.
const SIZES: usize = Digit::MAX as usize + 1;

type Ruled = Result<Arc<Rules>, RulesError>;

/// Interned rules and symbols of one file.
pub(crate) struct Book {
    options: ReadOptions,
    by_size: [OnceLock<Ruled>; SIZES],
    by_map: Mutex<HashMap<Box<[u8]>, Arc<Rules>>>,
    symbols: [[OnceLock<Box<Symbols>>; 4]; SIZES],
}

impl Book {
    pub(crate) fn new(options: &ReadOptions) -> Book {
        Book {
            options: options.clone(),
            by_size: [const { OnceLock::new() }; SIZES],
            by_map: Mutex::default(),
            symbols: [const { [const { OnceLock::new() }; 4] }; SIZES],
        }
    }

    pub(crate) fn options(&self) -> &ReadOptions {
        &self.options
    }

    /// Whether boxes are only assumed for puzzles without a map of their own.
    pub(crate) fn assumes_boxes(&self) -> bool {
        self.options.boxes == BoxesChoice::Assumed
    }

    /// The rules of puzzles of this size, from 1 to 64.
    pub(crate) fn rules(&self, size: usize) -> Result<&Arc<Rules>, RulesError> {
        let ruled = self.by_size[size].get_or_init(|| {
            let rules = self.options.rules(size)?;
            Ok(if rules.is_classic() {
                Rules::classic()
            } else {
                Arc::new(rules)
            })
        });
        ruled.as_ref().map_err(Clone::clone)
    }

    /// Whether these rules are what the options say of a puzzle of this size
    /// that brings no boxes of its own.
    pub(crate) fn assumes(&self, rules: &Rules) -> bool {
        let assumed = self.rules(rules.size());
        assumed
            .is_ok_and(|assumed| std::ptr::eq(&raw const **assumed, rules) || **assumed == *rules)
    }

    /// The rules of a puzzle with a region map of its own, one byte a cell.
    pub(crate) fn jigsaw(&self, size: usize, map: &[u8]) -> Ruled {
        let labels = || map.iter().map(|&label| u32::from(label));
        self.interned(map.into(), || Rules::builder(size).regions(labels()), size)
    }

    fn interned(&self, key: Vec<u8>, builder: impl Fn() -> RulesBuilder, size: usize) -> Ruled {
        let mut known = self.by_map.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = known.get(key.as_slice()) {
            return Ok(rules.clone());
        }
        let rules = Arc::new(self.options.finished(builder(), size)?);
        if known.len() >= MAPS {
            known.clear();
        }
        known.insert(key.into(), rules.clone());
        Ok(rules)
    }

    /// The rules of a puzzle whose frame shows its boxes.
    pub(crate) fn boxed(&self, size: usize, rows: usize, cols: usize) -> Ruled {
        let assumed = self.rules(size);
        if let Ok(rules) = assumed
            && *rules.boxes() == (Boxes::Rect { rows, cols })
        {
            return Ok(rules.clone());
        }
        // Interned like a jigsaw map, under a key that no map has.
        let key = [b"boxes".as_slice(), &[size as u8, rows as u8, cols as u8]].concat();
        self.interned(key, || Rules::builder(size).boxes(rows, cols), size)
    }

    /// The symbols of a size in an alphabet; numbers where it has too few.
    pub(crate) fn symbols(&self, size: usize, alphabet: Alphabet) -> &Symbols {
        let (slot, numbers) = match alphabet {
            Alphabet::FromOne => (0, 3),
            Alphabet::FromZero => (1, 3),
            Alphabet::Letters => (2, 3),
        };
        let slot = if size > alphabet.capacity() {
            numbers
        } else {
            slot
        };
        self.symbols[size][slot].get_or_init(|| {
            let symbols = Symbols::new(size, alphabet);
            Box::new(symbols.unwrap_or_else(|| Symbols::numbers(size)))
        })
    }

    /// The symbols this project writes a size with.
    pub(crate) fn standard(&self, size: usize) -> &Symbols {
        self.symbols(size, Alphabet::FromOne)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_rules_are_one_value() {
        let book = Book::new(&ReadOptions::default());
        assert!(Arc::ptr_eq(book.rules(9).unwrap(), &Rules::classic()));
        assert!(Arc::ptr_eq(book.rules(6).unwrap(), book.rules(6).unwrap()));
        let map = b"AABB".as_slice();
        let (a, b) = (book.jigsaw(2, map).unwrap(), book.jigsaw(2, map).unwrap());
        assert!(Arc::ptr_eq(&a, &b));
        assert!(
            book.rules(7)
                .unwrap_err()
                .to_string()
                .contains("7 is prime")
        );
    }

    #[test]
    fn options_shape_every_size_they_fit() {
        let mut options = ReadOptions {
            boxes: "3x2".parse().unwrap(),
            ..ReadOptions::default()
        };
        let book = Book::new(&options);
        assert_eq!(book.rules(6).unwrap().to_string(), "6x6 with 3x2 boxes");
        assert!(book.rules(9).is_err());
        options.boxes = BoxesChoice::Assumed;
        options.extra_regions = "A..AB..B........".parse().ok();
        options.variants = "x".parse().unwrap();
        let book = Book::new(&options);
        assert_eq!(
            book.rules(4).unwrap().to_string(),
            "4x4, diagonals, 2 extra regions"
        );
        let error = book.rules(9).unwrap_err().to_string();
        assert_eq!(
            error,
            "the region map has 16 labels, expected 81, one a cell"
        );
    }
}
