//! What propagation leaves, as clauses: the encoding of the engine `sat`.
//!
//! The extended encoding of the candidates that are left, and as few clauses as
//! say it: pairs of cells that share two houses are excluded once (the published
//! encodings do it twice: a tenth of all clauses), and where many cells compete
//! for a digit, "at most one" is written house by house in another way than by
//! pairs ([`way`]).
//!
//! ```text
//! cells    at least one, at most one of its candidates
//! houses   at least one place for each digit that is missing
//! peers    cell < peer: not both the same digit, one clause for each common one
//! ```

use std::ops::ControlFlow;

use polydoku_core::{DigitSet, End, PuzzleRef};

use crate::at_most_one::AtMostOne;
use crate::cnf::{ClauseSink, Lit};
use crate::propagate::Propagator;
use crate::variables::Variables;

/// From so many places for a digit in a house on, pairs are no longer the best way
/// to say that it stands in one of them only (measured on 25x25 to 64x64: see the
/// crate's essay).
const MANY: usize = 24;

/// How "at most one" is written when a digit has up to so many places in a house.
pub(crate) fn way(places: usize) -> AtMostOne {
    if places < MANY {
        AtMostOne::Pairwise
    } else {
        AtMostOne::Bimander
    }
}

/// The literals of one clause, and whatever else is kept between puzzles.
#[derive(Debug, Default)]
pub(crate) struct Residue {
    lits: Vec<Lit>,
}

impl Residue {
    /// Writes what the propagator left open, and the meaning of the variables.
    pub fn write<S: ClauseSink>(
        &mut self,
        puzzle: PuzzleRef<'_>,
        left: &Propagator,
        variables: &mut Variables,
        sink: &mut S,
    ) -> ControlFlow<End> {
        let rules = puzzle.rules();
        let open = left.candidates();
        let cells = open
            .iter()
            .enumerate()
            .map(|(cell, &digits)| (left.digit(cell), digits));
        variables.renumber(rules.size(), cells, || sink.new_var());
        let way = way(longest(puzzle, left));
        let is_open = |cell: usize| left.digit(cell).is_none();
        for cell in rules.cells().filter(|cell| is_open(cell.index())) {
            self.lits.clear();
            let digits = open[cell.index()].iter();
            self.lits
                .extend(digits.filter_map(|digit| variables.lit(cell, digit)));
            sink.clause(&self.lits)?;
            way.write(&self.lits, sink)?;
        }
        for house in rules.houses() {
            let standing = house
                .cells()
                .iter()
                .filter_map(|cell| left.digit(cell.index()));
            let missing = rules.digits() - standing.collect::<DigitSet>();
            let full = house.cells().len() == rules.size();
            if !full && way == AtMostOne::Pairwise {
                continue;
            }
            for digit in missing.iter() {
                self.lits.clear();
                let places = house.cells().iter();
                self.lits
                    .extend(places.filter_map(|&cell| variables.lit(cell, digit)));
                if full {
                    sink.clause(&self.lits)?;
                }
                if way != AtMostOne::Pairwise {
                    way.write(&self.lits, sink)?;
                }
            }
        }
        if way != AtMostOne::Pairwise {
            return ControlFlow::Continue(());
        }
        for cell in rules.cells().filter(|cell| is_open(cell.index())) {
            for &peer in rules.peers(cell).iter().filter(|&&peer| peer > cell) {
                if !is_open(peer.index()) {
                    continue;
                }
                for digit in (open[cell.index()] & open[peer.index()]).iter() {
                    let lits = variables.lit(cell, digit).zip(variables.lit(peer, digit));
                    let (a, b) = lits.expect("candidates of open cells have variables");
                    sink.clause(&[!a, !b])?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The most places that a digit has in a house, or a cell candidates.
fn longest(puzzle: PuzzleRef<'_>, left: &Propagator) -> usize {
    let rules = puzzle.rules();
    let open = left.candidates();
    let in_cells = open.iter().map(|digits| digits.len()).max().unwrap_or(0);
    // No list is longer than the cell with most candidates allows for small grids;
    // only large ones are worth counting.
    if rules.size() < MANY {
        return in_cells;
    }
    let mut counts = [0usize; 64];
    let in_houses = rules.houses().iter().map(|house| {
        counts.fill(0);
        for cell in house.cells() {
            open[cell.index()]
                .iter()
                .for_each(|digit| counts[digit.index()] += 1);
        }
        counts.iter().copied().max().unwrap_or(0)
    });
    in_houses.max().unwrap_or(0).max(in_cells)
}
