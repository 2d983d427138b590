//! Texts that may be typed at a place, and the words about one of them when it is looked at.

use crate::refusal::RefusedRequest;
use crate::session::LanguageServer;
use crate::told_completions::ToldCompletions;
use gen_lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionParams, CompletionResponse,
    InsertTextFormat, MarkupContent, MarkupKind, Range, TextDocumentPositionParams, TextEdit,
};
use ludex_ide::{Completion, CompletionKind, SymbolKind};
use ludex_markup::markdown_blocks;
use ludex_source::Span;
use ludex_source::span::offset;
use serde_json::json;

/// Answers with what may be typed at a place.
pub(super) fn complete(
    server: &mut LanguageServer,
    params: CompletionParams,
) -> Result<Option<CompletionResponse>, RefusedRequest> {
    let place = &params.text_document_position_params;
    let Some((asked, at)) = server.asked_place(place) else {
        return Ok(of_ruling(server, place));
    };
    let Some(list) = asked.snapshot().complete(asked.file, at) else {
        return Ok(None);
    };
    let range = asked.converter().range(list.replaces);
    let snippets = server.client.fills_snippets;
    let items = list.items.iter().enumerate();
    let items = items
        .map(|(nth, one)| item(nth, one, range, snippets))
        .collect();
    let told = ToldCompletions {
        folder: asked.checked.folder.clone(),
        symbols: list.items.iter().map(|one| one.symbol).collect(),
    };
    server.completions = told;
    Ok(Some(CompletionResponse::CompletionList(CompletionList {
        is_incomplete: list.is_cut,
        items,
        ..CompletionList::default()
    })))
}

/// Returns what may be typed at a place of a ruling: its keys, names, and under `play:` the choices of whoever is asked there.
fn of_ruling(
    server: &mut LanguageServer,
    place: &TextDocumentPositionParams,
) -> Option<CompletionResponse> {
    let asked = server.asked_ruling(place)?;
    let read = asked.read;
    let game = asked.game.playable.as_ref().map(|one| &*one.game);
    let at = usize::try_from(asked.at).ok()?;
    let snapshot = &asked.checked.snapshot;
    let list = snapshot.complete_ruling(&read.path, &read.text, at, game);
    let replaces = Span::new(
        read.sources.find(&read.path)?,
        offset(list.replaces.start),
        offset(list.replaces.end),
    );
    let range = server.converter(&read.sources).range(replaces);
    let typed = read.sources.slice(replaces);
    let snippets = server.client.fills_snippets;
    let items = list.items.iter().enumerate();
    let items = items.map(|(nth, one)| {
        let item = item(nth, one, range, snippets);
        match one.kind {
            CompletionKind::Value => choice(item, &one.label, typed, range),
            CompletionKind::Symbol(_)
            | CompletionKind::Keyword
            | CompletionKind::Key
            | CompletionKind::Snippet => item,
        }
    });
    let items = items.collect();
    let told = ToldCompletions {
        folder: asked.checked.folder.clone(),
        symbols: list.items.iter().map(|one| one.symbol).collect(),
    };
    server.completions = told;
    Some(CompletionResponse::CompletionList(CompletionList {
        items,
        ..CompletionList::default()
    }))
}

/// Returns a choice under `play:`: several words in quotes, of which an editor would hold only one against what is typed.
fn choice(item: CompletionItem, label: &str, typed: &str, range: Range) -> CompletionItem {
    CompletionItem {
        filter_text: Some(format!("{typed}{label}")),
        insert_text_format: None,
        text_edit: Some(
            TextEdit {
                range,
                new_text: serde_json::Value::from(label).to_string(),
            }
            .into(),
        ),
        ..item
    }
}

/// Adds the words about a completion.
pub(super) fn resolve(
    server: &mut LanguageServer,
    mut item: CompletionItem,
) -> Result<CompletionItem, RefusedRequest> {
    let told = &server.completions;
    let nth = item
        .data
        .as_ref()
        .and_then(|data| data.get("nth")?.as_u64());
    let nth = nth.and_then(|nth| usize::try_from(nth).ok());
    let symbol = nth.and_then(|nth| told.symbols.get(nth).copied().flatten());
    let mut games = server.games.iter();
    let game = games.find(|game| game.folder == told.folder);
    let checked = game.and_then(|game| game.checked.as_ref());
    if let (Some(symbol), Some(checked)) = (symbol, checked) {
        let value = markdown_blocks(&checked.snapshot.symbol_docs(symbol));
        let kind = MarkupKind::Markdown;
        item.documentation = Some(MarkupContent { kind, value }.into());
    }
    Ok(item)
}

fn item(nth: usize, one: &Completion, range: Range, fills_snippets: bool) -> CompletionItem {
    let snippet = one.snippet.as_ref().filter(|_| fills_snippets);
    let new_text = snippet.map_or(&one.label, |snippet| &snippet.0).clone();
    CompletionItem {
        label: one.label.clone(),
        kind: Some(kind(one.kind)),
        detail: Some(one.detail.clone()).filter(|detail| !detail.is_empty()),
        sort_text: Some(format!("{nth:05}")),
        insert_text_format: snippet.map(|_| InsertTextFormat::Snippet),
        text_edit: Some(TextEdit { range, new_text }.into()),
        data: one.symbol.map(|_| json!({ "nth": nth })),
        ..CompletionItem::default()
    }
}

/// Returns the protocol's picture of a sort of completions.
fn kind(kind: CompletionKind) -> CompletionItemKind {
    let symbol = match kind {
        CompletionKind::Symbol(symbol) => symbol,
        CompletionKind::Keyword => return CompletionItemKind::Keyword,
        CompletionKind::Key => return CompletionItemKind::Property,
        CompletionKind::Value => return CompletionItemKind::Value,
        CompletionKind::Snippet => return CompletionItemKind::Snippet,
    };
    match symbol {
        SymbolKind::Enum => CompletionItemKind::Enum,
        SymbolKind::EnumValue | SymbolKind::Direction => CompletionItemKind::EnumMember,
        SymbolKind::Kind | SymbolKind::Sort => CompletionItemKind::Class,
        SymbolKind::Record => CompletionItemKind::Struct,
        SymbolKind::Row | SymbolKind::Space => CompletionItemKind::Constant,
        SymbolKind::Attribute | SymbolKind::Slot => CompletionItemKind::Property,
        SymbolKind::Field => CompletionItemKind::Field,
        SymbolKind::Place | SymbolKind::Board | SymbolKind::Table => CompletionItemKind::Module,
        SymbolKind::Variable | SymbolKind::Track | SymbolKind::Local | SymbolKind::Parameter => {
            CompletionItemKind::Variable
        }
        SymbolKind::Moment => CompletionItemKind::Event,
        SymbolKind::Effect | SymbolKind::Verb => CompletionItemKind::Function,
        SymbolKind::Action => CompletionItemKind::Method,
        SymbolKind::Query | SymbolKind::BuiltInQuery | SymbolKind::Fold => {
            CompletionItemKind::Operator
        }
        SymbolKind::Option => CompletionItemKind::Value,
        SymbolKind::Word => CompletionItemKind::Keyword,
    }
}
