//! What an engine says of itself, and that it refuses rules consistently.

use std::collections::HashSet;

use polydoku_core::{Engine, Unsupported};

use crate::case::cases;
use crate::tally::{Ledger, ensure};

pub fn check(engine: &dyn Engine, ledger: &mut Ledger) {
    ledger.check("info", info(engine));
    let mut seen = HashSet::new();
    for case in cases() {
        if seen.insert(case.rules.clone()) {
            let told = engine.supports(&case.rules).err();
            let made = engine.solver(&case.rules).err();
            ledger.check(&case.rules, refusal(told, made));
        }
    }
}

fn is_lower(name: &str, further: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || further.contains(c);
    !name.is_empty() && name.chars().all(fits)
}

fn info(engine: &dyn Engine) -> Result<(), String> {
    let info = engine.info();
    let name = info.name;
    ensure!(
        name.split('/').count() <= 2 && name.split('/').all(|part| is_lower(part, "-")),
        "`{name}` is no registry name: lower-case, variant after a slash"
    );
    for (key, text) in [
        ("idea", info.idea),
        ("rules", info.rules),
        ("node", info.node),
    ] {
        ensure!(
            !text.trim().is_empty() && !text.contains('\n'),
            "`{key}` is no line of text"
        );
    }
    ensure!(
        info.stats.nodes,
        "nodes are not given, but limits are in nodes"
    );
    ensure!(info.batch >= 1, "wants batches of no puzzle");
    ensure!(info.largest_count >= 2, "cannot tell unique from multiple");
    let mut names = HashSet::new();
    for figure in info.figures {
        let name = figure.name;
        ensure!(is_lower(name, "_"), "figure `{name}` is no lower-case name");
        ensure!(names.insert(name), "two figures are called `{name}`");
        ensure!(
            !figure.unit.is_empty() && !figure.about.is_empty(),
            "figure `{name}` says nothing"
        );
    }
    Ok(())
}

fn refusal(told: Option<Unsupported>, made: Option<Unsupported>) -> Result<(), String> {
    ensure!(
        told == made,
        "`supports` says {told:?}, `solver` says {made:?}"
    );
    if let Some(reason) = told {
        ensure!(
            !reason.to_string().trim().is_empty(),
            "refused without a reason"
        );
    }
    Ok(())
}
