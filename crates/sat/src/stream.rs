//! Reading along in varisat's proof while it is written.
//!
//! varisat 0.2.2 keeps no statistics and cannot be asked to stop, but it can write
//! a proof, and its own proof format tells of every conflict: a step "this clause
//! follows" for each clause learnt, and steps for units and deletions. So the
//! proof is read as it comes, in the pieces that varisat's buffer hands over
//! (8 KiB, or what there is when `solve` returns), and never kept.
//!
//! A number is 1 to 10 bytes: as many zero bits as bytes follow, a one, then the
//! value, lowest bits first. A step is a code and what belongs to it:
//!
//! ```text
//!  0 SolverVarName  global, solver        10-12 clause deleted    n, literals
//!  1                global                13 ChangeHashBits       bits
//!  2 UserVarName    global, user          14 Model                n, literals
//!  3                global                15 AddClause            n, literals
//!  4 DeleteVar      global                16 Assumptions          n, literals
//!  5, 6 sampling    global                17 FailedAssumptions    n, literals, m, hashes
//!  7, 8 clause learnt  n, literals, m, hashes
//!  9 units          n times literal, hash    a large constant: the end
//! ```
//!
//! Source: the crate `varisat-internal-proof` 0.2.2 (MIT OR Apache-2.0). Reading it
//! here rather than with its parser needs no buffered reader that can tell half a
//! step from a damaged one.

use crate::cdcl::Manner;
use crate::cnf::Lit;

/// What a step of the proof says, as far as anyone here asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step<'s> {
    /// A conflict, and the clause learnt from it.
    Learnt(&'s [Lit]),
    /// Literals found true whatever is decided.
    Units(&'s [Lit]),
    /// A clause is given up: satisfied for good, shortened, or of little use.
    Deleted,
    /// Names, hashes, models, input clauses.
    Other,
}

/// Turns bytes into steps; keeps half a step until the rest comes.
#[derive(Clone, Default, Debug)]
pub(crate) struct Stream {
    bytes: Vec<u8>,
    /// How many of them are read.
    read: usize,
    lits: Vec<Lit>,
    /// Whether varisat knows the literals negated.
    pub manner: Manner,
}

const END: u64 = 0x9ac3_391f_4294_c211;

impl Stream {
    /// Takes the next piece of the proof.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.read);
        self.read = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// The next step that is there whole.
    pub fn next_step(&mut self) -> Option<Step<'_>> {
        let Stream {
            bytes,
            read,
            lits,
            manner,
        } = self;
        let manner = *manner;
        let mut numbers = Numbers(&bytes[*read..]);
        lits.clear();
        let code = numbers.next()?;
        let step = match code {
            0 | 2 => {
                numbers.skip(2)?;
                Step::Other
            }
            1 | 3..=6 | 13 => {
                numbers.skip(1)?;
                Step::Other
            }
            7 | 8 | 17 => {
                numbers.literals(lits, manner, 0)?;
                let hashes = numbers.next()?;
                numbers.skip(hashes)?;
                if code == 17 {
                    Step::Other
                } else {
                    Step::Learnt(lits)
                }
            }
            9 => {
                numbers.literals(lits, manner, 1)?;
                Step::Units(lits)
            }
            10..=12 | 14..=16 => {
                let count = numbers.next()?;
                numbers.skip(count)?;
                if code <= 12 {
                    Step::Deleted
                } else {
                    Step::Other
                }
            }
            code => {
                debug_assert_eq!(code, END, "no step of the proof format");
                Step::Other
            }
        };
        *read = bytes.len() - numbers.0.len();
        Some(step)
    }
}

/// Numbers from the front of some bytes; `None` when the last is not whole.
struct Numbers<'b>(&'b [u8]);

