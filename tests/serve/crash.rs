//! The process is killed in mid-game, again and again: what was answered is there, and nothing else.

use crate::support::{Client, root};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;

/// A server in a process of its own.
struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    fn start(store: &Path) -> Process {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludex-serve"))
            .args(["--port", "0", "--folder"])
            .arg(root().join("games"))
            .arg("--store")
            .arg(store)
            .arg("noah")
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap());
        let mut said = String::new();
        while !said.contains("listening at http://") {
            said.clear();
            assert!(
                lines.read_line(&mut said).unwrap() > 0,
                "the server ended before it listened"
            );
        }
        let address = said
            .trim()
            .rsplit_once("http://")
            .unwrap()
            .1
            .trim_end_matches('/')
            .parse()
            .unwrap();
        // What it says later must not fill the pipe.
        std::thread::spawn(move || std::io::copy(&mut lines.by_ref(), &mut std::io::sink()));
        Process { child, address }
    }

    /// Ends it without a warning (SIGKILL).
    fn kill(self) {
        drop(self);
    }
}

/// Also when a test fails.
impl Drop for Process {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

fn kills() -> u64 {
    std::env::var("LUDEX_KILLS").map_or(5, |kills| kills.parse().expect("a number"))
}

/// Two seats by one client, which answers as fast as it can; each answer that came is noted. In some rounds the last request is
/// on its way when the process dies: it is done or not, and sent again it is done once.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_when_the_process_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("tables.db");
    let (mut in_flight, mut made, mut done_unheard) = (0, 0, 0);
    let mut process = Process::start(&store);
    let mut links: Vec<String> = Vec::new();
    let mut known = Value::Null;
    let mut pending: Option<(u64, String, Value)> = None;
    for round in 0..kills() {
        if links.is_empty() || known["over"] == true {
            let table = json!({ "game": "noah", "seats": [{}, {}, {}] });
            let answer = crate::support::Http::new(process.address)
                .post("/api/tables", &table)
                .await;
            let answer: Value = serde_json::from_str(&answer.text).unwrap();
            links = answer["seats"]
                .as_array()
                .unwrap()
                .iter()
                .map(|link| link.as_str().unwrap().to_owned())
                .collect();
            (known, pending) = (Value::Null, None);
        }
        let tokens: Vec<&str> = links.iter().map(String::as_str).collect();
        let mut client = Client::open(process.address, None).await.unwrap();
        if let Some((_, name, _)) = &pending {
            client.name.clone_from(name);
        }
        client.come(&tokens, None).await.unwrap();
        if let Some((n, _, request)) = pending.take() {
            let before = known["version"].as_u64().unwrap();
            let after = client.snapshot["version"].as_u64().unwrap();
            assert!(
                after == before || after == before + 1,
                "{after} after {before}"
            );
            done_unheard += after - before;
            let seat = request["seat"].clone();
            client
                .ask(json!({ "do": "look_from", "seat": seat }))
                .await
                .unwrap();
            let again = client.ask_as(n, request["choose"].clone()).await.unwrap();
            assert_eq!(again["snapshot"]["version"], before + 1, "done once");
        } else if !known.is_null() {
            assert_eq!(
                client.snapshot["version"], known["version"],
                "nothing more, nothing less"
            );
        }
        let choices = 1 + round % 4;
        for choice in 0..=choices {
            if client.is_over() {
                break;
            }
            let seat = client.snapshot["deciding"][0].clone();
            client
                .ask(json!({ "do": "look_from", "seat": seat }))
                .await
                .unwrap();
            client.until(|client| client.options() > 0).await;
            known = client.snapshot.clone();
            let choose = json!({ "do": "choose", "version": client.version(), "option": 0 });
            if choice < choices || round % 2 == 0 {
                client.ask(choose).await.unwrap();
                known = client.snapshot.clone();
                made += 1;
                continue;
            }
            let n = 1_000 + round;
            let message = json!({ "n": n, "request": choose }).to_string();
            assert!(client.try_send(Message::Text(message.into())).await);
            // From nothing to enough for an answer.
            tokio::time::sleep(Duration::from_micros(300 * (round % 12))).await;
            pending = Some((
                n,
                client.name.clone(),
                json!({ "seat": seat, "choose": choose }),
            ));
            in_flight += 1;
        }
        process.kill();
        process = Process::start(&store);
    }
    process.kill();
    eprintln!(
        "{made} choices answered, {in_flight} in flight at a kill, of which {done_unheard} were stored"
    );
    assert!(in_flight > 0 && made > kills());
}

/// `--export` writes what `ludex replay` reads, from a store whose server was killed.
#[tokio::test(flavor = "multi_thread")]
async fn a_store_is_exported_as_records() {
    let folder = tempfile::tempdir().unwrap();
    let (store, records) = (
        folder.path().join("tables.db"),
        folder.path().join("records"),
    );
    let process = Process::start(&store);
    let table = json!({ "game": "noah", "seats": [{ "bot": "random" }, { "bot": "random" }] });
    let answer = crate::support::Http::new(process.address)
        .post("/api/tables", &table)
        .await;
    let links: Value = serde_json::from_str(&answer.text).unwrap();
    let spectator = links["spectator"].as_str().unwrap();
    let mut watcher = Client::join(process.address, &[spectator], None)
        .await
        .unwrap();
    watcher.until(Client::is_over).await;
    let own = watcher.ask(json!({ "do": "record" })).await.unwrap();
    process.kill();
    let export = |path: &Path, more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludex-serve"));
        command
            .arg("--folder")
            .arg(root().join("games"))
            .arg("--store")
            .arg(&store)
            .arg("--export")
            .arg(path);
        assert!(command.args(more).arg("noah").status().unwrap().success());
    };
    export(&records, &[]);
    let id = links["table"].as_str().unwrap();
    let written = std::fs::read_to_string(records.join(format!("noah-{id}.json"))).unwrap();
    assert_eq!(written, own["text"].as_str().unwrap());
    let alone = folder.path().join("one.json");
    export(&alone, &["--table", id]);
    assert_eq!(std::fs::read_to_string(alone).unwrap(), written);
    let replay = ludex_play::replay::Replay::from_text(&written).unwrap();
    let game = crate::support::game("games/noah");
    assert!(
        replay
            .verify(std::sync::Arc::clone(game.program()), false)
            .unwrap()
            .is_over()
    );
}
