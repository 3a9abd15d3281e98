//! A folder from beginning to end, and everything that can be done to it.
//!
//! The tests bring their own certificates: a plain encoder, and proofs of one step,
//! which is enough for puzzles that unit propagation solves. Damage comes in two
//! kinds. *Clumsy*: a file changes and its seal stays; the hash finds that. *Sly*:
//! whoever changed the file sealed it anew; then the content must speak.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use polydoku_certificate::{
    Archive, ArchiveError, Bundle, Entry, Evidence, Index, Outcome, Sealed, verified,
};
use polydoku_core::{Digit, Puzzle, Rules};

const PUZZLE: &str = "1234341221......";
const SOLUTION: &str = "1234341221434321";

/// A folder that is removed with its owner.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("polydoku-certificate-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn rules() -> Arc<Rules> {
    Arc::new(Rules::assumed(4).unwrap())
}

fn puzzle(text: &str) -> Puzzle {
    Puzzle::parse(&rules(), text).unwrap()
}

fn digits(text: &str) -> Vec<Digit> {
    text.bytes()
        .map(|byte| Digit::new(byte - b'0').unwrap())
        .collect()
}

/// The rules and clues as clauses, and which grid is excluded.
fn clauses(puzzle: &Puzzle, excluded: Option<&str>) -> Vec<Vec<i32>> {
    let rules = puzzle.rules();
    let var = |cell: usize, digit: usize| (cell * 4 + digit) as i32;
    let mut clauses: Vec<Vec<i32>> = (0..16)
        .map(|cell| (1..=4).map(|digit| var(cell, digit)).collect())
        .collect();
    for cell in rules.cells() {
        for peer in rules.peers(cell).iter().filter(|peer| **peer > cell) {
            clauses.extend((1..=4).map(|d| vec![-var(cell.index(), d), -var(peer.index(), d)]));
        }
    }
    for (cell, clue) in puzzle.clues().iter().enumerate() {
        clauses.extend(clue.map(|digit| vec![var(cell, digit.get().into())]));
    }
    if let Some(grid) = excluded {
        let cells = digits(grid).into_iter().enumerate();
        clauses.push(cells.map(|(cell, d)| -var(cell, d.get().into())).collect());
    }
    clauses
}

fn dimacs(clauses: &[Vec<i32>]) -> Vec<u8> {
    let mut text = format!("p cnf 64 {}\n", clauses.len());
    for clause in clauses {
        clause
            .iter()
            .for_each(|lit| text.push_str(&format!("{lit} ")));
        text.push_str("0\n");
    }
    text.into_bytes()
}

/// A refutation in one step, by unit propagation.
fn lrat(clauses: &[Vec<i32>]) -> Vec<u8> {
    let (mut held, mut hints) = (Vec::<i32>::new(), Vec::new());
    loop {
        let next = clauses.iter().enumerate().find_map(|(index, clause)| {
            let open: Vec<i32> = clause
                .iter()
                .copied()
                .filter(|lit| !held.contains(&-lit))
                .collect();
            let satisfied = open.iter().any(|lit| held.contains(lit));
            (!satisfied && open.len() < 2).then_some((index + 1, open))
        });
        let (id, open) = next.expect("unit propagation is enough");
        hints.push(id.to_string());
        match open.first() {
            Some(&lit) => held.push(lit),
            None => return format!("{} 0 {} 0\n", clauses.len() + 1, hints.join(" ")).into_bytes(),
        }
    }
}

/// A proof with nothing but the empty clause, as binary DRAT.
const DRAT: &[u8] = b"a\x00";

fn refuted(text: &str, excluded: Option<&str>) -> Bundle {
    let puzzle = puzzle(text);
    let verdict = if excluded.is_some() {
        Evidence::Unique
    } else {
        Evidence::None
    };
    let mut entry = Entry::of(puzzle.rules(), puzzle.clues(), None, verdict);
    if let Some(grid) = excluded {
        entry.add_solution(puzzle.as_ref(), &digits(grid));
    }
    let clauses = clauses(&puzzle, excluded);
    Bundle::new(entry).with_refutation(dimacs(&clauses), DRAT.to_vec(), lrat(&clauses))
}

