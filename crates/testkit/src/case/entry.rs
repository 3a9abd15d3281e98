//! One entry of a case file: its keys, and the checks that make it a [`Case`].
//!
//! ```toml
//! [[case]]
//! name = "latin-4"                  # unique among all files
//! source = "OEIS A002860"           # of the puzzle and of the expectation
//! fault = "totals"                  # the kind of fault it catches
//! size = 4                          # 9 if not given
//! boxes = "none"                    # "3x2", "none"; else those assumed for the size
//! regions = "AAABBB..."             # or an irregular map, one letter a cell
//! variants = ["x", "windoku"]       # further houses
//! extra = ["r1c1 r1c2 r2c1"]        # further houses as lists of cells
//! numbers = true                    # cells are numbers separated by spaces
//! puzzle = "empty"                  # or the clues, spaces and line ends as wanted
//! marks = "12 . 34 - ..."           # pencil marks: `.` any digit, `-` no digit
//! count = 576                       # exactly one of count, at_least and clash
//! at_least = 2
//! clash = "5 twice in row 1: r1c2 r1c7"
//! solution = "..."                  # with count = 1
//! solutions = ["...", "..."]        # some, or all if there are `count`
//! starts = "123"                    # what every solution begins with
//! may_give_up = ["naive*"]          # engines that may answer unknown
//! slow = true                       # its exact count takes minutes
//! ```
//!
//! An unknown key is an error, and so is a case that contradicts itself: known
//! solutions that are none, counts that do not fit them.

use std::fmt::Display;
use std::sync::Arc;

use polydoku_core::{Cell, Digit, DigitSet, Puzzle, PuzzleError, Rules, RulesBuilder, Symbols};
use serde::Deserialize;

use super::{Case, Count, Expected};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    case: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    source: String,
    fault: String,
    #[serde(default = "nine")]
    size: usize,
    boxes: Option<String>,
    regions: Option<String>,
    #[serde(default)]
    variants: Vec<String>,
    #[serde(default)]
    extra: Vec<String>,
    #[serde(default)]
    numbers: bool,
    puzzle: String,
    marks: Option<String>,
    count: Option<u64>,
    at_least: Option<u64>,
    clash: Option<String>,
    solution: Option<String>,
    #[serde(default)]
    solutions: Vec<String>,
    starts: Option<String>,
    #[serde(default)]
    may_give_up: Vec<String>,
    #[serde(default)]
    slow: bool,
}

fn nine() -> usize {
    9
}

/// Adds the cases of a file's text.
pub(super) fn read(file: &str, text: &str, cases: &mut Vec<Case>) -> Result<(), String> {
    let entries: File = toml::from_str(text).map_err(|error| error.to_string())?;
    for entry in entries.case {
        let name = entry.name.clone();
        if cases.iter().any(|case| case.name == name) {
            return Err(format!("case {name}: another case has this name"));
        }
        let case = entry.checked(file, cases);
        cases.push(case.map_err(|error| format!("case {name}: {error}"))?);
    }
    Ok(())
}

impl Entry {
    fn checked(self, file: &str, known: &[Case]) -> Result<Case, String> {
        for (key, text) in [
            ("name", &self.name),
            ("source", &self.source),
            ("fault", &self.fault),
        ] {
            if text.trim().is_empty() {
                return Err(format!("`{key}` is empty"));
            }
        }
        let rules = self.rules()?;
        let shared = known.iter().find(|case| *case.rules == rules);
        let rules = shared.map_or_else(|| Arc::new(rules), |case| case.rules.clone());
        let expected = self.expected(&rules)?;
        Ok(Case {
            name: self.name,
            file: file.to_owned(),
            source: self.source,
            fault: self.fault,
            rules,
            expected,
            may_give_up: self.may_give_up,
            slow: self.slow,
        })
    }

