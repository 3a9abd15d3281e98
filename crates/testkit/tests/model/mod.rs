//! A plain engine, right by itself, that can be broken in one place.
//!
//! It takes the open cell with the fewest fitting digits, which it finds by
//! scanning, and tries them in order. Slow and short: it is here to be broken.
//! Each [`Broken`] is a fault that real solvers had; the suite must refuse each.

use std::ops::ControlFlow;
use std::sync::Arc;

use polydoku_core::{
    Answers, Batch, Cell, Choice, Digit, DigitSet, Engine, EngineInfo, Event, Figure, Observer,
    Progress, PuzzleRef, Query, Reason, Report, Rules, Silent, Solver, StatSet, Stats, Told, Trace,
    Unsupported, View, Visit, run_singly,
};
use polydoku_core::{End, Keep};

/// What is wrong with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Broken {
    Nothing,
    DropsEveryThirdSolution,
    RepeatsASolution,
    ShowsAnOpenCellFilledWrongly,
    IgnoresTheFirstClue,
    IgnoresMarks,
    IgnoresBoxes,
    IgnoresExtraHouses,
    IgnoresTheLimit,
    StopsOneEarly,
    SaysExhaustedAtTheLimit,
    SaysNoneWhenItGaveUp,
    OverspendsNodes,
    UnderspendsNodes,
    ReportsNoNodes,
    IgnoresTheClock,
    IgnoresTheFlag,
    IgnoresTheVisitor,
    SaysLimitWhenTheVisitorStopped,
    KeepsState,
    KeepsStateAfterCancel,
    TellsAPlacementTwice,
    TellsNoBacktracks,
    TracedSearchDiffers,
    GoesOnAfterTheReceiverStopped,
    BatchSwapsTwoAnswers,
    BatchForgetsTheLast,
    BatchKeepsOnlyFirst,
    BatchLeavesOldRows,
    BatchForgetsFiguresAreWanted,
    FiguresChangeTheAnswer,
    TooFewFigures,
    RefusesEverything,
    RefusesWithoutSayingSo,
    MiscountsManySolutions,
}

/// The engine.
#[derive(Debug)]
pub struct Model(pub Broken);

static INFO: EngineInfo = EngineInfo {
    name: "model",
    idea: "fewest digits first, found by scanning",
    rules: "up to 9 digits",
    node: "a choice followed",
    stats: StatSet::ALL,
    figures: &[Figure {
        name: "scans",
        unit: "1",
        about: "How often the open cells were scanned.",
    }],
    batch: 4,
    largest_count: 2_000,
    view: View::Scan,
};

impl Engine for Model {
    fn info(&self) -> &EngineInfo {
        &INFO
    }

    fn supports(&self, rules: &Rules) -> Result<(), Unsupported> {
        if rules.size() > 9 || self.0 == Broken::RefusesEverything {
            return Err(Unsupported::Rules(
                "more than 9 digits take it too long".into(),
            ));
        }
        Ok(())
    }

    fn solver(&self, rules: &Arc<Rules>) -> Result<Box<dyn Solver>, Unsupported> {
        self.supports(rules)?;
        if self.0 == Broken::RefusesWithoutSayingSo && rules.size() == 6 {
            return Err(Unsupported::Rules("not today".into()));
        }
        Ok(Box::new(Search {
            broken: self.0,
            rules: rules.clone(),
            grid: Vec::new(),
            allowed: Vec::new(),
            runs: 0,
            spoilt: false,
            stats: Counts::default(),
            scans: [0],
        }))
    }
}

#[derive(Default)]
struct Counts {
    placements: u64,
    guesses: u64,
    backtracks: u64,
    standing: u64,
    depth: u64,
    shown: u64,
}

struct Search {
    broken: Broken,
    rules: Arc<Rules>,
    grid: Vec<Option<Digit>>,
    allowed: Vec<DigitSet>,
    runs: u64,
    /// A cancelled run left the working memory behind.
    spoilt: bool,
    stats: Counts,
    scans: [u64; 1],
}

