//! The testkit's conformance suite on the exact-cover family.

use polydoku_core::Engine;

fn row(number: usize) -> Box<dyn Engine> {
    polydoku_dlx::engines().swap_remove(number)
}

polydoku_testkit::conformance! {
    first => &*row(0),
    second => &*row(1),
}

#[test]
fn no_row_is_left_out() {
    assert_eq!(polydoku_dlx::engines().len(), 2);
}
