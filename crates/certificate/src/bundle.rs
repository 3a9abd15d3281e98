//! An entry together with its files, as bytes that can travel through a stream.
//!
//! Workers make bundles in any order; the one that writes the folder gets them in
//! the puzzles' order through the same stream of bytes that answers take:
//!
//! ```text
//! length of entry, formula, DRAT, LRAT     four times eight bytes, lowest first
//! entry as JSON | formula | DRAT | LRAT
//! ```
//!
//! So one stream keeps order, memory and backpressure for both. The frames never
//! leave the process.

use std::collections::VecDeque;

use crate::entry::{Entry, Sealed};

/// Lengths of the four parts.
const HEAD: usize = 4 * 8;

/// An entry with the contents of its files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bundle {
    /// The index's line; its number and the files' names are given by the folder.
    pub entry: Entry,
    cnf: Vec<u8>,
    drat: Vec<u8>,
    lrat: Vec<u8>,
}

impl Bundle {
    /// An entry that needs no files.
    pub fn new(entry: Entry) -> Bundle {
        Bundle {
            entry,
            cnf: Vec::new(),
            drat: Vec::new(),
            lrat: Vec::new(),
        }
    }

    /// The same with a formula and its refutation in both forms.
    pub fn with_refutation(mut self, cnf: Vec<u8>, drat: Vec<u8>, lrat: Vec<u8>) -> Bundle {
        self.entry.cnf = Some(Sealed::of(&cnf));
        self.entry.drat = Some(Sealed::of(&drat));
        self.entry.lrat = Some(Sealed::of(&lrat));
        (self.cnf, self.drat, self.lrat) = (cnf, drat, lrat);
        self
    }

    /// The files: ending, content, and the seal in the entry.
    pub(crate) fn files(&mut self) -> [(&'static str, &[u8], Option<&mut Sealed>); 3] {
        let Entry {
            cnf, drat, lrat, ..
        } = &mut self.entry;
        [
            ("cnf", &self.cnf, cnf.as_mut()),
            ("drat", &self.drat, drat.as_mut()),
            ("lrat", &self.lrat, lrat.as_mut()),
        ]
    }

    /// Appends it to a stream.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        let entry = serde_json::to_vec(&self.entry).expect("an entry has only strings and numbers");
        let parts = [&entry, &self.cnf, &self.drat, &self.lrat];
        for part in parts {
            out.extend_from_slice(&(part.len() as u64).to_le_bytes());
        }
        for part in parts {
            out.extend_from_slice(part);
        }
    }
}

/// Bundles taken out of a stream that arrives in pieces of any length.
#[derive(Default, Debug)]
pub struct Bundles {
    bytes: VecDeque<u8>,
}

impl Bundles {
    /// Takes the next piece.
    pub fn push(&mut self, piece: &[u8]) {
        self.bytes.extend(piece);
    }

    /// The next bundle that has arrived whole.
    ///
    /// # Panics
    /// If the stream holds anything but bundles.
    pub fn next_whole(&mut self) -> Option<Bundle> {
        let mut lengths = [0usize; 4];
        let mut head = self.bytes.iter().take(HEAD);
        for length in &mut lengths {
            let mut bytes = [0; 8];
            for byte in &mut bytes {
                *byte = *head.next()?;
            }
            *length = u64::from_le_bytes(bytes) as usize;
        }
        if self.bytes.len() < HEAD + lengths.iter().sum::<usize>() {
            return None;
        }
        self.bytes.drain(..HEAD);
        let [entry, cnf, drat, lrat] = lengths.map(|length| self.bytes.drain(..length).collect());
        let entry: Vec<u8> = entry;
        let entry = serde_json::from_slice(&entry).expect("a bundle begins with its entry");
        Some(Bundle {
            entry,
            cnf,
            drat,
            lrat,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Evidence;
    use polydoku_core::Rules;

    #[test]
    fn bundles_come_back_whatever_the_pieces() {
        let rules = Rules::assumed(4).unwrap();
        let entry = |verdict| Entry::of(&rules, &[None; 16], None, verdict);
        let bundles = [
            Bundle::new(entry(Evidence::Multiple)),
            Bundle::new(entry(Evidence::None)).with_refutation(vec![1; 300], vec![], vec![3, 4]),
            Bundle::new(entry(Evidence::Unknown)),
        ];
        let mut stream = Vec::new();
        bundles
            .iter()
            .for_each(|bundle| bundle.write_to(&mut stream));
        for length in [1, 7, 100, stream.len()] {
            let (mut taken, mut read) = (Vec::new(), Bundles::default());
            for piece in stream.chunks(length) {
                read.push(piece);
                taken.extend(std::iter::from_fn(|| read.next_whole()));
            }
            assert_eq!(taken, bundles, "pieces of {length}");
        }
    }
}
