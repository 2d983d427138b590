//! The lexical layout of a text, before the grammar reads it: comments, brackets, and which newlines mean something.
//!
//! Takes a text, gives one of the same length in which comments and newlines without meaning are spaces, so that a place in it
//! is a place in the file. It finds brackets and texts that are never closed; it knows no declaration and no statement.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::keywords;
use ludex_report::Code;

/// Brackets inside brackets beyond this are refused, so that no text can exhaust the stack.
const DEEPEST: usize = 256;

/// A text made ready for the grammar.
pub(super) struct LexicalLayout {
    /// As long as the text it was made from.
    pub(super) text: String,
    /// Doc comments, in order.
    pub(super) docs: Vec<Doc>,
    /// The closing bracket of each opening one. One that was never closed ends before the bracket that shows it, or at the end.
    pub(super) closes: BTreeMap<usize, usize>,
    /// The errors of brackets and texts, in order of discovery.
    pub(super) slips: Vec<LexicalError>,
    /// Set when brackets are nested too deeply to be read at all.
    pub(super) too_deep: bool,
}

/// A line of `///`.
pub(super) struct Doc {
    /// The first byte of the comment.
    pub(super) at: usize,
    /// The words of the comment, without its mark.
    pub(super) text: String,
}

/// A mistake that is no matter of grammar.
pub(super) struct LexicalError {
    /// The bracket or quote.
    pub(super) at: Range<usize>,
    /// Another place that explains it.
    pub(super) also: Option<(Range<usize>, &'static str)>,
    /// The code of the diagnostic.
    pub(super) code: Code,
    /// The message of the diagnostic.
    pub(super) message: String,
    /// Advice on what to write instead.
    pub(super) help: Option<&'static str>,
}

/// Reads brackets, comments and newlines of a text.
pub(crate) fn layout(source: &str) -> LexicalLayout {
    let mut scan = Scan::new(source);
    scan.run();
    let matched = matched(source, &scan.brackets);
    let mut bytes = scan.bytes;
    for &at in &matched.extra {
        bytes[at] = b' ';
    }
    blank_newlines(&mut bytes, &scan.newlines, &scan.brackets, &matched);
    let mut slips = scan.slips;
    slips.extend(matched.slips);
    LexicalLayout {
        // INVARIANT: only ASCII and whole comments were overwritten, with ASCII; so the bytes are still UTF-8.
        text: String::from_utf8(bytes).expect("blanking keeps characters whole"),
        docs: scan.docs,
        closes: matched.closes,
        slips,
        too_deep: matched.too_deep,
    }
}

/// A text in which some parts are spaces, newlines included.
// INVARIANT: parts begin and end between characters, so the bytes stay UTF-8.
pub(super) fn blanked(text: &str, parts: impl Iterator<Item = Range<usize>>) -> String {
    let mut bytes = text.as_bytes().to_vec();
    parts.for_each(|part| bytes[part].fill(b' '));
    String::from_utf8(bytes).expect("blanking keeps characters whole")
}

/// The place of the first comment of a text.
pub fn first_comment(source: &str) -> Option<usize> {
    let mut scan = Scan::new(source);
    scan.run();
    scan.comments.first().copied()
}

struct Scan<'a> {
    source: &'a str,
    bytes: Vec<u8>,
    docs: Vec<Doc>,
    comments: Vec<usize>,
    brackets: Vec<(usize, u8)>,
    newlines: Vec<usize>,
    slips: Vec<LexicalError>,
}

