//! No committed configuration asks for a CPU: engines look for one at run time.
//!
//! A binary built with `target-cpu=native` dies on the next machine, and figures
//! measured with it are not what a user gets. Looked at: cargo's configuration,
//! manifests, build scripts, CI and other shell scripts; comments may say the word.

use super::{Finding, tree::Tree};

const FLAGS: &[&str] = &[
    "target-cpu",
    "target-feature",
    "target_cpu",
    "-march",
    "-mcpu",
];

fn is_configuration(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    path.starts_with(".cargo/")
        || path.starts_with(".ci/")
        || path.contains("/.cargo/")
        || matches!(
            name,
            "Cargo.toml" | "build.rs" | "rust-toolchain" | "rust-toolchain.toml"
        )
        || name.ends_with(".sh")
        || name.ends_with(".yml")
}

pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree
        .files
        .iter()
        .filter(|file| is_configuration(&file.path))
    {
        let comment = if file.code.is_some() { "//" } else { "#" };
        for (line, text) in file.lines() {
            let said = text.split(comment).next().unwrap_or_default();
            let flags = FLAGS.iter().filter(|flag| said.contains(*flag));
            findings.extend(flags.map(|flag| {
                Finding::new(
                    &file.path,
                    line,
                    format!("{flag}: detect the CPU at run time"),
                )
            }));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_in_configuration_are_found() {
        let text = "[build]\nrustflags = [\"-C\", \"target-cpu=native\"]\n";
        for path in [
            ".cargo/config.toml",
            "Cargo.toml",
            ".ci/run",
            "crates/simd/.cargo/config",
        ] {
            let findings = check(&Tree::of_files(&[(path, text)]));
            assert_eq!(
                findings.iter().map(|one| one.line).collect::<Vec<_>>(),
                [2],
                "{path}"
            );
        }
        let script = "fn main() { println!(\"cargo:rustc-flags=-C target-feature=+avx2\"); }";
        assert_eq!(
            check(&Tree::of_files(&[("crates/simd/build.rs", script)])).len(),
            1
        );
    }

    #[test]
    fn comments_and_code_may_say_the_word() {
        let comment = "# no target-cpu flags: detected at run time\n[alias]\n";
        assert_eq!(
            check(&Tree::of_files(&[(".cargo/config.toml", comment)])),
            []
        );
        let code = "#[target_feature(enable = \"avx2\")] fn f() {} // target-feature";
        assert_eq!(
            check(&Tree::of_files(&[("crates/simd/src/a.rs", code)])),
            []
        );
    }
}
