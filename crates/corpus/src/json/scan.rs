//! One pass through a JSON text that tells of each puzzle when it is closed.
//!
//! The open arrays and objects form a stack of frames. An array of scalars is a
//! row; an array of n rows of n cells, or of n strings of n characters, is a
//! grid. A grid within an array is told of at once; within an object it waits
//! for the object's other entries. Quotes may be single, names and operators
//! outside strings are passed over: program texts are read as well.

use std::ops::ControlFlow;

use crate::token::written;

/// A part of the text.
pub(super) type Span = (usize, usize);

/// A value as far as it matters here.
#[derive(Clone, Debug)]
pub(super) enum Value {
    None,
    /// A string, without its quotes.
    Text(Span),
    /// A number, `true`, `null`, a name.
    Scalar(Span),
    /// An array of scalars.
    Row(Vec<Span>),
    /// n times n cells.
    Grid(Vec<Span>),
    /// Any other array or object.
    Other(Span),
}

impl Value {
    /// The size, if it can be a puzzle.
    pub(super) fn size(&self, text: &[u8]) -> Option<usize> {
        match self {
            Value::Text(span) => written(text[span.0..span.1].trim_ascii()).map(|w| w.size()),
            Value::Grid(cells) => Some(cells.len().isqrt()),
            Value::Row(cells) => {
                let size = cells.len().isqrt();
                (size * size == cells.len() && (4..=64).contains(&size)).then_some(size)
            }
            _ => None,
        }
    }

    /// Where its first cell or character is.
    pub(super) fn start(&self) -> Option<usize> {
        match self {
            Value::None => None,
            Value::Text(span) | Value::Scalar(span) | Value::Other(span) => Some(span.0),
            Value::Row(cells) | Value::Grid(cells) => cells.first().map(|cell| cell.0),
        }
    }

    /// Its text from the first cell to the last.
    pub(super) fn source<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        match self {
            Value::None => &[],
            Value::Text(span) | Value::Scalar(span) | Value::Other(span) => &text[span.0..span.1],
            Value::Row(cells) | Value::Grid(cells) => match (cells.first(), cells.last()) {
                (Some(first), Some(last)) => &text[first.0..last.1],
                _ => &[],
            },
        }
    }

    /// Appends it as the text of a field: strings unescaped, cells one after
    /// the other, or with spaces between where they are longer.
    pub(super) fn copy_text(&self, text: &[u8], out: &mut Vec<u8>) {
        match self {
            Value::Text(span) => unescape(&text[span.0..span.1], out),
            Value::Row(cells) | Value::Grid(cells) => {
                let long = cells.iter().any(|cell| cell.1 - cell.0 != 1);
                for (index, cell) in cells.iter().enumerate() {
                    if long && index > 0 {
                        out.push(b' ');
                    }
                    let cell = &text[cell.0..cell.1];
                    out.extend_from_slice(if cell.is_empty() { b"." } else { cell });
                }
            }
            Value::Scalar(span) if &text[span.0..span.1] == b"null" => {}
            _ => out.extend_from_slice(self.source(text)),
        }
    }
}

/// Undoes the escapes of a JSON string.
fn unescape(string: &[u8], out: &mut Vec<u8>) {
    let mut rest = string;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at + 1..];
        let Some((&code, after)) = rest.split_first() else {
            return;
        };
        rest = after;
        match code {
            b'n' => out.push(b'\n'),
            b't' => out.push(b'\t'),
            b'r' => out.push(b'\r'),
            b'b' => out.push(8),
            b'f' => out.push(12),
            b'u' => {
                let mut units = Vec::new();
                let mut digits = rest;
                while let Some(unit) = digits.get(..4).and_then(hexadecimal) {
                    units.push(unit);
                    rest = &digits[4..];
                    match rest.strip_prefix(b"\\u") {
                        Some(more) if (0xD800..0xDC00).contains(&unit) => digits = more,
                        _ => break,
                    }
                }
                for symbol in char::decode_utf16(units) {
                    let symbol = symbol.unwrap_or(char::REPLACEMENT_CHARACTER);
                    out.extend_from_slice(symbol.encode_utf8(&mut [0; 4]).as_bytes());
                }
            }
            other => out.push(other),
        }
    }
    out.extend_from_slice(rest);
}

fn hexadecimal(digits: &[u8]) -> Option<u16> {
    let digits = std::str::from_utf8(digits).ok()?;
    u16::from_str_radix(digits, 16).ok()
}

/// A puzzle that was closed.
pub(super) struct Found {
    /// Where it begins, and on which line.
    pub(super) at: usize,
    pub(super) line: u64,
    /// The board, for one that is no object's entry.
    pub(super) value: Value,
    /// The entries of its object.
    pub(super) entries: Vec<(Span, Value)>,
}

