//! Links, roles, reconnects, requests sent twice, clocks, whose turn it is, restarts.

use crate::games::play_out;
use crate::support::{Client, TestServer, config, until};
use ludex_serve::config::{Config, Limits};
use serde_json::{Value, json};
use std::time::Duration;

const NOAH: &[&str] = &["games/noah"];

/// Only who has a seat's link decides for it.
#[tokio::test(flavor = "multi_thread")]
async fn a_link_gives_its_own_right_alone() {
    let server = TestServer::start(NOAH).await;
    let (links, others) = (
        server.create("noah", &[None, None]).await,
        server.create("noah", &[None, None]).await,
    );
    let seat = server.join(&links.seats[0]).await.snapshot["deciding"][0]
        .as_u64()
        .unwrap() as usize;
    let mut player = server.join(&links.seats[seat]).await;
    let version = player.version();
    let choose = json!({ "do": "choose", "version": version, "option": 0 });
    for token in [&links.seats[1 - seat], &links.spectator, &links.creator] {
        let mut other = server.join(token).await;
        assert_eq!(
            other.ask(choose.clone()).await.unwrap_err()["code"],
            "not_asked"
        );
        assert_eq!(
            other.options(),
            0,
            "who is not asked is not shown the options"
        );
        for request in [
            json!({ "do": "undo", "version": version }),
            json!({ "do": "redo", "version": version }),
        ] {
            other.ask(request).await.unwrap_err();
        }
        if *token != links.creator {
            let renew = json!({ "do": "new_link", "role": { "seat": seat } });
            assert_eq!(other.ask(renew).await.unwrap_err()["code"], "not_allowed");
            let bot = json!({ "do": "set_bot", "seat": seat, "bot": "random" });
            assert_eq!(other.ask(bot).await.unwrap_err()["code"], "not_allowed");
        }
    }
    for tokens in [
        vec![],
        vec!["0".repeat(32)],
        vec!["x".to_owned()],
        vec![links.seats[0].clone(), others.seats[0].clone()],
    ] {
        let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
        let refused = Client::join(server.address, &tokens, None)
            .await
            .map(drop)
            .unwrap_err();
        let expected = if tokens.is_empty() {
            "bad_message"
        } else {
            "wrong_token"
        };
        assert_eq!(refused["code"], expected, "{tokens:?}");
    }
    player.choose(0).await.unwrap();
    assert!(player.version() > version);
}

/// The creator makes a link anew: the old one ends, the new one holds, also after a restart.
#[tokio::test(flavor = "multi_thread")]
async fn a_new_link_ends_the_old_one() {
    let server = TestServer::start(NOAH).await;
    let links = server.create("noah", &[None, None]).await;
    let mut creator = server.join(&links.creator).await;
    let mut astray = server.join(&links.seats[1]).await;
    let reply = creator
        .ask(json!({ "do": "new_link", "role": { "seat": 1 } }))
        .await
        .unwrap();
    let token = reply["link"]["token"].as_str().unwrap().to_owned();
    let unknown = creator
        .ask(json!({ "do": "new_link", "role": { "seat": 2 } }))
        .await
        .unwrap_err();
    assert_eq!(unknown["code"], "unknown");
    astray.until_end().await;
    creator.close().await;
    let server = TestServer::start_in(server.stop().await, config(), NOAH).await;
    let refused = Client::join(server.address, &[&links.seats[1]], None)
        .await
        .map(drop)
        .unwrap_err();
    assert_eq!(refused["code"], "wrong_token");
    let renewed = server.join(&token).await;
    assert_eq!(renewed.snapshot["access"], json!({ "seat": 1 }));
    server.join(&links.seats[0]).await;
}

/// Who comes back with a version is sent what happened since, and nothing if nothing did.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_comes_back_with_its_version() {
    let server = TestServer::start(NOAH).await;
    let links = server.create("noah", &[None, None]).await;
    let mut clients = vec![
        server.join(&links.seats[0]).await,
        server.join(&links.seats[1]).await,
    ];
    play_out(&mut clients, 2, 4).await;
    let lost = clients.pop().unwrap();
    let version = lost.version();
    lost.close().await;
    let same = Client::join(server.address, &[&links.seats[1]], Some(version))
        .await
        .unwrap();
    assert_eq!(
        (&same.snapshot, &same.joined["version"]),
        (&Value::Null, &json!(version))
    );
    clients.push(same);
    clients[1].ask(json!({ "do": "look" })).await.unwrap();
    play_out(&mut clients, 3, 3).await;
    let now = clients[0].version().max(clients[1].version());
    let mut back = Client::join(server.address, &[&links.seats[1]], Some(version))
        .await
        .unwrap();
    back.until(|back| back.version() == now).await;
    let moves = &back.snapshot["log"];
    assert_eq!(
        moves["moves"].as_array().unwrap().len() as u64,
        now - version,
        "{moves}"
    );
    // A version that was never there is none.
    let mut odd = Client::join(server.address, &[&links.seats[1]], Some(u64::MAX >> 12))
        .await
        .unwrap();
    odd.until(|odd| odd.version() == now).await;
    assert_eq!(odd.snapshot["log"]["from"], 0);
}

