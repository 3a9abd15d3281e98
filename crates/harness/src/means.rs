//! Means and spreads of what is compared by factors.
//!
//! Times and guesses of two engines differ by factors, so their logarithms are
//! what is averaged: a geometric mean treats twice as fast and half as fast alike,
//! and a mean of ratios does not depend on which engine is the base. All functions
//! say `None` of no values, rather than a number that means nothing.

/// The geometric mean of positive values; `None` where one is not, or there are none.
pub fn geometric_mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let logarithms: Option<Vec<f64>> = values.into_iter().map(logarithm).collect();
    Some(mean(&logarithms?)?.exp())
}

/// `exp(mean(ln(x + shift))) - shift`: a geometric mean that bears zeros, and in
/// which differences far below the shift hardly count.
pub fn shifted_geometric_mean(values: impl IntoIterator<Item = f64>, shift: f64) -> Option<f64> {
    // Rounding must not turn a mean of zeros into a number that is almost one.
    let shifted = geometric_mean(values.into_iter().map(|value| value + shift))?;
    Some((shifted - shift).max(0.0))
}

/// The geometric standard deviation of positive values: the factor by which one
/// typically lies off the geometric mean; 1 for a single value.
pub fn geometric_spread(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let logarithms: Option<Vec<f64>> = values.into_iter().map(logarithm).collect();
    let logarithms = logarithms?;
    let mean = mean(&logarithms)?;
    let squares = logarithms.iter().map(|value| (value - mean).powi(2));
    let freedom = logarithms.len().saturating_sub(1).max(1);
    Some((squares.sum::<f64>() / freedom as f64).sqrt().exp())
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn logarithm(value: f64) -> Option<f64> {
    (value > 0.0 && value.is_finite()).then(|| value.ln())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(got: Option<f64>, expected: f64) {
        let got = got.expect("a value");
        assert!(
            (got - expected).abs() < 1e-12 * expected.abs().max(1.0),
            "{got} {expected}"
        );
    }

    #[test]
    fn geometric_means_are_roots_of_products() {
        close(geometric_mean([1.0, 100.0]), 10.0);
        close(geometric_mean([2.0, 4.0, 8.0]), 4.0);
        assert_eq!(geometric_mean([]), None);
        assert_eq!(geometric_mean([1.0, 0.0]), None);
        assert_eq!(geometric_mean([1.0, -1.0]), None);
        assert_eq!(geometric_mean([1.0, f64::NAN]), None);
    }

    #[test]
    fn a_shift_bears_zeros() {
        // (0+1)(3+1)(15+1) = 64, whose third root is 4.
        close(shifted_geometric_mean([0.0, 3.0, 15.0], 1.0), 3.0);
        assert_eq!(shifted_geometric_mean([0.0; 7], 1.0), Some(0.0));
        assert_eq!(shifted_geometric_mean([], 1.0), None);
    }

    #[test]
    fn the_spread_is_a_factor() {
        close(geometric_spread([5.0, 5.0, 5.0]), 1.0);
        close(geometric_spread([5.0]), 1.0);
        // ln of 1, e and e^2: standard deviation 1.
        let e = std::f64::consts::E;
        close(geometric_spread([1.0, e, e * e]), e);
        close(geometric_spread([3.0, 3.0 * e, 3.0 * e * e]), e);
    }
}