    fn rules(&self) -> Result<Rules, String> {
        let mut builder = Rules::builder(self.size);
        builder = match (self.boxes.as_deref(), &self.regions) {
            (Some(_), Some(_)) => return Err("both `boxes` and `regions`".into()),
            (None, None) => builder,
            (Some("none"), _) => builder.no_boxes(),
            (Some(boxes), _) => {
                let (rows, cols) = boxes.split_once('x').ok_or("`boxes` is no `RxC`")?;
                builder.boxes(rows.parse().map_err(said)?, cols.parse().map_err(said)?)
            }
            (_, Some(map)) => {
                let letters = map.chars().filter(|letter| !letter.is_whitespace());
                builder.regions(letters.map(u32::from))
            }
        };
        for variant in &self.variants {
            builder = match variant.as_str() {
                "x" => builder.diagonals(),
                "windoku" => builder.windoku(),
                other => return Err(format!("no variant `{other}`")),
            };
        }
        for house in &self.extra {
            builder = extra(builder, house, self.size)?;
        }
        builder.build().map_err(said)
    }

    fn symbols(&self) -> Symbols {
        if self.numbers {
            Symbols::numbers(self.size)
        } else {
            Symbols::standard(self.size)
        }
    }

    fn cells(&self, text: &str) -> Result<Vec<Option<Digit>>, String> {
        if text == "empty" {
            return Ok(vec![None; self.size * self.size]);
        }
        self.symbols().cells(text).map_err(said)
    }

    fn complete(&self, text: &str) -> Result<Vec<Digit>, String> {
        let cells = self.cells(text)?;
        let digits: Option<Vec<_>> = cells.into_iter().collect();
        digits.ok_or_else(|| "a solution with open cells".into())
    }

    fn expected(&self, rules: &Arc<Rules>) -> Result<Expected, String> {
        let clues = self.cells(&self.puzzle)?;
        let puzzle = match &self.marks {
            None => Puzzle::new(rules, &clues),
            Some(text) => Puzzle::with_marks(rules, &clues, &marks(text, self.size)?),
        };
        let count = match (self.count, self.at_least, &self.clash) {
            (Some(count), None, None) => Count::Exactly(count),
            (None, Some(least), None) => Count::AtLeast(least),
            (None, None, Some(message)) => {
                return match puzzle {
                    Err(PuzzleError::Clash(_)) => Ok(Expected::Clash {
                        clues,
                        message: message.clone(),
                    }),
                    Err(error) => Err(said(error)),
                    Ok(_) => Err("the clues do not clash".into()),
                };
            }
            _ => return Err("exactly one of `count`, `at_least` and `clash` is wanted".into()),
        };
        let puzzle = puzzle.map_err(said)?;
        let mut solutions = Vec::new();
        for text in self.solution.iter().chain(&self.solutions) {
            let digits = self.complete(text)?;
            puzzle.check_solution(&digits).map_err(said)?;
            if solutions.contains(&digits) {
                return Err("a solution stands twice".into());
            }
            solutions.push(digits);
        }
        if self.solution.is_some() && (count != Count::Exactly(1) || solutions.len() > 1) {
            return Err("`solution` is for a count of 1; others have `solutions`".into());
        }
        if count.exact().is_some_and(|n| n < solutions.len() as u64) {
            return Err("more solutions than the count".into());
        }
        let starts = self.starts(rules)?;
        Ok(Expected::Puzzle {
            puzzle,
            count,
            solutions,
            starts,
        })
    }

    fn starts(&self, rules: &Rules) -> Result<Vec<Option<Digit>>, String> {
        let Some(text) = &self.starts else {
            return Ok(Vec::new());
        };
        // Filled up with open cells, the beginning is read as a grid.
        let (filling, given) = if self.numbers {
            (" 0", text.split_whitespace().count())
        } else {
            (".", text.chars().filter(|c| !c.is_whitespace()).count())
        };
        let missing = rules.cell_count().saturating_sub(given);
        self.cells(&format!("{text}{}", filling.repeat(missing)))
    }
}

fn said(error: impl Display) -> String {
    error.to_string()
}

fn extra(builder: RulesBuilder, house: &str, size: usize) -> Result<RulesBuilder, String> {
    let cells = house.split_whitespace().map(|name| {
        let numbers = name
            .strip_prefix('r')
            .and_then(|rest| rest.split_once('c'))
            .and_then(|(row, col)| Some((row.parse::<usize>().ok()?, col.parse::<usize>().ok()?)));
        match numbers {
            Some((row @ 1.., col @ 1..)) if row <= size && col <= size => {
                Ok(Cell::at(row - 1, col - 1, size).index())
            }
            _ => Err(format!("`{name}` is no cell")),
        }
    });
    Ok(builder.extra_house(cells.collect::<Result<Vec<_>, _>>()?))
}

