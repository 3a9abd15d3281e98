//! Following lines until a puzzle's rows are together.
//!
//! A group of rows keeps every reading under which all of them are equally
//! wide, and is complete when one of those widths is the number of rows. What
//! else may happen: a blank line or rule between bands of rows; a row that is a
//! little too short or long, or has a strange character, which spoils this
//! puzzle and no other; text, a title or the end of the file before the last
//! row. Bands (rows between blank lines) must be equally high and equally far
//! apart, so that a puzzle that breaks off is not completed with rows of the
//! next one.

use std::ops::ControlFlow;

use super::Grids;
use super::row::{Line, Row, line_of};
use crate::line::content_of;
use crate::record::BadRecord;
use crate::token::{count_of_cells, shape_of};

/// How a group's rows are to be understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    Fields,
    Chars,
    Tokens,
    /// Every second column between bars.
    SpacedSlots,
    /// Every column between bars.
    Slots,
    Bare,
}

/// The rows of one puzzle.
#[derive(Debug)]
pub(super) struct Group<'t> {
    /// All text of the block.
    text: &'t [u8],
    /// Each row's range in the text, and its line.
    pub(super) rows: Vec<(usize, usize, u64)>,
    widths: Row,
    /// After how many rows a part of a frame came.
    pub(super) rules: Vec<usize>,
    pub(super) title: Option<(usize, usize)>,
    pub(super) reading: Reading,
    pub(super) size: usize,
    fault: Option<BadRecord>,
    /// Rows since the last blank line; the height of the first band; the number
    /// of blank lines behind it.
    band: usize,
    band_height: usize,
    gap: usize,
    blanks: usize,
}

impl<'t> Group<'t> {
    /// The text of a row.
    pub(super) fn row(&self, index: usize) -> &'t [u8] {
        let (start, end, _) = self.rows[index];
        &self.text[start..end]
    }

    /// The text from the first row to the last.
    pub(super) fn source(&self) -> &'t [u8] {
        let (first, last) = (self.rows[0], self.rows[self.rows.len() - 1]);
        &self.text[first.0..last.1]
    }

    /// The title's text.
    pub(super) fn title_text(&self) -> &'t [u8] {
        self.title
            .map_or(&[], |(start, end)| &self.text[start..end])
    }

    fn new(text: &'t [u8], title: Option<(usize, usize)>) -> Group<'t> {
        Group {
            text,
            rows: Vec::new(),
            widths: Row::default(),
            rules: Vec::new(),
            title,
            reading: Reading::Chars,
            size: 0,
            fault: None,
            band: 0,
            band_height: 0,
            gap: 0,
            blanks: 0,
        }
    }

    /// The readings that are still possible, the preferred ones first, with
    /// the width each has.
    fn readings(&self) -> [(Reading, Option<usize>); 6] {
        let widths = &self.widths;
        // Spaces can only be open cells where nothing else is.
        let bare = widths.bare.and_then(|(length, largest)| {
            let sizes = [4, 6, 9, 16, 25];
            sizes.into_iter().find(|&size| size >= length.max(largest))
        });
        [
            (Reading::Fields, widths.fields),
            (Reading::Chars, widths.chars),
            (Reading::Tokens, widths.tokens),
            (Reading::SpacedSlots, widths.slots[0]),
            (Reading::Slots, widths.slots[1]),
            (Reading::Bare, bare),
        ]
    }

    /// The width the rows seem to have.
    fn width(&self) -> usize {
        let possible = self.readings().into_iter().find_map(|(_, width)| width);
        possible.unwrap_or(self.widths.count)
    }

    /// Whether the number of rows is the width of a reading, which is noted.
    fn is_complete(&mut self) -> bool {
        let rows = self.rows.len();
        let full = |&(_, width): &(Reading, Option<usize>)| width == Some(rows);
        let found = self.readings().into_iter().find(full);
        if let Some((reading, _)) = found {
            self.reading = reading;
            self.size = rows;
        }
        let spoilt = self.fault.is_some() && rows == self.width();
        found.is_some() || spoilt
    }

    /// Takes a row, or says that it does not belong here.
    fn accepts(&mut self, row: Row, span: (usize, usize, u64)) -> bool {
        if self.rows.is_empty() {
            if !row.is_sensible() {
                self.fault = Some(strange_row(&self.text[span.0..span.1], row, span.2));
            }
            self.widths = row;
            self.rows.push(span);
            self.band += 1;
            return true;
        }
        let narrowed = narrowed(self.widths, row);
        if narrowed.is_sensible() {
            self.widths = narrowed;
        } else if let Some(fault) = self.fault_of(row, span) {
            // A first row of another width is the one to blame.
            if self.rows.len() == 1 && row.is_sensible() && self.fault.is_none() {
                let (line, found) = (self.rows[0].2, self.widths.count);
                self.fault = Some(wrong_width(line, found, row.count));
                self.widths = row;
            } else {
                if self.fault.is_some() && self.rows.len() == 1 && row.is_sensible() {
                    self.widths = row;
                }
                self.fault.get_or_insert(fault);
            }
        } else {
            return false;
        }
        self.rows.push(span);
        self.band += 1;
        true
    }

    /// What is wrong with a row that is probably one of these, only faulty.
    fn fault_of(&self, row: Row, span: (usize, usize, u64)) -> Option<BadRecord> {
        let width = self.width();
        if row.count == width || self.widths.count == row.count {
            return Some(strange_row(&self.text[span.0..span.1], row, span.2));
        }
        (row.count.abs_diff(width) <= 2).then(|| wrong_width(span.2, row.count, width))
    }
}

