//! One engine's search as the page's scripts read it: what the engine says of
//! itself, what the search came to, and the steps that were kept.

use std::fmt::Write;

use polydoku_core::{Cell, DigitSet, Puzzle, Stat, Verdict, View};

use super::steps::{self, Vocabulary, list, quoted};
use crate::race::{Cost, Ran};
use crate::{Recording, StepKind, Totals};

impl Ran {
    /// The lane as a JSON object.
    pub(crate) fn json(&self) -> String {
        let Recording {
            engine,
            report,
            totals,
            ..
        } = &self.recording;
        let mut out = String::from("{");
        for (name, value) in [
            ("name", engine.name),
            ("family", engine.family()),
            ("idea", engine.idea),
            ("node", engine.node),
            ("view", view(engine.view)),
            ("outcome", &self.outcome()),
            ("verdict", report.verdict().word()),
        ] {
            let _ = write!(out, "\"{name}\":{},", quoted(value));
        }
        match self.cut() {
            Some(cut) => write!(out, "\"cut\":{},", quoted(&cut)),
            None => write!(out, "\"cut\":null,"),
        }
        .expect("a string takes all");
        let stats = &report.stats;
        for (number, (name, stat)) in [
            ("nodes", stats.nodes),
            ("placements", stats.placements),
            ("guesses", stats.guesses),
            ("backtracks", stats.backtracks),
            ("depth", stats.depth),
        ]
        .into_iter()
        .enumerate()
        {
            let before = if number == 0 { "\"stats\":{" } else { "," };
            let _ = write!(out, "{before}\"{name}\":{}", known(stat));
        }
        let _ = write!(out, "}},\"steps\":{},\"figures\":[", totals.events);
        let values = engine.figures.iter().zip(&self.recording.figures);
        out.push_str(&list(values.map(|(figure, value)| {
            let [name, unit, about] = [figure.name, figure.unit, figure.about].map(quoted);
            format!("[{name},{unit},{about},{value}]")
        })));
        let _ = write!(out, "],\"time\":{},", self.cost.map_or("null".into(), cost));
        let _ = write!(out, "\"start\":[{}],", self.start());
        self.parts(&mut out);
        out.push('}');
        out
    }

    /// The parts that were kept, and the words they use.
    fn parts(&self, out: &mut String) {
        let mut words = Vocabulary::default();
        out.push_str("\"parts\":[");
        for (number, part) in self.recording.parts.iter().enumerate() {
            let comma = if number > 0 { "," } else { "" };
            let from = part.steps.first().map_or(1, |step| step.number);
            let _ = write!(
                out,
                "{comma}\n{{\"from\":{from},\"sums\":[{}],\"standing\":[",
                sums(&part.totals)
            );
            for (number, standing) in part.before.standing().iter().enumerate() {
                out.push_str(if number > 0 { "," } else { "" });
                steps::standing(standing, out);
            }
            out.push_str("],\"steps\":[");
            for (number, step) in part.steps.iter().enumerate() {
                out.push_str(if number > 0 { "," } else { "" });
                steps::step(step, &mut words, out);
            }
            out.push_str("]}");
        }
        out.push_str("],");
        words.write(out);
    }

    /// The candidates of each cell before the first step.
    fn start(&self) -> String {
        let puzzle = &self.recording.puzzle;
        let without_seen = !self.tells_what_clues_rule_out();
        list(puzzle.rules().cells().map(|cell| {
            let mut left = puzzle.as_ref().allowed(cell);
            if without_seen && puzzle.clues()[cell.index()].is_none() {
                left -= seen(puzzle, cell);
            }
            steps::set(left)
        }))
    }

    /// Whether the search tells of candidates that fall to the clues themselves.
    /// Some engines begin with all candidates and tell, others (an exact cover is
    /// one) are built without those that a clue sees, and never mention them.
    fn tells_what_clues_rule_out(&self) -> bool {
        let puzzle = &self.recording.puzzle;
        let before_any_choice = self.recording.steps().take_while(|step| step.depth == 0);
        let mut ruled_out = before_any_choice.filter_map(|step| match step.kind {
            StepKind::Eliminate { cell, digits, .. } => Some((cell, digits)),
            _ => None,
        });
        ruled_out.any(|(cell, digits)| (digits - seen(puzzle, cell)).is_empty())
    }

    /// What the search found, in a few words.
    fn outcome(&self) -> String {
        let report = &self.recording.report;
        match report.verdict() {
            Verdict::Unique => "one solution, the only one".to_owned(),
            Verdict::None => "no solution".to_owned(),
            Verdict::Multiple if report.is_exact() => format!("{} solutions", report.found),
            Verdict::Multiple => format!("at least {} solutions", report.found),
            Verdict::Solved => format!("one solution, {}", report.end),
            Verdict::Unknown => format!("gave up: {}", report.end),
        }
    }

    /// By which rule steps were left out, if some were.
    fn cut(&self) -> Option<String> {
        if !self.recording.is_cut() {
            return None;
        }
        let kept = self.recording.steps().count();
        Some(format!(
            "Cut: {kept} of {} steps are on this page: the first {}, the last {}, and between them \
             every {}th branch, a branch being the steps from one choice to the next. Dashed lines \
             show where something was left out.",
            self.recording.totals.events, self.bounds.first, self.bounds.last, self.recording.every
        ))
    }
}

/// The digits that clues in the cell's houses hold.
fn seen(puzzle: &Puzzle, cell: Cell) -> DigitSet {
    let peers = puzzle.rules().peers(cell).iter();
    let clues = peers.filter_map(|peer| puzzle.clues()[peer.index()]);
    clues.fold(DigitSet::EMPTY, |seen, clue| seen | DigitSet::only(clue))
}

fn known(stat: Stat) -> String {
    stat.get()
        .map_or("null".to_owned(), |value| value.to_string())
}

fn cost(cost: Cost) -> String {
    format!(
        "{{\"median\":{:.1},\"low\":{:.1},\"high\":{:.1},\"runs\":{}}}",
        cost.median_ns, cost.low_ns, cost.high_ns, cost.runs
    )
}

/// In the order of `names` in `page/replay.js`.
fn sums(totals: &Totals) -> String {
    let sums = [
        totals.placements,
        totals.guesses,
        totals.backtracks,
        totals.depth,
        totals.eliminations,
        totals.conflicts,
        totals.solutions,
    ];
    list(sums.iter().map(u64::to_string))
}

fn view(view: View) -> &'static str {
    match view {
        View::Scan => "scan",
        View::Masks => "masks",
        View::Cover => "cover",
        View::Clauses => "clauses",
        View::Lanes => "lanes",
        other => unreachable!("a view that the page does not draw: {other:?}"),
    }
}
