//! Malformed, foreign, stale and repeated messages change nothing, and bring nothing down.

use crate::games::play_out;
use crate::support::{Client, TestServer};
use ludex_engine::chance::{Stream, purpose};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tokio_tungstenite::tungstenite::Message;

/// Messages of the storm.
const MESSAGES: usize = 10_000;

/// Makes messages that must change nothing.
struct Storm {
    stream: Stream,
    /// Messages that were right once.
    old: Vec<String>,
    /// The number of a request in flight; above all that players use.
    n: u64,
}

impl Storm {
    fn pick(&mut self, of: usize) -> usize {
        self.stream.pick(of)
    }

    /// Returns a message and what sort it is.
    fn next(&mut self) -> (&'static str, String) {
        self.n += 1;
        let (n, number) = (self.n, self.pick(1_000_000));
        let sort = self.pick(8);
        match sort {
            0 => ("noise", self.noise()),
            1 => ("cut", self.cut()),
            2 => ("changed", self.changed()),
            3 => ("repeated", self.repeated()),
            4 => (
                "stale",
                json!({ "n": n, "request": { "do": "choose", "version": 1, "option": 0 } })
                    .to_string(),
            ),
            5 => {
                let choose = json!({ "do": "choose", "version": number, "option": number });
                ("foreign", json!({ "n": n, "request": choose }).to_string())
            }
            6 => ("not allowed", self.not_allowed()),
            _ => ("wrong", self.wrong()),
        }
    }

    fn noise(&mut self) -> String {
        let length = self.pick(200);
        let mut letter = || char::from_u32(self.stream.pick(0x2_0000) as u32).unwrap_or('x');
        (0..length).map(|_| letter()).collect()
    }

