//! The workspace as data: what tidy's checks look at.
//!
//! Crates come from `cargo metadata`, files from `git ls-files` (tracked ones,
//! and new ones that are not ignored, so that a finding shows before the
//! commit). Files that are no UTF-8 text are left out. Checks get plain data,
//! so their tests build a [`Tree`] in memory and need neither git nor cargo.

use super::code::Code;
use anyhow::{Context, Result, bail};
use cargo_metadata::{DependencyKind, MetadataCommand, Package, TargetKind, camino::Utf8Path};
use std::{collections::HashSet, path::Path, process::Command};

/// The workspace.
#[derive(Debug, Default)]
pub struct Tree {
    pub crates: Vec<Crate>,
    pub files: Vec<File>,
}

/// A member package.
#[derive(Debug)]
pub struct Crate {
    pub name: String,
    /// Path from the root: `crates/core`, `xtask`.
    pub folder: String,
    pub dependencies: Vec<Dependency>,
    /// Root files of its library and binaries, as paths from the workspace's root.
    pub roots: Vec<String>,
}

/// One line of a `[dependencies]` table, development ones left out.
#[derive(Debug, Clone)]
pub struct Dependency {
    pub name: String,
    /// Whether it is a member of this workspace.
    pub member: bool,
}

/// A text file.
#[derive(Debug)]
pub struct File {
    /// Path from the root, with forward slashes.
    pub path: String,
    pub text: String,
    /// What the source says, for `.rs` files.
    pub code: Option<Code>,
}

impl Crate {
    /// The short name: the package's name without `polydoku-`.
    pub fn short(&self) -> &str {
        self.name.strip_prefix("polydoku-").unwrap_or(&self.name)
    }

    pub fn manifest(&self) -> String {
        format!("{}/Cargo.toml", self.folder)
    }

    fn of_package(package: &Package, root: &Utf8Path, members: &HashSet<&str>) -> Result<Self> {
        let inside = |path: &Utf8Path| -> Result<String> {
            let inside = path.strip_prefix(root);
            Ok(inside
                .with_context(|| format!("{path} lies outside {root}"))?
                .as_str()
                .replace('\\', "/"))
        };
        let folder = package.manifest_path.parent().unwrap_or(root);
        let is_root = |kind: &TargetKind| {
            matches!(
                kind,
                TargetKind::Lib | TargetKind::Bin | TargetKind::ProcMacro | TargetKind::CustomBuild
            )
        };
        let roots = package.targets.iter();
        let roots = roots.filter(|target| target.kind.iter().any(is_root));
        let wanted = package.dependencies.iter();
        let wanted = wanted.filter(|one| one.kind != DependencyKind::Development);
        Ok(Self {
            name: package.name.to_string(),
            folder: inside(folder)?,
            dependencies: wanted
                .map(|one| Dependency {
                    name: one.name.clone(),
                    member: members.contains(one.name.as_str()),
                })
                .collect(),
            roots: roots
                .map(|target| inside(&target.src_path))
                .collect::<Result<_>>()?,
        })
    }
}

impl File {
    /// Parses `text` when the path is a Rust source's.
    pub fn new(path: &str, text: &str) -> Result<Self> {
        let code = match path.ends_with(".rs") {
            true => Some(Code::parse(text).with_context(|| format!("{path} does not parse"))?),
            false => None,
        };
        Ok(Self {
            path: path.to_owned(),
            text: text.to_owned(),
            code,
        })
    }

    /// The text's lines with their 1-based numbers.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.text.lines())
    }

    /// Number of the first line that holds `needle`, or 0.
    pub fn line_of(&self, needle: &str) -> usize {
        let mut lines = self.lines();
        lines
            .find(|(_, text)| text.contains(needle))
            .map_or(0, |(line, _)| line)
    }
}

impl Tree {
    /// Reads the workspace at `root`.
    pub fn load(root: &Path) -> Result<Self> {
        let metadata = MetadataCommand::new()
            .manifest_path(root.join("Cargo.toml"))
            .no_deps()
            .exec()
            .context("cargo metadata failed")?;
        let packages = metadata.workspace_packages();
        let members: HashSet<&str> = packages.iter().map(|one| one.name.as_str()).collect();
        let crates = packages.iter();
        let crates =
            crates.map(|package| Crate::of_package(package, &metadata.workspace_root, &members));
        let mut tree = Self {
            crates: crates.collect::<Result<_>>()?,
            files: Vec::new(),
        };
        for path in listed_by_git(root)? {
            // A file deleted but not yet committed is still listed.
            if let Ok(bytes) = std::fs::read(root.join(&path))
                && let Ok(text) = String::from_utf8(bytes)
            {
                tree.files.push(File::new(&path, &text)?);
            }
        }
        Ok(tree)
    }

