//! Where a board of candidates branches.
//!
//! [`fewest`] is the textbook's choice, the open cell with the fewest candidates,
//! and of such cells the one that sees the most open cells, where a digit will
//! rule out most. [`weighted`] asks two things more. A digit with few places in a
//! house is as good a fork as a cell with few digits; and of forks alike, the
//! one whose houses were most often in a dead end is the better, because what
//! is hard stays hard: decide it high in the tree, not again at each leaf. That
//! is the rule "fewest values by weighted degree" of constraint solvers
//! (Boussemart, Hemery, Lecoutre and Sais, 2004). A fork is scored by its
//! number of choices divided by its houses' weight.

use polydoku_core::{Cell, DigitSet, HouseIndex, Rules};

use crate::masks::Masks;
use crate::search::Fork;

/// The first of the open cells with the fewest candidates that see the most
/// open cells.
pub fn fewest(rules: &Rules, masks: &Masks) -> Fork {
    let mut best: Option<(usize, usize, Cell)> = None;
    for cell in rules.cells().filter(|&cell| masks.is_open(cell)) {
        let count = masks.candidates(cell).len();
        if best.is_some_and(|(least, ..)| count > least) {
            continue;
        }
        let peers = rules.peers(cell).iter();
        let seen = peers.filter(|&&peer| masks.is_open(peer)).count();
        if best.is_none_or(|(least, most, _)| (count, most) < (least, seen)) {
            best = Some((count, seen, cell));
        }
    }
    let (_, _, cell) = best.expect("an open board has an open cell");
    Fork::Digits {
        cell,
        digits: masks.candidates(cell),
    }
}

/// The cell, or the digit in a house, with the fewest choices for its weight.
pub fn weighted(rules: &Rules, masks: &Masks, full: &[HouseIndex]) -> Fork {
    let mut best: Option<(f64, Fork)> = None;
    for cell in rules.cells().filter(|&cell| masks.is_open(cell)) {
        let digits = masks.candidates(cell);
        let weight: u32 = rules.houses_of(cell).iter().map(|&h| masks.weight(h)).sum();
        let score = digits.len() as f64 / f64::from(weight);
        if best.is_none_or(|(least, _)| score < least) {
            best = Some((score, Fork::Digits { cell, digits }));
        }
    }
    for &house in full {
        let cells = rules.house(house).cells();
        let [mut once, mut twice, mut thrice] = [DigitSet::EMPTY; 3];
        for &cell in cells {
            let mask = masks.candidates(cell);
            thrice |= twice & mask;
            twice |= once & mask;
            once |= mask;
        }
        let weight = 3 * masks.weight(house);
        let score = 2.0 / f64::from(weight);
        if let Some(digit) = (twice - thrice).first()
            && best.is_none_or(|(least, _)| score < least)
        {
            let mut places = 0;
            for (place, &cell) in cells.iter().enumerate() {
                places |= u64::from(masks.candidates(cell).contains(digit)) << place;
            }
            best = Some((
                score,
                Fork::Places {
                    house,
                    digit,
                    places,
                },
            ));
        }
    }
    best.expect("an open board has an open cell").1
}
