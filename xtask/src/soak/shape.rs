//! Shapes to soak: rules, and how to say them on the command line and in a case.
//!
//! Small sizes come often, since all engines finish there, and 9x9 as often as
//! all others together, since that is what people solve and what the specialised
//! engines take. Irregular maps are drawn: the boxes' map with a few cells
//! swapped between regions, which core accepts since it asks for the right number
//! of cells in a region, not for their touching. Some have no solution at all,
//! and every engine must say so.

use polydoku_core::{Cell, CellName, Rules, RulesBuilder};
use polydoku_corpus::isomorph::SplitMix64;
use std::sync::Arc;

/// Rules with their names outside the program.
#[derive(Debug)]
pub struct Shape {
    rules: Arc<Rules>,
    /// Flags for `polydoku`, each with a space in front.
    pub flags: String,
    /// Lines of a case in `puzzles/cases/*.toml`.
    pub lines: String,
}

/// Sizes with the boxes that fit them, by how often they should come.
const SIZES: &[(usize, Option<(usize, usize)>)] = &[
    (4, Some((2, 2))),
    (5, None),
    (6, Some((2, 3))),
    (6, Some((3, 2))),
    (6, None),
    (8, Some((2, 4))),
    (9, Some((3, 3))),
    (10, Some((5, 2))),
    (12, Some((3, 4))),
    (16, Some((4, 4))),
];

impl Shape {
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// A random shape.
    pub fn drawn(random: &mut SplitMix64) -> Self {
        if random.below(2) == 0 {
            return Self::new(9, Some((3, 3)), |_| {});
        }
        let (size, boxes) = SIZES[random.below(SIZES.len() as u64) as usize];
        match (random.below(5), boxes) {
            (0, Some((rows, cols))) => {
                let map = swapped_map(size, rows, cols, random);
                Self::new(size, None, |shape| shape.regions(map))
            }
            (1, _) => Self::new(size, boxes, Draft::diagonals),
            (2, Some((3, 3))) => Self::new(size, boxes, Draft::windoku),
            (3, _) => {
                let cells = random.permutation(size * size);
                let count = 2 + random.below(size as u64 - 1) as usize;
                let cells = cells[..count].to_vec();
                Self::new(size, boxes, |shape| shape.extra(cells))
            }
            _ => Self::new(size, boxes, |_| {}),
        }
    }

    fn new(size: usize, boxes: Option<(usize, usize)>, more: impl FnOnce(&mut Draft)) -> Self {
        let mut draft = Draft::new(size, boxes);
        more(&mut draft);
        let rules = draft.builder.build().expect("the draft is well formed");
        Self {
            rules: Arc::new(rules),
            flags: draft.flags,
            lines: draft.lines,
        }
    }
}

/// A shape in the making: each step is said three times, once for each reader.
struct Draft {
    size: usize,
    builder: RulesBuilder,
    flags: String,
    lines: String,
}

impl Draft {
    fn new(size: usize, boxes: Option<(usize, usize)>) -> Self {
        let builder = Rules::builder(size);
        let (builder, said) = match boxes {
            Some((rows, cols)) => (builder.boxes(rows, cols), format!("{rows}x{cols}")),
            None => (builder.no_boxes(), "none".to_owned()),
        };
        Self {
            size,
            builder,
            flags: format!(" --boxes {said}"),
            lines: format!("size = {size}\nboxes = \"{said}\"\n"),
        }
    }

    fn step(&mut self, step: impl FnOnce(RulesBuilder) -> RulesBuilder) {
        let builder = std::mem::replace(&mut self.builder, Rules::builder(self.size));
        self.builder = step(builder);
    }

    fn diagonals(&mut self) {
        self.step(RulesBuilder::diagonals);
        self.flags += " --variant x";
        self.lines += "variants = [\"x\"]\n";
    }

    fn windoku(&mut self) {
        self.step(RulesBuilder::windoku);
        self.flags += " --variant windoku";
        self.lines += "variants = [\"windoku\"]\n";
    }

    /// Regions in the boxes' place, one letter a cell.
    fn regions(&mut self, map: Vec<char>) {
        let text: String = map.iter().collect();
        self.step(|builder| builder.regions(map.into_iter().map(u32::from)));
        self.flags = format!(" --regions {text}");
        self.lines = format!("size = {}\nregions = \"{text}\"\n", self.size);
    }

    /// One more house of these cells.
    fn extra(&mut self, cells: Vec<usize>) {
        let mut map = vec!['.'; self.size * self.size];
        cells.iter().for_each(|&cell| map[cell] = 'A');
        let names = cells.iter().map(|&cell| {
            let name: CellName = Cell::new(cell).name(self.size);
            name.to_string()
        });
        let names: Vec<_> = names.collect();
        self.flags += &format!(" --extra-regions {}", map.iter().collect::<String>());
        self.lines += &format!("extra = [\"{}\"]\n", names.join(" "));
        self.step(|builder| builder.extra_house(cells));
    }
}

/// The boxes as a map of letters, with a few cells swapped between regions.
fn swapped_map(size: usize, rows: usize, cols: usize, random: &mut SplitMix64) -> Vec<char> {
    let letter = |cell: usize| {
        let (row, col) = (cell / size, cell % size);
        let region = row / rows * (size / cols) + col / cols;
        char::from(b'A' + u8::try_from(region).expect("few regions"))
    };
    let mut map: Vec<char> = (0..size * size).map(letter).collect();
    for _ in 0..=random.below(4) {
        let one = random.below(map.len() as u64) as usize;
        let two = random.below(map.len() as u64) as usize;
        map.swap(one, two);
    }
    map
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_shapes_are_well_formed_and_of_many_kinds() {
        let mut random = SplitMix64::new(1);
        let shapes: Vec<_> = (0..500).map(|_| Shape::drawn(&mut random)).collect();
        let with = |word: &str| shapes.iter().filter(|one| one.flags.contains(word)).count();
        for word in [
            "--regions",
            "--variant x",
            "--variant windoku",
            "--extra-regions",
            "none",
        ] {
            assert!(with(word) > 0, "{word}");
        }
        let classic = shapes.iter().filter(|one| one.rules.is_classic()).count();
        assert!(
            (200..350).contains(&classic),
            "{classic} of 500 are classic"
        );
    }

    #[test]
    fn a_region_map_keeps_its_sizes() {
        let mut random = SplitMix64::new(7);
        let map = swapped_map(6, 2, 3, &mut random);
        for letter in 'A'..='F' {
            assert_eq!(map.iter().filter(|one| **one == letter).count(), 6);
        }
    }
}
