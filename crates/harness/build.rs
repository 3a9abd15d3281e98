//! Tells the program what it was built by: compiler, target, profile. A record
//! without them could not be compared with another.
#![forbid(unsafe_code)]

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let said = |name: &str| env::var(name).unwrap_or_default();
    let version = Command::new(said("RUSTC")).arg("--version").output();
    let version = version.map_or_else(
        |_| "unknown".to_owned(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    );
    // PROFILE knows debug and release alone; the folder has the real name.
    let out = said("OUT_DIR");
    let folder = Path::new(&out).ancestors().nth(3);
    let profile = folder
        .and_then(Path::file_name)
        .and_then(|name| name.to_str());
    let profile = profile.map_or_else(|| said("PROFILE"), str::to_owned);
    println!("cargo::rustc-env=POLYDOKU_RUSTC={version}");
    println!("cargo::rustc-env=POLYDOKU_TARGET={}", said("TARGET"));
    println!(
        "cargo::rustc-env=POLYDOKU_PROFILE={profile}, opt-level {}",
        said("OPT_LEVEL")
    );
}
