//! zstd frames, one after the other, as one stream.
//!
//! The decoder underneath knows one frame; files made by appending, or in
//! parallel, have many, and skippable frames between them.

use std::io::{self, Read};

use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::Peeked;

pub(super) struct Zstd<R> {
    source: Peeked<R>,
    decoder: FrameDecoder,
    /// Whether a frame was begun and not all of it was handed out.
    within: bool,
}

impl<R: Read> Zstd<R> {
    pub(super) fn new(source: Peeked<R>) -> Zstd<R> {
        Zstd {
            source,
            decoder: FrameDecoder::new(),
            within: false,
        }
    }

    /// Begins the next frame, if there is one.
    fn begin(&mut self) -> io::Result<bool> {
        loop {
            match *self.source.peek(8)? {
                [] => return Ok(false),
                [0x50..=0x5F, 0x2A, 0x4D, 0x18, a, b, c, d] => {
                    let length = 8 + u64::from(u32::from_le_bytes([a, b, c, d]));
                    io::copy(&mut self.source.by_ref().take(length), &mut io::sink())?;
                }
                [0x28, 0xB5, 0x2F, 0xFD, ..] => {
                    self.decoder
                        .reset(&mut self.source)
                        .map_err(io::Error::other)?;
                    self.within = true;
                    return Ok(true);
                }
                _ => return Err(io::Error::new(io::ErrorKind::InvalidData, "no zstd frame")),
            }
        }
    }
}

impl<R: Read> Read for Zstd<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.within && !self.begin()? {
                return Ok(0);
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                let decoded = self.decoder.decode_blocks(&mut self.source, one);
                decoded.map_err(io::Error::other)?;
            }
            let read = self.decoder.read(into)?;
            if read > 0 || into.is_empty() {
                return Ok(read);
            }
            self.within = false;
        }
    }
}
