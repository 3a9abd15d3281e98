//! Three cells in one word: the arithmetic everything else is made of.
//!
//! A `u32` holds three sets of digits, one bit a digit, in three fields of ten
//! bits. Nine bits are the digits, the tenth is the field's guard: it is 0 in
//! every stored word and catches the carry of an addition, so that one ordinary
//! 32-bit addition asks a question of three cells at once and no field disturbs
//! its neighbour.
//!
//! ```text
//! bit  31 30 | 29 | 28 ... 20 | 19 | 18 ... 10 |  9 | 8 ... 0
//!       0  0 |  0 | stack 2   |  0 | stack 1   |  0 | stack 0
//!              guard            guard            guard
//! ```
//!
//! Only `+`, `&`, `|`, `!` and shifts by constants are used: no comparison, no
//! minimum, no shuffle. Any processor has these, and a compiler turns a loop
//! over them into vector code by itself, which is why a sweep needs neither
//! intrinsics nor a vector type.

/// Digit 1 of all three fields.
pub(crate) const ONES: u32 = 1 | 1 << 10 | 1 << 20;
/// All nine digits in all three fields.
pub(crate) const FULL: u32 = 0x1FF * ONES;
/// The guards of all three fields.
pub(crate) const GUARDS: u32 = 0x200 * ONES;

/// Each field without its lowest digit. The guards stay clear.
///
/// Adding 511 to a field is subtracting 1 and adding 512: below the guard it
/// leaves `field - 1`, and `x & (x - 1)` drops the lowest bit.
#[inline(always)]
pub(crate) const fn without_lowest(word: u32) -> u32 {
    word & (word + FULL)
}

/// All nine digits where a field is empty, none (and the guard) where it is
/// not: made to be the right-hand side of an `&`.
///
/// After adding 511 the guard says "not empty". Moved down to the field's
/// lowest bit it is 1 or 0, and 511 plus that is `1_000000000` or `0_111111111`.
#[inline(always)]
pub(crate) const fn full_if_empty(word: u32) -> u32 {
    (((word + FULL) >> 9) & ONES) + FULL
}

/// Fields moved up by one: 0 to 1, 1 to 2, 2 to 0. Leaves rubbish in the bits
/// above the fields, so the result must be masked by a clean word.
#[inline(always)]
pub(crate) const fn rotated(word: u32) -> u32 {
    (word << 10) | (word >> 20)
}

/// Fields moved down by one: 1 to 0, 2 to 1, 0 to 2; rubbish as in [`rotated`].
#[inline(always)]
pub(crate) const fn rotated_back(word: u32) -> u32 {
    (word >> 10) | (word << 20)
}

/// The word of three sets of nine bits.
#[inline(always)]
pub(crate) const fn word(fields: [u32; 3]) -> u32 {
    fields[0] | fields[1] << 10 | fields[2] << 20
}

/// One field of a word.
#[inline(always)]
pub(crate) const fn field(word: u32, stack: usize) -> u32 {
    (word >> (10 * stack)) & 0x1FF
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every value of one field between neighbours that are empty, full or
    /// single, so that a carry which strays would show.
    fn every_field(check: impl Fn(u32, [u32; 3])) {
        for value in 0..512 {
            for other in [0, 1, 256, 511] {
                for fields in [
                    [value, other, 511],
                    [other, value, other],
                    [0, other, value],
                ] {
                    check(word(fields), fields);
                }
            }
        }
    }

    #[test]
    fn the_lowest_digit_of_each_field_is_dropped() {
        every_field(|w, fields| {
            let expected = fields.map(|f| f & f.wrapping_sub(1));
            assert_eq!(without_lowest(w), word(expected), "{fields:?}");
        });
    }

    #[test]
    fn emptiness_is_told_field_by_field() {
        every_field(|w, fields| {
            let expected = fields.map(|f| if f == 0 { 511 } else { 0 });
            assert_eq!(full_if_empty(w) & FULL, word(expected), "{fields:?}");
        });
    }

    #[test]
    fn rotations_rename_the_fields() {
        every_field(|w, [a, b, c]| {
            assert_eq!(rotated(w) & FULL, word([c, a, b]));
            assert_eq!(rotated_back(w) & FULL, word([b, c, a]));
            assert_eq!([field(w, 0), field(w, 1), field(w, 2)], [a, b, c]);
        });
    }
}
