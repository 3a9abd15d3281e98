//! From values to places: linear and logarithmic axes with their ticks.

use super::svg::{Anchor, Drawing};

/// An axis between two places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    from: f64,
    to: f64,
    start: f64,
    end: f64,
    logarithmic: bool,
}

impl Axis {
    /// Values in even steps.
    pub(super) fn linear(from: f64, to: f64, start: f64, end: f64) -> Axis {
        Axis {
            from,
            to: if to > from { to } else { from + 1.0 },
            start,
            end,
            logarithmic: false,
        }
    }

    /// Positive values by their logarithm, widened to whole steps of 1, 2, 5.
    pub(super) fn logarithmic((from, to): (f64, f64), start: f64, end: f64) -> Axis {
        let from = nice_below(from);
        let to = nice_above(to).max(from * 2.0);
        Axis {
            from,
            to,
            start,
            end,
            logarithmic: true,
        }
    }

    /// Where a value stands; beyond the ends, at the end.
    pub(super) fn at(&self, value: f64) -> f64 {
        let share = if self.logarithmic {
            (value.max(f64::MIN_POSITIVE) / self.from).ln() / (self.to / self.from).ln()
        } else {
            (value - self.from) / (self.to - self.from)
        };
        self.start + share.clamp(0.0, 1.0) * (self.end - self.start)
    }

    pub(super) fn range(&self) -> (f64, f64) {
        (self.from, self.to)
    }

    /// Values to be marked: powers of ten and, where those are few, 2 and 5 times
    /// them; or round numbers.
    pub(super) fn ticks(&self) -> Vec<f64> {
        if !self.logarithmic {
            let step = nice_above((self.to - self.from) / 5.0);
            let first = (self.from / step).ceil() as i64;
            let last = (self.to / step * (1.0 + 1e-9)).floor() as i64;
            return (first..=last).map(|number| number as f64 * step).collect();
        }
        let decades = (self.to / self.from).log10();
        let steps: &[f64] = match decades {
            d if d <= 2.0 => &[1.0, 2.0, 5.0],
            _ => &[1.0],
        };
        let every = ((decades / 8.0).ceil() as i32).max(1);
        let lowest = self.from.log10().floor() as i32;
        let highest = self.to.log10().ceil() as i32;
        let slack = 1.0 + 1e-9;
        (lowest..=highest)
            .filter(|power| power.rem_euclid(every) == 0)
            .flat_map(|power| steps.iter().map(move |step| step * 10f64.powi(power)))
            .filter(|tick| self.from <= tick * slack && *tick <= self.to * slack)
            .collect()
    }

    /// Draws it upright at the left of a field that ends at `right`, with lines
    /// across and what the axis shows above it.
    pub(super) fn draw_upright(
        &self,
        drawing: &mut Drawing,
        (left, right): (f64, f64),
        name: &str,
        label: impl Fn(f64) -> String,
    ) {
        for tick in self.ticks() {
            let y = self.at(tick);
            drawing.line("grid", (left, y), (right, y));
            drawing.text("tick", (left - 6.0, y + 4.0), Anchor::End, &label(tick));
        }
        let top = self.start.min(self.end);
        drawing.text("name", (4.0, top - 10.0), Anchor::Start, name);
    }

    /// Draws it along the bottom of a field that begins at `top`.
    pub(super) fn draw_along(
        &self,
        drawing: &mut Drawing,
        (top, bottom): (f64, f64),
        name: &str,
        label: impl Fn(f64) -> String,
    ) {
        let mut free_from = f64::NEG_INFINITY;
        for tick in self.ticks() {
            let x = self.at(tick);
            drawing.line("grid", (x, top), (x, bottom));
            // About six units a letter; labels that would touch are left out.
            let text = label(tick);
            let half = 3.2 * text.chars().count() as f64;
            if x - half >= free_from {
                drawing.text("tick", (x, bottom + 15.0), Anchor::Middle, &text);
                free_from = x + half + 4.0;
            }
        }
        let middle = f64::midpoint(self.start, self.end);
        drawing.text("name", (middle, bottom + 32.0), Anchor::Middle, name);
    }
}

/// The largest 1, 2 or 5 times a power of ten that is not above the value.
fn nice_below(value: f64) -> f64 {
    let value = value.max(1e-12);
    let decade = 10f64.powf(value.log10().floor());
    let slack = 1.0 + 1e-9;
    let steps = [5.0, 2.0, 1.0].map(|step| step * decade);
    let below = steps.into_iter().find(|step| *step <= value * slack);
    below.unwrap_or(decade)
}

fn nice_above(value: f64) -> f64 {
    let below = nice_below(value);
    let slack = 1.0 + 1e-9;
    let above = [1.0, 2.0, 2.5, 4.0, 5.0].map(|step| step * below);
    let nice = |step: &f64| nice_below(*step) >= step / slack && *step * slack >= value;
    above.into_iter().find(nice).unwrap_or(below * 10.0)
}

/// Moves places apart so that they are at least `gap` from each other, in the same
/// order and as little as need be, between `low` and `high`.
pub(super) fn spread_out(places: &mut [f64], gap: f64, (low, high): (f64, f64)) {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by(|&a, &b| places[a].total_cmp(&places[b]));
    let mut free = low;
    for &one in &order {
        places[one] = places[one].max(free);
        free = places[one] + gap;
    }
    let mut free = high;
    for &one in order.iter().rev() {
        places[one] = places[one].min(free);
        free = places[one] - gap;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithmic_axes_begin_and_end_at_round_values() {
        let axis = Axis::logarithmic((23.0, 9_100.0), 0.0, 300.0);
        assert_eq!(axis.range(), (20.0, 10_000.0));
        assert_eq!(axis.ticks(), [100.0, 1000.0, 10_000.0]);
        assert!((axis.at(1000.0) - axis.at(100.0) - 111.2).abs() < 0.1);
        assert_eq!((axis.at(1.0), axis.at(1e9)), (0.0, 300.0));
        let narrow = Axis::logarithmic((3.0, 14.0), 0.0, 1.0);
        assert_eq!(narrow.ticks(), [2.0, 5.0, 10.0, 20.0]);
    }

    #[test]
    fn linear_axes_have_few_round_ticks() {
        assert_eq!(
            Axis::linear(0.0, 1465.0, 0.0, 1.0).ticks(),
            [0.0, 500.0, 1000.0]
        );
        assert_eq!(
            Axis::linear(0.0, 4.0, 0.0, 1.0).ticks(),
            [0.0, 1.0, 2.0, 3.0, 4.0]
        );
        let upside_down = Axis::linear(0.0, 10.0, 100.0, 0.0);
        assert_eq!(upside_down.at(2.5), 75.0);
        let threads = Axis::linear(1.0, 2.0, 0.0, 100.0);
        assert_eq!((threads.at(1.5), threads.ticks()[0]), (50.0, 1.0));
    }

    #[test]
    fn labels_do_not_touch() {
        let mut places = [10.0, 11.0, 50.0, 12.0];
        spread_out(&mut places, 5.0, (0.0, 100.0));
        assert_eq!(places, [10.0, 15.0, 50.0, 20.0]);
        let mut low = [98.0, 99.0, 100.0];
        spread_out(&mut low, 5.0, (0.0, 100.0));
        assert_eq!(low, [90.0, 95.0, 100.0]);
    }
}
