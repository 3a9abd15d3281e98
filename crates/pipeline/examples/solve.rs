//! Solves files, or standard input, line by line: what the crate is for, in a
//! program.
//!
//! ```text
//! cargo run --release -p polydoku-pipeline --example solve -- auto 2 FILE...
//! ```
//!
//! The arguments are an engine, a number of threads (0: one a core), and files.

use std::error::Error;
use std::io;

use polydoku_core::Query;
use polydoku_engines::EngineChoice;
use polydoku_pipeline::{Answered, Input, Job, Outcome};

fn render(puzzle: &Answered<'_>, out: &mut Vec<u8>) {
    match puzzle.outcome {
        Outcome::Clash(clashes) => out.extend_from_slice(clashes.to_string().as_bytes()),
        Outcome::Panicked(message) => out.extend_from_slice(message.as_bytes()),
        _ => match puzzle.solution() {
            Some(solution) => puzzle.symbols.write_line(solution, out),
            None => out.extend_from_slice(b"no solution"),
        },
    }
    out.push(b'\n');
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let engine = EngineChoice::parse(&arguments.next().unwrap_or("auto".into()))?;
    let threads = arguments.next().map_or(Ok(0), |number| number.parse())?;
    let mut inputs: Vec<Input> = arguments.map(Input::file).collect();
    if inputs.is_empty() {
        inputs.push(Input::stdin());
    }
    let job = Job::solve(engine, Query::unique())
        .inputs(inputs)
        .threads(threads);
    #[allow(clippy::print_stderr)]
    job.run(&render, io::stdout(), |event| eprintln!("{event}"))?;
    Ok(())
}
