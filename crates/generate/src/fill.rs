//! Random full grids.
//!
//! Two ways lead to a first grid. Up to 12 digits, and wherever there are
//! houses beyond rows, columns and boxes, cells are filled by a randomised
//! search: always a cell with the fewest candidates, digits in random order,
//! starting anew after a number of steps. It is this crate's own and not an
//! engine, because the grid must not depend on which engine a machine has. For
//! larger plain grids such a search may hang, so they start from the pattern
//!
//! ```text
//! digit(r, c) = (cols * (r mod rows) + r / rows + c) mod n     boxes rows x cols
//! ```
//!
//! Either grid is then stirred by Kempe chains: for two digits the cells that
//! hold them fall into groups that share no house; exchanging the two digits in
//! one group keeps every house right. For the pattern, rows, columns and digits
//! are shuffled as well. (Kempe chains: from graph colouring; a Sudoku is one.)

use polydoku_core::{Boxes, Cell, Digit, DigitSet, Rules};
use polydoku_corpus::isomorph::SplitMix64;

/// Steps of the randomised search, a cell, before it starts anew.
const STEPS_PER_CELL: usize = 40;

/// A random full grid, or `None` if none was found in so many attempts.
pub fn full_grid(rules: &Rules, random: &mut SplitMix64, attempts: u64) -> Option<Vec<Digit>> {
    let plain = rules.houses().len() == 3 * rules.size();
    let mut digits = match *rules.boxes() {
        Boxes::Rect { rows, cols } if plain && rules.size() > 12 => {
            let mut digits = pattern(rules.size(), rows, cols, random);
            stir(rules, &mut digits, 10 * rules.cell_count(), random);
            digits
        }
        _ => (0..attempts).find_map(|_| searched(rules, random))?,
    };
    stir(rules, &mut digits, rules.cell_count(), random);
    Some(digits)
}

/// The pattern with its rows, columns and digits shuffled.
fn pattern(size: usize, rows: usize, cols: usize, random: &mut SplitMix64) -> Vec<Digit> {
    let mut lines = |group: usize| -> Vec<usize> {
        let groups = random.permutation(size / group);
        let line = |g: usize, random: &mut SplitMix64| {
            random
                .permutation(group)
                .into_iter()
                .map(move |i| g * group + i)
        };
        groups.into_iter().flat_map(|g| line(g, random)).collect()
    };
    let (row_at, col_at) = (lines(rows), lines(cols));
    let names = random.permutation(size);
    let value = |r: usize, c: usize| (cols * (r % rows) + r / rows + c) % size;
    let cells = (0..size * size).map(|i| value(row_at[i / size], col_at[i % size]));
    cells.map(|value| Digit::from_index(names[value])).collect()
}

/// One attempt of the randomised search.
fn searched(rules: &Rules, random: &mut SplitMix64) -> Option<Vec<Digit>> {
    let cells = rules.cell_count();
    let mut candidates = vec![rules.digits(); cells];
    let mut open: Vec<Cell> = rules.cells().collect();
    let mut placed: Vec<Placed> = Vec::with_capacity(cells);
    // Candidates taken out of peers, to be put back.
    let mut taken: Vec<(Cell, Digit)> = Vec::new();
    let mut digits = vec![None; cells];

    for _ in 0..STEPS_PER_CELL * cells {
        let Some(at) = fewest(&open, &candidates, random) else {
            return digits.into_iter().collect();
        };
        let cell = open.swap_remove(at);
        let mut here = Placed {
            cell,
            left: candidates[cell.index()],
            taken: taken.len(),
        };
        // Go back until a cell has a digit left to try.
        while here.left.is_empty() {
            open.push(here.cell);
            digits[here.cell.index()] = None;
            here = placed.pop()?;
            for (peer, digit) in taken.drain(here.taken..) {
                candidates[peer.index()].insert(digit);
            }
        }
        let nth = random.below(here.left.len() as u64) as usize;
        let digit = here.left.iter().nth(nth).expect("one of those left");
        here.left.remove(digit);
        digits[here.cell.index()] = Some(digit);
        for &peer in rules.peers(here.cell) {
            let mark = &mut candidates[peer.index()];
            if digits[peer.index()].is_none() && mark.contains(digit) {
                mark.remove(digit);
                taken.push((peer, digit));
            }
        }
        placed.push(here);
    }
    None
}

