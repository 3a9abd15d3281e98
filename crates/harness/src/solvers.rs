//! An engine's solvers for all rules of a corpus, made before anything is timed.

use std::any::Any;
use std::sync::Arc;
use std::time::Instant;

use polydoku_core::{Engine, Rules, Solver, Unsupported};

/// One solver for each of the rules.
pub(crate) struct Solvers {
    kept: Vec<(Arc<Rules>, Box<dyn Solver>)>,
    /// What making them took.
    pub(crate) setup_ns: f64,
}

impl Solvers {
    pub(crate) fn of(engine: &dyn Engine, rules: &[&Arc<Rules>]) -> Result<Solvers, Unsupported> {
        engine.available()?;
        let start = Instant::now();
        let made = rules.iter().map(|&rules| {
            engine.supports(rules)?;
            Ok((rules.clone(), engine.solver(rules)?))
        });
        let kept = made.collect::<Result<_, Unsupported>>()?;
        let setup_ns = start.elapsed().as_nanos() as f64;
        Ok(Solvers { kept, setup_ns })
    }

    pub(crate) fn at(&mut self, rules: &Arc<Rules>) -> &mut dyn Solver {
        let mut kept = self.kept.iter_mut();
        let found = kept.find(|(one, _)| Arc::ptr_eq(one, rules));
        &mut *found.expect("made for the rules of the corpus").1
    }
}

/// Why a pass over a corpus did not come to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Broken {
    /// The engine does not take the rules, or the machine not the engine.
    Unsupported(String),
    /// A crash, with its message.
    Failed(String),
    /// An answer that is not the one verified before.
    Wrong(String),
    /// The user wants it to end.
    Cancelled,
}

impl From<Unsupported> for Broken {
    fn from(why: Unsupported) -> Broken {
        Broken::Unsupported(why.to_string())
    }
}

/// What a panic said.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("panicked: {}", text.unwrap_or("without a message"))
}
