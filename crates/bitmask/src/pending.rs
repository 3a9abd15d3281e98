//! A set of houses that wait for their turn, newest first.
//!
//! A stack for the order and a flag a house for "in it already". Houses that
//! need not hold every digit are never in it: there is nothing to read there.

use polydoku_core::{HouseIndex, Rules};

/// Where a house stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turn {
    /// It never waits.
    Never,
    /// It may be added.
    Out,
    /// It waits.
    In,
}

/// Houses that wait.
#[derive(Debug)]
pub struct Pending {
    stack: Vec<HouseIndex>,
    turns: Vec<Turn>,
}

impl Pending {
    /// No house waits.
    pub fn new(rules: &Rules) -> Pending {
        let turn = |full| if full { Turn::Out } else { Turn::Never };
        let houses = rules.houses().iter();
        Pending {
            stack: Vec::with_capacity(houses.len()),
            turns: houses
                .map(|house| turn(house.holds_every_digit()))
                .collect(),
        }
    }

    /// Lets a house wait, if it is one that must hold every digit.
    #[inline]
    pub fn add(&mut self, house: HouseIndex) {
        let turn = &mut self.turns[house.index()];
        if *turn == Turn::Out {
            *turn = Turn::In;
            self.stack.push(house);
        }
    }

    /// Takes the newest.
    #[inline]
    pub fn take(&mut self) -> Option<HouseIndex> {
        let house = self.stack.pop()?;
        self.turns[house.index()] = Turn::Out;
        Some(house)
    }

    /// Lets none wait any longer.
    pub fn clear(&mut self) {
        while self.take().is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polydoku_core::{Cell, HouseKind};

    #[test]
    fn a_house_waits_once_and_only_if_it_must_hold_every_digit() {
        let small = [0, 5, 10];
        let rules = Rules::builder(4).extra_house(small).build().unwrap();
        let mut pending = Pending::new(&rules);
        let houses = rules.houses_of(Cell::new(0));
        assert!(matches!(rules.house(houses[3]).kind(), HouseKind::Extra(_)));
        for _ in 0..2 {
            houses.iter().for_each(|&house| pending.add(house));
        }
        assert_eq!(pending.take(), Some(houses[2]));
        pending.add(houses[2]);
        let rest: Vec<_> = std::iter::from_fn(|| pending.take()).collect();
        assert_eq!(rest, [houses[2], houses[1], houses[0]]);
    }
}
