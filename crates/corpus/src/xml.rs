//! OpenSudoku's XML: a `data` attribute for each game.
//!
//! ```text
//! <opensudoku>
//!   <name>Sudoku Very Hard</name>
//!   <game data="300600080987014000..." created="..." />
//! </opensudoku>
//! ```
//!
//! Only the tags of games are looked at; comments are passed over. Apps that
//! save a game's state write `data="version: 4\n..."` instead, one cell after
//! the other as `value|note|editable|`: of these the cells that are not
//! editable are the clues. The other attributes of the first game are the
//! columns.

use std::ops::ControlFlow;

use crate::book::Book;
use crate::line::column_within;
use crate::reader::{Block, Scratch};
use crate::record::{BadRecord, Fields, Record, Sink};
use crate::token::{Fault, offset_in, understand, written, wrong_length};

/// What was found out about an XML file before reading it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Xml {
    /// Names of the further attributes.
    pub(crate) columns: Vec<String>,
}

/// The tags of games with their attributes, and where each tag ends.
struct Games<'t> {
    text: &'t [u8],
    at: usize,
}

struct Game<'t> {
    start: usize,
    attributes: Vec<(&'t [u8], &'t [u8])>,
}

impl<'t> Iterator for Games<'t> {
    type Item = Game<'t>;

    fn next(&mut self) -> Option<Game<'t>> {
        loop {
            let open = self.at + memchr::memchr(b'<', &self.text[self.at..])?;
            let rest = &self.text[open..];
            if rest.starts_with(b"<!--") {
                let end = memchr::memmem::find(rest, b"-->")?;
                self.at = open + end + 3;
                continue;
            }
            let length = tag_length(rest)?;
            self.at = open + length;
            let tag = &rest[1..length - 1];
            let name = tag
                .iter()
                .position(|b| !b.is_ascii_alphanumeric())
                .unwrap_or(tag.len());
            if tag[..name].eq_ignore_ascii_case(b"game") {
                return Some(Game {
                    start: open,
                    attributes: attributes(&tag[name..]),
                });
            }
        }
    }
}

/// The length of a tag up to its `>`, which may stand in quotes before.
fn tag_length(text: &[u8]) -> Option<usize> {
    let mut quote = None;
    for (at, &byte) in text.iter().enumerate() {
        match quote {
            Some(open) if byte == open => quote = None,
            Some(_) => {}
            None if matches!(byte, b'"' | b'\'') => quote = Some(byte),
            None if byte == b'>' => return Some(at + 1),
            None => {}
        }
    }
    None
}

fn attributes(mut text: &[u8]) -> Vec<(&[u8], &[u8])> {
    let mut found = Vec::new();
    while let Some(equals) = memchr::memchr(b'=', text) {
        let before = text[..equals].trim_ascii();
        let name = before
            .iter()
            .rposition(u8::is_ascii_whitespace)
            .map_or(0, |at| at + 1);
        let after = text[equals + 1..].trim_ascii_start();
        let Some((&quote, value)) = after.split_first() else {
            break;
        };
        let length = match quote {
            b'"' | b'\'' => memchr::memchr(quote, value),
            _ => None,
        };
        let Some(length) = length else { break };
        found.push((&before[name..], &value[..length]));
        text = &value[length + 1..];
    }
    found
}

/// The clues of a saved game: `version: N`, then `value|note|editable|` a cell
/// (newer versions put one more part in between). Spelt as one line.
fn saved_clues(data: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(data).ok()?.trim_start();
    let rest = text.strip_prefix("version:")?.trim_start();
    let digits = rest.find(|c: char| !c.is_ascii_digit())?;
    let version: u32 = rest[..digits].parse().ok()?;
    let rest = rest[digits..]
        .trim_start_matches("&#10;")
        .trim_start_matches("\\n")
        .trim_start();
    let parts: Vec<&str> = rest.trim_end_matches('|').split('|').collect();
    let each = if version >= 4 { 4 } else { 3 };
    if !parts.len().is_multiple_of(each) {
        return None;
    }
    let mut line = Vec::new();
    for cell in parts.chunks(each) {
        let value: u8 = cell[0].trim().parse().ok().filter(|&value| value <= 9)?;
        let given = matches!(cell[each - 1].trim(), "0" | "false");
        line.push(if given && value > 0 {
            b'0' + value
        } else {
            b'.'
        });
    }
    Some(line)
}

