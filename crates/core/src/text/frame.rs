//! Grids with frames around their boxes.
//!
//! A border is drawn wherever two neighbouring cells lie in different boxes.
//! With rectangles that gives the usual picture:
//!
//! ```text
//! +-----+-----+        +---+---+---+---+
//! | 1 . | . 2 |        | 1   . | .   2 |
//! | . . | 3 . |        +   +---+   +---+     irregular regions:
//! +-----+-----+        | . | .   .   3 |     every cell has room for
//! | . 4 | . . |        ...                   a border on each side
//! ```
//!
//! What is drawn can be read back by [`Symbols::cells`].

use super::Symbols;
use crate::{Boxes, Cell, Digit, Rules};

/// The cells in frames, one line a row, each with its line end.
pub fn framed(rules: &Rules, cells: &[Option<Digit>]) -> String {
    let size = rules.size();
    let symbols = Symbols::standard(size);
    let texts: Vec<String> = cells
        .iter()
        .map(|&cell| {
            let mut text = String::new();
            match cell {
                Some(digit) => symbols
                    .fmt_digit(digit, &mut text)
                    .expect("strings take all"),
                None if symbols.uses_numbers() => text.push('0'),
                None => text.push('.'),
            }
            text
        })
        .collect();
    let width = if symbols.uses_numbers() { 2 } else { 1 };
    match *rules.boxes() {
        Boxes::Regions(_) => irregular(rules, &texts, width),
        Boxes::Rect { rows, cols } => rectangular(size, rows, cols, &texts, width),
        Boxes::None => rectangular(size, size, size, &texts, width),
    }
}

fn rectangular(size: usize, rows: usize, cols: usize, texts: &[String], width: usize) -> String {
    let rule = format!(
        "+{}\n",
        format!("{}+", "-".repeat(cols * (width + 1) + 1)).repeat(size / cols)
    );
    let mut out = String::new();
    for (row, line) in texts.chunks(size).enumerate() {
        if row % rows == 0 {
            out.push_str(&rule);
        }
        for (col, text) in line.iter().enumerate() {
            out.push_str(if col == 0 {
                "| "
            } else if col % cols == 0 {
                " | "
            } else {
                " "
            });
            out.push_str(&format!("{text:>width$}"));
        }
        out.push_str(" |\n");
    }
    out.push_str(&rule);
    out
}

fn irregular(rules: &Rules, texts: &[String], width: usize) -> String {
    let size = rules.size();
    // The region on the far side of the rim is none.
    let region = |row: usize, col: usize| {
        let inside = row < size && col < size;
        inside.then(|| rules.box_of(Cell::at(row, col, size)))
    };
    let mut out = String::new();
    for row in 0..=size {
        for col in 0..size {
            let border = region(row.wrapping_sub(1), col) != region(row, col);
            out.push('+');
            out.push_str(&if border { "-" } else { " " }.repeat(width + 2));
        }
        out.push_str("+\n");
        if row == size {
            break;
        }
        for col in 0..size {
            let border = region(row, col.wrapping_sub(1)) != region(row, col);
            out.push(if border { '|' } else { ' ' });
            out.push_str(&format!(" {:>width$} ", texts[row * size + col]));
        }
        out.push_str("|\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Grid;

    #[test]
    fn rectangles_in_the_usual_picture() {
        let rules = Arc::new(Rules::assumed(6).unwrap());
        let grid = Grid::parse(&rules, "1.3...4.....25....6....3.4...5.1....").unwrap();
        let expected = "\
+-------+-------+
| 1 . 3 | . . . |
| 4 . . | . . . |
+-------+-------+
| 2 5 . | . . . |
| 6 . . | . . 3 |
+-------+-------+
| . 4 . | . . 5 |
| . 1 . | . . . |
+-------+-------+
";
        assert_eq!(grid.to_string(), expected);
        assert_eq!(Grid::parse(&rules, expected).unwrap(), grid);
    }

    #[test]
    fn regions_have_borders_where_they_meet() {
        let rules = Rules::builder(3)
            .regions([0, 0, 1, 0, 1, 1, 2, 2, 2])
            .build()
            .unwrap();
        let rules = Arc::new(rules);
        let grid = Grid::parse(&rules, "1...2...3").unwrap();
        let expected = "\
+---+---+---+
| 1   . | . |
+   +---+   +
| . | 2   . |
+---+---+---+
| .   .   3 |
+---+---+---+
";
        assert_eq!(grid.to_string(), expected);
        assert_eq!(Grid::parse(&rules, expected).unwrap(), grid);
    }

    #[test]
    fn latin_squares_have_only_a_rim_and_large_digits_are_aligned() {
        let latin = Arc::new(Rules::builder(2).no_boxes().build().unwrap());
        let grid = Grid::parse(&latin, "12..").unwrap();
        assert_eq!(grid.to_string(), "+-----+\n| 1 2 |\n| . . |\n+-----+\n");
        let large = Arc::new(Rules::assumed(64).unwrap());
        let mut cells = vec![None; 64 * 64];
        cells[0] = Digit::new(7);
        cells[1] = Digit::new(64);
        let grid = Grid::new(&large, &cells).unwrap();
        assert!(grid.to_string().contains("|  7 64  0"));
        assert_eq!(Grid::parse(&large, &grid.to_string()).unwrap(), grid);
    }
}
