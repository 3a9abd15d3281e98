//! Looking at the beginning of the sources before the run: which columns the
//! tables have, and whether the whole input is a single puzzle.
//!
//! As little is read as answers the question, so that the first puzzle of a
//! slow pipe is still answered at once: up to its first record, and beyond
//! only what is there without waiting.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::ops::ControlFlow;

use polydoku_core::Boxes;
use polydoku_corpus::{
    BadRecord, Block, Blocks, BoxesChoice, Piece, ReadOptions, Reader, Record, Scratch, Sink,
};

use super::patient::stdin_is_ready;
use super::{Source, Sources};

/// What the beginnings show.
#[derive(Clone, Debug, Default)]
pub struct Ahead {
    /// The names of the further columns of all sources, each once.
    pub columns: Vec<String>,
    /// Whether some source carries solutions.
    pub has_given: bool,
    /// Whether the first puzzle of some source has pencil marks.
    pub has_marks: bool,
    /// Whether the first puzzle of some source brings a region map.
    pub has_map: bool,
    /// Whether the whole input is one puzzle, as far as can be told.
    pub is_single: bool,
    /// For each source that was recognised its name and format.
    pub formats: Vec<(String, &'static str)>,
}

/// So much of a source is looked at to see whether a second puzzle comes.
const FAR: usize = 1 << 16;

/// Text is asked for in pieces of this size.
const STEP: usize = 1 << 14;

impl Sources {
    /// Looks at the beginning of every source. What cannot be read is left for
    /// the run to report.
    pub fn look_ahead(&mut self, options: &ReadOptions) -> Ahead {
        let mut ahead = Ahead::default();
        let mut puzzles = 0;
        let mut all_ended = true;
        let from_flags = matches!(options.boxes, BoxesChoice::Regions(_));
        for source in &mut self.list {
            let seen = source.beginning(options);
            puzzles += seen.puzzles;
            all_ended &= seen.ended;
            ahead.has_given |= seen.has_given;
            ahead.has_marks |= seen.has_marks;
            ahead.has_map |= seen.has_map && !from_flags;
            let Some(reader) = seen.reader else { continue };
            ahead.formats.push((source.name(), reader.format()));
            for name in reader.columns() {
                if !ahead.columns.contains(name) {
                    ahead.columns.push(name.clone());
                }
            }
        }
        ahead.is_single = puzzles == 1 && all_ended;
        ahead
    }
}

impl Source {
    fn beginning(&mut self, options: &ReadOptions) -> Seen {
        match self {
            Source::Text(_, text) => Seen::of(Cursor::new(&**text), options, || true),
            Source::File(path) => match File::open(path) {
                Ok(file) => Seen::of(file, options, || true),
                Err(_) => Seen::default(),
            },
            Source::Stream(name, stream) => {
                let mut taken = Vec::new();
                let copying = Copying {
                    source: &mut *stream,
                    copy: &mut taken,
                };
                let may_go_on = name == "-";
                let seen = Seen::of(copying, options, || may_go_on && stdin_is_ready());
                let rest = std::mem::replace(stream, Box::new(io::empty()));
                *stream = Box::new(Cursor::new(taken).chain(rest));
                seen
            }
        }
    }
}

/// What the beginning of one source shows.
#[derive(Default)]
struct Seen {
    reader: Option<Reader>,
    /// How many puzzles were seen; more than one need not be counted.
    puzzles: usize,
    has_given: bool,
    /// Of the first puzzle alone, so that it does not matter how the text
    /// arrives.
    has_marks: bool,
    has_map: bool,
    /// Whether its end was reached.
    ended: bool,
}

impl Seen {
    /// Reads up to the first record, and on to a second one or the end as long
    /// as it `may_go_on` without waiting.
    fn of(source: impl Read, options: &ReadOptions, may_go_on: impl Fn() -> bool) -> Seen {
        let mut blocks = Blocks::new(source, options);
        let (mut buffer, mut scratch) = (Vec::new(), Scratch::default());
        let (mut seen, mut bytes) = (Seen::default(), 0);
        while seen.puzzles < 2 && bytes < FAR && (seen.puzzles == 0 || may_go_on()) {
            match blocks.next_into(&mut buffer, STEP) {
                Ok(Piece::Block {
                    length,
                    first_line,
                    first_column,
                }) => {
                    seen.reader = blocks.reader().cloned();
                    let reader = blocks.reader().expect("a block has a reader");
                    let block = Block {
                        bytes: &buffer[..length],
                        first_line,
                        first_column,
                    };
                    let _ = reader.parse(block, &mut scratch, &mut seen);
                    bytes += length;
                }
                Ok(Piece::Bad(_)) => {}
                Ok(Piece::End) => {
                    seen.ended = true;
                    break;
                }
                Err(_) => break,
            }
        }
        seen
    }
}

impl Sink for Seen {
    fn record(&mut self, record: Record<'_>) -> ControlFlow<()> {
        if self.puzzles == 0 {
            self.has_marks = record.marks().is_some();
            self.has_map = matches!(record.rules.boxes(), Boxes::Regions(_));
        }
        self.puzzles += 1;
        self.has_given |= record.given.is_some();
        if self.puzzles < 2 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    fn bad(&mut self, _: BadRecord) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Keeps a copy of what is read.
struct Copying<'s> {
    source: &'s mut (dyn Read + Send),
    copy: &'s mut Vec<u8>,
}

impl Read for Copying<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(into)?;
        self.copy.extend_from_slice(&into[..read]);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::borrow::Cow;

    fn ahead(texts: &[&str]) -> (Ahead, String) {
        let source =
            |text: &&str| Source::Text(String::new(), Cow::Owned(text.as_bytes().to_vec()));
        let mut sources = Sources {
            list: texts.iter().map(source).collect(),
        };
        let stream = Cursor::new(texts.concat().into_bytes());
        sources
            .list
            .push(Source::Stream("pipe".to_owned(), Box::new(stream)));
        let ahead = Sources {
            list: sources.list.drain(..texts.len()).collect(),
        }
        .look_ahead(&ReadOptions::default());
        // What was taken from a stream comes again.
        sources.look_ahead(&ReadOptions::default());
        let Some(Source::Stream(_, stream)) = sources.list.first_mut() else {
            unreachable!()
        };
        let mut again = String::new();
        stream
            .read_to_string(&mut again)
            .expect("memory can be read");
        (ahead, again)
    }

    #[test]
    fn one_puzzle_is_told_from_several() {
        let line = format!("{}\n", ".".repeat(81));
        let single = |texts: &[&str]| {
            let (ahead, again) = ahead(texts);
            assert_eq!(again, texts.concat());
            ahead.is_single
        };
        assert!(single(&[&line]));
        assert!(single(&[&format!("# a comment\n\n{line}# the end\n")]));
        assert!(!single(&[&format!("{line}{line}")]));
        assert!(!single(&[&line, &line]));
        assert!(!single(&[""]));
    }
}
