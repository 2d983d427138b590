//! Slips in YAML that cannot be read: one finding for each sort of mistake, at the character to blame.
//!
//! Says what is wrong and what to write instead; `explain` finds which slip it is within a value.

use crate::marks;
use crate::node::{Entry, Node};
use crate::outline::{BlockOutline, Opener, opener};
use ludex_report::{Code, Diagnostic};
use ludex_source::span::offset;
use ludex_source::{FileId, Span};
use std::ops::Range;

pub(super) fn unreadable(
    message: impl Into<String>,
    at: Span,
    label: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error(Code::UNREADABLE_YAML, message).at(at, label)
}

/// Returns true if a text is a name, such as an attribute has.
pub(super) fn is_word(text: &str) -> bool {
    let word = |symbol: char| symbol.is_alphanumeric() || symbol == '_' || symbol == '-';
    text.starts_with(|symbol: char| symbol.is_alphabetic() || symbol == '_')
        && text.chars().all(word)
}

pub(super) fn is_number(text: &str) -> bool {
    text.parse::<i64>().is_ok()
}

/// Returns true if a text can be the key of an entry.
fn is_key(text: &str) -> bool {
    is_word(text) || is_number(text)
}

/// Returns true if a word is a key anywhere else in a file than where it ends at this byte.
pub(super) fn is_key_elsewhere(text: &str, word: &str, end: usize) -> bool {
    let key = format!("{word}: ");
    let places = text.match_indices(&key).map(|(at, _)| at);
    places.into_iter().any(|at| {
        let before = text[..at].trim_end_matches(' ');
        at + word.len() != end && before.ends_with(['{', ',', '-', '\n'])
    })
}

/// The place of the content of a line that lacks the `- ` of an item; none when it looks like no item.
pub(super) fn begins_item(line: &str) -> Option<usize> {
    if line.starts_with('{') {
        return Some(0);
    }
    let rest = line.strip_prefix('-')?;
    (rest.starts_with('{') || marks::key(rest).is_some()).then_some(1)
}

/// The finding about a row without `- `; with a dash, `content` is 1.
pub(super) fn missing_dash(at: Span, content: usize) -> Diagnostic {
    match content {
        0 => unreadable("a row without `-`", at, "")
            .help("start every item of a list with `- `")
            .fix(Span::empty(at.file, at.start), "- "),
        _ => unreadable("a blank is missing behind `-`", at, "")
            .help("start every item of a list with `- `")
            .fix(Span::empty(at.file, at.end), " "),
    }
}

/// The finding about the key of a list without its colon.
pub(super) fn missing_colon(at: Span, word: &str) -> Diagnostic {
    unreadable(
        format!("a `:` is missing behind `{word}`"),
        at,
        "no key without a colon",
    )
    .help(format!("write `{word}:`"))
    .fix(Span::empty(at.file, at.end), ":")
}

/// The finding about a tab among the blanks before a line.
pub(super) fn tab(at: Span) -> Diagnostic {
    unreadable("a tab where only spaces may stand", at, "").help("indent with spaces")
}

/// The finding about an item or entry that stands further left or right than the others.
pub(super) fn out_of_line(at: Span, line: Span, is_list: bool, column: usize) -> Diagnostic {
    let help = if is_list {
        format!("the other items begin in column {}", column + 1)
    } else {
        format!("the other keys begin in column {}", column + 1)
    };
    unreadable("an indentation that fits nothing above", at, "")
        .help(help)
        .fix(line, " ".repeat(column))
}

/// The finding about a line that begins neither an item of a list nor a key of a map.
pub(super) fn stray(
    file: FileId,
    text: &str,
    part: Range<usize>,
    outline: &BlockOutline,
) -> Diagnostic {
    let line = marks::first_line(&text[part.clone()]).trim_end();
    let begin = part.start;
    let span = |from: usize, to: usize| Span::new(file, offset(begin + from), offset(begin + to));
    let whole = span(0, line.len());
    if line.starts_with("//") {
        let found = unreadable("a comment begins with `#` in YAML", span(0, 2), "");
        return found.help("write `#`").fix(span(0, 2), "#");
    }
    if outline.is_list {
        let help = "start every item with `- `; what belongs to the item above is indented as far as its other keys";
        return unreadable("a line without `-` among the items of a list", whole, "").help(help);
    }
    if opener(line) == Opener::Item {
        let help = "indent the items of a list below the key that they belong to";
        return unreadable("an item of a list among keys with values", whole, "").help(help);
    }
    if let Some(found) = joined(line, &span) {
        return found;
    }
    let word = line.split(' ').next().unwrap_or(line);
    if word != line && is_word(word) && is_key_elsewhere(text, word, begin + word.len()) {
        return missing_colon(whole, word).fix(span(word.len(), word.len()), ":");
    }
    let help = "write `key: value`, or indent the line so that it goes on with the value above";
    unreadable("a line without `:` among keys with values", whole, "").help(help)
}

