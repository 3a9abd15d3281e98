//! The testkit's suite on the three textbook backtrackers.

polydoku_testkit::conformance! {
    naive => &*polydoku_naive::scan(),
    tables => &*polydoku_naive::tables(),
    sets => &*polydoku_naive::sets(),
}
