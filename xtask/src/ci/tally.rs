//! What the test runner said: how many passed, failed and skipped.
//!
//! Every test binary ends with a line `test result: ok. 3 passed; 0 failed; ..`.
//! A test that cannot run here says `skipped: reason` on a line of its own, and
//! still counts as passed for the runner; both are read from the output, so that
//! CI's last line says what really ran.

use std::{collections::BTreeMap, fmt};

/// Sums over all the test binaries of a run.
#[derive(Debug, Default)]
pub struct Tally {
    passed: u64,
    failed: u64,
    /// Reasons with how many times each was given.
    skipped: BTreeMap<String, u64>,
}

impl Tally {
    /// Takes one line of a runner's output.
    pub fn read(&mut self, line: &str) {
        if let Some(result) = line.strip_prefix("test result: ") {
            self.passed += number_before(result, " passed");
            self.failed += number_before(result, " failed");
        } else if let Some(reason) = line.trim_start().strip_prefix("skipped: ") {
            *self
                .skipped
                .entry(reason.trim_end().to_owned())
                .or_default() += 1;
        }
    }

    /// The reasons for skips, one a line.
    pub fn skips(&self) -> String {
        let reasons = self.skipped.iter();
        let lines = reasons.map(|(reason, times)| format!("skipped {times} times: {reason}\n"));
        lines.collect()
    }
}

impl fmt::Display for Tally {
    /// One line in a form that machines read too: `tests: 3 passed, 0 failed, 1 skipped`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let skipped: u64 = self.skipped.values().sum();
        write!(
            f,
            "tests: {} passed, {} failed, {skipped} skipped",
            self.passed, self.failed
        )
    }
}

/// The number that stands directly before `word`, or 0.
fn number_before(text: &str, word: &str) -> u64 {
    let before = text.split(word).next().unwrap_or_default();
    let digits = before
        .rsplit(|symbol: char| !symbol.is_ascii_digit())
        .next();
    digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_and_skips_are_summed() {
        let mut tally = Tally::default();
        for line in [
            "running 4 tests",
            "test a ... ok",
            "test result: ok. 4 passed; 0 failed; 1 ignored; 0 measured; 2 filtered out; finished in 0.01s",
            "skipped: no ../shared",
            "    skipped: no ../shared",
            "skipped: needs AVX-512",
            "test result: FAILED. 10 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out",
        ] {
            tally.read(line);
        }
        assert_eq!(tally.to_string(), "tests: 14 passed, 2 failed, 3 skipped");
        let skips = "skipped 1 times: needs AVX-512\nskipped 2 times: no ../shared\n";
        assert_eq!(tally.skips(), skips);
    }

    #[test]
    fn nothing_read_is_nothing_passed() {
        assert_eq!(
            Tally::default().to_string(),
            "tests: 0 passed, 0 failed, 0 skipped"
        );
        assert_eq!(Tally::default().skips(), "");
    }
}
