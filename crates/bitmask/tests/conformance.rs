//! The testkit's conformance suite on the bitmask family.

use polydoku_bitmask as family;

polydoku_testkit::conformance! {
    best => &*family::best(),
    mrv => &*family::mrv(),
    singles => &*family::singles(),
    locked => &*family::locked(),
}
