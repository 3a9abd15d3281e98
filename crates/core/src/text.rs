//! One grid as text: symbols, reading, and writing on a line or in frames.
//!
//! Up to 61 digits a cell is one character, `1-9`, `A-Z`, `a-z` in this order;
//! larger sizes are numbers separated by spaces, 0 for an open cell. Two other
//! alphabets are in use for 16x16 and 25x25: `0-9A-F`, where 0 is the first
//! digit, and `A-P`. Which one a file uses is decided by its reader
//! (`polydoku-corpus`); this module knows one grid's text and does no I/O.

mod frame;

use std::fmt;

pub use frame::framed;

use crate::Digit;

/// Which characters stand for the digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Alphabet {
    /// `1-9`, `A-Z`, `a-z`: 61 digits. 0 is an open cell.
    #[default]
    FromOne,
    /// `0-9`, `A-Z`, `a-z`: 62 digits. 0 is the first digit.
    FromZero,
    /// `A-Z`, `a-z`: 52 digits.
    Letters,
}

impl Alphabet {
    fn symbols(self) -> impl Iterator<Item = u8> {
        let digits = match self {
            Alphabet::FromOne => b'1'..=b'9',
            Alphabet::FromZero => b'0'..=b'9',
            #[allow(clippy::reversed_empty_ranges)]
            Alphabet::Letters => b'1'..=b'0',
        };
        digits.chain(b'A'..=b'Z').chain(b'a'..=b'z')
    }

    /// The largest size it can write, one character a cell.
    pub fn capacity(self) -> usize {
        self.symbols().count()
    }
}

/// Marks a byte that is neither a digit nor a blank in [`Symbols::values`].
const UNKNOWN: u8 = 0xFF;

/// The reading and writing table of one size and alphabet.
#[derive(Clone)]
pub struct Symbols {
    size: usize,
    /// Byte -> value: 0 open, 1..=64 the digit, `UNKNOWN` neither.
    values: [u8; 256],
    /// Value -> byte; all zero when cells are numbers.
    bytes: [u8; 65],
}

impl fmt::Debug for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Symbols(size {}, numbers: {})",
            self.size,
            self.uses_numbers()
        )
    }
}

impl Symbols {
    /// The symbols of a size that this project writes: `1-9A-Za-z`, or numbers
    /// beyond 61 digits.
    ///
    /// # Panics
    /// If `size` is not from 1 to 64.
    pub fn standard(size: usize) -> Symbols {
        let alphabet = Alphabet::FromOne;
        Symbols::new(size, alphabet).unwrap_or_else(|| Symbols::numbers(size))
    }

    /// The symbols of a size in an alphabet, or `None` where it has too few.
    ///
    /// Blanks are `. 0 * _ - ?` (0 only where it is no digit), and up to size 9
    /// also `X x e`. A small letter is read as its capital where the size does
    /// not need it for a digit of its own.
    ///
    /// # Panics
    /// If `size` is not from 1 to 64.
    pub fn new(size: usize, alphabet: Alphabet) -> Option<Symbols> {
        let mut symbols = Symbols::numbers(size);
        if size > alphabet.capacity() {
            return None;
        }
        for (index, byte) in alphabet.symbols().take(size).enumerate() {
            let value = index as u8 + 1;
            symbols.values[byte as usize] = value;
            symbols.bytes[index + 1] = byte;
            let small = byte.to_ascii_lowercase();
            if symbols.values[small as usize] == UNKNOWN {
                symbols.values[small as usize] = value;
            }
        }
        symbols.bytes[0] = b'.';
        let blanks: &[u8] = if size <= 9 { b".*_-?0Xxe" } else { b".*_-?0" };
        for &blank in blanks {
            if symbols.values[blank as usize] == UNKNOWN {
                symbols.values[blank as usize] = 0;
            }
        }
        Some(symbols)
    }

    /// Numbers separated by spaces, 0 for an open cell, whatever the size.
    ///
    /// # Panics
    /// If `size` is not from 1 to 64.
    pub fn numbers(size: usize) -> Symbols {
        assert!((1..=64).contains(&size), "sizes run from 1 to 64");
        Symbols {
            size,
            values: [UNKNOWN; 256],
            bytes: [0; 65],
        }
    }

    /// The size they were made for.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether cells are numbers separated by spaces.
    pub fn uses_numbers(&self) -> bool {
        self.bytes[0] == 0
    }

    /// What a byte stands for: `Some(None)` is an open cell, `None` is unknown.
    #[inline]
    pub fn value(&self, byte: u8) -> Option<Option<Digit>> {
        match self.values[byte as usize] {
            UNKNOWN => None,
            value => Some(Digit::new(value)),
        }
    }

