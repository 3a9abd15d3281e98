//! From FILE arguments to corpora of the harness.

use std::ffi::OsString;
use std::path::Path;

use polydoku_core::Cancel;
use polydoku_harness::{Corpus, Expect};

use crate::flags::PuzzleFlags;
use crate::shelf;
use crate::source::Sources;
use crate::status::Failure;
use crate::talk::Talk;

/// How the puzzles of a corpus are chosen and shown to the engines.
#[derive(Clone, Copy, Debug)]
pub struct Draw {
    /// How many at most.
    pub sample: Option<usize>,
    /// The seed.
    pub seed: u64,
    /// Whether they are replaced by isomorphs.
    pub permute: bool,
}

/// The corpora that the arguments stand for, each source one.
///
/// # Errors
/// A source cannot be read or holds no puzzle; two have the same name.
pub fn corpora(
    flags: &PuzzleFlags,
    draw: Draw,
    cancel: &Cancel,
    talk: Talk,
) -> Result<Vec<Corpus>, Failure> {
    // Nothing named is standard input, unless that is a terminal.
    let named: Vec<&[OsString]> = match flags.files.as_slice() {
        [] => vec![&[]],
        files => files.chunks(1).collect(),
    };
    let mut all: Vec<Corpus> = Vec::new();
    for files in named {
        let options = flags.read_options_of(files)?;
        let sources = Sources::resolve(files, &options, cancel)?;
        for (source, bytes) in sources.into_texts()? {
            let name = free_name(&source, &all)?;
            let corpus = Corpus::read(&name, &bytes, &options);
            let corpus = corpus.map_err(|error| Failure::Io(error.to_string()))?;
            let left_out = corpus.left_out().to_string();
            if !left_out.is_empty() {
                talk.note(format_args!("{source}: left out {left_out}"));
            }
            let corpus = match expected(&source) {
                Some(expect) => corpus.expecting(expect),
                None => corpus,
            };
            let corpus = match draw.sample {
                Some(count) => corpus.sampled(count, draw.seed),
                None => corpus,
            };
            all.push(match draw.permute {
                true => corpus.permuted(draw.seed),
                false => corpus,
            });
        }
    }
    Ok(all)
}

/// A file's stem; where that is taken, the whole path.
fn free_name(source: &str, taken: &[Corpus]) -> Result<String, Failure> {
    let stem = match source {
        "-" => "stdin",
        name if name.starts_with('@') => name,
        name => {
            let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str());
            stem.unwrap_or(name)
        }
    };
    let free = |name: &str| !taken.iter().any(|corpus| corpus.name() == name);
    [stem, source]
        .into_iter()
        .find(|name| free(name))
        .map(str::to_owned)
        .ok_or_else(|| Failure::usage(format_args!("{source} is named twice")))
}

/// What the manifest says of a built-in corpus.
fn expected(source: &str) -> Option<Expect> {
    let corpus = shelf::find(source.strip_prefix('@')?)?;
    match corpus.expect {
        "unique" => Some(Expect::Unique),
        "multiple" => Some(Expect::Multiple),
        "none" => Some(Expect::None),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_has_a_word_on_every_built_in_corpus() {
        for corpus in shelf::CORPORA {
            let name = format!("@{}", corpus.name);
            assert!(expected(&name).is_some(), "{name}: {}", corpus.expect);
        }
    }
}
