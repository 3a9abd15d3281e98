//! The two registry rows: Sudoku as exact cover, by links and by sparse sets.

use std::sync::Arc;

use polydoku_core::{Engine, EngineInfo, Rules, Solver, StatSet, Unsupported, View};

use crate::cells::Cells;
use crate::figures::FIGURES;
use crate::layout::Layout;
use crate::links::Links;
use crate::matrix::Matrix;
use crate::sudoku::SudokuSolver;
use crate::width::Width;

/// `dlx`: Sudoku as exact cover, solved by dancing links.
///
/// Of the items with the fewest options the first in item order is covered,
/// cells before rows, columns, boxes and other full houses; options are tried in
/// ascending order of cell and digit. Knuth's DLX1 visits the same nodes on the
/// text that [`write_exact_cover`](crate::write_exact_cover) writes.
#[derive(Clone, Copy, Debug, Default)]
pub struct LinksEngine;

/// `dlx/cells`: Sudoku as exact cover, solved by dancing cells.
#[derive(Clone, Copy, Debug, Default)]
pub struct CellsEngine;

/// This family's rows of the registry.
pub fn engines() -> Vec<Box<dyn Engine>> {
    vec![Box::new(LinksEngine), Box::new(CellsEngine)]
}

const LINKS: EngineInfo = EngineInfo {
    name: "dlx",
    idea: "exact cover by dancing links, the fewest options first (Knuth's DLX1)",
    rules: "all",
    node: "an option taken",
    stats: StatSet::ALL,
    figures: &FIGURES,
    batch: 64,
    largest_count: 2_000_000,
    view: View::Cover,
};

const CELLS: EngineInfo = EngineInfo {
    name: "dlx/cells",
    idea: "exact cover by sparse sets, forced options first (Knuth's dancing cells)",
    largest_count: 30_000_000,
    ..LINKS
};

impl Engine for LinksEngine {
    fn info(&self) -> &EngineInfo {
        &LINKS
    }

    fn solver(&self, rules: &Arc<Rules>) -> Result<Box<dyn Solver>, Unsupported> {
        Ok(solver::<Links<u16>, Links<u32>>(rules, Layout::new(rules)))
    }
}

impl Engine for CellsEngine {
    fn info(&self) -> &EngineInfo {
        &CELLS
    }

    fn solver(&self, rules: &Arc<Rules>) -> Result<Box<dyn Solver>, Unsupported> {
        let layout = Layout::new(rules);
        Ok(if layout.has_four_items_an_option() {
            solver::<Cells<u16, 4>, Cells<u32, 4>>(rules, layout)
        } else {
            solver::<Cells<u16, 0>, Cells<u32, 0>>(rules, layout)
        })
    }
}

/// A solver with indices as narrow as the rules allow: two bytes up to 25x25.
fn solver<N, W>(rules: &Arc<Rules>, layout: Layout) -> Box<dyn Solver>
where
    N: Matrix + std::fmt::Debug + 'static,
    W: Matrix + std::fmt::Debug + 'static,
{
    if layout.indices() <= N::W::INDICES {
        Box::new(SudokuSolver::<N>::new(rules, layout))
    } else {
        Box::new(SudokuSolver::<W>::new(rules, layout))
    }
}
