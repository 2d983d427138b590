//! The edge: foreign names and pages, headers, sizes, rates, the host's link, the page's files.

use crate::support::{Client, TestServer, config};
use ludex_serve::config::{Config, Creation};
use ludex_serve::token::Token;
use serde_json::{Value, json};

const NOAH: &[&str] = &["games/noah"];

#[tokio::test(flavor = "multi_thread")]
async fn foreign_names_and_pages_are_refused() {
    let config = Config {
        hosts: vec!["games.example".to_owned()],
        ..config()
    };
    let server = TestServer::start_with(config, NOAH).await;
    let own = format!("http://{}", server.address);
    for (host, origin, status) in [
        (None, None, 200),
        (None, Some(own.as_str()), 200),
        (Some("games.example"), Some("https://games.example"), 200),
        (Some("evil.example"), None, 403),
        (None, Some("http://evil.example"), 403),
        (None, Some("null"), 403),
    ] {
        let mut http = server.http();
        if let Some(host) = host {
            http = http.with("host", host);
        }
        if let Some(origin) = origin {
            http = http.with("origin", origin);
        }
        assert_eq!(
            http.get("/api/games").await.status,
            status,
            "{host:?}, {origin:?}"
        );
    }
    assert!(Client::open(server.address, Some(&own)).await.is_some());
    assert!(
        Client::open(server.address, Some("http://evil.example"))
            .await
            .is_none()
    );
    let body = json!({ "game": "noah", "seats": [{}, {}] });
    let foreign = server
        .http()
        .with("origin", "http://evil.example")
        .post("/api/tables", &body)
        .await;
    assert_eq!(foreign.status, 403);
    // A form of a foreign page could send this much without a question before it.
    let plain = server
        .http()
        .with("content-type", "text/plain")
        .send("POST", "/api/tables", &body.to_string())
        .await;
    assert_eq!(plain.status, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_have_a_policy_and_files_are_cached_by_name() {
    let server = TestServer::start(NOAH).await;
    let page = server.http().get("/").await;
    assert_eq!((page.status, page.text.as_str()), (200, "<p>page"));
    let header = |name: &str| page.headers[name].to_str().unwrap().to_owned();
    let policy = header("content-security-policy");
    assert!(
        policy.starts_with("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
        "{policy}"
    );
    assert!(!policy.contains("unsafe-inline"), "{policy}");
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert_eq!(header("referrer-policy"), "no-referrer");
    assert_eq!(
        (header("content-type"), header("cache-control")),
        ("text/html; charset=utf-8".into(), "no-cache".into())
    );
    let again = server
        .http()
        .with("if-none-match", &header("etag"))
        .get("/")
        .await;
    assert_eq!((again.status, again.text.as_str()), (304, ""));
    let script = server.http().get("/assets/main-1a2b.js").await;
    assert!(
        script.headers["cache-control"]
            .to_str()
            .unwrap()
            .contains("immutable")
    );
    assert!(
        script.headers["content-type"]
            .to_str()
            .unwrap()
            .starts_with("text/javascript")
    );
    for path in ["/nothing", "/../Cargo.toml", "/assets/", "//etc/passwd"] {
        assert_eq!(server.http().get(path).await.status, 404, "{path}");
    }
    let refused = server.http().with("host", "evil.example").get("/").await;
    assert!(refused.headers.contains_key("content-security-policy"));
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_listed_and_described() {
    let server = TestServer::start(&["games/noah", "games/jump_gate"]).await;
    let list: Value = serde_json::from_str(&server.http().get("/api/games").await.text).unwrap();
    let names: Vec<&str> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["noah", "jump_gate"]);
    let described = server.http().get("/api/games/noah").await;
    let own = serde_json::to_value(ludex_table::Description::new(&crate::support::game(
        "games/noah",
    )))
    .unwrap();
    assert_eq!(serde_json::from_str::<Value>(&described.text).unwrap(), own);
    let tag = described.headers["etag"].to_str().unwrap();
    assert_eq!(
        server
            .http()
            .with("if-none-match", tag)
            .get("/api/games/noah")
            .await
            .status,
        304
    );
    assert_eq!(server.http().get("/api/games/chess").await.status, 404);
    let packed = server
        .http()
        .with("accept-encoding", "gzip")
        .get("/api/games/noah")
        .await;
    assert_eq!(packed.headers["content-encoding"], "gzip");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_makes_no_sense_is_refused() {
    let server = TestServer::start(NOAH).await;
    for (table, status) in [
        (json!({}), 400),
        (
            json!({ "game": "noah", "seats": [{}, {}], "extra": 1 }),
            400,
        ),
        (json!({ "game": "chess", "seats": [{}, {}] }), 404),
        (json!({ "game": "noah", "seats": [{}] }), 404),
        (
            json!({ "game": "noah", "seats": vec![json!({}); 300] }),
            404,
        ),
        (
            json!({ "game": "noah", "seats": [{}, {}], "options": { "frogs": "true" } }),
            404,
        ),
        (
            json!({ "game": "noah", "seats": [{}, {}], "seed": "lucky" }),
            404,
        ),
        (
            json!({ "game": "noah", "seats": [{}, { "bot": "exec:\"true\"" }] }),
            404,
        ),
        (
            json!({ "game": "noah", "seats": [{}, { "bot": "ismcts:10000000" }] }),
            404,
        ),
        (
            json!({ "game": "noah", "seats": [{}, { "name": "x".repeat(41) }] }),
            400,
        ),
        (
            json!({ "game": "noah", "seats": [{}, {}], "clock": { "seconds": -1 } }),
            400,
        ),
    ] {
        let answer = server.http().post("/api/tables", &table).await;
        assert_eq!(answer.status, status, "{table}: {}", answer.text);
    }
    let large = json!({ "game": "x".repeat(20_000), "seats": [] });
    assert_eq!(server.http().post("/api/tables", &large).await.status, 400);
    assert_eq!(server.inspector.tables(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_network_only_the_host_creates_tables() {
    let host = Token::new().unwrap();
    let strict = Config {
        creation: Creation::Host(host.clone()),
        ..Config::local(0)
    };
    let server = TestServer::start_with(strict, NOAH).await;
    let table = json!({ "game": "noah", "seats": [{}, {}] });
    assert_eq!(
        server.http().post("/api/tables", &table).await.code(),
        "not_allowed"
    );
    let wrong = format!("Bearer {}", Token::new().unwrap());
    assert_eq!(
        server
            .http()
            .with("authorization", &wrong)
            .post("/api/tables", &table)
            .await
            .status,
        403
    );
    let right = format!("Bearer {host}");
    assert_eq!(
        server
            .http()
            .with("authorization", &right)
            .post("/api/tables", &table)
            .await
            .status,
        201
    );
    // Rates hold for the host as well.
    let mut last = 0;
    for _ in 0..40 {
        last = server
            .http()
            .with("authorization", &right)
            .post("/api/tables", &table)
            .await
            .status;
    }
    assert_eq!(last, 429);
}