impl Numbers<'_> {
    fn next(&mut self) -> Option<u64> {
        let (first, second) = (*self.0.first()?, self.0.get(1).copied());
        let length = match first {
            0 => 9 + second?.trailing_zeros() as usize,
            first => 1 + first.trailing_zeros() as usize,
        };
        if self.0.len() < length {
            return None;
        }
        let mut word = [0u8; 16];
        let taken = length.min(word.len());
        word[..taken].copy_from_slice(&self.0[..taken]);
        self.0 = &self.0[length..];
        Some((u128::from_le_bytes(word) >> length) as u64)
    }

    fn skip(&mut self, count: u64) -> Option<()> {
        (0..count).try_for_each(|_| self.next().map(drop))
    }

    /// A number of literals, each followed by so many other numbers.
    fn literals(&mut self, lits: &mut Vec<Lit>, manner: Manner, others: u64) -> Option<()> {
        let count = self.next()?;
        for _ in 0..count {
            lits.push(Lit::from_code(manner.code(self.next()? as usize)));
            self.skip(others)?;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::io;
    use std::rc::Rc;

    use varisat::{ExtendFormula, ProofFormat, Solver};

    /// A writer that keeps what it gets.
    #[derive(Clone, Default)]
    struct Kept(Rc<RefCell<Vec<u8>>>);

    impl io::Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Six pigeons in five holes, and varisat's proof that it cannot be.
    fn pigeons() -> Vec<u8> {
        let kept = Kept::default();
        let mut solver = Solver::new();
        solver.write_proof(kept.clone(), ProofFormat::Varisat);
        let at = |pigeon: isize, hole: isize| pigeon * 5 + hole + 1;
        let lit = varisat::Lit::from_dimacs;
        for pigeon in 0..6 {
            let any: Vec<_> = (0..5).map(|hole| lit(at(pigeon, hole))).collect();
            solver.add_clause(&any);
            for (hole, other) in (0..5).flat_map(|hole| (0..pigeon).map(move |p| (hole, p))) {
                solver.add_clause(&[lit(-at(pigeon, hole)), lit(-at(other, hole))]);
            }
        }
        assert!(!solver.solve().expect("no limit"));
        solver.close_proof().expect("a vector takes all");
        drop(solver);
        Rc::try_unwrap(kept.0)
            .expect("the solver is gone")
            .into_inner()
    }

    fn told(stream: &mut Stream) -> Vec<String> {
        let mut steps = Vec::new();
        while let Some(step) = stream.next_step() {
            steps.push(format!("{step:?}"));
        }
        steps
    }

    #[test]
    fn a_proof_is_read_to_its_end_and_ends_in_the_empty_clause() {
        let mut stream = Stream::default();
        stream.push(&pigeons());
        let steps = told(&mut stream);
        assert_eq!(
            stream.read,
            stream.bytes.len(),
            "every byte belongs to a step"
        );
        let mut learnt = steps.iter().filter(|step| step.starts_with("Learnt"));
        assert!(learnt.clone().count() > 10);
        assert_eq!(learnt.next_back().map(String::as_str), Some("Learnt([])"));
    }

    #[test]
    fn pieces_of_any_length_give_the_same_steps() {
        let proof = pigeons();
        let mut whole = Stream::default();
        whole.push(&proof);
        let expected = told(&mut whole);
        for length in [1, 2, 7, 64, 1000] {
            let mut stream = Stream::default();
            let mut steps = Vec::new();
            for piece in proof.chunks(length) {
                stream.push(piece);
                steps.extend(told(&mut stream));
            }
            assert_eq!(steps, expected, "pieces of {length}");
        }
    }

    /// Clauses learnt follow from the formula: here, from what every filling of
    /// five holes by pigeons satisfies.
    #[test]
    fn literals_are_those_of_the_formula() {
        let mut stream = Stream::default();
        stream.push(&pigeons());
        while let Some(step) = stream.next_step() {
            if let Step::Learnt(lits) | Step::Units(lits) = step {
                assert!(lits.iter().all(|lit| lit.var().index() < 30), "{lits:?}");
            }
        }
    }
}
