//! Finding out whether a file is a table, and which of its columns matter.

use crate::book::Book;
use crate::options::Column;
use crate::reader::Scratch;
use crate::record::ReadError;
use crate::token::{Written, is_filled, understand, written};

use super::{Row, Table, row_content};

/// Names that puzzle columns have, lower case, the plainest first.
pub(crate) const PUZZLE: [&str; 13] = [
    "puzzle",
    "puzzles",
    "quizzes",
    "quiz",
    "question",
    "questions",
    "sudoku",
    "sudokus",
    "grid",
    "board",
    "unsolved",
    "problem",
    "givens",
];

/// Names that solution columns have.
pub(crate) const SOLUTION: [&str; 7] = [
    "solution",
    "solutions",
    "answer",
    "answers",
    "solved",
    "result",
    "response",
];

/// Names of a column of region maps.
pub(crate) const REGIONS: [&str; 4] = ["regions", "region_map", "map", "layout"];

/// What a file's first lines say about its being a table.
pub(crate) enum Found {
    /// A table, with the names of its further columns.
    Table(Table, Vec<String>),
    No,
    /// The next line is needed to say.
    More,
}

/// Looks for a table in the first lines that hold something. `enough`: no
/// further line will come.
pub(crate) fn find_table<'t>(
    book: &Book,
    mut lines: impl Iterator<Item = (u64, &'t [u8])>,
    end: u8,
    enough: bool,
) -> Result<Found, ReadError> {
    let Some((number, first)) = lines.next() else {
        return Ok(Found::No);
    };
    let spaced = book.options().columns.puzzle.is_some() && first.contains(&b' ');
    let delimiter = delimiter_of(first).or(spaced.then_some(b' '));
    let names = cells_of(first, number, delimiter);
    let wanted = &book.options().columns;
    let mut table = Table {
        end,
        delimiter: delimiter.unwrap_or(b','),
        first_row: number,
        puzzle: 0,
        solution: None,
        regions: None,
        others: Vec::new(),
        usual_size: 9,
    };
    let puzzles: Vec<bool> = names.iter().map(|text| is_puzzle(book, text)).collect();
    let known = |list: &[&str]| {
        let at = |name: &&str| names.iter().position(|n| n.eq_ignore_ascii_case(name));
        list.iter().find_map(at)
    };
    let has_header = !puzzles.contains(&true);
    if delimiter.is_none() && wanted.puzzle.is_none() {
        // A lone word may be a header of one column, or a title.
        if !has_header || known(&PUZZLE).is_none() {
            return Ok(Found::No);
        }
        match lines.next() {
            None if !enough => return Ok(Found::More),
            Some((number, line)) if is_puzzle(book, &cells_of(line, number, None)[0]) => {}
            _ => return Ok(Found::No),
        }
    }
    table.puzzle = match (&wanted.puzzle, known(&PUZZLE)) {
        (Some(column), _) => named(column, &names, has_header)?,
        (None, Some(column)) if has_header => {
            // The next line, if it has come, must be a row of such a table.
            if let Some((number, line)) = lines.next().filter(|_| delimiter != Some(b'|')) {
                let row = cells_of(line, number, delimiter);
                let puzzle = row.get(column).is_some_and(|text| is_puzzle(book, text));
                if !puzzle && row.len() != names.len() && !line.contains(&b'"') {
                    return Ok(Found::No);
                }
            }
            column
        }
        // A puzzle in front is one puzzle a line, unless quotes need undoing.
        _ if puzzles[0] && first[0] != b'"' => return Ok(Found::No),
        _ => match puzzles.iter().position(|&is| is) {
            Some(column) => column,
            None => {
                let next = lines.next();
                let Some((number, second)) = next else {
                    return Ok(if enough { Found::No } else { Found::More });
                };
                let row = cells_of(second, number, delimiter);
                let column = row.iter().position(|text| is_puzzle(book, text));
                match column {
                    Some(column) if row.len() == names.len() && names.len() > 1 => column,
                    _ => return Ok(Found::No),
                }
            }
        },
    };
    if has_header {
        table.first_row = number + 1;
    }
    table.solution = match &wanted.solution {
        Some(column) => Some(named(column, &names, has_header)?),
        None if has_header => known(&SOLUTION),
        None => {
            let size = written(names[table.puzzle].as_bytes()).map_or(0, Written::size);
            let filled = |text: &String| is_filled(book, text.as_bytes(), size);
            let mut columns = 0..names.len();
            columns.find(|&column| column != table.puzzle && filled(&names[column]))
        }
    };
    table.regions = known(&REGIONS).filter(|_| has_header);
    let taken = [Some(table.puzzle), table.solution, table.regions];
    table.others = (0..names.len())
        .filter(|&column| !taken.contains(&Some(column)))
        .collect();
    let name = |&column: &usize| match has_header {
        true => names[column].clone(),
        false => format!("column{}", column + 1),
    };
    let columns = table.others.iter().map(name).collect();
    Ok(Found::Table(table, columns))
}

/// The sign between the fields of a first line.
fn delimiter_of(line: &[u8]) -> Option<u8> {
    if line[0] == b'|' && line.len() > 1 {
        return Some(b'|');
    }
    [b',', b'\t', b';']
        .into_iter()
        .find(|delimiter| line.contains(delimiter))
}

fn cells_of(line: &[u8], number: u64, delimiter: Option<u8>) -> Vec<String> {
    let delimiter = delimiter.unwrap_or(b',');
    let content = row_content(line, number, delimiter);
    let mut row = Row::default();
    row.split(content, delimiter);
    let text = |column| row.get(content, column).map(String::from_utf8_lossy);
    let texts = (0..row.spans.len()).map(|column| text(column).unwrap_or_default().into_owned());
    texts.collect()
}

/// Whether a text is a puzzle of at least 4x4.
fn is_puzzle(book: &Book, text: &str) -> bool {
    let text = text.as_bytes();
    let Some(shape) = written(text).filter(|shape| shape.size() >= 4) else {
        return false;
    };
    // A grid of ambiguous symbols is a puzzle all the same.
    match understand(book, text, shape, None, &mut Scratch::default()) {
        Ok(_) => true,
        Err(fault) => fault.message.contains("--alphabet"),
    }
}

/// The place of a column that the user named.
fn named(column: &Column, names: &[String], has_header: bool) -> Result<usize, ReadError> {
    let found = match column {
        Column::Number(number) => Some(number - 1).filter(|&at| at < names.len()),
        Column::Name(name) if has_header => {
            let equal = |n: &String| n.eq_ignore_ascii_case(name);
            names.iter().position(equal)
        }
        Column::Name(_) => None,
    };
    found.ok_or_else(|| {
        let there = match (has_header, column) {
            (_, Column::Number(_)) => format!("its first line has {} columns", names.len()),
            (true, _) => format!("its columns are {}", names.join(", ")),
            (false, _) => "it has no header; name the column by its number".to_owned(),
        };
        ReadError::Format(format!("the file has no column {column}: {there}"))
    })
}
