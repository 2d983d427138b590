//! Seats taken by bots.

use crate::games::play_out;
use crate::support::TestServer;
use serde_json::json;

/// A person plays against bots; their moves come unasked.
#[tokio::test(flavor = "multi_thread")]
async fn bots_play_their_seats_to_the_end() {
    let server = TestServer::start(&["games/noah"]).await;
    let links = server
        .create("noah", &[None, Some("flat:30"), Some("random")])
        .await;
    let mut client = server.join(&links.seats[0]).await;
    assert_eq!(client.seats["seats"][1]["bot"], "flat:30");
    let mut own = 0;
    while !client.is_over() {
        client
            .until(|client| client.options() > 0 || client.is_over())
            .await;
        if client.options() > 0 {
            client.choose(own % client.options()).await.unwrap();
            own += 1;
        }
    }
    assert!(own > 5);
    let record = client.ask(json!({ "do": "record" })).await.unwrap();
    let record: serde_json::Value = serde_json::from_str(record["text"].as_str().unwrap()).unwrap();
    let by = |player: &str| {
        let choices = record["choices"].as_array().unwrap().iter();
        choices
            .filter(|choice| choice.as_str().unwrap().starts_with(player))
            .count()
    };
    assert_eq!(by("P0"), own);
    assert!(by("P1") > 5 && by("P2") > 5);
}

/// A table of bots alone plays to its end, with nobody there.
#[tokio::test(flavor = "multi_thread")]
async fn bots_play_among_themselves() {
    let server = TestServer::start(&["games/noah"]).await;
    let links = server
        .create("noah", &[Some("random"), Some("random")])
        .await;
    let mut watcher = server.join(&links.spectator).await;
    watcher.until(|watcher| watcher.is_over()).await;
    assert_eq!(
        watcher.snapshot["result"]["ranks"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
}

/// The creator seats a bot in mid-game and takes it away, while it thinks.
#[tokio::test(flavor = "multi_thread")]
async fn a_seat_goes_to_a_bot_and_back() {
    let server = TestServer::start(&["games/noah"]).await;
    let links = server.create("noah", &[None, None]).await;
    let mut creator = server.join(&links.creator).await;
    let mut clients = vec![
        server.join(&links.seats[0]).await,
        server.join(&links.seats[1]).await,
    ];
    play_out(&mut clients, 1, 4).await;
    creator.ask(json!({ "do": "look" })).await.unwrap();
    let seat = creator.snapshot["deciding"][0].as_u64().unwrap();
    let version = creator.version();
    let set = |bot: Option<&str>| json!({ "do": "set_bot", "seat": seat, "bot": bot });
    // Long enough that it is still at it.
    creator.ask(set(Some("mcts:9s"))).await.unwrap();
    creator
        .until(|creator| creator.seats["seats"][seat as usize]["bot"] == "mcts:9000ms")
        .await;
    creator.ask(set(None)).await.unwrap();
    creator.ask(json!({ "do": "look" })).await.unwrap();
    assert_eq!(
        creator.version(),
        version,
        "the bot was stopped before it chose"
    );
    creator.ask(set(Some("random"))).await.unwrap();
    creator.until(|creator| creator.version() > version).await;
    for bot in ["exec:\"true\"", "mcts:100s", "mcts:10,trees=8", "nobody"] {
        let refused = creator.ask(set(Some(bot))).await.unwrap_err();
        assert_eq!(refused["code"], "unknown", "{bot}");
    }
}
