//! Keeps what is measured: every row goes to the record at once, and none is lost.
//!
//! A record is opened before anything is measured, so a place that cannot be
//! written is told at once. A disk that fills up later ends the measure: the rows
//! so far then go to standard output, or, where that was the record, to a file
//! among the temporary ones, and the message says where.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use polydoku_harness::{PuzzleRow, Record, RecordError, Row, Step, Table, Watch};

use super::bar::Bar;
use crate::status::Failure;
use crate::stream::plain;
use crate::talk::Talk;

/// Where the record goes.
#[derive(Clone, Debug)]
pub enum Place {
    /// Standard output.
    Stdout,
    /// A new file.
    New(PathBuf),
    /// A record that is continued.
    Continued(PathBuf),
    /// Nowhere: only the table is wanted.
    Nowhere,
}

/// The rows, in memory and where they should be.
#[derive(Debug)]
pub struct Keeper {
    place: Place,
    record: Option<Table<Box<dyn Write>>>,
    rows_path: Option<PathBuf>,
    puzzle_rows: Option<Table<File>>,
    kept: Record,
    failed: Option<Failure>,
    bar: Bar,
}

impl Keeper {
    /// Opens the places.
    ///
    /// # Errors
    /// One cannot be written, a new one exists, a continued one is no record.
    pub fn open(place: Place, rows: Option<&Path>, talk: Talk) -> Result<Keeper, Failure> {
        let mut kept = Record::default();
        let record: Option<(Box<dyn Write>, bool)> = match &place {
            Place::Nowhere => None,
            Place::Stdout => Some((Box::new(io::stdout()), true)),
            Place::New(path) => Some((
                Box::new(new_file(path, "--continue adds what is missing")?),
                true,
            )),
            Place::Continued(path) => {
                let failed = |error: &io::Error| Failure::Io(said(path, error));
                let file = File::open(path).map_err(|error| failed(&error))?;
                kept = Record::read(file)
                    .map_err(|error| Failure::Io(format!("{}: {error}", path.display())))?;
                let file = OpenOptions::new().append(true).open(path);
                Some((Box::new(file.map_err(|error| failed(&error))?), false))
            }
        };
        let continued = matches!(place, Place::Continued(_));
        let puzzle_rows = rows.map(|path| open_rows(path, continued)).transpose()?;
        let mut keeper = Keeper {
            place,
            record: None,
            rows_path: rows.map(Path::to_owned),
            puzzle_rows,
            kept,
            failed: None,
            bar: Bar::new(talk),
        };
        if let Some((to, header)) = record {
            let table = Table::new(to, header);
            keeper.record = Some(table.map_err(|error| keeper.failure(error, false))?);
        }
        Ok(keeper)
    }

    /// The rows that were there before.
    pub fn before(&self) -> Vec<Row> {
        self.kept.rows.clone()
    }

    /// The whole record; what went wrong with writing it.
    ///
    /// # Errors
    /// A place could not be written, with the place where the rows are instead.
    pub fn close(mut self) -> Result<Record, Failure> {
        self.bar.end();
        match self.failed.take() {
            None => Ok(self.kept),
            Some(Failure::ClosedPipe) => Err(Failure::ClosedPipe),
            Some(failure) => Err(match self.rescued() {
                Some(place) => Failure::Io(format!(
                    "{failure}; the {} rows measured so far are {place}",
                    self.kept.rows.len()
                )),
                None => failure,
            }),
        }
    }

    /// Writes the rows to another place; says which.
    fn rescued(&self) -> Option<String> {
        if self.kept.rows.is_empty() {
            return None;
        }
        if matches!(self.place, Place::Stdout) {
            let name = format!("polydoku-record-{}.csv", std::process::id());
            let path = std::env::temp_dir().join(name);
            self.kept.write(File::create_new(&path).ok()?).ok()?;
            return Some(format!("in {}", path.display()));
        }
        self.kept.write(io::stdout().lock()).ok()?;
        Some("on standard output".to_owned())
    }

    fn failure(&self, error: RecordError, rows: bool) -> Failure {
        let error = match error {
            RecordError::Io(error) => error,
            other => return Failure::Io(other.to_string()),
        };
        match (&self.place, &self.rows_path) {
            (_, Some(path)) if rows => Failure::Io(said(path, &error)),
            (Place::New(path) | Place::Continued(path), _) => Failure::Io(said(path, &error)),
            _ => Failure::writing(&error),
        }
    }

    fn result(&mut self, written: Result<(), RecordError>, rows: bool) -> ControlFlow<()> {
        let Err(error) = written else {
            return ControlFlow::Continue(());
        };
        self.failed = Some(self.failure(error, rows));
        ControlFlow::Break(())
    }
}

impl Watch for Keeper {
    fn row(&mut self, row: &Row) -> ControlFlow<()> {
        self.kept.rows.push(row.clone());
        let written = self.record.as_mut().map_or(Ok(()), |table| table.push(row));
        self.result(written, false)
    }

    fn puzzle_rows(&mut self, rows: &[PuzzleRow]) -> ControlFlow<()> {
        let written = self
            .puzzle_rows
            .as_mut()
            .map_or(Ok(()), |table| table.push_all(rows));
        self.result(written, true)
    }

    fn step(&mut self, step: &Step<'_>) {
        self.bar.show(step);
    }
}

/// A file that was not there, or was empty: nobody's hour of work is overwritten.
fn new_file(path: &Path, otherwise: &str) -> Result<File, Failure> {
    let about = path.metadata();
    if about.is_ok_and(|about| about.is_file() && about.len() > 0) {
        return Err(Failure::usage(format_args!(
            "{} is there already: {otherwise}, or remove it first",
            path.display()
        )));
    }
    File::create(path).map_err(|error| Failure::Io(said(path, &error)))
}

fn open_rows(path: &Path, continued: bool) -> Result<Table<File>, Failure> {
    let failed = |error: RecordError| Failure::Io(format!("{}: {error}", path.display()));
    let there = path.metadata().is_ok_and(|about| about.len() > 0);
    if continued && there {
        let file = File::open(path).map_err(|error| Failure::Io(said(path, &error)))?;
        PuzzleRow::read(file).map_err(failed)?;
        let file = OpenOptions::new().append(true).open(path);
        let file = file.map_err(|error| Failure::Io(said(path, &error)))?;
        return Table::of_puzzles(file, false).map_err(failed);
    }
    let file = new_file(path, "name another")?;
    Table::of_puzzles(file, true).map_err(failed)
}

fn said(path: &Path, error: &io::Error) -> String {
    format!("{}: {}", path.display(), plain(error))
}
