//! Certificates, which the SAT family makes.

use polydoku_core::{PuzzleRef, Query};

pub use polydoku_sat::{Certificate, Refutation};

/// What a puzzle's solutions are, with evidence that other programs can check: a
/// formula and its refutation, or two solutions. The query's limits on nodes (here
/// clauses derived) and time hold, and its flag; the rest of it has no meaning.
///
/// ```
/// use polydoku_core::{Puzzle, Query, Rules};
/// use polydoku_engines::{Certificate, certificate};
///
/// let rules = std::sync::Arc::new(Rules::assumed(4)?);
/// let puzzle = Puzzle::parse(&rules, "12....3.....4...")?;
/// match certificate(puzzle.as_ref(), &Query::all()) {
///     Certificate::None(refutation) => assert!(!refutation.lrat.is_empty()),
///     other => panic!("3 has no place in row 1: {other:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn certificate(puzzle: PuzzleRef<'_>, query: &Query) -> Certificate {
    polydoku_sat::certificate(puzzle, query)
}
