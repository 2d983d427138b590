//! The reason why a value cannot be read: its marks are walked for the first thing that cannot be so.
//!
//! The reader says where it could go no further, which is often lines below; its words are kept where no slip is found.

use crate::marks;
use crate::marks::{MarkSort, YamlMark};
use crate::slips::{is_key_elsewhere, is_number, is_word, missing_colon, tab, unreadable};
use ludex_report::Diagnostic;
use ludex_source::span::offset;
use ludex_source::{FileId, Span};
use std::ops::Range;

const QUOTES: &str =
    "put a text with `,`, `: ` or brackets in it in quotes, or write the row over several lines";

/// A key with its value in a broken map, as bytes of the file.
pub(super) struct KeyWithValue {
    pub(super) key: Range<usize>,
    pub(super) value: Range<usize>,
}

/// Explains why a part cannot be read: a row, an entry or a value.
pub(super) fn explain(
    file: FileId,
    text: &str,
    part: Range<usize>,
    stop: Diagnostic,
) -> Diagnostic {
    let value = value_in(text, part.clone());
    let walk = SlipWalk {
        file,
        whole: text,
        begin: value.start,
        text: &text[value.clone()],
    };
    let found = tab_in(file, text, part).or_else(|| match walk.text.chars().next() {
        Some('{' | '[') => walk.brackets(),
        Some('"' | '\'') => walk.quotes(),
        Some('|' | '>') => walk.lines_below(),
        Some(_) => walk.plain(),
        None => None,
    });
    found.unwrap_or(stop)
}

/// The value of an item or entry, or the part itself.
fn value_in(text: &str, part: Range<usize>) -> Range<usize> {
    let end = part.start + text[part.clone()].trim_end().len();
    let mut at = part.start;
    loop {
        at += text[at..end].len() - text[at..end].trim_start().len();
        let rest = &text[at..end];
        if rest.starts_with("- ") {
            at += 2;
            continue;
        }
        return match marks::key(marks::first_line(rest)) {
            Some(_) => {
                let value = end - marks::value_of(rest).len();
                let value = end - text[value..end].trim_start().len();
                value..end
            }
            None => at..end,
        };
    }
}

fn tab_in(file: FileId, text: &str, part: Range<usize>) -> Option<Diagnostic> {
    let mut at = part.start;
    for line in text[part].split_inclusive('\n') {
        let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
        let whole_line = at == 0 || text[..at].ends_with('\n');
        if whole_line && line[..blanks].contains('\t') && !line.trim().is_empty() {
            return Some(tab(Span::new(file, offset(at), offset(at + blanks))));
        }
        at += line.len();
    }
    None
}

/// A value that cannot be read.
struct SlipWalk<'a> {
    file: FileId,
    /// The text of the file.
    whole: &'a str,
    /// The place of the value in its file.
    begin: usize,
    text: &'a str,
}

/// A bracket that is open, and what was read between its last comma and here.
struct LevelOfBrackets {
    open: Range<usize>,
    /// The colon of the pair.
    colon: bool,
    last: Option<YamlMark>,
}

