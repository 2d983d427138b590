//! The name that was probably meant.

/// The candidate nearest to a mistyped word, if one is near enough.
///
/// Capitals, `-` against `_` and a plural `s` hardly count; of two equally near the first in the alphabet is taken.
///
/// ```
/// use ludex_report::nearest;
/// assert_eq!(nearest("grian", ["grain", "wood"]), Some("grain"));
/// assert_eq!(nearest("Water_Hexes", ["water-hex", "water-hexes"]), Some("water-hexes"));
/// assert_eq!(nearest("stone", ["grain", "wood"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .filter(|candidate| *candidate != word)
        .filter_map(|candidate| Some((distance(word, candidate)?, candidate)))
        .min()
        .map(|(_, candidate)| candidate)
}

/// Tells whether one word is the other with one letter more, less, another, or two in the wrong order.
///
/// ```
/// use ludex_report::one_slip;
/// assert!(one_slip("whree", "where") && one_slip("wher", "where"));
/// assert!(!one_slip("were", "wheel") && !one_slip("of", "or"));
/// ```
pub fn one_slip(word: &str, candidate: &str) -> bool {
    // Any two words of two letters are one slip apart or nearly so: only an order of letters tells then.
    let short = word.len().min(candidate.len()) < 3;
    let far = strsim::damerau_levenshtein(word, candidate) > 1;
    !far && (!short || (word.len() == candidate.len() && same_letters(word, candidate)))
}

/// Tells whether no other word is as near to a mistyped one as the one that was probably meant.
///
/// ```
/// use ludex_report::clearly;
/// assert!(clearly("grian", "grain", ["grain", "wood"]));
/// assert!(!clearly("grai", "grain", ["grain", "grail"]));
/// ```
pub fn clearly<'a>(word: &str, meant: &str, known: impl IntoIterator<Item = &'a str>) -> bool {
    let Some((near, ..)) = distance(word, meant) else {
        return false;
    };
    let mut others = known
        .into_iter()
        .filter(|other| ![word, meant].contains(other));
    others.all(|other| distance(word, other).is_none_or(|(far, ..)| far > near))
}

/// Returns the edit distance of two names (Damerau-Levenshtein); none when they are too far apart. Of the same number of slips,
/// letters in another order are the likelier.
fn distance(word: &str, candidate: &str) -> Option<(usize, bool, usize)> {
    let exact = || strsim::damerau_levenshtein(word, candidate);
    let (plain_word, plain_candidate) = (plain(word), plain(candidate));
    if singular(&plain_word) == singular(&plain_candidate) {
        return Some((0, false, exact()));
    }
    let (length, other) = (plain_word.chars().count(), plain_candidate.chars().count());
    let most = 1 + length / 4;
    // Each letter more or less is a slip.
    if length.abs_diff(other) > most {
        return None;
    }
    let distance = strsim::damerau_levenshtein(&plain_word, &plain_candidate);
    // A limit of one letter would otherwise make any two one-letter names similar.
    let near = distance <= most && distance < length;
    near.then(|| {
        (
            distance,
            !same_letters(&plain_word, &plain_candidate),
            exact(),
        )
    })
}

fn same_letters(word: &str, candidate: &str) -> bool {
    let sorted = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    sorted(word) == sorted(candidate)
}

fn plain(name: &str) -> String {
    name.to_lowercase().replace(['_', ' '], "-")
}

fn singular(name: &str) -> &str {
    name.strip_suffix('s').unwrap_or(name)
}