/// A request that is sent twice is done once: at once, on another connection, and after a restart.
#[tokio::test(flavor = "multi_thread")]
async fn a_request_sent_twice_is_done_once() {
    let server = TestServer::start(NOAH).await;
    let links = server.create("noah", &[None, None]).await;
    let tokens: Vec<&str> = links.seats.iter().map(String::as_str).collect();
    let mut client = Client::join(server.address, &tokens, None).await.unwrap();
    let seat = client.snapshot["deciding"][0].clone();
    client
        .ask(json!({ "do": "look_from", "seat": seat }))
        .await
        .unwrap();
    client.until(|client| client.options() > 0).await;
    let version = client.version();
    let choose = json!({ "do": "choose", "version": version, "option": 0 });
    client.ask_as(50, choose.clone()).await.unwrap();
    let after = client.version();
    assert_eq!(after, version + 1);
    let again = client.ask_as(50, choose.clone()).await.unwrap();
    assert_eq!(again["snapshot"]["version"], after);
    // Under another number it is another request, about a table that is no longer there.
    let stale = client.ask_as(51, choose.clone()).await.unwrap_err();
    assert!(
        ["stale", "not_asked"].contains(&stale["code"].as_str().unwrap()),
        "{stale}"
    );
    let name = client.name.clone();
    client.close().await;
    let folder = server.stop().await;
    let server = TestServer::start_in(folder, config(), NOAH).await;
    let mut back = Client::open(server.address, None).await.unwrap();
    back.name = name;
    back.come(&tokens, None).await.unwrap();
    back.ask(json!({ "do": "look_from", "seat": seat }))
        .await
        .unwrap();
    let again = back.ask_as(50, choose.clone()).await.unwrap();
    assert_eq!(again["snapshot"]["version"], after);
    // Another client has its own numbers.
    let mut other = Client::join(server.address, &tokens, None).await.unwrap();
    other
        .ask(json!({ "do": "look_from", "seat": seat }))
        .await
        .unwrap();
    other.ask_as(50, choose).await.unwrap_err();
    assert_eq!(
        other.ask(json!({ "do": "look" })).await.unwrap()["snapshot"]["version"],
        after
    );
}

/// Choices, moves taken back and made again are there after a restart: the same version, the same table for each viewer.
#[tokio::test(flavor = "multi_thread")]
async fn tables_survive_a_restart() {
    let games = ["tests/data/accepted/several", "games/jump_gate"];
    for folder in games {
        let server = TestServer::start(&[folder]).await;
        let game = folder.rsplit('/').next().unwrap();
        let links = server.create(game, &[None, None]).await;
        let tokens: Vec<&str> = links.seats.iter().map(String::as_str).collect();
        let mut clients = vec![server.join(tokens[0]).await, server.join(tokens[1]).await];
        let mut undone = 0;
        for seed in 0..40 {
            for client in &mut clients {
                client.ask(json!({ "do": "look" })).await.unwrap();
            }
            play_out(&mut clients, seed, 1).await;
            for client in &mut clients {
                client.ask(json!({ "do": "look" })).await.unwrap();
                if client.snapshot["can_undo"] == true && seed % 2 == 0 {
                    let version = client.version();
                    client
                        .ask(json!({ "do": "undo", "version": version }))
                        .await
                        .unwrap();
                    undone += 1;
                    if client.snapshot["can_redo"] == true && seed % 4 == 0 {
                        let version = client.version();
                        client
                            .ask(json!({ "do": "redo", "version": version }))
                            .await
                            .unwrap();
                    }
                }
            }
        }
        let mut before = Vec::new();
        for token in [tokens[0], tokens[1], &links.spectator] {
            before.push(server.join(token).await.snapshot);
        }
        let server = TestServer::start_in(server.stop().await, config(), &[folder]).await;
        for (token, before) in [tokens[0], tokens[1], &links.spectator]
            .into_iter()
            .zip(before)
        {
            assert_eq!(server.join(token).await.snapshot, before, "{folder}");
        }
        assert!(
            undone > 0 || folder.contains("jump_gate"),
            "{folder}: nothing could be taken back"
        );
    }
}

