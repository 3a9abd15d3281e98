//! Traces tell the truth: a reader who believes only the events, and checks
//! every reason against what was told before, follows the search to its end.

use polydoku_bitmask::engines;
use polydoku_core::{
    Cell, Choice, Conflict, Digit, DigitSet, End, Event, Puzzle, Query, Reason, Report, Rules,
    Value,
};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

/// One who keeps pencil marks by what is told.
struct Reader<'p> {
    puzzle: &'p Puzzle,
    candidates: Vec<DigitSet>,
    placed: Vec<bool>,
    /// What stood before each choice that still stands.
    before: Vec<(Vec<DigitSet>, Vec<bool>)>,
    counts: [u64; 4],
    deepest: usize,
    reasons: Vec<String>,
    passes: u64,
}

impl<'p> Reader<'p> {
    fn new(puzzle: &'p Puzzle) -> Reader<'p> {
        let rules = puzzle.rules();
        let view = puzzle.as_ref();
        Reader {
            puzzle,
            candidates: rules.cells().map(|cell| view.allowed(cell)).collect(),
            placed: puzzle.clues().iter().map(Option::is_some).collect(),
            before: Vec::new(),
            counts: [0; 4],
            deepest: 0,
            reasons: Vec::new(),
            passes: 0,
        }
    }

    /// What a cell may still be, filled peers considered.
    fn left(&self, cell: Cell) -> DigitSet {
        let peers = self.puzzle.rules().peers(cell).iter();
        let filled = peers.filter(|peer| self.placed[peer.index()]);
        filled.fold(self.candidates[cell.index()], |left, peer| {
            left - self.candidates[peer.index()]
        })
    }

    fn read(&mut self, event: &Event<'_>) {
        let rules = self.puzzle.rules().clone();
        let places = |reader: &Reader<'_>, house, digit| -> Vec<Cell> {
            let cells = rules.house(house).cells().iter().copied();
            cells
                .filter(|&cell| reader.left(cell).contains(digit))
                .collect()
        };
        match *event {
            Event::Guess { choice, nth, of } => {
                assert!(1 <= nth && nth <= of && of >= 2);
                self.counts[1] += u64::from(nth < of);
                self.before
                    .push((self.candidates.clone(), self.placed.clone()));
                self.deepest = self.deepest.max(self.before.len());
                match choice {
                    Choice::Candidate { cell, digit, .. } => {
                        assert!(self.left(cell).contains(digit) && !self.placed[cell.index()]);
                    }
                    Choice::Layout { digit, cells } => {
                        assert!(cells.iter().all(|&cell| self.left(cell).contains(digit)));
                    }
                    _ => panic!("no other choices are made"),
                }
            }
            Event::Place {
                cell,
                digit,
                reason,
            } => {
                assert!(!self.placed[cell.index()], "{cell:?} is filled once");
                match reason {
                    Reason::NakedSingle => assert_eq!(self.left(cell), DigitSet::only(digit)),
                    Reason::HiddenSingle(house) => {
                        assert_eq!(places(self, house, digit), [cell]);
                        assert!(rules.house(house).holds_every_digit());
                    }
                    Reason::Guess => assert!(self.left(cell).contains(digit)),
                    other => panic!("{other:?} places nothing"),
                }
                self.reasons
                    .push(format!("{reason:?}").split('(').next().unwrap().to_owned());
                self.counts[0] += 1;
                self.placed[cell.index()] = true;
                self.candidates[cell.index()] = DigitSet::only(digit);
            }
            Event::Eliminate {
                cell,
                digits,
                reason,
            } => {
                assert!(!digits.is_empty());
                assert_eq!(self.candidates[cell.index()] & digits, digits, "{reason:?}");
                match reason {
                    Reason::Peer(peer) => {
                        assert_eq!(self.candidates[peer.index()], digits);
                        assert!(rules.peers(cell).contains(&peer));
                    }
                    Reason::LockedCandidates { from, to } => {
                        assert!(rules.house(from).holds_every_digit());
                        assert!(rules.houses_of(cell).contains(&to));
                        for digit in digits {
                            let places = places(self, from, digit);
                            let inside = rules.house(to).cells();
                            assert!(places.iter().all(|p| inside.contains(p) && *p != cell));
                        }
                    }
                    Reason::HiddenSingle(house) => {
                        let rest = (self.candidates[cell.index()] - digits).single().unwrap();
                        assert_eq!(places(self, house, rest), [cell]);
                    }
                    Reason::Guess | Reason::Family(_) => {}
                    other => panic!("{other:?} rules nothing out"),
                }
                self.reasons.push(
                    format!("{reason:?}")
                        .split([' ', '('])
                        .next()
                        .unwrap()
                        .to_owned(),
                );
                self.candidates[cell.index()] -= digits;
            }
            Event::Conflict(Conflict::NoDigit(cell)) => assert!(self.left(cell).is_empty()),
            Event::Conflict(Conflict::NoPlace(house, digit)) => {
                // Places that another digit claims too are none.
                let claimed = |cell: &Cell| {
                    rules
                        .digits()
                        .iter()
                        .any(|other| other != digit && places(self, house, other) == [*cell])
                };
                assert!(places(self, house, digit).iter().all(claimed));
            }
            Event::Conflict(_) => {}
            Event::Backtrack { depth } => {
                self.counts[2] += 1;
                (self.candidates, self.placed) = self.before.pop().expect("a choice stands");
                assert_eq!(self.before.len(), depth as usize);
            }
            Event::Solution { digits } => {
                self.puzzle.check_solution(digits).unwrap();
                let told: Vec<_> = self
                    .candidates
                    .iter()
                    .map(|c| c.single().unwrap())
                    .collect();
                assert_eq!(told, digits);
                self.counts[3] += 1;
            }
            Event::Family { kind, fields } => {
                self.family(kind, fields);
                self.passes += u64::from(kind == "pass");
                self.reasons.push(kind.to_owned());
            }
            ref other => panic!("{other:?} is not told"),
        }
    }
}

