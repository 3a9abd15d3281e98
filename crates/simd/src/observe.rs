//! A search told in Sudoku's words: what a sweep struck out, what a split
//! confines, why a node is dead.
//!
//! The engine itself knows only words that became smaller, so all this is read
//! off from the node before and after a sweep. A sweep does many things at
//! once; the reason given for each is the sweep.

use std::ops::ControlFlow;

use polydoku_core::{
    Cell, Choice, Conflict, Digit, DigitSet, End, Event, Observer, Reason, Rules, Value,
};

use crate::branch::Split;
use crate::node::Node;

/// Tells a sweep: its number, how many candidates are left, the words of the
/// board after it, and each cell that lost some.
pub(crate) fn sweep<O: Observer>(
    number: u64,
    before: &Node,
    after: &Node,
    observer: &mut O,
) -> ControlFlow<End> {
    let left: usize = (0..81).map(|cell| after.candidates(cell).len()).sum();
    let words: [u64; 27] = std::array::from_fn(|i| after.words[i % 9][i / 9].into());
    let fields = [
        ("number", Value::Number(number)),
        ("candidates", Value::Number(left as u64)),
        ("words", Value::Numbers(&words)),
    ];
    observer.event(|| Event::Family {
        kind: "sweep",
        fields: &fields,
    })?;
    struck_out(before, after, Reason::Family("sweep"), observer)
}

/// Tells each cell that lost candidates; one that has a single candidate left is
/// filled with it.
fn struck_out<O: Observer>(
    before: &Node,
    after: &Node,
    reason: Reason,
    observer: &mut O,
) -> ControlFlow<End> {
    for cell in 0..81 {
        let (old, new) = (before.candidates(cell), after.candidates(cell));
        if old == new {
            continue;
        }
        let cell = Cell::new(cell);
        match new.single() {
            Some(digit) => observer.event(|| Event::Place {
                cell,
                digit,
                reason,
            })?,
            None => observer.event(|| Event::Eliminate {
                cell,
                digits: old - new,
                reason,
            })?,
        }
    }
    ControlFlow::Continue(())
}

/// Tells that one side of a split of `node` is followed, the layouts tried first
/// or the others, and what they leave of it.
pub(crate) fn choice<O: Observer>(
    node: &Node,
    split: &Split,
    nth: u32,
    observer: &mut O,
) -> ControlFlow<End> {
    let layouts = if nth == 1 { split.tried } else { split.left };
    let cells: Vec<Cell> = split.cells(layouts).map(Cell::new).collect();
    observer.event(|| Event::Guess {
        choice: Choice::Layout {
            digit: Digit::from_index(split.digit),
            cells: &cells,
        },
        nth,
        of: 2,
    })?;
    let mut confined = *node;
    split.confine_node(layouts, &mut confined);
    struck_out(node, &confined, Reason::Guess, observer)
}

/// Why a dead node is dead: a cell without a digit, or a house without a place
/// for one.
pub(crate) fn conflict(node: &Node) -> Conflict {
    if let Some(cell) = (0..81).find(|&cell| node.candidates(cell).is_empty()) {
        return Conflict::NoDigit(Cell::new(cell));
    }
    let rules = Rules::classic();
    for cell in rules.cells() {
        for &house in rules.houses_of(cell) {
            let cells = rules.house(house).cells().iter();
            let held = cells.fold(DigitSet::EMPTY, |held, cell| {
                held | node.candidates(cell.index())
            });
            if let Some(digit) = (rules.digits() - held).iter().next() {
                return Conflict::NoPlace(house, digit);
            }
        }
    }
    Conflict::Family("a digit has no layout left in a band")
}
