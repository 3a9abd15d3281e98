//! An explanation for people: a table, then sentences, in 80 columns.

use std::fmt::Write;

use polydoku_harness::report::thousands;
use polydoku_harness::time_in_words;

use super::{Explanation, Rival, Showing};
use crate::text::wrapped;
use crate::words::plural;

/// The explanation as text.
pub fn text(explanation: &Explanation) -> String {
    let mut out = String::new();
    let puzzles = explanation.samples.len();
    let engines = explanation.showings.len();
    let line = format!(
        "{} on {}; is there one solution, and is it the only one?",
        plural(engines as u64, "engine"),
        plural(puzzles as u64, "puzzle")
    );
    wrapped(&line, 0, &mut out);
    table(explanation, &mut out);
    let best = explanation.best();
    wrapped(&lead(explanation), 0, &mut out);
    for rival in &explanation.rivals {
        let other = &explanation.showings[rival.engine];
        let sentence = format!("{}: {}.", other.name, against(best, other, rival, puzzles));
        wrapped(&sentence, 2, &mut out);
    }
    if puzzles > 1 && engines > 1 {
        separators(explanation, &mut out);
    }
    out
}

fn table(explanation: &Explanation, out: &mut String) {
    let _ = writeln!(
        out,
        "\n{:<18} {:>9} {:>9} {:>13} {:>9} {:>9}",
        "engine", "median", "mean", "nodes", "a node", "given up"
    );
    for showing in &explanation.showings {
        let nodes = showing.mean_nodes().map_or("-".to_owned(), count);
        let price = showing.ns_a_node().map_or("-".to_owned(), time_in_words);
        let more = if showing.given_up() > 0 { ">" } else { "" };
        let _ = writeln!(
            out,
            "{:<18} {:>9} {:>9} {:>13} {:>9} {:>9}",
            showing.name,
            time_in_words(showing.median_ns()),
            format!("{more}{}", time_in_words(showing.mean_ns())),
            nodes,
            price,
            match showing.given_up() {
                0 => String::new(),
                n => n.to_string(),
            }
        );
    }
    out.push('\n');
}

/// Below this ratio a quick run cannot tell two engines apart.
const TOO_CLOSE: f64 = 1.05;

/// Who is best, and by how much.
fn lead(explanation: &Explanation) -> String {
    let best = explanation.best();
    let mut line = format!(
        "Best is {}: {} a puzzle on the average",
        best.name,
        time_in_words(best.mean_ns())
    );
    let level = |other: &&Showing| other.mean_ns() < TOO_CLOSE * best.mean_ns();
    let others = &explanation.showings[1..];
    let equals: Vec<&str> = (others.iter().take_while(level))
        .map(|other| other.name)
        .collect();
    if !equals.is_empty() {
        let _ = write!(line, " (too close to tell: {})", equals.join(", "));
    }
    match others.get(equals.len()) {
        Some(next) => {
            let ratio = next.mean_ns() / best.mean_ns();
            let _ = write!(
                line,
                "; next comes {} with {} times that.",
                next.name,
                times(ratio)
            );
        }
        None => line.push('.'),
    }
    if best.mean_nodes() == Some(0.0) {
        line.push_str(" It needs no search at all here: inference does everything.");
    }
    line
}

/// Why the best beats this one, and where it does not.
fn against(best: &Showing, other: &Showing, rival: &Rival, puzzles: usize) -> String {
    let ratio = other.mean_ns() / best.mean_ns();
    let mut text = format!("{} times as long", times(ratio));
    if let (Some(more), Some(here)) = (other.mean_nodes(), best.mean_nodes())
        && more > 0.0
        && here > 0.0
    {
        let (size, price) = (more / here, ratio / (more / here));
        let _ = write!(
            text,
            " = {} times the nodes at {} times the price each",
            times(size),
            times(price)
        );
    } else if let Some(price) = other.ns_a_node() {
        let _ = write!(
            text,
            ", {} nodes at {} each",
            count(other.mean_nodes().unwrap_or(0.0)),
            time_in_words(price)
        );
    }
    let _ = write!(text, " (a node is {})", other.node);
    match (&rival.crossing, rival.faster_on) {
        (Some(crossing), _) => {
            let side = if crossing.rival_below {
                "below"
            } else {
                "above"
            };
            let _ = write!(
                text,
                "; faster {side} about {} of its nodes, which is right for {} of {puzzles} puzzles",
                crossing.nodes, crossing.agree
            );
        }
        (None, 0) => text.push_str("; never faster here"),
        (None, n) if n == puzzles => text.push_str("; faster on each single one all the same"),
        (None, n) => {
            let _ = write!(
                text,
                "; faster on {n} of {puzzles}, at no size in particular"
            );
        }
    }
    text
}

fn separators(explanation: &Explanation, out: &mut String) {
    out.push_str("\nThe puzzles that separate the engines most:\n");
    for separator in &explanation.separators {
        let [fast, slow] =
            [separator.fastest, separator.slowest].map(|engine| &explanation.showings[engine]);
        let at = |showing: &Showing| {
            let run = showing.runs[separator.puzzle];
            let more = if run.settled { "" } else { ">" };
            format!("{} {more}{}", showing.name, time_in_words(run.ns))
        };
        let line = format!(
            "  {}: {} to {}, {} times",
            explanation.samples[separator.puzzle].place,
            at(fast),
            at(slow),
            times(separator.ratio)
        );
        wrapped(&line, 4, out);
    }
}

/// A ratio with two or three digits that mean something.
fn times(ratio: f64) -> String {
    match ratio {
        r if r < 0.995 => format!("{r:.2}"),
        r if r < 9.95 => format!("{r:.1}"),
        r => count(r),
    }
}

/// A number without false precision: `0.4`, `12`, `1,234`.
fn count(value: f64) -> String {
    if value < 9.95 && value.fract() != 0.0 {
        return format!("{value:.1}");
    }
    thousands(value.round_ties_even() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_say_no_more_than_is_known() {
        assert_eq!(
            ["0.43", "1.2", "23"].map(str::to_owned),
            [0.43, 1.23, 23.4].map(times)
        );
        assert_eq!(
            ["0.4", "7", "1,234,568"].map(str::to_owned),
            [0.4, 7.0, 1_234_567.8].map(count)
        );
    }
}
