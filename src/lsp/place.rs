//! The place that a request is about, in the last checked texts of its game.

use crate::checked::{CheckedGame, ReadRuling};
use crate::convert::Converter;
use crate::game::OpenGame;
use crate::session::LanguageServer;
use crate::{position, uri};
use gen_lsp_types::{Position, TextDocumentPositionParams, Uri};
use ludex_check::semantics::Symbol;
use ludex_ide::GameSnapshot;
use ludex_source::{FileId, Sources};

/// A file of a game that was checked.
pub(super) struct AskedFile<'a> {
    /// The game with all that is known of it.
    pub(super) checked: &'a CheckedGame,
    /// The file among the texts of the game.
    pub(super) file: FileId,
    server: &'a LanguageServer,
}

impl<'a> AskedFile<'a> {
    /// Returns the texts of the game.
    pub(super) fn snapshot(&self) -> &'a GameSnapshot {
        &self.checked.snapshot
    }

    /// Returns the converter of the game's spans.
    pub(super) fn converter(&self) -> Converter<'a> {
        self.server.converter(&self.checked.snapshot.sources)
    }

    /// Returns the byte at a position.
    pub(super) fn byte(&self, at: Position) -> u32 {
        let sources = &self.checked.snapshot.sources;
        position::byte(sources, self.file, at, self.server.client.encoding)
    }
}

/// A ruling of a game that was checked, and a place in it.
pub(super) struct AskedRuling<'a> {
    /// The game with all that is known of it.
    pub(super) game: &'a OpenGame,
    /// The texts of the game, checked.
    pub(super) checked: &'a CheckedGame,
    /// The ruling as it was read.
    pub(super) read: &'a ReadRuling,
    /// The byte that the request is about.
    pub(super) at: u32,
}

impl LanguageServer {
    /// Returns the ruling and the byte that a request is about; none of a file that is no ruling of a checked game.
    pub(super) fn asked_ruling(
        &self,
        params: &TextDocumentPositionParams,
    ) -> Option<AskedRuling<'_>> {
        let path = uri::to_path(&params.text_document.uri)?;
        let game = self.games.around(&path)?;
        let checked = game.checked.as_deref()?;
        let read = checked.rulings.iter().find(|one| one.path == path)?;
        let (file, encoding) = (read.sources.find(&path)?, self.client.encoding);
        let at = position::byte(&read.sources, file, params.position, encoding);
        Some(AskedRuling {
            game,
            checked,
            read,
            at,
        })
    }

    /// Returns the converter of spans in some texts.
    pub(super) fn converter<'a>(&'a self, sources: &'a Sources) -> Converter<'a> {
        Converter {
            sources,
            documents: &self.documents,
            client: &self.client,
        }
    }

    /// Returns the file that a request is about; none of a file that is of no checked game.
    pub(super) fn asked_file(&self, uri: &Uri) -> Option<AskedFile<'_>> {
        let path = uri::to_path(uri)?;
        let checked = self.games.around(&path)?.checked.as_deref()?;
        let file = checked.snapshot.sources.find(&path)?;
        Some(AskedFile {
            checked,
            file,
            server: self,
        })
    }

    /// Returns what the name at a place means, in a text of a game or in a ruling.
    pub(super) fn asked_symbol(
        &self,
        params: &TextDocumentPositionParams,
    ) -> Option<(&CheckedGame, Symbol)> {
        if let Some((asked, at)) = self.asked_place(params) {
            let name = asked.snapshot().name_at(asked.file, at)?;
            return Some((asked.checked, name.symbol));
        }
        let path = uri::to_path(&params.text_document.uri)?;
        let checked = self.games.around(&path)?.checked.as_deref()?;
        let uses = checked.uses_in_rulings(|one| one == path);
        let read = &uses.first()?.ruling;
        let encoding = self.client.encoding;
        let at = position::byte(
            &read.sources,
            read.sources.find(&path)?,
            params.position,
            encoding,
        );
        let meant = uses.iter().find(|one| one.used.span.touches(at))?;
        Some((checked, meant.used.symbol))
    }

    /// Returns the file and the byte that a request is about.
    pub(super) fn asked_place(
        &self,
        params: &TextDocumentPositionParams,
    ) -> Option<(AskedFile<'_>, u32)> {
        let asked = self.asked_file(&params.text_document.uri)?;
        let at = asked.byte(params.position);
        Some((asked, at))
    }
}
