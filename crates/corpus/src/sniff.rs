//! Recognising a format by the file's first bytes, never by its name.

use crate::book::Book;
use crate::line::{Lines, content_of, shape_of};
use crate::options::ReadOptions;
use crate::reader::{Format, MAX_RECORD, Reader};
use crate::record::ReadError;

/// Recognises the format of a file by its beginning. `None` asks for more
/// text, which is never asked for beyond [`MAX_RECORD`] bytes or at the end of
/// the file, and not beyond the first line where that line is a whole puzzle.
///
/// # Errors
/// Text that cannot be read as it is (UTF-16), options that do not fit the
/// format (a column that a table does not have).
pub fn sniff(
    head: &[u8],
    at_end: bool,
    options: &ReadOptions,
) -> Result<Option<Reader>, ReadError> {
    let book = Book::new(options);
    let enough = at_end || head.len() > MAX_RECORD;
    Ok(lines(head, enough, book))
}

/// The byte that ends lines: `\r` only where there is no `\n`.
fn line_end(head: &[u8], at_end: bool) -> u8 {
    let old_mac = memchr::memchr(b'\n', head).is_none()
        && memchr::memchr(b'\r', head).is_some_and(|at| at + 1 < head.len() || at_end);
    if old_mac { b'\r' } else { b'\n' }
}

fn lines(head: &[u8], enough: bool, book: Book) -> Option<Reader> {
    let end = line_end(head, enough);
    let mut lines = Lines::new(end);
    let mut seen_puzzle = false;
    let mut rest = head;
    let mut number = 0;
    while !rest.is_empty() {
        let length = match memchr::memchr(end, rest) {
            Some(length) => length,
            None if enough => rest.len(),
            None => break,
        };
        number += 1;
        let content = content_of(&rest[..length], number);
        rest = &rest[(length + 1).min(rest.len())..];
        if content.is_empty() || content[0] == b'#' {
            continue;
        }
        if !seen_puzzle && lines.count_line.is_none() && is_count(content) {
            lines.count_line = Some(number);
            continue;
        }
        seen_puzzle = true;
        if lines.learn(&book, content) {
            break;
        }
    }
    if !seen_puzzle && !enough {
        return None;
    }
    let columns = lines.columns();
    Some(Reader::new(Format::Lines(lines), columns, book))
}

/// Whether a line is only a number, and no puzzle.
fn is_count(content: &[u8]) -> bool {
    content.len() < 16 && content.iter().all(u8::is_ascii_digit) && shape_of(content).is_none()
        || content.len() == 4 && content.iter().all(u8::is_ascii_digit)
}
