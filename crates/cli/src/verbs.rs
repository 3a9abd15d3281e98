//! The verbs, and the one table that lists them.
//!
//! A verb is a clap struct that implements [`Run`], in a module of its own;
//! a line in [`VERBS`] makes it part of the program. Only verbs that work stand
//! there.

mod bench;
mod certify;
mod completions;
mod convert;
mod count;
mod engines;
mod explain;
mod export;
mod generate;
mod man;
mod race;
mod rate;
mod serve;
mod solve;
mod trace;
mod validate;

use clap::{ArgMatches, Command, Parser};

use crate::status::{Failure, Status};

/// Every verb, in the order in which help lists them.
pub static VERBS: &[Verb] = &[
    Verb::of::<solve::Solve>(),
    Verb::of::<count::Count>(),
    Verb::of::<validate::Validate>(),
    Verb::of::<rate::Rate>(),
    Verb::of::<convert::Convert>(),
    Verb::of::<generate::Generate>(),
    Verb::of::<export::Export>(),
    Verb::of::<certify::Certify>(),
    Verb::of::<trace::Trace>(),
    Verb::of::<race::Races>(),
    Verb::of::<serve::Serve>(),
    Verb::of::<explain::Explain>(),
    Verb::of::<engines::Engines>(),
    Verb::of::<bench::Bench>(),
    Verb::of::<completions::Completions>(),
    Verb::of::<man::Man>(),
];

/// What a verb's struct can do.
trait Run: Parser {
    /// Does it.
    fn run(self) -> Result<Status, Failure>;
}

/// A verb in the table: its clap command, and how it is run.
#[derive(Clone, Copy, Debug)]
pub struct Verb {
    command: fn() -> Command,
    run: fn(&ArgMatches) -> Result<Status, Failure>,
}

impl Verb {
    const fn of<T: Run>() -> Verb {
        Verb {
            command: T::command,
            run: |matches| match T::from_arg_matches(matches) {
                Ok(verb) => verb.run(),
                Err(error) => Err(Failure::usage(error)),
            },
        }
    }

    /// Its clap command.
    pub fn command(&self) -> Command {
        (self.command)().max_term_width(80)
    }

    /// What it is called.
    pub fn name(&self) -> String {
        self.command().get_name().to_owned()
    }

    pub(crate) fn run(&self, matches: &ArgMatches) -> Result<Status, Failure> {
        (self.run)(matches)
    }
}

/// Reads a number that is not 0.
pub fn at_least_one() -> impl clap::builder::TypedValueParser<Value = u64> {
    clap::value_parser!(u64).range(1..)
}
