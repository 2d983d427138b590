//! The session: all that the server knows of a client and its texts, and the messages that it sends.
//!
//! Functions that answer requests work with it; the loop that calls them is `server`.

use crate::client::ClientAbilities;
use crate::documents::OpenDocuments;
use crate::games::OpenGames;
use crate::refusal::RefusedRequest;
use crate::ruling_runs::RulingRuns;
use crate::told_completions::ToldCompletions;
use crate::worker::CheckThread;
use crate::{Host, publish};
use crossbeam_channel::Sender;
use gen_lsp_types::{
    CodeLensRefreshRequest, LogMessageNotification, LogMessageParams, MessageType,
    Notification as _, PublishDiagnosticsNotification, PublishDiagnosticsParams, Request as _,
    ShowMessageNotification, ShowMessageParams,
};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use std::sync::Arc;

/// The way in which a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionEnd {
    /// The client asked to shut down, then to exit.
    Exit,
    /// The client asked to exit without shutting down first, or went away.
    Abandoned,
}

/// The state of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// Nobody said `initialize` yet.
    Fresh,
    /// Requests are answered now.
    Running,
    /// The client is about to leave.
    ShutDown,
}

/// A request that waits until its game is checked.
#[derive(Debug)]
pub(super) struct WaitingRequest {
    /// The request as it was sent.
    pub(super) request: Request,
    /// The file that it is about, if it is about one.
    pub(super) path: Option<String>,
}

/// A session with one client.
pub(super) struct LanguageServer {
    sender: Sender<Message>,
    /// The files of the system.
    pub(super) host: Arc<dyn Host>,
    /// The state of the session.
    pub(super) phase: Phase,
    /// The abilities of the client.
    pub(super) client: ClientAbilities,
    /// The texts that are open.
    pub(super) documents: OpenDocuments,
    /// The games of which files are or were open.
    pub(super) games: OpenGames,
    /// The thread that checks; none if there can be none.
    pub(super) checker: Option<CheckThread>,
    /// The requests that wait until a game is checked.
    pub(super) waiting: Vec<WaitingRequest>,
    /// The completions that the editor was told last.
    pub(super) completions: ToldCompletions,
    /// The runs of rulings that are shown or waited for.
    pub(super) runs: RulingRuns,
    /// The number of requests that were sent to the client.
    asked: i32,
}

impl LanguageServer {
    /// Returns a session in which nothing was said.
    pub(super) fn new(sender: Sender<Message>, host: Arc<dyn Host>) -> LanguageServer {
        let checker = CheckThread::start(Arc::clone(&host)).ok();
        LanguageServer {
            sender,
            host,
            phase: Phase::Fresh,
            client: ClientAbilities::default(),
            documents: OpenDocuments::default(),
            games: OpenGames::default(),
            checker,
            waiting: Vec::new(),
            completions: ToldCompletions::default(),
            runs: RulingRuns::default(),
            asked: 0,
        }
    }

    /// Refuses requests that wait and are about a text that has just changed.
    pub(super) fn refuse_stale(&mut self, path: &str) {
        let is_stale = |one: &mut WaitingRequest| one.path.as_deref() == Some(path);
        self.refuse(is_stale, ErrorCode::ContentModified, "the text has changed");
    }

    /// Refuses requests that wait.
    pub(super) fn refuse(
        &mut self,
        which: impl FnMut(&mut WaitingRequest) -> bool,
        code: ErrorCode,
        message: &str,
    ) {
        let refused: Vec<WaitingRequest> = self.waiting.extract_if(.., which).collect();
        for one in refused {
            let refused = RefusedRequest {
                code,
                message: message.to_owned(),
            };
            self.respond(refused.to_response(one.request.id));
        }
    }

    /// Makes the editor ask for lenses again, where it does so when it is told to: the verdicts in them are others now.
    pub(super) fn refresh_lenses(&mut self) {
        if self.client.refreshes_lenses {
            self.ask(CodeLensRefreshRequest::METHOD.as_str(), ());
        }
    }

    /// Tells the editor what is new about a game. While its texts are checked again there is nothing to tell: what was found in
    /// older ones would pass for theirs.
    pub(super) fn publish_news(&mut self, folder: &str) {
        let game = self.games.get_mut(folder);
        let Some(game) = game.filter(|game| game.is_checked()) else {
            return;
        };
        for params in publish::news(game, &self.documents, &self.client) {
            self.publish(params);
        }
    }

    /// Tells the editor what is wrong with a file.
    pub(super) fn publish(&self, params: PublishDiagnosticsParams) {
        self.notify(PublishDiagnosticsNotification::METHOD.as_str(), params);
    }

    /// Tells people of trouble that is no mistake of a game.
    pub(super) fn warn(&self, message: &str) {
        let params = LogMessageParams {
            kind: MessageType::Warning,
            message: message.to_owned(),
        };
        self.notify(LogMessageNotification::METHOD.as_str(), params);
    }

    /// Shows people a message.
    pub(super) fn show(&self, message: &str) {
        let params = ShowMessageParams {
            kind: MessageType::Info,
            message: message.to_owned(),
        };
        self.notify(ShowMessageNotification::METHOD.as_str(), params);
    }

    /// Sends a notification to the client.
    pub(super) fn notify(&self, method: &str, params: impl serde::Serialize) {
        self.send(Notification::new(method.to_owned(), params).into());
    }

    /// Sends a request to the client; returns its number, by which its answer is known.
    pub(super) fn ask(&mut self, method: &str, params: impl serde::Serialize) -> RequestId {
        self.asked += 1;
        let request = Request::new(self.asked.into(), method.to_owned(), params);
        let id = request.id.clone();
        self.send(request.into());
        id
    }

    /// Asks the worker to play the rulings of a game no further.
    pub(super) fn stop_rulings(&mut self, folder: &str) {
        if let Some(game) = self.games.get_mut(folder) {
            game.runs_rulings = None;
        }
        if let Some(checker) = &self.checker {
            checker.stop_rulings(folder);
        }
    }

    /// Answers a request of the client.
    pub(super) fn respond(&self, response: Response) {
        self.send(response.into());
    }

    fn send(&self, message: Message) {
        // A client that is gone is noticed where messages are read.
        let _ = self.sender.send(message);
    }
}
