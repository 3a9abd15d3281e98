//! Who is faster, by how much, and is that more than noise?
//!
//! Everything here reads records ([`Record`](crate::Record)) or tables of single
//! puzzles ([`PuzzleRow`](crate::PuzzleRow)) and measures nothing:
//!
//! * [`engines`]: two engines of one record, corpus by corpus. They were measured
//!   in interleaved rounds, so their rounds are compared in pairs and what the
//!   machine did meanwhile cancels out.
//! * [`records`]: the same engines in two records. Their rounds are not pairs, and
//!   the machine may have had another day: what all engines have in common is
//!   shown apart and divided out ([`Drift`]).
//! * [`rankings`]: one number an engine, the geometric mean of its ratios to the
//!   best, over the corpora on which all have one.
//! * [`Disagreement`], [`furthest_apart`]: single puzzles on which engines give
//!   different answers or take very different times.
//!
//! A ratio comes with a bootstrap interval over rounds ([`Estimate`]) and with one
//! word of judgement ([`Finding`]): where the interval holds 1, or the difference
//! is smaller than anybody should build on, the word is noise. Figures of different
//! modes, tasks or puzzles are never compared.
//!
//! The division into measure, cmp, rank and diff is rebar's (A. Gallant's barometer
//! of regex engines).

mod bootstrap;
mod diff;
mod figure;
mod pair;
mod puzzles;
mod rank;

pub use bootstrap::{Estimate, Interval, paired_ratio, unpaired_ratio};
pub use diff::{Apart, Disagreement, disagreements, furthest_apart};
pub use figure::Figure;
pub use pair::{Between, Comparison, Drift, Finding, Terms, engines, records};
pub use puzzles::{PuzzleTrials, Sitting, Trial};
pub use rank::{Ranked, Ranking, rankings, told_apart};
