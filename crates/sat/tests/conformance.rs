//! The testkit's conformance suite on the SAT family.

use polydoku_core::Engine;

fn row(number: usize) -> Box<dyn Engine> {
    polydoku_sat::engines().swap_remove(number)
}

polydoku_testkit::conformance! {
    minimal => &polydoku_sat::Minimal,
    extended => &polydoku_sat::Extended,
    optimised => &polydoku_sat::Optimised,
    reuse => &polydoku_sat::Reused,
    best => &polydoku_sat::Sat,
}

#[test]
fn no_row_is_left_out() {
    let names: Vec<&str> = (0..5).map(|number| row(number).info().name).collect();
    let expected = [
        "sat/minimal",
        "sat/extended",
        "sat/optimised",
        "sat/reuse",
        "sat",
    ];
    assert_eq!(names, expected);
    assert_eq!(polydoku_sat::engines().len(), 5);
}
