//! Who may reach for threads, clocks, files, the process and the terminal.
//!
//! Libraries compute; the few that do more are named in [`RULES`], a table of
//! paths and macros with the crates that may say them. A rule's paths match
//! whole segments at the end or the beginning (`Instant` matches
//! `std::time::Instant::now`), so imports and qualified uses are both seen.
//! Tests are not looked at.

use super::{
    Finding, arrows,
    code::{Code, Said},
    tree::Tree,
};

struct Rule {
    what: &'static str,
    /// Runs of path segments that must not appear.
    paths: &'static [&'static str],
    macros: &'static [&'static str],
    /// Runs of segments that are fine although they hold one of `paths`.
    except: &'static [&'static str],
    /// Where it is allowed: path beginnings below `crates/`.
    allowed: &'static [&'static str],
    /// The rule binds core and the engines only.
    inner_ring: bool,
}

const RULES: &[Rule] = &[
    Rule {
        what: "threads belong to pipeline, harness, generate, teach and the tests' browser",
        paths: &[
            "std::thread",
            "thread::spawn",
            "thread::scope",
            "rayon",
            "crossbeam",
        ],
        macros: &[],
        except: &["thread::available_parallelism", "thread::panicking"],
        allowed: &["pipeline/", "harness/", "generate/", "teach/", "browser/"],
        inner_ring: false,
    },
    Rule {
        what: "clocks belong to core's budget, harness, cli and an engine's own phase figures",
        paths: &["Instant", "SystemTime", "UNIX_EPOCH"],
        macros: &[],
        except: &[],
        allowed: &["core/src/search.rs", "harness/", "cli/", "sat/", "dlx/"],
        inner_ring: false,
    },
    Rule {
        what: "libraries do not print",
        paths: &["io::stdout", "io::stderr"],
        macros: &["print", "println", "eprint", "eprintln", "dbg"],
        except: &[],
        allowed: &["cli/", "testkit/", "browser/"],
        inner_ring: false,
    },
    Rule {
        what: "libraries do not end the process",
        paths: &["process::exit", "process::abort"],
        macros: &[],
        except: &[],
        allowed: &["cli/"],
        inner_ring: false,
    },
    Rule {
        what: "core and engines know no files, sockets, processes or environment",
        paths: &["std::fs", "std::net", "std::process", "std::env"],
        macros: &[],
        except: &[],
        allowed: &[],
        inner_ring: true,
    },
];

/// Whether the segments of `run` stand side by side in `path`.
fn holds(path: &str, run: &str) -> bool {
    format!("::{path}::").contains(&format!("::{run}::"))
}

impl Rule {
    fn binds(&self, owner: &str, path: &str) -> bool {
        let below = path.trim_start_matches("crates/");
        let inner = owner == "core" || arrows::is_engine(owner);
        !self.allowed.iter().any(|one| below.starts_with(one)) && (inner || !self.inner_ring)
    }

    fn broken_by<'a>(&'a self, code: &'a Code) -> impl Iterator<Item = &'a Said> {
        let paths = code.paths.iter().filter(|(_, path)| {
            self.paths.iter().any(|run| holds(path, run))
                && !self.except.iter().any(|run| holds(path, run))
        });
        let macros = code.macros.iter();
        paths.chain(macros.filter(|(_, name)| self.macros.contains(&name.as_str())))
    }
}

pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (owner, file, code) in tree.product_sources() {
        for rule in RULES.iter().filter(|rule| rule.binds(owner, &file.path)) {
            for (line, said) in rule.broken_by(code) {
                let what = format!("{said}: {}", rule.what);
                findings.push(Finding::new(&file.path, *line, what));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> usize {
        check(&Tree::of_files(&[(path, text)])).len()
    }

    #[test]
    fn each_rule_goes_red() {
        for text in [
            "use std::thread;",
            "use rayon::prelude::*;",
            "use std::time::{Duration, Instant};",
            "fn f() { std::time::SystemTime::now(); }",
            "fn f() { println!(); }",
            "fn f() { x!(std::process::exit(2)) }",
            "use std::io; fn f() { io::stdout(); }",
        ] {
            assert_eq!(found("crates/corpus/src/a.rs", text), 1, "{text}");
        }
        assert_eq!(found("crates/naive/src/a.rs", "use std::fs::File;"), 1);
        assert_eq!(
            found("crates/core/src/rules.rs", "use std::time::Instant;"),
            1
        );
    }

    #[test]
    fn each_rule_lets_its_own_places_be() {
        for (path, text) in [
            (
                "crates/pipeline/src/a.rs",
                "use rayon::prelude::*; use std::thread;",
            ),
            ("crates/core/src/search.rs", "use std::time::Instant;"),
            ("crates/harness/src/a.rs", "use std::time::Instant;"),
            (
                "crates/cli/src/main.rs",
                "fn f() { println!(); std::process::exit(1) }",
            ),
            (
                "crates/cli/src/main.rs",
                "fn f() { std::thread::available_parallelism(); }",
            ),
            (
                "crates/corpus/src/a.rs",
                "use std::{fs::File, time::Duration};",
            ),
            ("crates/corpus/tests/a.rs", "fn f() { println!(); }"),
            (
                "crates/corpus/src/a.rs",
                "#[cfg(test)] mod t { fn f() { println!(); } }",
            ),
            ("xtask/src/main.rs", "fn f() { println!(); }"),
        ] {
            assert_eq!(found(path, text), 0, "{path}: {text}");
        }
    }
}