fn wrong_width(line: u64, found: usize, expected: usize) -> BadRecord {
    BadRecord {
        line,
        column: found.min(expected) + 1,
        message: count_of_cells(found, expected),
    }
}

fn strange_row(text: &[u8], row: Row, line: u64) -> BadRecord {
    let (column, message) = super::decode::strangest(text, row.count);
    BadRecord {
        line,
        column,
        message,
    }
}

/// The readings that hold for the rows so far and for one more.
fn narrowed(a: Row, b: Row) -> Row {
    let both = |a: Option<usize>, b: Option<usize>| a.filter(|_| a == b);
    Row {
        chars: both(a.chars, b.chars),
        tokens: both(a.tokens, b.tokens),
        fields: both(a.fields, b.fields),
        slots: [both(a.slots[0], b.slots[0]), both(a.slots[1], b.slots[1])],
        bare: match (a.bare, b.bare) {
            (Some(a), Some(b)) => Some((a.0.max(b.0), a.1.max(b.1))),
            _ => None,
        },
        count: a.count,
        only_digits: a.only_digits && b.only_digits,
    }
}

/// What the assembler found.
pub(super) enum Done<'g, 't> {
    Puzzle(&'g Group<'t>),
    Bad(BadRecord),
}

/// Goes through the lines of a text.
pub(super) struct Assembler<'t> {
    end: u8,
    dash_width: Option<usize>,
    text: &'t [u8],
    at: usize,
    line: u64,
    group: Option<Group<'t>>,
    /// The last text line, if no blank line came since.
    title: Option<(usize, usize)>,
    /// Where its line begins.
    title_start: usize,
    /// Whether the lines belong to a section that is no puzzle.
    elsewhere: bool,
    /// The last place where nothing was open.
    safe: usize,
}

type Take<'f, 't> = &'f mut dyn FnMut(Done<'_, 't>) -> ControlFlow<()>;

