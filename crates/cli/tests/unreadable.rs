//! Input that cannot be read: what is said, with which place, and which
//! status. Nothing here may panic or cost another puzzle its answer.

mod program;

use program::{Ran, SOLUTION, Scratch, UNIQUE, command, run, run_on, shared};

/// Messages are for people: no panic, no trace of the program's insides.
fn is_calm(ran: &Ran) {
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
    assert!(!ran.err.contains("RUST_BACKTRACE"), "{}", ran.err);
}

#[test]
fn c35_wrong_lengths_and_symbols_are_placed_and_the_rest_is_solved() {
    let Some(file) = shared("cases/C35.txt") else {
        return;
    };
    let ran = run(&["solve", "-q", &file]);
    let places: Vec<&str> = ran
        .err
        .lines()
        .map(|line| line.rsplit_once("C35.txt:").expect("a place").1)
        .collect();
    assert_eq!(
        places,
        [
            "1:81: 80 cells, expected 81",
            "2:82: 82 cells, expected 81",
            "3:41: 40 cells, expected 81",
            "6:1: 'A' is no digit and no blank",
        ]
    );
    assert_eq!((ran.out.trim_end(), ran.status), (SOLUTION, 4));
    let ran = run(&["solve", "-q", "--strict", &file]);
    assert_eq!(
        (ran.err.lines().count(), ran.out.as_str(), ran.status),
        (1, "", 4)
    );
}

#[test]
fn strict_keeps_what_stood_before() {
    let input = format!("{UNIQUE}\n123\n{UNIQUE}\n");
    for threads in ["1", "4"] {
        let ran = run_on(&["solve", "--strict", "-j", threads], &input);
        assert_eq!((ran.out, ran.status), (format!("{SOLUTION}\n"), 4));
    }
}

#[test]
fn c57_each_kind_of_end_has_its_status() {
    let none = ".876543212........3........4........5........6........7........8........9........";
    let clash = format!("11{}", ".".repeat(79));
    let status = |arguments: &[&str]| run(arguments).status;
    assert_eq!(status(&["solve", UNIQUE]), 0);
    assert_eq!(status(&["solve", none]), 1);
    assert_eq!(status(&["solve", &clash]), 1);
    assert_eq!(status(&["solve", "--wrong-flag", UNIQUE]), 2);
    assert_eq!(
        status(&["solve", "-e", "naive", "--max-nodes", "10", UNIQUE]),
        3
    );
    assert_eq!(status(&["solve", "no/such/file.txt"]), 4);
    // 4 wins over 3, 3 over 1, 1 over 0.
    let limited = ["solve", "-e", "naive", "--max-nodes", "20000", "-q"];
    let open = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    let mixed = |lines: &[&str]| run_on(&limited, lines.join("\n")).status;
    assert_eq!(mixed(&[UNIQUE, &clash]), 1);
    assert_eq!(mixed(&[UNIQUE, &clash, open]), 3);
    assert_eq!(mixed(&[UNIQUE, &clash, open, "12"]), 4);
}

#[test]
fn what_holds_no_puzzle_is_said_to() {
    for text in ["", "\n\n", "# a comment\n# another\n"] {
        let ran = run_on(&["solve"], text);
        assert_eq!((ran.out.as_str(), ran.status), ("", 4), "{text:?}");
        assert!(ran.err.contains("no puzzle"), "{}", ran.err);
    }
    let empty = Scratch::new("empty", "");
    let ran = run(&["solve", empty.name()]);
    assert!(ran.err.contains(empty.name()) && ran.status == 4, "{ran:?}");
}

#[test]
fn files_that_cannot_be_opened_are_named_and_the_others_answered() {
    let good = Scratch::new("good", format!("{UNIQUE}\n"));
    let folder = std::env::temp_dir();
    let folder = folder.to_str().expect("a path in UTF-8");
    let ran = run(&["solve", "no-such-file.txt", good.name(), folder]);
    assert_eq!((ran.out.trim_end(), ran.status), (SOLUTION, 4));
    assert!(
        ran.err.contains("no-such-file.txt: no such file"),
        "{}",
        ran.err
    );
    assert!(
        ran.err
            .contains(&format!("{folder}: a directory, not a file")),
        "{}",
        ran.err
    );
    let ran = run(&["solve", "--strict", "no-such-file.txt", good.name()]);
    assert_eq!((ran.out.as_str(), ran.status), ("", 4));
}

#[test]
fn an_argument_that_nearly_is_a_puzzle_is_told_from_a_file() {
    let ran = run(&["solve", &UNIQUE[..80]]);
    assert_eq!(ran.status, 4);
    assert!(ran.err.contains("80 cells, expected 81"), "{}", ran.err);
}

#[test]
fn bytes_that_are_no_text_are_bad_lines() {
    let mut input = format!("{UNIQUE}\n").into_bytes();
    input.extend_from_slice(b"\xff\xfe\xff\xff\n\x00\x01\x02\n");
    input.extend_from_slice(format!("{UNIQUE}\n").as_bytes());
    let ran = run_on(&["solve"], &input);
    is_calm(&ran);
    assert_eq!((ran.lines(), ran.status), (vec![SOLUTION, SOLUTION], 4));
    assert!(
        ran.err.contains("-:2:") && ran.err.contains("-:3:"),
        "{}",
        ran.err
    );
    assert!(
        !ran.err.bytes().any(|byte| byte < b' ' && byte != b'\n'),
        "{:?}",
        ran.err
    );
}

#[test]
fn random_bytes_never_panic() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    for length in [1, 81, 1000, 30_000] {
        let bytes: Vec<u8> = std::iter::repeat_with(|| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 32) as u8
        })
        .take(length)
        .collect();
        for verb in ["solve", "count", "validate", "convert"] {
            let ran = run_on(&[verb], &bytes);
            is_calm(&ran);
            assert!((0..=4).contains(&ran.status), "{ran:?}");
        }
    }
}

#[test]
fn a_line_of_100_megabytes_is_an_error_in_little_memory() {
    // As a shell would: the limit stands before the program starts.
    let script = format!(
        "ulimit -v 400000; head -c 100000000 /dev/zero | tr '\\0' '.' | '{}' solve -j 2",
        command(&[])
            .get_program()
            .to_str()
            .expect("a path in UTF-8")
    );
    let output = std::process::Command::new("sh")
        .args(["-c", &script])
        .output();
    let output = output.expect("a shell");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{err}");
    assert!(err.contains("1 MiB"), "{err}");
    assert_eq!(output.stdout, b"");
}

#[test]
fn a_full_disk_is_an_error() {
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else {
        program::skip("no /dev/full here");
        return;
    };
    let output = command(&["solve", UNIQUE])
        .stdout(full)
        .output()
        .expect("the program ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{err}");
    assert!(err.contains("the output cannot be written: "), "{err}");
}
