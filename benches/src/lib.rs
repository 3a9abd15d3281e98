//! Micro-benchmarks of single kernels: did this one get faster?
//!
//! | file | question |
//! |---|---|
//! | `core` | what does a puzzle cost before an engine sees it: translating a line, the clash check, validation that names its clashes |
//! | `bitmask` | what do a pass over a grid, the choice of a split, and one whole search of each row cost |
//! | `dlx` | what do building the matrix, choosing an item, and covering with its undoing cost, for links and for cells |
//!
//! What they do not answer: which engine is faster on which puzzles (`polydoku
//! bench`), whether a search tree got smaller (the statistics in its record), and
//! whether a trace costs nothing when it is off (instruction counts, with callgrind).
//!
//! The benchmarks themselves lie in `benches/`, one file a crate, run by
//! `cargo bench -p polydoku-benches --bench core`. Each checks its answer once
//! in set-up, outside the timed part. They compare a kernel with its own past,
//! on one machine; they are no ground for comparing engines (the harness does
//! that) and are never quoted as such.
#![forbid(unsafe_code)]
