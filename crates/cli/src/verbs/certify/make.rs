//! Makes certificates: workers prove, and one desk writes in the puzzles' order.
//!
//! ```text
//! puzzle -> worker: certificate -> bundle, as bytes -> order -> Desk -> folder
//!                                                                  +--> standard output
//! ```
//!
//! A bundle travels through the pipeline like any answer, so order, memory and
//! Ctrl-C are the pipeline's. The desk numbers, writes the files, the index's line,
//! and then the line that people see; whatever happens in between, everything that
//! the index names is there.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use polydoku_certificate::{Archive, ArchiveError, Bundle, Bundles, Entry, Evidence};
use polydoku_core::{End, Puzzle, Query};
use polydoku_engines::{Certificate, Refutation, certificate};
use polydoku_pipeline::{Answered, Outcome, Render, Tally, Task};

use crate::flags::{PuzzleFlags, StreamFlags, TalkFlags};
use crate::progress::Output;
use crate::render::{Limits, Stopped};
use crate::status::{Failure, Status};
use crate::stream::{Sheet, Stream};
use crate::summary::Places;
use crate::talk::Talk;
use polydoku_harness::report::thousands;

/// Certifies every puzzle of the sources into a folder.
pub fn run(
    folder: &Path,
    puzzles: &PuzzleFlags,
    flags: &StreamFlags,
    talk: TalkFlags,
    query: Query,
    limits: Limits,
) -> Result<Status, Failure> {
    let stream = Stream::open(puzzles, flags, talk)?;
    let made_by = concat!("polydoku ", env!("CARGO_PKG_VERSION"));
    let mut archive = Archive::create(folder, made_by).map_err(refused)?;
    let counts = Counts::default();
    let certifier = Certifier {
        query: query.with_cancel(stream.cancel()),
        limits,
        counts: &counts,
    };
    let through = desk(&mut archive, &counts);
    let ended = stream.run_through(through, Task::Read, &certifier, |tally| {
        match (tally.unknown, tally.invalid) {
            (1.., _) => Status::Unsettled,
            (_, 1..) => Status::No,
            _ => Status::Yes,
        }
    });
    let entries = archive.entries();
    let closed = archive.close();
    if let Err(Failure::Io(_) | Failure::Interrupted) = ended {
        let plural = if entries == 1 { "y" } else { "ies" };
        Talk::new(talk).note(format_args!(
            "what was finished is kept: {} entr{plural} in {}",
            thousands(entries),
            folder.display()
        ));
    }
    let status = ended?;
    closed.map_err(|error| Failure::writing(&error))?;
    Ok(status)
}

fn refused(error: ArchiveError) -> Failure {
    match error {
        ArchiveError::Io { .. } => Failure::Io(error.to_string()),
        error => Failure::Io(format!(
            "{error}; certificates want a new or an empty folder"
        )),
    }
}

/// What was written, by verdict.
#[derive(Default)]
struct Counts {
    unique: AtomicU64,
    none: AtomicU64,
    multiple: AtomicU64,
    invalid: AtomicU64,
    unknown: AtomicU64,
}

impl Counts {
    fn of(&self, verdict: Evidence) -> &AtomicU64 {
        match verdict {
            Evidence::Unique => &self.unique,
            Evidence::None => &self.none,
            Evidence::Multiple => &self.multiple,
            Evidence::Invalid => &self.invalid,
            Evidence::Unknown => &self.unknown,
        }
    }
}

/// Turns puzzles into bundles.
struct Certifier<'c> {
    query: Query,
    limits: Limits,
    counts: &'c Counts,
}