/// A cell filled by the search.
struct Placed {
    cell: Cell,
    left: DigitSet,
    /// How many candidates were out before it was filled.
    taken: usize,
}

/// Where in `open` a cell with the fewest candidates stands, one of several at
/// random.
fn fewest(open: &[Cell], candidates: &[DigitSet], random: &mut SplitMix64) -> Option<usize> {
    let size = |cell: &Cell| candidates[cell.index()].len();
    let least = open.iter().map(size).min()?;
    let ties = open.iter().filter(|cell| size(cell) == least).count();
    let nth = random.below(ties as u64) as usize;
    let mut tied = open
        .iter()
        .enumerate()
        .filter(|(_, cell)| size(cell) == least);
    tied.nth(nth).map(|(at, _)| at)
}

/// Exchanges two digits along so many Kempe chains.
fn stir(rules: &Rules, digits: &mut [Digit], chains: usize, random: &mut SplitMix64) {
    if rules.size() < 2 {
        return;
    }
    let mut chain: Vec<Cell> = Vec::new();
    for _ in 0..chains {
        let start = Cell::new(random.below(digits.len() as u64) as usize);
        let one = digits[start.index()];
        let step = 1 + random.below(rules.size() as u64 - 1) as usize;
        let other = Digit::from_index((one.index() + step) % rules.size());
        chain.clear();
        chain.push(start);
        digits[start.index()] = other;
        let mut done = 0;
        while let Some(&cell) = chain.get(done) {
            done += 1;
            // The cell was exchanged already: peers that clash with it follow.
            let now = digits[cell.index()];
            for &peer in rules.peers(cell) {
                if digits[peer.index()] == now && !chain.contains(&peer) {
                    digits[peer.index()] = if now == one { other } else { one };
                    chain.push(peer);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polydoku_core::Solution;
    use std::collections::HashSet;
    use std::sync::Arc;

    fn rules() -> Vec<Arc<Rules>> {
        let built = [
            Rules::assumed(1),
            Rules::assumed(4),
            Rules::builder(6).boxes(3, 2).build(),
            Rules::assumed(9),
            Rules::builder(9).diagonals().windoku().build(),
            Rules::builder(7).no_boxes().build(),
            Rules::builder(5)
                .regions([
                    0, 0, 0, 1, 1, 0, 2, 0, 1, 1, 2, 2, 2, 1, 3, 4, 2, 3, 3, 3, 4, 4, 4, 4, 3,
                ])
                .build(),
            Rules::assumed(12),
            Rules::assumed(16),
            Rules::assumed(25),
        ];
        built
            .into_iter()
            .map(|rules| Arc::new(rules.expect("sound rules")))
            .collect()
    }

    #[test]
    fn grids_are_right_and_differ() {
        for rules in rules() {
            let mut seen = HashSet::new();
            for seed in 0..4 {
                let mut random = SplitMix64::new(seed);
                let digits = full_grid(&rules, &mut random, 1_000).expect("rules with a filling");
                Solution::new(&rules, &digits).unwrap_or_else(|error| panic!("{rules}: {error}"));
                seen.insert(digits);
            }
            assert!(
                seen.len() == 4 || rules.size() < 6,
                "{rules}: {} of 4 differ",
                seen.len()
            );
        }
    }

    #[test]
    fn rules_without_a_filling_end() {
        // Two cells that must be 1 and 2 in both orders: row and column agree,
        // and a further house of one row and one column cell forbids it.
        let rules = Rules::builder(2)
            .no_boxes()
            .extra_house([0, 3])
            .build()
            .unwrap();
        assert_eq!(full_grid(&rules, &mut SplitMix64::new(1), 10), None);
    }
}
