//! The function that answers each message. A panic in one is an error of one answer; the server goes on.

use crate::refusal::RefusedRequest;
use crate::session::LanguageServer;
use crate::test_view::RulingsRequest;
use crate::{
    actions, commands, completion, content, formatting, hierarchy, hover, lenses, navigation,
    outline, renaming, ruling_files, runs, sync, test_view, typing,
};
use gen_lsp_types::{
    CallHierarchyIncomingCallsRequest, CallHierarchyOutgoingCallsRequest,
    CallHierarchyPrepareRequest, CodeActionRequest, CodeLensRequest, CompletionRequest,
    CompletionResolveRequest, DefinitionRequest, DidChangeTextDocumentNotification,
    DidChangeWatchedFilesNotification, DidChangeWorkspaceFoldersNotification,
    DidCloseTextDocumentNotification, DidOpenTextDocumentNotification,
    DidSaveTextDocumentNotification, DocumentFormattingRequest, DocumentHighlightRequest,
    DocumentOnTypeFormattingRequest, DocumentRangeFormattingRequest, DocumentSymbolRequest,
    ExecuteCommandRequest, FoldingRangeRequest, HoverRequest, InlayHintRequest,
    PrepareRenameRequest, ReferencesRequest, RenameRequest, SelectionRangeRequest,
    SemanticTokensRequest, SignatureHelpRequest, TextDocumentContentRequest, TypeDefinitionRequest,
    WillRenameFilesRequest, WorkDoneProgressCancelNotification, WorkspaceSymbolRequest,
};
use lsp_server::{ErrorCode, Notification, Request, Response};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Answers a request of a client.
pub(super) fn answer(server: &mut LanguageServer, request: Request) -> Response {
    let id = request.id.clone();
    let mut dispatch = RequestDispatch {
        server,
        request: Some(request),
        outcome: None,
    };
    dispatch
        .on::<TextDocumentContentRequest>(content::content)
        .on::<CompletionRequest>(completion::complete)
        .on::<CompletionResolveRequest>(completion::resolve)
        .on::<HoverRequest>(hover::hover)
        .on::<SignatureHelpRequest>(typing::signature)
        .on::<InlayHintRequest>(typing::hints)
        .on::<SemanticTokensRequest>(typing::tokens)
        .on::<DefinitionRequest>(navigation::definition)
        .on::<TypeDefinitionRequest>(navigation::type_definition)
        .on::<ReferencesRequest>(navigation::references)
        .on::<DocumentHighlightRequest>(navigation::highlights)
        .on::<PrepareRenameRequest>(renaming::prepare)
        .on::<RenameRequest>(renaming::rename)
        .on::<WillRenameFilesRequest>(ruling_files::will_rename)
        .on::<DocumentSymbolRequest>(outline::document_symbols)
        .on::<WorkspaceSymbolRequest>(outline::workspace_symbols)
        .on::<FoldingRangeRequest>(outline::folding_ranges)
        .on::<SelectionRangeRequest>(outline::selection_ranges)
        .on::<CallHierarchyPrepareRequest>(hierarchy::prepare)
        .on::<CallHierarchyIncomingCallsRequest>(hierarchy::incoming)
        .on::<CallHierarchyOutgoingCallsRequest>(hierarchy::outgoing)
        .on::<CodeActionRequest>(actions::actions)
        .on::<CodeLensRequest>(lenses::lenses)
        .on::<RulingsRequest>(test_view::list)
        .on::<ExecuteCommandRequest>(commands::execute)
        .on::<DocumentFormattingRequest>(formatting::document)
        .on::<DocumentRangeFormattingRequest>(formatting::lines)
        .on::<DocumentOnTypeFormattingRequest>(formatting::typed);
    let outcome = dispatch.outcome.take();
    let method = dispatch.request.take().map(|request| request.method);
    match (outcome, method) {
        (Some(Ok(result)), _) => Response::new_ok(id, result),
        (Some(Err(refused)), _) => refused.to_response(id),
        (None, method) => RefusedRequest {
            code: ErrorCode::MethodNotFound,
            message: format!("no method is called `{}`", method.unwrap_or_default()),
        }
        .to_response(id),
    }
}

/// A request on its way to the function that answers it.
struct RequestDispatch<'a> {
    server: &'a mut LanguageServer,
    request: Option<Request>,
    outcome: Option<Result<serde_json::Value, RefusedRequest>>,
}

impl RequestDispatch<'_> {
    /// Lets a function answer the requests of one method.
    fn on<R: gen_lsp_types::Request>(
        &mut self,
        answer: fn(&mut LanguageServer, R::Params) -> Result<R::Result, RefusedRequest>,
    ) -> &mut Self {
        let is_meant = |request: &mut Request| request.method == R::METHOD.as_str();
        let Some(request) = self.request.take_if(is_meant) else {
            return self;
        };
        self.outcome = Some(answer_to(self.server, request, answer));
        self
    }
}

fn answer_to<P: serde::de::DeserializeOwned, T: serde::Serialize>(
    server: &mut LanguageServer,
    request: Request,
    answer: fn(&mut LanguageServer, P) -> Result<T, RefusedRequest>,
) -> Result<serde_json::Value, RefusedRequest> {
    let refused = |code, message| RefusedRequest { code, message };
    let params = serde_json::from_value(request.params)
        .map_err(|error| refused(ErrorCode::InvalidParams, error.to_string()))?;
    // What a handler changes, it changes in steps that each leave something sound.
    let answered = catch_unwind(AssertUnwindSafe(|| answer(server, params)));
    let answered = answered.unwrap_or_else(|_| {
        let message = format!(
            "ludex failed to answer `{}`: please report it",
            request.method
        );
        Err(refused(ErrorCode::InternalError, message))
    })?;
    serde_json::to_value(answered)
        .map_err(|error| refused(ErrorCode::InternalError, error.to_string()))
}

/// Takes a notification in. What cannot be read is passed over, as nobody waits for an answer.
pub(super) fn notice(server: &mut LanguageServer, notification: Notification) {
    NotificationDispatch {
        server,
        notification: Some(notification),
    }
    .on::<DidOpenTextDocumentNotification>(sync::opened)
    .on::<DidChangeTextDocumentNotification>(sync::changed)
    .on::<DidSaveTextDocumentNotification>(sync::saved)
    .on::<DidCloseTextDocumentNotification>(sync::closed)
    .on::<DidChangeWatchedFilesNotification>(sync::files_changed)
    .on::<DidChangeWorkspaceFoldersNotification>(sync::folders_changed)
    .on::<WorkDoneProgressCancelNotification>(runs::cancelled_by_people);
}

/// A notification on its way to the function that takes it in.
struct NotificationDispatch<'a> {
    server: &'a mut LanguageServer,
    notification: Option<Notification>,
}

impl NotificationDispatch<'_> {
    /// Lets a function take in the notifications of one method.
    fn on<N: gen_lsp_types::Notification>(
        mut self,
        take_in: fn(&mut LanguageServer, N::Params),
    ) -> Self {
        let is_meant = |one: &mut Notification| one.method == N::METHOD.as_str();
        let Some(notification) = self.notification.take_if(is_meant) else {
            return self;
        };
        let server = &mut *self.server;
        match serde_json::from_value(notification.params) {
            Ok(params) => {
                let taken = catch_unwind(AssertUnwindSafe(|| take_in(server, params)));
                if taken.is_err() {
                    let method = notification.method;
                    server.warn(&format!("ludex failed on `{method}`: please report it"));
                }
            }
            Err(error) => server.warn(&format!("`{}`: {error}", notification.method)),
        }
        self
    }
}
