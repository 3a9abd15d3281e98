//! `polydoku explain`: a table and sentences, or lines for programs; what they say of
//! times is not tested, but that they hang together.

mod program;

use program::run;
use serde_json::Value;

const QUICK: [&str; 6] = [
    "--time",
    "300ms",
    "--sample",
    "6",
    "-e",
    "naive,bitmask,dlx",
];

#[test]
fn text_names_the_best_and_fits_eighty_columns() {
    let ran = run(&[&["explain", "@medium"], &QUICK[..]].concat());
    assert_eq!(ran.status, 0, "{}", ran.err);
    for line in ran.out.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    assert!(ran.out.starts_with("3 engines on 6 puzzles"), "{}", ran.out);
    for words in [
        "Best is ",
        "a node is ",
        "separate the engines most",
        "@medium:",
    ] {
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    }
    let one = run(&["explain", "1.....3....4.2..", "--time", "50ms"]);
    assert_eq!(one.status, 0, "{}", one.err);
    assert!(!one.out.contains("simd"), "it takes 9x9 only: {}", one.out);
    assert!(!one.out.contains("separate"), "{}", one.out);
}

#[test]
fn lines_for_programs_hang_together() {
    let ran = run(&[&["explain", "@medium", "-o", "jsonl"], &QUICK[..]].concat());
    assert_eq!(ran.status, 0, "{}", ran.err);
    let lines: Vec<Value> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    let about =
        |what: &str| -> Vec<&Value> { lines.iter().filter(|line| line["about"] == what).collect() };
    let (engines, rivals, separators) = (about("engine"), about("rival"), about("separator"));
    assert_eq!((engines.len(), rivals.len(), separators.len()), (3, 2, 5));
    let means: Vec<f64> = engines
        .iter()
        .map(|e| e["mean_ns"].as_f64().unwrap())
        .collect();
    assert!(means.is_sorted(), "the best comes first: {means:?}");
    for rival in rivals {
        assert_eq!(rival["best"], engines[0]["engine"]);
        assert!(rival["ratio"].as_f64().unwrap() >= 1.0);
    }
    for separator in separators {
        let [fast, slow] = ["fastest_ns", "slowest_ns"].map(|k| separator[k].as_f64().unwrap());
        assert!(fast <= slow);
        assert_eq!(separator["puzzle"].as_str().unwrap().len(), 81);
    }
}

#[test]
fn what_cannot_be_explained_is_said() {
    let ran = run(&["explain", "@4x4", "-e", "simd"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("simd cannot be used here"), "{}", ran.err);
    let ran = run(&["explain", "@4x4", "-e", "navie"]);
    assert!(ran.status == 2 && ran.err.contains("naive"), "{}", ran.err);
    let ran = run(&["explain", "11.............."]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("invalid: 1 twice in row 1"), "{}", ran.err);
}
