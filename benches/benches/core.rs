//! Core's hot kernels: a batch entry from a line's bytes, and validation.
//!
//! The batch entry is what every puzzle of a file costs before an engine sees
//! it: 81 bytes translated, checked for clashes, appended. The classic check is
//! branch-free; a Latin square of the same size goes through the general one.
//! Batch figures are for [`ENTRIES`] puzzles (the rate is a puzzle's), those of
//! validation for one. Validation names its clashes and may be slower.
// `criterion_group!` makes a public function without docs.
#![allow(missing_docs)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use polydoku_core::{Batch, Clashes, Puzzle, Rules, Symbols};
use std::{hint::black_box, sync::Arc};

/// Wikipedia's example of a puzzle, 30 clues.
const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Puzzles pushed into the batch in one pass: enough to make its start cheap, few
/// enough to stay in the cache as the pipeline's blocks do.
const ENTRIES: u64 = 1024;

fn batch_entry(criterion: &mut Criterion) {
    let symbols = Symbols::standard(9);
    let latin = Rules::builder(9).no_boxes().build();
    let latin = Arc::new(latin.expect("a Latin square is well formed"));
    let mut group = criterion.benchmark_group("batch entry");
    group.throughput(Throughput::Elements(ENTRIES));
    for (name, rules) in [("9x9", Rules::classic()), ("latin 9x9", latin)] {
        let mut batch = Batch::new(rules);
        // Set-up: the entry is accepted, and holds as many clues as the line.
        batch
            .push_line(LINE.as_bytes(), &symbols)
            .expect("its clues do not clash");
        assert_eq!(batch.clues().iter().flatten().count(), 30);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                batch.clear();
                for _ in 0..ENTRIES {
                    let line = black_box(LINE.as_bytes());
                    let _ = black_box(batch.push_line(line, &symbols));
                }
                black_box(batch.clues().len())
            });
        });
    }
    group.finish();
}

fn validation(criterion: &mut Criterion) {
    let rules = Rules::classic();
    let puzzle = Puzzle::parse(&rules, LINE).expect("its clues do not clash");
    let valid = puzzle.clues().to_vec();
    let mut clashing = valid.clone();
    clashing[2] = clashing[0]; // 5 again in row 1 and in box 1
    let mut group = criterion.benchmark_group("validation");
    for (name, cells, clashes) in [("valid", valid, 0), ("two clashes", clashing, 2)] {
        assert_eq!(Clashes::of(&rules, &cells).list().len(), clashes);
        group.bench_function(name, |bencher| {
            bencher.iter(|| Clashes::of(&rules, black_box(&cells)));
        });
    }
    group.finish();
}

criterion_group!(kernels, batch_entry, validation);
criterion_main!(kernels);