/// Unique, none, multiple, invalid, unknown.
fn bundles() -> Vec<Bundle> {
    let bare = |text: &str, verdict| {
        let clues: Vec<Option<Digit>> = text
            .bytes()
            .map(|b| Digit::new(b.wrapping_sub(b'0')).filter(|_| b != b'.'))
            .collect();
        Entry::of(&rules(), &clues, None, verdict)
    };
    let mut multiple = bare("123434122.4.4.2.", Evidence::Multiple);
    let two = puzzle(&multiple.puzzle);
    for grid in ["1234341221434321", "1234341223414123"] {
        multiple.add_solution(two.as_ref(), &digits(grid));
    }
    let mut unknown = bare(PUZZLE, Evidence::Unknown);
    unknown.reason = Some("time limit 1ms".to_owned());
    vec![
        refuted(PUZZLE, Some(SOLUTION)),
        refuted("12....3.....4...", None),
        Bundle::new(multiple),
        Bundle::new(bare("11..............", Evidence::Invalid)),
        Bundle::new(unknown),
    ]
}

fn archived(folder: &Path) -> Vec<Entry> {
    let mut archive = Archive::create(folder, "test 1").unwrap();
    let entries = bundles()
        .into_iter()
        .map(|bundle| archive.keep(bundle).unwrap())
        .collect();
    archive.close().unwrap();
    entries
}

fn outcomes(folder: &Path) -> Vec<String> {
    let index = Index::open(folder).unwrap();
    assert_eq!(index.made_by(), "test 1");
    index
        .map(|entry| outcome(folder, &entry.unwrap()))
        .collect()
}

fn outcome(folder: &Path, entry: &Entry) -> String {
    match verified(folder, entry, &[]) {
        Outcome::Accepted(accepted) => format!("accepted {}", accepted.checkers.join(" ")),
        Outcome::Unknown { reason } => format!("unknown: {reason}"),
        Outcome::Refused(rejection) => rejection.to_string(),
    }
}

#[test]
fn every_verdict_is_written_and_accepted() {
    let folder = Folder::new("verdicts");
    let entries = archived(&folder.0);
    let expected = [
        "accepted polydoku-lrat",
        "accepted polydoku-lrat",
        "accepted ",
        "accepted ",
        "unknown: time limit 1ms",
    ];
    assert_eq!(outcomes(&folder.0), expected);
    let read: Vec<Entry> = Index::open(&folder.0)
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert_eq!(read, entries);
    let mut files: Vec<String> = fs::read_dir(&folder.0)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    let expected = [
        "000001.cnf",
        "000001.drat",
        "000001.lrat",
        "000002.cnf",
        "000002.drat",
        "000002.lrat",
        "index.jsonl",
    ];
    assert_eq!(files, expected);
}

#[test]
fn clumsy_damage_is_found_by_the_seal_and_named() {
    let folder = Folder::new("clumsy");
    let entries = archived(&folder.0);
    let (entry, other) = (&entries[0], &entries[1]);
    for (file, others) in [
        (&entry.cnf, &other.cnf),
        (&entry.drat, &other.drat),
        (&entry.lrat, &other.lrat),
    ] {
        let (name, others) = (&file.as_ref().unwrap().file, &others.as_ref().unwrap().file);
        let path = folder.0.join(name);
        let whole = fs::read(&path).unwrap();
        let mut flipped = whole.clone();
        flipped[0] ^= 1;
        fs::write(&path, &flipped).unwrap();
        let said = outcome(&folder.0, entry);
        assert!(
            said.starts_with(&format!("{name}: its SHA-256 begins with ")),
            "{said}"
        );

        fs::write(&path, &whole[..whole.len() - 1]).unwrap();
        let (found, expected) = (whole.len() - 1, whole.len());
        let said = format!("{name}: {found} bytes, and the index says {expected}");
        assert_eq!(outcome(&folder.0, entry), said);

        let swapped = fs::read(folder.0.join(others)).unwrap();
        fs::write(&path, &swapped).unwrap();
        let said = outcome(&folder.0, entry);
        // Both proofs in DRAT are the same two bytes.
        assert!(
            swapped == whole || said.starts_with(&format!("{name}: ")),
            "{said}"
        );

        fs::remove_file(&path).unwrap();
        assert_eq!(outcome(&folder.0, entry), format!("{name}: no such file"));
        fs::write(&path, &whole).unwrap();
        assert_eq!(outcome(&folder.0, entry), "accepted polydoku-lrat");
    }
}

