//! A race on a page: one file that needs no network and no server.
//!
//! The page's parts lie in `page/` beside this crate's sources: the scripts, the
//! style sheet, the words. They are plain JavaScript and CSS, put into the program
//! as they stand and from there into every page, with the race's data as JSON
//! between them:
//!
//! ```text
//! page.html   {{style}}  style.css
//!             {{form}}   form.html           only when served
//!             {{essays}} essays.html         a paragraph for each kind of view
//!             {{data}}   the race, as `data` writes it
//!             {{script}} replay.js words.js ... start.js, in this order
//! ```
//!
//! A script shares its names with those behind it; which one answers for what is
//! said at its top. This module only puts the parts together.

use crate::race::Race;
use crate::server::Served;

mod data;
mod lane;
mod steps;

const PAGE: &str = include_str!("../page/page.html");
const FORM: &str = include_str!("../page/form.html");
const STYLE: &str = include_str!("../page/style.css");
const ESSAYS: &str = include_str!("../page/essays.html");

/// The scripts, in the order in which they need each other.
const SCRIPTS: &[&str] = &[
    include_str!("../page/replay.js"),
    include_str!("../page/words.js"),
    include_str!("../page/canvas.js"),
    include_str!("../page/board.js"),
    include_str!("../page/views.js"),
    include_str!("../page/clauses.js"),
    include_str!("../page/tree.js"),
    include_str!("../page/plot.js"),
    include_str!("../page/lane.js"),
    include_str!("../page/clock.js"),
    include_str!("../page/tracks.js"),
    include_str!("../page/transcript.js"),
    include_str!("../page/race.js"),
    include_str!("../page/serve.js"),
    include_str!("../page/start.js"),
];

impl Race {
    /// The race as one self-contained page.
    pub fn html(&self) -> String {
        let data = format!(
            "<script type=\"application/json\" id=\"data\">\n{}\n</script>",
            // Nothing in the data may end the element that holds it.
            self.json().replace('<', "\\u003c")
        );
        put_together("race", "", &data)
    }
}

/// The page that asks the server for races.
pub(crate) fn served(form: &Served<'_>) -> String {
    let mut engines = String::new();
    for (name, chosen) in form.engines {
        let checked = if *chosen { " checked" } else { "" };
        let name = escaped(name);
        engines.push_str(&format!(
            "<label><input type=\"checkbox\" name=\"engine\" value=\"{name}\"{checked}> \
             <code>{name}</code></label> "
        ));
    }
    let mut presets = String::new();
    for preset in form.presets {
        presets.push_str(&format!(
            "<button type=\"button\" data-puzzle=\"{}\" title=\"{}\">{}</button>\n",
            escaped(&preset.puzzle),
            escaped(&preset.about),
            escaped(&preset.name)
        ));
    }
    let first = form.presets.first().map_or("", |preset| &preset.puzzle);
    let html = fill(
        FORM,
        &[
            ("puzzle", &escaped(first)),
            ("engines", &engines),
            ("presets", &presets),
            ("limits", &escaped(form.limits)),
        ],
    );
    put_together("serve", &html, "")
}

fn put_together(command: &str, form: &str, data: &str) -> String {
    let parts = [
        ("version", env!("CARGO_PKG_VERSION")),
        ("command", command),
        ("style", STYLE.trim_end()),
        ("form", form),
        ("essays", ESSAYS.trim_end()),
        ("data", data),
        ("script", &SCRIPTS.concat()),
    ];
    fill(PAGE, &parts)
}

/// The text with each `{{name}}` replaced; what is put in is not looked at again.
fn fill(template: &str, parts: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once("{{") {
        let (name, after) = behind.split_once("}}").expect("a place has an end");
        let part = parts.iter().find(|(part, _)| *part == name);
        out.push_str(before);
        out.push_str(part.expect("every place of a template is filled").1);
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Text as HTML, for elements and for values in double quotes.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_filled_and_what_fills_them_is_left_alone() {
        let filled = fill(
            "a {{one}} {{two}}{{one}}",
            &[("one", "{{two}}"), ("two", "2")],
        );
        assert_eq!(filled, "a {{two}} 2{{two}}");
    }

    #[test]
    fn nothing_is_fetched_from_anywhere() {
        let page = put_together("race", "", "");
        for word in [
            "<link rel=\"stylesheet",
            "src=",
            "@import",
            "url(http",
            "import(",
        ] {
            assert!(!page.contains(word), "{word}");
        }
    }

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(
            escaped("<a title=\"x\">&\n"),
            "&lt;a title=&quot;x&quot;&gt;&amp;&#10;"
        );
    }
}
