//! `certify` and `certify --check`: what is written, accepted, refused, and kept.

mod program;

use std::fs;
use std::path::PathBuf;

use program::{Ran, SOLUTION, UNIQUE, command, interrupt, piped, run, run_on};
use serde_json::Value;

const NONE: &str = "12....3.....4...";
const MULTIPLE: &str = "123434122.4.4.2.";
const CLASH: &str = "11..............";
const UNIQUE_4: &str = "12..34....1....2";

/// A folder that is removed with its owner; it is not made.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("polydoku-certify-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }

    fn name(&self) -> &str {
        self.0.to_str().expect("a path in UTF-8")
    }

    /// Every file by name, with its content.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(&self.0)
            .expect("a folder")
            .map(|file| {
                let path = file.expect("an entry").path();
                let name = path.file_name().expect("a name").to_string_lossy();
                (name.into_owned(), fs::read(&path).expect("a file"))
            })
            .collect();
        files.sort();
        files
    }

    /// Checks it with nobody else's checkers in sight.
    fn check(&self) -> Ran {
        let output = command(&["certify", "--check", self.name()])
            .env("PATH", "")
            .output()
            .expect("the program runs");
        Ran {
            status: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).expect("UTF-8"),
            err: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn every_verdict_has_a_line_an_entry_and_its_files() {
    let folder = Folder::new("verdicts");
    let input = format!("{UNIQUE_4}\n{NONE}\nrubbish!\n{MULTIPLE}\n{CLASH}\n");
    let ran = run_on(&["certify", "-d", folder.name()], input);
    let clash = "1 twice in row 1: r1c1 r1c2; 1 twice in box 1: r1c1 r1c2";
    let expected = [
        format!("{UNIQUE_4} # unique: certificate 000001"),
        format!("{NONE} # none: certificate 000002"),
        format!("{MULTIPLE} # multiple: certificate 000003"),
        format!("{CLASH} # invalid: {clash}"),
    ];
    assert_eq!(ran.lines(), expected);
    assert_eq!(ran.status, 4, "a line could not be read");
    let summary = ": 1 unique, 1 multiple, 1 without solution, 1 invalid; 1 unreadable\n";
    assert!(ran.err.ends_with(summary), "{}", ran.err);

    let files = folder.files();
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let stems = ["000001", "000002"];
    let mut expected: Vec<String> = stems
        .iter()
        .flat_map(|stem| ["cnf", "drat", "lrat"].map(|ending| format!("{stem}.{ending}")))
        .collect();
    expected.push("index.jsonl".to_owned());
    assert_eq!(names, expected);
    let index = String::from_utf8(files.last().expect("the index").1.clone()).expect("UTF-8");
    let lines: Vec<Value> = index
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    assert_eq!(lines.len(), 6);
    assert_eq!(lines[0]["polydoku_certificates"], 1);
    assert_eq!(lines[5]["entries"], 4);
    assert_eq!(lines[1]["line"], 1);
    assert_eq!(lines[3]["line"], 4, "the line in the input");
    assert_eq!(lines[1]["solutions"].as_array().map(Vec::len), Some(1));
    assert_eq!(lines[3]["solutions"].as_array().map(Vec::len), Some(2));
    assert_eq!(lines[2]["cnf"]["bytes"], files[3].1.len());

    let checked = folder.check();
    let expected = [
        "000001 unique: accepted by polydoku-lrat",
        "000002 none: accepted by polydoku-lrat",
        "000003 multiple: accepted, both solutions hold",
        "000004 invalid: accepted, the clues clash",
    ];
    assert_eq!((checked.lines(), checked.status), (expected.to_vec(), 0));
    let who = "proofs accepted: polydoku-lrat 2; not installed: drat-trim, lrat-check, rate\n";
    assert!(checked.err.ends_with(who), "{}", checked.err);
}

/// The formula's comments are enough to know what it says: a foreign reader's view.
#[test]
fn the_formula_is_the_puzzle_and_not_its_solution() {
    let folder = Folder::new("formula");
    let ran = run(&["certify", "-d", folder.name(), UNIQUE]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let text = fs::read_to_string(folder.0.join("000001.cnf")).expect("a formula");
    let mut places = vec![None];
    let mut clauses: Vec<Vec<i32>> = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |word: &str| word.parse::<usize>().expect("a number");
        match words[..] {
            ["c", "var", var, "row", row, "column", col, "digit", digit] => {
                assert_eq!(number(var), places.len());
                places.push(Some((number(row), number(col), number(digit))));
            }
            ["c", ..] => {}
            ["p", "cnf", vars, _] => assert_eq!(number(vars) + 1, places.len()),
            _ => {
                let lits = words.iter().map(|word| word.parse().expect("a literal"));
                clauses.push(lits.take_while(|&lit| lit != 0).collect());
            }
        }
    }
    // The last clause is the one grid that `solve` finds.
    let last = clauses.pop().expect("clauses");
    let mut cells: Vec<(usize, usize, usize)> = last
        .iter()
        .map(|lit| places[lit.unsigned_abs() as usize].expect("a candidate"))
        .collect();
    cells.sort_unstable();
    assert!(last.iter().all(|&lit| lit < 0));
    let grid: String = cells
        .iter()
        .map(|(_, _, digit)| digit.to_string())
        .collect();
    assert_eq!(grid, SOLUTION);
    // The clues stand as clauses of one literal.
    let clues = UNIQUE.bytes().enumerate().filter(|(_, byte)| *byte != b'0');
    let clues: Vec<(usize, usize, usize)> = clues
        .map(|(cell, byte)| (cell / 9 + 1, cell % 9 + 1, usize::from(byte - b'0')))
        .collect();
    let mut single: Vec<(usize, usize, usize)> = clauses
        .iter()
        .filter(|clause| clause.len() == 1)
        .map(|clause| places[clause[0] as usize].expect("a candidate"))
        .collect();
    single.sort_unstable();
    assert_eq!(single, clues);
}

#[test]
fn all_rules_and_marks_are_certified() {
    let marks = format!("{}1234", "1234".repeat(15)).replacen("1234", ".2..", 1);
    let cases: [(&[&str], &str); 6] = [
        (&["--variant", "x"], "1...............\n12..34....1....2\n"),
        (
            &["--regions", "AAABCABBCCDBCDDD"],
            "12..............\n1234341221......\n",
        ),
        (
            &["--boxes", "none"],
            "12345....................\n1234523451345124512351...\n",
        ),
        (
            &["--boxes", "3x2"],
            "123456..............................\n",
        ),
        (
            &["--extra-regions", "AB..BA....AB..BA"],
            "1234............\n",
        ),
        (&[], &marks),
    ];
    for (flags, input) in cases {
        let folder = Folder::new("rules");
        let arguments = [&["certify", "-d", folder.name()], flags].concat();
        let ran = run_on(&arguments, input);
        assert!(!ran.lines().is_empty(), "{flags:?}: {}", ran.err);
        let checked = folder.check();
        assert_eq!(
            checked.status, 0,
            "{flags:?} {}{}",
            checked.out, checked.err
        );
        assert_eq!(checked.lines().len(), ran.lines().len(), "{flags:?}");
    }
}

#[test]
fn threads_change_nothing() {
    let input: String = [UNIQUE_4, MULTIPLE, UNIQUE, NONE]
        .map(|line| format!("{line}\n"))
        .concat();
    let (one, four) = (Folder::new("one"), Folder::new("four"));
    let alone = run_on(&["certify", "-j", "1", "-d", one.name()], &input);
    let many = run_on(&["certify", "-j", "4", "-d", four.name()], &input);
    assert_eq!((alone.status, alone.out), (many.status, many.out));
    assert_eq!(one.files(), four.files());
}

#[test]
fn damage_is_refused_with_reason_and_file() {
    let folder = Folder::new("damage");
    run_on(
        &["certify", "-d", folder.name()],
        format!("{UNIQUE_4}\n{UNIQUE}\n"),
    );
    let good = "000002 unique: accepted by polydoku-lrat";
    let refused = |expected: &str| {
        let checked = folder.check();
        assert_eq!(checked.status, 1, "{}", checked.out);
        let lines = checked.lines();
        assert!(
            lines[0].starts_with(&format!("000001 unique: refused, {expected}")),
            "{}",
            lines[0]
        );
        assert_eq!(lines[1..], [good], "the others are checked all the same");
        assert!(
            checked.err.contains("1 accepted, 1 refused"),
            "{}",
            checked.err
        );
    };
    for ending in ["cnf", "drat", "lrat"] {
        let name = format!("000001.{ending}");
        let path = folder.0.join(&name);
        let whole = fs::read(&path).expect("a file");
        let mut flipped = whole.clone();
        let middle = whole.len() / 2;
        flipped[middle] ^= 4;
        fs::write(&path, &flipped).expect("written");
        refused(&format!("{name}: its SHA-256 begins with "));
        fs::write(&path, &whole[..middle]).expect("written");
        refused(&format!(
            "{name}: {middle} bytes, and the index says {}",
            whole.len()
        ));
        fs::copy(folder.0.join(format!("000002.{ending}")), &path).expect("copied");
        refused(&format!("{name}: "));
        fs::remove_file(&path).expect("removed");
        refused(&format!("{name}: no such file"));
        fs::write(&path, &whole).expect("written");
    }
    assert_eq!(folder.check().status, 0);

    // The index: cut off behind an entry, within one, and two entries swapped.
    let path = folder.0.join("index.jsonl");
    let whole = fs::read_to_string(&path).expect("an index");
    let lines: Vec<&str> = whole.lines().collect();
    let cases = [
        (
            lines[..2].join("\n"),
            "index.jsonl:3: the last line is missing: the index was cut off behind entry 1",
        ),
        (whole[..whole.len() / 2].to_owned(), "index.jsonl:"),
        (
            [lines[0], lines[2], lines[1], lines[3]].join("\n"),
            "index.jsonl:2: entry 2 where entry 1 should be",
        ),
        (
            lines[1..].join("\n"),
            "index.jsonl:1: this is no index of certificates",
        ),
    ];
    for (text, expected) in cases {
        fs::write(&path, text).expect("written");
        let checked = folder.check();
        assert_eq!(checked.status, 4, "{}", checked.err);
        let said = format!("polydoku: {}: {expected}", folder.name());
        assert!(checked.err.contains(&said), "{}", checked.err);
    }
    fs::remove_file(&path).expect("removed");
    let checked = folder.check();
    assert_eq!((checked.status, checked.out.as_str()), (4, ""));
    assert!(
        checked.err.contains("index.jsonl: no such file"),
        "{}",
        checked.err
    );
}

#[test]
fn a_limit_leaves_no_verdict() {
    let folder = Folder::new("limit");
    let ran = run(&["certify", "--max-nodes", "0", "-d", folder.name(), UNIQUE]);
    let line = format!("{} # unknown: node limit 0", UNIQUE.replace('0', "."));
    assert_eq!((ran.lines(), ran.status), (vec![line.as_str()], 3));
    let checked = folder.check();
    let expected = "000001 unknown: no evidence, node limit 0";
    assert_eq!((checked.lines(), checked.status), (vec![expected], 3));
}

#[test]
fn a_folder_in_use_is_left_alone() {
    let folder = Folder::new("in-use");
    let arguments = ["certify", "-d", folder.name(), UNIQUE_4];
    assert_eq!(run(&arguments).status, 0);
    let before = folder.files();
    let again = run(&arguments);
    let said = format!(
        "polydoku: {} holds certificates already; certificates want a new or an empty folder\n",
        folder.name()
    );
    assert_eq!(
        (again.status, again.out, again.err),
        (4, String::new(), said)
    );
    assert_eq!(folder.files(), before);
    fs::remove_file(folder.0.join("index.jsonl")).expect("removed");
    let other = run(&arguments);
    assert!(other.err.contains(" is not empty; "), "{}", other.err);
    // A file in the folder's place, and a folder below it.
    let file = folder.0.join("000001.cnf");
    for place in [file.clone(), file.join("below")] {
        let ran = run(&["certify", "-d", place.to_str().expect("UTF-8"), UNIQUE_4]);
        assert_eq!((ran.status, ran.out.as_str()), (4, ""), "{}", ran.err);
        assert!(
            ran.err
                .starts_with(&format!("polydoku: {}: ", place.display())),
            "{}",
            ran.err
        );
    }
}

#[test]
fn wrong_usage_is_told_apart() {
    let nothing = ["certify", UNIQUE_4];
    let both = ["certify", "-d", "a", "--check", "b"];
    let files = ["certify", "--check", "b", UNIQUE_4];
    let threads = ["certify", "--check", "b", "-j", "2"];
    for arguments in [&nothing[..], &both[..], &files[..], &threads[..]] {
        let ran = run(arguments);
        assert_eq!(
            (ran.status, ran.out.as_str()),
            (2, ""),
            "{arguments:?}: {}",
            ran.err
        );
    }
    // A mistyped file leaves no folder that would be in the way the next time.
    let folder = Folder::new("mistyped");
    let ran = run(&["certify", "-d", folder.name(), "no-such-file.txt"]);
    assert_eq!((ran.status, folder.0.exists()), (4, false), "{}", ran.err);
    let ran = run(&["certify", "--check", "no-such-folder"]);
    assert_eq!(ran.status, 4);
    assert!(
        ran.err
            .contains("no-such-folder: index.jsonl: no such file"),
        "{}",
        ran.err
    );
}

#[cfg(unix)]
#[test]
fn other_peoples_checkers_are_asked_and_named() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, tools) = (Folder::new("asked"), Folder::new("tools"));
    run(&["certify", "-d", folder.name(), UNIQUE_4]);
    fs::create_dir(&tools.0).expect("made");
    let install = |name: &str, script: &str| {
        let path = tools.0.join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("executable");
    };
    let check = || {
        let output = command(&["certify", "--check", folder.name()])
            .env("PATH", &tools.0)
            .output()
            .expect("the program runs");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (
            output.status.code(),
            text(output.stdout),
            text(output.stderr),
        )
    };
    // Each must be given the formula and the form of proof that it reads.
    let wants = |ending: &str, says: &str| {
        format!(
            "case \"$1 $2\" in *000001.cnf*000001.{ending}*) echo '{says}';; *) echo bad;; esac"
        )
    };
    install("drat-trim", &wants("drat", "s VERIFIED"));
    install("lrat-check", &wants("lrat", "c VERIFIED"));
    let (status, out, err) = check();
    assert_eq!(
        out,
        "000001 unique: accepted by polydoku-lrat, drat-trim, lrat-check\n"
    );
    assert_eq!(status, Some(0));
    let who = "proofs accepted: polydoku-lrat 1, drat-trim 1, lrat-check 1; not installed: rate\n";
    assert!(err.ends_with(who), "{err}");

    install("rate", "echo s NOT VERIFIED; exit 1");
    let (status, out, _) = check();
    let said = "000001 unique: refused, 000001.drat: rate does not accept it: s NOT VERIFIED\n";
    assert_eq!((status, out.as_str()), (Some(1), said));
}