impl<'t> Assembler<'t> {
    pub(super) fn new(grids: &Grids, text: &'t [u8], first_line: u64) -> Assembler<'t> {
        Assembler {
            end: grids.end,
            dash_width: grids.dash_width,
            text,
            at: 0,
            line: first_line,
            group: None,
            title: None,
            title_start: 0,
            elsewhere: false,
            safe: 0,
        }
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    /// The last place where no puzzle was open.
    pub(super) fn safe(&self) -> usize {
        self.safe
    }

    /// How many rows of an unfinished puzzle there are.
    pub(super) fn open_rows(&self) -> usize {
        self.group.as_ref().map_or(0, |group| group.rows.len())
    }

    /// Looks at one more line.
    pub(super) fn next_line(&mut self, take: Take<'_, 't>) -> ControlFlow<()> {
        let rest = &self.text[self.at..];
        let length = memchr::memchr(self.end, rest).unwrap_or(rest.len());
        let (start, number) = (self.at, self.line);
        self.at += (length + 1).min(rest.len());
        self.line += 1;
        let line = &rest[..length];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let mark = number == 1 && line.starts_with(b"\xEF\xBB\xBF");
        let start = start + if mark { 3 } else { 0 };
        let line = if mark { &line[3..] } else { line };
        let span = (start, start + line.len(), number);
        let flow = self.take_line(line, span, take);
        if self.group.is_none() && !self.elsewhere {
            self.safe = match self.title {
                Some(_) => self.title_start,
                None => self.at,
            };
        }
        flow
    }

    fn take_line(
        &mut self,
        line: &'t [u8],
        span: (usize, usize, u64),
        take: Take<'_, 't>,
    ) -> ControlFlow<()> {
        match line_of(line, self.dash_width) {
            Line::Comment => ControlFlow::Continue(()),
            Line::Blank => self.blank(span, take),
            Line::Rule => {
                if let Some(group) = &mut self.group {
                    group.rules.push(group.rows.len());
                }
                ControlFlow::Continue(())
            }
            Line::OtherSection => {
                let flow = self.close(take);
                self.elsewhere = true;
                self.title = None;
                flow
            }
            Line::Text => {
                let flow = self.close(take);
                let content = content_of(line, span.2);
                let start = span.0 + (content.as_ptr() as usize - line.as_ptr() as usize);
                self.title = Some((start, start + content.len()));
                self.title_start = span.0;
                self.elsewhere &= !content.starts_with(b"[");
                flow
            }
            Line::Row(_) if self.elsewhere => ControlFlow::Continue(()),
            Line::Row(row) => self.row(line, row, span, take),
        }
    }

    fn row(
        &mut self,
        line: &'t [u8],
        row: Row,
        span: (usize, usize, u64),
        take: Take<'_, 't>,
    ) -> ControlFlow<()> {
        let content = line.trim_ascii();
        if row.count > 64 && self.group.is_none() && shape_of(content).is_some() {
            // A whole puzzle on one line between puzzles in rows.
            let mut group = self.opened();
            group.size = content.len().isqrt();
            group.rows.push(span);
            return take(Done::Puzzle(&group));
        }
        if let Some(group) = &self.group
            && group.band_height > 0
            && group.band >= group.band_height
        {
            self.break_off(take)?;
        }
        if let Some(group) = &mut self.group
            && !group.accepts(row, span)
        {
            self.close(take)?;
        }
        if self.group.is_none() {
            let mut group = self.opened();
            group.accepts(row, span);
            self.group = Some(group);
        }
        let group = self.group.as_mut().expect("opened above");
        group.blanks = 0;
        if !group.is_complete() {
            return ControlFlow::Continue(());
        }
        let group = self.group.take().expect("it is complete");
        match group.fault {
            Some(fault) => take(Done::Bad(fault)),
            None => take(Done::Puzzle(&group)),
        }
    }

    /// A band is higher than the first one, which therefore was a puzzle broken
    /// off: keeps only the rows of this band.
    fn break_off(&mut self, take: Take<'_, 't>) -> ControlFlow<()> {
        let mut old = self.group.take().expect("there are bands");
        let rows = old.rows.split_off(old.rows.len() - old.band);
        let mut group = Group::new(self.text, None);
        self.group = Some(old);
        self.close(take)?;
        for span in rows {
            let line = &self.text[span.0..span.1];
            if let Line::Row(row) = line_of(line, self.dash_width) {
                group.accepts(row, span);
            }
        }
        self.group = Some(group);
        ControlFlow::Continue(())
    }

    fn opened(&mut self) -> Group<'t> {
        Group::new(self.text, self.title.take())
    }

    fn blank(&mut self, span: (usize, usize, u64), take: Take<'_, 't>) -> ControlFlow<()> {
        self.title = None;
        let Some(group) = &mut self.group else {
            return ControlFlow::Continue(());
        };
        let readings = group.readings();
        let only_bare = readings
            .iter()
            .all(|r| r.1.is_none() || r.0 == Reading::Bare);
        if only_bare && group.fault.is_none() {
            // Spaces are open cells here, so an empty line is an open row.
            let row = Row {
                bare: Some((0, 0)),
                ..Row::default()
            };
            return self.row(b"", row, span, take);
        }
        group.blanks += 1;
        if group.blanks > 1 {
            let fits = group.gap == 0 || group.blanks <= group.gap;
            return if fits && group.blanks <= 2 {
                group.gap = group.blanks;
                ControlFlow::Continue(())
            } else {
                self.close(take)
            };
        }
        let (band, width) = (std::mem::take(&mut group.band), group.width());
        if group.band_height == 0 {
            group.band_height = band;
        }
        if band != group.band_height || !width.is_multiple_of(band) {
            return self.close(take);
        }
        ControlFlow::Continue(())
    }

    /// Ends an unfinished puzzle, if there is one.
    fn close(&mut self, take: Take<'_, 't>) -> ControlFlow<()> {
        let Some(mut group) = self.group.take() else {
            return ControlFlow::Continue(());
        };
        let rows = group.rows.len();
        if rows == 1 && group.widths.only_digits {
            // A number above or between grids.
            return ControlFlow::Continue(());
        }
        let bad = group
            .fault
            .take()
            .filter(|_| rows == 1)
            .unwrap_or_else(|| BadRecord {
                line: group.rows[0].2,
                column: 1,
                message: format!(
                    "{rows} {}, expected {}",
                    if rows == 1 { "row" } else { "rows" },
                    group.width()
                ),
            });
        take(Done::Bad(bad))
    }

    /// Ends the text.
    pub(super) fn finish(mut self, take: Take<'_, 't>) -> ControlFlow<()> {
        self.close(take)
    }
}
