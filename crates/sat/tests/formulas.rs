//! Formulas from outside: published sizes, numbering, DIMACS text, and the known
//! weak points of encoders (clauses that are missing, variables off by one, headers
//! whose counts lie, models read wrongly).

use std::collections::HashMap;
use std::sync::Arc;

use polydoku_core::{Cell, Digit, DigitSet, Puzzle, Rules};
use polydoku_sat::{AtMostOne, Encoding, Formula, Lit, Var};

const PUZZLE: &str =
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
const SOLVED: &str =
    "987654321246173985351928746128537694634892157795461832519286473472319568863745219";

fn classic(line: &str) -> Puzzle {
    Puzzle::parse(&Rules::classic(), line).expect("a puzzle")
}

fn empty(size: usize) -> Puzzle {
    let rules = Arc::new(Rules::assumed(size).expect("boxes fit"));
    Puzzle::new(&rules, &vec![None; size * size]).expect("no clues clash")
}

fn digit(value: usize) -> Digit {
    Digit::from_index(value - 1)
}

fn digits(line: &str) -> Vec<Digit> {
    line.bytes().map(|b| digit((b - b'0').into())).collect()
}

/// What another program would read: the header's counts, the meaning of each
/// variable by the comments, and the clauses.
struct Read {
    header: (usize, usize),
    meaning: HashMap<i32, [usize; 3]>,
    known: Vec<[usize; 3]>,
    auxiliary: usize,
    clauses: Vec<Vec<i32>>,
}

fn read(formula: &Formula) -> Read {
    let mut bytes = Vec::new();
    formula
        .write_dimacs("a title", &mut bytes)
        .expect("a vector takes all");
    let text = String::from_utf8(bytes).expect("plain text");
    let mut read = Read {
        header: (0, 0),
        meaning: HashMap::new(),
        known: Vec::new(),
        auxiliary: 0,
        clauses: Vec::new(),
    };
    let place = |words: &[&str]| {
        assert_eq!((words[0], words[2], words[4]), ("row", "column", "digit"));
        [1, 3, 5].map(|i: usize| words[i].parse::<usize>().expect("a number"))
    };
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["c", "var", _, "auxiliary"] => read.auxiliary += 1,
            ["c", "var", number, ..] => {
                let number = number.parse().expect("a number");
                read.meaning.insert(number, place(&words[3..]));
            }
            ["c", "known", ..] => read.known.push(place(&words[2..])),
            ["c", ..] => assert_eq!(line, "c a title"),
            ["p", "cnf", vars, clauses] => {
                assert!(read.clauses.is_empty(), "the header comes first");
                let number = |word: &str| word.parse().expect("a number");
                read.header = (number(vars), number(clauses));
            }
            _ => {
                let mut numbers: Vec<i32> = words
                    .iter()
                    .map(|word| word.parse().expect("a number"))
                    .collect();
                assert_eq!(numbers.pop(), Some(0), "a clause ends with 0");
                read.clauses.push(numbers);
            }
        }
    }
    read
}

#[test]
fn sizes_are_the_published_ones() {
    // Lynce and Ouaknine: 729 variables; 8,829 and 11,988 clauses without clues.
    let size = |encoding: Encoding| encoding.size(empty(9).as_ref());
    assert_eq!(
        (
            size(Encoding::MINIMAL).vars,
            size(Encoding::MINIMAL).clauses
        ),
        (729, 8_829)
    );
    assert_eq!(
        (
            size(Encoding::EXTENDED).vars,
            size(Encoding::EXTENDED).clauses
        ),
        (729, 11_988)
    );
    // One unit clause a clue.
    let with_clues = Encoding::EXTENDED.size(classic(PUZZLE).as_ref());
    assert_eq!((with_clues.vars, with_clues.clauses), (729, 11_988 + 17));
    // Without clues there is nothing to eliminate.
    assert_eq!(size(Encoding::OPTIMISED), size(Encoding::EXTENDED));
    // By the formulas, for n = 16: n^2 clauses a and 4 * n^2 of families b, c, d with
    // n(n-1)/2 pairs, and 3 * n^2 clauses d.
    let sixteen = Encoding::EXTENDED.size(empty(16).as_ref());
    assert_eq!(sixteen.vars, 4_096);
    assert_eq!(sixteen.clauses, 256 + 4 * 256 * 120 + 3 * 256);
}

#[test]
fn variables_are_numbered_cell_by_cell_from_one() {
    let formula = Encoding::EXTENDED.formula(empty(9).as_ref());
    let number = |cell: usize, d: usize| {
        let lit = formula.variables.lit(Cell::new(cell), digit(d));
        lit.expect("all have one").var().number()
    };
    assert_eq!((number(0, 1), number(0, 9)), (1, 9));
    assert_eq!((number(1, 1), number(9, 1), number(80, 9)), (10, 82, 729));
    for index in 0..729 {
        let var = Var::new(index);
        let (cell, digit) = formula.variables.candidate(var).expect("no auxiliary ones");
        assert_eq!(formula.variables.lit(cell, digit), Some(var.positive()));
    }
    assert_eq!(formula.variables.candidate(Var::new(729)), None);
}

