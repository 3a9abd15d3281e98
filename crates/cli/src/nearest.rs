//! The known name that a mistyped one was probably meant to be.
//!
//! The distance is Damerau's, restricted: insertions, deletions, changes, and
//! swaps of neighbours, each once. A name is near enough when at most a third
//! of its letters are wrong, or when one is the other's beginning.

/// The nearest of `known`, if one is near enough.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let rated = known.into_iter().filter_map(|candidate| {
        let distance = distance(&name, candidate);
        let begins = name.len() >= 2 && candidate.starts_with(name.as_str());
        let near = distance * 3 <= candidate.len().max(3);
        (near || begins).then_some((if begins { 1 } else { distance }, candidate))
    });
    rated
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// What follows a message about an unknown name: the nearest one, and all.
pub fn suggestion(name: &str, known: &[&str], sigil: &str) -> String {
    let all = known
        .iter()
        .map(|known| format!("{sigil}{known}"))
        .collect::<Vec<_>>()
        .join(", ");
    match nearest(name, known.iter().copied()) {
        Some(near) => format!("; did you mean {sigil}{near}? There are {all}"),
        None => format!("; there are {all}"),
    }
}

fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    // Three rows of the table: two back, one back, and the one being filled.
    let mut before = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_are_found_and_other_words_are_not() {
        let known = ["puzzle", "verdict", "solution", "count"];
        assert_eq!(nearest("verdcit", known), Some("verdict"));
        assert_eq!(nearest("Solution", known), Some("solution"));
        assert_eq!(nearest("sol", known), Some("solution"));
        assert_eq!(nearest("cuont", known), Some("count"));
        assert_eq!(nearest("rating", known), None);
        assert_eq!(nearest("", known), None);
        assert_eq!(
            suggestion("hrad", &["easy", "hard"], "@"),
            "; did you mean @hard? There are @easy, @hard"
        );
        assert_eq!(suggestion("x", &["easy"], ""), "; there are easy");
    }
}
