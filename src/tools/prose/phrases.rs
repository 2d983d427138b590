//! Phrases of declarations, filled with values.

use crate::prose::amounts::Amount;
use ludex_syntax::ast::Name;
use ludex_syntax::ast::Phrase;
use ludex_syntax::ast::PhrasePart;

/// The filling of a hole.
#[derive(Debug, Clone)]
pub(super) enum Filling {
    /// A value in words.
    Said(String),
    /// A number, or how it is found.
    Number(Amount),
    /// One, or what holds: nothing of its own is told.
    One,
    /// Several, or what does not hold.
    Several,
}

/// A phrase with its holes filled. What a number has to say besides stands at the end.
pub(super) fn fill(phrase: &Phrase, filling: &dyn Fn(&Name) -> Option<Filling>) -> String {
    let plain = |name: &str| {
        let same = |part: &&PhrasePart| matches!(part, PhrasePart::Value(one) if one.text == name);
        phrase.parts.iter().filter(same).count()
    };
    let (mut text, mut behind) = (String::new(), Vec::new());
    for part in &phrase.parts {
        match part {
            PhrasePart::Words(words) => match words.split_once(';') {
                // What is told of a number belongs to its own clause.
                Some((before, after)) if !behind.is_empty() => {
                    text.push_str(&format!("{before}{};{after}", behind.concat()));
                    behind.clear();
                }
                _ => text.push_str(words),
            },
            PhrasePart::Value(name) => match filling(name) {
                Some(Filling::Said(said)) => text.push_str(&said),
                Some(Filling::Number(amount)) => {
                    let (number, tail) = amount.in_words(plain(&name.text) == 1);
                    text.push_str(&number);
                    if !tail.is_empty() && !behind.contains(&tail) {
                        behind.push(tail);
                    }
                }
                Some(Filling::One | Filling::Several) => {}
                None => text.push_str(&format!("`{}`", name.text)),
            },
            PhrasePart::Forms(name, one, several) => {
                text.push_str(match filling(name) {
                    Some(Filling::One) => one,
                    Some(Filling::Said(said)) if said == "you" || said == "1" => one,
                    Some(Filling::Number(amount)) if amount.is_one(plain(&name.text) < 2) => one,
                    _ => several,
                });
            }
        }
    }
    text + &behind.concat()
}

/// Sets `an` before a vowel that is heard.
pub(super) fn articles(text: &str) -> String {
    let text = text.replace(" a other ", " another ");
    let words: Vec<&str> = text.split(' ').collect();
    let mut told: Vec<&str> = Vec::with_capacity(words.len());
    for (nth, word) in words.iter().enumerate() {
        let vowel = words
            .get(nth + 1)
            .is_some_and(|next| begins_with_vowel(next));
        told.push(match (*word, vowel) {
            ("a", true) => "an",
            ("A", true) => "An",
            (word, _) => word,
        });
    }
    told.join(" ")
}

fn begins_with_vowel(word: &str) -> bool {
    let word = word.trim_start_matches(['`', '“', '(']);
    let sounds = ["uni", "eu", "one", "us"];
    let lower = word.to_lowercase();
    let spelt = lower.starts_with(['a', 'e', 'i', 'o', 'u']);
    (spelt && !sounds.iter().any(|sound| lower.starts_with(sound)) || word.starts_with("X-"))
        && !lower.starts_with("europe")
}
