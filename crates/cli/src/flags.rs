//! The flags that several verbs share, each group with its words and checks.
//!
//! A verb flattens the groups it understands into its own clap struct, so a
//! flag is described once and shown only where it works. Groups keep what was
//! typed in checked form; what it means for reading or searching is worked out
//! by the group's own methods. Short help (`-h`) must fit a screen: flags that
//! few people need are hidden there, and `--help` shows all of them.

mod output;
mod pick;
mod puzzles;
mod search;
mod stream;
mod talk;

pub use output::{OutputFlags, OutputForm};
pub use pick::PickFlag;
pub use puzzles::{PuzzleFlags, RulesFlags};
pub use search::{EngineFlag, LimitFlags, WantedFlags, duration};
pub use stream::{StreamFlags, threads};
pub use talk::TalkFlags;
