//! Words by locale over the wire: one table, each visitor in their own language.

use crate::games::play_out;
use crate::support::TestServer;
use serde_json::{Value, json};

fn has_kana(text: &str) -> bool {
    text.chars()
        .any(|letter| ('\u{3040}'..='\u{30ff}').contains(&letter))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_of_games_has_titles_by_locale() {
    let server = TestServer::start(&["games/noah", "examples/harvest"]).await;
    let list: Value = serde_json::from_str(&server.http().get("/api/games").await.text).unwrap();
    let titles = |name: &str| {
        let games = list.as_array().unwrap().iter();
        let mut found = games.filter(|game| game["name"] == name);
        found.next().unwrap()["titles"].clone()
    };
    assert_eq!(titles("noah"), json!({ "en": "Noah", "ja": "ノア" }));
    assert_eq!(titles("harvest").as_object().unwrap().len(), 1);
    server.stop().await;
}

/// A visitor takes another locale in the middle of a game: snapshots, reasons and reviews are in its words from then on, and
/// the other visitor's stay as they are.
#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_speaks_another_language_from_now_on() {
    let server = TestServer::start(&["games/noah"]).await;
    let links = server.create("noah", &[None, None]).await;
    let mut clients = [
        server.join(&links.seats[0]).await,
        server.join(&links.seats[1]).await,
    ];
    play_out(&mut clients, 3, 8).await;
    let version = clients[0].version();
    assert!(!has_kana(&clients[0].snapshot.to_string()));
    let speak = json!({ "do": "speak", "locale": "ja" });
    assert_eq!(clients[0].ask(speak).await.unwrap(), "done");
    // All is sent anew, the log from its beginning.
    clients[0]
        .until(|client| client.snapshot["log"]["from"] == 0)
        .await;
    assert_eq!(clients[0].version(), version);
    let log = &clients[0].snapshot["log"];
    assert!(has_kana(&log.to_string()), "{log}");
    assert!(!has_kana(&clients[1].snapshot.to_string()));
    play_out(&mut clients, 4, 1000).await;
    assert!(clients[0].is_over());
    assert!(has_kana(&clients[0].snapshot.to_string()));
    assert!(!has_kana(&clients[1].snapshot.to_string()));
    // A review names options in the reader's words; the thoughts are the same.
    let mut reviews = Vec::new();
    for client in &mut clients {
        let mut at = 1;
        reviews.push(loop {
            let reply = client
                .ask(json!({ "do": "review", "at": at, "bot": "flat:20" }))
                .await
                .unwrap();
            if !reply["review"].is_null() {
                break reply["review"].clone();
            }
            at += 1;
        });
    }
    let label = |n: usize| reviews[n]["chosen"]["label"].as_str().unwrap();
    assert!(has_kana(label(0)) && !has_kana(label(1)), "{reviews:?}");
    assert_eq!(reviews[0]["chosen"]["gain"], reviews[1]["chosen"]["gain"]);
    // The record is that of the rules, whoever asks for it.
    let mut records = Vec::new();
    for client in &mut clients {
        records.push(client.ask(json!({ "do": "record" })).await.unwrap());
    }
    assert_eq!(records[0], records[1]);
    server.stop().await;
}
