//! Comparisons of records made by hand, whose answers are known beforehand.

use polydoku_corpus::isomorph::SplitMix64;
use polydoku_harness::compare::{
    Figure, Finding, Sitting, Terms, disagreements, engines, furthest_apart, rankings, records,
    told_apart,
};
use polydoku_harness::{Mode, PuzzleRow, Record, Row, SCHEMA, Status, Task};

/// A row of latency whose mean and median are this.
fn row(corpus: &str, engine: &str, round: u32, mean: f64) -> Row {
    Row {
        schema: SCHEMA,
        corpus: corpus.to_owned(),
        corpus_sha256: format!("hash of {corpus}"),
        engine: engine.to_owned(),
        round,
        threads: Some(1),
        solution_limit: 2,
        puzzles: 10,
        solved: 10,
        par2_ns: Some(mean),
        median_ns: Some(mean),
        ..Row::default()
    }
}

/// A record of these engines and their times, in rounds that scatter by `noise`
/// and have `hour` in common.
fn record(times: &[(&str, &str, f64)], noise: f64, hour: f64, seed: u64) -> Record {
    let mut random = SplitMix64::new(seed);
    let mut normal = || {
        let even = |random: &mut SplitMix64| random.bits() as f64 / u64::MAX as f64;
        (0..12).map(|_| even(&mut random)).sum::<f64>() - 6.0
    };
    let mut rows = Vec::new();
    for round in 1..=9 {
        for (corpus, engine, mean) in times {
            let scattered = mean * hour * (noise * normal()).exp();
            rows.push(row(corpus, engine, round, scattered));
        }
    }
    Record { rows }
}

const FIELD: &[(&str, &str, f64)] = &[
    ("easy", "a", 100.0),
    ("easy", "b", 150.0),
    ("easy", "c", 900.0),
    ("easy", "d", 5_000.0),
    ("hard", "a", 10_000.0),
    ("hard", "b", 9_000.0),
    ("hard", "c", 90_000.0),
    ("hard", "d", 70_000.0),
];

#[test]
fn a_difference_is_found_and_its_size_told() {
    let record = record(FIELD, 0.03, 1.0, 1);
    let found = engines(&record, "a", "b", &Terms::default());
    assert_eq!(found.len(), 2);
    let (easy, hard) = (&found[0], &found[1]);
    assert_eq!(easy.kind(), "latency, unique");
    assert_eq!(
        (easy.finding, hard.finding),
        (Finding::Slower, Finding::Faster)
    );
    assert!((easy.estimate.ratio - 1.5).abs() < 0.1, "{easy:?}");
    let interval = easy.estimate.interval.unwrap();
    assert!(interval.low < 1.5 && 1.5 < interval.high, "{interval:?}");
    assert!((hard.estimate.ratio - 0.9).abs() < 0.05, "{hard:?}");
}

#[test]
fn equal_engines_are_noise() {
    let twins = [("easy", "a", 100.0), ("easy", "b", 100.0)];
    let called: Vec<Finding> = (0..200)
        .map(|seed| {
            let record = record(&twins, 0.05, 1.0, seed);
            engines(&record, "a", "b", &Terms::default())[0].finding
        })
        .collect();
    let noise = called.iter().filter(|&&finding| finding == Finding::Noise);
    assert!(noise.count() >= 190, "{called:?}");
}

#[test]
fn a_slower_hour_is_no_slower_engine() {
    let mut wrongly = 0;
    for seed in 0..50 {
        let old = record(FIELD, 0.03, 1.0, seed);
        let new = record(FIELD, 0.03, 1.3, seed + 1000);
        let between = records(&old, &new, &Terms::default());
        let drift = between.drift.expect("four engines");
        assert!((drift.factor - 1.3).abs() < 0.05, "{drift:?}");
        assert_eq!((drift.engines, between.comparisons.len()), (4, 8));
        let all = between.comparisons.iter();
        wrongly += all.filter(|one| one.finding != Finding::Noise).count();
    }
    assert!(wrongly <= 20, "{wrongly} of 400 called a difference");
}

#[test]
fn an_engine_that_changed_is_told_from_the_hour() {
    let mut changed = FIELD.to_vec();
    for entry in changed.iter_mut().filter(|entry| entry.1 == "c") {
        entry.2 *= 1.5;
    }
    let (old, new) = (record(FIELD, 0.03, 1.0, 1), record(&changed, 0.03, 0.8, 2));
    let between = records(&old, &new, &Terms::default());
    for one in &between.comparisons {
        let expected = match one.base.engine.as_str() {
            "c" => Finding::Slower,
            _ => Finding::Noise,
        };
        assert_eq!(one.finding, expected, "{one:?}");
    }
    // Asked for the plain ratios, everything but c got faster.
    let absolute = Terms {
        absolute: true,
        ..Terms::default()
    };
    let between = records(&old, &new, &absolute);
    assert_eq!(between.drift, None);
    for one in &between.comparisons {
        let expected = match one.base.engine.as_str() {
            "c" => Finding::Slower,
            _ => Finding::Faster,
        };
        assert_eq!(one.finding, expected, "{one:?}");
    }
}

