//! Recognising a format by the file's first bytes, never by its name.
//!
//! The beginning of the file is given to the readers themselves: whether it is
//! one puzzle a line or puzzles in rows is decided by who can read the first
//! puzzle. A first line that is a whole puzzle decides at once, so that a
//! puzzle coming through a slow pipe need not wait for the second; otherwise
//! up to [`HEAD`] bytes are asked for.

use crate::book::Book;
use crate::grid::{self, Grids};
use crate::json::{Json, looks_like_json};
use crate::line::{Lines, content_of, is_separator};
use crate::options::ReadOptions;
use crate::reader::{Format, Reader};
use crate::record::ReadError;
use crate::table::{Found, find_table};
use crate::token::shape_of;
use crate::xml::Xml;

/// So much of a file is looked at before deciding.
const HEAD: usize = 1 << 16;

/// Recognises the format of a file by its beginning. `None` asks for more
/// text: never at the end of the file or beyond 64 KiB, and not beyond the
/// first line where that line is a whole puzzle.
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
    let enough = at_end || head.len() >= HEAD;
    let text = head
        .strip_prefix(b"\xEF\xBB\xBF")
        .unwrap_or(head)
        .trim_ascii_start();
    if text.first() == Some(&b'<') {
        return Ok(match Xml::glimpse(head) {
            Some(xml) => Some(of_xml(xml, book)),
            None if enough => Some(of_xml(Xml::default(), book)),
            None => None,
        });
    }
    if looks_like_json(head) {
        match Json::glimpse(&book, head) {
            Some(json) => return Ok(Some(of_json(json, book))),
            None if !enough => return Ok(None),
            // Braces and brackets of a program's text, perhaps.
            None => {}
        }
    }
    let end = line_end(head, at_end);
    let lines = contents(head, end, enough);
    match find_table(&book, lines, end, enough)? {
        Found::Table(table, columns) => {
            return Ok(Some(Reader::new(Format::Table(table), columns, book)));
        }
        Found::More => return Ok(None),
        Found::No => {}
    }
    Ok(lines_or_grids(head, end, enough, at_end, book))
}

fn of_xml(xml: Xml, book: Book) -> Reader {
    let columns = xml.columns.clone();
    Reader::new(Format::Xml(xml), columns, book)
}

fn of_json(json: Json, book: Book) -> Reader {
    let columns = json.columns.clone();
    Reader::new(Format::Json(json), columns, book)
}

/// The byte that ends lines: `\r` only where there is no `\n`.
fn line_end(head: &[u8], at_end: bool) -> u8 {
    let old_mac = memchr::memchr(b'\n', head).is_none()
        && memchr::memchr(b'\r', head).is_some_and(|at| at + 1 < head.len() || at_end);
    if old_mac { b'\r' } else { b'\n' }
}

/// The whole lines of a text that hold something, without white space around
/// them, with their numbers. The last one counts as whole if `enough`.
fn contents(head: &[u8], end: u8, enough: bool) -> impl Iterator<Item = (u64, &[u8])> + Clone {
    let whole = match memchr::memrchr(end, head) {
        _ if enough => head.len(),
        Some(last) => last + 1,
        None => 0,
    };
    let lines = head[..whole].split(move |&b| b == end).zip(1..);
    let contents = lines.map(|(line, number)| (number, content_of(line, number)));
    contents.filter(|(_, content)| !content.is_empty() && content[0] != b'#')
}

/// What the first lines say about the two plain formats.
fn lines_or_grids(head: &[u8], end: u8, enough: bool, at_end: bool, book: Book) -> Option<Reader> {
    let mut lines = Lines::new(end);
    let mut contents = contents(head, end, enough).peekable();
    if let Some((number, content)) = contents.next_if(|(_, content)| is_count(content)) {
        // Unless it is the only line, or a row of digits.
        let next = contents.peek().map(|(_, next)| next);
        if next.is_some_and(|next| next.len() != content.len()) {
            lines.count_line = Some(number);
        } else if next.is_none() && !enough {
            return None;
        }
    }
    // A frame's upper edge says nothing yet.
    while contents
        .next_if(|(_, content)| grid::is_frame(content))
        .is_some()
    {}
    let (_, first) = match contents.peek() {
        Some(&first) => first,
        None if enough => return Some(of_lines(lines, book)),
        None => return None,
    };
    // Longer than any row: lines, whatever is wrong with them.
    let token = first
        .iter()
        .position(|&b| is_separator(b))
        .unwrap_or(first.len());
    if token <= 64 {
        let learnt = lines.clone().learn(&book, first);
        let alone = contents.clone().nth(1).is_none();
        if !(learnt && alone && !at_end) {
            let glimpse = Grids::glimpse(&book, head, end, at_end);
            let several = |size| {
                contents
                    .clone()
                    .take(size)
                    .all(|(_, line)| lines.clone().learn(&book, line))
            };
            let grids = match glimpse.first {
                // Rows that are puzzles of their own as well: lines.
                Some((size, _)) => !(learnt && several(size)),
                None if learnt => false,
                None if !enough => return None,
                None => glimpse.open_rows > 1,
            };
            if grids {
                let columns = glimpse.grids.columns();
                return Some(Reader::new(Format::Grids(glimpse.grids), columns, book));
            }
        }
    }
    for (_, content) in contents {
        if lines.learn(&book, content) {
            break;
        }
    }
    Some(of_lines(lines, book))
}

fn of_lines(lines: Lines, book: Book) -> Reader {
    let columns = lines.columns();
    Reader::new(Format::Lines(lines), columns, book)
}

/// Whether a line is only a number, and no puzzle.
fn is_count(content: &[u8]) -> bool {
    let digits = content.len() < 16 && content.iter().all(u8::is_ascii_digit);
    digits && (content.len() == 4 || shape_of(content).is_none())
}