fn marks(text: &str, size: usize) -> Result<Vec<DigitSet>, String> {
    let symbols = Symbols::standard(size);
    let cell = |token: &str| match token {
        "." => Ok(DigitSet::all(size)),
        "-" => Ok(DigitSet::EMPTY),
        digits => digits
            .bytes()
            .map(|byte| symbols.value(byte).flatten())
            .collect::<Option<DigitSet>>()
            .ok_or_else(|| format!("`{token}` are no pencil marks")),
    };
    text.split_whitespace()
        .filter(|token| *token != "|")
        .map(cell)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(body: &str) -> Result<Case, String> {
        let mut cases = Vec::new();
        let head = "[[case]]\nname = 'a'\nsource = 's'\nfault = 'f'\nsize = 4\n";
        read("file", &format!("{head}{body}"), &mut cases)?;
        Ok(cases.remove(0))
    }

    #[test]
    fn unknown_keys_are_refused() {
        let error = one("puzzle = 'empty'\ncount = 288\nsolutionn = ''").unwrap_err();
        assert!(error.contains("unknown field `solutionn`"), "{error}");
        let error = read("file", "[[cases]]\n", &mut Vec::new()).unwrap_err();
        assert!(error.contains("unknown field `cases`"), "{error}");
    }

    #[test]
    fn what_is_expected_must_be_said_once() {
        let wanted = "exactly one of `count`, `at_least` and `clash` is wanted";
        let error = one("puzzle = 'empty'").unwrap_err();
        assert!(error.contains(wanted), "{error}");
        let error = one("puzzle = 'empty'\ncount = 288\nat_least = 2").unwrap_err();
        assert!(error.contains(wanted), "{error}");
    }

    #[test]
    fn a_case_may_not_contradict_itself() {
        let right = "1234341221434321";
        for (body, fault) in [
            ("puzzle = '11..............'\ncount = 0", "1 twice in row 1"),
            ("puzzle = '1...............'\nclash = 'x'", "do not clash"),
            (
                "puzzle = '2...............'\ncount = 1\nsolution = '1234341221434321'",
                "1 at r1c1 is not what the puzzle allows",
            ),
            (
                "puzzle = 'empty'\ncount = 288\nsolution = '1234341221434321'",
                "`solution` is for a count of 1",
            ),
            (
                "puzzle = 'empty'\ncount = 0\nsolutions = ['1234341221434321']",
                "more solutions than the count",
            ),
            (
                "puzzle = '1234341221434321'\ncount = 1\nsolution = '123434122143432.'",
                "open cells",
            ),
            (
                "puzzle = 'empty'\nboxes = 'none'\nregions = ''\ncount = 1",
                "both",
            ),
            (
                "puzzle = 'empty'\nextra = ['r1c1 r5c1']\ncount = 1",
                "`r5c1` is no cell",
            ),
            (
                "puzzle = 'empty'\nvariants = ['y']\ncount = 1",
                "no variant `y`",
            ),
        ] {
            let error = one(body).unwrap_err();
            assert!(error.contains(fault), "{body}: {error}");
        }
        assert!(
            one(&format!(
                "puzzle = '{right}'\ncount = 1\nsolution = '{right}'"
            ))
            .is_ok()
        );
    }

    #[test]
    fn marks_and_beginnings_are_read() {
        let case = one(
            "puzzle = 'empty'\nmarks = '12 . - 4 | . . . . . . . . . . . .'\n\
                        count = 0\nstarts = '12'",
        )
        .unwrap();
        let Expected::Puzzle { puzzle, starts, .. } = &case.expected else {
            panic!("a puzzle");
        };
        let marks = puzzle.marks().unwrap();
        assert_eq!(marks[0], DigitSet::from_bits(0b11));
        assert_eq!((marks[1], marks[2]), (DigitSet::all(4), DigitSet::EMPTY));
        assert_eq!(starts[..3], [Digit::new(1), Digit::new(2), None]);
    }

    #[test]
    fn two_cases_cannot_share_a_name() {
        let mut cases = Vec::new();
        let text = "[[case]]\nname='a'\nsource='s'\nfault='f'\nsize=4\npuzzle='empty'\ncount=288\n";
        read("file", text, &mut cases).unwrap();
        let error = read("file", text, &mut cases).unwrap_err();
        assert_eq!(error, "case a: another case has this name");
    }
}
