//! Colour, and how much is said on standard error.

use clap::{Args, ValueEnum};

/// `--color`, `--quiet`, `--verbose`.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct TalkFlags {
    /// Colour the output
    ///
    /// `auto` colours on a terminal, unless NO_COLOR is set.
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value_t,
        hide_short_help = true
    )]
    pub color: When,

    /// Say nothing on standard error but errors
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Say more on standard error: formats, engines, what the search cost
    #[arg(short, long, hide_short_help = true)]
    pub verbose: bool,
}

/// When to colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum When {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always, whatever the stream and the environment.
    Always,
    /// Never.
    Never,
}

impl When {
    /// Whether a stream gets colour.
    pub fn colours(self, is_terminal: bool) -> bool {
        let forbidden = || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        match self {
            When::Always => true,
            When::Never => false,
            When::Auto => is_terminal && !forbidden(),
        }
    }
}
