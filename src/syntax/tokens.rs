//! A rules text as words, signs, texts and comments, each with its place: what a formatter moves about.
//!
//! Takes any text, gives tokens that together are all of it but the blanks. It knows no grammar and finds no mistake.

use std::ops::Range;

/// A token and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Bytes of the text.
    pub range: Range<usize>,
    /// The sort of what stands there.
    pub sort: TokenSort,
}

/// The sorts of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenSort {
    /// A name, a keyword or a number.
    Word,
    /// `"…"`
    Text,
    /// `+`, `->`, `,` …
    Sign,
    /// `(`, `[` or `{`
    Open,
    /// `)`, `]` or `}`
    Close,
    /// `// …` up to the end of its line, without blanks at the end.
    Comment,
}

/// Signs of two characters; any other sign is one character.
const PAIRS: &[&str] = &["->", "==", "!=", "<=", ">=", "+=", "-=", ".."];

/// All tokens of a text, in order.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(symbol) = text[at..].chars().next() {
        if symbol.is_whitespace() {
            at += symbol.len_utf8();
            continue;
        }
        let (sort, length) = token(&text[at..], symbol);
        tokens.push(Token {
            range: at..at + length,
            sort,
        });
        at += length;
    }
    tokens
}

/// The token that a text begins with, and its length.
fn token(rest: &str, first: char) -> (TokenSort, usize) {
    let line = rest.split('\n').next().unwrap_or_default();
    match first {
        '"' => (TokenSort::Text, quoted(line)),
        '(' | '[' | '{' => (TokenSort::Open, 1),
        ')' | ']' | '}' => (TokenSort::Close, 1),
        '/' if rest.starts_with("//") => (TokenSort::Comment, line.trim_end().len()),
        _ if is_word(first) => {
            let end = rest.find(|symbol| !is_word(symbol));
            (TokenSort::Word, end.unwrap_or(rest.len()))
        }
        _ if PAIRS.iter().any(|pair| rest.starts_with(pair)) => (TokenSort::Sign, 2),
        _ => (TokenSort::Sign, first.len_utf8()),
    }
}

fn is_word(symbol: char) -> bool {
    symbol.is_alphanumeric() || symbol == '_'
}

/// Tells how long the text in quotes is that a line begins with; one that is never closed takes the line.
fn quoted(line: &str) -> usize {
    let mut escaped = false;
    for (at, symbol) in line.char_indices().skip(1) {
        match symbol {
            '"' if !escaped => return at + 1,
            _ => escaped = symbol == '\\' && !escaped,
        }
    }
    line.trim_end().len()
}
