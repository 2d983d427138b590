//! What a seat may not see never reaches its connection: whatever two states that look the same to a seat make the server send,
//! over a real socket, is the same.
//!
//! The search is the one that `tests/play` holds play to. Its teller here is a server: each position becomes a table, a client
//! comes by the seat's link, and all texts that it is sent, with the answers to questions about everything, are compared.

use crate::support::{Client, TestServer, config, game};
use ludex_engine::knowledge::event::Event;
use ludex_play::game::Match;
use ludex_rules::ids::PlayerId;
use ludex_serve::config::{Config, Limits};
use ludex_serve::wire::NewLinks;
use ludex_table::{Table, TableGame};
use ludex_tools::leaks::{LeakBudget, LeakReport, Ludex, Teller, hides_anything, look};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

/// Pairs of states for each game.
const PAIRS: usize = 8;

/// Fixtures that hide something of every form, and a whole game.
const GAMES: [&str; 5] = [
    "tests/data/accepted/duel",
    "tests/data/accepted/tray",
    "tests/data/accepted/sacks",
    "tests/data/accepted/masks",
    "games/noah",
];

/// Who is spoken for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Link {
    Seat,
    Spectator,
    Creator,
}

/// A server as a teller.
struct Wire<'a> {
    runtime: &'a Runtime,
    server: &'a TestServer,
    game: Arc<TableGame>,
    link: Link,
    /// A slip on purpose: the seat is sent another's texts.
    slips: bool,
    texts: AtomicUsize,
    /// The last conversations, by position and seat: a pair is looked at and then asked.
    last: Mutex<VecDeque<(u64, Vec<Value>)>>,
}

impl Wire<'_> {
    fn sent(&self, position: &Match, seat: PlayerId) -> Vec<Value> {
        let mut hasher = DefaultHasher::new();
        (position.state(), position.choices().len(), seat).hash(&mut hasher);
        let key = hasher.finish();
        let known = self
            .last
            .lock()
            .unwrap()
            .iter()
            .find(|(one, _)| *one == key)
            .cloned();
        if let Some((_, sent)) = known {
            return sent;
        }
        let sent = self.converse(position, seat);
        let mut last = self.last.lock().unwrap();
        last.push_back((key, sent.clone()));
        if last.len() > 8 {
            last.pop_front();
        }
        sent
    }

    /// Returns all that the server sends to a seat's client, but what differs from table to table: its id.
    fn converse(&self, position: &Match, seat: PlayerId) -> Vec<Value> {
        let table = Table::standing(Arc::clone(&self.game), position.clone());
        let links = self.server.inspector.host(table).unwrap();
        let sent = self
            .runtime
            .block_on(self.conversation(&links, seat.index()));
        self.texts.fetch_add(sent.len(), Ordering::Relaxed);
        let parse = |text: &String| {
            let text = text.replace(&links.table.to_string(), "ID");
            serde_json::from_str(&text).unwrap()
        };
        sent.iter().map(parse).collect()
    }

    async fn conversation(&self, links: &NewLinks, seat: usize) -> Vec<String> {
        let seat = if self.slips {
            (seat + 1) % links.seats.len()
        } else {
            seat
        };
        let token = match self.link {
            Link::Seat => &links.seats[seat],
            Link::Spectator => &links.spectator,
            Link::Creator => &links.creator,
        };
        let mut client = Client::open(self.server.address, None).await.unwrap();
        "a client".clone_into(&mut client.name);
        client.come(&[token], None).await.unwrap();
        client.until(|client| !client.snapshot.is_null()).await;
        for request in [
            json!({ "do": "look" }),
            json!({ "do": "look_back", "at": 0 }),
            json!({ "do": "record" }),
            json!({ "do": "ruling", "id": "last" }),
            json!({ "do": "look_from", "seat": null }),
        ] {
            // Refusals are compared as well.
            let _ = client.ask(request).await;
        }
        let received = std::mem::take(&mut client.received);
        client.close().await;
        received
    }

    /// What a seat is asked, in any text of it.
    fn question(&self, position: &Match, seat: PlayerId) -> Option<Value> {
        let sent = self.sent(position, seat);
        sent.iter().find_map(|text| {
            let snapshot = if text["snapshot"].is_object() {
                &text["snapshot"]
            } else {
                &text["reply"]["snapshot"]
            };
            snapshot["question"]
                .is_object()
                .then(|| snapshot["question"].clone())
        })
    }
}

/// Puts aside what shows what was done to a piece unseen, once it came into sight, and what other suites compare: a position
/// made by exchanging has no past to tell of.
fn part(mut snapshot: Value) -> Value {
    if !snapshot.is_object() {
        return snapshot;
    }
    let [pieces, panels, _, _] =
        ["pieces", "panels", "question", "log"].map(|key| snapshot[key].take());
    json!({ "snapshot": snapshot, "pieces": { "card": 0, "pieces": { "all": pieces }, "panels": panels } })
}

