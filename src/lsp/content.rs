//! Texts that lie in no file and that an editor may show: pages about codes, the prelude.

use crate::pages::{PAGE, PAGES, PRELUDE_AT, SCHEME};
use crate::refusal::RefusedRequest;
use crate::session::LanguageServer;
use gen_lsp_types::{TextDocumentContentParams, TextDocumentContentResult};
use ludex_pipeline::PRELUDE;
use ludex_report::Code;

/// Answers with the text of a URI.
pub(super) fn content(
    server: &mut LanguageServer,
    params: TextDocumentContentParams,
) -> Result<TextDocumentContentResult, RefusedRequest> {
    let uri = params.uri.as_ref();
    let path = uri
        .strip_prefix(SCHEME)
        .and_then(|rest| rest.strip_prefix(':'));
    let page = path.and_then(|path| path.strip_prefix(PAGES)?.strip_suffix(PAGE));
    let text = match (path, page) {
        (Some(PRELUDE_AT), _) => Some(PRELUDE.to_owned()),
        (_, Some(code)) => Code::find(code).map(|code| server.host.explanation(code)),
        (Some(_) | None, None) => None,
    };
    let text = text.ok_or_else(|| RefusedRequest::failed(format!("there is no text `{uri}`")))?;
    Ok(TextDocumentContentResult { text })
}