impl Certifier<'_> {
    fn bundle(&self, puzzle: &Answered<'_>) -> Result<Option<Bundle>, String> {
        let entry = |verdict| {
            let mut entry = Entry::of(puzzle.rules, puzzle.clues, puzzle.marks, verdict);
            entry.input = puzzle.input.to_string();
            entry.line = puzzle.line;
            entry
        };
        if let Outcome::Clash(clashes) = &puzzle.outcome {
            let mut entry = entry(Evidence::Invalid);
            entry.reason = Some(clashes.to_string());
            return Ok(Some(Bundle::new(entry)));
        }
        let built = match puzzle.marks {
            None => Puzzle::new(puzzle.rules, puzzle.clues),
            Some(marks) => Puzzle::with_marks(puzzle.rules, puzzle.clues, marks),
        };
        let built = built.map_err(|error| error.to_string())?;
        let built = built.as_ref();
        Ok(match certificate(built, &self.query) {
            Certificate::Unique(solution, refutation) => {
                let mut entry = entry(Evidence::Unique);
                entry.add_solution(built, &solution);
                Some(with_refutation(entry, refutation))
            }
            Certificate::None(refutation) => {
                Some(with_refutation(entry(Evidence::None), refutation))
            }
            Certificate::Multiple(solutions) => {
                let mut entry = entry(Evidence::Multiple);
                for solution in &solutions {
                    entry.add_solution(built, solution);
                }
                Some(Bundle::new(entry))
            }
            // After Ctrl-C a puzzle under way is left out, like all behind it.
            Certificate::Unknown {
                end: End::Cancelled,
                ..
            } => None,
            Certificate::Unknown { end, .. } => {
                let mut entry = entry(Evidence::Unknown);
                entry.reason = Some(Stopped(end, self.limits).to_string());
                Some(Bundle::new(entry))
            }
        })
    }
}

fn with_refutation(entry: Entry, refutation: Refutation) -> Bundle {
    let Refutation { cnf, drat, lrat } = refutation;
    Bundle::new(entry).with_refutation(cnf, drat, lrat)
}

impl Render for Certifier<'_> {
    fn answer(&self, puzzle: &Answered<'_>, out: &mut Vec<u8>) {
        // `try_answer` is what is called.
        if let Ok(Some(bundle)) = self.bundle(puzzle) {
            bundle.write_to(out);
        }
    }

    fn try_answer(&self, puzzle: &Answered<'_>, out: &mut Vec<u8>) -> Result<(), String> {
        if let Some(bundle) = self.bundle(puzzle)? {
            bundle.write_to(out);
        }
        Ok(())
    }
}

impl Sheet for Certifier<'_> {
    fn head(&self, _: &mut Vec<u8>) {}

    fn tail(&self, _: &Tally, _: &Places, _: &mut Vec<u8>) {}

    /// The pipeline only read the puzzles; what they came to, the desk knows.
    fn recount(&self, mut tally: Tally) -> Tally {
        let number = |verdict| self.counts.of(verdict).load(Ordering::Relaxed);
        (tally.unique, tally.none) = (number(Evidence::Unique), number(Evidence::None));
        (tally.multiple, tally.unknown) = (number(Evidence::Multiple), number(Evidence::Unknown));
        tally.invalid = number(Evidence::Invalid);
        tally.read = 0;
        tally.puzzles = tally.unique + tally.none + tally.multiple + tally.unknown + tally.invalid;
        tally
    }
}

/// A desk once it is known where its lines go.
fn desk<'a>(archive: &'a mut Archive, counts: &'a Counts) -> impl FnOnce(Output) -> Desk<'a> {
    move |lines| Desk {
        archive,
        bundles: Bundles::default(),
        counts,
        lines,
    }
}

/// Writes what arrives, in order.
struct Desk<'a> {
    archive: &'a mut Archive,
    bundles: Bundles,
    counts: &'a Counts,
    lines: Output,
}

impl Write for Desk<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bundles.push(bytes);
        while let Some(bundle) = self.bundles.next_whole() {
            let entry = self.archive.keep(bundle)?;
            self.counts
                .of(entry.verdict)
                .fetch_add(1, Ordering::Relaxed);
            self.lines.write_all(line(&entry).as_bytes())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.lines.flush()
    }
}

/// The puzzle, its verdict, and the number of its certificate.
fn line(entry: &Entry) -> String {
    let Entry {
        number,
        puzzle,
        verdict,
        ..
    } = entry;
    let word = verdict.word();
    match (verdict, &entry.reason) {
        (Evidence::Invalid | Evidence::Unknown, Some(reason)) => {
            format!("{puzzle} # {word}: {reason}\n")
        }
        _ => format!("{puzzle} # {word}: certificate {number:06}\n"),
    }
}