/// Whoever stops reading the lines has seen enough, and the folder is whole.
#[cfg(unix)]
#[test]
fn a_closed_pipe_keeps_what_was_finished() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    let folder = Folder::new("closed");
    let mut child = command(&["certify", "-j", "1", "-d", folder.name()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    stdin
        .write_all(format!("{UNIQUE_4}\n").as_bytes())
        .expect("it listens");
    let mut line = String::new();
    out.read_line(&mut line).expect("an answer");
    drop(out);
    // More comes than is finished before the closed pipe is seen.
    let _ = stdin.write_all(format!("{UNIQUE_4}\n").repeat(50).as_bytes());
    drop(stdin);
    assert_eq!(child.wait().expect("the program ends").code(), Some(0));
    let checked = folder.check();
    assert_eq!(checked.status, 0, "{}", checked.err);
    assert!((1..51).contains(&checked.lines().len()), "{}", checked.out);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_finished() {
    use std::io::{BufRead, BufReader, Read, Write};
    let folder = Folder::new("interrupted");
    let mut child = piped(&["certify", "-j", "1", "-d", folder.name()]);
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    stdin
        .write_all(format!("{UNIQUE_4}\n").as_bytes())
        .expect("it listens");
    let mut line = String::new();
    out.read_line(&mut line).expect("an answer");
    assert_eq!(line, format!("{UNIQUE_4} # unique: certificate 000001\n"));
    // Standard input stays open: more could come.
    interrupt(&child);
    let mut err = String::new();
    let mut pipe = child.stderr.take().expect("a pipe");
    pipe.read_to_string(&mut err).expect("UTF-8");
    assert_eq!(
        child.wait().expect("the program ends").code(),
        Some(130),
        "{err}"
    );
    let kept = format!("what was finished is kept: 1 entry in {}\n", folder.name());
    assert!(err.ends_with(&kept), "{err}");
    let checked = folder.check();
    assert_eq!(
        (checked.lines().len(), checked.status),
        (1, 0),
        "{}",
        checked.err
    );
}
