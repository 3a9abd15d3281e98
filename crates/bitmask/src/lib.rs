//! wip
#![forbid(unsafe_code)]
mod candidates;
pub mod classic;
mod crossings;
mod engines;
mod fork;
mod houses;
mod pending;
mod search;
mod tally;
pub use engines::{Bitmask, engines};
