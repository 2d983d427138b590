//! The main loop: messages in, answers out, and checking in between.

use crate::client::ClientAbilities;
use crate::refusal::RefusedRequest;
use crate::ruled::RuledRuling;
use crate::runs::RunNews;
use crate::session::{LanguageServer, Phase, SessionEnd, WaitingRequest};
use crate::worker::CheckAnswer;
use crate::{dispatch, lifecycle, runs, test_view, uri};
use crossbeam_channel::{Receiver, after, never, select};
use gen_lsp_types::{InitializeParams, RegistrationRequest, Request as _, Uri};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use std::time::Duration;

/// Changes that come within this time of each other are checked together.
const SETTLED: Duration = Duration::from_millis(2);
/// A run of rulings that takes longer is shown.
const LONG: Duration = Duration::from_millis(500);

impl LanguageServer {
    /// Serves until the client leaves.
    pub(super) fn run(mut self, incoming: &Receiver<Message>) -> SessionEnd {
        let answers = self.checker.as_ref();
        let answers = answers.map_or_else(never, |checker| checker.answers.clone());
        let mut lasting = never();
        loop {
            if self.runs.has_begun() {
                lasting = after(LONG);
            }
            let settled = if self.has_unchecked() {
                after(SETTLED)
            } else {
                never()
            };
            select! {
                recv(incoming) -> message => {
                    let end = match message {
                        Ok(message) => self.message(message),
                        Err(_) => Some(SessionEnd::Abandoned),
                    };
                    if let Some(end) = end {
                        return end;
                    }
                }
                recv(answers) -> answer => if let Ok(answer) = answer {
                    self.found_out(answer);
                },
                recv(settled) -> _ => self.check_changed(),
                recv(lasting) -> _ => runs::lasts(&mut self),
            }
        }
    }

    /// Takes a message in; whether it ends the session.
    fn message(&mut self, message: Message) -> Option<SessionEnd> {
        match message {
            Message::Request(request) => self.request(request),
            Message::Notification(notification) if notification.method == "exit" => {
                return Some(match self.phase {
                    Phase::ShutDown => SessionEnd::Exit,
                    Phase::Fresh | Phase::Running => SessionEnd::Abandoned,
                });
            }
            Message::Notification(notification) => self.notification(notification),
            Message::Response(response) => runs::answered(self, &response),
        }
        None
    }

    fn request(&mut self, request: Request) {
        let refuse = |code, message: &str| RefusedRequest {
            code,
            message: message.to_owned(),
        };
        let refused = match (self.phase, request.method.as_str()) {
            (Phase::Fresh, "initialize") => return self.initialize(request),
            (Phase::Fresh, _) => {
                refuse(ErrorCode::ServerNotInitialized, "`initialize` comes first")
            }
            (Phase::Running, "initialize") => {
                refuse(ErrorCode::InvalidRequest, "`initialize` comes once")
            }
            (Phase::Running, "shutdown") => {
                self.phase = Phase::ShutDown;
                return self.respond(Response::new_ok(request.id, ()));
            }
            (Phase::ShutDown, _) => refuse(
                ErrorCode::InvalidRequest,
                "only `exit` may follow `shutdown`",
            ),
            (Phase::Running, test_view::RUN) => return test_view::run(self, request),
            (Phase::Running, _) => return self.answer_or_wait(request),
        };
        self.respond(refused.to_response(request.id));
    }

    fn initialize(&mut self, request: Request) {
        let params: InitializeParams = match serde_json::from_value(request.params) {
            Ok(params) => params,
            Err(error) => {
                let refused = RefusedRequest {
                    code: ErrorCode::InvalidParams,
                    message: error.to_string(),
                };
                return self.respond(refused.to_response(request.id));
            }
        };
        self.client = ClientAbilities::new(&params);
        self.phase = Phase::Running;
        let welcome = lifecycle::welcome(self.client.encoding);
        self.respond(Response::new_ok(request.id, welcome));
        if self.checker.is_none() {
            self.warn("there is no thread to check games on: nothing will be checked");
        }
    }

    fn notification(&mut self, notification: Notification) {
        match (self.phase, notification.method.as_str()) {
            (Phase::Fresh | Phase::ShutDown, _) => {}
            (Phase::Running, "initialized") if self.client.watches_files => {
                let params = lifecycle::watching();
                self.ask(RegistrationRequest::METHOD.as_str(), params);
            }
            (Phase::Running, "$/cancelRequest") => self.cancel(&notification.params),
            (Phase::Running, _) => dispatch::notice(self, notification),
        }
    }

