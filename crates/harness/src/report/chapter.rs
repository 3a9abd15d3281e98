//! A chapter of a report: prose, tables and panels, before they are a page.

use super::svg::Drawing;

/// One chapter.
#[derive(Clone, Debug)]
pub(super) struct Chapter {
    /// Its anchor: small letters and hyphens.
    pub(super) id: &'static str,
    pub(super) title: String,
    /// What one learns, in a sentence or two; plain text.
    pub(super) lesson: String,
    /// How to read what follows; plain text.
    pub(super) reading: &'static str,
    /// Tables as HTML.
    pub(super) tables: Vec<String>,
    pub(super) panels: Vec<Panel>,
    /// Names of colours, where panels share them: classes and names.
    pub(super) legend: Vec<(String, String)>,
    /// The commands that measured it.
    pub(super) commands: Vec<String>,
}

/// A plot with its caption.
#[derive(Clone, Debug)]
pub(super) struct Panel {
    /// Small letters, digits and hyphens; unique in the report.
    pub(super) name: String,
    /// What stands above it.
    pub(super) heading: String,
    pub(super) drawing: Drawing,
    pub(super) caption: String,
}

impl Chapter {
    pub(super) fn new(id: &'static str, title: impl Into<String>) -> Chapter {
        Chapter {
            id,
            title: title.into(),
            lesson: String::new(),
            reading: "",
            tables: Vec::new(),
            panels: Vec::new(),
            legend: Vec::new(),
            commands: Vec::new(),
        }
    }
}

/// A name for files and anchors made of any text.
pub(super) fn slug(text: &str) -> String {
    let mut slug = String::new();
    for symbol in text.chars() {
        match symbol.to_ascii_lowercase() {
            plain @ ('a'..='z' | '0'..='9') => slug.push(plain),
            _ if slug.is_empty() || slug.ends_with('-') => {}
            _ => slug.push('-'),
        }
    }
    slug.trim_end_matches('-').to_owned()
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn list(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A table in HTML being made: every cell is escaped, every header has its scope.
#[derive(Clone, Debug, Default)]
pub(super) struct Html(String);

impl Html {
    /// A table under a caption, with these columns; those with `true` hold numbers.
    pub(super) fn table(caption: &str, class: &str, columns: &[(&str, bool)]) -> Html {
        let mut text = format!(
            "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{0}\">\
             <table class=\"{class}\"><caption><span>{0}</span></caption>\n<thead><tr>",
            super::svg::escaped(caption)
        );
        for (name, number) in columns {
            let class = if *number { " class=\"n\"" } else { "" };
            // Long names of corpora may break where words end in them.
            let name = super::svg::escaped(name).replace('_', "_<wbr>");
            text += &format!("<th scope=\"col\"{class}>{name}</th>");
        }
        text += "</tr></thead>\n<tbody>\n";
        Html(text)
    }

    /// A row that begins with a header.
    pub(super) fn row(&mut self, head: &str, cells: &[Cell]) {
        let head = super::svg::escaped(head);
        self.0 += &format!("<tr><th scope=\"row\">{head}</th>");
        for cell in cells {
            let class = match (&cell.class[..], cell.number) {
                ("", false) => String::new(),
                ("", true) => " class=\"n\"".to_owned(),
                (class, false) => format!(" class=\"{class}\""),
                (class, true) => format!(" class=\"n {class}\""),
            };
            let text = super::svg::escaped(&cell.text);
            let small = match &cell.small[..] {
                "" => String::new(),
                small => format!(" <small>{}</small>", super::svg::escaped(small)),
            };
            self.0 += &format!("<td{class}>{text}{small}</td>");
        }
        self.0 += "</tr>\n";
    }

    pub(super) fn end(mut self) -> String {
        self.0 += "</tbody></table></div>\n";
        self.0
    }

    /// The same with a sentence below.
    pub(super) fn end_with(self, note: &str) -> String {
        let note = super::svg::escaped(note);
        format!("<div>{}<p class=\"note\">{note}</p></div>\n", self.end())
    }
}

/// A cell of such a table.
#[derive(Clone, Debug, Default)]
pub(super) struct Cell {
    pub(super) text: String,
    pub(super) small: String,
    pub(super) class: String,
    pub(super) number: bool,
}

impl Cell {
    pub(super) fn text(text: impl Into<String>) -> Cell {
        Cell {
            text: text.into(),
            ..Cell::default()
        }
    }

    pub(super) fn number(text: impl Into<String>) -> Cell {
        Cell {
            text: text.into(),
            number: true,
            ..Cell::default()
        }
    }

    /// A number, or a dash where it is not known.
    pub(super) fn known(value: Option<f64>, words: impl Fn(f64) -> String) -> Cell {
        Cell::number(value.map_or_else(|| "–".to_owned(), words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_plain() {
        assert_eq!(
            slug("@hard: dlx/cells, 2 Threads!"),
            "hard-dlx-cells-2-threads"
        );
    }

    #[test]
    fn lists_end_with_and() {
        assert_eq!(list(&["a"]), "a");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
    }

    #[test]
    fn cells_are_escaped() {
        let mut table = Html::table("<caption>", "plain", &[("a", false), ("b", true)]);
        table.row("<script>", &[Cell::number("1 < 2")]);
        let text = table.end();
        assert!(!text.contains("<script>") && text.contains("1 &lt; 2"));
        assert!(text.contains("<th scope=\"row\">&lt;script&gt;</th>"));
    }
}
