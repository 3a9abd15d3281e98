//! Many puzzles at once: each lane of the wide board searches its own.
//!
//! ```text
//! round:  sweep all lanes  ->  outcome of each  ->  serve the lanes that stopped
//!           dead               take the next side from the lane's stack
//!           decided, right     count, keep, go on as if dead; or stop at the limit
//!           still              split: one side stays in the lane, one is stacked
//!           stack empty        report, and start the next puzzle of the batch
//! ```
//!
//! Sweeping has no branch that depends on data, and serving is kept apart from
//! it, so a mispredicted branch costs only itself. Each lane does a plain
//! depth-first search, hence order and statistics are those of a single run.
//!
//! When no puzzle is left to start and few lanes are still busy, a sweep of the
//! whole board is a waste; their stacks then move to the single search.

use std::ops::ControlFlow;

use polydoku_core::{
    Answers, Batch, Cancel, Digit, DigitSet, End, Keep, Progress, Query, Report, Stats,
};

use crate::board::{WIDE, Wide};
use crate::branch::Split;
use crate::level::Kernel;
use crate::node::Node;
use crate::single::{Counts, Entry, Search, State};

/// With this many lanes busy or fewer, one sweep of the board costs more than
/// sweeping them one after the other on the compact board.
const FEW: u32 = 10;

/// The search in one lane.
#[derive(Clone, Debug, Default)]
struct Job {
    puzzle: usize,
    found: u64,
    nodes: u64,
    counts: Counts,
    /// How many choices stand in the node that is being swept.
    depth: u32,
    stack: Vec<Entry>,
}

/// A solution kept when every one is wanted: whose, and its digits.
type Kept = (usize, [Digit; 81]);

/// The memory of a batch run.
#[derive(Debug)]
pub(crate) struct Lockstep {
    board: Box<Wide>,
    jobs: Vec<Job>,
    kept: Vec<Kept>,
}

/// What a batch run asks and fills.
struct Run<'a> {
    clues: &'a [[Option<Digit>; 81]],
    marks: Option<&'a [[DigitSet; 81]]>,
    limit: u64,
    max_nodes: u64,
    keep: Keep,
    out: &'a mut Answers,
    /// The next puzzle to start.
    next: usize,
    /// The lanes that search, one bit each.
    busy: u32,
}

impl Lockstep {
    pub(crate) fn new() -> Lockstep {
        Lockstep {
            board: Box::new(Wide::new()),
            jobs: vec![Job::default(); WIDE],
            kept: Vec::new(),
        }
    }