    /// Whether `1` to `9` are these digits and `0` and `.` are blanks.
    pub(crate) fn is_plain(&self) -> bool {
        self.size >= 9 && self.values[b'0' as usize] == 0
    }

    /// The reading table: 0 open, 1 to 64 the digit, 255 neither.
    pub(crate) fn values(&self) -> &[u8; 256] {
        &self.values
    }

    /// Writes one digit as its symbol, or as a number where there is none.
    pub fn fmt_digit(&self, digit: Digit, f: &mut impl fmt::Write) -> fmt::Result {
        match self.bytes[usize::from(digit.get())] {
            0 => write!(f, "{digit}"),
            byte => f.write_char(char::from(byte)),
        }
    }

    /// Appends the cells on one line, without a line end.
    #[inline]
    pub fn write_line(&self, cells: &[Option<Digit>], out: &mut Vec<u8>) {
        if self.uses_numbers() {
            for (i, cell) in cells.iter().enumerate() {
                let value = cell.map_or(0, Digit::get);
                let space = if i > 0 { " " } else { "" };
                out.extend_from_slice(format!("{space}{value}").as_bytes());
            }
        } else if self.size <= 9 && self.bytes[1] == b'1' {
            // Arithmetic instead of the table: the compiler makes vectors of it.
            let start = out.len();
            out.resize(start + cells.len(), 0);
            for (byte, cell) in out[start..].iter_mut().zip(cells) {
                let value = cell.map_or(0, Digit::get);
                *byte = value + if value == 0 { b'.' } else { b'0' };
            }
        } else {
            out.extend(
                cells
                    .iter()
                    .map(|cell| self.bytes[cell.map_or(0, Digit::get) as usize]),
            );
        }
    }

    /// The cells on one line.
    pub fn line(&self, cells: &[Option<Digit>]) -> String {
        let mut out = Vec::with_capacity(cells.len());
        self.write_line(cells, &mut out);
        String::from_utf8(out).expect("symbols are ASCII")
    }

    /// Reads the cells of one grid: `size * size` symbols in any number of
    /// lines. Spaces, `|`, `!` and commas between symbols, and lines that begin
    /// with `+` (frames), carry no cell.
    ///
    /// # Errors
    /// An unknown symbol, or too few or too many cells, with line and column
    /// (in characters, from 1).
    pub fn cells(&self, text: &str) -> Result<Vec<Option<Digit>>, TextError> {
        let expected = self.size * self.size;
        let mut cells = Vec::with_capacity(expected);
        let mut place = (1, 1);
        for (number, line) in text.lines().enumerate() {
            if line.trim_start().starts_with('+') {
                continue;
            }
            place = (number + 1, line.chars().count() + 1);
            if self.uses_numbers() {
                self.read_numbers(line, number + 1, &mut cells)?;
            } else {
                self.read_symbols(line, number + 1, &mut cells)?;
            }
        }
        let found = cells.len();
        if found != expected {
            let (line, column) = place;
            return Err(TextError {
                line,
                column,
                kind: TextErrorKind::Length { found, expected },
            });
        }
        Ok(cells)
    }

    fn read_symbols(
        &self,
        text: &str,
        line: usize,
        cells: &mut Vec<Option<Digit>>,
    ) -> Result<(), TextError> {
        for (column, symbol) in text.chars().enumerate() {
            if is_separator(symbol) {
                continue;
            }
            let value = u8::try_from(symbol).ok().and_then(|byte| self.value(byte));
            let kind = TextErrorKind::Symbol(symbol);
            cells.push(value.ok_or(TextError {
                line,
                column: column + 1,
                kind,
            })?);
        }
        Ok(())
    }

    fn read_numbers(
        &self,
        text: &str,
        line: usize,
        cells: &mut Vec<Option<Digit>>,
    ) -> Result<(), TextError> {
        for token in text.split(is_separator).filter(|token| !token.is_empty()) {
            let value = match token {
                "." | "-" | "_" | "*" | "?" => Some(0),
                number => number
                    .parse()
                    .ok()
                    .filter(|&v: &u8| usize::from(v) <= self.size),
            };
            let start = token.as_ptr() as usize - text.as_ptr() as usize;
            let column = text[..start].chars().count() + 1;
            let kind = || TextErrorKind::Number(token.to_owned());
            let value = value.ok_or_else(|| TextError {
                line,
                column,
                kind: kind(),
            })?;
            cells.push(Digit::new(value));
        }
        Ok(())
    }
}

fn is_separator(symbol: char) -> bool {
    symbol.is_whitespace() || matches!(symbol, '|' | '!' | ',')
}

/// What is wrong with a grid's text, and where. Line and column count from 1,
/// the column in characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// The line within the text.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// What is wrong there.
    pub kind: TextErrorKind,
}

