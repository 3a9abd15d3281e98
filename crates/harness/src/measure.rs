//! A measure from beginning to end: verify everything, then round after round.
//!
//! ```text
//! verify   corpus by corpus, engine by engine; then judge them against each other
//! round 1  corpus by corpus: every engine once in every mode
//! round 2  the same; engines in an order drawn by lot
//! ...
//! ```
//!
//! Rounds are the outermost loop, so that engines and corpora are interleaved: an
//! hour in which the machine is slow slows all of them. And a run that is
//! interrupted has a whole table after its first round. A contestant that answered
//! wrongly, crashed or cannot take the rules gets its row at once and is out of
//! that corpus; all others get the same puzzles and the same question.

mod continued;
mod rounds;
mod verification;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Instant;

use polydoku_core::{Cancel, Engine};

use crate::account::{self, Who};
use crate::corpus::Corpus;
use crate::external::External;
use crate::machine::{Machine, compiled_for};
use crate::plan::Plan;
use crate::record::{Mode, Row, Status};
use crate::rows::PuzzleRow;
use crate::solvers::Broken;
use crate::watch::Watch;

use continued::Key;
pub use continued::Unlike;

/// One that is compared.
#[derive(Clone, Debug)]
pub enum Contestant<'e> {
    /// An engine of ours.
    Engine(&'e dyn Engine),
    /// A foreign program.
    External(External),
}

impl Contestant<'_> {
    /// What records call it.
    pub fn name(&self) -> &str {
        match self {
            Contestant::Engine(engine) => engine.info().name,
            Contestant::External(external) => &external.name,
        }
    }

    fn who(&self) -> Who<'_> {
        let instruction_set = match self {
            Contestant::Engine(engine) => engine.instruction_set().unwrap_or_else(compiled_for),
            Contestant::External(_) => "",
        };
        Who {
            name: self.name(),
            instruction_set,
        }
    }
}

/// What is to be measured.
#[derive(Clone, Debug)]
pub struct Measure<'e> {
    /// How.
    pub plan: Plan,
    /// The puzzles, sampled and permuted as the plan's seed says.
    pub corpora: Vec<Corpus>,
    /// Who.
    pub contestants: Vec<Contestant<'e>>,
    /// Rows of an earlier run that need not be measured again.
    pub before: Vec<Row>,
    /// Whether single puzzles' rows are wanted.
    pub puzzle_rows: bool,
    /// Stops the measure when set.
    pub cancel: Cancel,
}

/// How a measure ended.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// Wrong answers and crashes, a sentence each.
    pub faults: Vec<String>,
    /// Why some contestants have no times on some corpora.
    pub notes: Vec<String>,
    /// Whether it was stopped before its end.
    pub cancelled: bool,
    /// How many rounds were begun; fewer than planned when time was short.
    pub rounds: u32,
}

impl Measure<'_> {
    /// Measures, telling `watch` each row as it is there.
    ///
    /// # Errors
    /// The rows to be continued are of another measure.
    pub fn run(&self, watch: &mut dyn Watch) -> Result<Outcome, Unlike> {
        let mut run = Run {
            measure: self,
            machine: Machine::here(),
            done: self.done()?,
            outcome: Outcome::default(),
            watch,
            stopped: false,
        };
        let start = Instant::now();
        let verified = run.verify();
        if !run.over() {
            let tasks = run.tasks(&verified);
            if !run.over() {
                run.rounds(&tasks, start);
            }
        }
        run.outcome.cancelled = self.cancel.is_cancelled();
        Ok(run.outcome)
    }
}

struct Run<'m, 'e> {
    measure: &'m Measure<'e>,
    machine: Machine,
    done: HashSet<Key>,
    outcome: Outcome,
    watch: &'m mut dyn Watch,
    /// Whether the watcher had enough.
    stopped: bool,
}

impl<'m> Run<'m, '_> {
    fn over(&self) -> bool {
        self.stopped || self.measure.cancel.is_cancelled()
    }

    fn tell(&mut self, row: &Row) {
        if self.done.insert(Key::of(row)) {
            self.stopped |= self.watch.row(row) == ControlFlow::Break(());
        }
    }

    fn tell_puzzles(&mut self, rows: &[PuzzleRow]) {
        if self.measure.puzzle_rows {
            self.stopped |= self.watch.puzzle_rows(rows) == ControlFlow::Break(());
        }
    }

    fn row(&self, corpus: usize, contestant: usize, mode: Mode) -> Row {
        let Measure {
            plan,
            corpora,
            contestants,
            ..
        } = self.measure;
        account::row(
            plan,
            &self.machine,
            &corpora[corpus],
            contestants[contestant].who(),
            mode,
        )
    }

    /// A contestant's rows without times, one for each mode that it would have
    /// had; the fault or note is kept.
    fn out(&mut self, corpus: usize, contestant: usize, round: u32, broken: &Broken) -> Vec<Row> {
        let (status, error) = match broken {
            Broken::Unsupported(why) => (Status::Unsupported, why),
            Broken::Failed(why) => (Status::Failed, why),
            Broken::Wrong(why) => (Status::Wrong, why),
            Broken::Cancelled => return Vec::new(),
        };
        let who = self.measure.contestants[contestant].name();
        let sentence = format!("{who} on {}: {error}", self.measure.corpora[corpus].name());
        if status.is_fault() {
            self.outcome.faults.push(sentence);
        } else {
            self.outcome.notes.push(sentence);
        }
        let row = |mode| {
            let row = Row {
                round,
                ..self.row(corpus, contestant, mode)
            };
            account::without_times(row, status, error.clone())
        };
        self.modes(contestant).into_iter().map(row).collect()
    }

    fn modes(&self, contestant: usize) -> Vec<Mode> {
        match self.measure.contestants[contestant] {
            Contestant::Engine(_) => self.measure.plan.modes.clone(),
            Contestant::External(_) => vec![Mode::Process],
        }
    }
}
