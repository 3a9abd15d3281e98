//! The choice of an item: the first of those with the fewest options, or the
//! first that has none.
//!
//! Knuth walks the linked list of items that are still to be covered, one
//! dependent load an item. Here the sizes stand side by side in item order, the
//! covered ones with their top bit set, so the smallest is found by a plain
//! minimum over a slice, which the compiler turns into vector instructions (32
//! sizes in about a dozen of them with SSE2 alone). The result is the same item
//! that the walk would have found. What was measured is in the crate's essay.

use crate::matrix::Pick;
use crate::width::Width;

/// Sizes looked at together.
const BLOCK: usize = 32;

/// The first item with the fewest options, given the sizes of the primary ones.
///
/// None of them is 0: the search looks for that once at its root, and `commit`
/// lets none pass.
#[inline]
pub(crate) fn first_smallest<W: Width>(sizes: &[W]) -> Pick<W> {
    let (mut least, mut start) = (W::COVERED, 0);
    for (number, block) in sizes.chunks(BLOCK).enumerate() {
        // Known to be 32 long, the minimum becomes a vector one.
        let smallest = match <&[W; BLOCK]>::try_from(block) {
            Ok(block) => block.iter().fold(W::COVERED, |a, &b| a.min(b)),
            Err(_) => block.iter().fold(W::COVERED, |a, &b| a.min(b)),
        };
        if smallest < least {
            (least, start) = (smallest, number * BLOCK);
            // No size is 0 here (see above), so nothing later is smaller.
            if least == W::of(1) {
                break;
            }
        }
    }
    if least == W::COVERED {
        return Pick::Solved;
    }
    let place = sizes[start..].iter().position(|&size| size == least);
    let place = place.expect("the minimum is one of the sizes");
    Pick::Item(W::of(start + place), least)
}

/// The first item without options, given the sizes of the primary ones.
#[inline]
pub(crate) fn first_empty<W: Width>(sizes: &[W]) -> Option<usize> {
    let empty = |size: &W| *size == W::of(0);
    // Mostly there is none. To look at all of them is a vector loop; to stop at
    // the first would be a jump a size.
    let any = sizes.iter().fold(false, |any, size| any | empty(size));
    if any {
        return sizes.iter().position(empty);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_empty_one_is_found() {
        let mut sizes = vec![1u16; 100];
        assert_eq!(first_empty(&sizes), None);
        sizes[70] = 0;
        assert_eq!(first_empty(&sizes), Some(70));
        sizes[3] = 0u16.covered();
        assert_eq!(first_empty(&sizes), Some(70));
        sizes[4] = 0;
        assert_eq!(first_empty(&sizes), Some(4));
        assert_eq!(first_empty::<u16>(&[]), None);
    }

    /// What it should be, by the definition.
    fn by_definition(sizes: &[u16]) -> Option<(usize, u16)> {
        let open = |&(_, &size): &(usize, &u16)| size < u16::COVERED;
        let least = sizes
            .iter()
            .enumerate()
            .filter(open)
            .map(|(_, &s)| s)
            .min()?;
        Some((sizes.iter().position(|&size| size == least)?, least))
    }

    #[test]
    fn the_first_of_the_smallest_is_found() {
        let mut state = 1u32;
        for length in 0..150 {
            for spread in [1, 2, 3, 9, 300] {
                let sizes: Vec<u16> = (0..length)
                    .map(|_| {
                        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        let size = (state >> 16) as u16 % spread + 1;
                        if state >> 9 & 3 == 0 {
                            size.covered()
                        } else {
                            size
                        }
                    })
                    .collect();
                let found = match first_smallest(&sizes) {
                    Pick::Solved => None,
                    Pick::Item(item, size) => Some((item.at(), size)),
                };
                assert_eq!(found, by_definition(&sizes), "{sizes:?}");
            }
        }
    }
}
