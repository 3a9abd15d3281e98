//! Other people's checkers, when they are installed.
//!
//! A folder is worth most when a program accepts it that was not written here. The
//! ones below are asked in the way their manuals say, one process a proof, and must
//! say so in their own words: a status of 0 alone could also be a help text.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::archive::plain;

/// Which form of the proof a checker reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reads {
    Drat,
    Lrat,
}

/// A checker of somebody else.
#[derive(Debug)]
struct Known {
    name: &'static str,
    reads: Reads,
    /// Arguments behind formula and proof.
    arguments: &'static [&'static str],
    /// The line that means yes.
    accepts: &'static str,
    /// A line that means no even beside the other.
    rejects: &'static str,
}

const KNOWN: &[Known] = &[
    Known {
        // Marijn Heule's; `-i` says that the proof is binary, which it would
        // otherwise guess from the first bytes.
        name: "drat-trim",
        reads: Reads::Drat,
        arguments: &["-i"],
        accepts: "s VERIFIED",
        rejects: "s NOT VERIFIED",
    },
    Known {
        // From the same place; it goes on after a step that it does not accept.
        name: "lrat-check",
        reads: Reads::Lrat,
        arguments: &[],
        accepts: "c VERIFIED",
        rejects: "c NOT VERIFIED",
    },
    Known {
        // Johannes Altmanninger's, `cargo install rate`.
        name: "rate",
        reads: Reads::Drat,
        arguments: &[],
        accepts: "s VERIFIED",
        rejects: "s NOT VERIFIED",
    },
];

/// A checker of somebody else that is installed.
#[derive(Debug)]
pub struct Outside {
    known: &'static Known,
    program: PathBuf,
}

impl Outside {
    /// The names of all that would be asked.
    pub fn names() -> impl Iterator<Item = &'static str> {
        KNOWN.iter().map(|known| known.name)
    }

    /// Those that lie on the `PATH`.
    pub fn installed() -> Vec<Outside> {
        let folders = env::var_os("PATH").unwrap_or_default();
        let find = |known: &'static Known| {
            let file = format!("{}{}", known.name, env::consts::EXE_SUFFIX);
            let mut places = env::split_paths(&folders).map(|folder| folder.join(&file));
            let program = places.find(|place| place.is_file())?;
            Some(Outside { known, program })
        };
        KNOWN.iter().filter_map(find).collect()
    }

    /// What it is called.
    pub fn name(&self) -> &'static str {
        self.known.name
    }

    pub(crate) fn reads(&self) -> Reads {
        self.known.reads
    }

    /// Asks it about a proof.
    ///
    /// # Errors
    /// It does not accept the proof, or cannot be run: its own last words.
    pub(crate) fn accepts(&self, formula: &Path, proof: &Path) -> Result<(), String> {
        let output = Command::new(&self.program)
            .args([formula, proof])
            .args(self.known.arguments)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("it cannot be run: {}", plain(&error)))?;
        let said = String::from_utf8_lossy(&output.stdout);
        let line = |wanted: &str| said.lines().any(|line| line.trim_end() == wanted);
        if output.status.success() && line(self.known.accepts) && !line(self.known.rejects) {
            return Ok(());
        }
        let errors = String::from_utf8_lossy(&output.stderr);
        let words = said.lines().chain(errors.lines());
        let mut words = words.map(str::trim);
        let last = words.rfind(|line| !line.is_empty());
        Err(last.map_or_else(|| output.status.to_string(), str::to_owned))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn asked(script: &str) -> Result<(), String> {
        use std::os::unix::fs::PermissionsExt;
        let name = format!("polydoku-outside-{}-{}", std::process::id(), script.len());
        let program = env::temp_dir().join(name);
        std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let known = &KNOWN[1];
        let outside = Outside { known, program };
        let answer = outside.accepts(Path::new("a.cnf"), Path::new("a.lrat"));
        std::fs::remove_file(&outside.program).unwrap();
        answer
    }

    #[test]
    fn only_the_checkers_own_words_are_a_yes() {
        assert_eq!(
            asked("test $1 = a.cnf && test $2 = a.lrat && echo c VERIFIED"),
            Ok(())
        );
        let refused = [
            ("exit 0", "exit status: 0"),
            ("echo Usage; exit 0", "Usage"),
            ("echo c NOT VERIFIED; exit 1", "c NOT VERIFIED"),
            ("echo c NOT VERIFIED; echo c VERIFIED; exit 0", "c VERIFIED"),
            ("echo c VERIFIED; exit 1 # even so", "c VERIFIED"),
            ("echo broken >&2; exit 3", "broken"),
        ];
        for (script, said) in refused {
            assert_eq!(asked(script), Err(said.to_owned()), "{script}");
        }
    }
}