    /// The file at `path`, if the tree has it.
    pub fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// Rust sources that end in the product: under `crates/*/src`, test modules'
    /// files left out. With each comes the short name of its crate.
    pub fn product_sources(&self) -> impl Iterator<Item = (&str, &File, &Code)> {
        let tests: HashSet<String> = self
            .files
            .iter()
            .filter_map(|file| Some((file, file.code.as_ref()?)))
            .flat_map(|(file, code)| code.test_files(&file.path))
            .collect();
        self.files.iter().filter_map(move |file| {
            let code = file.code.as_ref()?;
            let (name, inside) = file.path.strip_prefix("crates/")?.split_once('/')?;
            let is_test = tests.iter().any(|test| {
                let folder = test.strip_suffix(".rs").unwrap_or(test);
                let below = file.path.strip_prefix(folder);
                file.path == *test || below.is_some_and(|rest| rest.starts_with('/'))
            });
            (inside.starts_with("src/") && !is_test).then_some((name, file, code))
        })
    }
}

/// Paths of the files that belong to the tree, tracked or about to be.
fn listed_by_git(root: &Path) -> Result<Vec<String>> {
    let listing = Command::new("git")
        .args([
            "ls-files",
            "--cached",
            "--others",
            "--exclude-standard",
            "-z",
        ])
        .current_dir(root)
        .output()
        .context("tidy asks git which files belong to the tree")?;
    if !listing.status.success() {
        bail!(
            "git ls-files: {}",
            String::from_utf8_lossy(&listing.stderr).trim()
        );
    }
    let names = String::from_utf8(listing.stdout).context("a file's name is no UTF-8")?;
    let names = names.split_terminator('\0').map(str::to_owned);
    Ok(names.collect())
}

#[cfg(test)]
impl Tree {
    /// A made-up tree of these files, for a check's tests.
    pub fn of_files(files: &[(&str, &str)]) -> Self {
        let files = files.iter().map(|(path, text)| File::new(path, text));
        Self {
            crates: Vec::new(),
            files: files
                .collect::<Result<_>>()
                .expect("a test's sources parse"),
        }
    }

    /// The same with a member crate: its folder and its dependencies, where
    /// names that begin with `polydoku-` stand for members.
    pub fn with_crate(mut self, folder: &str, dependencies: &[&str]) -> Self {
        let short = folder.rsplit('/').next().expect("a folder has a name");
        self.crates.push(Crate {
            name: match short {
                "xtask" => short.to_owned(),
                _ => format!("polydoku-{short}"),
            },
            folder: folder.to_owned(),
            dependencies: dependencies
                .iter()
                .map(|name| Dependency {
                    name: (*name).to_owned(),
                    member: name.starts_with("polydoku-"),
                })
                .collect(),
            roots: vec![format!("{folder}/src/lib.rs")],
        });
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn product(tree: &Tree) -> Vec<&str> {
        let sources = tree.product_sources();
        sources.map(|(_, file, _)| file.path.as_str()).collect()
    }

    #[test]
    fn files_of_test_modules_are_no_product() {
        let tree = Tree::of_files(&[
            (
                "crates/core/src/lib.rs",
                "mod rules; #[cfg(test)] mod checks;",
            ),
            ("crates/core/src/checks.rs", "mod deep;"),
            ("crates/core/src/checks/deep.rs", ""),
            ("crates/core/src/rules.rs", "#[cfg(test)] mod tests;"),
            ("crates/core/src/rules/tests.rs", ""),
            ("crates/core/tests/all.rs", ""),
            ("benches/src/lib.rs", ""),
        ]);
        assert_eq!(
            product(&tree),
            ["crates/core/src/lib.rs", "crates/core/src/rules.rs"]
        );
    }

    #[test]
    fn a_line_is_found_by_its_text() {
        let file = File::new("a.toml", "one\ntwo\n").expect("no Rust to parse");
        assert_eq!(file.line_of("two"), 2);
        assert_eq!(file.line_of("three"), 0);
    }
}