/// Puts a content in the place of a file and seals it anew.
fn sealed_anew(folder: &Path, sealed: &mut Option<Sealed>, content: &[u8]) {
    let file = sealed.as_ref().unwrap().file.clone();
    fs::write(folder.join(&file), content).unwrap();
    *sealed = Some(Sealed {
        file,
        ..Sealed::of(content)
    });
}

#[test]
fn sly_changes_of_the_formula_are_found_by_what_it_says() {
    let folder = Folder::new("formula");
    let entries = archived(&folder.0);
    let honest = clauses(&puzzle(PUZZLE), Some(SOLUTION));
    let said = |clauses: &[Vec<i32>]| {
        let mut entry = entries[0].clone();
        sealed_anew(&folder.0, &mut entry.cnf, &dimacs(clauses));
        outcome(&folder.0, &entry)
    };
    assert_eq!(said(&honest), "accepted polydoku-lrat");

    // A clause too many, which would make any puzzle unique.
    let mut more = honest.clone();
    more.push(vec![59]);
    assert_eq!(
        said(&more),
        format!(
            "000001.cnf: line {}: the puzzle does not say r4c3=3",
            more.len() + 1
        )
    );
    // A clue changed.
    let mut other = honest.clone();
    let clue = other.iter().position(|clause| *clause == [1]).unwrap();
    other[clue] = vec![2];
    assert_eq!(
        said(&other),
        format!(
            "000001.cnf: line {}: the puzzle does not say r1c1=2",
            clue + 2
        )
    );
    // Without the clause that excludes the solution there is a model.
    let fewer = &honest[..honest.len() - 1];
    assert_eq!(said(fewer), "000001.cnf: no clause excludes the solution");
    // Without a clause that the proof needs, its hints are other clauses.
    let weaker = &honest[1..];
    let text = said(weaker);
    assert!(text.starts_with("000001.lrat: line 1, step 1: "), "{text}");
    // Another puzzle's formula.
    let others = clauses(&puzzle("12....3.....4..."), None);
    assert!(
        said(&others).starts_with("000001.cnf: line "),
        "{}",
        said(&others)
    );
}

#[test]
fn sly_changes_of_the_proof_are_found_by_following_it() {
    let folder = Folder::new("proof");
    let entries = archived(&folder.0);
    let honest = lrat(&clauses(&puzzle(PUZZLE), Some(SOLUTION)));
    let said = |proof: &[u8]| {
        let mut entry = entries[0].clone();
        sealed_anew(&folder.0, &mut entry.lrat, proof);
        outcome(&folder.0, &entry)
    };
    assert_eq!(said(&honest), "accepted polydoku-lrat");
    assert_eq!(said(b""), "000001.lrat: line 1: the proof is empty");
    let cut = &honest[..honest.len() - 3];
    assert_eq!(
        said(cut),
        "000001.lrat: line 1, step 1: the step has no 0 at its end"
    );
    let others = lrat(&clauses(&puzzle("12....3.....4..."), None));
    assert!(said(&others).starts_with("000001.lrat: line 1, step 1: "));
}

