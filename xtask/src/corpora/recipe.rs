//! Which puzzles are in which file: the table behind `puzzles/`.
//!
//! What is picked depends on rules of logic and on the textbook's backtracker,
//! not on an engine's tuning: whether singles or locked candidates alone solve a
//! puzzle does not depend on the order in which they are applied, and the
//! placements of `naive/sets` are fixed figure for figure by its definition.

use super::{climb, jigsaw};
use polydoku_core::{End, Puzzle, Query, Report, Rules, RulesBuilder};
use polydoku_corpus::isomorph::SplitMix64;
use polydoku_generate::Wish;
use std::{ops::ControlFlow, sync::Arc};

/// One file.
pub struct Recipe {
    pub name: &'static str,
    /// One line for help and the file's head.
    pub about: &'static str,
    /// What a reader of the file must be told about its rules.
    pub flags: &'static str,
    pub expect: Expect,
    pub count: u64,
    pub seed: u64,
    /// How the puzzles were chosen.
    pub origin: &'static str,
    /// The shapes, each with an equal share of the count.
    pub shapes: fn() -> Vec<Shaped>,
    pub wish: fn(Wish) -> Wish,
    /// Takes a generated puzzle, perhaps changed, or leaves it.
    pub pick: fn(&Puzzle, &mut SplitMix64) -> Option<Puzzle>,
}

/// Rules, and the region map to write behind each puzzle where they have one.
pub struct Shaped {
    pub rules: Arc<Rules>,
    pub map: Option<String>,
}

/// What a file promises of the number of solutions.
#[derive(Clone, Copy, Debug)]
pub enum Expect {
    Unique,
    Multiple,
    None,
}

/// More solutions than this are not called "several".
const SEVERAL: u64 = 100;

impl Expect {
    pub fn word(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::None => "none",
        }
    }

    /// How many solutions to look for.
    pub fn limit(self) -> u64 {
        match self {
            Self::Unique | Self::None => 2,
            Self::Multiple => SEVERAL + 1,
        }
    }

    /// Whether the number that the engines agree on is as promised.
    pub fn is_met_by(self, found: Option<u64>) -> bool {
        match self {
            Self::Unique => found == Some(1),
            Self::Multiple => found.is_some_and(|found| (2..=SEVERAL).contains(&found)),
            Self::None => found == Some(0),
        }
    }
}

