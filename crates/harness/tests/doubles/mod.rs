//! Stand-ins: engines that answer as a test wants, and a watcher that collects.
#![allow(dead_code)] // each test file uses its own part

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use polydoku_core::{
    Answers, Batch, Cancel, Digit, End, Engine, EngineInfo, PuzzleRef, Query, Report, Rules,
    Solver, StatSet, Stats, Trace, Unsupported, View, Visit, run_singly,
};
use polydoku_engines::by_name;
use polydoku_harness::{Contestant, Corpus, Measure, Outcome, Plan, PuzzleRow, Row, Step, Watch};

type Run = dyn Fn(PuzzleRef<'_>, &Query, Visit<'_>) -> Report + Send + Sync;
type Spoil = dyn Fn(&mut Answers) + Send + Sync;

/// An engine whose solvers call a closure.
pub struct Double {
    info: EngineInfo,
    run: Arc<Run>,
    batch: Arc<Spoil>,
}

impl Double {
    pub fn new(
        name: &'static str,
        run: impl Fn(PuzzleRef<'_>, &Query, Visit<'_>) -> Report + Send + Sync + 'static,
    ) -> Double {
        let info = EngineInfo {
            name,
            idea: "does as it is told",
            rules: "up to 9x9",
            node: "none",
            stats: StatSet::ALL,
            figures: &[],
            batch: 1,
            largest_count: 10,
            view: View::Scan,
        };
        Double {
            info,
            run: Arc::new(run),
            batch: Arc::new(|_| {}),
        }
    }

    /// The same with a batch's answers changed.
    pub fn in_batches(mut self, spoil: impl Fn(&mut Answers) + Send + Sync + 'static) -> Double {
        self.batch = Arc::new(spoil);
        self
    }

    /// The oracle's answers, changed.
    pub fn spoilt(
        name: &'static str,
        spoil: impl Fn(Vec<Vec<Digit>>, Report) -> (Vec<Vec<Digit>>, Report) + Send + Sync + 'static,
    ) -> Double {
        Double::new(name, move |puzzle, query, visit| {
            let (solutions, report) = solved(puzzle, query);
            let (solutions, report) = spoil(solutions, report);
            for solution in &solutions {
                let _ = visit(solution);
            }
            report
        })
    }
}

/// What the oracle says.
pub fn solved(puzzle: PuzzleRef<'_>, query: &Query) -> (Vec<Vec<Digit>>, Report) {
    let oracle = by_name("naive/sets").expect("the oracle");
    let mut solver = oracle.solver(puzzle.rules()).expect("it takes all rules");
    let mut solutions = Vec::new();
    let report = solver.run(puzzle, query, &mut |digits| {
        solutions.push(digits.to_vec());
        ControlFlow::Continue(())
    });
    (solutions, report)
}

/// A report without statistics.
pub fn report(found: u64, end: End) -> Report {
    Report {
        found,
        end,
        stats: Stats::default(),
    }
}

impl fmt::Debug for Double {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info.name)
    }
}

impl Engine for Double {
    fn info(&self) -> &EngineInfo {
        &self.info
    }

    fn supports(&self, rules: &Rules) -> Result<(), Unsupported> {
        match rules.size() {
            0..=9 => Ok(()),
            _ => Err(Unsupported::Rules("sizes up to 9 only".to_owned())),
        }
    }

    fn solver(&self, rules: &Arc<Rules>) -> Result<Box<dyn Solver>, Unsupported> {
        self.supports(rules)?;
        Ok(Box::new(Doing(self.run.clone(), self.batch.clone())))
    }
}

struct Doing(Arc<Run>, Arc<Spoil>);

impl Solver for Doing {
    fn run(&mut self, puzzle: PuzzleRef<'_>, query: &Query, visit: Visit<'_>) -> Report {
        (self.0)(puzzle, query, visit)
    }

    fn run_traced(
        &mut self,
        puzzle: PuzzleRef<'_>,
        query: &Query,
        visit: Visit<'_>,
        _: &mut dyn Trace,
    ) -> Report {
        self.run(puzzle, query, visit)
    }

    fn run_batch(&mut self, batch: &Batch, query: &Query, out: &mut Answers) {
        run_singly(self, batch, query, out);
        (self.1)(out);
    }
}

/// Keeps everything; says enough after so many rows, or cancels then.
#[derive(Default)]
pub struct Collected {
    pub rows: Vec<Row>,
    pub puzzles: Vec<PuzzleRow>,
    pub steps: usize,
    pub enough: Option<usize>,
    pub cancel_after: Option<(usize, Cancel)>,
}

impl Watch for Collected {
    fn row(&mut self, row: &Row) -> ControlFlow<()> {
        self.rows.push(row.clone());
        if let Some((count, cancel)) = &self.cancel_after
            && self.rows.len() == *count
        {
            cancel.cancel();
        }
        match self.enough {
            Some(enough) if self.rows.len() >= enough => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    fn puzzle_rows(&mut self, rows: &[PuzzleRow]) -> ControlFlow<()> {
        self.puzzles.extend_from_slice(rows);
        ControlFlow::Continue(())
    }

    fn step(&mut self, _: &Step<'_>) {
        self.steps += 1;
    }
}

/// A corpus with this text.
pub fn corpus(name: &str, text: &str) -> Corpus {
    Corpus::read(
        name,
        text.as_bytes(),
        &polydoku_corpus::ReadOptions::default(),
    )
    .expect("puzzles of a test")
}

/// A measure of one round without anything special.
pub fn measure<'e>(corpora: Vec<Corpus>, contestants: Vec<Contestant<'e>>) -> Measure<'e> {
    Measure {
        plan: Plan {
            rounds: 1,
            ..Plan::default()
        },
        corpora,
        contestants,
        before: Vec::new(),
        puzzle_rows: true,
        cancel: Cancel::new(),
    }
}

/// Runs it and gives everything.
pub fn run(measure: &Measure<'_>) -> (Collected, Outcome) {
    let mut collected = Collected::default();
    let outcome = measure.run(&mut collected).expect("nothing to continue");
    (collected, outcome)
}

/// Engines of the registry as contestants.
pub fn registry(names: &[&str]) -> Vec<Contestant<'static>> {
    let engine = |name: &&str| Contestant::Engine(by_name(name).expect("a name of the registry"));
    names.iter().map(engine).collect()
}
