//! Which engine is best for these puzzles, and why: from a quick measured run.
//!
//! Every engine searches every puzzle, each search is timed (`polydoku_harness`'s
//! [`cost()`]), and three things are read off:
//!
//! * **size times price.** An engine's time is how many nodes it searches times
//!   what one costs it. The best engine's lead over each other falls into these two
//!   factors, and says whether it is won by searching less or by searching faster.
//! * **the crossing point.** Between two engines the puzzles decide: there is a size
//!   of the search, in nodes of the rival, at which the lead changes hands. It is
//!   the threshold that sorts most puzzles to the engine that was faster on them; a
//!   threshold that sorts hardly any better than always naming the same engine is
//!   none.
//! * **what separates.** The puzzles on which fastest and slowest are furthest apart.
//!
//! ```text
//! rival's nodes     1   1   2   9   30   200   4,000
//! faster there      R   R   R   R    B     B       B        R rival, B best
//!                                ^ crossing at about 20 nodes
//! ```
//!
//! A search that was given up counts with the time it took: its engine is at least
//! that slow. This is a look, not a benchmark: `polydoku bench` verifies answers,
//! repeats rounds and gives intervals.

mod json;
mod words;

use std::time::Duration;

use polydoku_core::{Engine, EngineInfo, Puzzle, Query, Verdict};
use polydoku_harness::{cost, statistics::median};

pub use json::lines;
pub use words::text;

/// A puzzle and what it is called: `hard.txt:7`.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its name.
    pub place: String,
}

/// One engine's search of one puzzle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Run {
    /// The median time of a run, or the time after which it was given up.
    pub ns: f64,
    /// The nodes it searched, if the engine counts them.
    pub nodes: Option<u64>,
    /// Whether the question was settled.
    pub settled: bool,
}

/// An engine over all puzzles.
#[derive(Clone, PartialEq, Debug)]
pub struct Showing {
    /// Its name.
    pub name: &'static str,
    /// Its family.
    pub family: &'static str,
    /// What one of its nodes is.
    pub node: &'static str,
    /// Its runs, one a puzzle.
    pub runs: Vec<Run>,
}

impl Showing {
    /// The mean time of a puzzle, searches given up included.
    pub fn mean_ns(&self) -> f64 {
        mean(self.runs.iter().map(|run| run.ns))
    }

    /// The median time of a puzzle.
    pub fn median_ns(&self) -> f64 {
        let mut times: Vec<f64> = self.runs.iter().map(|run| run.ns).collect();
        median(&mut times).unwrap_or(0.0)
    }

    /// The mean number of nodes, if the engine counts them.
    pub fn mean_nodes(&self) -> Option<f64> {
        let nodes: Option<Vec<f64>> = self
            .runs
            .iter()
            .map(|run| Some(run.nodes? as f64))
            .collect();
        nodes.map(|nodes| mean(nodes.into_iter()))
    }

    /// Time for each node, where there are any.
    pub fn ns_a_node(&self) -> Option<f64> {
        let nodes = self.mean_nodes().filter(|&nodes| nodes > 0.0)?;
        Some(self.mean_ns() / nodes)
    }

    /// How many puzzles were given up.
    pub fn given_up(&self) -> usize {
        self.runs.iter().filter(|run| !run.settled).count()
    }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    values.sum::<f64>() / count
}

/// How an engine compares with the best one.
#[derive(Clone, PartialEq, Debug)]
pub struct Rival {
    /// Its place among the showings.
    pub engine: usize,
    /// On how many puzzles it was faster than the best.
    pub faster_on: usize,
    /// Where the lead changes hands.
    pub crossing: Option<Crossing>,
}

/// A size of search at which the lead changes hands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Crossing {
    /// In nodes of the rival.
    pub nodes: u64,
    /// Whether the rival is faster below it; else above.
    pub rival_below: bool,
    /// How many puzzles it sorts rightly.
    pub agree: usize,
}

/// A puzzle on which engines are far apart.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Separator {
    /// The puzzle's number among the samples, from 0.
    pub puzzle: usize,
    /// The fastest and the slowest engine.
    pub fastest: usize,
    /// The slowest one.
    pub slowest: usize,
    /// How many times as long the slowest took, at least.
    pub ratio: f64,
}

