//! `polydoku bench report`: a record as page, plots and Markdown.

use std::path::{Path, PathBuf};

use clap::Parser;
use polydoku_harness::Record;
use polydoku_harness::compare::Sitting;
use polydoku_harness::report::{self, Source};

use super::terms::TermsFlags;
use super::written;
use crate::flags::TalkFlags;
use crate::status::{Failure, Status};
use crate::stream::plain;
use crate::talk::Talk;

/// A record as a page, plots and a Markdown table
///
/// The HTML page is one file that loads nothing; --svg writes each plot as a file;
/// --md writes the main table for a README. Without any of the three the Markdown
/// goes to standard output. Plots of single puzzles (cactus, engine against
/// engine, guesses, nodes, worst puzzles) need the rows that `bench measure --rows`
/// wrote. Several records are put together.
#[derive(Parser, Debug)]
#[command(name = "report", before_long_help = EXAMPLES)]
pub struct Report {
    /// Records that `bench measure` wrote; - is standard input
    #[arg(value_name = "RECORD", required = true)]
    records: Vec<PathBuf>,

    /// Rows of single puzzles to go with them
    #[arg(long, value_name = "FILE")]
    rows: Vec<PathBuf>,

    /// Write the page there
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Write each plot into this folder, which is made if need be
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,

    /// Write the main table there; - is standard output
    #[arg(long, value_name = "FILE")]
    md: Option<PathBuf>,

    #[command(flatten)]
    terms: TermsFlags,
    #[command(flatten)]
    talk: TalkFlags,
}

const EXAMPLES: &str = "\
Examples:
  polydoku bench report run.csv --rows rows.csv --html run.html
  polydoku bench report run.csv --svg plots --md results.md
  polydoku bench report run.csv                    the table alone";

impl Report {
    /// Does it.
    pub(super) fn run(self, command: &str) -> Result<Status, Failure> {
        let talk = Talk::new(self.talk);
        let mut record = Record::default();
        for path in &self.records {
            record.rows.extend(written::record(path)?.rows);
        }
        let mut rows = Vec::new();
        for path in &self.rows {
            rows.extend(written::puzzle_rows(path)?);
        }
        let sittings = Sitting::of(&rows);
        let source = Source {
            record: &record,
            sittings: &sittings,
            terms: self.terms.terms(),
            command,
        };
        if let Some(path) = &self.html {
            let page = report::html(&source);
            save(path, &page)?;
            let size = page.len().div_ceil(1000);
            talk.note(format_args!("{}: {size} kB", path.display()));
        }
        if let Some(folder) = &self.svg {
            std::fs::create_dir_all(folder).map_err(|error| failure(folder, &error))?;
            let drawings = report::drawings(&source);
            for (name, text) in &drawings {
                save(&folder.join(name), text)?;
            }
            talk.note(format_args!(
                "{}: {} plots",
                folder.display(),
                drawings.len()
            ));
        }
        let alone = self.html.is_none() && self.svg.is_none();
        match &self.md {
            Some(path) if path.as_os_str() != "-" => save(path, &report::markdown(&source))?,
            None if !alone => {}
            _ => written::print(&report::markdown(&source))?,
        }
        Ok(Status::Yes)
    }
}

/// Writes a file as a whole: beside its place first, so that a full disk leaves the
/// old one as it was.
fn save(path: &Path, text: &str) -> Result<(), Failure> {
    // Where a link leads is replaced, not the link.
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    // A device or a pipe is written to directly; it cannot be replaced.
    if path.metadata().is_ok_and(|about| !about.is_file()) {
        return std::fs::write(path, text).map_err(|error| failure(path, &error));
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(name);
    let written = std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, path));
    written.map_err(|error| {
        // Half a file is of no use to anybody.
        let _ = std::fs::remove_file(&beside);
        failure(path, &error)
    })
}

fn failure(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Io(format!("{}: {}", path.display(), plain(error)))
}
