//! A search as lines for people, 80 columns wide.
//!
//! ```text
//!   event depth
//!       1     0  r1c4 = 4: naked single
//!       2     0  r1c2 r1c3 are not 4: they see r1c4
//!      24     1  guess 1 of 2: r2c1 = 3
//! ```
//!
//! Candidates ruled out one after the other for one reason share a line, which
//! has the number of the first. Boards are drawn where they are asked for,
//! after the event. Lines too long are wrapped between words.

use std::fmt::{self, Display, Write};
use std::str::FromStr;

use polydoku_core::text::framed;
use polydoku_core::{
    Cell, DigitSet, EngineInfo, Event, Puzzle, Query, Reason, Report, Rules, Stat,
};

use crate::words::{listed, plural};
use crate::{Board, Moment, Step, Totals, Window, Words};

/// After which events the board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Grids {
    guess: bool,
    conflict: bool,
    backtrack: bool,
    solution: bool,
    /// Every so many events; 0 for none.
    every: u64,
}

impl Grids {
    /// None at all.
    pub fn are_none(self) -> bool {
        self == Grids::default()
    }

    fn follow(self, moment: &Moment<'_>) -> bool {
        let kind = match moment.event {
            Event::Guess { .. } => self.guess,
            Event::Conflict(_) => self.conflict,
            Event::Backtrack { .. } => self.backtrack,
            Event::Solution { .. } => self.solution,
            _ => false,
        };
        kind || (self.every > 0 && moment.number.is_multiple_of(self.every))
    }
}

/// Words and a number with commas between: `guess,conflict`, `solution`, `100`.
impl FromStr for Grids {
    type Err = String;

    fn from_str(text: &str) -> Result<Grids, String> {
        let mut grids = Grids::default();
        for word in text.split(',').map(str::trim) {
            match (word, word.parse()) {
                ("guess", _) => grids.guess = true,
                ("conflict", _) => grids.conflict = true,
                ("backtrack", _) => grids.backtrack = true,
                ("solution", _) => grids.solution = true,
                (_, Ok(every @ 1..)) => grids.every = every,
                _ => {
                    return Err(format!(
                        "a board is drawn after guess, conflict, backtrack, solution, or every \
                         so many events, not after \"{word}\""
                    ));
                }
            }
        }
        Ok(grids)
    }
}

/// How wide lines may be.
const WIDTH: usize = 80;
/// Where the sentences begin: behind the two numbers.
const MARGIN: usize = 16;

/// Writes a search, event after event.
#[derive(Debug)]
pub struct Script<'s> {
    rules: &'s Rules,
    window: Window,
    grids: Grids,
    /// Kept only where boards are drawn.
    board: Option<Board>,
    /// Eliminations that wait for more of their kind.
    waiting: Option<Waiting>,
    written: u64,
    /// Events left out, since the last one written, for being too deep.
    deeper: u64,
    board_before_is_due: bool,
}

/// Candidates ruled out for one reason.
#[derive(Debug)]
struct Waiting {
    number: u64,
    depth: u32,
    digits: DigitSet,
    reason: Reason,
    cells: Vec<Cell>,
}

