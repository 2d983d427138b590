//! Words set on lines of a width.

use crate::cli::play::paint::plain;
use crate::source::columns::{columns, symbol_columns};

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
    let (mut parts, mut part) = (Vec::new(), String::new());
    for symbol in word.chars() {
        if !part.is_empty() && length(&part) + symbol_columns(symbol) > room {
            let mark = part.char_indices().rfind(|(_, one)| !one.is_alphanumeric());
            let end = mark.map_or(part.len(), |(at, one)| at + one.len_utf8());
            let rest = part.split_off(end);
            parts.push(std::mem::replace(&mut part, rest));
        }
        part.push(symbol);
    }
    parts.push(part);
    parts
}

/// A text whose lines fit a width; lines that do stay as they are.
pub(crate) fn fitted(text: &str, width: usize) -> String {
    let lines = text.split_inclusive('\n').map(|line| {
        let words = line.trim_start();
        let blanks = line.len() - words.len();
        if length(line.trim_end_matches('\n')) > width {
            wrapped(words.trim_end(), blanks, blanks + 2, width)
        } else {
            line.to_owned()
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

/// Columns that a text takes on a terminal, without the codes of colours.
pub(crate) fn length(text: &str) -> usize {
    if text.contains('\x1b') {
        columns(&plain(text))
    } else {
        columns(text)
    }
}

/// Returns as much of the beginning of a text as fits so many columns.
pub(crate) fn clipped(text: &str, width: usize) -> String {
    let mut columns = 0;
    let symbols = text.chars().take_while(|symbol| {
        columns += symbol_columns(*symbol);
        columns <= width
    });
    symbols.collect()
}

/// A text with blanks behind it, up to a length.
pub(crate) fn padded(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(length(text));
    format!("{text}{}", " ".repeat(blanks))
}

#[cfg(test)]
mod tests {
    use super::{clipped, in_columns, length, padded, wrapped};

    #[test]
    fn characters_of_two_columns_line_up() {
        assert_eq!(
            (length("狐"), length("é"), length("\x1b[1m狐ö\x1b[0m")),
            (2, 1, 3)
        );
        assert_eq!(padded("狐", 4) + "|", "狐  |");
        assert_eq!(
            (clipped("狐狸犬", 5), clipped("ab狐", 3)),
            ("狐狸".into(), "ab".into())
        );
        assert_eq!(wrapped("狐狸犬 猫", 0, 2, 10), "狐狸犬 猫\n");
        assert_eq!(wrapped("狐狸犬猫 牛馬", 0, 2, 10), "狐狸犬猫\n  牛馬\n");
        // A word wider than a line is cut between its characters.
        assert_eq!(wrapped("狐狸犬猫牛馬", 0, 0, 10), "狐狸犬猫牛\n馬\n");
        let names = [
            "狐".to_owned(),
            "owl".to_owned(),
            "馬".to_owned(),
            "elk".to_owned(),
        ];
        assert_eq!(in_columns(&names, 0, 12), "狐    owl\n馬    elk\n");
    }
}
