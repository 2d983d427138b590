//! Texts that lie in no file and that an editor may show: pages about codes, the prelude.

use crate::dispatch::RefusedRequest;
use crate::server::LanguageServer;
use gen_lsp_types::TextDocumentContentParams;
use gen_lsp_types::TextDocumentContentResult;
use gen_lsp_types::Uri;
use ludex_pipeline::PRELUDE;
use ludex_report::Code;

/// The scheme of the URIs of these texts.
pub(super) const SCHEME: &str = "ludex";
/// The path of the prelude.
const PRELUDE_AT: &str = "/prelude.rules";
/// The folder of the pages about codes.
const PAGES: &str = "/explain/";
/// The ending of a page.
const PAGE: &str = ".txt";

/// Returns the URI of the page about a code.
pub(super) fn page_uri(code: &str) -> Uri {
    Uri::from(format!("{SCHEME}:{PAGES}{code}{PAGE}"))
}

/// Returns the URI of the prelude.
pub(super) fn prelude_uri() -> Uri {
    Uri::from(format!("{SCHEME}:{PRELUDE_AT}"))
}

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
