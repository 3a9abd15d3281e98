//! The second part of a measure: times, round after round.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use polydoku_core::Report;
use polydoku_corpus::isomorph::SplitMix64;

use super::continued::Key;
use super::verification::Verified;
use super::{Contestant, Measure, Run};
use crate::account;
use crate::external::External;
use crate::latency;
use crate::record::{Mode, Row, Status};
use crate::solvers::Broken;
use crate::throughput::Batches;
use crate::verify::{Answer, Examined};
use crate::watch::{Stage, Step};

/// What is to be done in every round.
pub(super) struct Task<'m> {
    corpus: usize,
    contestant: usize,
    kind: Kind<'m>,
    /// What it is expected to take.
    cost: Duration,
}

enum Kind<'m> {
    Latency(&'m Examined),
    Throughput(&'m Examined, usize, Batches, Vec<Report>),
    Process(&'m External, &'m [u8]),
    /// Rows that are there already and say why nothing is measured. They are told
    /// in the first round, in their place.
    Told(Vec<Row>),
}

impl<'m> Run<'m, '_> {
    /// What has to be done in every round; batches are verified here.
    pub(super) fn tasks(&mut self, verified: &'m [Vec<Verified>]) -> Vec<Task<'m>> {
        let mut tasks = Vec::new();
        for (corpus, all) in verified.iter().enumerate() {
            for (contestant, verified) in all.iter().enumerate() {
                if self.over() {
                    return tasks;
                }
                let kinds = self.kinds(corpus, contestant, verified);
                tasks.extend(kinds.into_iter().map(|(kind, cost)| Task {
                    corpus,
                    contestant,
                    kind,
                    cost,
                }));
            }
        }
        tasks
    }

    /// One contestant's tasks on one corpus, with what they will take.
    fn kinds(
        &mut self,
        corpus: usize,
        contestant: usize,
        verified: &'m Verified,
    ) -> Vec<(Kind<'m>, Duration)> {
        let Measure { plan, cancel, .. } = self.measure;
        let (examined, engine) = match (verified, &self.measure.contestants[contestant]) {
            (Verified::Engine(examined), Contestant::Engine(engine)) => (examined, *engine),
            (Verified::External(input), Contestant::External(external)) => {
                return vec![(Kind::Process(external, input), Duration::from_millis(50))];
            }
            (Verified::Out(rows), _) => return vec![(Kind::Told(rows.clone()), Duration::ZERO)],
            _ => unreachable!("verified as what it is"),
        };
        let again = examined.answers.iter().filter(|answer| !answer.timed_out);
        let spent: f64 = again.map(|answer| answer.spent_ns).sum();
        let spent = Duration::from_nanos(spent as u64);
        let mut kinds = Vec::new();
        if plan.modes.contains(&Mode::Latency) {
            kinds.push((Kind::Latency(examined), spent));
        }
        if !plan.modes.contains(&Mode::Throughput) {
            return kinds;
        }
        if !examined.all_settled() {
            let row = self.limited(corpus, contestant, examined);
            kinds.push((Kind::Told(vec![row]), Duration::ZERO));
            return kinds;
        }
        let puzzles = &self.measure.corpora[corpus];
        let query = plan.batch_query().with_cancel(cancel);
        for &threads in &plan.threads {
            let batches = Batches::of(puzzles, engine.info().batch, threads);
            match batches.verified(engine, puzzles, &query, &examined.answers) {
                Ok(reports) => {
                    let cost = spent.max(Duration::from_millis(100)) / threads as u32;
                    let kind = Kind::Throughput(examined, threads, batches, reports);
                    kinds.push((kind, cost));
                }
                Err(broken) => {
                    let rows = self.out(corpus, contestant, 0, &broken);
                    return vec![(Kind::Told(rows), Duration::ZERO)];
                }
            }
        }
        kinds
    }

    /// The row of an engine that gave up on puzzles: no rate.
    fn limited(&self, corpus: usize, contestant: usize, examined: &Examined) -> Row {
        let mut row = self.row(corpus, contestant, Mode::Throughput);
        let count =
            |of: fn(&Answer) -> bool| examined.answers.iter().filter(|a| of(a)).count() as u64;
        row.solved = count(|answer| answer.settled);
        row.unknown = row.puzzles - row.solved;
        row.timed_out = count(|answer| answer.timed_out);
        let why = format!(
            "{} of {} puzzles not settled within the limits",
            row.unknown, row.puzzles
        );
        account::without_times(row, Status::Limited, why)
    }

    pub(super) fn rounds(&mut self, tasks: &[Task<'m>], start: Instant) {
        let plan = &self.measure.plan;
        let whole: Duration = tasks.iter().map(|task| task.cost).sum();
        let mut out: HashSet<(usize, usize)> = HashSet::new();
        for round in 1..=plan.rounds {
            let late = |limit| start.elapsed() + whole > limit;
            if round > 1 && plan.time.is_some_and(late) {
                break;
            }
            self.outcome.rounds = round;
            let mut spent = Duration::ZERO;
            for task in drawn(tasks, plan.seed, round) {
                if self.over() {
                    return;
                }
                let left = whole.saturating_sub(spent) + whole * (plan.rounds - round);
                spent += task.cost;
                if let Kind::Told(rows) = &task.kind {
                    if round == 1 {
                        rows.iter().for_each(|row| self.tell(row));
                    }
                    continue;
                }
                if out.contains(&(task.corpus, task.contestant)) || self.has(task, round) {
                    continue;
                }
                let contestant = &self.measure.contestants[task.contestant];
                self.watch.step(&Step {
                    stage: Stage::Round(round, plan.rounds),
                    engine: contestant.name(),
                    corpus: self.measure.corpora[task.corpus].name(),
                    done: 1.0 - left.as_secs_f64() / (whole * plan.rounds).as_secs_f64().max(1e-9),
                    left: Some(left),
                });
                match self.measured(task, round) {
                    Ok(row) => self.tell(&row),
                    Err(broken) => {
                        let rows = self.out(task.corpus, task.contestant, round, &broken);
                        rows.iter().for_each(|row| self.tell(row));
                        out.insert((task.corpus, task.contestant));
                    }
                }
            }
        }
    }

    fn has(&self, task: &Task<'_>, round: u32) -> bool {
        let (mode, threads) = match task.kind {
            Kind::Latency(_) => (Mode::Latency, Some(1)),
            Kind::Throughput(_, threads, ..) => (Mode::Throughput, Some(threads as u32)),
            Kind::Process(..) | Kind::Told(_) => (Mode::Process, None),
        };
        let corpus = self.measure.corpora[task.corpus].name().to_owned();
        let who = self.measure.contestants[task.contestant].name().to_owned();
        self.done.contains(&Key(corpus, who, mode, threads, round))
    }

    /// One row, measured now.
    fn measured(&mut self, task: &Task<'_>, round: u32) -> Result<Row, Broken> {
        let Measure {
            plan,
            corpora,
            contestants,
            cancel,
            ..
        } = self.measure;
        let corpus = &corpora[task.corpus];
        let mode = match task.kind {
            Kind::Latency(_) => Mode::Latency,
            Kind::Throughput(..) => Mode::Throughput,
            Kind::Process(..) | Kind::Told(_) => Mode::Process,
        };
        let mut row = self.row(task.corpus, task.contestant, mode);
        row.round = round;
        match (&task.kind, &contestants[task.contestant]) {
            (Kind::Latency(examined), Contestant::Engine(engine)) => {
                let query = plan.query().with_cancel(cancel);
                let pass = latency::pass(*engine, corpus, &query, &examined.answers, plan.pin)?;
                account::latency(&mut row, &pass, examined);
                if self.measure.puzzle_rows {
                    let name = engine.info().name;
                    let rows = account::puzzle_rows(corpus, plan.task, name, round, &pass);
                    self.tell_puzzles(&rows);
                }
            }
            (Kind::Throughput(examined, threads, batches, reports), Contestant::Engine(engine)) => {
                let query = plan.batch_query().with_cancel(cancel);
                let wall = batches.pass(*engine, corpus, &query, *threads, &examined.answers)?;
                account::throughput(&mut row, &wall, *threads, reports, examined);
            }
            (Kind::Process(external, input), _) => {
                let ran = external.run(input, corpus.puzzles().len(), plan, cancel)?;
                account::process(&mut row, ran.wall_ns);
            }
            _ => unreachable!("tasks are made for their contestant"),
        }
        Ok(row)
    }
}

/// The tasks of a round in its order: corpora stay together; within each the first
/// round goes as asked, so that a record begins in that order, and the others by
/// lot. Who comes after an engine of much the same code finds it warm.
fn drawn<'t, 'm>(tasks: &'t [Task<'m>], seed: u64, round: u32) -> Vec<&'t Task<'m>> {
    let mut random = SplitMix64::new(seed ^ u64::from(round) << 32);
    let mut order = Vec::with_capacity(tasks.len());
    for group in tasks.chunk_by(|one, other| one.corpus == other.corpus) {
        let mut group: Vec<&Task<'m>> = group.iter().collect();
        if round > 1 {
            random.shuffle(&mut group);
        }
        order.extend(group);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_hold_every_task_once_in_orders_of_their_own() {
        let task = |(corpus, contestant)| Task {
            corpus,
            contestant,
            kind: Kind::Told(Vec::new()),
            cost: Duration::ZERO,
        };
        let asked: Vec<(usize, usize)> = (0..12).map(|at| (at / 6, at % 6)).collect();
        let tasks: Vec<Task<'_>> = asked.iter().copied().map(task).collect();
        let order = |round| -> Vec<(usize, usize)> {
            let drawn = drawn(&tasks, 7, round);
            drawn.iter().map(|t| (t.corpus, t.contestant)).collect()
        };
        assert_eq!(order(1), asked);
        let orders: HashSet<_> = (2..12).map(order).collect();
        assert!(orders.len() > 5, "hardly ever drawn: {orders:?}");
        for mut order in orders {
            assert!(order[..6].iter().all(|task| task.0 == 0), "{order:?}");
            order.sort_unstable();
            assert_eq!(order, asked);
        }
    }
}
