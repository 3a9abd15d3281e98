//! JSON: one object a line, or boards as arrays.
//!
//! ```text
//! {"puzzle":"53..7....","rating":1.5}           objects: their keys are the columns
//! board = [["5","3",".",...],...]               n arrays of n cells (LeetCode, Python, JavaScript)
//! [[[0,0,1,0],...],[[...]]]                      several boards
//! ["53..7....","6..195...",...]                 n strings of n cells
//! ["53..7....6..195...",...]                    a puzzle a string
//! {"grids":[{"value":[[...]],"solution":[[...]]}]}
//! ```
//!
//! No model of the document is built. [`scan`] goes through the text once and
//! tells of each puzzle as soon as the array or object that holds it is closed;
//! whatever stands around puzzles is passed over. That makes it possible to cut
//! a huge array into blocks: a block may begin within arrays that an earlier
//! block opened, and closing brackets without an opening one are no fault.

mod scan;

use std::ops::ControlFlow;

use scan::{Item, Scan, Span, Value};

use crate::book::Book;
use crate::cells::read_cells;
use crate::line::column_within;
use crate::options::Column;
use crate::reader::{Block, Scratch};
use crate::record::{BadRecord, Fields, Record, Sink};
use crate::table::{PUZZLE, REGIONS, SOLUTION};
use crate::token::{Fault, Understood, understand, written, wrong_length};

/// Further names that boards have as JSON keys.
const BOARD: [&str; 4] = ["mission", "start", "value", "data"];

/// What was found out about a JSON file before reading it.
#[derive(Clone, Debug)]
pub(crate) struct Json {
    /// Whether each line is a document of its own.
    pub(crate) by_line: bool,
    /// The keys of the first puzzle's object that are further columns.
    pub(crate) columns: Vec<String>,
    pub(crate) usual_size: usize,
}

/// Whether a file that begins so is JSON: an object, or an array that is no
/// row of a grid.
pub(crate) fn looks_like_json(head: &[u8]) -> bool {
    let head = head
        .strip_prefix(b"\xEF\xBB\xBF")
        .unwrap_or(head)
        .trim_ascii_start();
    let second = |at: usize| head[at + 1..].trim_ascii_start().first().copied();
    match head.first() {
        Some(b'{') => matches!(second(0), Some(b'"' | b'}')),
        Some(b'[') => match second(0) {
            Some(b'[' | b'{') => true,
            Some(b'"') => {
                // A row of one-character strings stands by itself in a listing.
                let text = &head[head.iter().position(|&b| b == b'"').unwrap_or(0) + 1..];
                text.get(1) != Some(&b'"') && text.first() != Some(&b'"')
            }
            // All cells of a board in one array: more than any row has.
            _ => {
                let cells = head.split(|&b| b == b']').next().unwrap_or(head);
                cells.iter().filter(|&&b| b == b',').count() >= 64
            }
        },
        // A name, `=` or `:`, then an array of arrays.
        Some(byte) if byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'"') => {
            let name = |b: &u8| b.is_ascii_alphanumeric() || b" _\":=".contains(b);
            let length = head.iter().take(64).take_while(|b| name(b)).count();
            let rest = &head[length..];
            let assigned = head[..length].iter().any(|b| matches!(b, b'=' | b':'));
            assigned && rest.first() == Some(&b'[') && second(length) == Some(b'[')
        }
        _ => false,
    }
}

impl Json {
    /// Looks at the beginning of a file; `None` if there is no puzzle in it yet.
    pub(crate) fn glimpse(book: &Book, head: &[u8]) -> Option<Json> {
        let first_line = head
            .split(|&b| b == b'\n')
            .find(|line| !line.trim_ascii().is_empty())?;
        let mut json = Json {
            by_line: first_line.trim_ascii_start().starts_with(b"{") && is_whole(first_line),
            columns: Vec::new(),
            usual_size: 9,
        };
        let mut found = false;
        let mut scan = Scan::new(head, 1);
        let _ = scan.run(&mut |item| {
            let Item::Puzzle(puzzle) = item else {
                return ControlFlow::Continue(());
            };
            let Ok(choice) = json.choose(book, head, &puzzle.entries) else {
                return ControlFlow::Continue(());
            };
            found = true;
            let key = |&(key, _): &(Span, Value)| {
                String::from_utf8_lossy(&head[key.0..key.1]).into_owned()
            };
            let others = puzzle.entries.iter().enumerate();
            let others = others.filter(|(at, _)| !choice.contains(&Some(*at)));
            json.columns = others.map(|(_, entry)| key(entry)).collect();
            let size = choice[0].map_or(puzzle.value.size(head), |at| {
                puzzle.entries[at].1.size(head)
            });
            json.usual_size = size.unwrap_or(9);
            ControlFlow::Break(())
        });
        found.then_some(json)
    }