impl Reader<'_> {
    /// What the family tells of itself is what the events before add up to.
    fn family(&self, kind: &'static str, fields: &[(&'static str, Value<'_>)]) {
        let rules = self.puzzle.rules();
        // A pass begins with what the pass before left, seen by the peers or not.
        let left = |cell: Cell| match kind {
            "pass" => self.candidates[cell.index()],
            _ => self.left(cell),
        };
        let is_open = |cell: &Cell| match kind {
            "pass" => left(*cell).single().is_none(),
            _ => !self.placed[cell.index()],
        };
        let open: Vec<Cell> = rules.cells().filter(is_open).collect();
        for &(name, value) in fields {
            match (name, value) {
                ("open", Value::Number(number)) => assert_eq!(number, open.len() as u64),
                ("candidates", Value::Number(number)) => {
                    let all = open.iter().map(|&cell| left(cell).len());
                    assert_eq!(number, all.sum::<usize>() as u64, "{kind}");
                }
                ("cell", Value::Cell(cell)) => assert!(open.contains(&cell)),
                ("fits", Value::Digits(digits)) => {
                    let fewest = open
                        .iter()
                        .map(|&cell| self.left(cell))
                        .min_by_key(|s| s.len());
                    assert_eq!(fewest.map(DigitSet::len), Some(digits.len()));
                }
                ("number", Value::Number(number)) => {
                    assert_eq!(number, self.passes + 1);
                }
                ("houses", Value::Sets(sets)) => {
                    for (house, &lacking) in rules.houses().iter().zip(sets) {
                        let filled = house.cells().iter().filter(|cell| !is_open(cell));
                        let held = filled.fold(DigitSet::EMPTY, |held, &cell| {
                            held | self.candidates[cell.index()]
                        });
                        assert_eq!(lacking, rules.digits() - held, "{kind}, {house}");
                    }
                }
                other => panic!("{other:?} is not told"),
            }
        }
    }
}

