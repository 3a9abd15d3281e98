//! An explanation for programs: JSON Lines, field `about` first.
//!
//! ```text
//! {"about":"engine", ...}      one for each engine, the best first
//! {"about":"rival", ...}       the best of each other family against the best
//! {"about":"separator", ...}   the puzzles on which they are furthest apart
//! ```

use polydoku_corpus::json_string;

use super::Explanation;

/// The explanation as lines.
pub fn lines(explanation: &Explanation) -> Vec<u8> {
    let mut out = Vec::new();
    for showing in &explanation.showings {
        let mut line = Line::new("engine", &mut out);
        line.text("engine", showing.name);
        line.text("node", showing.node);
        line.number("puzzles", showing.runs.len() as f64);
        line.number("given_up", showing.given_up() as f64);
        line.number("median_ns", showing.median_ns());
        line.number("mean_ns", showing.mean_ns());
        line.maybe("mean_nodes", showing.mean_nodes());
        line.maybe("ns_a_node", showing.ns_a_node());
        line.end();
    }
    let best = explanation.best();
    for rival in &explanation.rivals {
        let other = &explanation.showings[rival.engine];
        let mut line = Line::new("rival", &mut out);
        line.text("engine", other.name);
        line.text("best", best.name);
        line.number("ratio", other.mean_ns() / best.mean_ns());
        line.number("faster_on", rival.faster_on as f64);
        let crossing = rival.crossing;
        line.maybe("crossing_nodes", crossing.map(|c| c.nodes as f64));
        line.maybe("crossing_agrees", crossing.map(|c| c.agree as f64));
        let side = crossing.map(|c| if c.rival_below { "below" } else { "above" });
        line.text_or_null("faster", side);
        line.end();
    }
    for separator in &explanation.separators {
        let sample = &explanation.samples[separator.puzzle];
        let mut line = Line::new("separator", &mut out);
        line.text("place", &sample.place);
        line.text("puzzle", &sample.puzzle.line());
        line.number("ratio", separator.ratio);
        for (key, engine) in [
            ("fastest", separator.fastest),
            ("slowest", separator.slowest),
        ] {
            let showing = &explanation.showings[engine];
            let run = showing.runs[separator.puzzle];
            line.text(key, showing.name);
            line.number(&format!("{key}_ns"), run.ns);
            line.maybe(&format!("{key}_nodes"), run.nodes.map(|n| n as f64));
            line.flag(&format!("{key}_settled"), run.settled);
        }
        line.end();
    }
    out
}

/// An object that is being written.
struct Line<'l> {
    out: &'l mut Vec<u8>,
}

impl<'l> Line<'l> {
    fn new(about: &str, out: &'l mut Vec<u8>) -> Line<'l> {
        out.extend_from_slice(b"{\"about\":");
        json_string(about.as_bytes(), out);
        Line { out }
    }

    fn key(&mut self, name: &str) {
        self.out.push(b',');
        json_string(name.as_bytes(), self.out);
        self.out.push(b':');
    }

    fn text(&mut self, name: &str, text: &str) {
        self.text_or_null(name, Some(text));
    }

    fn text_or_null(&mut self, name: &str, text: Option<&str>) {
        self.key(name);
        match text {
            Some(text) => json_string(text.as_bytes(), self.out),
            None => self.out.extend_from_slice(b"null"),
        }
    }

    fn flag(&mut self, name: &str, value: bool) {
        self.key(name);
        self.out.extend_from_slice(value.to_string().as_bytes());
    }

    fn number(&mut self, name: &str, value: f64) {
        self.maybe(name, Some(value));
    }

    fn maybe(&mut self, name: &str, value: Option<f64>) {
        self.key(name);
        match value {
            // A tenth of a nanosecond is more than anybody can measure.
            Some(value) => {
                let rounded = (value * 1e3).round() / 1e3;
                self.out.extend_from_slice(rounded.to_string().as_bytes());
            }
            None => self.out.extend_from_slice(b"null"),
        }
    }

    fn end(self) {
        self.out.extend_from_slice(b"}\n");
    }
}