    /// Refuses a request that waits, as the client asks.
    fn cancel(&mut self, params: &serde_json::Value) {
        let id: Option<RequestId> = params
            .get("id")
            .and_then(|id| serde_json::from_value(id.clone()).ok());
        if let Some(id) = &id {
            runs::cancel(self, id);
        }
        let is_cancelled = |one: &mut WaitingRequest| Some(&one.request.id) == id.as_ref();
        self.refuse(is_cancelled, ErrorCode::RequestCanceled, "cancelled");
    }

    /// Answers a request at once if what it is about is checked.
    fn answer_or_wait(&mut self, request: Request) {
        let path = path_in(&request.params);
        let waiting = WaitingRequest { request, path };
        if self.is_settled(&waiting) {
            self.answer(waiting.request);
        } else {
            self.waiting.push(waiting);
        }
    }

    fn answer(&mut self, request: Request) {
        let response = dispatch::answer(self, request);
        self.respond(response);
    }

    /// Returns true if all texts that a request may be about are checked.
    fn is_settled(&self, waiting: &WaitingRequest) -> bool {
        match &waiting.path {
            Some(path) => self.games.around(path).is_none_or(|game| game.is_settled()),
            None => self.games.iter().all(|game| game.is_settled()),
        }
    }

    fn has_unchecked(&self) -> bool {
        self.games.iter().any(|game| game.sent != game.revision)
    }

    /// Sends the games to be checked whose texts have changed.
    fn check_changed(&mut self) {
        let Some(checker) = &self.checker else {
            return;
        };
        for game in self.games.iter_mut() {
            if game.sent != game.revision {
                checker.check(game.job(&self.documents));
            }
        }
    }

    /// Takes in what the worker found out; what it says of texts that have changed since is of no use.
    fn found_out(&mut self, answer: CheckAnswer) {
        let (folder, revision) = answer.subject();
        let folder = folder.to_owned();
        // A ruling that was played is told of as long as it is the same text.
        let is_timeless = matches!(
            answer,
            CheckAnswer::Ruled { .. } | CheckAnswer::Stopped { .. }
        );
        let game = self.games.get_mut(&folder);
        let Some(game) = game.filter(|game| is_timeless || game.revision == revision) else {
            return;
        };
        let run = RunNews::new(&answer);
        let mut shows_verdicts = false;
        match answer {
            CheckAnswer::Checked(checked) => game.checked = Some(checked),
            CheckAnswer::Compiled {
                report, playable, ..
            } => {
                game.compiled = Some((revision, report));
                game.playable = playable.or(game.playable.take());
            }
            CheckAnswer::Ruled {
                ruled,
                pinned,
                left: (left, _),
                ..
            } => {
                // The lenses of rows count all rulings; those above a ruling need not wait for the others.
                let is_open = |one: &RuledRuling| self.documents.get(&one.read.path).is_some();
                shows_verdicts = left == 0 || ruled.iter().any(is_open);
                let by_path = ruled.into_iter().map(|one| (one.read.path.clone(), one));
                game.ruled.extend(by_path);
                if let Some(pinned) = pinned {
                    game.pinned = pinned;
                }
            }
            CheckAnswer::Stopped { .. } => {}
            CheckAnswer::Failed { .. } => {
                (game.checked, game.failed) = (None, Some(revision));
                let message = format!("ludex failed to check `{folder}`: please report it");
                self.warn(&message);
            }
        }
        runs::follow(self, &folder, revision, &run);
        self.publish_news(&folder);
        if shows_verdicts {
            self.refresh_lenses();
        }
        self.answer_settled();
    }

    /// Answers the requests that waited for what is known now.
    fn answer_settled(&mut self) {
        for one in std::mem::take(&mut self.waiting) {
            if self.is_settled(&one) {
                self.answer(one.request);
            } else {
                self.waiting.push(one);
            }
        }
    }
}

/// Returns the path of the file that a request is about.
fn path_in(params: &serde_json::Value) -> Option<String> {
    let named = ["textDocument", "item"]
        .into_iter()
        .find_map(|key| params.get(key)?.get("uri")?.as_str());
    uri::to_path(&Uri::from(named?))
}