    fn cut(&mut self) -> String {
        let text = self.repeated();
        let mut at = self.pick(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        text[..at].to_owned()
    }

    /// A right message with a letter changed, from a client whose numbers are far ahead: what is still right is stale.
    fn changed(&mut self) -> String {
        let mut bytes = self.repeated().into_bytes();
        let (at, letter) = (self.pick(bytes.len()), b' ' + self.pick(95) as u8);
        bytes[at] = letter;
        String::from_utf8(bytes).unwrap_or_default()
    }

    fn repeated(&mut self) -> String {
        let at = self.pick(self.old.len());
        self.old[at].clone()
    }

    fn not_allowed(&mut self) -> String {
        let requests = [
            json!({ "do": "new_link", "role": "creator" }),
            json!({ "do": "new_link", "role": { "seat": 0 } }),
            json!({ "do": "set_bot", "seat": 0, "bot": "random" }),
            json!({ "do": "look_from", "seat": 1 }),
            json!({ "do": "record" }),
            json!({ "do": "undo", "version": 9 }),
            json!({ "do": "redo", "version": 9 }),
            json!({ "do": "join", "tokens": ["0"], "client": "x" }),
        ];
        let request = &requests[self.pick(requests.len())];
        json!({ "n": self.n, "request": request }).to_string()
    }

    fn wrong(&mut self) -> String {
        let requests = [
            json!({}),
            json!({ "do": "explode" }),
            json!({ "do": "choose" }),
            json!({ "do": "choose", "version": -1, "option": 0 }),
            json!({ "do": "choose", "version": 1e99, "option": 0 }),
            json!({ "do": "look", "extra": true }),
            json!({ "do": "look_back", "at": 4_000_000_000_u32 }),
            json!({ "do": "hint", "bot": "exec:\"rm -rf /\"" }),
            json!({ "do": "why_not", "about": { "piece": 4_000_000_000_u32 } }),
            json!({ "do": "why_not", "about": { "spaces": [4_000_000_000_u32] } }),
            json!([[[[[[]]]]]]),
            json!(null),
        ];
        let request = &requests[self.pick(requests.len())];
        let numbers = [
            json!(self.n),
            json!(-1),
            json!(1_u64 << 60),
            json!("1"),
            json!(null),
        ];
        let n = &numbers[self.pick(numbers.len())];
        json!({ "n": n, "request": request }).to_string()
    }
}

/// What everybody sees of a table, without the moves of presence.
async fn seen(clients: &mut [Client]) -> Vec<Value> {
    let mut all = Vec::new();
    for client in clients {
        all.push(client.ask(json!({ "do": "look" })).await.unwrap()["snapshot"].clone());
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_messages_change_nothing() {
    let server = TestServer::start(&["games/noah"]).await;
    let links = server.create("noah", &[None, None]).await;
    let mut clients = vec![
        server.join(&links.seats[0]).await,
        server.join(&links.seats[1]).await,
    ];
    play_out(&mut clients, 1, 6).await;
    let before = seen(&mut clients).await;
    // The storm comes from a player whose turn it is not, and from a spectator.
    let deciding = before[0]["deciding"][0].as_u64().unwrap() as usize;
    let tokens = [&links.seats[1 - deciding], &links.spectator];
    let old = (2..8).map(|version| {
        json!({ "n": version, "request": { "do": "choose", "version": version, "option": 0 } })
            .to_string()
    });
    let mut storm = Storm {
        stream: Stream::new(9, purpose("test"), 0),
        old: old.collect(),
        n: 1 << 40,
    };
    let mut sorts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut attackers = [server.join(tokens[0]).await, server.join(tokens[1]).await];
    for number in 0..MESSAGES {
        let (sort, text) = storm.next();
        *sorts.entry(sort).or_default() += 1;
        let attacker = &mut attackers[number % 2];
        attacker.send(&text).await;
        // An answer each, so that no outbox is full.
        let answers = attacker.received.len();
        attacker
            .until(|attacker| attacker.received.len() > answers)
            .await;
    }
    assert!(
        sorts.len() == 8 && sorts.values().all(|count| *count > 500),
        "{sorts:?}"
    );
    assert_eq!(seen(&mut clients).await, before);
    // The table is as good as before.
    clients[deciding]
        .ask(json!({ "do": "look" }))
        .await
        .unwrap();
    clients[deciding].choose(0).await.unwrap();
}

/// Messages that are too large, too many, of another sort or before `join` end the connection that sent them, and no other.
#[tokio::test(flavor = "multi_thread")]
async fn who_breaks_the_limits_is_cut_off_alone() {
    let config = ludex_serve::config::Config::local(0);
    // Four seconds of messages may come at once; `join` is one of them.
    let at_once = 4 * config.limits.messages_per_second.get() - 1;
    let server = TestServer::start_with(config, &["games/noah"]).await;
    let links = server.create("noah", &[None, None]).await;
    let mut good = server.join(&links.seats[0]).await;
    let mut large = server.join(&links.seats[1]).await;
    large
        .try_send(Message::Text("x".repeat(20_000).into()))
        .await;
    large.until_end().await;
    let mut binary = server.join(&links.seats[1]).await;
    binary.try_send(Message::Binary(vec![0; 10].into())).await;
    binary.until_end().await;
    let mut fast = server.join(&links.seats[1]).await;
    let mut answered = 0;
    while answered < 500 && fast.try_send(Message::Text("{}".into())).await && fast.receive().await
    {
        answered += 1;
    }
    assert!(
        (at_once..500).contains(&answered),
        "{answered} messages were let through"
    );
    let mut early = Client::open(server.address, None).await.unwrap();
    let refused = early.ask(json!({ "do": "look" })).await.unwrap_err();
    assert_eq!(refused["code"], "join");
    // Whoever guesses tokens must wait.
    let mut codes = Vec::new();
    for _ in 0..40 {
        codes.push(
            early
                .ask(json!({ "do": "join", "tokens": ["0".repeat(32)], "client": "x" }))
                .await
                .unwrap_err()["code"]
                .clone(),
        );
    }
    assert_eq!(
        (&codes[0], &codes[39]),
        (&json!("wrong_token"), &json!("too_many"))
    );
    good.ask(json!({ "do": "look" })).await.unwrap();
}

/// A client that reads nothing is cut off; the others go on, and it comes back with its version.
#[tokio::test(flavor = "multi_thread")]
async fn a_slow_client_keeps_nobody_waiting() {
    let server = TestServer::start(&["games/jump_gate"]).await;
    let links = server.create("jump_gate", &[None, None]).await;
    let mut slow = server.join(&links.spectator).await;
    let mut clients = vec![
        server.join(&links.seats[0]).await,
        server.join(&links.seats[1]).await,
    ];
    for _ in 0..5 {
        play_out(&mut clients, 1, 100).await;
    }
    // What the system holds for it, and its outbox; or all of it, if that was enough.
    slow.ask(json!({ "do": "look" }))
        .await
        .map(drop)
        .unwrap_or_default();
    let version = clients[0].version().max(clients[1].version());
    let mut back = Client::join(server.address, &[&links.spectator], Some(slow.version()))
        .await
        .unwrap();
    if slow.version() < version {
        back.until(|back| back.version() == version).await;
    }
    assert!(clients[0].is_over() || version > 300);
}
