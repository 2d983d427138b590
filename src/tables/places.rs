//! From a byte of a decoded scalar to the bytes of the file it was written as.
//!
//! Folding, chomping, indentation and line joining change white space only. So the k-th non-blank character of the
//! decoded text is the k-th non-blank character of what was written, in every style, and a walk along both finds each
//! place without knowing the indentation. If the two ever disagree, every byte is placed at the whole value: a wide
//! answer, never a wrong one.

use crate::scalar::Style;
use ludex_source::span::offset;
use ludex_source::{FileId, Fragment};
use ludex_syntax::first_comment;
use std::ops::Range;

/// The mark of a comment of rules.
const COMMENT: &str = "//";

/// A scalar in its file.
pub(super) struct WrittenScalar<'a> {
    pub(super) file: FileId,
    pub(super) text: &'a str,
    /// Without the quotes; of a block scalar, from its first content character.
    pub(super) range: Range<usize>,
    pub(super) style: Style,
}

/// A character that was written, perhaps as an escape.
#[derive(Clone, Copy)]
struct WrittenChar {
    symbol: char,
    place: (u32, u32),
}

/// The decoded text with the place of each of its bytes.
pub(super) fn locate(written: &WrittenScalar<'_>, decoded: String) -> Fragment {
    let whole = (offset(written.range.start), offset(written.range.end));
    let places = walk(written, &decoded).unwrap_or_else(|| vec![whole; decoded.len()]);
    let last = decoded.trim_end().len();
    let end = match written.style {
        Style::SingleQuoted | Style::DoubleQuoted => whole.1,
        // What follows the last character is white space, which nobody looks at for a mistake.
        Style::Plain | Style::Literal | Style::Folded => {
            places[..last].last().map_or(whole.0, |place| place.1)
        }
    };
    Fragment::placed(written.file, decoded, places, end)
}

/// The text as rules read it: after a comment the line break is there again that folding made a blank of. None when there is no
/// such comment.
pub(super) fn with_comments_ended(
    written: &WrittenScalar<'_>,
    decoded: &Fragment,
) -> Option<Fragment> {
    if !decoded.text().contains(COMMENT) {
        return None;
    }
    let mut text = decoded.text().to_owned();
    let mut from = 0;
    while let Some(comment) = first_comment(&text[from..]) {
        let at = from + comment;
        let Some(end) = line_of(written, decoded, &text, at) else {
            break;
        };
        from = end.end;
        let line_break = format!("\n{}", " ".repeat(end.len() - 1));
        text.replace_range(end, &line_break);
    }
    let places = (0..text.len()).map(|at| decoded.span(at, at + 1));
    let places = places.map(|span| (span.start, span.end)).collect();
    (text != decoded.text()).then(|| Fragment::placed(written.file, text, places, decoded.end()))
}

/// The last character of the written line that a comment begins in.
fn line_of(
    written: &WrittenScalar<'_>,
    decoded: &Fragment,
    text: &str,
    comment: usize,
) -> Option<Range<usize>> {
    let starts = text[comment..].char_indices().map(|(at, symbol)| {
        let at = comment + at;
        (
            at..at + symbol.len_utf8(),
            decoded.span(at, at + symbol.len_utf8()).range().start,
        )
    });
    let starts: Vec<(Range<usize>, usize)> = starts.collect();
    let pair = starts.windows(2).find(|pair| {
        let between = pair[0].1..pair[1].1;
        written
            .text
            .get(between)
            .is_some_and(|between| between.contains('\n'))
    });
    pair.map(|pair| pair[0].0.clone())
}

fn walk(written: &WrittenScalar<'_>, decoded: &str) -> Option<Vec<(u32, u32)>> {
    let mut tokens = Tokens {
        written,
        at: written.range.start,
    }
    .peekable();
    let mut symbols = decoded.chars().peekable();
    let mut places = Vec::with_capacity(decoded.len());
    let mut last = offset(written.range.start);
    loop {
        let blanks = run(&mut symbols, |symbol| symbol.is_whitespace());
        let written_blanks = run(&mut tokens, |token| token.symbol.is_whitespace());
        for (index, blank) in blanks.into_iter().enumerate() {
            let token = written_blanks.get(index).or(written_blanks.last());
            let place = token.map_or((last, last), |token| token.place);
            places.extend(std::iter::repeat_n(place, blank.len_utf8()));
        }
        let Some(symbol) = symbols.next() else {
            return (written.is_block() || tokens.next().is_none()).then_some(places);
        };
        let token = tokens.next().filter(|token| token.symbol == symbol)?;
        places.extend(std::iter::repeat_n(token.place, symbol.len_utf8()));
        last = token.place.1;
    }
}

/// Takes items from the front as long as they are of a sort.
fn run<T: Copy>(
    items: &mut std::iter::Peekable<impl Iterator<Item = T>>,
    sort: impl Fn(T) -> bool,
) -> Vec<T> {
    std::iter::from_fn(|| items.next_if(|&item| sort(item))).collect()
}

impl WrittenScalar<'_> {
    fn is_block(&self) -> bool {
        matches!(self.style, Style::Literal | Style::Folded)
    }
}

struct Tokens<'a> {
    written: &'a WrittenScalar<'a>,
    at: usize,
}

impl Iterator for Tokens<'_> {
    type Item = WrittenChar;

    fn next(&mut self) -> Option<WrittenChar> {
        let rest = &self.written.text[self.at..self.written.range.end];
        let (symbol, length) = match self.written.style {
            Style::SingleQuoted if rest.starts_with("''") => ('\'', 2),
            Style::DoubleQuoted if rest.starts_with('\\') => escape(rest)?,
            Style::Plain
            | Style::SingleQuoted
            | Style::DoubleQuoted
            | Style::Literal
            | Style::Folded => {
                let symbol = rest.chars().next()?;
                (symbol, symbol.len_utf8())
            }
        };
        let place = (offset(self.at), offset(self.at + length));
        self.at += length;
        Some(WrittenChar { symbol, place })
    }
}

/// The character that an escape stands for and its length; an escaped line break counts as a blank.
fn escape(rest: &str) -> Option<(char, usize)> {
    let letter = rest[1..].chars().next()?;
    let simple = |symbol| Some((symbol, 1 + letter.len_utf8()));
    match letter {
        'x' => code_point(rest, 2),
        'u' => code_point(rest, 4),
        'U' => code_point(rest, 8),
        '0' => simple('\0'),
        'a' => simple('\u{7}'),
        'b' => simple('\u{8}'),
        'n' | 't' | 'v' | 'f' | 'r' | ' ' | '\t' | '\n' | 'N' | '_' | 'L' | 'P' => simple(' '),
        '\r' if rest[2..].starts_with('\n') => Some((' ', 3)),
        '\r' => simple(' '),
        'e' => simple('\u{1b}'),
        other => simple(other),
    }
}

fn code_point(rest: &str, digits: usize) -> Option<(char, usize)> {
    let value = u32::from_str_radix(rest.get(2..2 + digits)?, 16).ok()?;
    match char::from_u32(value) {
        Some(symbol) => Some((symbol, 2 + digits)),
        None => surrogates(value, rest.get(2 + digits..)?),
    }
}

/// A character beyond the first plane, written as two escapes as in JSON.
fn surrogates(high: u32, rest: &str) -> Option<(char, usize)> {
    let low = u16::from_str_radix(rest.strip_prefix("\\u")?.get(..4)?, 16).ok()?;
    let pair = [u16::try_from(high).ok()?, low];
    let symbol = char::decode_utf16(pair).next()?.ok()?;
    Some((symbol, 12))
}
