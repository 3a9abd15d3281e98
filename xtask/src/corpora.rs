//! `cargo xtask corpora`: the puzzle files in `puzzles/`, made anew.
//!
//! Polydoku ships its own puzzles rather than other people's lists. They come
//! from `polydoku-generate` with fixed seeds, picked by what they cost engines
//! whose figures do not depend on tuning ([`recipe`]): the same command makes the
//! same bytes on every machine, whatever the number of threads. Every puzzle is
//! then put to all engines, which must agree on what the file promises.
//! `manifest.toml` says for each file what it holds, how it was made, and its
//! hash, which `cargo xtask tidy` compares.

mod climb;
mod jigsaw;
mod recipe;

use crate::soak::Judge;
use anyhow::{Context, Result, bail, ensure};
use polydoku_core::{Engine, Puzzle};
use polydoku_corpus::isomorph::SplitMix64;
use polydoku_generate::{Generator, Wish};
use recipe::{RECIPES, Recipe, Shaped};
use sha2::{Digest, Sha256};
use std::{ops::ControlFlow, path::Path};

/// Makes every file, and writes what differs unless it should only `check`.
pub fn run(root: &Path, check: bool) -> Result<()> {
    let folder = root.join("puzzles");
    let mut manifest = String::from(
        "# What is in this folder: made by `cargo xtask corpora`, checked by `cargo xtask tidy`.\n",
    );
    let mut differing = Vec::new();
    let mut files = Vec::new();
    for recipe in RECIPES {
        let text = made(recipe).with_context(|| format!("corpus {}", recipe.name))?;
        manifest += &entry(recipe, &text);
        println!("corpora: {}: {} puzzles", recipe.name, recipe.count);
        files.push((format!("{}.txt", recipe.name), text));
    }
    files.push(("manifest.toml".to_owned(), manifest));
    for (file, text) in files {
        let path = folder.join(&file);
        if std::fs::read_to_string(&path).is_ok_and(|old| old == text) {
            continue;
        }
        if !check {
            std::fs::create_dir_all(&folder)?;
            std::fs::write(&path, text).with_context(|| path.display().to_string())?;
        }
        differing.push(file);
    }
    ensure!(
        !check || differing.is_empty(),
        "not as made: {}",
        differing.join(", ")
    );
    println!("corpora: {} files written", differing.len());
    Ok(())
}

/// The text of a corpus.
fn made(recipe: &Recipe) -> Result<String> {
    let shapes = (recipe.shapes)();
    let share = recipe.count / shapes.len() as u64;
    ensure!(
        share * shapes.len() as u64 == recipe.count,
        "shapes of unequal share"
    );
    let mut text = format!("# {}\n", recipe.about);
    for (number, shape) in (0..).zip(&shapes) {
        for puzzle in picked(recipe, shape, number, share)? {
            text += &puzzle.line();
            if let Some(map) = &shape.map {
                text += " ";
                text += map;
            }
            text += "\n";
        }
    }
    Ok(text)
}

/// The first `share` puzzles of a shape that the recipe picks.
fn picked(recipe: &Recipe, shape: &Shaped, number: u64, share: u64) -> Result<Vec<Puzzle>> {
    let engines = polydoku_engines::all().iter().map(|engine| &**engine);
    let engines: Vec<&dyn Engine> = engines
        .filter(|engine| engine.available().is_ok() && engine.supports(&shape.rules).is_ok())
        .collect();
    let mut judge = Judge::new(&engines, &shape.rules);
    let mut random = SplitMix64::new(recipe.seed + number);
    let wish = (recipe.wish)(Wish::new(shape.rules.clone()));
    let generator = Generator::new(wish, recipe.seed + number)?;
    let (mut picked, mut wrong) = (Vec::new(), None);
    generator.run(u64::MAX, 0, &mut |puzzle| {
        let Some(puzzle) = (recipe.pick)(puzzle, &mut random) else {
            return ControlFlow::Continue(());
        };
        let found = judge.agreed(&puzzle, recipe.expect.limit());
        if !recipe.expect.is_met_by(found) {
            wrong = Some((puzzle.line(), found));
            return ControlFlow::Break(());
        }
        picked.push(puzzle);
        match picked.len() as u64 == share {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    })?;
    if let Some((line, found)) = wrong {
        bail!("{line} has {found:?} solutions");
    }
    Ok(picked)
}

/// The manifest's entry of a corpus.
fn entry(recipe: &Recipe, text: &str) -> String {
    let Recipe {
        name,
        about,
        flags,
        expect,
        count,
        origin,
        seed,
        ..
    } = recipe;
    format!(
        "\n[[corpus]]\nname = {name:?}\nfile = \"{name}.txt\"\nabout = {about:?}\n\
         flags = {flags:?}\ncount = {count}\nexpect = {:?}\nsha256 = \"{}\"\n\
         origin = \"cargo xtask corpora, seed {seed}: {origin}\"\n",
        expect.word(),
        sha256(text),
    )
}

/// The hash in hexadecimal.
pub fn sha256(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        // FIPS 180-2, appendix B.1.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256("abc"), expected);
    }

    #[test]
    fn names_and_seeds_are_unique_and_texts_fit_a_line() {
        let mut names: Vec<_> = RECIPES.iter().map(|recipe| recipe.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), RECIPES.len());
        // With name and number in front, a line of help.
        assert!(RECIPES.iter().all(|recipe| recipe.about.len() <= 58));
    }

    #[test]
    fn a_small_corpus_is_what_it_says() {
        let recipe = RECIPES.iter().find(|recipe| recipe.name == "4x4");
        let recipe = recipe.expect("there is one of 4x4");
        let text = made(recipe).expect("it can be made");
        assert_eq!(text.lines().count() as u64, recipe.count + 1);
        assert_eq!(made(recipe).expect("again"), text);
        assert!(entry(recipe, &text).contains(&sha256(&text)));
    }
}
