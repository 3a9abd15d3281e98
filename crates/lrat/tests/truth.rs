//! The checker against truth tables: what it accepts is so.
//!
//! Proofs come from a prover of the tests' own (`small`), and are then damaged in
//! every way that a file can be: bytes changed, dropped, doubled, cut off, steps
//! swapped, and the formula put in another's place. A damaged proof need not be
//! refused: changing one literal's sign, say, can leave another right proof. But
//! whatever is accepted must follow from the formula by its truth table, and where
//! there is a model nothing may be accepted.

mod small;

use polydoku_lrat::{Formula, check};
use proptest::prelude::*;
use small::{Small, smalls};

/// The clauses that a textual proof adds.
fn added(text: &[u8]) -> Vec<Vec<i32>> {
    let text = std::str::from_utf8(text).expect("accepted text is ASCII");
    let steps = text
        .lines()
        .filter(|line| !line.starts_with('c') && !line.contains('d'));
    steps
        .filter(|line| !line.trim().is_empty())
        .map(|line| {
            let numbers = line.split_whitespace().skip(1);
            let numbers = numbers.map(|number| number.parse().expect("a number"));
            numbers.take_while(|&lit: &i32| lit != 0).collect()
        })
        .collect()
}

/// Whether the proof is accepted; if so, all that it adds must be implied.
fn accepted(small: &Small, formula: &Formula, proof: &[u8]) -> bool {
    if check(formula, proof).is_err() {
        return false;
    }
    assert!(!small.has_model(), "refuted, and has a model: {small:?}");
    for clause in added(proof) {
        assert!(small.implies(&clause), "{clause:?} does not follow");
    }
    true
}

const SQUARE: [&[i32]; 4] = [&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]];

#[test]
fn every_change_of_a_byte_is_refused_or_harmless() {
    let small = Small::new(3, &SQUARE);
    let formula = small.formula();
    let proof = b"5 1 0 1 3 0\n5 d 1 3 0\n6 0 5 2 4 0\n";
    assert!(accepted(&small, &formula, proof));
    let (mut refused, mut harmless) = (0, 0);
    for at in 0..proof.len() {
        for byte in 0..=255 {
            let mut changed = proof.to_vec();
            changed[at] = byte;
            match accepted(&small, &formula, &changed) {
                true => harmless += 1,
                false => refused += 1,
            }
        }
    }
    // Harmless: the byte itself (once each), other numbers before the `d`, 7 to 9
    // for clause 6, and blanks that make a line's end or a line of their own.
    assert!(
        refused > 8_000 && (40..400).contains(&harmless),
        "{refused} {harmless}"
    );
}

#[test]
fn a_proof_that_is_cut_off_is_refused_wherever() {
    let small = Small::pigeons(4);
    let (formula, proof) = (small.formula(), small.refuted().unwrap());
    for bytes in [proof.text(), proof.compressed()] {
        check(&formula, &bytes).unwrap();
        // The last step deletes what the empty clause was seen from, the one
        // before adds it; without the last the proof is still one.
        let without_last = {
            let mut shorter = proof.clone();
            shorter.steps.pop();
            let text = bytes[0] != b'a';
            if text {
                shorter.text()
            } else {
                shorter.compressed()
            }
        };
        assert_eq!(without_last[..], bytes[..without_last.len()]);
        let mut right = 0;
        for end in 0..bytes.len() {
            right += usize::from(check(&formula, &bytes[..end]).is_ok());
        }
        // Whole without the last step, and in text also without line ends.
        let expected = if bytes[0] == b'a' { 1 } else { 3 };
        assert_eq!(right, expected);
        check(&formula, &without_last).unwrap();
    }
}

#[test]
fn every_clause_of_a_minimal_formula_is_needed() {
    let small = Small::pigeons(4);
    let proof = small.refuted().unwrap().text();
    for index in 0..small.clauses.len() {
        // A clause that always holds keeps the numbers of the others.
        let mut weaker = small.clone();
        weaker.clauses[index] = vec![1, -1];
        assert!(weaker.has_model());
        assert!(
            check(&weaker.formula(), &proof).is_err(),
            "without clause {index}"
        );
    }
}

#[test]
fn the_proof_of_another_formula_is_refused() {
    let (small, other) = (Small::pigeons(4), Small::pigeons(3));
    let (proof, others) = (
        small.refuted().unwrap().text(),
        other.refuted().unwrap().text(),
    );
    assert!(check(&small.formula(), &others).is_err());
    assert!(check(&other.formula(), &proof).is_err());
}