#[test]
fn records_tell_what_has_no_partner_and_what_else_differs() {
    let old = record(FIELD, 0.03, 1.0, 1);
    let mut new = record(&FIELD[..7], 0.03, 1.0, 2);
    for row in &mut new.rows {
        row.cpu = "another".to_owned();
        if row.engine == "b" {
            row.corpus_sha256 = "other puzzles under the same name".to_owned();
        }
    }
    let between = records(&old, &new, &Terms::default());
    assert_eq!(between.comparisons.len(), 5);
    assert_eq!(between.circumstances, ["processor: , then another"]);
    let alone: Vec<String> = between
        .alone
        .iter()
        .map(|(engine, corpus)| format!("{engine}/{corpus}"))
        .collect();
    assert_eq!(alone, ["b/easy", "b/hard", "d/hard", "b/easy", "b/hard"]);
}

#[test]
fn two_rounds_are_too_few() {
    let rows = (1..=2).flat_map(|round| [row("x", "a", round, 1.0), row("x", "b", round, 9.0)]);
    let record = Record {
        rows: rows.collect(),
    };
    let found = engines(&record, "a", "b", &Terms::default());
    assert_eq!(found[0].finding, Finding::TooFewRounds);
}

#[test]
fn what_is_not_alike_is_not_compared() {
    let mut record = record(FIELD, 0.0, 1.0, 1);
    for row in record.rows.iter_mut().filter(|row| row.engine == "b") {
        match row.corpus.as_str() {
            "easy" => row.mode = Mode::Throughput,
            _ => (row.task, row.solution_limit) = (Task::First, 1),
        }
    }
    assert_eq!(engines(&record, "a", "b", &Terms::default()), []);
    // An answer that is wrong has no time, whatever stands in its row.
    for row in record.rows.iter_mut().filter(|row| row.engine == "c") {
        row.status = Status::Wrong;
    }
    assert_eq!(engines(&record, "a", "c", &Terms::default()), []);
    let ranking = &rankings(&record, None, &Terms::default())[0];
    assert_eq!(ranking.without, ["c"]);
}

#[test]
fn ranks_are_geometric_means_over_the_corpora_of_all() {
    let field = [
        ("one", "a", 1.0),
        ("one", "b", 4.0),
        ("two", "a", 9.0),
        ("two", "b", 1.0),
        ("three", "a", 1.0),
    ];
    let mut record = record(&field, 0.0, 1.0, 1);
    record.rows.iter_mut().for_each(|row| {
        row.unknown = u64::from(row.engine == "b" && row.corpus == "one") * 3;
    });
    let rankings = rankings(&record, None, &Terms::default());
    assert_eq!(rankings.len(), 1);
    let ranking = &rankings[0];
    assert_eq!(ranking.corpora, ["one", "two"]);
    assert_eq!(ranking.left_out, [("three", vec!["b"])]);
    // a: 1 and 9 times the best; b: 4 and 1 times.
    let places: Vec<_> = ranking
        .engines
        .iter()
        .map(|one| {
            (
                one.engine,
                one.factor.ratio.round(),
                one.best_on,
                one.unknown,
            )
        })
        .collect();
    assert_eq!(places, [("b", 2.0, 1, 3), ("a", 3.0, 1, 0)]);

    let alone = polydoku_harness::compare::rankings(&record, Some(&["a"]), &Terms::default());
    assert_eq!(alone[0].corpora, ["one", "two", "three"]);
    assert_eq!(alone[0].engines[0].factor.ratio, 1.0);
}

#[test]
fn engines_that_share_no_puzzles_are_ranked_apart() {
    let field = [
        ("x", "a", 1.0),
        ("x", "b", 2.0),
        ("x", "slow", 1.0),
        ("x", "slower", 3.0),
    ];
    let mut record = record(&field, 0.0, 1.0, 1);
    for row in record
        .rows
        .iter_mut()
        .filter(|row| row.engine.starts_with("slow"))
    {
        row.puzzles = 3; // a smaller sample
    }
    let apart = told_apart(&record);
    assert_eq!(apart.corpora(), ["x (10)", "x (3)"]);
    let rankings = rankings(&apart, None, &Terms::default());
    let places: Vec<Vec<&str>> = rankings
        .iter()
        .map(|ranking| ranking.engines.iter().map(|one| one.engine).collect())
        .collect();
    assert_eq!(places, [vec!["a", "b"], vec!["slow", "slower"]]);
    assert_eq!(told_apart(&apart), apart);
}

