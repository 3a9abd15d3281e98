//! `cargo xtask man` and `cargo xtask completions`: files for packagers.
//!
//! Both come from the one table of flags that also makes the help, so they cannot
//! differ from it. A page for the program and one for each verb go to
//! `target/man`, a script for each shell to `target/completions`. A user without
//! the sources gets the same from `polydoku man` and `polydoku completions`.

use anyhow::{Context, Result};
use clap::ValueEnum;
use clap_complete::Shell;
use std::{fs, path::Path};

const PROGRAM: &str = "polydoku";

/// Writes the man pages below `root` and says where.
pub fn man(root: &Path) -> Result<()> {
    let folder = root.join("target/man");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    clap_mangen::generate_to(polydoku_cli::command(), &folder)?;
    list(&folder)
}

/// Writes the shells' completions below `root` and says where.
pub fn completions(root: &Path) -> Result<()> {
    let folder = root.join("target/completions");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    for shell in Shell::value_variants() {
        clap_complete::generate_to(*shell, &mut polydoku_cli::command(), PROGRAM, &folder)?;
    }
    list(&folder)
}

/// Prints the folder's files.
fn list(folder: &Path) -> Result<()> {
    let entries = fs::read_dir(folder)?;
    let mut paths = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()?;
    paths.sort();
    paths.iter().for_each(|path| println!("{}", path.display()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verb_has_a_page_and_every_shell_a_script() {
        let root = std::env::temp_dir().join(format!("polydoku-paper-{}", std::process::id()));
        man(&root).expect("pages are written");
        completions(&root).expect("scripts are written");
        let verbs = polydoku_cli::command();
        for verb in verbs.get_subcommands() {
            let page = root.join(format!("target/man/{PROGRAM}-{}.1", verb.get_name()));
            let page = fs::read_to_string(page).expect("the page of every verb");
            assert!(page.contains(".SH SYNOPSIS"), "{}", verb.get_name());
        }
        let scripts = fs::read_dir(root.join("target/completions")).expect("the folder is there");
        assert_eq!(scripts.count(), Shell::value_variants().len());
        fs::remove_dir_all(&root).expect("it was made here");
    }
}