pub const RECIPES: &[Recipe] = &[
    Recipe {
        name: "easy",
        about: "9x9, 32 clues, naked and hidden singles solve them",
        flags: "",
        expect: Expect::Unique,
        count: 200,
        seed: 1,
        origin: "32 clues, bitmask/singles guesses nothing",
        shapes: classic,
        wish: |wish| wish.clues(32),
        pick: |puzzle, _| (guesses("bitmask/singles", puzzle) == 0).then(|| puzzle.clone()),
    },
    Recipe {
        name: "medium",
        about: "9x9, minimal, singles and locked candidates solve them",
        flags: "",
        expect: Expect::Unique,
        count: 200,
        seed: 2,
        origin: "minimal, bitmask/singles guesses, bitmask/locked does not",
        shapes: classic,
        wish: Wish::minimal,
        pick: |puzzle, _| {
            let locked = guesses("bitmask/locked", puzzle) == 0;
            (locked && guesses("bitmask/singles", puzzle) > 0).then(|| puzzle.clone())
        },
    },
    Recipe {
        name: "hard",
        about: "9x9, minimal, a million placements for plain backtracking",
        flags: "",
        expect: Expect::Unique,
        count: 50,
        seed: 3,
        origin: "minimal, bitmask/locked guesses, naive/sets places 1,000,000 digits or more",
        shapes: classic,
        wish: Wish::minimal,
        pick: |puzzle, _| {
            let hard = guesses("bitmask/locked", puzzle) > 0 && is_long(puzzle, 1_000_000);
            hard.then(|| puzzle.clone())
        },
    },
    Recipe {
        name: "multiple",
        about: "9x9, two to a hundred solutions",
        flags: "",
        expect: Expect::Multiple,
        count: 50,
        seed: 4,
        origin: "minimal, one clue taken away, at most 100 solutions",
        shapes: classic,
        wish: Wish::minimal,
        pick: |puzzle, random| {
            let opened = opened(puzzle, random);
            (asked("bitmask", &opened, &Query::count(SEVERAL + 1)).found <= SEVERAL)
                .then_some(opened)
        },
    },
    Recipe {
        name: "none",
        about: "9x9, clues that do not clash and yet no solution",
        flags: "",
        expect: Expect::None,
        count: 50,
        seed: 5,
        origin: "27 clues, one changed without a clash, singles do not show that none is left",
        shapes: classic,
        wish: |wish| wish.clues(27),
        pick: |puzzle, random| {
            let changed = changed(puzzle, random)?;
            let answer = asked("bitmask/locked", &changed, &Query::first());
            let searched = answer
                .stats
                .guesses
                .get()
                .is_some_and(|guesses| guesses > 0);
            (answer.found == 0 && searched).then_some(changed)
        },
    },
    Recipe {
        name: "4x4",
        about: "4x4, minimal",
        flags: "",
        expect: Expect::Unique,
        count: 50,
        seed: 6,
        origin: "minimal",
        shapes: || plain(4),
        wish: Wish::minimal,
        pick: any,
    },
    Recipe {
        name: "6x6",
        about: "6x6 with boxes of 2x3, minimal",
        flags: "",
        expect: Expect::Unique,
        count: 50,
        seed: 7,
        origin: "minimal",
        shapes: || plain(6),
        wish: Wish::minimal,
        pick: any,
    },
    Recipe {
        name: "16x16",
        about: "16x16, symbols 1-9 and A-G",
        flags: "",
        expect: Expect::Unique,
        count: 20,
        seed: 8,
        origin: "not minimal",
        shapes: || plain(16),
        wish: |wish| wish,
        pick: any,
    },
    Recipe {
        name: "jigsaw",
        about: "9x9 with irregular regions, five maps, minimal",
        flags: "",
        expect: Expect::Unique,
        count: 50,
        seed: 9,
        origin: "minimal, on maps drawn by exchanging cells between touching regions",
        shapes: || jigsaws(3, 3),
        wish: Wish::minimal,
        pick: any,
    },
    Recipe {
        name: "x",
        about: "9x9, both diagonals hold every digit too, minimal",
        flags: "--variant x",
        expect: Expect::Unique,
        count: 50,
        seed: 20,
        origin: "minimal",
        shapes: || shaped(Rules::builder(9).diagonals(), None),
        wish: Wish::minimal,
        pick: any,
    },
    Recipe {
        name: "hardest",
        about: "9x9, minimal, a hundred guesses or more for dancing links",
        flags: "",
        expect: Expect::Unique,
        count: 20,
        seed: 30,
        origin: "minimal, then 400 exchanges of clues that never led to fewer guesses of dlx",
        shapes: classic,
        wish: Wish::minimal,
        pick: |puzzle, random| {
            let (top, guesses) = climb::climbed(puzzle, random);
            (guesses >= 100).then_some(top)
        },
    },
    Recipe {
        name: "20-clues",
        about: "9x9 with 20 clues",
        flags: "",
        expect: Expect::Unique,
        count: 50,
        seed: 31,
        origin: "20 clues, dug and walked to",
        shapes: classic,
        wish: |wish| wish.clues(20),
        pick: any,
    },
    Recipe {
        name: "19-clues",
        about: "9x9 with 19 clues",
        flags: "",
        expect: Expect::Unique,
        count: 20,
        seed: 32,
        origin: "19 clues, dug and walked to",
        shapes: classic,
        wish: |wish| wish.clues(19),
        pick: any,
    },
    Recipe {
        name: "18-clues",
        about: "9x9 with 18 clues",
        flags: "",
        expect: Expect::Unique,
        count: 5,
        seed: 33,
        origin: "18 clues, dug and walked to",
        shapes: classic,
        wish: |wish| wish.clues(18),
        pick: any,
    },
    Recipe {
        name: "12x12",
        about: "12x12 with boxes of 3x4, minimal",
        flags: "",
        expect: Expect::Unique,
        count: 50,
        seed: 34,
        origin: "minimal",
        shapes: || plain(12),
        wish: Wish::minimal,
        pick: any,
    },
    Recipe {
        name: "16x16-few",
        about: "16x16 with 100 clues",
        flags: "",
        expect: Expect::Unique,
        count: 20,
        seed: 35,
        origin: "100 clues",
        shapes: || plain(16),
        wish: |wish| wish.clues(100),
        pick: any,
    },
    Recipe {
        name: "25x25",
        about: "25x25, symbols 1-9 and A-P",
        flags: "",
        expect: Expect::Unique,
        count: 10,
        seed: 36,
        origin: "not minimal",
        shapes: || plain(25),
        wish: |wish| wish,
        pick: any,
    },
    Recipe {
        name: "jigsaw-10x10",
        about: "10x10 with irregular regions, five maps",
        flags: "",
        expect: Expect::Unique,
        count: 20,
        seed: 37,
        origin: "not minimal, on maps drawn by exchanging cells between touching regions",
        shapes: || jigsaws(2, 5),
        wish: |wish| wish,
        pick: any,
    },
    Recipe {
        name: "x-12x12",
        about: "12x12, both diagonals hold every digit too",
        flags: "--variant x",
        expect: Expect::Unique,
        count: 20,
        seed: 43,
        origin: "not minimal",
        shapes: || shaped(Rules::builder(12).diagonals(), None),
        wish: |wish| wish,
        pick: any,
    },
];

