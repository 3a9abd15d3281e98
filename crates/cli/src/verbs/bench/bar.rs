//! How far a measure is: a bar on a terminal, and the time left.
//!
//! It is drawn between the measured parts and never during one: a thread that
//! redraws would take time from what is measured.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use polydoku_harness::{Stage, Step};

use crate::talk::Talk;

/// Thousandths are fine enough.
const LENGTH: u64 = 1000;

/// The bar, or none.
#[derive(Debug)]
pub struct Bar(Option<ProgressBar>);

impl Bar {
    /// A bar where one may be drawn.
    pub fn new(talk: Talk) -> Bar {
        Bar(talk.may_draw().then(|| {
            let bar = ProgressBar::with_draw_target(Some(LENGTH), ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{bar:24} {percent:>3}%  {msg}");
            bar.set_style(style.expect("a template of ours").progress_chars("=> "));
            bar
        }))
    }

    /// Shows a step.
    pub fn show(&self, step: &Step<'_>) {
        let Some(bar) = &self.0 else { return };
        let what = match step.stage {
            Stage::Verifying => "verifying".to_owned(),
            Stage::Round(round, rounds) => format!("round {round} of {rounds}"),
        };
        let left = step
            .left
            .map_or_else(String::new, |left| match left.as_secs() {
                seconds @ 0..60 => format!("  {seconds} s left"),
                seconds => format!("  {} min left", seconds.div_ceil(60)),
            });
        bar.set_message(format!("{what}: {} on {}{left}", step.engine, step.corpus));
        bar.set_position((step.done.clamp(0.0, 1.0) * LENGTH as f64) as u64);
    }

    /// Takes it away.
    pub fn end(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