#[test]
fn a_header_counts_what_follows_and_comments_name_every_variable() {
    let marks: Vec<DigitSet> = (0..81)
        .map(|i| DigitSet::from_bits(0x1ff - (i % 3)))
        .collect();
    let marked = Puzzle::with_marks(&Rules::classic(), &[None; 81], &marks).expect("marks");
    for puzzle in [classic(PUZZLE), empty(4), empty(6), empty(1), marked] {
        let size = puzzle.rules().size();
        for (_, encoding) in Encoding::NAMED {
            for encoding in AtMostOne::ALL.map(|way| encoding.with_at_most_one(way)) {
                let formula = encoding.formula(puzzle.as_ref());
                let read = read(&formula);
                assert_eq!(read.header.1, read.clauses.len(), "{encoding:?}");
                let largest = read
                    .clauses
                    .iter()
                    .flatten()
                    .map(|n| n.unsigned_abs())
                    .max();
                assert_eq!(largest.unwrap_or(0) as usize, read.header.0, "{encoding:?}");
                assert_eq!(read.meaning.len() + read.auxiliary, read.header.0);
                let places = read.meaning.values().chain(&read.known).flatten();
                assert!(places.clone().all(|n| (1..=size).contains(n)));
                let size = encoding.size(puzzle.as_ref());
                assert_eq!((size.vars, size.clauses), read.header);
                assert_eq!(size.lits, read.clauses.iter().map(Vec::len).sum::<usize>());
            }
        }
    }
}

/// Every clause of the text means what it should: it is true of the solution, and
/// for each rule there are the clauses that say it.
#[test]
fn a_solution_satisfies_the_text_and_each_neighbour_of_it_does_not() {
    let puzzle = classic(PUZZLE);
    for (name, encoding) in Encoding::NAMED {
        let read = read(&encoding.formula(puzzle.as_ref()));
        let holds = |grid: &[Digit]| {
            let is_true = |number: i32| {
                let [row, column, value] = read.meaning[&number.abs()];
                let stands = grid[(row - 1) * 9 + column - 1] == digit(value);
                stands == (number > 0)
            };
            let known = |&[row, column, value]: &[usize; 3]| {
                grid[(row - 1) * 9 + column - 1] == digit(value)
            };
            let clauses = read.clauses.iter();
            let mut clauses = clauses.map(|clause| clause.iter().any(|&lit| is_true(lit)));
            read.known.iter().all(known) && clauses.all(|met| met)
        };
        let solution = digits(SOLVED);
        assert!(holds(&solution), "{name}");
        for cell in 0..81 {
            for value in 1..=9 {
                let mut other = solution.clone();
                other[cell] = digit(value);
                assert_eq!(holds(&other), other == solution, "{name} {cell} {value}");
            }
        }
    }
}

/// Without its at-least-one clauses a formula is satisfied by nothing at all being
/// true, which is no grid.
#[test]
fn models_that_are_no_grids_are_refused() {
    for (name, encoding) in Encoding::NAMED {
        let formula = encoding.formula(classic(PUZZLE).as_ref());
        let error = formula.variables.grid(|_| false).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the model gives 0 digits to r1c1",
            "{name}"
        );
        assert!(
            !formula.cnf.is_satisfied_by(Lit::is_negative),
            "{name}: nothing true is refused"
        );
        let error = formula.variables.grid(|_| true).unwrap_err();
        assert!(error.digits > 1, "{name}");
        assert!(
            !formula.cnf.is_satisfied_by(|lit| !lit.is_negative()),
            "{name}"
        );
    }
}

#[test]
fn a_grid_is_decoded_from_its_own_literals_and_excluded_by_them() {
    let puzzle = classic(PUZZLE);
    let solution = digits(SOLVED);
    for (name, encoding) in Encoding::NAMED {
        let formula = encoding.formula(puzzle.as_ref());
        let variables = formula.variables.clone();
        let is_true = |lit: Lit| {
            let (cell, digit) = variables.candidate(lit.var()).expect("no auxiliary ones");
            (solution[cell.index()] == digit) != lit.is_negative()
        };
        assert_eq!(
            variables.grid(is_true).as_deref(),
            Ok(&solution[..]),
            "{name}"
        );
        assert!(formula.cnf.is_satisfied_by(is_true), "{name}");
        let excluding = formula.clone().excluding(&solution);
        assert!(!excluding.cnf.is_satisfied_by(is_true), "{name}");
        assert_eq!(excluding.cnf.clause_count(), formula.cnf.clause_count() + 1);
    }
}

#[test]
fn clues_and_marks_that_leave_nothing_give_an_empty_clause() {
    let mut marks = [DigitSet::all(9); 81];
    marks[40] = DigitSet::EMPTY;
    let puzzle = Puzzle::with_marks(&Rules::classic(), &[None; 81], &marks).expect("marks");
    let formula = Encoding::OPTIMISED.formula(puzzle.as_ref());
    assert!(formula.cnf.clauses().any(<[Lit]>::is_empty));
    let formula = Encoding::EXTENDED.formula(puzzle.as_ref());
    let units = formula
        .cnf
        .clauses()
        .filter(|c| c.len() == 1 && c[0].is_negative());
    assert_eq!(units.count(), 9);
}
