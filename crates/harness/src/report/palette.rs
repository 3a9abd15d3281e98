//! Which engine looks how: one colour a family, one dash a variant.
//!
//! Colours are Okabe and Ito's, which people with any kind of colour vision tell
//! apart ("Color Universal Design", 2008), made darker on light ground and lighter
//! on dark until they stand out at three to one. Every line also has its name at
//! its end, so colour is never the only thing that tells it. Families get colours
//! in the order in which the record names them.

/// Colours there are; further families begin again.
const COLOURS: usize = 7;

/// Dashes there are.
const DASHES: usize = 4;

/// The looks of the engines of a record.
#[derive(Clone, Debug)]
pub(super) struct Palette<'r> {
    families: Vec<&'r str>,
    engines: Vec<&'r str>,
}

impl<'r> Palette<'r> {
    pub(super) fn of(engines: &[&'r str]) -> Palette<'r> {
        let mut families = Vec::new();
        for engine in engines {
            if !families.contains(&family(engine)) {
                families.push(family(engine));
            }
        }
        Palette {
            families,
            engines: engines.to_vec(),
        }
    }

    /// The classes of an engine's lines and dots.
    pub(super) fn classes(&self, engine: &str) -> String {
        let its = family(engine);
        let colour = self.families.iter().position(|one| *one == its);
        let siblings = self.engines.iter().filter(|one| family(one) == its);
        let dash = siblings.take_while(|one| **one != engine).count();
        let colour = colour.unwrap_or(COLOURS - 1) % COLOURS;
        format!("c{colour} d{}", dash % DASHES)
    }
}

fn family(engine: &str) -> &str {
    engine.split('/').next().unwrap_or(engine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_share_a_colour_and_variants_differ_in_dash() {
        let palette = Palette::of(&["a", "a/x", "b/y", "a/z", "b"]);
        let classes = ["a", "a/x", "a/z", "b/y", "b"].map(|one| palette.classes(one));
        assert_eq!(classes, ["c0 d0", "c0 d1", "c0 d2", "c1 d0", "c1 d1"]);
    }
}
