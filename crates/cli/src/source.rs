//! What FILE arguments stand for: files, standard input, built-in corpora, or
//! puzzles typed on the command line.
//!
//! Most runs hand everything to the pipeline unopened. Some forms need to know
//! more beforehand (which columns a table has, whether the whole input is one
//! puzzle): then [`Sources::look_ahead`] reads the beginning of each source.
//! Regular files are opened twice for that; of what can be read only once the
//! bytes taken are put in front again.

mod ahead;
mod patient;

use std::borrow::Cow;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Cursor, IsTerminal, Read};
use std::path::{Path, PathBuf};

use polydoku_core::Cancel;
use polydoku_corpus::{Entry, ReadError, ReadOptions, read_from};
use polydoku_pipeline::Input;

pub use ahead::Ahead;
use patient::Patient;

use crate::nearest::suggestion;
use crate::shelf;
use crate::status::Failure;
use crate::stream::plain;

/// Where puzzles come from, in order.
#[derive(Debug, Default)]
pub struct Sources {
    list: Vec<Source>,
}

/// One of them.
enum Source {
    /// A regular file; also what does not exist, so that it is reported at its
    /// place in the order.
    File(PathBuf),
    /// What can be read only once: standard input, a named pipe.
    Stream(String, Box<dyn Read + Send>),
    /// Text at hand.
    Text(String, Cow<'static, [u8]>),
}

impl Source {
    /// What messages call it.
    fn name(&self) -> String {
        match self {
            Source::File(path) => path.to_string_lossy().into_owned(),
            Source::Stream(name, _) | Source::Text(name, _) => name.clone(),
        }
    }
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Source({})", self.name())
    }
}

impl Sources {
    /// What the arguments stand for. Reading stops early once `cancel` is set.
    ///
    /// # Errors
    /// An unknown `@NAME`; an argument that is neither a file nor a puzzle;
    /// nothing to read but a terminal that nobody asked to read.
    pub fn resolve(
        arguments: &[OsString],
        options: &ReadOptions,
        cancel: &Cancel,
    ) -> Result<Sources, Failure> {
        if arguments.is_empty() {
            if io::stdin().is_terminal() {
                return Err(Failure::NothingToRead);
            }
            return Ok(Sources {
                list: vec![stdin(cancel)?],
            });
        }
        let numbered = arguments.iter().zip(1..);
        let list = numbered.map(|(argument, number)| source(argument, number, options, cancel));
        Ok(Sources {
            list: list.collect::<Result<_, _>>()?,
        })
    }

    /// The puzzles of all sources in order, each with its source's name, for
    /// verbs that want few of them and no pipeline.
    pub fn into_entries(
        self,
        options: &ReadOptions,
    ) -> impl Iterator<Item = (String, Result<Entry, ReadError>)> {
        self.list.into_iter().flat_map(|source| {
            let name = source.name();
            let opened: io::Result<Box<dyn Read>> = match source {
                Source::File(path) => File::open(path).map(|file| Box::new(file) as _),
                Source::Stream(_, stream) => Ok(stream as _),
                Source::Text(_, text) => Ok(Box::new(Cursor::new(text)) as _),
            };
            let (entries, error) = match opened {
                Ok(stream) => (Some(read_from(stream, options)), None),
                Err(error) => (None, Some(Err(ReadError::Io(error)))),
            };
            let all = entries.into_iter().flatten().chain(error);
            all.map(move |entry| (name.clone(), entry))
        })
    }

    /// The sources as the pipeline takes them.
    pub fn into_inputs(self) -> Vec<Input> {
        let input = |source| match source {
            Source::File(path) => Input::file(path),
            Source::Stream(name, stream) => Input::reader(&name, stream),
            Source::Text(name, text) => Input::bytes(&name, text),
        };
        self.list.into_iter().map(input).collect()
    }

