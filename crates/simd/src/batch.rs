//! Many puzzles at once: each lane of the wide board searches its own.
//!
//! ```text
//! round:  sweep all lanes  ->  outcome of each  ->  serve the lanes that stopped
//!           dead               take the next side from the lane's stack
//!           decided, right     count, keep, go on as if dead; or stop at the limit
//!           still              split: one side stays in the lane, one is stacked
//!           stack empty        report, and start the next puzzle of the batch
//!         then admit to the lanes what is new, together
//! ```
//!
//! What to split where is chosen for all lanes of a vector at once (`choose`);
//! how nodes leave and enter lanes is the level's business (`serve`).
//!
//! Sweeping has no branch that depends on data, and serving is kept apart from
//! it, so a mispredicted branch costs only itself. Each lane does a plain
//! depth-first search, hence order and statistics are those of a single run.
//!
//! When no puzzle is left to start and few lanes are still busy, a sweep of the
//! whole board is a waste; their stacks then move to the single search.

use std::ops::ControlFlow;

use polydoku_core::{
    Answers, Batch, Cancel, Digit, DigitSet, End, Keep, Progress, Query, Report, Stat, Stats,
};

use crate::board::{WIDE, Wide, is_idle, lanes};
use crate::decode::Decoder;
use crate::level::Kernel;
use crate::node::Node;
use crate::saved::Saved;
use crate::single::Search;
use crate::stack::Counts;

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
    /// The sides left for later, with the choices that stand in each; places
    /// from `height` on are free and wait to be used again.
    stack: Vec<Saved>,
    height: usize,
}

/// A solution kept when every one is wanted: whose, and its digits.
type Kept = (usize, [Option<Digit>; 81]);

/// The memory of a batch run.
#[derive(Debug)]
pub(crate) struct Lockstep {
    board: Box<Wide>,
    jobs: Vec<Job>,
    decoder: Box<Decoder>,
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

impl Run<'_> {
    /// Answers a puzzle; without a solution its row is emptied.
    #[inline(always)]
    fn answer(&mut self, puzzle: usize, report: Report) {
        self.out.reports[puzzle] = report;
        if report.found == 0 && self.keep == Keep::First {
            self.out.solutions.as_chunks_mut::<81>().0[puzzle] = [None; 81];
        }
    }
}

/// The report of a puzzle that is not begun.
const UNANSWERED: Report = Report {
    found: 0,
    end: End::Cancelled,
    stats: Stats {
        nodes: Stat::UNKNOWN,
        placements: Stat::UNKNOWN,
        guesses: Stat::UNKNOWN,
        backtracks: Stat::UNKNOWN,
        depth: Stat::UNKNOWN,
    },
};

