//! Runs the program as a user would: arguments and standard input in, output,
//! messages and status out.
#![allow(dead_code)] // each test file uses its own part

use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// What a run came to.
#[derive(Debug)]
pub struct Ran {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// The lines of standard output.
    pub fn lines(&self) -> Vec<&str> {
        self.out.lines().collect()
    }
}

/// The program with these arguments.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polydoku"));
    command.args(arguments).env_remove("NO_COLOR");
    command
}

/// Starts it with a pipe at each of its three ends.
pub fn piped(arguments: &[&str]) -> Child {
    command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Does what Ctrl-C does.
pub fn interrupt(child: &Child) {
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.expect("kill exists").success());
}

/// Runs it with nothing on standard input.
pub fn run(arguments: &[&str]) -> Ran {
    run_on(arguments, "")
}

/// Runs it with this on standard input.
pub fn run_on(arguments: &[&str], input: impl AsRef<[u8]>) -> Ran {
    let mut child = piped(arguments);
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.as_ref().to_vec();
    let feeder = std::thread::spawn(move || {
        // The program may stop reading early; that is its right.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    feeder.join().expect("feeding does not panic");
    Ran {
        status: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).expect("answers are UTF-8"),
        err: String::from_utf8(output.stderr).expect("messages are UTF-8"),
    }
}

/// A file among the reading material beside the clone, or `None` with a printed
/// reason where that is missing.
pub fn shared(path: &str) -> Option<String> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let root = std::env::var_os("POLYDOKU_SHARED").map_or_else(beside, PathBuf::from);
    let file = root.join(path);
    if file.exists() {
        return Some(file.to_str().expect("a path in UTF-8").to_owned());
    }
    assert!(
        std::env::var_os("POLYDOKU_REQUIRE_SHARED").is_none(),
        "{} is required and missing",
        file.display()
    );
    skip(&format!("{} is missing", file.display()));
    None
}

/// Says why a test does nothing here.
#[allow(clippy::print_stdout)] // the test runner shows it
pub fn skip(why: &str) {
    println!("skipped: {why}");
}

/// A file of its own for a test, removed at the end.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str, content: impl AsRef<[u8]>) -> Scratch {
        let name = format!("polydoku-cli-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, content).expect("a temporary file can be written");
        Scratch(path)
    }

    pub fn name(&self) -> &str {
        self.0.to_str().expect("a path in UTF-8")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A puzzle with one solution, and that solution (Project Euler 96, grid 1).
pub const UNIQUE: &str =
    "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
pub const SOLUTION: &str =
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382";
