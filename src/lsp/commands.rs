//! Commands that an editor asks to be done: pages about codes.

use crate::lsp::content::page_uri;
use crate::lsp::dispatch::RefusedRequest;
use crate::lsp::server::LanguageServer;
use crate::report::Code;
use gen_lsp_types::ExecuteCommandParams;
use gen_lsp_types::Request as _;
use gen_lsp_types::ShowDocumentParams;
use gen_lsp_types::ShowDocumentRequest;
use serde_json::Value;

/// Opens the page about a code; its argument is the code. Extensions of editors call their own command `ludex.explain`.
pub(super) const EXPLAIN: &str = "ludex.lsp.explain";

/// All commands that the server knows.
pub(super) const COMMANDS: [&str; 1] = [EXPLAIN];

/// Does what an editor asks to be done.
pub(super) fn execute(
    server: &mut LanguageServer,
    params: ExecuteCommandParams,
) -> Result<Option<Value>, RefusedRequest> {
    let arguments = params.arguments.unwrap_or_default();
    let first = arguments
        .first()
        .and_then(Value::as_str)
        .unwrap_or_default();
    match params.command.as_str() {
        EXPLAIN => explain(server, first).map(Some),
        other => Err(RefusedRequest::failed(format!(
            "no command is called `{other}`"
        ))),
    }
}

/// Shows the page about a code, in a window of the editor or as a message; the answer is its text.
fn explain(server: &mut LanguageServer, code: &str) -> Result<Value, RefusedRequest> {
    let code = Code::find(code);
    let code =
        code.ok_or_else(|| RefusedRequest::failed("its argument is a code, such as `N01`"))?;
    let page = server.host.explanation(code);
    match server.client.reads_content && server.client.shows_documents {
        true => {
            let params = ShowDocumentParams {
                uri: page_uri(code.as_str()),
                external: Some(false),
                take_focus: Some(true),
                selection: None,
            };
            server.ask(ShowDocumentRequest::METHOD.as_str(), params);
        }
        false => server.show(&page),
    }
    Ok(page.into())
}
