//! Words by locale: what people read of a game in another language than its rules.
//!
//! Takes `words.TAG.yaml`, gives its words by what they are the words of. `translation` puts them into a game's trees.

mod file;
mod slots;

pub use file::KEYS;
pub use file::LocaleFile;
pub(crate) use file::WordsEntry;
pub(crate) use file::WordsFile;
pub(crate) use slots::SlotWords;
pub(crate) use slots::WordsSlot;
pub(crate) use slots::each_slot;

use ludex_syntax::ast;
use std::collections::BTreeMap;

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

    /// Returns the language of a tag; none of a tag that no sentence can be written in.
    #[must_use]
    pub fn find(tag: &str) -> Option<Language> {
        let found = Language::TAGS.iter().find(|(one, _)| *one == tag);
        found.map(|(_, language)| *language)
    }
}

/// The words of a locale, as far as they stand in no tree of the game.
#[derive(Debug, Clone, Default)]
pub struct Locale {
    /// The tag: `ja`.
    pub tag: String,
    /// The language of its sentences.
    pub language: Language,
    /// Nouns of names that have no phrase in the rules, by the path of the name: `species.weight`, `departures`.
    pub(crate) nouns: BTreeMap<String, String>,
    /// Nouns of names that no declaration gives: of what a text binds, of values of options.
    pub(crate) locals: BTreeMap<String, String>,
    /// The counter behind a number of something: `card: 枚`.
    pub(crate) counters: BTreeMap<String, String>,
    /// Questions, reasons and labels, by what they say in the rules.
    pub(crate) texts: BTreeMap<String, ast::Phrase>,
    /// The words of rows, by list and id.
    pub(crate) rows: BTreeMap<String, BTreeMap<String, String>>,
}

impl Locale {
    /// Returns the noun of a declared name by its path.
    #[must_use]
    pub fn noun(&self, path: &str) -> Option<&str> {
        self.nouns.get(path).map(String::as_str)
    }

    /// Returns the noun of a name that no declaration gives.
    #[must_use]
    pub fn noun_of_local(&self, name: &str) -> Option<&str> {
        self.locals.get(name).map(String::as_str)
    }

    /// Returns the counter of what a name counts.
    #[must_use]
    pub fn counter(&self, name: &str) -> Option<&str> {
        self.counters.get(name).map(String::as_str)
    }

    /// Returns the words in this locale of a text that the rules or the view have.
    #[must_use]
    pub fn text(&self, text: &str) -> Option<&ast::Phrase> {
        self.texts.get(text)
    }

    /// Returns the words of a row.
    #[must_use]
    pub fn row(&self, list: &str, id: &str) -> Option<&str> {
        self.rows.get(list)?.get(id).map(String::as_str)
    }
}
