//! The first part of a measure: every answer to every puzzle, judged.

use super::{Contestant, Measure, Run};
use crate::corpus::Corpus;
use crate::external::External;
use crate::record::{Row, Task};
use crate::rows::PuzzleRow;
use crate::solvers::Broken;
use crate::verify::{Answer, Examined, examine, judge, place};
use crate::watch::{Stage, Step};

/// What verification found of one contestant on one corpus.
pub(super) enum Verified {
    Engine(Examined),
    External(Vec<u8>),
    /// Nothing to be measured: the rows that say why.
    Out(Vec<Row>),
}

impl Run<'_, '_> {
    /// Every answer to every puzzle, judged.
    pub(super) fn verify(&mut self) -> Vec<Vec<Verified>> {
        let Measure {
            corpora,
            contestants,
            ..
        } = self.measure;
        let cells = (corpora.len() * contestants.len()) as f64;
        let mut all = Vec::new();
        for (at, corpus) in corpora.iter().enumerate() {
            let mut broken: Vec<Option<Broken>> = vec![None; contestants.len()];
            let mut engines: Vec<Option<Examined>> = vec![None; contestants.len()];
            let mut inputs: Vec<Option<Vec<u8>>> = vec![None; contestants.len()];
            let mut foreign: Vec<Option<Vec<Answer>>> = vec![None; contestants.len()];
            for (who, contestant) in contestants.iter().enumerate() {
                if self.over() {
                    return all;
                }
                let before = (at * contestants.len() + who) as f64;
                let puzzles = corpus.puzzles().len() as f64;
                let watch = &mut *self.watch;
                let mut step = |answered: usize| {
                    watch.step(&Step {
                        stage: Stage::Verifying,
                        engine: contestant.name(),
                        corpus: corpus.name(),
                        done: (before + answered as f64 / puzzles) / cells,
                        left: None,
                    });
                };
                step(0);
                let plan = &self.measure.plan;
                let cancel = &self.measure.cancel;
                let result = match contestant {
                    Contestant::Engine(engine) => {
                        let examined = examine(*engine, corpus, plan, cancel, &mut step);
                        examined.map(|examined| engines[who] = Some(examined))
                    }
                    Contestant::External(external) => {
                        External::input(corpus, plan.task).and_then(|input| {
                            let ran = external.run(&input, corpus.puzzles().len(), plan, cancel)?;
                            foreign[who] = Some(ran.answers(corpus)?);
                            inputs[who] = Some(input);
                            Ok(())
                        })
                    }
                };
                broken[who] = result.err();
            }
            if self.over() {
                return all;
            }
            let answers: Vec<_> = contestants
                .iter()
                .enumerate()
                .map(|(who, contestant)| {
                    let own = engines[who].as_ref().map(|examined| &examined.answers[..]);
                    (contestant.name(), own.or(foreign[who].as_deref()))
                })
                .collect();
            let judgement = judge(corpus, self.measure.plan.task, &answers);
            for fault in &judgement.faults {
                let item = &corpus.puzzles()[fault.item];
                let wrong = format!("{}: {}", place(item), fault.what);
                let answer = answers[fault.contestant]
                    .1
                    .map(|answers| &answers[fault.item]);
                let name = answers[fault.contestant].0;
                let row = wrong_row(
                    corpus,
                    self.measure.plan.task,
                    name,
                    fault.item,
                    answer,
                    &fault.what,
                );
                self.tell_puzzles(&[row]);
                broken[fault.contestant].get_or_insert(Broken::Wrong(wrong));
            }
            self.outcome.faults.extend(judgement.corpus);
            let mut verified = Vec::new();
            for who in 0..contestants.len() {
                let result = broken[who].take();
                verified.push(match (result, engines[who].take(), inputs[who].take()) {
                    (Some(broken), ..) => Verified::Out(self.out(at, who, 0, &broken)),
                    (None, Some(examined), _) => Verified::Engine(examined),
                    (None, None, Some(input)) => Verified::External(input),
                    (None, None, None) => Verified::Out(Vec::new()),
                });
            }
            all.push(verified);
        }
        all
    }
}

fn wrong_row(
    corpus: &Corpus,
    task: Task,
    engine: &str,
    item: usize,
    answer: Option<&Answer>,
    error: &str,
) -> PuzzleRow {
    let item = &corpus.puzzles()[item];
    PuzzleRow {
        corpus: corpus.name().to_owned(),
        puzzle: item.number,
        line: item.line,
        clues: item.puzzle.clues().iter().flatten().count() as u32,
        task,
        engine: engine.to_owned(),
        verdict: answer.map_or("", |answer| answer.verdict.word()).to_owned(),
        found: answer.map_or(0, |answer| answer.found),
        settled: answer.is_some_and(|answer| answer.settled),
        error: error.to_owned(),
        ..PuzzleRow::new()
    }
}
