//! Puzzles in another form, such that they can be read again.
//!
//! What a form holds and how is the corpus crate's to say: here each puzzle that
//! the pipeline read is made a record again and given to its
//! [`Writer`]. A puzzle that the form cannot hold is refused, which the pipeline
//! reports in the order of the input. All workers share one writer: a table's
//! columns are settled by a look at the beginning of the sources, and its header
//! is written with the first row. Colour is for people only, so a coloured grid
//! is the answers' grid without an answer.

use polydoku_corpus::{Cells, Fields, Record, TableColumns, Target, Writer};
use polydoku_pipeline::{Answered, Render, Tally};

use crate::render::{Form, Limits, Question, Renderer};
use crate::stream::{Sheet, Stream};
use crate::summary::Places;

/// Writes puzzles in a format.
#[derive(Debug)]
pub struct Converted {
    writer: Writer,
    /// What stands behind each puzzle.
    behind: &'static [u8],
    coloured: Option<Renderer>,
}

impl Converted {
    /// For the puzzles of a stream.
    pub fn to(target: Target, colour: bool, stream: &mut Stream) -> Converted {
        let columns = match target {
            Target::Line => TableColumns::default(),
            Target::Grid | Target::Csv | Target::JsonLines | Target::Markdown => {
                let ahead = stream.look_ahead();
                TableColumns {
                    regions: ahead.has_map,
                    solution: ahead.has_given,
                    further: ahead.columns,
                }
            }
        };
        let is_grid = target == Target::Grid;
        let form = Form::Grid { colour: true };
        Converted {
            writer: Writer::with_columns(target, stream.options(), columns),
            behind: if is_grid { b"\n" } else { b"" },
            coloured: (is_grid && colour)
                .then(|| Renderer::new(Question::Convert, Limits::default(), form)),
        }
    }
}

impl Render for Converted {
    fn answer(&self, puzzle: &Answered<'_>, out: &mut Vec<u8>) {
        // Whoever calls this does not ask whether it can be held.
        let _ = self.try_answer(puzzle, out);
    }

    fn try_answer(&self, puzzle: &Answered<'_>, out: &mut Vec<u8>) -> Result<(), String> {
        let names = self.writer.further_columns().iter();
        let texts: Vec<&[u8]> = names
            .map(|name| puzzle.fields.named(name).unwrap_or_default())
            .collect();
        let record = Record {
            text: puzzle.text,
            line: puzzle.line,
            rules: puzzle.rules,
            symbols: puzzle.symbols,
            cells: Cells::Parsed {
                clues: puzzle.clues,
                marks: puzzle.marks,
            },
            given: puzzle.given_text,
            fields: Fields::of(&texts),
            boxes_assumed: puzzle.boxes_assumed,
        };
        let refusal = |error: polydoku_corpus::CannotHold| error.to_string();
        if let Some(coloured) = &self.coloured {
            self.writer.check(&record).map_err(refusal)?;
            coloured.answer(puzzle, out);
            return Ok(());
        }
        self.writer.append(&record, out).map_err(refusal)?;
        out.extend_from_slice(self.behind);
        Ok(())
    }
}

impl Sheet for Converted {
    fn head(&self, out: &mut Vec<u8>) {
        self.writer.head(out);
    }

    fn head_waits(&self) -> bool {
        true
    }

    fn tail(&self, _: &Tally, _: &Places, _: &mut Vec<u8>) {}
}
