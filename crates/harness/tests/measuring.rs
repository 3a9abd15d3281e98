//! What rows hold, when puzzles are given up, and that an interrupted measure can
//! be continued. No test says how long anything takes.

mod doubles;

use std::ops::ControlFlow;
use std::time::Duration;

use doubles::{Collected, Double, corpus, measure, registry, report, run, solved};
use polydoku_core::{Cancel, Digit, End};
use polydoku_harness::{Contestant, Corpus, Measure, Mode, Row, Status};

/// Ten puzzles of `puzzles/4x4.txt`, and two 9x9 from Project Euler 96.
const SMALL: &str = include_str!("../../../puzzles/4x4.txt");
const EULER: &str = "\
003020600900305001001806400008102900700000008006708200002609500800203009005010300
200080300060070084030500209000105408000000000402706000301007040720040060004010003
";

#[test]
fn a_row_holds_the_distribution_and_the_search() {
    let names = ["naive", "bitmask/singles", "dlx"]; // the first does not know guesses
    let mut measure = measure(vec![corpus("small", SMALL)], registry(&names));
    measure.plan.rounds = 2;
    let (collected, outcome) = run(&measure);
    assert!(outcome.faults.is_empty() && outcome.rounds == 2 && collected.steps > 0);
    assert_eq!(collected.rows.len(), 3 * 2 * 2);
    for row in &collected.rows {
        let counts = (row.puzzles, row.solved, row.unknown, row.timed_out);
        assert_eq!(counts, (50, 50, 0, 0));
        assert!(
            row.wall_ns.expect("measured") > 0.0 && row.puzzles_per_s.expect("all settled") > 0.0
        );
        if row.mode == Mode::Throughput {
            assert_eq!((row.threads, row.median_ns), (Some(1), None));
            assert!(row.passes >= 1 && row.warmup >= 1);
            continue;
        }
        let all = [
            row.min_ns,
            row.median_ns,
            row.p90_ns,
            row.p99_ns,
            row.max_ns,
        ]
        .map(Option::unwrap);
        assert!(all.is_sorted() && all[0] > 0.0, "{all:?}");
        let mean = row.wall_ns.unwrap() / 50.0;
        assert!(
            (row.par2_ns.unwrap() - mean).abs() < 0.2,
            "without time-outs it is the mean"
        );
        // The statistics are those of the engine itself on the same puzzles.
        let engine = polydoku_engines::by_name(&row.engine).unwrap();
        if !engine.info().stats.guesses {
            assert_eq!(
                (row.guesses_per_puzzle, row.without_guess_share),
                (None, None)
            );
            continue;
        }
        let (mut guesses, mut without) = (0, 0);
        for item in measure.corpora[0].puzzles() {
            let mut solver = engine.solver(item.puzzle.rules()).unwrap();
            let query = measure.plan.query();
            let mut see = |_: &[Digit]| ControlFlow::Continue(());
            let report = solver.run(item.puzzle.as_ref(), &query, &mut see);
            let own = report.stats.guesses.get().expect("this engine knows");
            guesses += own;
            without += u64::from(own == 0);
        }
        let rounding = |value: Option<f64>, sum: u64| (value.unwrap() - sum as f64 / 50.0).abs();
        assert!(
            rounding(row.guesses_per_puzzle, guesses) < 1e-3,
            "{}",
            row.engine
        );
        assert!(
            rounding(row.without_guess_share, without) < 1e-4,
            "{}",
            row.engine
        );
    }
    let dlx = collected
        .rows
        .iter()
        .find(|row| row.engine == "dlx")
        .unwrap();
    assert!(dlx.figures().count() > 0, "{:?}", dlx.figures);
    // One row for each puzzle, engine and round, in latency alone.
    assert_eq!(collected.puzzles.len(), 50 * 3 * 2);
    assert!(
        collected
            .puzzles
            .iter()
            .all(|row| row.time_ns.unwrap() > 0.0 && row.settled)
    );
}

/// An engine that finds nothing to say about one puzzle until its time is up.
fn slow() -> Double {
    Double::new("slow", |puzzle, query, visit| {
        let open = puzzle.clues().iter().filter(|clue| clue.is_none()).count();
        if open > 50 {
            std::thread::sleep(query.time.expect("a limit"));
            return report(0, End::Time);
        }
        let (solutions, report) = solved(puzzle, query);
        for solution in &solutions {
            let _ = visit(solution);
        }
        report
    })
}

