//! The requests of the desk: the page without a token; with it the list of files, texts, and the texts of a game together.

use super::folder::{FolderError, ListedFile, stamp, version};
use super::language::{self, is_token};
use super::{EditApp, studies};
use crate::http::{foreign, with_headers};
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Request, State, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::http::header::AUTHORIZATION;
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};

/// The page of the desk.
const DESK: &str = "desk.html";
/// Bytes of a text.
const MOST_BYTES: usize = 8 * 1024 * 1024;

/// The folder with its files and games.
#[derive(Serialize)]
struct FolderAnswer {
    /// The absolute path of the folder, from which the language server's addresses are made.
    root: String,
    /// The folders of games, below the folder; the folder itself is the empty path.
    games: Vec<String>,
    files: Vec<ListedFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PathAsked {
    path: String,
}

#[derive(Serialize)]
struct TextAnswer {
    text: String,
    version: String,
    stamp: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewText {
    path: String,
    text: String,
    /// The version that the writer has read; none of a file that is to be new.
    version: Option<String>,
}

#[derive(Serialize)]
struct Written {
    version: String,
    stamp: String,
}

/// The texts of a game, as it is compiled.
#[derive(Serialize)]
struct GameAnswer {
    name: String,
    files: Vec<(String, String)>,
}

/// The refusal of a request.
#[derive(Serialize)]
pub(super) struct EditRefusal {
    message: String,
    /// The text on the disk, where it is another than the writer has read; none if the file is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    disk: Option<Option<TextAnswer>>,
}

/// The refusal of a request with its status.
pub(super) struct Refused(StatusCode, EditRefusal);

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.0, Json(self.1)).into_response()
    }
}

type Answer<T> = Result<Json<T>, Refused>;

/// Makes the routes of the desk.
pub(super) fn router(app: EditApp) -> Router {
    let guarded = Router::new()
        .route("/edit/folder", post(folder))
        .route("/edit/read", post(read))
        .route("/edit/write", post(write))
        .route("/edit/game", post(game))
        .route("/edit/coverage", post(studies::coverage))
        .route("/edit/balance", post(studies::balance))
        .layer(from_fn_with_state(app.clone(), refuse_strangers))
        .layer(DefaultBodyLimit::max(MOST_BYTES));
    let router = Router::new()
        .route("/edit/language", any(open_language))
        .fallback(get(asset))
        .merge(guarded)
        .layer(from_fn(refuse_foreign));
    with_headers(router).with_state(app)
}

async fn refuse_foreign(request: Request, next: Next) -> Response {
    match foreign(request.uri(), request.headers(), &[]) {
        None => next.run(request).await,
        Some(reason) => (StatusCode::FORBIDDEN, reason).into_response(),
    }
}

async fn refuse_strangers(State(app): State<EditApp>, request: Request, next: Next) -> Response {
    let said = request.headers().get(AUTHORIZATION);
    let said = said.and_then(|said| said.to_str().ok()?.strip_prefix("Bearer "));
    if said.is_some_and(|said| is_token(said, &app.token)) {
        next.run(request).await
    } else {
        refused(
            StatusCode::FORBIDDEN,
            "open the desk by the link that `ludex serve --edit` printed",
        )
        .into_response()
    }
}

async fn asset(State(app): State<EditApp>, request: Request) -> Response {
    let path = match request.uri().path() {
        "/" => DESK,
        path => path,
    };
    app.assets.get(path, request.headers())
}

async fn open_language(State(app): State<EditApp>, opening: WebSocketUpgrade) -> Response {
    opening
        .max_message_size(MOST_BYTES)
        .on_upgrade(move |socket| language::serve(socket, app))
}

async fn folder(State(app): State<EditApp>) -> Answer<FolderAnswer> {
    on_thread(move || {
        let root = app.folder.path();
        let games = app.host.games_below(&root).into_iter();
        Ok(FolderAnswer {
            games: games.filter_map(|game| app.folder.below(&game)).collect(),
            files: app.folder.files(),
            root,
        })
    })
    .await
}

async fn read(
    State(app): State<EditApp>,
    body: Result<Json<PathAsked>, JsonRejection>,
) -> Answer<TextAnswer> {
    let PathAsked { path } = parsed(body)?;
    on_thread(move || {
        let missing = || refused(StatusCode::NOT_FOUND, format!("there is no file `{path}`"));
        read_text(&app, &path)?.ok_or_else(missing)
    })
    .await
}

async fn write(
    State(app): State<EditApp>,
    body: Result<Json<NewText>, JsonRejection>,
) -> Answer<Written> {
    let NewText {
        path,
        text,
        version: had,
    } = parsed(body)?;
    on_thread(move || {
        let disk = read_text(&app, &path)?;
        if disk.as_ref().map(|disk| &disk.version) != had.as_ref() {
            let message = format!("`{path}` was changed on the disk in the meantime");
            let refusal = EditRefusal {
                message,
                disk: Some(disk),
            };
            return Err(Refused(StatusCode::CONFLICT, refusal));
        }
        let file = app.folder.file(&path).map_err(outside)?;
        let written = app.host.write(&file.to_string_lossy(), &text);
        written.map_err(|trouble| refused(StatusCode::INTERNAL_SERVER_ERROR, trouble))?;
        Ok(Written {
            version: version(&text),
            stamp: stamp(&file),
        })
    })
    .await
}

async fn game(
    State(app): State<EditApp>,
    body: Result<Json<PathAsked>, JsonRejection>,
) -> Answer<GameAnswer> {
    let PathAsked { path } = parsed(body)?;
    on_thread(move || {
        let folder = app.folder.inside(&path).map_err(outside)?;
        let texts = app.host.game_texts(&folder.to_string_lossy());
        let files = texts.map_err(|trouble| refused(StatusCode::NOT_FOUND, trouble))?;
        let name = folder.file_name().unwrap_or_default();
        Ok(GameAnswer {
            name: name.to_string_lossy().into_owned(),
            files,
        })
    })
    .await
}

/// Reads a text of the folder; none if there is no such file.
fn read_text(app: &EditApp, path: &str) -> Result<Option<TextAnswer>, Refused> {
    let file = app.folder.file(path).map_err(outside)?;
    let text = app.host.read(&file.to_string_lossy());
    Ok(text.map(|text| TextAnswer {
        version: version(&text),
        stamp: stamp(&file),
        text,
    }))
}

/// Works with files on a thread that may wait for the disk.
async fn on_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refused> + Send + 'static,
) -> Answer<T> {
    let failed = |_| refused(StatusCode::INTERNAL_SERVER_ERROR, "the server failed");
    let done = tokio::task::spawn_blocking(work).await.map_err(failed)?;
    done.map(Json)
}

fn parsed<T>(body: Result<Json<T>, JsonRejection>) -> Result<T, Refused> {
    match body {
        Ok(Json(body)) => Ok(body),
        Err(wrong) => Err(bad_request(wrong)),
    }
}

/// Refuses a body that can't be read.
pub(super) fn bad_request(wrong: JsonRejection) -> Refused {
    refused(StatusCode::BAD_REQUEST, wrong.body_text())
}

fn outside(error: FolderError) -> Refused {
    refused(StatusCode::FORBIDDEN, error.to_string())
}

fn refused(status: StatusCode, message: impl Into<String>) -> Refused {
    let message = message.into();
    let disk = None;
    Refused(status, EditRefusal { message, disk })
}
