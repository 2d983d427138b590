//! The routes: the page, the games, tables to be created, whose turn it is, and the socket.

use super::assets::Assets;
use super::guard;
use crate::config::Creation;
use crate::limits::Addresses;
use crate::live::Hub;
use crate::socket::{self, Stop};
use crate::token::Token;
use crate::wire::{Code, NewTable, Refusal, ServerMessage, Turn, TurnsOf};
use axum::body::Body;
use axum::extract::rejection::JsonRejection;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Request, State, WebSocketUpgrade};
use axum::http::header::{
    self, AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

/// The time that a request may take; a socket is one no longer once it is open.
const PATIENCE: Duration = Duration::from_secs(20);
/// Tokens of one question whose turn it is.
const MOST_TOKENS: usize = 100;

/// The rights of the page: its own scripts, styles, pictures and connections, WebAssembly, and nothing from elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
     font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// The parts of the server that all handlers share.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) hub: Arc<Hub>,
    pub(crate) assets: Arc<Assets>,
    pub(crate) addresses: Arc<Addresses>,
    pub(crate) stop: Stop,
}

/// Makes the routes of the server.
pub(crate) fn router(app: App) -> Router {
    let router = Router::new()
        .route("/api/games", get(games))
        .route("/api/games/{name}", get(game))
        .route("/api/games/{name}/{locale}", get(game_in_locale))
        .route("/api/tables", post(create))
        .route("/api/turns", post(turns))
        .route("/socket", any(open_socket))
        .fallback(get(asset))
        .layer(DefaultBodyLimit::max(app.hub.config.limits.message_bytes))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::SERVICE_UNAVAILABLE,
            PATIENCE,
        ))
        .layer(from_fn_with_state(app.clone(), refuse_foreign));
    with_headers(router).with_state(app)
}

/// Adds what every answer of a server has: the rights of the page, and compression.
pub(crate) fn with_headers<S: Clone + Send + Sync + 'static>(router: Router<S>) -> Router<S> {
    let header = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
    };
    router
        .layer(header(CONTENT_SECURITY_POLICY, POLICY))
        .layer(header(X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(REFERRER_POLICY, "no-referrer"))
        .layer(header(
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ))
        .layer(header(
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ))
        .layer(CompressionLayer::new())
}

async fn refuse_foreign(State(app): State<App>, request: Request, next: Next) -> Response {
    match guard::check(request.uri(), request.headers(), &app.hub.config.hosts) {
        Ok(()) => next.run(request).await,
        Err(foreign) => (StatusCode::FORBIDDEN, foreign.to_string()).into_response(),
    }
}

async fn asset(State(app): State<App>, request: Request) -> Response {
    app.assets.get(request.uri().path(), request.headers())
}

async fn games(State(app): State<App>) -> Response {
    json_text(app.hub.list_text().clone())
}

