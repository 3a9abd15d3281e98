//! How sure is a ratio: bootstrap intervals over rounds.
//!
//! A round is one measurement of everything, so the rounds are the sample. It is
//! drawn again from itself, with replacement, [`RESAMPLES`] times; the middle 95 %
//! of the ratios so found are the interval (Efron's percentile method, "Bootstrap
//! methods: another look at the jackknife", 1979). Random numbers follow from a
//! seed, so that the same record gives the same interval.
//!
//! What it covers is the noise from round to round. It does not cover what all
//! rounds of a run have in common (a busy neighbour, a warm room), nor which
//! puzzles were drawn. With few rounds it is narrow by nature: below
//! [`Estimate::FEWEST`] there is none.

use polydoku_corpus::isomorph::SplitMix64;

use crate::means::geometric_mean;
use crate::statistics::{median, quantile};

/// How often a sample is drawn again.
const RESAMPLES: usize = 2000;

/// How much of the ratios lies inside the interval.
const CONFIDENCE: f64 = 0.95;

/// From a low to a high value, both included.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether a value lies in it.
    pub fn holds(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The middle part of many values; `None` of nothing.
    pub(super) fn of(values: &mut [f64]) -> Option<Interval> {
        let outside = (1.0 - CONFIDENCE) / 2.0;
        Some(Interval {
            low: quantile(values, outside)?,
            high: quantile(values, 1.0 - outside)?,
        })
    }

    /// The same interval of values divided by `factor`.
    pub(super) fn divided(self, factor: f64) -> Interval {
        Interval {
            low: self.low / factor,
            high: self.high / factor,
        }
    }
}

/// A ratio of two times, `other` through `base`: 2 means that the other one takes
/// twice as long.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The ratio.
    pub ratio: f64,
    /// Where it lies with 95 % confidence; `None` where there were too few rounds.
    pub interval: Option<Interval>,
    /// The rounds that it rests on: of the side with fewer of them.
    pub rounds: usize,
}

impl Estimate {
    /// The fewest rounds that have an interval.
    pub const FEWEST: usize = 3;
}

/// The ratio where both were measured in the same rounds, one pair a round: the
/// median of the rounds' ratios. `None` without rounds.
pub fn paired_ratio(pairs: &[(f64, f64)], seed: u64) -> Option<Estimate> {
    let mut ratios: Vec<f64> = pairs.iter().map(|(base, other)| other / base).collect();
    let rounds = ratios.len();
    let mut drawn = ratios.clone();
    let ratio = median(&mut ratios)?;
    let mut random = SplitMix64::new(seed);
    let resampled = resampled(rounds, || {
        draw(&ratios, &mut drawn, &mut random);
        median(&mut drawn)
    });
    Some(Estimate {
        ratio,
        interval: resampled,
        rounds,
    })
}

/// The ratio where both were measured apart: the ratio of the medians over rounds.
/// `None` if a side has no round.
pub fn unpaired_ratio(base: &[f64], other: &[f64], seed: u64) -> Option<Estimate> {
    let (mut base_drawn, mut other_drawn) = (base.to_vec(), other.to_vec());
    let ratio = median(&mut other_drawn)? / median(&mut base_drawn)?;
    let rounds = base.len().min(other.len());
    let mut random = SplitMix64::new(seed);
    let resampled = resampled(rounds, || {
        draw(base, &mut base_drawn, &mut random);
        draw(other, &mut other_drawn, &mut random);
        Some(median(&mut other_drawn)? / median(&mut base_drawn)?)
    });
    Some(Estimate {
        ratio,
        interval: resampled,
        rounds,
    })
}

/// The geometric mean over corpora of the rounds' median ratios, with all corpora
/// resampled at once. Each corpus is a list of pairs as in [`paired_ratio`].
pub(super) fn mean_paired_ratio(corpora: &[Vec<(f64, f64)>], seed: u64) -> Option<Estimate> {
    let ratios: Vec<Vec<f64>> = corpora
        .iter()
        .map(|pairs| pairs.iter().map(|(base, other)| other / base).collect())
        .collect();
    let rounds = ratios.iter().map(Vec::len).min()?;
    let middle = |values: &[f64]| median(&mut values.to_vec());
    let middles: Option<Vec<f64>> = ratios.iter().map(|values| middle(values)).collect();
    let ratio = geometric_mean(middles?)?;
    let mut random = SplitMix64::new(seed);
    let interval = resampled(rounds, || {
        let middles = ratios.iter().map(|values| {
            let mut drawn = values.clone();
            draw(values, &mut drawn, &mut random);
            median(&mut drawn)
        });
        geometric_mean(middles.collect::<Option<Vec<f64>>>()?)
    });
    Some(Estimate {
        ratio,
        interval,
        rounds,
    })
}

