//! Common mistakes where JSON can't be read on, told by the letters around that place.
//!
//! Takes a text and the place where the library stopped; reads no JSON of its own.

use serde_json::Number;

/// Returns what is wrong at a byte and what to write, when the letters there tell it.
pub(super) fn advice(text: &str, at: usize) -> Option<String> {
    let (before, rest) = text.split_at_checked(at)?;
    let next = rest.chars().next()?;
    if let '\'' | '‘' | '’' | '“' | '”' = next {
        return Some("texts and keys stand in double quotes `\"`".to_owned());
    }
    if let '/' | '#' = next {
        return Some("JSON has no comments: remove this".to_owned());
    }
    let last = before.trim_end().chars().next_back();
    if let ('}' | ']', Some(',')) = (next, last) {
        return Some(format!("no comma stands before `{next}`: remove it"));
    }
    if next.is_control() {
        let message = "a text has no line breaks and tabs of its own: write `\\n`, `\\t`";
        return Some(message.to_owned());
    }
    if escaped(before) {
        let message = "this escape means nothing: a `\\` itself is written `\\\\`";
        return Some(message.to_owned());
    }
    word(before, rest)
}

/// Tells whether the letters before a place end in a `\` that escapes what follows.
fn escaped(before: &str) -> bool {
    let slashes = before.len() - before.trim_end_matches('\\').len();
    slashes % 2 == 1
}

/// Explains a bare word where a value or key begins.
fn word(before: &str, rest: &str) -> Option<String> {
    let is_part = |letter: char| letter.is_alphanumeric() || "_+-.".contains(letter);
    let start = before.trim_end_matches(is_part);
    let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
    let word = [&before[start.len()..], &rest[..end]].concat();
    let begins = start.trim_end().chars().next_back();
    if end == 0 || begins.is_some_and(|letter| !"[{,:".contains(letter)) {
        return None;
    }
    let bare = format!("`{word}` stands bare: texts and keys stand in double quotes, `\"{word}\"`");
    if begins == Some('{') {
        return Some(bare);
    }
    let small = word.to_lowercase();
    if ["true", "false", "null"].contains(&small.as_str()) {
        return (small != word).then(|| format!("write `{small}`, in small letters"));
    }
    if word.starts_with(|letter: char| letter.is_ascii_digit() || "+-.".contains(letter)) {
        let is_number = serde_json::from_str::<Number>(&word).is_ok();
        return (!is_number).then(|| format!("`{word}` is no number of JSON"));
    }
    Some(bare)
}