impl SlipWalk<'_> {
    fn span(&self, range: Range<usize>) -> Span {
        Span::new(
            self.file,
            offset(self.begin + range.start),
            offset(self.begin + range.end),
        )
    }

    fn unreadable(&self, message: impl Into<String>, at: Range<usize>) -> Diagnostic {
        unreadable(message, self.span(at), "")
    }

    /// A list or map between brackets.
    fn brackets(&self) -> Option<Diagnostic> {
        let marks = marks::marks(self.text);
        let mut levels: Vec<LevelOfBrackets> = Vec::new();
        let mut closed = false;
        for mark in &marks {
            if mark.sort == MarkSort::Comment {
                continue;
            }
            if closed {
                return Some(self.after_the_end(mark));
            }
            if let Some(found) = self.step(mark, &mut levels) {
                return Some(found);
            }
            closed = levels.is_empty();
        }
        let open = levels.first()?;
        Some(self.never_closed(&marks, open))
    }

    /// Takes one mark; gives what is wrong with it.
    fn step(&self, mark: &YamlMark, levels: &mut Vec<LevelOfBrackets>) -> Option<Diagnostic> {
        if let Some(level) = levels.last()
            && let Some(found) = self.out_of_order(mark, level)
        {
            return Some(found);
        }
        match mark.sort {
            MarkSort::Open => levels.push(LevelOfBrackets {
                open: mark.range.clone(),
                colon: false,
                last: None,
            }),
            MarkSort::Close => {
                let level = levels.pop()?;
                let pair = [
                    &self.text[level.open.clone()],
                    &self.text[mark.range.clone()],
                ];
                if pair != ["{", "}"] && pair != ["[", "]"] {
                    let message = format!("`{}` is closed by `{}`", pair[0], pair[1]);
                    let found = self.unreadable(message, level.open);
                    return Some(found.also(self.span(mark.range.clone()), "closed here"));
                }
                if let Some(outer) = levels.last_mut() {
                    outer.last = Some(YamlMark {
                        sort: MarkSort::Close,
                        range: level.open.start..mark.range.end,
                    });
                }
            }
            MarkSort::Comma | MarkSort::Colon => {
                let level = levels.last_mut()?;
                level.colon = mark.sort == MarkSort::Colon;
                level.last = Some(mark.clone());
            }
            MarkSort::Quoted | MarkSort::OpenQuote | MarkSort::Plain => {
                levels.last_mut()?.last = Some(mark.clone());
            }
            MarkSort::Comment => {}
        }
        None
    }

    /// Reports a mark that cannot follow the one before it.
    fn out_of_order(&self, mark: &YamlMark, level: &LevelOfBrackets) -> Option<Diagnostic> {
        let last = level.last.as_ref();
        let after = last.map(|last| last.sort);
        let is_value = |sort| matches!(sort, MarkSort::Quoted | MarkSort::Plain | MarkSort::Close);
        match mark.sort {
            MarkSort::OpenQuote => Some(self.open_quote(mark, last)),
            MarkSort::Colon if level.colon => self.second_colon(last?),
            MarkSort::Comma if after.is_none() || after == Some(MarkSort::Comma) => {
                let found = self.unreadable("a comma with nothing before it", mark.range.clone());
                Some(found.help("one comma parts two values"))
            }
            MarkSort::Open | MarkSort::Quoted | MarkSort::Plain if after.is_some_and(is_value) => {
                self.no_comma(mark, last?, level.colon)
            }
            MarkSort::Open
            | MarkSort::Close
            | MarkSort::Comma
            | MarkSort::Colon
            | MarkSort::Quoted
            | MarkSort::Plain
            | MarkSort::Comment => None,
        }
    }

    /// A value follows another without a comma.
    fn no_comma(&self, mark: &YamlMark, last: &YamlMark, has_colon: bool) -> Option<Diagnostic> {
        let quoted = last.sort == MarkSort::Quoted;
        if quoted && (last.range.end == mark.range.start || self.swallows(last)) {
            return Some(self.after_quote(last, mark.range.clone()));
        }
        let word = &self.text[last.range.clone()];
        if last.sort == MarkSort::Plain && !has_colon && is_word(word) {
            return Some(missing_colon(self.span(last.range.clone()), word));
        }
        if last.sort == MarkSort::Plain && mark.sort == MarkSort::Open {
            let found = self.unreadable("a bracket within a text", mark.range.clone());
            return Some(found.help(QUOTES));
        }
        let found = self.unreadable("a `,` is missing before this", mark.range.clone());
        let end = self.span(last.range.end..last.range.end);
        Some(
            found
                .help("a comma parts two values between brackets")
                .fix(end, ","),
        )
    }

    /// A second `: ` since the last comma: the comma was forgotten, or a text has a colon.
    fn second_colon(&self, last: &YamlMark) -> Option<Diagnostic> {
        let text = &self.text[last.range.clone()];
        let word = text.rsplit(char::is_whitespace).next().unwrap_or(text);
        let before = text[..text.len() - word.len()].trim_end();
        let is_next = is_number(word) && is_number(before)
            || is_word(word) && is_key_elsewhere(self.whole, word, self.begin + last.range.end);
        if let Some(value) = before.strip_suffix(';').filter(|_| is_next) {
            let at = last.range.start + value.len()..last.range.start + before.len();
            let found = self.unreadable("a `;` where a comma parts two values", at.clone());
            return Some(found.help("write `,`").fix(self.span(at), ","));
        }
        if last.sort == MarkSort::Plain && !before.is_empty() && is_next {
            let begin = last.range.end - word.len();
            let end = last.range.start + before.len();
            let found = self.unreadable(
                format!("a `,` is missing before `{word}`"),
                begin..last.range.end,
            );
            let help = "a comma parts two values between brackets; a text with `: ` in it stands in quotes";
            return Some(found.help(help).fix(self.span(end..end), ","));
        }
        let found = self.unreadable("a second `: ` in one value", last.range.clone());
        Some(found.help(
            "put a text with `: ` in it in quotes; a comma parts two values between brackets",
        ))
    }

    /// A quote that is never closed; an earlier one may be to blame, which took the next quote for its end.
    fn open_quote(&self, mark: &YamlMark, last: Option<&YamlMark>) -> Diagnostic {
        match last.filter(|last| last.sort == MarkSort::Quoted) {
            Some(quoted) => self.after_quote(quoted, mark.range.clone()),
            None => self.not_closed(mark.range.clone()),
        }
    }

    /// Returns true if a text in quotes holds the next key, so that its own end is missing.
    fn swallows(&self, quoted: &YamlMark) -> bool {
        self.end_of_text(quoted.range.clone()).is_some()
    }

    /// The end of the first value in a text in quotes that goes on with `, key: `.
    fn end_of_text(&self, quoted: Range<usize>) -> Option<usize> {
        let inner = &self.text[quoted.start + 1..quoted.end];
        let commas = inner.match_indices([',', '\n']).map(|(at, _)| at);
        let is_key = |at: &usize| {
            let rest = inner[at + 1..].trim_start();
            marks::key(marks::first_line(rest)).is_some_and(|key| is_word(&rest[key]))
        };
        commas
            .into_iter()
            .find(is_key)
            .map(|at| quoted.start + 1 + at)
    }

    fn not_closed(&self, quoted: Range<usize>) -> Diagnostic {
        let quote = quoted.start..quoted.start + 1;
        let found = self.unreadable("a quote that is not closed within its value", quote);
        let found = found.help("close the quote, or indent the lines that belong to it");
        match self.end_of_text(quoted.clone()) {
            Some(end) => {
                let mark = &self.text[quoted.start..quoted.start + 1];
                found.fix(self.span(end..end), mark)
            }
            None => found,
        }
    }

    /// Something follows the closing quote of a text.
    fn after_quote(&self, quoted: &YamlMark, next: Range<usize>) -> Diagnostic {
        if self.swallows(quoted) {
            return self.not_closed(quoted.range.clone());
        }
        let found = self.unreadable("something after the closing quote", next);
        let found = found.also(
            self.span(quoted.range.end - 1..quoted.range.end),
            "the text ends here",
        );
        found.help(if self.text[quoted.range.clone()].starts_with('\'') {
            "put the whole value in quotes; a `'` within single quotes is written `''`"
        } else {
            "put the whole value in quotes; a `\"` within quotes is written `\\\"`"
        })
    }

    /// Something follows the bracket that closes the value.
    fn after_the_end(&self, mark: &YamlMark) -> Diagnostic {
        if mark.sort == MarkSort::Close {
            let found = self.unreadable("a bracket that closes nothing", mark.range.clone());
            return found
                .help("leave it out")
                .fix(self.span(mark.range.clone()), "");
        }
        let rest = &self.text[mark.range.start..];
        let sign =
            mark.range.start..mark.range.start + rest.chars().next().map_or(0, char::len_utf8);
        if rest.starts_with("//") {
            let sign = mark.range.start..mark.range.start + 2;
            let found = self.unreadable("a comment begins with `#` in YAML", sign.clone());
            return found.help("write `#`").fix(self.span(sign), "#");
        }
        if rest.starts_with('#') {
            let found = self.unreadable("a blank is missing before this comment", sign.clone());
            let sign = self.span(sign.start..sign.start);
            return found.help("a comment begins with ` #`").fix(sign, " ");
        }
        if [",", ";"].contains(&rest.trim_end()) {
            let found = self.unreadable("a row ends with its bracket", sign.clone());
            return found.help("leave this out").fix(self.span(sign), "");
        }
        let found = self.unreadable("something after the closing bracket", mark.range.clone());
        found.help("a row ends with its bracket: close it behind the last value")
    }

    fn never_closed(&self, marks: &[YamlMark], level: &LevelOfBrackets) -> Diagnostic {
        let open = &self.text[level.open.clone()];
        let close = if open == "{" { "}" } else { "]" };
        let hides = |mark: &&YamlMark| {
            mark.sort == MarkSort::Comment && self.text[mark.range.clone()].contains(close)
        };
        if let Some(comment) = marks.iter().find(hides) {
            let at = comment.range.start..comment.range.start + 1;
            let found = self.unreadable(format!("a comment that hides the closing `{close}`"), at);
            let found = found.also(self.span(level.open.clone()), "opened here");
            return found.help(format!(
                "put the `{close}` before the `#`; a text with ` #` in it stands in quotes"
            ));
        }
        let found = self.unreadable(format!("`{open}` is never closed"), level.open.clone());
        let last = marks.iter().rfind(|mark| mark.sort != MarkSort::Comment);
        let end = last.map_or(self.text.len(), |mark| mark.range.end);
        let end = self.span(end..end);
        let blank = if open == "{" { " " } else { "" };
        found
            .help(format!("a row ends with `{close}`"))
            .fix(end, format!("{blank}{close}"))
    }

    /// A text in quotes, outside of brackets.
    fn quotes(&self) -> Option<Diagnostic> {
        let Some(length) = marks::quoted(self.text) else {
            return Some(self.not_closed(0..self.text.len()));
        };
        let rest = self.text[length..].trim_start();
        if rest.is_empty() || rest.starts_with('#') {
            return None;
        }
        let quoted = YamlMark {
            sort: MarkSort::Quoted,
            range: 0..length,
        };
        let begin = self.text.len() - rest.len();
        let word = rest.find(char::is_whitespace).unwrap_or(rest.len());
        Some(self.after_quote(&quoted, begin..begin + word))
    }

    /// A text in the lines below its mark.
    fn lines_below(&self) -> Option<Diagnostic> {
        let (mark, rest) = self.text.split_once('\n')?;
        let line = marks::first_line(rest);
        let blanks = line.len() - line.trim_start().len();
        let begin = mark.len() + 1 + blanks;
        let found = self.unreadable(
            "a text whose lines stand no further right than its key",
            begin..begin + line.trim().len(),
        );
        let mark = &mark[..1];
        Some(found.help(format!(
            "indent the lines that belong to the text behind `{mark}`"
        )))
    }

    /// A text without quotes, outside of brackets.
    fn plain(&self) -> Option<Diagnostic> {
        let line = marks::first_line(self.text);
        let key = marks::key(line)?;
        let colon = key.end..key.end + 1;
        let several = line[..key.end]
            .rsplit_once(',')
            .map(|(_, word)| word.trim());
        if several.is_some_and(is_word) {
            let found = self.unreadable("several keys in one line", colon);
            let help = "each key stands in a line of its own, or all stand between `{` and `}`; put a text with `: ` in it in quotes";
            return Some(found.help(help));
        }
        let found = self.unreadable("a `:` that belongs to no key", colon);
        let help = "put a text with `: ` in it in quotes, and give the keys of one map the same indentation";
        let found = found.help(help);
        Some(if self.text.contains(['"', '\\', '\n', '#']) {
            found
        } else {
            found.fix(self.span(0..self.text.len()), format!("\"{}\"", self.text))
        })
    }
}

