//! Engines by name, and the nearest name when there is none.

use std::fmt;

use polydoku_core::Engine;

/// The engine of this name.
///
/// # Errors
/// There is none; the error names the nearest and lists all.
pub fn by_name(name: &str) -> Result<&'static dyn Engine, UnknownEngine> {
    let found = crate::all()
        .iter()
        .find(|engine| engine.info().name == name);
    found.map(Box::as_ref).ok_or_else(|| UnknownEngine {
        name: name.to_owned(),
    })
}

/// No engine has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownEngine {
    name: String,
}

impl UnknownEngine {
    /// The name asked for.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A name one may have meant: few letters away.
    pub fn nearest(&self) -> Option<&'static str> {
        let known = crate::all()
            .iter()
            .map(|engine| engine.info().name)
            .chain(["auto"]);
        let asked = self.name.to_ascii_lowercase();
        let (distance, name) = known.map(|name| (distance(&asked, name), name)).min()?;
        (distance <= 1 + name.len() / 3).then_some(name)
    }
}

impl fmt::Display for UnknownEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no engine is called {:?}", self.name)?;
        if let Some(nearest) = self.nearest() {
            write!(f, "; did you mean {nearest:?}?")?;
        }
        f.write_str("\nengines: auto")?;
        crate::all()
            .iter()
            .try_for_each(|engine| write!(f, " {}", engine.info().name))
    }
}

impl std::error::Error for UnknownEngine {}

/// How many letters must be put in, taken out or changed (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &to) in b.iter().enumerate() {
            let changed = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        let expected = [
            ("", "", 0),
            ("sat", "", 3),
            ("dlx", "dlx", 0),
            ("naive", "native", 1),
            ("kitten", "sitting", 3),
        ];
        for (a, b, steps) in expected {
            assert_eq!((distance(a, b), distance(b, a)), (steps, steps), "{a} {b}");
        }
    }

    #[test]
    fn a_near_name_is_suggested_and_a_far_one_is_not() {
        let unknown = |name| by_name(name).expect_err("no such engine");
        assert_eq!(unknown("Naive").nearest(), Some("naive"));
        assert_eq!(unknown("atuo").nearest(), Some("auto"));
        assert_eq!(unknown("qwertyuiop").nearest(), None);
        let text = unknown("qwertyuiop").to_string();
        let start = "no engine is called \"qwertyuiop\"\nengines: auto naive ";
        assert!(text.starts_with(start), "{text}");
    }
}