    /// All bytes of every source with its name, for those who need whole files.
    ///
    /// # Errors
    /// One cannot be read.
    pub fn into_texts(self) -> Result<Vec<(String, Vec<u8>)>, Failure> {
        let text = |source: Source| {
            let name = source.name();
            let read = match source {
                Source::File(path) => std::fs::read(path),
                Source::Stream(_, mut stream) => {
                    let mut bytes = Vec::new();
                    stream.read_to_end(&mut bytes).map(|_| bytes)
                }
                Source::Text(_, text) => Ok(text.into_owned()),
            };
            match read {
                Ok(bytes) => Ok((name, bytes)),
                Err(error) => Err(Failure::Io(format!("{name}: {}", plain(&error)))),
            }
        };
        self.list.into_iter().map(text).collect()
    }
}

fn stdin(cancel: &Cancel) -> Result<Source, Failure> {
    let stdin =
        patient::stdin().map_err(|error| Failure::Io(format!("standard input: {error}")))?;
    Ok(Source::Stream(
        "-".to_owned(),
        Box::new(Patient::new(stdin, cancel)),
    ))
}

fn source(
    argument: &OsString,
    number: usize,
    options: &ReadOptions,
    cancel: &Cancel,
) -> Result<Source, Failure> {
    if argument == "-" {
        return stdin(cancel);
    }
    let text = argument.to_string_lossy();
    if let Some(name) = text.strip_prefix('@') {
        return built_in(name);
    }
    let path = Path::new(argument);
    match path.metadata() {
        // A pipe under a name (`<(...)` in a shell) can be opened only once.
        Ok(about) if !about.is_file() && !about.is_dir() => {
            let opened = File::open(path);
            let opened =
                opened.map_err(|error| Failure::Io(format!("{text}: {}", plain(&error))))?;
            return Ok(Source::Stream(
                text.into_owned(),
                Box::new(Patient::new(opened, cancel)),
            ));
        }
        Ok(_) => return Ok(Source::File(path.to_owned())),
        Err(_) => {}
    }
    let bytes = text.into_owned().into_bytes();
    match reads_as_puzzle(&bytes, options) {
        Ok(()) => Ok(Source::Text(format!("argument {number}"), bytes.into())),
        // A name that looks like one is a missing file and reported as such, at
        // its place in the order.
        Err(_) if looks_like_a_name(&bytes) => Ok(Source::File(path.to_owned())),
        Err(why) => {
            let text = argument.to_string_lossy();
            Err(Failure::Io(format!(
                "{text}: no such file, and no puzzle: {why}"
            )))
        }
    }
}

fn built_in(name: &str) -> Result<Source, Failure> {
    if let Some(corpus) = shelf::find(name) {
        return Ok(Source::Text(
            format!("@{name}"),
            Cow::Borrowed(corpus.bytes),
        ));
    }
    let names: Vec<&str> = shelf::CORPORA.iter().map(|corpus| corpus.name).collect();
    let suggestion = suggestion(name, &names, "@");
    Err(Failure::usage(format_args!(
        "no corpus @{name} is built in{suggestion}"
    )))
}

/// Whether all of it reads as puzzles; the reason why not.
fn reads_as_puzzle(bytes: &[u8], options: &ReadOptions) -> Result<(), String> {
    let mut entries = read_from(bytes, options);
    match entries.next() {
        None => return Err("it is empty".to_owned()),
        Some(Err(error)) => return Err(error.to_string()),
        Some(Ok(_)) => {}
    }
    entries
        .find_map(Result::err)
        .map_or(Ok(()), |error| Err(error.to_string()))
}

/// Whether an argument that is no puzzle was probably meant as a file's name:
/// it is short, or letters, slashes and dots are not what cells look like.
fn looks_like_a_name(bytes: &[u8]) -> bool {
    let cells = bytes
        .iter()
        .filter(|&&byte| byte.is_ascii_digit() || byte == b'.')
        .count();
    bytes.len() < 16 || cells * 2 < bytes.len()
}
