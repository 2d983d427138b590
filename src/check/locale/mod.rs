//! Words by locale: what people read of a game in another language than its rules.
//!
//! Takes `words.TAG.yaml`, gives its words by what they are the words of. `translation` puts them into a game's trees.

mod file;
mod slots;

pub use file::{KEYS, LocaleFile};
pub(crate) use file::{WordsEntry, WordsFile};
pub(crate) use slots::{SlotWords, WordsSlot, each_slot};

pub use ludex_rules::language::{FIRST, Language};

use ludex_syntax::ast;
use std::collections::{BTreeMap, BTreeSet};

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

    /// Returns the nouns of all names that have one: of declared names by their paths, and by the last part of the path where
    /// it means one noun, of others by the name.
    #[must_use]
    pub fn names(&self) -> BTreeMap<String, String> {
        let mut members: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (path, noun) in &self.nouns {
            if let Some((_, member)) = path.rsplit_once('.') {
                members.entry(member).or_default().insert(noun);
            }
        }
        let single = members.into_iter().filter(|(_, nouns)| nouns.len() == 1);
        let single =
            single.flat_map(|(member, nouns)| nouns.into_iter().map(move |noun| (member, noun)));
        let mut names: BTreeMap<String, String> = single
            .map(|(member, noun)| (member.to_owned(), noun.to_owned()))
            .collect();
        names.extend(self.locals.clone());
        names.extend(self.nouns.clone());
        names
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
