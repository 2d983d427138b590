//! Bots that work at a visitor's request: they tell how far they are, and end on request.

use crate::support::{TestServer, config};
use ludex_serve::config::{Config, Limits};
use serde_json::{Value, json};
use std::time::Duration;

/// A search that takes longer than a test waits: whatever comes after it comes because it was ended.
const LONG: &str = "ismcts:3600s";

/// Starts a server that has one thread for bots, and lets them think for hours.
async fn server() -> TestServer {
    let limits = Limits {
        bot_time: Duration::from_secs(3600),
        bot_playouts: 100_000,
        ..config().limits
    };
    let config = Config {
        limits,
        bot_threads: 1,
        ..config()
    };
    TestServer::start_with(config, &["games/noah", "games/ark_nova"]).await
}

fn hint(n: u64, bot: &str) -> String {
    json!({ "n": n, "request": { "do": "hint", "bot": bot } }).to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_tells_how_far_it_is_and_ends_on_request() {
    let server = server().await;
    let links = server.create("noah", &[None, None]).await;
    let mut seats = [
        server.join(&links.seats[0]).await,
        server.join(&links.seats[1]).await,
    ];
    let asked = usize::from(seats[1].options() > 0);
    let [client, other] = match asked {
        0 => seats.each_mut(),
        _ => {
            let [one, other] = seats.each_mut();
            [other, one]
        }
    };
    client.send(&hint(100, LONG)).await;
    client.until(|client| client.progress.len() > 1).await;
    let told = client.progress.clone();
    assert!(told.iter().all(|told| told["n"] == 100), "{told:?}");
    assert_eq!(
        told[0]["all"],
        Value::Null,
        "a budget of time has no number of playouts"
    );
    let done = |at: usize| told[at]["done"].as_u64().unwrap();
    assert!(0 < done(1) && done(0) <= done(1), "{told:?}");
    // Nobody ends the work of another connection, nor what there is not.
    other
        .ask(json!({ "do": "cancel", "request": 100 }))
        .await
        .unwrap();
    client
        .ask_as(101, json!({ "do": "cancel", "request": 7 }))
        .await
        .unwrap();
    let busy = client
        .ask_as(102, json!({ "do": "hint", "bot": "flat:20" }))
        .await
        .unwrap_err();
    assert_eq!(busy["code"], "too_many");
    client
        .ask_as(103, json!({ "do": "cancel", "request": 100 }))
        .await
        .unwrap();
    let ended = client.answer(&json!(100)).await.unwrap_err();
    assert_eq!(ended["code"], "cancelled");
    // There is one thread for bots: this answer comes only if it really stopped.
    let advice = client
        .ask_as(104, json!({ "do": "hint", "bot": "flat:20" }))
        .await
        .unwrap();
    assert!(advice["advice"]["option"].is_number());
    // No late answer came to the request that was ended.
    let late = |text: &&String| text.starts_with("{\"n\":100,");
    assert_eq!(client.received.iter().filter(late).count(), 1);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_ends_the_work_they_asked_for() {
    let server = server().await;
    let links = server.create("noah", &[None, None]).await;
    let mut client = server.join(&links.seats[0]).await;
    let mut other = server.join(&links.seats[1]).await;
    if client.options() == 0 {
        std::mem::swap(&mut client, &mut other);
    }
    client.send(&hint(100, LONG)).await;
    client.until(|client| !client.progress.is_empty()).await;
    client.close().await;
    // The one thread for bots is free again for the other, who is not asked and is told so.
    let refused = other
        .ask(json!({ "do": "hint", "bot": "flat:20" }))
        .await
        .unwrap_err();
    assert_eq!(refused["code"], "not_asked");
    server.stop().await;
}

/// A bot whose budget is playouts says how many there are in all. The game is the longest one: these playouts take minutes.
#[tokio::test(flavor = "multi_thread")]
async fn a_budget_of_playouts_is_told_with_the_progress() {
    let server = server().await;
    let links = server.create("ark_nova", &[None, None]).await;
    let mut client = server.join(&links.seats[0]).await;
    if client.options() == 0 {
        client = server.join(&links.seats[1]).await;
    }
    client.send(&hint(100, "ismcts:100000")).await;
    client.until(|client| !client.progress.is_empty()).await;
    assert_eq!(client.progress[0]["all"], 100_000);
    assert!(client.progress[0]["done"].as_u64().unwrap() < 100_000);
    server.stop().await;
}
