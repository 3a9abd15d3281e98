//! A small generator of random numbers whose output never changes.
//!
//! SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
//! generators", OOPSLA 2014; constants of Stafford's variant 13, as in Vigna's
//! public-domain `splitmix64.c`): a counter advanced by the golden ratio, and a
//! finaliser. 64 bits of state are plenty for shuffling a grid; it is no source
//! of secrets. It is written out here, in ten lines, because "same seed, same
//! isomorph" must outlive any crate's next version.

/// The generator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// The generator that starts from this seed.
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`, each with equal chance (Lemire's multiplication
    /// with rejection, arXiv:1805.10941).
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "no number is below 0");
        // 2^64 mod bound: products whose low half is below it are drawn again.
        let uneven = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.bits()) * u128::from(bound);
            if product as u64 >= uneven {
                return (product >> 64) as u64;
            }
        }
    }

    /// The numbers below `len` in random order (Fisher and Yates, from the end).
    pub fn permutation(&mut self, len: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..len).collect();
        self.shuffle(&mut order);
        order
    }

    /// Puts things into random order.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs for seed 1234567, as published with Vigna's reference
    /// code and used as the test vector of several libraries.
    #[test]
    fn the_published_sequence_comes_out() {
        let mut random = SplitMix64::new(1_234_567);
        let got: Vec<u64> = (0..5).map(|_| random.bits()).collect();
        assert_eq!(
            got,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
    }

    #[test]
    fn numbers_below_a_bound_are_even() {
        let mut random = SplitMix64::new(1);
        let mut times = [0u32; 6];
        for _ in 0..60_000 {
            times[random.below(6) as usize] += 1;
        }
        // Five standard deviations of a binomial with 60,000 draws of 1/6.
        assert!(times.iter().all(|&n| n.abs_diff(10_000) < 457), "{times:?}");
    }

    #[test]
    fn a_permutation_holds_each_number_once() {
        let mut order = SplitMix64::new(7).permutation(64);
        assert_ne!(order, (0..64).collect::<Vec<_>>());
        order.sort_unstable();
        assert_eq!(order, (0..64).collect::<Vec<_>>());
    }
}
