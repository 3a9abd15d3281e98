//! What one line of a file of rows could be.
//!
//! A line is looked at as a sequence of units: its bytes, with the characters
//! that draw frames in Unicode turned into their ASCII cousins. Bars, brackets
//! and quotes separate cells and mean nothing else. What remains may be counted
//! in several ways, and each count is a possible width of the grid:
//!
//! ```text
//! |12.|.3.|     chars 6   every remaining character is a cell
//! 0 11 3 0      tokens 4  every group between spaces is a cell
//! 1,,3,         fields 4  every place between commas is a cell, maybe empty
//! | 7   6 |     slots 3   every second column between bars, space = open
//!  3   6 12     bare      every column of the line, space = open
//! ```

use crate::cells::{is_set, number_within};

/// What a line is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Line {
    Blank,
    /// `#` and what follows it.
    Comment,
    /// A part of a frame.
    Rule,
    /// `[State]` and other sections whose grid is no puzzle.
    OtherSection,
    /// Words, or `[Puzzle]`.
    Text,
    Row(Row),
}

/// The possible widths of a row; `None` where a reading does not fit it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Row {
    pub(super) chars: Option<usize>,
    pub(super) tokens: Option<usize>,
    pub(super) fields: Option<usize>,
    /// With every second column between bars a cell, and with every column.
    pub(super) slots: [Option<usize>; 2],
    /// Length of the line and its largest digit, if it may be columns with
    /// spaces for open cells.
    pub(super) bare: Option<(usize, usize)>,
    /// How many cells there are if each character is one, sensible or not.
    pub(super) count: usize,
    /// Whether there are only digits: perhaps a number above a grid.
    pub(super) only_digits: bool,
}

impl Row {
    pub(super) fn is_sensible(&self) -> bool {
        let Row {
            chars,
            tokens,
            fields,
            slots: [a, b],
            bare,
            ..
        } = self;
        chars.or(*tokens).or(*fields).or(*a).or(*b).is_some() || bare.is_some()
    }
}

/// Grids in rows are of these sizes.
fn is_size(width: usize) -> bool {
    (4..=64).contains(&width)
}

/// A line's units: offset and byte. Characters beyond ASCII become `|`, `-`, a
/// space, or 0xFF.
pub(super) fn units(line: &[u8]) -> impl Iterator<Item = (usize, u8)> + Clone {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        let byte = *line.get(at)?;
        if byte < 0x80 {
            at += 1;
            return Some((start, byte));
        }
        let length = match byte {
            0xC0..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xF7 => 4,
            _ => 1,
        };
        let end = (start + length).min(line.len());
        at = end;
        let unit = match &line[start..end] {
            [0xC2, 0xA0] => b' ',
            [0xC2, 0xA6] => b'|',
            [0xC2, 0xB7] => b'.',
            // Vertical lines of the block U+2500: light, heavy, dashed, double.
            [0xE2, 0x94, 0x82 | 0x83 | 0x86 | 0x87 | 0x8A | 0x8B] => b'|',
            [0xE2, 0x95, 0x8E | 0x8F | 0x91] => b'|',
            [0xE2, 0x80, 0x96] => b'|',
            // Everything else in it: horizontal lines, corners, crossings.
            [0xE2, 0x94 | 0x95, _] => b'-',
            [0xE2, 0x80, 0x93 | 0x94] => b'-',
            _ => 0xFF,
        };
        Some((start, unit))
    })
}

/// Whether a unit stands between cells and is none.
pub(super) fn is_between(unit: u8) -> bool {
    unit.is_ascii_whitespace() || matches!(unit, b'|' | b'!' | b':') || is_wrapping(unit)
}

/// Brackets, quotes, commas: the syntax of programming languages and tables.
fn is_wrapping(unit: u8) -> bool {
    matches!(
        unit,
        b',' | b';' | b'[' | b']' | b'{' | b'}' | b'(' | b')' | b'"' | b'\''
    )
}

/// A bar of a frame.
pub(super) fn is_bar(unit: u8) -> bool {
    matches!(unit, b'|' | b'!')
}

/// Whether characters can be digits or blanks of a grid of `size`.
pub(super) fn fits(size: usize, mut units: impl Iterator<Item = u8> + Clone) -> bool {
    let numbered = units.clone().any(|unit| matches!(unit, b'1'..=b'9'));
    let letters = if numbered {
        size.saturating_sub(9)
    } else {
        size
    };
    units.all(|unit| match unit {
        b'.' | b'*' | b'_' | b'-' | b'?' | b'0' => true,
        b'1'..=b'9' => usize::from(unit - b'0') <= size,
        b'X' | b'x' | b'e' if size <= 9 => true,
        b'A'..=b'Z' => size > 9 && usize::from(unit - b'A') < letters,
        b'a'..=b'z' if size <= 35 => size > 9 && usize::from(unit - b'a') < letters,
        b'a'..=b'z' => usize::from(unit - b'a') + 26 < letters,
        _ => false,
    })
}

