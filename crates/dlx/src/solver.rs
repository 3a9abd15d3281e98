//! The two generic solvers: one interface over links and sparse sets.
//!
//! A solver is working memory, kept from problem to problem. `run` copies the
//! problem into its structure, two bytes an index if they are wide enough and
//! four otherwise, and searches under a [`Query`]: limit, nodes, time, cancel,
//! figures. A node is an option taken; Knuth counts the root of the search tree
//! too, so his number is one more than [`Stats::nodes`](polydoku_core::Stats).

use std::fmt::Debug;
use std::ops::ControlFlow;

use polydoku_core::{Budget, End, Query, Report, Stat, Stats};

use crate::cells::Cells;
use crate::links::Links;
use crate::matrix::{Matrix, Watch};
use crate::problem::{CoverOption, ExactCover};
use crate::search::Search;
use crate::width::Width;

/// Who looks at solutions: called with the options of each in the order in which
/// they were taken; `Break` ends the search.
pub type VisitCover<'v> = &'v mut dyn FnMut(&[CoverOption]) -> ControlFlow<()>;

/// Something that finds exact covers.
pub trait ExactCoverSolver: Debug {
    /// Searches a problem, showing each solution once. `Report::stats` has no
    /// placements: that is a word of Sudoku's.
    fn run(&mut self, problem: &ExactCover, query: &Query, visit: VisitCover<'_>) -> Report;

    /// How many times a node was removed from its item's list or set, in the
    /// last run whose query asked for figures.
    fn updates(&self) -> u64;

    /// How many options were taken at each level of the search tree, the first
    /// option of a solution being level 1 and in place 0, in the last run whose
    /// query asked for figures.
    fn profile(&self) -> &[u64];

    /// How many solutions there are, counted up to a limit.
    fn count_up_to(&mut self, problem: &ExactCover, limit: u64) -> u64 {
        let query = Query::count(limit);
        let report = self.run(problem, &query, &mut |_| ControlFlow::Continue(()));
        report.found
    }

    /// The first solution found, if there is one.
    fn solution(&mut self, problem: &ExactCover) -> Option<Vec<CoverOption>> {
        let mut first = None;
        self.run(problem, &Query::first(), &mut |options| {
            first = Some(options.to_vec());
            ControlFlow::Break(())
        });
        first
    }
}

/// Dancing links: Knuth's algorithm X with lists of nodes that are unlinked and
/// relinked.
///
/// Of the items with the fewest options it covers the one added first; options
/// are tried in the order of adding. With the same order of items and options
/// Knuth's DLX1 visits the same nodes.
#[derive(Debug, Default)]
pub struct DancingLinks(Widths<Links<u16>, Links<u32>>);

/// Dancing cells: algorithm X with sparse sets.
///
/// An item left with one option is covered first, the one that was noticed last;
/// then, of the items with the fewest options, the one added first. Options are
/// tried in the order of adding. It finds the same solutions as [`DancingLinks`],
/// in another order.
#[derive(Debug, Default)]
pub struct DancingCells(Widths<Cells<u16, 0>, Cells<u32, 0>>);

impl DancingLinks {
    /// A solver without memory yet.
    pub fn new() -> DancingLinks {
        DancingLinks::default()
    }
}

impl DancingCells {
    /// A solver without memory yet.
    pub fn new() -> DancingCells {
        DancingCells::default()
    }
}

impl ExactCoverSolver for DancingLinks {
    fn run(&mut self, problem: &ExactCover, query: &Query, visit: VisitCover<'_>) -> Report {
        self.0.run(problem, query, visit)
    }
    fn updates(&self) -> u64 {
        self.0.figures.updates
    }
    fn profile(&self) -> &[u64] {
        &self.0.figures.profile
    }
}

impl ExactCoverSolver for DancingCells {
    fn run(&mut self, problem: &ExactCover, query: &Query, visit: VisitCover<'_>) -> Report {
        self.0.run(problem, query, visit)
    }
    fn updates(&self) -> u64 {
        self.0.figures.updates
    }
    fn profile(&self) -> &[u64] {
        &self.0.figures.profile
    }
}

/// What is gathered when figures are asked for.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    /// Nodes removed from their items.
    pub updates: u64,
    /// Options taken at each level.
    pub profile: Vec<u64>,
}

impl Figures {
    /// Forgets the last run's.
    pub fn clear(&mut self) {
        self.updates = 0;
        self.profile.clear();
    }

