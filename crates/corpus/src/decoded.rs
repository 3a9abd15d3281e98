//! Undoing what a file was wrapped in: gzip, zstd, UTF-16.
//!
//! The first bytes tell, never a name's ending; anything else passes through
//! untouched. Two layers of the same kind, each looking at what the one below
//! hands out: [`Unpacked`] undoes compression (several gzip members or zstd
//! frames one after the other are one file), the outer one turns UTF-16, which
//! Windows shells write when output is redirected, into UTF-8. Nothing is read
//! before the first call of `read`, so that a slow pipe is not waited for.

mod utf16;
mod zstd;

use std::fmt;
use std::io::{self, Read};

use flate2::read::MultiGzDecoder;

use utf16::{Order, Utf16};
use zstd::Zstd;

/// A stream whose next bytes can be looked at before they are read.
struct Peeked<R> {
    source: R,
    head: Vec<u8>,
    at: usize,
}

impl<R: Read> Peeked<R> {
    fn new(source: R) -> Peeked<R> {
        Peeked {
            source,
            head: Vec::new(),
            at: 0,
        }
    }

    /// The next bytes, `count` of them unless the stream ends before.
    fn peek(&mut self, count: usize) -> io::Result<&[u8]> {
        while self.head.len() - self.at < count {
            let filled = self.head.len();
            self.head.resize(self.at + count, 0);
            let read = match self.source.read(&mut self.head[filled..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(None),
                other => other.map(Some),
            };
            self.head
                .truncate(filled + read.as_ref().map_or(0, |read| read.unwrap_or(0)));
            if read? == Some(0) {
                break;
            }
        }
        Ok(&self.head[self.at..])
    }
}

impl<R: Read> Read for Peeked<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.at == self.head.len() {
            return self.source.read(into);
        }
        let length = into.len().min(self.head.len() - self.at);
        into[..length].copy_from_slice(&self.head[self.at..self.at + length]);
        self.at += length;
        if self.at == self.head.len() {
            self.head.clear();
            self.at = 0;
        }
        Ok(length)
    }
}

/// A stream without its compression.
enum Unpacked<R> {
    /// Nothing was read yet; `None` only while changing over.
    Unknown(Option<Peeked<R>>),
    Plain(Peeked<R>),
    Gzip(Box<MultiGzDecoder<Peeked<R>>>),
    Zstd(Box<Zstd<R>>),
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if let Unpacked::Unknown(source) = self {
            let mut peeked = source.take().expect("put back after a failed look");
            let kind = peeked.peek(4).map(|head| match head {
                [0x1F, 0x8B, ..] => 1,
                [0x28, 0xB5, 0x2F, 0xFD] | [0x50..=0x5F, 0x2A, 0x4D, 0x18] => 2,
                _ => 0,
            });
            *self = match kind {
                Ok(0) => Unpacked::Plain(peeked),
                Ok(1) => Unpacked::Gzip(Box::new(MultiGzDecoder::new(peeked))),
                Ok(_) => Unpacked::Zstd(Box::new(Zstd::new(peeked))),
                Err(error) => {
                    *source = Some(peeked);
                    return Err(error);
                }
            };
        }
        match self {
            Unpacked::Unknown(_) => unreachable!("settled above"),
            Unpacked::Plain(source) => source.read(into),
            Unpacked::Gzip(source) => source.read(into),
            Unpacked::Zstd(source) => source.read(into),
        }
    }
}

/// The text of a stream, whatever it was wrapped in.
pub struct Decoded<R>(Text<R>);

enum Text<R> {
    Unknown(Option<Peeked<Unpacked<R>>>),
    Plain(Peeked<Unpacked<R>>),
    Utf16(Box<Utf16<Peeked<Unpacked<R>>>>),
}

/// Undoes gzip, zstd and UTF-16, recognised by the first bytes. [`Blocks`](crate::Blocks)
/// and [`read_from`](crate::read_from) do this themselves.
///
/// ```
/// use std::io::Read;
/// let mut text = String::new();
/// let utf16 = b"\xFF\xFE1\0.\0\n\0";
/// polydoku_corpus::decoded(&utf16[..]).read_to_string(&mut text)?;
/// assert_eq!(text, "1.\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn decoded<R: Read>(source: R) -> Decoded<R> {
    let unpacked = Unpacked::Unknown(Some(Peeked::new(source)));
    Decoded(Text::Unknown(Some(Peeked::new(unpacked))))
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if let Text::Unknown(source) = &mut self.0 {
            let mut peeked = source.take().expect("put back after a failed look");
            let order = peeked.peek(4).map(Order::of);
            self.0 = match order {
                Ok(None) => Text::Plain(peeked),
                Ok(Some(order)) => Text::Utf16(Box::new(Utf16::new(peeked, order))),
                Err(error) => {
                    *source = Some(peeked);
                    return Err(error);
                }
            };
        }
        match &mut self.0 {
            Text::Unknown(_) => unreachable!("settled above"),
            Text::Plain(source) => source.read(into),
            Text::Utf16(source) => source.read(into),
        }
    }
}

impl<R> fmt::Debug for Decoded<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Decoded(..)")
    }
}
