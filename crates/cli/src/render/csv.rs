//! Comma-separated values (RFC 4180, with plain line feeds): a header, then a
//! line a puzzle. A value is quoted only where it must be.

use polydoku_corpus::csv_field;

use super::{Column, Row, Value};

pub fn head(columns: &[(Column, String)], out: &mut Vec<u8>) {
    for (number, (_, name)) in columns.iter().enumerate() {
        if number > 0 {
            out.push(b',');
        }
        csv_field(name.as_bytes(), out);
    }
    out.push(b'\n');
}

pub fn row(columns: &[(Column, String)], row: &Row<'_>, out: &mut Vec<u8>) {
    for (number, (column, _)) in columns.iter().enumerate() {
        if number > 0 {
            out.push(b',');
        }
        match row.value(column) {
            Value::Text(text) => csv_field(text, out),
            // Symbols, numbers and flags need no quotes.
            value => value.write_raw(out),
        }
    }
    out.push(b'\n');
}
