//! The comment behind a line or under a grid: what is to be said of an answer
//! that does not stand alone.

use std::fmt;

use polydoku_core::{End, Verdict};
use polydoku_pipeline::{Answered, Given, Outcome};

use super::{Limits, Question, Renderer};

/// What is said of an answer.
#[derive(Clone, Copy, Debug)]
pub struct Comment<'a> {
    puzzle: &'a Answered<'a>,
    question: Question,
    limits: Limits,
}

impl<'a> Comment<'a> {
    /// The comment on this answer.
    pub fn of(renderer: &Renderer, puzzle: &'a Answered<'a>) -> Comment<'a> {
        let Renderer {
            question, limits, ..
        } = *renderer;
        Comment {
            puzzle,
            question,
            limits,
        }
    }
}

/// `multiple`, `2 solutions`, `unknown: node limit 1000`, ...
impl fmt::Display for Comment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = match &self.puzzle.outcome {
            Outcome::Answer(answer) => answer.report,
            Outcome::Clash(clashes) => return write!(f, "invalid: {clashes}"),
            Outcome::Read => {
                return match self.puzzle.open_cells() {
                    0 => f.write_str("valid, complete"),
                    1 => f.write_str("valid, 1 cell open"),
                    open => write!(f, "valid, {open} cells open"),
                };
            }
            _ => return f.write_str("unknown: the engine panicked"),
        };
        let stopped = Stopped(report.end, self.limits);
        if report.verdict() == Verdict::Unknown {
            return write!(f, "unknown: {stopped}");
        }
        if self.question != Question::Count {
            return f.write_str(report.verdict().word());
        }
        if !report.is_exact() {
            f.write_str("at least ")?;
        }
        let plural = if report.found == 1 { "" } else { "s" };
        write!(f, "{} solution{plural}", report.found)?;
        match report.end {
            End::Exhausted | End::Limit => Ok(()),
            _ => write!(f, ", {stopped}"),
        }
    }
}

/// Why a search stopped early, with the limit's size.
#[derive(Clone, Copy, Debug)]
pub struct Stopped(pub End, pub Limits);

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0, self.1) {
            (
                end @ End::Nodes,
                Limits {
                    nodes: Some(nodes), ..
                },
            ) => write!(f, "{end} {nodes}"),
            // A `Duration`'s debug form is what people type: 500ms, 1.5s.
            (
                end @ End::Time,
                Limits {
                    time: Some(time), ..
                },
            ) => write!(f, "{end} {time:?}"),
            (end, _) => end.fmt(f),
        }
    }
}

/// ` # given solution differs at r3c4`, or nothing where there is none or it
/// agrees.
#[derive(Clone, Copy, Debug)]
pub struct GivenRemark<'a>(pub &'a Answered<'a>);

impl fmt::Display for GivenRemark<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.rules.size();
        match self.0.given {
            None | Some(Given::Agrees) => Ok(()),
            Some(Given::Other { cell } | Given::Wrong { cell: Some(cell) }) => {
                write!(f, " # given solution differs at {}", cell.name(size))
            }
            Some(Given::Wrong { cell: None }) => f.write_str(" # given solution is wrong"),
        }
    }
}
