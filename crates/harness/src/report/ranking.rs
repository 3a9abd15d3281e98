//! The chapter that answers first: one number an engine.

use crate::compare::{Figure, Ranking, rankings};

use super::chapter::{Cell, Chapter, Html, list};
use super::view::View;
use super::{factor, thousands};

pub(super) fn chapter(view: &View<'_>) -> Option<Chapter> {
    let rankings = rankings(view.source.record, None, &view.source.terms);
    let ranked: Vec<&Ranking<'_>> = rankings
        .iter()
        .filter(|ranking| ranking.engines.len() > 1)
        .collect();
    let first = ranked.first()?;
    let mut chapter = Chapter::new("rank", "Who is fastest, all in all");
    chapter.lesson = lesson(first);
    chapter.reading = "An engine's number is the geometric mean, over the corpora that all engines \
        of the table could be measured on, of its time through that of the corpus's best engine: \
        1 is best on every corpus, 2 takes twice as long. The interval holds 95 % of what drawing \
        the rounds again gives; it knows nothing of other machines or puzzles.";
    for ranking in &ranked {
        chapter
            .tables
            .push(table(ranking, view.source.terms.figure));
    }
    chapter.commands = view.commands(|_| true);
    Some(chapter)
}

fn lesson(ranking: &Ranking<'_>) -> String {
    let (best, second) = (&ranking.engines[0], &ranking.engines[1]);
    let corpora = ranking.corpora.len();
    let plural = if corpora == 1 { "us" } else { "ora" };
    let last = &ranking.engines[ranking.engines.len() - 1];
    format!(
        "{} leads: it is the fastest on {} of {corpora} corp{plural}. The next, {}, takes {} the \
         best's time, the last, {}, {}.",
        best.engine,
        best.best_on,
        second.engine,
        factor(second.factor.ratio),
        last.engine,
        factor(last.factor.ratio),
    )
}

fn table(ranking: &Ranking<'_>, figure: Figure) -> String {
    let (corpora, all) = (
        ranking.corpora.len(),
        ranking.corpora.len() + ranking.left_out.len(),
    );
    let by = match figure {
        Figure::Mean => "mean time".to_owned(),
        figure => format!("{} time", figure.word()),
    };
    let caption = format!(
        "Ranking by {by}: {}, over {corpora} of {all} corpora",
        ranking.words()
    );
    let mut note = format!("Over {}.", list(&ranking.corpora));
    if !ranking.left_out.is_empty() {
        let each = ranking.left_out.iter().map(|(corpus, lacking)| {
            let which = match lacking.len() {
                1..4 => list(lacking),
                more => format!("{more} engines"),
            };
            format!("{corpus} for want of {which}")
        });
        note += &format!(" Left out: {}.", each.collect::<Vec<_>>().join("; "));
    }
    let columns = [
        ("Engine", false),
        ("Times the best", true),
        ("95 % interval", true),
        ("Best on", true),
        ("Gave up", true),
    ];
    let mut table = Html::table(&caption, "plain", &columns);
    for one in &ranking.engines {
        let interval = one.factor.interval;
        let gave_up = match one.unknown {
            0 => "–".to_owned(),
            unknown => thousands(unknown),
        };
        table.row(
            one.engine,
            &[
                Cell::number(factor(one.factor.ratio)),
                Cell::number(interval.map_or_else(
                    || "too few rounds".to_owned(),
                    |interval| format!("{} to {}", factor(interval.low), factor(interval.high)),
                )),
                Cell::number(format!("{} of {corpora}", one.best_on)),
                Cell::number(gave_up),
            ],
        );
    }
    table.end_with(&note)
}
