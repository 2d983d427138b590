//! Words set on lines of a width.

use crate::cli::play::paint::plain;

/// A text on lines that begin with blanks: so many on the first, so many on those that follow. A word wider than a line is cut.
pub(crate) fn wrapped(text: &str, first: usize, rest: usize, width: usize) -> String {
    let room = width.saturating_sub(rest.max(first)).max(8);
    let mut lines = vec![" ".repeat(first)];
    for word in text.split(' ').flat_map(|word| cut(word, room)) {
        let line = lines.last().map_or("", String::as_str);
        if !line.trim().is_empty() && length(line) + 1 + length(&word) > width {
            lines.push(" ".repeat(rest));
        }
        if let Some(line) = lines.last_mut() {
            if !line.trim().is_empty() {
                line.push(' ');
            }
            line.push_str(&word);
        }
    }
    lines.join("\n") + "\n"
}

/// A word in pieces that fit a line, cut behind a mark where there is one.
fn cut(word: &str, room: usize) -> Vec<String> {
    if length(word) <= room {
        return vec![word.to_owned()];
    }
    let symbols: Vec<char> = word.chars().collect();
    let mut rest = symbols.as_slice();
    let mut parts = Vec::new();
    while rest.len() > room {
        let is_mark = |symbol: &char| !symbol.is_alphanumeric();
        let mark = rest[..room].iter().rposition(is_mark);
        let (part, more) = rest.split_at(mark.map_or(room, |mark| mark + 1));
        parts.push(part.iter().collect());
        rest = more;
    }
    parts.push(rest.iter().collect());
    parts
}

/// A text whose lines fit a width; lines that do stay as they are.
pub(crate) fn fitted(text: &str, width: usize) -> String {
    let lines = text.split_inclusive('\n').map(|line| {
        let words = line.trim_start();
        let blanks = line.len() - words.len();
        match length(line.trim_end_matches('\n')) > width {
            true => wrapped(words.trim_end(), blanks, blanks + 2, width),
            false => line.to_owned(),
        }
    });
    lines.collect()
}

/// Parts one after the other behind a title; a part that fits a line is not cut.
pub(crate) fn listed(
    title: &str,
    parts: &[String],
    between: &str,
    margin: usize,
    width: usize,
) -> String {
    let mut lines = vec![format!("{}{title}", " ".repeat(margin))];
    for (n, part) in parts.iter().enumerate() {
        let between = if n + 1 < parts.len() { between } else { "" };
        let part = format!("{part}{between}");
        let last = lines.last_mut();
        let blank = last.as_ref().is_some_and(|line| line.trim().is_empty());
        let gap = if blank { "" } else { " " };
        match last {
            Some(line) if length(line) + length(gap) + length(&part) <= width => {
                line.push_str(gap);
                line.push_str(&part);
            }
            _ => {
                let below = wrapped(&part, margin + 2, margin + 4, width);
                lines.extend(below.lines().map(str::to_owned));
            }
        }
    }
    let lines = lines.iter().filter(|line| !line.trim().is_empty());
    lines.map(|line| format!("{line}\n")).collect()
}

/// Texts in columns as wide as the widest of them, read line by line.
pub(crate) fn in_columns(texts: &[String], margin: usize, width: usize) -> String {
    let widest = texts.iter().map(|text| length(text)).max().unwrap_or(0) + 3;
    let columns = (width + 3).saturating_sub(margin) / widest;
    if columns < 2 {
        let lines = texts.iter().map(|text| {
            let words = text.trim_start();
            let blanks = length(text) - length(words);
            wrapped(words, margin + blanks, margin + 4, width)
        });
        return lines.collect();
    }
    texts
        .chunks(columns)
        .map(|row| spaced(row, widest, margin))
        .collect()
}

fn spaced(row: &[String], widest: usize, margin: usize) -> String {
    let mut line = " ".repeat(margin);
    for text in row {
        line.push_str(text);
        line.push_str(&" ".repeat(widest.saturating_sub(length(text))));
    }
    line.trim_end().to_owned() + "\n"
}

/// Characters of a text, without the codes of colours.
pub(crate) fn length(text: &str) -> usize {
    match text.contains('\x1b') {
        true => plain(text).chars().count(),
        false => text.chars().count(),
    }
}

/// A text with blanks behind it, up to a length.
pub(crate) fn padded(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(length(text));
    format!("{text}{}", " ".repeat(blanks))
}
