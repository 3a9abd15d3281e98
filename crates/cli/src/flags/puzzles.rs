//! Where puzzles come from, and what shape they have.
//!
//! The words of these flags are corpus's own (`--boxes 2x3`), so that every
//! front end understands the same; here they get their help, and become the
//! options that a reader takes.

use std::ffi::OsString;
use std::path::Path;

use clap::{Args, Command, FromArgMatches};
use polydoku_corpus::{AlphabetChoice, BoxesChoice, Columns, ReadOptions, RegionMap, Variants};

use crate::shelf;
use crate::status::Failure;
use crate::stream::plain;

/// `FILE...` and how files are read.
#[derive(Args, Clone, Debug)]
pub struct PuzzleFlags {
    /// Files, puzzles, or @NAME; - or nothing is standard input
    ///
    /// An argument that is no existing file and reads as a puzzle is one.
    /// @NAME is a corpus that is built into the program.
    #[arg(value_name = "FILE")]
    pub files: Vec<OsString>,

    #[command(flatten)]
    pub rules: RulesFlags,

    /// Column of the puzzle in a table, and of its solution
    ///
    /// A name or a number from 1, the solution's behind a comma:
    /// `--column quizzes,solutions`, `--column 2`. Usual names are recognised
    /// without it.
    #[arg(long, value_name = "PUZZLE[,SOLUTION]", hide_short_help = true)]
    pub column: Option<Columns>,
}

/// The shape of the puzzles where it is not the one that people assume.
#[derive(Args, Clone, Debug, Default)]
pub struct RulesFlags {
    /// Boxes of R rows and C columns, or none (Latin square)
    ///
    /// Without it the size comes from the number of cells, and a box is as
    /// nearly square as it can be, wider than high: 6 = 2x3, 8 = 2x4, 12 = 3x4.
    #[arg(long, value_name = "RxC", conflicts_with = "regions")]
    pub boxes: Option<BoxesChoice>,

    /// Jigsaw: a letter a cell, or a file with that
    ///
    /// Cells with the same letter form a region; regions stand in the boxes'
    /// place.
    #[arg(long, value_name = "MAP")]
    pub regions: Option<String>,

    /// Further regions beside the boxes, as a map
    ///
    /// One letter a cell, `.` for a cell in none; or a file with that.
    #[arg(long, value_name = "MAP", hide_short_help = true)]
    pub extra_regions: Option<String>,

    /// x (both diagonals), windoku (inner boxes), or x,windoku
    #[arg(long, value_name = "LIST")]
    pub variant: Option<Variants>,

    /// Symbols of large grids: 1-G, 0-F or A-P
    ///
    /// The first and the last digit: 1-G is 1-9 and then letters, 0-F begins
    /// with 0 (so that only . is blank), A-P is letters alone. Only needed where
    /// the file does not decide it.
    #[arg(long, value_name = "KIND", hide_short_help = true)]
    pub alphabet: Option<AlphabetChoice>,
}

impl PuzzleFlags {
    /// What a reader needs to know.
    ///
    /// # Errors
    /// A map that is none, or a file with it that cannot be read.
    pub fn read_options(&self) -> Result<ReadOptions, Failure> {
        let built_in = self.rules_of_corpora()?;
        let rules = built_in.as_ref().unwrap_or(&self.rules);
        let options = rules.read_options()?;
        Ok(ReadOptions {
            columns: self.column.clone().unwrap_or_default(),
            ..options
        })
    }

    /// What a reader needs to know of some of the sources by themselves, where
    /// they are read apart from the others.
    ///
    /// # Errors
    /// As [`PuzzleFlags::read_options`].
    pub fn read_options_of(&self, files: &[OsString]) -> Result<ReadOptions, Failure> {
        let files = files.to_vec();
        PuzzleFlags {
            files,
            ..self.clone()
        }
        .read_options()
    }
}

impl PuzzleFlags {
    /// The rules that built-in corpora bring with them, where the flags say
    /// nothing and all sources agree.
    fn rules_of_corpora(&self) -> Result<Option<RulesFlags>, Failure> {
        let flags = |file: &OsString| {
            let name = file.to_str().and_then(|file| file.strip_prefix('@'));
            name.and_then(shelf::find).map_or("", |corpus| corpus.flags)
        };
        let Some(own) = self.files.iter().map(flags).find(|flags| !flags.is_empty()) else {
            return Ok(None);
        };
        if self.rules.are_given() {
            return Ok(None);
        }
        if let Some(other) = self.files.iter().find(|file| flags(file) != own) {
            return Err(Failure::usage(format_args!(
                "a corpus with rules of its own ({own}) cannot stand beside {} without a word on \
                 the rules: give {own} for all, or name it alone",
                other.to_string_lossy()
            )));
        }
        let words = own.split_whitespace();
        let matches = RulesFlags::augment_args(Command::new("corpus").no_binary_name(true))
            .try_get_matches_from(words);
        let rules = matches.and_then(|matches| RulesFlags::from_arg_matches(&matches));
        rules.map(Some).map_err(Failure::usage)
    }
}

impl RulesFlags {
    /// Whether any of them was given.
    fn are_given(&self) -> bool {
        let maps = self.regions.is_some() || self.extra_regions.is_some();
        maps || self.boxes.is_some() || self.variant.is_some()
    }
}

impl RulesFlags {
    /// The shapes and symbols that were asked for.
    ///
    /// # Errors
    /// A map that is none, or a file with it that cannot be read.
    pub fn read_options(&self) -> Result<ReadOptions, Failure> {
        let regions = self
            .regions
            .as_deref()
            .map(|text| map("--regions", text))
            .transpose()?;
        let extra = self.extra_regions.as_deref();
        Ok(ReadOptions {
            boxes: match regions {
                Some(map) => BoxesChoice::Regions(map),
                None => self.boxes.clone().unwrap_or_default(),
            },
            extra_regions: extra.map(|text| map("--extra-regions", text)).transpose()?,
            variants: self.variant.unwrap_or_default(),
            alphabet: self.alphabet,
            ..ReadOptions::default()
        })
    }
}

/// A map given as text, or as the name of a file with it.
fn map(flag: &str, text: &str) -> Result<RegionMap, Failure> {
    let path = Path::new(text);
    let content = if path.is_file() {
        let read = std::fs::read_to_string(path);
        Some(read.map_err(|error| Failure::Io(format!("{text}: {}", plain(&error))))?)
    } else {
        None
    };
    let parsed = content.as_deref().unwrap_or(text).parse();
    parsed.map_err(|error| match content {
        Some(_) => Failure::usage(format_args!("{flag}: {text}: {error}")),
        None => Failure::usage(format_args!("{flag}: no such file, and {error}")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_may_stand_where_a_file_is_named() {
        assert!(map("--regions", "AABBAABBCCDDCCDD").is_ok());
        let error = map("--regions", "regions.txt").unwrap_err().to_string();
        assert!(
            error.starts_with("--regions: no such file, and a region map"),
            "{error}"
        );
    }

    #[test]
    fn the_flags_of_built_in_corpora_can_be_understood() {
        for corpus in shelf::CORPORA {
            let files = vec![OsString::from(format!("@{}", corpus.name))];
            let flags = PuzzleFlags {
                files,
                rules: RulesFlags::default(),
                column: None,
            };
            let options = flags.read_options().expect("flags of the manifest");
            let plain = options == ReadOptions::default();
            assert_eq!(plain, corpus.flags.is_empty(), "{}", corpus.name);
        }
    }
}
