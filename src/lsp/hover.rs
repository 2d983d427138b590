//! The words about a name, a row or a word of the language, where the pointer rests.

use crate::refusal::RefusedRequest;
use crate::session::LanguageServer;
use gen_lsp_types::{
    Contents, Hover, HoverParams, MarkupContent, MarkupKind, Range, TextDocumentPositionParams,
};
use ludex_ide::RulingCounts;
use ludex_markup::{Block, markdown_blocks};
use ludex_source::Span;
use ludex_source::span::offset;

/// Answers with what stands at a place.
pub(super) fn hover(
    server: &mut LanguageServer,
    params: HoverParams,
) -> Result<Option<Hover>, RefusedRequest> {
    let place = &params.text_document_position_params;
    Ok(of_text(server, place).or_else(|| of_ruling(server, place)))
}

fn of_text(server: &LanguageServer, place: &TextDocumentPositionParams) -> Option<Hover> {
    let (asked, at) = server.asked_place(place)?;
    let path = asked.snapshot().sources.path(asked.file);
    let pinned = server.games.around(path).map(|game| &game.pinned)?;
    let counts = pinned.iter().map(|(name, by)| (name.clone(), by.len()));
    let pinned: RulingCounts = counts.collect();
    let told = asked.snapshot().hover(asked.file, at, &pinned)?;
    Some(words(&told.blocks, asked.converter().range(told.span)))
}

/// Returns what stands at a place of a ruling: positions are those of the game as it was last compiled.
fn of_ruling(server: &LanguageServer, place: &TextDocumentPositionParams) -> Option<Hover> {
    let asked = server.asked_ruling(place)?;
    let (path, text) = (asked.read.path.as_str(), &*asked.read.text);
    let playable = asked.game.playable.as_ref();
    let (snapshot, game) = match playable {
        Some(playable) => (&playable.checked.snapshot, Some(&*playable.game)),
        None => (&asked.checked.snapshot, None),
    };
    let told = snapshot.hover_ruling(path, text, asked.at, game)?;
    let file = asked.read.sources.find(path)?;
    let span = Span::new(file, offset(told.bytes.start), offset(told.bytes.end));
    let range = server.converter(&asked.read.sources).range(span);
    Some(words(&told.blocks, range))
}

fn words(blocks: &[Block], range: Range) -> Hover {
    Hover {
        contents: Contents::MarkupContent(MarkupContent {
            kind: MarkupKind::Markdown,
            value: markdown_blocks(blocks),
        }),
        range: Some(range),
    }
}
