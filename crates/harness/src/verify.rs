//! Every answer checked, before a clock runs.
//!
//! Each engine answers every puzzle once. Each solution it shows is checked
//! against the rules, the clues and the marks, and no two may be equal; so what an
//! engine *shows* is proved, whatever it is. What it *denies* ("none", "no
//! second", "exactly 17") cannot be seen in its answer. But a solution shown by
//! another engine, or given in the file, is a witness against a denial: whoever
//! says that there are fewer than others have shown is wrong, and needs no vote.
//! Equal numbers may still hide different solutions, so engines that claim to have
//! found all are compared by a fingerprint of all of theirs. The corpus's own
//! word ([`Expect`]) denies and claims likewise; where engines *show* that it is
//! wrong, the corpus is at fault, and that is an error, too.
//!
//! The same pass gathers the families' own figures, since nothing is timed here
//! but the limit.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use polydoku_core::{Cancel, Digit, End, Engine, PuzzleRef, Query, Report, Solver, Stats, Verdict};

use crate::corpus::{Corpus, Expect, Item};
use crate::plan::Plan;
use crate::record::Task;
use crate::solvers::{Broken, Solvers, panic_message};

/// A solution's fingerprint.
type Print = u128;

/// What one contestant said of one puzzle, as far as later stages need it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Answer {
    pub(crate) found: u64,
    /// Whether the question was answered, and no limit was in the way.
    pub(crate) settled: bool,
    /// Whether it claims that there are no more than it found.
    pub(crate) exhausted: bool,
    /// Whether it says "no solution" without claiming to have searched for all:
    /// a foreign program that shows none.
    pub(crate) silent: bool,
    pub(crate) timed_out: bool,
    pub(crate) verdict: Verdict,
    /// The first solution shown.
    pub(crate) first: Option<Print>,
    /// All solutions shown, in any order.
    all: Print,
    pub(crate) stats: Stats,
    /// How long it took here; for planning, and for puzzles that timed out.
    pub(crate) spent_ns: f64,
    /// What is wrong with it, as far as it can be seen by itself.
    pub(crate) fault: Option<String>,
}

/// A contestant's answers to a corpus.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Examined {
    pub(crate) answers: Vec<Answer>,
    /// The family's figures, summed over the puzzles settled.
    pub(crate) figures: Vec<(&'static str, &'static str, f64)>,
}

impl Examined {
    pub(crate) fn all_settled(&self) -> bool {
        self.answers.iter().all(|answer| answer.settled)
    }
}

/// Asks an engine for every puzzle of a corpus.
pub(crate) fn examine(
    engine: &dyn Engine,
    corpus: &Corpus,
    plan: &Plan,
    cancel: &Cancel,
    step: &mut dyn FnMut(usize),
) -> Result<Examined, Broken> {
    let mut solvers = Solvers::of(engine, &corpus.rules())?;
    let kinds = engine.info().figures;
    let plain = plan.query().with_cancel(cancel);
    let with_figures = plain.clone().with_figures();
    let mut figures: Vec<_> = kinds
        .iter()
        .map(|kind| (kind.name, kind.unit, 0.0))
        .collect();
    let mut answers = Vec::with_capacity(corpus.puzzles().len());
    for item in corpus.puzzles() {
        let mut once = |query| {
            let solver = solvers.at(item.puzzle.rules());
            let caught = catch_unwind(AssertUnwindSafe(|| {
                ask(solver, item.puzzle.as_ref(), query)
            }));
            caught.map_err(|panic| {
                Broken::Failed(format!("{}: {}", place(item), panic_message(&*panic)))
            })
        };
        let mut answer = once(&with_figures)?;
        if answer.timed_out && !kinds.is_empty() {
            // Gathering figures costs something; the limit is for bare runs.
            answer = once(&plain)?;
        }
        if cancel.is_cancelled() {
            return Err(Broken::Cancelled);
        }
        if answer.settled {
            let values = solvers.at(item.puzzle.rules()).figures();
            for (sum, &value) in figures.iter_mut().zip(values) {
                sum.2 += value as f64;
            }
        }
        answers.push(answer);
        step(answers.len());
    }
    Ok(Examined { answers, figures })
}

