//! A puzzle as clauses.
//!
//! With `x(c, d)` for "cell c holds digit d", the rules are four families:
//!
//! ```text
//! a   each cell holds a digit                x(c,1) or x(c,2) or ... x(c,n)
//! b   no cell holds two digits               at most one of x(c,1) ... x(c,n)
//! c   no house holds a digit twice           at most one of x(c,d), c in the house
//! d   a house as large as the digits         x(c1,d) or x(c2,d) or ... x(cn,d)
//!     holds each digit
//! ```
//!
//! The **minimal** encoding is a and c: enough, since a row has as many cells as
//! there are digits. The **extended** one is all four: b and d follow from the
//! rest, but with them unit propagation sees hidden singles and cells that are
//! taken (Lynce and Ouaknine 2006). Clues are unit clauses, and so are pencil marks,
//! negated for the digits that are not among them.
//!
//! **Optimised** (Kwon and Jain 2006) is the extended encoding with what the clues
//! settle left out: a cell with a clue has no variables, its peers have none for
//! its digit, clauses that hold are gone and so are literals that are false. The
//! elimination goes one step from the clues and no further, as in the paper.
//!
//! Pairs of cells that share a row and a box are excluded twice, as published: the
//! counts here are those of the papers. The engine `sat` is not bound by that.

use std::ops::ControlFlow;

use polydoku_core::{Digit, DigitSet, End, PuzzleRef};

use crate::at_most_one::AtMostOne;
use crate::cnf::{ClauseSink, Cnf, Lit, Size};
use crate::variables::Variables;

/// Which of the four families of clauses are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Families {
    /// a and c.
    Minimal,
    /// All four.
    Extended,
}

/// How clues and pencil marks come into the formula.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Clues {
    /// As unit clauses.
    Units,
    /// By leaving out what they settle.
    Eliminated,
}

/// A way to write a puzzle as a formula.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Encoding {
    /// The families of clauses.
    pub families: Families,
    /// What becomes of the clues.
    pub clues: Clues,
    /// How "at most one" is written.
    pub at_most_one: AtMostOne,
}

impl Encoding {
    /// Each cell has a digit, no house has one twice; clues as unit clauses.
    pub const MINIMAL: Encoding = Encoding {
        families: Families::Minimal,
        clues: Clues::Units,
        at_most_one: AtMostOne::Pairwise,
    };

    /// All that the rules say, in every way; clues as unit clauses.
    pub const EXTENDED: Encoding = Encoding {
        families: Families::Extended,
        ..Encoding::MINIMAL
    };

    /// The extended encoding of what the clues leave open.
    pub const OPTIMISED: Encoding = Encoding {
        clues: Clues::Eliminated,
        ..Encoding::EXTENDED
    };

