//! Whole games by links, and the records that are made of them.

use crate::support::{Client, TestServer, game};
use ludex_engine::chance::{Stream, purpose};
use ludex_play::game::Match;
use ludex_play::replay::Replay;
use ludex_rules::ids::PlayerId;
use ludex_serve::export;
use ludex_serve::storage::Sqlite;
use ludex_table::{Access, Table};
use serde_json::{Value, json};
use std::sync::Arc;
use tempfile::TempDir;

/// The games of these tests, with the number of seats.
const GAMES: [(&str, usize); 4] = [
    ("games/noah", 3),
    ("games/jump_gate", 2),
    ("tests/data/accepted/tray", 2),
    ("examples/harvest", 3),
];

/// Plays a table to its end at random, each seat by its own connection; at most so many choices. All have seen the last one
/// then.
pub(crate) async fn play_out(clients: &mut [Client], seed: u64, most: usize) -> usize {
    let mut stream = Stream::new(seed, purpose("test"), 0);
    for made in 0..most {
        if clients[0].is_over() {
            return made;
        }
        let asked: Vec<usize> = (0..clients.len())
            .filter(|n| clients[*n].options() > 0)
            .collect();
        let client = &mut clients[asked[stream.pick(asked.len())]];
        let option = stream.pick(client.options());
        client.choose(option).await.unwrap();
        let version = client.version();
        for client in clients.iter_mut() {
            client.until(|client| client.version() >= version).await;
        }
    }
    most
}

/// Exports the one table of a storage.
fn exported(folder: &TempDir, games: &[&str]) -> String {
    let storage = Sqlite::open(&folder.path().join("tables.db")).unwrap();
    let find = |name: &str| {
        games
            .iter()
            .map(|path| game(path))
            .find(|game| game.program().names.game == name)
    };
    let mut records = Vec::new();
    export(&storage, find, |exported| {
        records.push(exported.record.unwrap())
    })
    .unwrap();
    assert_eq!(records.len(), 1);
    records.remove(0)
}

fn replayed(folder: &str, record: &str) -> Match {
    let replay = Replay::from_text(record).unwrap();
    replay
        .verify(Arc::clone(game(folder).program()), false)
        .unwrap()
}

/// Each seat and a spectator are sent what the table itself gives for them, and nothing else; the record is the game.
#[tokio::test(flavor = "multi_thread")]
async fn whole_games_are_what_the_engine_plays() {
    for (folder, seats) in GAMES {
        let server = TestServer::start(&[folder]).await;
        let name = game(folder).program().names.game.clone();
        let links = server.create(&name, &vec![None; seats]).await;
        let mut clients = Vec::new();
        for token in &links.seats {
            clients.push(server.join(token).await);
        }
        clients.push(server.join(&links.spectator).await);
        let made = play_out(&mut clients, 7, 400).await;
        assert!(made > 10, "{name}: {made} choices");
        let record = exported(&server.stop().await, &[folder]);
        let played = replayed(folder, &record);
        assert_eq!(played.is_over(), clients[0].is_over(), "{name}");
        assert_sent_no_more(folder, &played, &clients);
    }
}

/// Compares all that clients were sent with what a table that does the same gives each of them.
fn assert_sent_no_more(folder: &str, played: &Match, clients: &[Client]) {
    let mut table = Table::new(game(folder), played.start().clone()).unwrap();
    let mut moments = vec![table.clone()];
    let mut compared = 0;
    // Choices made ahead are sealed and open later, so versions are compared as long as all answer in turn.
    for choice in played.choices() {
        let player = table.position().state().pending.unwrap().player;
        let option = table.position().find(&choice).unwrap() as u32;
        let version = table.version();
        let access = Access::Seat(player.number());
        let choose = ludex_table::Request::Choose { version, option };
        table.handle(access, &choose).unwrap();
        moments.push(table.clone());
    }
    let answers_ahead = clients.iter().any(|client| {
        let deciding = |text: &String| {
            let message: Value = serde_json::from_str(text).unwrap();
            let snapshot = if message["snapshot"].is_object() {
                &message["snapshot"]
            } else {
                &message["reply"]["snapshot"]
            };
            snapshot["deciding"]
                .as_array()
                .is_some_and(|deciding| deciding.len() > 1)
        };
        client.received.iter().any(deciding)
    });
    for (n, client) in clients.iter().enumerate() {
        let access = if n + 1 == clients.len() {
            Access::Spectator
        } else {
            Access::Seat(n as u32)
        };
        let mut has = 0;
        for text in &client.received {
            let message: Value = serde_json::from_str(text).unwrap();
            let keys: Vec<&String> = message.as_object().unwrap().keys().collect();
            let sent = match keys.as_slice() {
                [one] if *one == "snapshot" => &message["snapshot"],
                [one] if *one == "seats" => {
                    assert_seats_tell_nothing(&message["seats"]);
                    continue;
                }
                [n, reply] if *n == "n" && *reply == "reply" => {
                    let snapshot = &message["reply"]["snapshot"];
                    if snapshot.is_null() {
                        continue;
                    }
                    snapshot
                }
                other => panic!("unexpected {other:?}"),
            };
            let version = sent["version"].as_u64().unwrap();
            if !answers_ahead {
                let moment = &moments[version as usize - 1];
                let own = serde_json::to_value(moment.snapshot(access, has)).unwrap();
                assert_eq!(*sent, own, "{access:?}, version {version}");
                compared += 1;
            }
            has = version;
        }
    }
    assert!(
        answers_ahead || compared > 20,
        "{compared} snapshots compared"
    );
}

