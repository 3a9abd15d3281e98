//! UTF-16 of either byte order as UTF-8.
//!
//! A byte-order mark tells; without one, a zero beside each of the first two
//! characters does, since no puzzle file begins with letters that need both
//! bytes. Lone surrogates become the replacement character, so that the line
//! they stand in is reported and the others are read.

use std::io::{self, Read};

/// Which byte of a unit comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    Little,
    Big,
}

impl Order {
    /// The order, if these first bytes are UTF-16.
    pub(super) fn of(head: &[u8]) -> Option<Order> {
        match head {
            [0xFF, 0xFE, ..] => Some(Order::Little),
            [0xFE, 0xFF, ..] => Some(Order::Big),
            &[a, 0, b, 0] if a > 0 && b > 0 => Some(Order::Little),
            &[0, a, 0, b] if a > 0 && b > 0 => Some(Order::Big),
            _ => None,
        }
    }
}

/// Reads UTF-16 and hands out UTF-8.
pub(super) struct Utf16<R> {
    source: R,
    order: Order,
    raw: Vec<u8>,
    text: Vec<u8>,
    at: usize,
    /// Whether the place of a byte-order mark is passed.
    begun: bool,
}

impl<R: Read> Utf16<R> {
    pub(super) fn new(source: R, order: Order) -> Utf16<R> {
        Utf16 {
            source,
            order,
            raw: Vec::new(),
            text: Vec::new(),
            at: 0,
            begun: false,
        }
    }

    /// Translates what has come; `at_end` when nothing more will.
    fn translate(&mut self, at_end: bool) {
        let mut units: Vec<u16> = self
            .raw
            .chunks_exact(2)
            .map(|pair| match self.order {
                Order::Little => u16::from_le_bytes([pair[0], pair[1]]),
                Order::Big => u16::from_be_bytes([pair[0], pair[1]]),
            })
            .collect();
        // The first half of a pair waits for the second.
        if !at_end
            && units
                .last()
                .is_some_and(|unit| (0xD800..0xDC00).contains(unit))
        {
            units.pop();
        }
        self.raw.drain(..2 * units.len());
        if !self.begun && units.first() == Some(&0xFEFF) {
            units.remove(0);
        }
        self.begun |= !units.is_empty();
        if at_end && !self.raw.is_empty() {
            units.push(0xFFFD);
            self.raw.clear();
        }
        self.text.clear();
        self.at = 0;
        for symbol in char::decode_utf16(units) {
            let symbol = symbol.unwrap_or(char::REPLACEMENT_CHARACTER);
            let mut bytes = [0; 4];
            self.text
                .extend_from_slice(symbol.encode_utf8(&mut bytes).as_bytes());
        }
    }
}

impl<R: Read> Read for Utf16<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.at == self.text.len() {
            let filled = self.raw.len();
            self.raw.resize(filled + into.len().clamp(64, 1 << 16), 0);
            let read = self.source.read(&mut self.raw[filled..]);
            self.raw.truncate(filled + *read.as_ref().unwrap_or(&0));
            let at_end = read? == 0;
            self.translate(at_end);
            if at_end && self.text.is_empty() {
                return Ok(0);
            }
        }
        let length = into.len().min(self.text.len() - self.at);
        into[..length].copy_from_slice(&self.text[self.at..self.at + length]);
        self.at += length;
        Ok(length)
    }
}