/// What is wrong with a grid's text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TextErrorKind {
    /// A character that is neither a digit of this size nor a blank.
    Symbol(char),
    /// A number that is none, or beyond the size.
    Number(String),
    /// A wrong number of cells.
    #[allow(missing_docs)]
    Length { found: usize, expected: usize },
}

impl fmt::Display for TextErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextErrorKind::Symbol(symbol) => write!(f, "{symbol:?} is no digit and no blank"),
            TextErrorKind::Number(token) => write!(f, "{token:?} is no digit of this size"),
            TextErrorKind::Length { found, expected } => {
                write!(f, "{found} cells, expected {expected}")
            }
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.kind
        )
    }
}

impl std::error::Error for TextError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(symbols: &Symbols, text: &str) -> Vec<u8> {
        let cells = symbols.cells(text).expect("a readable grid");
        cells
            .into_iter()
            .map(|cell| cell.map_or(0, Digit::get))
            .collect()
    }

    #[test]
    fn blanks_and_separators() {
        let symbols = Symbols::standard(4);
        assert_eq!(
            values(&symbols, "1.0*\n_-?X\nxe23\n4..."),
            [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 3, 4, 0, 0, 0]
        );
        assert_eq!(
            values(
                &symbols,
                "+---+\n| 1 2 | . . |\n| . . | 3 4 |\n+---+\n1!2,34....\n"
            ),
            [1, 2, 0, 0, 0, 0, 3, 4, 1, 2, 3, 4, 0, 0, 0, 0]
        );
    }

    #[test]
    fn alphabets_differ_in_what_zero_and_letters_mean() {
        let zero = Symbols::new(16, Alphabet::FromZero).unwrap();
        let one = Symbols::new(16, Alphabet::FromOne).unwrap();
        let letters = Symbols::new(16, Alphabet::Letters).unwrap();
        let value = |s: &Symbols, b| s.value(b).map(|v| v.map(Digit::get));
        assert_eq!(value(&zero, b'0'), Some(Some(1)));
        assert_eq!(value(&zero, b'F'), Some(Some(16)));
        assert_eq!(value(&zero, b'f'), Some(Some(16)));
        assert_eq!(value(&one, b'0'), Some(None));
        assert_eq!(value(&one, b'G'), Some(Some(16)));
        assert_eq!(value(&one, b'H'), None);
        assert_eq!(value(&letters, b'A'), Some(Some(1)));
        assert_eq!(value(&letters, b'P'), Some(Some(16)));
        assert_eq!(value(&letters, b'1'), None);
        assert!(Symbols::new(62, Alphabet::FromOne).is_none());
        assert!(Symbols::new(61, Alphabet::FromOne).is_some());
    }

    #[test]
    fn small_letters_are_digits_of_their_own_only_where_needed() {
        let value = |size, b| Symbols::standard(size).value(b).flatten().map(Digit::get);
        assert_eq!(value(16, b'a'), Some(10));
        assert_eq!(value(35, b'z'), Some(35));
        assert_eq!(value(36, b'a'), Some(36));
        assert_eq!(value(36, b'b'), Some(11));
        assert_eq!(value(61, b'z'), Some(61));
    }

    #[test]
    fn errors_name_the_place() {
        let symbols = Symbols::standard(4);
        let error = symbols.cells("12..\n..é.\n").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2, column 3: 'é' is no digit and no blank"
        );
        let error = symbols.cells("12..\n...").unwrap_err();
        assert_eq!(error.to_string(), "line 2, column 4: 7 cells, expected 16");
        let error = Symbols::numbers(4).cells("1 2 5 0").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 1, column 5: \"5\" is no digit of this size"
        );
    }

    #[test]
    fn every_alphabet_writes_its_own_symbols() {
        let cells: Vec<_> = (0..=9).map(Digit::new).collect();
        let line = |alphabet| Symbols::new(9, alphabet).map(|symbols| symbols.line(&cells));
        assert_eq!(line(Alphabet::FromOne).as_deref(), Some(".123456789"));
        assert_eq!(line(Alphabet::FromZero).as_deref(), Some(".012345678"));
        assert_eq!(line(Alphabet::Letters).as_deref(), Some(".ABCDEFGHI"));
        let mut out = b"before ".to_vec();
        Symbols::standard(16).write_line(&[Digit::new(16), None, Digit::new(9)], &mut out);
        Symbols::standard(4).write_line(&[Digit::new(4), None], &mut out);
        assert_eq!(out, b"before G.94.");
    }

    #[test]
    fn large_sizes_are_numbers() {
        let symbols = Symbols::standard(64);
        assert!(symbols.uses_numbers());
        let mut cells = vec![None; 64 * 64];
        cells[1] = Digit::new(64);
        let line = symbols.line(&cells);
        assert!(line.starts_with("0 64 0 "));
        assert_eq!(symbols.cells(&line).unwrap(), cells);
    }
}
