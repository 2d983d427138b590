//! The articles of English.

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