/// One run, with every solution checked.
fn ask(solver: &mut dyn Solver, puzzle: PuzzleRef<'_>, query: &Query) -> Answer {
    let mut fault = None;
    let mut shown = HashSet::new();
    let (mut first, mut all) = (None, 0u128);
    let start = Instant::now();
    let report = solver.run(puzzle, query, &mut |digits| {
        let print = fingerprint(digits);
        if let Err(error) = puzzle.check_solution(digits) {
            fault.get_or_insert_with(|| format!("shows a wrong solution: {error}"));
        } else if !shown.insert(print) {
            fault.get_or_insert_with(|| "shows a solution twice".to_owned());
        }
        first.get_or_insert(print);
        all = all.wrapping_add(print);
        ControlFlow::Continue(())
    });
    let spent_ns = start.elapsed().as_nanos() as f64;
    if report.found != shown.len() as u64 {
        let (says, shows) = (report.found, shown.len());
        fault.get_or_insert_with(|| format!("counts {says} solutions and shows {shows}"));
    }
    Answer {
        found: report.found,
        settled: is_settled(&report),
        exhausted: report.end == End::Exhausted,
        silent: false,
        timed_out: report.end == End::Time,
        verdict: report.verdict(),
        first,
        all,
        stats: report.stats,
        spent_ns,
        fault,
    }
}

impl Answer {
    /// A foreign program's: a solution, or none.
    pub(crate) fn shown(solution: Option<&[Digit]>, puzzle: PuzzleRef<'_>) -> Answer {
        let fault = solution.and_then(|digits| {
            let checked = puzzle.check_solution(digits);
            checked
                .err()
                .map(|error| format!("shows a wrong solution: {error}"))
        });
        let first = solution.map(fingerprint);
        Answer {
            found: u64::from(solution.is_some()),
            settled: true,
            exhausted: false,
            silent: solution.is_none(),
            timed_out: false,
            verdict: match solution {
                Some(_) => Verdict::Solved,
                None => Verdict::Unknown,
            },
            first,
            all: first.unwrap_or(0),
            stats: Stats::default(),
            spent_ns: 0.0,
            fault,
        }
    }
}

/// Whether the question was answered, and no limit was in the way.
pub(crate) fn is_settled(report: &Report) -> bool {
    matches!(report.end, End::Exhausted | End::Limit)
}

pub(crate) fn fingerprint(digits: &[Digit]) -> Print {
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        salt.hash(&mut hasher);
        digits.hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(1) << 64 | half(2)
}

/// Where a puzzle stands, for messages.
pub(crate) fn place(item: &Item) -> String {
    format!("puzzle {} (line {})", item.number + 1, item.line)
}

/// An answer that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    /// Whose: the place among the contestants.
    pub(crate) contestant: usize,
    /// Which puzzle: the place in the corpus.
    pub(crate) item: usize,
    /// What is wrong.
    pub(crate) what: String,
}

/// What the answers of all contestants come to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Judgement {
    /// Wrong answers.
    pub(crate) faults: Vec<Fault>,
    /// Where the corpus's own word is wrong, in sentences.
    pub(crate) corpus: Vec<String>,
}

/// What is proved of a puzzle: that there are at least so many solutions.
#[derive(Default)]
struct Proof<'n> {
    least: u64,
    by: &'n str,
    first: Option<Print>,
}

impl<'n> Proof<'n> {
    fn add(&mut self, by: &'n str, found: u64, first: Option<Print>) {
        if found > self.least {
            (self.least, self.by) = (found, by);
        }
        match (self.first, first) {
            (None, Some(_)) => self.first = first,
            (Some(one), Some(other)) if one != other && self.least < 2 => {
                (self.least, self.by) = (2, by);
            }
            _ => {}
        }
    }
}

