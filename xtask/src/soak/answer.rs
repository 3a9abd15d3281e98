//! One engine's answer to one question, with everything it showed.
//!
//! Before answers are compared, each must make sense by itself: its solutions are
//! right and different, it showed as many as it reports, never more than asked
//! for, and it ends for a reason that was there. That catches an engine which is
//! wrong in the same way as its neighbours.

use polydoku_core::{Digit, End, Puzzle, Query, Report, Solver};
use std::{collections::HashSet, ops::ControlFlow};

/// What an engine said.
pub struct Answer {
    pub report: Report,
    /// The solutions it showed, in its order.
    pub rows: Vec<Vec<Digit>>,
}

impl Answer {
    /// Asks `solver`.
    pub fn of(solver: &mut dyn Solver, puzzle: &Puzzle, query: &Query) -> Self {
        let mut rows = Vec::new();
        let report = solver.run(puzzle.as_ref(), query, &mut |digits| {
            rows.push(digits.to_vec());
            ControlFlow::Continue(())
        });
        Self { report, rows }
    }

    /// Whether it settles the question.
    pub fn is_settled(&self) -> bool {
        is_settled(&self.report)
    }

    /// The solution, where it is known to be the only one.
    pub fn only(&self) -> Option<&[Digit]> {
        let is_only = self.report.found == 1 && self.report.is_exact();
        self.rows.first().filter(|_| is_only).map(Vec::as_slice)
    }

    /// What is wrong with it by itself.
    pub fn nonsense(&self, puzzle: &Puzzle, query: &Query) -> Option<String> {
        let Report { found, end, .. } = self.report;
        let wrong = self
            .rows
            .iter()
            .find_map(|row| puzzle.check_solution(row).err());
        if let Some(error) = wrong {
            return Some(format!("shows no solution: {error}"));
        }
        let distinct: HashSet<_> = self.rows.iter().collect();
        if distinct.len() < self.rows.len() {
            return Some("shows a solution twice".to_owned());
        }
        let shown = self.rows.len() as u64;
        if shown != found {
            return Some(format!("reports {found} solutions and shows {shown}"));
        }
        if found > query.limit() || (end == End::Limit) != (found == query.limit()) {
            return Some(format!("finds {found} of at most {}, {end}", query.limit()));
        }
        let has_cause = match end {
            End::Nodes => query.max_nodes.is_some(),
            End::Time => query.time.is_some(),
            _ => matches!(end, End::Exhausted | End::Limit),
        };
        (!has_cause).then(|| format!("ends without a cause: {end}"))
    }
}

/// Whether a report settles the question asked.
pub fn is_settled(report: &Report) -> bool {
    matches!(report.end, End::Exhausted | End::Limit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use polydoku_core::{Rules, Stats};
    use std::sync::Arc;

    fn said(rows: &[&str], found: u64, end: End) -> Option<String> {
        let rules = Arc::new(Rules::assumed(4).expect("4x4"));
        let puzzle = Puzzle::parse(&rules, "1...............").expect("one clue");
        let digits = |row: &&str| {
            row.bytes()
                .filter_map(|byte| Digit::new(byte - b'0'))
                .collect()
        };
        let stats = Stats::default();
        let answer = Answer {
            report: Report { found, end, stats },
            rows: rows.iter().map(digits).collect(),
        };
        answer.nonsense(&puzzle, &Query::count(2))
    }

    #[test]
    fn sense_passes_and_each_kind_of_nonsense_is_told() {
        let (one, two) = ("1234341221434321", "1234341243212143");
        assert_eq!(said(&[], 0, End::Exhausted), None);
        assert_eq!(said(&[one, two], 2, End::Limit), None);
        let told = |rows: &[&str], found, end| said(rows, found, end).unwrap_or_default();
        let other_clue = "2134341221434321";
        assert!(told(&[other_clue], 1, End::Exhausted).contains("no solution"));
        assert!(told(&[one, one], 2, End::Limit).contains("twice"));
        assert!(told(&[one], 0, End::Exhausted).contains("shows 1"));
        assert!(told(&[one, two], 2, End::Exhausted).contains("at most 2"));
        assert!(told(&[one], 1, End::Limit).contains("at most 2"));
        assert!(told(&[], 0, End::Time).contains("without a cause"));
    }
}
