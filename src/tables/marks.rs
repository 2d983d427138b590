//! The marks of YAML in a text that may be broken: keys, brackets, quotes, commas and comments.
//!
//! Reads on whatever is wrong, so that the place of a slip can be found. All offsets are bytes of the text that is given.

use std::ops::Range;

/// A mark, or the text between two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct YamlMark {
    pub(super) sort: MarkSort,
    pub(super) range: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MarkSort {
    /// `{` or `[`
    Open,
    /// `}` or `]`
    Close,
    Comma,
    /// A `:` that parts a key from its value.
    Colon,
    /// A text in quotes with its end.
    Quoted,
    /// A quote without an end.
    OpenQuote,
    Plain,
    Comment,
}

/// The marks of a value in brackets, to the end of the text.
pub(super) fn marks(text: &str) -> Vec<YamlMark> {
    let mut marks: Vec<YamlMark> = Vec::new();
    let mut at = 0;
    while let Some(symbol) = text[at..].chars().next() {
        let begin = at;
        let follows = |symbol: &str| {
            marks.last().is_some_and(|mark| {
                mark.range.end == begin && text[mark.range.clone()].ends_with(symbol)
            })
        };
        let spaced = begin == 0 || text[..begin].ends_with(char::is_whitespace);
        let sort = match symbol {
            _ if symbol.is_whitespace() => {
                at += symbol.len_utf8();
                continue;
            }
            '{' | '[' => MarkSort::Open,
            '}' | ']' => MarkSort::Close,
            ',' => MarkSort::Comma,
            ':' if ends_key(&text[at + 1..]) || follows("\"") || follows("'") => MarkSort::Colon,
            '"' | '\'' => match quoted(&text[at..]) {
                Some(length) => {
                    at += length;
                    push(&mut marks, MarkSort::Quoted, begin..at);
                    continue;
                }
                None => {
                    push(&mut marks, MarkSort::OpenQuote, begin..text.len());
                    break;
                }
            },
            '#' if spaced => {
                at += text[at..].find('\n').unwrap_or(text.len() - at);
                push(&mut marks, MarkSort::Comment, begin..at);
                continue;
            }
            _ => {
                at += plain(&text[at..]);
                push(&mut marks, MarkSort::Plain, begin..at);
                continue;
            }
        };
        at += symbol.len_utf8();
        push(&mut marks, sort, begin..at);
    }
    marks
}

/// Adds a mark; a plain text goes on across blanks.
fn push(marks: &mut Vec<YamlMark>, sort: MarkSort, range: Range<usize>) {
    match marks.last_mut() {
        Some(last) if sort == MarkSort::Plain && last.sort == MarkSort::Plain => {
            last.range.end = range.end;
        }
        Some(_) | None => marks.push(YamlMark { sort, range }),
    }
}

/// Returns true if what follows a `:` makes it the end of a key between brackets.
fn ends_key(rest: &str) -> bool {
    rest.is_empty()
        || rest.starts_with(|symbol: char| symbol.is_whitespace() || ",[]{}".contains(symbol))
}

/// The length of a plain text between brackets.
fn plain(text: &str) -> usize {
    let mut before = ' ';
    for (at, symbol) in text.char_indices() {
        let ends = match symbol {
            ',' | '[' | ']' | '{' | '}' | '\n' => true,
            ':' => ends_key(&text[at + 1..]),
            '#' => before.is_whitespace(),
            _ => false,
        };
        if ends && at > 0 {
            return at - (text[..at].len() - text[..at].trim_end().len());
        }
        before = symbol;
    }
    text.trim_end().len()
}

/// The length of a text in quotes; none when it is not closed.
pub(super) fn quoted(text: &str) -> Option<usize> {
    let quote = text.chars().next()?;
    let mut symbols = text.char_indices().skip(1).peekable();
    while let Some((at, symbol)) = symbols.next() {
        let doubled =
            symbol == quote && quote == '\'' && symbols.peek().is_some_and(|next| next.1 == '\'');
        if doubled || symbol == '\\' && quote == '"' {
            symbols.next();
        } else if symbol == quote {
            return Some(at + 1);
        }
    }
    None
}

