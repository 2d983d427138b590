//! The author's desk: who may read and write, which paths lead into the folder, texts that changed meanwhile, the language
//! server.

use crate::support::{Answer, Http, next_text, root};
use futures_util::SinkExt;
use ludex_lsp::Host;
use ludex_report::Code;
use ludex_serve::Assets;
use ludex_serve::edit::EditServer;
use serde_json::{Value, json};
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::{WebSocketStream, client_async};

const MANIFEST: &str = "title: Passing\nedition: 2\nplayers: { min: 1, max: 2 }\n";
const RULES: &str = "var passes per player: int 0..9\nsetup { }\naction pass \"pass\" { gain 1 passes }\n\
                     play { for each p in players { as p { offer you: pass } } }\nresult { score passes high }\n";

/// A desk for a folder with one game in it, beside a folder that it must not reach.
struct TestDesk {
    address: SocketAddr,
    token: String,
    above: TempDir,
    _stop: oneshot::Sender<()>,
}

impl TestDesk {
    async fn start() -> TestDesk {
        let above = TempDir::new().unwrap();
        let game = above.path().join("edited/passing");
        fs::create_dir_all(&game).unwrap();
        fs::write(game.join("game.yaml"), MANIFEST).unwrap();
        fs::write(game.join("passing.rules"), RULES).unwrap();
        fs::write(above.path().join("secret.yaml"), "secret: 1\n").unwrap();
        let page = [("desk.html", "<p>desk"), ("assets/desk-1a2b.js", "1")];
        let page = page.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
        let folder = above.path().join("edited");
        let server = EditServer::bind(0, &folder, Arc::new(DiskHost), Assets::new(page));
        let server = server.await.unwrap();
        let (address, token) = (server.address(), server.token());
        let (stop, stopped) = oneshot::channel::<()>();
        tokio::spawn(server.serve(async { drop(stopped.await) }));
        TestDesk {
            address,
            token,
            above,
            _stop: stop,
        }
    }

    fn folder(&self) -> PathBuf {
        fs::canonicalize(self.above.path().join("edited")).unwrap()
    }

    async fn post(&self, what: &str, body: Value) -> Answer {
        let http = Http::new(self.address).with("authorization", &format!("Bearer {}", self.token));
        http.post(&format!("/edit/{what}"), &body).await
    }

    async fn read(&self, path: &str) -> Value {
        let answer = self.post("read", json!({ "path": path })).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        serde_json::from_str(&answer.text).unwrap()
    }

    async fn write(&self, path: &str, text: &str, version: Value) -> Answer {
        let body = json!({ "path": path, "text": text, "version": version });
        self.post("write", body).await
    }

    /// Opens a socket and sends a token.
    async fn socket(&self, token: &str, origin: Option<&str>) -> Option<Socket> {
        let request = format!("ws://{}/edit/language", self.address);
        let mut request = request.into_client_request().unwrap();
        if let Some(origin) = origin {
            let origin = HeaderValue::from_str(origin).unwrap();
            request.headers_mut().insert("origin", origin);
        }
        let stream = TcpStream::connect(self.address).await.unwrap();
        let (mut socket, _) = client_async(request, stream).await.ok()?;
        socket.send(Message::Text(token.into())).await.unwrap();
        Some(Socket(socket))
    }
}

struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    async fn send(&mut self, message: Value) {
        let text = Message::Text(message.to_string().into());
        self.0.send(text).await.unwrap();
    }

    /// Waits for a message; none once the server has closed the connection.
    async fn receive(&mut self) -> Option<Value> {
        let text = next_text(&mut self.0).await?;
        Some(serde_json::from_str(&text).unwrap())
    }

    async fn until(&mut self, holds: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.receive().await.expect("the connection stays");
            if holds(&message) {
                return message;
            }
        }
    }

    /// Begins a session for a folder.
    async fn initialize(&mut self, folder: &Path) -> Value {
        let uri = format!("file://{}", folder.display());
        let params = json!({ "processId": null, "rootUri": uri, "capabilities": {} });
        self.send(json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params }))
            .await;
        let welcome = self.until(|message| message["id"] == 1).await;
        self.send(json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }))
            .await;
        welcome
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_token_opens_the_folder() {
    let desk = TestDesk::start().await;
    assert!(desk.address.ip().is_loopback());
    let http = || Http::new(desk.address);
    assert_eq!(http().get("/").await.text, "<p>desk");
    let path = json!({ "path": "passing/game.yaml" });
    let wrong = format!("Bearer {}", "0".repeat(32));
    for said in ["", "Bearer ", "Bearer abc", &wrong, &desk.token] {
        for what in ["folder", "read", "write", "game", "coverage", "balance"] {
            let answer = http().with("authorization", said);
            let answer = answer.post(&format!("/edit/{what}"), &path).await;
            assert_eq!(answer.status, 403, "{what} with `{said}`: {}", answer.text);
            assert!(!answer.text.contains("Passing"), "{}", answer.text);
        }
    }
    assert_eq!(desk.post("read", path.clone()).await.status, 200);
    let own = format!("Bearer {}", desk.token);
    for (name, value) in [("origin", "http://evil.example"), ("host", "evil.example")] {
        let foreign = http().with("authorization", &own).with(name, value);
        assert_eq!(
            foreign.post("/edit/read", &path).await.status,
            403,
            "{name}"
        );
    }
    // A form of a foreign page could send this much without a question before it.
    let form = http()
        .with("authorization", &own)
        .with("content-type", "text/plain");
    let form = form.send("POST", "/edit/read", &path.to_string()).await;
    assert_eq!(form.status, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn paths_stay_inside_the_folder() {
    let desk = TestDesk::start().await;
    let secret = desk.above.path().join("secret.yaml");
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink(&secret, desk.folder().join("passing/link.yaml")).unwrap();
        symlink(desk.above.path(), desk.folder().join("above")).unwrap();
    }
    fs::write(desk.folder().join(".hidden.yaml"), "secret: 1\n").unwrap();
    let absolute = secret.to_string_lossy();
    for path in [
        "../secret.yaml",
        "passing/../../secret.yaml",
        "passing/../passing/game.yaml",
        &absolute,
        "/etc/passwd",
        "..\\secret.yaml",
        "C:\\secret.yaml",
        "C:/secret.yaml",
        "passing/game.yaml\u{0}",
        "passing/link.yaml",
        "above/secret.yaml",
        ".hidden.yaml",
        "passing/.git/config.yaml",
        "passing/program.exe",
        "passing",
        "",
    ] {
        let read = desk.post("read", json!({ "path": path })).await;
        assert_eq!(read.status, 403, "read {path}: {}", read.text);
        assert!(!read.text.contains("secret: 1"), "{}", read.text);
        let written = desk.write(path, "changed", Value::Null).await;
        assert_eq!(written.status, 403, "write {path}: {}", written.text);
    }
    for path in ["..", "above", "/", "../edited/passing"] {
        let texts = desk.post("game", json!({ "path": path })).await;
        assert_eq!(texts.status, 403, "game {path}: {}", texts.text);
    }
    assert_eq!(fs::read_to_string(&secret).unwrap(), "secret: 1\n");
    let list = desk.post("folder", json!({})).await;
    let list: Value = serde_json::from_str(&list.text).unwrap();
    let files = list["files"].as_array().unwrap().iter();
    let files: Vec<&str> = files.map(|file| file["path"].as_str().unwrap()).collect();
    assert_eq!(files, ["passing/game.yaml", "passing/passing.rules"]);
    assert_eq!(list["games"], json!(["passing"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_that_changed_meanwhile_is_not_written_over() {
    let desk = TestDesk::start().await;
    let (path, file) = ("passing/game.yaml", desk.folder().join("passing/game.yaml"));
    let read = desk.read(path).await;
    assert_eq!(read["text"], MANIFEST);
    let written = desk
        .write(path, "title: Other\n", read["version"].clone())
        .await;
    assert_eq!(written.status, 200, "{}", written.text);
    let written: Value = serde_json::from_str(&written.text).unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), "title: Other\n");
    assert_eq!(desk.read(path).await["version"], written["version"]);
    // Another editor writes; then neither the old version nor none will do.
    fs::write(&file, "title: Theirs\n").unwrap();
    for version in [written["version"].clone(), Value::Null] {
        let refused = desk.write(path, "title: Mine\n", version).await;
        assert_eq!(refused.status, 409, "{}", refused.text);
        let refused: Value = serde_json::from_str(&refused.text).unwrap();
        assert_eq!(refused["disk"]["text"], "title: Theirs\n");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "title: Theirs\n");
    let theirs = desk.read(path).await["version"].clone();
    assert_eq!(
        desk.write(path, "title: Mine\n", theirs.clone())
            .await
            .status,
        200
    );
    // A file that is gone is not made again by who believes it is there.
    fs::remove_file(&file).unwrap();
    assert_eq!(desk.write(path, MANIFEST, theirs).await.status, 409);
    assert!(!file.exists());
    // A new one, with the folders above it.
    let ruling = "passing/rulings/new.ruling.yaml";
    assert_eq!(
        desk.write(ruling, "id: new\n", Value::Null).await.status,
        200
    );
    assert_eq!(desk.read(ruling).await["text"], "id: new\n");
    assert_eq!(desk.write(ruling, "id: x\n", Value::Null).await.status, 409);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_language_server_answers_behind_the_socket() {
    let desk = TestDesk::start().await;
    let folder = desk.folder();
    let mut socket = desk.socket(&desk.token, None).await.unwrap();
    let welcome = socket.initialize(&folder).await;
    assert_eq!(welcome["jsonrpc"], "2.0");
    assert_eq!(welcome["result"]["serverInfo"]["name"], "ludex");
    let uri = format!("file://{}/passing/passing.rules", folder.display());
    let wrong = RULES.replace("gain 1 passes", "gain 1 pases");
    let document = json!({ "uri": uri, "languageId": "ludex", "version": 1, "text": wrong });
    socket
        .send(json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } }))
        .await;
    let told = socket
        .until(|message| {
            message["params"]["uri"] == uri.as_str()
                && message["params"]["diagnostics"] != json!([])
        })
        .await;
    let message = told["params"]["diagnostics"][0]["message"]
        .as_str()
        .unwrap();
    assert!(message.contains("pases"), "{message}");
    // Each connection has a session of its own.
    let mut other = desk.socket(&desk.token, None).await.unwrap();
    assert!(other.initialize(&folder).await["result"].is_object());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_language_server_is_for_the_token_and_knows_the_folder_alone() {
    let desk = TestDesk::start().await;
    let own = format!("http://{}", desk.address);
    assert!(desk.socket(&desk.token, Some(&own)).await.is_some());
    assert!(
        desk.socket(&desk.token, Some("http://evil.example"))
            .await
            .is_none()
    );
    for token in ["", "{}", &"0".repeat(32)] {
        let mut socket = desk.socket(token, None).await.unwrap();
        assert_eq!(socket.receive().await, None, "`{token}` is no token");
    }
    // A game outside is not there: neither named as the folder, nor as a file.
    let mut socket = desk.socket(&desk.token, None).await.unwrap();
    socket
        .initialize(&fs::canonicalize(root().join("games")).unwrap())
        .await;
    socket
        .send(json!({ "jsonrpc": "2.0", "id": 2, "method": "ludex/rulings" }))
        .await;
    let listed = socket.until(|message| message["id"] == 2).await;
    assert_eq!(listed["result"]["games"], json!([]), "{listed}");
}

/// A ruling that passes; `rest` is offered by nobody in it.
const RULING: &str = "id: one\nasks: What does a pass give?\nsays: A pass.\ngiven: { players: 2 }\n\
                      play: [\"P0: pass\"]\nexpect: [P0.passes == 1]\nnext: P1\n";

/// The events of a stream, in their order.
fn events(answer: &Answer) -> Vec<Value> {
    let lines = answer.text.lines();
    let data = lines.filter_map(|line| line.strip_prefix("data: "));
    data.map(|data| serde_json::from_str(data).unwrap())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn coverage_tells_the_lines_that_rulings_reach() {
    let desk = TestDesk::start().await;
    let game = desk.folder().join("passing");
    fs::create_dir(game.join("rulings")).unwrap();
    fs::write(game.join("rulings/one.ruling.yaml"), RULING).unwrap();
    let rest = "action rest \"rest\" { gain 2 passes }\n";
    fs::write(game.join("passing.rules"), format!("{RULES}{rest}")).unwrap();
    let answer = desk.post("coverage", json!({ "path": "passing" })).await;
    let events = events(&answer);
    assert_eq!(events[0], json!({ "progress": { "done": 0, "all": 1 } }));
    assert_eq!(events[1], json!({ "progress": { "done": 1, "all": 1 } }));
    let found = &events[2]["found"];
    assert_eq!(found["rulings"], 1, "{found}");
    let files = found["files"].as_array().unwrap();
    let rules = files
        .iter()
        .find(|file| file["path"] == "passing/passing.rules");
    let lines = rules.unwrap()["lines"].as_array().unwrap();
    let line = |number: u32| lines.iter().find(|line| line["line"] == number).unwrap();
    assert_eq!(line(2)["missing"], json!([]), "{lines:?}");
    assert_eq!(line(5)["covered"], 0, "{lines:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn balance_plays_the_saved_game() {
    let desk = TestDesk::start().await;
    let games = |players: u32, bot: &str| json!({ "path": "passing", "players": players, "games": 40, "seats": bot });
    let answer = desk.post("balance", games(2, "random")).await;
    let told = events(&answer);
    let (found, before) = told.split_last().unwrap();
    assert_eq!(found["found"]["deals"], 40, "{found}");
    assert!(before.iter().all(|event| event["progress"]["all"] == 40));
    for (params, reason) in [
        (games(3, "random"), "players"),
        (games(2, "exec:sh"), "command line"),
        (games(2, "nobody"), "nobody"),
    ] {
        let told = events(&desk.post("balance", params).await);
        let failed = told.last().unwrap()["failed"].as_str().unwrap_or_default();
        assert!(failed.contains(reason), "{told:?}");
    }
    // Bots seat by seat, a seed, and an end before all games are played.
    let params = json!({
        "path": "passing", "players": 2, "games": 40, "seats": "greedy,random", "seed": "0x7", "seconds": 0, "options": {}
    });
    let answered = events(&desk.post("balance", params).await);
    let found = &answered.last().unwrap()["found"];
    assert_eq!(found["seats"], json!(["greedy", "random"]), "{found}");
    assert_eq!(found["seed"], 7, "{found}");
    assert!(found["deals"].as_u64().unwrap() < 40, "{found}");
    fs::write(
        desk.folder().join("passing/passing.rules"),
        "var passes: what",
    )
    .unwrap();
    let told = events(&desk.post("balance", games(2, "random")).await);
    assert!(
        told[0]["failed"]
            .as_str()
            .unwrap()
            .contains("passing.rules")
    );
    let told = events(&desk.post("coverage", json!({ "path": "../passing" })).await);
    assert!(told[0]["failed"].as_str().unwrap().contains("outside"));
}

/// The files of the system, as the command has them.
struct DiskHost;

impl DiskHost {
    fn texts(folder: &str, is_wanted: impl Fn(&str) -> bool) -> Vec<(String, String)> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let paths = entries.map(|entry| entry.path().to_string_lossy().into_owned());
        let mut texts: Vec<(String, String)> = paths
            .filter(|path| is_wanted(path) && Path::new(path).is_file())
            .filter_map(|path| Some((path.clone(), fs::read_to_string(path).ok()?)))
            .collect();
        texts.sort();
        texts
    }
}

impl Host for DiskHost {
    fn is_file(&self, path: &str) -> bool {
        Path::new(path).is_file()
    }

    fn read(&self, path: &str) -> Option<String> {
        fs::read_to_string(path).ok()
    }

    fn game_texts(&self, folder: &str) -> Result<Vec<(String, String)>, String> {
        Ok(DiskHost::texts(folder, |path| {
            path.ends_with(".rules") || path.ends_with(".yaml")
        }))
    }

    fn rulings(&self, folder: &str) -> Result<Vec<(String, String)>, String> {
        let rulings = format!("{folder}/rulings");
        Ok(DiskHost::texts(&rulings, |path| {
            path.ends_with(".ruling.yaml")
        }))
    }

    fn games_below(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let folders = entries.map(|entry| entry.path());
        let mut games: Vec<String> = folders
            .filter(|path| path.join("game.yaml").is_file() && !path.is_symlink())
            .map(|path| path.to_string_lossy().into_owned())
            .collect();
        games.sort();
        games
    }

    fn remove(&self, path: &str) -> Result<(), String> {
        fs::remove_file(path).map_err(|error| error.to_string())
    }

    fn write(&self, path: &str, text: &str) -> Result<(), String> {
        let above = Path::new(path).parent().unwrap_or(Path::new("/"));
        let made = fs::create_dir_all(above).and_then(|()| fs::write(path, text));
        made.map_err(|error| error.to_string())
    }

    fn explanation(&self, code: Code) -> String {
        code.as_str().to_owned()
    }
}
