//! The writer of a language: text for trees of what is said.

use crate::prose::tree::{Clause, FilledPhrase, LabelSaid, Noun, Sentence, SentenceEnd};

/// Makes text of trees. A language that cannot say something marks it; it never says something else.
pub(crate) trait ProseWriter {
    /// Writes a line with its end.
    fn sentence(&self, said: &Sentence, stop: SentenceEnd) -> String;
    /// Writes a noun by itself.
    fn noun(&self, noun: &Noun) -> String;
    /// Writes a count or measure as it stands before its number.
    fn label(&self, label: &LabelSaid) -> String;
    /// Writes a clause as it stands behind `if`.
    fn condition(&self, clause: &Clause) -> String;
    /// Writes a clause by itself.
    fn clause(&self, clause: &Clause) -> String;
    /// Writes a phrase by itself.
    fn phrase(&self, filled: &FilledPhrase) -> String;
    /// Returns a noun of the language itself, `player`, `space`, `number` or `piece`, with its counter.
    fn built_in_noun(&self, name: &str) -> (String, Option<String>);
    /// Marks a name for which the language has no word.
    fn unknown(&self, name: &str) -> String;
    /// Writes what somebody sees on a card behind its label.
    fn labelled(&self, label: &str, text: &str) -> String;
    /// Ends a clause as a sentence ends.
    fn end(&self, clause: &str) -> String;
    /// Tells when a game ends: in a declaration, when all conditions hold.
    fn ending(&self, within: Option<&str>, conditions: &[String]) -> String;
    /// Tells that none of some conditions holds.
    fn none_of(&self, conditions: &[String]) -> String;
    /// Tells that a game ends when there is nothing left to play.
    fn nothing_left(&self) -> String;
    /// Tells a value behind its name.
    fn value(&self, name: &str, value: &str) -> String;
    /// Returns what stands between several values.
    fn separator(&self) -> &'static str;
    /// Returns the word for no value.
    fn nothing(&self) -> &'static str;
    /// Tells a number of spaces of a shape.
    fn spaces_of(&self, name: &str, spaces: usize) -> String;
}
