//! How far a long run is: a bar on standard error, if that is a terminal and
//! the answers go elsewhere.
//!
//! It is moved whenever a block of answers is written, and shows itself only
//! after half a second, so that short runs leave no trace. Lines that are said
//! meanwhile are put above it.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use polydoku_pipeline::Meter;

use crate::talk::Talk;
use polydoku_harness::report::thousands;

/// Runs shorter than this show nothing.
const QUIET: Duration = Duration::from_millis(500);

/// The bar of one run, or none.
#[derive(Clone, Debug)]
pub struct Progress {
    bar: Option<ProgressBar>,
    meter: Arc<Meter>,
    start: Instant,
}

impl Progress {
    /// A bar for the run with this meter, where one may be drawn.
    pub fn new(talk: Talk, meter: Arc<Meter>) -> Progress {
        let wanted = talk.may_draw() && !io::stdout().is_terminal();
        // Hidden at first: see `update`.
        let target = ProgressDrawTarget::hidden;
        let bar = wanted.then(|| ProgressBar::with_draw_target(None, target()));
        Progress {
            bar,
            meter,
            start: Instant::now(),
        }
    }

    /// Time since the run began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Shows what the meter says.
    pub fn update(&self) {
        let Some(bar) = &self.bar else { return };
        let seconds = self.elapsed().as_secs_f64();
        if seconds < QUIET.as_secs_f64() {
            return;
        }
        if bar.is_hidden() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(QUIET);
        }
        if let Some(total) = self.meter.bytes_total()
            && bar.length() != Some(total)
        {
            bar.set_length(total);
            let style = ProgressStyle::with_template("{bar:24} {percent:>3}%  {msg}  {eta} left");
            bar.set_style(style.expect("a template of ours").progress_chars("=> "));
        } else if bar.length().is_none() {
            let style = ProgressStyle::with_template("{spinner} {msg}  {elapsed}");
            bar.set_style(style.expect("a template of ours"));
        }
        let puzzles = self.meter.tally().puzzles;
        let rate = match puzzles as f64 / seconds {
            rate if rate < 10.0 => format!("{rate:.1}"),
            rate => thousands(rate as u64),
        };
        bar.set_message(format!("{} puzzles  {rate}/s", thousands(puzzles)));
        bar.set_position(self.meter.bytes_read());
    }

    /// Lets something be said without the bar in its way.
    pub fn aside(&self, say: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(say),
            None => say(),
        }
    }

    /// Takes the bar away.
    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Standard output that moves a bar with what is written.
#[derive(Debug)]
pub struct Output(pub Progress);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        io::stdout().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()?;
        self.0.update();
        Ok(())
    }
}
