//! Rules, grids, puzzles, validation and the engine contract of Polydoku.
#![forbid(unsafe_code)]
