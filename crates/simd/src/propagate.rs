//! One sweep: everything the engine infers, on the whole grid at once.
//!
//! A sweep has three phases. Each is a loop over lanes whose body is straight
//! code on `u32`s (see [`triple`](crate::triple)); the compiler makes vectors
//! of it, as wide as the caller's instruction set allows. Lanes do not talk to
//! each other.
//!
//! ```text
//! cells[3r + c]  9 rows of lanes for one band, a lane's word = three stacks
//! certain[r]     digits that must stand in mini-row r      (from phase 1)
//! down[c]        what mini-column c may hold               (1 makes, 2 narrows)
//! upright[c]     digits that must stand in mini-column c   (from phase 2)
//! ```
//!
//! 1. `close_rows`, per band. Naked singles leave the other cells of their
//!    box. Then for each digit only those mini-rows stay that occur in one of
//!    the six ways to put the digit into the band's three rows and three
//!    boxes; that is naked and hidden singles for rows and boxes at the level
//!    of mini-rows, and both kinds of locked candidates, in one formula.
//!    Three digits certain of the same mini-row leave no room for others.
//! 2. `close_columns`, the same for mini-columns, across bands.
//! 3. `settle_cells`, per band. A digit certain of a mini-row and of a
//!    mini-column stands where they cross: that is every hidden single.
//!
//! `ok` collects what must hold (each box has a place for each digit, each cell
//! a digit), `sum` adds all words up. Cells only ever lose candidates, so an
//! equal sum means an unchanged grid, or, once in millions of sweeps, that the
//! candidates lost add up to exactly 2^32 (see `Split::of`).

use crate::board::WIDE;
use crate::triple::{FULL, GUARDS, full_if_empty, rotated, rotated_back, without_lowest};

/// One value a lane.
pub(crate) type Row<const N: usize> = [u32; N];

/// What may stay in a mini-row (or mini-column) that certainly holds `certain`:
/// those alone if they are three or more, otherwise anything. More than three
/// is a contradiction, found elsewhere.
#[inline(always)]
fn only_if_three(certain: u32) -> u32 {
    full_if_empty(without_lowest(without_lowest(certain))) | certain
}

/// Phase 1, for one band.
#[inline(always)]
pub(crate) fn close_rows<const N: usize>(
    cells: &mut [Row<N>; 9],
    certain: &mut [Row<N>; 3],
    down: &mut [Row<N>; 3],
    ok: &mut Row<N>,
) {
    for k in 0..N {
        let mut single = [0; 9];
        for i in 0..9 {
            let cell = cells[i][k];
            single[i] = cell & full_if_empty(without_lowest(cell));
        }
        let mut singles = [0; 3];
        for r in 0..3 {
            singles[r] = single[3 * r] | single[3 * r + 1] | single[3 * r + 2];
        }
        let others = !(singles[0] | singles[1] | singles[2]);
        let mut may = [0; 3];
        for r in 0..3 {
            let row = cells[3 * r][k] | cells[3 * r + 1][k] | cells[3 * r + 2][k];
            may[r] = (row & others) | singles[r];
        }
        // A layout puts the digit into row r of this box, and into the other
        // two rows in the boxes to the right, in either order.
        let shifted = [rotated(may[0]), rotated(may[1]), rotated(may[2])];
        let mut closed = [0; 3];
        for r in 0..3 {
            let (s, t) = ((r + 1) % 3, (r + 2) % 3);
            closed[r] = may[r] & rotated((may[s] & shifted[t]) | (shifted[s] & may[t]));
        }
        ok[k] &= closed[0] | closed[1] | closed[2] | GUARDS;
        let mut unions = [0; 3];
        for r in 0..3 {
            let here = closed[r] & !(closed[(r + 1) % 3] | closed[(r + 2) % 3]);
            certain[r][k] = here;
            let allowed = closed[r] & only_if_three(here) & others;
            for c in 0..3 {
                let cell = cells[3 * r + c][k] & (allowed | single[3 * r + c]);
                cells[3 * r + c][k] = cell;
                unions[c] |= cell;
            }
        }
        for c in 0..3 {
            down[c][k] = unions[c];
        }
    }
}

/// Phase 2 where bands are rows of lanes: `[band][c]`.
#[inline(always)]
pub(crate) fn close_columns<const N: usize>(
    down: &mut [[Row<N>; 3]; 3],
    upright: &mut [[Row<N>; 3]; 3],
) {
    for k in 0..N {
        let mut may = [[0; 3]; 3];
        for band in 0..3 {
            for c in 0..3 {
                may[band][c] = down[band][c][k];
            }
        }
        for band in 0..3 {
            let (one, two) = ((band + 1) % 3, (band + 2) % 3);
            let mut closed = [0; 3];
            for c in 0..3 {
                let (d, e) = ((c + 1) % 3, (c + 2) % 3);
                let layouts = (may[one][d] & may[two][e]) | (may[one][e] & may[two][d]);
                closed[c] = may[band][c] & layouts;
            }
            for c in 0..3 {
                let here = closed[c] & !(closed[(c + 1) % 3] | closed[(c + 2) % 3]);
                upright[band][c][k] = here;
                down[band][c][k] = closed[c] & only_if_three(here);
            }
        }
    }
}

