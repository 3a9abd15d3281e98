//! The few statistics that a record needs, over plain slices.
//!
//! Quantiles are nearest-rank: always a time that was measured, never one
//! between two. The median of an even number of values is the mean of the two in
//! the middle, as everybody expects.

/// Sorts times; they are never NaN.
fn sorted(values: &mut [f64]) -> &[f64] {
    values.sort_unstable_by(f64::total_cmp);
    values
}

/// The median; `None` of nothing. Sorts the values.
pub fn median(values: &mut [f64]) -> Option<f64> {
    let values = sorted(values);
    let half = values.len() / 2;
    match values.len() {
        0 => None,
        n if n % 2 == 1 => Some(values[half]),
        _ => Some(f64::midpoint(values[half - 1], values[half])),
    }
}

/// The smallest value that at least `share` of all do not exceed (nearest rank);
/// `None` of nothing. Sorts the values.
///
/// # Panics
/// If `share` is not between 0 and 1.
pub fn quantile(values: &mut [f64], share: f64) -> Option<f64> {
    assert!((0.0..=1.0).contains(&share), "a share is from 0 to 1");
    let values = sorted(values);
    let rank = (share * values.len() as f64).ceil() as usize;
    values.get(rank.max(1) - 1).copied()
}

/// Median absolute deviation from the median: half of the values are nearer to
/// the median than this, which a few outliers do not change. Sorts the values.
pub fn median_deviation(values: &mut [f64]) -> Option<f64> {
    let middle = median(values)?;
    let mut away: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
    median(&mut away)
}

/// Penalised average: the mean in which each of `unsolved` further runs counts
/// with twice the limit. `None` of nothing.
pub fn par2(solved: &[f64], unsolved: u64, limit: f64) -> Option<f64> {
    let runs = solved.len() as f64 + unsolved as f64;
    let total: f64 = solved.iter().sum::<f64>() + 2.0 * limit * unsolved as f64;
    (runs > 0.0).then(|| total / runs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_or_between_the_two() {
        assert_eq!(median(&mut []), None);
        assert_eq!(median(&mut [7.0]), Some(7.0));
        assert_eq!(median(&mut [9.0, 1.0, 4.0]), Some(4.0));
        assert_eq!(median(&mut [9.0, 1.0, 4.0, 6.0]), Some(5.0));
    }

    /// The example of the nearest-rank article: 5th, 30th, 40th, 50th and 100th
    /// percentile of 15, 20, 35, 40, 50 are 15, 20, 20, 35, 50.
    #[test]
    fn quantiles_are_values_that_occur() {
        let at = |share| quantile(&mut [50.0, 15.0, 40.0, 20.0, 35.0], share);
        let all = [0.05, 0.30, 0.40, 0.50, 1.0].map(at);
        assert_eq!(all, [15.0, 20.0, 20.0, 35.0, 50.0].map(Some));
        assert_eq!(at(0.0), Some(15.0));
        assert_eq!(quantile(&mut [], 0.5), None);
        let mut hundred: Vec<f64> = (1..=100).map(f64::from).collect();
        assert_eq!(quantile(&mut hundred, 0.90), Some(90.0));
        assert_eq!(quantile(&mut hundred, 0.99), Some(99.0));
    }

    /// 1 1 2 2 4 6 9 has the median 2; the distances 1 1 0 0 2 4 7 have 1.
    #[test]
    fn the_deviation_ignores_outliers() {
        let mut values = [9.0, 1.0, 2.0, 6.0, 1.0, 4.0, 2.0];
        assert_eq!(median_deviation(&mut values), Some(1.0));
        assert_eq!(median_deviation(&mut [3.0]), Some(0.0));
        assert_eq!(median_deviation(&mut []), None);
    }

    #[test]
    fn giving_up_costs_twice_the_limit() {
        assert_eq!(par2(&[1.0, 3.0], 0, 10.0), Some(2.0));
        assert_eq!(par2(&[1.0, 3.0], 2, 10.0), Some(11.0));
        assert_eq!(par2(&[], 3, 10.0), Some(20.0));
        assert_eq!(par2(&[], 0, 10.0), None);
    }
}