    /// The entries that are puzzle, given solution and region map.
    fn choose(
        &self,
        book: &Book,
        text: &[u8],
        entries: &[(Span, Value)],
    ) -> Result<[Option<usize>; 3], String> {
        if entries.is_empty() {
            return Ok([None; 3]);
        }
        let key = |at: usize| &text[entries[at].0.0..entries[at].0.1];
        let named = |list: &[&str]| {
            let at = |name: &&str| {
                (0..entries.len()).find(|&at| key(at).eq_ignore_ascii_case(name.as_bytes()))
            };
            list.iter().find_map(at)
        };
        let wanted = |column: &Column| match column {
            Column::Number(number) => (*number <= entries.len()).then(|| number - 1),
            Column::Name(name) => named(&[name]),
        };
        let columns = &book.options().columns;
        let is_puzzle = |at: &usize| entries[*at].1.size(text).is_some_and(|size| size >= 4);
        let puzzle = match &columns.puzzle {
            Some(column) => wanted(column),
            None => named(&PUZZLE)
                .or_else(|| named(&BOARD).filter(is_puzzle))
                .or_else(|| (0..entries.len()).find(is_puzzle)),
        };
        let puzzle = puzzle.ok_or_else(|| match &columns.puzzle {
            Some(column) => format!("no column {column} in this object"),
            None => "no puzzle in this object".to_owned(),
        })?;
        let solution = match &columns.solution {
            Some(column) => wanted(column),
            None => named(&SOLUTION),
        };
        let other = |at: Option<usize>| at.filter(|&at| at != puzzle);
        Ok([Some(puzzle), other(solution), other(named(&REGIONS))])
    }

    /// How many bytes lie before the last place where a block may end.
    pub(crate) fn cut(&self, buffer: &[u8]) -> usize {
        if self.by_line {
            return memchr::memrchr(b'\n', buffer).map_or(0, |at| at + 1);
        }
        let mut scan = Scan::new(buffer, 1);
        let _ = scan.run(&mut |_| ControlFlow::Continue(()));
        scan.safe()
    }