/// The values of the band below and of the one above, where the bands of a grid
/// are lanes 0, 1, 2 of a quad.
#[inline(always)]
fn other_bands<const N: usize>(row: &Row<N>) -> (Row<N>, Row<N>) {
    let (mut one, mut two) = ([0; N], [0; N]);
    for quad in (0..N).step_by(4) {
        for lane in 0..4 {
            one[quad + lane] = row[quad + [1, 2, 0, 3][lane]];
            two[quad + lane] = row[quad + [2, 0, 1, 3][lane]];
        }
    }
    (one, two)
}

/// Phase 2 where the bands of a grid are lanes 0, 1, 2 of a quad.
#[inline(always)]
pub(crate) fn close_columns_in_quads<const N: usize>(
    down: &mut [Row<N>; 3],
    upright: &mut [Row<N>; 3],
) {
    let (mut one, mut two) = ([[0; N]; 3], [[0; N]; 3]);
    for c in 0..3 {
        (one[c], two[c]) = other_bands(&down[c]);
    }
    for k in 0..N {
        let mut closed = [0; 3];
        for c in 0..3 {
            let (d, e) = ((c + 1) % 3, (c + 2) % 3);
            let layouts = (one[d][k] & two[e][k]) | (one[e][k] & two[d][k]);
            closed[c] = down[c][k] & layouts;
        }
        for c in 0..3 {
            let here = closed[c] & !(closed[(c + 1) % 3] | closed[(c + 2) % 3]);
            upright[c][k] = here;
            down[c][k] = closed[c] & only_if_three(here);
        }
    }
}

/// Phase 3, for one band.
#[inline(always)]
pub(crate) fn settle_cells<const N: usize>(
    cells: &mut [Row<N>; 9],
    certain: &[Row<N>; 3],
    down: &[Row<N>; 3],
    upright: &[Row<N>; 3],
    ok: &mut Row<N>,
    sum: &mut Row<N>,
) {
    for k in 0..N {
        let mut guards = [GUARDS; 3];
        let mut total = 0u32;
        for r in 0..3 {
            for c in 0..3 {
                let here = certain[r][k] & upright[c][k];
                let cell = cells[3 * r + c][k] & down[c][k] & (full_if_empty(here) | here);
                cells[3 * r + c][k] = cell;
                guards[c] &= cell + FULL;
                total = total.wrapping_add(cell);
            }
        }
        ok[k] &= guards[0] & guards[1] & guards[2] | FULL;
        sum[k] = sum[k].wrapping_add(total);
    }
}

/// Judges grids that may be decided, in the lanes from `from` on, `G` of them:
/// `open` gets what stands in a cell beside
/// another digit, `missing` the digits that a house lacks. Both 0 is a solution.
#[inline(always)]
pub(crate) fn judge<const G: usize>(
    cells: &[[Row<WIDE>; 9]; 3],
    from: usize,
    open: &mut Row<WIDE>,
    missing: &mut Row<WIDE>,
) {
    let from = from & (WIDE - G);
    for k in from..from + G {
        let mut more = 0;
        // A digit that a grid row has is in field 0 of `across`, one that a box
        // or a column has in the field of its stack.
        let (mut across, mut held) = (FULL, FULL);
        let mut columns = [0; 3];
        for band in 0..3 {
            let mut in_box = 0;
            for r in 0..3 {
                let mut row = 0;
                for c in 0..3 {
                    let cell = cells[band][3 * r + c][k];
                    more |= without_lowest(cell);
                    columns[c] |= cell;
                    row |= cell;
                }
                in_box |= row;
                across &= row | row >> 10 | row >> 20;
            }
            held &= in_box;
        }
        held &= columns[0] & columns[1] & columns[2];
        open[k] = more;
        missing[k] = !held & FULL | !across & 0x1FF;
    }
}

/// The same where the bands of a grid are lanes 0, 1, 2 of a quad; a grid's
/// verdict is that of its three lanes together. `columns` is scratch.
#[inline(always)]
pub(crate) fn judge_quads<const N: usize>(
    cells: &[Row<N>; 9],
    columns: &mut [Row<N>; 3],
    open: &mut Row<N>,
    missing: &mut Row<N>,
) {
    for k in 0..N {
        for c in 0..3 {
            columns[c][k] = cells[c][k] | cells[3 + c][k] | cells[6 + c][k];
        }
    }
    let (mut one, mut two) = ([[0; N]; 3], [[0; N]; 3]);
    for c in 0..3 {
        (one[c], two[c]) = other_bands(&columns[c]);
    }
    for k in 0..N {
        let (mut more, mut in_box) = (0, 0);
        let mut held = FULL;
        for c in 0..3 {
            held &= columns[c][k] | one[c][k] | two[c][k];
        }
        for r in 0..3 {
            let [a, b, c] = [cells[3 * r][k], cells[3 * r + 1][k], cells[3 * r + 2][k]];
            more |= without_lowest(a) | without_lowest(b) | without_lowest(c);
            let row = a | b | c;
            in_box |= row;
            held &= row | rotated(row) | rotated_back(row);
        }
        open[k] = more;
        missing[k] = !(held & in_box) & FULL;
    }
}
