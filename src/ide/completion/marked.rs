//! A copy of the game with a word at a place that means nothing, so that the checker tells what fits there.

use crate::GameSnapshot;
use crate::rules_texts::{RulesForm, RulesText};
use ludex_check::semantics::NameHole;
use ludex_pipeline::{GameText, PRELUDE_PATH};
use ludex_report::Report;
use ludex_source::{Fragment, Span};
use ludex_syntax::{parse, print};

/// The word: a name that no game has.
pub(super) const MARKER: &str = "here_is_the_cursor";

/// Texts after the word with which the statement around it may read.
const ENDINGS: &[&str] = &["", " { }", " \"\"", ": plus 1", " then 1 else 1", " else 1"];

/// A copy of the game, checked, with what could stand in the place of the word.
pub(super) struct MarkedCopy {
    pub(super) snapshot: GameSnapshot,
    pub(super) hole: NameHole,
}

impl GameSnapshot {
    /// Returns the copy with the word in a rules text, if the text can be read with it.
    pub(super) fn mark(&self, replaces: Span) -> Option<MarkedCopy> {
        let opened = self.opened_before(replaces);
        let endings = ENDINGS.iter().map(|ending| format!("{opened}{ending}"));
        let plain = (!opened.is_empty()).then(String::new);
        let texts = plain.into_iter().chain(endings);
        let text = texts
            .map(|ending| self.with_text(replaces, &format!("{MARKER}{ending}")))
            .find(|text| self.is_readable(replaces, text))?;
        let snapshot = self.reread(replaces, text);
        let file = snapshot.sources.find(self.sources.path(replaces.file))?;
        let length = ludex_source::span::offset(MARKER.len());
        let marked = Span::new(file, replaces.start, replaces.start + length);
        let hole = snapshot.semantics().hole(marked)?.clone();
        Some(MarkedCopy { snapshot, hole })
    }

    /// Returns the text of a file with other words in the place of a part.
    pub(super) fn with_text(&self, replaces: Span, words: &str) -> String {
        let mut text = self.sources.text(replaces.file).to_owned();
        text.replace_range(replaces.range(), words);
        text
    }

    /// Returns what closes the round and square brackets that are open before a part, on its line.
    fn opened_before(&self, replaces: Span) -> String {
        let text = &self.sources.text(replaces.file)[..replaces.range().start];
        let line = text.rsplit('\n').next().unwrap_or_default();
        let rest = &self.sources.text(replaces.file)[replaces.range().end..];
        let rest = rest.split('\n').next().unwrap_or_default();
        let mut open = Vec::new();
        for symbol in line.chars().chain(rest.chars()) {
            match symbol {
                '(' => open.push(')'),
                '[' => open.push(']'),
                ')' | ']' => drop(open.pop()),
                _ => {}
            }
        }
        open.into_iter().rev().collect()
    }

    /// Returns true if the rules text around the word is read with it.
    fn is_readable(&self, replaces: Span, text: &str) -> bool {
        let path = self.sources.path(replaces.file);
        let mut report = Report::new();
        if path.ends_with(".rules") {
            let fragment = Fragment::whole(replaces.file, text);
            let file = parse::file(&fragment, &mut report);
            return print::items(&file.items).contains(MARKER);
        }
        let Some(text) = self.marked_text(replaces, text) else {
            return false;
        };
        match text.form {
            RulesForm::File => false,
            RulesForm::Effect => parse::effect_text(&text.fragment, &mut report).is_some(),
            RulesForm::Value => parse::value_text(&text.fragment, &mut report).is_some(),
            RulesForm::Hooks => parse::hooks_text(&text.fragment, &mut report).is_some(),
        }
    }

    /// Returns the rules text of a table's copy that has the word.
    pub(super) fn marked_text(&self, replaces: Span, text: &str) -> Option<RulesText> {
        let mut sources = self.sources.clone();
        let file = sources.add(self.sources.path(replaces.file), text);
        let tree = ludex_tables::recover(file, &sources, &mut Report::new()).tree;
        let texts = self.rules_texts_of(&tree);
        let mut texts = texts.into_iter();
        texts.find(|text| text.fragment.text().contains(MARKER))
    }

    /// Returns the game with another text of one file.
    pub(super) fn reread(&self, replaces: Span, text: String) -> GameSnapshot {
        let sources = &self.sources;
        let files = sources
            .ids()
            .filter(|file| sources.path(*file) != PRELUDE_PATH);
        let text_of = |file| {
            if file == replaces.file {
                text.clone()
            } else {
                sources.text(file).to_owned()
            }
        };
        let files = files.map(|file| (sources.path(file).to_owned(), text_of(file)));
        self.edited(GameText {
            name: self.game().name.clone(),
            files: files.collect(),
        })
    }
}
