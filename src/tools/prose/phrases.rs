//! Phrases of declarations, filled with values.

use crate::prose::amounts::Amount;
use ludex_check::semantics::Symbol;
use ludex_check::semantics::WordHole;
use ludex_check::semantics::Words;
use ludex_rules::wording::Part;

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
pub(super) fn fill(words: &Words, filling: &dyn Fn(&WordHole) -> Option<Filling>) -> String {
    let plain = |symbol: Symbol| {
        let same =
            |part: &&Part<WordHole>| matches!(part, Part::Value(one) if one.symbol == symbol);
        words.parts.iter().filter(same).count()
    };
    let (mut text, mut behind) = (String::new(), Vec::new());
    for part in &words.parts {
        match part {
            Part::Words(words) => match words.split_once(';') {
                // What is told of a number belongs to its own clause.
                Some((before, after)) if !behind.is_empty() => {
                    text.push_str(&format!("{before}{};{after}", behind.concat()));
                    behind.clear();
                }
                _ => text.push_str(words),
            },
            Part::Value(hole) => match filling(hole) {
                Some(Filling::Said(said)) => text.push_str(&said),
                Some(Filling::Number(amount)) => {
                    let (number, tail) = amount.in_words(plain(hole.symbol) == 1);
                    text.push_str(&number);
                    if !tail.is_empty() && !behind.contains(&tail) {
                        behind.push(tail);
                    }
                }
                Some(Filling::One | Filling::Several) => {}
                None => text.push_str(&format!("`{}`", hole.name)),
            },
            Part::Forms(hole, one, several) => {
                text.push_str(match filling(hole) {
                    Some(Filling::One) => one,
                    Some(Filling::Said(said)) if said == "you" || said == "1" => one,
                    Some(Filling::Number(amount)) if amount.is_one(plain(hole.symbol) < 2) => one,
                    _ => several,
                });
            }
        }
    }
    text + &behind.concat()
}

/// Returns true if a phrase stands behind a number: it has a form for one and for several of what it is the phrase of.
pub(super) fn counts(words: &Words, symbol: Symbol) -> bool {
    let own =
        |part: &Part<WordHole>| matches!(part, Part::Forms(hole, ..) if hole.symbol == symbol);
    words.parts.iter().any(own)
}

/// Returns true if a phrase has a hole for something.
pub(super) fn names(words: &Words, symbol: Symbol) -> bool {
    words.values().any(|hole| hole.symbol == symbol)
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
