//! Keys by the names that pages see (`KeyboardEvent.key`), as the protocol
//! wants them.

use serde_json::{Value, json};

/// Names of keys that write nothing, with the number Windows gave them, which
/// the protocol still asks for.
const NAMED: &[(&str, u32)] = &[
    ("Backspace", 8),
    ("Tab", 9),
    ("Enter", 13),
    ("Escape", 27),
    ("PageUp", 33),
    ("PageDown", 34),
    ("End", 35),
    ("Home", 36),
    ("ArrowLeft", 37),
    ("ArrowUp", 38),
    ("ArrowRight", 39),
    ("ArrowDown", 40),
    ("Delete", 46),
];

/// The event of pressing a key such as `a`, `?`, ` `, `ArrowLeft` or
/// `Shift+Tab`, without its `type`.
pub(crate) fn event(key: &str) -> Value {
    let (shift, key) = match key.strip_prefix("Shift+") {
        Some(key) => (true, key),
        None => (false, key),
    };
    let modifiers = if shift { 8 } else { 0 };
    if let Some((name, number)) = NAMED.iter().find(|(name, _)| *name == key) {
        let mut event = json!({
            "key": name, "code": name, "windowsVirtualKeyCode": number, "modifiers": modifiers,
        });
        // Enter is also a character, without which a focused button stays still.
        if *name == "Enter" {
            event["text"] = "\r".into();
        }
        return event;
    }
    let mut symbols = key.chars();
    let (Some(symbol), None) = (symbols.next(), symbols.next()) else {
        panic!("no key is called {key:?}");
    };
    let code = match symbol {
        ' ' => "Space".to_owned(),
        'a'..='z' | 'A'..='Z' => format!("Key{}", symbol.to_ascii_uppercase()),
        '0'..='9' => format!("Digit{symbol}"),
        _ => String::new(),
    };
    let number = u32::from(symbol.to_ascii_uppercase());
    let mut event = json!({ "key": key, "code": code, "text": key, "modifiers": modifiers });
    // Punctuation shares its numbers with the arrows and must not be one.
    if !code.is_empty() {
        event["windowsVirtualKeyCode"] = number.into();
    }
    event
}