fn any(puzzle: &Puzzle, _: &mut SplitMix64) -> Option<Puzzle> {
    Some(puzzle.clone())
}

fn shaped(builder: RulesBuilder, map: Option<String>) -> Vec<Shaped> {
    let rules = Arc::new(builder.build().expect("the table's rules are well formed"));
    vec![Shaped { rules, map }]
}

fn plain(size: usize) -> Vec<Shaped> {
    shaped(Rules::builder(size), None)
}

fn classic() -> Vec<Shaped> {
    let rules = Rules::classic();
    vec![Shaped { rules, map: None }]
}

fn jigsaws(rows: usize, cols: usize) -> Vec<Shaped> {
    let maps = (0..5).flat_map(|seed| {
        let map = jigsaw::map(rows, cols, &mut SplitMix64::new(seed));
        let builder = Rules::builder(rows * cols).regions(map.chars().map(u32::from));
        shaped(builder, Some(map))
    });
    maps.collect()
}

/// An engine's answer, solutions not looked at.
fn asked(engine: &str, puzzle: &Puzzle, query: &Query) -> Report {
    let engine = polydoku_engines::by_name(engine).expect("the registry has it");
    let mut solver = engine.solver(puzzle.rules()).expect("it takes these rules");
    solver.run(puzzle.as_ref(), query, &mut |_| ControlFlow::Continue(()))
}

/// How often an engine guesses to prove that a puzzle is unique.
fn guesses(engine: &str, puzzle: &Puzzle) -> u64 {
    let guesses = asked(engine, puzzle, &Query::unique()).stats.guesses;
    guesses.get().expect("this engine counts its guesses")
}

/// Whether plain backtracking places as many digits before it knows the solution.
fn is_long(puzzle: &Puzzle, placements: u64) -> bool {
    let query = Query::first().with_max_nodes(placements);
    asked("naive/sets", puzzle, &query).end == End::Nodes
}

/// The puzzle without one of its clues.
fn opened(puzzle: &Puzzle, random: &mut SplitMix64) -> Puzzle {
    let mut clues = puzzle.clues().to_vec();
    let filled: Vec<_> = (0..clues.len())
        .filter(|&cell| clues[cell].is_some())
        .collect();
    clues[filled[random.below(filled.len() as u64) as usize]] = None;
    Puzzle::new(puzzle.rules(), &clues).expect("fewer clues do not clash")
}

/// The puzzle with one of its clues changed, unless every change would clash.
fn changed(puzzle: &Puzzle, random: &mut SplitMix64) -> Option<Puzzle> {
    let mut cells = random.permutation(puzzle.clues().len());
    cells.retain(|&cell| puzzle.clues()[cell].is_some());
    cells.into_iter().find_map(|cell| {
        let others = puzzle.rules().digits().iter();
        let mut others = others.filter(|&digit| puzzle.clues()[cell] != Some(digit));
        others.find_map(|digit| {
            let mut clues = puzzle.clues().to_vec();
            clues[cell] = Some(digit);
            Puzzle::new(puzzle.rules(), &clues).ok()
        })
    })
}
