//! What only one family can do, offered to everyone: puzzles in the input
//! formats of other programs.

use polydoku_core::PuzzleRef;

/// A puzzle as Knuth's exact-cover text: comment lines (`|`) with the map from
/// items to cells, houses and digits, a line of items (secondary ones behind a
/// `|`), and one option a line. Its covers are the puzzle's solutions, without
/// the clues. Read by Knuth's DLX and SSXCC programs.
///
/// ```
/// use polydoku_core::{Puzzle, Rules};
/// let rules = std::sync::Arc::new(Rules::assumed(4)?);
/// let puzzle = Puzzle::parse(&rules, "12343412214343..")?;
/// let text = polydoku_engines::exact_cover_text(puzzle.as_ref());
/// let data: Vec<&str> = text.lines().filter(|line| !line.starts_with('|')).collect();
/// assert_eq!(data.len(), 1 + 2, "the items, and one option for each open cell");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exact_cover_text(puzzle: PuzzleRef<'_>) -> String {
    let mut text = String::new();
    polydoku_dlx::write_exact_cover(puzzle, &mut text).expect("a string takes all");
    text
}
