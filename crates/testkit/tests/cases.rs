//! The case files themselves: read, complete, and right where no engine is needed.

use polydoku_core::{Batch, Puzzle, PuzzleError};
use polydoku_testkit::{Expected, cases};

#[test]
fn clashing_clues_are_refused_in_the_expected_words() {
    let mut refused = 0;
    for case in cases() {
        let Expected::Clash { clues, message } = &case.expected else {
            continue;
        };
        refused += 1;
        let words = |result| match result {
            Err(PuzzleError::Clash(clashes)) => clashes.to_string(),
            other => panic!("{}: {other:?}", case.name),
        };
        let owned = Puzzle::new(&case.rules, clues).map(|_| ());
        assert_eq!(&words(owned), message, "{}", case.name);
        let mut batch = Batch::new(case.rules.clone());
        assert_eq!(&words(batch.push(clues)), message, "{}", case.name);
        assert!(
            batch.is_empty(),
            "{}: what is refused leaves no trace",
            case.name
        );
    }
    assert!(refused >= 10);
}

#[test]
fn every_kind_of_rules_and_answer_has_a_case() {
    let with = |test: &dyn Fn(&polydoku_core::Rules) -> bool| {
        let of_kind = cases().iter().filter(|case| test(&case.rules));
        let counts: Vec<u64> = of_kind
            .filter_map(|case| case.puzzle()?.1.exact())
            .collect();
        assert!(counts.contains(&1), "a unique one");
        assert!(counts.iter().any(|&count| count > 1), "an ambiguous one");
    };
    use polydoku_core::Boxes;
    with(&|rules| rules.is_classic());
    with(&|rules| *rules.boxes() == Boxes::None && !rules.has_diagonals());
    with(&|rules| *rules.boxes() == Boxes::None && rules.has_diagonals());
    with(&|rules| *rules.boxes() == Boxes::Rect { rows: 2, cols: 3 });
    with(&|rules| *rules.boxes() == Boxes::Rect { rows: 3, cols: 2 });
    with(&|rules| *rules.boxes() == Boxes::Rect { rows: 3, cols: 4 });
    with(&|rules| *rules.boxes() == Boxes::Rect { rows: 4, cols: 4 });
    with(&|rules| matches!(rules.boxes(), Boxes::Regions(_)));
    with(&|rules| rules.has_diagonals() && rules.is_classic().eq(&false) && rules.size() == 9);
    with(&|rules| rules.has_windoku());
    with(&|rules| rules.extra_houses().next().is_some());
    let marked = |count| {
        cases().iter().any(|case| {
            let found = case.puzzle();
            found.is_some_and(|(puzzle, n)| puzzle.marks().is_some() && n.exact() == Some(count))
        })
    };
    assert!(marked(0) && marked(1) && marked(144));
}

#[test]
fn patterns_of_names_match_families() {
    let case = polydoku_testkit::case::case("last-cell");
    assert!(case.may_give_up("naive") && case.may_give_up("naive/tables"));
    assert!(!case.may_give_up("dlx") && !case.may_give_up("nai"));
}
