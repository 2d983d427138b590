//! Statements of the facts that a game's own comments cite: `[5.2.4]`, `[8.3, R6]`.

use crate::source::Sources;
use crate::source::Span;

/// Each statement with the first place that cites it, in the order of the text.
#[must_use]
pub fn cited(sources: &Sources) -> Vec<(String, Span)> {
    let mut found: Vec<(String, Span)> = Vec::new();
    for file in sources.ids() {
        let mut start = 0;
        for line in sources.text(file).split_inclusive('\n') {
            if let Some(comment) = line.find("//").or_else(|| line.find("# ")) {
                for (at, statement) in in_brackets(&line[comment..]) {
                    let from = start + comment + at;
                    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
                    let span = Span::new(file, offset(from), offset(from + statement.len()));
                    if found.iter().all(|(known, _)| known != statement) {
                        found.push((statement.to_owned(), span));
                    }
                }
            }
            start += line.len();
        }
    }
    found
}

/// The statements in the brackets of a comment, each with its place.
fn in_brackets(comment: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (open, _) in comment.match_indices('[') {
        let inner = &comment[open + 1..];
        let Some(close) = inner.find(']') else {
            continue;
        };
        let mut at = open + 1;
        let mut listed = Vec::new();
        for part in inner[..close].split(',') {
            let word = part.trim();
            listed.push((at + part.len() - part.trim_start().len(), word));
            at += part.len() + 1;
        }
        if listed.iter().all(|(_, word)| is_statement(word)) {
            found.extend(listed);
        }
    }
    found
}

/// `5.2.4`, `12`, `R6`: perhaps a letter, then numbers with dots between.
fn is_statement(word: &str) -> bool {
    let numbers = word
        .strip_prefix(|symbol: char| symbol.is_ascii_uppercase())
        .unwrap_or(word);
    let number = |part: &str| !part.is_empty() && part.bytes().all(|one| one.is_ascii_digit());
    numbers.split('.').all(number)
}
