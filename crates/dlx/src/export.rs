//! A puzzle as exact-cover text, in the form that Knuth's programs read.
//!
//! ```text
//! | comment lines start with a bar
//! r1c1 r1c2 ... r1d5 ... | x1d5 ...      one line: primary items | secondary items
//! r1c1 r1d5 c1d5 b1d5                    one option a line
//! ```
//!
//! The matrix is the one that the engines search: clues are eliminated, items
//! they cover are left out, and options that clash with them. Item names have at
//! most eight characters, Knuth's limit: `r1c2` is a cell, and a letter, a
//! number and `d` with a digit a house: `r` row, `c` column, `b` box, `g` region,
//! `x` diagonal, `w` window, `e` extra region. Comments say which is which.

use std::fmt::{self, Display, Write};

use polydoku_core::{HouseIndex, HouseKind, PuzzleRef, Rules};

use crate::layout::{Duty, Layout};

/// An item's name.
pub(crate) struct ItemName<'a> {
    pub rules: &'a Rules,
    pub duty: Duty,
}

impl Display for ItemName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.duty {
            Duty::Fill(cell) => write!(f, "{}", cell.name(self.rules.size())),
            Duty::Serve(house, digit) => {
                let house = HousePrefix {
                    rules: self.rules,
                    house,
                };
                write!(f, "{house}d{digit}")
            }
        }
    }
}

/// The part of an item's name that stands for a house.
struct HousePrefix<'a> {
    rules: &'a Rules,
    house: HouseIndex,
}

impl Display for HousePrefix<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (letter, number) = match self.rules.house(self.house).kind() {
            HouseKind::Row(number) => ('r', number),
            HouseKind::Col(number) => ('c', number),
            HouseKind::Box(number) => ('b', number),
            HouseKind::Region(number) => ('g', number),
            HouseKind::Diagonal(number) => ('x', number),
            HouseKind::Window(number) => ('w', number),
            HouseKind::Extra(number) => ('e', number),
            // A kind that core has learnt since: still a name of its own.
            _ => ('h', self.house.index() as u16),
        };
        write!(f, "{letter}{}", number + 1)
    }
}

/// Writes a puzzle as exact-cover text.
///
/// The exact covers of what is written are the puzzle's solutions, each without
/// the clues. A puzzle without open cells has no items, and Knuth's programs
/// refuse an empty item line; its one solution is the puzzle itself.
///
/// ```
/// use polydoku_core::{Puzzle, Rules};
/// let rules = std::sync::Arc::new(Rules::assumed(4)?);
/// let puzzle = Puzzle::parse(&rules, "12343412214343..")?;
/// let mut text = String::new();
/// polydoku_dlx::write_exact_cover(puzzle.as_ref(), &mut text)?;
/// let data: Vec<_> = text.lines().filter(|line| !line.starts_with('|')).collect();
/// assert_eq!(
///     data,
///     [
///         "r4c3 r4c4 r4d1 r4d2 c3d2 c4d1 b4d1 b4d2",
///         "r4c3 r4d2 c3d2 b4d2",
///         "r4c4 r4d1 c4d1 b4d1",
///     ]
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Only those of `out`.
pub fn write_exact_cover(puzzle: PuzzleRef<'_>, out: &mut dyn Write) -> fmt::Result {
    let rules = puzzle.rules();
    let layout = Layout::new(rules);
    let mut covered = vec![false; layout.items()];
    for (cell, &clue) in rules.cells().zip(puzzle.clues()) {
        if let Some(digit) = clue {
            for item in layout.items_of(cell, digit) {
                covered[item] = true;
            }
        }
    }
    comments(puzzle, &layout, out)?;
    let open = |items: std::ops::Range<usize>| items.filter(|&item| !covered[item]);
    names(rules, &layout, open(0..layout.primary), out)?;
    if layout.primary < layout.items() {
        out.write_str(" | ")?;
        let secondary = layout.primary..layout.items();
        names(rules, &layout, open(secondary), out)?;
    }
    writeln!(out)?;
    for (cell, &clue) in rules.cells().zip(puzzle.clues()) {
        if clue.is_some() {
            continue;
        }
        for digit in puzzle.allowed(cell) {
            if layout.items_of(cell, digit).all(|item| !covered[item]) {
                names(rules, &layout, layout.items_of(cell, digit), out)?;
                writeln!(out)?;
            }
        }
    }
    Ok(())
}

/// Writes the names of items with spaces between.
fn names(
    rules: &Rules,
    layout: &Layout,
    items: impl Iterator<Item = usize>,
    out: &mut dyn Write,
) -> fmt::Result {
    for (place, item) in items.enumerate() {
        let space = if place == 0 { "" } else { " " };
        let duty = layout.duty(item);
        write!(out, "{space}{}", ItemName { rules, duty })?;
    }
    Ok(())
}

/// Writes what the matrix is of, and the map of item names.
fn comments(puzzle: PuzzleRef<'_>, layout: &Layout, out: &mut dyn Write) -> fmt::Result {
    let rules = puzzle.rules();
    let clues = puzzle.clues().iter().flatten().count();
    writeln!(out, "| exact cover of a Sudoku: {rules}, {clues} clues")?;
    writeln!(
        out,
        "| an option is a digit in a cell; clues and what clashes with them are left out"
    )?;
    if clues > 0 {
        out.write_str("| clues:")?;
        for (cell, &clue) in rules.cells().zip(puzzle.clues()) {
            if let Some(digit) = clue {
                write!(out, " {}={digit}", cell.name(rules.size()))?;
            }
        }
        writeln!(out)?;
    }
    writeln!(out, "| rRcC    the cell in row R, column C holds a digit")?;
    for house in layout.owners() {
        let (prefix, name) = (HousePrefix { rules, house }, rules.house(house));
        if name.holds_every_digit() {
            writeln!(out, "| {prefix}dN    {name} has digit N")?;
        } else {
            writeln!(
                out,
                "| {prefix}dN    {name} has digit N at most once (secondary)"
            )?;
        }
    }
    Ok(())
}
