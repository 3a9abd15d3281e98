//! The testkit's conformance suite on the vector family, every instruction set
//! that this machine has.

use polydoku_simd::Simd;

polydoku_testkit::conformance! {
    best => &Simd::best(),
    first => &Simd::engines()[0],
    second => &Simd::engines()[1],
    third => &Simd::engines()[2],
    fourth => &Simd::engines()[3],
}