/// Clocks run for who decides; what happens at zero is told, and the seat may still choose.
#[tokio::test(flavor = "multi_thread")]
async fn clocks_run_out_and_are_told() {
    let server = TestServer::start(NOAH).await;
    let table = json!({ "game": "noah", "seats": [{ "name": "Ada" }, {}], "clock": { "seconds": 1, "increment": 0 } });
    let links = server.create_from(&table).await;
    let mut clients = vec![
        server.join(&links.seats[0]).await,
        server.join(&links.seats[1]).await,
    ];
    assert_eq!(
        clients[0].seats["clocks"]["running"],
        json!([]),
        "nobody waits for the first move"
    );
    assert_eq!(clients[0].seats["seats"][0]["name"], "Ada");
    play_out(&mut clients, 1, 1).await;
    clients[0]
        .until(|client| client.seats["clocks"]["running"] != json!([]))
        .await;
    let deciding = clients[0].seats["clocks"]["running"].clone();
    // It comes unasked.
    clients[0]
        .until(|client| client.seats["clocks"]["out_of_time"] != json!([]))
        .await;
    assert_eq!(clients[0].seats["clocks"]["out_of_time"], deciding);
    let version = clients[0].version();
    play_out(&mut clients, 1, 1).await;
    clients[0].ask(json!({ "do": "look" })).await.unwrap();
    assert!(clients[0].version() > version, "play goes on");
}

/// Who plays at many tables over days asks once for all of them.
#[tokio::test(flavor = "multi_thread")]
async fn whose_turn_it_is_is_told_for_many_tables() {
    let server = TestServer::start(&["games/noah", "games/jump_gate"]).await;
    let mut tokens = Vec::new();
    let mut expected = Vec::new();
    for game in ["noah", "jump_gate"] {
        let links = server.create(game, &[None, None]).await;
        let mut clients = vec![
            server.join(&links.seats[0]).await,
            server.join(&links.seats[1]).await,
        ];
        play_out(&mut clients, 1, 3).await;
        for client in &mut clients {
            client.ask(json!({ "do": "look" })).await.unwrap();
            expected.push(if client.options() > 0 {
                "yours"
            } else {
                "others"
            });
        }
        tokens.extend(links.seats);
    }
    assert!(expected.contains(&"yours") && expected.contains(&"others"));
    tokens.push("0".repeat(32));
    expected.push("unknown");
    let answer = server
        .http()
        .post("/api/turns", &json!({ "tokens": tokens }))
        .await;
    assert_eq!(
        serde_json::from_str::<Value>(&answer.text).unwrap(),
        json!(expected)
    );
}

/// A table without anybody leaves the memory, and is there again when somebody comes.
#[tokio::test(flavor = "multi_thread")]
async fn tables_without_anybody_leave_the_memory() {
    let limits = Limits {
        idle_table: Duration::ZERO,
        ..config().limits
    };
    let server = TestServer::start_with(Config { limits, ..config() }, NOAH).await;
    let links = server.create("noah", &[None, None]).await;
    let mut clients = vec![
        server.join(&links.seats[0]).await,
        server.join(&links.seats[1]).await,
    ];
    play_out(&mut clients, 1, 3).await;
    let version = clients.iter().map(Client::version).max().unwrap();
    assert_eq!(server.inspector.tables(), 1);
    for client in clients {
        client.close().await;
    }
    let inspector = server.inspector.clone();
    until("an empty memory", || inspector.tables() == 0).await;
    let back = server.join(&links.seats[0]).await;
    assert_eq!((back.version(), server.inspector.tables()), (version, 1));
}

/// Who has a seat's link takes a name for it, which all see and the table keeps; nobody names another's seat.
#[tokio::test(flavor = "multi_thread")]
async fn who_sits_down_takes_a_name() {
    let server = TestServer::start(NOAH).await;
    let links = server.create("noah", &[None, None]).await;
    let mut player = server.join(&links.seats[1]).await;
    let take = |seat: u32, name: &str| json!({ "do": "take_name", "seat": seat, "name": name });
    let refused = player.ask(take(0, "Ada")).await.unwrap_err();
    assert_eq!(refused["code"], "not_allowed");
    for name in ["x".repeat(33), "a\u{202e}b".to_owned(), "a\nb".to_owned()] {
        let refused = player.ask(take(1, &name)).await.unwrap_err();
        assert_eq!(refused["code"], "bad_message", "{name:?}");
    }
    player.ask(take(1, &"語".repeat(32))).await.unwrap();
    player.ask(take(1, "  Ada ")).await.unwrap();
    let mut spectator = server.join(&links.spectator).await;
    spectator.until(|client| !client.seats.is_null()).await;
    assert_eq!(spectator.seats["seats"][1]["name"], "Ada");
    let refused = spectator.ask(take(1, "Bob")).await.unwrap_err();
    assert_eq!(refused["code"], "not_allowed");
}
