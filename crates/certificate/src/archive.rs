//! Writes a folder of certificates, one entry after the other.
//!
//! An entry's files are written first and its line in the index last, so that the
//! index never names what is not there, whatever interrupts the work: a full disk,
//! Ctrl-C, a lost machine. Files of an entry that cannot be finished are removed.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::bundle::Bundle;
use crate::entry::Entry;
use crate::index::{FILE, Head, Tail, VERSION};

/// A folder being filled.
#[derive(Debug)]
pub struct Archive {
    folder: PathBuf,
    /// Whether the folder was made here.
    made: bool,
    index: File,
    entries: u64,
}

impl Archive {
    /// Makes the folder, or takes an empty one, and begins its index. `made_by` is
    /// the program with its version.
    ///
    /// # Errors
    /// It cannot be made, or holds something already.
    pub fn create(folder: impl Into<PathBuf>, made_by: &str) -> Result<Archive, ArchiveError> {
        let folder = folder.into();
        let fault = |what: io::Error| ArchiveError::Io {
            path: folder.clone(),
            kind: what.kind(),
            message: plain(&what),
        };
        let made = !folder.exists();
        fs::create_dir_all(&folder).map_err(fault)?;
        if folder.join(FILE).exists() {
            return Err(ArchiveError::HoldsCertificates(folder));
        }
        if fs::read_dir(&folder).map_err(fault)?.next().is_some() {
            return Err(ArchiveError::NotEmpty(folder));
        }
        let path = folder.join(FILE);
        let begun = File::create_new(&path).and_then(|mut index| {
            let head = Head {
                polydoku_certificates: VERSION,
                made_by: made_by.to_owned(),
            };
            write_line(&mut index, &head)?;
            Ok(index)
        });
        let index = begun.map_err(|what| ArchiveError::Io {
            path,
            kind: what.kind(),
            message: plain(&what),
        })?;
        Ok(Archive {
            folder,
            made,
            index,
            entries: 0,
        })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// How many entries there are.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// Writes an entry with its files, and gives it back as the index has it.
    ///
    /// # Errors
    /// A file cannot be written; the error names it.
    pub fn keep(&mut self, mut bundle: Bundle) -> io::Result<Entry> {
        let number = self.entries + 1;
        bundle.entry.number = number;
        let mut written = Vec::new();
        let mut kept = Ok(());
        for (ending, content, sealed) in bundle.files() {
            let Some(sealed) = sealed else { continue };
            sealed.file = format!("{number:06}.{ending}");
            let path = self.folder.join(&sealed.file);
            written.push(path.clone());
            kept = fs::write(&path, content).map_err(|error| named(&path, &error));
            if kept.is_err() {
                break;
            }
        }
        kept = kept.and_then(|()| {
            write_line(&mut self.index, &bundle.entry)
                .map_err(|error| named(&self.folder.join(FILE), &error))
        });
        if let Err(error) = kept {
            for path in written {
                // What cannot be removed does no harm: no index names it.
                let _ = fs::remove_file(path);
            }
            return Err(error);
        }
        self.entries = number;
        Ok(bundle.entry)
    }

    /// Writes the index's last line. Without an entry nothing is left: no index, and
    /// no folder that was not there before.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn close(mut self) -> io::Result<()> {
        if self.entries == 0 {
            let path = self.folder.join(FILE);
            fs::remove_file(&path).map_err(|error| named(&path, &error))?;
            return match self.made {
                true => fs::remove_dir(&self.folder).map_err(|error| named(&self.folder, &error)),
                false => Ok(()),
            };
        }
        let tail = Tail {
            entries: self.entries,
        };
        write_line(&mut self.index, &tail).map_err(|error| named(&self.folder.join(FILE), &error))
    }
}

/// One line, in one write. A line that could be written only in part is taken
/// back, so that what was there before can still be read.
fn write_line(index: &mut File, line: &impl serde::Serialize) -> io::Result<()> {
    let mut text = serde_json::to_vec(line).map_err(io::Error::other)?;
    text.push(b'\n');
    let before = index.metadata()?.len();
    index.write_all(&text).inspect_err(|_| {
        let _ = index.set_len(before);
    })
}

/// An error that names its file.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(
        error.kind(),
        format!("{}: {}", path.display(), plain(error)),
    )
}

/// An I/O error without the system's number for it.
pub(crate) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}

/// Why a folder cannot take certificates.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ArchiveError {
    /// It has an index already.
    HoldsCertificates(PathBuf),
    /// It holds something else.
    NotEmpty(PathBuf),
    /// It cannot be made or written.
    Io {
        /// What cannot.
        path: PathBuf,
        /// The kind of error.
        kind: io::ErrorKind,
        /// The system's words.
        message: String,
    },
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArchiveError::HoldsCertificates(folder) => {
                write!(f, "{} holds certificates already", folder.display())
            }
            ArchiveError::NotEmpty(folder) => {
                write!(f, "{} is not empty", folder.display())
            }
            ArchiveError::Io { path, message, .. } => write!(f, "{}: {message}", path.display()),
        }
    }
}

impl std::error::Error for ArchiveError {}
