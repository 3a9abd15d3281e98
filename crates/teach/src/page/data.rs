//! A race as JSON: the puzzle, then the lanes. `page/race.js` reads it.

use std::fmt::Write;

use polydoku_core::{Boxes, HouseKind, Rules};

use super::steps::{list, quoted};
use crate::race::{Lane, Race};

impl Race {
    /// The race as the page's scripts read it.
    pub fn json(&self) -> String {
        let mut out = String::from("{\"version\":1,\n\"puzzle\":{");
        self.puzzle_members(&mut out);
        let _ = write!(
            out,
            "}},\n\"measured\":{},\n\"lanes\":[",
            quoted(&self.measured())
        );
        for (number, lane) in self.lanes.iter().enumerate() {
            out.push_str(if number > 0 { ",\n" } else { "\n" });
            match lane {
                Lane::Ran(ran) => out.push_str(&ran.json()),
                Lane::Refused { name, why } => {
                    let (name, why) = (quoted(name), quoted(why));
                    let _ = write!(out, "{{\"name\":{name},\"refused\":{why}}}");
                }
            }
        }
        out.push_str("\n]}");
        out
    }

    fn puzzle_members(&self, out: &mut String) {
        let rules = self.puzzle.rules();
        let clues = self.puzzle.clues();
        let given = clues.iter().flatten().count();
        let marks = if self.puzzle.marks().is_some() {
            ", pencil marks"
        } else {
            ""
        };
        let facts = format!("{rules}, {given} clues{marks}");
        let text = self.symbols.line(clues);
        for (name, value) in [("title", &self.title), ("facts", &facts), ("text", &text)] {
            let _ = write!(out, "\"{name}\":{},", quoted(value));
        }
        let symbols = rules.digits().iter().map(|digit| {
            let mut symbol = String::new();
            let _ = self.symbols.fmt_digit(digit, &mut symbol);
            quoted(&symbol)
        });
        let _ = write!(
            out,
            "\"size\":{},\"symbols\":[{}],",
            rules.size(),
            list(symbols)
        );
        let clues = clues
            .iter()
            .map(|clue| clue.map_or(0, polydoku_core::Digit::get).to_string());
        let _ = write!(
            out,
            "\"clues\":[{}],\"houses\":[{}]",
            list(clues),
            houses(rules)
        );
        if rules.boxes() != &Boxes::None {
            let boxes = rules.cells().filter_map(|cell| rules.box_of(cell));
            let boxes = list(boxes.map(|index| index.index().to_string()));
            let _ = write!(out, ",\"boxes\":[{boxes}]");
        }
    }
}

fn houses(rules: &Rules) -> String {
    list(rules.houses().iter().map(|house| {
        let (kind, short, shaded) = match house.kind() {
            HouseKind::Row(i) => ("row", format!("r{}", i + 1), false),
            HouseKind::Col(i) => ("column", format!("c{}", i + 1), false),
            HouseKind::Box(i) => ("box", format!("b{}", i + 1), false),
            HouseKind::Region(i) => ("region", format!("g{}", i + 1), false),
            HouseKind::Diagonal(i) => ("diagonal", format!("d{}", i + 1), false),
            HouseKind::Window(i) => ("window", format!("w{}", i + 1), true),
            _ => ("extra region", "x".to_owned(), true),
        };
        let cells = list(house.cells().iter().map(|cell| cell.index().to_string()));
        format!(
            "{{\"name\":{},\"short\":{},\"kind\":{},\"full\":{},\"shaded\":{shaded},\"cells\":[{cells}]}}",
            quoted(&house.to_string()),
            quoted(&short),
            quoted(kind),
            house.holds_every_digit()
        )
    }))
}
