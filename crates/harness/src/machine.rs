//! What was measured on, and by what: the columns that every row repeats.
//!
//! Times mean nothing without the machine, the compiler and the build's profile.
//! What the system does not tell stays empty or is the next best word. The date
//! is UTC by the civil calendar (Howard Hinnant's `civil_from_days`), so that no
//! calendar crate is needed for one column.

use std::time::{SystemTime, UNIX_EPOCH};

/// The machine and the build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Machine {
    /// Polydoku's version.
    pub version: &'static str,
    /// The compiler.
    pub rustc: &'static str,
    /// The build's profile.
    pub profile: String,
    /// The target triple.
    pub target: &'static str,
    /// The processor as the system names it.
    pub cpu: String,
    /// How many threads it runs at a time.
    pub cores: u32,
}

impl Machine {
    /// This one.
    pub fn here() -> Machine {
        let checked = match cfg!(debug_assertions) {
            true => ", debug assertions",
            false => "",
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Machine {
            version: env!("CARGO_PKG_VERSION"),
            rustc: env!("POLYDOKU_RUSTC"),
            profile: format!("{}{checked}", env!("POLYDOKU_PROFILE")),
            target: env!("POLYDOKU_TARGET"),
            cpu: cpu(),
            cores: cores as u32,
        }
    }
}

/// The instruction set of code that does not choose one at run time: what the
/// compiler was allowed to use.
pub(crate) fn compiled_for() -> &'static str {
    if cfg!(target_feature = "avx512f") {
        "avx512"
    } else if cfg!(target_feature = "avx2") {
        "avx2"
    } else if cfg!(target_arch = "x86_64") {
        "x86-64 baseline"
    } else if cfg!(target_arch = "aarch64") {
        "aarch64 baseline"
    } else {
        "baseline"
    }
}

fn cpu() -> String {
    let told = match std::env::consts::OS {
        "linux" => std::fs::read_to_string("/proc/cpuinfo")
            .ok()
            .and_then(|text| {
                let mut lines = text.lines();
                let line = lines.find(|line| line.starts_with("model name"))?;
                Some(line.split_once(':')?.1.to_owned())
            }),
        "macos" => std::process::Command::new("sysctl")
            .args(["-n", "machdep.cpu.brand_string"])
            .output()
            .ok()
            .map(|output| String::from_utf8_lossy(&output.stdout).into_owned()),
        _ => std::env::var("PROCESSOR_IDENTIFIER").ok(),
    };
    let told = told.map(|name| name.split_whitespace().collect::<Vec<_>>().join(" "));
    let told = told.filter(|name| !name.is_empty());
    told.unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

/// The time, as `2026-11-30T21:40:00Z`.
pub(crate) fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    utc(since.map_or(0, |time| time.as_secs()))
}

fn utc(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March here, so that the leap day is the last of its year.
    let shifted = days + 719_468;
    let (era, day) = (shifted / 146_097, shifted % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    let year = year + era * 400 + carry;
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{date:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expected values from `date -u -d @N +%FT%TZ`.
    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(utc(0), "1970-01-01T00:00:00Z");
        assert_eq!(utc(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(utc(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(utc(1_709_251_199), "2024-02-29T23:59:59Z");
        assert_eq!(utc(4_107_542_400), "2100-03-01T00:00:00Z");
        assert_eq!(utc(1_796_074_800), "2026-11-30T21:40:00Z");
    }

    #[test]
    fn the_machine_has_a_name() {
        let here = Machine::here();
        assert!(here.rustc.starts_with("rustc 1."), "{}", here.rustc);
        assert!(here.profile.contains(", opt-level "), "{}", here.profile);
        assert!(!here.cpu.is_empty() && here.cores >= 1);
        assert!(here.target.contains('-'), "{}", here.target);
    }
}
