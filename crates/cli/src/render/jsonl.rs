//! JSON Lines: one object a puzzle, the same names as the csv columns, `null`
//! for what is not known, and at the end one object `summary`.
//!
//! The summary holds counts and the first places of wrong given solutions: with times in it, two runs of one file would
//! differ.

use polydoku_corpus::json_string;

use super::row::push_number;
use super::{Column, Row, Value};

/// What stands before each value: a brace or comma, and the escaped name.
pub fn keys(columns: &[(Column, String)]) -> Vec<Vec<u8>> {
    let mut keys = Vec::new();
    for (number, (_, name)) in columns.iter().enumerate() {
        let mut key = vec![if number > 0 { b',' } else { b'{' }];
        json_string(name.as_bytes(), &mut key);
        key.push(b':');
        keys.push(key);
    }
    keys
}

pub fn row(columns: &[(Column, String)], keys: &[Vec<u8>], row: &Row<'_>, out: &mut Vec<u8>) {
    for ((column, _), key) in columns.iter().zip(keys) {
        out.extend_from_slice(key);
        match row.value(column) {
            Value::Missing => out.extend_from_slice(b"null"),
            value @ (Value::Number(_) | Value::Decimal(_) | Value::Flag(_)) => {
                value.write_raw(out);
            }
            Value::Text(text) => json_string(text, out),
            // Symbols and numbers need no escapes.
            value @ Value::Cells(..) => {
                out.push(b'"');
                value.write_raw(out);
                out.push(b'"');
            }
        }
    }
    out.extend_from_slice(b"}\n");
}

pub fn summary(totals: &[(&str, u64)], wrong: &mut dyn Iterator<Item = String>, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"summary\":");
    for (number, &(name, total)) in totals.iter().enumerate() {
        out.push(if number > 0 { b',' } else { b'{' });
        json_string(name.as_bytes(), out);
        out.push(b':');
        push_number(total, out);
    }
    out.extend_from_slice(b",\"wrong_at\":[");
    for (number, place) in wrong.enumerate() {
        if number > 0 {
            out.push(b',');
        }
        json_string(place.as_bytes(), out);
    }
    out.extend_from_slice(b"]}}\n");
}
