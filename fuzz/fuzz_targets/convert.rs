//! What a writer writes reads back the same, for all that can be read at all.
#![no_main]

use std::ops::ControlFlow;
use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use polydoku_core::{Digit, DigitSet, Rules};
use polydoku_corpus::{
    BadRecord, Block, ReadOptions, Record, Scratch, Sink, Target, Writer, read_from, sniff,
};

type Kept = (Vec<Option<Digit>>, Option<Vec<DigitSet>>, Arc<Rules>);

struct Convert {
    writer: Writer,
    out: Vec<u8>,
    kept: Vec<Kept>,
}

impl Sink for Convert {
    fn record(&mut self, record: Record<'_>) -> ControlFlow<()> {
        if self.writer.write(&record, &mut self.out).is_ok() {
            let marks = record.marks().map(<[_]>::to_vec);
            self.kept.push((record.clues(), marks, record.rules.clone()));
        }
        ControlFlow::Continue(())
    }

    fn bad(&mut self, _: BadRecord) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

fuzz_target!(|file: &[u8]| {
    let Some((&choice, text)) = file.split_first() else { return };
    let options = ReadOptions::default();
    let Ok(Some(reader)) = sniff(text, true, &options) else { return };
    let targets = [Target::Line, Target::Grid, Target::Csv, Target::JsonLines, Target::Markdown];
    let mut convert = Convert {
        writer: Writer::new(targets[usize::from(choice) % targets.len()], &reader),
        out: Vec::new(),
        kept: Vec::new(),
    };
    let block = Block { bytes: text, first_line: 1, first_column: 1 };
    let _ = reader.parse(block, &mut Scratch::default(), &mut convert);
    let found: Vec<Kept> = read_from(&convert.out[..], &options)
        .map(|entry| entry.unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&convert.out))))
        .map(|entry| (entry.clues, entry.marks, entry.rules))
        .collect();
    assert_eq!(found, convert.kept, "{}", String::from_utf8_lossy(&convert.out));
});
