//! Certificates of all cases, checked by the checkers that know nothing of this
//! crate: the verdict is the known one, the formula says nothing but the puzzle,
//! and the proof is followed step by step.

use std::sync::Arc;
use std::time::Duration;

use polydoku_certificate::statement::justify;
use polydoku_core::{Cancel, Digit, DigitSet, End, Grid, Puzzle, Query, Rules};
use polydoku_lrat::{Formula, check};
use polydoku_sat::{Certificate, Refutation, certificate};

/// Checks what a certificate says and gives the number of solutions that it
/// shows: none, one, two for several; `None` where a limit was reached.
fn shown(puzzle: &Puzzle, query: &Query) -> Option<u64> {
    match certificate(puzzle.as_ref(), query) {
        Certificate::None(refutation) => {
            check_refutation(puzzle, &refutation, None);
            Some(0)
        }
        Certificate::Unique(solution, refutation) => {
            puzzle.check_solution(&solution).unwrap();
            check_refutation(puzzle, &refutation, Some(&solution));
            Some(1)
        }
        Certificate::Multiple([a, b]) => {
            assert_ne!(a, b);
            puzzle.check_solution(&a).unwrap();
            puzzle.check_solution(&b).unwrap();
            Some(2)
        }
        Certificate::Unknown { solution, .. } => {
            if let Some(solution) = solution {
                puzzle.check_solution(&solution).unwrap();
            }
            None
        }
    }
}

fn check_refutation(puzzle: &Puzzle, refutation: &Refutation, excluded: Option<&[Digit]>) {
    let formula = Formula::read(&refutation.cnf).unwrap();
    justify(&formula, puzzle.as_ref(), excluded).unwrap();
    check(&formula, &refutation.lrat).unwrap();
    // Binary DRAT begins with an added clause, and no clause of ours comes before
    // the empty one.
    assert!(matches!(refutation.drat.first(), Some(b'a' | b'd')));
}

#[test]
fn every_case_is_certified() {
    // A limit for the cases that are hard for everyone.
    let query = Query::all().with_max_nodes(3_000);
    let (mut settled, mut unsettled) = ([0; 3], 0);
    for case in polydoku_testkit::cases() {
        let Some((puzzle, count)) = case.puzzle() else {
            continue;
        };
        match shown(puzzle, &query) {
            Some(shown) => {
                let expected = count.exact().map_or(count.least(), |exact| exact).min(2);
                assert_eq!(shown, expected, "{}", case.name);
                settled[shown as usize] += 1;
            }
            None => unsettled += 1,
        }
    }
    assert!(
        settled.iter().all(|&number| number >= 5),
        "too few of a kind: {settled:?}"
    );
    assert!(
        unsettled * 5 < settled.iter().sum::<u64>(),
        "{settled:?} settled, {unsettled} not"
    );
}

/// A formula that is refuted while it is loaded: the numbers of the proof's
/// clauses must lie above all of the formula's.
#[test]
fn contradictions_on_the_face_of_it_are_certified() {
    let rules = Arc::new(Rules::assumed(1).unwrap());
    let open = Grid::parse(&rules, ".").unwrap();
    let empty = Puzzle::with_marks(&rules, open.cells(), &[DigitSet::EMPTY]).unwrap();
    assert_eq!(shown(&empty, &Query::all()), Some(0));
    assert_eq!(
        shown(&Puzzle::new(&rules, open.cells()).unwrap(), &Query::all()),
        Some(1)
    );

    let rules = Arc::new(Rules::assumed(4).unwrap());
    let full = Puzzle::parse(&rules, "1234341221434321").unwrap();
    assert_eq!(shown(&full, &Query::all()), Some(1));
    let open = Grid::parse(&rules, "................").unwrap();
    let mut marks = vec![rules.digits(); 16];
    marks[5] = DigitSet::EMPTY;
    let empty = Puzzle::with_marks(&rules, open.cells(), &marks).unwrap();
    assert_eq!(shown(&empty, &Query::all()), Some(0));
}

#[test]
fn limits_are_answers_and_never_verdicts() {
    let rules = Rules::classic();
    // Arto Inkala's, 2010; unique.
    let text = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..";
    let hard = Puzzle::parse(&rules, text).unwrap();
    let ended = |query: &Query| match certificate(hard.as_ref(), query) {
        Certificate::Unknown { end, .. } => Some(end),
        _ => None,
    };
    assert_eq!(ended(&Query::all()), None);
    assert_eq!(ended(&Query::all().with_max_nodes(0)), Some(End::Nodes));
    assert_eq!(
        ended(&Query::all().with_time(Duration::ZERO)),
        Some(End::Time)
    );
    let cancel = Cancel::new();
    cancel.cancel();
    assert_eq!(
        ended(&Query::all().with_cancel(&cancel)),
        Some(End::Cancelled)
    );
    // A solution may be known when the search for another is given up.
    let seen =
        (1..400).map(|nodes| certificate(hard.as_ref(), &Query::all().with_max_nodes(nodes)));
    let mut kinds = [0; 3];
    for certificate in seen {
        match certificate {
            Certificate::Unknown { solution: None, .. } => kinds[0] += 1,
            Certificate::Unknown {
                solution: Some(solution),
                ..
            } => {
                hard.check_solution(&solution).unwrap();
                kinds[1] += 1;
            }
            Certificate::Unique(..) => kinds[2] += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(kinds[0] > 0, "{kinds:?}");
}