fn puzzles() -> Vec<Puzzle> {
    let classic = Rules::classic();
    let parse = |rules: &Arc<Rules>, text: &str| Puzzle::parse(rules, text).unwrap();
    let six = Arc::new(Rules::assumed(6).unwrap());
    let x = Arc::new(Rules::builder(9).diagonals().build().unwrap());
    let latin = Arc::new(Rules::builder(5).no_boxes().build().unwrap());
    let open = vec![None; 25];
    let marks: Vec<_> = (0..25)
        .map(|i| DigitSet::from_bits([0b11101, 0b10111][i % 2]))
        .collect();
    vec![
        // Wikipedia's example; Arto Inkala's "Golden Nugget" kind: easy and hard.
        parse(
            &classic,
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        ),
        parse(
            &classic,
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        ),
        // 125 solutions, and none.
        parse(
            &classic,
            "....9....6..4.7..8.4.812.3.7.......5..4...9..5..371..4.5..6..4.2.17.85.9.........",
        ),
        parse(
            &classic,
            "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..",
        ),
        parse(&six, "1..........2....3......4......5......"[..36].as_ref()),
        parse(&x, &format!("12.......{}", ".".repeat(72))),
        Puzzle::with_marks(&latin, &open, &marks).unwrap(),
    ]
}

#[test]
fn every_event_follows_from_those_before() {
    let mut reasons = std::collections::BTreeSet::new();
    for engine in engines() {
        for puzzle in puzzles() {
            let query = Query::count(40).with_max_nodes(3_000);
            let mut solver = engine.solver(puzzle.rules()).unwrap();
            let mut silent = Vec::new();
            let report = solver.run(puzzle.as_ref(), &query, &mut |digits| {
                silent.push(digits.to_vec());
                Continue(())
            });
            let mut reader = Reader::new(&puzzle);
            let mut told: Vec<Vec<Digit>> = Vec::new();
            let traced: Report = solver.run_traced(
                puzzle.as_ref(),
                &query,
                &mut |digits| {
                    told.push(digits.to_vec());
                    Continue(())
                },
                &mut |event: &Event<'_>| {
                    reader.read(event);
                    Continue(())
                },
            );
            let name = engine.info().name;
            assert_eq!(traced, report, "{name} {}", puzzle.line());
            assert_eq!(told, silent);
            let stats = report.stats;
            let known =
                [stats.placements, stats.guesses, stats.backtracks].map(|s| s.get().unwrap());
            assert_eq!(reader.counts[..3], known, "{name} {}", puzzle.line());
            assert_eq!(reader.counts[3], report.found);
            assert_eq!(Some(reader.deepest as u64), stats.depth.get());
            reasons.extend(reader.reasons.into_iter().map(|reason| (name, reason)));
        }
    }
    let of = |name| {
        reasons
            .iter()
            .filter(|(n, _)| *n == name)
            .map(|(_, r)| &r[..])
            .collect::<Vec<_>>()
    };
    assert_eq!(of("bitmask/mrv"), ["Guess", "NakedSingle", "scan"]);
    assert_eq!(
        of("bitmask/singles"),
        ["Guess", "HiddenSingle", "NakedSingle", "Peer", "masks"]
    );
    let all = [
        "Guess",
        "HiddenSingle",
        "LockedCandidates",
        "NakedSingle",
        "Peer",
    ];
    assert_eq!(of("bitmask/locked"), [&all[..], &["masks"]].concat());
    // Sorted as the set sorts: what no textbook step explains comes first.
    let best = [&["Family"][..], &all[..], &["masks", "pass"]].concat();
    assert_eq!(of("bitmask"), best);
}

#[test]
fn a_receiver_who_has_enough_ends_the_search() {
    for engine in engines() {
        let puzzle = &puzzles()[1];
        let mut solver = engine.solver(puzzle.rules()).unwrap();
        for events in [1, 2, 50] {
            let mut left = events;
            let report = solver.run_traced(
                puzzle.as_ref(),
                &Query::unique(),
                &mut |_| Continue(()),
                &mut |_: &Event<'_>| {
                    left -= 1;
                    if left == 0 { Break(()) } else { Continue(()) }
                },
            );
            assert_eq!((report.end, left), (End::Visitor, 0));
        }
        let report = solver.run(puzzle.as_ref(), &Query::unique(), &mut |_| Continue(()));
        assert_eq!((report.found, report.end), (1, End::Exhausted));
    }
}
