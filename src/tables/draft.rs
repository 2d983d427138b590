//! Our own formats as typed drafts, with every refusal at the key or value that caused it.
//!
//! The decoder stops at its first complaint. An unknown key is harmless for the rest, so it is blanked out and the file
//! is decoded again: all misspelt keys are answered at once. Every other complaint ends the reading.

use serde::de::DeserializeOwned;

use crate::report::Code;
use crate::report::Diagnostic;
use crate::report::Report;
use crate::report::nearest;
use crate::source::FileId;
use crate::source::Sources;
use crate::source::Span;
use crate::source::span::offset;
use crate::tables::node::Entry;
use crate::tables::node::Node;
use crate::tables::yaml;
use crate::tables::yaml::Misread;

/// Reads a file of one of our own formats; none when it is not one, and then the reasons are in the report.
pub fn draft<T: DeserializeOwned>(
    file: FileId,
    sources: &Sources,
    report: &mut Report,
) -> Option<T> {
    let before = report.errors();
    let tree = yaml::read(file, sources, report)?;
    let mut text = sources.text(file).to_owned();
    loop {
        let misread = match yaml::decode(&text) {
            Ok(draft) => return (report.errors() == before).then_some(draft),
            Err(misread) => misread,
        };
        report.push(complaint(&misread, &tree));
        text = without_unknown(&misread, &tree, text)?;
    }
}

/// The text without the key that the decoder does not know, if that leaves the rest as it is.
fn without_unknown(misread: &Misread, tree: &Node, text: String) -> Option<String> {
    let word = quoted(&misread.message, "unknown field `")?;
    let (map, entry) = entry_at(tree, word, misread.byte?)?;
    let block = !text[map.span.range()].starts_with('{');
    let left = map
        .entries()
        .iter()
        .filter(|one| !blank(&text, one.key_span))
        .count();
    if !block || left < 2 || blank(&text, entry.key_span) {
        return None;
    }
    let range = entry.span().range();
    // Line breaks and lengths stay, so that every place stays.
    let spaces = |byte: u8| {
        if byte == b'\n' || byte == b'\r' {
            byte as char
        } else {
            ' '
        }
    };
    let gap: String = text[range.clone()].bytes().map(spaces).collect();
    let mut text = text;
    text.replace_range(range, &gap);
    Some(text)
}

fn blank(text: &str, span: Span) -> bool {
    text[span.range()].trim().is_empty()
}

/// Gives what the decoder said, in our words and at the exact place.
fn complaint(misread: &Misread, tree: &Node) -> Diagnostic {
    let message = misread.message.as_str();
    let byte = misread.byte.unwrap_or(tree.span.start as usize);
    let value = value_at(tree, byte);
    if let Some(word) = quoted(message, "unknown field `") {
        let span = entry_at(tree, word, byte).map_or(value.span, |(_, entry)| entry.key_span);
        return unknown(Code::UNKNOWN_ATTRIBUTE, "unknown key", word, message, span);
    }
    if let Some(word) = quoted(message, "unknown variant `") {
        return unknown(
            Code::UNKNOWN_WORD,
            "unknown word",
            word,
            message,
            value.span,
        );
    }
    if let Some(word) = quoted(message, "missing field `") {
        let message = format!("the key `{word}` is missing");
        return Diagnostic::error(Code::MISSING_ATTRIBUTE, message).at(head(value), "missing here");
    }
    for (mark, code) in [
        ("invalid type: ", Code::WRONG_VALUE),
        ("invalid value: ", Code::OUT_OF_RANGE),
    ] {
        if let Some((_, said)) = message.split_once(mark) {
            let expected = said
                .rsplit_once(", expected ")
                .map_or("something else", |(_, expected)| expected);
            let expected = in_our_words(expected);
            let message = format!("expected {expected}, found {}", value.describe());
            return Diagnostic::error(code, message).at(value.span, format!("not {expected}"));
        }
    }
    Diagnostic::error(Code::WRONG_VALUE, without_path(message)).at(head(value), "")
}

fn unknown(code: Code, what: &str, word: &str, message: &str, span: Span) -> Diagnostic {
    let known = expected_words(message);
    let diagnostic = Diagnostic::error(code, format!("{what} `{word}`")).at(span, "not known here");
    let words: Vec<String> = known.iter().map(|one| format!("`{one}`")).collect();
    match nearest(word, known.iter().copied()) {
        Some(name) => diagnostic.did_you_mean(Some(name)),
        None if words.is_empty() => diagnostic,
        None => diagnostic.help(format!("known here: {}", words.join(", "))),
    }
}

/// The word in backticks after a phrase of the decoder.
fn quoted<'a>(message: &'a str, phrase: &str) -> Option<&'a str> {
    let (_, rest) = message.split_once(phrase)?;
    Some(rest.split_once("`, expected").or(rest.rsplit_once('`'))?.0)
}

/// The words of `expected one of `min`, `max``.
fn expected_words(message: &str) -> Vec<&str> {
    let (_, list) = message.rsplit_once(", expected ").unwrap_or_default();
    list.split('`').skip(1).step_by(2).collect()
}

/// The decoder's Rust names as a rule author says them.
fn in_our_words(expected: &str) -> String {
    let words = match expected {
        "u8" => "a whole number from 0 to 255",
        "i8" => "a whole number from -128 to 127",
        "u16" => "a whole number from 0 to 65535",
        "i16" => "a whole number from -32768 to 32767",
        "u32" | "u64" | "u128" | "usize" => "a whole number from 0",
        "i32" | "i64" | "i128" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a string" | "string" | "str" | "a character" => "a text",
        "a boolean" | "bool" => "`true` or `false`",
        "a sequence" | "sequence" => "a list",
        "a map" | "map" => "keys with values",
        "unit" => "nothing",
        _ if expected.starts_with("struct ") => "keys with values",
        _ if expected.starts_with("a tuple") || expected.starts_with("tuple") => "a list",
        other => other,
    };
    words.to_owned()
}

/// The decoder begins with a path such as `players.range: `, which the place says better.
fn without_path(message: &str) -> &str {
    match message.split_once(": ") {
        Some((path, rest)) if !path.contains(' ') => rest,
        Some(_) | None => message,
    }
}

/// Tells where a map is said to lack something: its first key, for a map can be long.
fn head(node: &Node) -> Span {
    node.entries()
        .first()
        .map_or(node.span, |entry| entry.key_span)
}

/// The entry with this key nearest to a byte, and the map it is in.
fn entry_at<'a>(node: &'a Node, key: &str, byte: usize) -> Option<(&'a Node, &'a Entry)> {
    let inner = children(node).filter(|(span, _)| span.touches(offset(byte)));
    let deeper = inner
        .filter_map(|(_, child)| entry_at(child, key, byte))
        .last();
    deeper.or_else(|| Some((node, node.entry(key)?)))
}

/// The value that the decoder was at: the innermost one that begins there or before, the largest of several.
///
/// A value that was left out begins with its key.
fn value_at(node: &Node, byte: usize) -> &Node {
    if node.span.start as usize == byte {
        return node;
    }
    let begun = children(node).filter(|(span, _)| span.start as usize <= byte);
    begun
        .last()
        .map_or(node, |(_, child)| value_at(child, byte))
}

/// The values directly inside, each with the range that belongs to it: of an entry, the key too.
fn children(node: &Node) -> impl Iterator<Item = (Span, &Node)> {
    let items = node.items().iter().map(|item| (item.span, item));
    let entries = node
        .entries()
        .iter()
        .map(|entry| (entry.span(), &entry.value));
    items.chain(entries)
}
