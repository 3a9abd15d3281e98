//! The program as a filter: order, streams that end early or come slowly, and
//! nothing but answers on standard output.

mod program;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use program::{SOLUTION, UNIQUE, command, interrupt, piped, run, run_on};

#[test]
fn c53_a_closed_pipe_ends_quietly_with_success() {
    let input = format!("{UNIQUE}\n").repeat(10_000);
    for threads in ["1", "4"] {
        let mut child = piped(&["solve", "-j", threads]);
        let mut stdin = child.stdin.take().expect("a pipe");
        let input = input.clone();
        let feeder = std::thread::spawn(move || stdin.write_all(input.as_bytes()).is_ok());
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        out.read_line(&mut line).expect("a first line");
        assert_eq!(line.trim_end(), SOLUTION);
        drop(out);
        let mut err = String::new();
        child
            .stderr
            .take()
            .expect("a pipe")
            .read_to_string(&mut err)
            .expect("UTF-8");
        let status = child.wait().expect("the program ends");
        let _ = feeder.join();
        assert_eq!((status.code(), err.as_str()), (Some(0), ""));
    }
}

#[test]
fn c53_generating_into_a_closed_pipe_ends_quietly_too() {
    let mut child = command(&["generate", "-n", "10000", "--seed", "1", "-j", "2"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    out.read_line(&mut line).expect("a first puzzle");
    assert_eq!(line.trim_end().len(), 81);
    drop(out);
    let output = child.wait_with_output().expect("the program ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*err), (Some(0), ""));
}

#[test]
fn c54_redirected_output_has_no_escape_codes_and_no_progress() {
    let input = format!("{UNIQUE}\n").repeat(5_000);
    for form in ["line", "grid", "csv", "jsonl", "md"] {
        let ran = run_on(&["solve", "-o", form], &input);
        assert!(
            !ran.out.contains('\x1b') && !ran.err.contains(['\x1b', '\r']),
            "{form}"
        );
        assert_eq!(ran.err.lines().count(), 1, "the summary alone: {}", ran.err);
    }
    let forced = command(&["solve", "-o", "grid", "--color", "never", UNIQUE]);
    let mut forced = forced;
    let output = forced
        .env("NO_COLOR", "1")
        .output()
        .expect("the program ends");
    assert!(!output.stdout.contains(&0x1b));
}

#[test]
fn c56_the_first_answer_comes_before_the_input_ends() {
    for threads in ["1", "2"] {
        let mut child = command(&["solve", "-j", threads])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        for _ in 0..3 {
            stdin
                .write_all(format!("{UNIQUE}\n").as_bytes())
                .expect("it listens");
            stdin.flush().expect("it listens");
            let mut line = String::new();
            // Blocks for ever if the program waits for more.
            out.read_line(&mut line).expect("an answer");
            assert_eq!(line.trim_end(), SOLUTION);
        }
        drop(stdin);
        assert_eq!(child.wait().expect("the program ends").code(), Some(0));
    }
}

#[test]
fn c56_memory_does_not_grow_with_the_input() {
    // 300,000 lines are 25 MB; the limit is on the whole address space.
    let program = command(&[]);
    let program = program.get_program().to_str().expect("a path in UTF-8");
    let script = format!(
        "ulimit -v 200000; yes {SOLUTION} | head -n 300000 | '{program}' solve -j 2 -q | uniq -c"
    );
    let output = std::process::Command::new("sh")
        .args(["-c", &script])
        .output();
    let output = output.expect("a shell");
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(
        out.trim(),
        format!("300000 {SOLUTION}"),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn order_and_bytes_are_the_same_for_any_number_of_threads() {
    let lines: Vec<String> = (0..2_000)
        .map(|number: usize| match number % 4 {
            0 => UNIQUE.to_owned(),
            1 => format!("{}1", ".".repeat(15)),
            2 => format!("11{}", ".".repeat(14)),
            _ => "not a puzzle".to_owned(),
        })
        .collect();
    let input = lines.join("\n");
    for verb in [
        &["solve"][..],
        &["solve", "--all", "--limit", "3"],
        &["count", "-o", "csv"],
        &["convert"],
    ] {
        let with = |threads: &str| {
            let mut arguments = verb.to_vec();
            arguments.extend(["-q", "-j", threads]);
            let ran = run_on(&arguments, &input);
            (ran.out, ran.err, ran.status)
        };
        let one = with("1");
        assert_eq!(one, with("2"));
        assert_eq!(one, with("8"));
    }
}

#[test]
fn shards_share_the_readable_puzzles() {
    let input = format!("1{0}\nbad\n2{0}\n3{0}\n4{0}\n", ".".repeat(15));
    let shard = |shard: &str| run_on(&["convert", "-q", "--shard", shard], &input).out;
    assert_eq!(shard("0/2"), format!("1{0}\n3{0}\n", ".".repeat(15)));
    assert_eq!(shard("1/2"), format!("2{0}\n4{0}\n", ".".repeat(15)));
    assert_eq!(shard("0/1").lines().count(), 4);
}

#[test]
fn the_summary_comes_for_more_than_one_puzzle_and_not_with_q() {
    assert_eq!(run(&["solve", UNIQUE]).err, "");
    let two = format!("{UNIQUE}\n{UNIQUE}\n");
    let ran = run_on(&["solve"], &two);
    assert!(
        ran.err.starts_with("2 puzzles in ") && ran.err.contains(": 2 unique"),
        "{}",
        ran.err
    );
    assert_eq!(run_on(&["solve", "-q"], &two).err, "");
    let ran = run_on(&["solve", "-v"], &two);
    assert!(ran.err.contains("-: one puzzle a line"), "{}", ran.err);
    assert!(ran.err.contains(": 2 puzzles, "), "{}", ran.err);
}

#[test]
fn several_sources_are_answered_in_order() {
    let four = "12..34....1....2";
    let ran = run_on(&["convert", four, "-", UNIQUE], "1...............\n");
    let unique = UNIQUE.replace('0', ".");
    assert_eq!(ran.lines(), [four, "1...............", &unique]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_130_and_whole_lines() {
    let mut child = piped(&["solve", "-j", "2"]);
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    stdin
        .write_all(format!("{UNIQUE}\n").as_bytes())
        .expect("it listens");
    let mut line = String::new();
    out.read_line(&mut line).expect("an answer");
    // Standard input stays open: the program waits for more when it is told.
    interrupt(&child);
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("UTF-8");
    let mut err = String::new();
    child
        .stderr
        .take()
        .expect("a pipe")
        .read_to_string(&mut err)
        .expect("UTF-8");
    assert_eq!(
        child.wait().expect("the program ends").code(),
        Some(130),
        "{err}"
    );
    assert_eq!((line.trim_end(), rest.as_str()), (SOLUTION, ""));
    assert!(err.contains("1 puzzle in "), "{err}");
}
