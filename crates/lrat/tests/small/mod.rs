//! Small formulas for the tests: truth tables, and a prover of their own.
//!
//! The prover is a plain tree search that writes down what it sees, in both forms
//! of the format. It shares nothing with the checker, not even types: clauses are
//! lists of numbers, and its proofs are bytes.

// Each test program takes what it needs.
#![allow(dead_code)]

use polydoku_lrat::Formula;
use proptest::prelude::*;

/// Clauses over the variables 1 to `variables`.
#[derive(Clone, Debug)]
pub struct Small {
    pub variables: i32,
    pub clauses: Vec<Vec<i32>>,
}

impl Small {
    pub fn new(variables: i32, clauses: &[&[i32]]) -> Small {
        let clauses = clauses.iter().map(|clause| clause.to_vec()).collect();
        Small { variables, clauses }
    }

    /// So many pigeons in one hole fewer: no model, and no short proof.
    pub fn pigeons(pigeons: i32) -> Small {
        let holes = pigeons - 1;
        let sits = |pigeon, hole| pigeon * holes + hole + 1;
        let mut clauses: Vec<Vec<i32>> = (0..pigeons)
            .map(|pigeon| (0..holes).map(|hole| sits(pigeon, hole)).collect())
            .collect();
        for hole in 0..holes {
            for a in 0..pigeons {
                for b in 0..a {
                    clauses.push(vec![-sits(a, hole), -sits(b, hole)]);
                }
            }
        }
        Small {
            variables: pigeons * holes,
            clauses,
        }
    }

    pub fn dimacs(&self) -> Vec<u8> {
        let mut text = format!("p cnf {} {}\n", self.variables, self.clauses.len());
        for clause in &self.clauses {
            for lit in clause {
                text.push_str(&format!("{lit} "));
            }
            text.push_str("0\n");
        }
        text.into_bytes()
    }

    pub fn formula(&self) -> Formula {
        Formula::read(&self.dimacs()).expect("written as it should be")
    }

    /// Every assignment, as a list of literals that hold.
    fn assignments(&self) -> impl Iterator<Item = Vec<i32>> + use<> {
        let variables = self.variables;
        (0..1u32 << variables).map(move |bits| {
            let lit = |var: i32| {
                if bits >> (var - 1) & 1 == 1 {
                    var
                } else {
                    -var
                }
            };
            (1..=variables).map(lit).collect()
        })
    }

    /// Whether every model satisfies the clause; the empty one says that there
    /// is none.
    pub fn implies(&self, clause: &[i32]) -> bool {
        let satisfied = |held: &[i32], clause: &[i32]| clause.iter().any(|lit| held.contains(lit));
        self.assignments()
            .filter(|held| self.clauses.iter().all(|clause| satisfied(held, clause)))
            .all(|held| satisfied(&held, clause))
    }

    pub fn has_model(&self) -> bool {
        !self.implies(&[])
    }

    /// A refutation by tree search, or `None` where there is a model.
    pub fn refuted(&self) -> Option<Proof> {
        let mut proof = Proof {
            steps: Vec::new(),
            next: self.clauses.len() as u64 + 1,
        };
        self.branch(&mut Vec::new(), &mut proof).map(|_| proof)
    }

    /// Shows that the decisions contradict the clauses, and gives the number of
    /// the clause that says so.
    fn branch(&self, decisions: &mut Vec<i32>, proof: &mut Proof) -> Option<u64> {
        let negated = |decisions: &[i32]| decisions.iter().map(|lit| -lit).collect::<Vec<_>>();
        let mut held = decisions.clone();
        let mut trace = Vec::new();
        'forced: loop {
            for (id, clause) in (1..).zip(&self.clauses) {
                if clause.iter().any(|lit| held.contains(lit)) {
                    continue;
                }
                let mut open: Vec<i32> = clause.clone();
                open.retain(|&lit| !held.contains(&-lit));
                open.sort_unstable();
                open.dedup();
                match open[..] {
                    [] => {
                        trace.push(id);
                        return Some(proof.add(negated(decisions), trace));
                    }
                    [lit] => {
                        trace.push(id);
                        held.push(lit);
                        continue 'forced;
                    }
                    _ => {}
                }
            }
            break;
        }
        let free = (1..=self.variables).find(|var| !held.contains(var) && !held.contains(&-var))?;
        let mut seen = Vec::new();
        for choice in [free, -free] {
            decisions.push(choice);
            seen.push(self.branch(decisions, proof)?);
            decisions.pop();
        }
        let id = proof.add(negated(decisions), seen.clone());
        proof.steps.push(Step::Delete(id, seen));
        Some(id)
    }
}

/// A proof as its steps.
#[derive(Clone, Debug)]
pub struct Proof {
    pub steps: Vec<Step>,
    next: u64,
}

#[derive(Clone, Debug)]
pub enum Step {
    Add(u64, Vec<i32>, Vec<u64>),
    Delete(u64, Vec<u64>),
}

impl Proof {
    fn add(&mut self, clause: Vec<i32>, hints: Vec<u64>) -> u64 {
        let id = self.next;
        self.next += 1;
        self.steps.push(Step::Add(id, clause, hints));
        id
    }

    pub fn text(&self) -> Vec<u8> {
        let mut text = String::new();
        let mut list = |before: String, numbers: Vec<i64>| {
            text.push_str(&before);
            for number in numbers {
                text.push_str(&format!(" {number}"));
            }
            text.push('\n');
        };
        let wide = |ids: &[u64]| {
            ids.iter()
                .map(|&id| id as i64)
                .chain([0])
                .collect::<Vec<_>>()
        };
        for step in &self.steps {
            match step {
                Step::Add(id, clause, hints) => {
                    let lits = clause.iter().map(|&lit| i64::from(lit)).chain([0]);
                    list(id.to_string(), lits.chain(wide(hints)).collect());
                }
                Step::Delete(id, ids) => list(format!("{id} d"), wide(ids)),
            }
        }
        text.into_bytes()
    }

    pub fn compressed(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        fn put(bytes: &mut Vec<u8>, number: i64) {
            let mut code = number.unsigned_abs() * 2 + u64::from(number < 0);
            while code > 127 {
                bytes.push(code as u8 | 128);
                code >>= 7;
            }
            bytes.push(code as u8);
        }
        for step in &self.steps {
            let ids = match step {
                Step::Add(id, clause, hints) => {
                    bytes.push(b'a');
                    put(&mut bytes, *id as i64);
                    clause
                        .iter()
                        .for_each(|&lit| put(&mut bytes, i64::from(lit)));
                    bytes.push(0);
                    hints
                }
                Step::Delete(_, ids) => {
                    bytes.push(b'd');
                    ids
                }
            };
            ids.iter().for_each(|&id| put(&mut bytes, id as i64));
            bytes.push(0);
        }
        bytes
    }
}

/// Formulas over up to six variables, about as often without a model as with.
pub fn smalls() -> impl Strategy<Value = Small> {
    (3i32..=6).prop_flat_map(|variables| {
        let lit =
            (1..=variables, any::<bool>()).prop_map(|(var, plus)| if plus { var } else { -var });
        let clause = prop::collection::vec(lit, 1..=3);
        let number = 5 * variables as usize;
        prop::collection::vec(clause, number / 2..=number)
            .prop_map(move |clauses| Small { variables, clauses })
    })
}