/// The state of the seats has names, bots, presence, turns and clocks, of which none is hidden.
fn assert_seats_tell_nothing(seats: &Value) {
    let keys: Vec<&String> = seats.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["seats", "spectators", "clocks"]);
    for seat in seats["seats"].as_array().unwrap() {
        let keys: Vec<&String> = seat.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["name", "bot", "is_present", "decides"]);
    }
}

/// Several people at one screen: one connection with the links of all seats, each looked from in turn.
#[tokio::test(flavor = "multi_thread")]
async fn one_connection_plays_several_seats() {
    let server = TestServer::start(&["games/noah"]).await;
    let links = server.create("noah", &[None, None]).await;
    let tokens: Vec<&str> = links.seats.iter().map(String::as_str).collect();
    let mut client = Client::join(server.address, &tokens, None).await.unwrap();
    let mut stream = Stream::new(3, purpose("test"), 0);
    let mut turns = [0, 0];
    while !client.is_over() {
        let seat = client.snapshot["deciding"][0].as_u64().unwrap();
        client
            .ask(json!({ "do": "look_from", "seat": seat }))
            .await
            .unwrap();
        client
            .until(|client| client.snapshot["access"] == json!({ "seat": seat }))
            .await;
        turns[seat as usize] += 1;
        client.choose(stream.pick(client.options())).await.unwrap();
    }
    assert!(turns.iter().all(|turns| *turns > 3), "{turns:?}");
    let refused = client
        .ask(json!({ "do": "look_from", "seat": 2 }))
        .await
        .unwrap_err();
    assert_eq!(refused["code"], "not_allowed");
}

/// Where all decide at once, the answers are sealed: they may come in any order, and nobody is sent another's before all have.
#[tokio::test(flavor = "multi_thread")]
async fn answers_given_at_once_are_sealed() {
    let folder = "examples/harvest";
    let server = TestServer::start(&[folder]).await;
    let links = server.create("harvest", &[None, None]).await;
    let mut clients = [
        server.join(&links.seats[0]).await,
        server.join(&links.seats[1]).await,
    ];
    let mut watcher = server.join(&links.spectator).await;
    for _ in 0..50 {
        if clients[0].snapshot["deciding"].as_array().unwrap().len() == 2 {
            break;
        }
        play_out(&mut clients, 1, 1).await;
        for client in &mut clients {
            client.ask(json!({ "do": "look" })).await.unwrap();
        }
    }
    assert_eq!(
        clients[0].snapshot["deciding"],
        json!([0, 1]),
        "both are to decide"
    );
    watcher.ask(json!({ "do": "look" })).await.unwrap();
    let question = clients[1].snapshot["question"].clone();
    let before = [clients[0].snapshot.clone(), watcher.snapshot.clone()];
    // The one behind answers first.
    clients[1].choose(0).await.unwrap();
    let version = clients[1].version();
    clients[0].until(|client| client.version() == version).await;
    watcher.until(|watcher| watcher.version() == version).await;
    for (client, before) in [&clients[0], &watcher].into_iter().zip(before) {
        let mut after = client.snapshot.clone();
        for changed in ["version", "moves", "at", "deciding", "log"] {
            after[changed] = before[changed].clone();
        }
        assert_eq!(after, before, "nothing is told of the answer");
        let log = client.snapshot["log"].to_string();
        let label = question["options"][0]["label"].as_str().unwrap();
        assert!(!log.contains(label), "{log} tells `{label}`");
    }
    // A question that was not changed by it may be answered by the version from before.
    let opened = clients[0].choose(0).await.unwrap();
    let log = &opened["snapshot"]["log"]["moves"];
    assert_eq!(opened["snapshot"]["version"], version + 1);
    assert!(
        log.to_string().contains("P1"),
        "the sealed answer is opened: {log}"
    );
}

/// A look back, a why-not and a hint come back with the number of their request, and change nothing.
#[tokio::test(flavor = "multi_thread")]
async fn questions_change_nothing() {
    let server = TestServer::start(&["games/noah"]).await;
    let links = server.create("noah", &[None, None]).await;
    let mut clients = [
        server.join(&links.seats[0]).await,
        server.join(&links.seats[1]).await,
    ];
    play_out(&mut clients, 5, 6).await;
    let asked = usize::from(clients[1].options() > 0);
    let client = &mut clients[asked];
    let version = client.version();
    let back = client
        .ask(json!({ "do": "look_back", "at": 2 }))
        .await
        .unwrap();
    assert_eq!(
        (&back["snapshot"]["at"], client.version()),
        (&json!(2), version)
    );
    let reasons = client.ask(json!({ "do": "why_not" })).await.unwrap();
    assert!(reasons["reasons"].is_array());
    let advice = client
        .ask(json!({ "do": "hint", "bot": "flat:50" }))
        .await
        .unwrap();
    assert_eq!(advice["advice"]["version"], version);
    for bot in [
        "exec:\"true\"",
        "ismcts:1000000",
        "ismcts:100s",
        "ismcts:10,trees=9",
        "nobody",
    ] {
        let refused = client
            .ask(json!({ "do": "hint", "bot": bot }))
            .await
            .unwrap_err();
        assert_eq!(refused["code"], "unknown", "{bot}");
    }
    let secret = client.ask(json!({ "do": "record" })).await.unwrap_err();
    assert_eq!(secret["code"], "secret");
    assert_eq!(
        client.ask(json!({ "do": "look" })).await.unwrap()["snapshot"]["version"],
        version
    );
    let pending = PlayerId::numbered(asked as u32);
    assert_eq!(client.snapshot["deciding"], json!([pending.number()]));
}
