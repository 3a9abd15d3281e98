//! Reports hold what was measured, and nothing that would break a page or a file.

mod made;

use std::collections::HashSet;

use made::{CORPORA, ENGINES, NASTY};
use polydoku_harness::compare::{Sitting, Terms};
use polydoku_harness::report::{Source, drawings, html, markdown};
use polydoku_harness::{Record, Row, Status};

/// Hands a source with everything to the test.
fn with_source<T>(test: impl FnOnce(&Source<'_>) -> T) -> T {
    let (record, rows) = (made::record(), made::puzzle_rows());
    let sittings = Sitting::of(&rows);
    test(&Source {
        record: &record,
        sittings: &sittings,
        terms: Terms::default(),
        command: "polydoku bench report run.csv",
    })
}

/// Whether tags are closed in the order in which they were opened; enough of XML to
/// find what was not escaped.
fn check_tags(text: &str, void: &[&str]) {
    let mut open: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        let end = rest
            .find('>')
            .unwrap_or_else(|| panic!("unclosed: {}", &rest[..60]));
        let tag = &rest[1..end];
        rest = &rest[end + 1..];
        let name: String = tag
            .trim_start_matches('/')
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '!')
            .collect();
        if let Some(closing) = tag.strip_prefix('/') {
            assert_eq!(
                open.pop().as_deref(),
                Some(closing),
                "closed in another order"
            );
        } else if name == "style" {
            // What stands in it is no markup.
            rest = &rest[rest.find("</style>").expect("a style ends") + 8..];
        } else if !tag.ends_with('/') && !name.starts_with('!') && !void.contains(&&*name) {
            open.push(name);
        }
    }
    assert_eq!(open, [""; 0], "left open");
}

#[test]
fn every_plot_is_a_file_of_its_own() {
    let drawings = with_source(drawings);
    let names: HashSet<&str> = drawings.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.len(), drawings.len(), "names are unique");
    for kind in [
        "heat", "spread", "cactus", "duel", "guesses", "nodes", "threads",
    ] {
        assert!(
            names.iter().any(|name| name.starts_with(kind)),
            "{kind}: {names:?}"
        );
    }
    for (name, text) in &drawings {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let stem = name.strip_suffix(".svg").expect("an SVG file");
        assert!(!stem.is_empty() && stem.chars().all(plain), "{name}");
        assert!(
            text.starts_with("<svg") && text.contains("xmlns="),
            "{name}"
        );
        assert!(text.contains("<title") && text.contains("<desc"), "{name}");
        assert!(!text.contains("NaN") && !text.contains("inf"), "{name}");
        check_tags(text, &[]);
    }
}

#[test]
fn the_page_loads_nothing_and_closes_its_tags() {
    let page = with_source(html);
    check_tags(&page, &["meta", "wbr"]);
    for outside in ["http:", "https:", "src=", "<script", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(!page.contains(NASTY) && page.contains("&lt;b&gt;&quot;hard&quot; &amp;"));
    assert!(!page.contains("NaN"));
    // Ids are what links and labels point to.
    let ids: Vec<&str> = page
        .split(" id=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().expect("an attribute ends"))
        .collect();
    let unique: HashSet<&str> = ids.iter().copied().collect();
    assert_eq!(unique.len(), ids.len(), "an id stands twice");
    for link in page.split("href=\"#").skip(1) {
        let to = link.split('"').next().expect("an attribute ends");
        assert!(unique.contains(to), "a link to nowhere: {to}");
    }
}

#[test]
fn every_chapter_says_how_it_was_measured() {
    let page = with_source(html);
    let sections: Vec<&str> = page.split("<section ").skip(1).collect();
    assert_eq!(sections.len(), 10);
    for section in sections {
        assert!(section.contains("bench measure"), "{}", &section[..200]);
    }
    assert!(page.contains("polydoku bench report run.csv"));
}

#[test]
fn what_was_given_up_is_shown() {
    let page = with_source(html);
    assert!(page.contains("gave up"), "in the heat map and under plots");
    assert!(page.contains("given up by scan"), "at the rim of a plot");
    let table = with_source(markdown);
    let hard = table.lines().find(|line| line.starts_with("| `scan` |"));
    assert!(
        hard.is_some_and(|line| line.contains("gave up)")),
        "{table}"
    );
}

#[test]
fn the_table_names_machine_date_and_command() {
    let table = with_source(markdown);
    for (engine, ..) in ENGINES {
        assert!(table.contains(&format!("| `{engine}` |")), "{table}");
    }
    for fact in [
        "A processor (2 threads)",
        "2026-11-30",
        "rustc 1.95.0",
        "$ polydoku bench",
    ] {
        assert!(table.contains(fact), "{fact}: {table}");
    }
    // Two samples of one corpus are two columns.
    assert!(
        table.contains("| easy (60) |") && table.contains("| easy (5) |"),
        "{table}"
    );
    // Every row has as many cells as the header.
    for block in table
        .split("\n\n")
        .filter(|block| block.starts_with("| engine"))
    {
        let cells = |line: &str| line.matches('|').count();
        let mut lines = block.lines();
        let head = cells(lines.next().expect("a header"));
        assert!(lines.all(|line| cells(line) == head), "{block}");
    }
}

#[test]
fn the_best_of_each_corpus_is_bold() {
    let table = with_source(markdown);
    let first = table.split("\n\n").nth(1).expect("a table");
    let lanes = first
        .lines()
        .find(|line| line.starts_with("| `lanes`"))
        .expect("a row");
    // By construction it is the fastest everywhere it was asked.
    assert_eq!(lanes.matches("**").count() / 2, CORPORA.len(), "{lanes}");
}

#[test]
fn a_wrong_answer_stands_above_everything_and_has_no_time() {
    let mut record = made::record();
    for row in record.rows.iter_mut().filter(|row| row.engine == "cover") {
        row.status = Status::Wrong;
        row.error = "line 3: 5 stands at both r1c1 and r1c2".to_owned();
    }
    let source = Source {
        record: &record,
        sittings: &[],
        terms: Terms::default(),
        command: "",
    };
    let page = html(&source);
    let (alert, ranking) = (page.find("role=\"alert\""), page.find("id=\"rank\""));
    assert!(alert.is_some() && alert < ranking);
    assert!(page.contains("5 stands at both r1c1 and r1c2"));
    let table = markdown(&source);
    let cover = table
        .lines()
        .find(|line| line.starts_with("| `cover` |"))
        .expect("a row");
    assert!(cover.contains("wrong") && !cover.contains("µs"), "{cover}");
}

#[test]
fn little_or_nothing_makes_a_small_report() {
    for rows in [
        Vec::new(),
        vec![Row::default()],
        vec![made::record().rows[0].clone()],
    ] {
        let record = Record { rows };
        let source = Source {
            record: &record,
            sittings: &[],
            terms: Terms::default(),
            command: "",
        };
        check_tags(&html(&source), &["meta", "wbr"]);
        let _ = (drawings(&source), markdown(&source));
    }
}
