//! What is asked of an engine.
//!
//! One search answers every question: the first solution is limit 1, whether
//! it is the only one is limit 2, counting is limit n, listing is no limit with
//! every solution shown. Limits on nodes and time, and a flag to cancel, apply
//! to each puzzle by itself.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Which solutions a batch run stores in [`Answers`](crate::Answers).
/// Single runs show all they find to their visitor and ignore this.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Keep {
    /// None: only counts.
    Nothing,
    /// The first one found of each puzzle.
    #[default]
    First,
    /// All that are found, up to the limit.
    Every,
}

/// A question to an engine, asked of each puzzle.
#[derive(Clone, Debug)]
pub struct Query {
    limit: NonZeroU64,
    /// Which solutions a batch run stores.
    pub keep: Keep,
    /// Nodes after which the search gives up; `None` is no limit. What a node
    /// is depends on the engine: see [`Stats::nodes`](crate::Stats::nodes).
    pub max_nodes: Option<u64>,
    /// Time after which the search gives up, looked at every few nodes.
    pub time: Option<Duration>,
    /// A flag that stops the search from outside, looked at as often.
    pub cancel: Option<Cancel>,
    /// Whether the family's own figures are gathered.
    pub figures: bool,
}

impl Query {
    fn new(limit: u64, keep: Keep) -> Query {
        let limit = NonZeroU64::new(limit).unwrap_or(NonZeroU64::MIN);
        Query {
            limit,
            keep,
            max_nodes: None,
            time: None,
            cancel: None,
            figures: false,
        }
    }

    /// Find one solution.
    pub fn first() -> Query {
        Query::new(1, Keep::First)
    }

    /// Find one solution and look for a second.
    pub fn unique() -> Query {
        Query::new(2, Keep::First)
    }

    /// Count solutions up to a limit (0 is taken as 1).
    pub fn count(limit: u64) -> Query {
        Query::new(limit, Keep::Nothing)
    }

    /// Find every solution.
    pub fn all() -> Query {
        Query::new(u64::MAX, Keep::Every)
    }

    /// The number of solutions after which the search ends, at least 1.
    #[inline]
    pub fn limit(&self) -> u64 {
        self.limit.get()
    }

    /// The same with another limit (0 is taken as 1).
    pub fn with_limit(mut self, limit: u64) -> Query {
        self.limit = NonZeroU64::new(limit).unwrap_or(NonZeroU64::MIN);
        self
    }

    /// The same, storing other solutions.
    pub fn with_keep(mut self, keep: Keep) -> Query {
        self.keep = keep;
        self
    }

    /// The same with a limit on nodes.
    pub fn with_max_nodes(mut self, nodes: u64) -> Query {
        self.max_nodes = Some(nodes);
        self
    }

    /// The same with a limit on time.
    pub fn with_time(mut self, time: Duration) -> Query {
        self.time = Some(time);
        self
    }

    /// The same with a flag to cancel.
    pub fn with_cancel(mut self, cancel: &Cancel) -> Query {
        self.cancel = Some(cancel.clone());
        self
    }

    /// The same, gathering the family's own figures.
    pub fn with_figures(mut self) -> Query {
        self.figures = true;
        self
    }
}

/// A flag shared between the one who asks and the ones who search. Once set it
/// stays set.
///
/// A [`child`](Cancel::child) is set with its parent and can be set alone, for
/// work that may also end for reasons of its own.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    set: AtomicBool,
    parent: Option<Cancel>,
}

impl Cancel {
    /// A flag that is not set.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// A flag that is also set whenever this one is; setting it does not set
    /// this one.
    ///
    /// ```
    /// use polydoku_core::Cancel;
    /// let all = Cancel::new();
    /// let (one, other) = (all.child(), all.child());
    /// one.cancel();
    /// assert!(one.is_cancelled() && !other.is_cancelled() && !all.is_cancelled());
    /// all.cancel();
    /// assert!(other.is_cancelled());
    /// ```
    pub fn child(&self) -> Cancel {
        Cancel(Arc::new(Flag {
            set: AtomicBool::new(false),
            parent: Some(self.clone()),
        }))
    }

    /// Sets it: every search that holds a copy ends soon.
    pub fn cancel(&self) {
        self.0.set.store(true, Ordering::Relaxed);
    }

    /// Whether it is set.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.0.set.load(Ordering::Relaxed)
            || (self.0.parent.as_ref()).is_some_and(Cancel::is_cancelled)
    }
}
