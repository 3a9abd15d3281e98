//! Every solution of one puzzle, however many there are.
//!
//! Up to about a megabyte of solutions is held until the search has ended, so
//! that each can be shown together with the whole number. A longer list is
//! handed on as it is found: into the block's output, and from there to the
//! sink as soon as the block is the head of the order; until then the search
//! stands still once the output is full. So a puzzle with more solutions than
//! any memory takes is no different from one with three.

use std::ops::ControlFlow;

use polydoku_core::{Digit, End, EngineInfo, PuzzleRef, Query, Report, Stats};

use crate::answer::Part;
use crate::ask::Asked;
use crate::{Answer, Answered, Outcome, Render};

/// Bytes of solutions held until the search ends.
const HELD: usize = 1 << 20;

/// Bytes of output that are handed over when that is possible at once, and
/// those that are handed over in any case.
const PART: usize = 1 << 16;
const FULL: usize = 1 << 20;

/// A puzzle whose solutions are listed.
pub(crate) struct Listing<'l, R: ?Sized> {
    puzzle: Answered<'l>,
    render: &'l R,
    output: &'l mut Vec<u8>,
    part: Part<'l>,
    /// How much of the output is whole lines.
    sound: &'l mut usize,
    /// The output's length at which handing it over is tried next.
    next_part: usize,
}

impl<'l, R: Render + ?Sized> Listing<'l, R> {
    pub(crate) fn new(
        puzzle: Answered<'l>,
        render: &'l R,
        output: &'l mut Vec<u8>,
        sound: &'l mut usize,
        part: Part<'l>,
    ) -> Listing<'l, R> {
        Listing {
            puzzle,
            render,
            output,
            part,
            sound,
            next_part: PART,
        }
    }

    /// Searches the puzzle and shows each solution; what came of it is then
    /// [`Asked::single_outcome`]. `Break` when nobody wants more.
    pub(crate) fn list(
        &mut self,
        asked: &mut Asked,
        entry: PuzzleRef<'_>,
        query: &Query,
    ) -> ControlFlow<()> {
        let cells = entry.clues().len();
        let most = (HELD / cells).max(1);
        let engine = asked.engine();
        let mut rows = std::mem::take(&mut asked.rows);
        rows.clear();
        let mut row = Vec::with_capacity(cells);
        let mut found = 0;
        let mut flow = ControlFlow::Continue(());
        asked.run(entry, query, &mut |digits| {
            found += 1;
            if found <= most as u64 {
                rows.extend(digits.iter().copied().map(Some));
                return ControlFlow::Continue(());
            }
            row.clear();
            row.extend(digits.iter().copied().map(Some));
            flow = self.show_found(engine, &rows, found, &row);
            flow
        });
        asked.rows = rows;
        flow?;
        let mut shown = self.puzzle;
        shown.outcome = asked.single_outcome(cells);
        if let Outcome::Answer(answer) = shown.outcome
            && answer.report.end != End::Cancelled
            && found <= most as u64
        {
            shown.weigh_given();
            for (number, digits) in (1..).zip(asked.rows.chunks(cells)) {
                self.show(&shown, number, digits)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Shows a solution while the search goes on, and before the first of these
    /// the `held` ones.
    fn show_found(
        &mut self,
        engine: &EngineInfo,
        held: &[Option<Digit>],
        found: u64,
        digits: &[Option<Digit>],
    ) -> ControlFlow<()> {
        let cells = digits.len();
        let mut shown = self.puzzle;
        let report = Report {
            found,
            end: End::Visitor,
            stats: Stats::default(),
        };
        shown.outcome = Outcome::Answer(Answer {
            engine,
            report: &report,
            solution: Some(&held[..cells]),
            figures: &[],
        });
        if found == (held.len() / cells) as u64 + 1 {
            shown.weigh_given();
            self.puzzle.given = shown.given;
            for (number, digits) in (1..).zip(held.chunks(cells)) {
                self.show(&shown, number, digits)?;
            }
        }
        self.show(&shown, found, digits)
    }

    fn show(
        &mut self,
        puzzle: &Answered<'_>,
        number: u64,
        digits: &[Option<Digit>],
    ) -> ControlFlow<()> {
        self.render.solution(puzzle, number, digits, self.output);
        if self.output.len() >= self.next_part {
            (self.part)(self.output, self.output.len() >= FULL)?;
            self.next_part = self.output.len() + PART;
        }
        *self.sound = self.output.len();
        ControlFlow::Continue(())
    }
}
