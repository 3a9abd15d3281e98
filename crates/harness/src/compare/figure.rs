//! Which of a row's times stands for the row when rows are compared.
//!
//! The mean is what somebody with a pile of puzzles waits for, and hard puzzles
//! rule it; the median is what somebody with one puzzle usually waits for; high
//! quantiles are for those who must answer in time. A mean over a corpus in which
//! puzzles were given up is the penalised one (PAR2): they count with twice the
//! limit. There is no mean over the solved ones alone.

use crate::record::{Mode, Row, Status};

/// A time in nanoseconds a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Figure {
    /// The mean puzzle, given-up ones counting with twice the limit. In
    /// throughput and process mode the whole time through the puzzles.
    #[default]
    Mean,
    /// The median puzzle. This and the following are known in latency mode only.
    Median,
    /// What 90 % of the puzzles do not exceed.
    P90,
    /// What 99 % do not exceed.
    P99,
    /// The slowest puzzle.
    Max,
}

impl Figure {
    /// All of them.
    pub const ALL: [Figure; 5] = [
        Figure::Mean,
        Figure::Median,
        Figure::P90,
        Figure::P99,
        Figure::Max,
    ];

    /// The word on the command line and over columns.
    pub fn word(self) -> &'static str {
        match self {
            Figure::Mean => "mean",
            Figure::Median => "median",
            Figure::P90 => "p90",
            Figure::P99 => "p99",
            Figure::Max => "max",
        }
    }

    /// The row's figure, if it has one. Rows that are worth nothing have none.
    pub fn of(self, row: &Row) -> Option<f64> {
        if row.status != Status::Measured {
            return None;
        }
        let value = match (row.mode, self) {
            (Mode::Latency, Figure::Mean) => row.par2_ns,
            (Mode::Latency, Figure::Median) => row.median_ns,
            (Mode::Latency, Figure::P90) => row.p90_ns,
            (Mode::Latency, Figure::P99) => row.p99_ns,
            (Mode::Latency, Figure::Max) => row.max_ns,
            (_, Figure::Mean) => row.wall_ns.map(|wall| wall / row.puzzles.max(1) as f64),
            _ => None,
        };
        // A time of nothing cannot be compared, whoever wrote it.
        value.filter(|&value| value > 0.0 && value.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_have_their_own_mean() {
        let row = Row {
            puzzles: 4,
            wall_ns: Some(400.0),
            par2_ns: Some(150.0),
            median_ns: Some(90.0),
            ..Row::default()
        };
        assert_eq!(Figure::Mean.of(&row), Some(150.0));
        assert_eq!(Figure::Median.of(&row), Some(90.0));
        assert_eq!(Figure::Max.of(&row), None);
        let throughput = Row {
            mode: Mode::Throughput,
            ..row.clone()
        };
        assert_eq!(Figure::Mean.of(&throughput), Some(100.0));
        assert_eq!(Figure::Median.of(&throughput), None);
        for status in [Status::Wrong, Status::Limited, Status::Failed] {
            let spoilt = Row {
                status,
                ..row.clone()
            };
            assert_eq!(Figure::Mean.of(&spoilt), None);
        }
    }
}