/// The finding about `key:value` and `key = value`.
fn joined(written: &str, span: &impl Fn(usize, usize) -> Span) -> Option<Diagnostic> {
    let at = written.find([':', '='])?;
    let (key, value) = (written[..at].trim_end(), written[at + 1..].trim_start());
    if !is_key(key) || value.is_empty() || value.starts_with(['=', ':', '/']) {
        return None;
    }
    let help = format!("write `{key}: {value}`");
    let found = if written[at..].starts_with(':') {
        unreadable(
            format!("a blank is missing behind `{key}:`"),
            span(0, written.len()),
            "no key without a blank behind its colon",
        )
    } else {
        unreadable(
            format!("`=` where a `:` parts `{key}` from its value"),
            span(0, written.len()),
            "",
        )
    };
    let replaced = span(key.len(), written.len() - value.len());
    Some(found.help(help).fix(replaced, ": "))
}

/// Finds a quote at the end of a text that has none at its beginning; behind a number it is a sign for inches.
pub(super) fn lonely_quote(node: &Node) -> Option<Diagnostic> {
    let scalar = node.scalar().filter(|scalar| scalar.is_plain())?;
    let before = scalar.text().strip_suffix('"')?;
    if before.contains('"')
        || before.is_empty()
        || before.ends_with(|one: char| one.is_ascii_digit())
    {
        return None;
    }
    let found = unreadable(
        "a quote that is never opened",
        node.span,
        "it ends with a quote",
    );
    let help = "put a quote before it too, or leave this one out";
    Some(
        found
            .help(help)
            .fix(Span::empty(node.span.file, node.span.start), "\""),
    )
}

/// Finds a key between brackets that has no colon.
pub(super) fn without_value(text: &str, entries: &[Entry]) -> Option<Diagnostic> {
    let no_colon = |entry: &Entry| {
        let after = &text[entry.key_span.range().end..];
        entry.value.span == entry.key_span
            && !after.trim_start().starts_with(':')
            && !text[entry.key_span.range()].starts_with(['"', '\''])
    };
    let at = entries.iter().position(no_colon)?;
    let (entry, key_span) = (&entries[at], entries[at].key_span);
    let span = |from: usize, to: usize| {
        let start = key_span.range().start;
        Span::new(key_span.file, offset(start + from), offset(start + to))
    };
    let written = &text[key_span.range()];
    if let Some(found) = joined(written, &span) {
        return Some(found);
    }
    if let Some((key, value)) = written.split_once(' ')
        && is_key(key)
        && (is_number(key)
            || is_number(value.trim())
            || is_key_elsewhere(text, key, key_span.range().start + key.len()))
    {
        return Some(missing_colon(key_span, key).fix(span(key.len(), key.len()), ":"));
    }
    let before = at.checked_sub(1).map(|before| &entries[before].value);
    let cut = before.filter(|value| value.scalar().is_some_and(|scalar| scalar.is_plain()));
    let Some(cut) = cut else {
        let found = unreadable(format!("`{}` has no value", entry.key), key_span, "");
        return Some(found.help("write `key: value` between the commas"));
    };
    let all = cut.span.to(key_span);
    let quoted = &text[all.range()];
    let found = unreadable("a comma ends this text too early", all, format!("`{}` would be a key", entry.key))
        .help("inside `{…}` and `[…]` a comma parts the values: put a text with a comma in quotes; a key has a `: ` behind it");
    Some(if quoted.contains(['"', '\\', '\n']) {
        found
    } else {
        found.fix(all, format!("\"{quoted}\""))
    })
}
