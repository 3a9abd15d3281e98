//! A drawing as SVG text: the few shapes that plots are made of.
//!
//! Places are numbers in a box of fixed size that the reader's window scales; the
//! boxes are about as wide as a telephone, so that letters stay legible there, and
//! pages put several beside each other. Looks are classes of one style sheet
//! (`plot.css`), which a page has once and a file of its own carries along, so that
//! both follow light and dark. A drawing has a title and a description for those who
//! hear it.

use std::fmt::Write;

/// The style of everything drawn.
pub(super) const STYLE: &str = include_str!("plot.css");

/// Which part of a text stands at its place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    fn word(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// A drawing being made.
#[derive(Clone, Debug)]
pub(super) struct Drawing {
    pub(super) width: f64,
    pub(super) height: f64,
    title: String,
    about: String,
    body: String,
}

impl Drawing {
    pub(super) fn new(width: f64, height: f64, title: &str, about: &str) -> Drawing {
        Drawing {
            width,
            height,
            title: title.to_owned(),
            about: about.to_owned(),
            body: String::new(),
        }
    }

    pub(super) fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let (x1, y1, x2, y2) = (short(from.0), short(from.1), short(to.0), short(to.1));
        self.add(format_args!(
            "<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"
        ));
    }

    pub(super) fn rect(&mut self, class: &str, from: (f64, f64), size: (f64, f64)) {
        let (x, y, w, h) = (short(from.0), short(from.1), short(size.0), short(size.1));
        self.add(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>"
        ));
    }

    /// A line through the points.
    pub(super) fn path(&mut self, class: &str, points: impl IntoIterator<Item = (f64, f64)>) {
        let mut path = String::new();
        for (x, y) in points {
            let command = if path.is_empty() { 'M' } else { 'L' };
            write!(path, "{command}{} {}", short(x), short(y)).expect("text takes all");
        }
        self.add(format_args!("<path class=\"{class}\" d=\"{path}\"/>"));
    }

    /// A dot at each point, all in one element: thousands of circles would weigh
    /// down the page. Dots that would cover each other are drawn once.
    pub(super) fn dots(&mut self, class: &str, points: impl IntoIterator<Item = (f64, f64)>) {
        let mut places: Vec<(i64, i64)> = points
            .into_iter()
            .map(|(x, y)| ((x * 2.0).round() as i64, (y * 2.0).round() as i64))
            .collect();
        places.sort_unstable();
        places.dedup();
        let mut path = String::new();
        for (x, y) in places {
            let (x, y) = (short(x as f64 / 2.0), short(y as f64 / 2.0));
            write!(path, "M{x} {y}h0").expect("text takes all");
        }
        self.add(format_args!("<path class=\"dots {class}\" d=\"{path}\"/>"));
    }

    pub(super) fn text(&mut self, class: &str, at: (f64, f64), anchor: Anchor, text: &str) {
        let (x, y, anchor, text) = (short(at.0), short(at.1), anchor.word(), escaped(text));
        self.add(format_args!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>"
        ));
    }

    /// A text turned by so many degrees around its place.
    pub(super) fn turned_text(
        &mut self,
        class: &str,
        (x, y): (f64, f64),
        degrees: f64,
        anchor: Anchor,
        text: &str,
    ) {
        let (x, y, anchor, text) = (short(x), short(y), anchor.word(), escaped(text));
        self.add(format_args!(
            "<text class=\"{class}\" text-anchor=\"{anchor}\" \
             transform=\"translate({x} {y}) rotate({degrees})\">{text}</text>"
        ));
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        self.body
            .write_fmt(element)
            .and_then(|()| self.body.write_char('\n'))
            .expect("text takes all");
    }

    /// As a part of a page, which has the style. `id` is unique in the page.
    pub(super) fn inline(&self, id: &str) -> String {
        self.element(&format!("id=\"{id}\""), "", id)
    }

    /// As a file of its own.
    pub(super) fn alone(&self) -> String {
        let style = format!(
            "<style>{STYLE}</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n"
        );
        let size = format!(
            "xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\"",
            short(self.width),
            short(self.height)
        );
        self.element(&size, &style, "plot")
    }

    fn element(&self, attributes: &str, before: &str, id: &str) -> String {
        let (width, height) = (short(self.width), short(self.height));
        let (title, about) = (escaped(&self.title), escaped(&self.about));
        format!(
            "<svg class=\"plot\" {attributes} viewBox=\"0 0 {width} {height}\" role=\"img\" \
             aria-labelledby=\"{id}-title {id}-about\">\n\
             <title id=\"{id}-title\">{title}</title>\n<desc id=\"{id}-about\">{about}</desc>\n\
             {before}{}</svg>\n",
            self.body
        )
    }
}

/// A number with at most one place behind the point.
fn short(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// Text that HTML and XML take as text, in attributes too.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // XML forbids them even as references.
            symbol if symbol.is_control() => escaped.push(' '),
            symbol => escaped.push(symbol),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_their_place() {
        let mut drawing = Drawing::new(10.0, 20.5, "<b>", "\"quoted\" & more");
        drawing.text("label", (1.0, 2.25), Anchor::End, "</text><script>");
        let text = drawing.alone();
        assert!(text.contains("<title id=\"plot-title\">&lt;b&gt;</title>"));
        assert!(text.contains("&quot;quoted&quot; &amp; more"));
        assert!(!text.contains("<script"));
        assert!(text.contains("viewBox=\"0 0 10 20.5\""));
    }

    #[test]
    fn dots_in_one_place_are_one() {
        let mut drawing = Drawing::new(10.0, 10.0, "", "");
        drawing.dots("c0", [(1.0, 1.0), (1.1, 0.9), (5.0, 5.0), (1.0, 1.0)]);
        assert!(drawing.inline("x").contains("d=\"M1 1h0M5 5h0\""));
    }
}
