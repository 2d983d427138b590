//! The name that was probably meant.

/// The candidate nearest to a mistyped word, if one is near enough.
///
/// Capitals, `-` against `_` and a plural `s` hardly count; of two equally near the first in the alphabet is taken.
///
/// ```
/// use ludex::report::nearest;
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

/// How far two names are apart; none when too far.
fn distance(word: &str, candidate: &str) -> Option<(usize, usize)> {
    let exact = strsim::damerau_levenshtein(word, candidate);
    let (word, candidate) = (plain(word), plain(candidate));
    if singular(&word) == singular(&candidate) {
        return Some((0, exact));
    }
    let length = word.chars().count();
    let distance = strsim::damerau_levenshtein(&word, &candidate);
    // A limit of one letter would otherwise make any two one-letter names similar.
    let near = distance <= 1 + length / 4 && distance < length;
    near.then_some((distance, exact))
}

fn plain(name: &str) -> String {
    name.to_lowercase().replace(['_', ' '], "-")
}

fn singular(name: &str) -> &str {
    name.strip_suffix('s').unwrap_or(name)
}