/// The keys of a broken row between brackets with values of one word or text.
pub(super) fn pairs(text: &str, part: Range<usize>) -> Vec<KeyWithValue> {
    let value = value_in(text, part);
    let begin = value.start;
    let marks = marks::marks(&text[value]);
    let mut pairs = Vec::new();
    let mut depth = 0;
    for (at, mark) in marks.iter().enumerate() {
        match mark.sort {
            MarkSort::Open => depth += 1,
            MarkSort::Close => depth -= 1,
            MarkSort::Comma | MarkSort::Colon | MarkSort::Quoted | MarkSort::OpenQuote => {}
            MarkSort::Plain | MarkSort::Comment => {}
        }
        let begins = matches!(mark.sort, MarkSort::Open | MarkSort::Comma) && depth == 1;
        let Some([key, colon, value, end]) = marks.get(at + 1..at + 5).filter(|_| begins) else {
            continue;
        };
        let is_text = |mark: &YamlMark| matches!(mark.sort, MarkSort::Plain | MarkSort::Quoted);
        let ends = matches!(end.sort, MarkSort::Comma | MarkSort::Close);
        if is_text(key) && colon.sort == MarkSort::Colon && is_text(value) && ends {
            pairs.push(KeyWithValue {
                key: begin + key.range.start..begin + key.range.end,
                value: begin + value.range.start..begin + value.range.end,
            });
        }
    }
    pairs
}
