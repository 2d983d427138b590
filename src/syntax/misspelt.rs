//! A word of the language that was misspelt: found by reading the text once more with the right word in its place.
//!
//! Takes a text that failed, gives the place of the word and what was meant. It never guesses: with the right word the text
//! must read.

use std::ops::Range;

use crate::grammar::{ParseFailure, Rule};
use crate::habits::with_habit;
use crate::layout::is_word;
use crate::{grammar, keywords};
use ludex_report::one_slip;

/// Words further back than this are not to blame.
const BACK: usize = 3;

/// Gives what is said of a text that fails: the misspelt word, if that is all that is wrong with it; else what a habit of
/// another language was meant to say.
pub(super) fn explained(entry: Rule, text: &str, failure: ParseFailure) -> ParseFailure {
    match misspelt(entry, text, failure.at.start) {
        Some((at, meant)) => ParseFailure {
            message: format!("expected `{meant}`, found `{}`", &text[at.clone()]),
            at,
            help: None,
            meant: Some(meant),
            fix: None,
            wanted: Box::default(),
        },
        None => with_habit(entry, text, failure),
    }
}

/// The word that was misspelt in a text that fails at a place, and the right one.
fn misspelt(entry: Rule, text: &str, at: usize) -> Option<(Range<usize>, &'static str)> {
    let words = words(text);
    let here = words.iter().position(|word| word.end > at);
    let near = here.unwrap_or(words.len());
    let back = words[..near].iter().rev().take(BACK);
    let suspects = words.get(near).into_iter().chain(back).chain(words.first());
    for suspect in suspects {
        let written = &text[suspect.clone()];
        if keywords::is(written, !keywords::NAME) {
            continue;
        }
        for meant in keywords::mendable().filter(|meant| one_slip(written, meant)) {
            let mended = [&text[..suspect.start], meant, &text[suspect.end..]].concat();
            if grammar::read(entry, &mended).is_ok() {
                return Some((suspect.clone(), meant));
            }
        }
    }
    None
}

/// The words of a text, those in quotes left out.
fn words(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut words = Vec::new();
    let (mut at, mut quoted) = (0, false);
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            b'\\' if quoted => at += 2,
            b'"' => {
                quoted = !quoted;
                at += 1;
            }
            byte if is_word(byte) => {
                while at < bytes.len() && is_word(bytes[at]) {
                    at += 1;
                }
                if !quoted {
                    words.push(start..at);
                }
            }
            _ => at += 1,
        }
    }
    words
}
