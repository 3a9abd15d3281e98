//! A trace for programs: JSON Lines, one object an event, field `event` first.
//!
//! The schema is documented in docs/trace.md and versioned: [`VERSION`] grows
//! when a field changes its meaning or goes away; new fields, new values of
//! `reason` and new kinds of the families may come without it. Cells are names
//! (`r1c4`), digits numbers, houses words (`row 3`).

use polydoku_core::{
    Cell, Conflict, Digit, DigitSet, EngineInfo, HouseIndex, Puzzle, Query, Reason, Report, Rules,
    Stat,
};
use polydoku_corpus::json_string;

use crate::{Chosen, Datum, Step, StepKind, Totals};

/// The version of the schema.
pub const VERSION: u64 = 1;

/// The object before the first event: what is searched, by whom.
pub fn start(engine: &EngineInfo, puzzle: &Puzzle, query: &Query, out: &mut Vec<u8>) {
    let rules = puzzle.rules();
    let mut object = Object::new("start", rules, out);
    object.number("version", VERSION);
    object.text("engine", engine.name);
    object.text("node", engine.node);
    object.text("view", &format!("{:?}", engine.view).to_lowercase());
    object.text("rules", &rules.to_string());
    object.number("size", rules.size() as u64);
    object.text("puzzle", &puzzle.line());
    match query.limit() {
        u64::MAX => object.null("limit"),
        limit => object.number("limit", limit),
    }
    let houses = rules.houses().iter().map(|house| house.kind().to_string());
    object.list("houses", houses, |house, out| {
        json_string(house.as_bytes(), out);
    });
    object.end();
}

/// One event.
pub fn step(step: &Step, rules: &Rules, out: &mut Vec<u8>) {
    let name = match &step.kind {
        StepKind::Guess { .. } => "guess",
        StepKind::Place { .. } => "place",
        StepKind::Eliminate { .. } => "eliminate",
        StepKind::Conflict(_) => "conflict",
        StepKind::Backtrack => "backtrack",
        StepKind::Solution { .. } => "solution",
        StepKind::Family { .. } => "family",
    };
    let mut object = Object::new(name, rules, out);
    object.number("number", step.number);
    object.number("depth", step.depth.into());
    match &step.kind {
        StepKind::Guess { choice, nth, of } => {
            object.number("nth", (*nth).into());
            object.number("of", (*of).into());
            object.choice(choice);
        }
        StepKind::Place {
            cell,
            digit,
            reason,
        } => {
            object.cell("cell", *cell);
            object.digit("digit", *digit);
            object.reason(reason);
        }
        StepKind::Eliminate {
            cell,
            digits,
            reason,
        } => {
            object.cell("cell", *cell);
            object.digits("digits", *digits);
            object.reason(reason);
        }
        StepKind::Conflict(conflict) => object.conflict(conflict),
        StepKind::Backtrack => {}
        StepKind::Solution { found, digits } => {
            object.number("found", *found);
            let cells: Vec<Option<Digit>> = digits.iter().copied().map(Some).collect();
            let line = polydoku_core::Symbols::standard(rules.size()).line(&cells);
            object.text("solution", &line);
        }
        StepKind::Family { kind, fields } => {
            object.text("kind", kind);
            object.key("fields");
            let mut inner = Object::empty(rules, object.out);
            for (name, datum) in fields {
                inner.datum(name, datum);
            }
            inner.close();
        }
    }
    object.end();
}

/// The object behind the last event: why the search ended, what the engine
/// reports, and what the events add up to. `written` is how many of them were
/// written.
pub fn end(report: &Report, totals: &Totals, written: u64, rules: &Rules, out: &mut Vec<u8>) {
    let mut object = Object::new("end", rules, out);
    object.text("end", end_word(report));
    object.text("verdict", report.verdict().word());
    object.number("found", report.found);
    object.key("stats");
    let stats = &report.stats;
    let mut inner = Object::empty(rules, object.out);
    inner.stat("nodes", stats.nodes);
    inner.stat("placements", stats.placements);
    inner.stat("guesses", stats.guesses);
    inner.stat("backtracks", stats.backtracks);
    inner.stat("depth", stats.depth);
    inner.close();
    object.key("told");
    let mut inner = Object::empty(rules, object.out);
    inner.number("events", totals.events);
    inner.number("placements", totals.placements);
    inner.number("guesses", totals.guesses);
    inner.number("backtracks", totals.backtracks);
    inner.number("depth", totals.depth);
    inner.number("eliminations", totals.eliminations);
    inner.number("conflicts", totals.conflicts);
    inner.number("solutions", totals.solutions);
    inner.close();
    object.number("written", written);
    object.end();
}

/// `exhausted`, `limit`, ...: core's `End` in one word.
fn end_word(report: &Report) -> &'static str {
    use polydoku_core::End;
    match report.end {
        End::Exhausted => "exhausted",
        End::Limit => "limit",
        End::Visitor => "receiver",
        End::Nodes => "nodes",
        End::Time => "time",
        End::Cancelled => "cancelled",
        other => unreachable!("an end that this crate does not know: {other:?}"),
    }
}

/// An object that is being written.
struct Object<'o> {
    rules: &'o Rules,
    out: &'o mut Vec<u8>,
    begun: bool,
}