/// The line without a comment behind its cells.
pub(super) fn without_comment(line: &[u8]) -> &[u8] {
    let begins = |&at: &usize| at == 0 || line[at - 1].is_ascii_whitespace();
    match memchr::memchr_iter(b'#', line).find(begins) {
        Some(at) => &line[..at],
        None => line,
    }
}

/// Looks at a line without its line end. `dash_width`: the number of dashes
/// that make a row of open cells.
pub(super) fn line_of(line: &[u8], dash_width: Option<usize>) -> Line {
    if let Some(row) = plain_row(line) {
        return Line::Row(row);
    }
    let content = line.trim_ascii();
    match content.first() {
        None => return Line::Blank,
        Some(b'#') => return Line::Comment,
        Some(b'[') => {
            if let Some(section) = section(content) {
                return section;
            }
        }
        Some(_) => {}
    }
    let line = without_comment(line);
    if is_rule(line, dash_width) {
        return Line::Rule;
    }
    let row = measure(line);
    if row.is_sensible() || (row.count >= 4 && !has_word(line)) {
        Line::Row(row)
    } else {
        Line::Text
    }
}

/// The short cut for the commonest line: digits and dots without a gap.
fn plain_row(line: &[u8]) -> Option<Row> {
    let (mut largest, mut digits, mut zeros) = (b'0', true, false);
    for &byte in line {
        match byte {
            b'0' => zeros = true,
            b'1'..=b'9' => largest = largest.max(byte),
            b'.' => digits = false,
            _ => return None,
        }
    }
    let (count, largest) = (line.len(), usize::from(largest - b'0'));
    if !is_size(count) || largest > count {
        return None;
    }
    Some(Row {
        chars: Some(count),
        count,
        only_digits: digits,
        bare: (digits && !zeros).then_some((count, largest)),
        ..Row::default()
    })
}

fn section(content: &[u8]) -> Option<Line> {
    let name = content.strip_prefix(b"[")?.strip_suffix(b"]")?;
    if !name.iter().all(|b| b.is_ascii_alphabetic() || *b == b' ') || name.len() < 2 {
        return None;
    }
    let others: [&[u8]; 5] = [b"state", b"solution", b"progress", b"candidates", b"marks"];
    let name = name.to_ascii_lowercase();
    Some(if others.contains(&name.as_slice()) {
        Line::OtherSection
    } else {
        Line::Text
    })
}

/// Two letters side by side.
fn has_word(line: &[u8]) -> bool {
    line.windows(2)
        .any(|pair| pair.iter().all(u8::is_ascii_alphabetic))
}

/// Whether a line only draws: nothing but signs, with a `+` or a run of dashes.
fn is_rule(line: &[u8], dash_width: Option<usize>) -> bool {
    let (mut dashes, mut run, mut longest, mut cross) = (0usize, 0usize, 0usize, false);
    for (_, unit) in units(line) {
        match unit {
            b'-' | b'=' => {
                dashes += 1;
                run += 1;
                longest = longest.max(run);
                continue;
            }
            b'+' => cross = true,
            b' ' | b'\t' | b'\r' | b'|' | b'!' | b'*' | b'.' | b':' | b'\'' | b'`' | b'#' => {}
            _ => return false,
        }
        run = 0;
    }
    cross || longest >= 3 && dash_width != Some(dashes)
}

/// Counts the cells of a line under every reading.
fn measure(line: &[u8]) -> Row {
    let cells = units(line)
        .map(|(_, unit)| unit)
        .filter(|&unit| !is_between(unit));
    let count = cells.clone().count();
    let mut row = Row {
        count,
        only_digits: count > 0 && cells.clone().all(|unit| unit.is_ascii_digit()),
        ..Row::default()
    };
    if is_size(count) && fits(count, cells) {
        row.chars = Some(count);
    }
    let tokens = tokens_of(line).count();
    if is_size(tokens) && tokens_of(line).all(|token| is_cell(token, tokens)) {
        row.tokens = Some(tokens);
    }
    if let Some(delimiter) = delimiter_of(line) {
        let fields = || fields_of(line, delimiter);
        let width = fields().count();
        if is_size(width) && fields().all(|field| field.is_empty() || is_cell(field, width)) {
            row.fields = Some(width);
        }
    }
    row.slots = slots(line);
    row.bare = bare(line);
    row
}

