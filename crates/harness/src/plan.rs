//! What is to be measured, and how: the question, the modes, the rounds.

use std::time::Duration;

use polydoku_core::{Keep, Query};

use crate::record::{Mode, Task};

/// A measure's settings. [`Plan::default`] asks for uniqueness, three rounds of
/// latency and of throughput on one thread, ten seconds a puzzle at most.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The question.
    pub task: Task,
    /// Where counting ends (for [`Task::Count`]).
    pub count_limit: u64,
    /// Nodes for each puzzle.
    pub max_nodes: Option<u64>,
    /// Time for each puzzle.
    pub timeout: Option<Duration>,
    /// The modes: latency, throughput. Foreign programs have one of their own.
    pub modes: Vec<Mode>,
    /// Numbers of threads for throughput; a row each.
    pub threads: Vec<usize>,
    /// How often every engine gets every corpus.
    pub rounds: u32,
    /// No round begins that would end after this time; the first always does.
    pub time: Option<Duration>,
    /// The seed that the corpora were sampled and permuted with.
    pub seed: u64,
    /// Whether they were permuted.
    pub permuted: bool,
    /// Whether a latency measure binds its thread to a processor.
    pub pin: bool,
    /// The command that asked for all this, for the record.
    pub command: String,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            task: Task::Unique,
            count_limit: 1_000_000,
            max_nodes: None,
            timeout: Some(Duration::from_secs(10)),
            modes: vec![Mode::Latency, Mode::Throughput],
            threads: vec![1],
            rounds: 3,
            time: None,
            seed: 1,
            permuted: true,
            pin: true,
            command: String::new(),
        }
    }
}

impl Plan {
    /// The question to an engine, with its limits.
    pub fn query(&self) -> Query {
        let mut query = match self.task {
            Task::First => Query::first(),
            Task::Unique => Query::unique(),
            Task::Count => Query::count(self.count_limit),
        };
        query.max_nodes = self.max_nodes;
        query.time = self.timeout;
        query
    }

    /// The question to a batch. Its time limit is gone: it has no meaning where
    /// puzzles are searched together, and would make a lockstep engine run them
    /// singly. Only corpora that the engine settles within the limit are asked.
    pub(crate) fn batch_query(&self) -> Query {
        let mut query = self.query();
        query.time = None;
        if self.task != Task::Count {
            query.keep = Keep::First;
        }
        query
    }
}