impl<'a> Scan<'a> {
    fn new(source: &'a str) -> Scan<'a> {
        Scan {
            source,
            bytes: source.as_bytes().to_vec(),
            docs: Vec::new(),
            comments: Vec::new(),
            brackets: Vec::new(),
            newlines: Vec::new(),
            slips: Vec::new(),
        }
    }

    fn run(&mut self) {
        let mut at = 0;
        while let Some(&byte) = self.bytes.get(at) {
            at = match byte {
                b'"' => self.text(at),
                b'/' if self.source[at..].starts_with("//") => self.comment(at),
                b'\n' => self.newline(at),
                b'\r' => self.blank(at..at + 1),
                b'(' | b')' | b'[' | b']' | b'{' | b'}' => self.bracket(at, byte),
                _ => at + 1,
            };
        }
    }

    fn newline(&mut self, at: usize) -> usize {
        self.newlines.push(at);
        at + 1
    }

    fn bracket(&mut self, at: usize, byte: u8) -> usize {
        self.brackets.push((at, byte));
        at + 1
    }

    fn blank(&mut self, part: Range<usize>) -> usize {
        self.bytes[part.clone()].fill(b' ');
        part.end
    }

    fn comment(&mut self, at: usize) -> usize {
        let end = line_end(self.source, at);
        self.comments.push(at);
        if let Some(said) = self.source[at..end].strip_prefix("///") {
            let said = said.strip_prefix(' ').unwrap_or(said);
            let text = said.trim_end().to_owned();
            self.docs.push(Doc { at, text });
        }
        self.blank(at..end)
    }

    /// Skips `"…"`; a text ends on its line.
    fn text(&mut self, at: usize) -> usize {
        let end = line_end(self.source, at);
        let mut symbols = self.source[at + 1..end].char_indices();
        while let Some((index, symbol)) = symbols.next() {
            let here = at + 1 + index;
            if symbol == '"' {
                return here + 1;
            }
            if symbol == '\\' {
                let escaped = symbols.next().map(|(_, symbol)| symbol);
                self.escape(here, escaped);
            } else if symbol == '\t' {
                self.line_break(here..here + 1);
            }
        }
        // What ends the line is rather the brace of a block than a part of the text.
        let said = self.source[at..end].trim_end();
        if said.ends_with('{') {
            self.bracket(at + said.len() - 1, b'{');
        }
        self.slips.push(LexicalError {
            at: at..at + 1,
            also: None,
            code: Code::UNCLOSED,
            message: "this text is never closed".to_owned(),
            help: Some("a text ends with `\"` on the line where it begins"),
        });
        end
    }

    fn escape(&mut self, at: usize, escaped: Option<char>) {
        let Some(symbol) = escaped.filter(|symbol| !matches!(symbol, '"' | '\\')) else {
            return;
        };
        let part = at..at + 1 + symbol.len_utf8();
        if symbol == 'n' {
            return self.line_break(part);
        }
        self.slips.push(LexicalError {
            at: part,
            also: None,
            code: Code::UNREADABLE_RULES,
            message: format!("`\\{symbol}` means nothing in a text"),
            help: Some("write `\\\"` or `\\\\`"),
        });
    }

    /// Refuses what leaves the line that a text is shown in.
    fn line_break(&mut self, at: Range<usize>) {
        self.slips.push(LexicalError {
            at,
            also: None,
            code: Code::CONTROL_CHARACTER,
            message: "a line break or tab in words".to_owned(),
            help: Some("a text is shown within a line: write it in one, with blanks between"),
        });
    }
}

fn line_end(source: &str, at: usize) -> usize {
    source[at..].find('\n').map_or(source.len(), |end| at + end)
}

#[derive(Default)]
struct Matched {
    closes: BTreeMap<usize, usize>,
    /// Opening brackets without an end of their own.
    open: BTreeSet<usize>,
    /// Closing brackets that close nothing.
    extra: Vec<usize>,
    slips: Vec<LexicalError>,
    too_deep: bool,
}

/// Pairs the brackets; when that fails, once more with the help of the indentation, which shows where a `}` is missing.
fn matched(source: &str, brackets: &[(usize, u8)]) -> Matched {
    let plain = pair_up(source, brackets, Trust::Brackets);
    if plain.slips.is_empty() {
        return plain;
    }
    pair_up(source, brackets, Trust::Indentation)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Trust {
    Brackets,
    Indentation,
}

fn pair_up(source: &str, brackets: &[(usize, u8)], trust: Trust) -> Matched {
    let mut found = Matched::default();
    let mut stack: Vec<(usize, u8)> = Vec::new();
    for &(at, byte) in brackets {
        if matches!(byte, b'(' | b'[' | b'{') {
            stack.push((at, byte));
            if stack.len() > DEEPEST {
                return Matched::too_deep(at);
            }
            continue;
        }
        if trust == Trust::Indentation && byte == b'}' {
            while let Some(&top) = stack.last()
                && sticks_out(source, top, at)
            {
                stack.pop();
                found.unclosed(top.0, top.1, at);
            }
        }
        found.close(&mut stack, at, byte);
    }
    while let Some((at, byte)) = stack.pop() {
        found.unclosed(at, byte, source.len());
    }
    found
}

/// Tells whether the `{` on the stack stands in a line further right than this `}`, which begins its own line.
fn sticks_out(source: &str, top: (usize, u8), close: usize) -> bool {
    let (close_line, close_indent) = indent(source, close);
    let (open_line, open_indent) = indent(source, top.0);
    top.1 == b'{'
        && close_line + close_indent == close
        && open_line != close_line
        && open_indent > close_indent
}

/// Tells where the line of a place begins, and by how much it is indented.
fn indent(source: &str, at: usize) -> (usize, usize) {
    let start = source[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let line = &source[start..];
    (
        start,
        line.len() - line.trim_start_matches([' ', '\t']).len(),
    )
}

impl Matched {
    fn close(&mut self, stack: &mut Vec<(usize, u8)>, at: usize, byte: u8) {
        let opener = match byte {
            b')' => b'(',
            b']' => b'[',
            _ => b'{',
        };
        let Some(&top) = stack.last() else {
            return self.surplus(at, byte);
        };
        if top.1 == opener {
            stack.pop();
            self.closes.insert(top.0, at);
        } else if opener == b'{' && stack.iter().any(|open| open.1 == b'{') {
            stack.pop();
            self.unclosed(top.0, top.1, at);
            self.close(stack, at, byte);
        } else if opener != b'{' && top.1 != b'{' {
            stack.pop();
            self.mistaken(top.0, top.1, at, byte);
        } else {
            self.surplus(at, byte);
        }
    }

    /// The one thing to say of brackets that are nested too deeply.
    fn too_deep(at: usize) -> Matched {
        let slip = LexicalError {
            at: at..at + 1,
            also: None,
            code: Code::UNREADABLE_RULES,
            message: "brackets are nested too deeply".to_owned(),
            help: Some("give a part a name of its own, with `let` or as a query"),
        };
        Matched {
            too_deep: true,
            slips: vec![slip],
            ..Matched::default()
        }
    }

    fn unclosed(&mut self, at: usize, byte: u8, end: usize) {
        self.closes.insert(at, end);
        self.open.insert(at);
        self.slips.push(LexicalError {
            at: at..at + 1,
            also: None,
            code: Code::UNCLOSED,
            message: format!("`{}` is never closed", char::from(byte)),
            help: None,
        });
    }

    fn mistaken(&mut self, open: usize, byte: u8, at: usize, close: u8) {
        self.closes.insert(open, at);
        self.slips.push(LexicalError {
            at: at..at + 1,
            also: Some((open..open + 1, "opened here")),
            code: Code::UNCLOSED,
            message: format!(
                "`{}` is closed by `{}`",
                char::from(byte),
                char::from(close)
            ),
            help: None,
        });
    }

    fn surplus(&mut self, at: usize, byte: u8) {
        self.extra.push(at);
        self.slips.push(LexicalError {
            at: at..at + 1,
            also: None,
            code: Code::UNREADABLE_RULES,
            message: format!("`{}` closes nothing", char::from(byte)),
            help: None,
        });
    }
}

fn blank_newlines(
    bytes: &mut [u8],
    newlines: &[usize],
    brackets: &[(usize, u8)],
    matched: &Matched,
) {
    let mut brackets = brackets.iter().peekable();
    let mut inside: Vec<(usize, u8)> = Vec::new();
    // Where the text before a newline ends, and where the text after it begins: found once for a whole run of empty lines.
    let (mut before, mut after) = (0, 0);
    let mut begin = 0;
    for &newline in newlines {
        while let Some(&&(at, byte)) = brackets.peek().filter(|bracket| bracket.0 < newline) {
            brackets.next();
            if matches!(byte, b'(' | b'[' | b'{') && !matched.open.contains(&at) {
                inside.push((at, byte));
            } else if inside
                .last()
                .is_some_and(|open| matched.closes.get(&open.0) == Some(&at))
            {
                inside.pop();
            }
        }
        let round = inside.last().is_some_and(|open| open.1 != b'{');
        let line = bytes[begin..newline].trim_ascii_end();
        if !line.is_empty() {
            before = begin + line.len();
        }
        begin = newline;
        if after <= newline {
            let rest = &bytes[newline..];
            after = bytes.len() - rest.trim_ascii_start().len();
        }
        if round || unfinished(&bytes[..before]) || continuing(&bytes[after..]) {
            bytes[newline] = b' ';
        }
    }
}

/// Tells whether a text, which ends with something, goes on in the next line.
fn unfinished(before: &[u8]) -> bool {
    let word = trailing_word(before);
    let after_dot = before[..before.len() - word.len()].ends_with(b".");
    let sign = before.last().is_some_and(|byte| b"+-*=<>,:".contains(byte));
    sign || before.ends_with(b"..") || (!after_dot && word != b"else" && goes_on(word))
}

/// Tells whether a text, which begins with something, goes on with the line before.
fn continuing(after: &[u8]) -> bool {
    // A text for people begins no line of its own.
    let sign = after
        .first()
        .is_some_and(|byte| b"+-*=<>,:\"".contains(byte));
    sign || after.starts_with(b"..") || after.starts_with(b"!=") || goes_on(leading_word(after))
}

fn goes_on(word: &[u8]) -> bool {
    std::str::from_utf8(word).is_ok_and(|word| keywords::is(word, keywords::GOES_ON))
}

fn trailing_word(bytes: &[u8]) -> &[u8] {
    let start = bytes
        .iter()
        .rposition(|byte| !is_word(*byte))
        .map_or(0, |at| at + 1);
    &bytes[start..]
}

fn leading_word(bytes: &[u8]) -> &[u8] {
    let end = bytes
        .iter()
        .position(|byte| !is_word(*byte))
        .unwrap_or(bytes.len());
    &bytes[..end]
}

/// Tells whether a byte can stand in a word.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
