//! A game as an editor has it: its texts, their trees, and all that the checker found out about them.

use ludex_check::semantics::{Definition, Semantics, Symbol};
use ludex_pipeline::{Analysis, GameText, PRELUDE_PATH, Parsed};
use ludex_report::Report;
use ludex_source::{FileId, Sources, Span};

/// The texts of a game at one moment, read and checked. A new text makes a new snapshot.
#[derive(Debug, Clone)]
pub struct GameSnapshot {
    /// The texts, each under the path that the editor knows it by.
    pub sources: Sources,
    /// The trees of the texts.
    pub parsed: Parsed,
    /// The names with their meanings; `Analysis::is_sound` if the game has no error.
    pub analysis: Analysis,
    /// All that is wrong with the game, as `ludex check` reports it.
    pub report: Report,
}

/// A name in a text, with its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NameAt {
    /// The bytes of the name.
    pub span: Span,
    /// The meaning of the name there.
    pub symbol: Symbol,
}

impl GameSnapshot {
    /// Reads and checks the texts of a game.
    #[must_use]
    pub fn new(text: GameText) -> GameSnapshot {
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let parsed = text.parse(&mut sources, &mut report);
        let analysis = parsed.analyze(&mut report);
        GameSnapshot {
            sources,
            parsed,
            analysis,
            report,
        }
    }

    /// Reads and checks the texts of the game as they are now. What has not changed is not read again: a file, an item of
    /// rules, a row of a table with the rules in it.
    #[must_use]
    pub fn edited(&self, text: GameText) -> GameSnapshot {
        let is_left = |path: &str| text.files.iter().any(|(one, _)| one == path);
        let mut paths = self.sources.ids().map(|file| self.sources.path(file));
        if !paths.all(|path| path == PRELUDE_PATH || is_left(path)) {
            // The sources would keep a file that is no part of the game any more.
            return GameSnapshot::new(text);
        }
        let (mut sources, mut report) = (self.sources.clone(), Report::new());
        let parsed = self.parsed.edited(text, &mut sources, &mut report);
        let analysis = parsed.analyze(&mut report);
        GameSnapshot {
            sources,
            parsed,
            analysis,
            report,
        }
    }

    /// Returns the name of the game's folder.
    #[must_use]
    pub fn game_name(&self) -> &str {
        self.parsed.name()
    }

    /// Returns the meanings of all names and the types of all expressions.
    #[must_use]
    pub fn semantics(&self) -> &Semantics {
        &self.analysis.names.semantics
    }

    /// Returns the name that touches a byte of a file, whether it is used or defined there.
    #[must_use]
    pub fn name_at(&self, file: FileId, at: u32) -> Option<NameAt> {
        let (span, symbol) = self.semantics().name_touching(file, at)?;
        Some(NameAt { span, symbol })
    }

    /// Returns the definition of a symbol; none of a word of the language.
    #[must_use]
    pub fn definition(&self, symbol: Symbol) -> Option<&Definition> {
        self.semantics().definition(symbol)
    }
}