impl<'o> Object<'o> {
    fn empty(rules: &'o Rules, out: &'o mut Vec<u8>) -> Object<'o> {
        out.push(b'{');
        Object {
            rules,
            out,
            begun: false,
        }
    }

    fn new(event: &str, rules: &'o Rules, out: &'o mut Vec<u8>) -> Object<'o> {
        let mut object = Object::empty(rules, out);
        object.text("event", event);
        object
    }

    fn close(self) {
        self.out.push(b'}');
    }

    fn end(self) {
        self.out.extend_from_slice(b"}\n");
    }

    fn key(&mut self, name: &str) {
        if self.begun {
            self.out.push(b',');
        }
        self.begun = true;
        json_string(name.as_bytes(), self.out);
        self.out.push(b':');
    }

    fn null(&mut self, name: &str) {
        self.key(name);
        self.out.extend_from_slice(b"null");
    }

    fn number(&mut self, name: &str, number: u64) {
        self.key(name);
        self.out.extend_from_slice(number.to_string().as_bytes());
    }

    fn stat(&mut self, name: &str, stat: Stat) {
        match stat.get() {
            Some(number) => self.number(name, number),
            None => self.null(name),
        }
    }

    fn text(&mut self, name: &str, text: &str) {
        self.key(name);
        json_string(text.as_bytes(), self.out);
    }

    fn list<T>(
        &mut self,
        name: &str,
        things: impl IntoIterator<Item = T>,
        write: impl Fn(T, &mut Vec<u8>),
    ) {
        self.key(name);
        array(things, write, self.out);
    }

    fn cell(&mut self, name: &str, cell: Cell) {
        self.text(name, &cell.name(self.rules.size()).to_string());
    }

    fn cells(&mut self, name: &str, cells: &[Cell]) {
        let size = self.rules.size();
        self.list(name, cells, |cell, out| {
            json_string(cell.name(size).to_string().as_bytes(), out);
        });
    }

    fn digit(&mut self, name: &str, digit: Digit) {
        self.number(name, digit.get().into());
    }

    fn digits(&mut self, name: &str, digits: DigitSet) {
        self.list(name, digits, digit);
    }

    fn house(&mut self, name: &str, house: HouseIndex) {
        self.text(name, &self.rules.house(house).kind().to_string());
    }

    fn choice(&mut self, choice: &Chosen) {
        match choice {
            Chosen::Candidate { cell, digit, house } => {
                self.cell("cell", *cell);
                self.digit("digit", *digit);
                if let Some(house) = house {
                    self.house("house", *house);
                }
            }
            Chosen::Layout { digit, cells } => {
                self.cells("cells", cells);
                self.digit("digit", *digit);
            }
        }
    }

    fn reason(&mut self, reason: &Reason) {
        match *reason {
            Reason::Tried => self.text("reason", "tried"),
            Reason::Guess => self.text("reason", "guess"),
            Reason::NakedSingle => self.text("reason", "naked single"),
            Reason::HiddenSingle(house) => {
                self.text("reason", "hidden single");
                self.house("house", house);
            }
            Reason::Peer(peer) => {
                self.text("reason", "peer");
                self.cell("peer", peer);
            }
            Reason::LockedCandidates { from, to } => {
                self.text("reason", "locked candidates");
                self.house("from", from);
                self.house("to", to);
            }
            Reason::Family(word) => {
                self.text("reason", "family");
                self.text("word", word);
            }
            other => unreachable!("a reason that this crate does not know: {other:?}"),
        }
    }

    fn conflict(&mut self, conflict: &Conflict) {
        match *conflict {
            Conflict::NoDigit(cell) => {
                self.text("reason", "no digit");
                self.cell("cell", cell);
            }
            Conflict::NoPlace(house, digit) => {
                self.text("reason", "no place");
                self.house("house", house);
                self.digit("digit", digit);
            }
            Conflict::Family(word) => {
                self.text("reason", "family");
                self.text("word", word);
            }
            other => unreachable!("a conflict that this crate does not know: {other:?}"),
        }
    }

    fn datum(&mut self, name: &str, datum: &Datum) {
        match datum {
            Datum::Number(value) => self.number(name, *value),
            Datum::Text(text) => self.text(name, text),
            Datum::Cell(cell) => self.cell(name, *cell),
            Datum::Cells(cells) => self.cells(name, cells),
            Datum::Digit(digit) => self.digit(name, *digit),
            Datum::Digits(digits) => self.digits(name, *digits),
            Datum::Sets(sets) => self.list(name, sets, |&digits, out| array(digits, digit, out)),
            Datum::Numbers(numbers) => self.list(name, numbers, |number, out| {
                out.extend_from_slice(number.to_string().as_bytes());
            }),
        }
    }
}

fn digit(digit: Digit, out: &mut Vec<u8>) {
    out.extend_from_slice(digit.get().to_string().as_bytes());
}

fn array<T>(
    things: impl IntoIterator<Item = T>,
    write: impl Fn(T, &mut Vec<u8>),
    out: &mut Vec<u8>,
) {
    out.push(b'[');
    for (place, thing) in things.into_iter().enumerate() {
        if place > 0 {
            out.push(b',');
        }
        write(thing, out);
    }
    out.push(b']');
}
