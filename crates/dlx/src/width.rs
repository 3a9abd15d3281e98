//! How wide an index is: two bytes for small matrices, four for large ones.
//!
//! A 9x9 matrix has at most 2,916 entries, a 25x25 one 62,500: two bytes do, and
//! half the memory means twice the cache. They buy a second thing. A table of
//! exactly 65,536 entries indexed by a `u16` can never be indexed out of bounds,
//! the compiler knows it, and safe code loses its bounds checks:
//!
//! ```text
//! u16   FullTable    Box<[T; 65536]>   no checks; pages never touched cost nothing
//! u32   GrownTable   Vec<T>            checked as usual
//! ```
//!
//! The system hands out zeroed memory page by page when it is first touched, so
//! a 9x9 solver with seven such tables still lives in about 30 KiB. This module
//! knows nothing of matrices.

use std::fmt::Debug;
use std::ops::{Index, IndexMut};

/// An unsigned integer used as an index, and the tables that it indexes.
pub(crate) trait Width: Copy + Eq + Ord + Default + Debug {
    /// The top bit: it marks the size of a covered item, so that a search for
    /// the smallest size passes over it. Sizes stay below it.
    const COVERED: Self;
    /// How many indices there are.
    const INDICES: usize;
    /// One index each.
    type Table: Table<Self, Self>;
    /// Four indices each: all the search needs of a node lies in one place.
    type Records: Table<Self, [Self; 4]>;
    /// One option number each.
    type Labels: Table<Self, u32>;

    /// The index of this number, which must be below `INDICES`.
    fn of(index: usize) -> Self;
    /// The number.
    fn at(self) -> usize;
    /// One more.
    fn up(self) -> Self;
    /// One less.
    fn down(self) -> Self;
    /// With the bits of `mask` flipped.
    fn flip(self, mask: usize) -> Self;
    /// The sum.
    fn plus(self, other: Self) -> Self;
    /// The difference.
    fn minus(self, other: Self) -> Self;
    /// With the top bit set.
    fn covered(self) -> Self;
    /// With the top bit cleared.
    fn uncovered(self) -> Self;
}

/// A table of `T` indexed by `W`.
pub(crate) trait Table<W, T>:
    Index<W, Output = T> + IndexMut<W, Output = T> + Default + Debug
{
    /// Makes room for this many entries.
    fn reserve(&mut self, entries: usize);
    /// All entries there is room for.
    fn as_slice(&self) -> &[T];
    /// All entries there is room for.
    fn as_mut_slice(&mut self) -> &mut [T];
}

/// An entry for every `u16`.
pub(crate) struct FullTable<T>(Box<[T; 1 << 16]>);

/// Types whose zeroes `vec!` takes from the system without writing them.
pub(crate) trait Zeroed: Copy {
    /// 65,536 zeroes.
    fn zeroes() -> Vec<Self>;
}

macro_rules! zeroed {
    ($($entry:ty = $zero:expr),*) => {$(
        impl Zeroed for $entry {
            fn zeroes() -> Vec<$entry> {
                vec![$zero; 1 << 16]
            }
        }
    )*};
}
zeroed!(u16 = 0, u32 = 0, [u16; 4] = [0; 4]);

impl<T: Zeroed> Default for FullTable<T> {
    fn default() -> Self {
        let entries = T::zeroes().into_boxed_slice();
        FullTable(entries.try_into().ok().expect("65,536 entries were made"))
    }
}

impl<T> Debug for FullTable<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FullTable")
    }
}

impl<T> Index<u16> for FullTable<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, index: u16) -> &T {
        &self.0[usize::from(index)]
    }
}

impl<T> IndexMut<u16> for FullTable<T> {
    #[inline(always)]
    fn index_mut(&mut self, index: u16) -> &mut T {
        &mut self.0[usize::from(index)]
    }
}

impl<T: Zeroed> Table<u16, T> for FullTable<T> {
    fn reserve(&mut self, entries: usize) {
        assert!(entries <= self.0.len(), "two bytes are wide enough");
    }
    #[inline(always)]
    fn as_slice(&self) -> &[T] {
        &self.0[..]
    }
    #[inline(always)]
    fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.0[..]
    }
}

/// As many entries as were needed so far.
#[derive(Default)]
pub(crate) struct GrownTable<T>(Vec<T>);

impl<T> Debug for GrownTable<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "GrownTable({})", self.0.len())
    }
}

impl<T> Index<u32> for GrownTable<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, index: u32) -> &T {
        &self.0[index as usize]
    }
}

impl<T> IndexMut<u32> for GrownTable<T> {
    #[inline(always)]
    fn index_mut(&mut self, index: u32) -> &mut T {
        &mut self.0[index as usize]
    }
}

impl<T: Copy + Default> Table<u32, T> for GrownTable<T> {
    fn reserve(&mut self, entries: usize) {
        if self.0.len() < entries {
            self.0.resize(entries, T::default());
        }
    }
    #[inline(always)]
    fn as_slice(&self) -> &[T] {
        &self.0
    }
    #[inline(always)]
    fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.0
    }
}

macro_rules! width {
    ($int:ty, $table:ident) => {
        impl Width for $int {
            const COVERED: Self = 1 << (<$int>::BITS - 1);
            const INDICES: usize = <$int>::MAX as usize + 1;
            type Table = $table<$int>;
            type Records = $table<[$int; 4]>;
            type Labels = $table<u32>;

            #[inline(always)]
            fn of(index: usize) -> Self {
                debug_assert!(index < Self::INDICES);
                index as $int
            }
            #[inline(always)]
            fn at(self) -> usize {
                self as usize
            }
            #[inline(always)]
            fn up(self) -> Self {
                self.wrapping_add(1)
            }
            #[inline(always)]
            fn down(self) -> Self {
                self.wrapping_sub(1)
            }
            #[inline(always)]
            fn flip(self, mask: usize) -> Self {
                self ^ mask as $int
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn covered(self) -> Self {
                self | Self::COVERED
            }
            #[inline(always)]
            fn uncovered(self) -> Self {
                self & !Self::COVERED
            }
        }
    };
}
width!(u16, FullTable);
width!(u32, GrownTable);
