//! The name that was probably meant.

use std::borrow::Cow;

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
    let typed = TypedWord::new(word);
    candidates
        .into_iter()
        .filter(|candidate| *candidate != word)
        .filter_map(|candidate| Some((typed.distance(candidate)?, candidate)))
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
    let typed = TypedWord::new(word);
    let Some((near, ..)) = typed.distance(meant) else {
        return false;
    };
    let mut others = known
        .into_iter()
        .filter(|other| ![word, meant].contains(other));
    others.all(|other| typed.distance(other).is_none_or(|(far, ..)| far > near))
}

/// A word that may be mistyped, which is held against others.
struct TypedWord<'a> {
    word: &'a str,
    plain: Cow<'a, str>,
    /// The number of its letters.
    length: usize,
}

impl<'a> TypedWord<'a> {
    fn new(word: &'a str) -> TypedWord<'a> {
        let plain = plain(word);
        let length = plain.chars().count();
        TypedWord {
            word,
            plain,
            length,
        }
    }

    /// Returns the edit distance to a name (Damerau-Levenshtein); none when they are too far apart. Of the same number of
    /// slips, letters in another order are the likelier.
    fn distance(&self, candidate: &str) -> Option<(usize, bool, usize)> {
        let plain_candidate = plain(candidate);
        let exact = || strsim::damerau_levenshtein(self.word, candidate);
        if singular(&self.plain) == singular(&plain_candidate) {
            return Some((0, false, exact()));
        }
        let most = 1 + self.length / 4;
        // Each letter more or less is a slip.
        if self.length.abs_diff(plain_candidate.chars().count()) > most {
            return None;
        }
        let distance = strsim::damerau_levenshtein(&self.plain, &plain_candidate);
        // A limit of one letter would otherwise make any two one-letter names similar.
        let near = distance <= most && distance < self.length;
        near.then(|| {
            (
                distance,
                !same_letters(&self.plain, &plain_candidate),
                exact(),
            )
        })
    }
}

fn same_letters(word: &str, candidate: &str) -> bool {
    let sorted = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    sorted(word) == sorted(candidate)
}

/// Returns a name in small letters, its parts joined by hyphens.
fn plain(name: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    if name.bytes().all(is_plain) {
        return Cow::Borrowed(name);
    }
    Cow::Owned(name.to_lowercase().replace(['_', ' '], "-"))
}

fn singular(name: &str) -> &str {
    name.strip_suffix('s').unwrap_or(name)
}