async fn game(State(app): State<App>, Path(name): Path<String>, headers: HeaderMap) -> Response {
    let Some((tag, description)) = app.hub.description(&name) else {
        return refused(&Refusal::new(
            Code::Unknown,
            format!("there is no game `{name}`"),
        ));
    };
    let tag = HeaderValue::try_from(format!("\"{tag}\"")).ok();
    if tag.is_some() && headers.get(header::IF_NONE_MATCH) == tag.as_ref() {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let mut response = json_text(description);
    if let Some(tag) = tag {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// Sends the description of a game in the words of a locale; as the rules have them if it has no words there.
async fn game_in_locale(
    State(app): State<App>,
    Path((name, locale)): Path<(String, String)>,
) -> Response {
    match app.hub.description_in(&name, &locale) {
        Some(description) => json_text(description),
        None => refused(&Refusal::new(
            Code::Unknown,
            format!("there is no game `{name}`"),
        )),
    }
}

async fn create(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Result<Json<NewTable>, JsonRejection>,
) -> Response {
    let address = app.client(peer, &headers);
    if !app.addresses.may_create(address) {
        return refused(&Refusal::new(
            Code::TooMany,
            "too many tables: wait a minute",
        ));
    }
    if let Creation::Host(host) = &app.hub.config.creation
        && !is_host(&headers, host)
    {
        if !app.addresses.count_wrong_token(address) {
            return refused(&Refusal::new(
                Code::TooMany,
                "too many wrong tokens: wait a minute",
            ));
        }
        let message = "only the host may create tables here: use the link that the server showed when it started";
        return refused(&Refusal::new(Code::NotAllowed, message));
    }
    let Json(asked) = match body {
        Ok(body) => body,
        Err(wrong) => return refused(&Refusal::new(Code::BadMessage, wrong.body_text())),
    };
    let hub = Arc::clone(&app.hub);
    match app.hub.tables.run(move || hub.create(&asked)).await {
        Some(Ok(links)) => (StatusCode::CREATED, Json(links)).into_response(),
        Some(Err(refusal)) => refused(&refusal),
        None => refused(&Refusal::new(Code::Failed, "the table could not be set up")),
    }
}

async fn turns(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Result<Json<TurnsOf>, JsonRejection>,
) -> Response {
    let Json(TurnsOf { tokens }) = match body {
        Ok(body) => body,
        Err(wrong) => return refused(&Refusal::new(Code::BadMessage, wrong.body_text())),
    };
    if tokens.len() > MOST_TOKENS {
        return refused(&Refusal::new(
            Code::TooMany,
            format!("at most {MOST_TOKENS} tokens at once"),
        ));
    }
    let hub = Arc::clone(&app.hub);
    match app.hub.tables.run(move || hub.turns(&tokens)).await {
        Some(Ok(turns)) => {
            let address = app.client(peer, &headers);
            let mut wrong = turns.iter().filter(|turn| **turn == Turn::Unknown);
            if wrong.any(|_| !app.addresses.count_wrong_token(address)) {
                return refused(&Refusal::new(
                    Code::TooMany,
                    "too many wrong tokens: wait a minute",
                ));
            }
            Json(turns).into_response()
        }
        Some(Err(refusal)) => refused(&refusal),
        None => refused(&Refusal::new(Code::Failed, "the server failed")),
    }
}

async fn open_socket(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    opening: WebSocketUpgrade,
) -> Response {
    let address = app.client(peer, &headers);
    let Some(admitted) = app.addresses.admit(address) else {
        return refused(&Refusal::new(Code::TooMany, "too many connections"));
    };
    let most = app.hub.config.limits.message_bytes;
    opening
        .max_message_size(most)
        .max_frame_size(most)
        // Thousands of connections are silent most of the time.
        .read_buffer_size(4 * 1024)
        .write_buffer_size(0)
        .on_upgrade(move |socket| socket::serve(socket, app, address, admitted))
}

impl App {
    fn client(&self, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
        guard::client_address(peer, headers, self.hub.config.is_behind_proxy)
    }
}

fn is_host(headers: &HeaderMap, host: &Token) -> bool {
    let said = headers
        .get(AUTHORIZATION)
        .and_then(|said| said.to_str().ok());
    let token = said.and_then(|said| said.strip_prefix("Bearer ")?.parse::<Token>().ok());
    // Hashes are compared, so the time tells nothing of the token.
    token.is_some_and(|token| token.hash() == host.hash())
}

fn json_text(text: Arc<str>) -> Response {
    let media_type = (CONTENT_TYPE, HeaderValue::from_static("application/json"));
    let lasting = (CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    ([media_type, lasting], Body::from(text.to_string())).into_response()
}

fn refused(refusal: &Refusal) -> Response {
    let code = match refusal {
        Refusal::Table(_) => Code::BadMessage,
        Refusal::Server(refusal) => refusal.code,
    };
    let status = match code {
        Code::BadMessage | Code::Join => StatusCode::BAD_REQUEST,
        Code::WrongToken | Code::NotAllowed => StatusCode::FORBIDDEN,
        Code::TooMany => StatusCode::TOO_MANY_REQUESTS,
        Code::OtherRules | Code::Cancelled => StatusCode::CONFLICT,
        Code::Unknown => StatusCode::NOT_FOUND,
        Code::Failed => StatusCode::INTERNAL_SERVER_ERROR,
    };
    let message = ServerMessage::Refusal {
        n: None,
        refusal: refusal.clone(),
    };
    (status, Json(message)).into_response()
}