impl Search {
    fn fits(&self, cell: Cell) -> DigitSet {
        let mut digits = self.allowed[cell.index()];
        for house in self.rules.houses_of(cell) {
            let number = house.index();
            let lines = 2 * self.rules.size();
            let boxes = 3 * self.rules.size();
            if self.broken == Broken::IgnoresBoxes && (lines..boxes).contains(&number)
                || self.broken == Broken::IgnoresExtraHouses && number >= boxes
            {
                continue;
            }
            for peer in self.rules.house(*house).cells() {
                if let Some(digit) = self.grid[peer.index()] {
                    digits.remove(digit);
                }
            }
        }
        digits
    }

    fn search<O: Observer>(
        &mut self,
        progress: &mut Progress<'_>,
        tell: &mut O,
    ) -> ControlFlow<End> {
        self.scans[0] += 1;
        let open = self
            .rules
            .cells()
            .filter(|cell| self.grid[cell.index()].is_none());
        let fewest = open
            .map(|cell| (self.fits(cell), cell))
            .min_by_key(|(fits, _)| fits.len());
        let Some((fits, cell)) = fewest else {
            return self.solution(progress, tell);
        };
        let of = fits.len() as u32;
        let mut order: Vec<Digit> = fits.iter().collect();
        if O::ON && self.broken == Broken::TracedSearchDiffers {
            order.reverse();
        }
        if self.broken == Broken::KeepsState && self.runs.is_multiple_of(2) {
            order.reverse();
        }
        for (index, digit) in order.into_iter().enumerate() {
            if self.broken != Broken::OverspendsNodes || self.stats.placements % 7 != 6 {
                progress.node()?;
            }
            let nth = index as u32 + 1;
            self.stats.guesses += u64::from(nth < of);
            self.stats.standing += 1;
            self.stats.depth = self.stats.depth.max(self.stats.standing);
            let choice = Choice::Candidate {
                cell,
                digit,
                house: None,
            };
            self.told(tell.event(|| Event::Guess { choice, nth, of }))?;
            self.grid[cell.index()] = Some(digit);
            self.stats.placements += 1;
            let place = || Event::Place {
                cell,
                digit,
                reason: Reason::Guess,
            };
            if self.broken == Broken::TellsAPlacementTwice && self.stats.placements == 5 {
                tell.event(place)?;
            }
            self.told(tell.event(place))?;
            self.search(progress, tell)?;
            self.grid[cell.index()] = None;
            self.stats.standing -= 1;
            self.stats.backtracks += 1;
            let depth = self.stats.standing as u32;
            if self.broken != Broken::TellsNoBacktracks {
                self.told(tell.event(|| Event::Backtrack { depth }))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn told(&self, flow: ControlFlow<End>) -> ControlFlow<End> {
        match self.broken {
            Broken::GoesOnAfterTheReceiverStopped => ControlFlow::Continue(()),
            _ => flow,
        }
    }

    fn solution<O: Observer>(
        &mut self,
        progress: &mut Progress<'_>,
        tell: &mut O,
    ) -> ControlFlow<End> {
        self.stats.shown += 1;
        let mut digits: Vec<Digit> = self.grid.iter().copied().flatten().collect();
        match self.broken {
            Broken::DropsEveryThirdSolution if self.stats.shown.is_multiple_of(3) => {
                return ControlFlow::Continue(());
            }
            Broken::ShowsAnOpenCellFilledWrongly => digits.rotate_left(1),
            Broken::MiscountsManySolutions if self.stats.shown == 250 => {
                return ControlFlow::Continue(());
            }
            _ => {}
        }
        tell.event(|| Event::Solution { digits: &digits })?;
        let mut flow = progress.solution(&digits);
        if self.broken == Broken::RepeatsASolution && self.stats.shown == 2 && flow.is_continue() {
            flow = progress.solution(&digits);
        }
        match (self.broken, flow) {
            (Broken::IgnoresTheVisitor, ControlFlow::Break(End::Visitor)) => {
                ControlFlow::Continue(())
            }
            (Broken::IgnoresTheLimit, ControlFlow::Break(End::Limit)) => ControlFlow::Continue(()),
            (Broken::SaysLimitWhenTheVisitorStopped, ControlFlow::Break(End::Visitor)) => {
                ControlFlow::Break(End::Limit)
            }
            _ => flow,
        }
    }

    fn go<O: Observer>(
        &mut self,
        puzzle: PuzzleRef<'_>,
        query: &Query,
        visit: Visit<'_>,
        tell: &mut O,
    ) -> Report {
        self.runs += 1;
        if !(self.broken == Broken::KeepsStateAfterCancel && self.spoilt) {
            self.grid = puzzle.clues().to_vec();
        }
        self.spoilt = false;
        self.allowed = self
            .rules
            .cells()
            .map(|cell| puzzle.allowed(cell))
            .collect();
        self.stats = Counts::default();
        self.scans = [0];
        match self.broken {
            Broken::IgnoresTheFirstClue => {
                if let Some(cell) = self.grid.iter().position(Option::is_some) {
                    self.grid[cell] = None;
                    self.allowed[cell] = self.rules.digits();
                }
            }
            Broken::IgnoresMarks => self.allowed.fill(self.rules.digits()),
            _ => {}
        }
        let mut asked = query.clone();
        match self.broken {
            Broken::StopsOneEarly if query.limit() > 2 && query.limit() < 1_000 => {
                asked = asked.with_limit(query.limit() - 1);
            }
            Broken::IgnoresTheClock => asked.time = None,
            Broken::IgnoresTheFlag => asked.cancel = None,
            Broken::UnderspendsNodes => {
                asked.max_nodes = query.max_nodes.map(|n| n - n.min(1_000) / 10);
            }
            Broken::FiguresChangeTheAnswer if query.figures => asked = asked.with_limit(1),
            _ => {}
        }
        let mut progress = Progress::new(&asked, visit);
        let mut end = self.search(&mut progress, tell);
        self.spoilt = end == ControlFlow::Break(End::Cancelled);
        match (self.broken, end) {
            (Broken::SaysNoneWhenItGaveUp, ControlFlow::Break(End::Nodes))
            | (Broken::SaysExhaustedAtTheLimit, ControlFlow::Break(End::Limit)) => {
                end = ControlFlow::Continue(());
            }
            _ => {}
        }
        let nodes = match self.broken {
            Broken::OverspendsNodes => self.stats.placements,
            _ => progress.nodes(),
        };
        let mut stats = Stats {
            nodes: nodes.into(),
            placements: self.stats.placements.into(),
            guesses: self.stats.guesses.into(),
            backtracks: self.stats.backtracks.into(),
            depth: self.stats.depth.into(),
        };
        if self.broken == Broken::ReportsNoNodes {
            stats.nodes = Stats::default().nodes;
        }
        progress.report(end, stats)
    }
}

impl Solver for Search {
    fn run(&mut self, puzzle: PuzzleRef<'_>, query: &Query, visit: Visit<'_>) -> Report {
        self.go(puzzle, query, visit, &mut Silent)
    }

    fn run_traced(
        &mut self,
        puzzle: PuzzleRef<'_>,
        query: &Query,
        visit: Visit<'_>,
        trace: &mut dyn Trace,
    ) -> Report {
        self.go(puzzle, query, visit, &mut Told(trace))
    }

    fn figures(&self) -> &[u64] {
        match self.broken {
            Broken::TooFewFigures => &[],
            _ => &self.scans,
        }
    }

    fn run_batch(&mut self, batch: &Batch, query: &Query, out: &mut Answers) {
        let old = out.solutions.clone();
        run_singly(self, batch, query, out);
        match self.broken {
            Broken::BatchSwapsTwoAnswers if batch.len() > 2 => out.reports.swap(0, 1),
            Broken::BatchForgetsTheLast if batch.len() > 32 => {
                out.reports.pop();
            }
            Broken::BatchKeepsOnlyFirst if query.keep == Keep::Every && batch.len() == 1 => {
                out.solutions.truncate(batch.rules().cell_count());
            }
            Broken::BatchLeavesOldRows if query.keep == Keep::Nothing => out.solutions = old,
            Broken::BatchForgetsFiguresAreWanted => out.figures.clear(),
            _ => {}
        }
    }
}
