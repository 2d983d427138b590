//! Commands that an editor asks to be done: pages about codes, rulings to be played and accepted.

use crate::pages::page_uri;
use crate::refusal::RefusedRequest;
use crate::ruled::RuledRuling;
use crate::session::LanguageServer;
use crate::uri;
use gen_lsp_types::{
    ExecuteCommandParams, Range, Request as _, ShowDocumentParams, ShowDocumentRequest, Uri,
};
use ludex_report::Code;
use ludex_tools::rulings::{RulingVerdict, snapshot_path};
use serde_json::Value;

/// Opens the page about a code; its argument is the code. Extensions of editors call their own command `ludex.explain`.
pub(super) const EXPLAIN: &str = "ludex.lsp.explain";

/// Plays the rulings of a game again; its arguments are paths of some of them.
pub(super) const RUN: &str = "ludex.lsp.run";
/// Makes what happens now the accepted outcome of rulings; its arguments are their paths.
pub(super) const ACCEPT: &str = "ludex.lsp.accept";
/// Shows where an outcome differs from the accepted one; its argument is the path of a ruling.
pub(super) const DIFFERENCE: &str = "ludex.lsp.difference";

/// Rejects what happens now: the accepted outcomes stand, and what made them others is shown; its arguments are paths of
/// rulings.
pub(super) const REJECT: &str = "ludex.lsp.reject";

/// Opens a file in the editor; its argument is the path. Code actions that write a file end with it.
pub(super) const OPEN: &str = "ludex.lsp.open";

/// All commands that the server knows.
pub(super) const COMMANDS: [&str; 6] = [EXPLAIN, RUN, ACCEPT, REJECT, DIFFERENCE, OPEN];

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
        RUN => run(server, first).map(|()| None),
        ACCEPT => {
            let paths = arguments.iter().filter_map(Value::as_str);
            let paths: Vec<&str> = paths.collect();
            paths.iter().try_for_each(|path| accept(server, path))?;
            run(server, first).map(|()| None)
        }
        REJECT => {
            let paths = arguments.iter().filter_map(Value::as_str);
            let paths: Vec<&str> = paths.collect();
            paths.iter().try_for_each(|path| reject(server, path))?;
            show_cause(server, first);
            Ok(None)
        }
        DIFFERENCE => difference(server, first).map(Some),
        OPEN => {
            show_document(server, uri::of_path(first), None);
            Ok(None)
        }
        other => Err(RefusedRequest::failed(format!(
            "no command is called `{other}`"
        ))),
    }
}

/// Has all rulings of a game played again.
fn run(server: &mut LanguageServer, path: &str) -> Result<(), RefusedRequest> {
    let game = server.games.around_mut(path);
    let game =
        game.ok_or_else(|| RefusedRequest::failed(format!("`{path}` is of no open game")))?;
    game.run_rulings([path.to_owned()]);
    Ok(())
}

/// Makes what happens now the accepted outcome of a ruling.
fn accept(server: &LanguageServer, path: &str) -> Result<(), RefusedRequest> {
    let report = &ruled(server, path)?.report;
    let none = || RefusedRequest::failed(format!("`{path}` has no outcome that can be accepted"));
    let text = report.accept().ok_or_else(none)?;
    let written = server.host.write(&snapshot_path(path), &text);
    written.map_err(RefusedRequest::failed)
}

/// Rejects what happens now in a ruling: the outcome that waits beside the accepted one is put aside, and is told as a mistake
/// until the ruling has another.
fn reject(server: &mut LanguageServer, path: &str) -> Result<(), RefusedRequest> {
    let report = &ruled(server, path)?.report;
    let waits = matches!(
        report.verdict,
        RulingVerdict::Differs(_) | RulingVerdict::Pending
    );
    let outcome = report.snapshot.as_ref().filter(|_| waits);
    let none = || RefusedRequest::failed(format!("`{path}` has no outcome that waits"));
    let outcome = outcome.ok_or_else(none)?.outcome.clone();
    let waiting = format!("{}.new", snapshot_path(path));
    server
        .host
        .remove(&waiting)
        .map_err(RefusedRequest::failed)?;
    if let Some(game) = server.games.around_mut(path) {
        game.rejected.insert(path.to_owned(), outcome);
        let folder = game.folder.clone();
        server.publish_news(&folder);
        server.refresh_lenses();
    }
    Ok(())
}

/// Shows the statement of the rules that made the outcome of a ruling another one, where the editor shows places.
fn show_cause(server: &mut LanguageServer, path: &str) {
    let place = ruled(server, path).ok().and_then(|ruled| {
        let span = ruled.sources.shown(ruled.report.cause()?);
        server.converter(&ruled.sources).location(span)
    });
    if let Some(place) = place {
        show_document(server, place.uri, Some(place.range));
    }
}

/// Shows a document in a window of the editor, where it can.
fn show_document(server: &mut LanguageServer, uri: Uri, selection: Option<Range>) {
    if server.client.shows_documents {
        let params = ShowDocumentParams {
            uri,
            external: Some(false),
            take_focus: Some(true),
            selection,
        };
        server.ask(ShowDocumentRequest::METHOD.as_str(), params);
    }
}

/// Shows the lines in which an outcome differs from the accepted one; the answer is the same.
fn difference(server: &LanguageServer, path: &str) -> Result<Value, RefusedRequest> {
    let RulingVerdict::Differs(difference) = &ruled(server, path)?.report.verdict else {
        return Err(RefusedRequest::failed(format!(
            "the outcome of `{path}` does not differ"
        )));
    };
    let text = difference.to_text();
    server.show(&text);
    Ok(text.into())
}

fn ruled<'a>(server: &'a LanguageServer, path: &str) -> Result<&'a RuledRuling, RefusedRequest> {
    let game = server.games.around(path);
    let ruled = game.and_then(|game| game.ruled.get(path));
    ruled.ok_or_else(|| RefusedRequest::failed(format!("`{path}` is no ruling that was played")))
}

/// Shows the page about a code, in a window of the editor or as a message; the answer is its text.
fn explain(server: &mut LanguageServer, code: &str) -> Result<Value, RefusedRequest> {
    let code = Code::find(code);
    let code =
        code.ok_or_else(|| RefusedRequest::failed("its argument is a code, such as `N01`"))?;
    let page = server.host.explanation(code);
    if server.client.reads_content && server.client.shows_documents {
        show_document(server, page_uri(code.as_str()), None);
    } else {
        server.show(&page);
    }
    Ok(page.into())
}