/// What a quick run shows.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The puzzles.
    pub samples: Vec<Sample>,
    /// The engines, the least mean time first.
    pub showings: Vec<Showing>,
    /// The best of each other family against the best of all.
    pub rivals: Vec<Rival>,
    /// Five puzzles at most, the widest apart first.
    pub separators: Vec<Separator>,
}

/// How many separating puzzles are named.
const SEPARATORS: usize = 5;

impl Explanation {
    /// Times every engine on every puzzle, about `patience` for each pair, and
    /// gives up a search after `limit`. `None` when the query is cancelled, or no
    /// engine takes all the puzzles.
    pub fn of(
        engines: &[&'static dyn Engine],
        samples: Vec<Sample>,
        query: &Query,
        patience: Duration,
        limit: Duration,
    ) -> Option<Explanation> {
        let query = query.clone().with_time(limit);
        let mut showings: Vec<Showing> = engines
            .iter()
            .map(|engine| Showing::of(engine.info()))
            .collect();
        for sample in &samples {
            for (engine, showing) in engines.iter().zip(&mut showings) {
                if query.cancel.as_ref().is_some_and(|c| c.is_cancelled()) {
                    return None;
                }
                let timed = || cost(*engine, sample.puzzle.as_ref(), &query, patience).ok();
                let mut cost = timed()?;
                let verdict = cost.report.verdict();
                let settled = !matches!(verdict, Verdict::Solved | Verdict::Unknown);
                // A single run that used up all patience was perhaps interrupted: the
                // machine's affair, not the engine's.
                if settled && cost.runs == 1 {
                    let again = timed()?;
                    if again.median_ns < cost.median_ns {
                        cost = again;
                    }
                }
                showing.runs.push(Run {
                    ns: cost.median_ns,
                    nodes: cost.report.stats.nodes.get(),
                    settled,
                });
            }
        }
        (!showings.is_empty()).then(|| Explanation::from_runs(samples, showings))
    }

    /// Reads off what the runs show.
    pub fn from_runs(samples: Vec<Sample>, mut showings: Vec<Showing>) -> Explanation {
        showings.sort_by(|a, b| a.mean_ns().total_cmp(&b.mean_ns()));
        let rivals = rivals(&showings);
        let separators = separators(&showings);
        Explanation {
            samples,
            showings,
            rivals,
            separators,
        }
    }

    /// The best engine.
    pub fn best(&self) -> &Showing {
        &self.showings[0]
    }
}

impl Showing {
    fn of(info: &EngineInfo) -> Showing {
        Showing {
            name: info.name,
            family: info.name.split('/').next().unwrap_or(info.name),
            node: info.node,
            runs: Vec::new(),
        }
    }
}

/// The first engine of each family but the best one's.
fn rivals(showings: &[Showing]) -> Vec<Rival> {
    let Some(best) = showings.first() else {
        return Vec::new();
    };
    let mut families = vec![best.family];
    let mut rivals = Vec::new();
    for (engine, rival) in showings.iter().enumerate() {
        if families.contains(&rival.family) {
            continue;
        }
        families.push(rival.family);
        let pairs = rival.runs.iter().zip(&best.runs);
        let faster_on = pairs.filter(|(rival, best)| rival.ns < best.ns).count();
        rivals.push(Rival {
            engine,
            faster_on,
            crossing: crossing(rival, best),
        });
    }
    rivals
}

/// The threshold on the rival's nodes that sorts most puzzles rightly.
fn crossing(rival: &Showing, best: &Showing) -> Option<Crossing> {
    let mut points = Vec::new();
    for (run, other) in rival.runs.iter().zip(&best.runs) {
        points.push((run.nodes?, run.ns < other.ns));
    }
    points.sort_unstable();
    let wins = points.iter().filter(|(_, wins)| *wins).count();
    let always = wins.max(points.len() - wins);
    let mut found: Option<Crossing> = None;
    let mut wins_below = 0;
    for (place, pair) in points.windows(2).enumerate() {
        let [(nodes, wins_here), (next, _)] = [pair[0], pair[1]];
        wins_below += usize::from(wins_here);
        if nodes == next {
            continue;
        }
        let below = place + 1;
        let above_lost = (points.len() - below) - (wins - wins_below);
        let agree_below = wins_below + above_lost;
        for (rival_below, agree) in [(true, agree_below), (false, points.len() - agree_below)] {
            if found.is_none_or(|best| agree > best.agree) {
                // Half way on a scale of ratios.
                let middle = ((nodes.max(1) as f64) * next as f64).sqrt().ceil();
                found = Some(Crossing {
                    nodes: middle as u64,
                    rival_below,
                    agree,
                });
            }
        }
    }
    // A threshold must be worth saying: it sorts a tenth more than always naming
    // the same engine, and at least two puzzles.
    let worth = always + 2.max(points.len() / 10);
    found.filter(|crossing| crossing.agree >= worth)
}

/// The puzzles on which fastest and slowest are furthest apart.
fn separators(showings: &[Showing]) -> Vec<Separator> {
    let puzzles = showings.first().map_or(0, |showing| showing.runs.len());
    let mut all: Vec<Separator> = (0..puzzles)
        .filter_map(|puzzle| {
            let by_time = |a: &usize, b: &usize| {
                let time = |engine: &usize| showings[*engine].runs[puzzle].ns;
                time(a).total_cmp(&time(b))
            };
            let fastest = (0..showings.len()).min_by(by_time)?;
            let slowest = (0..showings.len()).max_by(by_time)?;
            let [low, high] = [fastest, slowest].map(|engine| showings[engine].runs[puzzle].ns);
            Some(Separator {
                puzzle,
                fastest,
                slowest,
                ratio: high / low.max(1.0),
            })
        })
        .collect();
    all.sort_by(|a, b| b.ratio.total_cmp(&a.ratio));
    all.truncate(SEPARATORS);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use polydoku_core::Rules;

    fn showing(name: &'static str, runs: &[(f64, u64)]) -> Showing {
        let run = |&(ns, nodes): &(f64, u64)| Run {
            ns,
            nodes: Some(nodes),
            settled: true,
        };
        Showing {
            name,
            family: name,
            node: "a step",
            runs: runs.iter().map(run).collect(),
        }
    }

    fn explained(showings: Vec<Showing>) -> Explanation {
        let puzzle = Puzzle::parse(&Rules::classic(), &".".repeat(81)).unwrap();
        let sample = |number| Sample {
            puzzle: puzzle.clone(),
            place: format!("p:{number}"),
        };
        let count = showings[0].runs.len();
        Explanation::from_runs((0..count).map(sample).collect(), showings)
    }

    #[test]
    fn the_crossing_is_where_the_lead_changes_hands() {
        // Starting costs 100, a node 1; the rival starts for nothing, a node 10.
        let nodes = [1, 2, 3, 4, 5, 20, 30, 40, 50, 500];
        let best: Vec<_> = nodes.iter().map(|&n| (100.0 + n as f64, n)).collect();
        let rival: Vec<_> = nodes.iter().map(|&n| (10.0 * n as f64, n)).collect();
        let explained = explained(vec![showing("rival", &rival), showing("best", &best)]);
        assert_eq!(explained.best().name, "best");
        assert_eq!(explained.rivals.len(), 1);
        let crossing = explained.rivals[0].crossing.unwrap();
        assert_eq!(
            (crossing.nodes, crossing.rival_below, crossing.agree),
            (10, true, 10)
        );
        assert_eq!(explained.rivals[0].faster_on, 5);
        // The widest apart is the first puzzle, 10 to 101; the last is 5,000 to 600.
        let first = explained.separators[0];
        assert_eq!((first.puzzle, first.fastest, first.slowest), (0, 1, 0));
        assert!((first.ratio - 101.0 / 10.0).abs() < 1e-9);
        assert_eq!(explained.separators.len(), SEPARATORS);
    }

    #[test]
    fn no_crossing_is_made_up() {
        let slow: Vec<_> = (1..20).map(|n| (10.0 * n as f64, n)).collect();
        let fast: Vec<_> = (1..20).map(|n| (n as f64, n)).collect();
        let explained = explained(vec![showing("slow", &slow), showing("fast", &fast)]);
        assert_eq!(explained.rivals[0].crossing, None);
        assert_eq!(explained.rivals[0].faster_on, 0);
    }

    #[test]
    fn size_times_price_is_time() {
        let one = showing("one", &[(100.0, 10), (300.0, 30)]);
        assert_eq!((one.mean_ns(), one.mean_nodes()), (200.0, Some(20.0)));
        assert_eq!(one.ns_a_node(), Some(10.0));
        let none = showing("none", &[(100.0, 0)]);
        assert_eq!(none.ns_a_node(), None);
    }
}