impl Lockstep {
    pub(crate) fn new() -> Lockstep {
        Lockstep {
            board: Box::new(Wide::new()),
            jobs: vec![Job::default(); WIDE],
            decoder: Box::new(Decoder::new()),
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
        self.kept.clear();
        self.decoder.clear();
        let clues = batch.clues().as_chunks::<81>().0;
        // What the answers held before is overwritten puzzle by puzzle, not
        // wiped first.
        out.figures.clear();
        out.reports.resize(clues.len(), UNANSWERED);
        let kept = if query.keep == Keep::First {
            clues.len()
        } else {
            0
        };
        out.solutions.resize(81 * kept, None);
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
            self.start(lane, kernel, &mut run);
        }
        kernel.admit(&mut self.board);
        while run.busy.count_ones() > FEW || run.next < clues.len() {
            if query.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
                break;
            }
            let outcomes = kernel.sweep_wide(&mut self.board);
            let alive = run.busy & !outcomes.dead;
            let mut ended = run.busy & outcomes.dead;
            let mut still = outcomes.still & alive;
            let decided = outcomes.decided & alive;
            if decided != 0 {
                let (decided, right) = kernel.judge_wide(&mut self.board, decided);
                for lane in lanes(right) {
                    if self.solution(lane, kernel, &mut run) {
                        self.report(lane, End::Limit, 0, kernel, &mut run);
                    } else {
                        ended |= 1 << lane;
                    }
                }
                ended |= decided & !right;
                still &= !decided;
            }
            if still != 0 {
                kernel.choose_wide(&mut self.board, still);
                for lane in lanes(still) {
                    self.split(lane, kernel, &mut run);
                }
            }
            for lane in lanes(ended) {
                self.back(lane, kernel, &mut run);
            }
            kernel.admit(&mut self.board);
        }
        self.write_down(kernel, &mut run);
        self.finish_singly(kernel, tail, query, &mut run);
        for puzzle in run.next..clues.len() {
            run.answer(puzzle, UNANSWERED);
        }
        if query.keep == Keep::Every {
            self.hand_over(out);
        }
    }

    /// Starts the next puzzle in a lane, if there is one.
    #[inline(always)]
    fn start<const N: usize, K: Kernel<N>>(&mut self, lane: usize, kernel: K, run: &mut Run<'_>) {
        let puzzle = run.next;
        let Some(clues) = run.clues.get(puzzle) else {
            run.busy &= !(1 << lane);
            return;
        };
        run.next += 1;
        if let Some(marks) = run.marks {
            let mut node = Node::of_clues(clues);
            node.restrict_to(&marks[puzzle]);
            kernel.resume(&mut self.board, lane, &Saved::of_node(&node));
        } else {
            kernel.start(&mut self.board, lane, clues);
        }
        let job = &mut self.jobs[lane];
        job.puzzle = puzzle;
        job.found = 0;
        job.nodes = 0;
        job.counts = Counts::default();
        job.depth = 0;
        job.height = 0;
    }

    /// Counts and keeps a solution; says whether it is the last one wanted.
    #[inline(always)]
    fn solution<const N: usize, K: Kernel<N>>(
        &mut self,
        lane: usize,
        kernel: K,
        run: &mut Run<'_>,
    ) -> bool {
        let job = &mut self.jobs[lane];
        job.found += 1;
        let done = job.found >= run.limit;
        let wanted = match run.keep {
            Keep::Nothing => false,
            Keep::First => job.found == 1,
            Keep::Every => true,
        };
        if wanted {
            let puzzle = job.puzzle;
            if self.decoder.is_full() {
                self.write_down(kernel, run);
            }
            kernel.keep(&self.board, lane, &mut self.decoder, puzzle);
        }
        done
    }

    /// Writes down the solutions that wait for it.
    #[inline(always)]
    fn write_down<const N: usize, K: Kernel<N>>(&mut self, kernel: K, run: &mut Run<'_>) {
        kernel.decode(&mut self.decoder);
        for held in 0..self.decoder.len() {
            let puzzle = self.decoder.puzzle(held);
            if run.keep == Keep::First {
                let row = &mut run.out.solutions.as_chunks_mut::<81>().0[puzzle];
                kernel.write(&self.decoder, held, row);
            } else {
                let mut row = [None; 81];
                kernel.write(&self.decoder, held, &mut row);
                self.kept.push((puzzle, row));
            }
        }
        self.decoder.clear();
    }

    /// Splits the node in a lane, as was chosen.
    #[inline(always)]
    fn split<const N: usize, K: Kernel<N>>(&mut self, lane: usize, kernel: K, run: &mut Run<'_>) {
        if self.board.bits[lane] == 0 {
            let mut saved = Saved::EMPTY;
            self.board.save(lane, &mut saved);
            if is_idle(&saved.node()) {
                self.back(lane, kernel, run);
            }
            return;
        }
        let job = &mut self.jobs[lane];
        if job.nodes >= run.max_nodes {
            return self.report(lane, End::Nodes, 0, kernel, run);
        }
        job.nodes += 1;
        job.counts.guesses += 1;
        job.depth += 1;
        job.counts.depth = job.counts.depth.max(u64::from(job.depth));
        if job.stack.len() == job.height {
            job.stack.push(Saved::EMPTY);
        }
        let saved = &mut job.stack[job.height];
        job.height += 1;
        kernel.save(&mut self.board, lane, saved);
        saved.set_depth(job.depth);
    }

    /// Goes on with the other side of the last split that still has one.
    #[inline(always)]
    fn back<const N: usize, K: Kernel<N>>(&mut self, lane: usize, kernel: K, run: &mut Run<'_>) {
        let job = &mut self.jobs[lane];
        if job.height == 0 {
            let undone = u64::from(job.depth);
            return self.report(lane, End::Exhausted, undone, kernel, run);
        }
        let saved = &job.stack[job.height - 1];
        let depth = saved.depth();
        job.counts.backtracks += u64::from(job.depth - (depth - 1));
        if job.nodes >= run.max_nodes {
            return self.report(lane, End::Nodes, 0, kernel, run);
        }
        job.height -= 1;
        job.nodes += 1;
        job.depth = depth;
        kernel.resume(&mut self.board, lane, saved);
    }

    /// Ends the search in a lane, with so many choices undone last, and starts
    /// the next puzzle there.
    #[inline(always)]
    fn report<const N: usize, K: Kernel<N>>(
        &mut self,
        lane: usize,
        end: End,
        undone: u64,
        kernel: K,
        run: &mut Run<'_>,
    ) {
        let job = &self.jobs[lane];
        let mut stats = job.counts.stats(job.nodes);
        // Not added up in the job: two counts written one by one and read
        // together would wait for the store buffer.
        stats.backtracks = (job.counts.backtracks + undone).into();
        let found = job.found;
        run.answer(job.puzzle, Report { found, end, stats });
        self.start(lane, kernel, run);
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
            for saved in &job.stack[..job.height] {
                tail.push(&saved.node(), saved.depth());
            }
            let mut saved = Saved::EMPTY;
            self.board.save(lane, &mut saved);
            tail.push(&saved.node(), job.depth);
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
                    Keep::Every => self.kept.push((puzzle, digits.map(Some))),
                    _ => {}
                }
                first = false;
                ControlFlow::Continue(())
            };
            let mut progress = Progress::new(&rest, &mut keep);
            let end = kernel.search(tail, &mut progress);
            let stats = tail.counts.stats(job.nodes + progress.nodes());
            let report = progress.report(end, stats);
            let found = before + report.found;
            run.answer(puzzle, Report { found, ..report });
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
            rows[places[*puzzle]] = *digits;
            places[*puzzle] += 1;
        }
    }
}