/// The groups of characters between spaces, bars and the like.
pub(super) fn tokens_of(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut units = units(line).peekable();
    std::iter::from_fn(move || {
        while units.next_if(|&(_, unit)| is_between(unit)).is_some() {}
        let start = units.peek()?.0;
        let mut end = line.len();
        while let Some(&(at, unit)) = units.peek() {
            if is_between(unit) {
                end = at;
                break;
            }
            units.next();
        }
        Some(&line[start..end])
    })
}

/// The sign between the fields of a table's row.
pub(super) fn delimiter_of(line: &[u8]) -> Option<u8> {
    [b',', b';', b'\t']
        .into_iter()
        .find(|delimiter| line.contains(delimiter))
}

/// The fields of a table's row without quotes, brackets and spaces.
pub(super) fn fields_of(line: &[u8], delimiter: u8) -> impl Iterator<Item = &[u8]> {
    let wrapping = |b: &u8| *b != delimiter && (b.is_ascii_whitespace() || is_wrapping(*b));
    let start = line.iter().position(|b| !wrapping(b)).unwrap_or(line.len());
    let end = line
        .iter()
        .rposition(|b| !wrapping(b))
        .map_or(start, |at| at + 1);
    let mut line = &line[start..end.max(start)];
    // A delimiter at the end closes the row, unless open cells are empty.
    if let Some(closed) = line.strip_suffix(&[delimiter])
        && closed
            .split(|&b| b == delimiter)
            .all(|field| !field.trim_ascii().is_empty())
    {
        line = closed;
    }
    line.split(move |&b| b == delimiter).map(move |field| {
        let plain = |b: &u8| !b.is_ascii_whitespace() && !is_wrapping(*b);
        match (field.iter().position(plain), field.iter().rposition(plain)) {
            (Some(start), Some(end)) => &field[start..=end],
            _ => &field[..0],
        }
    })
}

/// Whether a token can be a cell of a grid of `size`: a number, a symbol, a
/// blank, or a set of symbols in ascending order.
pub(super) fn is_cell(token: &[u8], size: usize) -> bool {
    match token {
        [unit] => fits(size, std::iter::once(*unit)) || unit.is_ascii_alphabetic() && size > 9,
        b"-1" => true,
        _ => number_within(token, size).is_some() || is_set(token, size),
    }
}

/// The widths of a line whose bars stand at even distances.
fn slots(line: &[u8]) -> [Option<usize>; 2] {
    let Some(segments) = segments_of(line) else {
        return [None; 2];
    };
    let length = segments[0].1 - segments[0].0;
    if segments.iter().any(|&(start, end)| end - start != length) || !line.is_ascii() {
        return [None; 2];
    }
    let symbols = segments.iter().flat_map(|&(start, end)| {
        let segment = &line[start..end];
        segment
            .iter()
            .enumerate()
            .filter(|(_, b)| !b.is_ascii_whitespace())
    });
    let spaced = length % 2 == 1 && symbols.clone().all(|(at, _)| at % 2 == 1);
    let widths = [
        Some(segments.len() * (length / 2)).filter(|_| spaced),
        Some(segments.len() * length),
    ];
    widths.map(|width| width.filter(|&w| is_size(w) && fits(w, symbols.clone().map(|s| *s.1))))
}

/// The ranges between the bars of a line that begins and ends with one.
pub(super) fn segments_of(line: &[u8]) -> Option<Vec<(usize, usize)>> {
    let bars: Vec<usize> = units(line)
        .filter(|&(_, u)| is_bar(u))
        .map(|(at, _)| at)
        .collect();
    let first = line.iter().position(|b| !b.is_ascii_whitespace())?;
    let last = line.iter().rposition(|b| !b.is_ascii_whitespace())?;
    if bars.len() < 2 || bars[0] != first || *bars.last()? != last {
        return None;
    }
    Some(bars.windows(2).map(|pair| (pair[0] + 1, pair[1])).collect())
}

/// Length and largest digit of a line of digits and spaces.
fn bare(line: &[u8]) -> Option<(usize, usize)> {
    let line = line.trim_ascii_end();
    let digits = line.iter().all(|b| matches!(b, b'1'..=b'9' | b' '));
    let largest = line
        .iter()
        .max()
        .map_or(0, |&b| usize::from(b.saturating_sub(b'0')));
    (digits && line.len() <= 64).then_some((line.len(), largest))
}

/// The width of rows in which `-` is a blank, if some row shows it to be one.
pub(super) fn width_of_dashed_rows(head: &[u8], end: u8) -> Option<usize> {
    head.split(|&b| b == end).find_map(|line| {
        let shows = line.contains(&b'-') && line.iter().any(u8::is_ascii_digit);
        match line_of(line, None) {
            // With another number of tokens the dashes may be those of `-1`.
            Line::Row(row) if shows => row
                .chars
                .filter(|&chars| row.tokens.is_none_or(|tokens| tokens == chars)),
            _ => None,
        }
    })
}
