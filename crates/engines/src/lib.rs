//! Every engine by name, and the choice `auto`.
//!
//! This is the only place that lists engines: a new one is a crate, a line in
//! [`all`], and perhaps a line in `PREFERRED`. Names are lower-case, the family
//! first, a variant after a slash. Everyone else works through `dyn Engine`
//! and what an `EngineInfo` says.
//!
//! ```
//! use polydoku_core::Rules;
//! use polydoku_engines::{EngineChoice, by_name};
//!
//! let naive = by_name("naive/sets")?;
//! assert_eq!(naive.info().family(), "naive");
//! assert_eq!(
//!     by_name("naive/set").unwrap_err().to_string().lines().next(),
//!     Some("no engine is called \"naive/set\"; did you mean \"naive/sets\"?"),
//! );
//! let rules = Rules::classic();
//! let engine = EngineChoice::parse("auto")?.engine_for(&rules)?;
//! let mut solver = engine.solver(&rules)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod certify;
mod choice;
mod export;
mod names;

use std::sync::LazyLock;

use polydoku_core::{Engine, Rules};

pub use certify::{Certificate, Refutation, certificate};
pub use choice::{EngineChoice, NoEngine};
pub use export::{CnfEncoding, UnknownEncoding, exact_cover_text, write_cnf};
pub use names::{UnknownEngine, by_name};

/// Every engine, family by family, in the order of all tables.
pub fn all() -> &'static [Box<dyn Engine>] {
    static ALL: LazyLock<Vec<Box<dyn Engine>>> = LazyLock::new(|| {
        let simd = polydoku_simd::Simd::engines();
        let families = [
            polydoku_naive::engines(),
            polydoku_bitmask::engines(),
            polydoku_dlx::engines(),
            polydoku_sat::engines(),
            simd.map(|row| Box::new(row) as Box<dyn Engine>).into(),
        ];
        families.into_iter().flatten().collect()
    });
    &ALL
}

/// Names of engines from the most to the least recommended; `auto` is the
/// first that is available and takes the rules. The last one takes all rules
/// on every machine.
const PREFERRED: &[&str] = &["simd", "bitmask", "naive/sets"];

/// The engine recommended for these rules on this machine.
pub fn auto(rules: &Rules) -> &'static dyn Engine {
    let usable =
        |engine: &&dyn Engine| engine.available().is_ok() && engine.supports(rules).is_ok();
    let mut preferred = PREFERRED
        .iter()
        .map(|name| by_name(name).expect("a name of the registry"));
    preferred
        .find(usable)
        .expect("the last one takes all rules everywhere")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn names_are_well_formed_and_unique() {
        let mut names: Vec<&str> = all().iter().map(|engine| engine.info().name).collect();
        for name in &names {
            let plain = |part: &str| {
                let letters = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
                !part.is_empty() && part.bytes().all(letters)
            };
            let parts: Vec<&str> = name.split('/').collect();
            assert!(
                parts.len() <= 2 && parts.iter().all(|part| plain(part)),
                "{name}"
            );
            assert_ne!(*name, "auto");
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all().len());
    }

    #[test]
    fn auto_has_an_engine_for_any_rules() {
        for rules in [
            Rules::assumed(1),
            Rules::assumed(9),
            Rules::builder(7).no_boxes().build(),
        ] {
            let rules = Arc::new(rules.unwrap());
            assert!(auto(&rules).solver(&rules).is_ok(), "{rules}");
        }
    }

    #[test]
    fn ideas_fit_a_line_and_figures_a_column() {
        for engine in all() {
            let info = engine.info();
            assert!(
                !info.idea.is_empty() && info.idea.len() <= 80,
                "{}: {}",
                info.name,
                info.idea
            );
            assert!(info.batch >= 1 && info.largest_count >= 1, "{}", info.name);
            for figure in info.figures {
                let plain = |b: u8| b.is_ascii_lowercase() || b == b'_' || b.is_ascii_digit();
                assert!(
                    figure.name.bytes().all(plain),
                    "{}: {}",
                    info.name,
                    figure.name
                );
            }
        }
    }
}
