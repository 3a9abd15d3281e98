//! What a run came to, in one line for people and in numbers for `jsonl`.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use polydoku_harness::report::thousands;
use polydoku_pipeline::Tally;

/// The numbers under the names that tables use, those that are always told.
pub fn totals(tally: &Tally) -> [(&'static str, u64); 10] {
    [
        ("puzzles", tally.puzzles),
        ("unique", tally.unique),
        ("multiple", tally.multiple),
        ("none", tally.none),
        ("solved", tally.solved),
        ("unknown", tally.unknown + tally.panicked),
        ("valid", tally.read),
        ("invalid", tally.invalid),
        ("wrong", tally.wrong),
        ("unreadable", tally.unreadable),
    ]
}

/// Where given solutions are wrong: the first places, and how many more.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Places {
    first: Vec<(Arc<str>, u64)>,
    more: u64,
}

impl Places {
    /// As many as a summary shows; the answers tell all of them.
    const SHOWN: usize = 20;

    /// Adds a line of an input.
    pub fn add(&mut self, input: Arc<str>, line: u64) {
        if self.first.len() < Places::SHOWN {
            self.first.push((input, line));
        } else {
            self.more += 1;
        }
    }

    /// Each of the first as `file:line`.
    pub fn first(&self) -> impl Iterator<Item = String> + '_ {
        self.first
            .iter()
            .map(|(input, line)| format!("{input}:{line}"))
    }
}

/// `a.csv:3, 17, b.csv:4 and 5 more`.
impl fmt::Display for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = None;
        for (input, line) in &self.first {
            match before.replace(input) {
                None => write!(f, "{input}:{line}")?,
                Some(same) if same == input => write!(f, ", {line}")?,
                Some(_) => write!(f, ", {input}:{line}")?,
            }
        }
        if self.more > 0 {
            write!(f, " and {} more", thousands(self.more))?;
        }
        Ok(())
    }
}

/// `1,000 puzzles in 0.31 s (3,226 a second): 998 unique, 2 invalid; 1 line unreadable`.
#[derive(Clone, Copy, Debug)]
pub struct Summary<'t> {
    /// The numbers.
    pub tally: &'t Tally,
    /// Where given solutions are wrong.
    pub wrong: &'t Places,
    /// How long it took.
    pub time: Duration,
}

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { tally, wrong, time } = *self;
        let seconds = time.as_secs_f64();
        let rate = match tally.puzzles as f64 / seconds.max(1e-9) {
            rate if rate < 10.0 => format!("{rate:.1}"),
            rate => thousands(rate as u64),
        };
        let plural = if tally.puzzles == 1 { "" } else { "s" };
        write!(
            f,
            "{} puzzle{plural} in {}",
            thousands(tally.puzzles),
            Seconds(seconds)
        )?;
        if tally.puzzles > 0 {
            write!(f, " ({rate} a second)")?;
        }
        let parts = [
            (tally.unique, "unique"),
            (tally.multiple, "multiple"),
            (tally.none, "without solution"),
            (tally.solved, "solved"),
            (tally.unknown, "unknown"),
            (tally.read, "valid"),
            (tally.invalid, "invalid"),
            (tally.panicked, "lost to a panic"),
        ];
        let mut before = ": ";
        for (number, what) in parts.into_iter().filter(|&(number, _)| number > 0) {
            write!(f, "{before}{} {what}", thousands(number))?;
            before = ", ";
        }
        if tally.agrees + tally.other + tally.wrong > 0 {
            write!(f, "; given solutions: {} agree", thousands(tally.agrees))?;
            for (number, what) in [(tally.other, "are others"), (tally.wrong, "wrong")] {
                if number > 0 {
                    write!(f, ", {} {what}", thousands(number))?;
                }
            }
            if *wrong != Places::default() {
                write!(f, " ({wrong})")?;
            }
        }
        if tally.unreadable > 0 {
            write!(f, "; {} unreadable", thousands(tally.unreadable))?;
        }
        if tally.refused > 0 {
            write!(f, "; {} not convertible", thousands(tally.refused))?;
        }
        Ok(())
    }
}

/// Seconds with as many digits as mean something.
#[derive(Clone, Copy, Debug)]
pub struct Seconds(pub f64);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            s if s < 0.001 => write!(f, "{:.1} ms", s * 1e3),
            s if s < 1.0 => write!(f, "{:.0} ms", s * 1e3),
            s if s < 100.0 => write!(f, "{s:.2} s"),
            s => write!(f, "{s:.0} s"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_there_is_is_told() {
        let mut tally = Tally::default();
        (tally.puzzles, tally.unique, tally.invalid) = (2000, 1999, 1);
        let time = Duration::from_millis(500);
        let told = Summary {
            tally: &tally,
            wrong: &Places::default(),
            time,
        }
        .to_string();
        assert_eq!(
            told,
            "2,000 puzzles in 500 ms (4,000 a second): 1,999 unique, 1 invalid"
        );
        (tally.agrees, tally.wrong, tally.unreadable) = (1999, 1, 3);
        let mut wrong = Places::default();
        wrong.add("a.csv".into(), 7);
        let told = Summary {
            tally: &tally,
            wrong: &wrong,
            time,
        }
        .to_string();
        assert!(
            told.ends_with("; given solutions: 1,999 agree, 1 wrong (a.csv:7); 3 unreadable"),
            "{told}"
        );
    }

    #[test]
    fn places_are_grouped_by_file_and_cut() {
        let mut places = Places::default();
        for line in [3, 17] {
            places.add("a.csv".into(), line);
        }
        places.add("b.csv".into(), 4);
        assert_eq!(places.to_string(), "a.csv:3, 17, b.csv:4");
        for line in 100..2000 {
            places.add("b.csv".into(), line);
        }
        let told = places.to_string();
        assert!(told.ends_with(", 115, 116 and 1,883 more"), "{told}");
        assert_eq!(places.first().nth(1).as_deref(), Some("a.csv:17"));
    }
}