#[test]
fn other_figures_give_other_ranks() {
    let mut record = record(&[("x", "a", 1.0), ("x", "b", 2.0)], 0.0, 1.0, 1);
    for row in &mut record.rows {
        row.median_ns = row.par2_ns.map(|mean| 1.0 / mean);
    }
    let best = |figure| {
        let terms = Terms {
            figure,
            ..Terms::default()
        };
        rankings(&record, None, &terms)[0].engines[0]
            .engine
            .to_owned()
    };
    assert_eq!(
        (best(Figure::Mean), best(Figure::Median)),
        ("a".into(), "b".into())
    );
    // No row has a 99th percentile, so nothing can be ranked by it.
    let terms = Terms {
        figure: Figure::P99,
        ..Terms::default()
    };
    assert_eq!(rankings(&record, None, &terms), []);
}

fn puzzle_row(puzzle: u64, engine: &str, round: u32, time: f64) -> PuzzleRow {
    PuzzleRow {
        corpus: "x".to_owned(),
        puzzle,
        line: puzzle + 1,
        engine: engine.to_owned(),
        round,
        verdict: "unique".to_owned(),
        found: 1,
        settled: true,
        time_ns: Some(time),
        ..PuzzleRow::new()
    }
}

#[test]
fn rounds_of_a_puzzle_become_their_median() {
    let rows = [
        puzzle_row(1, "a", 1, 5.0),
        puzzle_row(0, "a", 1, 1.0),
        puzzle_row(1, "a", 2, 90.0),
        puzzle_row(1, "a", 3, 7.0),
        puzzle_row(1, "b", 1, 3.0),
    ];
    let sittings = Sitting::of(&rows);
    let sitting = &sittings[0];
    assert_eq!(
        (sitting.corpus, &sitting.engines[..]),
        ("x", &["a", "b"][..])
    );
    assert_eq!(sitting.puzzles[0].trials[1], None);
    let trial = sitting.puzzles[1].trials[0].as_ref().unwrap();
    assert_eq!(trial.time_ns, Some(7.0));
}

#[test]
fn answers_that_differ_are_found_and_limits_are_none() {
    let unlike = PuzzleRow {
        verdict: "multiple".to_owned(),
        found: 2,
        ..puzzle_row(1, "b", 1, 1.0)
    };
    let gave_up = PuzzleRow {
        verdict: "unknown".to_owned(),
        found: 0,
        settled: false,
        timed_out: true,
        ..puzzle_row(2, "b", 1, 1.0)
    };
    let wrong = PuzzleRow {
        time_ns: None,
        error: "not a solution: 5 stands at both r1c1 and r1c2".to_owned(),
        ..puzzle_row(3, "b", 0, 1.0)
    };
    let mut rows: Vec<PuzzleRow> = (0..4)
        .map(|number| puzzle_row(number, "a", 1, 1.0))
        .collect();
    rows.extend([puzzle_row(0, "b", 1, 1.0), unlike, gave_up, wrong]);
    let sittings = Sitting::of(&rows);
    let found = disagreements(&sittings);
    let numbers: Vec<u64> = found.iter().map(|one| one.puzzle.number).collect();
    assert_eq!(numbers, [1, 3]);
    let answers: Vec<_> = found[0]
        .answers()
        .map(|(engine, its)| (engine, its.found))
        .collect();
    assert_eq!(answers, [("a", 1), ("b", 2)]);
    assert!(
        found[1]
            .answers()
            .any(|(_, its)| its.error.contains("r1c1"))
    );
}

#[test]
fn the_widest_gaps_come_first_and_limits_are_bounds() {
    let gave_up = PuzzleRow {
        settled: false,
        timed_out: true,
        ..puzzle_row(2, "slow", 1, 1000.0)
    };
    let rows = [
        puzzle_row(0, "quick", 1, 1.0),
        puzzle_row(0, "slow", 1, 50.0),
        puzzle_row(0, "other", 1, 2.0),
        puzzle_row(1, "quick", 1, 30.0),
        puzzle_row(1, "slow", 1, 10.0),
        puzzle_row(2, "quick", 1, 2.0),
        gave_up,
    ];
    let sittings = Sitting::of(&rows);
    let all = furthest_apart(&sittings, None, 10);
    let told: Vec<_> = all
        .iter()
        .map(|one| {
            (
                one.puzzle.number,
                one.base,
                one.other,
                one.ratio,
                one.is_bound,
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            (2, "quick", "slow", 500.0, true),
            (0, "quick", "slow", 50.0, false),
            (1, "slow", "quick", 3.0, false),
        ]
    );
    let pair = furthest_apart(&sittings, Some(("quick", "slow")), 3);
    let ratios: Vec<f64> = pair.iter().map(|one| one.ratio).collect();
    assert_eq!(ratios, [500.0, 50.0, 10.0 / 30.0]);
    assert_eq!(furthest_apart(&sittings, Some(("quick", "nobody")), 3), []);
    assert_eq!(furthest_apart(&sittings, None, 1).len(), 1);
}
