//! Undoing brings back everything: both structures, checked on the inside.
//!
//! Every branch of a small search is taken and undone, and after each undoing
//! the whole structure must be as it was at the mark: links to the byte, sparse
//! sets with the same sets in any order. A fault here is the classic one of
//! dancing links: uncovering in another order than the opposite of covering.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::ops::ControlFlow;

use polydoku_core::End;

use crate::cells::Cells;
use crate::links::Links;
use crate::matrix::{Matrix, Pick, Watch};

struct Deaf;

impl Watch for Deaf {
    fn enter(&mut self, _: usize) -> ControlFlow<End> {
        ControlFlow::Continue(())
    }
    fn solution(&mut self, _: impl ExactSizeIterator<Item = u32>) -> ControlFlow<End> {
        ControlFlow::Continue(())
    }
}

/// A structure that can be looked at from outside.
trait Seen: Matrix<W = u16> {
    type Picture: PartialEq + Debug;
    fn picture(&self) -> Self::Picture;
}

impl Seen for Links<u16> {
    type Picture = (Vec<[u16; 4]>, Vec<u16>);
    fn picture(&self) -> Self::Picture {
        self.contents()
    }
}

impl<const K: usize> Seen for Cells<u16, K> {
    type Picture = Vec<(u16, BTreeSet<u16>)>;
    fn picture(&self) -> Self::Picture {
        self.contents()
    }
}

/// The empty 4x4 grid, its boxes as secondary items: 64 options of four items,
/// 48 of 64 items primary. A box of four cells with no digit twice has all four,
/// so this is the Sudoku with its 288 solutions all the same.
fn grid<M: Seen>() -> M {
    let mut matrix = M::default();
    matrix.shape(48, &[4; 64]);
    for cell in 0..16u16 {
        let (row, col) = (cell / 4, cell % 4);
        let square = row / 2 * 2 + col / 2;
        for digit in 0..4 {
            let house = |kind: u16, number: u16| 16 * kind + 4 * number + digit;
            let items = [cell, house(1, row), house(2, col), house(3, square)];
            matrix.append(u32::from(cell * 4 + digit), items);
        }
    }
    matrix.ready();
    matrix
}

/// Takes and undoes every branch, as the search does: the last option of an
/// item is left for the caller to undo. Returns how many solutions it met.
fn explore<M: Seen>(matrix: &mut M, chosen: &mut Vec<u16>) -> u32 {
    let Pick::Item(item, size) = matrix.choose() else {
        return 1;
    };
    let starved = matrix.cover(item, &mut Deaf);
    let mut node = matrix.first(item);
    let (mark, level, picture) = (matrix.save(), chosen.len(), matrix.picture());
    let mut solutions = 0;
    for left in (0..usize::from(size)).rev() {
        chosen.push(node);
        if matrix.commit(node, starved, &mut Deaf) {
            solutions += explore(matrix, chosen);
        }
        if left > 0 {
            matrix.restore(mark, &chosen[level..], left == 1);
            chosen.truncate(level);
            assert_eq!(matrix.picture(), picture, "at level {level}");
            node = matrix.next(item, node, left - 1);
        }
    }
    solutions
}

#[test]
fn links_are_restored_to_the_byte() {
    assert_eq!(explore(&mut grid::<Links<u16>>(), &mut Vec::new()), 288);
}

#[test]
fn sets_are_restored_whatever_their_order() {
    assert_eq!(explore(&mut grid::<Cells<u16, 0>>(), &mut Vec::new()), 288);
    assert_eq!(explore(&mut grid::<Cells<u16, 4>>(), &mut Vec::new()), 288);
}