    /// Counts an option taken at a level, from 1.
    #[inline]
    pub fn enter(&mut self, level: usize) {
        if self.profile.len() < level {
            self.profile.resize(level, 0);
        }
        self.profile[level - 1] += 1;
    }
}

/// One structure in both widths, made when first needed.
#[derive(Debug, Default)]
struct Widths<N: Matrix, W: Matrix> {
    narrow: Option<Box<Loaded<N>>>,
    wide: Option<Box<Loaded<W>>>,
    figures: Figures,
}

impl<N: Matrix, W: Matrix> Widths<N, W> {
    fn run(&mut self, problem: &ExactCover, query: &Query, visit: VisitCover<'_>) -> Report {
        // Headers, entries, and one to spare; no set may be so large that its
        // size looks like a covered item's.
        let indices = problem.item_count() + problem.entries() + 1;
        let narrow = indices <= N::W::INDICES && problem.option_count() < N::W::COVERED.at();
        let figures = &mut self.figures;
        if narrow {
            let loaded = self.narrow.get_or_insert_default();
            loaded.run(problem, query, visit, figures)
        } else {
            assert!(indices <= W::W::INDICES / 2, "four bytes are wide enough");
            let loaded = self.wide.get_or_insert_default();
            loaded.run(problem, query, visit, figures)
        }
    }
}

/// A structure, the problem it holds, and the search over it.
#[derive(Debug, Default)]
struct Loaded<M: Matrix> {
    matrix: M,
    search: Search<M::W>,
    capacity: Vec<u32>,
    options: Vec<CoverOption>,
}

impl<M: Matrix> Loaded<M> {
    fn load(&mut self, problem: &ExactCover) {
        problem.write_capacity(&mut self.capacity);
        self.matrix.shape(problem.primary_count(), &self.capacity);
        for (label, items) in problem.usable() {
            let columns = items.iter().map(|&item| M::W::of(problem.column(item)));
            self.matrix.append(label, columns);
        }
        self.matrix.ready();
    }

    fn run(
        &mut self,
        problem: &ExactCover,
        query: &Query,
        visit: VisitCover<'_>,
        figures: &mut Figures,
    ) -> Report {
        self.load(problem);
        if query.figures {
            figures.clear();
            self.searched::<true>(query, visit, figures)
        } else {
            self.searched::<false>(query, visit, figures)
        }
    }

    fn searched<const FIGURES: bool>(
        &mut self,
        query: &Query,
        visit: VisitCover<'_>,
        figures: &mut Figures,
    ) -> Report {
        let mut watch = CoverWatch::<FIGURES> {
            budget: Budget::new(query),
            found: 0,
            limit: query.limit(),
            visit,
            options: &mut self.options,
            figures,
        };
        let end = self.search.run(&mut self.matrix, &mut watch);
        let tally = self.search.tally();
        Report {
            found: watch.found,
            end: end.break_value().unwrap_or(End::Exhausted),
            stats: Stats {
                nodes: watch.budget.nodes().into(),
                placements: Stat::UNKNOWN,
                guesses: tally.guesses.into(),
                backtracks: tally.backtracks.into(),
                depth: tally.depth.into(),
            },
        }
    }
}

/// Counts, shows solutions, keeps to the budget.
struct CoverWatch<'a, const FIGURES: bool> {
    budget: Budget,
    found: u64,
    limit: u64,
    visit: VisitCover<'a>,
    options: &'a mut Vec<CoverOption>,
    figures: &'a mut Figures,
}

impl<const FIGURES: bool> Watch for CoverWatch<'_, FIGURES> {
    const UPDATES: bool = FIGURES;

    #[inline]
    fn enter(&mut self, level: usize) -> ControlFlow<End> {
        self.budget.spend()?;
        if FIGURES {
            self.figures.enter(level);
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn updates(&mut self, count: u64) {
        self.figures.updates += count;
    }

    fn solution(&mut self, labels: impl ExactSizeIterator<Item = u32>) -> ControlFlow<End> {
        self.found += 1;
        self.options.clear();
        self.options.extend(labels.map(CoverOption::new));
        if (self.visit)(self.options).is_break() {
            return ControlFlow::Break(End::Visitor);
        }
        if self.found >= self.limit {
            return ControlFlow::Break(End::Limit);
        }
        ControlFlow::Continue(())
    }
}