#[test]
fn a_time_out_is_counted_and_costs_twice_the_limit() {
    let text = format!("{EULER}{}\n", ".".repeat(81).replacen("..", "12", 1));
    let slow = slow();
    let mut contestants = registry(&["bitmask"]);
    contestants.push(Contestant::Engine(&slow));
    let mut measure = measure(vec![corpus("mixed", &text)], contestants);
    let limit = Duration::from_millis(30);
    measure.plan.timeout = Some(limit);
    let (collected, outcome) = run(&measure);
    assert!(
        outcome.faults.is_empty(),
        "giving up is no fault: {:?}",
        outcome.faults
    );
    let of = |mode| {
        let own = |row: &&Row| row.engine == "slow" && row.mode == mode;
        collected.rows.iter().find(own).expect("a row")
    };
    let latency = of(Mode::Latency);
    assert_eq!(latency.status, Status::Measured);
    let open = |text: &str| text.matches(['0', '.']).count() as u64;
    let timed_out = text.lines().filter(|line| open(line) > 50).count() as u64;
    assert_eq!(
        (latency.solved, latency.timed_out),
        (3 - timed_out, timed_out)
    );
    assert!(timed_out >= 1 && latency.max_ns.unwrap() >= limit.as_nanos() as f64);
    let solved: f64 = collected
        .puzzles
        .iter()
        .filter(|row| row.engine == "slow" && row.settled)
        .map(|row| row.time_ns.unwrap())
        .sum();
    let par2 = (solved + timed_out as f64 * 2.0 * limit.as_nanos() as f64) / 3.0;
    assert!((latency.par2_ns.unwrap() - par2).abs() < 1.0);
    assert_eq!(latency.puzzles_per_s, None);
    let throughput = of(Mode::Throughput);
    assert_eq!(
        (throughput.status, throughput.wall_ns),
        (Status::Limited, None)
    );
    assert_eq!(throughput.unknown, timed_out);
}

#[test]
fn a_node_limit_is_told_apart_from_a_time_out() {
    let mut measure = measure(vec![corpus("euler", EULER)], registry(&["naive"]));
    measure.plan.max_nodes = Some(3);
    measure.plan.modes = vec![Mode::Latency];
    let (collected, _) = run(&measure);
    let row = &collected.rows[0];
    assert_eq!((row.solved, row.unknown, row.timed_out), (0, 2, 0));
    assert_eq!((row.par2_ns, row.puzzles_per_s), (None, None));
}

/// What must not depend on when or in how many pieces a measure was made.
fn lasting(row: &Row) -> Row {
    let counts = row
        .figures
        .split(' ')
        .filter(|figure| !figure.contains("_ns="));
    let counts: Vec<&str> = counts.collect();
    Row {
        date: String::new(),
        setup_ns: None,
        clock_ns: None,
        repeated: 0,
        passes: 0,
        warmup: 0,
        wall_ns: None,
        min_ns: None,
        median_ns: None,
        p90_ns: None,
        p99_ns: None,
        max_ns: None,
        mad_ns: None,
        par2_ns: None,
        puzzles_per_s: None,
        figures: counts.join(" "),
        ..row.clone()
    }
}

fn two_corpora() -> Vec<Corpus> {
    let small = corpus("small", SMALL).sampled(5, 3).permuted(3);
    vec![small, corpus("euler", EULER).permuted(3)]
}

fn two_rounds<'e>(before: Vec<Row>, cancel: &Cancel) -> Measure<'e> {
    let mut measure = measure(two_corpora(), registry(&["bitmask", "dlx"]));
    measure.plan.rounds = 2;
    measure.plan.seed = 3;
    measure.before = before;
    measure.cancel = cancel.clone();
    measure
}