    /// Reads the puzzles of a block.
    pub(crate) fn parse<S: Sink + ?Sized>(
        &self,
        book: &Book,
        block: Block<'_>,
        scratch: &mut Scratch,
        sink: &mut S,
    ) -> ControlFlow<()> {
        if !self.by_line {
            return self.document(book, block, scratch, sink);
        }
        let lines = block.bytes.split(|&b| b == b'\n');
        for (bytes, first_line) in lines.zip(block.first_line..) {
            if !bytes.trim_ascii().is_empty() {
                let document = Block {
                    bytes,
                    first_line,
                    first_column: 1,
                };
                self.document(book, document, scratch, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn document<S: Sink + ?Sized>(
        &self,
        book: &Book,
        block: Block<'_>,
        scratch: &mut Scratch,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let text = block.bytes;
        let bad = |at: usize, line: u64, message: String| BadRecord {
            line,
            column: column_within(block, at),
            message,
        };
        let mut scan = Scan::new(text, block.first_line);
        let flow = scan.run(&mut |item| match item {
            Item::Bad { at, line, message } => sink.bad(bad(at, line, message)),
            Item::Puzzle(puzzle) => {
                let (at, line) = (puzzle.at, puzzle.line);
                let choice = match self.choose(book, text, &puzzle.entries) {
                    Ok(choice) => choice,
                    Err(message) => return sink.bad(bad(at, line, message)),
                };
                let value = |index: usize| choice[index].map(|at| &puzzle.entries[at].1);
                let value = [
                    value(0).unwrap_or(&puzzle.value),
                    value(1).unwrap_or(&Value::None),
                    value(2).unwrap_or(&Value::None),
                ];
                self.texts(text, &puzzle.entries, value, scratch);
                let buffer = std::mem::take(&mut scratch.text);
                let read = self.read(book, text, value[0], &buffer, scratch);
                let flow = match read {
                    Ok(understood) => {
                        let span = |(start, end): (u32, u32)| &buffer[start as usize..end as usize];
                        let given = Some(span(scratch.given)).filter(|given| !given.is_empty());
                        let fields = Fields::spans(&buffer, &scratch.spans);
                        let source = value[0].source(text);
                        let record = understood.record(book, source, scratch);
                        sink.record(Record {
                            line,
                            given,
                            fields,
                            ..record
                        })
                    }
                    Err(Fault {
                        at: within,
                        message,
                        ..
                    }) => {
                        let start = value[0].start().unwrap_or(at) + within;
                        let line = line
                            + memchr::memchr_iter(b'\n', &text[at.min(start)..start]).count()
                                as u64;
                        sink.bad(bad(start, line, message))
                    }
                };
                scratch.text = buffer;
                flow
            }
        });
        flow?;
        if let Some((at, line)) = scan.broken_off() {
            sink.bad(bad(
                at,
                line,
                "the text ends within what begins here".into(),
            ))?;
        }
        ControlFlow::Continue(())
    }

    /// Copies region map, given solution and further fields into the scratch
    /// memory, unescaped.
    fn texts(
        &self,
        text: &[u8],
        entries: &[(Span, Value)],
        value: [&Value; 3],
        scratch: &mut Scratch,
    ) {
        scratch.text.clear();
        scratch.spans.clear();
        let mut copy = |value: &Value| {
            let start = scratch.text.len() as u32;
            value.copy_text(text, &mut scratch.text);
            (start, scratch.text.len() as u32)
        };
        scratch.map = copy(value[2]);
        scratch.given = copy(value[1]);
        for name in &self.columns {
            let entry = entries
                .iter()
                .find(|(key, _)| &text[key.0..key.1] == name.as_bytes());
            let span = entry.map_or((0, 0), |(_, value)| copy(value));
            scratch.spans.push(span);
        }
    }

    fn read<'a>(
        &self,
        book: &'a Book,
        text: &'a [u8],
        value: &Value,
        buffer: &'a [u8],
        scratch: &mut Scratch,
    ) -> Result<Understood<'a>, Fault> {
        let map = &buffer[scratch.map.0 as usize..scratch.map.1 as usize];
        let map = (!map.is_empty()).then_some(map);
        match value {
            Value::Text(span) => {
                let string = text[span.0..span.1].trim_ascii();
                let shape =
                    written(string).ok_or_else(|| wrong_length(book, string, self.usual_size))?;
                understand(book, string, shape, map, scratch)
            }
            Value::Grid(cells) | Value::Row(cells) if value.size(text).is_some() => {
                let size = cells.len().isqrt();
                let texts: Vec<&[u8]> = cells.iter().map(|cell| &text[cell.0..cell.1]).collect();
                let start = value.start().unwrap_or(0);
                let read = read_cells(book, size, &texts, scratch)
                    .map_err(|fault| Fault::new(cells[fault.cell].0 - start, fault.message))?;
                let rules = match map {
                    Some(map) => book.jigsaw(size, map).map(Some),
                    None => book.rules(size).map(|_| None),
                };
                scratch.jigsaw = rules.map_err(|error| Fault::new(0, error.to_string()))?;
                Ok(Understood {
                    size,
                    symbols: read.symbols,
                    cells: None,
                    marked: read.marked,
                })
            }
            Value::Row(cells) => {
                let message = crate::token::count_of_cells(cells.len(), self.usual_size.pow(2));
                Err(Fault::new(0, message))
            }
            _ => Err(Fault::new(0, "no puzzle here".into())),
        }
    }
}

/// Whether a text's brackets are balanced.
fn is_whole(text: &[u8]) -> bool {
    let mut scan = Scan::new(text, 1);
    let _ = scan.run(&mut |_| ControlFlow::Continue(()));
    scan.is_balanced()
}
