//! Reads an index, line by line, and refuses one that is not whole.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::archive::plain;
use crate::entry::Entry;

/// The index's name within a folder.
pub(crate) const FILE: &str = "index.jsonl";

/// The version of the format that is written and read here.
pub(crate) const VERSION: u32 = 1;

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Head {
    pub polydoku_certificates: u32,
    pub made_by: String,
}

/// The last line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tail {
    pub entries: u64,
}

/// An index being read: an iterator over its entries. After an error it has ended.
#[derive(Debug)]
pub struct Index<R = BufReader<File>> {
    lines: io::Lines<R>,
    line: u64,
    entries: u64,
    ended: bool,
    made_by: String,
}

impl Index {
    /// Opens the index of a folder.
    ///
    /// # Errors
    /// It cannot be read, or is none of this version.
    pub fn open(folder: &Path) -> Result<Index, IndexError> {
        let fault = |error: &io::Error| IndexError {
            line: None,
            what: match error.kind() {
                io::ErrorKind::NotFound => IndexFault::Missing,
                _ => IndexFault::Io(plain(error)),
            },
        };
        let file = File::open(folder.join(FILE)).map_err(|error| fault(&error))?;
        Index::read(BufReader::new(file))
    }
}

impl<R: BufRead> Index<R> {
    /// Reads an index from its first line on.
    ///
    /// # Errors
    /// As [`Index::open`].
    pub fn read(source: R) -> Result<Index<R>, IndexError> {
        let mut index = Index {
            lines: source.lines(),
            line: 0,
            entries: 0,
            ended: false,
            made_by: String::new(),
        };
        let first = index.next_line()?.unwrap_or_default();
        let head =
            serde_json::from_str::<Head>(&first).map_err(|_| index.fault(IndexFault::NoIndex))?;
        if head.polydoku_certificates != VERSION {
            let found = head.polydoku_certificates;
            return Err(index.fault(IndexFault::Version { found }));
        }
        index.made_by = head.made_by;
        Ok(index)
    }

    /// The program that made it.
    pub fn made_by(&self) -> &str {
        &self.made_by
    }

    fn next_line(&mut self) -> Result<Option<String>, IndexError> {
        self.line += 1;
        let line = self.lines.next().transpose();
        line.map_err(|error| self.fault(IndexFault::Io(plain(&error))))
    }

    fn fault(&self, what: IndexFault) -> IndexError {
        IndexError {
            line: Some(self.line),
            what,
        }
    }

    fn next_entry(&mut self) -> Result<Option<Entry>, IndexError> {
        let Some(text) = self.next_line()? else {
            let entries = self.entries;
            return Err(self.fault(IndexFault::CutOff { entries }));
        };
        if let Ok(Tail { entries }) = serde_json::from_str(&text) {
            let found = self.entries;
            if entries != found {
                return Err(self.fault(IndexFault::Count { entries, found }));
            }
            return match self.next_line()? {
                None => Ok(None),
                Some(_) => Err(self.fault(IndexFault::BehindEnd)),
            };
        }
        let entry: Entry = serde_json::from_str(&text).map_err(|error| {
            // Its own place is a column of this one line.
            let text = error.to_string();
            let text = text.replace(" at line 1 column ", ", column ");
            self.fault(IndexFault::Line(text))
        })?;
        self.entries += 1;
        if entry.number != self.entries {
            let (found, expected) = (entry.number, self.entries);
            return Err(self.fault(IndexFault::Number { found, expected }));
        }
        Ok(Some(entry))
    }
}

impl<R: BufRead> Iterator for Index<R> {
    type Item = Result<Entry, IndexError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.next_entry().transpose();
        self.ended = !matches!(next, Some(Ok(_)));
        next
    }
}

/// An index that is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IndexError {
    /// The line, where it could be opened at all.
    pub line: Option<u64>,
    /// What is wrong there.
    pub what: IndexFault,
}

/// What can be wrong with an index.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum IndexFault {
    /// There is none.
    Missing,
    /// It cannot be read.
    Io(String),
    /// It begins like no index.
    NoIndex,
    /// It is of another version.
    Version { found: u32 },
    /// A line that is no entry.
    Line(String),
    /// An entry with another's number.
    Number { found: u64, expected: u64 },
    /// The last line counts other than there are.
    Count { entries: u64, found: u64 },
    /// There is no last line.
    CutOff { entries: u64 },
    /// Something behind the last line.
    BehindEnd,
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(FILE)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        f.write_str(": ")?;
        match &self.what {
            IndexFault::Missing => f.write_str("no such file, so these are no certificates"),
            IndexFault::Io(message) | IndexFault::Line(message) => f.write_str(message),
            IndexFault::NoIndex => f.write_str("this is no index of certificates"),
            IndexFault::Version { found } => write!(
                f,
                "an index of version {found}; this program reads version {VERSION}"
            ),
            IndexFault::Number { found, expected } => {
                write!(f, "entry {found} where entry {expected} should be")
            }
            IndexFault::Count { entries, found } => {
                write!(
                    f,
                    "the last line counts {entries} entries, there are {found}"
                )
            }
            IndexFault::CutOff { entries } => write!(
                f,
                "the last line is missing: the index was cut off behind entry {entries}"
            ),
            IndexFault::BehindEnd => f.write_str("something behind the last line"),
        }
    }
}

impl std::error::Error for IndexError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Evidence;
    use polydoku_core::Rules;

    fn read(text: &str) -> Result<usize, String> {
        let index = Index::read(text.as_bytes()).map_err(|error| error.to_string())?;
        let entries: Result<Vec<Entry>, IndexError> = index.collect();
        entries
            .map(|entries| entries.len())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn only_a_whole_index_is_read() {
        let rules = Rules::assumed(4).unwrap();
        let entry = |number| {
            let mut entry = Entry::of(&rules, &[None; 16], None, Evidence::Unknown);
            entry.number = number;
            serde_json::to_string(&entry).unwrap()
        };
        let (one, two) = (entry(1), entry(2));
        let head = r#"{"polydoku_certificates":1,"made_by":"test"}"#;
        assert_eq!(
            read(&format!("{head}\n{one}\n{two}\n{{\"entries\":2}}\n")),
            Ok(2)
        );
        assert_eq!(read(&format!("{head}\n{{\"entries\":0}}\n")), Ok(0));
        let refused = [
            (
                String::new(),
                "index.jsonl:1: this is no index of certificates",
            ),
            (
                head.replace(":1,", ":2,"),
                "index.jsonl:1: an index of version 2; this program reads version 1",
            ),
            (
                format!("{head}\n{one}\n{two}\n"),
                "index.jsonl:4: the last line is missing: the index was cut off behind entry 2",
            ),
            (
                format!("{head}\n{one}\n{{\"entries\":2}}\n"),
                "index.jsonl:3: the last line counts 2 entries, there are 1",
            ),
            (
                format!("{head}\n{two}\n{one}\n"),
                "index.jsonl:2: entry 2 where entry 1 should be",
            ),
            (
                format!("{head}\n{one}\n{{\"entries\":1}}\n{two}\n"),
                "index.jsonl:4: something behind the last line",
            ),
            (
                format!("{head}\n{}\n", &one[..20]),
                "index.jsonl:2: EOF while parsing a value, column 20",
            ),
        ];
        for (text, expected) in refused {
            assert_eq!(read(&text), Err(expected.to_owned()), "{text}");
        }
    }
}
