//! A server in the test's process, and clients that speak to it as browsers do.

mod client;
mod http;
mod socket;

pub(crate) use client::Client;
pub(crate) use http::{Answer, Http};
pub(crate) use socket::next_text;

use ludex_pipeline::GameText;
use ludex_serve::config::{Config, Limits};
use ludex_serve::storage::{Sqlite, Storage};
use ludex_serve::wire::NewLinks;
use ludex_serve::{Assets, Inspector, Server};
use ludex_system::SYSTEM;
use ludex_table::TableGame;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server that listens on a free port, with a storage of its own.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    pub(crate) inspector: Inspector,
    pub(crate) folder: TempDir,
    stop: Option<oneshot::Sender<()>>,
    ended: JoinHandle<()>,
}

/// Returns the root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns a game by its folder below the root, read once.
pub(crate) fn game(folder: &str) -> Arc<TableGame> {
    static GAMES: OnceLock<Mutex<BTreeMap<String, Arc<TableGame>>>> = OnceLock::new();
    let mut games = GAMES.get_or_init(Mutex::default).lock().unwrap();
    let game = games
        .entry(folder.to_owned())
        .or_insert_with(|| read(&root().join(folder)));
    Arc::clone(game)
}

fn read(folder: &Path) -> Arc<TableGame> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            files.push((name, std::fs::read_to_string(&path).unwrap()));
        }
    }
    files.sort();
    let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
    let game = TableGame::new(GameText { name, files });
    let game = game.unwrap_or_else(|problems| panic!("{}: {problems}", folder.display()));
    Arc::new(game.on(SYSTEM))
}

/// Returns a configuration without limits that a test would meet.
pub(crate) fn config() -> Config {
    let many = NonZeroU32::new(1_000_000).unwrap();
    let limits = Limits {
        messages_per_second: many,
        tables_per_minute: many,
        wrong_tokens_per_minute: many,
        connections_per_address: 10_000,
        ..Limits::default()
    };
    Config {
        limits,
        ..Config::local(0)
    }
}

impl TestServer {
    /// Starts a server with games, without limits that a test would meet.
    pub(crate) async fn start(games: &[&str]) -> TestServer {
        TestServer::start_with(config(), games).await
    }

    pub(crate) async fn start_with(config: Config, games: &[&str]) -> TestServer {
        TestServer::start_in(TempDir::new().unwrap(), config, games).await
    }

    /// Starts a server with the storage of a folder.
    pub(crate) async fn start_in(folder: TempDir, config: Config, games: &[&str]) -> TestServer {
        let storage = Sqlite::open(&folder.path().join("tables.db")).unwrap();
        TestServer::start_on(Arc::new(storage), folder, config, games).await
    }

    /// Starts a server on a storage; the folder stays as long as the server.
    pub(crate) async fn start_on(
        storage: Arc<dyn Storage>,
        folder: TempDir,
        config: Config,
        games: &[&str],
    ) -> TestServer {
        let page = [("index.html", "<p>page"), ("assets/main-1a2b.js", "1")];
        let page = page.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
        let games: Vec<Arc<TableGame>> = games.iter().map(|folder| game(folder)).collect();
        let server = Server::bind(config, games, Assets::new(page), storage)
            .await
            .unwrap();
        let (address, inspector) = (server.address(), server.inspector());
        let (stop, stopped) = oneshot::channel();
        let ended = tokio::spawn(async move {
            let stopped = async { drop(stopped.await) };
            server.serve(stopped).await.unwrap();
        });
        TestServer {
            address,
            inspector,
            folder,
            stop: Some(stop),
            ended,
        }
    }

    /// Stops it, and gives the folder of its storage.
    pub(crate) async fn stop(mut self) -> TempDir {
        drop(self.stop.take());
        (&mut self.ended).await.unwrap();
        self.folder
    }

    /// Returns a client for HTTP.
    pub(crate) fn http(&self) -> Http {
        Http::new(self.address)
    }

    /// Creates a table of a game, with a bot or nothing in each seat.
    pub(crate) async fn create(&self, game: &str, bots: &[Option<&str>]) -> NewLinks {
        let seats: Vec<Value> = bots.iter().map(|bot| json!({ "bot": bot })).collect();
        self.create_from(&json!({ "game": game, "seats": seats }))
            .await
    }

    pub(crate) async fn create_from(&self, table: &Value) -> NewLinks {
        let answer = self.http().post("/api/tables", table).await;
        assert_eq!(answer.status, 201, "{}", answer.text);
        serde_json::from_str(&answer.text).unwrap()
    }

    /// Comes to a table by a link.
    pub(crate) async fn join(&self, token: &str) -> Client {
        Client::join(self.address, &[token], None).await.unwrap()
    }
}

/// Waits until something holds, or fails after some time.
pub(crate) async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..600 {
        if holds() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{what} did not come about in 30 s");
}
