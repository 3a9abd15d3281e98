//! A record's rows with their rounds put together.

use super::{Row, Status};

/// One engine on one question in one mode with one number of threads, over all
/// rounds of a record. Never empty.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured<'r> {
    /// The rounds in order.
    pub rounds: Vec<&'r Row>,
}

impl<'r> Measured<'r> {
    pub(super) fn of(rows: &'r [Row]) -> Vec<Measured<'r>> {
        let mut all: Vec<Measured<'r>> = Vec::new();
        for row in rows {
            match all.iter_mut().find(|one| one.takes(row)) {
                Some(one) => one.rounds.push(row),
                None => all.push(Measured { rounds: vec![row] }),
            }
        }
        for one in &mut all {
            one.rounds.sort_by_key(|row| row.round);
        }
        all
    }

    fn takes(&self, row: &Row) -> bool {
        let first = self.row();
        let who = |row: &Row| (row.mode, row.threads, row.max_nodes, row.timeout_ns);
        first.engine == row.engine && who(first) == who(row) && first.same_question(row)
    }

    /// The first round's row, for what all rounds have in common.
    pub fn row(&self) -> &'r Row {
        self.rounds[0]
    }

    /// The worst that a round came to.
    pub fn status(&self) -> Status {
        let all = self.rounds.iter().map(|row| row.status);
        let rank = |status: &Status| match status {
            Status::Measured => 0,
            Status::Limited => 1,
            Status::Unsupported => 2,
            Status::Failed => 3,
            Status::Wrong => 4,
        };
        all.max_by_key(rank).expect("there is a round")
    }

    /// A figure's median over the rounds that have it:
    /// `measured.median(|row| row.median_ns)`.
    pub fn median(&self, figure: impl Fn(&Row) -> Option<f64>) -> Option<f64> {
        crate::statistics::median(&mut self.values(figure))
    }

    /// A figure's value in each round that has it.
    pub fn values(&self, figure: impl Fn(&Row) -> Option<f64>) -> Vec<f64> {
        self.rounds.iter().filter_map(|row| figure(row)).collect()
    }

    /// How many puzzles were given up in the round that gave up most.
    pub fn unknown(&self) -> u64 {
        let all = self.rounds.iter().map(|row| row.unknown);
        all.max().expect("there is a round")
    }

    /// How many puzzles timed out in the round with the most.
    pub fn timed_out(&self) -> u64 {
        let all = self.rounds.iter().map(|row| row.timed_out);
        all.max().expect("there is a round")
    }
}
