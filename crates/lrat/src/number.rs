//! Numbers in decimal, written in the one way that leaves no doubt: digits with
//! at most a minus before them, no plus, no leading zeros, no `-0`.

/// The number, or `None` when it is written otherwise or has no room.
pub fn number(token: &[u8]) -> Option<i64> {
    let (minus, digits) = match token.split_first() {
        Some((b'-', rest)) => (true, rest),
        _ => (false, token),
    };
    match digits {
        [] => return None,
        [b'0'] if !minus => return Some(0),
        [b'0', ..] => return None,
        _ => {}
    }
    let value = digits.iter().try_fold(0i64, |value, &byte| {
        let digit = byte.is_ascii_digit().then(|| i64::from(byte - b'0'))?;
        value.checked_mul(10)?.checked_add(digit)
    })?;
    Some(if minus { -value } else { value })
}

/// A token for people: what can be shown of it, and not too much.
pub fn shown(token: &[u8]) -> String {
    const MOST: usize = 20;
    let text: String = token
        .iter()
        .take(MOST)
        .flat_map(|&byte| std::ascii::escape_default(byte))
        .map(char::from)
        .collect();
    let more = if token.len() > MOST { "..." } else { "" };
    text + more
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_numbers_are_numbers() {
        let good: [(&[u8], i64); 5] = [
            (b"0", 0),
            (b"7", 7),
            (b"-12", -12),
            (b"729", 729),
            (b"9223372036854775807", i64::MAX),
        ];
        for (token, value) in good {
            assert_eq!(number(token), Some(value));
        }
        let bad: [&[u8]; 9] = [
            b"",
            b"-",
            b"-0",
            b"00",
            b"01",
            b"+1",
            b"1x",
            b"--1",
            b"9223372036854775808",
        ];
        for token in bad {
            assert_eq!(number(token), None, "{}", shown(token));
        }
    }

    #[test]
    fn what_is_shown_stays_readable() {
        assert_eq!(shown(b"ab\x00\xff"), "ab\\x00\\xff");
        assert_eq!(shown(&[b'x'; 30]), format!("{}...", "x".repeat(20)));
    }
}