impl<'s> Script<'s> {
    /// The script of a search of this puzzle.
    pub fn new(puzzle: &'s Puzzle, window: Window, grids: Grids) -> Script<'s> {
        let begins_later = window.from > 1;
        Script {
            rules: puzzle.rules(),
            window,
            grids,
            board: (begins_later || !grids.are_none()).then(|| Board::new(puzzle.as_ref())),
            waiting: None,
            written: 0,
            deeper: 0,
            board_before_is_due: begins_later,
        }
    }

    /// Writes what stands before the first event.
    pub fn start(&self, engine: &EngineInfo, puzzle: &Puzzle, query: &Query, out: &mut String) {
        let clues = puzzle.clues().iter().flatten().count();
        let question = match query.limit() {
            u64::MAX => "all solutions".to_owned(),
            limit => plural(limit, "solution"),
        };
        let line = format!(
            "{} on {}, {}, looking for {question}; a node is {}",
            engine.name,
            self.rules,
            plural(clues as u64, "clue"),
            engine.node
        );
        wrapped(&line, 0, out);
        out.push_str(&framed(self.rules, puzzle.clues()));
        out.push_str("  event depth\n");
    }

    /// How many events were written.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Takes the next event and writes it, if it is to be written.
    pub fn take(&mut self, moment: &Moment<'_>, out: &mut String) {
        if self.written >= self.window.most {
            return self.flush(out);
        }
        let shown = self.window.holds(moment);
        if shown {
            if std::mem::take(&mut self.board_before_is_due) {
                self.draw(out);
            }
            self.tell_deeper(out);
            self.written += 1;
            self.tell(moment, out);
        } else if moment.number >= self.window.from && self.window.is_deeper(moment) {
            self.deeper += 1;
        }
        if let Some(board) = &mut self.board {
            board.take(moment);
        }
        if shown && self.grids.follow(moment) {
            self.flush(out);
            self.draw(out);
        }
    }

    /// Writes what stands behind the last event: why the search ended and what it
    /// came to.
    pub fn end(&mut self, report: &Report, totals: &Totals, out: &mut String) {
        self.flush(out);
        self.tell_deeper(out);
        if self.written < totals.events {
            let line = format!(
                "cut: {} of {} events are written; the totals are those of all",
                self.written, totals.events
            );
            wrapped(&line, 0, out);
        }
        let verdict = report.verdict();
        wrapped(&format!("{}: {verdict}", report.end), 0, out);
        let told = [
            plural(totals.placements, "placement"),
            plural(totals.guesses, "guess"),
            plural(totals.backtracks, "backtrack"),
            format!("depth {}", totals.depth),
            plural(totals.eliminations, "elimination"),
            plural(totals.conflicts, "conflict"),
            plural(totals.solutions, "solution"),
        ];
        let events = plural(totals.events, "event");
        wrapped(&format!("told: {events}: {}", told.join(", ")), 0, out);
        let stat = |stat: Stat| stat.get().map_or("unknown".to_owned(), |n| n.to_string());
        let stats = &report.stats;
        let line = format!(
            "reported: nodes {}, placements {}, guesses {}, backtracks {}, depth {}",
            stat(stats.nodes),
            stat(stats.placements),
            stat(stats.guesses),
            stat(stats.backtracks),
            stat(stats.depth)
        );
        wrapped(&line, 0, out);
    }

    fn tell(&mut self, moment: &Moment<'_>, out: &mut String) {
        if let Event::Eliminate {
            cell,
            digits,
            reason,
        } = *moment.event
        {
            if let Some(waiting) = &mut self.waiting
                && (waiting.digits, waiting.reason) == (digits, reason)
                && waiting.depth == moment.depth
            {
                waiting.cells.push(cell);
                return;
            }
            self.flush(out);
            self.waiting = Some(Waiting {
                number: moment.number,
                depth: moment.depth,
                digits,
                reason,
                cells: vec![cell],
            });
            return;
        }
        self.flush(out);
        let step = Step::of(moment);
        line(step.number, step.depth, step.words(self.rules), out);
    }

    /// Writes the eliminations that wait.
    fn flush(&mut self, out: &mut String) {
        if let Some(waiting) = self.waiting.take() {
            let words = Words::of(&waiting, self.rules);
            line(waiting.number, waiting.depth, words, out);
        }
    }

    /// Says what was left out for its depth.
    fn tell_deeper(&mut self, out: &mut String) {
        if self.deeper > 0 {
            self.flush(out);
            let count = plural(self.deeper, "event");
            let below = self.window.depth;
            let _ = writeln!(
                out,
                "{:>MARGIN$}{count} with more than {below} choices",
                "... "
            );
            self.deeper = 0;
        }
    }

    fn draw(&self, out: &mut String) {
        if let Some(board) = &self.board {
            for row in framed(self.rules, board.cells()).lines() {
                let _ = writeln!(out, "{:MARGIN$}{row}", "");
            }
        }
    }
}

impl Display for Words<'_, Waiting> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Waiting {
            digits,
            reason,
            cells,
            ..
        } = self.what();
        let size = self.rules().size();
        let names: Vec<String> = cells.iter().map(|c| c.name(size).to_string()).collect();
        let (is, sees) = match cells.len() {
            1 => ("is", "it sees"),
            _ => ("are", "they see"),
        };
        write!(f, "{} {is} not {}: ", names.join(" "), listed(*digits))?;
        match *reason {
            Reason::Peer(peer) => write!(f, "{sees} {}", peer.name(size)),
            ref other => Words::of(other, self.rules()).fmt(f),
        }
    }
}

/// One event's line.
fn line(number: u64, depth: u32, words: impl Display, out: &mut String) {
    wrapped(&format!("{number:>7} {depth:>5}  {words}"), MARGIN, out);
}

/// Writes text in lines of at most 80 columns, all but the first indented.
/// Spaces at the beginning stay.
pub(crate) fn wrapped(text: &str, indent: usize, out: &mut String) {
    let start = text.len() - text.trim_start().len();
    let mut column = start;
    out.push_str(&text[..start]);
    for (place, word) in text[start..].split(' ').enumerate() {
        let length = word.chars().count();
        if place > 0 {
            if column + 1 + length > WIDTH && column > indent {
                let _ = write!(out, "\n{:indent$}", "");
                column = indent;
            } else {
                out.push(' ');
                column += 1;
            }
        }
        out.push_str(word);
        column += length;
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_wrapped_between_words() {
        let mut out = String::new();
        wrapped(
            &format!("  a {}", "word ".repeat(40).trim_end()),
            4,
            &mut out,
        );
        assert!(out.lines().all(|line| line.len() <= WIDTH), "{out}");
        assert!(out.lines().skip(1).all(|line| line.starts_with("    word")));
        assert_eq!(out.split_whitespace().count(), 41);
    }

    #[test]
    fn boards_are_asked_for_by_name() {
        assert!("guess,solution".parse::<Grids>().is_ok());
        assert_eq!("25".parse::<Grids>().unwrap().every, 25);
        for wrong in ["", "0", "gess"] {
            assert!(wrong.parse::<Grids>().is_err(), "{wrong}");
        }
    }
}