    /// Answers a batch of 9x9 puzzles. The query has no time limit and wants
    /// no figures.
    #[inline(always)]
    pub(crate) fn run<const N: usize, K: Kernel<N>>(
        &mut self,
        kernel: K,
        tail: &mut Search<N>,
        batch: &Batch,
        query: &Query,
        out: &mut Answers,
    ) {
        out.clear();
        self.kept.clear();
        let clues = batch.clues().as_chunks::<81>().0;
        let unanswered = Report {
            found: 0,
            end: End::Cancelled,
            stats: Stats::default(),
        };
        out.reports.resize(clues.len(), unanswered);
        if query.keep == Keep::First {
            out.solutions.resize(81 * clues.len(), None);
        }
        let mut run = Run {
            clues,
            marks: batch.marks().map(|marks| marks.as_chunks::<81>().0),
            limit: query.limit(),
            max_nodes: query.max_nodes.unwrap_or(u64::MAX),
            keep: query.keep,
            out,
            next: 0,
            busy: !0,
        };
        for lane in 0..WIDE {
            self.start(lane, &mut run);
        }
        while run.busy.count_ones() > FEW || run.next < clues.len() {
            if query.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
                break;
            }
            kernel.sweep_wide(&mut self.board);
            let mut stopped = 0;
            for (lane, outcome) in self.board.outcomes().iter().enumerate() {
                stopped |= u32::from(!outcome.is_moving()) << lane;
            }
            stopped &= run.busy;
            while stopped != 0 {
                self.serve(stopped.trailing_zeros() as usize, &mut run);
                stopped &= stopped - 1;
            }
        }
        self.finish_singly(kernel, tail, query, &mut run);
        if query.keep == Keep::Every {
            self.hand_over(out);
        }
    }

    /// Starts the next puzzle in a lane, if there is one.
    #[inline(always)]
    fn start(&mut self, lane: usize, run: &mut Run<'_>) {
        let puzzle = run.next;
        let Some(clues) = run.clues.get(puzzle) else {
            run.busy &= !(1 << lane);
            return;
        };
        run.next += 1;
        let mut node = Node::of_clues(clues);
        if let Some(marks) = run.marks {
            node.restrict_to(&marks[puzzle]);
        }
        self.board.load(lane, &node);
        let job = &mut self.jobs[lane];
        job.puzzle = puzzle;
        job.found = 0;
        job.nodes = 0;
        job.counts = Counts::default();
        job.depth = 0;
        job.stack.clear();
    }

    /// Deals with a lane whose sweeps have come to something.
    #[inline(always)]
    fn serve(&mut self, lane: usize, run: &mut Run<'_>) {
        let outcome = self.board.outcomes()[lane];
        if outcome.is_dead() {
            return self.back(lane, run);
        }
        if outcome.may_be_decided() {
            let mut node = Node::OPEN;
            self.board.store(lane, &mut node);
            if node.is_decided() {
                if node.is_right() && self.solution(lane, &node, run) {
                    return self.report(lane, End::Limit, run);
                }
                return self.back(lane, run);
            }
        }
        if outcome.is_still() {
            self.split(lane, run);
        }
    }

    /// Counts and keeps a solution; says whether it is the last one wanted.
    #[inline(always)]
    fn solution(&mut self, lane: usize, node: &Node, run: &mut Run<'_>) -> bool {
        let job = &mut self.jobs[lane];
        job.found += 1;
        match run.keep {
            Keep::First if job.found == 1 => {
                let row = &mut run.out.solutions.as_chunks_mut::<81>().0[job.puzzle];
                *row = node.digits().map(Some);
            }
            Keep::Every => self.kept.push((job.puzzle, node.digits())),
            _ => {}
        }
        job.found >= run.limit
    }

    /// Splits the node in a lane.
    #[inline(always)]
    fn split(&mut self, lane: usize, run: &mut Run<'_>) {
        let job = &mut self.jobs[lane];
        let depth = job.depth + 1;
        job.stack.push(Entry {
            node: Node::OPEN,
            depth,
            state: State::Waiting,
        });
        let entry = job.stack.last_mut().expect("just pushed");
        self.board.store(lane, &mut entry.node);
        let Some(split) = Split::of(&entry.node) else {
            // A still grid with every chute settled is decided; see `Split`.
            job.stack.pop();
            return self.back(lane, run);
        };
        if job.nodes >= run.max_nodes {
            return self.report(lane, End::Nodes, run);
        }
        job.nodes += 1;
        job.counts.guesses += 1;
        job.counts.depth = job.counts.depth.max(u64::from(depth));
        job.depth = depth;
        let mut tried = entry.node;
        split.confine(&mut tried, split.tried);
        split.confine(&mut entry.node, split.left);
        self.board.load(lane, &tried);
    }

    /// Goes on with the other side of the last split that still has one.
    #[inline(always)]
    fn back(&mut self, lane: usize, run: &mut Run<'_>) {
        let job = &mut self.jobs[lane];
        let Some(entry) = job.stack.pop() else {
            job.counts.backtracks += u64::from(job.depth);
            return self.report(lane, End::Exhausted, run);
        };
        job.counts.backtracks += u64::from(job.depth - (entry.depth - 1));
        if job.nodes >= run.max_nodes {
            return self.report(lane, End::Nodes, run);
        }
        job.nodes += 1;
        job.depth = entry.depth;
        self.board.load(lane, &entry.node);
    }

    /// Ends the search in a lane and starts the next puzzle there.
    #[inline(always)]
    fn report(&mut self, lane: usize, end: End, run: &mut Run<'_>) {
        let job = &self.jobs[lane];
        run.out.reports[job.puzzle] = Report {
            found: job.found,
            end,
            stats: job.counts.stats(job.nodes),
        };
        self.start(lane, run);
    }

    /// Moves the searches that are still going on to the single search.
    fn finish_singly<const N: usize, K: Kernel<N>>(
        &mut self,
        kernel: K,
        tail: &mut Search<N>,
        query: &Query,
        run: &mut Run<'_>,
    ) {
        for lane in 0..WIDE {
            if run.busy >> lane & 1 == 0 {
                continue;
            }
            tail.clear();
            let job = &mut self.jobs[lane];
            for entry in job.stack.drain(..) {
                tail.push(&entry.node, entry.depth);
            }
            let mut node = Node::OPEN;
            self.board.store(lane, &mut node);
            tail.push(&node, job.depth);
            tail.counts = job.counts;

            let mut rest = query.clone().with_limit(run.limit - job.found);
            rest.max_nodes = query.max_nodes.map(|max| max - job.nodes);
            let (puzzle, before) = (job.puzzle, job.found);
            let mut first = before == 0;
            let mut keep = |digits: &[Digit]| {
                let digits = digits.first_chunk().expect("81 digits");
                match run.keep {
                    Keep::First if first => {
                        let row = &mut run.out.solutions.as_chunks_mut::<81>().0[puzzle];
                        *row = digits.map(Some);
                    }
                    Keep::Every => self.kept.push((puzzle, *digits)),
                    _ => {}
                }
                first = false;
                ControlFlow::Continue(())
            };
            let mut progress = Progress::new(&rest, &mut keep);
            let end = kernel.search(tail, &mut progress);
            let stats = tail.counts.stats(job.nodes + progress.nodes());
            let report = progress.report(end, stats);
            run.out.reports[puzzle] = Report {
                found: before + report.found,
                ..report
            };
        }
    }

    /// Hands all kept solutions over, puzzle after puzzle, each puzzle's in the
    /// order in which they were found.
    fn hand_over(&mut self, out: &mut Answers) {
        let mut place = 0;
        let mut places: Vec<usize> = Vec::with_capacity(out.reports.len());
        for report in &out.reports {
            places.push(place);
            place += report.found as usize;
        }
        out.solutions.resize(81 * place, None);
        let rows = out.solutions.as_chunks_mut::<81>().0;
        for (puzzle, digits) in &self.kept {
            rows[places[*puzzle]] = digits.map(Some);
            places[*puzzle] += 1;
        }
    }
}
