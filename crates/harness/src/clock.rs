//! The clock, and what looking at it costs.
//!
//! A 9x9 may take 400 ns and a reading of the clock 25, so the cost of the two
//! readings around a run is measured first and subtracted. Where a run is shorter
//! than a few readings or a few ticks of the clock, one reading says nothing;
//! such a run is repeated, twice as often each time, until there is enough to
//! divide. Repeating flatters (the second run finds its branches predicted), so it
//! is done only where it must be, and counted.

use std::time::Instant;

use crate::statistics::median;

/// How many costs, or ticks, a time must be worth to be believed.
const ENOUGH: f64 = 4.0;

/// A clock whose cost is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Clock {
    cost_ns: f64,
    tick_ns: f64,
}

/// How long something took.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Time {
    /// The time of one run, the clock's cost subtracted; above 0.
    pub ns: f64,
    /// How many runs that was divided by.
    pub runs: u32,
}

impl Clock {
    /// The clock of this thread's processor: takes a millisecond to find out.
    pub fn calibrated() -> Clock {
        let mut costs = Vec::with_capacity(10_000);
        let mut tick = f64::INFINITY;
        for _ in 0..10_000 {
            let start = Instant::now();
            let ns = start.elapsed().as_nanos() as f64;
            costs.push(ns);
            if ns > 0.0 {
                tick = tick.min(ns);
            }
        }
        Clock {
            cost_ns: median(&mut costs).unwrap_or(0.0),
            tick_ns: if tick.is_finite() { tick } else { 1.0 },
        }
    }

    /// What two readings, one after the other, show when nothing lies between.
    pub fn cost_ns(self) -> f64 {
        self.cost_ns
    }

    /// Times a run; the value is the last run's.
    #[inline]
    pub fn time<T>(self, mut run: impl FnMut() -> T) -> (T, Time) {
        let start = Instant::now();
        let mut value = run();
        let mut ns = start.elapsed().as_nanos() as f64;
        let least = ENOUGH * self.cost_ns.max(self.tick_ns);
        let mut runs = 1;
        while ns < least && runs < 1 << 20 {
            runs *= 2;
            let start = Instant::now();
            for _ in 0..runs {
                value = std::hint::black_box(run());
            }
            ns = start.elapsed().as_nanos() as f64;
        }
        // Noise may make the difference vanish; what was done took time.
        let each = ((ns - self.cost_ns) / f64::from(runs)).max(0.1);
        (value, Time { ns: each, runs })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_run_is_repeated_and_a_long_one_is_not() {
        // Seconds would be needed, so that no pause of the machine makes it long.
        let slow = Clock {
            cost_ns: 1e9,
            tick_ns: 1.0,
        };
        let mut runs = 0;
        let (_, time) = slow.time(|| runs += 1);
        assert!(time.runs > 1 && time.ns > 0.0, "{time:?}");
        // 1 + 2 + 4 + ... + the last.
        assert_eq!(runs, 2 * time.runs - 1);
        let clock = Clock {
            cost_ns: 20.0,
            tick_ns: 1.0,
        };
        let long = std::time::Duration::from_millis(2);
        let (_, time) = clock.time(|| std::thread::sleep(long));
        assert_eq!(time.runs, 1);
        assert!(time.ns >= 2e6 - clock.cost_ns);
    }

    #[test]
    fn a_clock_that_only_ticks_now_and_then_needs_more() {
        let coarse = Clock {
            cost_ns: 0.0,
            tick_ns: 1e9,
        };
        let (_, time) = coarse.time(|| std::hint::black_box(1));
        assert!(time.runs > 1000, "{time:?}");
        assert!(Clock::calibrated().tick_ns > 0.0);
    }
}
