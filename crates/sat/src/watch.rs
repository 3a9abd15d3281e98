//! The budget of a search inside varisat, and what can be seen of it.
//!
//! A [`Watch`] reads along in the proof (`stream`). For each clause learnt it
//! spends a node of the budget, so a node is a conflict, counted exactly; at each
//! piece of the proof it looks at clock and flag. When nothing is left to spend,
//! the writer that varisat writes to fails, and `solve` ends with an error.
//!
//! How late that is: a piece is 8 KiB, so varisat may run on for some dozens of
//! conflicts, up to about 30 ms on boards of 25x25 and more. What it does beyond
//! the limit is not counted and not used: the nodes reported are those granted.
//! Work that writes no proof (one long propagation, loading) is not covered;
//! `cdcl` looks at the budget between clauses and between calls.
//!
//! Nothing may panic inside varisat: dropping its solver would write again, and a
//! second panic ends the process. So a panic of the receiver of a trace is caught
//! here, and goes on where varisat has returned.

use std::any::Any;
use std::cell::RefCell;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use polydoku_core::{Budget, End};

use crate::stream::{Step, Stream};
use crate::told::Teller;

/// What the proof showed of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Shown {
    /// Clauses learnt, one a conflict.
    pub conflicts: u64,
    /// Literals of those.
    pub learnt_lits: u64,
    /// Literals found true for good.
    pub units: u64,
    /// Clauses given up.
    pub deleted: u64,
}

/// A search's budget and its spectators.
pub(crate) struct Watch<'t> {
    /// What may still be spent.
    pub budget: Budget,
    /// What was seen since [`Watch::begin`].
    pub shown: Shown,
    /// Who is told of it.
    pub teller: Option<Teller<'t>>,
    pub stream: Stream,
    /// Why nothing more is wanted.
    stop: Option<End>,
    panic: Option<Box<dyn Any + Send>>,
}

impl<'t> Watch<'t> {
    pub fn new(budget: Budget, teller: Option<Teller<'t>>) -> Watch<'t> {
        Watch {
            budget,
            shown: Shown::default(),
            teller,
            stream: Stream::default(),
            stop: None,
            panic: None,
        }
    }

    /// The start of another search on the same solver.
    pub fn begin(&mut self, budget: Budget) {
        self.budget = budget;
        self.shown = Shown::default();
    }

    /// Why varisat was made to fail, where it was.
    ///
    /// # Panics
    /// As the receiver of the trace did.
    pub fn stopped(&mut self) -> Option<End> {
        if let Some(panic) = self.panic.take() {
            std::panic::resume_unwind(panic);
        }
        self.stop
    }

    fn read(&mut self, bytes: &[u8]) -> ControlFlow<End> {
        if let Some(end) = self.stop {
            return ControlFlow::Break(end);
        }
        self.stream.push(bytes);
        let Watch {
            budget,
            shown,
            teller,
            stream,
            panic,
            ..
        } = self;
        while let Some(step) = stream.next_step() {
            match step {
                Step::Learnt(lits) => {
                    budget.spend()?;
                    shown.conflicts += 1;
                    shown.learnt_lits += lits.len() as u64;
                }
                Step::Units(lits) => shown.units += lits.len() as u64,
                Step::Deleted => shown.deleted += 1,
                Step::Other => {}
            }
            if let Some(teller) = teller {
                match catch_unwind(AssertUnwindSafe(|| teller.step(step))) {
                    Ok(flow) => flow?,
                    Err(payload) => {
                        *panic = Some(payload);
                        return ControlFlow::Break(End::Visitor);
                    }
                }
            }
        }
        budget.check()
    }
}

/// The writer that varisat writes its proof to.
pub(crate) struct Tap<'t>(pub Rc<RefCell<Watch<'t>>>);

impl Write for Tap<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut watch = self.0.borrow_mut();
        match watch.read(bytes) {
            ControlFlow::Continue(()) => Ok(bytes.len()),
            ControlFlow::Break(end) => {
                watch.stop = Some(end);
                // Not `Interrupted`, which means "try again".
                Err(io::ErrorKind::Other.into())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
