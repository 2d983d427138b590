//! Another name for a symbol, everywhere it is written; refused where the game would then mean something else.

use crate::{GameSnapshot, NameAt};
use ludex_check::semantics::Symbol;
use ludex_pipeline::{GameText, PRELUDE_PATH};
use ludex_report::Severity;
use ludex_source::{FileId, Span};
use std::collections::BTreeMap;

/// The reason why a name cannot be changed, in words for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedRename(pub String);

impl GameSnapshot {
    /// Returns the name at a byte, if it can be changed.
    ///
    /// # Errors
    /// When no name stands there, or one that the game does not declare.
    pub fn renamable(&self, file: FileId, at: u32) -> Result<NameAt, RefusedRename> {
        let refused = |message: String| Err(RefusedRename(message));
        let Some(name) = self.name_at(file, at) else {
            return refused("no name stands here that can be changed".to_owned());
        };
        let span = self.unquoted(name.span);
        let written = self.sources.slice(span);
        let Some(definition) = self.definition(name.symbol) else {
            return refused(format!("`{written}` is a word of the language"));
        };
        if self.sources.path(definition.span.file) == PRELUDE_PATH {
            return refused(format!("every game has `{written}` by itself"));
        }
        if self.sources.slice(self.unquoted(definition.span)) != definition.name {
            return refused(format!(
                "`{written}` has no place where it is written as it is called"
            ));
        }
        Ok(NameAt { span, ..name })
    }

    /// Returns the places to write another name for the name at a byte.
    ///
    /// # Errors
    /// When the name cannot be changed, or the game would have another mistake or another meaning with the new one.
    pub fn rename(&self, file: FileId, at: u32, new: &str) -> Result<Vec<Span>, RefusedRename> {
        let name = self.renamable(file, at)?;
        let is_letter = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
        let begins_well = new.starts_with(|first: char| !first.is_ascii_digit());
        if !begins_well && !matches!(name.symbol, Symbol::Row(..)) || !new.chars().all(is_letter) {
            let message = format!("`{new}` is no name: letters, digits and `_`, not a digit first");
            return Err(RefusedRename(message));
        }
        let old = self.sources.slice(name.span).to_owned();
        let occurrences = self.occurrences(name.symbol).into_iter();
        // What is written otherwise means it by a rule of its own: a copy by its number, a row by its list.
        let spans: Vec<Span> = occurrences
            .map(|one| one.span)
            .filter(|span| self.sources.slice(*span) == old)
            .collect();
        self.hold(name.symbol, &spans, new)?;
        Ok(spans)
    }

    /// Checks the game with a new name, and holds that nothing else changes.
    fn hold(&self, symbol: Symbol, spans: &[Span], new: &str) -> Result<(), RefusedRename> {
        let after = self.with_name(spans, new);
        let mistakes = |one: &GameSnapshot| {
            let all = one
                .report
                .iter()
                .filter(|one| one.severity == Severity::Error);
            let all = all.map(|one| (one.code, one.message.clone()));
            all.collect::<std::collections::BTreeSet<_>>()
        };
        let before = mistakes(self);
        if let Some((_, message)) = mistakes(&after)
            .into_iter()
            .find(|one| !before.contains(one))
        {
            return Err(RefusedRename(format!("with the name `{new}`: {message}")));
        }
        let moved: Vec<Span> = moved(spans, new);
        let defined = self.definition(symbol).map(|one| self.unquoted(one.span));
        let at = spans.iter().position(|span| Some(*span) == defined);
        let meant = at.and_then(|at| after.name_at(moved[at].file, moved[at].start));
        let found = meant.map(|meant| after.occurrences(meant.symbol));
        let found = found.into_iter().flatten().map(|one| one.span);
        let found: Vec<Span> = found
            .filter(|span| after.sources.slice(*span) == new)
            .collect();
        if found == moved {
            Ok(())
        } else {
            Err(RefusedRename(format!(
                "`{new}` means something else in the game already, where `{}` is used",
                self.definition(symbol)
                    .map_or("it", |one| one.name.as_str())
            )))
        }
    }

    /// Returns the game with a text in the place of some spans.
    fn with_name(&self, spans: &[Span], new: &str) -> GameSnapshot {
        let ids = self
            .sources
            .ids()
            .filter(|file| self.sources.path(*file) != PRELUDE_PATH);
        let files = ids.map(|file| {
            let mut text = self.sources.text(file).to_owned();
            let inside = spans.iter().filter(|span| span.file == file);
            for span in inside.collect::<Vec<_>>().into_iter().rev() {
                text.replace_range(span.range(), new);
            }
            (self.sources.path(file).to_owned(), text)
        });
        self.edited(GameText {
            name: self.game_name().to_owned(),
            files: files.collect(),
        })
    }
}

/// The spans, in their order, after each holds another text.
fn moved(spans: &[Span], new: &str) -> Vec<Span> {
    let mut shifts: BTreeMap<FileId, i64> = BTreeMap::new();
    let length = new.len() as u32;
    let place = |span: &Span| {
        let shift = shifts.entry(span.file).or_default();
        let start = u32::try_from(i64::from(span.start) + *shift).unwrap_or(0);
        *shift += i64::from(length) - i64::from(span.len());
        Span::new(span.file, start, start + length)
    };
    spans.iter().map(place).collect()
}