/// What a scan tells of.
pub(super) enum Item {
    Puzzle(Found),
    Bad {
        at: usize,
        line: u64,
        message: String,
    },
}

struct Frame {
    is_object: bool,
    at: usize,
    line: u64,
    key: Option<Span>,
    items: Vec<(Span, Value)>,
    /// Whether a puzzle within it was told of.
    told: bool,
}

/// Deeper nesting is no puzzle file.
const DEPTH: usize = 32;

/// The state of one pass.
pub(super) struct Scan<'t> {
    text: &'t [u8],
    at: usize,
    line: u64,
    frames: Vec<Frame>,
    safe: usize,
    /// Where a string begins that the text ends within.
    stray: Option<(usize, u64)>,
}

type Tell<'f> = &'f mut dyn FnMut(Item) -> ControlFlow<()>;

impl<'t> Scan<'t> {
    pub(super) fn new(text: &'t [u8], first_line: u64) -> Scan<'t> {
        Scan {
            text,
            at: 0,
            line: first_line,
            frames: Vec::new(),
            safe: 0,
            stray: None,
        }
    }

    /// The last place where no puzzle and no object was begun.
    pub(super) fn safe(&self) -> usize {
        self.safe
    }

    pub(super) fn is_balanced(&self) -> bool {
        self.frames.is_empty() && self.stray.is_none()
    }

    /// Where a puzzle or string was begun and not ended, after the whole text.
    pub(super) fn broken_off(&self) -> Option<(usize, u64)> {
        let begun = |frame: &&Frame| !frame.told && (!frame.items.is_empty() || frame.is_object);
        let frame = self.frames.iter().find(begun);
        frame.map(|frame| (frame.at, frame.line)).or(self.stray)
    }

    /// Goes through the text.
    pub(super) fn run(&mut self, tell: Tell<'_>) -> ControlFlow<()> {
        while let Some(&byte) = self.text.get(self.at) {
            let start = self.at;
            self.at += 1;
            match byte {
                b'\n' => self.line += 1,
                b'[' | b'{' => self.open(byte == b'{', start, tell)?,
                b']' | b'}' => self.close(byte == b'}', tell)?,
                b'"' | b'\'' => self.string(byte, tell)?,
                b':' => self.name(),
                _ if is_name(byte) => {
                    let rest = &self.text[self.at..];
                    self.at += rest.iter().take_while(|b| is_name(**b)).count();
                    self.put(Value::Scalar((start, self.at)), start, self.line, tell)?;
                }
                _ => {}
            }
            if self.frames.is_empty() && self.stray.is_none() {
                self.safe = self.at;
            }
        }
        ControlFlow::Continue(())
    }

    fn open(&mut self, is_object: bool, at: usize, tell: Tell<'_>) -> ControlFlow<()> {
        if self.frames.len() == DEPTH {
            self.frames.clear();
            // The rest of this line is not worth looking at.
            let rest = &self.text[self.at..];
            self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            return self.complain(at, "arrays nested too deeply", tell);
        }
        self.frames.push(Frame {
            is_object,
            at,
            line: self.line,
            key: None,
            items: Vec::new(),
            told: false,
        });
        ControlFlow::Continue(())
    }

    fn complain(&mut self, at: usize, message: &str, tell: Tell<'_>) -> ControlFlow<()> {
        let (line, message) = (self.line, message.to_owned());
        tell(Item::Bad { at, line, message })
    }

    fn string(&mut self, quote: u8, tell: Tell<'_>) -> ControlFlow<()> {
        let (start, line) = (self.at, self.line);
        while let Some(rest) = self.text.get(self.at..) {
            let Some(next) = memchr::memchr3(quote, b'\\', b'\n', rest) else {
                self.at = self.text.len();
                break;
            };
            self.at += next;
            match self.text[self.at] {
                b'\\' => self.at += 2,
                b'\n' => break,
                _ => {
                    let span = (start, self.at);
                    self.at += 1;
                    return self.put(Value::Text(span), start, line, tell);
                }
            }
        }
        self.at = self.at.min(self.text.len());
        if self.at < self.text.len() {
            self.frames.clear();
            return self.complain(start - 1, "a string that is not closed", tell);
        }
        self.stray = Some((start - 1, line));
        ControlFlow::Continue(())
    }

    /// The string before a `:` was a key.
    fn name(&mut self) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        if let Some((_, Value::Text(span) | Value::Scalar(span))) = frame.items.last() {
            if frame.is_object {
                frame.key = Some(*span);
            }
            frame.items.pop();
        }
    }

