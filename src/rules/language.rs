//! Languages in which people are told rules and what happens; the words of a game in them are data.

/// The locale of the words in rules and tables, where a text does not say otherwise.
pub const FIRST: &str = "en";

/// A language that rules can be told in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Language {
    /// English, the language of the rules themselves.
    #[default]
    English,
    /// Japanese, without articles and plurals.
    Japanese,
}

impl Language {
    /// The tags of all languages with their languages.
    pub const TAGS: &[(&str, Language)] = &[(FIRST, Language::English), ("ja", Language::Japanese)];

    /// Returns what stands between alternatives.
    #[must_use]
    pub fn or(self) -> &'static str {
        match self {
            Language::English => " or ",
            Language::Japanese => "、または",
        }
    }

    /// Returns the language of a tag; none of a tag that no sentence can be written in.
    #[must_use]
    pub fn find(tag: &str) -> Option<Language> {
        let found = Language::TAGS.iter().find(|(one, _)| *one == tag);
        found.map(|(_, language)| *language)
    }
}
