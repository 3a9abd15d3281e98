//! What a user asked for: an engine by name, or the recommended one.

use std::fmt;

use polydoku_core::{Engine, Rules, Unsupported};

use crate::{UnknownEngine, all, auto, by_name};

/// An engine by name, or `auto`: the recommended one for each puzzle's rules.
#[derive(Clone, Copy, Debug, Default)]
pub enum EngineChoice {
    /// The recommended one.
    #[default]
    Auto,
    /// This one and no other.
    Named(&'static dyn Engine),
}

impl EngineChoice {
    /// The choice of this name.
    ///
    /// # Errors
    /// No engine is called so.
    pub fn parse(name: &str) -> Result<EngineChoice, UnknownEngine> {
        match name {
            "auto" => Ok(EngineChoice::Auto),
            name => by_name(name).map(EngineChoice::Named),
        }
    }

    /// The name that was chosen.
    pub fn name(self) -> &'static str {
        match self {
            EngineChoice::Auto => "auto",
            EngineChoice::Named(engine) => engine.info().name,
        }
    }

    /// The engine for puzzles of these rules.
    ///
    /// # Errors
    /// The named engine cannot run here or does not take these rules; the
    /// error says why, and which engines do.
    pub fn engine_for(self, rules: &Rules) -> Result<&'static dyn Engine, NoEngine> {
        let engine = match self {
            EngineChoice::Auto => return Ok(auto(rules)),
            EngineChoice::Named(engine) => engine,
        };
        match engine.available().and_then(|()| engine.supports(rules)) {
            Ok(()) => Ok(engine),
            Err(why) => Err(NoEngine {
                name: engine.info().name,
                why,
                others: takers(rules),
            }),
        }
    }
}

fn takers(rules: &Rules) -> Vec<&'static str> {
    let engines = all().iter().map(Box::as_ref);
    let usable = engines.filter(|e| e.available().is_ok() && e.supports(rules).is_ok());
    usable.map(|engine| engine.info().name).collect()
}

/// A named engine cannot be used for these rules on this machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoEngine {
    /// The engine's name.
    pub name: &'static str,
    /// What is in the way.
    pub why: Unsupported,
    /// The engines that can be used.
    pub others: Vec<&'static str>,
}

impl fmt::Display for NoEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "engine {:?} cannot be used: {}", self.name, self.why)?;
        write!(f, "\nthese can: auto {}", self.others.join(" "))
    }
}

impl std::error::Error for NoEngine {}
