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

/// A net that the host offers plays at its game's tables and nowhere else; no client names a file.
#[cfg(feature = "net")]
#[tokio::test(flavor = "multi_thread")]
async fn nets_that_are_offered_take_seats() {
    use crate::support::{config, game, root};
    use ludex_serve::{Nets, config::Config};

    let games = ["games/noah", "benches/games/tictactoe"];
    let file = root().join("python/ludex/nets/tictactoe.onnx");
    let bytes = std::fs::read(&file).unwrap();
    let mut nets = Nets::default();
    nets.offer("small", &bytes, &games.map(game)).unwrap();
    let elsewhere = Nets::default().offer("small", &bytes, &[game("games/noah")]);
    assert!(elsewhere.unwrap_err().contains("trained for other rules"));

    let server = TestServer::start_with(Config { nets, ..config() }, &games).await;
    let listed = server.http().get("/api/games").await.text;
    let listed: serde_json::Value = serde_json::from_str(&listed).unwrap();
    let nets = |name: &str| {
        let mut games = listed.as_array().unwrap().iter();
        games.find(|game| game["name"] == name).unwrap()["nets"].clone()
    };
    assert_eq!(
        (nets("noah"), nets("tictactoe")),
        (json!([]), json!(["small"]))
    );
    let asked =
        |game: &str, bot: &str| json!({ "game": game, "seats": [{ "bot": bot }, { "bot": bot }] });
    for (game, bot) in [
        ("noah", "net:small"),
        ("tictactoe", "net:large"),
        ("tictactoe", file.to_str().unwrap()),
        ("tictactoe", "net:small,playouts=1000000"),
    ] {
        let refused = server.http().post("/api/tables", &asked(game, bot)).await;
        assert_eq!(refused.code(), "unknown", "{game}: {bot}");
    }

    // Two nets that never lose draw.
    let bot = Some("net:small,playouts=64");
    let links = server.create("tictactoe", &[bot, bot]).await;
    let mut watcher = server.join(&links.spectator).await;
    watcher.until(|watcher| watcher.is_over()).await;
    assert_eq!(watcher.snapshot["result"]["ranks"], json!([1, 1]));
    server.stop().await;
}
