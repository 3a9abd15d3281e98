//! Where text comes from: files, standard input, memory, anything that reads.
//!
//! An input is opened when its turn comes, so that a thousand files need no
//! thousand handles, and a missing one is found at its place in the order. Its
//! name is what messages call it. gzip and zstd are recognised and unpacked on
//! the way (by `polydoku-corpus`); bytes are counted before that, so that
//! progress can be told from a file's length.

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;

use crate::Meter;

/// One source of puzzles.
pub struct Input {
    name: Arc<str>,
    from: Origin,
}

enum Origin {
    File(PathBuf),
    Stdin,
    Bytes(Cow<'static, [u8]>),
    Reader(Box<dyn Read + Send>),
}

impl Input {
    /// A file, opened when its turn comes.
    pub fn file(path: impl Into<PathBuf>) -> Input {
        let path = path.into();
        Input {
            name: path.to_string_lossy().into(),
            from: Origin::File(path),
        }
    }

    /// Standard input, named `-`.
    pub fn stdin() -> Input {
        Input {
            name: "-".into(),
            from: Origin::Stdin,
        }
    }

    /// Text in memory.
    pub fn bytes(name: &str, bytes: impl Into<Cow<'static, [u8]>>) -> Input {
        Input {
            name: name.into(),
            from: Origin::Bytes(bytes.into()),
        }
    }

    /// Anything that reads.
    pub fn reader(name: &str, reader: impl Read + Send + 'static) -> Input {
        Input {
            name: name.into(),
            from: Origin::Reader(Box::new(reader)),
        }
    }

    /// The same under another name in messages.
    pub fn named(mut self, name: &str) -> Input {
        self.name = name.into();
        self
    }

    /// What messages call it.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Its length in bytes where that is known beforehand: regular files and
    /// text in memory.
    pub fn len(&self) -> Option<u64> {
        match &self.from {
            Origin::File(path) => {
                let about = path.metadata().ok()?;
                about.is_file().then_some(about.len())
            }
            Origin::Bytes(bytes) => Some(bytes.len() as u64),
            Origin::Stdin | Origin::Reader(_) => None,
        }
    }

    /// Whether it is known to be empty.
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// Opens it; what is read is counted.
    pub(crate) fn open(self, meter: &Arc<Meter>) -> io::Result<Box<dyn Read + Send>> {
        let reader: Box<dyn Read + Send> = match self.from {
            Origin::File(path) => Box::new(File::open(path)?),
            Origin::Stdin => Box::new(io::stdin()),
            Origin::Bytes(bytes) => Box::new(io::Cursor::new(bytes)),
            Origin::Reader(reader) => reader,
        };
        Ok(Box::new(Counted {
            reader,
            meter: meter.clone(),
        }))
    }
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Input({})", self.name)
    }
}

/// Counts the bytes that pass.
struct Counted {
    reader: Box<dyn Read + Send>,
    meter: Arc<Meter>,
}

impl Read for Counted {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(into)?;
        self.meter.add_read(read);
        Ok(read)
    }
}