#[test]
fn a_measure_interrupted_anywhere_and_continued_is_whole() {
    let (whole, _) = run(&two_rounds(Vec::new(), &Cancel::new()));
    let sorted = |rows: &[Row]| {
        let mut rows: Vec<Row> = rows.iter().map(lasting).collect();
        rows.sort_by_key(|row| {
            let who = (row.corpus.clone(), row.engine.clone());
            (row.round, who, row.mode.word())
        });
        rows
    };
    assert_eq!(whole.rows.len(), 16);
    for count in [1, 9] {
        let cancel = Cancel::new();
        let mut collected = Collected {
            cancel_after: Some((count, cancel.clone())),
            ..Collected::default()
        };
        let outcome = two_rounds(Vec::new(), &cancel).run(&mut collected).unwrap();
        assert!(outcome.cancelled);
        assert_eq!(collected.rows.len(), count, "nothing is half measured");
        let (rest, outcome) = run(&two_rounds(collected.rows.clone(), &Cancel::new()));
        assert!(!outcome.cancelled);
        assert_eq!(rest.rows.len(), 16 - count, "only what was missing");
        let both = [collected.rows, rest.rows].concat();
        assert!(sorted(&both) == sorted(&whole.rows), "not the same rows");
    }
    let (nothing, _) = run(&two_rounds(whole.rows.clone(), &Cancel::new()));
    assert!(nothing.rows.is_empty());
}

#[test]
fn rows_of_another_measure_are_not_continued() {
    let (whole, _) = run(&two_rounds(Vec::new(), &Cancel::new()));
    let refused = |measure: Measure<'_>| {
        let unlike = measure
            .run(&mut Collected::default())
            .expect_err("another measure");
        unlike.to_string()
    };
    let mut other = two_rounds(whole.rows.clone(), &Cancel::new());
    other.plan.seed = 4;
    assert_eq!(
        refused(other),
        "the record is of another measure: the seed was 3, and is 4"
    );
    let mut other = two_rounds(whole.rows.clone(), &Cancel::new());
    other.plan.task = polydoku_harness::Task::First;
    assert!(refused(other).contains("the task was unique, and is first"));
    let mut other = two_rounds(whole.rows, &Cancel::new());
    other.corpora[0] = corpus("small", EULER);
    assert!(refused(other).contains("the hash of the corpus was "));
}

#[test]
fn a_watcher_that_has_enough_ends_it() {
    let mut collected = Collected {
        enough: Some(2),
        ..Collected::default()
    };
    let outcome = two_rounds(Vec::new(), &Cancel::new())
        .run(&mut collected)
        .unwrap();
    assert_eq!(collected.rows.len(), 2);
    assert!(!outcome.cancelled);
}

/// There is always one round, and none that would end too late.
#[test]
fn no_round_begins_that_would_end_too_late() {
    let mut measure = two_rounds(Vec::new(), &Cancel::new());
    measure.plan.time = Some(Duration::ZERO);
    let (collected, outcome) = run(&measure);
    assert_eq!((outcome.rounds, collected.rows.len()), (1, 8));
}

#[test]
fn threads_are_rows_of_their_own() {
    let mut measure = measure(two_corpora(), registry(&["simd", "naive/sets"]));
    measure.plan.modes = vec![Mode::Throughput];
    measure.plan.threads = vec![1, 2, 3];
    let (collected, outcome) = run(&measure);
    assert!(outcome.faults.is_empty());
    for row in collected
        .rows
        .iter()
        .filter(|row| row.status == Status::Measured)
    {
        assert_eq!(row.mode, Mode::Throughput);
        assert!(row.wall_ns.unwrap() > 0.0);
    }
    let threads = |engine: &str, corpus: &str| {
        let own = |row: &&Row| row.engine == engine && row.corpus == corpus;
        collected
            .rows
            .iter()
            .filter(own)
            .map(|row| row.threads)
            .collect::<Vec<_>>()
    };
    assert_eq!(threads("naive/sets", "small"), [Some(1), Some(2), Some(3)]);
    assert_eq!(threads("simd", "euler"), [Some(1), Some(2), Some(3)]);
    assert_eq!(
        threads("simd", "small"),
        [None],
        "it takes the classic 9x9 only"
    );
    let level = collected
        .rows
        .iter()
        .find(|row| row.engine == "simd")
        .unwrap();
    let levels = ["portable", "avx2", "avx512"];
    assert!(
        levels.contains(&level.instruction_set.as_str()),
        "{}",
        level.instruction_set
    );
}