    fn close(&mut self, is_object: bool, tell: Tell<'_>) -> ControlFlow<()> {
        let Some(frame) = self.frames.pop() else {
            // Opened in an earlier block.
            return ControlFlow::Continue(());
        };
        if frame.is_object != is_object {
            self.frames.clear();
            let message = if is_object {
                "a '}' where ']' is due"
            } else {
                "a ']' where '}' is due"
            };
            return self.complain(self.at - 1, message, tell);
        }
        let Frame {
            at,
            line,
            told,
            items,
            ..
        } = frame;
        if told {
            return ControlFlow::Continue(());
        }
        if is_object {
            let summary = |(key, _): &(Span, Value)| &self.text[key.0..key.1] == b"summary";
            if items.iter().any(summary) || items.is_empty() {
                return ControlFlow::Continue(());
            }
            let has_puzzle = items
                .iter()
                .any(|(_, value)| value.size(self.text).is_some_and(|s| s >= 4));
            let within_object = self.frames.last().is_some_and(|frame| frame.is_object);
            if !has_puzzle && within_object {
                // An object of particulars, an entry of one with a puzzle.
                return self.put(Value::Other((at, self.at)), at, line, tell);
            }
            return self.tell(
                Found {
                    at,
                    line,
                    value: Value::None,
                    entries: items,
                },
                tell,
            );
        }
        let array = self.array(&items);
        if let (Value::Other(_), false) = (&array, items.is_empty()) {
            if items.iter().all(|(_, item)| matches!(item, Value::Text(_))) && !self.within_object()
            {
                // Strings that are a puzzle each.
                for (_, item) in items {
                    let at = item.start().unwrap_or(at);
                    self.tell(
                        Found {
                            at,
                            line,
                            value: item,
                            entries: Vec::new(),
                        },
                        tell,
                    )?;
                }
                return ControlFlow::Continue(());
            }
            if let Some(width) = rows_of(&items) {
                let message = format!("{} rows of {width} cells are no grid", items.len());
                return tell(Item::Bad { at, line, message });
            }
        }
        self.put(array, at, line, tell)
    }

    fn within_object(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.is_object)
    }

    /// What an array with these items is.
    fn array(&self, items: &[(Span, Value)]) -> Value {
        let other = Value::Other((self.frames.last().map_or(0, |f| f.at), self.at));
        let count = items.len();
        let mut cells = Vec::new();
        for (_, item) in items {
            match item {
                Value::Row(row) if row.len() == count => cells.extend_from_slice(row),
                Value::Text(span) if count >= 4 && span.1 - span.0 == count => {
                    cells.extend((span.0..span.1).map(|at| (at, at + 1)));
                }
                Value::Text(_) | Value::Scalar(_) => break,
                _ => return other,
            }
        }
        if count >= 2 && cells.len() == count * count {
            return Value::Grid(cells);
        }
        let scalar = |(_, item): &(Span, Value)| match item {
            Value::Text(span) | Value::Scalar(span) if span.1 - span.0 <= 16 => Some(*span),
            _ => None,
        };
        let row: Option<Vec<Span>> = items.iter().map(scalar).collect();
        row.filter(|row| !row.is_empty()).map_or(other, Value::Row)
    }

    /// A value in its place.
    fn put(&mut self, value: Value, at: usize, line: u64, tell: Tell<'_>) -> ControlFlow<()> {
        let board = match &value {
            Value::Grid(_) => true,
            Value::Row(cells) => self.frames.is_empty() || cells.len() > 64,
            Value::Text(span) => span.1 - span.0 > 64 && !self.frames.is_empty(),
            _ => false,
        };
        if board && !self.within_object() && value.size(self.text).is_some() {
            return self.tell(
                Found {
                    at,
                    line,
                    value,
                    entries: Vec::new(),
                },
                tell,
            );
        }
        if let Some(frame) = self.frames.last_mut() {
            // Items of an object without a key are keys to come.
            let key = if frame.is_object {
                frame.key.take()
            } else {
                None
            };
            frame.items.push((key.unwrap_or((0, 0)), value));
        }
        ControlFlow::Continue(())
    }

    fn tell(&mut self, found: Found, tell: Tell<'_>) -> ControlFlow<()> {
        for frame in &mut self.frames {
            frame.told = true;
        }
        self.safe = self.at;
        tell(Item::Puzzle(found))
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'+' | b'_' | b'*' | b'?')
}

/// The width of the first row, if all items are rows.
fn rows_of(items: &[(Span, Value)]) -> Option<usize> {
    let rows = items.iter().all(|(_, item)| matches!(item, Value::Row(_)));
    match items.first() {
        Some((_, Value::Row(row))) if rows => Some(row.len()),
        _ => None,
    }
}
