//! Another name for what a name means, in all texts of its game.

use crate::checked::CheckedGame;
use crate::convert::Converter;
use crate::refusal::RefusedRequest;
use crate::ruling_files;
use crate::session::LanguageServer;
use gen_lsp_types::{
    PrepareRenameDefaultBehavior, PrepareRenameParams, PrepareRenamePlaceholder,
    PrepareRenameResult, RenameParams, TextEdit, Uri, WorkspaceEdit,
};
use ludex_check::semantics::Symbol;
use ludex_ide::RefusedRename;
use ludex_source::Span;
use std::collections::HashMap;

/// Answers whether a name can be changed, with the name as it is.
pub(super) fn prepare(
    server: &mut LanguageServer,
    params: PrepareRenameParams,
) -> Result<Option<PrepareRenameResult>, RefusedRequest> {
    let place = &params.text_document_position_params;
    if let Some((asked, at)) = server.asked_place(place) {
        let name = asked
            .snapshot()
            .renamable(asked.file, at)
            .map_err(refused)?;
        let placeholder = PrepareRenamePlaceholder {
            range: asked.converter().range(name.span),
            placeholder: asked.snapshot().sources.slice(name.span).to_owned(),
        };
        return Ok(Some(placeholder.into()));
    }
    let Some((checked, symbol)) = server.asked_symbol(place) else {
        return match ruling_files::prepare(server, place) {
            Some(id) => Ok(Some(id.into())),
            None => Err(RefusedRequest::failed(
                "no name stands here that can be changed",
            )),
        };
    };
    // In a ruling the editor finds the word by itself; a copy of a row is renamed with the row.
    definition_of(checked, symbol).map(|_| {
        let behavior = PrepareRenameDefaultBehavior::new(true);
        Some(behavior.into())
    })
}

/// Answers with the changes that give a name another form.
pub(super) fn rename(
    server: &mut LanguageServer,
    params: RenameParams,
) -> Result<Option<WorkspaceEdit>, RefusedRequest> {
    let place = &params.text_document_position_params;
    let Some((checked, symbol)) = server.asked_symbol(place) else {
        return match ruling_files::rename(server, place, &params.new_name) {
            Some(edit) => edit.map(Some),
            None => Err(RefusedRequest::failed(
                "no name stands here that can be changed",
            )),
        };
    };
    let (new, snapshot) = (&params.new_name, &checked.snapshot);
    let defined = definition_of(checked, symbol)?;
    let spans = snapshot
        .rename(defined.file, defined.start, new)
        .map_err(refused)?;
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    let mut change = |converter: &Converter<'_>, span: Span| {
        if let Some(uri) = converter.uri(span.file) {
            changes
                .entry(uri)
                .or_default()
                .push(converter.edit(span, new));
        }
    };
    let converter = server.converter(&snapshot.sources);
    spans.into_iter().for_each(|span| change(&converter, span));
    let old = snapshot.sources.slice(defined);
    for one in checked.uses_in_rulings(|_| true) {
        let sources = &one.ruling.sources;
        if one.used.symbol == symbol && sources.slice(one.used.span) == old {
            change(&server.converter(sources), one.used.span);
        }
    }
    if matches!(symbol, Symbol::Row(..)) {
        changes.extend(ruling_files::outcomes_with(
            server, checked, symbol, old, new,
        ));
    }
    Ok(Some(WorkspaceEdit {
        changes: Some(changes),
        ..WorkspaceEdit::default()
    }))
}

/// Returns the place where a symbol is defined, if its name can be changed.
fn definition_of(checked: &CheckedGame, symbol: Symbol) -> Result<Span, RefusedRequest> {
    let none = || RefusedRequest::failed("this is a word of the language");
    let definition = checked.snapshot.definition(symbol).ok_or_else(none)?;
    let span = definition.span;
    let name = checked
        .snapshot
        .renamable(span.file, span.start.saturating_add(1));
    name.map(|name| name.span).map_err(refused)
}

fn refused(reason: RefusedRename) -> RefusedRequest {
    RefusedRequest::failed(reason.0)
}