impl Xml {
    /// Looks at the beginning of a file; `None` if there is no game in it yet.
    pub(crate) fn glimpse(head: &[u8]) -> Option<Xml> {
        let game = Games { text: head, at: 0 }.next()?;
        let others = game.attributes.iter().filter(|(name, _)| *name != b"data");
        let columns = others.map(|(name, _)| String::from_utf8_lossy(name).into_owned());
        Some(Xml {
            columns: columns.collect(),
        })
    }

    /// How many bytes lie before the last tag or comment that is not whole.
    pub(crate) fn cut(&self, buffer: &[u8]) -> usize {
        let mut games = Games {
            text: buffer,
            at: 0,
        };
        while games.next().is_some() {}
        games.at
    }

    /// Reads the games of a block.
    pub(crate) fn parse<S: Sink + ?Sized>(
        &self,
        book: &Book,
        block: Block<'_>,
        scratch: &mut Scratch,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let text = block.bytes;
        let (mut line, mut counted) = (block.first_line, 0);
        for game in (Games { text, at: 0 }) {
            line += memchr::memchr_iter(b'\n', &text[counted..game.start]).count() as u64;
            counted = game.start;
            let data = game.attributes.iter().find(|(name, _)| *name == b"data");
            let data = data.map_or(&b""[..], |(_, data)| data.trim_ascii());
            let clues = saved_clues(data);
            let puzzle = clues.as_deref().unwrap_or(data);
            let mut buffer = std::mem::take(&mut scratch.text);
            self.fields(&game, &mut buffer, scratch);
            let read = match written(puzzle) {
                Some(shape) => understand(book, puzzle, shape, None, scratch),
                None => Err(wrong_length(book, puzzle, 9)),
            };
            let flow = match read {
                Ok(understood) => {
                    let record = understood.record(book, data, scratch);
                    let fields = Fields::spans(&buffer, &scratch.spans);
                    sink.record(Record {
                        line,
                        fields,
                        ..record
                    })
                }
                Err(Fault { at, message, .. }) => {
                    let at = match offset_in(text, data) {
                        0 => game.start,
                        start if clues.is_none() => start + at,
                        start => start,
                    };
                    let lines = memchr::memchr_iter(b'\n', &text[game.start..at]).count();
                    sink.bad(BadRecord {
                        line: line + lines as u64,
                        column: column_within(block, at),
                        message,
                    })
                }
            };
            scratch.text = buffer;
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Copies the further attributes.
    fn fields(&self, game: &Game<'_>, buffer: &mut Vec<u8>, scratch: &mut Scratch) {
        buffer.clear();
        scratch.spans.clear();
        for name in &self.columns {
            let start = buffer.len() as u32;
            let named = |(n, _): &&(&[u8], &[u8])| *n == name.as_bytes();
            if let Some((_, value)) = game.attributes.iter().find(named) {
                unescape(value, buffer);
            }
            scratch.spans.push((start, buffer.len() as u32));
        }
    }
}

/// Undoes the five named entities.
fn unescape(text: &[u8], out: &mut Vec<u8>) {
    let entities: [(&[u8], u8); 5] = [
        (b"&lt;", b'<'),
        (b"&gt;", b'>'),
        (b"&quot;", b'"'),
        (b"&apos;", b'\''),
        (b"&amp;", b'&'),
    ];
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'&', rest) {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at..];
        let (length, byte) = entities
            .iter()
            .find(|(name, _)| rest.starts_with(name))
            .map_or((1, b'&'), |(name, byte)| (name.len(), *byte));
        out.push(byte);
        rest = &rest[length..];
    }
    out.extend_from_slice(rest);
}