#[test]
fn each_kind_of_wrong_step_is_named() {
    let formula = Small::new(3, &SQUARE).formula();
    let cases: [(&[u8], &str); 13] = [
        (b"", "line 1: the proof is empty"),
        (b"c nothing\n", "line 2: the proof is empty"),
        (
            b"4 1 0 1 3 0\n",
            "line 1, step 1: clause number 4 does not lie above 4",
        ),
        (
            b"5 4 0 1 3 0\n",
            "line 1, step 1: literal 4 is beyond the formula's 3 variables",
        ),
        (
            b"5 1 -1 0 1 3 0\n",
            "line 1, step 1: the clause holds both -1 and 1",
        ),
        (b"5 1 0 1 7 0\n", "line 1, step 1: there is no clause 7"),
        (b"5 1 0 5 0\n", "line 1, step 1: there is no clause 5"),
        (
            b"5 d 1 0\n6 1 0 1 3 0\n",
            "line 2, step 2: clause 1 was deleted",
        ),
        (b"5 d 1 1 0\n", "line 1, step 1: clause 1 was deleted"),
        (
            b"5 3 0 1 3 0\n",
            "line 1, step 1: hint 1 leaves more than one literal open",
        ),
        (
            b"5 1 0 1 0\n",
            "line 1, step 1: the hints lead to no conflict",
        ),
        (b"5 1 0 1 3 9 0\n", "line 1, step 1: there is no clause 9"),
        (
            b"5 1 0 0\n",
            "line 1, step 1: the hints lead to no conflict",
        ),
    ];
    for (proof, expected) in cases {
        let shown = String::from_utf8_lossy(proof);
        assert_eq!(
            check(&formula, proof).unwrap_err().to_string(),
            expected,
            "{shown}"
        );
    }
    let after = b"5 1 0 1 3 0\n6 0 5 2 4 0\n7 d 9 0\n";
    let refusal = check(&formula, after).unwrap_err().to_string();
    assert_eq!(
        refusal, "line 3, step 3: there is no clause 9",
        "read to the end"
    );
    let cut = check(&formula, b"a\x0a\x02\x00\x02")
        .unwrap_err()
        .to_string();
    assert_eq!(cut, "byte 0, step 1: the step has no 0 at its end");
}

#[test]
fn a_formula_with_the_empty_clause_needs_no_step() {
    let formula = Small::new(1, &[&[1], &[]]).formula();
    assert_eq!(check(&formula, b"").unwrap().added, 0);
}

proptest! {
    #[test]
    fn accepted_exactly_where_there_is_no_model(small in smalls()) {
        match small.refuted() {
            None => prop_assert!(small.has_model()),
            Some(proof) => {
                let formula = small.formula();
                prop_assert!(accepted(&small, &formula, &proof.text()));
                let (text, bytes) = (check(&formula, &proof.text()), check(&formula, &proof.compressed()));
                let (text, bytes) = (text.unwrap(), bytes.unwrap());
                prop_assert_eq!((text.added, text.deleted, text.hints), (bytes.added, bytes.deleted, bytes.hints));
            }
        }
    }

    /// A proof, with the formula it is for weakened by literals here and there.
    #[test]
    fn a_weaker_formula_is_refuted_only_if_it_has_no_model(
        small in smalls(),
        where_to in prop::collection::vec((any::<prop::sample::Index>(), 1i32..=3, any::<bool>()), 1..4),
    ) {
        if let Some(proof) = small.refuted() {
            let mut weaker = small.clone();
            for (index, var, plus) in where_to {
                let index = index.index(weaker.clauses.len());
                weaker.clauses[index].push(if plus { var } else { -var });
            }
            accepted(&weaker, &weaker.formula(), &proof.text());
        }
    }

    #[test]
    fn damage_is_refused_or_harmless(
        small in smalls(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4), 1..4),
    ) {
        if let Some(proof) = small.refuted() {
            let formula = small.formula();
            let mut text = proof.text();
            for (index, byte, kind) in damage {
                let at = index.index(text.len());
                // Mostly bytes that proofs are made of.
                let byte = b"0123456789 -\nd"[usize::from(byte) % 14];
                match kind {
                    0 => text[at] = byte,
                    1 if text.len() > 1 => drop(text.remove(at)),
                    2 => text.insert(at, byte),
                    _ => {
                        // Two lines change places.
                        let mut lines: Vec<&[u8]> = text.split_inclusive(|&b| b == b'\n').collect();
                        let (i, j) = (at % lines.len(), usize::from(byte) % lines.len());
                        lines.swap(i, j);
                        text = lines.concat();
                    }
                }
            }
            accepted(&small, &formula, &text);
        }
    }

    /// Any bytes at all: no panic, and nothing accepted where there is a model.
    #[test]
    fn noise_is_refused(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let formula = Small::new(2, &SQUARE[..3]).formula();
        prop_assert!(check(&formula, &bytes).is_err());
        prop_assert!(check(&formula, &[b"a", &bytes[..]].concat()).is_err());
        let _ = Formula::read(&bytes);
    }
}