#[test]
fn a_changed_entry_is_refused() {
    let folder = Folder::new("entry");
    let entries = archived(&folder.0);
    let said = |number: usize, change: &dyn Fn(&mut Entry)| {
        let mut entry = entries[number].clone();
        change(&mut entry);
        outcome(&folder.0, &entry)
    };
    let other = "1234341243212143";
    /// Which entry, what becomes of it, and how the refusal begins.
    type Case<'a> = (usize, &'a dyn Fn(&mut Entry), &'a str);
    let cases: [Case<'_>; 14] = [
        (
            0,
            &|e| e.solutions[0] = other.into(),
            "solution 1: 4 at r3c1 is not what the puzzle allows there",
        ),
        (
            0,
            &|e| e.solutions[0].replace_range(0..1, "2"),
            "solution 1: 2 stands at both r1c1 and r1c2",
        ),
        (
            0,
            &|e| e.solutions[0].replace_range(5..6, "."),
            "solution 1: a cell is open",
        ),
        (
            0,
            &|e| e.solutions.clear(),
            "verdict unique with 0 solutions instead of 1",
        ),
        (
            0,
            &|e| e.verdict = Evidence::None,
            "verdict none with 1 solutions instead of 0",
        ),
        (
            0,
            &|e| e.lrat = None,
            "verdict unique without all of cnf, drat and lrat",
        ),
        (
            0,
            &|e| e.puzzle.replace_range(8..10, "12"),
            "the puzzle: 1 twice in column 1: r1c1 r3c1; 2 twice in column 2: r1c2 r3c2",
        ),
        (0, &|e| e.rules.size = 5, "the puzzle: rules: "),
        (
            0,
            &|e| e.cnf.as_mut().unwrap().file = "../000001.cnf".into(),
            "../000001.cnf: not a name within the folder",
        ),
        (1, &|e| e.puzzle = PUZZLE.into(), "000002.cnf: line "),
        (
            2,
            &|e| e.solutions[1] = e.solutions[0].clone(),
            "the two solutions are the same",
        ),
        (
            2,
            &|e| e.verdict = Evidence::Invalid,
            "verdict invalid with 2 solutions instead of 0",
        ),
        (
            3,
            &|e| e.reason = Some("2 twice".into()),
            "the clues clash otherwise: 1 twice in row 1: r1c1 r1c2",
        ),
        (3, &|e| e.puzzle = PUZZLE.into(), "the clues do not clash"),
    ];
    for (number, change, expected) in cases {
        let text = said(number, change);
        assert!(text.starts_with(expected), "{text}\n{expected}");
    }
    // A clue that the formula has and the puzzle has not. (One that its row leaves
    // no choice about would be justified even so.)
    let text = said(0, &|e| e.puzzle.replace_range(8..9, "."));
    assert!(text.ends_with("the puzzle does not say r3c1=2"), "{text}");
}

#[test]
fn a_folder_that_holds_something_is_not_touched() {
    let folder = Folder::new("taken");
    fs::create_dir_all(&folder.0).unwrap();
    archived(&folder.0);
    let error = Archive::create(&folder.0, "test").unwrap_err();
    assert_eq!(error, ArchiveError::HoldsCertificates(folder.0.clone()));
    fs::remove_file(folder.0.join("index.jsonl")).unwrap();
    let error = Archive::create(&folder.0, "test").unwrap_err();
    assert_eq!(error, ArchiveError::NotEmpty(folder.0.clone()));
    let file = folder.0.join("000001.cnf");
    let error = Archive::create(&file, "test").unwrap_err();
    assert!(matches!(error, ArchiveError::Io { .. }), "{error}");
}

#[test]
fn what_cannot_be_written_leaves_no_trace() {
    let folder = Folder::new("obstacle");
    let mut archive = Archive::create(&folder.0, "test 1").unwrap();
    let [first, second, _, _, _]: [Bundle; 5] = bundles().try_into().unwrap();
    let _: Entry = archive.keep(first).unwrap();
    // A folder stands where the second entry's DRAT should go.
    fs::create_dir(folder.0.join("000002.drat")).unwrap();
    let error = archive.keep(second).unwrap_err().to_string();
    assert!(error.contains("000002.drat: "), "{error}");
    assert!(!folder.0.join("000002.cnf").exists());
    assert_eq!(archive.entries(), 1);
    archive.close().unwrap();
    assert_eq!(outcomes(&folder.0), ["accepted polydoku-lrat"]);
}

#[test]
fn nothing_leaves_nothing() {
    let folder = Folder::new("nothing");
    Archive::create(&folder.0, "test 1")
        .unwrap()
        .close()
        .unwrap();
    assert!(!folder.0.exists());
    fs::create_dir(&folder.0).unwrap();
    Archive::create(&folder.0, "test 1")
        .unwrap()
        .close()
        .unwrap();
    assert_eq!(
        fs::read_dir(&folder.0).unwrap().count(),
        0,
        "it was there before"
    );
    archived(&folder.0);
}
