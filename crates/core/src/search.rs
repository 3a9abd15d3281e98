//! The bookkeeping every search shares: what may still be spent, how many
//! solutions were found, and when to stop.
//!
//! A search calls [`Progress::node`] before each node and
//! [`Progress::solution`] for each solution; both say whether to go on. The
//! budget costs one compare and one increment a node; the clock and the cancel
//! flag are looked at every 64 nodes, and before the first.

use std::ops::ControlFlow;
use std::time::Instant;

use crate::{Cancel, Digit, End, Query, Report, Stats, Visit};

/// Nodes between two looks at the clock and the cancel flag.
const STRIDE: u64 = 64;

/// What a search may spend: nodes, time, and patience.
#[derive(Clone, Debug)]
pub struct Budget {
    nodes: u64,
    /// The number of nodes at which `look` is due.
    next_look: u64,
    max_nodes: u64,
    deadline: Option<Instant>,
    cancel: Option<Cancel>,
}

impl Budget {
    /// The budget of a query; its time starts now.
    pub fn new(query: &Query) -> Budget {
        Budget {
            nodes: 0,
            next_look: 0,
            max_nodes: query.max_nodes.unwrap_or(u64::MAX),
            // A time too long to add is no limit.
            deadline: query.time.and_then(|time| Instant::now().checked_add(time)),
            cancel: query.cancel.clone(),
        }
    }

    /// Spends one node, or says why there is none left to spend.
    #[inline(always)]
    pub fn spend(&mut self) -> ControlFlow<End> {
        if self.nodes == self.next_look {
            self.look()?;
        }
        self.nodes += 1;
        ControlFlow::Continue(())
    }

    /// The nodes spent.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Looks at the clock and the flag at once, without spending a node; for
    /// long work between nodes.
    pub fn check(&self) -> ControlFlow<End> {
        if self.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            return ControlFlow::Break(End::Cancelled);
        }
        if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            return ControlFlow::Break(End::Time);
        }
        ControlFlow::Continue(())
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self) -> ControlFlow<End> {
        if self.nodes >= self.max_nodes {
            return ControlFlow::Break(End::Nodes);
        }
        self.check()?;
        self.next_look = self.nodes.saturating_add(STRIDE).min(self.max_nodes);
        ControlFlow::Continue(())
    }
}

/// One search's standing: its budget, what it found, and whom it shows it to.
pub struct Progress<'v> {
    /// What may still be spent.
    pub budget: Budget,
    found: u64,
    limit: u64,
    visit: Visit<'v>,
}

impl std::fmt::Debug for Progress<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Progress {
            budget,
            found,
            limit,
            ..
        } = self;
        write!(
            f,
            "Progress {{ found: {found}, limit: {limit}, {budget:?} }}"
        )
    }
}

impl<'v> Progress<'v> {
    /// The start of a search.
    pub fn new(query: &Query, visit: Visit<'v>) -> Progress<'v> {
        Progress {
            budget: Budget::new(query),
            found: 0,
            limit: query.limit(),
            visit,
        }
    }

    /// Spends one node, or says why the search must end.
    #[inline(always)]
    pub fn node(&mut self) -> ControlFlow<End> {
        self.budget.spend()
    }

    /// Counts a solution and shows it, or says why the search must end after
    /// it. The solution was counted either way.
    #[inline]
    pub fn solution(&mut self, digits: &[Digit]) -> ControlFlow<End> {
        self.found += 1;
        if (self.visit)(digits).is_break() {
            return ControlFlow::Break(End::Visitor);
        }
        if self.found >= self.limit {
            return ControlFlow::Break(End::Limit);
        }
        ControlFlow::Continue(())
    }

    /// How many solutions were found.
    #[inline]
    pub fn found(&self) -> u64 {
        self.found
    }

    /// The nodes spent.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.budget.nodes()
    }

    /// The report of a search that came to this end: `Continue` when it
    /// searched everything.
    pub fn report(&self, end: ControlFlow<End>, stats: Stats) -> Report {
        let end = match end {
            ControlFlow::Continue(()) => End::Exhausted,
            ControlFlow::Break(end) => end,
        };
        Report {
            found: self.found,
            end,
            stats,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn spent(query: &Query) -> (u64, End) {
        let mut budget = Budget::new(query);
        loop {
            if let ControlFlow::Break(end) = budget.spend() {
                return (budget.nodes(), end);
            }
        }
    }

    #[test]
    fn exactly_the_nodes_asked_for_are_spent() {
        for nodes in [0, 1, 63, 64, 65, 128, 1000] {
            assert_eq!(
                spent(&Query::first().with_max_nodes(nodes)),
                (nodes, End::Nodes)
            );
        }
    }

    #[test]
    fn a_passed_deadline_and_a_set_flag_stop_before_the_first_node() {
        assert_eq!(
            spent(&Query::first().with_time(Duration::ZERO)),
            (0, End::Time)
        );
        let cancel = Cancel::new();
        let query = Query::first().with_cancel(&cancel);
        let mut budget = Budget::new(&query);
        assert!(budget.spend().is_continue());
        cancel.cancel();
        assert_eq!(spent(&query), (0, End::Cancelled));
        let more = (0..STRIDE)
            .take_while(|_| budget.spend().is_continue())
            .count();
        assert!(
            (more as u64) < STRIDE,
            "the flag is seen within {STRIDE} nodes"
        );
    }

    #[test]
    fn limit_and_visitor_end_a_search() {
        let digit = Digit::from_index(0);
        let mut seen = 0;
        let mut visit = |_: &[Digit]| {
            seen += 1;
            ControlFlow::Continue(())
        };
        let mut progress = Progress::new(&Query::unique(), &mut visit);
        assert!(progress.solution(&[digit]).is_continue());
        let end = progress.solution(&[digit]);
        assert_eq!(progress.report(end, Stats::default()).end, End::Limit);
        assert_eq!(seen, 2);

        let mut stop = |_: &[Digit]| ControlFlow::Break(());
        let mut progress = Progress::new(&Query::unique(), &mut stop);
        let end = progress.solution(&[digit]);
        assert_eq!(
            (progress.found(), end),
            (1, ControlFlow::Break(End::Visitor))
        );
    }
}