fn draw(from: &[f64], into: &mut [f64], random: &mut SplitMix64) {
    for value in into {
        *value = from[random.below(from.len() as u64) as usize];
    }
}

fn resampled(rounds: usize, mut statistic: impl FnMut() -> Option<f64>) -> Option<Interval> {
    if rounds < Estimate::FEWEST {
        return None;
    }
    let values: Option<Vec<f64>> = (0..RESAMPLES).map(|_| statistic()).collect();
    Interval::of(&mut values?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number that is normally distributed, nearly: the sum of twelve even ones.
    fn normal(random: &mut SplitMix64) -> f64 {
        let even = |random: &mut SplitMix64| random.bits() as f64 / u64::MAX as f64;
        (0..12).map(|_| even(random)).sum::<f64>() - 6.0
    }

    /// Times around `mean` that scatter by about 10 %.
    fn times(mean: f64, count: usize, random: &mut SplitMix64) -> Vec<f64> {
        (0..count)
            .map(|_| mean * (0.1 * normal(random)).exp())
            .collect()
    }

    /// How many of 400 intervals hold the truth, which is known here.
    fn covered(estimate: impl Fn(&mut SplitMix64, u64) -> Estimate, truth: f64) -> usize {
        let mut random = SplitMix64::new(8);
        let all = (0..400).map(|seed| estimate(&mut random, seed));
        all.filter(|estimate| estimate.interval.expect("an interval").holds(truth))
            .count()
    }

    #[test]
    fn about_nineteen_of_twenty_intervals_hold_the_truth() {
        let unpaired = |random: &mut SplitMix64, seed| {
            let (base, other) = (times(2.0, 15, random), times(3.0, 15, random));
            unpaired_ratio(&base, &other, seed).expect("rounds")
        };
        // The percentile method is known to promise a little too much or too
        // little with so few rounds; 95 % of 400 is 380.
        let held = covered(unpaired, 1.5);
        assert!((360..=396).contains(&held), "{held}");
        let paired = |random: &mut SplitMix64, seed| {
            // What both have in common in a round is larger than the difference.
            let pairs = (0..15).map(|_| {
                let hour = (0.5 * normal(random)).exp();
                let other = 1.5 * hour * (0.1 * normal(random)).exp();
                (hour, other)
            });
            paired_ratio(&pairs.collect::<Vec<_>>(), seed).expect("rounds")
        };
        let held = covered(paired, 1.5);
        assert!((360..=396).contains(&held), "{held}");
    }

    #[test]
    fn what_rounds_have_in_common_cancels_out() {
        let pairs = [(1.0, 2.0), (10.0, 20.0), (3.0, 6.0), (7.0, 14.0)];
        let estimate = paired_ratio(&pairs, 1).unwrap();
        assert_eq!((estimate.ratio, estimate.rounds), (2.0, 4));
        let exact = Interval {
            low: 2.0,
            high: 2.0,
        };
        assert_eq!(estimate.interval, Some(exact));
        let mean = mean_paired_ratio(&[pairs.to_vec(), vec![(1.0, 8.0); 3]], 1).unwrap();
        assert!((mean.ratio - 4.0).abs() < 1e-12);
        assert_eq!(mean.rounds, 3);
    }

    #[test]
    fn few_rounds_have_no_interval_and_none_no_ratio() {
        let two = paired_ratio(&[(1.0, 1.0), (1.0, 3.0)], 1).unwrap();
        assert_eq!((two.ratio, two.interval), (2.0, None));
        assert_eq!(paired_ratio(&[], 1), None);
        assert_eq!(unpaired_ratio(&[1.0], &[], 1), None);
        let uneven = unpaired_ratio(&[1.0; 9], &[3.0, 3.0], 1).unwrap();
        assert_eq!(
            (uneven.ratio, uneven.interval, uneven.rounds),
            (3.0, None, 2)
        );
    }

    #[test]
    fn the_same_seed_gives_the_same_interval() {
        let pairs: Vec<_> = (1..8).map(|i| (f64::from(i), f64::from(i * i))).collect();
        assert_eq!(paired_ratio(&pairs, 5), paired_ratio(&pairs, 5));
    }
}
