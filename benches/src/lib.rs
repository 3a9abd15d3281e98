//! Micro-benchmarks of single kernels: did this one get faster?
//!
//! The benchmarks themselves lie in `benches/`, one file a crate, run by
//! `cargo bench -p polydoku-benches --bench core`. Each checks its answer once
//! in set-up, outside the timed part. They compare a kernel with its own past,
//! on one machine; they are no ground for comparing engines (the harness does
//! that) and are never quoted as such.
#![forbid(unsafe_code)]
