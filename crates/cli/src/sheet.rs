//! Which form the answers take: the flags, the terminal and the input decide.

use std::io::{self, IsTerminal};

use polydoku_pipeline::Tally;

use crate::flags::{OutputFlags, OutputForm, PuzzleFlags, TalkFlags};
use crate::nearest::suggestion;
use crate::render::{Form, Limits, Question, Renderer, Template};
use crate::source::Ahead;
use crate::status::Failure;
use crate::stream::{Sheet, Stream};
use crate::summary::{Places, totals};

impl Sheet for Renderer {
    fn head(&self, out: &mut Vec<u8>) {
        Renderer::head(self, out);
    }

    fn tail(&self, tally: &Tally, wrong: &Places, out: &mut Vec<u8>) {
        Renderer::tail(self, &totals(tally), &mut wrong.first(), out);
    }
}

/// The renderer that the flags ask for, after a look at the input where that
/// is needed.
///
/// # Errors
/// A template that cannot be used.
pub fn renderer(
    question: Question,
    limits: Limits,
    output: &OutputFlags,
    puzzles: &PuzzleFlags,
    talk: TalkFlags,
    stream: &mut Stream,
) -> Result<Renderer, Failure> {
    let terminal = io::stdout().is_terminal();
    let colour = talk.color.colours(terminal);
    let mut ahead = Ahead::default();
    let form = if let Some(text) = &output.template {
        let template = Template::parse(text, question.columns()).map_err(Failure::usage)?;
        if template.fields().next().is_some() {
            ahead = stream.look_ahead();
            check_fields(&template, &ahead)?;
        }
        Form::Template(match question {
            Question::Convert => template.for_given(),
            _ => template,
        })
    } else {
        match output.output {
            OutputForm::Auto if terminal && stream.look_ahead().is_single => Form::Grid { colour },
            OutputForm::Auto | OutputForm::Line => Form::Line,
            OutputForm::Grid => Form::Grid { colour },
            table => {
                ahead = stream.look_ahead();
                match table {
                    OutputForm::Csv => Form::Csv,
                    OutputForm::Jsonl => Form::Jsonl,
                    _ => Form::Md,
                }
            }
        }
    };
    let mut renderer =
        Renderer::new(question, limits, form).with_input_columns(ahead.has_given, &ahead.columns);
    // A map that the flags brought must come with the flags again.
    renderer.with_maps = puzzles.rules.regions.is_none();
    Ok(renderer)
}

/// Refuses a template that asks for a column which no input has.
fn check_fields(template: &Template, ahead: &Ahead) -> Result<(), Failure> {
    let known: Vec<&str> = ahead.columns.iter().map(String::as_str).collect();
    let Some(missing) = template.fields().find(|field| !known.contains(field)) else {
        return Ok(());
    };
    let rest = match known.as_slice() {
        [] => "; it has none beside puzzle and solution".to_owned(),
        known => suggestion(missing, known, ""),
    };
    Err(Failure::usage(format_args!(
        "the input has no column '{missing}'{rest}"
    )))
}