/// The key that a line begins with, quotes included; none when it begins with none.
pub(super) fn key(line: &str) -> Option<Range<usize>> {
    if line.starts_with(['"', '\'']) {
        let end = quoted(line)?;
        let rest = line[end..].trim_start_matches(' ').strip_prefix(':')?;
        return ends_block_key(rest).then_some(0..end);
    }
    if line.starts_with(['{', '}', '[', ']', ',', '#', '|', '>', '%', '@', '`', ':'])
        || line.starts_with("? ")
        || line.starts_with("- ")
    {
        return None;
    }
    let line = &line[..line.find(" #").unwrap_or(line.len())];
    let colons = line.match_indices(':').map(|(at, _)| at);
    let colon = colons
        .into_iter()
        .find(|at| ends_block_key(&line[at + 1..]))?;
    // Behind a word a bracket opens a value: its colon is missing.
    let opens = line[..colon].contains(" {") || line[..colon].contains(" [");
    (!opens).then(|| 0..line[..colon].trim_end().len())
}

fn ends_block_key(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n'])
}

/// The value behind the key of an entry, its further lines included.
pub(super) fn value_of(entry: &str) -> &str {
    match key(first_line(entry)) {
        Some(key) => {
            let rest = &entry[key.end..];
            &rest[rest.find(':').map_or(rest.len(), |colon| colon + 1)..]
        }
        None => "",
    }
}

/// A text up to its first line break.
pub(super) fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Returns true if a line ends with the mark of a text that follows in lines below: `|`, `>-`.
pub(super) fn opens_text(line: &str) -> bool {
    let line = &line[..line.find(" #").unwrap_or(line.len())];
    let Some((_, mark)) = line.trim_end().rsplit_once(' ') else {
        return false;
    };
    let mut symbols = mark.chars();
    symbols
        .next()
        .is_some_and(|first| first == '|' || first == '>')
        && symbols.all(|one| one == '-' || one == '+' || one.is_ascii_digit())
}

/// Returns true if an item or entry ends within brackets or within a text in quotes.
pub(super) fn is_open(piece: &str) -> bool {
    let item = piece.strip_prefix("- ").unwrap_or(piece).trim_start();
    let value = match key(first_line(item)) {
        Some(_) => value_of(item).trim_start(),
        None => item,
    };
    match value.chars().next() {
        Some('{' | '[') => {
            let marks = marks(value);
            let count = |sort| marks.iter().filter(|mark| mark.sort == sort).count();
            count(MarkSort::OpenQuote) > 0 || count(MarkSort::Open) > count(MarkSort::Close)
        }
        Some('"' | '\'') => quoted(value).is_none(),
        Some(_) | None => false,
    }
}

/// Returns true if a line looks like a part of a value in brackets that is open above.
pub(super) fn goes_on(line: &str) -> bool {
    let count = |brackets: [char; 2]| line.matches(brackets).count();
    line.ends_with(',') || count(['}', ']']) > count(['{', '['])
}

/// Returns true if a value begins that is neither a list nor a map of lines: in brackets, in quotes, or a text below its mark.
pub(super) fn is_single(text: &str) -> bool {
    let line = first_line(text);
    line.starts_with(['{', '[', '|', '>']) || line.starts_with(['"', '\'']) && key(line).is_none()
}

/// Returns true if nothing is written but comments.
pub(super) fn is_blank(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    lines.all(|line| line.is_empty() || line.starts_with('#'))
}

/// Returns true if a value ends with the bracket that closes it.
pub(super) fn is_closed(value: &str) -> bool {
    let marks = marks(value);
    let last = marks.iter().rfind(|mark| mark.sort != MarkSort::Comment);
    let count = |sort| marks.iter().filter(|mark| mark.sort == sort).count();
    value.starts_with(['{', '['])
        && last.is_some_and(|last| last.sort == MarkSort::Close)
        && count(MarkSort::Open) == count(MarkSort::Close)
}
