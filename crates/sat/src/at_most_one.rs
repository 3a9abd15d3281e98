//! At most one of several literals is true: five ways to say it in clauses.
//!
//! Half of a Sudoku's rules are of this kind, and how they are written decides
//! how large the formula is. For `n` literals:
//!
//! ```text
//! pairwise     n(n-1)/2 clauses, no variables: not both of each pair
//! sequential   3n-4, n-1 variables: "one of the first i" walks along the list
//! commander    groups of three, each with a commander that is true exactly if one
//!              of them is; at most one of the commanders, by the same method
//! product      a square of literals: at most one row of it, at most one column
//! bimander     groups of two; the group's number in binary, so that two groups
//!              cannot both hold a true one
//! ```
//!
//! All but pairwise need auxiliary variables. Unit propagation finds the same with
//! each of them: one literal true makes all others false. Below [`SMALL`]
//! literals all are pairwise, which is then the smallest.
//!
//! Sources: sequential: Sinz, CP 2005. Commander: Klieber and Kwon, CFV 2007.
//! Product: Chen, ModRef 2010. Bimander: Nguyen and Mai, SoICT 2015.

use std::ops::ControlFlow;

use polydoku_core::End;

use crate::cnf::{ClauseSink, Lit};

/// Up to so many literals every method is pairwise.
pub const SMALL: usize = 4;

/// How "at most one of these literals is true" is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum AtMostOne {
    /// Not both of each pair.
    #[default]
    Pairwise,
    /// A chain of variables "one of the first i is true".
    Sequential,
    /// Groups of three under commanders, recursively.
    Commander,
    /// Rows and columns of a square, recursively.
    Product,
    /// Groups of two with their numbers in binary.
    Bimander,
}

impl AtMostOne {
    /// All of them.
    pub const ALL: [AtMostOne; 5] = [
        AtMostOne::Pairwise,
        AtMostOne::Sequential,
        AtMostOne::Commander,
        AtMostOne::Product,
        AtMostOne::Bimander,
    ];

    /// Its name, lower-case.
    pub fn name(self) -> &'static str {
        match self {
            AtMostOne::Pairwise => "pairwise",
            AtMostOne::Sequential => "sequential",
            AtMostOne::Commander => "commander",
            AtMostOne::Product => "product",
            AtMostOne::Bimander => "bimander",
        }
    }

    /// Writes that at most one of `lits` is true.
    ///
    /// # Errors
    /// What the receiver says when it wants no more clauses.
    pub fn write<S: ClauseSink>(self, lits: &[Lit], sink: &mut S) -> ControlFlow<End> {
        if lits.len() <= SMALL {
            return pairwise(lits, sink);
        }
        match self {
            AtMostOne::Pairwise => pairwise(lits, sink),
            AtMostOne::Sequential => sequential(lits, sink),
            AtMostOne::Commander => commander(lits, sink),
            AtMostOne::Product => product(lits, sink),
            AtMostOne::Bimander => bimander(lits, sink),
        }
    }
}

fn pairwise<S: ClauseSink>(lits: &[Lit], sink: &mut S) -> ControlFlow<End> {
    for (i, &a) in lits.iter().enumerate() {
        for &b in &lits[i + 1..] {
            sink.clause(&[!a, !b])?;
        }
    }
    ControlFlow::Continue(())
}

/// `before` is implied by any literal so far; the next must then be false.
fn sequential<S: ClauseSink>(lits: &[Lit], sink: &mut S) -> ControlFlow<End> {
    let mut before: Option<Lit> = None;
    for (i, &lit) in lits.iter().enumerate() {
        if let Some(before) = before {
            sink.clause(&[!before, !lit])?;
        }
        if i + 1 == lits.len() {
            break;
        }
        let so_far = sink.new_var().positive();
        sink.clause(&[!lit, so_far])?;
        if let Some(before) = before {
            sink.clause(&[!before, so_far])?;
        }
        before = Some(so_far);
    }
    ControlFlow::Continue(())
}

fn commander<S: ClauseSink>(lits: &[Lit], sink: &mut S) -> ControlFlow<End> {
    let mut commanders = Vec::with_capacity(lits.len().div_ceil(3));
    for group in lits.chunks(3) {
        if let &[alone] = group {
            commanders.push(alone);
            continue;
        }
        pairwise(group, sink)?;
        let commander = sink.new_var().positive();
        for &lit in group {
            sink.clause(&[!lit, commander])?;
        }
        let mut any = vec![!commander];
        any.extend_from_slice(group);
        sink.clause(&any)?;
        commanders.push(commander);
    }
    AtMostOne::Commander.write(&commanders, sink)
}

