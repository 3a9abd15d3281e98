//! What a report shows, sorted: rows of one mode and one task belong together,
//! engines and corpora stand in the record's order everywhere.

use crate::Measured;
use crate::compare::Sitting;
use crate::record::{Mode, Row, Task};

use super::Source;
use super::palette::Palette;

/// Everything a chapter may ask for.
#[derive(Clone, Debug)]
pub(super) struct View<'r> {
    pub(super) source: &'r Source<'r>,
    pub(super) engines: Vec<&'r str>,
    pub(super) palette: Palette<'r>,
    pub(super) groups: Vec<Group<'r>>,
    /// The puzzles' corpora of each task that rows were kept of.
    pub(super) fields: Vec<Field<'r>>,
}

/// What may be compared: one mode, one task, one number of threads.
#[derive(Clone, Debug)]
pub(super) struct Group<'r> {
    pub(super) mode: Mode,
    pub(super) task: Task,
    pub(super) solution_limit: u64,
    pub(super) threads: Option<u32>,
    pub(super) engines: Vec<&'r str>,
    pub(super) corpora: Vec<&'r str>,
    pub(super) measured: Vec<Measured<'r>>,
}

/// The corpora of one task whose single puzzles are known.
#[derive(Clone, Debug)]
pub(super) struct Field<'r> {
    pub(super) task: Task,
    pub(super) sittings: Vec<&'r Sitting<'r>>,
}

impl<'r> View<'r> {
    pub(super) fn of(source: &'r Source<'r>) -> View<'r> {
        let engines = source.record.engines();
        let mut groups: Vec<Group<'r>> = Vec::new();
        let (without, numbered): (Vec<_>, Vec<_>) = source
            .record
            .measured()
            .into_iter()
            .partition(|one| one.row().mode == Mode::Throughput && one.row().threads.is_none());
        for measured in numbered.into_iter().chain(without) {
            let row = measured.row();
            // What says why nothing was measured says it of every number of threads.
            if row.mode == Mode::Throughput && row.threads.is_none() {
                let kin = |group: &&mut Group<'r>| {
                    let task = (group.task, group.solution_limit);
                    group.mode == row.mode && task == (row.task, row.solution_limit)
                };
                let mut known = false;
                for group in groups.iter_mut().filter(kin) {
                    group.add(measured.clone());
                    known = true;
                }
                if known {
                    continue;
                }
            }
            let place = groups.iter().position(|group| group.takes(row));
            let place = place.unwrap_or_else(|| {
                groups.push(Group {
                    mode: row.mode,
                    task: row.task,
                    solution_limit: row.solution_limit,
                    threads: threads(row),
                    engines: Vec::new(),
                    corpora: Vec::new(),
                    measured: Vec::new(),
                });
                groups.len() - 1
            });
            groups[place].add(measured);
        }
        // Everything in the record's order, whoever came first in a group.
        let (engines_order, corpora_order) = (&engines, source.record.corpora());
        for group in &mut groups {
            let place = |names: &[&str], name: &str| names.iter().position(|one| *one == name);
            group.engines.sort_by_key(|name| place(engines_order, name));
            group
                .corpora
                .sort_by_key(|name| place(&corpora_order, name));
        }
        let mut fields: Vec<Field<'r>> = Vec::new();
        for sitting in source.sittings {
            match fields.iter_mut().find(|field| field.task == sitting.task) {
                Some(field) => field.sittings.push(sitting),
                None => fields.push(Field {
                    task: sitting.task,
                    sittings: vec![sitting],
                }),
            }
        }
        View {
            source,
            palette: Palette::of(&engines),
            engines,
            groups,
            fields,
        }
    }

    /// The commands that measured rows of this kind, each once.
    pub(super) fn commands(&self, wanted: impl Fn(&Row) -> bool) -> Vec<String> {
        let mut commands = Vec::new();
        for row in self.source.record.rows.iter().filter(|row| wanted(row)) {
            if !commands.contains(&row.command) {
                commands.push(row.command.clone());
            }
        }
        commands
    }

    /// The groups of a mode.
    pub(super) fn groups_of(&self, mode: Mode) -> impl Iterator<Item = &Group<'r>> {
        self.groups.iter().filter(move |group| group.mode == mode)
    }
}

impl<'r> Group<'r> {
    fn takes(&self, row: &Row) -> bool {
        (self.mode, self.task, self.solution_limit) == (row.mode, row.task, row.solution_limit)
            && self.threads == threads(row)
    }

    fn add(&mut self, measured: Measured<'r>) {
        let row = measured.row();
        add(&mut self.engines, &row.engine);
        add(&mut self.corpora, &row.corpus);
        self.measured.push(measured);
    }

    /// What was measured of an engine on a corpus.
    pub(super) fn get(&self, engine: &str, corpus: &str) -> Option<&Measured<'r>> {
        let its = |one: &&Measured<'r>| one.row().engine == engine && one.row().corpus == corpus;
        self.measured.iter().find(its)
    }

    /// A figure of an engine on a corpus, the median over rounds.
    pub(super) fn figure(
        &self,
        engine: &str,
        corpus: &str,
        figure: impl Fn(&Row) -> Option<f64>,
    ) -> Option<f64> {
        self.get(engine, corpus)?.median(figure)
    }

    /// What was asked and how, in words.
    pub(super) fn words(&self) -> String {
        let task = task_words(self.task, self.solution_limit);
        match (self.mode, self.threads) {
            (Mode::Throughput, Some(1)) => format!("{task}, throughput on 1 thread"),
            (Mode::Throughput, Some(threads)) => {
                format!("{task}, throughput on {threads} threads")
            }
            (Mode::Throughput, None) => format!("{task}, throughput"),
            (Mode::Latency, _) => format!("{task}, each puzzle by itself"),
            (Mode::Process, _) => format!("{task}, whole processes"),
        }
    }
}

fn threads(row: &Row) -> Option<u32> {
    row.threads.filter(|_| row.mode == Mode::Throughput)
}

fn add<'r>(names: &mut Vec<&'r str>, name: &'r str) {
    if !names.contains(&name) {
        names.push(name);
    }
}

/// A task as people say it.
pub(super) fn task_words(task: Task, limit: u64) -> String {
    match task {
        Task::First => "first solution".to_owned(),
        Task::Unique => "solution and proof that it is the only one".to_owned(),
        Task::Count => format!("count up to {}", super::thousands(limit)),
    }
}
