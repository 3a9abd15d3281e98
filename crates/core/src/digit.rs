//! Symbols as numbers: one digit, and a set of digits.
//!
//! A `Digit` counts from 1; 0 never means a digit, so `Option<Digit>` is one
//! byte in which 0 is an open cell, and a grid is plain bytes. A `DigitSet` is
//! one bit a digit, digit 1 in bit 0:
//!
//! ```text
//! bit   63 ......... 8 7 6 5 4 3 2 1 0
//! digit 64 ......... 9 8 7 6 5 4 3 2 1
//! ```
//!
//! How a digit is written (`7`, `A`, `36`) is `text`'s business.

use std::fmt;
use std::num::NonZeroU8;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// One of the symbols of a puzzle, from 1 to at most [`Digit::MAX`].
///
/// `Option<Digit>` is guaranteed to be one byte with `None` as 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// The largest digit of the largest rules (64x64).
    pub const MAX: u8 = 64;

    /// The digit with this value, or `None` for 0 (an open cell) and for
    /// values beyond [`Digit::MAX`].
    #[inline]
    pub const fn new(value: u8) -> Option<Digit> {
        if value > Self::MAX {
            return None;
        }
        match NonZeroU8::new(value) {
            Some(value) => Some(Digit(value)),
            None => None,
        }
    }

    /// The digit at this 0-based position: 0 is digit 1.
    ///
    /// # Panics
    /// If `index` is 64 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Digit {
        assert!(index < Self::MAX as usize, "a digit's index is below 64");
        match NonZeroU8::new(index as u8 + 1) {
            Some(value) => Digit(value),
            None => unreachable!(),
        }
    }

    /// The value, from 1 to 64.
    #[inline]
    pub const fn get(self) -> u8 {
        self.0.get()
    }

    /// The 0-based position, for tables: digit 1 is 0.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0.get() - 1) as usize
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of digits, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
#[repr(transparent)]
pub struct DigitSet(u64);

impl DigitSet {
    /// No digit.
    pub const EMPTY: DigitSet = DigitSet(0);

    /// The digits 1 to `size`, for `size` up to 64.
    #[inline]
    pub const fn all(size: usize) -> DigitSet {
        if size >= 64 {
            DigitSet(u64::MAX)
        } else {
            DigitSet((1 << size) - 1)
        }
    }

    /// The set of one digit.
    #[inline]
    pub const fn only(digit: Digit) -> DigitSet {
        // `& 63` states what `Digit` guarantees, so no overflow check is left.
        DigitSet(1 << (digit.index() & 63))
    }

    /// The set with these bits, digit 1 in bit 0.
    #[inline]
    pub const fn from_bits(bits: u64) -> DigitSet {
        DigitSet(bits)
    }

    /// The bits, digit 1 in bit 0.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether no digit is in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many digits are in it.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether `digit` is in it.
    #[inline]
    pub const fn contains(self, digit: Digit) -> bool {
        self.0 & Self::only(digit).0 != 0
    }

    /// Adds a digit.
    #[inline]
    pub const fn insert(&mut self, digit: Digit) {
        self.0 |= Self::only(digit).0;
    }

    /// Takes a digit out, if it is there.
    #[inline]
    pub const fn remove(&mut self, digit: Digit) {
        self.0 &= !Self::only(digit).0;
    }

    /// The smallest digit.
    #[inline]
    pub const fn first(self) -> Option<Digit> {
        if self.0 == 0 {
            None
        } else {
            Some(Digit::from_index((self.0.trailing_zeros() & 63) as usize))
        }
    }

    /// The set of the smallest digit alone; empty if this one is.
    #[inline]
    pub const fn lowest(self) -> DigitSet {
        DigitSet(self.0 & self.0.wrapping_neg())
    }

    /// The digit, if it is the only one.
    #[inline]
    pub const fn single(self) -> Option<Digit> {
        if self.0.is_power_of_two() {
            self.first()
        } else {
            None
        }
    }

    /// The digits in ascending order.
    #[inline]
    pub const fn iter(self) -> Digits {
        Digits(self)
    }
}

impl BitAnd for DigitSet {
    type Output = DigitSet;
    #[inline]
    fn bitand(self, other: DigitSet) -> DigitSet {
        DigitSet(self.0 & other.0)
    }
}

impl BitAndAssign for DigitSet {
    #[inline]
    fn bitand_assign(&mut self, other: DigitSet) {
        self.0 &= other.0;
    }
}

impl BitOr for DigitSet {
    type Output = DigitSet;
    #[inline]
    fn bitor(self, other: DigitSet) -> DigitSet {
        DigitSet(self.0 | other.0)
    }
}

impl BitOrAssign for DigitSet {
    #[inline]
    fn bitor_assign(&mut self, other: DigitSet) {
        self.0 |= other.0;
    }
}

/// Set difference.
impl Sub for DigitSet {
    type Output = DigitSet;
    #[inline]
    fn sub(self, other: DigitSet) -> DigitSet {
        DigitSet(self.0 & !other.0)
    }
}

impl SubAssign for DigitSet {
    #[inline]
    fn sub_assign(&mut self, other: DigitSet) {
        self.0 &= !other.0;
    }
}

impl FromIterator<Digit> for DigitSet {
    fn from_iter<I: IntoIterator<Item = Digit>>(digits: I) -> DigitSet {
        let mut set = DigitSet::EMPTY;
        for digit in digits {
            set.insert(digit);
        }
        set
    }
}

impl IntoIterator for DigitSet {
    type Item = Digit;
    type IntoIter = Digits;
    fn into_iter(self) -> Digits {
        self.iter()
    }
}

impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The digits of a set, ascending. Made by [`DigitSet::iter`].
#[derive(Clone, Debug)]
pub struct Digits(DigitSet);

impl Iterator for Digits {
    type Item = Digit;

    #[inline]
    fn next(&mut self) -> Option<Digit> {
        let digit = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(digit)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Digits {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_or_filled_cell_is_one_byte() {
        assert_eq!(size_of::<Option<Digit>>(), 1);
    }

    #[test]
    fn digits_run_from_1_to_64() {
        assert_eq!(Digit::new(0), None);
        assert_eq!(Digit::new(65), None);
        assert_eq!(Digit::new(64).map(Digit::index), Some(63));
        assert_eq!(Digit::from_index(0).get(), 1);
    }

    #[test]
    fn sets_hold_what_was_put_in() {
        let three = Digit::from_index(2);
        let last = Digit::from_index(63);
        let mut set: DigitSet = [last, three].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [three, last]);
        assert_eq!((set.len(), set.single()), (2, None));
        assert_eq!(set.lowest(), DigitSet::only(three));
        assert_eq!(DigitSet::EMPTY.lowest(), DigitSet::EMPTY);
        set.remove(last);
        assert_eq!(set.single(), Some(three));
        assert!(set.contains(three) && !set.contains(last));
        assert_eq!(DigitSet::all(64).len(), 64);
        assert_eq!(DigitSet::all(9) - set, DigitSet::from_bits(0b1_1111_1011));
    }
}
