//! It does not matter in which pieces a file comes.
#![no_main]

use std::ops::ControlFlow;

use libfuzzer_sys::fuzz_target;
use polydoku_core::Digit;
use polydoku_corpus::{BadRecord, Block, ReadOptions, Reader, Record, Scratch, Sink, sniff};

type Told = Result<(u64, Vec<u8>, Vec<Option<Digit>>, Vec<Vec<u8>>), BadRecord>;

struct Heard(Vec<Told>);

impl Sink for Heard {
    fn record(&mut self, record: Record<'_>) -> ControlFlow<()> {
        let fields = record.fields.iter().map(<[u8]>::to_vec).collect();
        self.0.push(Ok((record.line, record.text.to_vec(), record.clues(), fields)));
        ControlFlow::Continue(())
    }

    fn bad(&mut self, bad: BadRecord) -> ControlFlow<()> {
        self.0.push(Err(bad));
        ControlFlow::Continue(())
    }
}

fn heard(reader: &Reader, text: &[u8], piece: usize) -> Vec<Told> {
    let (mut heard, mut scratch) = (Heard(Vec::new()), Scratch::default());
    let (mut start, mut end) = (0, 0);
    let (mut first_line, mut first_column) = (1, 1);
    while start < text.len() {
        end = (end + piece).min(text.len());
        let length = reader.cut(&text[start..end], end == text.len());
        let bytes = &text[start..start + length];
        let block = Block { bytes, first_line, first_column };
        let _ = reader.parse(block, &mut scratch, &mut heard);
        first_column = reader.column_behind(block);
        first_line += reader.lines(bytes);
        start += length;
    }
    heard.0
}

fuzz_target!(|file: &[u8]| {
    let Some((&piece, text)) = file.split_first() else { return };
    let Ok(Some(reader)) = sniff(text, true, &ReadOptions::default()) else { return };
    let whole = heard(&reader, text, text.len());
    let pieces = heard(&reader, text, usize::from(piece) + 1);
    assert_eq!(pieces, whole, "{reader:?}");
});
