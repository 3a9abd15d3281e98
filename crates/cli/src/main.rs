//! The program `polydoku`: everything is in the library beside it, so that the
//! man pages and completions can be made without running it.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    polydoku_cli::main()
}
