//! Citations of the facts in a game's own comments: `[5.2.4]`, `[8.3, R6]`, each with the text it speaks of.

use crate::{FileId, Sources, Span};

/// A citation in a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Citation {
    /// The number or name of the statement, such as `5.2.4`.
    pub statement: String,
    /// The span of the number in the comment.
    pub span: Span,
    /// The lines the comment speaks of: its own when it stands behind text; else the next line with all that is indented
    /// below it, or, when a blank line follows the comment, everything up to the next comment of that sort.
    pub about: Span,
}

/// Returns every citation of a file, in the order of its text.
#[must_use]
pub fn citations(sources: &Sources, file: FileId) -> Vec<Citation> {
    let text = sources.text(file);
    if !text.contains('[') {
        return Vec::new();
    }
    let lines = lines(text);
    let mut found = Vec::new();
    let cites = |line: &CommentLine<'_>| line.text.contains('[');
    for (nth, line) in lines.iter().enumerate().filter(|(_, line)| cites(line)) {
        let Some(comment) = comment_of(line.text) else {
            continue;
        };
        let listed = in_brackets(&line.text[comment..]);
        if listed.is_empty() {
            continue;
        }
        let (from, to) = about(&lines, nth);
        let about = span(file, lines[from].start, lines[to].end());
        found.extend(listed.into_iter().map(|(at, statement)| {
            let start = line.start + comment + at;
            Citation {
                statement: statement.to_owned(),
                span: span(file, start, start + statement.len()),
                about,
            }
        }));
    }
    found
}

/// Tells whether a statement is another or one of its parts: `5.2` and `5.2.4` are parts of `5.2`.
#[must_use]
pub fn is_part(one: &str, statement: &str) -> bool {
    one.strip_prefix(statement)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// A line of a file, its newline apart.
struct CommentLine<'a> {
    start: usize,
    text: &'a str,
}

impl CommentLine<'_> {
    fn end(&self) -> usize {
        self.start + self.text.len()
    }

    fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Holds nothing but a comment.
    fn is_comment(&self) -> bool {
        let text = self.text.trim_start();
        text.starts_with("//") || text.starts_with('#')
    }

    fn indentation(&self) -> usize {
        self.text.len() - self.text.trim_start().len()
    }
}

fn lines(text: &str) -> Vec<CommentLine<'_>> {
    let mut start = 0;
    let line = |text: &'_ str, start: &mut usize| {
        let at = *start;
        *start += text.len();
        at
    };
    text.split_inclusive('\n')
        .map(|text| CommentLine {
            start: line(text, &mut start),
            text: text.trim_end_matches('\n'),
        })
        .collect()
}

fn comment_of(line: &str) -> Option<usize> {
    line.find("//").or_else(|| line.find("# "))
}

/// The first and the last line that the comment in a line speaks of.
fn about(lines: &[CommentLine<'_>], nth: usize) -> (usize, usize) {
    if !lines[nth].is_comment() {
        return (nth, nth);
    }
    let Some(next) = (nth + 1..lines.len()).find(|n| !lines[*n].is_comment()) else {
        return (nth, nth);
    };
    if lines[next].is_blank() {
        (next, section_end(lines, next))
    } else {
        (next, block_end(lines, next))
    }
}

/// The last line that is indented below a line; a closing bracket on the line's own column belongs to it.
fn block_end(lines: &[CommentLine<'_>], first: usize) -> usize {
    let column = lines[first].indentation();
    let mut last = first;
    for (n, line) in lines.iter().enumerate().skip(first + 1) {
        if line.is_blank() {
            continue;
        }
        let closes = line.indentation() == column && line.text.trim_start().starts_with(['}', ')']);
        if line.indentation() <= column && !closes {
            break;
        }
        last = n;
    }
    last
}

/// The last line before the next comment that a blank line follows.
fn section_end(lines: &[CommentLine<'_>], first: usize) -> usize {
    let heads =
        |n: &usize| lines[*n].is_comment() && lines.get(n + 1).is_some_and(CommentLine::is_blank);
    (first..lines.len())
        .find(heads)
        .map_or(lines.len() - 1, |head| head - 1)
}

fn span(file: FileId, start: usize, end: usize) -> Span {
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span::new(file, offset(start), offset(end))
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

/// `5.2.4`, `12`, `R6`, `MA.1`: perhaps capital letters, then numbers with dots between.
fn is_statement(word: &str) -> bool {
    let numbers = word.trim_start_matches(|symbol: char| symbol.is_ascii_uppercase());
    if word.len() - numbers.len() > 2 {
        return false;
    }
    let letters = numbers.len() < word.len();
    let numbers = if letters {
        numbers.strip_prefix('.').unwrap_or(numbers)
    } else {
        numbers
    };
    let number = |part: &str| !part.is_empty() && part.bytes().all(|one| one.is_ascii_digit());
    numbers.split('.').all(number)
}
