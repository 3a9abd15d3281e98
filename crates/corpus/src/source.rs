//! Cutting a stream into blocks of whole records: the sequential part of
//! reading, for one thread.
//!
//! [`Blocks`] recognises the format, fills a caller's buffer with whole records
//! and keeps the rest for the next one, so that the text is copied once at
//! most. Each call returns after one read that completed a record: a puzzle
//! typed or piped in is handed on as soon as its line has ended, while a file
//! fills the buffer at each read. Records longer than
//! [`MAX_RECORD`] are reported and skipped without being kept.

use std::io::{self, Read};

use crate::decoded::{Decoded, decoded};
use crate::line::too_long;
use crate::options::ReadOptions;
use crate::reader::{Block, MAX_RECORD, Reader};
use crate::record::{BadRecord, ReadError};
use crate::sniff::sniff;

/// Blocks of whole records of one stream. See the module's text.
#[derive(Debug)]
pub struct Blocks<R> {
    source: Decoded<R>,
    options: ReadOptions,
    reader: Option<Reader>,
    /// The beginning of a record whose end has not come yet.
    carry: Vec<u8>,
    line: u64,
    column: usize,
    ended: bool,
    skipping: bool,
}

/// An overlong record is dropped in pieces of this size.
const SKIP: usize = 1 << 16;

/// What [`Blocks::next_into`] found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Whole records.
    Block {
        /// They are this many bytes at the beginning of the buffer.
        length: usize,
        /// The number of their first line, from 1.
        first_line: u64,
        /// The column they begin in, from 1.
        first_column: usize,
    },
    /// A record too long to be kept; the stream goes on.
    Bad(BadRecord),
    /// Nothing is left.
    End,
}

impl<R: Read> Blocks<R> {
    /// Blocks of this stream, which starts at the beginning of a file; gzip,
    /// zstd and UTF-16 are undone ([`decoded`]).
    pub fn new(source: R, options: &ReadOptions) -> Blocks<R> {
        Blocks {
            source: decoded(source),
            options: options.clone(),
            reader: None,
            carry: Vec::new(),
            line: 1,
            column: 1,
            ended: false,
            skipping: false,
        }
    }

    /// The reader for the blocks; known once the first came.
    pub fn reader(&self) -> Option<&Reader> {
        self.reader.as_ref()
    }

    /// Fills the beginning of `buffer` with whole records, about `wanted`
    /// bytes of them or as many as are there without waiting. The buffer grows
    /// to `wanted`, beyond it only for a longer record, and is never cleared:
    /// use it again.
    ///
    /// # Errors
    /// What the stream says, or a file that cannot be read as a whole.
    pub fn next_into(&mut self, buffer: &mut Vec<u8>, wanted: usize) -> Result<Piece, ReadError> {
        // What is skipped is not kept: no reason to take it in small pieces.
        let wanted = if self.skipping {
            wanted.max(SKIP)
        } else {
            wanted
        };
        let mut filled = self.carry.len();
        if buffer.len() < wanted.max(filled + 1) {
            buffer.resize(wanted.max(filled + 1), 0);
        }
        buffer[..filled].copy_from_slice(&self.carry);
        self.carry.clear();
        loop {
            if filled == buffer.len() {
                buffer.resize(2 * filled, 0);
            }
            filled += self.read(&mut buffer[filled..])?;
            if self.skipping {
                filled = self.skip(buffer, filled);
                if self.skipping && !self.ended {
                    continue;
                }
            }
            if self.reader.is_none() {
                self.reader = sniff(&buffer[..filled], self.ended, &self.options)?;
            }
            let Some(reader) = &self.reader else { continue };
            let length = reader.cut(&buffer[..filled], self.ended);
            if length > 0 {
                let block = Block {
                    bytes: &buffer[..length],
                    first_line: self.line,
                    first_column: self.column,
                };
                self.line += reader.lines(block.bytes);
                self.column = reader.column_behind(block);
                self.carry.extend_from_slice(&buffer[length..filled]);
                return Ok(Piece::Block {
                    length,
                    first_line: block.first_line,
                    first_column: block.first_column,
                });
            }
            if self.ended {
                return Ok(Piece::End);
            }
            if filled > MAX_RECORD {
                self.skipping = true;
                let bad = too_long(self.line);
                filled = self.skip(buffer, filled);
                self.carry.extend_from_slice(&buffer[..filled]);
                return Ok(Piece::Bad(bad));
            }
        }
    }

    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.ended {
            return Ok(0);
        }
        loop {
            match self.source.read(into) {
                Ok(read) => {
                    self.ended = read == 0;
                    return Ok(read);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Drops the bytes of an overlong record; returns how many others are left,
    /// moved to the front.
    fn skip(&mut self, buffer: &mut [u8], filled: usize) -> usize {
        let reader = self.reader.as_ref().expect("skipped only what was cut");
        let text = &buffer[..filled];
        let end = reader.resume(text);
        let dropped = end.unwrap_or(filled);
        self.line += reader.lines(&text[..dropped]);
        self.column = 1;
        self.skipping = end.is_none() && !self.ended;
        buffer.copy_within(dropped..filled, 0);
        filled - dropped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands out one piece of text a read.
    struct Slow(Vec<Vec<u8>>);

    impl Read for Slow {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            let length = self.0[0].len().min(into.len());
            into[..length].copy_from_slice(&self.0[0][..length]);
            self.0[0].drain(..length);
            if self.0[0].is_empty() {
                self.0.remove(0);
            }
            Ok(length)
        }
    }

    fn pieces(texts: &[&str]) -> Vec<(String, u64)> {
        let texts = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
        let mut blocks = Blocks::new(Slow(texts), &ReadOptions::default());
        let mut buffer = Vec::new();
        let mut found = Vec::new();
        loop {
            match blocks
                .next_into(&mut buffer, 256)
                .expect("no error in memory")
            {
                Piece::Block {
                    length, first_line, ..
                } => {
                    let text = String::from_utf8(buffer[..length].to_vec()).expect("ASCII");
                    found.push((text, first_line));
                }
                Piece::Bad(bad) => found.push((bad.to_string(), 0)),
                Piece::End => return found,
            }
        }
    }

    #[test]
    fn a_line_is_handed_on_when_it_has_ended() {
        let line = ".".repeat(81) + "\n";
        let (a, b) = line.split_at(40);
        let found = pieces(&[a, b, &format!("{line}{a}"), b, a]);
        let expect = [(&line, 1), (&line, 2), (&line, 3), (&a.to_owned(), 4)];
        assert_eq!(found, expect.map(|(text, number)| (text.clone(), number)));
    }

    #[test]
    fn an_overlong_line_is_reported_and_skipped() {
        let line = ".".repeat(81) + "\n";
        let long = "1".repeat(200);
        let mut texts = vec![line.as_str()];
        texts.extend(std::iter::repeat_n(long.as_str(), MAX_RECORD / 200 + 3));
        let end = format!("11\n{line}");
        texts.push(&end);
        texts.push(&line);
        let found = pieces(&texts);
        let expect = [
            (line.clone(), 1),
            ("2:1: a line longer than 1 MiB".to_owned(), 0),
            (line.clone(), 3),
            (line.clone(), 4),
        ];
        assert_eq!(found, expect);
    }
}
