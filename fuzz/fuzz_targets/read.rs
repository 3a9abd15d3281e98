//! No bytes make the reader panic, whatever the options.
#![no_main]

use libfuzzer_sys::fuzz_target;
use polydoku_corpus::{ReadOptions, read_from};

fuzz_target!(|file: &[u8]| {
    // The first byte chooses options, so that they are varied as well.
    let Some((&choice, text)) = file.split_first() else { return };
    let mut options = ReadOptions::default();
    if choice & 1 != 0 {
        options.alphabet = "0-F".parse().ok();
    }
    if choice & 2 != 0 {
        options.boxes = "none".parse().unwrap();
    }
    if choice & 4 != 0 {
        options.columns = "2,3".parse().unwrap();
    }
    if choice & 8 != 0 {
        options.columns = "puzzle".parse().unwrap();
    }
    let mut last = 0;
    for entry in read_from(text, &options).flatten() {
        assert!(entry.line >= last);
        assert_eq!(entry.clues.len(), entry.rules.cell_count());
        last = entry.line;
        let _ = entry.puzzle();
    }
});
