//! Work on a saved game that takes a while: what of its rules its rulings reach, and what its rows are worth.
//!
//! The answer is a stream of events (`text/event-stream`), each a line of JSON: how far the work is, what was found so far, and
//! at the end the finding or the reason why there is none. The work stops when whoever asked for it closes the connection.

mod balance;
mod coverage;

use super::EditApp;
use super::folder::FolderError;
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use ludex_pipeline::{Checked, GameText};
use ludex_report::{Report, human};
use ludex_source::Sources;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::convert::Infallible;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

use super::router::{Refused, bad_request};
pub(super) use balance::BalanceParams;

/// Events that wait for a slow reader before the work waits too.
const MOST_WAITING: usize = 8;

/// The game whose rulings are to be played.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CoverageParams {
    /// The folder of the game, below the edited one.
    path: String,
}

/// An event of a stream.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum StudyEvent {
    /// The part of the work that is done.
    Progress { done: u64, all: u64 },
    /// A finding that more work will make sharper.
    SoFar(Value),
    /// The finding at the end of the work.
    Found(Value),
    /// The reason why there is none.
    Failed(String),
}

/// Whoever asked for the work is gone.
struct Gone;

/// The reason why work ended without a finding.
enum StudyEnd {
    /// Nobody waits for it any more.
    Gone,
    /// A message for people.
    Failed(String),
}

impl From<Gone> for StudyEnd {
    fn from(Gone: Gone) -> StudyEnd {
        StudyEnd::Gone
    }
}

/// The end of a stream at which events are put in.
struct EventSender(mpsc::Sender<StudyEvent>);

impl EventSender {
    /// Sends an event; waits while the reader is slow.
    fn send(&self, event: StudyEvent) -> Result<(), Gone> {
        self.0.blocking_send(event).map_err(|_| Gone)
    }
}

/// Plays all rulings of a game and tells which lines of its texts they reach.
pub(super) async fn coverage(
    State(app): State<EditApp>,
    body: Result<Json<CoverageParams>, JsonRejection>,
) -> Result<Response, Refused> {
    let Json(CoverageParams { path }) = body.map_err(bad_request)?;
    Ok(stream(move |events| coverage::study(&app, &path, events)))
}

/// Plays random games, or games of bots, and tells what the rows of a game are worth.
pub(super) async fn balance(
    State(app): State<EditApp>,
    body: Result<Json<BalanceParams>, JsonRejection>,
) -> Result<Response, Refused> {
    let Json(params) = body.map_err(bad_request)?;
    Ok(stream(move |events| balance::study(&app, &params, events)))
}

/// Works on a thread of its own, and answers with its events as they come.
fn stream(work: impl FnOnce(&EventSender) -> Result<Value, StudyEnd> + Send + 'static) -> Response {
    let (send, receive) = mpsc::channel(MOST_WAITING);
    spawn_blocking(move || {
        let events = EventSender(send);
        let last = match work(&events) {
            Ok(found) => StudyEvent::Found(found),
            Err(StudyEnd::Failed(message)) => StudyEvent::Failed(message),
            Err(StudyEnd::Gone) => return,
        };
        // The reader may have gone meanwhile.
        let _ = events.send(last);
    });
    let events = unfold(receive, |mut receive| async {
        let event = receive.recv().await?;
        let event = Event::default().json_data(event);
        let event = event.unwrap_or_else(|error| Event::default().comment(error.to_string()));
        Some((Ok::<_, Infallible>(event), receive))
    });
    Sse::new(events).into_response()
}

/// A saved game, read and checked, with its texts.
struct SavedGame {
    /// The absolute path of its folder.
    folder: String,
    checked: Checked,
    texts: Sources,
}

impl SavedGame {
    /// Reads a game of the edited folder.
    fn read(app: &EditApp, path: &str) -> Result<SavedGame, StudyEnd> {
        let folder = app.folder.inside(path);
        let folder = folder.map_err(|error: FolderError| StudyEnd::Failed(error.to_string()))?;
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let folder = folder.to_string_lossy().into_owned();
        let files = app.host.game_texts(&folder).map_err(StudyEnd::Failed)?;
        let text = GameText {
            name: name.into_owned(),
            files,
        };
        let (mut texts, mut report) = (Sources::new(), Report::new());
        match text.parse(&mut texts, &mut report).check(&mut report) {
            Some(checked) if !report.has_errors() => Ok(SavedGame {
                folder,
                checked,
                texts,
            }),
            Some(_) | None => Err(StudyEnd::Failed(human(&report, &texts, false))),
        }
    }
}
