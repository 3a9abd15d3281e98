//! Numbers as people read them: three digits and a unit.

/// A time: `312 ns`, `4.61 µs`, `1.2 s`.
pub fn time(ns: f64) -> String {
    let (value, unit) = match ns {
        _ if ns < 999.5 => (ns, "ns"),
        _ if ns < 999.5e3 => (ns / 1e3, "µs"),
        _ if ns < 999.5e6 => (ns / 1e6, "ms"),
        _ => (ns / 1e9, "s"),
    };
    format!("{} {unit}", digits(value))
}

/// A time that is a power of ten, for an axis: `1 µs`, `100 ns`.
pub(super) fn decade(ns: f64) -> String {
    let (value, unit) = match ns {
        _ if ns < 0.9e3 => (ns, "ns"),
        _ if ns < 0.9e6 => (ns / 1e3, "µs"),
        _ if ns < 0.9e9 => (ns / 1e6, "ms"),
        _ => (ns / 1e9, "s"),
    };
    // Division leaves 0.1 as 0.09999999999999999.
    let rounded = format!("{value:.3}");
    let rounded = rounded.trim_end_matches('0').trim_end_matches('.');
    format!("{rounded} {unit}")
}

/// A factor: `1.7×`, `240×`.
pub fn factor(value: f64) -> String {
    format!("{}×", digits(value))
}

/// How many a second: `1,095,000`.
pub fn rate(per_second: f64) -> String {
    if per_second < 100.0 {
        return digits(per_second);
    }
    // More than three digits would claim more than was measured.
    let step = 10f64.powf(per_second.log10().floor() - 2.0).max(1.0);
    thousands(((per_second / step).round() * step) as u64)
}

/// How many a machine runs: `1 thread`, `2 threads`.
pub(super) fn threads(number: u32) -> String {
    match number {
        1 => "1 thread".to_owned(),
        more => format!("{more} threads"),
    }
}

/// A number with commas between thousands.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Three digits that mean something, as far as there are any.
pub(super) fn digits(value: f64) -> String {
    match value.abs() {
        v if v >= 999.5 => thousands(value.round() as u64),
        v if v >= 99.95 => format!("{value:.0}"),
        v if v >= 9.995 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits_and_a_unit() {
        assert_eq!(time(0.75), "0.75 ns");
        assert_eq!(time(312.4), "312 ns");
        assert_eq!(time(999.7), "1.00 µs");
        assert_eq!(time(4_610.0), "4.61 µs");
        assert_eq!(time(45_600_000.0), "45.6 ms");
        assert_eq!(time(1.5e12), "1,500 s");
        assert_eq!(decade(1e5), "100 µs");
        assert_eq!(decade(0.1), "0.1 ns");
        assert_eq!(decade(1e9), "1 s");
    }

    #[test]
    fn factors_and_rates_claim_no_more_than_three_digits() {
        assert_eq!(factor(1.0), "1.00×");
        assert_eq!(factor(23.46), "23.5×");
        assert_eq!(factor(20_123.4), "20,123×");
        assert_eq!(rate(1_095_126.0), "1,100,000");
        assert_eq!(rate(13_312.0), "13,300");
        assert_eq!(rate(452.4), "452");
        assert_eq!(rate(2.2), "2.20");
        assert_eq!(thousands(1_000), "1,000");
    }
}
