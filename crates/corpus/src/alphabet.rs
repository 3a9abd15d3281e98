//! Which alphabet one grid was written in.
//!
//! Up to size 9 there is one answer. Larger grids come as `1-9A-G`, `0-9A-F` or
//! `A-P` (for 16x16), and only their own characters can tell: a letter beyond
//! an alphabet's last rules that alphabet out, a 0 in a grid whose open cells
//! are written otherwise may be a digit. What content cannot settle is an error
//! that names the readings, never a guess. The decision is made for each grid
//! alone, so that a file may be read in pieces, in any order.

use polydoku_core::Alphabet;

use crate::options::AlphabetChoice;

/// What a grid's characters say about its alphabet.
#[derive(Clone, Copy, Default)]
struct Census {
    /// The place in A-Z, a-z of the last letter, from 1; 0 without letters.
    last_letter: usize,
    /// Whether one of 1 to 9 occurs.
    one_to_nine: bool,
    /// How many zeros there are.
    zeros: usize,
    /// Whether a blank other than 0 occurs.
    other_blank: bool,
}

fn census(size: usize, cells: &[u8]) -> Census {
    let mut found = Census::default();
    // Beyond 9 digits and 26 capitals small letters are digits of their own.
    let folded = size <= 35;
    for &byte in cells {
        match byte {
            b'0' => found.zeros += 1,
            b'1'..=b'9' => found.one_to_nine = true,
            b'A'..=b'Z' => found.last_letter = found.last_letter.max(usize::from(byte - b'A') + 1),
            b'a'..=b'z' => {
                let place = usize::from(byte - b'a') + if folded { 1 } else { 27 };
                found.last_letter = found.last_letter.max(place);
            }
            _ => found.other_blank = true,
        }
    }
    found
}

/// The alphabet of a grid of `size` with these characters, one a cell.
///
/// # Errors
/// The message for a grid that may be read in several ways.
pub(crate) fn alphabet_of(
    size: usize,
    cells: &[u8],
    choice: Option<AlphabetChoice>,
) -> Result<Alphabet, String> {
    if let Some(choice) = choice
        && choice.size == size
    {
        return Ok(choice.alphabet);
    }
    if size <= 9 {
        return Ok(Alphabet::FromOne);
    }
    let found = census(size, cells);
    let from_one = found.last_letter + 9 <= size;
    let from_zero = found.last_letter + 10 <= size;
    let letters = !found.one_to_nine && found.last_letter <= size && size <= 52;
    if found.zeros > 0 && found.other_blank && from_zero {
        return Err(ambiguity(size));
    }
    if from_zero && found.zeros == size && is_complete(size, cells) {
        return Ok(Alphabet::FromZero);
    }
    if !from_one && letters {
        return Ok(Alphabet::Letters);
    }
    Ok(Alphabet::FromOne)
}

/// Whether each of `size` characters stands `size` times: a finished grid.
fn is_complete(size: usize, cells: &[u8]) -> bool {
    let mut counts = [0usize; 256];
    for byte in cells {
        counts[byte.to_ascii_uppercase() as usize] += 1;
    }
    counts
        .iter()
        .filter(|&&count| count > 0)
        .all(|&count| count == size)
}

fn ambiguity(size: usize) -> String {
    let last = |digits: &[u8], size: usize| {
        let mut all = digits.to_vec();
        all.extend(b'A'..=b'Z');
        all.extend(b'a'..=b'z');
        all.get(size - 1).map(|&byte| char::from(byte))
    };
    let mut readings = Vec::new();
    for (digits, first, meaning) in [
        (&b"0123456789"[..], '0', "0 is the first digit"),
        (b"123456789", '1', "0 is an open cell"),
        (b"", 'A', "0 is an open cell"),
    ] {
        if let Some(last) = last(digits, size) {
            readings.push(format!("--alphabet {first}-{last} ({meaning})"));
        }
    }
    format!(
        "0 stands beside other blanks in a {size}x{size} grid and may be a digit: say {}",
        readings.join(" or ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(size: usize, text: &str) -> Result<Alphabet, String> {
        alphabet_of(size, text.as_bytes(), None)
    }

    #[test]
    fn letters_beyond_the_last_decide() {
        assert_eq!(of(16, "1.G0"), Ok(Alphabet::FromOne));
        assert_eq!(of(16, "1.F."), Ok(Alphabet::FromOne));
        assert_eq!(of(16, "AH.P"), Ok(Alphabet::Letters));
        assert_eq!(of(16, "AH0P"), Ok(Alphabet::Letters));
        assert_eq!(of(25, "A.Y0"), Ok(Alphabet::Letters));
        assert_eq!(of(9, "0.1"), Ok(Alphabet::FromOne));
        assert_eq!(of(49, "a.1n"), Ok(Alphabet::FromOne));
    }

    #[test]
    fn zeros_beside_dots_are_an_error_that_names_the_readings() {
        let message = of(16, "0.F1").unwrap_err();
        for reading in ["--alphabet 0-F", "1-G", "A-P"] {
            assert!(message.contains(reading), "{message}");
        }
        assert!(of(10, "0.12").unwrap_err().contains("--alphabet 0-9"));
        let choice = "0-F".parse().ok();
        assert_eq!(alphabet_of(16, b"0.F1", choice), Ok(Alphabet::FromZero));
        assert_eq!(alphabet_of(9, b"0.11", choice), Ok(Alphabet::FromOne));
    }

    #[test]
    fn zeros_alone_are_blanks_unless_the_grid_is_finished() {
        assert_eq!(of(10, "0012"), Ok(Alphabet::FromOne));
        let row = "0123456789";
        assert_eq!(of(10, &row.repeat(10)), Ok(Alphabet::FromZero));
    }
}