    /// The three published encodings by name.
    pub const NAMED: [(&'static str, Encoding); 3] = [
        ("minimal", Encoding::MINIMAL),
        ("extended", Encoding::EXTENDED),
        ("optimised", Encoding::OPTIMISED),
    ];

    /// The same with another way to write "at most one".
    pub const fn with_at_most_one(self, at_most_one: AtMostOne) -> Encoding {
        Encoding {
            at_most_one,
            ..self
        }
    }

    /// The formula of a puzzle.
    pub fn formula(self, puzzle: PuzzleRef<'_>) -> Formula {
        let (mut cnf, mut variables) = (Cnf::new(), Variables::default());
        let end = self.write(puzzle, &mut variables, &mut cnf);
        debug_assert!(end.is_continue(), "a list takes every clause");
        Formula { cnf, variables }
    }

    /// How large the formula of a puzzle is, without keeping it.
    pub fn size(self, puzzle: PuzzleRef<'_>) -> Size {
        let mut size = Size::default();
        let end = self.write(puzzle, &mut Variables::default(), &mut size);
        debug_assert!(end.is_continue(), "a counter takes every clause");
        size
    }

    /// Writes the formula of a puzzle into `sink`, which must be empty, and the
    /// meaning of its variables into `variables`, whose memory is reused.
    ///
    /// # Errors
    /// What the receiver says when it wants no more clauses.
    pub fn write<S: ClauseSink>(
        self,
        puzzle: PuzzleRef<'_>,
        variables: &mut Variables,
        sink: &mut S,
    ) -> ControlFlow<End> {
        let rules = puzzle.rules();
        let open = match self.clues {
            Clues::Units => vec![rules.digits(); rules.cell_count()],
            Clues::Eliminated => left_by_clues(puzzle),
        };
        let known = |cell: usize| match self.clues {
            Clues::Units => None,
            Clues::Eliminated => puzzle.clues()[cell],
        };
        let cells = open
            .iter()
            .enumerate()
            .map(|(cell, &digits)| (known(cell), digits));
        variables.renumber(rules.size(), cells, || sink.new_var());
        self.cells(puzzle, variables, sink)?;
        self.houses(puzzle, variables, sink)?;
        match self.clues {
            Clues::Units => units(puzzle, variables, sink),
            Clues::Eliminated => ControlFlow::Continue(()),
        }
    }

    /// Families a and b.
    fn cells<S: ClauseSink>(
        self,
        puzzle: PuzzleRef<'_>,
        variables: &Variables,
        sink: &mut S,
    ) -> ControlFlow<End> {
        let rules = puzzle.rules();
        let mut lits: Vec<Lit> = Vec::with_capacity(rules.size());
        for cell in rules
            .cells()
            .filter(|cell| variables.known()[cell.index()].is_none())
        {
            lits.clear();
            lits.extend(
                rules
                    .digits()
                    .iter()
                    .filter_map(|digit| variables.lit(cell, digit)),
            );
            sink.clause(&lits)?;
            if self.families == Families::Extended {
                self.at_most_one.write(&lits, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Families c and d.
    fn houses<S: ClauseSink>(
        self,
        puzzle: PuzzleRef<'_>,
        variables: &Variables,
        sink: &mut S,
    ) -> ControlFlow<End> {
        let rules = puzzle.rules();
        let mut lits: Vec<Lit> = Vec::with_capacity(rules.size());
        for house in rules.houses() {
            let known = house
                .cells()
                .iter()
                .filter_map(|cell| variables.known()[cell.index()]);
            let taken: DigitSet = known.collect();
            for digit in (rules.digits() - taken).iter() {
                lits.clear();
                lits.extend(
                    house
                        .cells()
                        .iter()
                        .filter_map(|&cell| variables.lit(cell, digit)),
                );
                if self.families == Families::Extended && house.cells().len() == rules.size() {
                    sink.clause(&lits)?;
                }
                self.at_most_one.write(&lits, sink)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// What each cell may still hold when the clues' digits are taken from their peers.
fn left_by_clues(puzzle: PuzzleRef<'_>) -> Vec<DigitSet> {
    let rules = puzzle.rules();
    let mut open: Vec<DigitSet> = rules.cells().map(|cell| puzzle.allowed(cell)).collect();
    for (cell, clue) in rules.cells().zip(puzzle.clues()) {
        if let Some(digit) = *clue {
            for peer in rules.peers(cell) {
                open[peer.index()].remove(digit);
            }
        }
    }
    open
}

/// Clues as unit clauses, and the digits that pencil marks forbid.
fn units<S: ClauseSink>(
    puzzle: PuzzleRef<'_>,
    variables: &Variables,
    sink: &mut S,
) -> ControlFlow<End> {
    let rules = puzzle.rules();
    let lit = |cell, digit| {
        variables
            .lit(cell, digit)
            .expect("all candidates have a variable")
    };
    for (cell, clue) in rules.cells().zip(puzzle.clues()) {
        match *clue {
            Some(digit) => sink.clause(&[lit(cell, digit)])?,
            None => {
                for digit in (rules.digits() - puzzle.allowed(cell)).iter() {
                    sink.clause(&[!lit(cell, digit)])?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// A puzzle as a formula, with the meaning of its variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formula {
    /// The clauses.
    pub cnf: Cnf,
    /// Which variable stands for which candidate.
    pub variables: Variables,
}

impl Formula {
    /// The formula that also excludes one grid: it has a model exactly if the puzzle
    /// has a solution other than `digits`.
    pub fn excluding(mut self, digits: &[Digit]) -> Formula {
        self.cnf.add_clause(&self.variables.exclusion(digits));
        self
    }
}
