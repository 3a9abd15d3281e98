//! Flags on what terms figures are compared: shared by cmp, rank and report.

use clap::{Args, ValueEnum};
use polydoku_harness::compare::{Figure, Terms};

/// `--by` and `--seed`.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct TermsFlags {
    /// mean, median, p90, p99 or max [default: mean]
    ///
    /// Which time of a puzzle is compared. mean: given-up puzzles count with twice
    /// the limit (PAR2). The others are known in latency mode only.
    #[arg(
        long,
        value_name = "FIGURE",
        value_enum,
        default_value_t,
        hide_default_value = true,
        hide_possible_values = true
    )]
    by: FigureWord,

    /// Number that the bootstrap follows from [default: 1]
    #[arg(
        long,
        value_name = "S",
        default_value_t = 1,
        hide_default_value = true,
        hide_short_help = true
    )]
    seed: u64,
}

impl TermsFlags {
    /// What they stand for.
    pub(super) fn terms(self) -> Terms {
        Terms {
            figure: self.by.figure(),
            seed: self.seed,
            ..Terms::default()
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum FigureWord {
    #[default]
    Mean,
    Median,
    P90,
    P99,
    Max,
}

impl FigureWord {
    fn figure(self) -> Figure {
        match self {
            FigureWord::Mean => Figure::Mean,
            FigureWord::Median => Figure::Median,
            FigureWord::P90 => Figure::P90,
            FigureWord::P99 => Figure::P99,
            FigureWord::Max => Figure::Max,
        }
    }
}

/// A share such as `5%` or `0.05`.
///
/// # Errors
/// A message that shows how shares are written.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let (number, scale) = match text.strip_suffix('%') {
        Some(number) => (number, 100.0),
        None => (text, 1.0),
    };
    match number.trim().parse::<f64>() {
        Ok(value) if value.is_finite() && value >= 0.0 => Ok(value / scale),
        _ => Err("a share is written as 5% or 0.05".to_owned()),
    }
}

/// What a figure is called in a sentence.
pub(super) fn words(figure: Figure) -> String {
    match figure {
        Figure::Mean => "mean time of a puzzle".to_owned(),
        Figure::Max => "time of the slowest puzzle".to_owned(),
        figure => format!("{} time of a puzzle", figure.word()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_percentages_or_fractions() {
        assert_eq!(share("5%"), Ok(0.05));
        assert_eq!(share("0.25"), Ok(0.25));
        assert_eq!(share("0"), Ok(0.0));
        for wrong in ["", "%", "-1%", "five", "nan"] {
            assert!(share(wrong).is_err(), "{wrong:?}");
        }
    }
}