fn product<S: ClauseSink>(lits: &[Lit], sink: &mut S) -> ControlFlow<End> {
    let width = (1..)
        .find(|w| w * w >= lits.len())
        .expect("some square is larger");
    let height = lits.len().div_ceil(width);
    let mut lines = |count| -> Vec<Lit> { (0..count).map(|_| sink.new_var().positive()).collect() };
    let (rows, cols) = (lines(height), lines(width));
    for (i, &lit) in lits.iter().enumerate() {
        sink.clause(&[!lit, rows[i / width]])?;
        sink.clause(&[!lit, cols[i % width]])?;
    }
    AtMostOne::Product.write(&rows, sink)?;
    AtMostOne::Product.write(&cols, sink)
}

fn bimander<S: ClauseSink>(lits: &[Lit], sink: &mut S) -> ControlFlow<End> {
    let groups = lits.len().div_ceil(2);
    let width = usize::BITS - (groups - 1).leading_zeros();
    let bits: Vec<Lit> = (0..width).map(|_| sink.new_var().positive()).collect();
    for (number, group) in lits.chunks(2).enumerate() {
        pairwise(group, sink)?;
        for &lit in group {
            for (i, &bit) in bits.iter().enumerate() {
                sink.clause(&[!lit, if number >> i & 1 == 1 { bit } else { !bit }])?;
            }
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::{Cnf, Size, Var};

    fn formula(method: AtMostOne, n: usize) -> Cnf {
        let mut cnf = Cnf::new();
        let lits: Vec<Lit> = (0..n).map(|_| cnf.new_var().positive()).collect();
        assert!(method.write(&lits, &mut cnf).is_continue());
        cnf
    }

    /// Whether some values of the other variables satisfy it, given the first `n`.
    fn can_hold(cnf: &Cnf, first: u32, n: usize) -> bool {
        let others = cnf.var_count() - n;
        (0..1u32 << others).any(|rest| {
            let values = first | rest << n;
            cnf.is_satisfied_by(|lit| (values >> lit.var().index() & 1 == 1) != lit.is_negative())
        })
    }

    #[test]
    fn each_method_allows_none_and_one_and_nothing_else() {
        for method in AtMostOne::ALL {
            for n in 0..=8 {
                let cnf = formula(method, n);
                for first in 0..1u32 << n {
                    let holds = can_hold(&cnf, first, n);
                    assert_eq!(holds, first.count_ones() <= 1, "{method:?} {n} {first:b}");
                }
            }
        }
    }

    /// What unit propagation makes of one literal assumed true.
    #[test]
    fn one_true_makes_all_others_false_by_unit_propagation() {
        for method in AtMostOne::ALL {
            for n in 2..=64 {
                let cnf = formula(method, n);
                for chosen in [0, n / 2, n - 1] {
                    let mut value = vec![None; cnf.var_count()];
                    value[chosen] = Some(true);
                    let known = |value: &[Option<bool>], lit: Lit| {
                        value[lit.var().index()].map(|v| v != lit.is_negative())
                    };
                    loop {
                        let unit = cnf.clauses().find_map(|clause| {
                            let mut open = clause.iter().filter(|&&l| known(&value, l).is_none());
                            let (first, second) = (open.next(), open.next());
                            let met = clause.iter().any(|&l| known(&value, l) == Some(true));
                            first.filter(|_| second.is_none() && !met)
                        });
                        let Some(lit) = unit else { break };
                        value[lit.var().index()] = Some(!lit.is_negative());
                    }
                    let others = (0..n).filter(|&i| i != chosen);
                    let fallen = others.filter(|&i| value[i] == Some(false)).count();
                    assert_eq!(fallen, n - 1, "{method:?} {n} {chosen}");
                }
            }
        }
    }

    #[test]
    fn sizes_are_those_of_the_papers() {
        let size = |method: AtMostOne, n: usize| {
            let mut size = Size::default();
            let lits: Vec<Lit> = (0..n).map(|i| Var::new(i).positive()).collect();
            assert!(method.write(&lits, &mut size).is_continue());
            (size.vars, size.clauses)
        };
        assert_eq!(size(AtMostOne::Pairwise, 9), (0, 36));
        assert_eq!(size(AtMostOne::Pairwise, 49), (0, 1176));
        assert_eq!(size(AtMostOne::Sequential, 9), (8, 23)); // n-1 and 3n-4
        assert_eq!(size(AtMostOne::Sequential, 49), (48, 143));
        // Three groups of three: 3 pairs, 3 implications, 1 clause each; 3 pairs.
        assert_eq!(size(AtMostOne::Commander, 9), (3, 24));
        // 3 rows and 3 columns: 18 implications and 3 pairs twice.
        assert_eq!(size(AtMostOne::Product, 9), (6, 24));
        // 5 groups need 3 bits: 27 implications and 4 pairs.
        assert_eq!(size(AtMostOne::Bimander, 9), (3, 31));
    }
}
