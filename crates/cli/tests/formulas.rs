//! `export cnf` against other people's SAT solvers.
//!
//! A formula goes to minisat or cadical, whichever is installed, and the answer is
//! decoded by the comments of the text alone: known cells, and the row, column and
//! digit of each variable that is true. It must be what another engine finds.

mod program;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use program::{run, skip};

/// Arguments that name one puzzle, and whether it has a solution.
const SAMPLE: [(&[&str], bool); 10] = [
    (&["@easy", "--shard", "7/200"], true),
    (&["@medium", "--shard", "3/200"], true),
    (&["@hard", "--shard", "0/50"], true),
    (&["@hard", "--shard", "31/50"], true),
    (&["@none", "--shard", "0/50"], false),
    (&["@4x4", "--shard", "1/50"], true),
    (&["@6x6", "--shard", "2/50"], true),
    (&["@16x16", "--shard", "0/20"], true),
    (&["@jigsaw", "--shard", "0/50"], true),
    (&["@x", "--shard", "0/50", "--variant", "x"], true),
];

/// A solver's answer: the numbers of the true literals, or that there are none.
type Answer = Option<Vec<i32>>;

/// The name of a solver, and how to ask it.
type Asked = (&'static str, fn(&Path) -> Answer);

fn numbers<'w>(words: impl Iterator<Item = &'w str>) -> Vec<i32> {
    let numbers = words.map(|word| word.parse::<i32>().expect("a literal"));
    numbers.filter(|&number| number != 0).collect()
}

fn minisat(formula: &Path) -> Answer {
    let model = formula.with_extension("model");
    let mut command = Command::new("minisat");
    let output = command
        .arg("-verb=0")
        .args([formula, &model])
        .output()
        .expect("it runs");
    assert!(matches!(output.status.code(), Some(10 | 20)), "{output:?}");
    let text = std::fs::read_to_string(&model).expect("it wrote its answer");
    let mut words = text.split_whitespace();
    match words.next() {
        Some("SAT") => Some(numbers(words)),
        Some("UNSAT") => None,
        other => panic!("minisat answers {other:?}"),
    }
}

fn cadical(formula: &Path) -> Answer {
    let output = Command::new("cadical")
        .arg("-q")
        .arg(formula)
        .output()
        .expect("it runs");
    let text = String::from_utf8(output.stdout).expect("plain text");
    let lines = || text.lines().filter_map(|line| line.split_once(' '));
    match lines().find(|(kind, _)| *kind == "s") {
        Some((_, "SATISFIABLE")) => {
            let values = lines().filter(|(kind, _)| *kind == "v");
            Some(numbers(
                values.flat_map(|(_, rest)| rest.split_whitespace()),
            ))
        }
        Some((_, "UNSATISFIABLE")) => None,
        other => panic!("cadical answers {other:?}"),
    }
}

fn installed() -> Vec<Asked> {
    let all: [Asked; 2] = [("minisat", minisat), ("cadical", cadical)];
    let runs = |name: &str| Command::new(name).arg("--help").output().is_ok();
    let (there, missing): (Vec<Asked>, Vec<Asked>) = all.iter().partition(|one| runs(one.0));
    for (name, _) in missing {
        skip(&format!("{name} is not installed"));
    }
    there
}

/// What the comments of a formula say.
struct Meaning {
    known: Vec<[usize; 3]>,
    of: HashMap<i32, [usize; 3]>,
}

impl Meaning {
    fn of_text(text: &str) -> Meaning {
        let (mut known, mut of) = (Vec::new(), HashMap::new());
        let place = |words: &[&str]| {
            [1, 3, 5].map(|at: usize| words[at].parse::<usize>().expect("a number"))
        };
        for line in text.lines().take_while(|line| !line.starts_with('p')) {
            let words: Vec<&str> = line.split(' ').collect();
            match words[1] {
                "known" => known.push(place(&words[2..])),
                "var" => {
                    of.insert(words[2].parse().expect("a number"), place(&words[3..]));
                }
                _ => {}
            }
        }
        Meaning { known, of }
    }

    /// The grid on one line, cells row by row.
    fn grid(&self, model: &[i32]) -> String {
        let true_ones = model.iter().filter(|&&number| number > 0);
        let mut cells: Vec<[usize; 3]> = true_ones.map(|number| self.of[number]).collect();
        cells.extend(&self.known);
        cells.sort_unstable();
        let size = cells.last().expect("a grid has cells")[0];
        assert_eq!(cells.len(), size * size, "one digit a cell");
        let symbol = |digit: usize| b"123456789ABCDEFG"[digit - 1] as char;
        cells.iter().map(|&[_, _, digit]| symbol(digit)).collect()
    }
}

fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("formulas");
    std::fs::create_dir_all(&folder).expect("a folder for scratch files");
    folder.join(name)
}

#[test]
fn other_solvers_give_the_same_answer_decoded_by_the_comments_alone() {
    let solvers = installed();
    for (number, (puzzle, solvable)) in SAMPLE.iter().enumerate() {
        let solved = run(&[&["solve", "--engine", "naive/sets"], *puzzle].concat());
        for encoding in ["minimal", "extended", "optimised"] {
            let ran = run(&[&["export", "cnf", "--encoding", encoding], *puzzle].concat());
            assert_eq!(ran.status, 0, "{puzzle:?}: {}", ran.err);
            let meaning = Meaning::of_text(&ran.out);
            let file = scratch(&format!("{number}-{encoding}.cnf"));
            std::fs::write(&file, &ran.out).expect("a scratch file");
            for (name, solver) in &solvers {
                let answer = solver(&file);
                assert_eq!(
                    answer.is_some(),
                    *solvable,
                    "{name}, {encoding}, {puzzle:?}"
                );
                if let Some(model) = answer {
                    let grid = meaning.grid(&model);
                    assert_eq!(
                        grid,
                        solved.out.trim_end(),
                        "{name}, {encoding}, {puzzle:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_formula_has_a_title_and_the_published_size() {
    let ran = run(&["export", "cnf", &format!("1{}", ".".repeat(80))]);
    assert_eq!(ran.status, 0);
    let lines = ran.lines();
    assert_eq!(lines[0], "c 9x9, extended encoding");
    assert_eq!(lines[1], "c var 1 row 1 column 1 digit 1");
    // Lynce and Ouaknine's 11,988 clauses, and one for the clue.
    assert!(lines.contains(&"p cnf 729 11989"), "the header");
    assert_eq!(lines.last(), Some(&"1 0"));
    let clauses = lines.iter().filter(|line| line.ends_with(" 0")).count();
    assert_eq!(clauses, 11_989);
}

#[test]
fn encodings_are_known_by_name_and_belong_to_formulas() {
    let ran = run(&["export", "cnf", "--encoding", "naive", "1..............."]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(
        ran.err.contains("minimal, extended, optimised"),
        "{}",
        ran.err
    );
    let ran = run(&[
        "export",
        "exact-cover",
        "--encoding",
        "minimal",
        "1...............",
    ]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("--encoding is for cnf"), "{}", ran.err);
    let ran = run(&["export", "cnf", "11.............."]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
}
