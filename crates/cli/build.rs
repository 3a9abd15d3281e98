//! Puts the corpora of `puzzles/` into the program, as `puzzles/manifest.toml`
//! lists them: a table of names, words and bytes for `src/shelf.rs`.
#![forbid(unsafe_code)]

use std::fmt::Write;
use std::path::Path;

use serde::Deserialize;

/// What the program needs of the manifest.
#[derive(Deserialize)]
struct Manifest {
    corpus: Vec<Corpus>,
}

#[derive(Deserialize)]
struct Corpus {
    name: String,
    file: String,
    about: String,
    flags: String,
    expect: String,
    count: u64,
}

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles");
    let manifest = folder.join("manifest.toml");
    println!("cargo::rerun-if-changed={}", manifest.display());
    let text = std::fs::read_to_string(&manifest).expect("puzzles/manifest.toml can be read");
    let Manifest { corpus } = toml::from_str(&text).expect("the manifest is well formed");
    let mut table = String::from("&[\n");
    for Corpus {
        name,
        file,
        about,
        flags,
        expect,
        count,
    } in corpus
    {
        let path = folder.join(file);
        println!("cargo::rerun-if-changed={}", path.display());
        let path = path.to_str().expect("a path in UTF-8");
        writeln!(
            table,
            "Corpus {{ name: {name:?}, about: {about:?}, flags: {flags:?}, expect: {expect:?}, \
             count: {count}, bytes: include_bytes!({path:?}) }},"
        )
        .expect("a string takes all");
    }
    table.push(']');
    let out = std::env::var_os("OUT_DIR").expect("cargo says where");
    std::fs::write(Path::new(&out).join("shelf.rs"), table).expect("the table can be written");
}
