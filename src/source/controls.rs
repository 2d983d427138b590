//! Characters that nobody sees and terminals obey: no text of a game has them, and none is printed as it is.

use std::borrow::Cow;

/// Returns true for a control character, a line break apart, and for a mark that turns the direction of what follows
/// (embeddings, overrides and isolates of Unicode's bidirectional algorithm, UAX #9).
pub fn is_control(symbol: char) -> bool {
    let turns = matches!(symbol, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || symbol.is_control() && symbol != '\n'
}

/// Returns a text in which control characters are written as escapes: `\u{1b}`.
pub fn escaped(text: &str) -> Cow<'_, str> {
    if text.contains(is_control) {
        Cow::Owned(text.chars().map(escape).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns a character, written as an escape if it is a control character.
pub(crate) fn escape(symbol: char) -> String {
    if is_control(symbol) {
        symbol.escape_default().collect()
    } else {
        symbol.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::{escaped, is_control};

    #[test]
    fn what_terminals_obey_is_escaped() {
        assert_eq!(
            escaped("a\u{1b}[2Jb\r\u{202e}c"),
            "a\\u{1b}[2Jb\\r\\u{202e}c"
        );
        assert_eq!(escaped("\u{9b}31m\u{7f}"), "\\u{9b}31m\\u{7f}");
        assert_eq!(escaped("a\nb 狐 ö é"), "a\nb 狐 ö é");
        assert!(!is_control('\n') && is_control('\t') && is_control('\u{2066}'));
    }
}
