//! The words about a name, a row or a word of the language, where the pointer rests.

use crate::dispatch::RefusedRequest;
use crate::server::LanguageServer;
use gen_lsp_types::Contents;
use gen_lsp_types::Hover;
use gen_lsp_types::HoverParams;
use gen_lsp_types::MarkupContent;
use gen_lsp_types::MarkupKind;
use ludex_ide::RulingCounts;
use ludex_markup::markdown_blocks;

/// Answers with what stands at a place.
pub(super) fn hover(
    server: &mut LanguageServer,
    params: HoverParams,
) -> Result<Option<Hover>, RefusedRequest> {
    let found = || {
        let (asked, at) = server.asked_place(&params.text_document_position_params)?;
        let path = asked.snapshot().sources.path(asked.file);
        let pinned = server.games.around(path).map(|game| &game.pinned)?;
        let counts = pinned.iter().map(|(name, by)| (name.clone(), by.len()));
        let pinned: RulingCounts = counts.collect();
        let told = asked.snapshot().hover(asked.file, at, &pinned)?;
        Some(Hover {
            contents: Contents::MarkupContent(MarkupContent {
                kind: MarkupKind::Markdown,
                value: markdown_blocks(&told.blocks),
            }),
            range: Some(asked.converter().range(told.span)),
        })
    };
    Ok(found())
}