impl Teller for Wire<'_> {
    fn view(&self, position: &Match, seat: PlayerId) -> Value {
        let texts = self.sent(position, seat).into_iter().map(|mut text| {
            if text["snapshot"].is_object() {
                text["snapshot"] = part(text["snapshot"].take());
            }
            if text["reply"]["snapshot"].is_object() {
                text["reply"]["snapshot"] = part(text["reply"]["snapshot"].take());
            }
            text
        });
        texts.collect()
    }

    fn decision(&self, position: &Match, seat: PlayerId) -> Option<Vec<String>> {
        let is_asked = position
            .state()
            .pending
            .is_some_and(|asked| asked.player == seat);
        let question = is_asked.then(|| self.question(position, seat)).flatten()?;
        let options = question["options"].as_array().into_iter().flatten();
        let options = options.map(Value::to_string);
        Some(
            [question["prompt"].to_string()]
                .into_iter()
                .chain(options)
                .collect(),
        )
    }

    /// Lines are those of the log, which `tests/play` searches.
    fn line(&self, position: &Match, event: &Event, seat: PlayerId) -> Option<String> {
        Ludex.line(position, event, seat)
    }
}

fn search(wire: &Wire<'_>) -> LeakReport {
    let budget = LeakBudget {
        games: PAIRS as u64,
        pairs: PAIRS,
        decisions: 60,
        tries: 1,
        worlds: 0,
        choices: 0,
        ..LeakBudget::default()
    };
    look(wire.game.program(), budget, wire, &|| true)
}

fn wire<'a>(runtime: &'a Runtime, server: &'a TestServer, folder: &str, link: Link) -> Wire<'a> {
    Wire {
        runtime,
        server,
        game: game(folder),
        link,
        slips: false,
        texts: AtomicUsize::new(0),
        last: Mutex::default(),
    }
}

#[test]
fn nothing_hidden_is_sent() {
    let runtime = Runtime::new().unwrap();
    // Each position is a table, and there are thousands.
    let limits = Limits {
        idle_table: Duration::ZERO,
        ..config().limits
    };
    let config = Config { limits, ..config() };
    let server = runtime.block_on(TestServer::start_with(config, &GAMES));
    let begun = Instant::now();
    for folder in GAMES {
        assert!(hides_anything(game(folder).program()), "{folder}");
        let all = [Link::Seat, Link::Spectator, Link::Creator];
        let links = if folder.ends_with("tray") {
            &all[..]
        } else {
            &all[..1]
        };
        for link in links.iter().copied() {
            let wire = wire(&runtime, &server, folder, link);
            let found = search(&wire);
            assert!(
                found.leaks.is_empty(),
                "{folder}, {link:?}: {:#?}",
                found.leaks
            );
            assert!(
                found.pairs >= PAIRS && found.views >= PAIRS,
                "{folder}, {link:?}: {found:?}"
            );
            let texts = wire.texts.load(Ordering::Relaxed);
            assert!(texts > 8 * PAIRS, "{folder}, {link:?}: {texts} texts");
            eprintln!(
                "{folder}, {link:?}: {} pairs, {texts} texts, {:?}",
                found.pairs,
                begun.elapsed()
            );
        }
    }
    runtime.block_on(server.stop());
}

/// A server that sends a seat what is another's is found out: the search is one that can fail.
#[test]
fn a_server_that_slips_is_found_out() {
    let runtime = Runtime::new().unwrap();
    let server = runtime.block_on(TestServer::start(&GAMES));
    for folder in [
        "tests/data/accepted/tray",
        "tests/data/accepted/sacks",
        "games/noah",
    ] {
        let wire = Wire {
            slips: true,
            ..wire(&runtime, &server, folder, Link::Seat)
        };
        assert!(!search(&wire).leaks.is_empty(), "{folder}");
    }
    runtime.block_on(server.stop());
}

/// Descriptions are the same for everybody and tell nothing of a match; seeds and salts are in no text but the creator's own.
#[tokio::test(flavor = "multi_thread")]
async fn the_seed_is_never_sent() {
    let server = TestServer::start(&["games/noah"]).await;
    let seed = 7_310_412_345_678_901_u64;
    let table = json!({ "game": "noah", "seats": [{}, {}], "seed": seed.to_string() });
    let links = server.create_from(&table).await;
    let tokens = [
        &links.seats[0],
        &links.seats[1],
        &links.spectator,
        &links.creator,
    ];
    let mut clients = Vec::new();
    for token in tokens {
        clients.push(server.join(token).await);
    }
    crate::games::play_out(&mut clients, 4, 10).await;
    for client in &mut clients {
        for request in ["look", "record"] {
            let _ = client.ask(json!({ "do": request })).await;
        }
        let _ = client.ask(json!({ "do": "hint", "bot": "flat:20" })).await;
        let _ = client.ask(json!({ "do": "ruling", "id": "x" })).await;
        for text in &client.received {
            assert!(!text.contains(&seed.to_string()), "{text}");
            assert!(
                tokens.iter().all(|token| !text.contains(token.as_str())),
                "{text}"
            );
        }
    }
    // Nor does the storage keep a token.
    drop(clients);
    let folder = server.stop().await;
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        // SQLite takes its shared memory away as it ends.
        let Ok(bytes) = std::fs::read(entry.unwrap().path()) else {
            continue;
        };
        for token in tokens {
            let found = bytes
                .windows(token.len())
                .any(|window| window == token.as_bytes());
            assert!(!found, "a token is stored");
        }
    }
}
