//! Quoting for the formats that need it: a CSV field, a JSON string, a cell of a
//! Markdown table.
//!
//! Fields come from other people's files and may hold any bytes; what is written
//! here reads back as one field. Each function appends to a buffer and quotes only
//! where its format demands it, so that plain tables stay plain.

/// Appends a field of a CSV row, in quotes where it needs them.
pub fn csv_field(text: &[u8], out: &mut Vec<u8>) {
    let special = |b: &u8| matches!(b, b',' | b'"' | b'\n' | b'\r');
    let padded = text.trim_ascii().len() != text.len();
    if !padded && text.first() != Some(&b'#') && !text.iter().any(special) {
        return out.extend_from_slice(text);
    }
    out.push(b'"');
    for &byte in text {
        if byte == b'"' {
            out.push(b'"');
        }
        out.push(byte);
    }
    out.push(b'"');
}

/// Appends a JSON string with its quotes. Bytes that are no UTF-8 become the
/// replacement character.
pub fn json_string(text: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    // Puzzles and most words need no escapes; a look is cheaper than decoding.
    let plain = |byte: &u8| (b' '..=b'~').contains(byte) && !matches!(byte, b'"' | b'\\');
    if text.iter().all(plain) {
        out.extend_from_slice(text);
        out.push(b'"');
        return;
    }
    for symbol in String::from_utf8_lossy(text).chars() {
        match symbol {
            '"' => out.extend_from_slice(b"\\\""),
            '\\' => out.extend_from_slice(b"\\\\"),
            '\n' => out.extend_from_slice(b"\\n"),
            '\r' => out.extend_from_slice(b"\\r"),
            '\t' => out.extend_from_slice(b"\\t"),
            '\0'..='\x1f' => out.extend_from_slice(format!("\\u{:04x}", symbol as u32).as_bytes()),
            _ => out.extend_from_slice(symbol.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    out.push(b'"');
}

/// Appends a cell of a Markdown table: bars are escaped, line ends are spaces.
pub(super) fn markdown_cell(text: &[u8], out: &mut Vec<u8>) {
    for &byte in text {
        match byte {
            b'|' => out.extend_from_slice(b"\\|"),
            b'\n' | b'\r' => out.push(b' '),
            _ => out.push(byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quoted(write: fn(&[u8], &mut Vec<u8>), text: &str) -> String {
        let mut out = Vec::new();
        write(text.as_bytes(), &mut out);
        String::from_utf8(out).expect("UTF-8 stays UTF-8")
    }

    #[test]
    fn only_what_needs_quotes_gets_them() {
        assert_eq!(quoted(csv_field, "a b"), "a b");
        assert_eq!(quoted(csv_field, "a,b"), "\"a,b\"");
        assert_eq!(quoted(csv_field, "a \"b\""), "\"a \"\"b\"\"\"");
        assert_eq!(
            quoted(json_string, "é\"\\\n\u{1}"),
            "\"é\\\"\\\\\\n\\u0001\""
        );
        assert_eq!(quoted(markdown_cell, "a|b\nc"), "a\\|b c");
    }
}