/// Compares the answers of those who have any (`None` for the others).
pub(crate) fn judge(
    corpus: &Corpus,
    task: Task,
    contestants: &[(&str, Option<&[Answer]>)],
) -> Judgement {
    let mut judgement = Judgement::default();
    let present = || {
        let all = contestants.iter().enumerate();
        all.filter_map(|(number, (name, answers))| Some((number, *name, (*answers)?)))
    };
    for (item, puzzle) in corpus.puzzles().iter().enumerate() {
        let mut proof = Proof::default();
        if let Some(given) = &puzzle.given {
            match puzzle.puzzle.check_solution(given) {
                Ok(()) => proof.add("the file", 1, Some(fingerprint(given))),
                Err(why) => judgement.corpus.push(format!(
                    "{}, {}: the given solution is wrong: {why}",
                    corpus.name(),
                    place(puzzle)
                )),
            }
        }
        for (_, name, answers) in present() {
            let answer = &answers[item];
            if answer.fault.is_none() {
                proof.add(name, answer.found, answer.first);
            }
        }
        let expected = corpus.expect();
        if let Some(why) = disproved(expected, &proof) {
            judgement
                .corpus
                .push(format!("{}, {}: {why}", corpus.name(), place(puzzle)));
        }
        // All who claim to have found everything must have found the same.
        let complete = |answer: &Answer| answer.exhausted && answer.fault.is_none();
        let first_complete = present().find(|(_, _, answers)| complete(&answers[item]));
        for (contestant, _, answers) in present() {
            let answer = &answers[item];
            let other = first_complete.as_ref().filter(|(_, _, other)| {
                let other = &other[item];
                complete(answer) && other.found == answer.found && other.all != answer.all
            });
            let what = (answer.fault.clone())
                .or_else(|| denied(answer, task, &proof))
                .or_else(|| missed(answer, expected))
                .or_else(|| {
                    other.map(|(_, name, _)| format!("its solutions are not those of {name}"))
                });
            if let Some(what) = what {
                judgement.faults.push(Fault {
                    contestant,
                    item,
                    what,
                });
            }
        }
    }
    judgement
}

/// What is wrong with an answer that denies what is proved.
fn denied(answer: &Answer, task: Task, proof: &Proof<'_>) -> Option<String> {
    let shown = match proof.least {
        0 => return None,
        1 => "a solution".to_owned(),
        n => format!("{n} solutions"),
    };
    let by = if proof.by == "the file" {
        "the file gives"
    } else {
        proof.by
    };
    let verb = if proof.by == "the file" { "" } else { " found" };
    let says = if answer.exhausted && answer.found < proof.least {
        match answer.found {
            0 => "says that there is no solution".to_owned(),
            1 => "says that there is only one solution".to_owned(),
            n => format!("says that there are only {n} solutions"),
        }
    } else if answer.silent && (task == Task::First || proof.least == 1) {
        "shows no solution".to_owned()
    } else {
        return None;
    };
    Some(format!("{says}, and {by}{verb} {shown}"))
}

/// What is wrong with an answer that denies what the corpus says.
fn missed(answer: &Answer, expected: Option<Expect>) -> Option<String> {
    let says = match (expected?, answer.found) {
        (Expect::Unique | Expect::Multiple, 0) => "no solution",
        (Expect::Multiple, 1) => "only one solution",
        _ => return None,
    };
    answer
        .exhausted
        .then(|| format!("says that there is {says}, and the corpus is known to have more"))
}

/// Why the corpus's own word is wrong, if it is.
fn disproved(expected: Option<Expect>, proof: &Proof<'_>) -> Option<String> {
    let word = match (expected?, proof.least) {
        (Expect::Unique, 2..) => "one solution is expected",
        (Expect::None, 1..) => "no solution is expected",
        _ => return None,
    };
    Some(format!("{word}, and {} found {}", proof.by, proof.least))
}
