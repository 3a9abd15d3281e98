//! Foreign programs: any that reads puzzle lines and writes solution lines.
//!
//! The command goes to the system's shell. The program gets one puzzle a line on
//! standard input (`.` for an open cell, `1-9A-Za-z` for digits) and answers with
//! a line for each puzzle, in order; blank lines and lines that begin with `#` are
//! passed over. On a line anything may stand around the solution: the last piece
//! that is a complete grid counts, so that solvers which repeat the puzzle or add
//! statistics need no wrapper. A line without one says "no solution to show".
//!
//! What is timed is the whole process: start, reading, solving, writing, exit, and
//! a millisecond or two for the shell. That is nobody's latency, so these rows
//! have a mode of their own ([`Mode::Process`](crate::Mode::Process)). For a fair
//! neighbour give this project's own program the same way.
//!
//! The shell runs in a process group of its own, and when time is up or the user
//! has had enough the whole group is ended.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use polydoku_core::{Cancel, Digit, Rules, Symbols};

use crate::corpus::Corpus;
use crate::plan::Plan;
use crate::record::Task;
use crate::solvers::Broken;
use crate::verify::Answer;

/// How often a waiting harness looks whether it should stop.
const LOOK: Duration = Duration::from_millis(50);
/// How much of a program's complaints is shown.
const SHOWN: usize = 200;

/// A foreign program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct External {
    /// What records call it.
    pub name: String,
    /// The shell command.
    pub command: String,
}

/// One run: its time, and what it wrote.
pub(crate) struct Finished {
    pub(crate) wall_ns: f64,
    out: Vec<u8>,
}

impl External {
    /// The text that the program gets; why it cannot be given any.
    pub(crate) fn input(corpus: &Corpus, task: Task) -> Result<Vec<u8>, Broken> {
        if task == Task::Count {
            let why = "a foreign program is asked for solutions, not for counts";
            return Err(Broken::Unsupported(why.to_owned()));
        }
        let mut text = Vec::new();
        for item in corpus.puzzles() {
            let rules = item.puzzle.rules();
            if !is_plain(rules) || item.puzzle.marks().is_some() {
                return Err(Broken::Unsupported(format!(
                    "a line of cells cannot say the rules of {rules}"
                )));
            }
            Symbols::standard(rules.size()).write_line(item.puzzle.clues(), &mut text);
            text.push(b'\n');
        }
        Ok(text)
    }

    /// Runs it once on this input.
    pub(crate) fn run(
        &self,
        input: &[u8],
        puzzles: usize,
        plan: &Plan,
        cancel: &Cancel,
    ) -> Result<Finished, Broken> {
        let failed = |what: String| Broken::Failed(format!("{}: {what}", self.command));
        let limit = plan.timeout.map(|each| each.saturating_mul(puzzles as u32));
        let start = Instant::now();
        let mut child = self
            .shell()
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let (mut stdin, mut stdout, mut stderr) = (
            child.stdin.take().expect("piped"),
            child.stdout.take().expect("piped"),
            child.stderr.take().expect("piped"),
        );
        let text = input.to_vec();
        // A program may stop reading early; what it then says is judged. These
        // threads end when the program's ends of the pipes are closed.
        thread::spawn(move || stdin.write_all(&text));
        let complaints = thread::spawn(move || {
            let mut text = Vec::new();
            let _ = stderr.read_to_end(&mut text);
            text
        });
        let (sender, receiver) = channel();
        thread::spawn(move || {
            let mut out = Vec::new();
            let read = stdout.read_to_end(&mut out);
            let _ = sender.send(read.map(|_| out));
        });
        let out = loop {
            match receiver.recv_timeout(LOOK) {
                Ok(out) => break out.map_err(|error| failed(error.to_string()))?,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(failed("its output was lost".to_owned()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            let late = limit.is_some_and(|limit| start.elapsed() > limit);
            if late || cancel.is_cancelled() {
                end(&mut child);
                return Err(match cancel.is_cancelled() {
                    true => Broken::Cancelled,
                    false => failed("ran into the time limit of all puzzles together".to_owned()),
                });
            }
        };
        let status = child.wait().map_err(|error| failed(error.to_string()))?;
        let wall_ns = start.elapsed().as_nanos() as f64;
        if !status.success() && out.is_empty() {
            let said = complaints.join().unwrap_or_default();
            let said = String::from_utf8_lossy(&said);
            let said: String = said.trim().chars().take(SHOWN).collect();
            return Err(failed(format!("{status}: {said}")));
        }
        Ok(Finished { wall_ns, out })
    }

    #[cfg(unix)]
    fn shell(&self) -> Command {
        use std::os::unix::process::CommandExt;
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(&self.command).process_group(0);
        piped(shell)
    }

    #[cfg(not(unix))]
    fn shell(&self) -> Command {
        let mut shell = Command::new("cmd");
        shell.arg("/C").arg(&self.command);
        piped(shell)
    }
}

fn piped(mut command: Command) -> Command {
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Ends the shell with all that it started.
fn end(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(child.id() as i32) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// Whether a line of cells says all about the rules.
fn is_plain(rules: &Rules) -> bool {
    Rules::assumed(rules.size()).is_ok_and(|assumed| assumed == *rules)
}

impl Finished {
    /// The answers, one a puzzle.
    pub(crate) fn answers(&self, corpus: &Corpus) -> Result<Vec<Answer>, Broken> {
        let text = String::from_utf8_lossy(&self.out);
        let lines = text.lines().map(str::trim);
        let lines: Vec<&str> = lines
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .collect();
        let puzzles = corpus.puzzles();
        if lines.len() != puzzles.len() {
            let (lines, puzzles) = (lines.len(), puzzles.len());
            return Err(Broken::Wrong(format!(
                "{lines} lines of answers for {puzzles} puzzles"
            )));
        }
        let answer = |(item, line): (&crate::corpus::Item, &str)| {
            let solution = solution_on(line, item.puzzle.rules());
            Answer::shown(solution.as_deref(), item.puzzle.as_ref())
        };
        Ok(puzzles.iter().zip(lines).map(answer).collect())
    }
}

/// The last piece of a line that is a complete grid.
fn solution_on(line: &str, rules: &Rules) -> Option<Vec<Digit>> {
    let symbols = Symbols::standard(rules.size());
    let grid = |piece: &str| {
        let digits = piece.bytes().map(|byte| symbols.value(byte).flatten());
        let digits: Vec<Digit> = digits.collect::<Option<_>>()?;
        (digits.len() == rules.cell_count()).then_some(digits)
    };
    let mut pieces = line.rsplit(|c: char| c.is_whitespace() || ",;:|\"".contains(c));
    pieces.find_map(grid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_is_found_among_other_things() {
        let rules = Rules::assumed(4).unwrap();
        let on = |line| solution_on(line, &rules).map(|digits| digits.len());
        assert_eq!(on("1234341221434321"), Some(16));
        assert_eq!(on("1...............:1:1234341221434321"), Some(16));
        assert_eq!(on("1234341221434321,0.3 ms"), Some(16));
        assert_eq!(on("1..............."), None);
        assert_eq!(on("123434122143432"), None);
        assert_eq!(on("none"), None);
    }
}
