//! Another name for what a name means, in all texts of its game.

use crate::ide::RefusedRename;
use crate::lsp::dispatch::RefusedRequest;
use crate::lsp::server::LanguageServer;
use gen_lsp_types::PrepareRenameParams;
use gen_lsp_types::PrepareRenamePlaceholder;
use gen_lsp_types::PrepareRenameResult;
use gen_lsp_types::RenameParams;
use gen_lsp_types::TextEdit;
use gen_lsp_types::Uri;
use gen_lsp_types::WorkspaceEdit;
use std::collections::HashMap;

/// Answers whether a name can be changed, with the name as it is.
pub(super) fn prepare(
    server: &mut LanguageServer,
    params: PrepareRenameParams,
) -> Result<Option<PrepareRenameResult>, RefusedRequest> {
    let Some((asked, at)) = server.asked_place(&params.text_document_position_params) else {
        return Ok(None);
    };
    let name = asked
        .snapshot()
        .renamable(asked.file, at)
        .map_err(refused)?;
    let placeholder = PrepareRenamePlaceholder {
        range: asked.converter().range(name.span),
        placeholder: asked.snapshot().sources.slice(name.span).to_owned(),
    };
    Ok(Some(placeholder.into()))
}

/// Answers with the changes that give a name another form.
pub(super) fn rename(
    server: &mut LanguageServer,
    params: RenameParams,
) -> Result<Option<WorkspaceEdit>, RefusedRequest> {
    let Some((asked, at)) = server.asked_place(&params.text_document_position_params) else {
        return Ok(None);
    };
    let new = &params.new_name;
    let spans = asked
        .snapshot()
        .rename(asked.file, at, new)
        .map_err(refused)?;
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for span in spans {
        if let Some(uri) = asked.converter().uri(span.file) {
            changes
                .entry(uri)
                .or_default()
                .push(asked.converter().edit(span, new));
        }
    }
    Ok(Some(WorkspaceEdit {
        changes: Some(changes),
        ..WorkspaceEdit::default()
    }))
}

fn refused(reason: RefusedRename) -> RefusedRequest {
    RefusedRequest::failed(reason.0)
}
